"""The bots of the race: legal, honest, no faster than people, and better than simple ones.

The long form of the rounds over random rules, 2,000 of them::

    NERTS_ROUNDS=2000 pytest tests/test_bots_nerts.py -k random_rules
"""

import dataclasses
import os
import random
from collections import Counter
from itertools import pairwise

import pytest
from tests.test_nerts_properties import random_rules

from peppernut import nerts
from peppernut.bots.hint import hint
from peppernut.bots.nerts import HARD, LEAST, STYLES, Racer
from peppernut.bots.race import race
from peppernut.match import Match
from peppernut.nerts import machine as m
from peppernut.nerts.cards import CARD
from peppernut.nerts.view import Foundation, Place, View
from peppernut.refusal import Refused
from peppernut.rules import resolve
from peppernut.standing import Standing

OPTIONS = [
    {},
    {"players": 2, "preset": "family"},
    {"players": 12, "pile": 5},
    {"players": 3, "call": "auto", "draw": 1},
    {"players": 3, "move_runs": False, "draw": 2, "work_piles": 3},
    {"players": 2, "handicap": [30, 1], "work_piles": 6},
    {"players": 5, "card_points": 5, "pile_penalty": 0},
]


def played(options: dict[str, object], levels: list[str], number: int) -> nerts.State:
    rules = resolve(nerts, options)
    deal = nerts.shuffle(rules, 0, None, random.Random(number).randbytes(32))
    racers = [Racer(STYLES[levels[seat % len(levels)]]) for seat in range(rules.players)]
    return race(rules, deal, Standing(), racers, f"test {number}")


class Watched(Racer):
    """A bot whose every choice is checked against what was legal when it looked."""

    def choose(self, view: View, rng: random.Random) -> str | None:
        choice = super().choose(view, rng)
        assert choice is None or choice in view.legal
        assert choice is not None or not view.places[view.seat or 0].pile or "stuck" not in view.legal
        assert len(self.reason(view, choice)) > 10
        assert self.delay(view, rng, choice) >= LEAST
        return choice


@pytest.mark.parametrize("level", list(STYLES))
@pytest.mark.parametrize("options", OPTIONS, ids=repr)
def test_bots_are_legal_under_every_option_and_come_to_an_end(options: dict[str, object], level: str) -> None:
    rules = resolve(nerts, options)
    for number in range(2):
        deal = nerts.shuffle(rules, 0, None, random.Random(number).randbytes(32))
        racers = [Watched(STYLES[level]) for _ in range(rules.players)]
        state = race(rules, deal, Standing(), racers, f"{level} {number}")
        assert state.over
        times = [ms for _, _, ms in state.actions]
        assert times == sorted(times)
        for seat in range(rules.players):
            own = [0, *(ms for who, _, ms in state.actions if who == seat)]
            assert all(after - before >= LEAST for before, after in pairwise(own))


def test_the_same_seed_gives_the_same_round() -> None:
    one, two = (played({}, ["hard", "medium", "easy", "random"], 3) for _ in range(2))
    assert one.actions == two.actions
    assert one.actions != played({}, ["hard", "medium", "easy", "random"], 4).actions


def no_run_goes_to_and_fro(done: nerts.State) -> None:
    """While nothing goes to the middle, no seat moves its work piles to where they were before."""
    assert done.deal is not None
    state = nerts.State.start(done.rules, done.deal, Standing())
    seen: list[set[object]] = [set() for _ in range(done.rules.players)]
    for seat, text, ms in done.actions:
        state.apply(seat, text, ms)
        if text.startswith("move T") and not text.endswith("F"):
            place = state.view(seat).places[seat]
            middle = sum(len(foundation.owners) for foundation in state.view(seat).foundations)
            here = (place.work, place.pile, place.waste + place.stock, middle)
            assert here not in seen[seat]
            seen[seat].add(here)


def test_rounds_over_random_rules() -> None:
    """Bots of all levels at one table: legal to the end, an end to every round, no runs to and fro."""
    ends: Counter[bool] = Counter()
    for number in range(int(os.environ.get("NERTS_ROUNDS", "40"))):
        rng = random.Random(f"bots {number}")
        rules = random_rules(rng)
        deal = nerts.shuffle(rules, 0, None, rng.randbytes(32))
        racers = [Watched(STYLES[rng.choice(["easy", "medium", "hard"])]) for _ in range(rules.players)]
        done = race(rules, deal, Standing(), racers, f"bots {number}")
        no_run_goes_to_and_fro(done)
        ends[done.caller is None] += 1
    assert ends[False]
    assert ends[True] or sum(ends.values()) < 40  # some end without a call, but not many


def test_bots_do_not_peek() -> None:
    """Other cards where nobody sees them, the same look: the same choice, at every level."""
    rng = random.Random(11)
    for number in range(6):
        done = played({"players": 3}, ["hard"], number)
        assert done.deal is not None
        state = nerts.State.start(done.rules, done.deal, Standing())
        for seat, text, ms in done.actions[: rng.randrange(len(done.actions))]:
            state.apply(seat, text, ms)
        other = nerts.State.guess(state.view(1), rng)
        assert other.row[m.SEATS :] != state.row[m.SEATS :]
        for style in STYLES.values():
            for seat in range(3):
                choices = {
                    Racer(style).choose(position.view(seat), random.Random(number))
                    for position in (state, other)
                }
                assert len(choices) == 1


def look(
    work: str,
    top: str,
    waste: str = "",
    middle: str = "",
    theirs: str = "KS",
    idle: int = 0,
    left: int = 5,
    coming: str = "",
    **options: object,
) -> View:
    """What seat 0 of two sees; the other's peanuts pile shows `theirs`.

    ``left`` cards lie in its pile, ``coming`` are those that it has seen on top and that the next draws bring.
    """
    rules = resolve(nerts, {"players": 2, **options})
    piles = tuple(tuple(CARD[name] for name in pile.split()) for pile in work.split("/"))
    foundations = tuple(
        Foundation(run.split()[0][1], tuple(1 for _ in run.split()))
        for run in middle.split("|")
        if run.strip()
    )
    drawn, stock = (5 if waste else 0), 20
    mine = Place(
        left if top else 0,
        CARD[top] if top else -1,
        piles,
        drawn,
        CARD[waste] if waste else -1,
        stock,
        False,
        0,
        idle,
        idle,
    )
    deck = [-1] * (drawn + stock)
    if waste:
        deck[drawn - 1] = CARD[waste]
    for draws, name in enumerate(coming.split(), 1):
        deck[drawn + draws * rules.draw - 1] = CARD[name]
    other = Place(
        9,
        CARD[theirs],
        ((CARD["KH"],), (CARD["KD"],), (CARD["KC"],), (CARD["QC"],)),
        0,
        -1,
        30,
        False,
        0,
        0,
        0,
    )
    view = View(0, rules, "race", 0, (), None, None, 0, foundations, (mine, other), (tuple(deck), (-1,) * 30))
    return dataclasses.replace(view, legal=tuple(nerts.State.guess(view, random.Random(1)).legal(0)))


UP_TO_7S = "AS 2S 3S 4S 5S 6S 7S"

# What the bot sees, what it does, and a word of its reason.
POSITIONS = {
    "an ace of the pile before anything else": (
        look("8H / KD / KC / QS", "AH", waste="7S"),
        "move P F",
        "♥A leaves your pile and scores",
    ),
    "the pile's card takes the place, not the waste": (
        look("8H / KD / KC / 5D", "7S", waste="7C"),
        "move P T1",
        "♠7 leaves your pile onto ♥8",
    ),
    "two piles are joined to make room for the pile": (
        look("8H / 9S / KC / QC", "4D"),
        "move T1 T2",
        "♥8 goes onto ♠9, and your pile fills the gap",
    ),
    "the waste is a step for the pile": (
        look("8H / KD / JC / 9D", "6D", waste="7S"),
        "move W T1",
        "♠7 goes onto ♥8; then ♦6 can leave your pile",
    ),
    "a card of a work pile frees the one beneath": (
        look("2H AS / 2D / KC / QC", "9D", middle="AH"),
        "move T1 F",
        "♠A scores; then ♥2 can score",
    ),
    "a run goes over when the card beneath can score": (
        look("3H 2S / 3D / KC / QC", "9D", middle="AH 2H"),
        "move T1 T2",
        "♠2 goes onto ♦3; then ♥3 can score",
    ),
    "no run is carried for nothing": (
        look("9H 8S / 9D / KC / QC", "4D"),
        "draw",
        "nothing on the table gains anything",
    ),
    "no card that serves the other's pile more than oneself": (
        look("9H / 9D / KC / QC", "4D", waste="2H", middle="AH", theirs="3H"),
        "draw",
        "",
    ),
    "but the pile's own card, even then": (
        look("9H / 9D / KC / QC", "2H", middle="AH", theirs="3H"),
        "move P F",
        "♥2 leaves your pile and scores",
    ),
    "and such a card, too, when a whole pass has brought nothing": (
        look("9H / 9D / KC / QC", "4D", waste="2H", middle="AH", theirs="3H", idle=12),
        "move W F",
        "♥2 scores",
    ),
    "the last card of the pile goes, whatever is still to come": (
        look("9H / 8S / KC / QC", "4D", middle="AD 2D 3D|AH", left=1, coming="2H AC AS AD", card_points=2),
        "move P F",
        "♦4 leaves your pile and scores",
    ),
    "the black eight waits for the seven that comes next and takes the pile's six": (
        look("KH / KD / KC / 9D 8S", "6S", middle=UP_TO_7S, coming="7H"),
        "draw",
        "",
    ),
    "a remembered card that can score": (
        look("9H 8S / 9D / KC / QC", "4D", middle="AH", coming="5C 2H"),
        "draw",
        "♥2 comes in 2 draws, and a foundation waits for it",
    ),
    "an empty pile: call": (look("9H 8S / 9D / KC / QC", ""), "call", "your pile is empty"),
    "an empty pile, but a card to score at once": (
        look("9H 8S / 9D / KC / QC", "", waste="AH"),
        "move W F",
        "♥A scores",
    ),
    "after a fruitless pass the waste shifts the next one": (
        look("9H / 9D / KC / QC", "4D", waste="8S", idle=12),
        "move W T1",
        "other cards come up in the next pass",
    ),
    "two passes without a move of anybody": (
        look("9H 8S / 9D / KC / QC", "4D", idle=40),
        "stuck",
        "a whole pass through your stock has brought nothing",
    ),
    "one pass, all of it seen, and nothing fits": (
        look("9H / 9D / KC / QC", "4D", idle=30, draw=1, coming=" ".join(["2C", "3C", "4C", "5C"] * 5)),
        "stuck",
        "a whole pass",
    ),
}


@pytest.mark.parametrize("about", POSITIONS)
def test_what_hard_does(about: str) -> None:
    view, action, why = POSITIONS[about]
    assert Racer().choose(view, random.Random(0)) == action
    reason = Racer().reason(view, action)
    assert reason.startswith(f"{action}: ")
    assert why in reason


def test_hint() -> None:
    """As the command line and the page ask for it: the move and its reason, from the view of the seat."""
    match = Match("nerts", resolve(nerts, {"players": 2}), ["Ann", "Bob"])
    state = match.begin(match.shuffle(bytes(32)))
    for seat, answer in ((0, hint(match)), (0, hint(match, seat=0)), (1, hint(match, seat=1))):
        assert answer["seat"] == seat
        assert answer["action"] in state.legal(seat)
        assert answer["reason"].startswith(answer["action"] + ": ")
    with pytest.raises(Refused, match="There is no seat 2"):
        hint(match, seat=2)


def test_who_cannot_do_anything_is_told_to_wait() -> None:
    view = look("KH / KD / KC / KS", "QC")
    assert Racer().choose(view, random.Random(0)) == "move P T1"
    view = look("2H / 2D / 2C / 2S", "QC")
    assert Racer().choose(view, random.Random(0)) == "draw"
    view = dataclasses.replace(view, legal=("move T1 T2",))  # nothing left to draw, and stuck has been said
    assert Racer().choose(view, random.Random(0)) is None
    assert Racer().reason(view, None).startswith("wait: ")


def test_every_action_has_a_reason() -> None:
    """Also one that a bot would not choose, as when a person is told why the bot did something."""
    for view in (
        look("KH QS JD / KD / KC QH / ", "", waste="JS"),
        look("KH QS JD / KD / KC QH / QC", "TS", waste="JC", middle="AS|AH"),
    ):
        reasons = {Racer().reason(view, action) for action in view.legal}
        assert len(reasons) == len(view.legal) > 6
    assert Racer().reason(view, None).startswith("wait: ")


@pytest.mark.parametrize(
    ("about", "without"),
    [
        ("the black eight waits for the seven that comes next and takes the pile's six", "move T4 F"),
        ("one pass, all of it seen, and nothing fits", "draw"),
    ],
)
def test_what_memory_is_good_for(about: str, without: str) -> None:
    view, action, _ = POSITIONS[about]
    for memory, done in ((0, without), (52, action)):
        assert Racer(dataclasses.replace(HARD, memory=memory)).choose(view, random.Random(0)) == done


def test_levels_differ_in_speed_attention_and_memory() -> None:
    levels = [STYLES[name] for name in ("easy", "medium", "hard")]
    for weak, strong in pairwise(levels):
        assert weak.sight < strong.sight
        assert weak.attention < strong.attention
        assert {card for card in range(52) if weak.remembers(card)} < {
            card for card in range(52) if strong.remembers(card)
        }
        assert sum(weak.reaction + weak.movement) > 1.3 * sum(strong.reaction + strong.movement)


def test_a_glance_overlooks_but_a_careful_look_does_not() -> None:
    """Easy now and then draws past a card that could score; after a pass without a move it finds it."""
    done: Counter[str | None] = Counter()
    for seed in range(100):
        view = look("9H / 9D / KC / QC", "4D", waste="2H", middle="AH")
        done[Racer(STYLES["easy"]).choose(view, random.Random(seed))] += 1
        view = look("9H / 9D / KC / QC", "4D", waste="2H", middle="AH", idle=12)
        assert Racer(STYLES["easy"]).choose(view, random.Random(seed)) == "move W F"
    assert set(done) == {"draw", "move W F"}
    assert 20 < done["draw"] < 60


def test_hard_beats_a_bot_of_its_speed_that_leaves_the_work_piles_alone() -> None:
    """At least 15 points a round (docs/bots.md has the figure over many more)."""
    gap = 0
    for number in range(12):
        levels = ["hard", "plain"] if number % 2 else ["plain", "hard"]
        points = played({"players": 2}, levels, number // 2).points
        assert points is not None
        gap += points[levels.index("hard")] - points[levels.index("plain")]
    assert gap / 12 > 15
