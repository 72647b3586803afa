"""The ladder as a picture: bars with their 95 % intervals, in the terminal's text and as an SVG."""

from collections.abc import Sequence

from peppernut.bots.bootstrap import Mean

Rows = Sequence[tuple[str, Mean]]

WIDTH = 80  # columns of a terminal


def bars(rows: Rows) -> str:
    """A line a row: the bar ends between ▓ and ░ at the mean, and these two shades are the interval."""
    names = max(len(name) for name, _ in rows)
    low, high = _range(rows)
    columns = WIDTH - names - 10
    cell = (high - low) / columns
    axis = min(columns - 1, int(-low / cell))
    lines = []
    for name, mean in rows:
        drawn = ""
        for column in range(columns):
            at = (column - axis) * cell
            bar = min(0.0, mean.mean) - cell / 2 <= at <= max(0.0, mean.mean) + cell / 2
            shade = mean.low is not None and mean.high is not None and mean.low <= at <= mean.high
            drawn += "│" if column == axis else ("▓" if shade else "█") if bar else "░" if shade else " "
        lines.append(f"{name:{names}} {drawn} {mean.mean:+8.2f}")
    return "\n".join(lines)


def _range(rows: Rows) -> tuple[float, float]:
    """From where to where the picture goes; nought is in it."""
    ends = [end for _, mean in rows for end in (mean.mean, mean.low, mean.high) if end is not None]
    low, high = min(0.0, *ends), max(0.0, *ends)
    return (low, high) if high > low else (low, low + 1.0)


LEFT, CHART, RIGHT, TOP, ROW = 90, 400, 230, 64, 34

_STYLE = """
 .paper { fill: #fff } text { fill: #1d232b; font: 14px system-ui, sans-serif }
 .title { font-weight: 600 } .small { fill: #566070; font-size: 12px }
 .bar { fill: #3b7dd8 } .behind { fill: #c2683c } .line { stroke: #1d232b; stroke-width: 1.5 }
 @media (prefers-color-scheme: dark) {
  .paper { fill: #14181d } text { fill: #e8ecf1 } .small { fill: #a3aebb }
  .bar { fill: #5b9bf0 } .behind { fill: #e08a5c } .line { stroke: #e8ecf1 }
 }
"""


def svg(title: str, below: str, rows: Rows, notes: Sequence[str]) -> str:
    """The same as an image, readable on light and dark pages; a row's note stands behind its figure."""
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
    for at, ((name, mean), note) in enumerate(zip(rows, notes, strict=True)):
        y = TOP + ROW * at
        left, right = sorted((0.0, mean.mean))
        kind, long = "bar" if mean.mean >= 0 else "behind", (right - left) * scale
        parts += [
            f'<text x="12" y="{y + 19}">{name}</text>',
            f'<rect class="{kind}" x="{x(left)}" y="{y + 4}" width="{long:.1f}" height="20"/>',
            f'<text class="small" x="{LEFT + CHART + 14}" y="{y + 19}">{note}</text>',
        ]
        if mean.low is not None and mean.high is not None:
            one, two = x(mean.low), x(mean.high)
            path = f"M{one} {y + 14}H{two}M{one} {y + 9}v10M{two} {y + 9}v10"
            parts.append(f'<path class="line" fill="none" d="{path}"/>')
    parts.append(f'<path class="line" d="M{x(0.0)} {TOP}V{height - 12}"/>')
    return "\n".join([*parts, "</svg>", ""])


__all__ = ["bars", "svg"]
