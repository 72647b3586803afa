"""The table of integers that a set of rules compiles to, which the machine reads."""

from collections import Counter
from functools import lru_cache

from peppernut.cards import JOKER, RANKS, SUITS, mask_of, rank, suit
from peppernut.engine.row import CALLED_FORCED, EXTRA, LAST_WINS, OPTIONS, PLANES, SEATS
from peppernut.engine.tables import JACK, trick_tables
from peppernut.pepper.rules import (
    DROP_OUT_WORDS,
    KITTY_WORDS,
    LEADER_WORDS,
    LEVEL_WORDS,
    SIDES_WORDS,
    STICK_WORDS,
    Rules,
)

(
    SIDES,
    LEFT_OVER,
    KITTY_MODE,
    LEVELS,
    MIN_BID,
    SUIT_BIDS,
    CONTINUOUS,
    STICK,
    STUCK_PLAYS,
    NO_TRUMP_OK,
    NO_TRUMP_LEADER,
    NO_TRUMP_FORCED,
    DIRTY_CLUBS,
    EXCHANGING,
    NOT_HELD,
    DROPPING,
    MADE_TRICKS,
    SET_PENALTY,
    SHUTOUT_PENALTY,
    SIX_FREE,
    LITTLE,
    BIG,
    LITTLE_SET,
    BIG_SET,
    DEFENCE_VALUE,
    CAP,
    DECK_SET,
    ACES,
    RED_JACKS,
    BLACK_JACKS,
) = range(OPTIONS, OPTIONS + 30)
MAX_LEVELS = 60  # 52 numbers, little, big and the says
LEVEL_KIND = EXTRA
LEVEL_TRICKS = LEVEL_KIND + MAX_LEVELS
LEVEL_RANK = LEVEL_TRICKS + MAX_LEVELS
TABLE_SIZE = LEVEL_RANK + MAX_LEVELS

PARTNERS, SOLO, CALLED_SIDES = range(3)
NUMBER, LITTLE_PEPPER, BIG_PEPPER, SAY_THREE, SAY_FOUR = range(5)
NO_DROP, TALK, FORMAL, INDIVIDUAL, VOTE = range(5)

LEVEL_KINDS = dict(zip(LEVEL_WORDS, (LITTLE_PEPPER, BIG_PEPPER, SAY_THREE, SAY_FOUR), strict=True))


@lru_cache(maxsize=256)
def compile_rules(rules: Rules) -> tuple[int, ...]:
    """The table that the machine reads."""
    table = trick_tables(bowers=True, size=TABLE_SIZE)
    pack = rules.deck.cards()
    table[SEATS] = rules.players
    table[PLANES] = max(Counter(pack).values())
    table[LAST_WINS] = rules.identical == "last"
    table[CALLED_FORCED] = rules.called_card_forced
    table[SIDES] = SIDES_WORDS.index(rules.sides)
    table[LEFT_OVER] = rules.left_over
    table[KITTY_MODE] = KITTY_WORDS.index(rules.kitty)
    table[LEVELS] = len(rules.levels)
    table[MIN_BID] = rules.min_bid
    table[SUIT_BIDS] = rules.suit_bids
    table[CONTINUOUS] = rules.auction == "continuous"
    table[STICK] = STICK_WORDS.index(rules.stick_dealer)
    table[STUCK_PLAYS] = rules.stuck_must_play
    table[NO_TRUMP_OK] = rules.no_trump
    table[NO_TRUMP_LEADER] = LEADER_WORDS.index(rules.no_trump_leader)
    table[NO_TRUMP_FORCED] = rules.no_trump_forced
    table[DIRTY_CLUBS] = rules.dirty_clubs
    table[EXCHANGING] = ("none", "optional", "required").index(rules.exchange)
    table[NOT_HELD] = rules.call == "not_held"
    table[DROPPING] = DROP_OUT_WORDS.index(rules.drop_out)
    table[MADE_TRICKS] = rules.made == "tricks"
    table[SET_PENALTY] = -1 if rules.set_penalty == "bid" else rules.set_penalty
    table[SHUTOUT_PENALTY] = -1 if rules.shutout_penalty == "bid" else rules.shutout_penalty
    table[SIX_FREE] = rules.six_free
    table[LITTLE], table[BIG] = rules.little, rules.big
    table[LITTLE_SET], table[BIG_SET] = rules.little_set, rules.big_set
    table[DEFENCE_VALUE] = rules.pepper_defence == "value"
    table[CAP] = -1 if rules.defender_cap is None else rules.defender_cap
    table[DECK_SET] = mask_of(pack)
    table[ACES] = mask_of(kind for kind in pack if kind != JOKER and rank(kind) == RANKS.index("A"))
    jacks = [kind for kind in pack if kind != JOKER and rank(kind) == JACK]
    table[RED_JACKS] = mask_of(kind for kind in jacks if SUITS[suit(kind)] in "DH")
    table[BLACK_JACKS] = mask_of(kind for kind in jacks if SUITS[suit(kind)] in "CS")
    for at, level in enumerate(rules.levels):
        table[LEVEL_KIND + at] = NUMBER if isinstance(level, int) else LEVEL_KINDS[level]
        table[LEVEL_TRICKS + at] = level if isinstance(level, int) else rules.hand_size
        table[LEVEL_RANK + at] = at + 1
        if level == "say 3":
            table[LEVEL_RANK + at] = 0
        elif level == "say 4":
            table[LEVEL_TRICKS + at] = 4
            if 4 in rules.levels:
                table[LEVEL_RANK + at] = rules.levels.index(4) + 1
    return tuple(int(value) for value in table)
