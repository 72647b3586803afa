"""A rulebook as values: sections of sentences, printed as text, Markdown or HTML.

A room's ``rulebook(rules, preset)`` writes the book of exactly those rules in our own words with a
:class:`Writer`. Each line names the options it speaks of; a line is marked when one of them differs from the
preset, and in no other way.
"""

import html
import json
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from peppernut.rules import Option, options, plain

NOTE = (
    "The numbers behind the lines are those of the full rules. When a bid or a card is refused, you are told "
    "which "
    "rule it was."
)


@dataclass(frozen=True)
class Line:
    """A sentence or two, the rule they follow (``P7``) and whether the preset has it otherwise.

    ``options`` are the house rules that the line speaks of.
    """

    text: str
    rule: str = ""
    changed: bool = False
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """A heading and its lines. ``key`` is the phase or subject a client opens the book at."""

    key: str
    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Book:
    """The rules page of one set of house rules."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    notes: tuple[str, ...] = field(default=())
    preset: str | None = None

    @property
    def changed(self) -> bool:
        """Whether any line is marked."""
        return any(line.changed for section in self.sections for line in section.lines)

    def text(self, width: int = 88) -> str:
        """The book for a terminal; changed lines begin with ``*``."""
        parts = [self.title, "=" * len(self.title), "", *textwrap.wrap(self.subtitle, width), ""]
        for section in self.sections:
            parts += [section.title, "-" * len(section.title)]
            for line in section.lines:
                mark = "* " if line.changed else "- "
                parts += textwrap.wrap(
                    line.text + _rule(line), width, initial_indent=mark, subsequent_indent="  "
                )
            parts.append("")
        for note in self._foot("Lines that begin with *"):
            parts += textwrap.wrap(note, width)
        return "\n".join(parts).rstrip() + "\n"

    def markdown(self) -> str:
        """The book as Markdown; changed lines are bold."""
        parts = [f"# {self.title}", "", self.subtitle, ""]
        for section in self.sections:
            parts += [f"## {section.title}", ""]
            for line in section.lines:
                words = f"**{line.text}**" if line.changed else line.text
                parts.append(f"- {words}{_rule(line)}")
            parts.append("")
        for note in self._foot("Lines in bold"):
            parts += [note, ""]
        return "\n".join(parts).rstrip() + "\n"

    def fragment(self) -> str:
        """The book as a piece of HTML, without a page around it.

        Each section carries its key as ``data-key``; what differs from the preset stands in ``<mark>``.
        """
        parts = [f"<h1>{html.escape(self.title)}</h1>", f"<p>{html.escape(self.subtitle)}</p>"]
        for section in self.sections:
            key = html.escape(section.key)
            parts.append(f'<section data-key="{key}"><h2>{html.escape(section.title)}</h2><ul>')
            for line in section.lines:
                words = html.escape(line.text)
                words = f"<mark>{words}</mark>" if line.changed else words
                rule = f'&nbsp;<small class="rule">{html.escape(line.rule)}</small>' if line.rule else ""
                parts.append(f"<li>{words}{rule}</li>")
            parts.append("</ul></section>")
        parts += [f"<p><small>{html.escape(note)}</small></p>" for note in self._foot("Marked lines")]
        return "\n".join(parts)

    def page(self) -> str:
        """The book as an HTML page of its own that prints well."""
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{html.escape(self.title)}</title><style>{_STYLE}</style></head>\n"
            f"<body>\n<main>\n{self.fragment()}\n</main>\n</body></html>\n"
        )

    def _foot(self, marked: str) -> list[str]:
        usual = f"the preset {self.preset}" if self.preset else "the preset"
        return [
            *self.notes,
            *([f"{marked} are our own: {usual} has them otherwise."] if self.changed else []),
        ]


class Writer:
    """Collects the sections of a book, and marks the lines whose options differ from the preset.

    ``differing`` are the names that ``peppernut.rules.differences`` gives. A section without a line is left
    out.
    """

    def __init__(self, differing: Iterable[str] = ()) -> None:
        self.differing = frozenset(differing)
        self._sections: list[tuple[str, str, list[Line]]] = []

    def section(self, key: str, title: str) -> None:
        """Begin the next section."""
        self._sections.append((key, title, []))

    def say(self, text: str, *names: str, rule: str = "") -> None:
        """Add a line that speaks of the options with these names."""
        self._sections[-1][2].append(Line(text, rule, not self.differing.isdisjoint(names), names))

    def unless_usual(self, text: str, *names: str, rule: str = "") -> None:
        """Add a line only when one of these options differs: for what goes without saying elsewhere."""
        if not self.differing.isdisjoint(names):
            self.say(text, *names, rule=rule)

    def sections(self) -> tuple[Section, ...]:
        """What has been written."""
        return tuple(Section(key, title, tuple(lines)) for key, title, lines in self._sections if lines)


def subtitle(room: ModuleType, facts: str, preset: str | None, differing: Sequence[str]) -> str:
    """The line under the title: the facts, and how these rules stand to the preset."""
    if preset is None:
        return facts
    if differing:
        return f"{facts} Our house rules, made from the preset {preset}."
    notes: dict[str, str] = room.PRESET_NOTES
    return f"{facts} The preset {preset}: {notes[preset][0].lower()}{notes[preset][1:]}"


def listed(items: Iterable[object], word: str = "and") -> str:
    """Things in a row as a sentence says them: ``a, b and c``."""
    texts = [str(item) for item in items]
    return texts[-1] if len(texts) == 1 else f"{', '.join(texts[:-1])} {word} {texts[-1]}"


_WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def worded(number: int) -> str:
    """A small number as a word; the others in figures."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else str(number)


def counted(number: int, noun: str, many: str = "") -> str:
    """A number of things: ``one card``, ``three cards``, ``20 cards``, ``no cards``."""
    return f"{worded(number)} {noun if number == 1 else many or noun + 's'}"


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def signed(number: int) -> str:
    """Points with their sign: ``+3``, ``−3``, ``0``."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def shown(value: Any) -> str:
    """A value of an option as one types it after ``--set NAME=``."""
    value = plain(value)
    return (
        value
        if isinstance(value, str)
        else "none"
        if value is None
        else json.dumps(value, ensure_ascii=False)
    )


def allowed(spec: Option) -> str:
    """The values an option may have, in short."""
    if spec.kind == "bool":
        return "true, false"
    if spec.kind == "deck":
        return "low, copies, extra, drop, jokers"
    words = [shown(choice) for choice in spec.choices]
    if spec.kind == "levels":
        return ", ".join(["a list of numbers", *words])
    if spec.low is not None:
        words.append(f"{spec.low}–{spec.high}")
    return ", ".join(words) + (" for each seat" if spec.kind == "sizes" else "")


def option_table(rules: type) -> str:
    """The options of a game as a Markdown table: name, default, values, meaning."""
    rows = ["| option | default | values | meaning |", "|---|---|---|---|"]
    for spec in options(rules):
        default = "it follows" if spec.default is None and "none" not in spec.choices else shown(spec.default)
        rows.append(f"| `{spec.name}` | {default} | {allowed(spec)} | **{spec.label}.** {spec.meaning} |")
    return "\n".join(rows)


def preset_table(room: ModuleType) -> str:
    """The presets of a game as a Markdown table: name, what it sets, what it is."""
    rows = ["| preset | sets | what it is |", "|---|---|---|"]
    for name, values in room.PRESETS.items():
        sets = ", ".join(f"`{option}: {shown(value)}`" for option, value in values.items()) or "nothing"
        rows.append(f"| `{name}` | {sets} | {room.PRESET_NOTES[name]} |")
    return "\n".join(rows)


def _rule(line: Line) -> str:
    return f" [{line.rule}]" if line.rule else ""


_STYLE = (
    "body{font:11pt/1.4 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c}"
    "h1{margin:0 0 .3rem;line-height:1.15}h2{font-size:1.1rem;margin:1.1rem 0 .2rem;"
    "border-bottom:1px solid #bbb}"
    "ul{margin:.3rem 0;padding-left:1.2rem}li{margin:.15rem 0}small.rule{color:#666}"
    "mark{background:#ffe9a8;color:inherit;padding:0 .1em}"
    "@page{size:A4;margin:14mm}@media print{body{margin:0;padding:0;max-width:none;"
    "font-size:9.5pt;line-height:1.35}"
    "section{display:block}h2{break-after:avoid}li{break-inside:avoid;orphans:3;widows:3}"
    "mark{background:none;font-weight:600;text-decoration:underline;text-decoration-thickness:.06em;"
    "text-underline-offset:.15em}}"
)
