"""The conformance battery over thousands of random rule combinations (scripts/battery)."""

from __future__ import annotations

import sys
import time
from collections import Counter
from random import Random

from tests import reckoning

from peppernut import testing
from peppernut.catalog import GAMES

THOROUGH = {"peanuts": 0.01, "pepper": 0.03, "nerts": 0.003}


def main() -> int:
    """Arguments: game, how many combinations, seed."""
    games = sys.argv[1:2] or list(GAMES)
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    seed = sys.argv[3] if len(sys.argv) > 3 else "long"
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
