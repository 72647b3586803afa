"""The cards of one deal of a trick game, as they were dealt."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from peppernut.cards import KIND, TEXT, hand_text, shuffled, spoken
from peppernut.refusal import Refused


@dataclass(frozen=True)
class Deal:
    """Who dealt, the hands by seat as kinds, the card turned up (peanuts), the cards left over (pepper)."""

    dealer: int
    hands: tuple[tuple[int, ...], ...]
    turnup: int | None = None
    kitty: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The deal as a record writes it, without actions."""
        row: dict[str, Any] = {"dealer": self.dealer, "hands": [hand_text(hand) for hand in self.hands]}
        if self.turnup is not None:
            row["turnup"] = TEXT[self.turnup]
        if self.kitty:
            row["kitty"] = hand_text(self.kitty)
        return row

    @classmethod
    def parse(cls, rules: Any, given: Mapping[str, Any]) -> Self:
        """Read a deal of a record: Refused ``bad_record`` for its form, ``bad_deal`` for cards that are none."""
        players = rules.players
        dealer = given.get("dealer")
        if type(dealer) is not int or not 0 <= dealer < players:
            raise Refused("bad_record", f"A deal needs a dealer, a seat from 0 to {players - 1}.")
        hands = given.get("hands")
        if not isinstance(hands, list) or not all(isinstance(hand, str) for hand in hands):
            raise Refused("bad_record", "A deal needs hands, a list with one text of cards a seat.")
        turnup, kitty = given.get("turnup"), given.get("kitty")
        for name, value in (("turnup", turnup), ("kitty", kitty)):
            if value is not None and not isinstance(value, str):
                raise Refused("bad_record", f"The {name} of a deal must be a text of cards.")
        up = read_cards(turnup) if turnup is not None else ()
        if len(up) > 1 or (turnup is not None and not up):
            raise Refused("bad_deal", "Exactly one card is turned up.")
        return cls(
            dealer,
            tuple(read_cards(hand) for hand in hands),
            up[0] if up else None,
            read_cards(kitty) if kitty is not None else (),
        )


def read_cards(text: str) -> tuple[int, ...]:
    """Cards from a text like ``"9C TC"``; Refused ``bad_deal`` if one of them is no card."""
    for card in text.split():
        if card not in KIND:
            raise Refused("bad_deal", f"{card!r} is no card; cards read like 9C, TD, AS, the joker XX.")
    return tuple(KIND[card] for card in text.split())


def check(deal: Deal, players: int, cards: int, left: int, pack: Sequence[int]) -> None:
    """Refuse (``bad_deal``) cards that are missing, doubled or too many for this pack.

    ``cards`` a seat, ``left`` in the kitty; with the card turned up they need not use up the pack.
    """
    if len(deal.hands) != players:
        raise Refused("bad_deal", f"There are {len(deal.hands)} hands for {players} seats.")
    for seat, hand in enumerate(deal.hands):
        if len(hand) != cards:
            raise Refused("bad_deal", f"Seat {seat} has {_cards(len(hand))} instead of {cards}.")
    if len(deal.kitty) != left:
        raise Refused("bad_deal", f"The kitty has {_cards(len(deal.kitty))} instead of {left}.")
    dealt = Counter(kind for hand in (*deal.hands, deal.kitty) for kind in hand)
    if deal.turnup is not None:
        dealt[deal.turnup] += 1
    there = Counter(pack)
    for kind, count in dealt.items():
        if count > there[kind]:
            raise Refused(
                "bad_deal",
                f"{spoken(kind)} is dealt {_times(count)}, but the deck has it {_times(there[kind])}.",
            )


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _times(number: int) -> str:
    return ("not at all", "once", "twice")[number] if number < 3 else f"{number} times"


def deal_out(
    pack: Sequence[int], players: int, cards: int, secret: bytes, label: str
) -> list[tuple[int, ...]]:
    """Shuffle and give every seat its cards; the last entry is what is left of the pack."""
    order = shuffled(pack, secret, label)
    hands = [tuple(order[seat * cards : (seat + 1) * cards]) for seat in range(players)]
    return [*hands, tuple(order[players * cards :])]
