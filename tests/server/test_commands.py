"""`quincunx hall` and `quincunx join`, as a person starts them."""

import asyncio
import io
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest
from rich.console import Console

from quincunx.cli import run
from quincunx.core.errors import SetupError
from quincunx.server.commands import _join, free_port, lan_address, read_link
from quincunx.server.protocol import CreateTable, Settings
from tests.server.conftest import Open

START_S = 2.0


def test_an_invitation_is_read() -> None:
    assert read_link("http://127.0.0.1:8000/t/abc") == ("http://127.0.0.1:8000", "abc", None)
    assert read_link("https://hall.example/t/abc#token") == ("https://hall.example", "abc", "token")
    assert read_link("hall.example/t/abc") == ("http://hall.example", "abc", None)
    for wrong in ("http://x/", "abc", "http://x/t/", "ftp://x/t/abc", "http://x/table/abc"):
        with pytest.raises(SetupError):
            read_link(wrong)


def test_a_port_in_use_is_said_or_avoided() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(SetupError):
            free_port("127.0.0.1", taken.getsockname()[1])
    assert 8000 <= free_port("127.0.0.1", None) < 8020
    assert re.fullmatch(r"[\d.]+", lan_address())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hall", "--db", "mysql://x/y", "--no-browser"], "sqlite:///file or postgresql"),
        (["join", "nonsense"], "an invitation looks like"),
        (["join", "http://127.0.0.1:9/t/abc"], "does not answer"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.strip().splitlines()) == 1


def test_the_hall_opens_answers_and_closes(tmp_path: Path) -> None:
    port = free_port("127.0.0.1", None)
    words = ["hall", "--lan", "--port", str(port), "--no-browser", "--db", f"sqlite:///{tmp_path}/hall.db"]
    hall = subprocess.Popen(
        [sys.executable, "-m", "quincunx", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        end = time.monotonic() + 30
        while True:
            try:
                with urlopen(f"http://127.0.0.1:{port}/health", timeout=2) as answer:
                    assert answer.status == 200
                    break
            except OSError:
                assert time.monotonic() < end
                assert hall.poll() is None
                time.sleep(0.02)
        with urlopen(f"http://127.0.0.1:{port}/t/anything", timeout=5) as answer:
            assert "text/html" in answer.headers["content-type"]
        assert _cpu_seconds(hall.pid) < 2 * START_S, "starting takes too long"
    finally:
        hall.send_signal(signal.SIGINT)
        out, err = hall.communicate(timeout=20)
    assert f"http://127.0.0.1:{port}/" in out
    assert "In your network" in out
    assert "█" in out
    assert "Traceback" not in err


def _cpu_seconds(pid: int) -> float:
    words = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


async def test_join_plays_a_match_from_the_terminal(hall: Open) -> None:
    given = await hall.client.open_table(CreateTable("phase10", 2, "Ann", settings=Settings(pace=0)))
    async with hall.client.watch(given.table, given.token) as ann:
        await ann.entropy()
        lines = iter(["help", "legal", "rules", "undo", "nonsense", "", *["stop"] * 40])

        def ask() -> str:
            time.sleep(0.02)
            return next(lines, "quit")

        console = Console(record=True, width=100, file=io.StringIO())
        joined = asyncio.create_task(_join(f"{hall.url}/t/{given.table}", "Bob", False, ask, console))
        while not joined.done():
            if ann.may_act:
                await ann.act("stop")
            await asyncio.sleep(0.005)
        await joined
        said = console.export_text()
    assert "You have seat 1" in said
    assert "Dice: commitment" in said
    assert "No: " in said
    assert "Bob has" in said
    assert "§1" in said


async def test_join_watches(hall: Open) -> None:
    wanted = CreateTable("pig", 2, bots=["greedy", "greedy"], play=False, settings=Settings(pace=5))
    given = await hall.client.open_table(wanted)

    def ask() -> str:
        time.sleep(0.2)
        return "undo"

    console = Console(record=True, width=100, file=io.StringIO())
    from quincunx.server.commands import Terminal
    from tests.examples.pig import SPEC

    async with hall.client.watch(given.table, views=True) as client:
        await asyncio.wait_for(Terminal(client, SPEC, ask, console).run(), 60)
    said = console.export_text()
    assert "You only watch." in said
    assert re.search(r"1\. .* bot.*: \d+ points", said)
