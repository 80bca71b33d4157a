"""What every test shares."""

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import HealthCheck, settings
from platformdirs import user_cache_path

from benchmarks.measuring import c_compiler
from quincunx import GAMES
from quincunx.core.render import speak
from quincunx.sim.batch import Batch
from quincunx.site.build import RUNTIME
from tests.web.drive import find_chromium

# Whatever language this machine speaks, tests expect English unless they ask for another.
os.environ["LC_ALL"] = "C.UTF-8"

# A first compilation or a busy machine is no failure of the property under test.
settings.register_profile("few", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("many", settings.get_profile("few"), max_examples=500)


def pytest_configure(config: pytest.Config) -> None:
    """Try few examples of each property, and many in `make test-all`, which leaves no test out."""
    settings.load_profile("few" if config.option.markexpr else "many")


# A run in the background of a shell inherits an ignored interrupt, and so would every program that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)


MANY = 1000
"""Tests in a run from which on it is worth while to compile all games first."""


def pytest_collection_finish(session: pytest.Session) -> None:
    """Before a long run with several workers, each compiles some games and loads the others; without this, all compile
    every game, most of them at the same time."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if not worker or len(session.items) < MANY or sys.platform == "win32":
        return
    import fcntl  # not on Windows

    for spec in GAMES if int(worker.removeprefix("gw")) % 2 else GAMES[::-1]:  # from both ends
        with (user_cache_path("quincunx", ensure_exists=True) / f"compiling-{spec.slug}").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            for bot in {"random", spec.reflex_names[-1]}:
                Batch(spec, spec.seats[-1], (bot,)).record(1, 1, 1)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Whatever language a test has made this process speak, passed or failed, the next one finds English."""
    yield
    speak("en")


@pytest.fixture(scope="module", autouse=True)
def _no_browser_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hide the event loop that Playwright keeps running once a worker has tested the page: other tests start theirs."""
    running = asyncio._get_running_loop()
    hidden = running is not None and "tests/web" not in request.node.nodeid
    if hidden:
        asyncio._set_running_loop(None)
    yield
    if hidden:
        asyncio._set_running_loop(running)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio, as the server does."""
    return "asyncio"


@pytest.fixture(scope="session")
def chromium() -> str:
    """The system's Chromium, for Playwright's `executable_path`."""
    return find_chromium() or _without("Chromium")


@pytest.fixture(scope="session")
def postgresql_bin() -> Path:
    """The folder of `initdb` and `postgres`: the newest of Debian's, or the one on the path."""
    versions = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(versions, key=lambda path: int(path.parts[-3]), default=None)
    if found := newest or shutil.which("initdb"):
        return Path(found).parent
    _without("PostgreSQL")


@pytest.fixture(scope="session")
def runtime() -> Path:
    """Python for the browser, as `python web/build.py --runtime` brings it."""
    return RUNTIME if (RUNTIME / "pyodide.mjs").is_file() else _without("Python for the browser")


@pytest.fixture(scope="session")
def compiler() -> list[str]:
    """How C is compiled on this machine."""
    return c_compiler() or _without("A C compiler")


@pytest.fixture(scope="session")
def nginx() -> Path:
    """The web server, which Debian keeps where only root looks."""
    if found := shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin"):
        return Path(found)
    _without("nginx")


def _without(program: str) -> NoReturn:
    reason = f"{program} is not installed (tools/system-packages installs it)"
    if os.environ.get("QUINCUNX_NO_SKIP"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that `tests.server.fake_builder` waits for, in the place of the solver; with an empty cache."""
    from tests.server.fake_builder import GO_ON

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv(GO_ON, str(tmp_path / "word"))
    return tmp_path / "word"
