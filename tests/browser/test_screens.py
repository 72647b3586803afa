"""Every number of players at every size, with the longest names: nothing scrolls sideways, the hand is on the screen.

With PEPPERNUT_SCREENS=folder in the environment all pictures are kept there, for people to look at.
"""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.driver import Person, play

if TYPE_CHECKING:
    from tests.browser.driver import House
    from tests.browser.seen import Screens

pytestmark = pytest.mark.browser

# Forty letters; emoji made of several signs; from right to left; very wide and without a place to break.
NAMES = [
    "Wilhelmina Bartholomea von Hohenzollern-",
    "👩‍👩‍👧‍👦🎲🃏 Oma",
    "سارة بنت عبد الرحمن",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "i",
    "Jasperson the Elder (of Lake Superior)",
    "שולמית",
    "Ünal Çağrı Öztürk-Şahin",
    '<b>Bobby</b> & "Tables"',
    "Zoë",
]


def seat_strangers(host: Person, link: str, count: int) -> None:
    """People with these names sit down and put their phones away."""
    path, _, secret = link.partition("#")
    table = path.rpartition("/")[2]
    for name in NAMES[1 : count + 1]:
        body = json.dumps({"secret": secret, "name": name}).encode()
        address = f"{host.base}/api/tables/{table}/join"
        request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            assert answer.status == 200


def let_bots_cover(host: Person, count: int) -> None:
    """The host lets bots play for everybody who is not here."""
    host.page.get_by_test_id("menu").click()
    for seat in range(1, count + 1):
        host.page.get_by_test_id(f"bot-{seat}").click()
    for seat in range(1, count + 1):
        row = host.page.locator(".lobby-seats").get_by_test_id(f"seat-{seat}")
        row.filter(has_text="a bot plays").wait_for()
    host.page.keyboard.press("Escape")
    host.page.locator("dialog").wait_for(state="detached")


def party(house: House, game: str, rules: dict[str, Any], players: int) -> Person:
    """A table of so many people with such names; only the host is here."""
    host = house.person(NAMES[0])
    link = host.open_table(game, {**rules, "players": players})
    host.until(lambda: host.look().phase == "lobby", "the lobby is there")
    seat_strangers(host, link, players - 1)
    return host


@pytest.mark.parametrize("players", range(2, 11))
def test_peanuts_from_two_to_ten(house: House, players: int, screens: Screens) -> None:
    """The lobby, the bids, a forehead hand, play in the middle of a trick, the score sheet."""
    host = party(house, "peanuts", {"start_cards": 10, "hands": 20}, players)
    host.page.get_by_test_id("start").wait_for()
    screens.look(host.page, "lobby", at_table=False)
    host.start()
    let_bots_cover(host, players - 1)
    host.on_turn = lambda person: screens.look(person.page, person.now.phase)
    play([host], lambda: {"bid", "play"} <= screens.taken)
    host.page.get_by_test_id("sheet").click()
    host.page.locator("dialog[open]").wait_for()
    screens.look(host.page, "sheet", at_table=False)


@pytest.mark.parametrize("players", [2, 5, 10])
def test_forehead_to_the_results(house: House, players: int, screens: Screens) -> None:
    """Others' cards on their foreheads, the score sheet between hands, the results."""
    host = party(house, "peanuts", {"start_cards": 1, "hands": 2}, players)
    host.start()
    let_bots_cover(host, players - 1)

    def look(person: Person) -> None:
        screens.look(person.page, f"forehead-{person.now.phase}")

    def over() -> bool:
        if host.now.next:
            screens.look(host.page, "between", at_table=False)
        return host.now.over

    host.on_turn = look
    play([host], over)
    screens.look(host.page, "results", at_table=False)


@pytest.mark.parametrize("players", [2, 4, 7, 10])
def test_nerts_places(house: House, players: int, screens: Screens) -> None:
    """The race with every other place in sight, own cards under the thumb."""
    host = party(house, "nerts", {}, players)
    host.start()
    host.page.locator(".countdown").wait_for(state="detached")
    host.page.get_by_test_id("draw").click()
    host.page.get_by_test_id("waste").locator(".spot-card").wait_for()
    screens.look(host.page, "race")


def test_start_page_and_editor(house: House, screens: Screens) -> None:
    """The start page with a long name, the choice of game and rules, the rules in full."""
    ann = house.person("Ann")
    ann.go("/")
    page = ann.page
    page.get_by_test_id("my-name").fill(NAMES[3])
    page.get_by_test_id("play-bots").wait_for()
    screens.look(page, "start", at_table=False)
    page.get_by_test_id("open-table").click()
    page.get_by_test_id("edit-rules").click()
    for game in ("peanuts", "pepper", "nerts"):
        page.get_by_test_id(f"game-{game}").click()
        screens.look(page, f"editor-{game}", at_table=False)
    page.get_by_test_id("rules").click()
    page.locator(".rulebook").wait_for()
    screens.look(page, "rulebook", at_table=False)
