"""The rulebook of the race: the rules page of one set of house rules, in our own words."""

from dataclasses import dataclass

from peppernut import nerts
from peppernut.nerts import machine as m
from peppernut.nerts.rules import Rules, tables
from peppernut.rules import differences
from peppernut.rules.rulebook import Book, Writer, capital, counted, listed, subtitle, worded

_NOTE = "The numbers behind the lines are those of the full rules."


@dataclass(frozen=True)
class Example:
    """A finished round of one player: cards on the foundations, cards left in the pile, points."""

    laid: int
    left: int
    points: int


def example(rules: Rules, laid: int, left: int) -> Example:
    """What such a round is worth by these rules; scored by the machine."""
    row = [0] * m.length(rules.players)
    row[m.SEATS + m.OUT] = laid
    row[m.SEATS + m.PILE_N] = left
    return Example(laid, left, m.points(tables(rules), row, 0))


def book(rules: Rules, preset: str | None = None) -> Book:
    """The rules page of exactly these house rules; what differs from the preset is marked."""
    differing = differences(nerts, rules, preset) if preset else []
    w = Writer(differing)
    _table(w, rules)
    _layout(w, rules)
    _foundations(w)
    _work(w, rules)
    _stock(w, rules)
    _end(w, rules)
    _score(w, rules)
    _win(w, rules)
    goal = f"to {rules.target}" if rules.rounds is None else counted(rules.rounds, "round")
    facts = f"{rules.players} players, a deck each, {goal}."
    return Book(nerts.TITLE, subtitle(nerts, facts, preset, differing), w.sections(), (_NOTE,), preset)


def _table(w: Writer, rules: Rules) -> None:
    w.section("table", "Who plays")
    w.say(
        f"{capital(worded(rules.players))} play, each alone and each with a full deck of 52 cards. "
        "There are no turns: "
        "everybody plays at the same time, as fast as eyes and hands allow.",
        "players",
        rule="N1",
    )
    w.say(
        "At a real table the backs of the decks must differ, so that the cards can be told apart afterwards.",
        rule="N1",
    )
    w.section("cards", "The cards")
    w.say("The ace is the lowest card and the king the highest: A 2 3 4 5 6 7 8 9 10 J Q K.", rule="N3")


def _layout(w: Writer, rules: Rules) -> None:
    w.section("layout", "The layout")
    if rules.handicap is None:
        w.say(
            f"Lay {counted(rules.pile, 'card')} in a stack before you, the top one face up: your "
            "peanuts pile. Getting "
            "rid of it is what the race is about.",
            "pile",
            "handicap",
            rule="N2",
        )
    else:
        sizes = listed(f"{size} at seat {seat + 1}" for seat, size in enumerate(rules.handicap))
        w.say(
            "Lay a stack of cards before you, the top one face up: your peanuts pile. Getting rid "
            "of it is what the "
            f"race is about. It has a size of its own for everybody: {sizes}.",
            "pile",
            "handicap",
            rule="N2",
        )
    stock = 52 - rules.work_piles
    left = counted(stock - rules.pile, "card") if rules.handicap is None else "cards that are left"
    w.say(
        f"Beside it lay {worded(rules.work_piles)} cards face up, side by side: each begins a work "
        "pile. The "
        f"{left} are your stock, face down.",
        "work_piles",
        rule="N2",
    )
    w.say("Everybody starts at the same word.", rule="N1")


def _foundations(w: Writer) -> None:
    w.section("foundations", "The middle")
    w.say(
        "The foundations in the middle belong to all. An ace begins one. On it go the cards of its "
        "suit, one by one and "
        "upwards, whoever has the next; with the king it is finished.",
        rule="N3",
    )
    w.say("A suit may have several foundations, one for every ace that has come.", rule="N3")
    w.say("What lies in the middle stays there.", rule="N5")
    w.say(
        "When two reach for the same place, the card that is there first stays. The other one goes "
        "back to where it came "
        "from, and nothing else changes.",
        rule="N12",
    )


def _work(w: Writer, rules: Rules) -> None:
    w.section("play", "Your own cards")
    w.say(
        "You can play the top card of your peanuts pile, the last card of each of your work piles "
        "and the top card of "
        "your waste. Nobody touches the cards of another player.",
        rule="N5",
    )
    w.say(
        "A work pile goes downwards, and red and black take turns: on a black nine goes a red "
        "eight. Cards for it may "
        "come from the peanuts pile, from the waste or from another work pile.",
        rule="N4",
    )
    if rules.move_runs:
        w.say(
            "From one work pile to another several cards may go together: any card with all that "
            "lies on it, if the "
            "other pile takes that card.",
            "move_runs",
            rule="N4",
        )
    else:
        w.say(
            "From one work pile to another only the last card may go, never several.",
            "move_runs",
            rule="N4",
        )
    w.say(
        "When a work pile runs empty, the top card of your peanuts pile takes the place at once. "
        "That counts as a card "
        "you have got rid of.",
        rule="N6",
    )
    if rules.call == "manual":
        moved = (
            "any card you can play, or several from a work pile"
            if rules.move_runs
            else "any card you can play"
        )
        w.say(f"Once the peanuts pile is gone, an empty place takes {moved}.", "call", "move_runs", rule="N6")


def _stock(w: Writer, rules: Rules) -> None:
    w.section("stock", "Stock and waste")
    if rules.draw == 1:
        text = "At any moment you may turn the next card of your stock face up onto your waste."
    else:
        text = (
            f"At any moment you may turn the next {worded(rules.draw)} cards of your stock "
            "together onto your waste, so "
            f"that the {'third' if rules.draw == 3 else 'second'} one comes to lie on top; the "
            "cards under it are free "
            "only when it has gone. Near the end of the stock take what is left."
        )
    w.say(text, "draw", rule="N7")
    w.say(
        "When the stock is used up, turn the waste over: it is the stock again, in the same order.", rule="N7"
    )
    w.say(
        "If you see no way on, say that you are stuck; you may still draw. The next card that "
        "anybody plays takes it "
        "back for all of you.",
        rule="N11",
    )
    w.say(
        "When all are stuck, everybody puts the waste, turned over, under the stock and moves the "
        "top card of the stock "
        "to its bottom. If that happens three times without a card played in between, the round is over.",
        rule="N11",
    )


def _end(w: Writer, rules: Rules) -> None:
    w.section("call", "The end of a round")
    if rules.call == "manual":
        w.say(
            "When your peanuts pile is empty you may call, and the call ends the round for all. Or "
            "play on a little "
            "first: nobody is bound to call.",
            "call",
            rule="N8",
        )
    else:
        w.say("The round is over the moment somebody's peanuts pile is empty.", "call", rule="N8")


def _score(w: Writer, rules: Rules) -> None:
    w.section("score", "The score")
    gain = counted(rules.card_points, "point")
    if rules.pile_penalty:
        text = (
            f"Everybody scores {gain} for each own card in the middle and loses "
            f"{worded(rules.pile_penalty)} for each card "
            "that is left in the peanuts pile. A total can fall below zero."
        )
    else:
        text = (
            f"Everybody scores {gain} for each own card in the middle. Cards left in the peanuts "
            "pile cost nothing."
        )
    w.say(text, "card_points", "pile_penalty", rule="N9")
    some = min(5, rules.pile if rules.handicap is None else max(rules.handicap))
    one, two = example(rules, 16, 0), example(rules, 9, some)
    w.say(
        f"An example: Ann has {one.laid} cards in the middle and none in her pile: {one.points}. "
        f"Bob has {worded(two.laid)} in the "
        f"middle and {worded(two.left)} in his pile: {str(two.points).replace('-', '−')}.",
        rule="N9",
    )
    w.say("Then all take their cards back and shuffle for the next round.", rule="N9")


def _win(w: Writer, rules: Rules) -> None:
    w.section("win", "Winning")
    if rules.rounds is None:
        w.say(
            f"The game ends with the round after which somebody has {rules.target} points or more. "
            "The highest total wins; "
            "if two share it, play another round.",
            "target",
            "rounds",
            rule="N10",
        )
    else:
        played = "one round" if rules.rounds == 1 else f"{worded(rules.rounds)} rounds"
        w.say(
            f"You play {played}. The highest total wins; whoever shares it shares the win.",
            "target",
            "rounds",
            rule="N10",
        )
