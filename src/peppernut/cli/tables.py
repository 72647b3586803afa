"""``peppernut``, ``serve`` and ``export``: the tables on this machine."""

import re

from peppernut.cli.app import FINE, SURROUNDINGS, Browser, Data, Host, Json, Port, app, complain, dump
from peppernut.refusal import Refused


@app.default
def home(
    *,
    host: Host = "0.0.0.0",  # noqa: S104
    port: Port = 8000,
    data: Data = None,
    open_browser: Browser = True,
    json: Json = False,
) -> int:
    """Start the tables on this machine, open the browser, and print the address for the phones in the house."""
    from peppernut import web

    return web.serve(host, port, data, open_browser, json)


@app.command
def serve(*, host: Host = "127.0.0.1", port: Port = 8000, data: Data = None, json: Json = False) -> int:
    """Start the table server alone; for other devices in the house with --host 0.0.0.0."""
    from peppernut import web

    return web.serve(host, port, data, open_browser=False, as_json=json)


@app.command
def export(name: str, *, data: Data = None, json: Json = False) -> int:  # noqa: ARG001
    """Print the record of a table: its finished deals, and all of it once the game is over.

    Parameters
    ----------
    name
        The table's name, as in its address /t/NAME, or the whole address.
    """
    from peppernut.web.server import default_data
    from peppernut.web.store import StoreError, read_table
    from peppernut.web.table import Table

    if "/t/" in name:
        name = re.split("[/?#]", name.split("/t/")[1])[0]
    file = data or default_data()
    try:
        log = read_table(file, name)
    except StoreError as error:
        return complain(str(error), SURROUNDINGS)
    if log is None:
        raise Refused("bad_record", f"There is no table {name!r} in {file}.")
    record = Table.replay(name, log).record()
    if record is None:
        raise Refused("bad_record", f"At the table {name!r} no game has begun.")
    print(dump(record))
    return FINE
