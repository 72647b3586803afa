"""The rules of peanuts, the trick game: a test a rule number of docs/rules/peanuts.md and one an option."""

# ruff: noqa: N802 — the tests are named after the numbers of the rules

from __future__ import annotations

from typing import Any

import pytest

from peppernut import peanuts
from peppernut.cards import KIND
from peppernut.engine import row as fields
from peppernut.engine.deal import Deal
from peppernut.match import Match
from peppernut.peanuts import machine
from peppernut.refusal import Refused
from peppernut.rules import resolve
from peppernut.standing import Standing


def rules(**options: Any) -> Any:
    return resolve(peanuts, options)


def hand(turnup: str, *hands: str, dealer: int = 0, **options: Any) -> Any:
    """A hand as it lies on the table; its number of cards is that of the first hand of the game."""
    cards = len(hands[0].split())
    house = rules(**{"players": len(hands), "start_cards": cards, **options})
    dealt = Deal(dealer, tuple(tuple(KIND[card] for card in held.split()) for held in hands), KIND[turnup])
    return peanuts.State.start(house, dealt, Standing())


def go(state: Any, *said: str) -> Any:
    """Actions, each written as seat and text."""
    for line in said:
        seat, _, text = line.partition(" ")
        state.apply(int(seat), text)
    return state


def refused(state: Any, line: str) -> str:
    before = list(state.row), list(state.actions), state.view(None)
    seat, _, text = line.partition(" ")
    with pytest.raises(Refused) as caught:
        state.apply(int(seat), text)
    assert (list(state.row), list(state.actions), state.view(None)) == before
    return caught.value.code


def plays(state: Any, seat: int) -> set[str]:
    return {text.removeprefix("play ") for text in state.legal(seat)}


# two cards each: seat 0 deals, seat 1 begins
def two(**options: Any) -> Any:
    return hand("9H", "AS 2H", "KS 3D", "4S 5S", **options)


def test_P1_two_to_ten_players_one_deck_up_to_five_two_from_six():
    assert [rules(players=players).decks for players in range(2, 11)] == [1, 1, 1, 1, 2, 2, 2, 2, 2]
    for players in (1, 11):
        with pytest.raises(Refused, match="players"):
            rules(players=players)
    assert sorted(rules(players=6).pack()) == sorted(tuple(range(52)) * 2)


def test_P2_cards_go_down_to_one_and_up_again_and_the_deal_moves_on():
    assert [rules().cards(number) for number in range(20)] == [*range(10, 0, -1), *range(1, 11)]
    match = Match("peanuts", rules(players=3, start_cards=1), ["a", "b", "c"])
    assert match.next_dealer is None
    first = match.begin(match.shuffle(bytes(32), 2))
    for seat in first.to_act:
        first.apply(seat, "bid 0")
    for seat in (0, 1):
        match.apply(seat, first.legal(seat)[0])
    match.apply(2, first.legal(2)[0])
    assert match.next_dealer == 0
    with pytest.raises(Refused) as caught:
        match.begin(match.room.shuffle(match.rules, 1, 2, bytes(32)))
    assert caught.value.code == "wrong_dealer"


def test_P2_the_first_dealer_is_drawn():
    match = Match("peanuts", rules(players=4), list("abcd"))
    assert {match.shuffle(bytes([number]) * 32).dealer for number in range(40)} == {0, 1, 2, 3}


def test_P3_the_card_turned_up_names_trump_and_stays_out():
    state = two()
    assert state.summary()["trump"] == "H"
    assert refused(hand("9H", "9H 2H", "KS 3D", "4S 5S", decks=2), "1 play 9H") == "wrong_phase"
    with pytest.raises(Refused) as caught:
        hand("9H", "9H 2H", "KS 3D", "4S 5S")
    assert caught.value.code == "bad_deal"


def test_P4_bids_begin_at_dealers_left_and_end_with_the_dealer():
    state = two()
    assert state.to_act == (1,)
    assert state.legal(1) == ["bid 0", "bid 1", "bid 2"]
    assert refused(state, "0 bid 0") == "not_your_turn"
    assert refused(state, "1 bid 3") == "not_a_bid"
    assert refused(state, "1 bid " + "9" * 5000) == "not_a_bid"
    go(state, "1 bid 2", "2 bid 2", "0 bid 2")
    assert state.summary()["bids"] == [2, 2, 2]
    assert state.view(None).bids == (2, 2, 2)


def test_P4_and_P6_nobody_else_may_act():
    state = two()
    assert [state.legal(seat) for seat in (0, 2)] == [[], []]
    go(state, "1 bid 0", "2 bid 0", "0 bid 0")
    assert [state.legal(seat) for seat in (0, 2)] == [[], []]
    go(state, "1 play KS", "2 play 4S", "0 play AS", "0 play 2H", "1 play 3D", "2 play 5S")
    assert (state.over, state.to_act) == (True, ())
    assert [state.legal(seat) for seat in range(3)] == [[], [], []]
    assert state.row[fields.TURN] == -1


def test_P4_a_row_that_was_used_before_begins_anew():
    state = two()
    used = [99] * len(state.row)
    machine.start(state.table, used, 0, 2, 2)
    per_seat = {fields.TAKEN: 0, fields.BID: -1, fields.POINTS: 0, fields.CARD: -1}
    for at, value in per_seat.items():
        assert used[at : at + 3] == [value] * 3 == state.row[at : at + 3]
        assert used[at + 3] == 99, "nobody sits there"
    single = {fields.DECLARER: -1, fields.CALLED: -1, fields.PARTNER: -1, fields.LED: -1, fields.DONE: 0}
    single |= {fields.SPOKEN: 0, fields.PLAYED: 0, fields.IN_PLAY: 0b111, fields.TURN: 1, fields.LEADER: 1}
    assert {at: used[at] for at in single} == single == {at: state.row[at] for at in single}


def test_P5_forehead_bids_are_secret_until_all_have_bid():
    state = hand("9H", "AS", "KS", "4S")
    assert state.to_act == (0, 1, 2)
    assert state.row[fields.TURN] == -1, "it is not one seat's turn"
    assert [card for held in state.view(0).hands for card in held] == ["??", "KS", "4S"]
    assert [card for held in state.view(None).hands for card in held] == ["??", "??", "??"]
    events = state.apply(2, "bid 1")
    assert events == [{"kind": "action", "seat": 2, "action": "bid ??"}]
    assert state.view(0).bids == (None, None, None)
    assert state.view(2).bids == (None, None, 1)
    assert refused(state, "2 bid 0") == "not_your_turn"
    assert refused(state, "0 bid 2") == "not_a_bid"
    state.apply(0, "bid 0")
    events = state.apply(1, "bid 0")
    assert {"kind": "show", "bids": [0, 0, 1]} in events
    assert state.view(None).bids == (0, 0, 1)
    go(state, "1 play KS", "2 play 4S", "0 play AS")
    assert state.points == [0, 10, 0]


def test_P6_dealers_left_leads_any_card_and_the_winner_leads_next():
    state = go(hand("9H", "AS 2S", "KS 3H", "4S 5S"), "1 bid 0", "2 bid 0", "0 bid 0")
    assert state.to_act == (1,)
    assert plays(state, 1) == {"KS", "3H"}
    go(state, "1 play KS", "2 play 4S", "0 play AS")
    assert state.to_act == (0,)


def test_P7_follow_if_you_can():
    state = go(hand("9H", "AS 2H", "KS 3D", "4S 5C"), "1 bid 0", "2 bid 0", "0 bid 0", "1 play KS")
    assert plays(state, 2) == {"4S"}
    assert refused(state, "2 play 5C") == "must_follow_suit"
    assert refused(state, "2 play AS") == "not_your_card"


def test_P7_void_must_trump():
    state = go(hand("9H", "AS 2H", "KC 3D", "4S 5H"), "1 bid 0", "2 bid 0", "0 bid 0", "1 play KC")
    assert plays(state, 2) == {"5H"}
    assert refused(state, "2 play 4S") == "must_trump"
    go(state, "2 play 5H")
    assert plays(state, 0) == {"2H"}, "a trump, though it beats nothing"


def test_P7_sluff_with_neither():
    state = go(
        hand("9H", "AS 2D", "KC 3D", "4S 5H"), "1 bid 0", "2 bid 0", "0 bid 0", "1 play KC", "2 play 5H"
    )
    assert plays(state, 0) == {"AS", "2D"}


def test_P8_highest_trump_else_highest_of_the_suit_led():
    def winner(turnup: str, *cards: str) -> int:
        state = hand(turnup, *cards, dealer=len(cards) - 1, forehead=False)
        for seat in range(len(cards)):
            go(state, f"{seat} bid 0")
        for seat, card in enumerate(cards):
            go(state, f"{seat} play {card}")
        return int(state.last_trick[1])

    assert winner("9H", "2S", "AD", "AC") == 0, "a sluff never wins"
    assert winner("9H", "2S", "3S", "2H") == 2
    assert winner("9H", "AS", "4H", "TH", "2H") == 2
    assert [
        winner("9H", f"{low}S", f"{high}S") for low, high in zip("23456789TJQK", "3456789TJQKA", strict=True)
    ] == [1] * 12


def test_P9_a_card_played_stays_played_and_tricks_are_face_down():
    state = go(hand("9H", "AS 2S", "KS 3H", "4S 5S"), "1 bid 0", "2 bid 0", "0 bid 0", "1 play KS")
    assert refused(state, "1 play 3H") == "not_your_turn"
    go(state, "2 play 4S", "0 play AS")
    assert state.view(1).to_json()["last_trick"]["winner"] == 0, "still on the table"
    go(state, "0 play 2S")
    assert state.view(1).to_json()["last_trick"] is None
    assert "history" not in state.view(1).to_json()


def test_P10_all_or_nothing():
    state = go(two(), "1 bid 0", "2 bid 0", "0 bid 2", "1 play KS", "2 play 4S", "0 play AS")
    go(state, "0 play 2H", "1 play 3D", "2 play 5S")
    assert state.summary()["tricks"] == [2, 0, 0]
    assert state.points == [12, 10, 10]
    state = go(two(), "1 bid 1", "2 bid 0", "0 bid 1", "1 play KS", "2 play 4S", "0 play AS")
    go(state, "0 play 2H", "1 play 3D", "2 play 5S")
    assert state.points == [0, 0, 10]


def test_P11_the_highest_total_wins_and_equals_share():
    finished = peanuts.finished
    house = rules(start_cards=1)
    assert finished(house, [10, 0, 11, 11], [None]) is None
    assert finished(house, [10, 0, 11, 11], [None, None]) == [2, 3]
    assert finished(house, [0, 0, 0, 0], [None, None]) == [0, 1, 2, 3]


def test_P12_the_sheet_has_bids_and_running_totals():
    match = Match("peanuts", rules(players=2, start_cards=1), ["Ann", "Bob"])
    for dealer in (0, 1):
        state = match.begin(match.shuffle(bytes([dealer]) * 32, dealer))
        match.apply(0, "bid 1")
        match.apply(1, "bid 0")
        while not state.over:
            match.apply(state.to_act[0], state.legal(state.to_act[0])[0])
    sheet = match.sheet()
    assert [row["bids"] for row in sheet] == [[1, 0], [1, 0]]
    running = [0, 0]
    for row in sheet:
        running = [total + points for total, points in zip(running, row["points"], strict=True)]
        assert row["totals"] == running
    assert match.scores == running
    assert match.over


# --- options -------------------------------------------------------------------------------------------


def test_option_players():
    assert len(rules(players=7).side_seats) == 7


def test_option_decks():
    assert rules(players=2, decks=2).decks == 2
    assert rules(players=10).decks == 2, "101 of 104 cards"
    assert rules(players=5).decks == 1, "51 of 52 cards"
    for given in ({"players": 6, "decks": 1, "start_cards": 9}, {"players": 8, "start_cards": 13}):
        with pytest.raises(Refused, match=r"players.*start_cards.*decks") as caught:
            rules(**given)
        assert caught.value.code == "bad_rules"
        assert f"decks {given.get('decks', 2)} have {52 * given.get('decks', 2)}" in caught.value.message
    assert rules(players=6, decks=1, start_cards=8).decks == 1


def test_option_start_cards():
    assert [rules(start_cards=2).cards(number) for number in range(4)] == [2, 1, 1, 2]
    for cards in (0, 14):
        with pytest.raises(Refused, match="start_cards"):
            rules(start_cards=cards)


def test_option_hands():
    assert rules().hands == 20
    assert rules(start_cards=3).hands == 6
    assert peanuts.finished(rules(hands=1), [1, 2, 3, 4], [None]) == [3]
    with pytest.raises(Refused, match=r"hands.*start_cards 3 gives only 6 hands") as caught:
        rules(start_cards=3, hands=7)
    assert caught.value.code == "bad_rules"


def test_option_scoring_alternate():
    state = go(
        two(scoring="alternate"), "1 bid 1", "2 bid 0", "0 bid 1", "1 play KS", "2 play 4S", "0 play AS"
    )
    go(state, "0 play 2H", "1 play 3D", "2 play 5S")
    assert state.points == [2, 0, 10]


def test_option_bonus():
    state = go(hand("9H", "AS", "KS", bonus=3), "0 bid 1", "1 bid 1", "1 play KS", "0 play AS")
    assert state.points == [4, 0]
    state = go(hand("9H", "AS", "KS", bonus=0), "0 bid 1", "1 bid 0", "1 play KS", "0 play AS")
    assert state.points == [1, 0]


def test_option_forehead_off():
    state = hand("9H", "AS", "KS", "4S", forehead=False)
    assert state.to_act == (1,)
    assert state.view(0).hands == (("AS",), ("??",), ("??",))


def test_option_void_any():
    state = go(
        hand("9H", "AS 2H", "KC 3D", "4S 5H", void="any"), "1 bid 0", "2 bid 0", "0 bid 0", "1 play KC"
    )
    assert plays(state, 2) == {"4S", "5H"}


def test_option_hook():
    state = go(two(hook=True), "1 bid 1", "2 bid 0")
    assert state.legal(0) == ["bid 0", "bid 2"]
    assert refused(state, "0 bid 1") == "hook"
    assert refused(state, "0 bid 3") == "not_a_bid"
    state = go(two(hook=True), "1 bid 2", "2 bid 1")
    assert state.legal(0) == ["bid 0", "bid 1", "bid 2"], "too many already: nothing makes them fit"
    assert hand("9H", "AS", "KS", hook=True).legal(0) == ["bid 0", "bid 1"], "no effect from the forehead"
    one = go(hand("9H", "AS", "KS", hook=True, forehead=False), "1 bid 0")
    assert one.legal(0) == ["bid 0"]


@pytest.mark.parametrize(("identical", "winner"), [("first", 1), ("last", 0)])
def test_option_identical(identical: str, winner: int):
    state = hand("9H", "AS", "AS", "KS", decks=2, identical=identical, forehead=False)
    go(state, "1 bid 0", "2 bid 0", "0 bid 0", "1 play AS", "2 play KS", "0 play AS")
    assert state.last_trick[1] == winner


def test_option_identical_is_about_winning_cards_only():
    state = hand("9H", "AD", "2S", "AD", decks=2, identical="last", forehead=False)
    go(state, "1 bid 0", "2 bid 0", "0 bid 0", "1 play 2S", "2 play AD", "0 play AD")
    assert state.last_trick[1] == 1


def test_option_review_tricks():
    state = hand("9H", "AS 2S", "KS 3H", "4S 5S", review_tricks=True)
    go(state, "1 bid 0", "2 bid 0", "0 bid 0", "1 play KS", "2 play 4S", "0 play AS", "0 play 2S")
    assert state.view(1).to_json()["last_trick"] == {"cards": [[1, "KS"], [2, "4S"], [0, "AS"]], "winner": 0}


def test_equal_cards_are_equal():
    state = hand("9H", "AS AS", "KS 3D", "4S 5S", decks=2)
    go(state, "1 bid 0", "2 bid 0", "0 bid 0", "1 play KS", "2 play 4S")
    assert state.legal(0) == ["play AS"]
    assert state.view(0).hands[0] == ("AS", "AS")
    go(state, "0 play AS")
    assert state.legal(0) == ["play AS"]


def test_every_option_has_a_test():
    from peppernut.rules import options

    tests = set(globals())
    assert all(
        any(name.startswith(f"test_option_{spec.name}") for name in tests) for spec in options(peanuts.Rules)
    )
    assert all(any(name.startswith(f"test_P{number}_") for name in tests) for number in range(1, 13))


def test_presets():
    assert list(peanuts.PRESETS) == ["jasperson", "jasperson-alternate", "short", "oh-hell"]
    assert rules() == rules(preset="jasperson") == rules(preset=None)
    assert rules(preset="short").hands == 10
    hell = rules(preset="oh-hell")
    assert (hell.scoring, hell.void, hell.hook, hell.forehead) == ("alternate", "any", True, False)
