"""Tables with people: play, exactly once, stale clicks, reconnects, seats, hosts."""

import asyncio
import random
from typing import Any

import pytest

from peppernut.match import Match
from peppernut.record import replay
from peppernut.web.visitor import Chair, Visitor


async def play_on(chair: Chair, rng: random.Random, until: Any, limit: int = 5000) -> None:
    """Play legally until something is the case; the picture is drawn from steps alone."""
    asked: tuple[str, int] | None = None
    for _ in range(limit):
        if until():
            return
        table, match = chair.table, chair.match
        wish: dict[str, Any] | None = None
        if match and match["over"]:
            wish = None
        elif table["between"] and not table["seats"][chair.seat or 0]["ready"]:
            wish = {"t": "ready"}
        elif match and match["deal"] and match["deal"]["legal"]:
            wish = {"t": "act", "at": table["position"], "action": rng.choice(match["deal"]["legal"])}
        key = (wish["t"], table["position"]) if wish else None
        if wish and key != asked:
            asked = key
            chair.n += 1
            await chair.send(n=chair.n, **wish)
        await chair.take()
    raise AssertionError("it did not come to that")


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


__all__ = ["Visitor"]
