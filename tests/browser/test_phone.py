"""What a phone has little room for: a long hint, the top bar, the race's small cards; and the link to the table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.driver import PHONE, SMALL, House, Person, Server, play
from tests.browser.seen import faults_of_layout
from tests.browser.test_screens import NAMES, party

from peppernut.web.server import addresses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, WebSocketRoute

pytestmark = pytest.mark.browser

# The longest that the bots say, or nearly so.
BID = (
    "with clubs one sure trump (♣J) of three and one outside ace, about three tricks alone, "
    "and your partner should bring one"
)
PLAY = "this trick cannot be won, so the card that is missed least goes"
RACE = (
    "♣10 and what lies on it go to an empty work pile, and your pile fills the gap; "
    "then a work pile can be emptied for your pile"
)

# What is seen of all texts, and of the elements `what`, under `where`: which of them lie over each other.
OVERLAPS = """([where, what]) => {
  const seen = [];
  const add = (node, name, box) => {
    let { left, top, right, bottom } = box;
    for (let one = node.parentElement; one; one = one.parentElement) {
      if (getComputedStyle(one).overflow === "visible") continue;
      const clip = one.getBoundingClientRect();
      [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
      [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
    }
    if (right > left && bottom > top) seen.push({ node, name, left, top, right, bottom });
  };
  for (const root of document.querySelectorAll(where)) {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const text = walk.currentNode;
      if (!text.data.trim() || text.parentElement.closest(".hidden, svg")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) add(text, text.data, box);
    }
    for (const one of root.querySelectorAll(what)) add(one, one.outerHTML.slice(0, 60), one.getBoundingClientRect());
  }
  const atEdge = (one) => one.left < 2 || one.top < 2 || one.right > innerWidth - 2;
  const wrong = seen.filter(atEdge).map((one) => `${one.name} touches the edge`);
  for (const [place, one] of seen.entries()) for (const other of seen.slice(place + 1)) {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    const within = one.node.contains(other.node) || other.node.contains(one.node);
    if (!within && wide > 0.5 && high > 2.5) wrong.push(`${one.name} over ${other.name}`);
  }
  return wrong;
}"""

# Neither names, cards nor buttons may be covered by the own line, nor its marks by the panel.
TOUCHED = ".own .marks > *, .own .status, .panel, .panel button, .hand"

# A text is whole: nothing of it is scrolled, clipped, or under something else.
WHOLE = """(one) => {
  if (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1) return false;
  const range = document.createRange();
  range.selectNodeContents(one);
  return [...range.getClientRects()].every((box) => [box.left + 1, box.right - 1].every((x) =>
    [0.3, 0.7].map((part) => box.top + part * box.height).every((y) => one.contains(document.elementFromPoint(x, y)))));
}"""


def comes_to(person: Person, change: Callable[[dict[str, Any]], None], reason: str = "") -> None:
    """Reload the page; what the server tells of the table is changed on its way, and a hint has this reason."""
    deal: dict[str, Any] = {}

    def between(line: WebSocketRoute) -> None:
        far = line.connect_to_server()

        def tell(raw: str | bytes) -> None:
            told = json.loads(raw)
            if told["t"] == "welcome":
                change(told)
                deal.update(told["match"]["deal"])
            line.send(json.dumps(told))

        def ask(raw: str | bytes) -> None:
            told = json.loads(raw)
            if told["t"] == "hint" and reason:
                action = (deal["legal"] or ["draw"])[0]
                hint = {"t": "hint", "n": told["n"], "action": action, "reason": f"{action}: {reason}"}
                line.send(json.dumps(hint))
            else:
                far.send(raw)

        far.on_message(tell)
        line.on_message(ask)

    person.page.route_web_socket("**/ws/**", between)
    person.page.reload()
    person.page.get_by_test_id("table").wait_for()


def sizes(person: Person) -> Iterator[str]:
    """The page at the width of each phone; its name."""
    for width, height in (PHONE, SMALL):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        yield f"{width}×{height}"


@pytest.mark.parametrize(
    ("name", "game", "rules"),
    [
        ("Ann", "pepper", {"preset": "iowa"}),
        (NAMES[0], "pepper", {"preset": "iowa"}),
        ("Ann", "pepper", {"preset": "cutthroat-5"}),
        ("Ann", "peanuts", {"players": 10, "review_tricks": True}),
    ],
)
def test_a_long_hint_is_read_at_once(house: House, name: str, game: str, rules: dict[str, Any]) -> None:
    """All of a hint is there, in the auction and beside the last trick; it covers nobody, nor the dealer's sign."""
    ann = house.person(name)
    ann.open_table(game, rules, "fill")
    ann.start()

    def look(phase: str, reason: str, change: Callable[[dict[str, Any]], None]) -> None:
        comes_to(ann, change, reason)
        ann.until(lambda: ann.look().choices, f"{name} may act")
        assert ann.now.phase == phase
        for size in sizes(ann):
            assert not ann.page.evaluate(OVERLAPS, [".own", TOUCHED]), size
        ann.page.get_by_role("button", name="Hint").click()
        line = ann.page.get_by_test_id("status-line").filter(has_text=reason)
        line.wait_for()
        for size in sizes(ann):
            assert line.evaluate(WHOLE), size
            assert not ann.page.evaluate(OVERLAPS, [".table-root", TOUCHED]), size
            assert not faults_of_layout(ann.page), size

    def deals(told: dict[str, Any]) -> None:
        told["match"]["deal"]["dealer"] = told["seat"]

    def last_trick(told: dict[str, Any]) -> None:
        deal = told["match"]["deal"]
        deal["trick"] = deal["trick"] or [[1, "9C"]]
        deal["last_trick"] = {"cards": [[0, "9D"], [1, "TD"], [2, "QD"], [3, "KD"]], "winner": 3}

    ann.until(lambda: ann.look().buttons, f"{name} may bid")
    look("bid", BID, deals)
    play([ann], lambda: ann.look().phase == "play" and ann.now.cards)
    look("play", PLAY, last_trick)
    assert ann.page.get_by_test_id("last-trick").count() == 1


def test_the_top_bar(house: House) -> None:
    """Trump, bidder, bid, hand and score stand beside each other, whatever was bid and however the score is."""
    ann = house.person("Ann")
    ann.open_table("pepper", {"preset": "iowa"}, "fill")
    ann.start()
    play([ann], lambda: ann.look().phase == "play" and ann.now.cards)
    for bid, name, scores in (
        ("little", "Basil", [-10, 14]),
        ("little", NAMES[3], [-10, 14]),
        (4, "Hazelnut", [-4, 4]),
        ("little H", "Juniper", [-124, -108]),
    ):

        def change(
            told: dict[str, Any], bid: object = bid, name: str = name, scores: list[int] = scores
        ) -> None:
            told["match"] |= {"scores": scores, "deals_in_all": 20}
            told["match"]["deal"] |= {"declarer": 1, "bid": bid, "trump": "C"}
            told["table"]["seats"][1]["name"] = name

        comes_to(ann, change)
        score = ann.page.get_by_test_id("score")
        score.wait_for()
        us, them = (f"{one}".replace("-", "−") for one in scores)
        assert score.inner_text() == f"us {us} : them {them}"
        for size in sizes(ann):
            assert not ann.page.evaluate(OVERLAPS, [".topbar", ".suit, nav"]), (size, bid)
            assert not ann.page.evaluate(OVERLAPS, [".felt .seat .facts", ".none"]), (size, bid)
            for part in (".played-for b", ".progress"):
                assert ann.page.locator(part).first.evaluate(WHOLE), (size, bid, part)
            if len(name) < 9:
                assert ann.page.locator(".played-for small").evaluate(WHOLE), (size, bid)


def test_the_race_on_a_phone(house: House) -> None:
    """Rank and suit of the others' piles are in sight beside the count; a long hint fits; names are whole."""
    ann = party(house, "nerts", {}, 4)
    ann.start()
    ann.page.locator(".countdown").wait_for(state="detached")

    def names(told: dict[str, Any]) -> None:
        for seat, name in enumerate(("Ann", "Basil", "Juniper", "Rowan")):
            told["table"]["seats"][seat] |= {"name": name, "here": True}

    def results(told: dict[str, Any]) -> None:
        names(told)
        row = {"foundation_cards": [3, 20, 9, 0], "pile_left": [4, 0, 3, 10], "caller": 1}
        points = [-5, 20, 3, -20]
        told["match"]["sheet"] = [{"deal": 0, "dealer": None, "points": points, "totals": points, **row}]
        told["match"]["scores"] = points
        told["table"]["between"] = True

    comes_to(ann, names, RACE)
    own = ann.page.get_by_test_id("pile")
    own.wait_for()
    place = own.bounding_box()
    ann.page.get_by_test_id("hint").click()
    line = ann.page.get_by_test_id("status-line").filter(has_text=RACE)
    line.wait_for()
    assert own.bounding_box() == place
    for size in sizes(ann):
        assert line.evaluate(WHOLE), size
        assert not ann.page.evaluate(OVERLAPS, [".racer-pile", "svg text, svg use"]), size
    comes_to(ann, results)
    ann.page.get_by_test_id("round-summary").wait_for()
    for size in sizes(ann):
        high = ann.page.locator(".round-summary tbody th").evaluate_all(
            "(all) => all.map((one) => one.offsetHeight)"
        )
        assert max(high) < 40, (size, high)
    assert "−5" in ann.page.get_by_test_id("round-summary").inner_text()


def test_the_link_leads_here_from_a_phone(tmp_path: Path, browser: Browser) -> None:
    """The host opens the page on this very machine; link and QR code have the address that others need."""
    server = Server(tmp_path, "0.0.0.0").start()
    house = House(server, browser)
    try:
        here, *there = addresses("0.0.0.0", server.port)
        if not there:
            pytest.skip("This machine is in no network.")
        ann = house.person("Ann")
        assert ann.base == here
        with ann.page.expect_request(
            lambda one: one.url.endswith("/api/qr") and there[0] in (one.post_data or "")
        ):
            secret = ann.open_table("peanuts", {"players": 3}).partition("#")[2]
        link = ann.page.get_by_test_id("share-link")
        address = f"{there[0]}/t/{ann.table}#{secret}"
        ann.until(lambda: link.input_value() == address, "the link is one for phones")
        ann.page.locator(".qr svg").wait_for()
        assert ann.page.get_by_test_id("only-here").count() == 0
        bob = house.person("Bob", base=there[0])
        bob.sit_down(address.removeprefix(there[0]))
        assert bob.page.get_by_test_id("share-link").input_value() == address
    finally:
        house.close()
        server.end()
    assert not server.complaints()
