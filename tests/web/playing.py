"""A visitor who plays on by himself."""

import random
from typing import Any

from peppernut.web.visitor import Chair


async def play_on(chair: Chair, rng: random.Random, until: Any, limit: int = 5000) -> None:
    """Play legally until something is the case; the picture is drawn from steps alone."""
    asked: tuple[str, int] | None = None
    for _ in range(limit):
        if until():
            return
        table, match = chair.table, chair.match
        wish: dict[str, Any] | None = None
        if match and match["over"]:
            wish = None
        elif table["between"] and not table["seats"][chair.seat or 0]["ready"]:
            wish = {"t": "ready"}
        elif match and match["deal"] and match["deal"]["legal"]:
            wish = {"t": "act", "at": table["position"], "action": rng.choice(match["deal"]["legal"])}
        key = (wish["t"], table["position"]) if wish else None
        if wish and key != asked:
            asked = key
            chair.n += 1
            await chair.send(n=chair.n, **wish)
        await chair.take()
    raise AssertionError("it did not come to that")
