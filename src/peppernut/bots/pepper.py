"""Pepper by search: worlds that fit what is known, played on by a light policy and solved to the end.

Each choice is tried in every world. What the others do until the cards are played is the light policy's word;
the play itself is solved with open hands where that is possible (``solver``), else played by the light policy
until it is. What counts is the chance to win the match from the totals that follow (``equity``).
"""

from dataclasses import dataclass
from functools import lru_cache
from math import exp, inf, sqrt
from random import Random
from typing import Any

from peppernut.bots import equity as matches
from peppernut.bots import sense, simple_pepper
from peppernut.bots.hearing import MANY, Heard, begin, every, few, hear, walk
from peppernut.bots.pepper_light import favourite, helped, keep, light, worth
from peppernut.bots.pepper_weights import SHORT
from peppernut.bots.solver import as_table, fits, solve, workspace
from peppernut.bots.worlds import put, stir, words
from peppernut.cards import DENOMINATIONS, KIND, TEXT
from peppernut.engine.chance import Words
from peppernut.engine.compiled import compiled
from peppernut.engine.row import (
    CALLED,
    DECLARER,
    DONE,
    DROP_OUT,
    HAND,
    IN_PLAY,
    OUTCOME,
    OVER,
    PARTNER,
    PHASE,
    PLANES,
    PLAY,
    POINTS,
    SEATS,
    TAKEN,
    TOTAL,
    TRICKS,
    TRUMP,
    TURN,
)
from peppernut.engine.tricks import Row, Table
from peppernut.engine.view import View
from peppernut.pepper import State
from peppernut.pepper.machine import FIRST_BID, PLAYED_OUT, apply, finish, side_of, team_of
from peppernut.pepper.table import CALLED_SIDES, LEVEL_TRICKS, PARTNERS, SIDES, compile_rules


@dataclass(frozen=True)
class Level:
    """How much a level looks at."""

    worlds: int
    evidence: bool = True
    equity: bool = True  # the chance to win the match rather than points
    counts: bool = True  # all worlds, where they are few
    short: int = SHORT  # of a hundred worlds before the play: in how many the bidder's team gets a trick less


LEVELS = {
    "easy": Level(worlds=12, evidence=False, counts=False),
    "medium": Level(worlds=24),
    "hard": Level(worlds=120),
    "plain": Level(worlds=200, evidence=False, equity=False),
}

SHORT_STEP = 37  # spreads them evenly
SETTLING = 42  # proposals a card to the first world
BETWEEN = 2  # … and to each further one
FIRST_LOOK = 12  # worlds after which what is far behind is let go
BEHIND = 2.0  # so many standard errors
ZEAL = 1e-4  # what a point counts besides: also a match that is decided is played well to its end
LUCK = 0.6  # how far a deal moves the totals where each plays for himself, in tricks of a hand

# --- compiled ---------------------------------------------------------------------------------------------


def solvable(t: Table, s: Row) -> bool:
    """Whether solving the rest is quick: six tricks and 24 cards or fewer, each of them once, no joker."""
    in_play = 0
    for seat in range(t[SEATS]):
        in_play += s[IN_PLAY] >> seat & 1
    return (s[TRICKS] - s[DONE]) * in_play <= 24 and s[TRICKS] - s[DONE] <= 6 and fits(t, s)


def share(t: Table, s: Row, pack: Any, team: int, rest: int, plan: Any, spare: Row) -> None:
    """Give each defender of a deal without sides his part of ``rest`` tricks, about as the light policy plays it."""
    for at in range(len(s)):
        spare[at] = s[at]
    while spare[PHASE] != OVER:
        seat = spare[TURN]
        apply(t, spare, seat, light(t, spare, pack, seat, plan))
    more = rest
    for seat in range(t[SEATS]):
        if not team >> seat & 1:
            more -= spare[TAKEN + seat] - s[TAKEN + seat]
    while more != 0:
        # whoever takes most takes one more, or one less
        most = -1
        for seat in range(t[SEATS]):
            if (
                not team >> seat & 1
                and s[IN_PLAY] >> seat & 1
                and (most < 0 or spare[TAKEN + seat] > spare[TAKEN + most])
            ):
                most = seat
        spare[TAKEN + most] += 1 if more > 0 else -1
        more += -1 if more > 0 else 1
    for seat in range(t[SEATS]):
        if not team >> seat & 1:
            s[TAKEN + seat] = spare[TAKEN + seat]


def play_out(t: Table, s: Row, pack: Any, plan: Any, short: bool, w: Any, table: Any, spare: Row) -> None:
    """Bring a row to the end of its deal.

    ``short``: the bidder's team, when it plays with more than one hand, takes a trick less than with open hands.
    """
    while s[PHASE] != OVER:
        if s[PHASE] == PLAY and solvable(t, s):
            team = team_of(t, s)
            left = s[TRICKS] - s[DONE]
            more = solve(t, s, team, (left + 1) // 2, w, table)
            together = team & s[IN_PLAY]
            if short and more > 0 and together & (together - 1):
                more -= 1
            if t[SIDES] == PARTNERS or t[SIDES] == CALLED_SIDES:
                # whose defenders share their tricks: any of them may have taken them
                other = 0
                while team >> other & 1 or not s[IN_PLAY] >> other & 1:
                    other += 1
                s[TAKEN + other] += left - more
            else:
                share(t, s, pack, team, left - more, plan, spare)
            s[TAKEN + s[DECLARER]] += more
            for seat in range(t[SEATS]):  # whoever holds the called card would have played it
                if s[CALLED] >= 0 and s[PARTNER] < 0 and seat != s[DECLARER] and team >> seat & 1:
                    s[PARTNER] = seat
            finish(t, s, PLAYED_OUT)
        else:
            seat = s[TURN]
            apply(t, s, seat, light(t, s, pack, seat, plan))


def value_of(t: Table, s: Row, seat: int, equity: Any, reach: int) -> float:
    """What the end of a deal is worth to a seat: the chance to win the match, or points."""
    side = side_of(t, seat)
    if t[SIDES] == PARTNERS:
        mine = s[TOTAL + side] + s[POINTS + side]
        theirs = s[TOTAL + 1 - side] + s[POINTS + 1 - side]
        if reach == 0:
            return (s[POINTS + side] - s[POINTS + 1 - side]) * 0.02
        size = 2 * reach + 1
        made = 2
        if s[OUTCOME] and s[DECLARER] >= 0 and s[POINTS + side_of(t, s[DECLARER])] > 0:
            made = 0 if side_of(t, s[DECLARER]) == side else 1
        at = min(max(mine, -reach), reach) + reach
        to = min(max(theirs, -reach), reach) + reach
        chance: float = equity[(made * size + at) * size + to]
        return chance + ZEAL * (s[POINTS + side] - s[POINTS + 1 - side])
    if reach == 0:
        others = 0.0
        for other in range(t[SEATS]):
            if other != seat:
                others += s[POINTS + other]
        return (s[POINTS + side] - others / (t[SEATS] - 1)) * 0.02
    # each for himself: who is there alone has won; else by the lead, with the luck of the deals still to come
    mine = s[TOTAL + side] + s[POINTS + side]
    best, equal = mine, 0
    for other in range(t[SEATS]):
        total = s[TOTAL + other] + s[POINTS + other]
        if total > best:
            best, equal = total, 0
        equal += total == best
    zeal = ZEAL * s[POINTS + side]
    if best >= reach and equal == 1:
        return zeal + (1.0 if mine == best else 0.0)
    deals = max(0, reach - best) / (0.5 * s[TRICKS]) + 0.5
    luck = LUCK * s[TRICKS] * sqrt(deals)
    whole = 0.0
    for other in range(t[SEATS]):
        whole += exp((s[TOTAL + other] + s[POINTS + other] - mine) / luck)
    return zeal + 1.0 / whole


def ponder(
    t: Table,
    world: Heard,
    pack: Any,
    seat: int,
    listens: bool,
    fewer: int,
    actions: Any,
    plans: Any,
    tried: int,
    equity: Any,
    reach: int,
    x: Words,
    rows: Any,
    fits: Any,
    listed: int,
    worlds: Any,
    weights: Any,
    w: Any,
    table: Any,
    sums: Any,
    squares: Any,
    counts: Any,
) -> None:
    """Try all actions with all plans in up to so many worlds, or in all that are ``listed``.

    Per action and plan the sum of the values, of their squares, and in how many worlds it was tried: what has
    fallen far behind is tried no more, and once a single action is left there is nothing more to ask.
    """
    s, r = rows[0], rows[1]
    base, kinds, places = world.row, world.kinds, world.places
    cards = len(places)
    acts, ways = sums.shape
    if listens and not listed:
        begin(t, world, pack, seat, r, fits)
    look = FIRST_LOOK
    for turn in range(tried):
        # two hands that do not see each other take less than open ones: in the bidding that must be foreseen
        short = base[PHASE] < DROP_OUT and (turn * SHORT_STEP) % 100 < fewer
        weight = 1.0
        if listed:
            weight = weights[turn]
            for at in range(cards):
                places[at] = worlds[turn, at]
        elif listens:
            for at in range(len(base)):
                r[at] = base[at]
            walk(t, world, pack, seat, (SETTLING if turn == 0 else BETWEEN) * cards, x, r, fits)
        else:
            stir(places, world.allowed, 3 * cards + 10, x)
        put(t, base, kinds, places, s)
        for act in range(acts):
            known = False
            value = 0.0
            for plan in range(ways):
                if counts[act, plan] < turn:
                    continue
                if not known:
                    for at in range(len(base)):
                        r[at] = s[at]
                    apply(t, r, seat, actions[act])
                    play_out(t, r, pack, plans[plan], short, w, table, rows[2])
                    value = weight * value_of(t, r, seat, equity, reach)
                    known = r[DECLARER] != seat  # then the plan has played no part
                sums[act, plan] += value
                squares[act, plan] += value * value
                counts[act, plan] += 1
        if turn + 1 == look and not listed:
            look *= 2
            if not race(sums, squares, counts, turn + 1):
                break


def race(sums: Any, squares: Any, counts: Any, worlds: int) -> bool:
    """Let go of what is far behind: its count falls by one. Whether more than one action is left."""
    acts, ways = sums.shape
    top = -1e9
    for act in range(acts):
        for plan in range(ways):
            if counts[act, plan] == worlds and sums[act, plan] / worlds > top:
                top = sums[act, plan] / worlds
    left = 0
    for act in range(acts):
        there = False
        for plan in range(ways):
            if counts[act, plan] != worlds:
                continue
            mean = sums[act, plan] / worlds
            spread = max(0.0, squares[act, plan] / worlds - mean * mean)
            if mean + BEHIND * (spread / worlds) ** 0.5 + 1e-9 < top:
                counts[act, plan] = worlds - 1
                sums[act, plan] -= mean
            else:
                there = True
        left += there
    return left > 1


# --- the bot ----------------------------------------------------------------------------------------------


BID_MARGIN = 0.004  # in chances to win the match
PLAY_MARGIN = 0.003
RAISE = 5  # times as much for a bid over the own side's, which nobody asks for
LEAST_WORLDS = 4


class Thinker:
    """A bot that searches."""

    def __init__(self, level: str) -> None:
        self.level = LEVELS[level]

    def choose(self, view: View, rng: Random, effort: float = 1.0) -> str:
        """One of ``view.legal``."""
        if len(view.legal) == 1:
            return view.legal[0]
        given = [KIND[text[5:]] for text in view.legal if text.startswith("give ")]
        if given:
            return f"give {TEXT[simple_pepper.gift(given, simple_pepper.sight_of(view))]}"
        values = self.values(view, rng, effort)
        best = max(values, key=lambda text: values[text])
        noise = sqrt(LEVELS["hard"].worlds / self.level.worlds)
        if view.phase == "bid":
            # nobody bids, or higher than he must, for a gain that so few worlds cannot tell from chance
            margin = BID_MARGIN * noise * (RAISE if sense.raises_partner(view) else 1)
            if sense.may_lose(view):
                values["pass"] = values.get("pass", -inf) - margin
                best = max(values, key=lambda text: values[text])
            elif values.get("pass", -inf) >= values[best] - margin and not sense.may_win(view):
                return "pass"
            return next(
                text
                for text in view.legal
                if (text != "pass" or text == best) and values.get(text, -inf) >= values[best] - BID_MARGIN
            )
        # where so few worlds see no difference, what the light policy does: it throws the small cards
        natural = next(iter(values))
        return natural if values[natural] >= values[best] - PLAY_MARGIN * noise else best

    def reason(self, view: View, action: str) -> str:
        """Why, in plain words."""
        return simple_pepper.explain(view, action)

    def alternatives(self, view: View, rng: Random, effort: float = 1.0) -> dict[str, float]:
        """What was weighed; empty where a rule decides."""
        if any(text.startswith("give ") for text in view.legal):
            return {}
        values = self.values(view, rng, effort)
        return values if len(values) > 1 else {}

    def values(self, view: View, rng: Random, effort: float = 1.0) -> dict[str, float]:
        """The candidates and what each is worth; ``effort``: the share of the usual number of worlds."""
        return self.weigh(view, hear(view, State.guess(view, rng)), rng, effort)

    def weigh(self, view: View, world: Heard, rng: Random, effort: float = 1.0) -> dict[str, float]:
        """The same, going out from a world."""
        assert view.seat is not None
        room = room_of(view.rules)
        t, pack = room.table, room.pack
        candidates = self._candidates(view, room, world)
        if len(candidates) == 1:
            return {candidates[0][0]: 0.0}
        plans = self._plans(view, room, world)
        codes = as_table([code for _, code in candidates])
        import numpy as np

        level = self.level
        shape = (len(candidates), len(plans))
        sums, squares, counts = np.zeros(shape), np.zeros(shape), np.zeros(shape, np.int64)
        equity, reach = matches.table(view.rules) if level.equity else matches.NONE
        listens = level.evidence and len(view.auction) > 0 and len(world.kinds) > 0
        rows, fits = np.zeros((3, len(world.row)), np.int64), np.ones(len(view.hands))
        listed, worlds, weights = 0, np.zeros((1, 1), np.int64), fits
        if level.counts and effort > 0.5 and view.phase == "play" and few(world):
            # so few cards are left that all worlds can be tried
            world.places.sort()
            worlds, weights = np.zeros((MANY, len(world.places)), np.int64), np.zeros(MANY)
            listed = compiled(every)(t, world, pack, view.seat, listens, rows[1], fits, worlds, weights)
        compiled(ponder)(
            t,
            world,
            pack,
            view.seat,
            listens,
            level.short,
            codes,
            plans,
            listed or max(LEAST_WORLDS, round(level.worlds * effort)),
            equity,
            reach,
            words(rng),
            rows,
            fits,
            listed,
            worlds,
            weights,
            *room.work,
            sums,
            squares,
            counts,
        )
        means = sums / counts
        tried = counts.max()
        top = means[counts == tried].max()
        # what was let go was behind then, whatever the others came to since
        best = np.where(counts == tried, means, np.minimum(means, top - 1e-4)).max(axis=1)
        return {text: float(best[at]) - 1e-7 * at for at, (text, _) in enumerate(candidates)}

    def _candidates(self, view: View, room: "_Room", world: Heard) -> list[tuple[str, int]]:
        """Actions worth a thought with their codes; what the light policy would do comes first."""
        t, s, seat = room.table, world.row, view.seat
        assert seat is not None
        coded = {text: code_of(view, text) for text in sense.pepper(view)}
        plan = as_table([-1, -1, -1])
        first = int(compiled(light)(t, s, room.pack, seat, plan))
        order = sorted(coded, key=lambda text: coded[text] != first)
        if view.phase == "bid":
            trump, own = compiled(favourite)(t, s, room.pack, seat)
            limit = compiled(helped)(t, s, own)
            # of the bids that would end the match the cheapest is worth a thought, whatever the hand
            totals = view.standing.totals or (0,) * len(view.rules.side_seats)
            total = totals[side_of(t, seat)]
            enough = view.rules.target - total
            kept = []
            for text in sorted(order, key=lambda text: coded[text] & 63):  # if all is one, the lowest
                code = coded[text]
                level = (code & 63) - FIRST_BID
                if level >= 0:
                    other = view.rules.suit_bids and code >> 6 != trump
                    if other and compiled(worth)(t, s, room.pack, seat, code >> 6) < own - 0.8:
                        continue
                    word_ = view.rules.levels[level]
                    if isinstance(word_, int) and word_ == max(enough, view.rules.min_bid):
                        kept.append((text, code))
                        continue
                    if isinstance(word_, int) and not limit - 2.2 <= t[LEVEL_TRICKS + level] <= limit + 1.6:
                        continue
                    if word_ in {"little", "big"} and own < view.rules.hand_size - 2.2:
                        continue
                kept.append((text, code))
            return kept or [(order[0], coded[order[0]])]
        if view.phase in {"kitty", "exchange", "call"} and len(order) > 6:
            if view.phase == "call":
                kept = [(text, coded[text]) for text in order[:1]]
                rest = sorted(order[1:], key=lambda text: -int(t[_strength_at(s, coded[text])]))
                return kept + [(text, coded[text]) for text in rest[:5]]
            trump = int(s[TRUMP]) if s[TRUMP] >= 0 else int(compiled(favourite)(t, s, room.pack, seat)[0])
            out = int(room.pack[0]) & ~int(s[HAND + seat * t[PLANES]])
            rest = sorted(
                (text for text in order if text != "with"),
                key=lambda text: compiled(keep)(t, s, seat, coded[text], trump, out),
            )
            chosen = [text for text in order if text == "with"] + rest[:4]
            chosen.sort(key=lambda text: coded[text] != first)
            return [(text, coded[text]) for text in chosen]
        return [(text, coded[text]) for text in order]

    def _plans(self, view: View, room: "_Room", world: Heard) -> Any:
        """What this seat may do as bidder later: trumps, and alone or with the partner."""
        t, s, seat = room.table, world.row, view.seat
        assert seat is not None
        modes = [0, 1] if view.rules.exchange == "optional" else [1]
        if view.phase in {"bid", "kitty"} and not view.rules.suit_bids:
            trumps = range(5 if view.rules.no_trump else 4)
            estimates = {trump: compiled(worth)(t, s, room.pack, seat, trump) for trump in trumps}
            most = max(estimates.values())
            best = sorted(trumps, key=lambda trump: -estimates[trump])[:3]
            best = [trump for trump in best if estimates[trump] > most - sense.FAR]
            return as_table([[seat, trump, mode] for trump in best for mode in modes])
        trump = DENOMINATIONS.index(view.trump) if view.trump else 0
        if view.phase == "trump":
            return as_table([[seat, trump, mode] for mode in modes])
        return as_table([[seat, trump, modes[0]]])


def _strength_at(s: Any, kind: int) -> int:
    from peppernut.cards import KINDS
    from peppernut.engine.row import STRENGTH

    trump = int(s[TRUMP])
    return STRENGTH + trump * KINDS + kind


def code_of(view: View, text: str) -> int:
    """The machine's number of an action."""
    verb, _, rest = text.partition(" ")
    if verb in {"pass", "surrender"}:
        return ("pass", "surrender").index(verb)
    if verb in {"bid", "say"}:
        parts = rest.split(" ")
        level: int | str = text if verb == "say" else int(parts[0]) if parts[0].isdigit() else parts[0]
        code: int = FIRST_BID + view.rules.levels.index(level)
        return code | (DENOMINATIONS.index(parts[1]) << 6 if len(parts) > 1 else 0)
    if verb == "trump":
        return DENOMINATIONS.index(rest)
    if verb in {"yes", "no", "maybe"}:
        return ("yes", "no", "maybe").index(verb)
    if verb == "with":
        return 53
    return KIND[rest]


class _Room:
    """What every decision under the same rules shares."""

    def __init__(self, rules: Any) -> None:
        self.table = as_table(compile_rules(rules))
        planes = [0] * int(self.table[PLANES])
        for kind in rules.pack():
            plane = 0
            while planes[plane] >> kind & 1:
                plane += 1
            planes[plane] |= 1 << kind
        self.pack = as_table(planes)
        self.work = workspace()


@lru_cache(maxsize=32)
def room_of(rules: Any) -> _Room:
    """What the bots keep for these rules."""
    return _Room(rules)


__all__ = ["LEVELS", "Level", "Thinker"]
