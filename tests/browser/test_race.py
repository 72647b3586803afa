"""Nerts in the browser: four people, each with another way of moving cards, play a whole round."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.driver import PATIENCE, Person, replay

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.driver import House

pytestmark = pytest.mark.browser

LADDER = "A23456789TJQK"
RULES = {"preset": "family", "pile": 5, "target": 1000}

PLACE = """() => {
  const at = (id) => document.querySelector(`[data-testid="${id}"]`);
  const card = (box) => box?.querySelector(".spot-card")?.dataset.testid.slice(5) ?? null;
  if (!at("pile")) return null;
  return {
    left: Number(at("pile-left").textContent),
    pile: card(at("pile")),
    waste: card(at("waste")),
    work: [...document.querySelectorAll(".work")].map((pile) =>
      [...pile.querySelectorAll(".spot-card")].map((one) => one.dataset.testid.slice(5))),
    tops: [...at("foundations").querySelectorAll("[data-top]")].map((one) => one.dataset.top),
    call: at("call").getAttribute("aria-disabled") !== "true",
    stock: Number(at("draw").textContent.match(/\\d+$/)?.[0] ?? 0),
    drawn: Number(at("waste").querySelector(".left").textContent),
    said: at("stuck").disabled,
    racing: !document.querySelector(".countdown"),
    refusal: at("refusal")?.textContent ?? null,
  };
}"""


@dataclass
class Place:
    """What lies before a player, and in the middle."""

    left: int
    pile: str | None
    waste: str | None
    work: list[list[str]]
    tops: list[str]
    call: bool
    stock: int
    drawn: int
    said: bool
    racing: bool
    refusal: str | None

    @property
    def own(self) -> tuple[object, ...]:
        """What only the player himself can change."""
        return (self.left, self.pile, self.waste, self.work, self.stock, self.drawn, self.said)


@dataclass(frozen=True)
class Move:
    """A card (of a work pile: with all that lies on it) and where it goes."""

    card: str
    source: str
    target: str


def height(card: str) -> int:
    """Ace 0 … king 12."""
    return LADDER.index(card[0])


def moves(place: Place) -> list[Move]:
    """What fits, the best first: away from the pile, out, then whole work piles so that the pile fills the gap."""
    ends = [pile[-1] if pile else None for pile in place.work]

    def out(card: str) -> bool:
        return height(card) == 0 or any(
            top[1] == card[1] and height(top) == height(card) - 1 for top in place.tops
        )

    def onto(card: str, but: int = -1) -> list[int]:
        return [
            index
            for index, end in enumerate(ends)
            if index != but
            and (
                (end is None and place.left == 0)
                or (
                    end is not None
                    and (end[1] in "DH") != (card[1] in "DH")
                    and height(end) == height(card) + 1
                )
            )
        ]

    found = []
    for source, card in (("P", place.pile), ("W", place.waste)):
        if card and card != "??":
            found += [Move(card, source, "F")] * out(card)
            if source == "P" or place.left:
                found += [Move(card, source, f"T{index + 1}") for index in onto(card)]
    for number, pile in enumerate(place.work):
        if pile and "??" not in pile:
            found += [Move(pile[-1], f"T{number + 1}", "F")] * out(pile[-1])
            if place.left:
                found += [Move(pile[0], f"T{number + 1}", f"T{to + 1}") for to in onto(pile[0], number)]
    order = {"P": 0, "T": 1, "W": 2}
    return sorted(found, key=lambda move: order[move.source[0]])


@dataclass
class Racer:
    """A person at the race, with his own way of moving cards."""

    person: Person
    way: str
    draws: int = 0
    done: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    @property
    def page(self) -> Any:
        """His page."""
        return self.person.page

    def place(self) -> Place | None:
        """What he sees; None when the round is over."""
        seen = self.page.evaluate(PLACE)
        return Place(**seen) if seen else None

    def racing(self, what: str) -> None:
        """Wait until cards may be moved."""

        def begun() -> bool:
            place = self.place()
            return place is not None and place.racing

        self.person.until(begun, what)

    def step(self) -> bool:
        """One move, draw or word; whether the round goes on for him."""
        place = self.place()
        if place is None:
            return False
        if not place.racing:
            return True
        if place.call:
            self.say("call", "c")
            self.settle(place)
            return True
        found = moves(place)
        if found:
            self.draws = 0
            self.done.append(self.way)
            self.move(found[0], place)
        elif self.draws < 120:
            self.draws += 1
            self.say("draw", "d")
        elif not place.said:
            self.page.get_by_test_id("stuck").click()
        self.settle(place)
        return True

    def settle(self, before: Place) -> None:
        """His own deed shows, or he is told why not."""
        if before.stock + before.drawn < 2 and self.draws:
            return  # he draws his only card, and sees the same one again
        end = time.monotonic() + 5
        while time.monotonic() < end:
            now = self.place()
            if now is None or now.own != before.own or (now.refusal and not before.refusal):
                return
            self.page.wait_for_timeout(10)
        # A finger may miss once in a while; he looks again.
        status = self.page.get_by_test_id("status-line").all_inner_texts()
        self.missed.append(f"{before} {status}")
        assert len(self.missed) < 9, f"{self.person.name}: nothing happened; {self.missed}"

    def say(self, hook: str, key: str) -> None:
        """A button, by its key where he plays by keys."""
        if self.way == "keys":
            self.page.keyboard.press(key)
        elif self.way == "touch":
            self.page.get_by_test_id(hook).tap()
        else:
            self.page.get_by_test_id(hook).click()

    def move(self, move: Move, place: Place) -> None:
        """Move a card in his way."""
        pile = place.work[int(move.source[1:]) - 1] if move.source[0] == "T" else []
        whole = len(pile) > 1 and move.card == pile[0]
        card = self.page.locator(".own-place").get_by_test_id(f"card-{move.card}").first
        if self.way == "keys":
            if whole:
                card.focus()
                self.page.keyboard.press("Enter")
            else:
                self.page.keyboard.press({"P": "q", "W": "w"}.get(move.source, move.source[1:]))
        elif self.way == "drag":
            self.drag(card, move.target)
        else:
            # The upper edge of a card is free even in the middle of a work pile.
            box = card.bounding_box()
            where = {"x": box["width"] / 2, "y": 5}
            (card.tap if self.way == "touch" else card.click)(position=where)

    def drag(self, card: Any, target: str) -> None:
        """Take the card by its upper edge and let it go over the target."""
        box = card.bounding_box()
        goal = self.page.locator(f'[data-drop="{target}"]').bounding_box()
        mouse = self.page.mouse
        mouse.move(box["x"] + box["width"] / 2, box["y"] + 5)
        mouse.down()
        mouse.move(box["x"] + box["width"] / 2 + 12, box["y"] + 12)
        mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + min(goal["height"] / 2, 40), steps=3)
        mouse.up()


def race(racers: list[Racer], until: Callable[[], bool], seconds: float = 4 * PATIENCE) -> None:
    """Everybody moves in turn, as quickly as the driver can, until it is so."""
    end = time.monotonic() + seconds
    while not until():
        going = [one.step() for one in racers]
        if not any(going):
            return
        assert time.monotonic() < end, [(one.person.name, one.place()) for one in racers]


def over(racers: list[Racer]) -> bool:
    """Whether everybody sees the score sheet."""
    return all(one.place() is None for one in racers)


def cards_out(racer: Racer) -> dict[str, str]:
    """Seat → how many cards it has out, as the others' places tell."""
    told: dict[str, str] = racer.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".racer")].map((one) =>
             [one.dataset.testid, one.querySelector("small").textContent.split(" ")[0]]))"""
    )
    return told


def test_a_round_of_four(house: House, tmp_path: Path) -> None:
    """Issue 4: drag, tap, finger and keyboard; a reload and a dropped line in the middle; the end by a call."""
    relay = house.relay()
    ann = house.person("Ann", size=(1280, 800))
    bob = house.person("Bob")
    cy = house.person("Cy", size=(1024, 768))
    dee = house.person("Dee", touch=True, base=relay.base)
    link = ann.open_table("nerts", RULES)
    for one in (bob, cy, dee):
        one.sit_down(link)
    ann.start()
    racers = [Racer(ann, "drag"), Racer(bob, "tap"), Racer(cy, "keys"), Racer(dee, "touch")]
    by_bob, by_dee = racers[1], racers[3]
    for racer in racers:
        racer.racing("the race begins")

    # Everybody has moved a few cards; then Bob reloads in the middle of it.
    race(racers, lambda: sum(len(one.done) for one in racers) >= 6)
    before = by_bob.place()
    bob.page.reload()
    by_bob.racing("the place is there again")
    after = by_bob.place()
    assert before is not None
    assert after is not None
    assert (after.left, after.pile, after.waste, after.work) == (
        before.left,
        before.pile,
        before.waste,
        before.work,
    )
    race(racers, lambda: sum(len(one.done) for one in racers) >= 10)

    # Dee's line drops; the others race on; what she tries meanwhile comes back to her with a word.
    if not over(racers):
        dropped(house, racers, by_dee, relay)

    rounds = 0
    while True:
        race(racers, lambda: over(racers))
        for racer in racers:
            racer.person.until(lambda racer=racer: racer.person.look().next, "the score sheet is there")  # type: ignore[misc]
        told = replay(ann.finished_deals(), tmp_path)
        rounds += 1
        for racer in racers:
            assert racer.person.sheet() == sheet_of(told)
            assert racer.person.totals() == told["scores"]
        if told["deals"][-1]["caller"] is not None and all(one.done for one in racers):
            break
        # All were stuck, or somebody never had a card that goes: a round, too, but not the one that is wanted.
        assert rounds < 8, "eight rounds without a call, or without a move by somebody"
        for racer in racers:
            racer.draws = 0
            racer.page.get_by_test_id("next-hand").click()
        for racer in racers:
            racer.racing("the next race begins")
    assert told["error"] is None
    assert told["deals"][-1]["pile_left"][told["deals"][-1]["caller"]] == 0


def test_countdown_only_before_the_race(house: House) -> None:
    """Once the race has begun, no move brings the countdown back over the cards."""
    ann, bob = house.person("Ann"), house.person("Bob")
    link = ann.open_table("nerts", {"players": 2})
    bob.sit_down(link)
    ann.start()
    racer = Racer(ann, "tap")
    racer.racing("the race begins")
    by_bob = Racer(bob, "tap")
    by_bob.racing("the race begins for Bob")
    for _ in range(3):
        for one in (racer, by_bob):
            before = one.place()
            assert before is not None
            one.say("draw", "d")
            one.settle(before)
        for one in (racer, by_bob):
            place = one.place()
            assert place is not None
            assert place.racing


def dropped(house: House, racers: list[Racer], who: Racer, relay: Any) -> None:
    """One line is down for a while; nobody else notices, and nothing is lost or doubled."""
    others = [one for one in racers if one is not who]

    def answered() -> bool:
        place = who.place()
        return place is None or "??" not in [
            place.pile,
            place.waste,
            *(card for pile in place.work for card in pile),
        ]

    who.person.until(answered, "her last move is answered")
    if over(racers):
        return
    who.person.context.set_offline(True)
    relay.cut()
    who.person.until(lambda: who.person.look().down, "the page says that the line is down")
    before = who.place()
    assert before is not None
    who.say("draw", "d")
    moved = sum(len(one.done) for one in others)
    race(others, lambda: over(others) or sum(len(one.done) for one in others) >= moved + 3)
    relay.mend()
    who.person.context.set_offline(False)
    who.person.until(lambda: not who.person.look().down, "the line is up again")
    if over(others):
        return
    who.person.until(lambda: cards_out(others[0]).get("seat-3") is not None, "Ann sees Dee's place")
    # What she did while the line was down has not happened.
    after = who.place()
    assert after is None or (after.left, after.waste, after.work) == (before.left, before.waste, before.work)


def sheet_of(told: dict[str, Any]) -> list[list[str]]:
    """The score sheet as `peppernut replay` has it: cards out and pile left, and the running total."""
    totals = [0] * len(told["sides"])
    rows = []
    for number, deal in enumerate(told["deals"]):
        row = [str(number + 1)]
        for seat in range(len(totals)):
            totals[seat] += deal["points"][seat]
            row += [
                f"{deal['foundation_cards'][seat]} / {deal['pile_left'][seat]}",
                f"{totals[seat]}".replace("-", "−"),
            ]
        rows.append(row)
    return rows


def test_a_hint(house: House) -> None:
    """The bulb tells a learner what to do next and why; what he then does takes it away."""
    ann, bob = house.person("Ann"), house.person("Bob")
    bob.sit_down(ann.open_table("nerts", {"players": 2}))
    ann.start()
    racer = Racer(ann, "tap")
    racer.racing("the race begins")
    line = ann.page.get_by_test_id("status-line")
    plain = line.inner_text()
    ann.page.get_by_test_id("hint").click()
    ann.until(lambda: line.inner_text() != plain, "a hint is shown")
    assert line.inner_text().startswith(("Draw:", "♣", "♦", "♠", "♥"))
    racer.say("draw", "d")
    ann.until(lambda: line.inner_text() == plain, "the hint is gone")
