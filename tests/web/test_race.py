"""The race: many hands reach for one foundation, one gets it, nothing else is disturbed (N12)."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import pytest  # noqa: TC002  (its fixtures are looked up by name)

from peppernut import nerts
from peppernut.nerts.deal import Deal
from peppernut.web import minds

if TYPE_CHECKING:
    from peppernut.web.visitor import Chair

TABLES = 125
CLAIMS = ("move P F", "move T1 F", "move T2 F", "move T3 F")


def contested(rules: Any, number: int, dealer: int | None, secret: bytes) -> Deal:
    """Seat 0 shows the four aces, everybody else the four twos."""
    del number, dealer
    rng = random.Random(secret)
    layouts = []
    for seat in range(rules.players):
        shown = [0, 1, 2, 3] if seat == 0 else [4, 5, 6, 7]
        rest = [card for card in range(52) if card not in shown]
        rng.shuffle(rest)
        pile, work = [shown[0], *rest[:12]], [*shown[1:], rest[12]]
        layouts.append((*pile, *work, *rest[13:]))
    return Deal(tuple(layouts), tuple(map(rules.pile_of, range(rules.players))), rules.work_piles)


def cards_of(state: Any, seat: int) -> int:
    """How many cards of a seat lie somewhere."""
    place = state.view(None).places[seat]
    return int(place.pile + sum(map(len, place.work)) + place.waste + place.stock + place.out)


def test_five_hundred_claims_of_one_foundation(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nerts, "shuffle", contested)
    claims = 0

    async def contest(home: Any, players: int) -> None:
        nonlocal claims
        people = [home.visitor() for _ in range(players)]
        table, secret = await people[0].open("nerts", {"players": players})
        await asyncio.gather(*(person.join(table, secret, name="P") for person in people[1:]))
        chairs: list[Chair] = [person.sit(table) for person in people]
        for chair in chairs:
            await chair.__aenter__()
        assert (await chairs[0].wish(t="host", do="start"))["ok"]
        state = home.lobby.desks[table].table.match.current
        await asyncio.sleep(0.06)
        for claim in CLAIMS:
            assert (await chairs[0].wish(t="act", action=claim))["ok"]
        reachers = chairs[1:]
        for suit, claim in enumerate(CLAIMS):
            claims += 1
            for chair in reachers:
                chair.n += 2
                await chair.send(t="act", n=chair.n - 1, action=claim)
                await chair.send(t="act", n=chair.n, action="draw")
            for chair in reachers:
                while chair.n not in chair.acks:
                    await chair.take()
            answers = [chair.acks[chair.n - 1] for chair in reachers]
            winners = [answer for answer in answers if answer["ok"]]
            assert len(winners) == 1
            assert {answer["code"] for answer in answers if not answer["ok"]} <= {"gone"}
            # Moves on other piles, sent in the same moment, are disturbed by nothing.
            assert all(chair.acks[chair.n]["ok"] for chair in reachers)
            assert all(cards_of(state, seat) == 52 for seat in range(players))
            view = state.view(None)
            losers = [chair for chair, answer in zip(reachers, answers, strict=True) if not answer["ok"]]
            for chair in losers:  # the card lies where it was
                place = view.places[chair.seat]
                assert (place.pile_top if suit == 0 else place.work[suit - 1][-1]) == 4 + suit
        for chair in chairs:
            await chair.send(t="look")
            await chair.until(lambda frame: frame["t"] == "welcome")  # compared with what was drawn
            await chair.line.close()

    async def scenario() -> None:
        async with house(countdown=0.03) as home:
            limit = asyncio.Semaphore(10)

            async def one(players: int) -> None:
                async with limit:
                    await contest(home, players)

            await asyncio.gather(*(one(3 + i % 5) for i in range(TABLES)))
            assert home.lobby.metrics["errors"] == 0

    asyncio.run(scenario())
    assert claims >= 500


def test_a_hint_says_what_and_why(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A learner asks in the middle of a race, and is told the move and its card."""
    monkeypatch.setattr(nerts, "shuffle", contested)

    async def scenario() -> None:
        async with house(countdown=0.03) as home:
            ann, bob = home.visitor(), home.visitor()
            table, secret = await ann.open("nerts", {"players": 2})
            await bob.join(table, secret, name="Bob")
            async with ann.sit(table) as chair:
                assert (await chair.wish(t="host", do="start"))["ok"]
                await asyncio.sleep(0.06)
                chair.n += 1
                await chair.send(t="hint", n=chair.n)
                told = await chair.until(lambda frame: frame["t"] == "hint")
                assert told["n"] == chair.n
                assert told["action"] in CLAIMS
                assert told["reason"].startswith(told["action"] + ": ")
                assert "A scores" in told["reason"]
                monkeypatch.setattr(minds, "hint", lambda *_: (None, "wait: nothing can be done"))
                chair.n += 1
                await chair.send(t="hint", n=chair.n)
                told = await chair.until(lambda frame: frame["t"] == "hint")
                assert (told["n"], told["action"]) == (chair.n, "wait")

    asyncio.run(scenario())
