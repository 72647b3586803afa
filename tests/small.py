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
    aces = [card for card in cards if card[0] == "A"]
    missing = [card for card in ("AC", "AD", "AH", "AS") if card not in aces]
    for card in {card for card in aces if aces.count(card) > 1}:
        cards.remove(card)
        cards.append("+" + card)  # a second ace comes as an extra card
    deck = {
        "low": "A",
        "extra": [card.lstrip("+") for card in cards if card[0] != "A" and card != "XX"],
        "drop": missing,
        "jokers": cards.count("XX"),
    }
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
