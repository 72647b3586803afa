"""What a bot would do where a record stands."""

from random import Random
from typing import Any

from peppernut import bots
from peppernut.record import replay
from peppernut.refusal import Refused


def hint(record: object, level: str = "hard", seed: int = 0) -> dict[str, Any]:
    """The choice of the seat to act, from its view alone, with its reason and what else was weighed.

    Refused if the record is broken, or if nobody is to act.
    """
    outcome = replay(record)
    if outcome.error is not None or outcome.match is None:
        error = outcome.error or {"code": "bad_record", "message": "The record cannot be read."}
        raise Refused(error["code"], error["message"])
    match = outcome.match
    state = match.current
    if state is None or not state.to_act:
        raise Refused("bad_record", "Nobody is to act: the record stands between two deals, or at the end.")
    policy = bots.policy(match.game, level)
    if match.game != "nerts":
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
