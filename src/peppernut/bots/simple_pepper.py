"""Pepper by simple rules: count likely tricks to bid, then play as one is taught at the kitchen table."""

from math import exp
from random import Random

from peppernut.bots.sight import Sight
from peppernut.cards import DENOMINATIONS, KIND, NO_TRUMP, TEXT
from peppernut.engine.view import View
from peppernut.pepper.table import compile_rules

ACE = 12


class SimplePepper:
    """Every phase of every variant by a rule of thumb."""

    def choose(self, view: View, rng: Random, effort: float = 1.0) -> str:
        """One of ``view.legal``."""
        if len(view.legal) == 1:
            return view.legal[0]
        sight = sight_of(view)
        if view.phase == "bid":
            return bid(sight)
        if view.phase == "trump":
            return f"trump {DENOMINATIONS[best_trump(sight)[0]]}"
        if view.phase == "kitty":
            return f"discard {TEXT[to_discard(sight, _planned(sight))]}"
        if view.phase == "call":
            return f"call {TEXT[to_call(sight)]}"
        if view.phase == "exchange":
            return exchange(sight)
        if view.phase == "drop_out":
            return drop_out(sight)
        return f"play {TEXT[card(sight)]}"

    def reason(self, view: View, action: str) -> str:
        """Why, in plain words."""
        return explain(view, action)


def explain(view: View, action: str) -> str:
    """Why a player would do this, in plain words."""
    from peppernut.bots.pepper_words import explain as words

    return words(view, action)


def sight_of(view: View) -> Sight:
    """What the player sees."""
    return Sight(view, compile_rules(view.rules), view.rules.pack())


# --- counting tricks --------------------------------------------------------------------------------------


def own_tricks(sight: Sight, trump: int, hand: list[int] | None = None) -> float:
    """How many tricks a hand takes by itself in a contract, roughly."""
    before, sight.trump = sight.trump, trump
    cards = sight.hand if hand is None else hand
    rivals = max(1, len(rivals_of(sight)))
    share = min(1.0, len(cards) * (sight.players - 1) / max(1, sum(sight.out.values())))
    trumps = sorted((kind for kind in cards if sight.is_trump(kind)), key=sight.strength, reverse=True)
    total = 0.0
    # what others hold of trumps: the first rounds draw them
    out = sum(count for kind, count in sight.out.items() if sight.is_trump(kind)) * share
    longest = out / max(1, sight.players - 1) + 0.8
    for at, kind in enumerate(trumps):
        higher = sum(
            count for other, count in sight.out.items() if sight.strength(other) > sight.strength(kind)
        )
        covered = max(0.0, higher * share - 0.5 * at)
        chance = exp(-0.55 * covered)
        if at >= longest:  # the others have none left by then
            chance = max(chance, 0.85)
        total += chance if trump != NO_TRUMP else 1.0
    lonely = len(trumps) == 0 and trump != NO_TRUMP
    for suit in range(4):
        if suit == trump:
            continue
        own = [kind for kind in cards if sight.suit(kind) == suit and not sight.is_trump(kind)]
        own.sort(key=sight.strength, reverse=True)
        out_suit = sight.out_of_suit(suit) * share
        for at, kind in enumerate(own):
            over = sight.above(kind) * share
            chance = exp(-0.9 * max(0.0, over - 0.35 * at))
            if trump == NO_TRUMP:
                if at and not sight.above(own[0]) and at >= out_suit / max(1, rivals) + 0.3:
                    chance = max(chance, 0.8)
            else:
                void: float = exp(-max(0.0, out_suit / max(1, sight.players - 1) - 0.8 * at))
                chance *= 1.0 - 0.75 * void if not at else 0.45 * (1 - void)
                if lonely:
                    chance *= 0.9
            total += chance
    if trump != NO_TRUMP and trumps:
        voids = sum(all(sight.suit(kind) != suit for kind in cards) for suit in range(4) if suit != trump)
        total += 0.15 * voids * min(2, len(trumps))
    sight.trump = before
    return min(total, float(len(cards)))


def rivals_of(sight: Sight) -> list[int]:
    """The seats that are not known to be of this seat's side."""
    return [who for who in range(sight.players) if who != sight.seat and not with_me(sight, who)]


def rivals_have_no_trump(sight: Sight) -> bool:
    """Whether every trump that is out is with a partner, so that leading trump draws but his."""
    rivals = [who for who in rivals_of(sight) if who in sight.others]
    return sight.trumps_out() > 0 and not sight.trumps_out(rivals)


def with_me(sight: Sight, who: int) -> bool:
    """Whether a seat certainly belongs to this seat's side."""
    view, seat = sight.view, sight.seat
    if view.rules.sides == "partners":
        return (who - seat) % 2 == 0
    if view.rules.sides == "solo" or view.declarer is None:
        return who == seat
    if view.partner is not None:
        return (who in {view.declarer, view.partner}) == (seat in {view.declarer, view.partner})
    if view.called is None:  # big pepper, or nothing called yet
        return (who == view.declarer) == (seat == view.declarer)
    if is_called(sight):
        return who in {view.declarer, seat}
    return who == seat


def is_called(sight: Sight) -> bool:
    """Whether this seat holds the called card and so is the bidder's secret partner."""
    view = sight.view
    return view.called is not None and view.declarer != sight.seat and KIND[view.called] in sight.hand


def laid_down(sight: Sight) -> list[int]:
    """On the lead, the sure tricks to begin with when the hand has as many as its contract still needs.

    Empty where more tricks than that count, or for a defender.
    """
    view = sight.view
    if sight.trick or view.bid is None or view.declarer is None or not with_me(sight, view.declarer):
        return []
    word = view.bid.removeprefix("say ").split(" ")[0]
    if word.isdigit() and view.rules.made == "tricks":
        return []
    need = (int(word) if word.isdigit() else view.rules.hand_size) - side_tricks(sight)
    bosses = [kind for kind in sight.hand if not sight.above(kind)]
    trumps = [kind for kind in bosses if sight.is_trump(kind)]
    first = bosses
    # a partner's trump takes nothing away
    out = 0 if sight.no_trump() or rivals_have_no_trump(sight) else sight.trumps_out()
    if out:
        first = trumps
        if len(trumps) < out:  # some of the others' trumps may stay out
            bosses = trumps
    return [kind for kind in sight.legal if kind in first] if 0 < need <= len(bosses) else []


def side_tricks(sight: Sight) -> int:
    """The tricks that the own side has taken."""
    return sum(number for who, number in enumerate(sight.view.tricks) if with_me(sight, who))


def to_speak(view: View) -> set[int]:
    """Who may still answer the seat to act: in a continuous auction all, also those who have passed (R3)."""
    spoke = set() if view.rules.auction == "continuous" else {who for who, _ in view.auction}
    return {who for who in range(len(view.hands)) if who != view.seat and who not in spoke}


def would_win(sight: Sight, gain: int, need: int, who: int | None = None) -> bool:
    """Whether a bid worth ``gain``, by ``who`` or this seat, wins the match when it is made.

    It asks for ``need`` tricks; the others may take the rest (R10).
    """
    bidder = sight.seat if who is None else who
    rules = sight.view.rules
    sides = list(zip(sight.view.standing.totals, rules.side_seats, strict=True))
    mine = gain + next(total for total, side in sides if bidder in side)
    best = max(total for total, side in sides if bidder not in side)
    # a partner who is called scores as much
    theirs = best + (gain if rules.sides == "called" else rules.hand_size - need)
    return bool(mine >= rules.target and (rules.must_bid_to_win or mine > theirs))


def sure_trumps(sight: Sight) -> int:
    """How many trumps of the hand nothing beats."""
    if sight.no_trump():
        return 0
    return sum(sight.is_trump(kind) and sight.is_boss(kind) for kind in sight.hand)


def help_expected(sight: Sight, own: float) -> float:
    """What partners add to a hand's own tricks."""
    rules = sight.view.rules
    rest = max(0.0, float(rules.hand_size) - own)
    if rules.sides == "partners":
        return rest * (0.26 if sight.players == 4 else 0.34)
    if rules.sides == "called":
        return rest * 0.34
    return 0.0


def best_trump(sight: Sight, allowed: list[int] | None = None) -> tuple[int, float]:
    """The contract in which the hand takes most, and how much it takes by itself."""
    every = allowed if allowed is not None else list(range(5 if sight.view.rules.no_trump else 4))
    named = [text[6:] for text in sight.view.legal if text.startswith("trump ")]
    if named:
        every = [DENOMINATIONS.index(text) for text in named]
    worth = {trump: own_tricks(sight, trump) - (0.25 if trump == NO_TRUMP else 0.0) for trump in every}
    best = max(every, key=lambda trump: (worth[trump], -trump))
    return best, worth[best]


def _planned(sight: Sight) -> int:
    return sight.trump if sight.trump >= 0 else best_trump(sight)[0]


# --- bidding ----------------------------------------------------------------------------------------------


def _level(text: str) -> str:
    """The level of a bid: ``3``, ``little``, ``say 3``; a pass is an empty text."""
    if text.startswith("bid "):
        return text.split(" ")[1]
    return text if text.startswith("say") else ""


def forced(view: View, at: int) -> bool:
    """Whether this word of the auction is that of a dealer who had to bid: the least he may says nothing."""
    before = {text for _, text in view.auction[:at]}
    must = view.rules.stick_dealer != "no" or "say 3" in before
    return must and at == len(view.hands) - 1 and before <= {"pass", "say 3"}


def bid(sight: Sight) -> str:
    """A word in the auction."""
    view = sight.view
    rules, legal = view.rules, view.legal
    trump, own = best_trump(sight)
    expected = own + help_expected(sight, own)
    partner_bids = [
        text
        for at, (who, text) in enumerate(view.auction)
        if _level(text) and with_me(sight, who) and who != sight.seat and not forced(view, at)
    ]
    standing = [(who, text) for who, text in view.auction if _level(text)]
    mine_stands = bool(standing) and with_me(sight, standing[-1][0])
    if partner_bids and rules.sides == "partners":
        expected += 0.4
    limit = expected - (0.1 if rules.sides == "partners" else 0.0)
    options = [text for text in legal if _level(text)]
    if rules.suit_bids:
        options = [text for text in options if text.split(" ")[2] == DENOMINATIONS[trump]]
    size = rules.hand_size
    good = []
    for text in options:
        level = _level(text)
        alone = own + (0.75 if rules.exchange != "none" else 0.0)
        if level.isdigit():
            fits = int(level) <= limit
        elif level == "little":
            reach = alone if rules.exchange != "none" else expected
            fits = reach >= size - 0.15
        elif level == "big":
            fits = own >= size - 0.12
        else:
            fits = int(level[4:]) <= limit + 1
        if fits:
            good.append(text)
    passing = "pass" if "pass" in legal else "surrender" if "surrender" in legal else None
    if good:
        if mine_stands and len(good) < 2 and good[-1].split(" ")[1] not in {"little", "big"}:
            good = []
        elif rules.auction == "continuous" or rules.made == "tricks":
            numbers = [text for text in good if _level(text).isdigit()]
            return numbers[0] if numbers and len(numbers) == len(good) else good[-1]
        else:
            return good[-1]
    if passing == "surrender":
        cheapest = options[0] if options else legal[0]
        level = _level(cheapest)
        return cheapest if level.isdigit() and int(level) <= limit + 1.5 else "surrender"
    if passing is not None:
        return passing
    numbers = [text for text in options if _level(text).isdigit()]
    return (numbers or options or list(legal))[0]


# --- kitty, call, exchange, dropping out ------------------------------------------------------------------


def keep_worth(sight: Sight, kind: int, trump: int) -> tuple[float, float]:
    """How much one wants to keep a card in a contract; the cheapest is laid away."""
    before, sight.trump = sight.trump, trump
    own = [other for other in sight.hand if sight.suit(other) == sight.suit(kind)]
    if sight.is_trump(kind):
        worth = 100.0
    elif not sight.above(kind):
        worth = 50.0
    else:
        guards = len(own) - 1
        worth = 10.0 / (1 + sight.above(kind)) if trump != NO_TRUMP or guards else 2.0
        if trump != NO_TRUMP:
            worth += 3.0 * guards  # the last card of a suit makes a void
        else:
            worth += 2.0 * guards
    strong = sight.strength(kind)
    sight.trump = before
    return worth, strong


def to_discard(sight: Sight, trump: int) -> int:
    """The card one misses least."""
    cards = [KIND[text[8:]] for text in sight.view.legal if text.startswith("discard ")]
    return min(cards, key=lambda kind: keep_worth(sight, kind, trump))


def gift(cards: list[int], sight: Sight) -> int:
    """What a partner gives, by the published rule.

    The best trump; without one the highest card, an ace if there is one, of the suit he has fewest of (in no
    trump a joker, else the highest card of the suit he has most of).
    """
    trumps = [kind for kind in cards if sight.is_trump(kind)]
    if trumps:
        return max(trumps, key=sight.strength)
    lengths = {kind: sum(sight.suit(other) == sight.suit(kind) for other in cards) for kind in cards}
    sign = 1 if sight.no_trump() else -1
    return max(cards, key=lambda kind: (sight.strength(kind), sign * lengths[kind], -kind))


def exchange(sight: Sight) -> str:
    """With the partner or alone; what to discard; what to give."""
    view = sight.view
    gives = [KIND[text[5:]] for text in view.legal if text.startswith("give ")]
    if gives:
        return f"give {TEXT[gift(gives, sight)]}"
    need = contract_need(view)
    own = own_tricks(sight, sight.trump)
    if "with" in view.legal:
        together = own + help_expected(sight, own)
        alone = own + 0.8
        if need < view.rules.hand_size and (together >= need + 0.4 or together >= alone):
            return "with"
    return f"discard {TEXT[to_discard(sight, sight.trump)]}"


def contract_need(view: View) -> int:
    """The tricks that the contract asks for."""
    word = str(view.bid or "").split(" ")
    if word[0].isdigit():
        return int(word[0])
    if word[0] == "say":
        return int(word[1])
    return int(view.rules.hand_size)


def to_call(sight: Sight) -> int:
    """The card to call: the best one that is not in the own hand."""
    cards = [KIND[text[5:]] for text in sight.view.legal]
    elsewhere = [kind for kind in cards if sight.out[kind]] or cards
    trumps = [kind for kind in elsewhere if sight.is_trump(kind)]
    own = suit_lengths(sight)
    if trumps:
        return max(trumps, key=sight.strength)
    return max(elsewhere, key=lambda kind: (sight.strength(kind), own.get(sight.suit(kind), 0), -kind))


def suit_lengths(sight: Sight) -> dict[int, int]:
    """How many cards of each suit the hand has."""
    lengths: dict[int, int] = {}
    for kind in sight.hand:
        lengths[sight.suit(kind)] = lengths.get(sight.suit(kind), 0) + 1
    return lengths


def defence(sight: Sight) -> float:
    """How many tricks a defender takes by himself, roughly: the bidder has more trumps than the share."""
    return 0.8 * own_tricks(sight, sight.trump)


def shutout_cost(view: View) -> int:
    """What defenders pay who play and take no trick."""
    rules = view.rules
    value = (
        contract_need(view)
        if str(view.bid)[0] in "0123456789s"
        else (rules.little if view.bid == "little" else rules.big)
    )
    return int(value if rules.shutout_penalty == "bid" else rules.shutout_penalty)


def drop_out(sight: Sight) -> str:
    """Yes, no or maybe."""
    view = sight.view
    rules, legal = view.rules, view.legal
    tricks = defence(sight)
    risky = str(view.bid).split(" ")[0] in {"little", "big"} and rules.pepper_defence == "value"
    shutout = shutout_cost(view)
    if rules.drop_out == "vote":
        return "yes" if tricks >= 0.8 or shutout == 0 else "no"
    # with the partner's help, the chance to take at least one trick
    together = tricks + (
        0.0 if rules.drop_out == "individual" else 0.12 * (rules.hand_size - contract_need(view)) + 0.3
    )
    chance = 1 - exp(-1.3 * together)
    breaking = 0.28 if risky else shutout / (shutout + 1.5)
    if chance >= breaking + 0.12 or shutout == 0:
        return "yes"
    if "maybe" in legal:
        return "maybe" if chance >= breaking - 0.15 else "no"
    said = [text for _, text in view.talk]
    return "yes" if chance >= breaking or (said and said[-1] == "yes") else "no"


# --- play -------------------------------------------------------------------------------------------------


def card(sight: Sight) -> int:
    """The card to play."""
    if len(sight.legal) == 1:
        return sight.legal[0]
    return lead(sight) if not sight.trick else follow(sight)


def bidding_side(sight: Sight) -> bool:
    """Whether this seat plays for the contract."""
    view = sight.view
    return view.declarer is not None and (
        sight.seat == view.declarer or with_me(sight, view.declarer) or is_called(sight)
    )


def lead(sight: Sight) -> int:
    """The card to lead."""
    rivals = [who for who in sight.others if not with_me(sight, who)]
    their_trumps = (
        0
        if sight.no_trump()
        else sum(
            count
            for kind, count in sight.out.items()
            if sight.is_trump(kind) and any(not sight.view.barred[who] >> kind & 1 for who in rivals)
        )
    )
    trumps = sorted((kind for kind in sight.legal if sight.is_trump(kind)), key=sight.strength)
    side = [kind for kind in sight.legal if not sight.is_trump(kind)]
    if bidding_side(sight) and trumps and their_trumps:
        if sight.is_boss(trumps[-1]):
            return trumps[-1]
        if len(trumps) > 2:
            return trumps[-1] if sight.above(trumps[-1]) <= 1 and len(trumps) > 3 else trumps[0]
    bosses = [kind for kind in side if sight.is_boss(kind)]
    if bosses:
        # from the suit in which most is still out: it is trumped least
        return max(bosses, key=lambda kind: (sight.out_of_suit(sight.suit(kind)), kind))
    if not their_trumps and trumps and sight.is_boss(trumps[-1]):
        return trumps[-1]
    if side:
        lengths = suit_lengths(sight)
        return min(
            side,
            key=lambda kind: (lengths[sight.suit(kind)] if not sight.no_trump() else 0, sight.strength(kind)),
        )
    return trumps[-1] if trumps and sight.is_boss(trumps[-1]) else min(sight.legal, key=sight.strength)


def cheapest(sight: Sight, cards: list[int]) -> int:
    """The card one misses least: no boss, no trump, low, the last of its suit rather than one of many."""
    lengths = suit_lengths(sight)
    return min(
        cards,
        key=lambda kind: (
            sight.is_trump(kind),
            sight.is_boss(kind),
            sight.strength(kind),
            lengths[sight.suit(kind)],
            kind,
        ),
    )


def follow(sight: Sight) -> int:
    """The card to play to a trick that is on its way."""
    held = sight.best()
    assert held is not None
    winners, losers = sight.winners(), sight.losers()
    rivals_after = [who for who in sight.after() if not with_me(sight, who)]
    if with_me(sight, held[0]) and losers:
        led = sight.suit(sight.trick[0][1])
        safe = not rivals_after or (
            sight.is_boss(held[1])
            and (sight.is_trump(held[1]) or not any(sight.void(who, led) for who in rivals_after))
        )
        if safe or not winners or (sight.is_trump(winners[0]) and not sight.is_trump(held[1])):
            return cheapest(sight, losers)
        strong = [kind for kind in winners if sight.is_boss(kind) and not sight.is_boss(held[1])]
        if strong and not _touching(sight, held[1], strong[0]):
            return strong[0]
        return cheapest(sight, losers)
    if winners:
        if not rivals_after:
            return winners[0]
        sure = [kind for kind in winners if sight.is_boss(kind)]
        if sure:
            return sure[0]
        if sight.is_trump(winners[0]) and not sight.is_trump(held[1]):
            return winners[0]
        if len(rivals_after) == 1 and sight.above(winners[-1]) <= 2:
            return winners[-1]
    return cheapest(sight, losers or winners)


def _touching(sight: Sight, low: int, high: int) -> bool:
    """Whether nothing that is out lies between two cards."""
    return not any(
        sight.strength(low) < sight.strength(kind) < sight.strength(high)
        and sight.suit(kind) == sight.suit(low)
        for kind in sight.out
    )


__all__ = ["SimplePepper", "card", "explain", "gift", "own_tricks", "sight_of", "with_me"]
