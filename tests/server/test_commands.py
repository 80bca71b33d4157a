"""`quincunx hall` and `quincunx join`, as a person starts them."""

import asyncio
import contextlib
import fcntl
import io
import os
import pty
import queue
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import termios
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from quincunx.bots.words import ONLY_ONE
from quincunx.cli import run
from quincunx.client.connection import HallClient, HallError
from quincunx.client.seat import RemoteSeat, Typed
from quincunx.client.terminal import join, leads_here, open_and_join, read_hall, read_link
from quincunx.core.console import PlainConsole
from quincunx.core.errors import SetupError
from quincunx.games import game
from quincunx.protocol import ChoiceInfo, CreateTable, Judged, Settings
from quincunx.server.operations import open_hall
from quincunx.server.operations.open_hall import lan_address, listeners_at
from quincunx.server.operations.run import url_of
from quincunx.table.verify import PROVED, Witness, verify
from tests.server.conftest import Cluster, Open, Process, wait_for
from tests.test_cli import rest_of


def test_an_invitation_is_read() -> None:
    assert read_link("http://127.0.0.1:8000/t/abc") == ("http://127.0.0.1:8000", "t", "abc", None)
    assert read_link("https://hall.example/t/abc#token") == ("https://hall.example", "t", "abc", "token")
    assert read_link("hall.example/t/abc") == ("http://hall.example", "t", "abc", None)
    assert read_link("https://x/tournaments/abc#token") == ("https://x", "tournaments", "abc", "token")
    wrong_hosts = ("http://[::1/t/abc", "http://x:port/t/abc", "http://x:99999/t/abc", "http://x y/t/abc")
    wrong_paths = ("http://x/", "abc", "http://x/t/", "ftp://x/t/abc", "http://x/table/abc", "x/t/a b", "x/t/äöü")
    for wrong in (*wrong_paths, *wrong_hosts):
        with pytest.raises(SetupError, match="an invitation looks like"):
            read_link(wrong)


def test_the_address_of_a_hall_is_read() -> None:
    assert read_hall("http://127.0.0.1:8000/") == "http://127.0.0.1:8000"
    assert read_hall("hall.example") == "http://hall.example"
    for wrong in ("", "http://", "http://[::1", "ftp://x", "http://a b", "http://x:99999", "http://x/t/abc"):
        with pytest.raises(SetupError, match="the address of a hall looks like"):
            read_hall(wrong)


@contextlib.contextmanager
def taken(port: int = 0) -> Iterator[int]:
    """A port that is in use."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with contextlib.suppress(OSError):  # then it is taken already
            listener.bind(("127.0.0.1", port))
            listener.listen()
        yield listener.getsockname()[1] or port


def port_found(host: str, port: int | None) -> tuple[int, str]:
    """Which port is taken, and what is said about it."""
    console = Console(file=io.StringIO(), width=200)
    listeners = listeners_at(host, port, console)
    found = listeners[0].getsockname()[1]
    for listener in listeners:
        listener.close()
    return found, console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO


def test_a_port_in_use_is_said_and_another_offered_or_taken() -> None:
    with taken() as port, pytest.raises(SetupError, match=rf"port {port} of 127.0.0.1 is in use: .*--port 80\d\d"):
        listeners_at("127.0.0.1", port, Console(quiet=True))
    with taken(8000):
        found, said = port_found("127.0.0.1", None)
    assert 8000 < found < 8020
    assert f"Port 8000 is in use by something else; the hall takes {found}." in said
    assert re.fullmatch(r"[\d.]+", lan_address())


@pytest.mark.parametrize(
    ("host", "port"), [("127.0.0.1", 70_000), ("127.0.0.1", -1), ("192.0.2.1", 8000), ("no.such.host.invalid", 8000)]
)
def test_a_port_that_cannot_be_used_is_said(host: str, port: int) -> None:
    with pytest.raises(SetupError, match=f"port {port} of {host} cannot be used: ."):
        listeners_at(host, port, Console(quiet=True))


def test_a_hall_may_listen_on_ipv6() -> None:
    found = listeners_at("::1", None, Console(quiet=True))
    assert re.fullmatch(r"http://\[::1\]:80\d\d/", url_of(found))
    for listener in found:
        listener.close()


@pytest.fixture
def strange_file(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Something that no hall can be opened on."""
    path = tmp_path / "hall.db"
    match request.param:
        case "no database":
            path.write_text("a letter to my aunt" * 100)
        case "a folder":
            path.mkdir()
        case "newer":
            with contextlib.closing(sqlite3.connect(path)) as db, db:
                db.execute("create table alembic_version (version_num text)")
                db.execute("insert into alembic_version values ('9999')")
    return path


@pytest.mark.parametrize("strange_file", ["no database", "a folder", "newer"], indirect=True)
def test_a_failed_start_ends_in_one_sentence(strange_file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["hall", "--no-browser", "--db", f"sqlite:///{strange_file}"]) == 2
    error = capfd.readouterr().err
    assert str(strange_file) in error
    assert len(error.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("db", "said"),
    [
        ("postgresql://nobody@127.0.0.1:9/none", "cannot be opened"),
        ("postgresql://nobody@/none?host=/nowhere", "cannot be opened"),
        ("sqlite:////proc/none/hall.db", "cannot be opened"),
        ("postgresql://x:y:z@:p/", "a database is named"),
        ("mysql://x/y", "sqlite:///file or postgresql"),
        ("hall.db", "a database is named"),
    ],
)
def test_a_database_that_is_not_there_is_said(db: str, said: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["hall", "--no-browser", "--db", db]) == 2
    error = capfd.readouterr().err
    assert said in error
    assert len(error.strip().splitlines()) == 1


def test_a_database_that_does_not_exist_on_postgresql_is_said(
    postgresql: Cluster, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["hall", "--no-browser", "--db", postgresql.url("nowhere")]) == 2
    error = capfd.readouterr().err
    assert 'database "nowhere" does not exist' in error
    assert len(error.strip().splitlines()) == 1


def test_a_second_hall_opens_the_one_that_is_running(
    tmp_path: Path,
    processes: Callable[..., Process],
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    db = f"sqlite:///{tmp_path}/hall.db"
    first = processes(db)
    first.start()
    assert run(["hall", "--db", db]) == 0
    assert f"The hall is open already: {first.url}/" in capfd.readouterr().out
    assert opened == [f"{first.url}/"]
    assert run(["hall", "--db", db, "--port", "0"]) == 2
    assert "one hall at a time" in capfd.readouterr().err


def test_workers_are_refused_on_sqlite_before_a_port_is_looked_for(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.server.operations.open_hall.listeners_at", None)
    assert run(["hall", "--workers", "2", "--no-browser", "--db", f"sqlite:///{tmp_path}/hall.db"]) == 2
    assert "PostgreSQL" in capfd.readouterr().err


def test_the_hall_opens_answers_and_closes(tmp_path: Path) -> None:
    port, _ = port_found("127.0.0.1", None)
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
    finally:
        hall.send_signal(signal.SIGINT)
        out, err = hall.communicate(timeout=20)
    assert f"http://127.0.0.1:{port}/" in out
    assert "In your network" in out
    assert "█" in out
    assert "Traceback" not in err


async def test_join_plays_a_match_from_the_terminal(hall: Open) -> None:
    given = await hall.client.open_table(CreateTable("phase10", 2, "Ann", settings=Settings(pace=0)))
    async with hall.client.watch(given.table, given.token) as ann:
        lines = iter(["help", "legal", "rules", "undo", "nonsense", "", *["stop"] * 40])

        def ask() -> str:
            time.sleep(0.02)
            return next(lines, "quit")

        console = Console(record=True, width=100, file=io.StringIO())
        joined = asyncio.create_task(join(f"{hall.url}/t/{given.table}", "Bob", False, ask, console))
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


async def test_join_asks_for_a_hint_once_all_agree(hall: Open) -> None:
    given = await hall.client.open_table(CreateTable("phase10", 2, "Ann", settings=Settings(pace=0)))
    typed: queue.Queue[str] = queue.Queue()
    console = Console(record=True, width=200, file=io.StringIO())
    said = partial(console.export_text, clear=False)
    async with hall.client.watch(given.table, given.token) as ann:
        joined = asyncio.create_task(join(f"{hall.url}/t/{given.table}", "Bob", False, typed.get, console))
        await wait_for(lambda: ann.may_act or "Bob, phase 1" in said())
        if ann.may_act:
            await ann.act("stop")
        await wait_for(lambda: "Bob, phase 1" in said())
        typed.put("hint")
        await wait_for(lambda: "No: " in said())
        await ann.agree()
        typed.put("agree")
        typed.put("hint")
        await wait_for(lambda: "Bob takes a hint." in said() and "a better hint is on its way" in said())
        typed.put("quit")
        await joined


async def test_join_tells_what_the_coach_has_judged() -> None:
    class Judging:
        """A client that hears one thing."""

        is_over, resumed = False, 0

        async def __aiter__(self) -> AsyncIterator[Judged]:
            best, done = (ChoiceInfo(action, [], 0.5, 0.0, []) for action in ("stop", "reroll all"))
            yield Judged(7, "wins", 0.2, best, done, ONLY_ONE(action="stop", worth="50 %"))

        async def resume(self) -> None:
            self.resumed += 1

    client: Any = Judging()
    console = Console(record=True, width=200, file=io.StringIO())
    seat = RemoteSeat(client, game("phase10"), Typed(lambda: ""), console)
    await seat._hear()
    assert "stop" in console.export_text(clear=False)
    assert "Take it back (undo), or keep it (resume)." in console.export_text()
    assert await seat._obey("resume")
    assert client.resumed == 1


async def test_at_the_end_join_tells_how_to_check_the_match(hall: Open) -> None:
    given = await hall.client.open_table(CreateTable("pig", 2, "Ann", bots=["greedy"], settings=Settings(pace=0)))
    from tests.examples.pig import SPEC

    def ask() -> str:
        time.sleep(0.005)
        return "hold"

    console = Console(record=True, width=60, file=io.StringIO())
    async with hall.client.watch(given.table, given.token, views=True) as ann:
        playing = asyncio.create_task(RemoteSeat(ann, SPEC, Typed(ask), console).run())
        while not playing.done():
            if ann.may_act:
                with contextlib.suppress(HallError):  # nothing has been rolled yet, or it was held meanwhile
                    await ann.act("roll")
            await asyncio.sleep(0.005)
        await playing
    said = console.export_text()
    assert f"save {hall.url}/api/tables/{given.table}/proof as proof.txt" in said
    options = r"--chain (\w+) --commitment (\w+) --entropy (\w+) --commitments (\w+,-)"
    command = re.search(rf"quincunx verify proof\.txt {options}\n", said)
    assert command is not None
    chain, commitment, entropy, commitments = command.groups()
    witness = Witness(commitment, chain, entropy, commitments)
    finding = verify(await hall.client.proof(given.table), lambda slug: SPEC, witness)
    assert finding.verdict == PROVED


async def test_join_watches(hall: Open) -> None:
    wanted = CreateTable("pig", 2, bots=["greedy", "greedy"], play=False, settings=Settings(pace=5))
    given = await hall.client.open_table(wanted)

    def ask() -> str:
        time.sleep(0.2)
        return "undo"

    console = Console(record=True, width=100, file=io.StringIO())
    from tests.examples.pig import SPEC

    async with hall.client.watch(given.table, views=True) as client:
        await asyncio.wait_for(RemoteSeat(client, SPEC, Typed(ask), console).run(), 60)
    said = console.export_text()
    assert "You only watch." in said
    assert re.search(r"1\. .+: \d+ points", said)


@pytest.mark.parametrize("name", ["[/x]", "[bold]Bob[/bold]", "[link=x]y[/link]", ":skull:", "[/]"])
async def test_nothing_in_a_name_is_markup(hall: Open, name: str) -> None:
    given = await hall.client.open_table(CreateTable("phase10", 2, name, settings=Settings(pace=0)))
    shown = PlainConsole(record=True, width=100, file=io.StringIO())
    async with hall.client.watch(given.table, given.token, views=True) as ann:
        lines = iter(["legal", *["stop"] * 4])

        def ask() -> str:
            time.sleep(0.02)
            return next(lines, "quit")

        joined = asyncio.create_task(join(f"{hall.url}/t/{given.table}", f"{name}2", False, ask, shown))
        while not joined.done():
            if ann.may_act:
                await ann.act("stop")
            await asyncio.sleep(0.005)
        await joined
    said = shown.export_text()
    assert f"Waiting: {name}, {name}2" in said
    assert f"You are {name}2 on seat 1." in said
    assert f"{name} has " in said


def test_what_others_wrote_is_no_order_to_the_terminal() -> None:
    shown = PlainConsole(file=io.StringIO(), force_terminal=True, width=80)
    for part in ("\x1b]0;owned\x07", Text("\x1b[2J"), Panel("\x9b31m\r")):
        shown.print(part)
    written = shown.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    assert not set(written) & set("\x07\r\x9b")
    assert "\x1b]" not in written
    assert "\x1b[2J" not in written


def test_an_error_of_a_hall_is_no_order_to_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> bytes:
        raise HallError("table", "\x1b]0;owned\x07 no\x9b2J")

    monkeypatch.setattr(HallClient, "_fetch", refuse)
    assert run(["join", "http://127.0.0.1:9/t/abc"]) == 2
    assert not set(capsys.readouterr().err) & set("\x1b\x07\x9b")


async def test_open_makes_a_table_shows_its_link_and_sits_down(hall: Open) -> None:
    shown = PlainConsole(record=True, width=100, file=io.StringIO())
    lines = iter(["bots greedy", "legal", "name Annabel", "help"])

    def ask() -> str:
        time.sleep(0.1)
        return next(lines, "quit")

    wanted = CreateTable("sixes", 2, "Ann", settings=Settings(pace=0, listed=False))
    await asyncio.wait_for(open_and_join(wanted, hall.url, True, ask, shown), 60)
    written = shown.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    link = re.search(rf"{hall.url}/t/(\w+)", written)
    assert link is not None
    assert "█" in written
    assert "Only this computer can open the link" in written
    assert f"quincunx join {hall.url}/t/{link[1]}#" in written.replace("\n", " ")
    info = await hall.client.table(link[1])
    assert [seat.kind for seat in info.seats] == ["human", "bot"]
    assert info.seats[0].name == "Annabel"


def test_open_says_when_no_hall_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(open_hall, "default_file", lambda: tmp_path / "hall.db")
    assert run(["open", "sixes"]) == 2
    assert "no hall is running on this computer" in capsys.readouterr().err


async def test_a_hall_that_speaks_no_tls_is_not_said_to_be_forbidden(hall: Open) -> None:
    with pytest.raises(HallError, match=r"does not answer: \[SSL"):
        await HallClient(hall.url.replace("http:", "https:")).hall()


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"


@pytest.mark.parametrize(
    "answer", [b"SSH-2.0-OpenSSH\r\n", OK + b"hello", OK + b"[1,2]", OK + b'"\xff\xff"', OK + b"{"]
)
async def test_what_is_no_hall_is_named_as_such(answer: bytes) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(HallError, match="is not a hall"):
            await HallClient(f"http://127.0.0.1:{port}").hall()


async def test_a_lost_connection_is_said_and_so_is_its_return(hall: Open) -> None:
    given = await hall.client.open_table(CreateTable("phase10", 2, "Ann"))
    shown = PlainConsole(record=True, width=100, file=io.StringIO())
    leave = threading.Event()

    def ask() -> str:
        leave.wait(30)
        return "quit"

    async with hall.client.watch(given.table, given.token, views=True) as client:
        playing = asyncio.create_task(RemoteSeat(client, game("phase10"), Typed(ask), shown).run())
        await wait_for(lambda: "You are Ann" in shown.export_text(clear=False))
        assert client._socket is not None
        await client._socket.close()
        await wait_for(lambda: "Connected again." in shown.export_text(clear=False))
        leave.set()
        await playing
    assert "The connection is lost" in shown.export_text()


async def test_the_last_news_stand_under_the_board_and_waiting_is_said_once(hall: Open) -> None:
    from tests.examples.pig import SPEC

    given = await hall.client.open_table(CreateTable("pig", 2, "Ann", settings=Settings(pace=0)))
    bob = await hall.client.take_seat(given.table, "Bob")
    shown = PlainConsole(record=True, width=80, file=io.StringIO())
    leave = threading.Event()

    def ask() -> str:
        leave.wait(30)
        return "quit"

    def said() -> str:
        return shown.export_text(clear=False)

    async with (
        hall.client.watch(given.table, bob.token, views=True) as client,
        hall.client.watch(given.table, given.token) as ann,
    ):
        playing = asyncio.create_task(RemoteSeat(client, SPEC, Typed(ask), shown).run())
        await wait_for(lambda: "Waiting for Ann." in said())
        await wait_for(lambda: ann.may_act)
        await ann.act("roll")
        if ann.may_act:
            await ann.act("hold")
        await wait_for(lambda: "─" * 80 in said() and "roll" in said().splitlines()[-1])
        leave.set()
        await playing
    assert said().count("Waiting: Ann, Bob") == 1
    assert said().count("Waiting for Ann.") == 1
    assert said().rindex("─" * 80) < said().rindex("• Ann rolls")


def test_a_terminal_knows_every_sentence_that_a_hall_may_say() -> None:
    script = """
from quincunx.core.messages import SENTENCES
from quincunx.games import GAMES
import quincunx.client.connection
parts = [spec.notation for spec in GAMES]
known = set(SENTENCES)
import quincunx.server.http.app
elsewhere = ("analysis.", "tournament.")  # no terminal asks for a study, or plays in a tournament
unknown = {id for id in SENTENCES if id not in known and not id.startswith(elsewhere)}
assert not unknown, unknown
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_an_address_of_this_computer_is_known() -> None:
    assert leads_here("http://127.0.0.1:8000")
    assert leads_here("http://localhost:8000")
    assert leads_here("http://[::1]:8000")
    assert not leads_here("http://192.168.1.7:8000")
    assert not leads_here("https://dice.example")


@pytest.mark.parametrize("typed", ["quit\n", "bots\n\nQuit now\n"])
async def test_open_leaves_while_its_input_stays_open(hall: Open, typed: str) -> None:
    words = [sys.executable, "-m", "quincunx", "open", "phase10", "--hall", hall.url]
    pipe = asyncio.subprocess.PIPE
    program = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, stderr=pipe)
    assert program.stdin is not None
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdin.write(typed.encode())
    async with asyncio.timeout(30):
        shown, err = await asyncio.gather(program.stdout.read(), program.stderr.read())
        assert (await program.wait(), err) == (0, b"")
    for line in typed.splitlines():  # what it is told of the table may come between them
        before, found, shown = shown.partition(f"{line}\n".encode())
        assert found, before
    program.stdin.close()


@pytest.mark.parametrize("typed", [b"quit\r", b"\x03"], ids=["quit", "Ctrl-C"])
async def test_open_leaves_the_terminal_as_it_was(hall: Open, typed: bytes) -> None:
    person, terminal = pty.openpty()
    threading.Thread(target=rest_of, args=(person,), daemon=True).start()
    before = termios.tcgetattr(terminal)
    words = [sys.executable, "-m", "quincunx", "open", "phase10", "--hall", hall.url]
    program = await asyncio.create_subprocess_exec(
        *words, stdin=terminal, stdout=terminal, start_new_session=True, preexec_fn=own_terminal
    )
    await wait_for(lambda: termios.tcgetattr(terminal) != before)  # until readline waits
    os.write(person, typed)
    assert await asyncio.wait_for(program.wait(), 30) == 0
    after = termios.tcgetattr(terminal)
    os.close(terminal)
    assert after == before


def own_terminal() -> None:
    """Make the terminal at standard input the one that sends Ctrl-C as a signal."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
