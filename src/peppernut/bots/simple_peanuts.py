"""Peanuts by simple rules: count the tricks one can expect, then play for just as many."""

from fractions import Fraction
from math import exp
from random import Random

from peppernut.bots.sight import Sight
from peppernut.cards import KIND, KINDS, TEXT, suit
from peppernut.engine.row import LAST_WINS, STRENGTH, SUIT_OF
from peppernut.engine.tables import TRUMP_STRENGTH
from peppernut.engine.view import View
from peppernut.peanuts.rules import compile_rules


class SimplePeanuts:
    """Bids the sum of each card's chance; wins as cheaply as it can while it needs tricks, ducks when not."""

    def choose(self, view: View, rng: Random, effort: float = 1.0) -> str:
        """One of ``view.legal``."""
        if len(view.legal) == 1:
            return view.legal[0]
        if view.phase == "bid":
            if view.forehead:
                chance, level = forehead_chance(view), forehead_level(view.rules.scoring, view.rules.bonus)
                return "bid 1" if chance > level and "bid 1" in view.legal else "bid 0"
            return nearest_bid(view, sum(card_chances(sight_of(view)).values()))
        sight = sight_of(view)
        return f"play {TEXT[self._card(sight, wanted(view))]}"

    def _card(self, sight: Sight, need: int) -> int:
        winners, losers = sight.winners(), sight.losers()
        chances = {kind: win_chance(sight, kind) for kind in sight.legal}
        if need <= 0:
            if not sight.trick:
                return min(sight.legal, key=lambda kind: (chances[kind], sight.strength(kind)))
            if losers:  # get rid of what might win later
                return max(losers, key=lambda kind: (chances[kind], sight.strength(kind)))
            return winners[-1] if not sight.after() else winners[0]
        if need >= len(sight.hand):
            able = for_every_trick(sight)
            return max(able, key=sight.strength) if able else losers[0]
        if not sight.trick:
            sure = [kind for kind in sight.legal if chances[kind] > 0.8]
            if sure:
                return max(sure, key=lambda kind: (chances[kind], sight.strength(kind)))
            return min(sight.legal, key=lambda kind: (chances[kind], sight.strength(kind)))
        if winners:
            if not sight.after():
                return winners[0]
            likely = [kind for kind in winners if win_now(sight, kind) > 0.6]
            if likely:
                return likely[0]
        return losers[0] if losers else winners[0]

    def reason(self, view: View, action: str) -> str:
        """Why, in plain words."""
        return explain(view, action)


def explain(view: View, action: str) -> str:
    """Why a player would do this, in plain words."""
    from peppernut.bots.peanuts_words import explain as words

    return words(view, action)


def sight_of(view: View) -> Sight:
    """What the player sees."""
    return Sight(view, compile_rules(view.rules), view.rules.pack())


def wanted(view: View) -> int:
    """How many tricks are still missing to the bid; below 0: too many already."""
    assert view.seat is not None
    bid = view.bids[view.seat]
    return (bid if isinstance(bid, int) else 0) - view.tricks[view.seat]


def for_every_trick(sight: Sight) -> list[int]:
    """The cards that can be right when every trick left is needed; none where this one is lost.

    On the lead a trump that nothing beats; without one the best of each suit, which draws what could beat the lower
    ones. Else what holds the trick, and for the last to play of each suit only the lowest that does.
    """
    able = sight.winners()
    if not sight.trick:
        sure = [kind for kind in able if sight.is_trump(kind) and sight.is_boss(kind)]
        able = sure[-1:] or able
    if sight.trick and sight.after():
        return able
    best = max if not sight.trick else min
    return [
        kind
        for kind in able
        if kind
        == best((other for other in able if sight.suit(other) == sight.suit(kind)), key=sight.strength)
    ]


def nearest_bid(view: View, expected: float) -> str:
    """The legal bid nearest to a number of tricks."""
    return min(view.legal, key=lambda text: (abs(int(text[4:]) - expected), text))


def share_in_play(sight: Sight) -> float:
    """The part of the unseen cards that is in the other hands (the rest was not dealt)."""
    out = sum(sight.out.values())
    return min(1.0, sum(len(sight.view.hands[who]) for who in sight.others) / out) if out else 0.0


def win_now(sight: Sight, kind: int) -> float:
    """The chance that a card which holds the trick so far keeps it."""
    after = sight.after()
    if not after:
        return 1.0
    share = share_in_play(sight) * len(after) / max(1, len(sight.others))
    led = sight.suit(sight.trick[0][1]) if sight.trick else sight.suit(kind)
    if sight.is_trump(kind):
        higher = sum(
            count for other, count in sight.out.items() if sight.strength(other) > sight.strength(kind)
        )
        if led == sight.suit(kind):
            return exp(-higher * share)
        return exp(-higher * share * 0.4)
    keep = exp(-sight.above(kind) * share)
    return keep * _no_ruff(sight, led, len(after))


def win_chance(sight: Sight, kind: int) -> float:
    """A rough chance that a card takes a trick sooner or later."""
    share = share_in_play(sight)
    higher = sight.above(kind) * share
    others = max(1, len(sight.others))
    if sight.is_trump(kind):
        held = [other for other in sight.hand if sight.is_trump(other)]
        # a trump wins when the higher ones are gone or elsewhere, or by trumping
        rank_in_hand = sum(sight.strength(other) > sight.strength(kind) for other in held)
        late = exp(-0.35 * max(0.0, higher - 0.6 * rank_in_hand))
        return 0.15 + 0.85 * late if higher else 1.0
    return exp(-0.9 * higher) * _no_ruff(sight, sight.suit(kind), others)


def _no_ruff(sight: Sight, led: int, others: int) -> float:
    """The chance that none of so many others is without a suit and trumps."""
    if led == sight.trump or not sight.trumps_out():
        return 1.0
    share = share_in_play(sight)
    each = sight.out_of_suit(led) * share / max(1, len(sight.others))
    void = exp(-1.25 * each)
    trumps = sight.trumps_out() * share / max(1, len(sight.others))
    return float((1 - void * (1 - exp(-trumps))) ** others)


def card_chances(sight: Sight) -> dict[int, float]:
    """Per card of the hand its chance to take a trick, as it looks in the bidding (equal cards together)."""
    chances: dict[int, float] = {}
    for kind in sight.hand:
        own = [other for other in sight.hand if sight.suit(other) == sight.suit(kind)]
        chance = win_chance(sight, kind)
        if not sight.is_trump(kind):
            # the cards of a long suit are trumped, and low ones never come to win
            better = sum(sight.strength(other) > sight.strength(kind) for other in own)
            chance *= 0.72**better
        chances[kind] = chances.get(kind, 0.0) + chance
    return chances


# --- the forehead hand ------------------------------------------------------------------------------------


def forehead_level(scoring: str, bonus: int) -> Fraction:
    """Bid 1 exactly when the chance to win is above this (P5, P10).

    All or nothing: p (bonus + 1) against (1 - p) bonus. Alternate: a trick counts 1 in either case, so
    that p (bonus + 1) stands against (1 - p) bonus + p, and with no bonus it is all the same.
    """
    if scoring == "alternate":
        return Fraction(1, 2)
    return Fraction(bonus, 2 * bonus + 1)


def forehead_chance(view: View) -> Fraction:
    """The exact chance that the card on one's own forehead takes the trick."""
    return Fraction(*forehead_odds(view))


def forehead_odds(view: View) -> tuple[int, int]:
    """Of how many cards that may be on one's own forehead how many take the trick: (these, all).

    Every card that is nowhere to be seen is equally likely (each copy of it), and the play is forced.
    """
    sight = sight_of(view)
    trump = suit(KIND[str(view.turnup)])
    order = [(view.dealer + 1 + step) % sight.players for step in range(sight.players)]
    won = total = 0
    for kind, count in sight.out.items():
        cards = [kind if who == sight.seat else KIND[view.hands[who][0]] for who in order]
        total += count
        if order[takes(sight, cards, trump)] == sight.seat:
            won += count
    return won, total


def takes(sight: Sight, cards: list[int], trump: int) -> int:
    """Which of the cards of a one-card hand, in the order of play, takes the trick (P8)."""
    t = sight.table
    led = t[SUIT_OF + trump * KINDS + cards[0]]
    best = 0
    for at in range(1, len(cards)):
        strong, held = (t[STRENGTH + trump * KINDS + cards[one]] for one in (at, best))
        if t[SUIT_OF + trump * KINDS + cards[at]] != led and strong < TRUMP_STRENGTH:
            continue
        if strong > held or (strong == held and t[LAST_WINS]):
            best = at
    return best
