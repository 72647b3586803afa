"""The conformance battery over thousands of random rule combinations, and games of bots (scripts/battery)."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random
from typing import Any

from tests import reckoning

from peppernut import testing
from peppernut.catalog import GAMES
from peppernut.refusal import Refused

THOROUGH = {"peanuts": 0.01, "pepper": 0.03, "nerts": 0.003}


# Of twenty games of bots so many are of each game.
SHARES = {"peanuts": 8, "pepper": 9, "nerts": 3}


WHOLE = 20  # every twentieth game is as long as its rules make it
SHORT = {"peanuts": ("hands", 3), "pepper": ("target", 6), "nerts": ("target", 10)}
FEW_DEALS = 8


def shortened(game: str, given: dict[str, Any]) -> dict[str, Any]:
    """The same rules, sooner at their end: the time goes into more rules instead."""
    name, most = SHORT[game]
    return given | {name: min(given.get(name, most), most)}


def bots_play(number: int, seed: str) -> int:
    """So many games of bots, each by rules of its own; every choice must be legal and in time."""
    from peppernut import bots

    bots.load()
    order = [game for game, share in SHARES.items() for _ in range(share)]
    watch, broken = testing.Watch(), 0
    began = time.monotonic()
    for at in range(number):
        game = order[at % len(order)]
        given = testing.random_rules(game, Random(f"{seed} bots {game} {at}"))
        whole = at // len(order) % WHOLE == 0
        try:
            if whole:
                testing.game_of_bots(game, given, f"{seed} {at}", watch)
            else:
                testing.game_of_bots(game, shortened(game, given), f"{seed} {at}", watch, FEW_DEALS)
        except (testing.Broken, Refused) as error:
            broken += 1
            print(f"{game} {seed} {at}: {given}\n{error}\n")
        print(f"\rbots: {at + 1} games, {time.monotonic() - began:.0f} s", end="", file=sys.stderr)
    print(f"\rbots, seed {seed}: {dict(watch.seen)} in {time.monotonic() - began:.0f} s, {broken} broken")
    for who, (spent, where) in sorted(watch.slowest.items()):
        print(f"  slowest choice of {who}: {1000 * spent:.1f} ms ({where})")
    return 1 if broken else 0


def main() -> int:
    """The games of bots, or the battery over random rules; 1 where something broke."""
    asked = argparse.ArgumentParser("scripts/battery", description=__doc__)
    asked.add_argument(
        "what", nargs="?", choices=[*GAMES, "bots"], help="one game, or games of bots (default: all games)"
    )
    asked.add_argument(
        "number", nargs="?", type=int, help="how many (default: 2000 rules of a game, 10000 games of bots)"
    )
    asked.add_argument("seed", nargs="?", default="long")
    what, number, seed = vars(asked.parse_args()).values()
    if what == "bots":
        return bots_play(number or 10_000, seed)
    games = [what] if what else list(GAMES)
    number = number or 2000
    broken = 0
    for game in games:
        seen: Counter[str] = Counter()
        began = time.monotonic()
        for at in range(number if game != "nerts" else number // 20):
            given = testing.random_rules(game, Random(f"{seed} {game} {at}"))
            try:
                seen += testing.battery(
                    game, given, seed=at, deals=3, thorough=THOROUGH[game], score=reckoning.SCORES.get(game)
                )
            except testing.Broken as error:
                broken += 1
                print(f"{game} {seed} {at}: {given}\n{error}\n")
            if at % 100 == 99:
                print(
                    f"\r{game}: {at + 1} rule combinations, {time.monotonic() - began:.0f} s",
                    end="",
                    file=sys.stderr,
                )
        print(f"\r{game}: {dict(seen)} in {time.monotonic() - began:.0f} s")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
