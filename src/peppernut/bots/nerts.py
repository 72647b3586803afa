"""Bots for the race: they see, decide and move as a person does, and no faster.

A bot looks at its view, chooses an action and carries it out after :meth:`Racer.delay` milliseconds, when the
table may have changed: then it is refused like anybody else and looks again.

How it chooses: it thinks a few of its own moves ahead over the cards that lie face up. A card that leaves the
peanuts pile and a card on a foundation are worth what the score says, a little less for every move it takes
to get there; moves that gain nothing within its sight are not made, so that it never carries a run to and
fro. Else it draws. When a whole pass through the stock with nobody's move between has brought nothing, it
also lays the waste onto its work piles, which brings other cards to the top of the next pass; after another
such pass it says that it is stuck.
"""

from dataclasses import dataclass
from random import Random

from peppernut.nerts.cards import SUITS
from peppernut.nerts.machine import fits
from peppernut.nerts.moves import READINGS, TEXT
from peppernut.nerts.view import View

_MOVE = 1024  # as the machine numbers moves: 1024 | from << 7 | to << 4 | cards
_SUITS = {suit: number for number, suit in enumerate(SUITS)}

CODES = READINGS[6]
_TRIFLE = 0.02  # less than this is not worth a move
_REASONS = {
    "call": "the peanuts pile is empty, and the others must not score more",
    "draw": "there is nothing to gain on the table, so on to the next cards",
    "stuck": "two passes through the stock have brought nothing",
}

LEAST = 250  # nobody reacts faster, in ms


@dataclass(frozen=True)
class Style:
    """How a bot plays: how far it looks ahead, what it cares for, and how quick its eyes and hands are."""

    sight: int = 3  # moves ahead
    work_piles: int = 2  # 2: builds on its work piles, 1: only plays from them, 0: leaves them alone
    patience: float = 0.9  # what a gain is worth one move later
    progress: float = 1.0  # what a card off the peanuts pile is worth beside the score
    greed: float = 0.4  # with an empty pile it plays on while so much can be gained at once
    hope: float = 0.2  # how much it builds towards what may come to the top of the pile
    malice: float = 0.25  # how much of what an opponent gains by a card it counts against playing it
    reaction: tuple[int, int] = (260, 420)
    movement: tuple[int, int] = (250, 450)


HARD = Style()
STYLES: dict[str, Style] = {
    "easy": Style(sight=1, hope=0.0, malice=0.0, reaction=(600, 1200), movement=(600, 1100)),
    "medium": Style(sight=2, hope=0.0, malice=0.0, reaction=(400, 750), movement=(400, 750)),
    "hard": HARD,
    # rungs of the ladder that the levels are measured by, at the speed of `hard`
    "plain": Style(sight=1, work_piles=0, malice=0.0, hope=0.0),
    "founder": Style(sight=1, work_piles=1, malice=0.0, hope=0.0),
    "random": Style(sight=0, malice=0.0),
}

# The cards that go on a work pile's end, and what a way of so many cards to the pile top is worth.
_TAKES = tuple(sum(1 << card for card in range(52) if fits(card, end)) for end in range(52))
_STEPS = (0.0, *(0.5**steps for steps in range(1, 13)))

Works = tuple[tuple[int, ...], ...]


class Racer:
    """A bot of the race. It keeps nothing from one look to the next."""

    def __init__(self, style: Style = HARD) -> None:
        self.style = style

    def delay(self, view: View, rng: Random, action: str | None = None) -> int:
        """Milliseconds from the look at this view to the action: eyes, then hand (a draw is a short way)."""
        del view
        slow, fast = self.style.reaction, self.style.movement
        eyes = (rng.randint(*slow) + rng.randint(*slow)) // 2
        hand = (rng.randint(*fast) + rng.randint(*fast)) // 2
        if action == "draw":
            hand //= 2
        return max(LEAST, eyes + hand)

    def choose(self, view: View, rng: Random) -> str | None:
        """What to do now; None: wait for the others."""
        if view.seat is None or not view.legal:
            return None
        if self.style.sight == 0:
            return self._anything(view, rng)
        return self._best(view)

    def reason(self, view: View, action: str | None) -> str:
        """Why a bot would do this, in plain words."""
        if view.seat is None or action is None:
            return "waiting for somebody to play a card"
        if action in _REASONS:
            return f"{action}: {_REASONS[action]}"
        return f"{action}: {_Sight(self.style, view, view.seat).reason(CODES[action])}"

    def _anything(self, view: View, rng: Random) -> str | None:
        """Any action, but mostly such as cannot go on for ever, so that the round comes to an end."""
        seat = view.seat or 0
        place = view.places[seat]
        full = _pass(view, seat)
        legal = [text for text in view.legal if text != "stuck"]
        if rng.randrange(100):
            legal = [text for text in legal if not text.startswith("move T") or text.endswith("F")]
        if (place.idle > full and place.draws > full) or not legal:
            return "stuck" if "stuck" in view.legal else None
        return rng.choice(legal)

    def _best(self, view: View) -> str | None:
        seat = view.seat or 0
        place = view.places[seat]
        sight = _Sight(self.style, view, seat)
        value, move = sight.plan(place.work, place.pile, place.pile_top, place.waste_top, self.style.sight)
        if "call" in view.legal and value < self.style.greed:
            return "call"
        if move and value > sight.outlook(place.work, place.pile, place.pile_top) + _TRIFLE:
            return TEXT[move]
        # Nothing to gain in sight. How long has it been so?
        full = _pass(view, seat)
        if place.idle >= full:
            move = sight.anything()
            if move:
                return TEXT[move]
        if (place.idle > 2 * full and place.draws > full) or "draw" not in view.legal:
            return "stuck" if "stuck" in view.legal else None
        return "draw"


def _pass(view: View, seat: int) -> int:
    """How many draws go once through the stock."""
    place = view.places[seat]
    return -(-(place.stock + place.waste) // view.rules.draw) + 1


class _Sight:
    """What one seat makes of the cards that lie open."""

    def __init__(self, style: Style, view: View, seat: int) -> None:
        rules = view.rules
        self.view = view
        self.seat = seat
        self.style = style
        self.runs = rules.move_runs
        self.card = float(rules.card_points)
        self.pile = rules.pile_penalty + style.progress
        waiting = [0] * 56
        for suit in range(4):
            waiting[suit] = rules.players
        for foundation in view.foundations:
            suit = _SUITS[foundation.suit]
            waiting[suit] -= 1
            waiting[4 * len(foundation.owners) + suit] += 1
        self.waiting = waiting
        place = view.places[seat]
        seen = {place.pile_top, place.waste_top, *(card for cards in place.work for card in cards)}
        for foundation in view.foundations:
            suit = _SUITS[foundation.suit]
            seen.update(4 * rank + suit for rank, owner in enumerate(foundation.owners) if owner == seat)
        self.unseen = sum(1 << card for card in range(52) if card not in seen)
        self.unseen_count = max(1, self.unseen.bit_count())
        self.open_to = sum(1 << card for card in range(52) if waiting[card] > 0)
        # What others could at once put on a card: their gain counts against ours.
        self.threat: dict[int, float] = {}
        malice = style.malice / (rules.players - 1)  # the more there are, the less one of them matters
        if malice:
            for other, place in enumerate(view.places):
                if other != seat:
                    for cards in place.work:
                        if cards:
                            self.threat[cards[-1]] = self.card * malice
                    self.threat[place.waste_top] = self.card * malice
            for other, place in enumerate(view.places):
                if other != seat and place.pile:
                    self.threat[place.pile_top] = (self.card + self.pile) * malice

    def plan(self, work: Works, pile: int, top: int, waste: int, sight: int) -> tuple[float, int]:
        """The most that so many moves can gain from here, and the first of them (0: none).

        ``top`` or ``waste`` is -1 where the card is not known (any more).
        """
        best, first = self.outlook(work, pile, top), 0
        if sight == 0:
            return best, 0
        later = self.style.patience
        waiting = self.waiting
        sources = [(-1, top), (-2, waste)] if pile else [(-2, waste)]
        sources += [(w, cards[-1]) for w, cards in enumerate(work) if cards]
        for src, card in sources:
            if card < 0:
                continue
            if waiting[card] > 0 and (src < 0 or self.style.work_piles):
                gain = self.card - (
                    0.0 if self._mine(work, top, waste, card + 4) else self.threat.get(card + 4, 0.0)
                )
                after, pile_after, top_after, waste_after = work, pile, top, waste
                if src == -1:
                    gain += self.pile
                    pile_after, top_after = pile - 1, -1
                elif src == -2:
                    waste_after = -1
                else:
                    after, filled = self._taken(work, src, 1, pile, top)
                    if filled:
                        gain += self.pile
                        pile_after, top_after = pile - 1, -1
                if pile_after:
                    waiting[card] -= 1
                    waiting[card + 4] += 1
                    gain += later * self.plan(after, pile_after, top_after, waste_after, sight - 1)[0]
                    waiting[card] += 1
                    waiting[card + 4] -= 1
                if gain > best:
                    best, first = gain, _MOVE | (src + 2 if src >= 0 else -1 - src) << 7 | 1
            if self.style.work_piles < 2 or not pile:
                continue
            for to, cards in enumerate(work):
                if to == src or not cards:
                    continue
                end = cards[-1]
                n = (end >> 2) - (card >> 2)
                if src < 0:
                    if n != 1 or not (end ^ card) & 1:
                        continue
                    if src == -1:
                        gain = self.pile
                        pile_after, top_after, waste_after = pile - 1, -1, waste
                    elif self.style.hope or sight > 1:
                        gain = -0.01
                        pile_after, top_after, waste_after = pile, top, -1
                    else:
                        continue
                    after = (*work[:to], (*cards, card), *work[to + 1 :])
                else:
                    have = work[src]
                    if not 1 <= n <= (len(have) if self.runs else 1) or not (end ^ have[-n]) & 1:
                        continue
                    after, filled = self._taken(work, src, n, pile, top)
                    if not filled and sight < 2 and not self.style.hope:
                        continue
                    gain = self.pile if filled else -0.01
                    after = (*after[:to], (*cards, *have[-n:]), *after[to + 1 :])
                    pile_after, top_after, waste_after = (
                        (pile - 1, -1, waste) if filled else (pile, top, waste)
                    )
                if pile_after:
                    gain += later * self.plan(after, pile_after, top_after, waste_after, sight - 1)[0]
                if gain > best:
                    best = gain
                    first = (
                        _MOVE
                        | (src + 2 if src >= 0 else -1 - src) << 7
                        | (to + 1) << 4
                        | (n if src >= 0 else 1)
                    )
        return best, first

    def outlook(self, work: Works, pile: int, top: int) -> float:
        """What the work piles promise: that they come to take the top of the peanuts pile, known or not."""
        hope = self.style.hope
        if not hope or not pile:
            return 0.0
        if top < 0:
            open_to = self.open_to
            for cards in work:
                if cards:
                    open_to |= _TAKES[cards[-1]]
            return hope * self.pile * (open_to & self.unseen).bit_count() / self.unseen_count
        best = 0.0
        for cards in work:
            if cards:
                steps = (cards[-1] >> 2) - (top >> 2)
                if steps > 0 and (cards[-1] ^ top ^ steps) & 1 == 0:
                    best = max(best, _STEPS[steps])
        return hope * self.pile * best

    @staticmethod
    def _mine(work: Works, top: int, waste: int, card: int) -> bool:
        """Could the seat itself play this card next?"""
        return card in {top, waste} or any(len(cards) > 0 and cards[-1] == card for cards in work)

    @staticmethod
    def _taken(work: Works, src: int, n: int, pile: int, top: int) -> tuple[Works, bool]:
        """The work piles after n cards have left one, and whether the peanuts pile has filled it."""
        rest = work[src][:-n]
        filled = not rest and pile > 0
        if filled:
            rest = (top,) if top >= 0 else ()
        return (*work[:src], rest, *work[src + 1 :]), filled

    def anything(self) -> int:
        """A move that changes the next pass: any card to a foundation, the waste to a work pile."""
        place = self.view.places[self.seat]
        waste = place.waste_top
        for src, card in enumerate(
            (place.pile_top, waste, *(cards[-1] if cards else -1 for cards in place.work))
        ):
            if card >= 0 and self.waiting[card] > 0 and (src < 2 or self.style.work_piles):
                return _MOVE | src << 7 | 1
        if waste >= 0 and self.style.work_piles == 2:
            for to, cards in enumerate(place.work):
                if cards and (cards[-1] >> 2) - (waste >> 2) == 1 and (cards[-1] ^ waste) & 1:
                    return _MOVE | 1 << 7 | (to + 1) << 4 | 1
        return 0

    def reason(self, move: int) -> str:
        """What a move is good for."""
        src, to, n = move >> 7 & 7, move >> 4 & 7, move & 15
        if src == 0:
            return "a card less in the peanuts pile" + ("" if to else ", and a point on the foundation")
        if to == 0:
            return "a point on the foundation"
        if src == 1:
            return "a step for a card that waits elsewhere"
        if n == len(self.view.places[self.seat].work[src - 2]):
            return "an emptied work pile takes the next card of the peanuts pile"
        return "this frees the card beneath"
