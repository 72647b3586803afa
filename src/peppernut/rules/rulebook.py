"""A rulebook as values: sections of sentences, printed as text, Markdown or HTML.

A room's ``rulebook(rules, preset)`` writes the book of exactly those rules in our own words; a sentence that
is there because an option differs from the preset is marked.
"""

import html
import textwrap
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Line:
    """A sentence or two, the rule they follow (``P7``; an option's name) and whether the preset has it otherwise."""

    text: str
    rule: str = ""
    changed: bool = False


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

    def text(self, width: int = 88) -> str:
        """The book for a terminal; changed lines begin with ``*``."""
        parts = [self.title, "=" * len(self.title), "", *textwrap.wrap(self.subtitle, width), ""]
        for section in self.sections:
            parts += [section.title, "-" * len(section.title)]
            for line in section.lines:
                mark = "* " if line.changed else "- "
                parts += textwrap.wrap(line.text + _rule(line), width, initial_indent=mark, subsequent_indent="  ")
            parts.append("")
        return "\n".join(parts + self._foot())

    def markdown(self) -> str:
        """The book as Markdown; changed lines are bold."""
        parts = [f"# {self.title}", "", self.subtitle, ""]
        for section in self.sections:
            parts += [f"## {section.title}", ""]
            for line in section.lines:
                words = f"**{line.text}**" if line.changed else line.text
                parts.append(f"- {words}{_rule(line)}")
            parts.append("")
        return "\n".join(parts + self._foot())

    def fragment(self) -> str:
        """The book as a piece of HTML, without a page around it."""
        parts = [f"<h1>{html.escape(self.title)}</h1>", f"<p>{html.escape(self.subtitle)}</p>"]
        for section in self.sections:
            parts.append(f'<section data-key="{section.key}"><h2>{html.escape(section.title)}</h2><ul>')
            for line in section.lines:
                words = html.escape(line.text)
                words = f"<mark>{words}</mark>" if line.changed else words
                rule = f' <small class="rule">{html.escape(line.rule)}</small>' if line.rule else ""
                parts.append(f"<li>{words}{rule}</li>")
            parts.append("</ul></section>")
        parts += [f"<p><small>{html.escape(note)}</small></p>" for note in self._foot()]
        return "\n".join(parts)

    def page(self) -> str:
        """The book as an HTML page of its own that prints well."""
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{html.escape(self.title)}</title><style>{_STYLE}</style></head>\n"
            f"<body>\n{self.fragment()}\n</body></html>\n"
        )

    def _foot(self) -> list[str]:
        changed = any(line.changed for section in self.sections for line in section.lines)
        return [*self.notes, *(["Marked lines differ from the preset."] if changed else [])]


def _rule(line: Line) -> str:
    return f" [{line.rule}]" if line.rule else ""


_STYLE = (
    "body{font:11pt/1.4 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c}"
    "h1{margin:0 0 .3rem}h2{font-size:1.1rem;margin:1.1rem 0 .2rem;border-bottom:1px solid #bbb}"
    "ul{margin:.3rem 0;padding-left:1.2rem}li{margin:.15rem 0}small.rule{color:#666}"
    "section{break-inside:avoid}@page{margin:15mm}@media print{body{margin:0;font-size:10pt}}"
)
