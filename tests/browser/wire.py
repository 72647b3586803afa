"""What came over a person's line, held against the truth of the record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.browser.driver import Frame

CARD = re.compile(r"\b(?:[2-9TJQKA][CDHS]|XX)\b")
# Random letters, in which a card may seem to stand.
RANDOM = {"link_secret", "name", "secret", "commit", "mixes"}


def cards_in(told: object) -> Iterator[str]:
    """Every card that a message names, wherever it stands."""
    if isinstance(told, str):
        yield from CARD.findall(told)
    elif isinstance(told, dict):
        for key, value in told.items():
            if key not in RANDOM:
                yield from cards_in(value)
    elif isinstance(told, list):
        for value in told:
            yield from cards_in(value)


def timeline(record: dict[str, Any]) -> dict[int, tuple[int, int]]:
    """Position of the table → index of the deal, number of its actions done."""
    found: dict[int, tuple[int, int]] = {}
    position = 0
    for number, deal in enumerate(record["deals"]):
        position += 1
        for done in range(len(deal["actions"]) + 1):
            found[position + done] = (number, done)
        position += len(deal["actions"])
    return found


def known(deal: dict[str, Any], done: int, seat: int, partner: int | None, forehead: bool) -> set[str]:
    """The cards that this seat may know of after so many actions of the deal (one deck)."""
    hands = [set(hand.split()) for hand in deal["hands"]]
    seen = {deal["turnup"]} if "turnup" in deal else set()
    if forehead:
        shown = done >= len(hands)
        for other, hand in enumerate(hands):
            if shown or other != seat:
                seen |= hand
    else:
        seen |= hands[seat]
    for who, action in deal["actions"][:done]:
        verb, _, card = action.partition(" ")
        if verb == "play" or (verb == "give" and who == partner):
            seen.add(card)
    return seen


def check(frames: list[Frame], record: dict[str, Any], seat: int) -> int:
    """Nothing reached this seat before its time; the number of frames looked at.

    For games with one deck, in which a card is one certain card.
    """
    where = timeline(record)
    sides = 2 if record["game"] == "pepper" else 0
    partner = (seat + 2) % 4 if sides else None
    looked = 0
    last: int | None = None
    for frame in frames:
        told = frame.told
        if told["t"] == "welcome":
            position, last = told["table"]["position"], told["seq"]
        elif told["t"] == "step":
            position = told["position"]
            assert last is not None, "a step came before any welcome"
            assert told["seq"] == last + 1, f"a step is missing between {last} and {told['seq']}"
            last = told["seq"]
        else:
            assert not list(cards_in(told)) or told["t"] == "ack", told
            continue
        if position not in where:
            continue
        number, done = where[position]
        deal = record["deals"][number]
        if done == len(deal["actions"]):
            continue
        looked += 1
        forehead = (
            record["game"] == "peanuts" and len(deal["hands"][0].split()) == 1 and has_foreheads(record)
        )
        may = known(deal, done, seat, partner, forehead)
        leaked = set(cards_in(told)) - may
        assert not leaked, f"seat {seat} could read {leaked} in {frame.raw}"
        if forehead and done < len(deal["hands"]):
            _secret_bids(told, seat)
    return looked


def has_foreheads(record: dict[str, Any]) -> bool:
    """Whether one-card hands are played unseen."""
    rules = record["rules"]
    return bool(rules.get("forehead", rules.get("preset") != "oh-hell"))


def _secret_bids(told: dict[str, Any], seat: int) -> None:
    """Before the show nobody hears what another has bid."""
    for event in told.get("events", []):
        assert event["kind"] != "show", told
        if event["kind"] == "action" and event["seat"] != seat:
            assert event["action"] == "bid ??", told
    match = told.get("match") or {}
    deal = told.get("deal") or match.get("deal") or {}
    others = [bid for other, bid in enumerate(deal.get("bids", [])) if other != seat]
    assert all(bid is None for bid in others), told
    assert not deal.get("auction"), told
    assert not deal.get("history"), told
