"""Messages: what is malformed is refused and counted; slow, silent and strange clients hurt nobody."""

import asyncio
import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from peppernut.web import protocol

NASTY: list[Any] = [
    "", "null", "[]", "{}", "0", '"hello"', "{", '{"t":', "\ufeff{}", "[" * 4000, '{"a":' * 1000,
    '{"t":"act"}', '{"t":null}', '{"t":["act"]}', '{"t":"nothing","n":1}', '{"t":"welcome"}',
    '{"t":"act","n":"5","action":"draw"}', '{"t":"act","n":1e400,"action":"draw"}',
    '{"t":"act","n":99999999999999999999999,"action":"x"}', '{"t":"act","n":1.5,"action":"draw"}',
    '{"t":"act","n":1,"action":null}', '{"t":"act","n":1,"action":{"a":[]}}', '{"t":"hello","v":"one"}',
    '{"t":"host","n":1,"do":5}', '{"t":"chat","n":1}', '{"t":"ping"}', '{"t":"host","n":-1,"do":"start"}',
    b"\xff\xfe", b"\x00" * 100, b'{"t":"look"}',
]  # fmt: skip


@given(st.text(max_size=300))
def test_a_name_is_text_that_disturbs_nobody(text: str) -> None:
    name = protocol.clean_name(text)
    assert 1 <= len(name) <= 40
    assert name == name.strip()
    assert not any(c in name for c in "\n\r\t\u202e\u2066\u200f\x00")


def test_names() -> None:
    assert protocol.clean_name("  Anna\u0308  Lena ") == "Annä Lena"
    assert protocol.clean_name("\u202e\u2066\n") == "Guest"
    assert protocol.clean_name("👩‍👩‍👧 Familie") == "👩‍👩‍👧 Familie"
    assert protocol.clean_name("x" * 500) == "x" * 40


@given(st.binary(max_size=200) | st.text(max_size=200) | st.sampled_from(NASTY))
def test_decoding_raises_nothing_unexpected(frame: Any) -> None:
    try:
        message = protocol.decode(frame)
    except (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError):
        return
    assert isinstance(message, protocol.Inbound)


def test_malformed_frames_are_answered_and_counted(house: Any) -> None:
    async def scenario() -> None:
        async with house() as home:
            ann, bob = home.visitor(), home.visitor()
            table, secret = await ann.open("peanuts", bots={"2": "easy", "3": "easy"})
            await bob.join(table, secret, name="Bob")
            async with ann.sit(table) as a, bob.sit(table) as b:
                await a.wish(t="host", do="start")
                for nasty in NASTY:
                    await b.line.send(nasty)
                    frame = await b.until(
                        lambda f: (
                            (f["t"] in {"error", "welcome"} and not f.get("match", None)) or f["t"] == "error"
                        )
                    )
                    assert frame["t"] == "error"
                assert home.lobby.metrics["frames_bad"] == len(NASTY)
                assert (await b.wish(t="chat", text="still here"))["ok"]
                # Well-formed nonsense is refused without harm.
                rng = random.Random(7)
                junk: list[Any] = [
                    None,
                    -1,
                    2**62,
                    99,
                    "",
                    "x" * 3000,
                    [],
                    {},
                    True,
                    "play JH",
                    "start",
                    "bot",
                ]
                for _ in range(300):
                    kind = rng.choice(
                        ["act", "host", "ready", "chat", "hint", "name", "look", "ping", "hello"]
                    )
                    keys = [
                        "n",
                        "at",
                        "action",
                        "do",
                        "seat",
                        "level",
                        "value",
                        "same",
                        "mix",
                        "text",
                        "name",
                        "ms",
                        "have",
                        "v",
                    ]
                    message = {"t": kind} | {key: rng.choice(junk) for key in rng.sample(keys, 5)}
                    if kind in {"act", "host", "chat", "ready"} and rng.random() < 0.7:
                        message |= {
                            "n": rng.randrange(1000),
                            "action": rng.choice(["bid 1", "x", ""]),
                            "do": rng.choice(["start", "x"]),
                        }
                    await b.send(**message)
                    if home.lobby.metrics["frames_bad"] > 70:
                        break
                await a.wish(t="chat", text="and I")
                assert home.lobby.metrics["errors"] == 0
            # An oversize frame closes the socket, and only that.
            async with ann.sit(table) as a, ann.sit(table) as other:
                await other.line.send('{"t":"chat","n":1,"text":"' + "x" * 9000 + '"}')
                with pytest.raises(ConnectionClosed):
                    await other.until(lambda _: False)
                assert other.line.close_code == 1009
                assert (await a.wish(t="chat", text="fine"))["ok"]
            assert home.lobby.metrics["errors"] == 0

    asyncio.run(scenario())


def test_who_sends_only_rubbish_is_shown_out(house: Any) -> None:
    async def scenario() -> None:
        async with house() as home:
            ann = home.visitor()
            table, _ = await ann.open("peanuts")
            async with ann.sit(table) as chair:
                for _ in range(60):
                    await chair.line.send("rubbish")
                with pytest.raises(ConnectionClosed):
                    await chair.until(lambda _: False)
                assert chair.line.close_code == 4429

    asyncio.run(scenario())


def test_only_our_own_page_may_open_a_socket(house: Any) -> None:
    async def scenario() -> None:
        async with house() as home:
            ann = home.visitor()
            table, _ = await ann.open("peanuts")
            url = home.base.replace("http", "ws") + "/ws/" + table
            for origin in (
                None,
                "http://evil.example",
                home.base + ".evil.example",
                home.base + "/",
                "null",
                "https" + home.base[4:],
            ):
                with pytest.raises(InvalidStatus) as refused:
                    await connect(
                        url,
                        origin=Origin(origin) if origin else None,
                        additional_headers={"Cookie": ann.cookie},
                    )
                assert refused.value.response.status_code == 403
            for name, cookie, code in (
                (table, "", 4401),
                (table, "peppernut=" + "x" * 43, 4401),
                ("zzzzzzzz", ann.cookie, 4404),
            ):
                line = await connect(
                    url.replace(table, name), origin=home.base, additional_headers={"Cookie": cookie}
                )
                with pytest.raises(ConnectionClosed):
                    await line.recv()
                assert line.close_code == code

    asyncio.run(scenario())


def test_a_socket_must_say_hello(house: Any) -> None:
    async def scenario() -> None:
        async with house(hello_within=0.1) as home:
            ann = home.visitor()
            table, _ = await ann.open("peanuts")
            chair = ann.sit(table)
            await chair.open()
            await chair.send(t="chat", n=1, text="hi")
            assert (await chair.take())["code"] == "no_hello"
            with pytest.raises(ConnectionClosed):
                await chair.take(5)
            assert chair.line.close_code == 4408

    asyncio.run(scenario())


def test_too_much_at_once_is_refused_and_may_be_sent_again(house: Any) -> None:
    async def scenario() -> None:
        async with house(rate=15.0, burst=40.0) as home:
            ann = home.visitor()
            table, _ = await ann.open("peanuts")
            async with ann.sit(table) as chair:
                for n in range(1, 61):
                    await chair.send(t="chat", n=n, text="again")
                answers = [await chair.until(lambda f: f["t"] == "ack") for _ in range(60)]
                fast = [a for a in answers if not a["ok"]]
                assert 15 <= len(fast) <= 20
                assert {a["code"] for a in fast} == {"too_fast"}
                await asyncio.sleep(0.3)
                await chair.send(t="chat", n=fast[0]["n"], text="again")
                assert (await chair.until(lambda f: f["t"] == "ack"))["ok"]

    asyncio.run(scenario())


def test_a_reader_who_does_not_read_hurts_nobody(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from peppernut.web import line as lines

    monkeypatch.setattr(lines, "BEHIND", 64 * 1024)
    monkeypatch.setattr(lines, "PATIENCE", 4.0)

    async def scenario() -> None:
        async with house(small=True) as home:
            ann, bob = home.visitor(), home.visitor()
            table, secret = await ann.open("peanuts")
            await bob.join(table, secret, name="Bob")
            async with ann.sit(table) as a:
                b = bob.sit(table)
                b.small = True
                await b.__aenter__()
                desk = home.lobby.desks[table]
                behind = next(line for line in desk.lines if line.seat == 1)
                transport: Any = b.line.transport
                transport.pause_reading()
                while home.lobby.metrics["slow_readers"] == 0:
                    for _ in range(20):
                        await b.send(t="look")
                    await asyncio.sleep(0.01)
                waiting = behind.wire.waiting()
                assert waiting < 2 * 64 * 1024
                for _ in range(50):
                    assert (await a.wish(t="chat", text="x" * 300))["ok"]
                assert behind.wire.waiting() <= waiting  # nothing more is kept for him
                # He reads again: a fresh view, and on he goes.
                transport.resume_reading()
                await b.until(lambda _: len(b.frames) > 20 and behind.behind_since is None)
                assert (await b.wish(t="chat", text="back"))["ok"]
                # And once more, for good: he is given up.
                transport.pause_reading()
                while home.lobby.metrics["slow_readers"] == 1:
                    for _ in range(20):
                        await b.send(t="look")
                    await asyncio.sleep(0.01)
                await a.until(lambda f: "table" in f and not f["table"]["seats"][1]["here"])
                assert home.lobby.metrics["slow_dropped"] == 1
                transport.abort()

    asyncio.run(scenario())


def test_the_description_for_machines_fits_the_routes(house: Any) -> None:
    from peppernut.web.app import ROUTES
    from peppernut.web.openapi import document

    described = set(document()["paths"])
    real = {route.path.replace(":int}", "}") for route in ROUTES} - {
        "/",
        "/t/{name}",
        "/{path:path}",
        "/openapi.json",
    }
    assert described == real
    json.dumps(document())


def test_every_message_stands_in_the_protocol_page() -> None:
    from pathlib import Path

    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    for kind in vars(protocol).values():
        if isinstance(kind, type) and issubclass(kind, protocol.Message) and kind is not protocol.Message:
            assert f'"t": "{kind.__struct_config__.tag}"' in page, kind


def test_frames_may_come_in_any_pieces(house: Any) -> None:
    """Byte by byte, many at once, fragmented, with pings between: the same messages arrive."""

    def masked(payload: bytes, first: int = 0x81) -> bytes:
        mask = b"\x01\x02\x03\x04"
        size = len(payload)
        head = bytes((first, 0x80 | size)) if size < 126 else bytes((first, 0xFE)) + size.to_bytes(2, "big")
        return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))

    async def scenario() -> None:
        async with house() as home:
            ann = home.visitor()
            table, _ = await ann.open("peanuts")
            async with ann.sit(table) as chair:
                transport: Any = chair.line.transport
                sent, texts = b"", []
                for n, size in enumerate((1, 80, 100, 119, 126, 200, 297), 1):
                    text = "abc" * (size // 3) + "x"
                    texts.append(text)
                    message = json.dumps({"t": "chat", "n": n, "text": text}).encode()
                    if n % 3 == 0:
                        sent += masked(message[:20], 0x01) + masked(b"hi", 0x89) + masked(message[20:], 0x80)
                    else:
                        sent += masked(message) + masked(b"", 0x8A)
                rng = random.Random(3)
                for pieces in (1, 3, 50, len(sent)):
                    at = 0
                    while at < len(sent):
                        step = min(pieces, 1 + rng.randrange(pieces)) if pieces < len(sent) else pieces
                        transport.write(sent[at : at + step])
                        at += step
                        if pieces < 5 and at % 7 == 0:
                            await asyncio.sleep(0)
                    heard: list[int] = []
                    while len(heard) < len(texts):
                        frame = await chair.take()
                        if frame["t"] == "ack":
                            assert frame["ok"]
                            heard.append(frame["n"])
                    assert heard == list(range(1, len(texts) + 1))
                assert [f["text"] for f in chair.frames if f["t"] == "chat"] == texts
                assert home.lobby.metrics["frames_bad"] == 0

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "bad",
    [
        b"\x81\x05hello",
        b"\x81\xff" + (1 << 20).to_bytes(8, "big") + b"\x00" * 4,
        b"\x81\xfe\x40\x00" + b"\x00" * 20,
        b"\xf1\x80\0\0\0\0",
    ],
)
def test_broken_frames_close_the_socket_and_nothing_else(house: Any, bad: bytes) -> None:
    async def scenario() -> None:
        async with house() as home:
            ann = home.visitor()
            table, _ = await ann.open("peanuts")
            async with ann.sit(table) as fine, ann.sit(table) as chair:
                transport: Any = chair.line.transport
                transport.write(bad)
                with pytest.raises(ConnectionClosed):
                    await chair.until(lambda _: False)
                assert (await fine.wish(t="chat", text="all well"))["ok"]
            assert home.lobby.metrics["errors"] == 0

    asyncio.run(scenario())
