"""A deal of every pepper preset, to its score; every phase on the way looks right and survives a reload."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.driver import Person, hungry, play, replay
from tests.browser.test_games import sheet_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.driver import House
    from tests.browser.seen import Screens

pytestmark = pytest.mark.browser

PRESETS = {
    "iowa-31": 4,
    "harmon": 4,
    "melton": 4,
    "cutthroat-3": 3,
    "cutthroat-5": 5,
    "dilley": 5,
    "reagan": 5,
    "widebeard": 6,
    "johnston": 4,
}


def expected(told: dict[str, Any]) -> list[list[str]]:
    """The score sheet; a partner at the same side shares the column."""
    signs = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    rows = sheet_of(told)
    for row in rows:
        for place in range(1, len(row), 2):
            level, _, suit = row[place].partition(" ")
            row[place] = f"{level} {signs[suit]}" if suit in signs else row[place]
    return rows


@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_to_its_score(house: House, preset: str, screens: Screens, tmp_path: Path) -> None:
    """Issue 3: one person among bots bids what he can, and plays a deal that is not thrown in."""
    ann = house.person("Ann")
    ann.open_table("pepper", {"preset": preset}, bots="fill")
    ann.start()
    ann.choose = hungry
    reloaded: set[str] = set()

    def seen(person: Person) -> None:
        now = person.now
        screens.look(person.page, now.phase)
        if now.phase not in reloaded:
            reloaded.add(now.phase)
            person.page.reload()
            person.until(lambda: person.look().choices, "the page is there again")
            again = person.now
            assert (again.phase, again.position, again.choices, again.hand, again.seat) == (
                now.phase,
                now.position,
                now.choices,
                now.hand,
                now.seat,
            )

    ann.on_turn = seen

    def scored() -> bool:
        rows = ann.sheet() if ann.now.next or ann.now.over else []
        return any(text for row in rows for text in row[1::2])

    play([ann], scored)
    screens.look(ann.page, "between", at_table=False)
    told = replay(ann.finished_deals(), tmp_path)
    assert told["error"] is None
    assert told["rules"]["players"] == PRESETS[preset]
    assert ann.sheet() == expected(told)
    assert ann.totals() == told["scores"]
