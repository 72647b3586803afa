"""A round in progress, as the server, the records and the bots step it."""

from random import Random
from typing import Any, Self

from peppernut.nerts import machine as m
from peppernut.nerts import moves
from peppernut.nerts.cards import RANK_NAMES, SUIT_NAMES, SUITS, TEXT, spoken
from peppernut.nerts.deal import Deal
from peppernut.nerts.rules import Rules, tables
from peppernut.nerts.view import Foundation, Place, View
from peppernut.refusal import Refused
from peppernut.standing import Standing

_CODES = {
    m.DOES_NOT_FIT: "does_not_fit",
    m.GONE: "gone",
    m.PILE_NOT_EMPTY: "pile_not_empty",
    m.SAID_BEFORE: "not_your_turn",
    m.WRONG_PHASE: "wrong_phase",
}

_PLACES = ("peanuts pile", "waste", *(f"work pile {w}" for w in range(1, 7)))


class State:
    """One round: who may do what, what happens, who sees what."""

    __slots__ = ("_out", "_t", "actions", "deal", "row", "rules", "standing")

    def __init__(self, rules: Rules, deal: Deal | None, standing: Standing) -> None:
        self.rules = rules
        self.deal = deal
        self.standing = standing
        self.actions: list[tuple[int, str, int]] = []
        self._t = tables(rules)
        self._out = [0] * 256
        self.row = [0] * m.length(rules.players)

    @classmethod
    def start(cls, rules: Rules, deal: Deal, standing: Standing) -> Self:
        """The round as it stands when the countdown ends."""
        state = cls(rules, deal, standing)
        m.begin(state._t, state.row)
        for seat, layout in enumerate(deal.layouts):
            m.lay(state._t, state.row, seat, layout)
        return state

    def copy(self) -> Self:
        """The same round, to be played on apart from this one."""
        twin = type(self)(self.rules, self.deal, self.standing)
        twin.row[:] = self.row
        twin.actions = list(self.actions)
        return twin

    @property
    def over(self) -> bool:
        """Has the round ended?"""
        return bool(self.row[m.OVER])

    @property
    def phase(self) -> str:
        """``race``, or ``over``."""
        return "over" if self.row[m.OVER] else "race"

    @property
    def to_act(self) -> tuple[int, ...]:
        """Everybody, until the round is over."""
        return () if self.row[m.OVER] else tuple(range(self.rules.players))

    @property
    def caller(self) -> int | None:
        """Who ended the round by an empty pile; None while it goes on, or when all were stuck."""
        return self.row[m.CALLER] - 1 if self.row[m.CALLER] else None

    @property
    def rotations(self) -> int:
        """How often all have been stuck since the last accepted move."""
        return self.row[m.ROTATIONS]

    @property
    def points(self) -> list[int] | None:
        """Each seat's points once the round is over."""
        if not self.row[m.OVER]:
            return None
        return [m.points(self._t, self.row, seat) for seat in range(self.rules.players)]

    def legal(self, seat: int) -> list[str]:
        """Everything the seat could do now."""
        if not 0 <= seat < self.rules.players:
            return []
        count = m.legal(self._t, self.row, seat, self._out)
        text = moves.TEXT
        return [text[code] for code in self._out[:count]]

    def allows(self, seat: int, text: str) -> bool:
        """Would this action be accepted? Cheaper than a look through all of them."""
        code = moves.READINGS[self.rules.work_piles].get(text)
        if code is None or not 0 <= seat < self.rules.players:
            return False
        return m.refusal(self._t, self.row, seat, code) == m.FINE

    def apply(self, seat: int, text: str, ms: int | None = None) -> list[dict[str, Any]]:
        """Do the action and tell everybody; or Refused, and nothing has changed.

        ``ms`` are the milliseconds since the start; None is the moment of the action before.
        """
        code = moves.read(self.rules.work_piles, text)
        t, s = self._t, self.row
        if s[m.OVER]:
            raise Refused("wrong_phase", "The round is over.")
        if not 0 <= seat < self.rules.players:
            raise Refused("not_your_turn", "That is no seat at this table.")
        why = m.refusal(t, s, seat, code)
        if why:
            raise Refused(_CODES[why], self._because(seat, code, why))
        if ms is None:
            ms = self.actions[-1][2] if self.actions else 0
        event = self._moved(seat, code, text) if code >= m.MOVE else self._said(seat, code, text)
        self.actions.append((seat, text, ms))
        if s[m.OVER]:
            return [event, {"kind": "over", "caller": self.caller, "points": self.points}]
        if code == m.STUCK_ACTION and s[m.SAID] == 0:
            places = [self._place(other).to_json() for other in range(self.rules.players)]
            return [event, {"kind": "rotate", "rotations": s[m.ROTATIONS], "places": places}]
        return [event]

    def _moved(self, seat: int, code: int, text: str) -> dict[str, Any]:
        t, s = self._t, self.row
        src, dst, n = (code >> 7) & 7, (code >> 4) & 7, code & 15
        b = m.SEATS + seat * m.STRIDE
        if n == 1:
            cards = [TEXT[m.source(s, b, src, 1)]]
        else:
            cards = [TEXT[m.source(s, b, src, k)] for k in range(n, 0, -1)]
        cleared = s[m.SAID] > 0
        m.move(t, s, seat, src, dst, n)
        event: dict[str, Any] = {
            "kind": "move",
            "seat": seat,
            "action": text,
            "cards": cards,
            "filled": bool(s[m.FILLED]),
            "cleared": cleared,
            "place": self._place(seat).to_json(),
        }
        if s[m.LAST] >= 0:
            base = t[m.FOUNDATIONS] + s[m.LAST] * m.HEAP
            event["foundation"] = {
                "at": s[m.LAST],
                "suit": SUITS[s[base + 1]],
                "top": cards[0],
                "cards": s[base],
            }
        return event

    def _said(self, seat: int, code: int, text: str) -> dict[str, Any]:
        m.perform(self._t, self.row, seat, code)
        if code == m.DRAW_ACTION:
            return {"kind": "draw", "seat": seat, "action": text, "place": self._place(seat).to_json()}
        return {"kind": text, "seat": seat, "action": text}

    def _because(self, seat: int, code: int, why: int) -> str:
        """The sentence for a refusal."""
        s = self.row
        b = m.SEATS + seat * m.STRIDE
        if why == m.SAID_BEFORE:
            return "You have said so already; the next card that anybody plays clears it."
        if why == m.PILE_NOT_EMPTY:
            left = s[b + m.PILE_N]
            return f"You cannot call yet: your peanuts pile still has {left} card{'' if left == 1 else 's'}."
        if code == m.DRAW_ACTION:
            return "There is nothing to draw: your stock and your waste are both empty."
        src, dst, n = (code >> 7) & 7, (code >> 4) & 7, code & 15
        card = m.source(s, b, src, n)
        if card < 0:
            if n > 1 and m.source(s, b, src, 1) >= 0:
                return f"Your {_PLACES[src]} does not have so many cards."
            return f"There is no card on your {_PLACES[src]}."
        if why == m.GONE:
            return f"Somebody was quicker: nothing waits for {spoken(card)} any more. Your card goes back."
        if dst == m.TO_FOUNDATION:
            below = RANK_NAMES[(card >> 2) - 1]
            return (
                f"{spoken(card)} must wait: no {below} of {SUIT_NAMES[card & 3]} lies on top of a foundation."
            )
        if src - m.FROM_WORK == dst - 1:
            return "The cards lie there already."
        if n > 1 and not self.rules.move_runs:
            return "At this table cards move between work piles one at a time."
        end = spoken(m.target(s, b, dst - 1))
        if not (m.target(s, b, dst - 1) ^ card) & 1:
            return f"{spoken(card)} does not go on {end}: red goes on black and black on red."
        return f"{spoken(card)} does not go on {end}: work piles go down by one."

    def summary(self, seat: int | None = None, truth: bool = True) -> dict[str, Any]:
        """The row of this round in the result of a replay; nothing in it is hidden from anybody."""
        del seat, truth
        blocks = [m.SEATS + other * m.STRIDE for other in range(self.rules.players)]
        return {
            "foundation_cards": [self.row[b + m.OUT] for b in blocks],
            "pile_left": [self.row[b + m.PILE_N] for b in blocks],
            "points": self.points,
            "caller": self.caller,
        }

    def _place(self, seat: int) -> Place:
        b = m.SEATS + seat * m.STRIDE
        block = self.row[b : b + m.STRIDE]
        pile, waste, stock = block[m.PILE_N], block[m.WASTE_N], block[m.STOCK_AT]
        work = []
        at = m.WORK
        for count in block[m.WORK_N : m.WORK_N + self.rules.work_piles]:
            work.append(tuple(block[at : at + count]))
            at += m.HEIGHT
        return Place(
            pile,
            block[m.PILE + pile - 1] if pile else -1,
            tuple(work),
            waste,
            block[m.DECK + waste - 1] if waste else -1,
            52 - stock,
            bool(block[m.STUCK]),
            block[m.OUT],
            block[m.DRAWS],
            block[m.IDLE],
        )

    def _deck(self, seat: int) -> tuple[int, ...]:
        s = self.row
        b = m.SEATS + seat * m.STRIDE
        seen = s[b + m.SEEN]
        waste, stock = b + m.DECK + s[b + m.WASTE_N], b + m.DECK + s[b + m.STOCK_AT]
        cards = s[b + m.DECK : waste] + s[stock : b + m.DECK + 52]
        return tuple(card if seen >> card & 1 else -1 for card in cards)

    def _foundation(self, at: int) -> Foundation:
        s = self.row
        base = self._t[m.FOUNDATIONS] + at * m.HEAP
        return Foundation(SUITS[s[base + 1]], tuple(s[base + 2 : base + 2 + s[base]]))

    def view(self, seat: int | None) -> View:
        """What this seat may know; None for a spectator."""
        points = self.points
        return View(
            seat,
            self.rules,
            self.phase,
            self.standing.number,
            () if seat is None else tuple(self.legal(seat)),
            None if points is None else tuple(points),
            self.caller,
            self.row[m.ROTATIONS],
            tuple(map(self._foundation, range(self.row[m.FOUND]))),
            tuple(map(self._place, range(self.rules.players))),
            tuple(map(self._deck, range(self.rules.players))),
        )

    @classmethod
    def guess(cls, view: View, rng: Random) -> Self:
        """A round that this view cannot tell from the true one: what lies face down is shuffled.

        Of everybody's 52 cards those are hidden that lie neither on a foundation nor face up and were not seen on
        his waste before; each order of them over the rest of his pile, of his waste and his stock is as likely as
        any other.
        """
        state = cls(view.rules, None, Standing(view.number))
        t, s = state._t, state.row
        m.begin(t, s)
        s[m.OVER] = int(view.over)
        s[m.CALLER] = 0 if view.caller is None else view.caller + 1
        s[m.ROTATIONS] = view.rotations
        s[m.SAID] = sum(place.stuck for place in view.places)
        hidden = [set(range(52)) for _ in view.places]
        for foundation in view.foundations:
            suit = SUITS.index(foundation.suit)
            for rank, owner in enumerate(foundation.owners):
                card = rank * 4 + suit
                hidden[owner].remove(card)
                if rank == 0:
                    base = t[m.FOUNDATIONS] + s[m.FOUND] * m.HEAP
                    s[m.FOUND] += 1
                    s[base + 1] = suit
                s[base] = rank + 1
                s[base + 2 + rank] = owner
                s[m.WAITING + card] -= 1
                s[m.WAITING + card + 4] += 1
        for seat, place in enumerate(view.places):
            _lay_guess(s, m.SEATS + seat * m.STRIDE, place, view.decks[seat], hidden[seat], rng)
        return state


def _lay_guess(
    s: list[int], b: int, place: Place, deck: tuple[int, ...], hidden: set[int], rng: Random
) -> None:
    """Fill one seat's block from its place, the unseen cards in any order."""
    s[b + m.STUCK] = int(place.stuck)
    s[b + m.OUT] = place.out
    s[b + m.DRAWS] = place.draws
    s[b + m.IDLE] = place.idle
    for w, cards in enumerate(place.work):
        hidden.difference_update(cards)
        s[b + m.WORK_N + w] = len(cards)
        s[b + m.WORK + w * m.HEIGHT : b + m.WORK + w * m.HEIGHT + len(cards)] = cards
    seen = {card for card in deck if card >= 0}
    hidden -= {place.pile_top, *seen}
    unseen = sorted(hidden)
    rng.shuffle(unseen)
    s[b + m.PILE_N] = place.pile
    if place.pile:
        pile = [unseen.pop() for _ in range(place.pile - 1)]
        s[b + m.PILE : b + m.PILE + place.pile] = [*pile, place.pile_top]
    turned = [card if card >= 0 else unseen.pop() for card in deck]
    s[b + m.SEEN] = sum(1 << card for card in seen)
    s[b + m.WASTE_N] = place.waste
    s[b + m.DECK : b + m.DECK + place.waste] = turned[: place.waste]
    s[b + m.STOCK_AT] = 52 - place.stock
    s[b + m.DECK + 52 - place.stock : b + m.DECK + 52] = turned[place.waste :]
