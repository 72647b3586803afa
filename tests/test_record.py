"""Records: every code of refusal, and bad input of all kinds; one answer each, never an exception."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.small import deal_of_pepper

from peppernut.match import Match
from peppernut.record import Outcome, load, replay
from peppernut.refusal import Refused
from peppernut.rules import resolve, to_json

CODES = {
    *(
        "not_your_turn",
        "not_a_bid",
        "bid_too_low",
        "hook",
        "must_follow_suit",
        "must_trump",
        "must_play_called_card",
    ),
    *("joker_lead", "not_your_card", "wrong_phase", "does_not_fit", "gone", "pile_not_empty", "not_allowed"),
    *("unknown_action", "bad_record", "bad_rules", "bad_deal", "wrong_dealer"),
}
NOWHERE = {"deal": None, "action": None, "seat": None}

IOWA: dict[str, Any] = {
    "format": "peppernut/1",
    "game": "pepper",
    "rules": {"preset": "iowa", "target": 31},
    "seats": ["Ann", "Bob", "Cy", "Dee"],
    "deals": [
        {
            "dealer": 3,
            "hands": ["9C TC QH KH AH JS", "TH 9S TS QS KS AS", "JH JC 9D TD QD KD", "JD 9H AD AC KC QC"],
            "actions": [
                [0, "bid 2"], [1, "pass"], [2, "bid 3"], [3, "pass"], [2, "trump H"], [2, "discard 9D"], [0, "give AH"],
                [3, "yes"], [1, "maybe"], [2, "play JH"],
            ],
        }
    ],
}  # fmt: skip
PEANUTS: dict[str, Any] = {
    "format": "peppernut/1",
    "game": "peanuts",
    "rules": {"start_cards": 2},
    "seats": ["Ann", "Bob", "Cy"],
    "deals": [
        {
            "dealer": 0,
            "hands": ["AS 2D", "KC 3D", "4S 5H"],
            "turnup": "9H",
            "actions": [[1, "bid 0"], [2, "bid 0"], [0, "bid 0"], [1, "play KC"]],
        }
    ],
}


def told(record: object) -> Outcome:
    """The outcome, which must be JSON whole and from every seat."""
    outcome = replay(record)
    for seat in (None, 0, 1):
        json.dumps(outcome.to_json(seat, truth=False))
    json.dumps(outcome.to_json())
    if outcome.error is not None:
        assert set(outcome.error) == {"deal", "action", "seat", "code", "message"}
        assert outcome.error["code"] in CODES
        assert len(outcome.error["message"]) > 10
        outcome.error["message"].encode()
    return outcome


def code(record: object) -> str | None:
    outcome = told(record)
    if outcome.error is None:
        return None
    if outcome.error["code"] in {"bad_record", "bad_rules"}:
        assert {key: outcome.error[key] for key in NOWHERE} == NOWHERE
    return str(outcome.error["code"])


def changed(record: dict[str, Any], *path: Any, to: Any = None) -> dict[str, Any]:
    """A copy with one value set; without ``to`` it is taken out."""
    twin = copy.deepcopy(record)
    place: Any = twin
    for key in path[:-1]:
        place = place[key]
    if to is None:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return twin


def then(record: dict[str, Any], *actions: Any) -> dict[str, Any]:
    twin = copy.deepcopy(record)
    twin["deals"][-1]["actions"] += actions
    return twin


def test_the_example_of_the_page():
    outcome = told(IOWA).to_json()
    assert outcome["sides"] == [[0, 2], [1, 3]]
    assert outcome["deals"] == [
        {"dealer": 3, "declarer": 2, "bid": "3", "trump": "H", "tricks": [0, 0, 0, 0], "points": None}
    ]
    assert (outcome["scores"], outcome["over"], outcome["winners"], outcome["error"]) == (
        [0, 0],
        False,
        [],
        None,
    )
    assert outcome["next"]["phase"] == "play"
    assert {seat: set(legal) for seat, legal in outcome["next"]["legal"].items()} == {
        "3": {"play JD", "play 9H"}
    }
    refused = told(then(IOWA, [3, "play AD"])).to_json()
    assert {**refused, "error": None} == outcome
    error = refused["error"]
    assert (error["deal"], error["action"], error["seat"], error["code"]) == (0, 10, 3, "must_follow_suit")


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ([3, "play AD"], "must_follow_suit"),
        ([3, "play AH"], "not_your_card"),
        ([1, "play TH"], "not_your_turn"),
        ([0, "play KH"], "not_your_turn"),
        ([9, "play KH"], "not_your_turn"),
        ([-1, "play KH"], "not_your_turn"),
        ([3, "pass"], "wrong_phase"),
        ([1, "pass"], "wrong_phase"),
        ([3, "discard AD"], "wrong_phase"),
        ([3, "dance"], "unknown_action"),
        ([1, ""], "unknown_action"),
        ([3, "play jd"], "unknown_action"),
        ([3, "play 1D"], "unknown_action"),
        ([3, "play JD "], "unknown_action"),
        ([3, "bid " + "9" * 10000], "wrong_phase"),
        ([3, "\ud800"], "unknown_action"),
    ],
)
def test_refused_actions(action: list[Any], expected: str):
    record = then(IOWA, action)
    assert code(record) == expected
    error = told(record).error
    assert error is not None
    assert (error["deal"], error["action"], error["seat"]) == (0, 10, action[0])


def test_codes_of_the_auction():
    start = changed(IOWA, "deals", 0, "actions", to=[[0, "bid 2"]])
    assert code(then(start, [1, "bid 2"])) == "bid_too_low"
    assert code(then(start, [1, "bid 7"])) == "not_a_bid"
    assert code(then(start, [1, "bid 3 H"])) == "not_a_bid"
    assert code(then(start, [1, "say 4"])) == "not_a_bid"
    assert code(then(start, [1, "bid " + "9" * 10000])) == "not_a_bid"
    required = changed(IOWA, "rules", to={"exchange": "required", "no_trump": False})
    required["deals"][0]["actions"] = [[0, "bid 2"], [1, "pass"], [2, "pass"], [3, "pass"]]
    assert code(then(required, [0, "trump NT"])) == "not_allowed"
    assert code(then(required, [0, "trump H"], [0, "with"])) == "not_allowed"
    assert code(then(required, [0, "trump H"], [0, "give AH"])) == "not_your_turn"


def test_codes_of_peanuts():
    assert code(then(PEANUTS, [2, "play 4S"])) == "must_trump"
    assert code(then(PEANUTS, [2, "play 5H"], [0, "play 2D"])) is None
    assert code(then(PEANUTS, [2, "bid 1"])) == "wrong_phase"
    hook = changed(PEANUTS, "rules", "hook", to=True)
    hook["deals"][0]["actions"] = [[1, "bid 1"], [2, "bid 1"], [0, "bid 0"]]
    assert code(hook) == "hook"
    hook["deals"][0]["actions"][2] = [0, "bid 3"]
    assert code(hook) == "not_a_bid"
    hook["deals"][0]["actions"][2] = [0, "bid " + "1" * 6000]
    assert code(hook) == "not_a_bid"


def of_state(state: Any) -> dict[str, Any]:
    return {
        "format": "peppernut/1",
        "game": "pepper",
        "rules": to_json(state.rules),
        "seats": ["x"] * state.rules.players,
        "deals": [{**state.deal.to_json(), "actions": []}],
    }


def test_codes_of_jokers_and_called_cards():
    plain: dict[str, Any] = {"exchange": "none", "drop_out": "none"}
    jokers = of_state(deal_of_pepper(["XX 9C", "AC TC", "AS 9S", "9D TD"], **plain))
    bidding = [[0, "bid 1"], [1, "pass"], [2, "pass"], [3, "pass"], [0, "trump NT"]]
    assert code(then(jokers, *bidding, [0, "play XX"])) == "joker_lead"
    calls = of_state(
        deal_of_pepper(["AH 9C", "AC TC", "AS 9S", "9D TD"], sides="called", called_card_forced=True, **plain)
    )
    bidding[4] = [0, "trump H"]
    assert code(then(calls, *bidding, [0, "call 2C"])) == "not_allowed"
    assert (
        code(then(calls, *bidding, [0, "call AC"], [0, "play 9C"], [1, "play TC"])) == "must_play_called_card"
    )


def test_codes_of_nerts():
    rules = resolve(Match("nerts", resolve_of("nerts"), ["a", "b"]).room, {"players": 2})
    match = Match("nerts", rules, ["a", "b"])
    match.begin(match.shuffle(bytes(32)))
    record = match.to_record()
    assert code(then(record, [0, "call", 5])) == "pile_not_empty"
    assert code(then(record, [0, "move T1 T1", 5])) in {"does_not_fit", "unknown_action"}
    assert code(then(record, [0, "stuck", 5], [0, "stuck", 6])) == "not_your_turn"
    assert code(then(record, [0, "draw", 5], [1, "draw", 4])) == "bad_record"
    assert code(then(record, [0, "draw", -5])) == "bad_record"


def resolve_of(game: str) -> Any:
    from peppernut.catalog import room

    return resolve(room(game), {}, 2)


DEAL = ("deals", 0)
ACTION = ("deals", 0, "actions", 0)
WRONG: dict[tuple[Any, ...], list[Any]] = {
    ("format",): [None, "peppernut/2", [1]],
    ("game",): [None, "whist", [], {}],
    ("seats",): [None, [], 4, "Ann", [1, 2, 3, 4], {"0": "Ann"}],
    ("deals",): [{}, "x", [[]], [None]],
    (*DEAL, "dealer"): [None, 4, -1, 3.0, "3", True, 10**400],
    (*DEAL, "hands"): [None, "9C", {}],
    (*DEAL, "hands", 0): [["9C"], 9],
    (*DEAL, "actions"): [{}, "pass"],
    ACTION: [
        *("bid 2", [], [0], ["0", "bid 2"], [0, 2], [0.0, "bid 2"], [True, "bid 2"]),
        *([0, "bid 2", "now"], [0, "bid 2", 5, 5], [0, "bid 2", -1]),
    ],
}


@pytest.mark.parametrize(
    "record",
    [
        *(changed(IOWA, *path, to=value) for path, values in WRONG.items() for value in values),
        *(changed(PEANUTS, "deals", 0, "turnup", to=value) for value in (None, 9, ["9H"])),
        *(None, [], [IOWA], "pepper", 3, 1e308, True, {}),
        {**IOWA, "deals": IOWA["deals"] * 2},
        {**IOWA, "rules": {"preset": "johnston"}, "seats": ["a", "b", "c"]},
        {**IOWA, "rules": {"players": 6, "exchange": "none", "drop_out": "none"}},
    ],
)
def test_bad_records(record: object):
    assert code(record) == "bad_record"


@pytest.mark.parametrize(
    "rules",
    [
        [], "iowa", 3, {"preset": "idaho"}, {"preset": []}, {"preset": 3}, {"colour": 1}, {"target": "42"},
        {"target": 42.0},
        {"target": 10**40}, {"target": 0}, {"target": {}}, {"no_trump": "sometimes"}, {"no_trump": 1}, {"hand_size": 9},
        {"sides": "solo"}, {"drop_out": "vote"}, {"levels": [9]}, {"players": True}, {"": 0}, {"target": [[[[[]]]]]},
    ],
)  # fmt: skip
def test_bad_rules(rules: object):
    assert code({**IOWA, "rules": rules}) == "bad_rules"
    assert told({**IOWA, "rules": rules}).match is None


@pytest.mark.parametrize(
    "hands",
    [
        IOWA["deals"][0]["hands"][:3],
        [*IOWA["deals"][0]["hands"], "9C"],
        ["9C TC QH KH AH", *IOWA["deals"][0]["hands"][1:]],
        ["9C 9C QH KH AH JS", *IOWA["deals"][0]["hands"][1:]],
        ["8C TC QH KH AH JS", *IOWA["deals"][0]["hands"][1:]],
        ["9c TC QH KH AH JS", *IOWA["deals"][0]["hands"][1:]],
        ["XX TC QH KH AH JS", *IOWA["deals"][0]["hands"][1:]],
        ["?? TC QH KH AH JS", *IOWA["deals"][0]["hands"][1:]],
        ["", "", "", ""],
        [],
    ],
)
def test_bad_deals(hands: list[str]):
    outcome = told(changed(IOWA, "deals", 0, "hands", to=hands))
    assert outcome.error is not None
    assert (outcome.error["code"], outcome.error["deal"], outcome.error["action"]) == ("bad_deal", 0, None)


def test_bad_deals_of_peanuts():
    for turnup in ("AS", "9H 8H", "", "hearts", "XX"):
        assert code(changed(PEANUTS, "deals", 0, "turnup", to=turnup)) == "bad_deal"


def test_kitty():
    dilley = of_state(
        deal_of_pepper(["AH 9C", "AC TC", "AS 9S", "9D TD"], "KD", exchange="none", drop_out="none")
    )
    assert code(dilley) is None
    assert code(changed(dilley, "deals", 0, "kitty")) == "bad_record"
    assert code(changed(dilley, "deals", 0, "kitty", to=["KD"])) == "bad_record"
    assert code(changed(dilley, "deals", 0, "kitty", to="AH")) == "bad_deal"
    assert code(changed(dilley, "deals", 0, "kitty", to="KD KD")) == "bad_deal"


def finished() -> dict[str, Any]:
    record = copy.deepcopy(IOWA)
    record["deals"][0]["actions"] = [[0, "pass"], [1, "pass"], [2, "pass"], [3, "pass"]]
    return record


def test_wrong_dealer_and_the_end_of_a_deal():
    record = finished()
    between = told(record).to_json()
    assert between["next"] == {"phase": "deal", "legal": {}, "dealer": 0}
    second = {**IOWA["deals"][0], "dealer": 2, "actions": []}
    outcome = told({**record, "deals": [*record["deals"], second]})
    assert outcome.error is not None
    assert (outcome.error["code"], outcome.error["deal"]) == ("wrong_dealer", 1)
    assert outcome.to_json()["scores"] == [0, 0]
    assert code(then(record, [0, "pass"])) == "wrong_phase"
    assert code(then(record, [0, "dance"])) == "unknown_action"


def test_a_record_without_deals():
    for record in (changed(IOWA, "deals"), changed(IOWA, "deals", to=[])):
        assert told(record).to_json()["next"] == {"phase": "deal", "legal": {}, "dealer": None}


def test_after_the_end_of_the_game():
    record = {
        **changed(PEANUTS, "rules", to={"start_cards": 1, "hands": 1}),
        "deals": [
            {
                "dealer": 0, "hands": ["AS", "KC", "4S"], "turnup": "9H",
                "actions": [[0, "bid 0"], [1, "bid 1"], [2, "bid 0"], [1, "play KC"], [2, "play 4S"], [0, "play AS"]],
            }
        ],
    }  # fmt: skip
    outcome = told(record).to_json()
    assert (outcome["over"], outcome["winners"], outcome["next"], outcome["scores"]) == (
        True,
        [1],
        None,
        [10, 11, 10],
    )
    assert code(then(record, [0, "play AS"])) == "wrong_phase"
    assert code({**record, "deals": record["deals"] * 2}) == "bad_record"


def test_seats_set_the_players_unless_the_rules_do():
    assert told({**PEANUTS, "rules": {}, "seats": ["a"] * 7, "deals": []}).to_json()["rules"]["players"] == 7
    assert code({**PEANUTS, "rules": {}, "seats": ["a"] * 11, "deals": []}) in {"bad_rules", "bad_record"}
    assert code({**PEANUTS, "rules": {"players": 4}}) == "bad_record"
    assert code({**IOWA, "rules": {"preset": "cutthroat-3"}}) == "bad_record"


def test_unknown_other_keys_are_ignored():
    record = {
        **IOWA,
        "comment": {"by": [1, 2]},
        "deals": [{**IOWA["deals"][0], "turnup": 7, "weather": None}],
    }
    assert told(record).to_json() == told(IOWA).to_json()
    assert code({**PEANUTS, "deals": [{**PEANUTS["deals"][0], "kitty": "9C", "declarer": 3}]}) is None


def test_seats_see_no_more_than_theirs():
    outcome = told(IOWA)
    assert set(outcome.to_json(3, truth=False)["next"]["legal"]["3"]) == {"play 9H", "play JD"}
    assert outcome.to_json(1, truth=False)["next"]["legal"] == {}
    assert "AD" not in json.dumps(outcome.to_json(1, truth=False))
    secret = {**PEANUTS, "rules": {"start_cards": 1}}
    secret["deals"] = [{"dealer": 0, "hands": ["AS", "KC", "4S"], "turnup": "9H", "actions": [[2, "bid 1"]]}]
    assert told(secret).to_json()["deals"][0]["bids"] == [None, None, 1]
    assert told(secret).to_json(0, truth=False)["deals"][0]["bids"] == [None, None, None]
    assert told(secret).to_json(2, truth=False)["deals"][0]["bids"] == [None, None, 1]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "nil",
        '{"a": 1,}',
        "[" * 100000,
        '{"a":' * 50000,
        "NaN",
        '{"a": Infinity}',
        '{"a": ' + "9" * 5000 + "}",
        "\x00",
    ],
)
def test_text_that_is_no_record(text: str):
    with pytest.raises(Refused) as caught:
        load(text)
    assert caught.value.code == "bad_record"


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("depth", [50, 800, 950, 5000])
def test_nesting(depth: int):
    deep = nested(depth)
    for record in (
        {**IOWA, "rules": {"target": deep}},
        {**IOWA, "rules": {"preset": deep}},
        {**IOWA, "game": deep},
        {**IOWA, "format": deep},
        {**IOWA, "seats": deep},
        {**IOWA, "deals": deep},
        then(IOWA, [0, "pass", deep]),
        deep,
    ):
        assert code(record) in {"bad_record", "bad_rules"}


def test_half_characters_and_other_names():
    assert code({**IOWA, "seats": ["\ud800", "🥜" * 1000, "", "\u202eAnn"]}) is None
    assert code({**IOWA, "rules": {"preset": "\ud800"}}) == "bad_rules"
    assert code({**IOWA, "rules": {"\ud800": 1}}) == "bad_rules"
    assert code({**IOWA, "rules": {"sides": "\ud800"}}) == "bad_rules"
    assert code({**IOWA, "game": "\ud800"}) == "bad_record"


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["9C", "AS KD", "pass", "bid 2"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, part in inner for found in [(*here, key), *paths(part, (*here, key))]]


@settings(max_examples=300)
@given(st.data())
def test_anything_anywhere_gives_an_answer(data: st.DataObject):
    record = data.draw(st.sampled_from([IOWA, PEANUTS]))
    for _ in range(data.draw(st.integers(1, 3))):
        places = paths(record)
        if places:
            record = changed(record, *data.draw(st.sampled_from(places)), to=data.draw(VALUES))
    told(record)


@settings(max_examples=100)
@given(VALUES)
def test_anything_at_all_gives_an_answer(value: object):
    assert code(value) is not None
