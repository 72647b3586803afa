"""Whole games of bots by random rules: no choice is illegal or late (scripts/battery bots plays thousands)."""

from random import Random

import pytest

from peppernut import bots, testing
from peppernut.engine.compiled import available


@pytest.mark.slow
def test_games_of_all_levels() -> None:
    if available():
        bots.load()
    watch = testing.Watch()
    for game, number, deals in (("peanuts", 4, 4), ("pepper", 8, 6), ("nerts", 2, 1)):
        for at in range(number):
            rng = Random(f"games of bots {game} {at}")
            testing.game_of_bots(game, testing.random_rules(game, rng), f"short {at}", watch, deals)
        assert watch.seen[f"{game}: games"] == number
    assert watch.seen["choices"] > 1500


def test_the_watch_sees_what_is_illegal_or_late() -> None:
    class Bad:
        """Chooses what is not there, or after a while."""

        def __init__(self, action: str, work: int) -> None:
            self.action, self.work = action, work

        def choose(self, view: object, rng: Random) -> str:
            sum(range(self.work))
            return self.action

    from peppernut import peanuts
    from peppernut.rules import resolve
    from peppernut.standing import Standing

    rules = resolve(peanuts, {})
    view = peanuts.State.start(rules, peanuts.shuffle(rules, 0, 0, bytes(32)), Standing(0, (0,) * 4)).view(1)
    watch = testing.Watch()
    assert watch.choose(Bad("bid 3", 0), "bad", view, Random(0), "here") == "bid 3"
    with pytest.raises(testing.Broken, match="not legal"):
        watch.choose(Bad("bid 11", 0), "bad", view, Random(0), "here")
    with pytest.raises(testing.Broken, match="too long"):
        watch.choose(Bad("bid 3", 50_000_000), "bad", view, Random(0), "here")
    assert watch.slowest["bad"][0] > testing.LIMIT
