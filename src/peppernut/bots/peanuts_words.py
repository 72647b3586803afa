"""Why one would do this at peanuts, in the words of a friend who looks into the hand."""

from peppernut.bots.sight import Sight
from peppernut.bots.simple_peanuts import (
    card_chances,
    forehead_level,
    forehead_odds,
    nearest_bid,
    sight_of,
    wanted,
    win_chance,
    win_now,
)
from peppernut.cards import HIDDEN, KIND, spoken
from peppernut.engine.view import View
from peppernut.rules.rulebook import counted, worded

GOOD = 0.8  # a card with this chance of a trick is called a good one
NEAR = 0.75  # a bid within this of the estimate needs no further reason


def explain(view: View, action: str) -> str:
    """Why a player would do this: the action, a colon, a sentence or two."""
    if HIDDEN in action:
        return f"{action}: nobody may know it yet"
    if view.phase == "bid":
        bid = int(action[4:])
        return f"{action}: {_forehead(view, bid) if view.forehead else _bid(view, bid)}"
    kind = KIND[action[5:]]
    if len(view.legal) == 1:
        return f"play {spoken(kind)}: it is the only card allowed"
    return f"play {spoken(kind)}: {_play(view, sight_of(view), kind)}"


def _forehead(view: View, bid: int) -> str:
    won, total = forehead_odds(view)
    pays = won / total > forehead_level(view.rules.scoring, view.rules.bonus)
    number = {0: "none", total: "all"}.get(won, str(won))
    verdict = "that is enough" if bid else "that is too few"
    if pays != bool(bid):
        verdict = "you would have to hope" if bid else "you would have to fear them"
    return f"{number} of the {total} cards that you may hold would win, and {verdict}"


def _bid(view: View, bid: int) -> str:
    sight = sight_of(view)
    chances = card_chances(sight)
    expected = sum(chances.values())
    best = sorted(sight.hand, key=lambda kind: (sight.is_trump(kind), sight.strength(kind)), reverse=True)
    good = []
    for suit in dict.fromkeys(sight.suit(kind) for kind in best):
        # a low trump may win late, when the higher ones have gone before: those are the good ones to name
        own = [kind for kind in best if sight.suit(kind) == suit]
        good += own[: sum(chances[kind] >= GOOD * own.count(kind) for kind in own)]
    named = ", ".join(spoken(kind) for kind in good[:4]) + (" …" if good[4:] else "")
    held = f"{counted(len(good), 'good card')} ({named})" if good else "no card is sure"
    wished = max(0, min(view.cards, round(expected)))
    if f"bid {wished}" not in view.legal and abs(bid - wished) == 1:
        return f"{held}, and the hook forbids a bid of {wished}"
    if abs(bid - expected) <= NEAR or f"bid {bid}" == nearest_bid(view, expected):
        more = bid - len(good)
        if not good:
            return f"{held}, but likely {_tricks(bid)} in all" if bid else "nothing here is likely to win"
        if more > 0:
            return f"{held}, likely {worded(more)} more"
        return f"{held}, but hardly all of them win" if more < 0 else f"{held}, and not much else"
    return f"{held}, {'and' if bid == len(good) else 'but'} {_other_reason(view, bid < expected)}"


def _other_reason(view: View, low: bool) -> str:
    """What speaks for a bid that the hand alone would not tell."""
    seats = len(view.hands)
    said = [other for who, other in enumerate(view.bids) if who != view.seat and isinstance(other, int)]
    fair = view.cards / seats * len(said)
    if low and sum(said) > max(1.1 * fair, 0.5 * view.cards):
        return "the others' bids leave little"
    if not low and 2 * len(said) >= seats - 1 and sum(said) <= 0.7 * fair:
        return "the others bid low, so more is left"
    if view.rules.hands - view.standing.number <= 3 and view.standing.number:
        return "this late one plays to the score"
    return "tried in many likely deals this does best"


def _tricks(number: int) -> str:
    return counted(number, "trick")


def _play(view: View, sight: Sight, kind: int) -> str:
    need, left = wanted(view), len(sight.hand)
    if need < 0 or need > left:
        counts = view.rules.scoring == "alternate"
        lost = "the bid is lost" if need < 0 else "the bid is out of reach"
        if kind not in sight.winners() or (not sight.trick and win_chance(sight, kind) <= 0.4):
            return f"{lost}, and this card is not missed"
        return f"{lost}, but {'a trick still counts one' if counts else 'this may spoil the bid of another'}"
    if _gives_up(sight, kind, need):
        counts = not need and view.rules.scoring == "alternate"
        return (
            f"this loses the bid, {'but a trick still counts one' if counts else 'which can hardly be kept'}"
        )
    if need == 0:
        goal = "you have your bid" if view.tricks[sight.seat] else "you want no trick"
        return f"{goal}, and {_avoid(sight, kind)}"
    if need == left:
        goal = "you need every trick now" if left > 1 else "you need this trick"
    else:
        goal = f"you need {worded(need)} more"
    return f"{goal}, and {_take(sight, kind, need == left)}"


def _gives_up(sight: Sight, kind: int, need: int) -> bool:
    """Whether the bid cannot be made any more after this card, though another card would leave it open."""
    if need:
        return need == len(sight.hand) and bool(sight.winners()) and kind not in sight.winners()
    other = sight.losers() if sight.trick else not _best_lead(sight, kind, -1)
    stays = sight.is_boss(kind) and (sight.is_trump(kind) or not sight.trumps_out())
    return bool(other) and kind in sight.winners() and (stays or not sight.after())


def _avoid(sight: Sight, kind: int) -> str:
    """Why this card, when no trick is wanted."""
    losers = sight.losers()
    if not sight.trick:
        if win_chance(sight, kind) <= 0.4:
            return "this should lose"
        return "no other lead is safer" if _best_lead(sight, kind, -1) else "this is better gone early"
    if kind in losers:
        if sight.suit(kind) != sight.suit(sight.trick[0][1]):
            return "this is a good moment to be rid of it"
        return (
            "this is the highest that still loses" if len(losers) > 1 and kind == losers[-1] else "this loses"
        )
    if not losers:
        return "no card that you may play stays below"
    return "somebody behind may take it over"


def _take(sight: Sight, kind: int, every: bool) -> str:
    """Why this card, when tricks are wanted, perhaps every one."""
    winners = sight.winners()
    if not sight.trick:
        if win_now(sight, kind) > 0.6:
            return "this should win"
        return "this is the best there is" if _best_lead(sight, kind, 1) else "the better cards can wait"
    if kind not in winners:
        return "the better cards can wait" if winners else "this trick is not to be had"
    if not sight.after():
        cheap = len(winners) > 1 and kind == winners[0]
        return "this is the cheapest card that takes the trick" if cheap else "this takes the trick"
    chance = win_now(sight, kind)
    if chance > 0.6:
        return "this should hold"
    can_wait = chance < 0.25 and kind != winners[-1] and not every
    return "the better cards can wait" if can_wait else "this may hold"


def _best_lead(sight: Sight, kind: int, sign: int) -> bool:
    """Whether no other lead wins more often (sign 1), or less often (-1)."""
    return all(
        sign * win_chance(sight, other) <= sign * win_chance(sight, kind) + 1e-9 for other in sight.legal
    )


__all__ = ["explain"]
