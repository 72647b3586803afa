"""Coming and going: reloads, a second tab, a server that is killed, and a person without a mouse."""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING

import pytest
from tests.browser.driver import Look, Person, all_over, by_chance, hungry, modest, play, replay

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page
    from tests.browser.driver import House

pytestmark = pytest.mark.browser


def same(now: Look, again: Look) -> bool:
    """Whether a person sees before him what he saw before. (In a forehead hand others bid meanwhile, in secret.)"""
    meanwhile = now.phase == "bid" and now.hand == ["??"]
    return (now.phase, 0 if meanwhile else now.position, now.seat, now.choices, now.hand, now.next) == (
        again.phase,
        0 if meanwhile else again.position,
        again.seat,
        again.choices,
        again.hand,
        again.next,
    )


def reload(person: Person) -> None:
    """A reload changes nothing."""
    now = person.now
    person.page.reload()
    person.until(lambda: same(now, person.look()), f"all is as before the reload ({now})")


def test_reload_in_every_phase_of_pepper(house: House) -> None:
    """The auction, trump, exchange, dropping out, play, the score sheet: a reload finds the same place."""
    (ann,) = house.family(
        "pepper", {"preset": "iowa", "stick_dealer": "bid", "min_bid": 3, "target": 200}, ["Ann"]
    )
    seen: set[str] = set()

    def look(person: Person) -> None:
        if person.now.phase not in seen:
            seen.add(person.now.phase)
            reload(person)

    def through() -> bool:
        if ann.now.next and "between" not in seen:
            look(ann)
        # Once with the bid, to name trump and to exchange; then without it, to be asked whether to play.
        ann.choose = modest if {"trump", "exchange"} <= seen else hungry
        return {"bid", "trump", "exchange", "drop_out", "play", "between"} <= seen

    ann.on_turn = look
    play([ann], through)


def test_reload_in_lobby_forehead_and_results(house: House) -> None:
    """The lobby, a forehead hand before and after the own bid, the last score."""
    ann, bob = house.person("Ann"), house.person("Bob")
    link = ann.open_table("peanuts", {"start_cards": 1, "hands": 1, "players": 3}, {"2": "easy"})
    bob.sit_down(link)
    ann.look()
    reload(ann)
    bob.look()
    reload(bob)
    ann.start()
    ann.until(lambda: ann.look().buttons, "Ann may bid")
    assert ann.now.hand == ["??"]
    reload(ann)
    ann.touch("action-bid-1")
    ann.until(lambda: not ann.look().buttons, "Ann has bid")
    reload(ann)
    assert ann.now.hand == ["??"]
    play([ann, bob], all_over([ann, bob]))
    totals = ann.totals()
    reload(ann)
    assert ann.totals() == totals == bob.totals()


def test_a_guest_chooses_his_partner(house: House) -> None:
    """The lobby tells who plays with whom, and a guest moves across to the host."""
    ann, bob = house.person("Ann"), house.person("Bob")
    bob.sit_down(ann.open_table("pepper", {}))
    bob.page.get_by_text("Partners: seats 1 and 3 against 2 and 4.").wait_for()
    bob.page.get_by_test_id("sit-2").click()
    for one in (ann, bob):
        one.page.get_by_test_id("seat-2").get_by_text("Bob").wait_for()
        one.page.get_by_test_id("seat-1").get_by_text("free").wait_for()
    ann.page.get_by_test_id("fill").click()
    ann.start()
    bob.until(lambda: bob.look().phase == "bid", "the bidding begins")
    assert bob.page.locator(".seat", has_text="Ann").get_attribute("data-side") == bob.page.locator(
        ".own .seat"
    ).get_attribute("data-side")


def test_a_link_that_is_not_right(house: House) -> None:
    """A link that lost its end says so; it does not say that the table is shut."""
    ann, bob = house.person("Ann"), house.person("Bob")
    link = ann.open_table("peanuts", {})
    bob.go(link[:-4] + "aaaa")
    bob.page.get_by_role("heading", name="This link is not right").wait_for()
    assert "ask for it again" in bob.page.get_by_role("alert").inner_text()
    bob.go(link.partition("#")[0])
    bob.page.get_by_role("heading", name="The link is missing").wait_for()


def test_rules_for_other_numbers_of_players(house: House) -> None:
    """Where a preset is not for so many players, one that is stands beside the reason; and there is a way back."""
    ann = house.person("Ann")
    ann.go("/")
    page = ann.page
    page.get_by_test_id("open-table").click()
    page.get_by_test_id("game-pepper").click()
    page.get_by_test_id("players").select_option("3")
    page.get_by_test_id("as-preset").click()
    page.get_by_test_id("rules-trouble").wait_for(state="detached")
    assert page.get_by_test_id("players").input_value() == "4"
    page.get_by_test_id("players").select_option("3")
    page.get_by_test_id("fitting").get_by_role("button", name="Cutthroat 3").click()
    page.get_by_test_id("rules-trouble").wait_for(state="detached")
    assert page.get_by_test_id("create").is_enabled()
    assert page.get_by_test_id("preset-cutthroat-3").get_by_role("radio").is_checked()


def test_what_was_refused_is_forgotten_with_the_next_wish(house: House) -> None:
    """The start is refused while seats are open; the sentence does not stay over the first bid."""
    ann = house.person("Ann")
    ann.open_table("peanuts", {"start_cards": 2})
    page = ann.page
    page.get_by_test_id("start").click()
    page.get_by_test_id("refusal").wait_for()
    page.get_by_test_id("fill").click()
    page.get_by_test_id("refusal").wait_for(state="detached", timeout=5000)
    ann.start()
    assert page.get_by_test_id("refusal").count() == 0


def test_second_tab(house: House, tmp_path: Path) -> None:
    """Two tabs of one person hold one seat: both see the same, both can act, and nothing is done twice."""
    (ann,) = house.family("peanuts", {"start_cards": 2, "hands": 2}, ["Ann"])
    first, second = ann.page, ann.context.new_page()
    ann.listen(second)
    second.goto(first.url)
    second.get_by_test_id("hand").wait_for()
    pages = [first, second]

    def tab(page: Page) -> Look:
        ann.page = page
        return ann.look()

    while True:
        ann.page = pages[0]
        pages.reverse()
        ann.until(lambda: ann.look().choices or ann.now.next or ann.now.over, "this tab can go on")
        if ann.now.over:
            break
        ann.until(lambda: same(tab(first), tab(second)), "both tabs show the same")
        ann.step()
    record = ann.record()
    assert replay(record, tmp_path)["scores"] == ann.totals()


def test_both_tabs_at_once(house: House) -> None:
    """The same button clicked in two tabs at the same moment bids once."""
    (ann,) = house.family("peanuts", {"start_cards": 3, "players": 2}, ["Ann"])
    second = ann.context.new_page()
    second.goto(ann.page.url)
    ann.until(lambda: ann.look().buttons, "Ann may bid")
    second.get_by_test_id("action-bid-1").wait_for()
    before = ann.now
    for page in (ann.page, second):
        page.evaluate("""() => document.querySelector('[data-testid="action-bid-1"]')?.click()""")
    ann.until(lambda: ann.look().position > before.position and ann.now.choices, "the game goes on")
    assert ann.now.phase == "play", ann.now
    assert ann.now.choices[0].startswith("card-")


def came_back(person: Person) -> int:
    """How often this person has been let in at the table."""
    return sum(frame.told["t"] in {"welcome", "resumed"} for frame in person.frames)


def test_killed_in_the_middle_of_a_trick(own_house: House, tmp_path: Path) -> None:
    """`kill -9`, and the server again: the pages come back by themselves, and the game ends as its record says."""
    people = own_house.family("peanuts", {"start_cards": 3, "hands": 3}, ["Ann", "Bob"])
    killed: list[int] = []

    def strike(person: Person) -> None:
        lying = person.page.get_by_test_id("trick").locator("[data-card]").count()
        if person.now.phase != "play" or not lying or killed:
            return
        killed.append(person.now.position)
        before = [(one, one.look(), came_back(one)) for one in people]
        own_house.server.end(signal.SIGKILL)
        own_house.server.start()
        for one, now, times in before:
            one.until(lambda one=one, times=times: came_back(one) > times, "the page is back by itself")  # type: ignore[misc]
            one.until(lambda one=one, now=now: same(now, one.look()), "all is as before")  # type: ignore[misc]

    for one in people:
        one.on_turn = strike
    play(people, all_over(people))
    record = people[0].record()
    told = replay(record, tmp_path)
    assert told["over"]
    assert killed, "the server has been killed"
    assert people[0].totals() == people[1].totals() == told["scores"]


def focused(person: Person) -> str:
    """What has the focus, by its hook."""
    hook: str = person.page.evaluate("() => document.activeElement?.dataset.testid ?? ''")
    return hook


def tab_to(person: Person, hook: str) -> None:
    """Go there with the tab key alone."""
    for _ in range(80):
        if re.fullmatch(hook, focused(person)):
            return
        person.page.keyboard.press("Tab")
    pytest.fail(f"{hook} cannot be reached with the keyboard")


def test_a_hand_without_a_mouse(house: House) -> None:
    """From the start page to the score of a hand with Tab, arrows and Enter; the live region tells what happens."""
    ann = house.person("Ann", size=(1280, 800))
    ann.go("/")
    keys = ann.page.keyboard
    ann.page.get_by_test_id("play-bots").wait_for()
    tab_to(ann, "play-bots")
    keys.press("Enter")
    heard: set[str] = set()
    while True:
        ann.until(lambda: ann.look().choices or ann.now.next, "Ann's turn by keyboard")
        heard.add(ann.page.get_by_test_id("live").inner_text())
        if ann.now.next:
            break
        before = ann.now.position
        hook = by_chance(ann.now, ann.rng)
        if hook.startswith("card-"):
            tab_to(ann, "card-.+")
            for _ in ann.now.hand:
                if focused(ann) == hook:
                    break
                keys.press("ArrowRight")
        else:
            tab_to(ann, hook)
        assert focused(ann) == hook
        keys.press("Enter")
        ann.until(lambda before=before: ann.look().position > before, f"{hook} is done")  # type: ignore[misc]
    assert any("takes the trick" in words or "take the trick" in words for words in heard)
    live = ann.page.get_by_test_id("live")
    for key, words in (("t", "Trump|hand|Peanuts"), ("h", "hold|hand")):
        keys.press(key)
        spoken = re.compile(words)
        live.filter(has_text=spoken).wait_for(state="attached")
    for key in ("s", "?"):
        keys.press(key)
        ann.page.locator("dialog[open]").wait_for()
        keys.press("Escape")
        ann.page.locator("dialog").wait_for(state="detached")
    tab_to(ann, "next-hand")
    keys.press("Enter")
    ann.until(lambda: ann.look().phase == "bid", "the next hand is dealt")
