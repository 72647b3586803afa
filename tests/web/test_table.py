"""Tables with people: play, exactly once, stale clicks, reconnects, rematches, what the house answers."""

import asyncio
import random
from dataclasses import replace
from typing import Any

import pytest
from tests.web.playing import play_on

from peppernut.match import Match
from peppernut.record import replay
from peppernut.web.visitor import Chair

GAMES = {
    "peanuts": {"preset": "short", "start_cards": 3, "hands": 6},
    "pepper": {"preset": "iowa", "target": 6},
}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_bots_to_its_end(house: Any, game: str) -> None:
    async def scenario() -> None:
        async with house() as home:
            ann = home.visitor()
            table, _ = await ann.open(game, GAMES[game], bots="fill")
            async with ann.sit(table) as chair:
                assert chair.match is None
                assert (await chair.wish(t="host", do="start"))["ok"]
                await play_on(chair, random.Random(3), lambda: chair.match and chair.match["over"])
                match = chair.match
                assert match is not None
                # The picture drawn from steps is the picture of a fresh view.
                await chair.send(t="look")
                await chair.until(lambda frame: frame["t"] == "welcome")
                assert chair.match == match
            _, record, _ = await ann.ask("GET", f"/api/tables/{table}/record")
            outcome = replay(record).to_json()
            assert outcome["error"] is None
            assert outcome["over"]
            assert outcome["scores"] == match["scores"]

    asyncio.run(scenario())


def test_every_view_is_what_the_match_shows(house: Any) -> None:
    """Two people, a spectator and a bot: all pictures drawn from steps equal views made afresh."""

    async def scenario() -> None:
        async with house() as home:
            ann, bob, eve = home.visitor(), home.visitor(), home.visitor()
            table, secret = await ann.open("peanuts", {"start_cards": 3}, bots={"2": "easy", "3": "hard"})
            assert await bob.join(table, secret, name="Bob") == 1
            assert await eve.join(table, secret, name="Eve") is None
            async with ann.sit(table) as a, bob.sit(table) as b, eve.sit(table) as e:
                assert (a.seat, b.seat, e.seat) == (0, 1, None)
                assert a.host
                assert not b.host
                assert a.table["link_secret"] == secret
                assert "link_secret" not in b.table
                assert not (await b.wish(t="host", do="start"))["ok"]
                assert (await e.wish(t="chat", text="hi"))["code"] == "no_seat"
                await a.wish(t="host", do="start")
                over = asyncio.Event()

                async def go(chair: Chair, seed: int) -> None:
                    await play_on(chair, random.Random(seed), lambda: chair.match and chair.match["over"])

                async def watch() -> None:
                    while not (e.match and e.match["over"]):
                        await e.take()
                    over.set()

                await asyncio.gather(go(a, 1), go(b, 2), watch())
                desk = home.lobby.desks[table]
                match: Match = desk.table.match
                for chair in (a, b, e):
                    assert chair.match == match.view(chair.seat)
                spectator = [raw for raw in e.raw if '"over":false' in raw and '"hands"' in raw]
                assert spectator  # and no card of a hand in any of them:
                for frame in e.frames:
                    deal = (frame.get("match") or {}).get("deal") or frame.get("deal") or {}
                    if not deal.get("over", e is None) and "hands" in deal and not deal.get("dealt"):
                        assert {card for hand in deal["hands"] for card in hand} <= {"??"}

    asyncio.run(scenario())


def test_a_repeat_acts_once_and_hears_the_first_answer(house: Any) -> None:
    async def scenario() -> None:
        async with house() as home:
            ann = home.visitor()
            table, _ = await ann.open("peanuts", {"preset": "short"}, bots="fill")
            async with ann.sit(table) as chair:
                await chair.wish(t="host", do="start")
                while not chair.deal["legal"]:
                    await chair.take()
                chair.n += 1
                n, at = chair.n, chair.table["position"]
                bid = {"t": "act", "n": n, "at": at, "action": chair.deal["legal"][0]}
                for _ in range(5):
                    await chair.send(**bid)
                answers = [await chair.until(lambda f: f["t"] == "ack") for _ in range(5)]
                assert answers == [{"t": "ack", "n": n, "ok": True}] * 5
                assert [f for f in chair.events if f.get("seat") == 0 and f["kind"] == "action"] == [
                    {"kind": "action", "seat": 0, "action": bid["action"]}
                ]
                await chair.send(**{**bid, "action": "bid 1" if bid["action"] != "bid 1" else "bid 2"})
                assert (await chair.until(lambda f: f["t"] == "ack"))["code"] == "counter_used"
            # Sent again on a new line, and after a restart of the table: still the first answer.
            async with ann.sit(table) as chair:
                assert chair.n == n
                await chair.send(**bid)
                assert (await chair.until(lambda f: f["t"] == "ack"))["ok"]
            home.lobby.desks.pop(table).close()
            async with ann.sit(table) as chair:
                assert chair.n == n
                await chair.send(**bid)
                assert (await chair.until(lambda f: f["t"] == "ack"))["ok"]
                desk = home.lobby.desks[table]
                assert [a for a in desk.table.match.current.actions if a[0] == 0] == [(0, bid["action"])]

    asyncio.run(scenario())


def test_a_click_for_an_earlier_position_is_stale(house: Any) -> None:
    async def scenario() -> None:
        async with house() as home:
            ann = home.visitor()
            table, _ = await ann.open("peanuts", {"preset": "short"}, bots="fill")
            async with ann.sit(table) as chair:
                await chair.wish(t="host", do="start")
                while not chair.deal["legal"]:
                    await chair.take()
                at, action = chair.table["position"], chair.deal["legal"][0]
                for wrong in (at - 1, at + 1, None, -5, 2**60):
                    answer = await chair.wish(t="act", at=wrong, action=action)
                    assert answer["code"] == "stale"
                assert (await chair.act(action))["ok"]
                # The same click again, with a new counter: it was meant for the turn that is over.
                answer = await chair.wish(t="act", at=at, action=action)
                assert answer["code"] == "stale"
                refused = await chair.wish(t="act", at=chair.table["position"], action="fly away")
                assert refused["code"] in {"unknown_action", "stale"}

    asyncio.run(scenario())


def test_forehead_bids_are_secret_until_all_have_bid_and_never_stale(house: Any) -> None:
    async def scenario() -> None:
        async with house() as home:
            ann, bob = home.visitor(), home.visitor()
            table, secret = await ann.open(
                "peanuts", {"start_cards": 1, "hands": 1, "players": 3}, bots={"2": "easy"}
            )
            await bob.join(table, secret, name="Bob")
            async with ann.sit(table) as a, bob.sit(table) as b:
                await a.wish(t="host", do="start")
                while b.match is None:
                    await b.take()
                assert a.deal["forehead"]
                assert a.deal["hands"][0] == ["??"]
                assert "??" not in a.deal["hands"][1]
                at = b.table["position"]
                assert (await a.act("bid 1"))["ok"]
                # Bob meant the position before Ann's bid: that is no reason to refuse him.
                answer = await b.wish(t="act", at=at, action="bid 0")
                assert answer["ok"]
                while not any(event["kind"] == "show" for event in b.events):
                    await b.take()
                shown = next(
                    i
                    for i, f in enumerate(b.frames)
                    if f["t"] == "step" and any(e["kind"] == "show" for e in f["events"])
                )
                for frame in b.frames[:shown]:
                    for event in frame.get("events", ()):
                        if event["kind"] == "action":
                            assert event["action"] == "bid ??"
                    bids = (frame.get("deal") or (frame.get("match") or {}).get("deal") or {}).get("bids")
                    if bids is not None:
                        assert bids[0] is None
                        assert bids[2] is None

    asyncio.run(scenario())


def test_resume_without_loss_or_repeat(house: Any) -> None:
    async def scenario() -> None:
        async with house(pace=0.01) as home:
            ann, bob = home.visitor(), home.visitor()
            table, secret = await ann.open("peanuts", {"preset": "short"}, bots={"2": "easy", "3": "easy"})
            await bob.join(table, secret, name="Bob")
            async with ann.sit(table) as a:
                b = bob.sit(table)
                await b.__aenter__()
                await a.wish(t="host", do="start")
                drops = 0
                rng = random.Random(5)
                asked = -1
                for _ in range(400):
                    for chair in (a, b):
                        while True:
                            try:
                                await chair.take(0.02)
                            except TimeoutError:
                                break
                    if drops < 12:
                        # Bob's line breaks; meanwhile Ann goes on; Bob comes back with what he has seen.
                        await b.line.close()
                        drops += 1
                        for chair in (a,):
                            if chair.deal["legal"] and chair.table["position"] != asked:
                                asked = chair.table["position"]
                                await chair.act(rng.choice(chair.deal["legal"]))
                        await asyncio.sleep(0.02)
                        again = bob.sit(table, b.seq)
                        again.table, again.match = b.table, b.match
                        again.seat = b.seat
                        await again.__aenter__()
                        assert again.frames[0]["t"] == "resumed"
                        b = again
                    for chair in (a, b):
                        if chair.table["between"] and not chair.table["seats"][chair.seat or 0]["ready"]:
                            await chair.wish(t="ready")
                        elif chair.match and not chair.match["over"] and chair.deal["legal"]:
                            await chair.act(rng.choice(chair.deal["legal"]))
                    if a.match and len(a.match["sheet"]) >= 2:
                        break
                await b.send(t="look")
                await b.until(lambda f: f["t"] == "welcome")  # compared with what was drawn
                # A number from nowhere gets a full view.
                await b.line.close()
                async with bob.sit(table, 12345) as fresh:
                    assert fresh.frames[0]["t"] in {"step", "welcome"}
                    assert fresh.match is not None

    asyncio.run(scenario())


def test_rematch_with_the_same_deals(house: Any) -> None:
    async def scenario() -> None:
        async with house() as home:
            ann = home.visitor()
            table, _ = await ann.open("peanuts", {"start_cards": 2, "hands": 2}, bots="fill")
            async with ann.sit(table) as chair:
                await chair.wish(t="host", do="start")
                await play_on(chair, random.Random(1), lambda: chair.match and chair.match["over"])
                first = home.lobby.desks[table].table.record()
                assert (await chair.wish(t="host", do="rematch", same=True))["ok"]
                await play_on(chair, random.Random(2), lambda: chair.match and chair.match["over"])
                second = home.lobby.desks[table].table.record()
                assert [deal["hands"] for deal in first["deals"]] == [
                    deal["hands"] for deal in second["deals"]
                ]
                assert (await chair.wish(t="host", do="rematch"))["ok"]
                await play_on(chair, random.Random(3), lambda: chair.match and chair.match["over"])
                third = home.lobby.desks[table].table.record()
                assert [deal["hands"] for deal in first["deals"]] != [
                    deal["hands"] for deal in third["deals"]
                ]

    asyncio.run(scenario())


def test_the_deal_is_the_one_that_was_promised(house: Any) -> None:
    """Deal again from the published secret and everybody's mixes."""
    import hashlib

    from peppernut.catalog import room
    from peppernut.rules import resolve

    async def scenario() -> None:
        async with house() as home:
            ann, bob = home.visitor(), home.visitor()
            given = {"start_cards": 3, "hands": 2, "players": 3}
            table, secret = await ann.open("peanuts", given, bots={"2": "easy"})
            await bob.join(table, secret, name="Bob")
            async with ann.sit(table) as a, bob.sit(table) as b:
                promised = a.table["fair"]["commit"]
                mixes = {"0": "ab" * 32, "1": "cd" * 32}
                assert (await b.wish(t="ready", mix=mixes["1"]))["ok"]
                assert (await b.wish(t="ready", mix="xy"))["code"] == "bad_value"
                await b.wish(t="ready", mix=mixes["1"])
                assert (await a.wish(t="host", do="start", mix=mixes["0"]))["ok"]
                assert a.table["fair"]["commit"] == promised
                over = lambda chair: chair.match and chair.match["sheet"]  # noqa: E731
                await asyncio.gather(
                    play_on(a, random.Random(1), lambda: over(a)),
                    play_on(b, random.Random(2), lambda: over(b)),
                )
                last = a.table["fair"]["last"]
                assert last["mixes"] == mixes
                assert hashlib.sha256(bytes.fromhex(last["secret"])).hexdigest() == promised == last["commit"]
                seed = hashlib.sha256(bytes.fromhex(last["secret"] + mixes["0"] + mixes["1"])).digest()
                again = Match("peanuts", resolve(room("peanuts"), given), ["Ann", "Bob", "Cy"]).shuffle(seed)
                record = home.lobby.desks[table].table.record()
                assert {k: record["deals"][0][k] for k in ("dealer", "hands", "turnup")} == again.to_json()

    asyncio.run(scenario())


def test_http_answers(house: Any) -> None:
    async def scenario() -> None:
        async with house(tables_an_hour=2) as home:
            ann = home.visitor()
            status, catalog, headers = await ann.ask("GET", "/api/catalog")
            assert status == 200
            assert "default-src 'none'" in headers["content-security-policy"]
            assert {"peanuts", "nerts"} <= {game["name"] for game in catalog["games"]}
            _, good, _ = await ann.ask("POST", "/api/rules", {"game": "peanuts", "rules": {"bonus": 5}})
            assert good["ok"]
            assert good["differs"] == ["bonus"]
            _, bad, _ = await ann.ask(
                "POST", "/api/rules", {"game": "peanuts", "rules": {"players": 5, "start_cards": 13}}
            )
            assert not bad["ok"]
            assert "start_cards" in bad["error"]["options"]
            assert (await ann.ask("GET", "/api/address"))[1] == {"address": None, "only_here": True}
            home.lobby.in_house = lambda: "http://192.168.1.5:8000"
            assert (await ann.ask("GET", "/api/address"))[1] == {
                "address": "http://192.168.1.5:8000",
                "only_here": False,
            }
            there = {"Host": "cards.example"}
            assert (await ann.ask("GET", "/api/address", None, there))[1] == {
                "address": None,
                "only_here": False,
            }
            # A proxy asks at an address that is not the page's.
            home.lobby.settings = replace(home.lobby.settings, origin="https://cards.example")
            assert (await ann.ask("GET", "/api/address"))[1] == {"address": None, "only_here": False}
            home.lobby.settings = replace(home.lobby.settings, origin="")
            for path in ("/healthz", "/metrics", "/openapi.json"):
                assert (await ann.ask("GET", path))[0] == 200
            status, svg, _ = await ann.ask("POST", "/api/qr", {"text": home.base})
            assert (status, svg[:4]) == (200, b"<svg")
            for path in ("/../pyproject.toml", "/..%2f..%2fstore.py", "/nothing", "/assets/../../store.py"):
                assert (await ann.ask("GET", path))[0] == 404
            assert (await ann.ask("POST", "/api/tables", b"[1"))[0] == 400
            assert (await ann.ask("POST", "/api/tables", b"x" * 70_000))[0] == 413
            assert (await ann.ask("POST", "/api/tables", {"game": "bridge", "name": "A"}))[0] == 422
            status, _, _ = await ann.ask(
                "POST", "/api/rules", {"game": "peanuts"}, {"Origin": "http://evil.example"}
            )
            assert status == 403
            table, _ = await ann.open("peanuts", bots="fill")
            assert (await home.visitor().ask("GET", f"/api/tables/{table}"))[0] == 401
            assert (await ann.ask("GET", f"/api/tables/{table}"))[1]["seats"][0]["name"] == "Ann"
            assert (await ann.ask("GET", f"/api/tables/{table}/record"))[0] == 400
            assert (await ann.ask("GET", "/api/tables/zzzzzzzz"))[0] == 404
            await ann.open("peanuts", bots="fill")
            assert (await ann.ask("POST", "/api/tables", {"game": "peanuts", "name": "A"}))[0] == 429

    asyncio.run(scenario())
