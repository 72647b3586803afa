"""The bots of the race: legal, honest, no faster than people, and better than simple ones."""

import random
from itertools import pairwise

import pytest

from peppernut import nerts
from peppernut.bots.nerts import LEAST, STYLES, Racer
from peppernut.bots.race import race
from peppernut.nerts import machine as m
from peppernut.nerts.cards import CARD
from peppernut.nerts.view import Foundation, Place, View
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


def test_no_run_goes_to_and_fro() -> None:
    """Between two moves that bring something, no work pile looks twice the same to its owner."""
    for number in range(8):
        done = played({}, ["hard", "medium"], number)
        assert done.deal is not None
        state = nerts.State.start(done.rules, done.deal, Standing())
        seen: list[set[object]] = [set() for _ in range(4)]
        for seat, text, ms in done.actions:
            state.apply(seat, text, ms)
            place = state.view(seat).places[seat]
            if text.startswith("move T") and not text.endswith("F"):
                here = (place.work, place.pile, place.waste + place.stock)
                assert here not in seen[seat]
                seen[seat].add(here)


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
    **options: object,
) -> View:
    """What seat 0 of two sees; the other's peanuts pile shows `theirs`."""
    rules = resolve(nerts, {"players": 2, **options})
    piles = tuple(tuple(CARD[name] for name in pile.split()) for pile in work.split("/"))
    foundations = tuple(
        Foundation(run.split()[0][1], tuple(1 for _ in run.split()))
        for run in middle.split("|")
        if run.strip()
    )
    mine = Place(
        5 if top else 0,
        CARD[top] if top else -1,
        piles,
        5 if waste else 0,
        CARD[waste] if waste else -1,
        20,
        False,
        0,
        idle,
        idle,
    )
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
    view = View(0, rules, "race", 0, (), None, None, 0, foundations, (mine, other))
    legal = nerts.State.guess(view, random.Random(1)).legal(0)
    return View(0, rules, "race", 0, tuple(legal), None, None, 0, foundations, (mine, other))


@pytest.mark.parametrize(
    ("view", "action"),
    [
        # the pile's ace starts a foundation before anything else
        (look("8H / KD / KC / QS", "AH", waste="7S"), "move P F"),
        # the pile's card goes to a work pile rather than that the waste takes its place
        (look("8H / KD / KC / 5D", "7S", waste="7C"), "move P T1"),
        # joining two piles makes room for the card of the pile
        (look("8H / 9S / KC / QC", "4D"), "move T1 T2"),
        # the waste is a step for the card of the pile
        (look("8H / KD / JC / 9D", "6D", waste="7S"), "move W T1"),
        # a run is moved when the card beneath goes to a foundation
        (look("2H AS / 2D / KC / QC", "9D", middle="AH"), "move T1 F"),
        (look("3H 2S / 3D / KC / QC", "9D", middle="AH 2H"), "move T1 T2"),
        # nothing to gain: on to the next cards, no idle carrying of runs
        (look("9H 8S / 9D / KC / QC", "4D"), "draw"),
        # out of cards: call
        (look("9H 8S / 9D / KC / QC", ""), "call"),
        # two passes without a move of anybody
        (look("9H 8S / 9D / KC / QC", "4D", idle=40), "stuck"),
    ],
)
def test_what_hard_does(view: View, action: str) -> None:
    assert Racer().choose(view, random.Random(0)) == action
    assert Racer().reason(view, action)


def test_hard_beats_a_bot_of_its_speed_that_leaves_the_work_piles_alone() -> None:
    """At least 15 points a round (docs/bots.md has the figure over many more)."""
    gap = 0
    for number in range(12):
        levels = ["hard", "plain"] if number % 2 else ["plain", "hard"]
        points = played({"players": 2}, levels, number // 2).points
        assert points is not None
        gap += points[levels.index("hard")] - points[levels.index("plain")]
    assert gap / 12 > 15
