"""What common sense rests on. That every level has it, the positions show (test_positions)."""

from typing import Any

import pytest

from peppernut import pepper
from peppernut.bots import sense
from peppernut.bots.simple_pepper import to_speak
from peppernut.rules import resolve
from peppernut.standing import Standing


def auction(given: dict[str, Any], words: str) -> Any:
    """The view of the seat to act after these words, where the dealer's side, seats 1 and 3, needs one point."""
    rules = resolve(pepper, given)
    deal = pepper.shuffle(rules, 0, 3, bytes(32))
    state = pepper.State.start(rules, deal, Standing(0, (rules.target // 2, rules.target - 1)))
    for text in words.split(", "):
        state.apply(state.to_act[0], text)
    return state.view(state.to_act[0])


@pytest.mark.parametrize(
    ("given", "words", "answer", "stands"),
    [
        # once round, the dealer last: his partner's bid cannot be beaten any more
        ({}, "pass, bid 1, pass", set(), True),
        ({}, "pass, bid 1", {3}, False),
        # round and round: who has passed may come back
        ({"auction": "continuous"}, "pass, bid 1, pass", {0, 1, 2}, False),
    ],
)
def test_a_bid_that_wins_stands_once_nobody_can_answer(
    given: dict[str, Any], words: str, answer: set[int], stands: bool
) -> None:
    view = auction({"min_bid": 1, **given}, words)
    assert to_speak(view) == answer
    assert (sense.pepper(view) == ["pass"]) == stands
    assert sense.raises_partner(view) == (view.seat == 3)
