"""The rulebooks: every rule set has a page that tells the truth, and every option shows up in it.

``python tests/test_rulebook.py`` writes the tables of docs/rules anew from the declarations.
"""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from peppernut.catalog import GAMES, room
from peppernut.refusal import Refused
from peppernut.rules import differences, options, resolve
from peppernut.rules.rulebook import Book, Line, Section, option_table, preset_table, signed

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).resolve().parent.parent / "docs" / "rules"
# slips of the writer: a value that is no word, a stray full stop, one of many
SLIP = re.compile(
    r"None|True|False|[{}_*<>]|  |\.\.| \.| ,|\bno each\b|\bone (?:cards|tricks|points|hands|deals|jokers)\b"
)
PRESETS = [(game, preset) for game in GAMES for preset in room(game).PRESETS]

# Per game: options over the default preset under which an option matters, and values of it. An option that
# stands twice matters in two places.
DOUBLE = {"deck": {"copies": 2}, "hand_size": 12}
CALLED = {"players": 5, "sides": "called", "exchange": "none", "drop_out": "none"}
SOLO = {"players": 3, "sides": "solo", "exchange": "none", "drop_out": "individual"}
PEPPERS = {"levels": ["little", "big"]}
MATTERS: dict[str, list[tuple[str, dict[str, Any], list[Any]]]] = {
    "peanuts": [
        ("players", {}, list(range(2, 11))),
        ("decks", {}, [1, 2]),
        ("start_cards", {"players": 3}, list(range(1, 14))),
        ("hands", {}, list(range(1, 21))),
        ("scoring", {}, ["all_or_nothing", "alternate"]),
        ("bonus", {}, [0, 1, 5, 10, 100]),
        ("bonus", {"scoring": "alternate"}, [0, 1, 5, 10, 100]),
        ("forehead", {}, [True, False]),
        ("void", {}, ["trump", "any"]),
        ("hook", {}, [True, False]),
        ("hook", {"forehead": False}, [True, False]),
        ("identical", {"decks": 2}, ["first", "last"]),
        ("review_tricks", {}, [True, False]),
    ],
    "pepper": [
        ("players", {"sides": "solo", "exchange": "none", "drop_out": "none"}, [3, 4, 5, 6]),
        ("players", {"exchange": "none", "drop_out": "none"}, [4, 6]),
        ("sides", {"exchange": "none", "drop_out": "none"}, ["partners", "solo", "called"]),
        (
            "deck",
            {"hand_size": 5},
            [
                {},
                {"low": "8"},
                {"copies": 2},
                {"jokers": 1},
                {"jokers": 2},
                {"extra": ["8C"]},
                {"drop": ["9C"]},
            ],
        ),
        ("hand_size", {"levels": [1, 2]}, [2, 3, 4, 5, 6]),
        ("kitty", {"hand_size": 5}, ["none", "hidden", "exposed"]),
        (
            "levels",
            {},
            [[1], [1, 2], [2, "little"], [2, "big"], ["say 3", 4], [4, "say 4"], ["say 4"], ["big"]],
        ),
        ("min_bid", {}, [1, 2, 3, 4, 5, 6]),
        ("min_bid", {"stick_dealer": "bid_or_surrender", "levels": [5, 6]}, [1, 2, 3, 4, 5]),
        ("suit_bids", {}, [True, False]),
        ("auction", {}, ["single", "continuous"]),
        ("stick_dealer", {}, ["no", "bid", "bid_or_surrender"]),
        ("stuck_must_play", {"stick_dealer": "bid"}, [True, False]),
        ("rough_round", {}, list(range(9))),
        ("rough_round_on_tie", {}, list(range(9))),
        ("rough_round_on_tie", {"rough_round": 4}, list(range(9))),
        ("no_trump", {}, [True, False]),
        ("no_trump", {"suit_bids": True}, [True, False]),
        ("no_trump_leader", {}, ["bidder", "left_of_bidder", "right_of_dealer"]),
        ("no_trump_forced", {}, [True, False]),
        ("dirty_clubs", {}, [True, False]),
        ("dirty_clubs", SOLO, [True, False]),
        ("exchange", {}, ["optional", "required", "none"]),
        ("call", CALLED, ["free", "not_held"]),
        ("called_card_forced", CALLED, [True, False]),
        ("drop_out", {}, ["none", "talk", "formal"]),
        ("drop_out", SOLO, ["none", "individual"]),
        ("drop_out", CALLED, ["none", "vote"]),
        ("made", {}, ["bid", "tricks"]),
        ("made", CALLED, ["bid", "tricks"]),
        ("set_penalty", {}, ["bid", 0, 1, 5, 6]),
        ("shutout_penalty", {}, ["bid", 0, 1, 5, 6]),
        ("shutout_penalty", SOLO, ["bid", 0, 1, 5, 6]),
        ("shutout_penalty", {**PEPPERS, "pepper_defence": "tricks"}, ["bid", 0, 1, 5, 6]),
        ("six_free", {}, [True, False]),
        ("six_free", {"drop_out": "none"}, [True, False]),
        ("six_free", {"shutout_penalty": 0}, [True, False]),
        ("little", {}, [0, 6, 7]),
        ("big", {}, [0, 12, 14]),
        ("little_set", {}, [0, 6, 7]),
        ("big_set", {}, [0, 12, 14]),
        ("pepper_defence", {}, ["value", "tricks"]),
        ("pepper_defence", SOLO, ["value", "tricks"]),
        ("pepper_defence", CALLED, ["value", "tricks"]),
        ("defender_cap", {}, [None, 0, 41, 42]),
        ("target", {}, [1, 31, 42, 1000]),
        ("must_bid_to_win", {}, [True, False]),
        ("must_bid_to_win", CALLED, [True, False]),
        ("must_bid_to_win", SOLO, [True, False]),
        ("identical", DOUBLE, ["first", "last"]),
    ],
    "nerts": [
        ("players", {}, list(range(2, 13))),
        ("pile", {}, [1, 10, 13, 30]),
        ("handicap", {"players": 2}, [None, [13, 13], [5, 13]]),
        ("work_piles", {}, [3, 4, 5, 6]),
        ("draw", {}, [1, 2, 3]),
        ("move_runs", {}, [True, False]),
        ("call", {}, ["manual", "auto"]),
        ("card_points", {}, [1, 2, 3, 4, 5]),
        ("pile_penalty", {}, [0, 1, 2, 3, 4, 5]),
        ("target", {}, [10, 100, 1000]),
        ("rounds", {}, [None, 1, 2, 50]),
    ],
}
# Options that cannot matter beside the others: the page is the same for all values.
IDLE: dict[str, list[tuple[str, dict[str, Any], list[Any]]]] = {
    "peanuts": [
        ("forehead", {"hands": 9}, [True, False]),
        ("identical", {}, ["first", "last"]),
        ("void", {"start_cards": 1}, ["trump", "any"]),
        ("hook", {"start_cards": 1}, [True, False]),
    ],
    "pepper": [
        ("call", {}, ["free", "not_held"]),
        ("call", {**CALLED, "levels": ["big"]}, ["free", "not_held"]),
        ("called_card_forced", {}, [True, False]),
        ("identical", {}, ["first", "last"]),
        ("stuck_must_play", {}, [True, False]),
        ("stuck_must_play", {"drop_out": "none", "stick_dealer": "bid"}, [True, False]),
        ("dirty_clubs", {"drop_out": "none"}, [True, False]),
        ("no_trump_forced", {"no_trump": False}, [True, False]),
        ("no_trump_leader", {"no_trump": False}, ["bidder", "left_of_bidder", "right_of_dealer"]),
        ("exchange", {"levels": ["big"]}, ["none", "optional", "required"]),
        ("little", {"levels": [1, 2, "big"]}, [6, 7]),
        ("big", {"levels": [1, 2, "little"]}, [12, 14]),
        ("pepper_defence", {"levels": [1, 2]}, ["value", "tricks"]),
        ("six_free", {"levels": [1, 2]}, [True, False]),
        ("six_free", {"drop_out": "none", "shutout_penalty": 0}, [True, False]),
        ("made", PEPPERS, ["bid", "tricks"]),
        ("set_penalty", PEPPERS, ["bid", 5]),
        ("shutout_penalty", PEPPERS, ["bid", 5]),
        ("defender_cap", PEPPERS, [None, 42]),
        ("min_bid", {"levels": [3, 4]}, [1, 2, 3]),
    ],
    "nerts": [("target", {"rounds": 3}, [50, 100])],
}


def case_id(value: object) -> str | None:
    return re.sub(r"[^a-z0-9=,]+", "", str(value).lower())[:40] if isinstance(value, dict) else None


def cases(table: dict[str, list[tuple[str, dict[str, Any], list[Any]]]]) -> list[tuple[Any, ...]]:
    return [(game, *case) for game in table for case in table[game]]


def lines(book: Book) -> list[Line]:
    return [line for section in book.sections for line in section.lines]


def words(book: Book) -> str:
    """What a book says, apart from its marks."""
    return "\n".join([book.subtitle, *(line.text for line in lines(book))])


def some_value(spec: Any, rng: Random) -> Any:
    if spec.kind == "bool":
        return rng.random() < 0.5
    if spec.kind == "deck":
        pool = ["8C", "8D", "7H", "9S", "JD", "TC", "AH"]
        return {
            "low": rng.choice("789TJ9999"),
            "copies": rng.randint(1, 2),
            "jokers": rng.choice([0, 0, 1, 2, 4]),
            "extra": rng.sample(pool, rng.randint(0, 3)),
        }
    if spec.kind == "levels":
        numbers = sorted(rng.sample(range(1, 9), rng.randint(0, 5)))
        return [
            *rng.choice([[], ["say 3"], ["say 4"]]),
            *numbers,
            *rng.choice([[], ["little"], ["little", "big"]]),
        ]
    if spec.kind == "sizes":
        return [rng.randint(1, 30) for _ in range(rng.randint(2, 6))]
    if spec.low is None or (spec.choices and rng.random() < 0.5):
        return rng.choice(spec.choices)
    return rng.randint(spec.low, min(spec.high, spec.low + 20))


def random_rules(game: str, count: int, seed: int = 1) -> Iterator[tuple[str, Any]]:
    """Rule sets that can be, each some random options over a random preset."""
    rng, home = Random(seed), room(game)
    specs = options(home.Rules)
    while count:
        preset = rng.choice(list(home.PRESETS))
        given = {spec.name: some_value(spec, rng) for spec in rng.sample(specs, rng.randint(1, 6))}
        try:
            rules = resolve(home, {"preset": preset, **given})
        except Refused:
            continue
        count -= 1
        yield preset, rules


def deck_size(game: str, rules: Any) -> int:
    if game == "pepper":
        return len(rules.deck.cards())
    return 52 * (rules.deck_count if game == "peanuts" else 1)


class Checker(HTMLParser):
    """Every tag closed in order, a key for every section."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.keys: list[str] = []
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.keys += [value for name, value in attrs if name == "data-key" and value]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def check(game: str, preset: str | None, rules: Any) -> Book:
    """What holds for every book."""
    book: Book = room(game).rulebook(rules, preset)
    text, markdown, page = book.text(), book.markdown(), book.page()
    said = re.sub(r"\s+", " ", text)
    assert re.search(rf"\b{rules.players} players\b", said)
    assert re.search(rf"\b{deck_size(game, rules)} cards\b", said)
    goal = rules.hands if game == "peanuts" else getattr(rules, "rounds", None) or rules.target
    assert re.search(rf"\b{goal}\b", said) or game == "nerts"
    names = {spec.name for spec in options(rules)}
    keys = [section.key for section in book.sections]
    assert len(set(keys)) == len(keys)
    assert {"table", "cards", "play", "score", "win"} <= set(keys)
    for line in lines(book):
        assert re.match(r"[A-Z0-9“]", line.text), line.text
        assert line.text.endswith((".", "!")), line.text
        assert not SLIP.search(line.text), line.text
        assert line.text in markdown
        assert set(line.options) <= names
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert not checker.open
    assert checker.keys == keys
    shown = "".join(checker.said)
    assert all(line.text in shown for line in lines(book))
    assert max(map(len, text.splitlines())) <= 88
    assert ("* " in text) is book.changed is ("<mark>" in page) is ("**" in markdown)
    if preset is not None and lines(book):
        changed = set(differences(room(game), rules, preset))
        assert {line.changed for line in lines(book) if changed & set(line.options)} <= {True}
        assert {line.changed for line in lines(book) if not changed & set(line.options)} <= {False}
    return book


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_preset_reads_well_and_marks_nothing(game: str, preset: str):
    rules = resolve(room(game), {"preset": preset})
    book = check(game, preset, rules)
    assert not book.changed
    assert words(room(game).rulebook(rules)).splitlines()[1:] == words(book).splitlines()[1:]


@pytest.mark.parametrize(("game", "count"), [("peanuts", 100), ("pepper", 300), ("nerts", 60)])
def test_any_rule_set_has_a_page(game: str, count: int):
    for preset, rules in random_rules(game, count):
        check(game, preset, rules)


def test_every_option_is_tried():
    for game, table in MATTERS.items():
        assert {case[0] for case in table} == {spec.name for spec in options(room(game).Rules)}


@pytest.mark.parametrize(("game", "name", "context", "values"), cases(MATTERS), ids=case_id)
def test_an_option_shows(game: str, name: str, context: dict[str, Any], values: list[Any]):
    home = room(game)
    preset = next(iter(home.PRESETS))
    pages = {}
    for value in values:
        rules = resolve(home, {**context, name: value})
        book = check(game, preset, rules)
        pages[str(value)] = words(book)
        if name in differences(home, rules, preset):
            assert any(line.changed and name in line.options for line in lines(book))
    assert len(set(pages.values())) == len(values)


@pytest.mark.parametrize(("game", "name", "context", "values"), cases(IDLE), ids=case_id)
def test_an_option_that_cannot_matter_is_left_out(
    game: str, name: str, context: dict[str, Any], values: list[Any]
):
    home = room(game)
    preset = next(iter(home.PRESETS))
    books = [home.rulebook(resolve(home, {**context, name: value}), preset) for value in values]
    assert len({str(lines(book)) for book in books}) == 1


@pytest.mark.parametrize("spec_name", ["choices", "bools"])
@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_an_option_is_tried(game: str, spec_name: str):
    for spec in options(room(game).Rules):
        tried = [value for name, _, values in MATTERS[game] if name == spec.name for value in values]
        if spec.kind == "bool" and spec_name == "bools":
            assert {True, False} <= set(tried)
        elif spec.kind in {"choice", "int"} and spec_name == "choices":
            choices = {None if choice == "none" and spec.kind == "int" else choice for choice in spec.choices}
            assert choices - {"auto"} <= {value for value in tried if not isinstance(value, (list, dict))}


# --- worked examples ---------------------------------------------------------------------------------


def reckoned(rules: Any, one: Any) -> list[int]:
    """The points of a worked example of pepper, by the rules as one reads them (R8, R9 and their options)."""
    n, size = rules.players, rules.hand_size
    pepper = one.level in {"little", "big"}
    need = size if pepper else 4 if one.level == "say 4" else one.level
    value = getattr(rules, one.level) if pepper else need
    if rules.sides == "partners":
        side_of = [seat % 2 for seat in range(n)]
        team = set(range(0, n, 2))
    else:
        side_of = list(range(n))
        team = {0} | ({one.partner} if one.partner is not None else set())
    points = [0] * (max(side_of) + 1)
    if one.surrendered:
        points[0] = value
        return points
    took = sum(one.tricks[seat] for seat in team)
    made = took >= need
    if made:
        gain = took if rules.made == "tricks" and not pepper else value
    elif pepper:
        gain = -getattr(rules, f"{one.level}_set")
    else:
        gain = -need if rules.set_penalty == "bid" else -rules.set_penalty
    for seat in range(n):
        side = side_of[seat]
        if seat in team:
            points[side] = gain
        elif seat in one.dropped:
            points[side] = 0
        elif pepper and rules.pepper_defence == "value":
            points[side] = -value if made else value
        else:
            tricks = one.tricks[seat] if rules.sides == "solo" else size - took
            room_left = 10**6 if rules.defender_cap is None else max(rules.defender_cap - one.before[side], 0)
            if tricks:
                points[side] = min(tricks, room_left)
            elif rules.six_free and one.level == 6:
                points[side] = 0
            else:
                points[side] = -(value if rules.shutout_penalty == "bid" else rules.shutout_penalty)
    return points


def test_examples_of_pepper_are_what_the_machine_scores():
    from peppernut.pepper.book import examples

    kinds = set()
    presets = [(preset, resolve(room("pepper"), {"preset": preset})) for preset in room("pepper").PRESETS]
    for _, rules in [*presets, *random_rules("pepper", 300, seed=2)]:
        told = words(room("pepper").rulebook(rules))
        assert examples(rules)
        for one in examples(rules):
            assert list(one.points) == reckoned(rules, one)
            assert one.surrendered or sum(one.tricks) == rules.hand_size
            assert all(signed(points) in told for points in one.points)
            kinds.add(
                (rules.sides, one.surrendered, bool(one.dropped), bool(any(one.before)), str(one.level)[0])
            )
    assert len(kinds) > 20


def test_examples_of_the_usual_game():
    from peppernut.pepper.book import examples

    found = [(one.level, one.tricks[0], one.points) for one in examples(resolve(room("pepper"), {}))]
    assert found == [
        (3, 4, (3, 2)),
        (3, 2, (-3, 4)),
        (3, 6, (3, -3)),
        (3, 0, (3, 0)),
        ("little", 6, (7, -7)),
        ("little", 5, (-7, 7)),
    ]


def test_examples_of_peanuts_are_what_the_machine_scores():
    from peppernut.peanuts.book import example

    for _, rules in random_rules("peanuts", 100, seed=3):
        one = example(rules)
        assert sum(one.tricks) == one.cards
        assert not rules.hook or sum(one.bids) != one.cards
        for bid, took, points in zip(one.bids, one.tricks, one.points, strict=True):
            alone = 0 if rules.scoring == "all_or_nothing" else took
            assert points == (rules.bonus + took if bid == took else alone)
        told = words(room("peanuts").rulebook(rules))
        assert f"Ann bids {one.bids[0]}, takes {one.tricks[0]} and scores {one.points[0]}" in told


# --- single sentences --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "order"),
    [
        ("iowa", "♥J (right bower), ♦J (left bower), ♥ A K Q 10 9."),
        ("widebeard", "♥J (right bower), ♦J (left bower), joker, ♥ A K Q 10 9."),
        ("reagan", "♥J (right bower), ♦J (left bower), ♥ A K Q 10 9 8 7."),
    ],
)
def test_the_order_of_trumps(preset: str, order: str):
    assert order in words(room("pepper").rulebook(resolve(room("pepper"), {"preset": preset})))


def test_changes_are_marked_in_every_form():
    home = room("pepper")
    book = home.rulebook(resolve(home, {"preset": "iowa-31", "target": 42, "dirty_clubs": False}), "iowa-31")
    marked = [line.options[0] for line in lines(book) if line.changed]
    assert marked == ["dirty_clubs", "target"]
    assert "* The game ends" in book.text()
    assert "- **The game ends" in book.markdown()
    assert "<li><mark>The game ends" in book.fragment()
    assert "the preset iowa-31" in book.text().splitlines()[-1]


def test_markup_is_escaped():
    line = Line('<b> & "both"', "<i>", changed=True)
    book = Book("<t>", "a < b", (Section('k"', "<s>", (line,)),), ("<n>",))
    checker = Checker()
    checker.feed(book.page())
    assert not {"b", "t", "s", "i", "n"} & set(re.findall(r"<(\w+)", book.fragment()))
    assert checker.keys == ['k"']
    assert '<b> & "both"' in checker.said


def test_a_replay_loads_no_book():
    code = (
        "import sys, peppernut.record, peppernut.catalog as catalog\n"
        "for game in catalog.GAMES: catalog.room(game)\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert not [name for name in done.stdout.split() if name.endswith(("book", "numba"))]


# --- docs/rules --------------------------------------------------------------------------------------


def tables(game: str) -> dict[str, str]:
    return {"options": option_table(room(game).Rules), "presets": preset_table(room(game))}


def cut(game: str, name: str) -> tuple[str, str, str]:
    """A page of the documentation: what stands before a table, the table, and after it."""
    page = (DOCS / f"{game}.md").read_text("utf-8")
    match = re.fullmatch(rf"(.*<!-- {name} -->\n)(.*?)(\n<!-- end -->.*)", page, re.DOTALL)
    assert match, f"docs/rules/{game}.md has no table of {name}"
    return match[1], match[2], match[3]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["options", "presets"])
def test_documented_tables_agree_with_the_declarations(game: str, name: str):
    keep = (
        4 if name == "options" else 3
    )  # meanings may be worded anew; names, defaults and values may not differ

    def cells(table: str) -> list[list[str]]:
        return [row.split(" | ")[: keep - 1] for row in table.splitlines()]

    assert cells(cut(game, name)[1]) == cells(tables(game)[name]), "run: python tests/test_rulebook.py"


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_number_of_a_book_is_documented(game: str):
    page = (DOCS / f"{game}.md").read_text("utf-8")
    letter = {"peanuts": "P", "pepper": "R", "nerts": "N"}[game]
    documented = set(re.findall(rf"\*\*({letter}\d+)\*\*", page))
    used = {
        line.rule
        for preset in room(game).PRESETS
        for line in lines(room(game).rulebook(resolve(room(game), {"preset": preset})))
    }
    assert used - {""} <= documented
    assert documented == {f"{letter}{number}" for number in range(1, len(documented) + 1)}
    assert all(f"`{spec.name}`" in page for spec in options(room(game).Rules))


if __name__ == "__main__":
    for one_game in GAMES:
        for one_name, table in tables(one_game).items():
            before, _, after = cut(one_game, one_name)
            (DOCS / f"{one_game}.md").write_text(before + table + after, "utf-8")
