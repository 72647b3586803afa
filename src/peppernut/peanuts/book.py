"""The rulebook of peanuts: the rules page of one set of house rules, in our own words."""

from dataclasses import dataclass

from peppernut import peanuts
from peppernut.engine.row import BID, POINTS, TAKEN
from peppernut.peanuts import machine
from peppernut.peanuts.rules import Rules, compile_rules
from peppernut.rules import differences
from peppernut.rules.rulebook import NOTE, Book, Writer, capital, counted, listed, subtitle, worded

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Joe")


@dataclass(frozen=True)
class Example:
    """A finished hand: what each seat bid, took and scored."""

    cards: int
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]


def example(rules: Rules) -> Example:
    """A hand with one bid made, one missed and, from three players on, one of none, scored by the machine."""
    sizes = {rules.cards(number) for number in range(rules.hands)}
    cards = min(sizes, key=lambda size: (abs(size - 5), size))
    idle = (0,) * (rules.players - 2)
    own = cards // 2
    tricks = (own, cards - own, *idle)
    bids = (own, cards - own - 1, *idle)
    table = compile_rules(rules)
    row = [0] * machine.size(table)
    machine.start(table, row, rules.players - 1, cards, 0)
    for seat in range(rules.players):
        row[BID + seat] = bids[seat]
        row[TAKEN + seat] = tricks[seat]
    machine.score(table, row)
    return Example(cards, bids, tricks, tuple(row[POINTS : POINTS + rules.players]))


def book(rules: Rules, preset: str | None = None) -> Book:
    """The rules page of exactly these house rules; what differs from the preset is marked."""
    differing = differences(peanuts, rules, preset) if preset else []
    sizes = [rules.cards(number) for number in range(rules.hands)]
    cards = 52 * rules.deck_count
    w = Writer(differing)
    _table(w, rules, cards)
    _deal(w, rules, sizes)
    _bid(w, rules, sizes)
    if 1 in sizes:
        _forehead(w, rules)
    _play(w, rules)
    _score(w, rules)
    w.section("win", "Winning")
    w.say(
        f"After {'the hand' if rules.hands == 1 else f'the last of the {worded(rules.hands)} hands'} the "
        "highest total wins. If several players share it, they share the win.",
        "hands",
        rule="P11",
    )
    facts = f"{rules.players} players, {cards} cards, {rules.hands} hand{'s' if rules.hands > 1 else ''}."
    return Book(peanuts.TITLE, subtitle(peanuts, facts, preset, differing), w.sections(), (NOTE,), preset)


def _table(w: Writer, rules: Rules, cards: int) -> None:
    w.section("table", "Who plays")
    w.say(f"{capital(worded(rules.players))} play, each for themselves.", "players", rule="P1")
    w.say("One of you keeps the score, with paper and pencil.")
    w.section("cards", "The cards")
    if rules.deck_count == 1:
        w.say("One ordinary deck of 52 cards, without jokers.", "decks", rule="P1")
    else:
        w.say(
            f"Two ordinary decks without jokers, shuffled together: {cards} cards, so that each card is "
            "there twice.",
            "decks",
            rule="P1",
        )
    w.say("In every suit the order is, from high to low: A K Q J 10 9 8 7 6 5 4 3 2.", rule="P8")


def _series(rules: Rules, sizes: list[int]) -> str:
    """The sizes of the hands as a sentence."""
    if rules.hands == 1:
        return f"The game is a single hand of {counted(sizes[0], 'card')} each."
    if rules.start_cards == 1:
        return "The game has two hands of one card each."
    down = min(rules.hands, rules.start_cards)
    text = (
        f"The game has {counted(rules.hands, 'hand')}. The first is dealt with {counted(sizes[0], 'card')} "
        f"each, every following one with one card less, down to {worded(sizes[down - 1])}."
    )
    up = rules.hands - down
    if up == 1:
        text += " A second hand of one card ends it."
    elif up > 1:
        text += (
            " Then a second hand of one card, and each hand has one card more again, up to "
            f"{worded(sizes[-1])}."
        )
    return text


def _deal(w: Writer, rules: Rules, sizes: list[int]) -> None:
    w.section("deal", "The deal")
    w.say(_series(rules, sizes), "start_cards", "hands", rule="P2")
    w.say(
        "Draw a card for who deals first. After that the deal moves one place to the left for every hand.",
        rule="P2",
    )
    w.say(
        "The dealer shuffles and deals, in any direction and as many cards at once as he or she likes. If "
        "the cards are well shuffled, none of this makes a difference."
    )
    w.say(
        "Then the dealer turns over one more card from the deck. Its suit is trump for this hand. The card "
        "itself is not played, and nobody looks at the rest.",
        rule="P3",
    )


def _bid(w: Writer, rules: Rules, sizes: list[int]) -> None:
    forehead_only = rules.forehead and set(sizes) == {1}
    if forehead_only:
        return
    w.section("bid", "The bids")
    w.say(
        "There are as many tricks as you have cards. Say how many of them you are going to take, no more "
        "and no fewer: anything from none to all.",
        rule="P4",
    )
    w.say(
        "The player at the dealer's left bids first, then on to the left, and the dealer bids last. Bid "
        "aloud, and not before it is your turn.",
        rule="P4",
    )
    if rules.hook:
        but = " In the hands of one card this does not apply." if rules.forehead and 1 in sizes else ""
        w.say(
            "The dealer is hooked: the last bid may not make the sum of all bids equal to the number of "
            f"tricks. So somebody has to miss.{but}",
            "hook",
            rule="P4",
        )
    else:
        w.say(
            "It does not matter what the bids add up to. Together you may have bid more than there is, or "
            "less, or just that.",
            "hook",
            rule="P4",
        )


def _forehead(w: Writer, rules: Rules) -> None:
    w.section("forehead", "Hands of one card")
    if not rules.forehead:
        w.unless_usual("Look at your card and bid as in any other hand.", "forehead", rule="P5")
        return
    w.say(
        "Do not look at your card! Lift it by its back and hold it to your forehead. Now you see "
        "everybody's card but your own.",
        "forehead",
        rule="P5",
    )
    w.say(
        "Will yours take the trick? Decide from the cards you see and from the trump, and keep it to "
        "yourself: your bid is one or none.",
        rule="P5",
    )
    w.say(
        "Then show the bids all at once. Everybody knocks on the table with the free fist, in time, and "
        "counts aloud: one, two, three, show! On “show” a pointing finger means one, a fist means none.",
        rule="P5",
    )
    w.say(
        "Only when the bids are written down do the cards come off the foreheads. They are played by the "
        "usual rules, beginning at the dealer's left.",
        rule="P5",
    )


def _play(w: Writer, rules: Rules) -> None:
    w.section("play", "The play")
    w.say(
        "The player at the dealer's left has the first lead; later it is whoever won the last trick. You "
        "may lead any card, a trump too. The others follow one by one, to the left.",
        rule="P6",
    )
    if rules.start_cards > 1:
        follow = "If you have a card of the suit that was led, you must play one. "
        if rules.void == "trump":
            then = (
                "If not, you must play a trump; any trump will do, even one that cannot win. If you have "
                "neither, throw off any card: that is a sluff."
            )
        else:
            then = "If not, play what you like: a trump, or a card of another suit, which is a sluff."
        w.say(follow + then, "void", rule="P7")
    w.say(
        "The highest trump wins the trick. Without a trump in it, the highest card of the led suit wins. A "
        "sluff never wins.",
        rule="P8",
    )
    if rules.deck_count == 2:
        w.say(
            f"If the best card of a trick is there twice, the one that was played {rules.identical} wins.",
            "identical",
            rule="P8",
        )
    w.say("A card that lies on the table has been played. Nobody takes it back.", rule="P9")
    if rules.start_cards > 1:
        looking = (
            "The last trick may be looked at once more, the earlier ones not."
            if rules.review_tricks
            else "Nobody may look at them again to see what has gone."
        )
        w.say(
            "Lay each trick you win face down in front of you, apart from the others, so that all can count "
            f"them. {looking}",
            "review_tricks",
            rule="P9",
        )


def _score(w: Writer, rules: Rules) -> None:
    w.section("score", "The score")
    bonus = counted(rules.bonus, "point")
    if rules.scoring == "all_or_nothing":
        text = (
            f"If you took exactly what you bid, you score {bonus} plus one for each trick. If you took more "
            "or fewer, you score nothing."
        )
    else:
        text = (
            "You score one point for each trick you took, whatever you bid. If you took exactly what you "
            f"bid, you score {bonus} more."
        )
    w.say(text, "scoring", "bonus", rule="P10")
    one = example(rules)
    shown = range(min(rules.players, 3))
    deeds = [
        f"{NAMES[at]} bids {one.bids[at]}, takes {one.tricks[at]} and scores {one.points[at]}" for at in shown
    ]
    w.say(f"An example with {counted(one.cards, 'card')} each: {'; '.join(deeds)}.", rule="P10")
    sheet = listed(f"{one.bids[at]} | {one.points[at]} for {NAMES[at]}" for at in shown)
    w.say(
        "The score sheet has a column for each player, with a line down the middle. Left of the line goes "
        "the bid, and right of it, when the hand is over, the new total. If the example is the first hand, "
        f"the sheet says {sheet}.",
        rule="P12",
    )
