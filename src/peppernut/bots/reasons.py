"""Why bots did what they did, told by themselves when the deal is over."""

import re
from collections.abc import Collection
from typing import Any

from peppernut.bots import policy
from peppernut.catalog import room


def told(game: str, past: Any, places: Collection[int]) -> list[dict[str, Any]]:
    """The reasons for some actions of a finished deal of a trick game: ``at`` (the action's place), ``seat``, ``reason``.

    A bot keeps nothing and reasons from the view and the action alone, so it can do that afterwards.
    """
    bot = policy(game, "hard")
    state = room(game).State.start(past.rules, past.deal, past.standing)
    reasons = []
    for at, (seat, action) in enumerate(past.actions):
        if at in places:
            reasons.append(
                {"at": at, "seat": seat, "reason": of_oneself(bot.reason(state.view(seat), action))}
            )
        state.apply(seat, action)
    return reasons


def of_oneself(reason: str) -> str:
    """A hint says "you need this trick"; of its own play a bot says "I need this trick"."""
    for you, me in ((r"\byour\b", "my"), (r"\bfor you\b", "for me"), (r"\byou\b", "I")):
        reason = re.sub(you, me, reason)
    return reason
