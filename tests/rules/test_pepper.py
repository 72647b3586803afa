"""The rules of pepper: a test a rule number of docs/rules/pepper.md, one an option, and the fine print."""

# ruff: noqa: N802 — the tests are named after the numbers of the rules

from __future__ import annotations

import itertools
from typing import Any

import pytest
from tests.small import deal_of_pepper, do, kinds

from peppernut import pepper
from peppernut.cards import KIND
from peppernut.engine import row as fields
from peppernut.engine.tricks import deal_cards
from peppernut.match import Match
from peppernut.pepper import machine
from peppernut.refusal import Refused
from peppernut.rules import options, resolve

IOWA = ["9C TC QH KH AH JS", "TH 9S TS QS KS AS", "JH JC 9D TD QD KD", "JD 9H AD AC KC QC"]
# two cards each, no exchange, nobody asked: what is not under test stays out of the way
PLAIN: dict[str, Any] = {"exchange": "none", "drop_out": "none"}
SOLO: dict[str, Any] = {"sides": "solo", **PLAIN}
CALLED: dict[str, Any] = {"sides": "called", **PLAIN}


def rules(**given: Any) -> Any:
    return resolve(pepper, given)


def bad(**given: Any) -> str:
    with pytest.raises(Refused) as caught:
        rules(**given)
    assert caught.value.code == "bad_rules"
    return caught.value.message


def refused(state: Any, line: str) -> str:
    before = list(state.row), list(state.actions), list(state.barred)
    seat, _, text = line.partition(" ")
    with pytest.raises(Refused) as caught:
        state.apply(int(seat), text)
    assert (list(state.row), list(state.actions), list(state.barred)) == before
    return caught.value.code


def legal(state: Any, seat: int) -> set[str]:
    return set(state.legal(seat))


def plays(state: Any, seat: int) -> set[str]:
    return {text.removeprefix("play ") for text in state.legal(seat)}


def bid(state: Any, word: str, trump: str = "") -> Any:
    """Seat 0, at the dealer's left, bids; all others pass; he names trump."""
    do(state, f"0 {word}")
    while state.phase == "bid":
        state.apply(state.to_act[0], "pass")
    return do(state, f"0 trump {trump}") if trump else state


def play_out(state: Any, *order: str) -> Any:
    """The cards of the tricks in the order they fall, whoever's turn it is."""
    for card in " ".join(order).split():
        state.apply(state.to_act[0], f"play {card}")
    return state


# --- the typical game ----------------------------------------------------------------------------------


def test_R1_four_players_in_two_sides_with_six_of_24_cards():
    iowa = rules()
    assert iowa.side_seats == [[0, 2], [1, 3]]
    assert (iowa.hand_size, iowa.left_over, len(iowa.pack())) == (6, 0, 24)


def test_R1_the_deal_moves_on_even_when_thrown_in():
    match = Match("pepper", rules(), list("abcd"))
    match.begin(match.shuffle(bytes(32), 3))
    for seat in range(4):
        match.apply(seat, "pass")
    assert match.scores == [0, 0]
    assert match.next_dealer == 0


def test_R1_a_row_that_was_used_before_begins_anew():
    state = deal_of_pepper(IOWA)
    used = [99] * len(state.row)
    machine.start(state.table, used, 3, 6, 0)
    per_seat = {fields.TAKEN: 0, fields.BID: -1, fields.POINTS: 0, fields.CARD: -1}
    for at, value in per_seat.items():
        assert used[at : at + 4] == [value] * 4 == state.row[at : at + 4]
        assert used[at + 4] == 99, "nobody sits there"
    single = dict.fromkeys([fields.DECLARER, fields.CALLED, fields.PARTNER, fields.LED, fields.TRUMP], -1)
    single |= dict.fromkeys([fields.DONE, fields.SPOKEN, fields.PLAYED, fields.OUTCOME, fields.TURN], 0)
    single |= dict.fromkeys([machine.NEED, machine.SAID_THREE, machine.QUIET, machine.FORCED], 0)
    single |= dict.fromkeys([machine.ROUGH, machine.HELD_BACK, machine.KIND], 0)
    single |= {machine.LEVEL: -1, fields.IN_PLAY: 0b1111, fields.LEADER: 0, fields.TRICKS: 6}
    assert {at: used[at] for at in single} == single == {at: state.row[at] for at in single}


def test_R1_hands_and_kitty_come_from_the_front_of_the_pack():
    state = deal_of_pepper(["9C 9C", "AC TC", "9S TS", "9D TD"], "JH JH", **PLAIN)
    row = [99] * len(state.row)
    pack = list(kinds("9C 9C AC TC 9S TS 9D TD JH JH KS"))
    deal_cards(state.table, row, pack, 2, 2)
    assert row[fields.HAND :] == state.row[fields.HAND :]
    assert row[: fields.HAND] == [99] * fields.HAND, "nothing else is touched"
    deal_cards(state.table, row, pack[::-1], 2, 0)
    planes, kitty = state.table[fields.PLANES], machine.kitty_at(state.table)
    assert row[fields.HAND : fields.HAND + planes] == [1 << KIND["KS"] | 1 << KIND["JH"], 0]
    assert row[kitty:] == state.row[kitty:], "without cards left over the kitty stays as it is"


def one_trick(trump: str, *cards: str, **given: Any) -> int:
    """Who takes a trick of these cards, led by seat 0."""
    state = deal_of_pepper(list(cards), **{**PLAIN, **given})
    bid(state, "bid 1", trump)
    play_out(state, *cards)
    return int(state.last_trick[1])


def test_R2_right_bower_left_bower_then_ace_to_nine():
    order = ["JH", "JD", "AH", "KH", "QH", "TH", "9H"]
    for high, low in itertools.pairwise(order):
        assert one_trick("H", low, high, "9C", "9S") == 1
        assert one_trick("H", high, low, "9C", "9S") == 0
    assert one_trick("H", "AS", "9H", "KS", "QS") == 1


def test_R2_side_suits_have_their_jack_between_queen_and_ten():
    assert one_trick("H", "TS", "JS", "QS", "9S") == 2
    assert one_trick("H", "JC", "TC", "9C", "AD") == 0


def test_R2_no_trump_has_no_bowers():
    assert one_trick("NT", "JH", "QH", "JD", "AS") == 1
    assert one_trick("NT", "JH", "AD", "AC", "AS") == 0


def test_R3_each_passes_or_bids_higher_once_around():
    state = deal_of_pepper(IOWA)
    assert state.legal(0) == ["pass", *(f"bid {word}" for word in (1, 2, 3, 4, 5, 6, "little", "big"))]
    do(state, "0 bid 3, 1 pass")
    assert refused(state, "2 bid 3") == "bid_too_low"
    assert refused(state, "2 bid 7") == "not_a_bid"
    assert refused(state, "2 bid 4 H") == "not_a_bid"
    assert refused(state, "2 surrender") == "not_a_bid"
    assert refused(state, "3 pass") == "not_your_turn"
    do(state, "2 bid little")
    assert state.legal(3) == ["pass", "bid big"]
    assert state.view(None).bid is None
    do(state, "3 bid big")
    assert (state.phase, state.to_act, state.summary()["bid"]) == ("trump", (3,), "big")
    bids = state.row[fields.BID : fields.BID + 4]
    assert [level if level < 0 else state.rules.levels[level] for level in bids] == [3, -1, "little", "big"]
    assert state.row[fields.SPOKEN] == 0, "the words are counted anew in every phase"


def test_R3_all_pass_is_thrown_in():
    state = do(deal_of_pepper(IOWA), "0 pass, 1 pass, 2 pass")
    events = (state.apply(3, "pass"), state.points)
    assert {"kind": "thrown_in"} in events[0]
    assert (state.phase, state.points) == ("over", [0, 0])
    assert state.summary()["declarer"] is None


def test_R3_to_R7_only_one_seat_may_act_and_nobody_when_it_is_over():
    state = deal_of_pepper(TWO, exchange="optional")
    story = "0 bid 1, 1 pass, 2 pass, 3 pass, 0 trump H, 0 with, 1 yes, 3 yes, 0 play AH, 1 play 9C"
    for line in story.split(", "):
        assert state.to_act == (int(line[0]),)
        assert [seat for seat in range(4) if state.legal(seat)] == [int(line[0])]
        do(state, line)
    play_out(state, "AS 9D KH TC KS TD")
    assert (state.over, state.to_act, state.row[fields.TURN]) == (True, (), -1)
    assert [state.legal(seat) for seat in range(4)] == [[]] * 4


def test_R4_the_bidder_names_trump():
    state = bid(deal_of_pepper(IOWA), "bid 2")
    assert legal(state, 0) == {"trump C", "trump D", "trump H", "trump S", "trump NT"}
    assert refused(state, "1 trump H") == "not_your_turn"
    assert refused(state, "0 trump X") == "unknown_action"


def test_R5_exchange_hides_and_the_partner_sits_out():
    state = bid(deal_of_pepper(IOWA), "bid 2", "H")
    assert legal(state, 0) == {"with", *(f"discard {card}" for card in IOWA[0].split())}
    assert refused(state, "0 give AH") == "not_your_turn"
    assert refused(state, "0 discard AS") == "not_your_card"
    events = state.apply(0, "discard 9C")
    assert events[0]["action"] == "discard ??"
    assert state.row[machine.HELD_BACK] == 1
    assert (0, "discard ??") in state.view(2).actions
    assert (0, "discard 9C") in state.view(0).actions
    assert refused(state, "2 discard JH") == "not_your_turn"
    assert legal(state, 2) == {f"give {card}" for card in IOWA[2].split()}
    state.apply(2, "give JH")
    assert (2, "give ??") in state.view(1).actions
    assert (2, "give JH") in state.view(0).actions
    assert "JH" in state.view(0).hands[0]
    assert state.view(None).to_json()["out"] == [2]
    assert len(state.view(1).hands[2]) == 5


def test_R5_with_the_partner_all_four_play():
    state = do(bid(deal_of_pepper(IOWA), "bid 2", "H"), "0 with, 1 yes, 3 yes")
    assert state.view(None).to_json()["out"] == []
    assert state.to_act == (0,)


def test_R5_big_is_always_alone():
    state = bid(deal_of_pepper(IOWA), "bid big", "H")
    assert state.phase == "drop_out"
    assert state.view(None).to_json()["out"] == [2]


@pytest.mark.parametrize(
    ("said", "end"),
    [
        ("1 yes, 3 yes", "play"),
        ("1 no, 3 no", "over"),
        ("1 yes, 3 maybe", "play"),
        ("1 maybe, 3 yes", "play"),
        ("1 no, 3 maybe", "over"),
        ("1 maybe, 3 no", "over"),
        ("1 yes, 3 no, 1 no", "over"),
        ("1 no, 3 yes, 1 yes", "play"),
        ("1 maybe, 3 maybe, 1 no", "over"),
    ],
)
def test_R6_the_defenders_talk(said: str, end: str):
    state = do(bid(deal_of_pepper(IOWA), "bid 3", "H"), "0 with", said)
    assert state.phase == end
    assert state.points == ([3, 0] if end == "over" else None)


def test_R6_the_last_word_is_clear():
    state = do(bid(deal_of_pepper(IOWA), "bid 3", "H"), "0 with, 1 maybe, 3 maybe")
    assert state.legal(1) == ["yes", "no"]
    assert refused(state, "1 maybe") == "not_allowed"
    assert state.view(0).talk == ((1, "maybe"), (3, "maybe"))


def test_R7_follow_with_the_left_bower_as_a_trump():
    hands = ["AH 9C", "JD 9D", "AS KS", "9H TS"]
    state = bid(deal_of_pepper(hands, **PLAIN), "bid 1", "H")
    do(state, "0 play AH")
    assert plays(state, 1) == {"JD"}
    assert refused(state, "1 play 9D") == "must_follow_suit"
    assert plays(do(state, "1 play JD"), 2) == {"AS", "KS"}, "nobody must trump"
    hands = ["AD 9C", "JD 9D", "AS KS", "9H TS"]
    state = do(bid(deal_of_pepper(hands, **PLAIN), "bid 1", "H"), "0 play AD")
    assert plays(state, 1) == {"9D"}
    assert refused(state, "1 play JD") == "must_follow_suit"


def test_R7_the_left_bower_led_asks_for_trumps():
    state = do(bid(deal_of_pepper(["JD 9C", "9H 9D", "AS KS", "QD TS"], **PLAIN), "bid 1", "H"), "0 play JD")
    assert plays(state, 1) == {"9H"}
    do(state, "1 play 9H, 2 play KS")
    assert plays(state, 3) == {"QD", "TS"}


def test_R7_seats_that_sit_out_are_skipped():
    state = do(bid(deal_of_pepper(IOWA), "bid big", "H"), "1 yes, 3 yes, 0 play AH")
    assert state.to_act == (1,)
    do(state, "1 play TH")
    assert state.to_act == (3,)
    assert refused(state, "2 play JH") == "not_your_turn"
    do(state, "3 play JD")
    assert (state.to_act, state.summary()["tricks"]) == ((3,), [0, 0, 0, 1])


def test_R7_the_row_tells_the_trick():
    state = bid(deal_of_pepper(TWO, **PLAIN), "bid 1", "H")
    on_the_table = [-1, -1, -1, -1]
    for seat, card in enumerate(("AH", "9C", "AS")):
        do(state, f"{seat} play {card}")
        on_the_table[seat] = KIND[card]
        assert state.row[fields.CARD : fields.CARD + 4] == on_the_table
        assert state.row[fields.PLAYED] == seat + 1
    do(state, "3 play 9D")
    assert state.row[fields.CARD : fields.CARD + 4] == [-1, -1, -1, -1]
    assert (state.row[fields.PLAYED], state.row[fields.LED]) == (0, -1)


TWO = ["AH KH", "9C TC", "AS KS", "9D TD"]  # with hearts seat 0 takes both tricks


def both_tricks(word: str, **given: Any) -> Any:
    return bid(deal_of_pepper(TWO, **{**PLAIN, **given}), word, "H")


def test_R8_made_number_bid():
    state = play_out(both_tricks("bid 1"), "AH 9C AS 9D KH TC KS TD")
    assert state.points == [1, -1], "the bid, not the tricks; the defenders took nothing"


SPLIT = ["AH 9C", "AC TC", "9S TS", "9D TD"]  # one trick each


def split(word: str, **given: Any) -> Any:
    state = bid(deal_of_pepper(SPLIT, **{**PLAIN, **given}), word, "H")
    return play_out(state, "AH TC 9S 9D 9C AC TS TD")


def test_R8_failed_number_bid_and_a_point_a_trick():
    assert split("bid 2").points == [-2, 1]
    assert split("bid 1").points == [1, 1]


def test_R8_surrender_scores_the_bid():
    state = do(bid(deal_of_pepper(TWO, exchange="none"), "bid 2", "H"), "1 no, 3 no")
    assert state.points == [2, 0]


@pytest.mark.parametrize(("word", "value"), [("bid little", 7), ("bid big", 14)])
def test_R9_peppers(word: str, value: int):
    order = "AH 9C AS 9D KH TC KS TD" if value == 7 else "AH 9C 9D KH TC TD"
    assert play_out(both_tricks(word), order).points == [value, -value]
    state = do(bid(deal_of_pepper(TWO, exchange="none"), word, "H"), "1 no, 3 no")
    assert state.points == [value, 0]
    hands = ["AH 9C", "AC TC", "9S TS", "9D TD"]
    state = bid(deal_of_pepper(hands, **PLAIN), word, "H")
    play_out(state, "AH TC 9S 9D 9C AC TS TD" if value == 7 else "AH TC 9D 9C AC TD")
    assert state.points == [-value, value]


class Bidders:
    """A finished deal, as far as the end of a game asks."""

    def __init__(self, *made: int) -> None:
        self.made = list(made)

    def bidders_who_made(self) -> list[int]:
        return self.made


def end(totals: list[int], *made: int, **given: Any) -> list[int] | None:
    result: list[int] | None = pepper.finished(rules(**given), totals, [Bidders(*made)])
    return result


def test_R10_forty_two_ends_the_game():
    assert end([41, -60]) is None
    assert end([42, 3]) == [0], "exactly the target"
    assert end([42, 50]) == [1]
    assert end([43, 43]) is None, "another deal"
    assert end([-42, 41]) is None, "no lower end"


# --- options -------------------------------------------------------------------------------------------


def test_option_players():
    assert "players 4 or 6" in bad(players=3)
    assert "players 4 or 6" in bad(players=5)
    assert rules(players=6, **PLAIN).side_seats == [[0, 2, 4], [1, 3, 5]]
    for players in (2, 7):
        bad(players=players)


def test_option_sides_solo():
    house = rules(preset="cutthroat-3")
    assert house.side_seats == [[0], [1], [2]]
    state = deal_of_pepper(["AH 9C", "AC TC", "9S TS"], dealer=2, **SOLO)
    play_out(bid(state, "bid 2", "H"), "AH TC 9S 9C AC TS")
    assert state.points == [-2, 1, -2], "each defender his own tricks, or the penalty"
    state = deal_of_pepper(["AH KH", "AC TC", "9S TS"], dealer=2, **SOLO)
    play_out(bid(state, "bid little", "H"), "AH TC 9S KH AC TS")
    assert state.points == [7, -7, -7]


CALL = ["AH 9C", "AC TC", "AS 9S", "9D TD", "KD QD"]


def called(card: str, word: str = "bid 2", **given: Any) -> Any:
    state = bid(deal_of_pepper(CALL, dealer=4, **{**CALLED, **given}), word, "H")
    return do(state, f"0 call {card}")


def test_option_sides_called():
    state = called("AC")
    assert state.summary()["partner"] is None
    play_out(state, "AH TC")
    assert state.view(1).partner is None, "not even its holder is told before it falls"
    play_out(state, "9S 9D QD 9C")
    events = state.apply(1, "play AC")
    assert {"kind": "partner", "seat": 1} in events
    play_out(state, "AS TD KD")
    assert state.points == [2, 2, -2, -2, -2]
    assert state.summary()["called"] == "AC"


def test_option_sides_called_others_share_the_tricks_of_their_team():
    state = play_out(called("AS"), "AH TC 9S 9D QD 9C AC AS TD KD")
    assert state.points == [-2, 1, -2, 1, 1]


def test_option_sides_called_alone_by_mistake_and_by_big():
    state = called("AH", word="bid 1")
    play_out(state, "AH TC 9S 9D QD 9C AC AS TD KD")
    assert (state.points, state.summary()["partner"]) == ([1, 1, 1, 1, 1], None)
    state = bid(deal_of_pepper(CALL, dealer=4, **CALLED), "bid big", "H")
    assert state.phase == "play"
    assert state.view(None).to_json()["out"] == []


def test_option_deck():
    house = rules(deck={"low": "8", "copies": 2, "drop": ["8C"], "jokers": 1}, hand_size=10)
    assert len(house.pack()) == 2 * 28 - 1 + 1
    assert rules(deck={"jokers": 4}).hand_size == 7, "parts that are not given come from the usual deck"
    decks: list[Any] = [
        [], "24", {"low": "1"}, {"low": ["9"]}, {"copies": 5}, {"copies": True}, {"jokers": -1}, {"drop": ["8C"]},
        {"drop": ["9C", "9C"]}, {"extra": ["XX"]}, {"extra": "9C"}, {"extra": [["9C"]]}, {"colour": "red"},
        {"extra": ["9C"] * 53},
    ]  # fmt: skip
    for deck in decks:
        assert "deck" in bad(deck=deck)


def test_option_deck_jokers_between_left_bower_and_ace():
    assert one_trick("H", "AH", "XX", "9C", "9S") == 1
    assert one_trick("H", "JD", "XX", "9C", "9S") == 0
    assert one_trick("NT", "AS", "XX", "9C", "9D") == 1


def test_option_deck_jokers_in_no_trump():
    state = bid(deal_of_pepper(["XX 9C", "XX AC", "XX 9S", "9D XX"], **PLAIN), "bid 1", "NT")
    assert plays(state, 0) == {"9C"}
    assert refused(state, "0 play XX") == "joker_lead"
    do(state, "0 play 9C")
    assert plays(state, 1) == {"AC"}
    assert refused(state, "1 play XX") == "must_follow_suit"
    do(state, "1 play AC")
    assert plays(state, 2) == {"XX", "9S"}
    do(state, "2 play 9S, 3 play 9D")
    assert plays(state, 1) == {"XX"}, "a hand of nothing else"
    play_out(state, "XX XX XX XX")
    assert state.last_trick[1] == 1


def test_option_deck_a_joker_led_in_no_trump_asks_for_nothing():
    state = bid(deal_of_pepper(["XX XX", "XX AC", "9C 9S", "9D TD"], **PLAIN), "bid 1", "NT")
    do(state, "0 play XX")
    assert plays(state, 1) == {"XX", "AC"}
    assert plays(do(state, "1 play XX"), 2) == {"9C", "9S"}


def test_option_hand_size():
    assert rules(hand_size=4).levels == (1, 2, 3, 4, "little", "big")
    assert "hand_size 7 need 28 cards, but the deck has 24" in bad(hand_size=7)
    assert rules(deck={"low": "2", "copies": 4}).hand_size == 52, "the most"
    assert "53 cards each" in bad(deck={"low": "2", "copies": 4, "extra": ["9C"] * 4})
    assert "hand_size" in bad(
        deck={"low": "2", "copies": 2, "extra": ["9C"] * 52, "jokers": 8}, players=3, **SOLO
    )
    assert rules(hand_size=None).hand_size == 6


KITTY = ["AH 9C", "AC TC", "9S TS", "9D TD"]


def test_option_kitty_none():
    state = bid(deal_of_pepper(KITTY, "JH JD", **PLAIN), "bid 1", "H")
    assert state.phase == "play"
    assert state.view(0).kitty == ("??", "??")


@pytest.mark.parametrize("kitty", ["hidden", "exposed"])
def test_option_kitty(kitty: str):
    state = deal_of_pepper(KITTY, "JH JD", kitty=kitty, **PLAIN)
    assert state.view(0).kitty == ("??", "??")
    bid(state, "bid big")
    assert (state.phase, state.to_act) == ("kitty", (0,))
    assert state.view(0).kitty == ("JD", "JH")
    assert state.view(1).kitty == (("??", "??") if kitty == "hidden" else ("JD", "JH"))
    assert legal(state, 0) == {"discard AH", "discard 9C", "discard JH", "discard JD"}
    assert refused(state, "0 discard AC") == "not_your_card"
    do(state, "0 discard 9C")
    assert (0, "discard ??") in state.view(1).actions
    do(state, "0 discard JD")
    assert state.phase == "trump"
    assert state.view(1).hands[0] == ("??", "??")
    do(state, "0 trump H, 0 play JH")


def test_option_kitty_needs_cards_left_over():
    assert "kitty" in bad(kitty="hidden")
    assert rules(kitty=None).kitty == "none"


def test_option_levels():
    house = rules(levels=[2, 4, "big"])
    assert (house.levels, house.min_bid) == ((2, 4, "big"), 2)
    state = deal_of_pepper(IOWA, levels=[2, 4, "big"])
    assert state.legal(0) == ["pass", "bid 2", "bid 4", "bid big"]
    assert refused(state, "0 bid 3") == "not_a_bid"
    assert refused(state, "0 bid little") == "not_a_bid"
    wrong: list[Any] = [
        [],
        "6",
        [0],
        [3, 2],
        [2, 2],
        ["huge"],
        [["big"]],
        [True],
        [1.0],
        [7],
        ["big", "little"],
        {},
    ]
    for levels in (*wrong, ["say 3", 3]):
        assert "levels" in bad(levels=levels)


SAYS = ["say 3", 4, "say 4", 5, "little", "big"]


def test_option_levels_say_3():
    state = deal_of_pepper(IOWA, levels=SAYS)
    assert "say 3" in legal(state, 0)
    do(state, "0 say 3")
    assert "say 3" not in legal(state, 1)
    assert refused(state, "1 say 3") == "bid_too_low"
    do(state, "1 pass, 2 pass")
    assert legal(state, 3) == {"bid 4", "bid 5", "bid little", "bid big"}
    assert refused(state, "3 pass") == "not_a_bid"
    do(state, "3 bid 4")
    assert state.summary()["bid"] == "4"


def test_option_levels_say_3_for_the_first_two_with_an_ace():
    state = deal_of_pepper(["9C TC QH KH JD JS", *IOWA[1:3], "AH 9H AD AC KC QC"], levels=SAYS)
    assert refused(state, "0 say 3") == "not_a_bid"
    do(state, "0 pass")
    assert "say 3" in legal(state, 1)
    do(state, "1 pass, 2 pass")
    assert refused(state, "3 say 3") == "not_a_bid", "an ace, but too late"
    assert "pass" in legal(state, 3)
    state = do(deal_of_pepper(IOWA, levels=SAYS), "0 bid 4")
    assert refused(state, "1 say 3") == "bid_too_low"


def test_option_levels_say_3_is_below_every_bid_wherever_it_is_listed():
    state = do(deal_of_pepper(IOWA, levels=[4, "say 3", 5]), "0 say 3")
    assert legal(state, 1) == {"pass", "bid 4", "bid 5"}
    do(state, "1 pass, 2 pass")
    assert legal(state, 3) == {"bid 4", "bid 5"}, "no bid yet, so the dealer has to"


def test_option_levels_say_3_asks_the_dealer_for_4_where_others_may_bid_less():
    state = do(deal_of_pepper(IOWA, levels=["say 3", 2, 3, 4, "big"]), "0 say 3")
    assert legal(state, 1) == {"pass", "bid 2", "bid 3", "bid 4", "bid big"}
    do(state, "1 pass, 2 pass")
    assert legal(state, 3) == {"bid 4", "bid big"}


def test_option_levels_say_4_with_a_jack_of_each_colour():
    state = deal_of_pepper(IOWA, levels=SAYS)
    assert refused(state, "0 say 4") == "not_a_bid"
    do(state, "0 pass, 1 pass")
    assert {"say 4", "bid 4"} <= legal(state, 2)
    do(state, "2 say 4")
    assert legal(state, 3) == {"pass", "bid 5", "bid little", "bid big"}
    do(state, "3 pass, 2 trump H")
    assert state.summary()["bid"] == "say 4"
    do(state, "2 with, 3 no, 1 no")
    assert state.points == [4, 0]


def test_option_levels_say_4_ranks_with_4():
    state = do(deal_of_pepper(IOWA, levels=SAYS), "0 bid 4, 1 pass")
    assert refused(state, "2 say 4") == "bid_too_low"


def test_option_min_bid():
    assert rules(min_bid=3).levels == (3, 4, 5, 6, "little", "big")
    state = deal_of_pepper(IOWA, min_bid=3)
    assert refused(state, "0 bid 2") == "not_a_bid"
    assert rules(levels=[4, 5], min_bid=2).min_bid == 2, "below every number: only the price of a surrender"
    assert "min_bid" in bad(levels=[1, 2], min_bid=3)
    assert rules(levels=["little", "big"]).min_bid == 1, "without a number in levels"


def test_option_suit_bids():
    state = deal_of_pepper(IOWA, suit_bids=True)
    assert refused(state, "0 bid 2") == "not_a_bid"
    assert {"bid 2 C", "bid 2 NT", "bid little H"} <= legal(state, 0)
    do(state, "0 bid 2 C")
    assert refused(state, "1 bid 2 S") == "bid_too_low"
    assert state.view(1).trump is None
    do(state, "1 pass, 2 bid little H, 3 pass")
    assert (state.phase, state.summary()["bid"], state.summary()["trump"]) == ("exchange", "little H", "H")
    assert "suit_bids" in bad(suit_bids=True, levels=SAYS)


def test_option_auction_continuous():
    state = do(deal_of_pepper(IOWA, auction="continuous"), "0 pass, 1 bid 1, 2 pass, 3 pass")
    assert state.to_act == (0,)
    do(state, "0 bid 2, 1 pass, 2 bid 3, 3 pass, 0 pass")
    assert state.phase == "bid"
    do(state, "1 pass")
    assert (state.phase, state.to_act) == ("trump", (2,))
    state = do(deal_of_pepper(IOWA, auction="continuous"), "0 pass, 1 pass, 2 pass, 3 pass")
    assert (state.over, state.points) == (True, [0, 0])


def test_option_stick_dealer_bid():
    state = do(deal_of_pepper(IOWA, stick_dealer="bid", min_bid=3), "0 pass, 1 pass, 2 pass")
    assert legal(state, 3) == {f"bid {word}" for word in (3, 4, 5, 6, "little", "big")}
    assert refused(state, "3 pass") == "not_a_bid"
    assert refused(state, "3 surrender") == "not_a_bid"
    state = do(deal_of_pepper(IOWA, stick_dealer="bid"), "0 bid 1, 1 pass, 2 pass")
    assert "pass" in legal(state, 3)


def test_option_stick_dealer_bid_or_surrender():
    state = do(
        deal_of_pepper(IOWA, preset="iowa-31", stick_dealer="bid_or_surrender"), "0 pass, 1 pass, 2 pass"
    )
    assert "surrender" in legal(state, 3)
    do(state, "3 surrender")
    assert state.points == [0, -3]
    assert (state.summary()["declarer"], state.summary()["bid"]) == (None, None)
    says = deal_of_pepper(IOWA, levels=SAYS, stick_dealer="bid_or_surrender")
    do(says, "0 say 3, 1 pass, 2 pass")
    assert refused(says, "3 surrender") == "not_a_bid"


def stuck(bidding: str, **given: Any) -> str:
    state = deal_of_pepper(IOWA, preset="iowa", min_bid=3, stick_dealer="bid", stuck_must_play=True, **given)
    do(state, "0 pass, 1 pass, 2 pass", f"3 {bidding}, 3 trump H, 3 with")
    return str(state.phase)


def test_option_stuck_must_play():
    assert stuck("bid 3") == "play"
    assert stuck("bid 4") == "drop_out"
    state = deal_of_pepper(IOWA, min_bid=3, stick_dealer="bid", stuck_must_play=True)
    do(state, "0 bid 3, 1 pass, 2 pass, 3 pass, 0 trump H, 0 with")
    assert state.phase == "drop_out", "nobody was stuck"


ROUGH = ["AH KH QH TH", "9C TC QC AC", "9S TS KS QS", "9D TD KD QD"]


def test_option_rough_round():
    house = rules(rough_round=2)
    assert [pepper.rough_deals(house, [0, 0], None, 0)] == [2]
    state = deal_of_pepper(ROUGH, rough=True, rough_round=2)
    assert (state.phase, state.to_act, state.summary()["bid"]) == ("trump", (0,), "4")
    do(state, "0 trump H")
    assert (state.phase, state.to_act) == ("play", (0,)), "no exchange, no dropping out"
    play_out(state, "AH 9C 9S 9D KH TC TS TD QH QC KS KD TH AC QS QD")
    assert state.points == [4, -4]
    assert "rough_round" in bad(preset="cutthroat-3", rough_round=4)
    assert "rough_round" in bad(hand_size=3, rough_round=1)


def test_option_rough_round_of_a_game():
    match = Match("pepper", rules(rough_round=2), list("abcd"))
    rough = []
    for dealer in range(4):
        state = match.begin(match.shuffle(bytes([dealer]) * 32, dealer))
        rough.append(state.standing.rough)
        while not state.over:
            match.apply(state.to_act[0], state.legal(state.to_act[0])[0])
    assert rough == [True, True, False, False]


def test_option_rough_round_on_tie():
    match = Match("pepper", rules(rough_round_on_tie=1), list("abcd"))
    rough = []
    for dealer in (0, 1, 2):
        state = match.begin(match.shuffle(bytes([dealer]) * 32, dealer))
        rough.append(state.standing.rough)
        while not state.over:
            match.apply(state.to_act[0], "pass" if state.phase == "bid" else state.legal(state.to_act[0])[0])
    assert rough == [False, True, False], "thrown in at 0:0 is level; a rough deal brings no other"


def test_option_no_trump():
    state = bid(deal_of_pepper(IOWA, no_trump=False), "bid 2")
    assert "trump NT" not in legal(state, 0)
    assert refused(state, "0 trump NT") == "not_allowed"
    assert refused(deal_of_pepper(IOWA, no_trump=False, suit_bids=True), "0 bid 2 NT") == "not_a_bid"


@pytest.mark.parametrize(
    ("leader", "seat", "big"), [("bidder", 0, 0), ("left_of_bidder", 1, 1), ("right_of_dealer", 2, 3)]
)
def test_option_no_trump_leader(leader: str, seat: int, big: int):
    state = bid(deal_of_pepper(TWO, no_trump_leader=leader, **PLAIN), "bid 1", "NT")
    assert state.to_act == (seat,)
    state = bid(deal_of_pepper(TWO, no_trump_leader=leader, **PLAIN), "bid big", "NT")
    assert state.to_act == (big,), "a seat that sits out: the next in play"
    state = bid(deal_of_pepper(TWO, no_trump_leader=leader, **PLAIN), "bid 1", "H")
    assert state.to_act == (0,), "only in no trump"


def asked(trump: str, word: str = "bid 1", **given: Any) -> bool:
    return bool(bid(deal_of_pepper(TWO, exchange="none", **given), word, trump).phase == "drop_out")


def test_option_no_trump_forced():
    assert asked("NT")
    assert not asked("NT", no_trump_forced=True)
    assert asked("H", no_trump_forced=True)


def test_option_dirty_clubs():
    assert asked("C")
    assert not asked("C", dirty_clubs=True)
    assert asked("NT", dirty_clubs=True)


def test_option_exchange_required():
    state = bid(deal_of_pepper(IOWA, exchange="required"), "bid 2", "H")
    assert "with" not in legal(state, 0)
    assert refused(state, "0 with") == "not_allowed"
    assert bid(deal_of_pepper(IOWA, exchange="required"), "bid big", "H").phase == "drop_out"


def test_option_exchange_none():
    assert bid(deal_of_pepper(IOWA, exchange="none"), "bid 2", "H").view(None).to_json()["out"] == []
    assert bid(deal_of_pepper(IOWA, exchange="none"), "bid big", "H").view(None).to_json()["out"] == [2]
    assert "exchange" in bad(preset="cutthroat-3", exchange="optional")
    assert "exchange" in bad(players=6, drop_out="none")


def test_option_call_free():
    state = bid(deal_of_pepper(CALL, dealer=4, **CALLED), "bid 1", "H")
    assert legal(state, 0) == {f"call {card}" for card in " ".join(CALL).split()}
    assert refused(state, "0 call 2C") == "not_allowed"


def test_option_call_not_held():
    hands = ["AH 9C", "AC JH", "AS JD", "9D JC", "KD QD"]
    state = bid(deal_of_pepper(hands, dealer=4, call="not_held", **CALLED), "bid 1", "H")
    for card in ("AH", "9C", "JH", "JD"):
        assert refused(state, f"0 call {card}") == "not_allowed"
    assert "call JC" in legal(state, 0)
    state = bid(deal_of_pepper(hands, dealer=4, call="not_held", **CALLED), "bid 1", "NT")
    assert {"call JH", "call JD"} <= legal(state, 0), "no bowers in no trump"


def test_option_called_card_forced():
    state = do(called("AC", called_card_forced=True), "0 play 9C")
    assert plays(state, 1) == {"AC"}
    assert refused(state, "1 play TC") == "must_play_called_card"
    assert plays(do(called("AC"), "0 play 9C"), 1) == {"AC", "TC"}
    hands = ["AH 9C", "KH AC", "AS 9S", "9D TD"]
    state = do(
        bid(deal_of_pepper(hands, called_card_forced=True, **CALLED), "bid 1", "H"), "0 call AC, 0 play AH"
    )
    assert plays(state, 1) == {"KH"}, "following suit comes first"
    assert refused(state, "1 play AC") == "must_follow_suit"


def test_option_called_card_forced_holds_for_the_lowest_club_too():
    hands = ["AH 3C", "2C TC", "AS 9S", "9D TD"]
    state = bid(deal_of_pepper(hands, called_card_forced=True, **CALLED), "bid 1", "H")
    assert plays(do(state, "0 call 2C, 0 play 3C"), 1) == {"2C"}


def test_option_called_card_forced_does_not_bind_the_bidder():
    hands = ["AC KC", "AC TC", "AS 9S", "9D TD"]
    state = do(bid(deal_of_pepper(hands, called_card_forced=True, **CALLED), "bid 1", "H"), "0 call AC")
    assert plays(state, 0) == {"AC", "KC"}
    assert plays(do(state, "0 play KC"), 1) == {"AC"}


def test_option_called_card_forced_on_the_lead():
    hands = ["9H 9C", "KH AC", "AS 9S", "9D TD"]
    state = bid(deal_of_pepper(hands, called_card_forced=True, **CALLED), "bid 1", "H")
    do(state, "0 call AC, 0 play 9H, 1 play KH, 2 play 9S, 3 play 9D")
    assert plays(state, 1) == {"AC"}


def test_option_called_card_forced_frees_the_second_copy():
    hands = ["AH 9C", "AC TC", "AC KC", "9D TD"]
    state = bid(deal_of_pepper(hands, called_card_forced=True, **CALLED), "bid 1", "H")
    do(state, "0 call AC, 0 play 9C, 1 play AC")
    assert plays(state, 2) == {"AC", "KC"}
    assert state.summary()["partner"] == 1


def test_option_drop_out_none():
    assert not asked("H", drop_out="none")
    assert rules(drop_out=None).drop_out == "none"
    state = bid(deal_of_pepper(TWO, **PLAIN), "bid 1", "H")
    assert refused(state, "1 yes") == "wrong_phase"


def test_option_drop_out_formal():
    for said, phase in (("1 yes, 3 no", "over"), ("1 no, 3 yes", "play"), ("1 maybe, 3 yes", "play")):
        state = bid(deal_of_pepper(TWO, exchange="none", drop_out="formal"), "bid 1", "H")
        assert state.legal(1) == ["yes", "no", "maybe"]
        assert do(state, said).phase == phase
    state = do(bid(deal_of_pepper(TWO, exchange="none", drop_out="formal"), "bid 1", "H"), "1 maybe")
    assert state.legal(3) == ["yes", "no"]
    assert "drop_out" in bad(preset="cutthroat-3", drop_out="formal")


def individual(said: str, word: str = "bid 2", trump: str = "H", **given: Any) -> Any:
    state = deal_of_pepper(
        ["AH 9C", "AC TC", "9S TS"], dealer=2, **{**SOLO, "drop_out": "individual", **given}
    )
    return do(bid(state, word, trump), said)


def test_option_drop_out_individual():
    state = individual("1 yes, 2 no")
    assert state.view(None).to_json()["out"] == [2]
    play_out(state, "AH TC 9C AC")
    assert state.points == [-2, 1, 0]
    state = individual("1 no, 2 no")
    assert (state.over, state.points) == (True, [2, 0, 0])
    assert refused(individual("1 yes"), "2 maybe") == "not_allowed"
    state = individual("1 no, 2 yes", trump="NT", no_trump_leader="left_of_bidder")
    assert state.to_act == (2,), "who has dropped does not lead"
    assert "drop_out" in bad(drop_out="individual")


def test_option_drop_out_vote():
    state = bid(deal_of_pepper(CALL, dealer=4, **{**CALLED, "drop_out": "vote"}), "bid 2", "H")
    assert (state.phase, state.to_act) == ("drop_out", (1,))
    assert state.legal(1) == ["yes", "no"]
    do(state, "1 no, 2 yes, 3 yes, 4 no")
    assert (state.phase, state.to_act) == ("call", (0,))
    assert state.view(None).to_json()["out"] == [], "all play"
    state = bid(deal_of_pepper(CALL, dealer=4, **{**CALLED, "drop_out": "vote"}), "bid big", "H")
    do(state, "1 no, 2 yes, 3 no")
    assert state.to_act == (4,), "everybody speaks"
    do(state, "4 no")
    assert state.points == [14, 0, 0, 0, 0]
    assert "drop_out" in bad(drop_out="vote")


def test_option_made():
    order = "AH 9C AS 9D KH TC KS TD"
    assert play_out(both_tricks("bid 1", made="tricks"), order).points == [2, -1]
    state = do(bid(deal_of_pepper(TWO, exchange="none", made="tricks"), "bid 1", "H"), "1 no, 3 no")
    assert state.points == [1, 0], "on surrender the bid"
    assert play_out(both_tricks("bid little", made="tricks"), order).points == [7, -7]


def test_option_set_penalty():
    assert split("bid 2", set_penalty=5).points == [-5, 1]
    assert split("bid 2", set_penalty=0).points == [0, 1]
    assert split("bid little", set_penalty=5).points == [-7, 7]
    assert "set_penalty" in bad(set_penalty="much")


def test_option_shutout_penalty():
    order = "AH 9C AS 9D KH TC KS TD"
    assert play_out(both_tricks("bid 1", shutout_penalty=0), order).points == [1, 0]
    assert play_out(both_tricks("bid 1", shutout_penalty=5), order).points == [1, -5]
    state = both_tricks("bid little", shutout_penalty=5, pepper_defence="tricks")
    assert play_out(state, order).points == [7, -5]


SIX = ["AH KH QH TH 9H JH", "9C TC JC QC KC AC", "9S TS JS QS KS AS", "9D TD JD QD KD AD"]


def six(**given: Any) -> Any:
    state = bid(deal_of_pepper(SIX, exchange="none", **given), "bid 6", "NT")
    if state.phase == "drop_out":
        do(state, "1 yes, 3 yes")
    for a, b, c, d in zip(*(hand.split() for hand in SIX), strict=True):
        play_out(state, a, b, c, d)
    return state


def test_option_six_free():
    assert six().points == [6, -6]
    state = bid(deal_of_pepper(SIX, exchange="none", six_free=True), "bid 6", "H")
    assert state.phase == "play", "the defenders always play"
    assert six(six_free=True).points == [6, 0]
    assert six(six_free=True, shutout_penalty=3).points == [6, 0]
    assert asked("H", "bid little", six_free=True)


def test_option_little_and_big():
    order = "AH 9C AS 9D KH TC KS TD"
    assert play_out(both_tricks("bid little", little=6), order).points == [6, -6]
    assert split("bid little", little=6).points == [-6, 6]
    assert play_out(both_tricks("bid big", big=12), "AH 9C 9D KH TC TD").points == [12, -12]


test_option_little = test_option_big = test_option_little_and_big


def test_option_little_set():
    assert split("bid little", little_set=10).points == [-10, 7], "what failing costs the bidder alone"


def test_option_big_set():
    state = bid(deal_of_pepper(SPLIT, big_set=20, **PLAIN), "bid big", "H")
    assert play_out(state, "AH TC 9D 9C AC TD").points == [-20, 14]
    assert rules(big=10).big_set == 10


def test_option_pepper_defence():
    order = "AH 9C AS 9D KH TC KS TD"
    assert split("bid little", pepper_defence="tricks").points == [-7, 1]
    assert play_out(both_tricks("bid little", pepper_defence="tricks"), order).points == [7, -7]
    assert play_out(both_tricks("bid 2", pepper_defence="tricks"), order).points == [2, -2]


@pytest.mark.parametrize(("total", "gain"), [(0, 1), (41, 1), (42, 0), (50, 0), (-9, 1)])
def test_option_defender_cap(total: int, gain: int):
    assert split("bid 2", totals=(0, total), defender_cap=42).points == [-2, gain]


def test_option_defender_cap_lifts_no_further():
    hands = ["9C 9S", "AC AS", "TC TS", "9D TD"]
    state = bid(deal_of_pepper(hands, totals=(0, 41), defender_cap=42, **PLAIN), "bid 1", "NT")
    assert play_out(state, "9C AC TC 9D AS TS TD 9S").points == [-1, 1]
    assert split("bid little", totals=(0, 42), defender_cap=42).points == [-7, 7], "no trick points"
    assert rules(defender_cap="none").defender_cap is None
    assert split("bid 2", totals=(0, 0), defender_cap=0).points == [-2, 0]
    assert split("bid 2", totals=(0, -1), defender_cap=0).points == [-2, 1]


def test_option_target():
    assert end([30, 3], target=30) == [0]
    assert end([29, 3], target=30) is None


def test_option_must_bid_to_win():
    wins: dict[str, Any] = {"must_bid_to_win": True, "target": 20}
    assert end([25, 3], 1, **wins) is None, "points gained earlier, but not his bid"
    assert end([25, 3], 0, **wins) == [0]
    assert end([20, 33], 0, **wins) == [0], "whatever the totals"
    assert end([19, 33], 0, **wins) is None
    assert end([-20, 3], **wins) == [1]
    assert end([-20, -25], **wins) == [0]
    assert end([-19, 3], **wins) is None
    solo: dict[str, Any] = {"preset": "cutthroat-3", **wins}
    assert end([-20, 3, 5], **solo) == [2]
    assert end([-20, 5, 5], **solo) == [1, 2]


def test_option_must_bid_to_win_who_made_it():
    assert both_tricks("bid 2").bidders_who_made() == []
    made = play_out(both_tricks("bid 2"), "AH 9C AS 9D KH TC KS TD")
    assert made.bidders_who_made() == [0]
    assert split("bid 2").bidders_who_made() == []
    state = do(bid(deal_of_pepper(TWO, exchange="none"), "bid 2", "H"), "1 no, 3 no")
    assert state.bidders_who_made() == [0], "a surrender is a made bid"
    state = do(deal_of_pepper(IOWA, stick_dealer="bid_or_surrender"), "0 pass, 1 pass, 2 pass, 3 surrender")
    assert state.bidders_who_made() == []


@pytest.mark.parametrize(("identical", "winner"), [("first", 0), ("last", 2)])
def test_option_identical(identical: str, winner: int):
    assert one_trick("H", "AS", "KS", "AS", "9C", identical=identical) == winner
    assert one_trick("H", "JH", "KS", "JH", "9C", identical=identical) == winner
    assert one_trick("H", "XX", "KS", "XX", "9C", identical=identical) == winner
    assert one_trick("NT", "XX", "KS", "XX", "9C", identical=identical) == winner


# --- presets and fine print ----------------------------------------------------------------------------


def test_presets():
    names = "iowa iowa-31 harmon melton cutthroat-3 cutthroat-5 dilley reagan widebeard johnston"
    assert list(pepper.PRESETS) == names.split()
    assert set(pepper.PRESET_NOTES) == set(pepper.PRESETS)
    house = {name: rules(preset=name) for name in pepper.PRESETS}
    assert {name: len(one.pack()) for name, one in house.items() if len(one.pack()) != 24} == {
        "cutthroat-5": 30,
        "dilley": 48,
        "reagan": 30,
        "widebeard": 50,
        "johnston": 44,
    }
    assert {name: one.left_over for name, one in house.items() if one.left_over} == {
        "dilley": 3,
        "widebeard": 2,
        "johnston": 4,
    }
    assert house["melton"].little_set == 6
    assert house["melton"].big_set == 12
    assert house["harmon"].levels == ("say 3", 4, "say 4", 5, "little", "big")


def test_reagan_shutout_against_a_pepper_is_its_value():
    state = bid(
        deal_of_pepper(["AH KH", *CALL[1:]], preset="reagan", dealer=4, levels=[1, "little", "big"]),
        "bid big",
        "H",
    )
    play_out(do(state, "1 yes, 2 yes, 3 yes, 4 yes"), "AH TC 9S 9D QD KH AC AS TD KD")
    assert state.points == [12, -12, -12, -12, -12]


def test_a_rough_deal_with_a_kitty_and_suit_bids():
    state = deal_of_pepper(
        ROUGH, "JH", rough=True, rough_round=1, kitty="hidden", suit_bids=True, exchange="none"
    )
    assert state.phase == "kitty"
    do(state, "0 discard TH")
    assert state.phase == "trump"
    do(state, "0 trump H")
    assert (state.summary()["bid"], state.phase) == ("4", "play")


def test_option_levels_with_a_say_need_something_over_it():
    assert "leave nothing to bid" in bad(levels=["say 3"])
    assert "4 or more that the dealer can make" in bad(levels=["say 3", 2, 3])
    assert "4 or more that the dealer can make" in bad(levels=["say 3", "say 4"])
    for over in (4, "little", "big"):
        assert rules(levels=["say 3", over]).levels == ("say 3", over)
    assert rules(levels=["say 4", 4], hand_size=4).levels == ("say 4", 4)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"players": 5, **PLAIN}, "sides partners needs players 4 or 6, not 5; choose sides solo or called."),
        (
            {"kitty": "hidden"},
            "kitty hidden needs cards left over, but players 4 with hand_size 6 use the whole deck.",
        ),
        ({"levels": [7]}, "levels go up to 7, but hand_size 6 gives only 6 tricks."),
        ({"levels": [1], "min_bid": 2}, "levels leave nothing to bid with min_bid 2."),
        ({"levels": ["say 4", 3], "hand_size": 3}, "levels with say 4 need a hand_size of 4 or more, not 3."),
        (
            {"levels": ["say 3", 3]},
            "levels with say 3 need a bid of 4 or more that the dealer can make over it.",
        ),
        (
            {"levels": ["say 4"], "stick_dealer": "bid"},
            "stick_dealer bid needs levels that any dealer can bid, not only say 3 and say 4.",
        ),
        (
            {"levels": ["say 3", 4], "suit_bids": True},
            "suit_bids and the levels say 3 or say 4 do not go together: a say names no trump.",
        ),
        (
            {"levels": ["say 4", 5], "suit_bids": True},
            "suit_bids and the levels say 3 or say 4 do not go together: a say names no trump.",
        ),
        (
            {"players": 6, "exchange": "required", "drop_out": "none"},
            "exchange required needs sides partners with players 4; set exchange to none.",
        ),
        (
            {"sides": "solo", "exchange": "optional", "drop_out": "none"},
            "exchange optional needs sides partners with players 4; set exchange to none.",
        ),
        (
            {"players": 6, "exchange": "none", "drop_out": "talk"},
            "drop_out talk needs sides partners with players 4 (two defenders).",
        ),
        (
            {"sides": "called", "exchange": "none", "drop_out": "formal"},
            "drop_out formal needs sides partners with players 4 (two defenders).",
        ),
        ({**CALLED, "drop_out": "individual"}, "drop_out individual needs sides solo."),
        ({**SOLO, "drop_out": "vote"}, "drop_out vote needs sides called."),
        (
            {"rough_round": 1, **SOLO},
            "rough_round and rough_round_on_tie need sides partners and a hand_size of 4 or more.",
        ),
        (
            {"rough_round_on_tie": 1, "hand_size": 3},
            "rough_round and rough_round_on_tie need sides partners and a hand_size of 4 or more.",
        ),
    ],
)
def test_what_does_not_go_together_is_said_in_a_sentence(given: dict[str, Any], sentence: str):
    assert bad(**given) == sentence


def test_what_just_goes_together():
    assert rules(hand_size=4, rough_round=1, rough_round_on_tie=1).hand_size == 4
    assert rules(levels=["say 4", 4], stick_dealer="bid").stick_dealer == "bid"
    assert rules(players=6, **PLAIN).players == 6
    assert rules(hand_size=5, kitty="exposed").left_over == 4
    assert rules(hand_size=1, levels=[1]).hand_size == 1
    everything = ["say 3", *range(1, 53), "say 4", "little", "big"]
    assert len(rules(deck={"low": "2", "copies": 4}, levels=everything).levels) == 56


def test_bids_that_leave_a_stuck_dealer_nothing_are_refused():
    assert "stick_dealer" in bad(levels=["say 4"], stick_dealer="bid")
    assert "say 3" in bad(levels=["say 3", "say 4"])
    assert "say 4" in bad(levels=["say 4", 3], hand_size=3)


def test_every_option_has_a_test():
    tests = set(globals())
    assert not [
        spec.name
        for spec in options(pepper.Rules)
        if not any(t.startswith(f"test_option_{spec.name}") for t in tests)
    ]
    assert all(any(name.startswith(f"test_R{number}_") for name in tests) for number in range(1, 11))


def test_options_read_nothing_odd():
    odd: list[Any] = [{"a": 1}, [], [[]], 1.5, -1, 10**30, "", "🂡"]
    for spec in options(pepper.Rules):
        for value in (*odd, True if spec.kind != "bool" else "true"):
            with pytest.raises(Refused) as caught:
                rules(**{spec.name: value})
            assert caught.value.code == "bad_rules"
            assert spec.name in caught.value.message
    assert "sometimes" in bad(no_trump="sometimes")
    assert "colour" in bad(colour="red")
