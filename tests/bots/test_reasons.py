"""Reasons read like a friend's advice: they name the action, are short, hide the machinery and are true."""

import re
from random import Random
from typing import Any

import pytest
from tests.bots.test_simple import any_rules

from peppernut import bots
from peppernut.bots import pepper_words, sense
from peppernut.bots.simple_peanuts import sight_of, wanted
from peppernut.cards import KIND, KINDS, spoken, suit
from peppernut.catalog import room
from peppernut.match import Match
from peppernut.record import replay
from peppernut.rules import resolve
from peppernut.rules.rulebook import worded

NUMBER = {worded(number): number for number in range(13)}
NUMBERS = "|".join(NUMBER)
# said of a card, these mean that it takes the trick, whatever comes
CERTAIN = ("nothing that is out beats it", "nothing beats it", "it must win")
SURELY = re.compile(r"takes the trick$|takes it$|as cheaply as can be$")
LOST = ("cannot be won", "is not to be had", "and this loses")
BEYOND = (
    "must bid|giving up is no better|win the game|close to the end|has bid too|else the others keep|"
    "keep the others from bidding|nobody else wants"
)
SPOKEN = {spoken(kind): kind for kind in range(KINDS)}


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
    assert 10 < len(text) <= 170, reason
    assert text[0].islower() or text[0].isdigit(), reason
    assert text[-1] not in ".,;: ", reason
    assert not re.search(r"\d\.\d|%|\?\?|None|  |\bno more\b|\(\)", text), reason
    assert text.count(";") + text.count(". ") <= 1, reason
    assert text.count(" but ") <= 1, reason
    if action.startswith("bid ") and action[4].isdigit() and len(view.legal) > 1:
        (peanuts_bid if view.game == "peanuts" else pepper_bid)(view, int(action.split(" ")[1]), text)


def peanuts_bid(view: Any, bid: int, text: str) -> None:
    """The tricks that are counted up are those that are bid, or the reason says what else counts."""
    named = [SPOKEN[card] for card in re.findall(r"[♣♦♥♠]\w+", text)] if "good card" in text else []
    for kind in named:  # the best ones of their suit
        higher = [other for other in held(view) if suit(other) == suit(kind) and other > kind]
        assert set(higher) <= set(named) or "…" in text, (text, view.hands[view.seat])
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
        assert re.search("leave little|more is left|to the score|does best", text), text


def at_table(game: str, given: dict[str, Any], deal: dict[str, Any], actions: str) -> Any:
    """The view of the seat to act after these actions."""
    match = Match(game, resolve(room(game), given), ["somebody"] * 4)
    match.begin(match.room.Deal.parse(match.rules, deal))
    for text in actions.split(", ") if actions else []:
        match.apply(match.states[-1].to_act[0], text)
    state = match.states[-1]
    return state.view(state.to_act[0])


HANDS = ["AC 9C 2D 3D", "5D 6D 7D 8D", "2H 3H 4H KH", "AS 2S 3S 4S"]


@pytest.mark.parametrize(
    ("dealer", "actions", "action", "words"),
    [
        # and what agrees is joined by "and"
        (3, "bid 1, bid 0", "bid 2", "two good cards (♥K, ♥4), and tried in"),
        (3, "bid 1, bid 0", "bid 1", "two good cards (♥K, ♥4), but tried in"),
        # two tricks are bid, and two are left
        (0, "bid 2", "bid 0", "two good cards (♥K, ♥4), but tried in"),
        (0, "bid 3", "bid 0", "two good cards (♥K, ♥4), but the others' bids leave little"),
        # two play after this seat: that the card takes the trick is not certain
        (
            3,
            "bid 0, bid 0, bid 1, bid 0, play 2D",
            "play 5D",
            "you want no trick, and no card that you may play stays below",
        ),
    ],
)
def test_words_fit_together(dealer: int, actions: str, action: str, words: str) -> None:
    """What a reason says of others, and how its parts are joined."""
    deal = {"dealer": dealer, "hands": HANDS, "turnup": "QH"}
    view = at_table("peanuts", {"start_cards": 4, "hands": 1}, deal, actions)
    assert words in bots.policy("peanuts", "simple").reason(view, action)


def held(view: Any) -> list[int]:
    """The own hand."""
    return [KIND[card] for card in view.hands[view.seat]]


def pepper_bid(view: Any, bid: int, text: str) -> None:
    """The same for pepper."""
    alone, more = (
        re.search(pattern, text)
        for pattern in (rf"about ({NUMBERS}) tricks? alone", rf"(?:bring|luck) ({NUMBERS})")
    )
    tricks = NUMBER[alone[1]] if alone else 0
    assert alone or "hardly a trick alone" in text, text
    other = re.search(r" \(or (with(?:out)? \w+)\)", text)
    if other:  # another contract that the bidder may name
        assert not view.rules.suit_bids, text
        assert not text.startswith(other[1] + " "), text
        assert view.rules.no_trump or other[1] != "without trump", text
    if "win the game" in text:
        side = next(at for at, side in enumerate(view.rules.side_seats) if view.seat in side)
        assert view.standing.totals[side] + bid >= view.rules.target, text
    if more:
        assert tricks + NUMBER[more[1]] == bid, text
    elif tricks < bid:
        assert re.search(BEYOND, text), text


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
            if view.phase == "drop_out" and action == "no":
                assert "likely" not in reason, reason  # that would be a reason to stay
            if view.phase == "play":
                claims.append((seat, reason))
            last = view.last_trick
            match.apply(seat, action)
            taken = state.view(seat).last_trick
            if taken is not None and taken != last:
                holds(claims, taken[1])
                if game == "peanuts":
                    kept(state.view(seat), claims[-1], view, action, taken[1])
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


def kept(after: Any, claim: tuple[int, str], view: Any, action: str, winner: int) -> None:
    """Whoever is last and loses the bid with this card, though another would have kept it, is told so."""
    seat, reason = claim
    sight = sight_of(view)
    before, now = wanted(view), view.bids[seat] - after.tricks[seat]
    if before == 0 and now < 0:
        assert "loses the bid" in reason or not sight.losers() or len(view.legal) == 1, reason
    if "loses the bid" in reason:
        assert before >= 0, reason
        assert now < 0 or now > len(held(view)) - 1, reason


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


def told(game: str, rules: dict[str, Any], hands: list[str], actions: list[list[Any]], **deal: Any) -> str:
    """The reason for the last of the actions, where those before it were done."""
    record = {
        "format": "peppernut/1",
        "game": game,
        "rules": rules,
        "seats": ["somebody"] * len(hands),
        "deals": [{"dealer": 3, "hands": hands, **deal, "actions": actions[:-1]}],
    }
    outcome = replay(record)
    assert outcome.error is None, outcome.error
    match: Any = outcome.match
    seat, action = actions[-1]
    return bots.policy(game, "simple").reason(match.current.view(seat), action)


def test_the_good_cards_of_a_suit_are_its_best() -> None:
    hands = ["AH 8C 5C 4C", "2C 3D 4D 5D", "2S 3S 4S 5S", "6D 7D 8D 9D"]
    reason = told("peanuts", {"start_cards": 4}, hands, [[0, "bid 3"]], turnup="6C")
    assert "♣8" in reason
    assert "♣4" not in reason


@pytest.mark.parametrize(
    ("scoring", "why"), [("all_or_nothing", "hardly be kept"), ("alternate", "counts one")]
)
def test_what_loses_the_bid_is_not_called_safe(scoring: str, why: str) -> None:
    hands = ["KS 3H", "QS 4H", "JS 5H", "AS 2S"]
    bids = [[0, "bid 1"], [1, "bid 0"], [2, "bid 0"], [3, "bid 0"]]
    plays = [[0, "play KS"], [1, "play QS"], [2, "play JS"], [3, "play AS"]]
    rules = {"start_cards": 2, "scoring": scoring}
    reason = told("peanuts", rules, hands, bids + plays, turnup="6C")
    assert "loses the bid" in reason
    assert why in reason
    rules["hook"] = False
    bids[3] = [3, "bid 2"]
    assert "hardly be kept" in told("peanuts", rules, hands, [*bids, *plays[:3], [3, "play 2S"]], turnup="6C")


def test_what_speaks_for_a_bid_above_the_hand() -> None:
    hands = ["9C TC QH KH 9D TS", "TH 9S JS QS KS AS", "JH JC JD TD QD KD", "9H AH AD AC KC QC"]

    def bid(*words: str, **rules: Any) -> str:
        actions = [[seat, text] for seat, text in enumerate(words)]
        return told("pepper", {"preset": "iowa", **rules}, hands, actions)

    assert bid("bid 6", target=6).endswith("and that would win the game")
    assert bid("bid 5", target=6).endswith("but it may keep the others from bidding")
    assert bid("pass", "bid 2", "pass", "bid 6").endswith("but your partner has bid too")
    assert bid("bid 2", "pass", "pass", "bid 6").endswith("but else the others keep the bid")
    assert bid("pass", "pass", "pass", "bid 6").endswith(
        ("and you must bid", "but nobody else wants the bid")
    )


def test_what_a_trump_draws() -> None:
    """Both opponents have shown that they have none: the lead of a trump would draw but the partner's."""
    hands = ["JH JD AH AS 9C 9D", "9H KC QC TC KS QS", "QH KH TH JS 9S TS", "AC JC AD KD QD TD"]
    words = (
        "bid 4, pass, pass, pass, trump H, with, yes, yes, "
        "play JH, play 9H, play TH, play TD, play JD, play TC, play QH, play QD"
    )
    view = at_table("pepper", {}, {"dealer": 3, "hands": hands}, words)
    assert view.seat == 0
    assert sense.pepper(view) == ["play AS"]
    reason = bots.policy("pepper", "simple").reason
    assert reason(view, "play AH").endswith("no opponent has a trump left")


def test_a_partner_may_win_what_the_seat_cannot() -> None:
    hands = ["AC JC KD QC QH JS", "TC AD JD 9S QD JH", "9C TH AS TD TS QS", "KH 9D AH KS 9H KC"]
    words = (
        "bid 5, pass, pass, bid 6, trump C, with, yes, maybe, play JC, play TC, play 9C, play KC, "
        "play JS, play 9S, play TD, play 9D, play AC, play JH, play TH, play 9H, "
        "play QC, play JD, play TS, play KS, play QH"
    )
    view = at_table("pepper", {}, {"dealer": 0, "hands": hands}, words)
    assert "you cannot win this trick" in bots.policy("pepper", "simple").reason(view, "play QD")


def test_a_low_trump_is_not_said_to_win() -> None:
    """Two higher trumps are out somewhere: led now, the three hardly wins."""
    hands = ["3D 6D 3H 8H", "5C 6C 7C 8C", "2S 3S 4S KH", "AS 5S 6S AH"]
    view = at_table(
        "peanuts",
        {"start_cards": 4, "hands": 1},
        {"dealer": 3, "hands": hands, "turnup": "9H"},
        "bid 1, bid 0, bid 1, bid 1",
    )
    assert "should win" not in bots.policy("peanuts", "simple").reason(view, "play 3H")


def test_tricks_are_rounded_down() -> None:
    assert [pepper_words._tricks(own) for own in (0.6, 0.8, 4.4, 5.5, 5.9)] == [0, 1, 4, 5, 6]
