"""Bots for the race: they see, decide and move as a person does, and no faster.

A bot looks at its view, chooses an action and carries it out after :meth:`Racer.delay` milliseconds, when the
table may have changed: then it is refused like anybody else and looks again.

How it chooses: it thinks a few of its own moves ahead over the cards that lie face up. A card that leaves the
peanuts pile and a card on a foundation are worth what the score says (one off the pile a point more), a little
less for every move it takes to get there; moves that gain nothing within its sight are not made, so that it
never carries a run to and fro. What it remembers of its stock counts too: where a position leads to remembered
cards that can be played, it is worth more, so that their places are kept free and the next pass is shifted to
where they come up. Else it draws. When a whole pass through the stock has brought nothing, it looks more
carefully, and also lays the waste onto its work piles, which brings other cards to the top of the next pass.
When nobody has moved for a pass either, and it has tried that or has seen that nothing fits, it says that it is
stuck.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from peppernut.nerts.cards import SUITS, spoken
from peppernut.nerts.machine import fits
from peppernut.nerts.moves import READINGS, TEXT
from peppernut.nerts.view import View

_MOVE = 1024  # as the machine numbers moves: 1024 | from << 7 | to << 4 | cards
_SUITS = {suit: number for number, suit in enumerate(SUITS)}

CODES = READINGS[6]
_TRIFLE = 0.02  # less than this is not worth a move
_EFFORT = 0.01  # what a move costs that only prepares another
_STAMINA = 0.95  # what a remembered card is worth one draw later
_NEXT_PASS = 0.4  # and in the next pass, which may look otherwise by then

LEAST = 250  # nobody reacts faster, in ms


@dataclass(frozen=True)
class Style:
    """How a bot plays: how far it looks ahead, what it cares for and remembers, how quick its eyes and hands are."""

    sight: int = 3  # moves ahead
    work_piles: int = 2  # 2: builds on its work piles, 1: only plays from them, 0: leaves them alone
    patience: float = 0.9  # what a gain is worth one move later
    progress: float = 1.0  # what a card off the peanuts pile is worth beside the score
    greed: float = 0.4  # with an empty pile it plays on while so much can be gained at once
    hope: float = 0.2  # how much it builds towards what may come to the top of the pile
    malice: float = 0.25  # how much of what an opponent gains by a card it counts against playing it
    attention: float = 1.0  # how often a look notices that a foundation waits for a card
    memory: int = 52  # how many of its cards it knows again in its stock
    recall: float = 0.6  # how much what it remembers counts beside what lies open
    reaction: tuple[int, int] = (260, 420)
    movement: tuple[int, int] = (250, 450)

    def remembers(self, card: int) -> bool:
        """Is this one of the cards that it remembers? They are of all suits and ranks, and always the same."""
        return card * 37 % 52 < self.memory


HARD = Style()
STYLES: dict[str, Style] = {
    "easy": Style(
        sight=1,
        hope=0.0,
        malice=0.0,
        attention=0.6,
        memory=0,
        reaction=(900, 1600),
        movement=(700, 1300),
    ),
    "medium": Style(
        sight=2,
        hope=0.0,
        malice=0.0,
        attention=0.85,
        memory=20,
        reaction=(500, 900),
        movement=(450, 850),
    ),
    "hard": HARD,
    # what the levels are measured by, at the speed of `hard`
    "plain": Style(sight=1, work_piles=0, malice=0.0, hope=0.0, memory=0),
    "random": Style(sight=0, malice=0.0, memory=0),
}

# The cards that a work pile's end takes, the ends that take a card, and what a way of so many cards to the pile
# top is worth.
_TAKES = tuple(sum(1 << card for card in range(52) if fits(card, end)) for end in range(52))
_TAKEN_BY = tuple(sum(1 << end for end in range(52) if fits(card, end)) for card in range(52))
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
        return self._best(view, view.seat, rng)

    def reason(self, view: View, action: str | None) -> str:
        """Why a bot would do this, in plain words."""
        if view.seat is None or action is None:
            return "wait: nothing can be done until somebody plays a card"
        sight = _Sight(self.style, view, view.seat)
        if action == "draw":
            why = sight.reason_to_draw()
        elif action == "stuck":
            why = "a whole pass through your stock has brought nothing"
        elif action == "call":
            why = "your pile is empty, and the others must not score more"
        else:
            why = sight.reason(CODES[action])
        return f"{action}: {why}"

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

    def _best(self, view: View, seat: int, rng: Random) -> str | None:
        place = view.places[seat]
        full = _pass(view, seat)
        fruitless = place.idle >= full
        # Who has found nothing for so long looks carefully.
        sight = _Sight(self.style, view, seat, None if fruitless else rng)
        value, move = sight.plan(sight.here, self.style.sight)
        gain = value - sight.plan(sight.here, 0)[0]
        if "call" in view.legal and gain < self.style.greed:
            return "call"
        if gain > _TRIFLE:
            return TEXT[move]
        if fruitless:
            move = sight.anything()
            if move:
                return TEXT[move]
        tried = place.idle > 2 * full or sight.barren()
        if (tried and place.draws > full) or "draw" not in view.legal:
            return "stuck" if "stuck" in view.legal else None
        return "draw"


def _pass(view: View, seat: int) -> int:
    """How many draws go once through the stock."""
    place = view.places[seat]
    return -(-(place.stock + place.waste) // view.rules.draw) + 1


class Here(NamedTuple):
    """What a seat can play from. Cards that it does not know are -1; the deck is its waste and then its stock."""

    work: Works
    pile: int
    top: int
    deck: tuple[int, ...]
    waste: int

    @property
    def sources(self) -> tuple[int, ...]:
        """The cards that can be played, numbered as the machine numbers where they lie."""
        waste = self.deck[self.waste - 1] if self.waste else -1
        return (self.top, waste, *(cards[-1] if cards else -1 for cards in self.work))

    @property
    def takes(self) -> int:
        """The cards that go on one of the work piles."""
        takes = 0
        for cards in self.work:
            if cards:
                takes |= _TAKES[cards[-1]]
        return takes

    def without(self, src: int, n: int) -> "tuple[Here, bool]":
        """After n cards have left a place, and whether that was one off the peanuts pile."""
        work, pile, top, deck, waste = self
        if src == 0:
            return Here(work, pile - 1, -1, deck, waste), True
        if src == 1:
            return Here(work, pile, top, deck[: waste - 1] + deck[waste:], waste - 1), False
        src -= 2
        rest = work[src][:-n]
        if rest or not pile:
            return Here((*work[:src], rest, *work[src + 1 :]), pile, top, deck, waste), False
        rest = (top,) if top >= 0 else ()
        return Here((*work[:src], rest, *work[src + 1 :]), pile - 1, -1, deck, waste), True

    def with_run(self, to: int, run: tuple[int, ...]) -> "Here":
        """After a run has come to a work pile."""
        work = self.work
        return self._replace(work=(*work[:to], work[to] + run, *work[to + 1 :]))


class _Sight:
    """What one seat makes of the cards that lie open, and of those it remembers."""

    def __init__(self, style: Style, view: View, seat: int, rng: Random | None = None) -> None:
        """With ``rng``: a glance, in which it may overlook what a foundation waits for."""
        rules = view.rules
        self.style = style
        self.runs = rules.move_runs
        self.draw = rules.draw
        self.card = float(rules.card_points)
        self.pile = rules.pile_penalty + style.progress
        waiting = [0] * 56
        for suit in range(4):
            waiting[suit] = rules.players
        for foundation in view.foundations:
            suit = _SUITS[foundation.suit]
            waiting[suit] -= 1
            waiting[4 * len(foundation.owners) + suit] += 1
        if rng is not None and style.attention < 1.0:
            for card in range(4, 52):
                if waiting[card] and rng.random() >= style.attention:
                    waiting[card] = 0
        self.waiting = waiting
        place = view.places[seat]
        deck = tuple(
            card if at == place.waste - 1 or (card >= 0 and style.remembers(card)) else -1
            for at, card in enumerate(view.decks[seat])
        )
        self.here = Here(place.work, place.pile, place.pile_top, deck, place.waste)
        seen = {place.pile_top, *deck, *(card for cards in place.work for card in cards)}
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

    def plan(self, here: Here, sight: int, weight: float = 1.0) -> tuple[float, int]:
        """The most that so many moves can gain from here, and the first of them (0: none)."""
        best, first = weight * self.outlook(here) + self.coming(here), 0
        if sight == 0:
            return best, first
        waiting = self.waiting
        for move, gain, out, after in self.moves(here, sight):
            if out >= 0:
                waiting[out] -= 1
                waiting[out + 4] += 1
            further = sight - 1 if after.pile else 0
            worth = weight * gain + self.plan(after, further, weight * self.style.patience)[0]
            if out >= 0:
                waiting[out] += 1
                waiting[out + 4] -= 1
            if worth > best:
                best, first = worth, move
        return best, first

    def moves(self, here: Here, sight: int) -> Iterator[tuple[int, float, int, Here]]:
        """Moves with what they gain at once, the card that goes to a foundation (-1: none), and what is then."""
        work_piles = self.style.work_piles
        sources = here.sources
        for src, card in enumerate(sources):
            if card < 0:
                continue
            if self.waiting[card] > 0 and (src < 2 or work_piles):
                after, off = here.without(src, 1)
                gain = self.card + (self.pile if off else 0.0)
                if card + 4 not in sources:  # else the seat itself would follow
                    gain -= self.threat.get(card + 4, 0.0)
                yield _MOVE | src << 7 | 1, gain, card, after
            if work_piles < 2 or not here.pile:
                continue
            have = (card,) if src < 2 else here.work[src - 2]
            longest = len(have) if self.runs else 1
            for to, cards in enumerate(here.work):
                if to == src - 2 or not cards:
                    continue
                n = (cards[-1] >> 2) - (card >> 2)
                if not 1 <= n <= longest or not (cards[-1] ^ have[-n]) & 1:
                    continue
                after, off = here.without(src, n)
                if off or sight > 1 or self.style.hope:
                    after = after.with_run(to, have[-n:])
                    yield _MOVE | src << 7 | (to + 1) << 4 | n, self.pile if off else -_EFFORT, -1, after

    def outlook(self, here: Here) -> float:
        """What the work piles promise: that they come to take the top of the peanuts pile, known or not."""
        hope = self.style.hope * self.pile
        if not hope or not here.pile:
            return 0.0
        top = here.top
        if top < 0:
            welcome = (self.open_to | here.takes) & self.unseen
            return hope * welcome.bit_count() / self.unseen_count
        best = 0.0
        for cards in here.work:
            if cards:
                steps = (cards[-1] >> 2) - (top >> 2)
                if steps > 0 and (cards[-1] ^ top ^ steps) & 1 == 0:
                    best = max(best, _STEPS[steps])
        return hope * best

    def turned_up(self, here: Here) -> Iterator[tuple[int, int]]:
        """The cards that come to the top of the waste, draw by draw, in this pass (0) and in the next (1)."""
        size, at = len(here.deck), here.waste
        for turn in (0, 1):
            while at < size:
                at = min(at + self.draw, size)
                yield turn, here.deck[at - 1]
            at = 0

    def coming(self, here: Here) -> float:
        """What the remembered cards are worth that will come to the top of the waste, each once."""
        if not self.style.memory:
            return 0.0
        # what would make room for the top of the pile
        steps = _TAKEN_BY[here.top] & here.takes if here.top >= 0 and self.style.work_piles == 2 else 0
        worth, weight, counted = 0.0, self.style.recall, 0
        for turn, card in self.turned_up(here):
            weight *= _STAMINA
            if card >= 0 and not counted >> card & 1:
                counted |= 1 << card
                gain = self.card if self.waiting[card] > 0 else self.pile if steps >> card & 1 else 0.0
                worth += weight * gain * (_NEXT_PASS if turn else 1.0)
        return worth

    def barren(self) -> bool:
        """Does it remember all that will be turned up, and nothing of it fits anywhere?"""
        takes = self.here.takes if self.style.work_piles == 2 else 0
        return all(
            card >= 0 and not self.waiting[card] and not takes >> card & 1
            for _, card in self.turned_up(self.here)
        )

    def anything(self) -> int:
        """A move that changes the next pass: any card to a foundation, the waste to a work pile."""
        sources = self.here.sources
        waste = sources[1]
        for src, card in enumerate(sources):
            if card >= 0 and self.waiting[card] > 0 and (src < 2 or self.style.work_piles):
                return _MOVE | src << 7 | 1
        if waste >= 0 and self.style.work_piles == 2:
            for to, cards in enumerate(self.here.work):
                if cards and fits(waste, cards[-1]):
                    return _MOVE | 1 << 7 | (to + 1) << 4 | 1
        return 0

    def reason(self, move: int) -> str:
        """What a move is good for, and what it makes possible."""
        src, to, n = move >> 7 & 7, move >> 4 & 7, move & 15
        here = self.here
        run = (here.sources[src],) if src < 2 else here.work[src - 2][-n:]
        after, off = here.without(src, n)
        who = spoken(run[0]) + (" leaves your pile" if src == 0 else "")
        if to == 0:
            said = f"{who} and scores" if src == 0 else f"{who} scores"
            self.waiting[run[0]] -= 1
            self.waiting[run[0] + 4] += 1
        else:
            end = here.work[to - 1]
            where = f"onto {spoken(end[-1])}" if end else "to an empty work pile"
            who += "" if src == 0 else " goes" if n == 1 else " and what lies on it go"
            said = f"{who} {where}"
            after = after.with_run(to - 1, run)
        if off and src:
            said += ", and your pile fills the gap"
        then = self.follows(after)
        if not then and src == 1 and to:
            then = "other cards come up in the next pass"
        return f"{said}; {then}" if then else said

    def follows(self, here: Here) -> str:
        """What can be done next that gains something, in words; the empty text if there is nothing."""
        move = self.plan(here, 2)[1]
        if not move or not here.pile:
            return ""
        src, to, n = move >> 7 & 7, move >> 4 & 7, move & 15
        if src == 0:
            return f"then {spoken(here.top)} can leave your pile"
        if to == 0:
            return f"then {spoken(here.sources[src])} can score"
        return "then a work pile can be emptied for your pile" if here.without(src, n)[1] else ""

    def reason_to_draw(self) -> str:
        """What is to be expected of the next cards."""
        for draws, (_, card) in enumerate(self.turned_up(self.here), 1):
            if card >= 0 and self.waiting[card] > 0:
                when = "comes next" if draws == 1 else f"comes in {draws} draws"
                return f"{spoken(card)} {when}, and a foundation waits for it"
        ends = (*self.here.sources, *(pile[-1] for pile in self.here.work if pile))
        if any(card >= 0 and self.waiting[card] > 0 for card in ends):
            return "the next cards are looked at first"  # what a lower level has overlooked
        return "nothing on the table gains anything now"
