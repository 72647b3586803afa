"""Full disks, sockets that are dead without saying so, logs of earlier versions."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.web.playing import play_on

from peppernut.web import server
from peppernut.web.store import NotStored
from peppernut.web.table import NewerRules, Table

LOGS = Path(__file__).parent / "logs"


def test_a_full_disk_takes_nothing_back_that_was_acknowledged(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from peppernut.web import desk as desks

    monkeypatch.setattr(desks, "HOLD", 0.1)

    async def scenario() -> None:
        async with house() as home:
            ann = home.visitor()
            table, _ = await ann.open("peanuts", {"start_cards": 13, "hands": 1, "decks": 2}, bots="fill")
            async with ann.sit(table) as chair:
                await chair.wish(t="host", do="start")
                rng = random.Random(1)

                async def my_turn() -> None:
                    while not chair.deal["legal"]:
                        await chair.take()

                await my_turn()
                assert (await chair.act(rng.choice(chair.deal["legal"])))["ok"]
                await my_turn()
                db = home.lobby.store._db
                pages = int(str(db.execute("PRAGMA page_count").get))
                db.execute(f"PRAGMA max_page_count = {pages}")
                # Names are long enough to fill the last page soon.
                for i in range(400):
                    answer = await chair.wish(t="name", name=f"{i}" + "x" * 39)
                    if not answer["ok"]:
                        break
                assert answer["code"] == "not_stored"
                assert "full" in answer["message"]
                await chair.until(lambda frame: frame["t"] == "welcome")
                name = chair.table["seats"][0]["name"]
                assert name == f"{i - 1}" + "x" * len(name[len(str(i - 1)) :])
                assert (await home.visitor().ask("GET", "/healthz"))[0] == 503
                db.execute("PRAGMA max_page_count = 1000000")
                answer = await chair.act(rng.choice(chair.deal["legal"]))
                assert answer["ok"]
                assert (await home.visitor().ask("GET", "/healthz"))[0] == 200
                await my_turn()  # the bots go on as well

    asyncio.run(scenario())


def test_what_is_not_stored_opens_no_hand(house: Any) -> None:
    """Asked while the last card of a deal is being stored: the record waits, and is that of the log."""

    async def scenario() -> None:
        async with house() as home:
            ann = home.visitor()
            table, _ = await ann.open("peanuts", {"start_cards": 2, "hands": 2}, bots="fill")
            desk, store = home.lobby.desks[table], home.lobby.store
            async with ann.sit(table) as chair:
                await chair.wish(t="host", do="start")
                held: list[Any] = []
                waiting = asyncio.Event()
                append = store.append

                def hold(number: int, head: int, bodies: list[str], done: Any) -> None:
                    if desk.table.dealing:
                        append(number, head, bodies, done)
                    else:
                        held.append(done)
                        waiting.set()

                store.append = hold
                playing = asyncio.ensure_future(play_on(chair, random.Random(1), lambda: False))
                await asyncio.wait_for(waiting.wait(), 20)
                playing.cancel()
                paths = (f"/api/tables/{table}/record", f"/api/tables/{table}/reasons/0")
                asked = [asyncio.ensure_future(ann.ask("GET", path)) for path in paths]
                while len(desk._inbox) < 2:  # noqa: ASYNC110  (the queue tells nobody)
                    await asyncio.sleep(0.01)
                store.append = append
                held[0](NotStored("The disk is full."))
                (_, record, _), (_, reasons, _) = await asyncio.gather(*asked)
                assert record["deals"] == []
                assert reasons["error"]["code"] == "no_deal"

    asyncio.run(scenario())


def test_a_dead_socket_is_found(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert server.PING_EVERY + server.PING_TIMEOUT <= 45
    monkeypatch.setattr(server, "PING_EVERY", 0.1)
    monkeypatch.setattr(server, "PING_TIMEOUT", 0.3)

    async def scenario() -> None:
        async with house() as home:
            ann, bob = home.visitor(), home.visitor()
            table, secret = await ann.open("peanuts")
            await bob.join(table, secret, name="Bob")
            async with ann.sit(table) as a:
                b = bob.sit(table)
                await b.__aenter__()
                transport: Any = b.line.transport
                transport.pause_reading()  # the phone sleeps: no pong comes
                await a.until(
                    lambda f: "table" in f and f["t"] == "step" and not f["table"]["seats"][1]["here"], 5
                )
                transport.abort()
                # And back: nothing is lost.
                async with bob.sit(table, b.seq) as again:
                    assert again.frames[0]["t"] == "resumed"
                    await a.until(
                        lambda f: "table" in f and f["t"] == "step" and f["table"]["seats"][1]["here"], 5
                    )

    asyncio.run(scenario())


@pytest.mark.parametrize("path", sorted(LOGS.glob("*.json")), ids=lambda path: path.stem)
def test_logs_of_every_version_are_replayed(path: Path) -> None:
    kept = json.loads(path.read_text("utf-8"))
    table = Table.replay("bcdfghjk", kept["log"])
    assert table.match is not None
    assert table.match.scores == kept["scores"]
    assert table.match.over == kept["over"]
    assert [chair.name for chair in table.seats] == kept["seats"]


def test_there_is_a_log_of_every_game() -> None:
    assert {path.stem.partition("-")[0] for path in LOGS.glob("*.json")} == {"peanuts", "pepper", "nerts"}


def test_a_log_with_rules_of_the_future_is_refused() -> None:
    kept = json.loads((LOGS / "peanuts-1.json").read_text("utf-8"))["log"]
    opened = json.loads(kept[0])
    opened["rules_version"] = 99
    with pytest.raises(NewerRules):
        Table.replay("bcdfghjk", [json.dumps(opened), *kept[1:]])
