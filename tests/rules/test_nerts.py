"""The rules of the race, one test a rule number of docs/rules/nerts.md and one an option.

A position is written as it lies on the table::

    table("AH 2H | 3C", "pile 7S 4D  work 8H / 9C 8D / KD / QS  waste 3H JC  stock 5C 6C", …)

First the middle, a foundation by its cards, each followed by its owner if that is not seat 0 (``2H.1``);
then a line a seat: peanuts pile from its top, work piles with the end card last, waste with the top card
last, stock with the next card first. What is not named of a seat's 52 cards lies under the stock.
"""

import re
from typing import Any

import pytest

from peppernut import nerts
from peppernut.nerts import machine as m
from peppernut.nerts.cards import CARD, TEXT
from peppernut.refusal import Refused
from peppernut.rules import resolve
from peppernut.standing import Standing


def table(middle: str, *seats: str, **options: object) -> nerts.State:
    rules = resolve(nerts, {"players": len(seats), **options})
    deal = nerts.shuffle(rules, 0, None, bytes(32))
    state = nerts.State.start(rules, deal, Standing())
    s = state.row
    m.begin(state._t, s)
    left = [list(range(52)) for _ in seats]
    for foundation in filter(None, middle.split("|")):
        for name in foundation.split():
            text, _, digit = name.partition(".")
            card, owner = CARD[text], int(digit or 0)
            m.found(state._t, s, owner, card)
            s[m.SEATS + owner * m.STRIDE + m.OUT] += 1
            left[owner].remove(card)
    for seat, line in enumerate(seats):
        parts = {"pile": "", "work": "", "waste": "", "stock": ""}
        parts |= dict(re.findall(r"(pile|work|waste|stock)\s+([^a-z]*)", line))
        cards = {key: [CARD[name] for name in text.replace("/", " ").split()] for key, text in parts.items()}
        for named in cards.values():
            for card in named:
                left[seat].remove(card)
        b = m.SEATS + seat * m.STRIDE
        s[b + m.PILE_N] = len(cards["pile"])
        s[b + m.PILE : b + m.PILE + len(cards["pile"])] = cards["pile"][::-1]
        for w, pile in enumerate(parts["work"].split("/")):
            run = [CARD[name] for name in pile.split()]
            s[b + m.WORK_N + w] = len(run)
            s[b + m.WORK + w * m.HEIGHT : b + m.WORK + w * m.HEIGHT + len(run)] = run
        s[b + m.WASTE_N] = len(cards["waste"])
        stock = cards["stock"] + left[seat]
        deck = cards["waste"] + [0] * (52 - len(cards["waste"]) - len(stock)) + stock
        s[b + m.DECK : b + m.DECK + 52] = deck
        s[b + m.STOCK_AT] = 52 - len(stock)
    return state


def lies(state: nerts.State, seat: int) -> str:
    """A seat's place with the orders that nobody sees, as `table` reads it (the stock: its first three)."""
    s = state.row
    b = m.SEATS + seat * m.STRIDE
    pile = [TEXT[card] for card in s[b + m.PILE : b + m.PILE + s[b + m.PILE_N]]][::-1]
    waste = [TEXT[card] for card in s[b + m.DECK : b + m.DECK + s[b + m.WASTE_N]]]
    stock = [TEXT[card] for card in s[b + m.DECK + s[b + m.STOCK_AT] : b + m.DECK + 52]]
    work = [" ".join(cards) for cards in state.view(None).to_json()["places"][seat]["work"]]
    pieces = (" ".join(pile), " / ".join(work), " ".join(waste), " ".join(stock[:3]))
    return "pile {} work {} waste {} stock {}".format(*pieces)


def middle(state: nerts.State) -> list[str]:
    return [foundation["top"] for foundation in state.view(None).to_json()["foundations"]]


def refused(state: nerts.State, seat: int, action: Any) -> str:
    before = list(state.row), list(state.actions)
    with pytest.raises(Refused) as caught:
        state.apply(seat, action, 5)
    assert (state.row, state.actions) == before
    assert caught.value.message.endswith(".")
    return caught.value.code


def play(state: nerts.State, *said: str) -> nerts.State:
    for line in said:
        seat, _, action = line.partition(" ")
        state.apply(int(seat), action)
    return state


def rest(*kept: str) -> str:
    """All cards on foundations: seat 0 keeps these of his, seat 1 has laid them."""
    return " | ".join(
        " ".join(rank + suit + ".1" * (rank + suit in kept) for rank in "A23456789TJQK") for suit in "CDHS"
    )


IDLE = "pile KS  work KH / KD / KC / QC"  # a seat that can do nothing but draw


def test_n1_everyone_plays_at_once() -> None:
    state = table("", "pile AH 2H  work KH / KD / KC / KS", "pile AS 2S  work KH / KD / KC / KS")
    assert tuple(state.to_act) == (0, 1)
    play(state, "1 move P F", "1 move P F", "0 move P F", "1 call")
    assert not state.to_act
    assert refused(state, 0, "move P F") == "wrong_phase"
    assert refused(state, 0, "fly") == "unknown_action"


def test_n1_a_seat_that_is_not_there_may_not_act() -> None:
    state = table("", IDLE, IDLE)
    assert state.legal(2) == []
    assert state.legal(-1) == []
    assert refused(state, 2, "draw") == "not_your_turn"
    assert refused(state, -1, "draw") == "not_your_turn"


def test_n2_layout() -> None:
    rules = resolve(nerts, {}, 3)
    deal = nerts.shuffle(rules, 0, None, b"n2" * 16)
    state = nerts.State.start(rules, deal, Standing())
    for layout, place in zip(deal.layouts, state.view(None).places, strict=True):
        assert sorted(layout) == list(range(52))
        assert (place.pile, place.stock, place.waste) == (13, 35, 0)
        assert place.pile_top == layout[0]
        assert place.work == tuple((card,) for card in layout[13:17])
        assert place.waste_top == -1
    written = deal.to_json()
    assert len(written["layouts"][0]["stock"].split()) == 35
    assert nerts.Deal.parse(rules, written) == deal


def test_n2_broken_layouts_are_refused() -> None:
    rules = resolve(nerts, {}, 2)
    good = nerts.shuffle(rules, 0, None, bytes(32)).to_json()["layouts"]

    def code(layouts: object) -> str:
        with pytest.raises(Refused) as caught:
            nerts.Deal.parse(rules, {"layouts": layouts})
        return caught.value.code

    ann, bob = good
    assert code(None) == code({}) == code("x") == "bad_record"
    assert code([ann, None]) == code([ann, {"pile": "AS"}]) == "bad_record"
    assert code([ann]) == code([ann, bob, bob]) == "bad_deal"
    first = bob["pile"][:2]
    assert code([ann, {**bob, "pile": bob["pile"][3:]}]) == "bad_deal"
    assert code([ann, {**bob, "stock": bob["stock"] + " " + first}]) == "bad_deal"
    assert code([ann, {**bob, "pile": "XX" + bob["pile"][2:]}]) == "bad_deal"
    assert code([ann, {**bob, "pile": bob["pile"][3:], "stock": bob["stock"] + " " + first}]) == "bad_deal"


def test_n3_foundations_go_from_ace_to_king_in_suit() -> None:
    state = table("", "pile AH 2H 2S  work 3H / KD / QC / KC", "pile 2H 9H  work AH / KD / KC / QC")
    assert refused(state, 1, "move P F") == "does_not_fit"
    play(state, "0 move P F", "1 move P F", "0 move T1 F")
    assert middle(state) == ["3H"]
    play(state, "1 move T1 F", "0 move T1 F")  # the 2H has filled the work pile
    assert middle(state) == ["3H", "2H"]


def test_n3_a_king_closes_and_every_player_can_start_the_suit() -> None:
    run = " ".join(rank + "H" for rank in "A23456789TJQ")
    state = table(run, "pile KH AC  work KD / KC / QD / QS", "pile KH AH 2D work KD / KC / QD / QS")
    play(state, "0 move P F")
    assert middle(state) == ["KH"]
    assert refused(state, 1, "move P F") == "gone"
    state = table(run, "pile KH AC  work KD / KC / QD / QS", "pile AH KH 2D work KD / KC / QD / QS")
    play(state, "0 move P F", "1 move P F")
    assert middle(state) == ["KH", "AH"]


def test_n4_work_piles_go_down_and_change_colour() -> None:
    state = table("", "pile 7S 7H 7D 2C  work 8H / 8S / 9S / 2D  waste 7C  stock 5C", IDLE)
    assert state.legal(0) == ["draw", "stuck", "move P T1", "move W T1", "move T1 T3"]
    assert refused(state, 0, "move P T2") == "does_not_fit"  # same colour
    assert refused(state, 0, "move P T3") == "does_not_fit"  # two below
    assert refused(state, 0, "move T4 T1") == "does_not_fit"
    play(state, "0 move P T1", "0 move P T2", "0 move T1 T3 2")
    assert lies(state, 0) == "pile 2C work 7D / 8S 7H / 9S 8H 7S / 2D waste 7C stock 5C AC AD"


def test_n4_an_ace_lies_on_a_two_and_nothing_on_an_ace() -> None:
    state = table("", "pile AS KD 5C  work 2H / KS / QC / QS", IDLE)
    play(state, "0 move P T1")
    assert refused(state, 0, "move P T1") == "does_not_fit"
    play(state, "0 move T1 F")


def test_n4_a_run_moves_as_a_whole_onto_what_takes_its_first_card() -> None:
    state = table("", "pile 2C 5D  work 9S 8H 7S / 9C / KD / 8D", IDLE)
    assert [text for text in state.legal(0) if text.startswith("move")] == [
        "move T1 T2 2",
        "move T1 T4",
        "move T4 T2",
    ]
    assert refused(state, 0, "move T1 T2 3") == "does_not_fit"
    assert refused(state, 0, "move T1 T2") == "does_not_fit"
    assert refused(state, 0, "move T1 T2 4") == "does_not_fit"  # longer than the pile
    assert refused(state, 0, "move T1 T2 99999999999999999999") == "does_not_fit"
    assert refused(state, 0, "move T1 T1") == "does_not_fit"  # a pile onto itself
    assert refused(state, 0, "move T1 T2 0") == "unknown_action"
    assert refused(state, 0, "move T1 T2 02") == "unknown_action"
    play(state, "0 move T1 T4 1")  # the long form of one card
    assert lies(state, 0).startswith("pile 2C 5D work 9S 8H / 9C / KD / 8D 7S")


def test_n5_what_is_playable() -> None:
    state = table("AH", "pile KS 9H  work KH / KD / 3C 2H / KC  waste 2S 9C  stock 4S", IDLE)
    assert "move T3 F" in state.legal(0)
    assert refused(state, 0, "move P F") == "does_not_fit"
    assert refused(state, 0, "move W F") == "does_not_fit"  # 2S lies under it
    for text in (
        "move F P",
        "move F T1",
        "move P W",
        "move W W",
        "move T1 P",
        "move T1 F 2",
        "move P T1 1 1",
    ):
        assert refused(state, 0, text) == "unknown_action"
    for nonsense in ("", "draw ", " draw", "Draw", "move  P F", "move T7 F", "move T0 F", None, 3, ["draw"]):
        assert refused(state, 0, nonsense) == "unknown_action"


def test_n6_an_emptied_work_pile_is_filled_at_once() -> None:
    state = table("", "pile 7D KH 4S  work AH / QD / 8C / QS", IDLE)
    events = state.apply(0, "move T1 F")
    assert events[0]["filled"]
    assert lies(state, 0).startswith("pile KH 4S work 7D / QD / 8C / QS")
    play(state, "0 move T1 T3")
    assert lies(state, 0).startswith("pile 4S work KH / QD / 8C 7D / QS")
    play(state, "0 move T4 T1")  # the last card of the pile fills too, and the pile is empty
    assert lies(state, 0).startswith("pile  work KH QS / QD / 8C 7D / 4S")
    assert "call" in state.legal(0)


def test_n6_with_the_pile_empty_an_empty_work_pile_takes_anything() -> None:
    state = table("", "work  / 9C 8H / 4D / KS  waste 5H  stock 6H", IDLE)
    assert set(state.legal(0)) == {
        *("draw", "stuck", "call", "move W T1", "move T2 T1", "move T2 T1 2", "move T3 T1", "move T4 T1"),
    }
    play(state, "0 move T2 T1 2")
    assert lies(state, 0).startswith("pile  work 9C 8H /  / 4D / KS waste 5H")
    assert refused(state, 0, "move T2 T3") == "does_not_fit"  # nothing there
    assert refused(state, 0, "move P T2") == "does_not_fit"


def test_n7_draw_three_fewer_and_over_again() -> None:
    middle = rest("9C", "8H", "4D", "2S", "5H", "6H", "7S", "2C")
    state = table(middle, "work 9C / 8H / 4D / 2S stock 5H 6H 7S 2C", IDLE)
    play(state, "0 draw")
    assert lies(state, 0).endswith("waste 5H 6H 7S stock 2C")
    play(state, "0 draw")
    assert lies(state, 0).endswith("waste 5H 6H 7S 2C stock ")
    play(state, "0 draw")  # turned over and drawn in one action
    assert lies(state, 0).endswith("waste 5H 6H 7S stock 2C")
    play(state, "0 move W T2", "0 draw", "0 draw")
    assert lies(state, 0).endswith("waste 5H 6H 2C stock ")


@pytest.mark.parametrize("stock", ["5H", "5H 6H"])
def test_n7_a_stock_of_one_or_two(stock: str) -> None:
    middle = rest("9C", "8H", "4D", "2S", *stock.split())
    state = table(middle, f"work 9C / 8H / 4D / 2S stock {stock}", IDLE)
    for _ in range(3):
        play(state, "0 draw")
        assert lies(state, 0).endswith(f"waste {stock} stock ")


def test_n7_nothing_to_draw() -> None:
    state = table(rest("9C", "8H", "4D", "2S"), "work 9C / 8H / 4D / 2S", IDLE)
    assert "draw" not in state.legal(0)
    assert refused(state, 0, "draw") == "does_not_fit"
    assert refused(state, 0, "move W F") == "does_not_fit"


def test_n8_the_call() -> None:
    state = table("", "pile AH  work 8C / QD / AC / QS", "pile KS  work KH / KD / KC / QC")
    assert "call" not in state.legal(0)
    assert refused(state, 0, "call") == "pile_not_empty"
    play(state, "0 move P F")
    assert state.legal(0)[:3] == ["draw", "stuck", "call"]
    play(state, "0 move T3 F")  # he may go on
    events = state.apply(0, "call")
    assert events[-1] == {"kind": "over", "caller": 0, "points": [2, -2]}
    assert (state.phase, state.over, state.caller, state.points) == ("over", True, 0, [2, -2])
    assert state.legal(0) == state.legal(1) == []


def test_n9_score() -> None:
    state = table("AH 2H.1 3H.1 | AC.1", "pile KS 9C  work KH / KD / KC / QC", "work KH / KD / KC / KS")
    play(state, "1 call")
    assert state.points == [1 - 4, 3]
    assert state.summary() == {
        "foundation_cards": [1, 3],
        "pile_left": [2, 0],
        "points": [-3, 3],
        "caller": 1,
    }


def test_n10_the_end_of_the_game() -> None:
    rules = resolve(nerts, {}, 3)
    assert nerts.finished(rules, [99, -20, 0], [None] * 7) is None
    assert nerts.finished(rules, [100, -20, 0], [None] * 7) == [0]
    assert nerts.finished(rules, [100, 120, 0], [None] * 7) == [1]
    assert nerts.finished(rules, [120, 120, 0], [None] * 7) is None
    assert nerts.finished(rules, [120, 120, 121], [None] * 8) == [2]


def test_n11_all_stuck_turns_the_stocks() -> None:
    state = table("", "pile KS  work KH / KD / QH / QD  waste 5H 6H 7S  stock 2C 3C", IDLE)
    play(state, "0 stuck")
    assert refused(state, 0, "stuck") == "not_your_turn"
    assert "stuck" not in state.legal(0)
    events = play(state, "0 draw").apply(1, "stuck")  # who is stuck may still draw
    assert events[1]["kind"] == "rotate"
    assert not any(place.stuck for place in state.view(0).places)
    # stock after the draw AC AD …, waste 5H 6H 7S 2C 3C AC: turned under it, then its top card to the bottom
    s, b = state.row, m.SEATS
    stock = [TEXT[card] for card in s[b + m.DECK + s[b + m.STOCK_AT] : b + m.DECK + 52]]
    assert stock[-7:] == ["5H", "6H", "7S", "2C", "3C", "AC", "AD"]
    assert stock[0] == "AS"
    assert state.rotations == 1


def test_n11_the_third_time_ends_the_round() -> None:
    state = table("AH 2H", IDLE, IDLE)
    play(state, "0 stuck", "1 stuck", "1 stuck", "1 draw", "0 draw", "0 stuck")
    assert (state.rotations, state.over) == (2, False)
    play(state, "1 stuck", "0 stuck")
    assert (state.over, state.caller, state.points) == (True, None, [2 - 2, -2])


def test_n11_any_play_clears_it() -> None:
    state = table("", "pile QS 5S  work KH / KD / QH / QD", IDLE)
    play(state, "0 stuck", "1 stuck", "0 stuck", "1 stuck", "1 stuck")
    events = state.apply(0, "move P T1")
    assert events[0]["cleared"]
    assert state.rotations == 0
    assert not state.view(None).places[1].stuck
    play(state, "1 stuck", "0 stuck", "1 stuck", "0 stuck")
    assert (state.rotations, state.over) == (2, False)


def test_n12_the_later_card_goes_back() -> None:
    state = table("AH", "pile 2H 9S  work KH / KD / KC / QC", "pile 2H 9S  work KH / KD / KC / QC")
    play(state, "1 move P F")
    assert refused(state, 0, "move P F") == "gone"
    assert middle(state) == ["2H"]
    # while another foundation waits, nobody is late
    state = table("AH | AH.1", "pile 2H 9S  work KH / KD / KC / QC", "pile 2H 9S  work KH / KD / KC / QC")
    play(state, "1 move P F", "0 move P F")
    assert middle(state) == ["2H", "2H"]


def test_n12_gone_or_not_come_that_far() -> None:
    seats = ["pile 4H 9S  work KH / KD / KC / QC", IDLE]
    assert refused(table("", *seats), 0, "move P F") == "does_not_fit"
    assert refused(table("AH.1 2H.1", *seats), 0, "move P F") == "does_not_fit"
    assert refused(table("AH.1 2H.1 3H.1 4H.1 5H.1", *seats), 0, "move P F") == "gone"
    assert refused(table("AH.1 2H.1 3H.1 4H.1 5H.1 | AH 2H", *seats), 0, "move P F") == "gone"


def test_option_players() -> None:
    for players in (2, 12):
        rules = resolve(nerts, {}, players)
        state = nerts.State.start(rules, nerts.shuffle(rules, 0, None, bytes(32)), Standing())
        assert state.to_act == tuple(range(players))
    for players in (1, 13):
        with pytest.raises(Refused, match="players"):
            resolve(nerts, {}, players)


def test_option_pile() -> None:
    for pile in (1, 30):
        rules = resolve(nerts, {"pile": pile}, 2)
        place = (
            nerts.State.start(rules, nerts.shuffle(rules, 0, None, bytes(32)), Standing()).view(0).places[1]
        )
        assert (place.pile, place.stock) == (pile, 48 - pile)
    with pytest.raises(Refused, match="pile"):
        resolve(nerts, {"pile": 31}, 2)


def test_option_handicap() -> None:
    rules = resolve(nerts, {"handicap": [13, 5, 1]}, 3)
    state = nerts.State.start(rules, nerts.shuffle(rules, 0, None, bytes(32)), Standing())
    assert [(place.pile, place.stock) for place in state.view(0).places] == [(13, 35), (5, 43), (1, 47)]
    assert resolve(nerts, {"handicap": "none"}, 3).handicap is None
    for wrong in ([13, 5], [0, 5, 5], [31, 5, 5], 5, [13, 5, True], ["13", 5, 5]):
        with pytest.raises(Refused, match="handicap"):
            resolve(nerts, {"handicap": wrong}, 3)


def test_option_work_piles() -> None:
    state = table("", "pile 9C 2C  work KH / KD / TH", IDLE.replace(" / QC", ""), work_piles=3)
    play(state, "0 move P T3")
    assert refused(state, 0, "move P T4") == "unknown_action"
    state = table("", "pile 9C 2C  work KH / KD / QH / 8C / QD / TH", IDLE + " / QD / QH", work_piles=6)
    play(state, "0 move P T6")
    assert lies(state, 0).startswith("pile 2C work KH / KD / QH / 8C / QD / TH 9C")


def test_option_draw() -> None:
    for draw in (1, 2, 3):
        state = table("", "pile KS  work KH / KD / KC / QC  stock 5H 6H 7S 8S", IDLE, draw=draw)
        play(state, "0 draw")
        assert state.view(0).places[0].waste == draw
        assert TEXT[state.view(0).places[0].waste_top] == ["5H", "6H", "7S"][draw - 1]


def test_option_move_runs() -> None:
    state = table("", "pile KS  work 9S 8H / 9C 8D 7S / 8C / QC", IDLE, move_runs=False)
    assert [text for text in state.legal(0) if text.startswith("move")] == ["move T2 T1"]
    assert refused(state, 0, "move T2 T1 2") == "does_not_fit"
    state = table("", "work  / 9C 8D 7S / 8C / QC", IDLE, move_runs=False)
    assert "move T2 T1" in state.legal(0)
    assert refused(state, 0, "move T2 T1 3") == "does_not_fit"


def test_option_call_auto() -> None:
    state = table("", "pile AH  work 8C / QD / AC / QS", "pile AH  work AS / KD / KC / QC", call="auto")
    assert refused(state, 0, "call") == "pile_not_empty"
    events = state.apply(0, "move P F")
    assert events[-1] == {"kind": "over", "caller": 0, "points": [1, -2]}
    # filling a work pile with the last card empties the pile as well
    state = table("", "pile 9H  work 8C / QD / AC / QS", IDLE, call="auto")
    play(state, "0 move T3 F")
    assert (state.over, state.caller) == (True, 0)


def test_option_card_points_and_pile_penalty() -> None:
    seats = ["pile KS 9C  work KH / KD / KC / QC", "work KH / KD / KC / KS"]
    for card, penalty in ((1, 0), (5, 5), (3, 1)):
        state = table("AH 2H.1 3H.1", *seats, card_points=card, pile_penalty=penalty)
        play(state, "1 call")
        assert state.points == [card - 2 * penalty, 2 * card]


def test_option_target() -> None:
    rules = resolve(nerts, {"target": 10}, 2)
    assert nerts.finished(rules, [9, 9], [None] * 1) is None
    assert nerts.finished(rules, [10, 9], [None] * 1) == [0]
    assert resolve(nerts, {"preset": "quick"}, 2).target == 50


def test_option_rounds() -> None:
    rules = resolve(nerts, {"rounds": 2}, 3)
    assert nerts.finished(rules, [500, 0, 0], [None] * 1) is None
    assert nerts.finished(rules, [-3, -8, -5], [None] * 2) == [0]
    assert nerts.finished(rules, [7, -8, 7], [None] * 2) == [0, 2]
    assert resolve(nerts, {"rounds": "none"}, 3).rounds is None
