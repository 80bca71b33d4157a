"""A match through a real nginx with the project's own configuration: TLS, client addresses, limits."""

import asyncio
import contextlib
import http.client
import json
import os
import re
import socket
import ssl
import subprocess
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from quincunx.client.connection import HallClient
from quincunx.protocol import CreateTable
from quincunx.server.config import HallConfig
from tests.server.conftest import ROOT, SWIFT, Open, opened, wait_for
from tests.server.test_processes import play

NOTHING: Mapping[str, str] = {}
MAIN = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1000; }}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/quincunx.conf;
}}
"""


def free_ports(count: int) -> list[int]:
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


@dataclass
class Before:
    """nginx before a hall."""

    hall: Open
    url: str
    tls: int
    plain: int
    trust: ssl.SSLContext

    def ask(self, method: str, path: str, body: Any = None, *, source: str, **headers: str) -> tuple[int, Any]:
        """Ask from an address of this machine; the status and the answer."""
        line = http.client.HTTPSConnection(
            "localhost", self.tls, timeout=30, source_address=(source, 0), context=self.trust
        )
        data = None if body is None else json.dumps(body)
        line.request(method, path, data, {"Content-Type": "application/json", **headers})
        answer = line.getresponse()
        text = answer.read()
        line.close()
        return answer.status, json.loads(text) if "json" in (answer.headers["Content-Type"] or "") else text


def configured(
    halls: Sequence[str], tls: int, plain: int, certificate: tuple[Path, Path], more: Mapping[str, str] = NOTHING
) -> str:
    """The project's file with this test's halls, name, ports and certificate."""
    changes = {
        **more,
        r"server 127\.0\.0\.1:8000 (.*);": " ".join(rf"server {hall} \1;" for hall in halls),
        r"dice\.example(?=;)": "localhost",
        r"/etc/letsencrypt/live/dice\.example/fullchain\.pem": str(certificate[0]),
        r"/etc/letsencrypt/live/dice\.example/privkey\.pem": str(certificate[1]),
        r"listen 80;": f"listen 127.0.0.1:{plain};",
        r"listen 443 ssl": f"listen 127.0.0.1:{tls} ssl",
        r" *listen \[::\].*\n": "",
    }
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for pattern, new in changes.items():
        text, count = re.subn(pattern, new, text)
        assert count, f"{pattern} is not in deploy/nginx.conf"
    return text


@contextlib.contextmanager
def running(nginx: Path, folder: Path, port: int, configuration: str, at: Sequence[str] = ()) -> Iterator[None]:
    """nginx with that configuration; `at` are the words that run it at another machine, where this thread is too."""
    folder.mkdir()
    (folder / "quincunx.conf").write_text(configuration)
    folder.joinpath("nginx.conf").write_text(MAIN.format(folder=folder, user="user root;" if os.getuid() == 0 else ""))
    process = subprocess.Popen([*at, nginx, "-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf"])
    end = time.monotonic() + 30
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        assert process.poll() is None, (folder / "error.log").read_text()
        assert time.monotonic() < end
        time.sleep(0.02)
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture
async def before(
    config: HallConfig,
    nginx: Path,
    certificate: tuple[Path, Path],
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> AsyncIterator[Before]:
    """nginx before a hall that was started as the configuration says."""
    tls, plain = free_ports(2)
    config.proxies = ("127.0.0.1",)
    config.origins = (f"https://localhost:{tls}",)
    config.limits.tables_an_hour = 3
    async with opened(config) as hall:
        address = hall.url.removeprefix("http://")
        configuration = configured([address], tls, plain, certificate, getattr(request, "param", NOTHING))
        with running(nginx, tmp_path / "nginx", tls, configuration):
            url = f"https://localhost:{tls}"
            yield Before(hall, url, tls, plain, ssl.create_default_context(cafile=str(certificate[0])))


async def test_a_match_is_played_through_nginx(before: Before) -> None:
    hall = HallClient(before.url)
    given = await hall.open_table(CreateTable("phase10", 3, "Ann", bots=["random"], settings=SWIFT))
    other = await hall.take_seat(given.table, "Bob")
    async with hall.watch(given.table, given.token) as ann, hall.watch(given.table, other.token) as bob:
        await wait_for(lambda: ann.now is not None and ann.now.picture is not None)
        async with asyncio.timeout(120):
            await play(ann, bob)
        await wait_for(lambda: ann.is_over and bob.is_over)
        assert ann.now is not None
        assert len(ann.now.standings) == 3
    assert "quincunx" in (await hall.transcript(given.table)).splitlines()[0]


async def test_the_hall_knows_visitors_by_their_own_addresses(before: Before) -> None:
    wanted = {"game": "pig", "seats": 2, "name": "Ann"}

    def ask(source: str, **headers: str) -> int:
        return before.ask("POST", "/api/tables", wanted, source=source, **headers)[0]

    for _ in range(3):
        assert await asyncio.to_thread(ask, "127.0.0.2") == 201
    forged = {"X-Forwarded-For": "198.51.100.1"}
    assert await asyncio.to_thread(ask, "127.0.0.2") == 429
    assert await asyncio.to_thread(lambda: ask("127.0.0.2", **forged)) == 429
    assert await asyncio.to_thread(ask, "127.0.0.3") == 201
    hall = HallClient(before.url)
    given = await hall.open_table(CreateTable("pig", 2, "Ann", settings=SWIFT))
    async with hall.watch(given.table, given.token):
        assert [line.address for line in before.hall.hall.connected()] == ["127.0.0.1"]
        await before.hall.hall.ban("127.0.0.2")
        assert await asyncio.to_thread(ask, "127.0.0.2") == 403
        assert await asyncio.to_thread(lambda: before.ask("GET", "/", source="127.0.0.3")[0]) == 200


async def test_pages_of_other_sites_and_other_names_are_refused(before: Before) -> None:
    wanted = {"game": "pig", "seats": 2, "name": "Ann"}

    def ask(**headers: str) -> int:
        return before.ask("POST", "/api/tables", wanted, source="127.0.0.4", **headers)[0]

    assert await asyncio.to_thread(lambda: ask(Origin=before.url)) == 201
    assert await asyncio.to_thread(lambda: ask(Origin="https://evil.example")) == 403
    assert await asyncio.to_thread(lambda: ask(Host="evil.example")) == 421
    for path in ("/metrics", "/schema/openapi.json"):
        assert await asyncio.to_thread(lambda path=path: before.ask("GET", path, source="127.0.0.1")[0]) == 403  # type: ignore[misc]  # mypy infers no lambda with a default


async def test_plain_http_is_sent_on_and_big_bodies_are_refused(before: Before) -> None:
    def plain() -> tuple[int, str | None]:
        line = http.client.HTTPConnection("localhost", before.plain, timeout=30)
        line.request("GET", "/t/abc")
        answer = line.getresponse()
        answer.read()
        line.close()
        return answer.status, answer.headers["Location"]

    assert await asyncio.to_thread(plain) == (301, "https://localhost/t/abc")
    big = {"game": "pig", "seats": 2, "name": "A" * 100_000}
    assert await asyncio.to_thread(lambda: before.ask("POST", "/api/tables", big, source="127.0.0.5")[0]) == 413


@pytest.mark.parametrize("before", [{"rate=50r/s": "rate=1r/m", "burst=300": "burst=9"}], indirect=True)
async def test_who_asks_too_often_is_told_so_and_nobody_else(before: Before) -> None:
    def ask(source: str) -> int:
        return before.ask("GET", "/api/games", source=source)[0]

    seen = [await asyncio.to_thread(ask, "127.0.0.6") for _ in range(12)]
    assert seen == [200] * 10 + [429] * 2
    assert await asyncio.to_thread(ask, "127.0.0.7") == 200
