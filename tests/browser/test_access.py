"""axe-core finds nothing: on no page, in no phase, neither by day nor by night."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from tests.browser.driver import Person, all_over, hungry, modest, play
from tests.browser.seen import AXE, faults_of_access

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.driver import House

pytestmark = pytest.mark.browser


class Auditor:
    """Looks at pages by day and by night; tells everything at the end."""

    def __init__(self) -> None:
        if not AXE.exists():
            sentence = "axe-core is not there (scripts/npm ci)."
            if os.environ.get("CI"):
                pytest.fail(sentence)
            pytest.skip(sentence)
        self.seen: set[str] = set()
        self.wrong: list[str] = []

    def look(self, person: Person, place: str) -> None:
        """Look at a page, once for each name."""
        if place in self.seen:
            return
        self.seen.add(place)
        for light in ("light", "dark"):
            person.page.emulate_media(color_scheme=light)
            self.wrong += [f"{place}, {light}: {one}" for one in faults_of_access(person.page)]

    def tell(self) -> None:
        """All faults of all places."""
        assert not self.wrong, "\n".join(self.wrong)


@pytest.fixture
def auditor() -> Auditor:
    """Looks at pages by day and by night."""
    return Auditor()


def dialogs(person: Person, auditor: Auditor, game: str) -> None:
    """Everything that can be laid over the table."""
    for name in ("sheet", "rules", "settings", "menu"):
        if f"{game} {name}" in auditor.seen:
            continue
        person.page.get_by_test_id(name).click()
        person.page.locator("dialog[open]").wait_for()
        if name == "rules":
            person.page.locator(".rulebook").wait_for()
        auditor.look(person, f"{game} {name}")
        person.page.keyboard.press("Escape")
        person.page.locator("dialog").wait_for(state="detached")


def test_before_the_game(house: House, auditor: Auditor) -> None:
    """The start page, the choice of a game, the rule editor of every game, the door, the lobby."""
    ann, bob = house.person("Ann"), house.person("Bob")
    page = ann.page
    ann.go("/")
    page.get_by_test_id("play-bots").wait_for()
    auditor.look(ann, "start page")
    page.get_by_test_id("open-table").click()
    page.get_by_test_id("game-peanuts").wait_for()
    auditor.look(ann, "open a table")
    page.get_by_test_id("edit-rules").click()
    for game in ("peanuts", "pepper", "nerts"):
        page.get_by_test_id(f"game-{game}").click()
        page.get_by_test_id("editor").wait_for()
        auditor.look(ann, f"rule editor of {game}")
    link = ann.open_table("pepper", {})
    page.get_by_test_id("share-link").wait_for()
    page.get_by_test_id("only-here").wait_for()
    auditor.look(ann, "lobby")
    bob.go(link)
    bob.page.get_by_test_id("join").wait_for()
    auditor.look(bob, "door")
    bob.go("/t/zzzzzzzz")
    bob.page.get_by_role("alert").wait_for()
    auditor.look(bob, "shut door")
    auditor.tell()


def looking(auditor: Auditor, game: str) -> Callable[[Person], None]:
    """Look whenever somebody may act in a phase that has not been seen."""

    def look(person: Person) -> None:
        auditor.look(person, f"{game} {person.now.phase}")

    return look


def test_peanuts_phases(house: House, auditor: Auditor) -> None:
    """The bids, a forehead hand, play, the finished trick, the score sheet, the results."""
    ann = house.person("Ann", hold=None)
    ann.open_table("peanuts", {"start_cards": 2, "hands": 2}, "fill")
    ann.start()

    def look(person: Person) -> None:
        hidden = person.now.hand == ["??"]
        auditor.look(person, "peanuts forehead" if hidden else f"peanuts {person.now.phase}")
        if person.now.phase == "play":
            dialogs(person, auditor, "peanuts")

    def over() -> bool:
        if ann.now.held == "trick" and ann.look().held == "trick":
            auditor.look(ann, "peanuts finished trick")
        if ann.now.next:
            auditor.look(ann, "peanuts score sheet")
        return ann.now.over

    ann.on_turn = look
    play([ann], over)
    auditor.look(ann, "peanuts results")
    auditor.tell()
    assert {"peanuts bid", "peanuts forehead", "peanuts play", "peanuts score sheet"} <= auditor.seen


def test_pepper_phases(house: House, auditor: Auditor) -> None:
    """The auction with suits, kitty, trump, called card, exchange, dropping out, votes, play, results."""
    for preset, more, phases in (
        ("iowa", {"stick_dealer": "bid", "min_bid": 3}, {"bid", "trump", "exchange", "drop_out", "play"}),
        ("johnston", {}, {"bid", "kitty"}),
        ("dilley", {}, {"trump", "call"}),
    ):
        ann = house.person("Ann")
        ann.open_table("pepper", {"preset": preset, **more, "target": 200}, "fill")
        ann.start()
        ann.on_turn = looking(auditor, preset)

        def through(ann: Person = ann, preset: str = preset, phases: set[str] = phases) -> bool:
            missing = phases - {name.partition(" ")[2] for name in auditor.seen if name.startswith(preset)}
            ann.choose = modest if missing == {"drop_out"} else hungry
            return not missing

        play([ann], through)
    ann = house.person("Ann")
    ann.open_table("pepper", {"target": 1}, "fill")
    ann.start()
    play([ann], all_over([ann]))
    auditor.look(ann, "pepper results")
    auditor.tell()


def test_nerts(house: House, auditor: Auditor) -> None:
    """The race with a card taken up, and what lies over it."""
    ann, bob = house.person("Ann"), house.person("Bob")
    link = ann.open_table("nerts", {"players": 2})
    bob.sit_down(link)
    ann.start()
    ann.page.locator(".countdown").wait_for(state="detached")
    auditor.look(ann, "nerts race")
    ann.page.get_by_test_id("draw").click()
    ann.page.get_by_test_id("waste").locator(".spot-card").click()
    auditor.look(ann, "nerts card taken up")
    dialogs(ann, auditor, "nerts")
    auditor.tell()
