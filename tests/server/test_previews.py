"""Previews of links to tables, replays and dailies."""

import asyncio
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from quincunx.protocol import CreateTable
from quincunx.server.config import HallConfig
from tests.server.conftest import SWIFT, Open, opened, wait_for


@pytest.fixture
def config(config: HallConfig, tmp_path: Path) -> HallConfig:
    """A hall with a page of its own."""
    config.static = tmp_path / "page"
    (config.static / "cards").mkdir(parents=True)
    (config.static / "index.html").write_text("<html><head><title>Quincunx</title></head></html>")
    (config.static / "cards" / "lowdown.png").write_bytes(b"a picture")
    return config


async def page(hall: Open, path: str, language: str = "en") -> str:
    def fetch() -> str:
        with urlopen(Request(hall.url + path, headers={"Accept-Language": language})) as answer:
            return str(answer.read().decode())

    return await asyncio.to_thread(fetch)


async def table_of(hall: Open, game: str = "lowdown", bots: int = 0, name: str = "Ann") -> str:
    wanted = CreateTable(game, 3, name, bots=["greedy"] * bots, settings=SWIFT)
    return (await hall.client.open_table(wanted)).table


async def test_an_invitation_says_who_waits_and_shows_the_game(hall: Open) -> None:
    table = await table_of(hall)
    found = await page(hall, f"/t/{table}")
    assert '<meta property="og:title" content="Lowdown" />' in found
    assert 'content="Ann: 2 seats are free. Sit down!"' in found
    assert f'content="{hall.url}/cards/lowdown.png"' in found
    assert "2 Plätze sind frei" in await page(hall, f"/t/{table}", "de-DE,de;q=0.9")


async def test_a_replay_and_a_daily_have_previews_and_a_game_without_a_card_has_the_icon(hall: Open) -> None:
    given = await hall.client.open_table(CreateTable("pig", 2, bots=["random"] * 2, settings=SWIFT, play=False))
    await wait_for(lambda: hall.hall.tables[given.table].ledger.status == "over")
    found = await page(hall, f"/t/{given.table}/replay/12")
    assert "Watch how" in found
    assert f'content="{hall.url}/icon-512.png"' in found
    assert "The match of 2026-11-19" in await page(hall, "/daily/lowdown/2026-11-19")


async def test_names_are_text_and_nothing_is_said_of_what_is_not_there(hall: Open) -> None:
    table = await table_of(hall, name='"><script>')
    assert "<script>" not in await page(hall, f"/t/{table}")
    for path in ("/", "/mine", "/t/nowhere234", "/daily/chess"):
        assert "og:" not in await page(hall, path)
    await hall.hall.close_table(table)
    assert "og:" not in await page(hall, f"/t/{table}")


async def test_the_preview_of_another_moment_has_another_tag(config: HallConfig) -> None:
    async with opened(config) as hall:
        table = await table_of(hall)
        before = await page(hall, f"/t/{table}")
        await hall.client.take_seat(table, "Bob")
        await wait_for(lambda: hall.hall.tables[table].ledger.names[1] == "Bob")
        assert await page(hall, f"/t/{table}") != before
