"""Which module may know which: the arrows of docs/architecture.md."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "peppernut"

NOUNS = {"cards", "refusal", "rules", "seats", "standing", "engine"}
GAMES = {"peanuts", "pepper", "nerts"}
BOOKS = {"catalog", "match", "record"}

ROOMS = {
    entry.stem
    for entry in PACKAGE.iterdir()
    if entry.suffix == ".py" or (entry.is_dir() and any(entry.glob("*.py")))
}

# What a room of the package may know beside itself.
MAY_KNOW = {
    **dict.fromkeys(NOUNS, NOUNS),
    **dict.fromkeys(GAMES, NOUNS),
    **dict.fromkeys(BOOKS, NOUNS | GAMES | BOOKS),
    # A bot gets a View and may guess at a State; the table's truth, its match and its record are not for it.
    "bots": NOUNS | GAMES | {"catalog"},
    "web": ROOMS - {"cli", "__main__"},
    "cli": ROOMS,
    "__main__": ROOMS,
}
# What only measures bots, or asks one about a record, plays matches: nobody at a table gets these.
MEASURING = {"bots/arena.py", "bots/simulate.py", "bots/hint.py"}
ALL_BUT_THE_OUTSIDE = ROOMS - {"web", "cli", "__main__"}


def room(module: str) -> str:
    """The room that a module of the package stands in: `engine` for `peppernut.engine.row`."""
    return module.split(".")[1] if "." in module else "peppernut"


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def known(path: Path) -> set[str]:
    """The rooms of the package that this file imports from, anywhere in it."""
    here = module_name(path)
    package = here if path.stem == "__init__" else here.rpartition(".")[0]
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            names = [f"{base}.{alias.name}" for alias in node.names] if base == "peppernut" else [base]
        else:
            continue
        rooms |= {room(name) for name in names if name.partition(".")[0] == "peppernut"}
    return rooms & ROOMS


def test_arrows_point_one_way():
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        own = room(module_name(path))
        strangers = known(path) - {own} - MAY_KNOW.get(own, ALL_BUT_THE_OUTSIDE)
        if path.relative_to(PACKAGE).as_posix() in MEASURING:
            strangers -= BOOKS
        wrong += [f"{path.relative_to(PACKAGE)} knows {stranger}" for stranger in sorted(strangers)]
    assert not wrong


@pytest.mark.parametrize("one", sorted(GAMES))
def test_games_do_not_know_each_other(one: str):
    for path in (PACKAGE / one).rglob("*.py"):
        assert not known(path) & (GAMES - {one}), path.name
