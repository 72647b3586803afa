"""A game as text: reading a record, playing it again, and telling where it stands (docs/records.md)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from peppernut import rules as house
from peppernut.catalog import room
from peppernut.match import Match
from peppernut.refusal import Refused

FORMAT = "peppernut/1"


@dataclass(frozen=True)
class Outcome:
    """Where a record stands: the game as far as it could be read (None: not at all), and the error if any."""

    game: str | None
    match: Match | None
    error: dict[str, Any] | None

    def to_json(self, seat: int | None = None, truth: bool = True) -> dict[str, Any]:
        """The result as ``replay --json`` prints it; ``truth=False``: only what ``seat`` may know."""
        match = self.match
        if match is None:
            return {
                "game": self.game,
                "rules": None,
                "sides": [],
                "deals": [],
                "scores": [],
                "over": False,
                "winners": [],
                "next": None,
                "error": self.error,
            }
        result: dict[str, Any] = {
            "game": match.game,
            "rules": house.to_json(match.rules),
            "sides": match.sides,
            "deals": [state.summary(seat, truth) for state in match.states],
            "scores": match.scores,
            "over": match.over,
            "winners": match.winners,
            "next": _next(match, None if truth else seat, truth),
            "error": self.error,
        }
        if not truth:
            result["view"] = match.view(seat)["deal"]
            if self.error and self.error["seat"] not in {None, seat}:
                # the sentence may name a card that only its owner sees
                result["error"] = {**self.error, "message": "An action of another seat was refused."}
        return result


def load(text: str) -> Any:
    """The JSON value of one record; Refused ``bad_record`` if it is none."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Refused("bad_record", _not_json(text, error)) from None


def _not_json(text: str, error: Exception) -> str:
    if not text.strip():
        return "There is nothing in it; a record is a JSON object."
    if isinstance(error, RecursionError):
        return "This is not JSON that can be read: it is nested too deeply."
    if isinstance(error, json.JSONDecodeError):
        return f"This is not JSON: {error.msg} (line {error.lineno}, column {error.colno})."
    return f"This is not JSON: {str(error).split(';', maxsplit=1)[0]}."


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def replay(record: object) -> Outcome:
    """Play a record again, up to its end or the first thing that is refused."""
    game: str | None = None
    match: Match | None = None
    where: dict[str, Any] = {"deal": None, "action": None, "seat": None}
    try:
        form = _form(record)
        game = form["game"]
        match = Match(form["game"], form["rules"], form["seats"])
        for number, given in enumerate(form["deals"]):
            where = {"deal": number, "action": None, "seat": None}
            match.begin(match.room.Deal.parse(match.rules, given))
            for index, (seat, text, ms) in enumerate(_actions(given)):
                where = {"deal": number, "action": index, "seat": seat}
                match.apply(seat, text, ms)
    except Refused as refused:
        if refused.code in {"bad_record", "bad_rules"}:
            where = {"deal": None, "action": None, "seat": None}
        return Outcome(game, match, {**where, "code": refused.code, "message": refused.message})
    except RecursionError:  # a sentence about a value that is nested too deeply to be quoted
        nowhere = {"deal": None, "action": None, "seat": None}
        error = {**nowhere, "code": "bad_record", "message": "The record is nested too deeply."}
        return Outcome(None, None, error)
    return Outcome(game, match, None)


def _form(record: object) -> dict[str, Any]:
    """The record's parts with the rules resolved, checked for their form; not yet for what was played."""
    if not isinstance(record, Mapping):
        raise Refused("bad_record", "A record is a JSON object.")
    if record.get("format") != FORMAT:
        raise Refused(
            "bad_record",
            f"A record has the format {FORMAT!r}, not {json.dumps(record.get('format'), default=str)[:60]}.",
        )
    game, seats = record.get("game"), record.get("seats")
    rules, deals = record.get("rules", {}), record.get("deals", [])
    table = room(game)
    if not isinstance(seats, list) or not seats or not all(isinstance(name, str) for name in seats):
        raise Refused("bad_record", "A record needs seats, a list of names.")
    if not isinstance(deals, list) or not all(isinstance(deal, Mapping) for deal in deals):
        raise Refused("bad_record", "The deals of a record are a list of objects.")
    rules = house.resolve(table, rules, len(seats))
    for number, deal in enumerate(deals):
        try:
            _actions(deal)
            table.Deal.parse(rules, deal)
        except Refused as refused:
            if refused.code == "bad_record":
                where = f"Deal {number}: {refused.message[0].lower()}{refused.message[1:]}"
                raise Refused("bad_record", where) from None
    return {"game": game, "seats": seats, "rules": rules, "deals": deals}


def _actions(deal: Mapping[str, Any]) -> list[tuple[int, str, int | None]]:
    """The actions of a deal: seat, text, and the time if one is given."""
    actions = deal.get("actions", [])
    if not isinstance(actions, list):
        raise Refused("bad_record", "The actions of a deal are a list.")
    result: list[tuple[int, str, int | None]] = []
    clock = 0
    for index, action in enumerate(actions):
        if not isinstance(action, list) or len(action) not in {2, 3}:
            raise Refused(
                "bad_record",
                f"Action {index} is no list of a seat, a text and, in a race, milliseconds.",
            )
        seat, text, ms = action[0], action[1], action[2] if len(action) == 3 else None
        if type(seat) is not int or not isinstance(text, str):
            raise Refused(
                "bad_record", f"Action {index} does not begin with the number of a seat and a text."
            )
        if ms is not None:
            if type(ms) is not int or ms < clock:
                raise Refused(
                    "bad_record", f"The times of a deal are whole milliseconds that never run back: {ms!r}."
                )
            clock = ms
        result.append((seat, text, ms))
    return result


def _next(match: Match, seat: int | None, truth: bool) -> dict[str, Any] | None:
    """What may happen next; None when the game is over."""
    if match.over:
        return None
    state = match.current
    if state is None:
        return {"phase": "deal", "legal": {}, "dealer": match.next_dealer}
    who = [other for other in state.to_act if truth or other == seat]
    return {"phase": state.phase, "legal": {str(other): state.legal(other) for other in who}}
