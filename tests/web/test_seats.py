"""Who sits where, and who is host."""

import asyncio
import random
from typing import Any

from tests.web.playing import play_on


def test_seats(house: Any) -> None:
    """Same cookie same seat; codes; leaving, removing, bots, hosts."""

    async def scenario() -> None:
        async with house(host_after=0.1, cover_after=0.1) as home:
            ann, bob, cy, dee = (home.visitor() for _ in range(4))
            table, secret = await ann.open("peanuts", {"preset": "short"})
            status, refused, _ = await bob.ask(
                "POST", f"/api/tables/{table}/join", {"secret": "x" * 22, "name": "Bob"}
            )
            assert (status, refused["error"]["code"]) == (403, "wrong_secret")
            assert await bob.join(table, secret, name="  B\u202eob\n ") == 1
            assert await bob.join(table, None) == 1
            assert await cy.join(table, secret, name="Cy", seat=3) == 3
            status, taken, _ = await dee.ask(
                "POST", f"/api/tables/{table}/join", {"secret": secret, "seat": 3}
            )
            assert (status, taken["error"]["code"]) == (409, "seat_taken")
            # Bob's phone: one code, once.
            _, made, _ = await bob.ask("POST", f"/api/tables/{table}/code", {})
            phone, thief = home.visitor(), home.visitor()
            assert await phone.join(table, None, code=made["code"].lower()) == 1
            status, _, _ = await thief.ask("POST", f"/api/tables/{table}/join", {"code": made["code"]})
            assert status == 403
            async with ann.sit(table) as a, bob.sit(table) as b, phone.sit(table) as p, cy.sit(table) as c:
                assert [b.seat, p.seat] == [1, 1]
                await a.send(t="look")
                await a.until(lambda f: f["t"] == "welcome")
                assert [s["name"] for s in a.table["seats"]] == ["Ann", "Bob", "", "Cy"]
                assert (await a.wish(t="host", do="start"))["code"] == "seats_open"
                assert (await a.wish(t="host", do="kick", seat=3))["ok"]
                while True:
                    frame = await c.take()
                    if frame["t"] == "bye":
                        break
                assert frame["why"] == "removed"
                assert (await a.wish(t="host", do="bot", seat=2, level="hard"))["ok"]
                assert (await a.wish(t="host", do="bot", seat=1))["code"] == "seat_taken"
                assert (await a.wish(t="host", do="close", seat=3))["ok"]
                assert (await a.wish(t="host", do="start"))["ok"]
                assert len(a.table["seats"]) == 3
                assert a.table["rules"]["players"] == 3
                # What one socket of Bob's does, the other sees, counters too.
                await b.until(lambda f: f["t"] == "welcome" and f["match"])
                await p.until(lambda f: f["t"] == "welcome" and f["match"])
                assert (await b.wish(t="name", name="Bobby"))["ok"]
                await p.until(lambda f: f["t"] == "ack")
                assert p.n == b.n
                # The host hands over, and goes; the game goes on without her.
                assert (await a.wish(t="host", do="cover", value="bot"))["ok"]
                assert (await a.wish(t="host", do="host", seat=1))["ok"]
                await b.until(lambda f: f["t"] == "welcome" and f["host"])
                assert b.table["link_secret"] == secret
                await a.line.close()
                await b.until(
                    lambda f: any(e == {"kind": "cover", "seat": 0, "on": True} for e in f.get("events", ()))
                )
                await play_on(b, random.Random(1), lambda: b.match and len(b.match["sheet"]) >= 1)
                async with ann.sit(table) as back:
                    assert back.seat == 0
                    assert not back.table["seats"][0]["covered"]
                    # Nobody's leaving blocks the rest: Bob was host, and goes for good.
                    assert (await b.wish(t="leave"))["ok"]
                    await back.until(lambda f: f["t"] == "welcome" and f["host"])
                    assert back.table["seats"][1]["kind"] == "open"
                    assert back.table["seats"][1]["covered"]
                    await play_on(
                        back, random.Random(1), lambda: back.match and len(back.match["sheet"]) >= 2
                    )
                    # Dee comes late and takes the chair the bot kept warm.
                    assert await dee.join(table, secret, name="Dee") == 1
                    async with dee.sit(table) as d:
                        assert d.seat == 1
                        assert d.table["seats"][1]["name"] == "Dee"

    asyncio.run(scenario())


def test_the_lobby_knows_who_would_play_together(house: Any) -> None:
    async def scenario() -> None:
        async with house() as home:
            ann = home.visitor()
            rules = {"players": 6, "exchange": "none", "drop_out": "none"}
            table, _ = await ann.open("pepper", rules)
            async with ann.sit(table) as chair:
                assert chair.table["sides"] == [[0, 2, 4], [1, 3, 5]]
                assert (await chair.wish(t="host", do="close", seat=1))["ok"]
                assert chair.table["sides"] == []
                assert (await chair.wish(t="host", do="close", seat=4))["ok"]
                assert (chair.table["sides"], chair.table["rules"]["players"]) == ([[0, 3], [2, 5]], 6)
            table, _ = await ann.open("peanuts", {})
            async with ann.sit(table) as chair:
                assert chair.table["sides"] == [[0], [1], [2], [3]]

    asyncio.run(scenario())


def test_people_choose_their_seats_before_the_game(house: Any) -> None:
    async def scenario() -> None:
        async with house() as home:
            ann, bob = home.visitor(), home.visitor()
            table, secret = await ann.open("pepper", {}, bots={"3": "easy"})
            assert await bob.join(table, secret, name="Bob") == 1
            async with ann.sit(table) as a, bob.sit(table) as b:
                assert (await b.wish(t="sit", seat=2))["ok"]
                assert b.seat == 2
                assert [seat["kind"] for seat in b.table["seats"]] == ["person", "open", "person", "bot"]
                n = b.n
                for seat, code in (
                    (0, "seat_taken"),
                    (2, "seat_taken"),
                    (3, "seat_taken"),
                    (4, "bad_seat"),
                    (-1, "bad_seat"),
                ):
                    assert (await b.wish(t="sit", seat=seat))["code"] == code
                # Asked again: not done again. The counter has gone along to the new seat.
                await b.send(t="sit", n=n, seat=2)
                assert (await b.until(lambda frame: frame["t"] == "ack" and frame["n"] == n))["ok"]
                assert b.seat == 2
                # The host moves too and stays the host; the other one sees it.
                assert (await a.wish(t="sit", seat=1))["ok"]
                assert (a.seat, a.host, a.table["link_secret"]) == (1, True, secret)
                while [seat["name"] for seat in b.table["seats"] if seat["host"]] != ["Ann"] or b.table[
                    "seats"
                ][1]["name"] != "Ann":
                    await b.take()
                last = a.n
            home.lobby.desks.pop(table).close()
            async with ann.sit(table) as a, bob.sit(table) as b:
                assert (a.seat, b.seat, a.n) == (1, 2, last)
                assert (await a.wish(t="host", do="bot", seat=0, level="easy"))["ok"]
                assert (await a.wish(t="host", do="start"))["ok"]
                assert (await b.wish(t="sit", seat=0))["code"] == "bad_value"
                assert a.match["seats"][1:3] == ["Ann", "Bob"]

    asyncio.run(scenario())


def test_the_host_hears_of_the_start_on_a_new_seat(house: Any) -> None:
    """Closed chairs are taken away at the start: the answer goes to who asked, now and after a restart."""

    async def scenario() -> None:
        async with house() as home:
            ann, bob = home.visitor(), home.visitor()
            table, secret = await ann.open("peanuts", {"start_cards": 2, "players": 4}, bots={"3": "easy"})
            assert await bob.join(table, secret, name="Bob", seat=2) == 2
            async with ann.sit(table) as a, bob.sit(table) as b:
                await a.wish(t="sit", seat=1)
                assert (await a.wish(t="host", do="close", seat=0))["ok"]
                assert (await a.wish(t="host", do="start"))["ok"]
                await b.until(lambda frame: frame["t"] == "welcome")
                assert (a.seat, b.seat) == (0, 1)
                assert not b.acks
                last = a.n
            home.lobby.desks.pop(table).close()
            async with ann.sit(table) as a, bob.sit(table) as b:
                assert (a.n, b.n) == (last, 0)

    asyncio.run(scenario())


def test_a_host_who_is_gone_is_replaced(house: Any) -> None:
    async def scenario() -> None:
        async with house(host_after=0.1) as home:
            ann, bob = home.visitor(), home.visitor()
            table, secret = await ann.open("peanuts")
            await bob.join(table, secret, name="Bob")
            async with bob.sit(table) as b:
                async with ann.sit(table):
                    pass
                await b.until(lambda f: f["t"] == "welcome" and f["host"], 5)

    asyncio.run(scenario())
