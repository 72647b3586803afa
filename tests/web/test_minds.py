"""The server's thinking: one core, tables in turn, shorter under load, never later."""

import asyncio
import random
import time
from types import SimpleNamespace
from typing import Any

import pytest

from peppernut import pepper
from peppernut.rules import resolve
from peppernut.standing import Standing
from peppernut.web import bot_seats
from peppernut.web.metrics import Metrics
from peppernut.web.minds import Minds, Thought, fallback, think

VIEW: Any = SimpleNamespace(legal=["play 9H", "play TH"], phase="play", last_trick=None, trick=[])


class Head:
    """Thinks for so many seconds at full effort, and notes what it was asked."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.efforts: list[float] = []
        self.seeds: list[int] = []

    def __call__(self, game: str, level: str, view: Any, seed: int, effort: float) -> Thought:
        self.efforts.append(effort)
        self.seeds.append(seed)
        time.sleep(self.seconds * effort)
        return view.legal[1], None


def minds(head: Any, seconds: float) -> Minds:
    made = Minds(seconds, Metrics())
    made.think = head
    return made


async def ask(made: Minds, table: int, seed: int = 0, view: Any = VIEW) -> tuple[str | None, float]:
    begin = time.perf_counter()
    action, _ = await made.choose(f"table {table}", "pepper", "hard", view, seed)
    return action, time.perf_counter() - begin


def test_a_burst_is_answered_in_time_and_in_turn() -> None:
    """300 questions of 100 tables at once, which would take four times the time there is."""
    head = Head(0.04)
    made = minds(head, 3.0)

    async def scenario() -> None:
        for _ in range(20):
            await ask(made, 0)
        assert set(head.efforts) == {1.0}
        head.efforts.clear()
        head.seeds.clear()
        # the seed tells which question of its table it is
        answers = await asyncio.gather(*(ask(made, table, turn) for table in range(100) for turn in range(3)))
        assert {action for action, _ in answers} == {"play TH"}
        assert max(late for _, late in answers) < 3.0
        assert head.seeds == [0] * 100 + [1] * 100 + [2] * 100
        assert min(head.efforts) < 0.5
        assert head.efforts[-1] > 2 * min(head.efforts)
        head.efforts.clear()
        await ask(made, 0)
        assert head.efforts == [1.0]

    asyncio.run(scenario())
    made.close()
    assert made.metrics["bot_fallbacks"] == 0
    assert made.metrics["bot_short"] > 200
    assert made.waiting == 0


def test_a_table_that_asks_much_waits_for_itself() -> None:
    head = Head(0.001)
    made = minds(head, 3.0)

    async def scenario() -> None:
        await asyncio.gather(
            *(ask(made, 0, 1) for _ in range(50)), *(ask(made, table, 2) for table in (1, 2))
        )

    asyncio.run(scenario())
    made.close()
    # the first was already being thought about
    assert [at for at, seed in enumerate(head.seeds) if seed == 2] in ([1, 2], [2, 3])


def test_a_bot_that_hangs_delays_nobody_beyond_the_time() -> None:
    def hanging(game: str, level: str, view: Any, seed: int, effort: float) -> Thought:
        time.sleep(0.5)
        return view.legal[1], None

    made = minds(hanging, 0.2)

    async def scenario() -> None:
        answers = await asyncio.gather(*(ask(made, table) for table in range(30)))
        assert {action for action, _ in answers} == {"play 9H"}  # the simple rules know no such view
        assert max(late for _, late in answers) < 0.45

    asyncio.run(scenario())
    made.close()
    assert made.metrics["bot_late"] == made.metrics["bot_fallbacks"] == 30


def test_no_time_left_means_simple_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    from peppernut import bots, pepper
    from peppernut.rules import resolve
    from peppernut.standing import Standing

    rules = resolve(pepper, {})
    deal = pepper.shuffle(rules, 0, 0, bytes(32))
    view = pepper.State.start(rules, deal, Standing(0, (0, 0))).view(1)
    monkeypatch.setattr(bots, "ready", lambda: True)
    monkeypatch.setattr(bots, "_thinker", lambda *_: pytest.fail("it searches"))
    simple = bots.policy("pepper", "simple").choose(view, random.Random(0))
    assert think("pepper", "hard", view, 0, 0.0) == (simple, None)
    assert fallback("pepper", view, 0) == simple


def test_a_forced_move_takes_as_long_as_a_chosen_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are there when the pace of the table asks for them, however long they were thought about."""
    monkeypatch.setattr(random, "uniform", min)
    spent: dict[str, float] = {}

    def slow(game: str, level: str, view: Any, seed: int, effort: float) -> Thought:
        time.sleep(0.25 if len(view.legal) > 1 else 0.0)
        return view.legal[0], None

    made = minds(slow, 3.0)

    class Table:
        """As much of a desk as a bot at it needs."""

        table = SimpleNamespace(name="t", game="pepper", pace="quick")
        settings = SimpleNamespace(pace=1.0)
        lobby = SimpleNamespace(minds=made)
        loop: Any = None

        def submit(self, what: Any, seat: int, token: object, action: str) -> None:
            spent[action] = self.loop.time()

    async def scenario() -> None:
        sitting: Any = Table()
        sitting.loop = asyncio.get_running_loop()
        for legal in (["play 9H"], ["play TH", "play JH"]):
            view = SimpleNamespace(**{**vars(VIEW), "legal": legal})
            begin = sitting.loop.time()
            await bot_seats.BotSeats(sitting)._bot(0, object(), "hard", view)
            spent[legal[0]] -= begin

    asyncio.run(scenario())
    made.close()
    assert spent["play 9H"] == pytest.approx(0.4, abs=0.08)
    assert spent["play TH"] == pytest.approx(0.4, abs=0.08)


@pytest.mark.parametrize(
    ("person", "fully"),
    [(4, {3}), (3, {4}), (0, {1, 2})],
)
def test_with_a_called_partner_too_a_persons_partner_plays_its_best(person: int, fully: set[int]) -> None:
    """Whoever holds the called card is the bidder's partner, though nobody knows it yet; the others are a side."""
    rules = resolve(pepper, {"preset": "reagan"})
    hands = [
        "JC JH 7H QC AS TD",
        "9H KS 8S JS TS 9D",
        "AC QH 9C QS 8D TC",
        "AH 7S 9S TH KC 8C",
        "JD AD 8H KD QD KH",
    ]
    deal = pepper.Deal.parse(rules, {"dealer": 0, "hands": hands})
    state = pepper.State.start(rules, deal, Standing(0, (0,) * 5))
    seats = [SimpleNamespace(kind="person" if seat == person else "bot") for seat in range(5)]
    table = SimpleNamespace(game="pepper", seats=seats, match=SimpleNamespace(current=state))
    sitting: Any = bot_seats.BotSeats(SimpleNamespace(table=table))  # type: ignore[arg-type]

    def partners() -> set[int]:
        return {seat for seat in range(5) if seat != person and sitting._partners_a_person(seat)}

    assert partners() == set()
    for text in ("pass", "pass", "pass", "bid 5", "pass", "trump NT", "yes", "yes", "yes", "yes", "call AH"):
        state.apply(state.to_act[0], text)
    assert partners() == fully
