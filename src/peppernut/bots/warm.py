"""Make the compiled code of the bots: one decision of each kind.

``python -m peppernut.bots.warm`` compiles it and leaves it on disk; the server runs that as a process of its
own, since compiling would hold up its loop, and then loads what is there.
"""

import os
import threading
import time
from random import Random
from typing import Any


def warm() -> None:
    """Let the searching bots decide once in every kind of decision."""
    from peppernut import peanuts, pepper
    from peppernut.bots import peanuts as peanuts_search
    from peppernut.bots import pepper as pepper_search
    from peppernut.rules import resolve
    from peppernut.standing import Standing

    rng = Random(0)
    hand = resolve(peanuts, {"start_cards": 2})
    state: Any = peanuts.State.start(hand, peanuts.shuffle(hand, 0, 0, bytes(32)), Standing(0, (0,) * 4))
    peanuts_search.Thinker("hard").values(state.view(1), rng)
    rules = resolve(pepper, {})
    state = pepper.State.start(rules, pepper.shuffle(rules, 0, 0, bytes(32)), Standing(0, (0, 0)))
    thinker = pepper_search.Thinker("hard")
    thinker.values(state.view(1), rng)
    state.apply(1, "bid 3")
    thinker.values(state.view(2), rng)
    for seat in (2, 3, 0):
        state.apply(seat, "pass")
    state.apply(1, "trump H")
    thinker.values(state.view(1), rng)
    state.apply(1, "with")
    while len(state.view(state.to_act[0]).actions) < 26 or len(state.view(state.to_act[0]).legal) < 2:
        state.apply(state.to_act[0], state.view(state.to_act[0]).legal[0])
    thinker.values(state.view(state.to_act[0]), rng)
    rules = resolve(pepper, {"preset": "melton"})
    state = pepper.State.start(rules, pepper.shuffle(rules, 0, 0, bytes(32)), Standing(0, (0, 0)))
    state.apply(1, "bid 3")
    for seat in (2, 3, 0):
        state.apply(seat, "pass")
    state.apply(1, "trump H")
    while sum(state.view(1).tricks) < 3 or len(state.view(state.to_act[0]).legal) < 2:
        state.apply(state.to_act[0], state.view(state.to_act[0]).legal[0])
    thinker.values(state.view(state.to_act[0]), rng)  # so few cards that all worlds are listed
    rules = resolve(pepper, {"preset": "widebeard"})
    state = pepper.State.start(rules, pepper.shuffle(rules, 0, 0, bytes(32)), Standing(0, (0, 0)))
    state.apply(state.to_act[0], "bid 4")
    while state.phase == "bid":
        state.apply(state.to_act[0], "pass")
    thinker.values(state.view(state.to_act[0]), rng)  # the kitty: so many cards that they are sifted first


def step_back() -> None:
    """Give way to everything else on the machine, and end with the program that started this one."""
    if hasattr(os, "nice"):
        os.nice(10)
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    step_back()
    warm()
