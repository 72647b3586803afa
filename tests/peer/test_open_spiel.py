"""Peanuts and pepper beside OpenSpiel's `oh_hell` and `euchre`: the same deals, the same tricks.

Ten thousand deals of each take a few seconds; PEPPERNUT_PEER_DEALS sets another number.
"""

from __future__ import annotations

import os
from functools import cache
from random import Random
from typing import Any

import pytest

from peppernut import peanuts, pepper
from peppernut import rules as house
from peppernut.cards import KIND, RANKS, SUITS, members
from peppernut.engine.row import BID, HAND, IN_PLAY, OVER, PHASE, PLAY, POINTS, TAKEN, TRUMP, TURN
from peppernut.engine.tricks import add_card, open_trick
from peppernut.peanuts import machine as hell
from peppernut.peanuts.rules import compile_rules as hell_table
from peppernut.pepper import machine as euchre
from peppernut.pepper.table import compile_rules as euchre_table

pyspiel = pytest.importorskip("pyspiel")
pytestmark = pytest.mark.peer

DEALS = int(os.environ.get("PEPPERNUT_PEER_DEALS", "10000"))


@cache
def spiel(name: str) -> Any:
    return pyspiel.load_game(name)


def their_kind(card: int, low: str = "2") -> int:
    """OpenSpiel numbers cards rank by rank; in `oh_hell` spades come before hearts."""
    order = "CDSH" if low == "2" else "CDHS"
    return KIND[RANKS[card // 4 + RANKS.index(low)] + order[card % 4]]


def test_oh_hell():
    rng = Random("oh hell")
    tables = {
        players: hell_table(
            house.resolve(peanuts, {"preset": "oh-hell", "players": players, "decks": 1, "start_cards": 7})
        )
        for players in range(3, 8)
    }
    for _ in range(DEALS):
        players = rng.randint(3, 7)
        tricks = rng.randint(1, min(10, 51 // players))
        game = spiel(
            f"oh_hell(players={players},num_suits=4,num_cards_per_suit=13,num_tricks_fixed={tricks},"
            "off_bid_penalty=false,points_per_trick=1)"
        )
        one_deal_of_oh_hell(game, tables[players], players, tricks, rng)


def one_deal_of_oh_hell(game: Any, t: Any, players: int, tricks: int, rng: Random) -> None:
    theirs = game.new_initial_state()
    theirs.apply_action(theirs.legal_actions()[0])  # the number of tricks, fixed
    dealer = rng.randrange(players)
    theirs.apply_action(dealer)
    deck = rng.sample(range(52), players * tricks + 1)
    for card in deck:
        theirs.apply_action(card)
    turnup = their_kind(deck[-1])
    row = [0] * hell.size(t)
    for at, card in enumerate(deck[:-1]):
        add_card(row, HAND + at % players, their_kind(card))
    hell.start(t, row, dealer, tricks, turnup // 13)
    while not theirs.is_terminal():
        seat = theirs.current_player()
        assert seat == row[TURN]
        actions = theirs.legal_actions()
        if row[PHASE] == PLAY:
            ours = {their_kind(card): card for card in actions}
        else:
            ours = {action - 52: action for action in actions}
        assert set(ours) == set(members(hell.legal(t, row, seat)))
        action = rng.choice(sorted(ours))
        hell.apply(t, row, seat, action)
        theirs.apply_action(ours[action])
    assert row[PHASE] == OVER
    assert theirs.returns() == row[POINTS : POINTS + players]
    assert sum(row[TAKEN : TAKEN + players]) == tricks
    assert min(row[BID : BID + players]) >= 0


def test_euchre():
    rng = Random("euchre")
    for _ in range(DEALS):
        one_deal_of_euchre(rng)


def one_deal_of_euchre(rng: Random) -> None:
    """Trump is named somehow, nobody goes alone; from the first lead on the play is that of pepper."""
    rules = house.resolve(
        pepper, {"preset": "iowa", "hand_size": 5, "exchange": "none", "drop_out": "none", "kitty": "none"}
    )
    t = euchre_table(rules)
    theirs = spiel("euchre(allow_lone_defender=false,stick_the_dealer=true)").new_initial_state()
    dealer = rng.randrange(4)
    theirs.apply_action(dealer)
    deck = rng.sample(range(24), 21)
    hands: list[set[int]] = [set() for _ in range(4)]
    for card in deck:
        theirs.apply_action(card)
    for at, card in enumerate(deck[:20]):
        hands[(dealer + at) % 4].add(card)
    words: list[str] = []
    caller = trump = -1
    discarding = False
    while not words or words[-1] not in {"Partner", "Alone"}:
        seat = theirs.current_player()
        actions = theirs.legal_actions()
        names = [theirs.action_to_string(seat, action) for action in actions]
        keep = [action for action, name in zip(actions, names, strict=True) if name != "Alone"]
        action = rng.choice(keep)
        words.append(theirs.action_to_string(seat, action))
        if words[-1] in {"Clubs", "Diamonds", "Hearts", "Spades"}:
            caller, trump = seat, SUITS.index(words[-1][0])
            discarding = words.count("Pass") < 4
            if discarding:
                hands[dealer].add(deck[20])
        elif discarding and words[-1] not in {"Pass", "Partner"}:
            hands[dealer].remove(action)
        theirs.apply_action(action)
    row = [0] * euchre.size(t)
    for seat, hand in enumerate(hands):
        assert len(hand) == 5
        for card in hand:
            add_card(row, HAND + seat, their_kind(card, "9"))
    euchre.start(t, row, dealer, 5, 0)
    row[PHASE], row[TRUMP], row[IN_PLAY] = PLAY, trump, 15
    open_trick(t, row, (dealer + 1) % 4)
    tricks = 0
    while not theirs.is_terminal() and row[PHASE] == PLAY:
        seat = theirs.current_player()
        assert seat == row[TURN], "another leads, or won the trick"
        legal = {their_kind(card, "9"): card for card in theirs.legal_actions()}
        assert set(legal) == set(members(euchre.legal(t, row, seat)))
        action = rng.choice(sorted(legal))
        euchre.apply(t, row, seat, action)
        theirs.apply_action(legal[action])
        tricks += 1
    assert tricks == 20
    assert theirs.is_terminal()
    makers = row[TAKEN + caller] + row[TAKEN + (caller + 2) % 4]
    points = 2 if makers == 5 else 1 if makers >= 3 else -2
    assert theirs.returns() == [points if seat % 2 == caller % 2 else -points for seat in range(4)]
