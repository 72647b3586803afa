"""Games of bots: what they choose must be legal, and in time."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from time import thread_time
from typing import Any

from peppernut import rules as house
from peppernut.catalog import room
from peppernut.match import Match
from peppernut.testing.law import hold

LIMIT = 0.3  # seconds of the processor's time for a choice
MOST_DEALS = 60  # of a game whose rules or luck never end it


@dataclass
class Watch:
    """What bots did: how much of what, and their slowest choices by game and level, with where they were made."""

    seen: Counter[str] = field(default_factory=Counter)
    slowest: dict[str, tuple[float, str]] = field(default_factory=dict)

    def choose(self, bot: Any, who: str, view: Any, rng: Random, where: str) -> Any:
        """A bot's choice, None if it waits; Broken if it is not legal or took too long."""
        begin = thread_time()
        action = bot.choose(view, rng)
        spent = thread_time() - begin
        self.seen["choices"] += 1
        self.slowest[who] = max(self.slowest.get(who, (0.0, "")), (spent, where))
        waits = action is None and who.startswith("nerts ")
        hold(waits or action in view.legal, "a bot chose what is not legal", who, action, view.legal, where)
        hold(spent <= LIMIT, "a choice took too long", who, f"{spent:.3f} s", where)
        return action


def game_of_bots(game: str, given: dict[str, Any], seed: str, watch: Watch, deals: int = MOST_DEALS) -> None:
    """A game of bots of all levels mixed, by these rules; Broken where a choice is illegal or late."""
    from peppernut import bots

    rng = Random(seed)
    rules = house.resolve(room(game), given)
    levels = [rng.choice((*bots.LEVELS, "simple")) for _ in range(rules.players)]
    seated = [(bots.policy(game, level), f"{game} {level}") for level in levels]
    match = Match(game, rules, levels)
    for deal in range(deals):
        where = f"{game} {given}, seed {seed}, deal {deal}"
        state: Any = match.begin(match.shuffle(rng.randbytes(32)))
        if game == "nerts":
            _race(match, [_Racing(bot, who, watch, where) for bot, who in seated], where)
        while not state.over:
            seat = rng.choice(state.to_act)
            bot, who = seated[seat]
            match.apply(seat, watch.choose(bot, who, state.view(seat), rng, where))
        watch.seen["deals"] += 1
        if match.over:
            watch.seen[f"{game}: games to their end"] += 1
            break
    watch.seen[f"{game}: games"] += 1


class _Racing:
    """A racer whose choices are watched."""

    def __init__(self, bot: Any, who: str, watch: Watch, where: str) -> None:
        self.delay = bot.delay
        self.choose = lambda view, rng: watch.choose(bot, who, view, rng, where)


def _race(match: Match, racers: list[Any], seed: str) -> None:
    """A round of the race, as it would go at the server."""
    from peppernut.bots.race import race

    state: Any = match.states[-1]
    for seat, text, ms in race(match.rules, state.deal, state.standing, racers, seed).actions:
        match.apply(seat, text, ms)
