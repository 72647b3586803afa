"""Games by Hypothesis: any rules, any legal or illegal action at any time; it shrinks what goes wrong."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from peppernut import testing
from peppernut.cards import shuffled
from peppernut.catalog import room
from peppernut.match import Match
from peppernut.record import replay
from peppernut.refusal import Refused
from peppernut.rules import resolve, to_json

TRICKS = ("peanuts", "pepper")


class Table(RuleBasedStateMachine):
    """A table at which people do what they like."""

    match: Match | None = None

    @initialize(game=st.sampled_from(TRICKS), seed=st.integers(0, 10**6))
    def sit_down(self, game: str, seed: int) -> None:
        rules = resolve(room(game), testing.random_rules(game, Random(seed)))
        self.match = Match(game, rules, ["x"] * rules.players)
        self.rng = Random(seed)
        self.words = [*testing.WORDS[game], *testing.STRANGE]

    def playing(self) -> bool:
        return self.match is not None and self.match.current is not None

    @precondition(lambda self: self.match is not None and self.match.current is None and not self.match.over)
    @rule(secret=st.binary(min_size=32, max_size=32))
    def deal(self, secret: bytes) -> None:
        assert self.match is not None
        self.match.begin(self.match.shuffle(secret))

    @precondition(playing)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        assert self.match is not None
        state = self.match.states[-1]
        seat = data.draw(st.sampled_from(state.to_act))
        self.match.apply(seat, data.draw(st.sampled_from(state.legal(seat))))

    @precondition(playing)
    @rule(times=st.integers(1, 15))
    def go_on(self, times: int) -> None:
        """Several actions at once, so that plays are reached."""
        assert self.match is not None
        state = self.match.states[-1]
        for _ in range(times):
            if not state.over:
                seat = state.to_act[-1]
                self.match.apply(seat, state.legal(seat)[0])

    @precondition(lambda self: self.match is not None and bool(self.match.states))
    @rule(seat=st.integers(-1, 10), data=st.data())
    def try_something(self, seat: int, data: st.DataObject) -> None:
        assert self.match is not None
        state = self.match.states[-1]
        text = data.draw(st.sampled_from(self.words) | st.text(max_size=10))
        if text in state.legal(seat) and seat in state.to_act:
            return
        before = json.dumps(self.match.to_record()), list(state.row), json.dumps(self.match.view(None))
        with pytest.raises(Refused):
            self.match.apply(seat, text)
        assert (
            json.dumps(self.match.to_record()),
            list(state.row),
            json.dumps(self.match.view(None)),
        ) == before

    @invariant()
    def cards_are_conserved(self) -> None:
        if self.match is not None and self.match.states:
            testing.conserved(self.match.states[-1])

    @invariant()
    def somebody_may_act(self) -> None:
        if self.playing():
            assert self.match is not None
            state = self.match.states[-1]
            assert state.to_act
            assert all(state.legal(seat) for seat in state.to_act)

    def teardown(self) -> None:
        if self.match is None:
            return
        outcome = replay(json.loads(json.dumps(self.match.to_record())))
        assert outcome.error is None
        assert outcome.match is not None
        assert outcome.match.view(None) == self.match.view(None)
        assert [state.row for state in outcome.match.states] == [state.row for state in self.match.states]


def test_a_table_where_people_do_what_they_like():
    run_state_machine_as_test(
        Table, settings=settings(max_examples=40, stateful_step_count=40, deadline=None)
    )


@given(st.sampled_from(("peanuts", "pepper", "nerts")), st.integers(0, 10**6))
def test_resolved_rules_read_back(game: str, seed: int):
    rules = resolve(room(game), testing.random_rules(game, Random(seed)))
    written: dict[str, Any] = json.loads(json.dumps(to_json(rules)))
    assert resolve(room(game), written, rules.players) == rules


@given(st.binary(min_size=32, max_size=32), st.sampled_from(TRICKS), st.integers(0, 30))
def test_the_same_secret_deals_the_same_cards(secret: bytes, game: str, number: int):
    rules = resolve(room(game), {})
    number = number % rules.hands if game == "peanuts" else number
    deal = room(game).shuffle(rules, number, 1, secret)
    assert deal == room(game).shuffle(rules, number, 1, secret)
    assert deal != room(game).shuffle(rules, (number + 1) % 20, 1, secret)
    assert deal.hands != room(game).shuffle(rules, number, 1, secret[::-1] + b"x").hands


def test_shuffles_are_even():
    """Each card comes to each place as often as to any other."""
    counts = [[0] * 6 for _ in range(6)]
    for number in range(3000):
        for at, card in enumerate(shuffled(range(6), number.to_bytes(32, "big"), "even")):
            counts[card][at] += 1
    square = sum((count - 500) ** 2 / 500 for row in counts for count in row)
    assert square < 60, "25 degrees of freedom"
