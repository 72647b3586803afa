"""Fit what the bots of pepper hear in a bid: ``python -m peppernut.bots.training_pepper``.

`plain`, which hears nothing in a bid, plays deals of the default rules against itself, so what comes out does not
hang on what the file said before. From every word of the auctions come the estimates from which so much is bid
(the most likely ones, moved one after the other); from the play with the partner, how much less two hands take
that do not see each other than open ones. The same seed gives the same numbers on every machine.
``pepper_weights`` is written anew.
"""

from dataclasses import replace
from hashlib import sha256
from math import log
from pathlib import Path
from random import Random
from typing import Any

from peppernut import pepper
from peppernut.bots import pepper_weights
from peppernut.bots.hearing import bid_chance, what_was_bid
from peppernut.bots.pepper import Thinker, room_of
from peppernut.bots.pepper_light import favourite, helped
from peppernut.bots.solver import as_table, solve
from peppernut.engine.compiled import compiled
from peppernut.engine.row import TAKEN
from peppernut.rules import resolve
from peppernut.standing import Standing

VERSION, SEED, DEALS, ROUNDS = 2, 1100, 300, 40
BEFORE = 40  # ``SHORT`` of those who play
START, STEEP = (3.0, 3.3, 3.7, 4.2, 4.9, 5.2, 5.4, 5.8), 3.0
Word = tuple[float, int, int]  # the estimate, the least that could be bid, what was bid (0: passed)


def play(number: int, bot: Any, rules: Any) -> tuple[list[Word], int | None]:
    """The words of an auction, and how many tricks fewer than with open hands the bidder and partner took."""
    room = room_of(rules)
    secret = sha256(f"training pepper {SEED} {number}".encode()).digest()
    state = pepper.State.start(rules, pepper.shuffle(rules, 0, number % 4, secret), Standing(0, (0, 0)))
    row = as_table(state.row)
    limits = []
    for seat in range(4):
        _, own = compiled(favourite)(room.table, row, room.pack, seat)
        limits.append(compiled(helped)(room.table, row, own))
    rng = Random(f"training pepper {SEED} {number}")
    words: list[Word] = []
    least = 1
    taken = None
    while not state.over:
        seat = state.to_act[0]
        view = state.view(seat)
        text = "yes" if view.phase == "drop_out" else "with" if view.phase == "exchange" else ""
        if view.phase == "play" and taken is None:
            if len(view.in_play) < 4:
                break
            assert view.declarer is not None
            pair = 5 << view.declarer % 2
            taken = int(compiled(solve)(room.table, as_table(state.row), pair, 3, *room.work))
        action = text or bot.choose(view, rng)
        if view.phase == "bid" and least <= 8:
            bid = what_was_bid(action, 6)
            words.append((limits[seat], least, bid))
            least = max(least, bid + 1)
        state.apply(seat, action)
    if taken is None or not state.over:
        return words, None
    side = state.summary()["declarer"] % 2
    return words, taken - sum(state.row[TAKEN + seat] for seat in (side, side + 2))


def likelihood(words: list[Word], thresholds: tuple[float, ...], steep: float) -> float:
    """The mean logarithm of the chance of what was said."""
    return sum(log(bid_chance(*word, 6, thresholds, steep)) for word in words) / len(words)


def fit(words: list[Word]) -> tuple[list[float], float]:
    """The thresholds, and how steep they are."""
    values, steps = [*START, STEEP], [0.2] * 9
    best = likelihood(words, START, STEEP)
    for _ in range(ROUNDS):
        for at in range(9):
            for sign in (1, -1):
                moved = list(values)
                moved[at] += sign * steps[at]
                if moved[:8] != sorted(moved[:8]) or moved[8] <= 0:
                    continue
                found = likelihood(words, tuple(moved[:8]), moved[8])
                if found > best:
                    best, values = found, moved
                    break
            else:
                steps[at] *= 0.6
    return values[:8], values[8]


def text(thresholds: list[float], steep: float, short: int) -> str:
    """The module that keeps the numbers."""
    lines = [
        f'"""{pepper_weights.__doc__}"""',
        "",
        *(f"{name} = {globals()[name]}" for name in ("VERSION", "SEED", "DEALS")),
        "",
        "# of six tricks: the estimates from which 1 … 6, little and big are bid, and how sharply",
        "THRESHOLDS = (",
        *(f"    {round(value, 2)}," for value in thresholds),
        ")",
        f"STEEP = {round(steep, 2)}",
        "",
        "# a hundred times the tricks by which bidder and partner take less than with open hands",
        f"SHORT = {short}",
    ]
    return "\n".join(lines) + "\n"


def train() -> str:
    """Play, fit, and say what to write."""
    bot, rules = Thinker("plain"), resolve(pepper, {})
    bot.level = replace(bot.level, short=BEFORE)
    words: list[Word] = []
    fewer = []
    for number in range(DEALS):
        said, short = play(number, bot, rules)
        words += said
        if short is not None:
            fewer.append(short)
    return text(*fit(words), round(100 * sum(fewer) / len(fewer)))


if __name__ == "__main__":
    Path(str(pepper_weights.__file__)).write_text(train(), "utf-8")
