"""`quincunx hall admin`: whoever runs a hall sees what is going on, closes tables, takes names, keeps addresses out."""

import asyncio
import json
import os
import signal
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import msgspec
import pytest
import structlog

from quincunx.cli import run
from quincunx.client.connection import HallClient, HallError
from quincunx.core.errors import SetupError
from quincunx.protocol import CreateTable, CreateTournament, Settings
from quincunx.server import words
from quincunx.server.config import HallConfig
from quincunx.server.door.bans import Bans
from quincunx.server.operations.open_hall import admin_folder
from quincunx.server.operations.run import set_up_logs
from quincunx.server.store.bans import read_bans
from quincunx.server.store.errors import StoreError
from tests.server.conftest import Open, opened, wait_for
from tests.server.test_dailies import ANN, BOB, play
from tests.server.test_workers import ManyWorkers
from tools.json_shapes import SHAPES

Admin = Callable[..., Awaitable[str]]


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of its own for the user's data, with a short name."""
    with tempfile.TemporaryDirectory(prefix="quincunx-", dir="/tmp") as folder:
        monkeypatch.setenv("XDG_DATA_HOME", folder)
        yield admin_folder()


@pytest.fixture
async def kept(config: HallConfig, folder: Path) -> AsyncIterator[Open]:
    """A hall with an admin socket."""
    config.admin_folder = folder
    set_up_logs()  # to standard error
    async with opened(config) as found:
        yield found
    structlog.reset_defaults()


@pytest.fixture
def admin(config: HallConfig, capsys: pytest.CaptureFixture[str]) -> Admin:
    """Runs a command; what it says."""

    async def ask(*words: str, code: int = 0) -> str:
        assert await asyncio.to_thread(run, ["hall", "admin", *words, "--db", config.db]) == code
        captured = capsys.readouterr()
        return captured.err if code else captured.out

    return ask


async def test_json_of_nothing_names_it_all_the_same(kept: Open, admin: Admin) -> None:
    assert json.loads(await admin("tables", "--json")) == [{"tables": []}]
    assert json.loads(await admin("connections", "--json")) == [{"connections": []}]


async def test_it_is_shown_what_is_going_on(kept: Open, admin: Admin) -> None:
    table = await kept.table()
    status = json.loads(await admin("--json"))
    msgspec.convert(status, SHAPES["hall admin"])
    assert [line["status"]["pid"] for line in status] == [os.getpid()]
    assert (status[0]["status"]["store"], status[0]["status"]["connections"]) == ("ok", 2)
    assert str(os.getpid()) in await admin()
    [shown] = json.loads(await admin("tables", "--json"))[0]["tables"]
    assert (shown["id"], shown["game"], shown["seats"], shown["watchers"]) == (table.table, "pig", ["Ann", "Bob"], 2)
    assert "Ann, Bob" in await admin("tables")
    msgspec.convert([{"tables": [shown]}], SHAPES["hall admin tables"])
    lines = json.loads(await admin("connections", "--json"))[0]["connections"]
    msgspec.convert([{"connections": lines}], SHAPES["hall admin connections"])
    assert [(line["address"], line["table"]) for line in lines] == [("127.0.0.1", table.table)] * 2
    assert sorted(line["seat"] for line in lines) == [0, 1]
    assert "127.0.0.1" in await admin("connections")
    await table.close()


async def test_what_is_shown_is_in_the_readers_language(
    kept: Open, admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = await kept.client.open_table(CreateTable("pig", 3, "Ann"))
    [shown] = json.loads(await admin("tables", "--json"))[0]["tables"]
    assert (shown["id"], shown["seats"]) == (given.table, ["Ann", "", ""])
    assert "Ann, (frei), (frei)" in await admin("tables", "--lang", "de")

    async def fail() -> None:
        raise StoreError(words.DATABASE_SILENT())

    monkeypatch.setattr(kept.hall.store, "check", fail)
    assert {"Datenbank", "antwortet", "nicht"} <= set((await admin("--lang", "de")).split())


async def test_a_table_is_closed_for_good(kept: Open, admin: Admin, config: HallConfig) -> None:
    table = await kept.table()
    other = await kept.table()
    assert f"Table {table.table} is closed" in await admin("close", table.table)
    assert table.table not in kept.hall.tables
    for client in table.clients:
        await wait_for(lambda client=client: client._failed is not None)  # type: ignore[misc]  # mypy infers no lambda with a default
    with pytest.raises(HallError, match="the operator of this hall has closed table"):
        await kept.client.table(table.table)
    await other.mover.act("roll")
    await wait_for(lambda: all(summary.id != table.table for summary in kept.hall.lobby))
    await table.close()
    await other.close()
    assert "there is no table" in await admin("close", "nowhere", code=2)
    kept.hall.tables.clear()
    with pytest.raises(HallError, match="has closed"):
        await kept.client.table(table.table)


async def test_bots_play_on_at_no_table_that_is_closed(kept: Open) -> None:
    """What they played would come into the book, for one."""
    wanted = CreateTable("pig", 2, "", bots=["greedy", "greedy"], play=False, settings=Settings(pace=40))
    given = await kept.client.open_table(wanted)
    table = kept.hall.tables[given.table]
    await wait_for(lambda: table.ledger.seq > 4)
    await kept.hall.close_table(given.table)
    await wait_for(lambda: table.authority.is_idle and table.bots.is_idle)
    assert table.ledger.status == "playing"


async def test_a_name_is_taken_away(kept: Open, admin: Admin) -> None:
    given = await kept.client.open_table(CreateTable("pig", 2, "[/x] rude", settings=Settings(pace=0)))
    async with kept.client.watch(given.table, given.token) as rude:
        said = await admin("unname", given.table, "0")
        assert said.startswith("[/x] rude is called ")
        await wait_for(lambda: rude.table is not None and "rude" not in rude.table.seats[0].name)
        await wait_for(lambda: all("rude" not in "".join(summary.names) for summary in kept.hall.lobby))
        assert "there is no seat 1" in await admin("unname", given.table, "1", code=2)
        assert "there is no seat 7" in await admin("unname", given.table, "7", code=2)


def sockets(folder: Path) -> list[Path]:
    return list(folder.glob("*.sock"))


def status_of(url: str) -> int:
    try:
        with urlopen(url, timeout=10) as answer:
            status: int = answer.status
            return status
    except HTTPError as error:
        error.close()
        return error.code


async def test_an_address_is_kept_out_and_let_in_again(kept: Open, admin: Admin, config: HallConfig) -> None:
    table = await kept.table()
    said = await admin("ban", "127.0.0.0/30")
    assert "127.0.0.0/30 is banned; 2 connections were closed" in said
    await wait_for(lambda: kept.hall.connections == 0)
    assert await asyncio.to_thread(status_of, f"{kept.url}/api/tables") == 403
    assert await asyncio.to_thread(status_of, f"{kept.url}/") == 403
    assert await kept.hall.store.run(read_bans) == ["127.0.0.0/30"]
    assert "127.0.0.0/30" in await admin()
    assert "is no longer banned" in await admin("unban", "127.0.0.0/30")
    assert "was not banned" in await admin("unban", "192.0.2.7")
    assert await asyncio.to_thread(status_of, f"{kept.url}/api/tables") == 200
    await wait_for(lambda: kept.hall.connections == 2)  # they come back by themselves
    assert "an address is" in await admin("ban", "nonsense", code=2)
    await table.close()


def test_bans_are_addresses_and_networks() -> None:
    bans = Bans(["203.0.113.9", "2001:db8:1:2:3::/64"])
    assert "203.0.113.9" in bans
    assert "203.0.113.8" not in bans
    assert "2001:db8:1:2:ffff::1" in bans
    assert "2001:db8:1:3::1" not in bans
    assert "" not in bans
    assert "" not in Bans()
    assert bans.names() == ["2001:db8:1:2::/64", "203.0.113.9"]
    with pytest.raises(SetupError):
        Bans(["somewhere"])


async def test_bans_outlive_the_hall(any_db: str, config: HallConfig) -> None:
    config.db = any_db
    async with opened(config) as hall:
        await hall.hall.ban("127.0.0.1")
        await hall.hall.ban("127.0.0.1")
        await hall.hall.ban("192.0.2.7")
        assert await hall.hall.unban("192.0.2.7")
    async with opened(config) as hall:
        assert hall.hall.bans.names() == ["127.0.0.1"]
        assert await asyncio.to_thread(status_of, f"{hall.url}/") == 403


async def test_where_no_hall_is_open_that_is_said(admin: Admin, folder: Path) -> None:
    assert "no hall of this user is open" in await admin("tables", code=2)


async def test_the_admin_socket_is_for_this_user_alone(kept: Open, folder: Path) -> None:
    modes = [os.stat(path).st_mode & 0o777 for path in (folder, *sockets(folder))]
    assert modes == [0o700, 0o600]


async def test_every_process_hears_of_it(
    postgresql_db: str, tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    many = ManyWorkers(postgresql_db, tmp_path / "hall.log")
    many.start()
    try:
        hall = HallClient(many.url)
        given = await hall.open_table(CreateTable("phase10", 2, "Ann"))
        db = ["--db", postgresql_db]
        await wait_for(lambda: len(sockets(folder)) == 3)
        watchers = [hall.watch(given.table) for _ in range(6)]
        for watcher in watchers:
            await watcher.__aenter__()
        assert run(["hall", "admin", "--json", *db]) == 0
        assert sum(line["status"]["connections"] for line in json.loads(capsys.readouterr().out)) == 6
        assert run(["hall", "admin", "close", given.table, *db]) == 0
        for watcher in watchers:
            await wait_for(lambda watcher=watcher: watcher._failed is not None)  # type: ignore[misc]  # mypy infers no lambda with a default
            await watcher.__aexit__(None, None, None)
        assert run(["hall", "admin", "ban", "198.51.100.7", *db]) == 0
        os.kill(many.said("worker_started")[0], signal.SIGKILL)  # its socket stays behind, its bans come back
        await wait_for(lambda: len(many.said("worker_started")) == 4)
        async with asyncio.timeout(60):
            while True:
                capsys.readouterr()
                assert run(["hall", "admin", "--json", *db]) == 0
                status = [line["status"] for line in json.loads(capsys.readouterr().out)]
                if len(status) == 3:
                    break
                await asyncio.sleep(0.1)
        assert all(line["banned"] == ["198.51.100.7"] for line in status)
    finally:
        many.kill()


async def test_players_and_results_are_listed_and_a_result_is_removed(kept: Open, admin: Admin) -> None:
    tables = [await play(kept, key) for key in (ANN, BOB)]
    said = json.loads(await admin("players", "--json"))
    assert {(row["name"], row["keys"]) for row in said[0]["players"]} == {("Ann", 2), ("Bob", 2)}
    assert "keys from that address" in await admin("players")
    said = json.loads(await admin("dailies", "--json"))
    assert [row["table"] for row in said[0]["results"]] == tables
    await admin("close", tables[0])
    assert tables[0] not in await admin("dailies")


async def test_tournaments_are_listed_and_ended(kept: Open, admin: Admin) -> None:
    opened = await kept.client.announce(CreateTournament("pig", 2, title="Friday"))
    for name in ("Ann", "Bob"):
        await kept.client.take_part(opened.tournament, name)
    said = json.loads(await admin("tournaments", "--json"))
    [row] = said[0]["tournaments"]
    assert (row["id"], row["title"], row["status"], row["players"]) == (opened.tournament, "Friday", "waiting", 2)
    assert "Friday" in await admin("tournaments")
    await admin("end", opened.tournament)
    assert json.loads(await admin("tournaments", "--json")) == [{"tournaments": []}]
    assert "there is no tournament" in await admin("end", "nowhere", code=2)
