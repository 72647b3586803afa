"""One server and one browser for all browser tests; a house full of people for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.browser.driver import House, Server
from tests.browser.seen import Screens
from tests.conftest import CHROMIUM_ARGUMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser


@pytest.fixture(scope="package")
def browser(chromium_path: str) -> Iterator[Browser]:
    """The browser of these tests. It is gone before others begin: Playwright keeps an event loop running."""
    import os

    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=chromium_path,
            args=CHROMIUM_ARGUMENTS,
            chromium_sandbox=hasattr(os, "geteuid") and os.geteuid() != 0,
        )
        yield running
        running.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that most tests share; it has nothing to complain of at the end."""
    running = Server(tmp_path_factory.mktemp("browser")).start()
    yield running
    running.end()
    assert not running.complaints()


@pytest.fixture
def house(server: Server, browser: Browser) -> Iterator[House]:
    """The shared server, and people of this test's own."""
    full = House(server, browser)
    yield full
    full.close()


@pytest.fixture
def own_house(tmp_path: Path, browser: Browser) -> Iterator[House]:
    """A server for this test alone, that may be killed."""
    running = Server(tmp_path).start()
    full = House(running, browser)
    yield full
    full.close()
    running.end()
    assert not running.complaints()


@pytest.fixture
def screens(request: pytest.FixtureRequest) -> Screens:
    """Looks at the layout, and keeps pictures where PEPPERNUT_SCREENS says."""
    return Screens(request.node.name)
