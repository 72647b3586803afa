"""Actions as text: ``draw``, ``stuck``, ``call``, ``move P F``, ``move T1 T4 3``."""

import re

from peppernut.nerts import machine as m
from peppernut.refusal import Refused

_PLACES = ("P", "W", "T1", "T2", "T3", "T4", "T5", "T6")
_RUN = re.compile(r"move T[1-6] T[1-6] [1-9][0-9]*", re.ASCII)


def _texts() -> dict[int, str]:
    texts = {m.DRAW_ACTION: "draw", m.STUCK_ACTION: "stuck", m.CALL_ACTION: "call"}
    for src, origin in enumerate(_PLACES):
        texts[m.MOVE | src << 7 | 1] = f"move {origin} F"
        for dst in range(1, 7):
            for n in range(1, m.HEIGHT + 1 if src >= m.FROM_WORK else 2):
                run = f" {n}" if n > 1 else ""
                texts[m.MOVE | src << 7 | dst << 4 | n] = f"move {origin} T{dst}{run}"
    return texts


def _readings(work_piles: int) -> dict[str, int]:
    """What can be said at a table with so many work piles; a run of one may be named."""
    absent = [f"T{w}" for w in range(work_piles + 1, 7)]
    readings = {text: code for code, text in TEXT.items() if not any(name in text for name in absent)}
    for text in list(readings):
        if re.fullmatch(r"move T\d T\d", text):
            readings[f"{text} 1"] = readings[text]
    return readings


TEXT: dict[int, str] = _texts()
READINGS: dict[int, dict[str, int]] = {work_piles: _readings(work_piles) for work_piles in range(3, 7)}


def read(work_piles: int, text: object) -> int:
    """The machine's number for an action, or Refused ``unknown_action``."""
    readings = READINGS[work_piles]
    if isinstance(text, str):
        if text in readings:
            return readings[text]
        if _RUN.fullmatch(text) and text.rpartition(" ")[0] in readings:
            # Longer than any pile can be: a run that the machine will refuse.
            return readings[text.rpartition(" ")[0]] | 15
    said = text[:40] if isinstance(text, str) else "that"
    raise Refused(
        "unknown_action", f"{said!r} is no action here; say draw, stuck, call, or a move such as move P F."
    )
