"""Small deals of pepper for tests: the deck is just the cards that are named."""

from __future__ import annotations

import json
from typing import Any

from peppernut import pepper
from peppernut import rules as house
from peppernut.cards import KIND
from peppernut.engine.deal import Deal
from peppernut.standing import Standing


def kinds(text: str) -> tuple[int, ...]:
    """Cards from a text like ``"9C TC"``."""
    return tuple(KIND[card] for card in text.split())


def deal_of_pepper(
    hands: list[str],
    left: str = "",
    dealer: int = 3,
    totals: tuple[int, ...] = (),
    rough: bool = False,
    **options: Any,
) -> Any:
    """A deal with these hands and these cards left over; options lie over the first preset."""
    cards = " ".join([*hands, left]).split()
    extra = [card for card in cards if card not in {"AC", "AD", "AH", "AS", "XX"}]
    drop = []
    for ace in ("AC", "AD", "AH", "AS"):  # the deck begins with one of each
        extra += [ace] * (cards.count(ace) - 1)
        drop += [ace] * (ace not in cards)
    deck = {"low": "A", "extra": extra, "drop": drop, "jokers": cards.count("XX")}
    given = {"players": len(hands), "deck": deck, "hand_size": len(hands[0].split()), **options}
    rules = house.resolve(pepper, json.loads(json.dumps(given)))
    dealt = Deal(dealer, tuple(map(kinds, hands)), None, kinds(left))
    return pepper.State.start(rules, dealt, Standing(0, totals, rough))


def do(state: Any, *said: str) -> Any:
    """Actions, each written as seat and text; several on a line are parted by commas."""
    for line in ",".join(said).split(","):
        seat, _, text = line.strip().partition(" ")
        state.apply(int(seat), text)
    return state
