"""Why one would do this at pepper, in the words of a friend who looks into the hand."""

from peppernut.bots.sight import Sight
from peppernut.bots.simple_pepper import (
    best_trump,
    bidding_side,
    cheapest,
    defence,
    forced,
    help_expected,
    is_called,
    own_tricks,
    rivals_have_no_trump,
    shutout_cost,
    sight_of,
    suit_lengths,
    sure_trumps,
    to_speak,
    with_me,
    would_win,
)
from peppernut.cards import DENOMINATIONS, HIDDEN, KIND, NO_TRUMP, SUIT_NAMES, rank, spoken
from peppernut.engine.view import View
from peppernut.rules.rulebook import counted, worded

TEN, ACE = 8, 12
LEAST = "so the card that is missed least goes"
NEAR = 0.75  # a bid no further above the estimate needs no other reason
CLOSE = 0.4  # another contract that is worth hardly less is named too: the bidder may choose it in the end
FULL = 0.7  # from this part on a trick that is not certain is counted as one


def explain(view: View, action: str) -> str:
    """Why a player would do this: the action, a colon, a sentence or two."""
    verb, _, rest = action.partition(" ")
    if HIDDEN in action:
        return f"{action}: nobody else may know the card"
    sight = sight_of(view)
    name = action
    if verb in {"discard", "give", "call", "play"}:
        name = f"{verb} {spoken(KIND[rest])}"
    elif verb == "trump":
        name = "no trump" if rest == "NT" else f"trump {contract(DENOMINATIONS.index(rest))}"
    if len(view.legal) == 1:
        return f"{name}: " + (
            "it is the only card allowed" if verb == "play" else "nothing else is allowed here"
        )
    return f"{name}: {_why(sight, verb, rest)}"


def _why(sight: Sight, verb: str, rest: str) -> str:
    if verb == "bid":
        return _bid(sight, rest)
    if verb == "say":
        return _say(rest)
    if verb == "pass":
        return _pass(sight)
    if verb == "surrender":
        return f"even a bid of {sight.view.rules.min_bid} would likely fail"
    if verb == "trump":
        return _trump(sight, DENOMINATIONS.index(rest))
    if verb == "with":
        return "both hands together are worth more than your partner's best card alone"
    if verb in {"yes", "no", "maybe"}:
        return _drop_out(sight, verb)
    kind = KIND[rest]
    if verb == "discard":
        return _discard(sight, kind)
    if verb == "give":
        return _give(sight, kind)
    if verb == "call":
        return _call(sight, kind)
    return _lead(sight, kind) if not sight.trick else _follow(sight, kind)


# --- the hand ---------------------------------------------------------------------------------------------


def contract(trump: int) -> str:
    """A contract as a sentence names it."""
    return "no trump" if trump == NO_TRUMP else SUIT_NAMES[trump]


def _holding(sight: Sight, trump: int) -> str:
    """What speaks for a contract: ``two sure trumps (♥J, ♦J) of four and one outside ace (♣A)``."""
    before, sight.trump = sight.trump, trump
    best = sorted((kind for kind in sight.hand if sight.is_boss(kind)), key=sight.strength, reverse=True)
    trumps = [kind for kind in best if sight.is_trump(kind)]
    aces = [kind for kind in best if not sight.is_trump(kind) and rank(kind) == ACE]
    length = sum(sight.is_trump(kind) for kind in sight.hand)
    sight.trump = before
    if trump == NO_TRUMP:
        return _named("sure trick", best)
    held = _named("sure trump", trumps) if trumps else counted(length, "trump")
    if trumps and length > len(trumps):
        held += f" of {worded(length)}"
    return f"{held} and {_named('outside ace', aces)}" if aces else held


def _with(sight: Sight, trump: int) -> str:
    """The same, with the contract named."""
    name = "without trump" if trump == NO_TRUMP else f"with {contract(trump)}"
    return f"{name} {_holding(sight, trump)}"


def _named(noun: str, kinds: list[int]) -> str:
    text = counted(len(kinds), noun)
    return f"{text} ({', '.join(spoken(kind) for kind in kinds)})" if 0 < len(kinds) <= 4 else text


def _tricks(own: float) -> int:
    """An estimate as a sentence tells it: rounded down, unless it is well above."""
    return int(own + 1 - FULL)


def _alone(own: float) -> str:
    number = _tricks(own)
    return f"about {counted(number, 'trick')} alone" if number else "hardly a trick alone"


# --- the auction ------------------------------------------------------------------------------------------


def _meant(sight: Sight, rest: str) -> tuple[int, float]:
    """The contract that a bid means, and what the hand takes in it by itself."""
    word = rest.rsplit(" ", maxsplit=1)[-1]
    if sight.view.rules.suit_bids and word in DENOMINATIONS:
        trump = DENOMINATIONS.index(word)
        return trump, own_tricks(sight, trump)
    return best_trump(sight)


def _bid(sight: Sight, rest: str) -> str:
    view = sight.view
    trump, own = _meant(sight, rest)
    holding, other = _with(sight, trump), _as_well(sight, trump, own)
    level = rest.split(" ", maxsplit=1)[0]
    need = int(level) if level.isdigit() else view.rules.hand_size
    helped = help_expected(sight, own)
    missing = need - _tricks(own)
    if level == "big":
        enough = own >= need - 1
        return (
            f"{holding}, {'every trick may come' if enough else _beyond(sight, need, view.rules.big)}{other}"
        )
    if level == "little" and view.rules.exchange != "none":
        enough = own + 1 >= need - NEAR
        word = "with your partner's best card every trick may come"
        return f"{holding}, {word if enough else _beyond(sight, need, view.rules.little)}{other}"
    if need > own + helped + NEAR:
        gain = view.rules.little if level == "little" else need
        return f"{holding}, {_alone(own)}{other}, {_beyond(sight, need, gain)}"
    if missing <= 0:
        low = "" if need > own - 1.5 else ", and this is enough to have the bid"
        return f"{holding}, {_alone(own)}{other}{low}"
    if view.rules.sides == "solo":
        return f"{holding}, {_alone(own)}{other}, and with some luck {worded(missing)} more"
    helper = "your partner" if sight.players == 4 else "your partners"
    if view.rules.sides == "called":
        helper = "the partner you call"
    # rounded down, more may be missing than can be expected; and who has passed has little
    passed = any(text == "pass" and who != sight.seat and with_me(sight, who) for who, text in view.auction)
    bring = "should bring" if missing <= helped + NEAR and not passed else "may bring"
    return f"{holding}, {_alone(own)}{other}, and {helper} {bring} {worded(missing)}"


def _as_well(sight: Sight, trump: int, own: float) -> str:
    """The next best contract, where it is worth hardly less and the bid does not name one."""
    rules = sight.view.rules
    if rules.suit_bids:
        return ""
    others = [other for other in range(NO_TRUMP + rules.no_trump) if other != trump]
    second, worth = best_trump(sight, others)
    if worth < own - CLOSE:
        return ""
    return f" (or {'without trump' if second == NO_TRUMP else f'with {contract(second)}'})"


def _beyond(sight: Sight, need: int, gain: int) -> str:
    """What speaks for a bid above what the hand is worth, which is worth ``gain`` if made."""
    view = sight.view
    rules = view.rules
    if "pass" not in view.legal:
        return "and giving up is no better" if "surrender" in view.legal else "and you must bid"
    if would_win(sight, gain, need):
        return "and that would win the game"
    sides = zip(view.standing.totals, rules.side_seats, strict=True)
    best = max(total for total, side in sides if sight.seat not in side)
    holder = next((who for who, text in reversed(view.auction) if text != "pass"), None)
    answer = to_speak(view)
    rivals = {
        who for who in range(sight.players) if not with_me(sight, who) and (who == holder or who in answer)
    }
    most = max((level for level in rules.levels if isinstance(level, int)), default=0)
    if rivals and best + most >= rules.target and 2 * best >= rules.target:
        return "but the others are too close to the end"
    if any(
        text != "pass" and who != sight.seat and with_me(sight, who) and not forced(view, at)
        for at, (who, text) in enumerate(view.auction)
    ):
        return "but your partner has bid too"
    if holder in rivals:
        return "but else the others keep the bid"
    return "but it may keep the others from bidding" if rivals else "but nobody else wants the bid"


def _say(rest: str) -> str:
    return (
        "it tells your partner of an ace, and somebody must bid higher"
        if rest == "3"
        else "it bids four and tells of a jack of each colour"
    )


def _pass(sight: Sight) -> str:
    view = sight.view
    trump, own = best_trump(sight)
    spoke = [(who, text) for who, text in view.auction if text != "pass"]
    if spoke and spoke[-1][0] != sight.seat and with_me(sight, spoke[-1][0]):
        return "your partner has the bid, and that can stand"
    if spoke and spoke[-1][0] == sight.seat:
        return "your own bid stands"
    levels = [
        int(text.split(" ")[1])
        for text in view.legal
        if text.startswith("bid ") and text.split(" ")[1].isdigit()
    ]
    if not levels:
        return f"{_with(sight, trump)}, and every trick would be needed"
    total = own + help_expected(sight, own)
    if total >= min(levels) + NEAR:
        return f"{_with(sight, trump)}, but a pass does better in many likely deals"
    short = "too little" if _tricks(own) < min(levels) else "and not surely enough"
    return f"{_with(sight, trump)}, {_alone(own)}, {short} for a bid of {min(levels)}"


# --- trump, call, exchange --------------------------------------------------------------------------------


def _trump(sight: Sight, trump: int) -> str:
    best, most = best_trump(sight)
    own = own_tricks(sight, trump)
    text = f"{_holding(sight, trump)}, {_alone(own)}"
    if trump != best and own < most - NEAR:
        return f"{text}, and the others' hands should suit it"
    return text


def _call(sight: Sight, kind: int) -> str:
    if not sight.out[kind]:
        return "nobody else has it, so you play alone"
    if sight.is_trump(kind):
        return "whoever holds this trump is a strong partner"
    return "whoever holds this card takes a trick for you"


def _discard(sight: Sight, kind: int) -> str:
    before = sight.trump
    if before < 0:
        sight.trump = best_trump(sight)[0]
    suit, no_trump, trump = sight.suit(kind), sight.no_trump(), sight.is_trump(kind)
    boss = sight.is_boss(kind)
    only = suit_lengths(sight)[suit] == 1
    sight.trump = before
    if trump and not no_trump:
        return "there are trumps enough without it"
    if only and not no_trump:
        return f"then you can trump {SUIT_NAMES[suit]}"
    return "the rest of the hand is worth more" if boss else "it is missed least"


def _give(sight: Sight, kind: int) -> str:
    if sight.is_trump(kind):
        return "your best trump is what the bidder needs"
    best = f"{'an ace' if rank(kind) == ACE else 'your highest card'} helps most"
    return best if sight.no_trump() else f"without a trump {best}"


# --- dropping out -----------------------------------------------------------------------------------------


def _drop_out(sight: Sight, word: str) -> str:
    view = sight.view
    rules = view.rules
    tricks = defence(sight)
    sure = sure_trumps(sight)
    mine = f"{counted(sure, 'trick')} here {'is' if sure == 1 else 'are'} sure" if sure else _perhaps(tricks)
    alone = rules.drop_out in {"individual", "vote"}
    cost = _shutout(view)
    if word == "maybe":
        return f"{mine}; your partner may know better"
    if word == "no":
        if sure:
            return "a trick or two hardly change anything"
        if tricks >= 0.8:  # that the hand may take tricks is no reason to drop out, but that it may not is
            mine = "no trick here is sure"
        return f"{mine}, {f'and taking none costs {cost}' if cost else 'so little can be gained'}"
    if not cost:
        return f"{mine}, and taking none costs nothing"
    if sure or tricks >= 0.8:
        return f"{mine}, and that is worth playing for"
    if alone:
        return f"{mine}, {'and one is enough' if tricks >= 0.35 else 'but little is lost by trying'}"
    return f"{mine}, {'and' if tricks >= 0.35 else 'but'} your partner may take one"


def _perhaps(tricks: float) -> str:
    if tricks < 0.35:
        return "hardly a trick here"
    if tricks < 0.8:
        return "perhaps one trick here"
    return "likely one trick here" if tricks < 1.6 else "likely more than one trick here"


def _shutout(view: View) -> int:
    """What it costs defenders to take no trick; against a pepper that may be what it is worth."""
    rules = view.rules
    if view.bid in {"little", "big"} and rules.pepper_defence == "value":
        return int(rules.little if view.bid == "little" else rules.big)
    return shutout_cost(view)


# --- play -------------------------------------------------------------------------------------------------


def _ally(sight: Sight, who: int) -> str:
    """How to name somebody of this seat's side."""
    view = sight.view
    if view.rules.sides == "called":
        return "your partner" if view.declarer in {sight.seat, who} else "your side"
    return "your partner" if sight.players == 4 else "a partner"


def _lead(sight: Sight, kind: int) -> str:
    boss, out = sight.is_boss(kind), sight.trumps_out()
    if sight.is_trump(kind) and not sight.no_trump():
        if not out:
            return "nobody else has a trump, so it must win"
        if rivals_have_no_trump(sight):
            return "no opponent has a trump left"
        if bidding_side(sight):
            return "it draws the others' trumps" + (", and nothing beats it" if boss else "")
        return "it takes trumps from the bidder" if not boss else "nothing beats it"
    if boss:
        safe = not out or sight.no_trump()
        return (
            "nothing that is out beats it" if safe else "it is the highest of its suit, if nobody trumps it"
        )
    if kind == cheapest(sight, sight.legal):
        if all(rank(other) <= rank(kind) and not sight.is_trump(other) for other in sight.legal):
            return "it is missed least"
        return (
            "a low card first, the better ones can wait" if rank(kind) <= TEN else "the better cards can wait"
        )
    if rank(kind) <= TEN:
        return "it is as safe as any"
    higher = any(
        sight.suit(other) == sight.suit(kind) and sight.strength(other) > sight.strength(kind)
        for other in sight.out
    )
    return "it drives out what is higher" if higher else "hardly anything that is out beats it"


def _follow(sight: Sight, kind: int) -> str:
    held = sight.best()
    assert held is not None
    winners = sight.winners()
    ours = held[0] != sight.seat and (
        with_me(sight, held[0]) or (is_called(sight) and held[0] == sight.view.declarer)
    )
    if kind in winners:
        return _win(sight, kind, winners, _ally(sight, held[0]) if ours else "")
    if ours:
        small = kind == cheapest(sight, sight.losers()) or rank(kind) <= TEN
        return f"{_ally(sight, held[0])} has the trick" + (", so nothing good is needed" if small else "")
    if not winners:
        least = kind == cheapest(sight, sight.losers()) or rank(kind) <= TEN
        return f"you cannot win this trick, {LEAST if least else 'and this card should not be needed'}"
    if not sight.after():
        return "the trick is not worth a better card"
    return "it keeps the better cards for later"


def _win(sight: Sight, kind: int, winners: list[int], ally: str) -> str:
    ruff = sight.is_trump(kind) and not sight.no_trump() and sight.suit(sight.trick[0][1]) != sight.suit(kind)
    takes = "it trumps the trick" if ruff else "it takes the trick"
    if ally:
        if not sight.losers():
            return f"{takes}; no card that you may play stays below"
        if not sight.after():
            return f"{takes} from {ally}, and you have the next lead"
        return "it makes sure" if sight.is_boss(kind) else f"it is harder to beat than what {ally} played"
    if not [who for who in sight.after() if not with_me(sight, who)]:
        cheap = len(winners) > 1 and kind == winners[0]
        return f"{takes} as cheaply as can be" if cheap else takes
    if ruff and not sight.trumps_out():
        return f"{takes}, and no other trump is out"
    if sight.is_boss(kind) and (sight.is_trump(kind) or not sight.trumps_out() or sight.no_trump()):
        return "nothing that is out beats it"
    return f"{takes} unless somebody {'trumps it' if sight.is_boss(kind) else 'goes higher'}"


__all__ = ["explain"]
