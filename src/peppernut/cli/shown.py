"""Where a record stands, as text for people."""

from typing import Any

from peppernut.cards import HIDDEN
from peppernut.rules.rulebook import counted


def standing(result: dict[str, Any], names: list[str]) -> str:
    """Where a record stands, for people."""
    names = [_printable(name) for name in names]
    sides = [" and ".join(names[seat] for seat in side) for side in result["sides"]]
    lines = [f"{result['game']}: {counted(len(result['deals']), 'deal')}"]
    lines.append("seats: " + ", ".join(f"{seat} {name}" for seat, name in enumerate(names)))
    for number, deal in enumerate(result["deals"]):
        facts = ", ".join(f"{name} {_brief(value)}" for name, value in deal.items() if value is not None)
        lines.append(f"  deal {number}: {facts}")
    scores = zip(sides, result["scores"], strict=True)
    lines.append("scores: " + ", ".join(f"{side} {score}" for side, score in scores))
    following = result["next"]
    if result["over"]:
        lines.append(f"over; won by {', '.join(sides[side] for side in result['winners'])}")
    elif following["phase"] == "deal":
        dealer = following["dealer"]
        lines.append("next: a deal" + (f" by {named_seat(dealer, names)}" if dealer is not None else ""))
    else:
        for seat, actions in following["legal"].items():
            lines.append(f"next ({following['phase']}): {named_seat(int(seat), names)}: {', '.join(actions)}")
        view = result.get("view")
        if view and not following["legal"]:
            turn = ", ".join(named_seat(seat, names) for seat in view["to_act"]) or "anybody"
            lines.append(f"next ({following['phase']}): {turn}")
        if view:
            lines += _race(view, names) if view["game"] == "nerts" else _table(view, names)
    return "\n".join(lines)


def named_seat(seat: int, names: list[str]) -> str:
    return f"seat {seat} ({_printable(names[seat])})"


def _printable(name: str) -> str:
    """A name from somebody else's file, on one line and without what a terminal obeys."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())


def _table(view: dict[str, Any], names: list[str]) -> list[str]:
    """What a seat sees of the cards of a trick game."""
    lines = [f"turned up: {view['turnup']}"] if view["turnup"] else []
    for seat, cards in enumerate(view["hands"]):
        if seat == view["seat"]:
            lines.append(f"hand: {' '.join(cards)}")
        elif any(card != HIDDEN for card in cards):
            lines.append(f"hand of {names[seat]}: {' '.join(cards)}")
    if any(card != HIDDEN for card in view["kitty"]):
        lines.append(f"kitty: {' '.join(view['kitty'])}")
    if view["trick"]:
        lines.append("trick: " + ", ".join(f"{names[seat]} {card}" for seat, card in view["trick"]))
    return lines


def _race(view: dict[str, Any], names: list[str]) -> list[str]:
    """What everybody sees of a race: the foundations and what lies before each seat."""
    lines = ["foundations: " + (" ".join(pile["top"] for pile in view["foundations"]) or "none")]
    for name, place in zip(names, view["places"], strict=True):
        pile = f"{place['pile']} ({place['pile_top']})" if place["pile"] else "empty"
        work = " | ".join(" ".join(cards) or "–" for cards in place["work"])
        waste = place["waste_top"] or "–"
        lines.append(f"{name}: pile {pile}, work {work}, waste {waste}, stock {place['stock']}")
    return lines


def _brief(value: Any) -> str:
    return (
        " ".join("–" if item is None else str(item) for item in value)
        if isinstance(value, list)
        else str(value)
    )
