"""What a browser test sits down with: a real server, people who see nothing but the page, and a line that can be cut.

A person here knows only what the page shows: which cards it marks as playable, which buttons it offers. So whatever a
test plays, it plays as somebody at the table would.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from playwright.sync_api import Browser, BrowserContext, Page

COMMAND = Path(sys.executable).with_name("peppernut")
# Bots act at once, a race begins soon, and nobody is told to slow down.
QUICK = {
    "PEPPERNUT_PACE": "0",
    "PEPPERNUT_COUNTDOWN": "0.4",
    "PEPPERNUT_RATE": "5000",
    "PEPPERNUT_BURST": "5000",
    "PEPPERNUT_TABLES_AN_HOUR": "100000",
    "PEPPERNUT_WARM": "0",  # simple bots will do, and nothing compiles beside the browser
}
# A machine under load is slow, not broken: nothing waits for this long when all is well.
PATIENCE = 45.0
PHONE, SMALL, DESKTOP = (390, 844), (320, 640), (1440, 900)
SIZES = (PHONE, SMALL, DESKTOP)


class Server:
    """`peppernut serve` in a process of its own, on a free loopback port (`host`: where else it listens)."""

    def __init__(self, folder: Path, host: str = "127.0.0.1") -> None:
        self.host = host
        self.data = folder / "tables.sqlite3"
        self.log = folder / "server.log"
        self.port = 0
        self.base = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> Self:
        """Serve; the second time on the same port, from the same file."""
        where = ["--host", self.host, "--port", str(self.port), "--data", str(self.data)]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [str(COMMAND), "serve", *where],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, **QUICK},
            )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", said)
        assert found, f"{said!r} {self.log.read_text()}"
        self.base, self.port = found[0], int(found[1])
        return self

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop our own process: asked kindly, or killed."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def complaints(self) -> list[str]:
        """What the server has called an error."""
        return [line for line in self.log.read_text().splitlines() if " ERROR " in line]


class Relay:
    """A line between one browser and the server that can be cut, and mended."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._down = False
        self._ended = False
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def _accept(self) -> None:
        while not self._ended:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                near.close()
                continue
            with self._lock:
                if self._down:
                    near.close()
                    far.close()
                    continue
                self._open |= {near, far}
            for one, other in ((near, far), (far, near)):
                thread = threading.Thread(target=self._carry, args=(one, other), daemon=True)
                thread.start()
                self._threads.append(thread)

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Every connection dies, and no new one comes about."""
        with self._lock:
            self._down = True
            for end in self._open:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """From now on the line is good."""
        with self._lock:
            self._down = False

    def close(self) -> None:
        """Leave nothing open."""
        self._ended = True
        self.cut()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for thread in self._threads:
            thread.join(10)
        for end in self._open:
            end.close()


LOOK = """() => {
  const at = (id) => document.querySelector(`[data-testid="${id}"]`);
  const table = at("table");
  if (!table) return null;
  const hand = [...document.querySelectorAll('[data-testid="hand"] button.hand-card')];
  const next = at("next-hand");
  const hook = (one) => one.dataset.testid;
  const buttons = [...document.querySelectorAll('button[data-testid^="action-"]:not(:disabled)')];
  return {
    phase: at("phase").textContent,
    position: Number(table.dataset.position),
    seat: table.dataset.seat === "" ? null : Number(table.dataset.seat),
    held: table.dataset.held,
    hand: hand.map((card) => hook(card).slice(5)),
    cards: hand.filter((card) => card.getAttribute("aria-disabled") !== "true").map(hook),
    buttons: buttons.map(hook),
    sent: Boolean(document.querySelector(".hand-card.sent, .act.sent")),
    next: Boolean(next && !next.disabled),
    refusal: at("refusal")?.textContent ?? null,
    status: at("status-line")?.textContent ?? null,
    down: Boolean(document.querySelector(".line-down")),
  };
}"""


# The point of a card nearest to its middle that no other card lies over.
FREE = """(hook) => {
  let best = null;
  for (const card of document.querySelectorAll(`[data-testid="hand"] [data-testid="${hook}"]`)) {
    const box = card.getBoundingClientRect();
    for (let x = 1; x < 16; x++) for (let y = 1; y < 16; y++) {
      const [left, top] = [box.left + (box.width * x) / 16, box.top + (box.height * y) / 16];
      const far = Math.hypot(x - 8, y - 8);
      if ((!best || far < best.far) && card.contains(document.elementFromPoint(left, top))) best = { far, left, top };
    }
  }
  return best;
}"""


@dataclass
class Look:
    """What a person sees at one moment."""

    phase: str = ""
    position: int = -1
    seat: int | None = None
    held: str = ""
    hand: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)
    sent: bool = False
    next: bool = False
    refusal: str | None = None
    status: str | None = None
    down: bool = False

    @property
    def choices(self) -> list[str]:
        """Everything that could be touched now, by its hook."""
        return [] if self.sent else [*self.buttons, *dict.fromkeys(self.cards)]

    @property
    def over(self) -> bool:
        """The last score stands."""
        return self.phase == "game_over" and not self.held


@dataclass
class Frame:
    """One frame of the socket, as it came."""

    raw: str
    told: dict[str, Any]


Chooser = "Callable[[Look, random.Random], str]"


def by_chance(now: Look, rng: random.Random) -> str:
    """Any of the choices; a bid rather than a pass."""
    choices = [one for one in now.choices if one != "action-pass"] if rng.random() < 0.7 else now.choices
    return rng.choice(choices or now.choices)


def hungry(now: Look, rng: random.Random) -> str:
    """Wants the bid: the highest number that is offered."""
    bids = [one for one in now.buttons if re.fullmatch(r"action-bid-\d+(-\w+)?", one)]
    return bids[-1] if bids else by_chance(now, rng)


def careful(now: Look, rng: random.Random) -> str:
    """Bids as little as possible, so that a game ends soon."""
    bids = [one for one in now.buttons if re.fullmatch(r"action-bid-\d", one)]
    if now.phase == "bid" and bids:
        return bids[0] if bids[0] <= "action-bid-3" or "action-pass" not in now.buttons else "action-pass"
    return by_chance(now, rng)


def modest(now: Look, rng: random.Random) -> str:
    """Leaves the bid to the others."""
    return "action-pass" if "action-pass" in now.buttons else by_chance(now, rng)


class Person:
    """Somebody with a browser of his own."""

    def __init__(self, context: BrowserContext, base: str, name: str, seed: int = 1) -> None:
        self.context = context
        self.base = base
        self.name = name
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.rng = random.Random(f"{name} {seed}")
        self.choose: Callable[[Look, random.Random], str] = by_chance
        self.on_turn: Callable[[Person], None] | None = None
        self.frames: list[Frame] = []
        self.faults: list[str] = []
        self.now = Look()
        self.listen(self.page)

    def listen(self, page: Page) -> None:
        """Write down every frame, and every fault of the page."""
        page.on("websocket", lambda line: line.on("framereceived", self._heard))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self._console(said.type, said.text))

    def _heard(self, raw: str | bytes) -> None:
        text = raw if isinstance(raw, str) else raw.decode()
        self.frames.append(Frame(text, json.loads(text)))

    def _console(self, kind: str, text: str) -> None:
        # A line that is cut on purpose makes the browser complain, too.
        if (
            kind == "error"
            and "ERR_" not in text
            and "WebSocket" not in text
            and "Failed to load" not in text
            and "Cross-Origin-Opener-Policy" not in text  # it asks for https, which no house network has
        ):
            self.faults.append(text)

    # Coming

    def ask(self, path: str, body: object) -> Any:
        """A request with this browser's cookie."""
        answer = self.context.request.post(self.base + path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def open_table(self, game: str, rules: dict[str, Any], bots: object = None, level: str = "easy") -> str:
        """Open a table by the road that programs take, and go there; its link."""
        wish: dict[str, Any] = {"game": game, "rules": rules, "name": self.name, "level": level}
        made = self.ask("/api/tables", wish | ({"bots": bots} if bots else {}))
        self.go(f"/t/{made['table']}")
        return f"/t/{made['table']}#{made['secret']}"

    def go(self, path: str) -> None:
        """Open an address."""
        self.page.goto(self.base + path)

    def sit_down(self, link: str) -> None:
        """Come in by a link, as somebody who was sent it."""
        self.go(link)
        self.page.get_by_test_id("name").fill(self.name)
        self.page.get_by_test_id("join").click()
        self.page.get_by_test_id("table").wait_for()

    def start(self) -> None:
        """The host starts; the table is laid."""
        self.page.get_by_test_id("start").click()
        self.until(lambda: self.look().phase not in {"", "lobby"}, "the game has started")

    @property
    def table(self) -> str:
        """The name of the table in the address bar."""
        found = re.search(r"/t/(\w+)", self.page.url)
        assert found, self.page.url
        return found[1]

    # Seeing

    def look(self) -> Look:
        """Read the page."""
        seen = self.page.evaluate(LOOK)
        self.now = Look(**seen) if seen else Look()
        return self.now

    def until(self, so: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
        """Wait until something can be seen."""
        end = time.monotonic() + seconds
        while not so():
            assert time.monotonic() < end, f"{self.name} waited in vain until {what}; sees {self.now}"
            self.page.wait_for_timeout(15)

    # Doing

    def touch(self, hook: str) -> None:
        """Click what carries this hook, and see it take effect."""
        before = self.now.position
        if hook.startswith("card-"):
            self._touch_card(hook)
        else:
            self.page.get_by_test_id(hook).first.click()
        self.until(lambda: self.look().position != before or self.now.refusal, f"{hook} has an effect")
        assert self.now.refusal is None, f"{self.name}: {hook} was refused: {self.now.refusal}"

    def _touch_card(self, hook: str) -> None:
        free: list[dict[str, float]] = []

        def found() -> bool:
            spot = self.page.evaluate(FREE, hook)
            free[:] = [spot] if spot else []
            return bool(spot)

        self.until(found, f"{hook} is not covered")
        self.page.mouse.click(free[0]["left"], free[0]["top"])

    def step(self) -> bool:
        """Do one thing, if there is anything to do."""
        now = self.look()
        if now.over or now.down:
            return False
        if now.held == "trick":
            if now.choices and self.rng.random() < 0.5:
                self.touch(self.choose(now, self.rng))
            else:
                self.page.get_by_test_id("go-on").click()
            return True
        if now.held:
            return False
        if now.next:
            self.page.get_by_test_id("next-hand").click()
            self.until(lambda: not self.look().next, "the next hand is wished for")
            return True
        if not now.choices:
            return False
        if self.on_turn:
            self.on_turn(self)
            now = self.look()
        self.touch(self.choose(now, self.rng))
        return True

    def sheet(self) -> list[list[str]]:
        """The score sheet as it stands there: per deal its number, then per side the bid and the total."""
        rows: list[list[str]] = self.page.evaluate(
            """() => [...document.querySelectorAll('[data-testid="score-sheet"] tbody tr')].map((row) =>
                 [...row.children].map((cell) => [...(cell.querySelector("button") ?? cell).childNodes]
                   .filter((node) => node.nodeType === 3).map((node) => node.data).join("")))"""
        )
        return rows

    def totals(self) -> list[int]:
        """The bottom line of the score sheet."""
        return [
            int(text.replace("−", "-"))
            for text in self.page.locator('[data-testid^="total-"]').all_inner_texts()
        ]

    def record(self) -> dict[str, Any]:
        """The record, saved from the page of a finished game."""
        with self.page.expect_download() as saved:
            self.page.get_by_test_id("record").click()
        told: dict[str, Any] = json.loads(Path(saved.value.path()).read_text("utf-8"))
        return told

    def finished_deals(self) -> dict[str, Any]:
        """The record of a game in progress, as the server gives it to people at the table."""
        answer = self.context.request.get(f"{self.base}/api/tables/{self.table}/record")
        assert answer.ok, answer.text()
        told: dict[str, Any] = answer.json()
        return told

    def close(self) -> None:
        """Go home; a page that had faults tells so now."""
        self.context.close()
        assert not self.faults, f"{self.name}'s page: {self.faults}"


def play(people: list[Person], until: Callable[[], object], seconds: float = 4 * PATIENCE) -> None:
    """Everybody does what he can, again and again, until it is so."""
    end = time.monotonic() + seconds
    while True:
        acted = [person.step() for person in people]
        if until():
            return
        assert time.monotonic() < end, f"it takes too long: {[(one.name, one.now) for one in people]}"
        if not any(acted):
            people[0].page.wait_for_timeout(15)


def all_over(people: Iterable[Person]) -> Callable[[], bool]:
    """Everybody sees the last score."""
    return lambda: all(one.now.over for one in people)


def replay(record: dict[str, Any], folder: Path) -> dict[str, Any]:
    """`peppernut replay --json` of a record."""
    file = folder / "record.json"
    file.write_text(json.dumps(record), "utf-8")
    done = subprocess.run(
        [str(COMMAND), "replay", str(file), "--json"], capture_output=True, text=True, timeout=4 * PATIENCE
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


class House:
    """A server, a browser, and the people who came; all are gone when the test is."""

    def __init__(self, server: Server, browser: Browser) -> None:
        self.server = server
        self.browser = browser
        self.people: list[Person] = []
        self.relays: list[Relay] = []

    def person(
        self,
        name: str,
        *,
        base: str | None = None,
        size: tuple[int, int] = PHONE,
        hold: float | None = 0,
        touch: bool = False,
        seed: int = 1,
        **settings: Any,
    ) -> Person:
        """Somebody comes; `hold`: how long a finished trick stays before him (None: until he has seen it)."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", has_touch=touch
        )
        kept = json.dumps({"hold": hold, **settings})
        context.add_init_script(
            "try { if (!localStorage.getItem('peppernut.settings')) "
            f"localStorage.setItem('peppernut.settings', {json.dumps(kept)}) }} catch {{}}"
        )
        person = Person(context, base or self.server.base, name, seed)
        self.people.append(person)
        return person

    def relay(self) -> Relay:
        """A line of its own to the server."""
        line = Relay(self.server.port)
        self.relays.append(line)
        return line

    def family(self, game: str, rules: dict[str, Any], names: list[str], **more: Any) -> list[Person]:
        """People at one table with bots on the free seats, ready to be played with."""
        people = [self.person(name, **more) for name in names]
        link = people[0].open_table(game, rules)
        for one in people[1:]:
            one.sit_down(link)
        fill = people[0].page.get_by_test_id("fill")
        people[0].until(lambda: people[0].look().phase == "lobby", "the lobby is there")
        if fill.count():
            fill.click()
            fill.wait_for(state="detached")
        people[0].start()
        for one in people[1:]:
            one.until(lambda one=one: one.look().phase not in {"", "lobby"}, "the game has started")  # type: ignore[misc]
        return people

    def close(self) -> None:
        """Everybody goes home."""
        people, self.people = self.people, []
        faults: list[str] = []
        for person in people:
            try:
                person.close()
            except AssertionError as fault:
                faults.append(str(fault))
        for line in self.relays:
            line.close()
        assert not faults, faults
