"""Common sense: what no level thinks about, whatever the sampled worlds say.

``pepper`` and ``peanuts`` give the actions of ``view.legal`` that are worth a thought, at least one. Where so few
worlds see no difference, a search would else pick what nobody at a table understands.
"""

from functools import partial

from peppernut.bots import simple_peanuts
from peppernut.bots.sight import Sight
from peppernut.bots.simple_pepper import (
    bidding_side,
    contract_need,
    laid_down,
    own_tricks,
    rivals_have_no_trump,
    side_tricks,
    sight_of,
    sure_trumps,
    to_speak,
    with_me,
    would_win,
)
from peppernut.cards import DENOMINATIONS, KIND
from peppernut.engine.view import View

FAR = 2.75  # tricks that another contract may be behind the best and still be tried


def peanuts(view: View) -> list[str]:
    """Of a card to play: who needs every trick gives up none, who has his bid takes no more than he must.

    Who needs just his sure trumps keeps them while another card can be lost.
    """
    if view.phase != "play" or len(view.legal) == 1:
        return list(view.legal)
    sight, need = simple_peanuts.sight_of(view), simple_peanuts.wanted(view)
    kinds = sight.legal
    if need == len(sight.hand):
        kinds = simple_peanuts.for_every_trick(sight)
    elif need == 0 and view.rules.bonus > 0:
        if not sight.trick:
            kinds = [kind for kind in kinds if not sight.is_boss(kind)]
        elif sight.losers():
            # who plays after may take a trick over, but hardly from a trump or the best of a suit
            led = sight.suit(sight.trick[0][1])
            high = [
                kind
                for kind in sight.winners()
                if sight.is_boss(kind) or (sight.is_trump(kind) and led != sight.trump)
            ]
            kinds = sight.losers() if not sight.after() else [kind for kind in kinds if kind not in high]
    else:
        sure = [kind for kind in sight.hand if sight.is_trump(kind) and sight.is_boss(kind)]
        if need == len(sure) and view.rules.bonus > 0:
            if sight.trick:
                kinds = sight.losers() or kinds
            elif need == len(sight.hand) - 1:
                # led now, the other card meets more cards than it ever will
                kinds = [kind for kind in kinds if kind not in sure]
    return _left(view, kinds)


def pepper(view: View) -> list[str]:
    """Of any choice."""
    if len(view.legal) == 1:
        return list(view.legal)
    sight = sight_of(view)
    if view.phase == "bid":
        return _bids(sight)
    if view.phase == "trump":
        return _contracts(sight)
    if view.phase in {"kitty", "exchange"}:
        return _discards(sight)
    if view.phase == "drop_out":
        return ["yes"] if "yes" in view.legal and _sets(sight) else list(view.legal)
    if view.phase == "play":
        return _left(view, _lead(sight) if not sight.trick else _follow(sight))
    return list(view.legal)


def _left(view: View, kinds: list[int]) -> list[str]:
    """The plays of these kinds; all, where none is left."""
    return [text for text in view.legal if KIND[text[5:]] in kinds] or list(view.legal)


def _bids(sight: Sight) -> list[str]:
    """Once no rival can speak: a bid of the own side that wins the match stands, and no bid is higher than that."""
    view, legal = sight.view, sight.view.legal
    if any(not with_me(sight, who) for who in to_speak(view)):
        return list(legal)
    standing = [(who, text) for who, text in view.auction if text != "pass"]
    if standing and "pass" in legal and with_me(sight, standing[-1][0]):
        level = standing[-1][1].split(" ")[1]
        if level.isdigit() and would_win(sight, int(level), int(level)):
            return ["pass"]
    kept: list[str] = []
    enough = ""
    for text in legal:
        level = text.split(" ")[1] if text.startswith("bid ") else ""
        if enough and level != enough:
            break
        if not enough and level.isdigit() and would_win(sight, int(level), int(level)):
            enough = level
        kept.append(text)
    return kept


def may_win(view: View) -> bool:
    """Whether some bid, if made, wins the match."""
    sight = sight_of(view)
    return any(_ends(sight, sight.seat, text) for text in view.legal)


def may_lose(view: View) -> bool:
    """Whether the bid that stands is a rival's and, if made, wins him the match."""
    sight = sight_of(view)
    return any(
        _ends(sight, who, text)
        for who, text in [word for word in view.auction if word[1] != "pass"][-1:]
        if not with_me(sight, who)
    )


def _ends(sight: Sight, who: int, text: str) -> bool:
    level = text.partition(" ")[2].split(" ")[0]
    return level.isdigit() and would_win(sight, int(level), int(level), who)


def raises_partner(view: View) -> bool:
    """Whether the own side has the bid and every rival's last word was a pass."""
    sight, last = sight_of(view), dict(view.auction)
    holders = [who for who, text in view.auction if text != "pass"][-1:]
    return bool(holders) and all(
        with_me(sight, who) or (who not in holders and last.get(who) == "pass")
        for who in range(sight.players)
    )


def _contracts(sight: Sight) -> list[str]:
    """No contract in which the hand by itself takes far less than in the best."""
    legal = sight.view.legal
    own = {text: own_tricks(sight, DENOMINATIONS.index(text[6:])) for text in legal}
    return [text for text in legal if own[text] > max(own.values()) - FAR]


def _discards(sight: Sight) -> list[str]:
    """Of each suit the lowest card goes first, once trump is named."""
    legal = sight.view.legal
    if sight.trump < 0:
        return list(legal)
    cards = _lowest(sight, [KIND[text[8:]] for text in legal if text.startswith("discard ")])
    return [text for text in legal if not text.startswith("discard ") or KIND[text[8:]] in cards]


def _lowest(sight: Sight, cards: list[int]) -> list[int]:
    """The lowest of each suit."""
    return [
        kind
        for kind in cards
        if all(
            sight.suit(other) != sight.suit(kind) or sight.strength(other) >= sight.strength(kind)
            for other in cards
        )
    ]


def _sets(sight: Sight) -> bool:
    """Whether the own top trumps alone defeat the contract."""
    return sure_trumps(sight) > int(sight.view.rules.hand_size) - contract_need(sight.view)


def _lead(sight: Sight) -> list[int]:
    """Who needs every trick that is left begins with a sure one; no trump is led that only a partner can follow."""
    sure = laid_down(sight)
    if rivals_have_no_trump(sight):
        # a trump would but draw the partner's
        kinds = sure or sight.legal
        return [kind for kind in kinds if not sight.is_trump(kind)] or kinds
    if sure:
        return sure
    need = contract_need(sight.view) - side_tricks(sight)
    if not bidding_side(sight) or need != len(sight.hand):
        return sight.legal
    bosses = [kind for kind in sight.legal if sight.is_boss(kind)]
    trumps = [kind for kind in bosses if sight.is_trump(kind)]
    if sight.no_trump() or not sight.trumps_out():
        return bosses or sight.legal
    return trumps or sight.legal


def _follow(sight: Sight) -> list[int]:
    """A trick that the partner has for good, or this seat cannot win, costs no trump, and no sure card without need."""
    held = sight.best()
    assert held is not None
    winners, losers = sight.winners(), sight.losers()
    rivals_after = [who for who in sight.after() if not with_me(sight, who)]
    ours = held[0] != sight.seat and with_me(sight, held[0]) and not rivals_after
    if not losers or not (ours or not winners):
        return sight.legal
    others = [kind for kind in losers if not sight.is_trump(kind)]
    # a king behind his own ace may be trumped; without trumps he goes before a lone guard, but not before junk
    second = sight.no_trump() and any(_junk(sight, kind) for kind in others)
    sure = sight.is_boss if second else partial(_stops, sight)
    if not all(sure(kind) for kind in others):
        losers = [kind for kind in losers if sight.is_trump(kind) or not sure(kind)]
    on_trump = sight.no_trump() or sight.suit(sight.trick[0][1]) == sight.trump
    return _lowest(sight, losers) + [kind for kind in winners if on_trump or not sight.is_trump(kind)]


def _junk(sight: Sight, kind: int) -> bool:
    """Whether a card will hardly ever win: two beat it, or it lies below an own card that nothing beats."""
    if sight.is_boss(kind):
        return False
    suit = sight.suit(kind)
    return sight.above(kind) > 1 or any(sight.suit(own) == suit and sight.is_boss(own) for own in sight.hand)


def _stops(sight: Sight, kind: int) -> bool:
    """Whether a card is the best of a suit that others can lead."""
    suit = sight.suit(kind)
    best = max((own for own in sight.hand if sight.suit(own) == suit), key=sight.strength)
    return kind == best and sight.is_boss(kind) and sight.out_of_suit(suit) > 0


__all__ = ["may_lose", "may_win", "peanuts", "pepper", "raises_partner"]
