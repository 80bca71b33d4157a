"""Damage stays in its table, which says so: every other one is listed, opened and goes on."""

import sqlite3
from pathlib import Path

import pytest

from quincunx.client.connection import HallClient, HallError
from quincunx.protocol import CreateTable, Settings
from quincunx.server.config import HallConfig
from tests.server.conftest import opened, wait_for

BOTS = CreateTable("pig", 2, bots=["random", "random"], play=False, settings=Settings(pace=300))


async def tables_of_bots(config: HallConfig, count: int) -> list[str]:
    """Tables of bots in the middle of their matches."""
    async with opened(config) as hall:
        ids = [(await hall.client.open_table(BOTS)).table for _ in range(count)]
        for table in ids:
            await wait_for(lambda table=table: hall.hall.tables[table].ledger.seq > 4)  # type: ignore[misc]  # mypy infers no lambda with a default
    return ids


def change(folder: Path, statement: str, table: str) -> None:
    db = sqlite3.connect(folder / "hall.db")
    found = db.execute(statement, {"id": table})
    assert found.rowcount == 1
    db.commit()
    db.close()


HERE = "table_number = (select number from tables where id = :id)"
DAMAGES = {
    "no JSON": (f"update entries set body = '{{' where seq = 3 and {HERE}", "step 3 cannot be read"),
    "no text": (f"update entries set body = cast(x'ff22' as text) where seq = 3 and {HERE}", "step 3 cannot be read"),
    "missing": (f"delete from entries where seq = 3 and {HERE}", "step 3 is missing"),
    "no such step": (f'update entries set body = \'{{"type":"x"}}\' where seq = 4 and {HERE}', "step 4 cannot be read"),
    "impossible": (
        f'update entries set body = \'{{"type":"acted","seat":1,"action":77}}\' where seq = 4 and {HERE}',
        "step 4 is not possible",
    ),
    "variants": ("update tables set variants = 'x' where id = :id", "its variants cannot be read"),
}


async def test_damaged_tables_do_not_stop_the_others(config: HallConfig, tmp_path: Path) -> None:
    first, last, *damaged = await tables_of_bots(config, 2 + len(DAMAGES))
    for table, (statement, _) in zip(damaged, DAMAGES.values(), strict=True):
        change(tmp_path, statement, table)
    async with opened(config) as hall:
        await wait_for(lambda: {first, last} <= set(hall.hall.tables))
        for table in (first, last):
            seq = hall.hall.tables[table].ledger.seq
            await wait_for(lambda table=table, seq=seq: hall.hall.tables[table].ledger.seq > seq)  # type: ignore[misc]  # mypy infers no lambda with a default
        for table, (_, said) in zip(damaged, DAMAGES.values(), strict=True):
            with pytest.raises(HallError, match=f"table {table} is damaged and cannot be opened: {said}"):
                await hall.client.table(table)
            with pytest.raises(HallError, match=said):
                await watched(hall.client, table)
        await wait_for(lambda: {first, last} <= {summary.id for summary in hall.hall.lobby})


async def watched(hall: HallClient, table: str) -> None:
    async with hall.watch(table):
        pass


async def test_bad_summaries_do_not_empty_the_lobby(config: HallConfig, tmp_path: Path) -> None:
    values = ("'{}'", "'{'", "cast(x'ff' as text)", "x'00'")
    async with opened(config) as hall:
        wanted = CreateTable("pig", 2, "Ann")
        first, last, *damaged = [(await hall.client.open_table(wanted)).table for _ in range(2 + len(values))]
    for table, value in zip(damaged, values, strict=True):
        change(tmp_path, f"update tables set summary = {value} where id = :id", table)
    async with opened(config) as hall:
        await wait_for(lambda: hall.hall.lobby)
        assert {summary.id for summary in hall.hall.lobby} == {first, last}
        assert (await hall.client.table(damaged[0])).seats[0].name == "Ann"
