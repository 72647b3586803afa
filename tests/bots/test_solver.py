"""The open-hand solver against trying everything with the machine's own steps."""

from random import Random

import pytest

from peppernut import pepper
from peppernut.bots import solver
from peppernut.cards import DENOMINATIONS
from peppernut.engine.compiled import compiled
from peppernut.engine.row import HAND, TURN
from peppernut.engine.tricks import play_card, playable
from peppernut.pepper.table import compile_rules
from peppernut.rules import resolve


@pytest.mark.parametrize("trump", range(5), ids=DENOMINATIONS)
@pytest.mark.parametrize("preset", ["iowa", "cutthroat-5"])
def test_equals_brute_force(preset: str, trump: int) -> None:
    """2,000 endings in every trump: four seats with and without one that sits out, and five seats."""
    rules = resolve(pepper, {"preset": preset})
    t = solver.as_table(compile_rules(rules))
    fast, work = compiled(solver.solve), solver.workspace()
    step, may = compiled(play_card), compiled(playable)
    rng = Random(f"endings {preset} {trump}")
    for number in range(2000 if preset == "iowa" else 400):
        out = 1 << rng.randrange(4) if number % 2 and preset == "iowa" else 0
        seats = rules.players
        leader = rng.choice([seat for seat in range(seats) if not out >> seat & 1])
        cards = 3 if seats > 4 or number % (8 if out else 40) else 4
        pack = rng.sample(rules.deck.cards(), seats * cards)
        hands = [pack[seat * cards : seat * cards + cards] for seat in range(seats)]
        s = solver.open_row(t, hands, trump, leader, out)
        for _ in range(rng.randrange(4 - bool(out))):  # often in the middle of a trick
            seat = int(s[TURN])
            step(t, s, seat, rng.choice([k for k in range(52) if may(t, s, seat, s[HAND + seat]) >> k & 1]))
        team = 5 if preset == "iowa" else rng.choice([1 << leader, 0b10010])
        assert solver.fits(t, s)
        before = list(s)
        found = fast(t, s, team, rng.randrange(cards + 1), *work)
        assert list(s) == before
        assert found == solver.brute([int(x) for x in t], [int(x) for x in s], team)


def test_compiled_and_plain_agree() -> None:
    rules = resolve(pepper, {})
    t = solver.as_table(compile_rules(rules))
    rng = Random("plain")
    fast, work = compiled(solver.solve), solver.workspace()
    for _ in range(3):
        pack = list(rules.deck.cards())
        rng.shuffle(pack)
        s = solver.open_row(t, [pack[at : at + 6] for at in range(0, 24, 6)], rng.randrange(5), 1)
        plain = ([0] * solver.WORK_SIZE, [-1] * len(work[1]))
        row = [int(x) for x in s]
        assert fast(t, s, 5, 3, *work) == solver.solve([int(x) for x in t], row, 5, 3, *plain)
