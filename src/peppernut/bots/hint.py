"""What a bot would do where a game stands."""

from random import Random
from typing import Any

from peppernut import bots
from peppernut.bots.arena import searches
from peppernut.match import Match
from peppernut.refusal import Refused


def hint(match: Match, level: str = "hard", seed: int = 0, seat: int | None = None) -> dict[str, Any]:
    """The choice of a seat, from its view alone, with its reason and what else was weighed.

    ``seat``: None for the seat to act, in the race seat 0. In the race the action is None where it is best to
    wait. Refused if nobody or not this seat is to act, or if there is no such level.
    """
    state = match.current
    if state is None:
        where = "The game is over" if match.over else "The record stands between two deals"
        raise Refused("bad_record", f"{where}: nobody is to act.")
    seat = state.to_act[0] if seat is None else match.seated(seat)
    if seat not in state.to_act:
        raise Refused("not_your_turn", f"Seat {seat} is not to act where the record stands.")
    policy = bots.policy(match.game, level)
    if searches(match.game, [level]):
        bots.load()
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
