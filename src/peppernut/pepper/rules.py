"""The house rules of pepper: every option once, and what cannot be."""

import dataclasses
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from peppernut.cards import JOKER, KIND, RANKS, TEXT
from peppernut.refusal import Refused
from peppernut.rules import option

# What these options can be; the compiled table counts them in this order.
SIDES_WORDS = ("partners", "solo", "called")
KITTY_WORDS = ("none", "hidden", "exposed")
STICK_WORDS = ("no", "bid", "bid_or_surrender")
LEADER_WORDS = ("bidder", "left_of_bidder", "right_of_dealer")
DROP_OUT_WORDS = ("none", "talk", "formal", "individual", "vote")
LEVEL_WORDS = ("little", "big", "say 3", "say 4")


@dataclass(frozen=True)
class Deck:
    """A pack: the ranks from ``low`` to ace in four suits, ``copies`` times, and what is added or left out."""

    low: str = "9"
    copies: int = 1
    extra: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    jokers: int = 0

    def cards(self) -> tuple[int, ...]:
        """All kinds of the pack, equal cards as often as they are there, lowest first."""
        ranks = range(RANKS.index(self.low), len(RANKS))
        pack = Counter({13 * of + rank: self.copies for of in range(4) for rank in ranks})
        pack.update(KIND[card] for card in self.extra)
        pack.subtract(KIND[card] for card in self.drop)
        pack[JOKER] += self.jokers
        return tuple(sorted(pack.elements()))


def _read_deck(value: object) -> Deck:
    """A deck from an object; parts that are not given come from the usual one."""
    form = (
        'a deck like {"low": "9", "copies": 1, "extra": [], "drop": [], "jokers": 0} (low one of 2 … A, copies 1 to 4, '
        "extra and drop lists of at most 52 cards, jokers 0 to 8)"
    )
    if not isinstance(value, dict) or not set(value) <= {field.name for field in dataclasses.fields(Deck)}:
        raise ValueError(form)
    given: dict[str, Any] = {
        name: tuple(part) if isinstance(part, list) else part
        for name, part in value.items()
        if part is not None
    }
    low, lists = given.get("low", "9"), [given.get("extra", ()), given.get("drop", ())]
    numbers = [(given.get("copies", 1), 1, 4), (given.get("jokers", 0), 0, 8)]
    if not (
        isinstance(low, str)
        and low in tuple(RANKS)
        and all(type(number) is int and least <= number <= most for number, least, most in numbers)
        and all(isinstance(part, tuple) and len(part) <= 52 for part in lists)
        and all(isinstance(card, str) and card in TEXT[:JOKER] for part in lists for card in part)
    ):
        raise ValueError(form)
    deck = Deck(**given)
    whole = Counter(dataclasses.replace(deck, drop=()).cards())
    if Counter(KIND[card] for card in deck.drop) - whole:
        raise ValueError("a deck whose dropped cards are there")
    return deck


def _read_levels(value: object) -> tuple[int | str, ...]:
    """The list of what can be bid."""
    form = 'a list of bids, low to high: numbers of tricks, "little", "big", "say 3", "say 4"'
    if not isinstance(value, list) or not value:
        raise ValueError(form)
    for level in value:
        if not (type(level) is int and 1 <= level <= 52) and not (
            isinstance(level, str) and level in LEVEL_WORDS
        ):
            raise ValueError(form)
    numbers = [level for level in value if isinstance(level, int)]
    if len(set(value)) != len(value) or numbers != sorted(numbers):
        raise ValueError(form + ", each once")
    if "little" in value and "big" in value and value.index("little") > value.index("big"):
        raise ValueError(form + ', "little" below "big"')
    return tuple(value)


@dataclass(frozen=True)
class Rules:
    """The rules of one game of pepper (R1–R10 and what varies)."""

    players: int = option(4, "Players", "How many play.", group="table", between=(3, 6))
    sides: Literal["partners", "solo", "called"] = option(
        "partners",
        "Who plays with whom",
        "partners: two sides, every other seat; solo: each for themselves, and all against the bidder; "
        "called: the bidder calls a card, and whoever holds it is the partner",
        group="table",
        choices=SIDES_WORDS,
    )
    deck: Deck = option(
        Deck(),
        "The deck",
        "Which cards you play with: from the lowest rank up to the ace in four suits, once or twice; cards "
        "may be added or left out, and jokers too.",
        group="table",
        kind="deck",
        read=_read_deck,
    )
    hand_size: Any = option(
        None,
        "Cards each",
        "How many cards everybody gets, and so how many tricks there are. Not set: as many as the deck "
        "gives. What remains is the kitty.",
        group="table",
        between=(1, 52),
    )
    kitty: Literal["none", "hidden", "exposed"] = option(
        "none",
        "Cards left over",
        "none: they stay aside; hidden: the bidder takes them unseen and lays as many away; exposed: the "
        "same, but all see them first",
        group="table",
        choices=KITTY_WORDS,
    )
    levels: Any = option(
        None,
        "Possible bids",
        "All that can be bid, from low to high. Not set: every number of tricks, then little and big pepper.",
        group="bidding",
        kind="levels",
        choices=LEVEL_WORDS,
        read=_read_levels,
    )
    min_bid: Any = option(
        None,
        "Lowest bid",
        "Nobody may bid fewer tricks; a stuck dealer who gives up pays this. Not set: the lowest number "
        "among the bids.",
        group="bidding",
        between=(1, 52),
    )
    suit_bids: bool = option(
        False,
        "Trump is part of the bid",
        "Trump is said together with the number. The next bid must be a higher number, in whatever suit.",
        group="bidding",
    )
    auction: Literal["single", "continuous"] = option(
        "single",
        "How long the bidding goes on",
        "single: everybody speaks once; continuous: round and round, until nobody wants to go higher",
        group="bidding",
        choices=("single", "continuous"),
    )
    stick_dealer: Literal["no", "bid", "bid_or_surrender"] = option(
        "no",
        "When nobody bids",
        "no: the cards are thrown in; bid: the dealer has to bid; bid or surrender: the dealer has to bid, "
        "or gives up and loses the lowest bid",
        group="bidding",
        choices=STICK_WORDS,
    )
    stuck_must_play: bool = option(
        False,
        "A stuck dealer is always played against",
        "When the dealer had to bid and made the lowest bid, the defenders may not drop out.",
        group="dropping out",
    )
    rough_round: int = option(
        0,
        "Rough round",
        "So many deals at the start go without bidding: the player at the dealer's left has to take four "
        "tricks, together with the partner, and nobody drops out.",
        group="bidding",
        between=(0, 8),
    )
    rough_round_on_tie: int = option(
        0,
        "Rough deals after a tie",
        "So many of these deals follow when both sides have the same total.",
        group="bidding",
        between=(0, 8),
    )
    no_trump: bool = option(
        True, "No trump", "The bidder may also choose that there is no trump.", group="bidding"
    )
    no_trump_leader: Literal["bidder", "left_of_bidder", "right_of_dealer"] = option(
        "bidder",
        "First lead in no trump",
        "Who leads to the first trick when there is no trump: the bidder, the player to the bidder's left, "
        "or the player to the dealer's right.",
        group="play",
        choices=LEADER_WORDS,
    )
    no_trump_forced: bool = option(
        False,
        "No trump is always played",
        "The defenders may not drop out when there is no trump.",
        group="dropping out",
    )
    dirty_clubs: bool = option(
        False, "Dirty clubs", "The defenders may not drop out when clubs are trump.", group="dropping out"
    )
    exchange: Literal["optional", "required", "none"] = option(
        "optional",
        "A card from the partner",
        "optional: the bidder either plays together with the partner, or gets one card from the partner "
        "and plays alone; required: always a card, always alone; none: always together. Big pepper is "
        "always alone.",
        group="exchange",
        choices=("optional", "required", "none"),
    )
    call: Literal["free", "not_held"] = option(
        "free",
        "Which card may be called",
        "Only with a called partner. free: any card of the deck; not held: none that the bidder holds, and "
        "no bower",
        group="exchange",
        choices=("free", "not_held"),
    )
    called_card_forced: bool = option(
        False,
        "The called card must come out",
        "Only with a called partner. The first of the others who can play the called card has to play it.",
        group="play",
    )
    drop_out: Literal["none", "talk", "formal", "individual", "vote"] = option(
        "talk",
        "Dropping out",
        "Whether the defenders may give up before the first lead. none: no; talk: they say yes, no or "
        "maybe until they agree; formal: the left one advises, the right one decides; individual (solo): "
        "each alone; vote (called): two who want to play are enough",
        group="dropping out",
        choices=DROP_OUT_WORDS,
    )
    made: Literal["bid", "tricks"] = option(
        "bid",
        "A made bid is worth",
        "bid: the number bid; tricks: one point for each trick taken",
        group="scoring",
        choices=("bid", "tricks"),
    )
    set_penalty: Any = option(
        "bid",
        "A failed bid costs",
        "bid: the number bid; or always the same number of points",
        group="scoring",
        choices=("bid",),
        between=(0, 100),
    )
    shutout_penalty: Any = option(
        "bid",
        "Defenders without a trick pay",
        "bid: the number bid; or always the same number of points, 0 for none",
        group="scoring",
        choices=("bid",),
        between=(0, 100),
    )
    six_free: bool = option(
        False,
        "No risk against a six",
        "Against a bid of six the defenders have to play, but pay nothing when they take no trick.",
        group="scoring",
    )
    little: int = option(
        7, "Little pepper is worth", "Points for little pepper.", group="scoring", between=(0, 100)
    )
    big: int = option(14, "Big pepper is worth", "Points for big pepper.", group="scoring", between=(0, 100))
    little_set: Any = option(
        None,
        "A failed little pepper costs",
        "Not set: as much as it is worth.",
        group="scoring",
        between=(0, 100),
    )
    big_set: Any = option(
        None,
        "A failed big pepper costs",
        "Not set: as much as it is worth.",
        group="scoring",
        between=(0, 100),
    )
    pepper_defence: Literal["value", "tricks"] = option(
        "value",
        "Playing against a pepper",
        "value: the defenders win or lose what it is worth; tricks: they score for their tricks, as "
        "against a number",
        group="scoring",
        choices=("value", "tricks"),
    )
    defender_cap: int | None = option(
        None,
        "Limit for defenders",
        "The defenders' tricks lift no total above this. none: no limit",
        group="scoring",
        choices=("none",),
        between=(0, 1000),
    )
    target: int = option(
        42,
        "Points to win",
        "The game ends when a total comes to this many points or more.",
        group="winning",
        between=(1, 1000),
    )
    must_bid_to_win: bool = option(
        False,
        "Only a made bid wins",
        "You win only in a deal in which you made your bid. Whoever falls to minus the target loses at once.",
        group="winning",
    )
    identical: Literal["first", "last"] = option(
        "first",
        "Two equal cards",
        "When the best card of a trick is there twice: does the first or the last one win?",
        group="play",
        choices=("first", "last"),
    )

    def pack(self) -> tuple[int, ...]:
        """All cards of the game, lowest first, equal cards as often as they are there (R1, deck)."""
        return self.deck.cards()

    @property
    def side_seats(self) -> list[list[int]]:
        """The seats of each side, in order."""
        if self.sides == "partners":
            return [list(range(first, self.players, 2)) for first in range(2)]
        return [[seat] for seat in range(self.players)]

    @property
    def left_over(self) -> int:
        """How many cards of the deck are not dealt."""
        return len(self.deck.cards()) - int(self.players * self.hand_size)

    def checked(self) -> "Rules":
        """The rules with everything filled in that follows; Refused ``bad_rules`` if they cannot be."""
        cards = len(self.deck.cards())
        hand_size = self.hand_size if self.hand_size is not None else cards // self.players
        levels = self.levels if self.levels is not None else (*range(1, hand_size + 1), "little", "big")
        numbers = [level for level in levels if isinstance(level, int)]
        min_bid = self.min_bid if self.min_bid is not None else min(numbers, default=1)
        levels = tuple(level for level in levels if not isinstance(level, int) or level >= min_bid)
        rules = dataclasses.replace(
            self,
            hand_size=hand_size,
            levels=levels,
            min_bid=min_bid,
            little_set=self.little if self.little_set is None else self.little_set,
            big_set=self.big if self.big_set is None else self.big_set,
        )
        for wrong, sentence in _contradictions(rules):
            if wrong:
                raise Refused("bad_rules", sentence)
        return rules


def _contradictions(rules: Rules) -> list[tuple[bool, str]]:
    """What does not go together, with the sentence that names the options."""
    cards, players, size = len(rules.deck.cards()), rules.players, rules.hand_size
    partners = rules.sides == "partners"
    four = partners and players == 4
    numbers = [level for level in rules.levels if isinstance(level, int)]
    plain: list[Any] = [level for level in rules.levels if level not in {"say 3", "say 4"}]
    return [
        (
            partners and players not in {4, 6},
            f"sides partners needs players 4 or 6, not {players}; choose sides solo or called.",
        ),
        (
            size < 1 or players * size > cards,
            f"players {players} with hand_size {size} need {players * size} cards, but the deck has {cards}.",
        ),
        (
            size > 52,
            f"players {players} with this deck would have {size} cards each; set hand_size to at most 52.",
        ),
        (
            rules.kitty != "none" and players * size == cards,
            f"kitty {rules.kitty} needs cards left over, but players {players} with hand_size {size} use the whole deck.",
        ),
        (
            max(numbers, default=0) > size,
            f"levels go up to {max(numbers, default=0)}, but hand_size {size} gives only {size} tricks.",
        ),
        (
            not any(level != "say 3" for level in rules.levels),
            f"levels leave nothing to bid with min_bid {rules.min_bid}.",
        ),
        (
            "say 4" in rules.levels and size < 4,
            f"levels with say 4 need a hand_size of 4 or more, not {size}.",
        ),
        (
            "say 3" in rules.levels and not any(level in {"little", "big"} or level >= 4 for level in plain),
            "levels with say 3 need a bid of 4 or more that the dealer can make over it.",
        ),
        (
            rules.stick_dealer == "bid" and not plain,
            "stick_dealer bid needs levels that any dealer can bid, not only say 3 and say 4.",
        ),
        (
            rules.suit_bids and any(level in {"say 3", "say 4"} for level in rules.levels),
            "suit_bids and the levels say 3 or say 4 do not go together: a say names no trump.",
        ),
        (
            rules.exchange != "none" and not four,
            f"exchange {rules.exchange} needs sides partners with players 4; set exchange to none.",
        ),
        (
            rules.drop_out in {"talk", "formal"} and not four,
            f"drop_out {rules.drop_out} needs sides partners with players 4 (two defenders).",
        ),
        (rules.drop_out == "individual" and rules.sides != "solo", "drop_out individual needs sides solo."),
        (rules.drop_out == "vote" and rules.sides != "called", "drop_out vote needs sides called."),
        (
            bool(rules.rough_round or rules.rough_round_on_tie) and (not partners or size < 4),
            "rough_round and rough_round_on_tie need sides partners and a hand_size of 4 or more.",
        ),
    ]


def rough_deals(rules: Rules, totals: list[int], last: Any | None, left: int) -> int:
    """How many rough deals come next: ``left`` were to come, the last of them may just be over."""
    if last is None:
        return rules.rough_round
    if last.standing.rough:
        return left - 1
    return rules.rough_round_on_tie if len(set(totals)) == 1 else 0


def finished(rules: Rules, totals: list[int], deals: Sequence[Any]) -> list[int] | None:
    """The sides that have won with these totals after these deals; None while the game goes on (R10)."""
    best = max(totals)
    if not rules.must_bid_to_win:
        winners = [side for side, total in enumerate(totals) if total == best]
        return winners if best >= rules.target and len(winners) == 1 else None
    there = [side for side in deals[-1].bidders_who_made() if totals[side] >= rules.target]
    if there:
        return [side for side in there if totals[side] == max(totals[other] for other in there)]
    if min(totals) > -rules.target:
        return None
    return [side for side, total in enumerate(totals) if total == best]
