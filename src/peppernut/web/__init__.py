"""The table server: people at one table, in the browser.

`store` is the log, `table` what a log says, `desk` a table with people and time around it, `lobby` all of them,
`protocol` every message, `app` the routes. Nothing is imported before somebody serves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: str | Path | None = None,
    open_browser: bool = False,
    as_json: bool = False,
    **settings: Any,
) -> int:
    """Serve tables until told to stop; the exit status. See `peppernut.web.server`."""
    from peppernut.web.server import run

    return run(host, port, data, open_browser, as_json, **settings)
