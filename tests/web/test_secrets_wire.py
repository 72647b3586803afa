"""Two deals that differ only in what a seat cannot know give that seat the same bytes (law 1, on the wire)."""

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from peppernut.cards import TEXT as CARDS
from peppernut.catalog import room
from peppernut.match import Match
from peppernut.rules import resolve, to_json
from peppernut.web import auth, journal
from peppernut.web.desk import Desk
from peppernut.web.journal import Acted, Dealt, Opened, Sat, Sealed, Started
from peppernut.web.line import Line
from peppernut.web.lobby import Lobby
from peppernut.web.settings import Settings
from peppernut.web.store import NotStored
from peppernut.web.table import Table

NAME = "bcdfghjk"
SECRET = "A" * 22
TOKENS = [str(i) * 43 for i in range(10)]


class Paper:
    """A log that is always written at once."""

    def append(
        self, table: int, head: int, bodies: Sequence[str], done: Callable[[NotStored | None], None]
    ) -> None:
        asyncio.get_running_loop().call_soon(done, None)

    commits = failures = entries = 0
    seconds = 0.0
    trouble = None


class Ear:
    """A wire that keeps every byte."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def write(self, payload: bytes) -> None:
        self.heard.append(payload)

    def waiting(self) -> int:
        return 0

    def close(self, code: int) -> None:
        self.heard.append(b"close %d" % code)

    def abort(self) -> None:
        self.heard.append(b"abort")


async def settle() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


async def listen(
    game: str, rules: Any, deal: Any, actions: list[Any], seat: int | None, tries: list[str]
) -> list[bytes]:
    """All that a seat (None: a spectator) hears while these actions happen, with a second tab and refused clicks."""
    players = rules.players
    lobby = Lobby(Paper(), Settings(countdown=0.0))  # type: ignore[arg-type]
    given = to_json(rules)
    entries: list[journal.Entry] = [
        Opened(
            game=game,
            given=given,
            rules=given,
            rules_version=1,
            seats=players,
            link=auth.link_hash(NAME, SECRET),
        ),
        *(Sat(seat=i, name=f"P{i}", key=auth.key_of(NAME, TOKENS[i]), seal="") for i in range(players)),
        Sealed(secret="11" * 32),
        Started(chairs=list(range(players)), given=given, rules=given),
    ]
    desk = Desk(lobby, Table.replay(NAME, [journal.encode(entry) for entry in entries]), 1, len(entries))
    desk.show.seq = 1000
    ears: list[Ear] = []

    def sit(who: int | None) -> Line:
        ear = Ear()
        token = "s" * 43 if who is None else TOKENS[who]
        line = Line(ear, desk, auth.key_of(NAME, token), token, lobby.metrics)
        if who == seat:
            ears.append(ear)
        line.receive('{"t":"hello","v":1}')
        return line

    line = sit(seat)
    for other in range(players):
        if other != seat:
            sit(other)
    await settle()
    desk.submit(
        lambda: desk.step(desk.do(Dealt(cards=deal.to_json(), dealer=deal.dealer)), table=True, match=True)
    )
    await settle()
    for at, action in enumerate(actions):
        entry = Acted(seat=action[0], action=action[1], ms=action[2] if len(action) > 2 else None)
        desk.submit(desk.acted, entry)
        await settle()
        if at % 7 == 3:
            sit(seat)
    for n, text in enumerate(tries, 1):
        line.receive(f'{{"t":"act","n":{n},"at":{desk.table.position},"action":"{text}"}}')
    sit(seat)
    await settle()
    assert not lobby.metrics["errors"]
    desk.close()
    lobby.minds.close()
    return [payload for ear in ears for payload in ear.heard]


CASES = [
    ("peanuts", {"start_cards": 4, "hands": 8}),
    ("peanuts", {"start_cards": 1, "hands": 2, "players": 5}),
    ("peanuts", {"start_cards": 6, "players": 6}),
    ("pepper", {"preset": "iowa"}),
    ("pepper", {"preset": "widebeard"}),
    ("pepper", {"preset": "johnston"}),
    ("pepper", {"preset": "dilley"}),
    ("pepper", {"preset": "cutthroat-3"}),
    ("nerts", {"players": 3}),
]


@pytest.mark.parametrize(("game", "given"), CASES)
def test_no_byte_depends_on_what_the_seat_cannot_know(game: str, given: dict[str, Any]) -> None:
    rules = resolve(room(game), given)
    different = 0
    for seed in range(6):
        rng = random.Random(seed)
        match = Match(game, rules, [f"P{i}" for i in range(rules.players)])
        state = match.begin(match.shuffle(rng.randbytes(32)))
        for _ in range(rng.randrange(0, 40)):
            if state.over:
                break
            actor = rng.choice(state.to_act)
            legal = [text for text in state.legal(actor) if text not in {"stuck", "call"}]
            if legal:
                state.apply(actor, rng.choice(legal), None)
        if state.over:
            continue
        for seat in [*range(rules.players), None][:: 1 + seed % 2]:
            other = type(state).guess(state.view(seat), rng)
            if (
                other.deal is None
            ):  # nerts: what lies face down now, as a layout from which the same moves lead here
                other = _laid_again(room(game), rules, state, rng)
            if other.deal == state.deal and list(other.actions) == list(state.actions):
                continue
            different += 1
            tries = [f"play {card}" for card in CARDS[::5]] if seat is not None else ["draw"]
            if seat is not None and seat in state.to_act:
                tries = []  # a legal one would change the table: what it shows then may differ

            async def both(
                one: Any = state, two: Any = other, who: int | None = seat, t: list[str] = tries
            ) -> None:
                first = await listen(game, rules, one.deal, list(one.actions), who, t)
                second = await listen(game, rules, two.deal, list(two.actions), who, t)
                assert first == second

            asyncio.run(both())
    assert different >= 3


def _laid_again(game_room: Any, rules: Any, state: Any, rng: random.Random) -> Any:
    """The same round with other cards face down: stocks end and piles' bottoms in another order."""
    layouts = []
    for seat, layout in enumerate(state.deal.layouts):
        place = state.view(None).places[seat]
        cards = list(layout)
        pile = rules.pile_of(seat)
        turned = pile - place.pile + 1  # how many of the pile have been seen, from its top
        hidden = list(range(turned, pile))
        if place.stock == 52 - pile - rules.work_piles:  # nothing of the stock has been seen
            hidden += list(range(pile + rules.work_piles, 52))
        faces = [cards[i] for i in hidden]
        rng.shuffle(faces)
        for i, card in zip(hidden, faces, strict=True):
            cards[i] = card
        layouts.append(tuple(cards))
    deal = type(state.deal)(tuple(layouts), state.deal.piles, state.deal.work_piles)
    again = type(state).start(rules, deal, Match("nerts", rules, [""] * rules.players).standing())
    for actor, text, ms in state.actions:
        again.apply(actor, text, ms)
    return again
