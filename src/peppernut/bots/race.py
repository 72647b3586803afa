"""A round of the race in time that is only counted: a queue of looks and actions, no clock.

Everybody looks, decides, and acts after the time that eyes and hand need; who arrives first is served first,
as at the server. The same seed gives the same round.
"""

import heapq
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from peppernut.bots.nerts import Racer
from peppernut.nerts.state import State
from peppernut.refusal import Refused

LONGEST = 3_600_000  # an hour: no round of bots takes so long


def race(rules: Any, deal: Any, standing: Any, racers: Sequence[Racer], seed: str) -> State:
    """Play a round to its end; the state with all actions and their times."""
    state = State.start(rules, deal, standing)
    rngs = [Random(f"{seed}/{seat}") for seat in range(len(racers))]
    start = Random(seed)
    # (time, order of arrival, seat, what the seat then does; None: it looks)
    queue: list[tuple[int, int, int, str | None]] = [
        (0, start.getrandbits(30), seat, None) for seat in range(len(racers))
    ]
    heapq.heapify(queue)
    arrived = 1 << 30
    while not state.over:
        now, _, seat, action = heapq.heappop(queue)
        if now > LONGEST:
            raise RuntimeError(f"the round {seed} does not end")
        if action is not None:
            with suppress(Refused):  # somebody was quicker; the card goes back
                state.apply(seat, action, now)
        view = state.view(seat)
        choice = racers[seat].choose(view, rngs[seat])
        arrived += 1
        heapq.heappush(queue, (now + racers[seat].delay(view, rngs[seat], choice), arrived, seat, choice))
    return state
