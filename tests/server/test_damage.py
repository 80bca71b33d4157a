"""Damage stays in its table, which says so: every other one is listed, opened and goes on."""

import sqlite3
from pathlib import Path

import pytest

from quincunx.client.connection import HallClient, HallError
from quincunx.protocol import CreateTable, Settings
from quincunx.server.config import HallConfig
from tests.server.conftest import opened, wait_for

BOTS = CreateTable("pig", 2, bots=["random", "random"], play=False, settings=Settings(pace=300))


async def three_tables(config: HallConfig) -> list[str]:
    """Tables of bots in the middle of their matches."""
    async with opened(config) as hall:
        ids = [(await hall.client.open_table(BOTS)).table for _ in range(3)]
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


@pytest.mark.parametrize("damage", DAMAGES)
async def test_one_damaged_table_does_not_stop_the_others(config: HallConfig, tmp_path: Path, damage: str) -> None:
    ids = await three_tables(config)
    statement, said = DAMAGES[damage]
    change(tmp_path, statement, ids[1])
    async with opened(config) as hall:
        await wait_for(lambda: {ids[0], ids[2]} <= set(hall.hall.tables))
        went_on = [hall.hall.tables[table].ledger.seq for table in (ids[0], ids[2])]
        for table, seq in zip((ids[0], ids[2]), went_on, strict=True):
            await wait_for(lambda table=table, seq=seq: hall.hall.tables[table].ledger.seq > seq)  # type: ignore[misc]  # mypy infers no lambda with a default
        with pytest.raises(HallError, match=f"table {ids[1]} is damaged and cannot be opened: {said}"):
            await hall.client.table(ids[1])
        with pytest.raises(HallError, match=said):
            await watched(hall.client, ids[1])
        await wait_for(lambda: {ids[0], ids[2]} <= {summary.id for summary in hall.hall.lobby})


async def watched(hall: HallClient, table: str) -> None:
    async with hall.watch(table):
        pass


@pytest.mark.parametrize("value", ["'{}'", "'{'", "cast(x'ff' as text)", "x'00'"])
async def test_one_bad_summary_does_not_empty_the_lobby(config: HallConfig, tmp_path: Path, value: str) -> None:
    async with opened(config) as hall:
        ids = [(await hall.client.open_table(CreateTable("pig", 2, name))).table for name in ("Ann", "Bob", "Cyd")]
    change(tmp_path, f"update tables set summary = {value} where id = :id", ids[1])
    async with opened(config) as hall:
        await wait_for(lambda: hall.hall.lobby)
        assert {summary.id for summary in hall.hall.lobby} == {ids[0], ids[2]}
        assert (await hall.client.table(ids[1])).seats[0].name == "Bob"
