"""What a bot would do where a game stands."""

from random import Random
from typing import Any

from peppernut import bots
from peppernut.bots.arena import searches
from peppernut.match import Match
from peppernut.refusal import Refused


def hint(match: Match, level: str = "hard", seed: int = 0) -> dict[str, Any]:
    """The choice of the seat to act, from its view alone, with its reason and what else was weighed.

    Refused if nobody is to act, or if there is no such level.
    """
    state = match.current
    if state is None:
        where = "The game is over" if match.over else "The record stands between two deals"
        raise Refused("bad_record", f"{where}: nobody is to act.")
    policy = bots.policy(match.game, level)
    if searches(match.game, [level]):
        bots.load()
    seat = state.to_act[0]
    view = state.view(seat)
    action = policy.choose(view, Random(f"hint {seed}"))
    weigh = getattr(policy, "values", None)
    values: dict[str, float] = weigh(view, Random(f"hint {seed}")) if weigh is not None else {}
    return {
        "seat": seat,
        "action": action,
        "reason": policy.reason(view, action),
        "alternatives": [
            {"action": text, "value": round(value, 4)}
            for text, value in sorted(values.items(), key=lambda item: -item[1])
        ],
    }
