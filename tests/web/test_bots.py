"""Bots at the table: their moves, hints and reasons."""

import asyncio
import random
from typing import Any

from tests.web.playing import play_on

from peppernut.record import replay


def test_a_hint_asked_again_is_the_same(house: Any) -> None:
    async def scenario() -> None:
        async with house() as home:
            ann = home.visitor()
            table, _ = await ann.open("pepper", {"target": 200}, bots="fill")
            async with ann.sit(table) as chair:
                await chair.wish(t="host", do="start")
                while not chair.deal["legal"]:
                    await chair.take()
                seeds: list[int] = []

                async def hint(table: str, game: str, view: Any, seed: int) -> tuple[str, str]:
                    seeds.append(seed)
                    return view.legal[0], "why"

                home.lobby.minds.hint = hint
                for _ in range(3):
                    chair.n += 1
                    await chair.send(t="hint", n=chair.n)
                    await chair.until(lambda frame: frame["t"] == "hint")
                assert len(seeds) == 3
                assert len(set(seeds)) == 1

    asyncio.run(scenario())


def test_bots_tell_their_reasons_when_the_deal_is_over(house: Any) -> None:
    async def scenario() -> None:
        async with house() as home:
            ann, eve = home.visitor(), home.visitor()
            table, _ = await ann.open("pepper", {"target": 200}, bots="fill")
            path = f"/api/tables/{table}/reasons"
            async with ann.sit(table) as chair:
                assert (await ann.ask("GET", f"{path}/0"))[0] == 404
                await chair.wish(t="host", do="start")
                while not chair.deal["legal"]:
                    await chair.take()
                status, refused, _ = await ann.ask("GET", f"{path}/0")
                assert (status, refused["error"]["code"]) == (404, "no_deal")
                await play_on(chair, random.Random(4), lambda: chair.match and chair.match["sheet"])
                status, answer, _ = await ann.ask("GET", f"{path}/0")
                assert (status, answer["deal"]) == (200, 0)
                _, record, _ = await ann.ask("GET", f"/api/tables/{table}/record")
                actions = record["deals"][0]["actions"]
                told = {one["at"]: one for one in answer["reasons"]}
                assert set(told) == {at for at, (seat, _) in enumerate(actions) if seat != chair.seat}
                for at, one in told.items():
                    seat, action = actions[at]
                    assert one["seat"] == seat
                    said = "no trump" if action == "trump NT" else action.split()[0]
                    assert one["reason"].startswith(said)
                    assert "you" not in one["reason"]
                assert (await ann.ask("GET", f"{path}/1"))[0] == 404
                assert (await ann.ask("GET", f"{path}/-1"))[0] == 404
                assert (await eve.ask("GET", f"{path}/0"))[0] == 401
            # The log knows who was a bot then: after a restart, and when a person sits there now.
            home.lobby.desks.pop(table).close()
            assert (await ann.ask("GET", f"{path}/0"))[1] == answer

    asyncio.run(scenario())


def test_a_race_with_bots(house: Any) -> None:
    async def scenario() -> None:
        async with house(countdown=0.4) as home:
            ann = home.visitor()
            table, _ = await ann.open("nerts", {"rounds": 1}, bots="fill")
            async with ann.sit(table) as chair:
                await chair.wish(t="host", do="start")
                assert chair.table["starts_in"] > 0
                assert (await chair.wish(t="act", action="draw"))["code"] == "not_started"
                await asyncio.sleep(0.5)
                assert (await chair.wish(t="act", action="draw"))["ok"]
                assert (await chair.wish(t="act", action="call"))["code"] == "pile_not_empty"
                await chair.wish(t="host", do="pause")
                assert (await chair.wish(t="act", action="draw"))["code"] == "paused"
                await chair.wish(t="host", do="resume")
                await asyncio.sleep(0.5)
                desk = home.lobby.desks[table]
                for _ in range(3000):
                    if chair.match and chair.match["over"]:
                        break
                    state = desk.table.match.current
                    legal = state.legal(0) if state else []
                    if legal:
                        await chair.wish(
                            t="act", action=random.choice([a for a in legal if a != "stuck"] or legal)
                        )
                    else:
                        await chair.take()
                await chair.send(t="look")
                await chair.until(lambda f: f["t"] == "welcome")  # compared with what was drawn
                record = desk.table.record()
                assert replay(record).to_json()["scores"] == chair.match["scores"]

    asyncio.run(scenario())


def test_bots_that_sleep_or_fail_are_replaced_by_a_safe_move(house: Any) -> None:
    def bad(game: str, level: str, view: Any, seed: int, effort: float) -> tuple[str | None, int | None]:
        if level == "easy":
            raise RuntimeError("no idea")
        if level == "hard":
            return "play XX", None
        import time

        time.sleep(0.1)
        return None, None

    async def scenario() -> None:
        async with house(think=0.03) as home:
            home.lobby.minds.think = bad
            ann = home.visitor()
            table, _ = await ann.open(
                "peanuts", {"start_cards": 2, "hands": 1}, bots={"1": "easy", "2": "hard", "3": "medium"}
            )
            async with ann.sit(table) as chair:
                await chair.wish(t="host", do="start")
                await play_on(chair, random.Random(1), lambda: chair.match and chair.match["over"])
            metrics = home.lobby.metrics
            assert metrics["bot_fallbacks"] > metrics["bot_late"] > 0

    asyncio.run(scenario())


def test_a_bot_that_partners_a_person_plays_its_best(house: Any) -> None:
    asked: set[tuple[int, str]] = set()

    def think(game: str, level: str, view: Any, seed: int, effort: float) -> tuple[str | None, int | None]:
        asked.add((view.seat, level))
        return view.legal[0], None

    async def scenario() -> None:
        async with house() as home:
            home.lobby.minds.think = think
            ann = home.visitor()
            table, _ = await ann.open("pepper", {"target": 1}, bots={"1": "easy", "2": "easy", "3": "easy"})
            async with ann.sit(table) as chair:
                await chair.wish(t="host", do="start")
                await play_on(chair, random.Random(1), lambda: len(asked) > 2 or chair.match["over"])

    asyncio.run(scenario())
    assert {level for seat, level in asked if seat == 2} == {"hard"}
    assert {level for seat, level in asked if seat != 2} == {"easy"}
