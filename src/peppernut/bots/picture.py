"""The ladder as a picture: bars with their 95 % intervals, in the terminal's text and as an SVG."""

from collections.abc import Sequence
from typing import NamedTuple

from peppernut.bots.bootstrap import Mean


class Bar(NamedTuple):
    """A bar with its name, its figure as text, and a note that stands below it."""

    name: str
    mean: Mean
    figure: str
    note: str


Marks = Sequence[tuple[float, str]]
"""What is marked on the axis: (where, its name)"""

WIDTH = 80  # columns of a terminal


def bars(rows: Sequence[Bar]) -> str:
    """A line a row: the bar ends between ▓ and ░ at the mean, and these two shades are the interval."""
    names, figures = max(len(row.name) for row in rows), max(len(row.figure) for row in rows)
    low, high = _range(rows)
    columns = WIDTH - names - figures - 2
    cell = (high - low) / columns
    axis = min(columns - 1, int(-low / cell))
    lines = []
    for name, mean, figure, _ in rows:
        drawn = ""
        for column in range(columns):
            at = (column - axis) * cell
            bar = min(0.0, mean.mean) - cell / 2 <= at <= max(0.0, mean.mean) + cell / 2
            shade = mean.low is not None and mean.high is not None and mean.low <= at <= mean.high
            drawn += "│" if column == axis else ("▓" if shade else "█") if bar else "░" if shade else " "
        lines.append(f"{name:{names}} {drawn} {figure:>{figures}}")
    return "\n".join(lines)


def _range(rows: Sequence[Bar]) -> tuple[float, float]:
    """From where to where the picture goes; nought is in it."""
    ends = [end for row in rows for end in (row.mean.mean, row.mean.low, row.mean.high) if end is not None]
    low, high = min(0.0, *ends), max(0.0, *ends)
    return (low, high) if high > low else (low, low + 1.0)


LEFT, CHART, RIGHT, TOP, ROW = 90, 400, 190, 84, 42

_STYLE = """
 .paper { fill: #fff } text { fill: #1d232b; font: 14px system-ui, sans-serif }
 .title { font-weight: 600 } .small { fill: #566070; font-size: 12px } .mark { text-anchor: middle }
 .bar { fill: #3b7dd8 } .behind { fill: #c2683c } .line { stroke: #1d232b; stroke-width: 1.5 }
 .thin { stroke: #566070; stroke-width: 1; stroke-dasharray: 3 3 }
 @media (prefers-color-scheme: dark) {
  .paper { fill: #14181d } text { fill: #e8ecf1 } .small { fill: #a3aebb } .thin { stroke: #a3aebb }
  .bar { fill: #5b9bf0 } .behind { fill: #e08a5c } .line { stroke: #e8ecf1 }
 }
"""


def svg(title: str, below: str, rows: Sequence[Bar], marks: Marks = ()) -> str:
    """The same as an image, readable on light and dark pages."""
    low, high = _range(rows)
    scale = CHART / (high - low)
    width, height = LEFT + CHART + RIGHT, TOP + ROW * len(rows) + 16

    def x(value: float) -> str:
        return f"{LEFT + (value - low) * scale:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{title}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
        f'<text class="title" x="12" y="24">{title}</text>',
        f'<text class="small" x="12" y="44">{below}</text>',
    ]
    for where, name in marks:
        parts += [
            f'<text class="small mark" x="{x(where)}" y="{TOP - 6}">{name}</text>',
            f'<path class="thin" d="M{x(where)} {TOP}V{height - 12}"/>',
        ]
    for at, (name, mean, figure, note) in enumerate(rows):
        y = TOP + ROW * at
        left, right = sorted((0.0, mean.mean))
        kind, long = "bar" if mean.mean >= 0 else "behind", (right - left) * scale
        behind = LEFT + CHART + 14
        parts += [
            f'<text x="12" y="{y + 23}">{name}</text>',
            f'<rect class="{kind}" x="{x(left)}" y="{y + 8}" width="{long:.1f}" height="20"/>',
        ]
        if marks:
            parts.append(f'<text x="{behind}" y="{y + 17}">{figure}</text>')
        parts.append(f'<text class="small" x="{behind}" y="{y + (33 if marks else 23)}">{note}</text>')
        if mean.low is not None and mean.high is not None:
            one, two = x(mean.low), x(mean.high)
            path = f"M{one} {y + 18}H{two}M{one} {y + 13}v10M{two} {y + 13}v10"
            parts.append(f'<path class="line" fill="none" d="{path}"/>')
    parts.append(f'<path class="line" d="M{x(0.0)} {TOP}V{height - 12}"/>')
    return "\n".join([*parts, "</svg>", ""])


__all__ = ["Bar", "bars", "svg"]
