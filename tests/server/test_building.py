"""The hall has the tables of its perfect player built: for who sits at its machine, beside everything else."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from quincunx.server.config import HallConfig
from quincunx.solvers.builder import NICENESS
from quincunx.solvers.solved import SOLVED
from tests.server.conftest import Open, Process, opened
from tests.server.fake_builder import BEGUN, HELD

TABLES = "/api/games/phase10/solution"
STRANGER = "198.51.100.7"


@pytest.fixture
def config(config: HallConfig, word: Path) -> HallConfig:
    config.builder = "tests.server.fake_builder"
    config.proxies = ("127.0.0.1",)
    return config


@pytest.fixture
async def visitor(hall: Open) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=hall.url) as client:
        yield client


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while True:
        if await condition():
            return
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.02)


def builders(word: Path) -> list[tuple[int, int]]:
    """The processes that have begun at the beginning, and how they were niced."""
    begun = word.with_name(BEGUN)
    lines = begun.read_text().splitlines() if begun.exists() else []
    return [(int(pid), int(nice)) for pid, nice in map(str.split, lines)]


def tell(word: Path, what: str) -> None:
    part = word.with_suffix(".part")
    part.write_text(what)
    part.replace(word)


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def reaches(client: httpx.AsyncClient, state: str, progress: float = 0) -> None:
    async def there() -> bool:
        told = (await client.get(TABLES)).json()
        return bool(told["state"] == state and told["progress"] >= progress)

    await until(there)


async def test_they_are_built_in_the_background_and_perfect_is_there(
    visitor: httpx.AsyncClient, hall: Open, word: Path
) -> None:
    told = (await visitor.get(TABLES)).json()
    assert (told["state"], told["may_build"], told["failed"]) == ("absent", True, False)
    answer = await visitor.post(TABLES)
    assert answer.status_code == 202
    assert answer.json()["state"] == "building"
    await reaches(visitor, "building", 0.25)
    (level,) = [one for one in await levels(visitor) if one["bot"] == "perfect"]
    assert level["tables"]["state"] == "building"
    alone = {"game": "phase10", "seats": 1, "bots": ["perfect"], "play": False}
    refused = await visitor.post("/api/tables", json=alone)
    assert refused.status_code == 400
    assert refused.json()["message"][0] == "core.being_built"
    tell(word, "go")
    await reaches(visitor, "there")
    (level,) = [one for one in await levels(visitor) if one["bot"] == "perfect"]
    assert level["tables"]["state"] == "there"
    assert (await visitor.post("/api/tables", json=alone)).status_code == 201
    assert (await visitor.post(TABLES)).json()["state"] == "there", "there is nothing left to build"
    assert [nice for _, nice in builders(word)] == [NICENESS]


async def levels(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    games = (await client.get("/api/games")).json()
    found: list[dict[str, Any]] = next(game for game in games if game["slug"] == "phase10")["levels"]
    return found


async def test_one_at_a_time(visitor: httpx.AsyncClient, word: Path) -> None:
    answers = await asyncio.gather(*(visitor.post(TABLES) for _ in range(5)))
    assert {answer.json()["state"] for answer in answers} == {"building"}
    await reaches(visitor, "building", 0.25)
    await visitor.post(TABLES)
    tell(word, "go")
    await reaches(visitor, "there")
    assert len(builders(word)) == 1


async def test_another_process_that_builds_them_counts(
    visitor: httpx.AsyncClient, config: HallConfig, word: Path, tmp_path: Path
) -> None:
    """Two halls of one user, or `quincunx solve` beside one."""
    config.db = f"sqlite:///{tmp_path}/other.db"
    async with opened(config) as other, httpx.AsyncClient(base_url=other.url) as there:
        await visitor.post(TABLES)
        await reaches(there, "building", 0.25)
        await there.post(TABLES)
        tell(word, "go")
        await reaches(there, "there")
        await reaches(visitor, "there")
    assert len(builders(word)) == 1


async def test_who_has_asked_builds_when_another_process_ends_before(
    visitor: httpx.AsyncClient, config: HallConfig, word: Path, tmp_path: Path
) -> None:
    config.db = f"sqlite:///{tmp_path}/other.db"
    async with opened(config) as other, httpx.AsyncClient(base_url=other.url) as there:
        await there.post(TABLES)
        await reaches(visitor, "building", 0.25)
        await visitor.post(TABLES)
    tell(word, "go")
    await reaches(visitor, "there")


async def test_it_is_not_for_strangers(visitor: httpx.AsyncClient, word: Path) -> None:
    """A proxy that is known names them; one that is not known speaks for nobody at this machine."""
    named = {"x-forwarded-for": STRANGER}
    answer = await visitor.post(TABLES, headers=named)
    assert answer.status_code == 403
    assert answer.json()["code"] == "loopback"
    told = (await visitor.get(TABLES, headers=named)).json()
    assert (told["state"], told["may_build"]) == ("absent", False)
    games = (await visitor.get("/api/games", headers=named)).json()
    tables = [level["tables"] for game in games for level in game["levels"] if level["tables"] is not None]
    assert [one["may_build"] for one in tables] == [False] * len(SOLVED)
    elsewhere = await visitor.post(TABLES, headers={"origin": "http://elsewhere.example"})
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (403, "origin")
    assert builders(word) == []


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
async def test_a_proxy_that_nobody_has_named_is_a_stranger(config: HallConfig, word: Path, header: str) -> None:
    config.proxies = ()
    async with opened(config) as hall, httpx.AsyncClient(base_url=hall.url) as client:
        assert (await client.post(TABLES, headers={header: "127.0.0.1"})).status_code == 403
        assert not (await client.get(TABLES, headers={header: "127.0.0.1"})).json()["may_build"]
    assert builders(word) == []


@pytest.mark.parametrize(("game", "status"), [("lowdown", 400), ("chess", 400)])
async def test_only_of_solved_games(visitor: httpx.AsyncClient, game: str, status: int) -> None:
    assert (await visitor.get(f"/api/games/{game}/solution")).status_code == status
    assert (await visitor.post(f"/api/games/{game}/solution")).status_code == status


async def test_it_ends_with_the_hall_and_goes_on_another_time(config: HallConfig, word: Path) -> None:
    async with opened(config) as hall, httpx.AsyncClient(base_url=hall.url) as client:
        await client.post(TABLES)
        await reaches(client, "building", 0.25)
        ((pid, _),) = builders(word)
        assert lives(pid)
    assert not lives(pid)
    async with opened(config) as hall, httpx.AsyncClient(base_url=hall.url) as client:
        assert (await client.get(TABLES)).json()["state"] == "absent"
        tell(word, "go")
        await client.post(TABLES)
        await reaches(client, "there")
    assert len(builders(word)) == 1, "its first step was done before"


async def test_a_bad_end_is_told_and_can_be_mended(visitor: httpx.AsyncClient, word: Path) -> None:
    tell(word, "fail")
    await visitor.post(TABLES)
    await reaches(visitor, "absent")
    assert (await visitor.get(TABLES)).json()["failed"]
    tell(word, "go")
    assert not (await visitor.post(TABLES)).json()["failed"]
    await reaches(visitor, "there")
    assert len(builders(word)) == 1


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not end a process with its parent")


@pytest.mark.parametrize("busy", [False, pytest.param(True, marks=LINUX)])
async def test_it_does_not_outlive_a_hall_that_is_killed(
    processes: Callable[..., Process], tmp_path: Path, word: Path, busy: bool
) -> None:
    async def held_up() -> bool:
        return word.with_name(HELD).exists()

    process = processes(f"sqlite:///{tmp_path}/killed.db", "--builder", "tests.server.fake_builder")
    process.start()
    async with httpx.AsyncClient(base_url=process.url) as client:
        await client.post(TABLES)
        await reaches(client, "building", 0.25)
    ((pid, _),) = builders(word)
    if busy:
        tell(word, "hold")
        await until(held_up)
    process.kill()

    async def gone() -> bool:
        return not lives(pid)

    await until(gone)
