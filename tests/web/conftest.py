"""A hall and a browser for the tests of the page; afterwards nothing may have gone wrong in any of its tabs."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from quincunx.site.build import write_site
from quincunx.site.serve import site_server
from tests.web.drive import AXE, PATIENCE, SEEDED, Hall, Person, Site, launched, person

expect.set_options(timeout=PATIENCE)


LUCK = os.environ.get("QUINCUNX_LUCK", "")
"""Each test has dice of its own, the same in every run; with any other text here they are others."""


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright, launched(playwright, chromium) as found:
        yield found


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    running = Hall(tmp_path_factory.mktemp("hall"), program=SEEDED)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def axe() -> Path:
    """The script of axe-core, installed by `python web/build.py --tools`."""
    if not AXE.is_file():
        reason = "axe-core is not installed (python web/build.py --tools installs it)"
        if os.environ.get("QUINCUNX_NO_SKIP"):
            pytest.fail(reason)
        pytest.skip(reason)
    return AXE


@pytest.fixture(scope="session")
def written_site(runtime: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a site without a hall."""
    folder = tmp_path_factory.mktemp("site")
    write_site(folder)
    return folder


@pytest.fixture
def site(written_site: Path) -> Iterator[Site]:
    """A site that a test may take off the network."""
    with site_server(written_site) as server:
        yield Site(server)


@pytest.fixture
def own_hall(tmp_path: Path) -> Iterator[Hall]:
    """A hall that a test may kill."""
    running = Hall(tmp_path, program=SEEDED)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def people(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Person]]:
    """Makes people; in the end none of their tabs may have seen an error, a failed request or a foreign host."""
    made: list[Person] = []

    def make(hall: Hall, **wishes: Any) -> Person:
        luck = f"{request.node.name} {len(made)} {LUCK}"
        made.append(person(browser, hall, **{"luck": luck, **wishes}))
        return made[-1]

    yield make
    troubles = [trouble for someone in made for trouble in someone.troubles]
    for someone in made:
        someone.close()
    assert troubles == []
