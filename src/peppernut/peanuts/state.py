"""A hand of peanuts in progress."""

import re
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Self

from peppernut.cards import HIDDEN, KIND, SUITS, TEXT, mask_of, suit
from peppernut.engine import deal as dealing
from peppernut.engine.fill import Place, fill
from peppernut.engine.row import BID, BIDDING, DEALER, HAND, PHASE, PLANES, TAKEN, TRICKS, TRUMP
from peppernut.engine.state import Event, TrickState, kinds
from peppernut.engine.tricks import add_card
from peppernut.engine.view import Said, View
from peppernut.peanuts import machine
from peppernut.peanuts.rules import Rules, compile_rules
from peppernut.refusal import Refused
from peppernut.standing import Standing

_ACTION = re.compile(r"bid (0|[1-9][0-9]*)|play (..)")
KINDS = mask_of(range(52))


class Deal(dealing.Deal):
    """The hands, and the card turned up for trump (P3)."""

    @classmethod
    def parse(cls, rules: Rules, given: Mapping[str, Any]) -> Self:
        """The hand of a record; see ``peppernut.engine.deal.Deal.parse``."""
        dealt = super().parse(rules, {**given, "kitty": None})  # no kitty in this game: an unknown key
        if dealt.turnup is None:
            raise Refused("bad_record", "A hand of peanuts needs its turnup, the card turned up for trump.")
        return dealt


def shuffle(rules: Rules, number: int, dealer: int, secret: bytes) -> Deal:
    """The hand with this number, dealt from a 256-bit secret; the next card is turned up (P3)."""
    *hands, rest = dealing.deal_out(
        rules.pack(), rules.players, rules.cards(number), secret, f"peanuts {number}"
    )
    return Deal(dealer, tuple(hands), rest[0])


class State(TrickState):
    """One hand: the bids, then the tricks (P3–P10)."""

    game = "peanuts"
    machine: ClassVar[Any] = machine
    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {"bid": ("bid",), "play": ("play",)}
    follow_rule = "P7"

    @classmethod
    def start(cls, rules: Rules, deal: dealing.Deal, standing: Standing) -> Self:
        """Begin a hand; Refused ``bad_deal`` when the cards are not those of this hand."""
        cards = rules.cards(standing.number)
        dealing.check(deal, rules.players, cards, 0, rules.pack())
        assert deal.turnup is not None
        table = compile_rules(rules)
        row = [0] * machine.size(table)
        machine.start(table, row, deal.dealer, cards, suit(deal.turnup))
        for seat, hand in enumerate(deal.hands):
            for kind in hand:
                add_card(row, HAND + seat * table[PLANES], kind)
        return cls(rules, deal, standing, table, row)

    def summary(self, seat: int | None = None, truth: bool = True) -> dict[str, Any]:
        """``dealer``, ``cards``, ``trump``, ``bids``, ``tricks`` and ``points`` of the hand."""
        s = self.row
        seats = range(self.rules.players)
        bids = tuple(None if s[BID + who] < 0 else s[BID + who] for who in seats)
        return {
            "dealer": s[DEALER],
            "cards": s[TRICKS],
            "trump": SUITS[s[TRUMP]],
            "bids": list(bids if truth else self._bids(seat)),
            "tricks": [s[TAKEN + who] for who in seats],
            "points": self.points,
        }

    def _pack(self) -> int:
        return KINDS

    def _is_action(self, text: str) -> bool:
        match = _ACTION.fullmatch(text)
        return match is not None and (match[2] is None or match[2] in KIND)

    def _code(self, seat: int, text: str) -> int:
        if text.startswith("play"):
            return self._play_code(seat, text)
        cards = self.row[TRICKS]
        # a number of thousands of digits is not even read
        bid = int(text[4:]) if len(text) < 9 else cards + 1
        if bid <= cards and machine.legal(self.table, self.row, seat) >> bid & 1:
            return bid
        if bid > cards:
            raise Refused("not_a_bid", f"You have {cards} cards: bid from 0 to {cards} (P4).")
        raise Refused(
            "hook", f"The dealer may not bid {bid}: the bids would add up to the {cards} tricks (hook)."
        )

    def _text(self, seat: int, code: int) -> str:
        return f"bid {code}" if self.row[PHASE] == BIDDING else f"play {TEXT[code]}"

    @property
    def _secret(self) -> bool:
        """A forehead hand whose bids are not shown yet (P5)."""
        return bool(self.row[machine.SECRET]) and self.row[PHASE] == BIDDING

    def _forehead(self) -> bool:
        return bool(self.row[machine.SECRET])

    def _sees(self, viewer: int | None, owner: int) -> bool:
        if not self.row[machine.SECRET] or self.over:
            return super()._sees(viewer, owner)
        if viewer is None:
            return False
        return not self._secret or viewer != owner

    def _seen(self, viewer: int | None, seat: int, text: str) -> str:
        return f"bid {HIDDEN}" if self._secret and viewer != seat else text

    def _bids(self, viewer: int | None) -> tuple[Any, ...]:
        s = self.row
        return tuple(
            None if s[BID + who] < 0 or (self._secret and who != viewer) else s[BID + who]
            for who in range(self.rules.players)
        )

    def _said(self, viewer: int | None, phase: str) -> tuple[Said, ...]:
        return () if self._secret and phase == "bid" else super()._said(viewer, phase)

    def _news(self, before: int) -> list[Event]:
        if before == BIDDING and self.row[PHASE] != BIDDING and self.row[machine.SECRET]:
            return [{"kind": "show", "bids": list(self._bids(None))}]
        return []

    def _guess(self, view: View, rng: Random) -> tuple[Deal, list[Said]]:
        rules: Rules = view.rules
        played: list[list[int]] = [[] for _ in view.hands]
        for seat, text in view.actions:
            if text.startswith("play"):
                played[seat].append(KIND[text[5:]])
        turnup = KIND[str(view.turnup)]
        open_hands = [kinds(hand) for hand in view.hands]
        unseen = Counter(rules.pack())
        unseen.subtract(Counter([turnup, *(kind for hand in (*open_hands, *played) for kind in hand)]))
        places = [
            Place(len(hand) - len(seen), barred)
            for hand, seen, barred in zip(view.hands, open_hands, view.barred, strict=True)
        ]
        cards = list(unseen.elements())
        rest = Place(len(cards) - sum(place.size for place in places), 0)
        filled = fill([*places, rest], cards, rng)
        hands = tuple(
            tuple(seen + got + gone)
            for seen, got, gone in zip(open_hands, filled[: len(places)], played, strict=True)
        )
        actions = [
            (seat, text if HIDDEN not in text else f"bid {rng.randrange(2)}") for seat, text in view.actions
        ]
        return Deal(view.dealer, hands, turnup), actions
