"""Positions as text files, readable at the table: tests/positions/*.txt.

Lines, in order; what follows a # is for people::

    game pepper                     rules target 31           # one option a line, JSON values; `rules preset harmon`
    dealer 3                        hand 9C TC QH KH AH JS    # one a seat, seat 0 first
    kitty JC                        turnup 9H                 # where the game has them
    number 9                        totals 40 38              # where the game stands; `rough` for a rough deal
    2 bid 3                         # an action: seat and words
    legal 3: play 9H, play JD       # all that the seat may do now
    refused 3 play AD: must_follow_suit
    phase play    turn 3    trick 2 # where it stands; `trick`: who took the last one
    tricks 1 0 0 2                  points 3 -1
    unseen 1 9C                     # the seat's view does not show this card; `seen` the contrary
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from peppernut.cards import KIND
from peppernut.catalog import room
from peppernut.engine.deal import Deal
from peppernut.refusal import Refused
from peppernut.rules import resolve
from peppernut.standing import Standing

FILES = sorted((Path(__file__).parent / "positions").glob("*.txt"))


def value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


class Position:
    """A position file, line by line."""

    def __init__(self) -> None:
        self.game = ""
        self.given: dict[str, Any] = {}
        self.hands: list[tuple[int, ...]] = []
        self.dealer = 0
        self.kitty: tuple[int, ...] = ()
        self.turnup: int | None = None
        self.number = 0
        self.totals: tuple[int, ...] = ()
        self.rough = False
        self._state: Any = None

    @property
    def state(self) -> Any:
        """The deal, begun when the first line asks for it."""
        if self._state is None:
            rules = resolve(room(self.game), self.given, len(self.hands))
            deal = Deal(self.dealer, tuple(self.hands), self.turnup, self.kitty)
            self._state = room(self.game).State.start(
                rules, deal, Standing(self.number, self.totals, self.rough)
            )
        return self._state

    def read(self, line: str) -> None:
        """Do, or check, what a line says."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word.isdigit():
            self.state.apply(int(word), rest)
        else:
            getattr(self, f"read_{word}")(rest)

    def read_game(self, rest: str) -> None:
        self.game = rest

    def read_rules(self, rest: str) -> None:
        name, _, text = rest.partition(" ")
        self.given[name] = value(text)

    def read_dealer(self, rest: str) -> None:
        self.dealer = int(rest)

    def read_hand(self, rest: str) -> None:
        self.hands.append(tuple(KIND[card] for card in rest.split()))

    def read_kitty(self, rest: str) -> None:
        self.kitty = tuple(KIND[card] for card in rest.split())

    def read_turnup(self, rest: str) -> None:
        self.turnup = KIND[rest]

    def read_number(self, rest: str) -> None:
        self.number = int(rest)

    def read_totals(self, rest: str) -> None:
        self.totals = tuple(map(int, rest.split()))

    def read_rough(self, rest: str) -> None:
        self.rough = True

    def read_legal(self, rest: str) -> None:
        seat, _, texts = rest.partition(":")
        assert set(self.state.legal(int(seat))) == {text.strip() for text in texts.split(",")}

    def read_refused(self, rest: str) -> None:
        action, _, code = rest.rpartition(":")
        seat, _, text = action.partition(" ")
        before = list(self.state.row)
        with pytest.raises(Refused) as caught:
            self.state.apply(int(seat), text)
        assert caught.value.code == code.strip()
        assert list(self.state.row) == before

    def read_phase(self, rest: str) -> None:
        assert self.state.phase == rest

    def read_turn(self, rest: str) -> None:
        assert self.state.to_act == tuple(map(int, rest.split()))

    def read_trick(self, rest: str) -> None:
        assert self.state.last_trick[1] == int(rest)

    def read_tricks(self, rest: str) -> None:
        assert self.state.summary()["tricks"] == list(map(int, rest.split()))

    def read_points(self, rest: str) -> None:
        assert self.state.points == list(map(int, rest.split()))

    def read_unseen(self, rest: str) -> None:
        assert not self._shows(rest)

    def read_seen(self, rest: str) -> None:
        assert self._shows(rest)

    def _shows(self, rest: str) -> bool:
        seat, card = rest.split()
        view = self.state.view(None if seat == "-" else int(seat))
        return card in json.dumps(view.to_json()) or card in repr(view.actions)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_position(path: Path):
    position = Position()
    for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
        line = text.partition("#")[0].strip()
        if not line:
            continue
        try:
            position.read(line)
        except (AssertionError, Refused, pytest.fail.Exception) as error:
            raise AssertionError(f"{path.name}, line {number}: {line}: {error}") from error
    assert position.state.actions


def test_there_are_positions():
    assert len(FILES) >= 10
