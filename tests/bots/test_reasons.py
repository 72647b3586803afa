"""Reasons read like a friend's advice: they name the action, are short, hide the machinery and are true."""

import re
from random import Random
from typing import Any

import pytest
from tests.bots.test_simple import any_rules

from peppernut import bots
from peppernut.cards import KIND, spoken
from peppernut.catalog import room
from peppernut.match import Match
from peppernut.rules import resolve
from peppernut.rules.rulebook import worded

NUMBER = {worded(number): number for number in range(13)}
NUMBERS = "|".join(NUMBER)
# said of a card, these mean that it takes the trick, whatever comes
CERTAIN = ("nothing that is out beats it", "nothing beats it", "it must win")
SURELY = re.compile(r"takes the trick$|takes it$|as cheaply as can be$")
LOST = ("cannot be won", "is not to be had", "and this loses")


def named(action: str) -> str:
    """How a reason begins."""
    verb, _, rest = action.partition(" ")
    if verb in {"play", "discard", "give", "call"}:
        return f"{verb} {spoken(KIND[rest])}: "
    if verb == "trump":
        suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
        return "no trump: " if rest == "NT" else f"trump {suits[rest]}: "
    return f"{action}: "


def well_said(view: Any, action: str, reason: str) -> None:
    """Whether a reason is fit to be read."""
    begin = named(action)
    assert reason.startswith(begin), (action, reason)
    text = reason.removeprefix(begin)
    assert 10 < len(text) <= 150, reason
    assert text[0].islower() or text[0].isdigit(), reason
    assert text[-1] not in ".,;: ", reason
    assert not re.search(r"\d\.\d|%|\?\?|None|  |\bno more\b|\(\)", text), reason
    assert text.count(";") + text.count(". ") <= 1, reason
    assert text.count(" but ") <= 1, reason
    if action.startswith("bid ") and action[4].isdigit() and len(view.legal) > 1:
        (peanuts_bid if view.game == "peanuts" else pepper_bid)(view, int(action.split(" ")[1]), text)


def peanuts_bid(view: Any, bid: int, text: str) -> None:
    """The tricks that are counted up are those that are bid, or the reason says what else counts."""
    good, more, whole = (
        re.search(pattern, text)
        for pattern in (
            rf"({NUMBERS}) good card",
            rf"likely ({NUMBERS}) more",
            rf"likely ({NUMBERS}) tricks? in all",
        )
    )
    if whole:
        assert NUMBER[whole[1]] == bid, text
    elif more:
        assert good, text
        assert NUMBER[good[1]] + NUMBER[more[1]] == bid, text
    elif "not much else" in text:
        assert good, text
        assert NUMBER[good[1]] == bid, text
    elif "hardly all" in text:
        assert good, text
        assert NUMBER[good[1]] > bid, text
    elif "likely to win" in text:
        assert bid == 0, text
    elif "the hook" in text:
        assert f"bid {text.rsplit(' ', 1)[1]}" not in view.legal, text
    elif "you may hold" in text:
        assert view.forehead, text
    else:
        assert re.search("leave little|more is left|to the score|most often", text), text


def pepper_bid(view: Any, bid: int, text: str) -> None:
    """The same for pepper."""
    alone, more = (
        re.search(pattern, text)
        for pattern in (rf"about ({NUMBERS}) tricks? alone", rf"(?:bring|luck) ({NUMBERS})")
    )
    tricks = NUMBER[alone[1]] if alone else 0
    assert alone or "hardly a trick alone" in text, text
    if more:
        assert tricks + NUMBER[more[1]] == bid, text
    elif tricks < bid:
        assert re.search("must bid|close to the end|strong too|worth the risk", text), text


def played(game: str, rules: Any, rng: Random, deals: int) -> None:
    """Play with every reason read; a third of the actions are any, so that strange ones are explained too."""
    match = Match(game, rules, ["somebody"] * rules.players)
    bot = bots.policy(game, "simple")
    for _ in range(deals):
        if match.over:
            return
        state: Any = match.begin(match.shuffle(rng.randbytes(32)))
        claims: list[tuple[int, str]] = []
        while not state.over:
            seat = state.to_act[0]
            view = state.view(seat)
            action = rng.choice(view.legal) if rng.random() < 0.3 else bot.choose(view, rng)
            reason = bot.reason(view, action)
            well_said(view, action, reason)
            if view.phase == "play":
                claims.append((seat, reason))
            last = view.last_trick
            match.apply(seat, action)
            taken = state.view(seat).last_trick
            if taken is not None and taken != last:
                holds(claims, taken[1])
                claims = []


def holds(claims: list[tuple[int, str]], winner: int) -> None:
    """What was said of the cards of a trick is true."""
    for at, (seat, reason) in enumerate(claims):
        if any(word in reason for word in CERTAIN):
            assert seat == winner, (reason, winner)
        if any(word in reason for word in LOST):
            assert seat != winner, (reason, winner)
        if at == len(claims) - 1 and SURELY.search(reason):
            assert seat == winner, (reason, winner)


@pytest.mark.parametrize(
    ("game", "preset"), [(game, preset) for game in ("peanuts", "pepper") for preset in room(game).PRESETS]
)
def test_every_preset(game: str, preset: str) -> None:
    played(game, resolve(room(game), {"preset": preset}), Random(f"reasons {game} {preset}"), 25)


@pytest.mark.parametrize("game", ["peanuts", "pepper"])
def test_rules_by_chance(game: str) -> None:
    rng = Random(f"reasons {game}")
    for _ in range(150):
        played(game, any_rules(game, rng), rng, 2)
