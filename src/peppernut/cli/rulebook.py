"""``rules``: the rulebook of exactly these house rules."""

from typing import Literal

from peppernut import rules as house
from peppernut.catalog import room
from peppernut.cli.app import FINE, Json, Preset, Sets, app, dump, given_rules


@app.command
def rules(
    game: str,
    *,
    preset: Preset = None,
    options: Sets = None,
    format: Literal["text", "markdown", "html", "json"] = "text",  # noqa: A002
    json: Json = False,
) -> int:
    """Print the rulebook of exactly these house rules.

    Parameters
    ----------
    game
        peanuts, nerts or pepper.
    format
        How to print it; json lists every option with its value, meaning and allowed values.
    """
    table = room(game)
    given = given_rules(table, preset, options)
    chosen = house.resolve(table, given)
    name = given["preset"]
    if json or format == "json":
        values = house.to_json(chosen)
        rows = [
            {"name": row["name"], "value": values[row["name"]], **row}
            for row in (option.to_json() for option in house.options(table.Rules))
        ]
        print(
            dump(
                {
                    "game": game,
                    "preset": name,
                    "differs": house.differences(table, chosen, name),
                    "rules": values,
                    "options": rows,
                }
            )
        )
        return FINE
    book = table.rulebook(chosen, name)
    print({"text": book.text, "markdown": book.markdown, "html": book.page}[format]())
    return FINE
