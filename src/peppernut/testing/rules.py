"""House rules drawn at random, of all kinds, that can be played."""

from random import Random
from typing import Any

from peppernut import rules as house
from peppernut.cards import RANKS, SUITS
from peppernut.catalog import room
from peppernut.refusal import Refused


def random_rules(game: str, rng: Random) -> dict[str, Any]:
    """Options drawn at random, of all kinds, that can be played together."""
    makers = {"peanuts": _random_peanuts, "pepper": _random_pepper, "nerts": _random_nerts}
    while True:
        given = makers[game](rng)
        try:
            house.resolve(room(game), given)
        except Refused:
            continue
        return given


def _some(rng: Random, given: dict[str, Any], **choices: tuple[Any, ...]) -> None:
    """Set some of these options, the others stay at their defaults."""
    for name, values in choices.items():
        if rng.random() < 0.6:
            given[name] = rng.choice(values)


def _random_peanuts(rng: Random) -> dict[str, Any]:
    start = rng.randint(1, 13)
    given = {"players": rng.randint(2, 10), "start_cards": start, "hands": rng.randint(1, 2 * start)}
    _some(
        rng,
        given,
        decks=("auto", 1, 2),
        scoring=("all_or_nothing", "alternate"),
        bonus=(0, 1, 5, 10, 100),
        forehead=(True, False),
        void=("trump", "any"),
        hook=(True, False),
        identical=("first", "last"),
        review_tricks=(True, False),
    )
    return given


def _random_nerts(rng: Random) -> dict[str, Any]:
    given: dict[str, Any] = {
        "players": rng.randint(2, 6),
        "pile": rng.randint(1, 20),
        "work_piles": rng.randint(3, 6),
    }
    _some(
        rng,
        given,
        draw=(1, 2, 3),
        move_runs=(True, False),
        call=("manual", "auto"),
        card_points=(1, 2, 5),
        pile_penalty=(0, 1, 2, 5),
        target=(5, 25, 100),
    )
    return given


def _random_deck(rng: Random) -> dict[str, Any]:
    deck: dict[str, Any] = {"low": rng.choice("7789999TT"), "copies": rng.choice((1, 1, 2))}
    if rng.random() < 0.4:
        deck["jokers"] = rng.randint(0, 4)
    ranks = RANKS[RANKS.index(deck["low"]) :]
    if rng.random() < 0.2:
        deck["extra"] = [rng.choice(RANKS) + rng.choice(SUITS) for _ in range(rng.randint(1, 6))]
    if rng.random() < 0.2:
        deck["drop"] = rng.sample([rank + suit for rank in ranks for suit in SUITS], rng.randint(1, 4))
    return deck


def _random_pepper(rng: Random) -> dict[str, Any]:
    sides = rng.choice(("partners", "partners", "solo", "called"))
    players = rng.choice((4, 4, 6)) if sides == "partners" else rng.randint(3, 6)
    four = sides == "partners" and players == 4
    given: dict[str, Any] = {"players": players, "sides": sides, "deck": _random_deck(rng)}
    size = rng.randint(2, 10)
    given["hand_size"] = size
    if rng.random() < 0.6:
        numbers = sorted(rng.sample(range(1, size + 1), rng.randint(1, size)))
        given["levels"] = [*numbers, *rng.choice(([], ["little", "big"], ["little"], ["big"]))]
        if rng.random() < 0.25:
            given["levels"] = ["say 3", *given["levels"]]
        if rng.random() < 0.25 and 4 in numbers:
            given["levels"].insert(given["levels"].index(4) + 1, "say 4")
    given["exchange"] = rng.choice(("optional", "required", "none")) if four else "none"
    drops = ["none", "talk", "talk", "formal"] if four else ["none"]
    drops += {"solo": ["individual"] * 2, "called": ["vote"] * 2}.get(sides, [])
    given["drop_out"] = rng.choice(drops)
    if sides == "partners" and rng.random() < 0.2:
        given["rough_round"] = rng.randint(0, 3)
        given["rough_round_on_tie"] = rng.randint(0, 3)
    _some(
        rng,
        given,
        kitty=("none", "hidden", "exposed"),
        min_bid=(1, 1, 2, 3, 4),
        suit_bids=(True, False, False),
        auction=("single", "continuous"),
        stick_dealer=("no", "bid", "bid_or_surrender"),
        stuck_must_play=(True, False),
        no_trump=(True, True, False),
        no_trump_leader=("bidder", "left_of_bidder", "right_of_dealer"),
        no_trump_forced=(True, False),
        dirty_clubs=(True, False),
        call=("free", "not_held"),
        called_card_forced=(True, False),
        made=("bid", "tricks"),
        set_penalty=("bid", 0, 4, 6),
        shutout_penalty=("bid", 0, 5),
        six_free=(True, False),
        little=(6, 7, 8),
        big=(12, 14, 20),
        little_set=(5, 10),
        big_set=(10, 20),
        pepper_defence=("value", "tricks"),
        defender_cap=("none", None, 3, 6, 10),
        target=(6, 10, 15, 30, 42),
        must_bid_to_win=(True, False),
        identical=("first", "last"),
    )
    return given
