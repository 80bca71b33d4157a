"""What the hall serves over HTTP beside its tables."""

import contextlib
import gzip
import io
import json
import logging
import os
import re
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import anyio.to_thread
import httpx
import msgspec
import pytest
import structlog

from quincunx import protocol
from quincunx.core.render import catalogue_of, render
from quincunx.games import GAMES
from quincunx.server.config import HallConfig
from quincunx.server.operations.run import set_up_logs
from tests.server.conftest import Open, opened


@pytest.fixture
def hall(shared_hall: Open) -> Open:
    """One for all tests of this file."""
    return shared_hall


async def get(url: str, method: str = "GET", **headers: str) -> tuple[int, Any, bytes]:
    def fetch() -> tuple[int, Any, bytes]:
        try:
            with urlopen(Request(url, headers=headers, method=method), timeout=10) as answer:
                return answer.status, answer.headers, answer.read()
        except HTTPError as error:
            with error:
                return error.code, error.headers, error.read()

    return await anyio.to_thread.run_sync(fetch)


async def test_the_games(hall: Open) -> None:
    status, _, body = await get(f"{hall.url}/api/games")
    games = msgspec.json.decode(body, type=list[protocol.GameInfo])
    assert status == 200
    assert [info.slug for info in games][: len(GAMES)] == [spec.slug for spec in GAMES]
    for info in games[: len(GAMES)]:
        status, _, body = await get(f"{hall.url}/api/games/{info.slug}/texts")
        texts = msgspec.json.decode(body, type=protocol.GameTexts)
        assert "§1" in texts.rules
        assert "R1" in texts.rulings
        status, _, body = await get(f"{hall.url}/api/games/{info.slug}/texts?language=de")
        german = msgspec.json.decode(body, type=protocol.GameTexts)
        assert "§1" in german.rules
        assert german.rules != texts.rules
    status, _, body = await get(f"{hall.url}/api/games/chess/texts")
    assert (status, json.loads(body)["code"]) == (404, "http")


ENGLISH = re.compile(r"\b(the|there|is|not|steps)\b", re.IGNORECASE)


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/api/games/chess/texts", 404, "Es gibt kein Spiel „chess“; es gibt"),
        ("/api/games/chess/lesson", 404, "es gibt keine Einführung in „chess“"),
        ("/api/games/phase10/lesson/reply?step=99&action=stop", 404, "die Einführung hat die Schritte 0 bis "),
        ("/api/nothing", 404, "unter /api/nothing gibt es nichts"),
        ("/nothing.png", 404, "unter /nothing.png gibt es nichts"),
        ("/api/games", 405, "/api/games antwortet nicht auf DELETE"),
    ],
)
async def test_what_does_not_exist_is_said_in_the_readers_language(
    hall: Open, path: str, status: int, said: str
) -> None:
    found, _, body = await get(hall.url + path, "DELETE" if status == 405 else "GET")
    problem = msgspec.json.decode(body, type=protocol.Problem)
    german = render(problem.message, catalogue_of("de"))
    assert (found, problem.code) == (status, "http")
    assert said.lower() in german.lower()
    assert not ENGLISH.search(german)


async def post(url: str, body: Any) -> protocol.Problem:
    request = Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with pytest.raises(HTTPError) as refused:
        await anyio.to_thread.run_sync(urlopen, request)
    with refused.value as answer:
        assert answer.code == 400
        return msgspec.json.decode(answer.read(), type=protocol.Problem)


@pytest.mark.parametrize(
    ("body", "said", "detail"),
    [
        (
            {"game": "pig", "seats": 99},
            "die Anfrage hat einen ungültigen Wert für „seats“",
            "<= 8",
        ),
        ([], "diese Anfrage kann die Halle nicht lesen", "Expected `object`, got `array`"),
    ],
)
async def test_people_read_where_a_request_is_wrong_and_programmers_what(
    hall: Open, body: Any, said: str, detail: str
) -> None:
    problem = await post(f"{hall.url}/api/tables", body)
    assert (problem.code, render(problem.message, catalogue_of("de"))) == ("http", said)
    assert detail in (problem.detail or "")


async def test_health_and_metrics(config: HallConfig) -> None:
    async with opened(config) as hall:
        table = await hall.table()
        await table.mover.act("roll")
        health = msgspec.json.decode((await get(f"{hall.url}/health"))[2], type=protocol.Health)
        assert (health.status, health.tables, health.connections) == ("ok", 1, 2)
        figures = (await get(f"{hall.url}/metrics"))[2].decode()
        for name in ("quincunx_steps_total", "quincunx_commit_seconds_bucket", "quincunx_connections 2.0"):
            assert name in figures
        await table.close()


async def test_transcript_and_proof_wait_for_the_end(hall: Open) -> None:
    table = await hall.table()
    status, _, body = await get(f"{hall.url}/api/tables/{table.table}/transcript")
    assert (status, json.loads(body)["code"]) == (409, "status")
    for path in ("proof", "landings"):
        status, _, body = await get(f"{hall.url}/api/tables/{table.table}/{path}")
        assert (status, json.loads(body)["code"]) == (409, "status")
    assert (await get(f"{hall.url}/api/tables/nosuchtabl"))[0] == 404
    await table.close()


async def test_the_invitation_as_a_picture(hall: Open) -> None:
    async with httpx.AsyncClient(base_url=hall.url) as client:
        answer = await client.post("/api/qr", json={"path": "/t/abc"})
    assert answer.status_code == 200
    assert answer.json()["svg"].startswith("<svg")


async def test_the_page(config: HallConfig, tmp_path: Path) -> None:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<html>" + "hall " * 300)
    (folder / "assets" / "a-1.js").write_text("let a = 1;" * 100)
    (tmp_path / "secret.txt").write_text("secret")
    config.static = folder
    async with opened(config) as hall:
        for path in ("/", "/t/abc", "/games"):
            status, headers, body = await get(hall.url + path)
            assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
            assert headers["cache-control"] == "no-cache"
            assert "default-src 'self'" in headers["content-security-policy"]
            assert body.startswith(b"<html>")
        status, headers, body = await get(f"{hall.url}/assets/a-1.js", **{"Accept-Encoding": "gzip"})
        assert "immutable" in headers["cache-control"]
        assert gzip.GzipFile(fileobj=io.BytesIO(body)).read().startswith(b"let a")
        assert (await get(hall.url, **{"If-None-Match": (await get(hall.url))[1]["etag"]}))[0] == 304
        for path in ("/assets/none.js", "/api/none", "/%2e%2e/secret.txt", "/..%2fsecret.txt"):
            status, _, body = await get(hall.url + path)
            assert status == 404
            assert body != b"secret"


async def test_without_a_page_the_hall_says_so(config: HallConfig, tmp_path: Path) -> None:
    config.static = tmp_path / "none"
    async with opened(config) as hall:
        status, _, body = await get(hall.url)
        assert status == 200
        assert b"has not been built" in body


async def test_tokens_and_seeds_are_never_logged(
    config: HallConfig, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up_logs(logging.DEBUG)
    try:
        async with opened(config) as hall:
            table = await hall.table()
            ledger = hall.hall.tables[table.table].ledger
            with monkeypatch.context() as patch:
                patch.setattr("quincunx.server.hall.authority.act", _broken)
                with pytest.raises(Exception, match="internal error of the hall"):
                    await table.mover.act("roll")
            await table.mover.act("roll")
            seed = ledger.dice_seed
            await table.close()
        said = capsys.readouterr().err
        assert json.loads(said.splitlines()[0])["event"] == "request_failed"
        assert "RuntimeError" in said
        assert not any(secret in said for secret in (*table.tokens, seed))
    finally:
        structlog.reset_defaults()


def test_where_nobody_reads_the_logs_the_hall_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    log = structlog.get_logger()
    closed, open_again = io.StringIO(), io.StringIO()
    closed.close()
    reader, writer = os.pipe()
    os.close(reader)
    set_up_logs()
    try:
        with os.fdopen(writer, "w", buffering=1) as broken:
            for stream in (closed, broken, None):
                monkeypatch.setattr(sys, "stderr", stream)
                log.warning("lost")
                log.exception("lost", exc_info=ValueError("lost"))
            monkeypatch.setattr(sys, "stderr", open_again)
            log.warning("kept")
            with contextlib.suppress(OSError):
                broken.close()
    finally:
        structlog.reset_defaults()
    assert json.loads(open_again.getvalue())["event"] == "kept"


def _broken(ledger: object, seat: int, action: int, at: int | None) -> None:
    raise RuntimeError("a mistake")


async def test_the_page_can_be_asked_for_its_head(hall: Open) -> None:
    def ask() -> tuple[int, str, bytes]:
        with urlopen(Request(f"{hall.url}/", method="HEAD"), timeout=10) as answer:
            return answer.status, answer.headers["content-type"], answer.read()

    assert await anyio.to_thread.run_sync(ask) == (200, "text/html; charset=utf-8", b"")


@pytest.mark.parametrize("path", ["/ws", "/ws/lobby", "/ws/tables/abc", "/api", "/api/nothing"])
async def test_there_is_no_page_where_sockets_and_answers_are(hall: Open, path: str) -> None:
    assert (await get(hall.url + path))[0] == 404
