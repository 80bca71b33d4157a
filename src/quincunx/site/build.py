"""Writes a site: the page, Python for the browser, the engine and the bots' knowledge, as files for any static host."""

import gzip
import hashlib
import io
import json
import re
import shutil
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from quincunx.core.errors import SetupError
from quincunx.core.render import languages
from quincunx.core.spec import GameSpec
from quincunx.core.tutorial import has_tutorial
from quincunx.games import GAMES
from quincunx.server.config import STATIC
from quincunx.server.hall.games import game_info, own_levels
from quincunx.server.http import answers
from quincunx.server.http.lessons import lesson_info
from quincunx.site import words
from quincunx.site.knowledge import FOLDER, bots_of, name_of, packed
from quincunx.solvers.solved import SOLVED

RUNTIME = Path(__file__).parent / "runtime"
"""Python for the browser, as `web/build.py --runtime` brings it."""
SERVICE_WORKER = "sw.js"
PACKAGE = Path(__file__).parents[1]
LEFT_OUT = (
    "analysis",
    "cli",
    "client",
    "envs",
    "server/daily",
    "server/rating",
    "server/study",
    "server/tournament",
    "sim",
    "tournament",
    "tui",
    "server/http/app.py",
    "server/operations",
    "server/static",
    "server/store/migrations",
    "site/build.py",
    "site/runtime",
    *(f"solvers/{slug}" for slug in SOLVED),
)
"""The folders and files of the package that no browser needs."""
STDLIB = "python_stdlib.zip"
"""The file of the runtime with Python's own modules."""
UNUSED = re.compile(
    r"(_pyrepl|unittest|wsgiref|xml|xmlrpc)/"
    r"|(bdb|doctest|ftplib|imaplib|mailbox|optparse|pdb|pickletools|poplib|pydoc|smtplib|trace)\.py"
    r"|encodings/(?!cp437)(big5|cp\d|euc|gb|hp_|hz|iso|johab|koi|kz|mac_|palmos|ptcp|shift|tis)"
)
"""Modules of the standard library that nothing in a browser imports: mail, debuggers, old character sets."""
PURE = ("platformdirs", "structlog")
"""The packages of others that the engine needs, which are Python and nothing else."""


MARK, MARKED = '<html lang="en">', '<html lang="en" data-hall="none">'
"""The setting that tells the page to run its own hall (`web/src/lib/authority.ts`)."""
CARDS = "cards/"
"""The pictures for previews of links to a hall's tables."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of all files in an archive: the same sources make the same site."""


def write_site(folder: Path, games: tuple[GameSpec, ...] = GAMES) -> dict[str, int]:
    """Write a site into a folder; return its files with their compressed sizes in bytes."""
    for needed, said in ((STATIC / "index.html", words.NO_PAGE), (RUNTIME / "pyodide.mjs", words.NO_RUNTIME)):
        if not needed.is_file():
            raise SetupError(said())
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "engine" / "engine.zip").is_file():
        raise SetupError(words.NOT_EMPTY(folder=str(folder)))
    known = {spec.slug: data for spec in games if (data := packed(spec)) is not None}
    files = dict(_page())
    for file in sorted(RUNTIME.glob("[!.]*")):
        files[f"engine/{file.name}"] = _used_stdlib(file) if file.name == STDLIB else file.read_bytes()
    files["engine/engine.zip"] = _engine(known)
    files |= {f"written/{name}.json": msgspec.json.encode(answer) for name, answer in _written(games, known)}
    files[SERVICE_WORKER] = _service_worker(files)
    if folder.is_dir():
        shutil.rmtree(folder)
    for name, data in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return {name: min(len(data), len(gzip.compress(data, 9))) for name, data in files.items()}


def _page() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the page, with the setting for a page without a hall."""
    for file in sorted(STATIC.rglob("*")):
        name = file.relative_to(STATIC).as_posix()
        if file.is_file() and not file.name.startswith(".") and not name.startswith(CARDS):
            yield name, file.read_bytes()
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert MARK in page, "the page has changed"
    for name in ("index.html", "404.html"):  # most static hosts send the second for addresses that only the page knows
        yield name, page.replace(MARK, MARKED).encode()


def _engine(known: Mapping[str, bytes]) -> bytes:
    """Return the package as far as a browser needs it, the bots' knowledge, and the packages it depends on."""
    packed_files = io.BytesIO()
    with zipfile.ZipFile(packed_files, "w") as archive:

        def add(name: str, data: bytes) -> None:
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), data, zipfile.ZIP_DEFLATED, 9)

        for file in sorted(PACKAGE.rglob("*")):
            name = file.relative_to(PACKAGE).as_posix()
            if file.suffix in (".py", ".json") and not any(
                name == one or name.startswith(f"{one}/") for one in LEFT_OUT
            ):
                add(f"{PACKAGE.name}/{name}", file.read_bytes())
        for game, data in known.items():
            add(f"{PACKAGE.name}/site/{FOLDER}/{name_of(game)}", data)
        for package in PURE:
            home = Path(str(resources.files(package)))
            for file in sorted(home.rglob("*.py")):
                add(f"{package}/{file.relative_to(home).as_posix()}", file.read_bytes())
    return packed_files.getvalue()


def _used_stdlib(whole: Path) -> bytes:
    """The standard library without `UNUSED`."""
    packed_files = io.BytesIO()
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(packed_files, "w") as archive:
        for found in source.infolist():
            if not UNUSED.match(found.filename):
                archive.writestr(zipfile.ZipInfo(found.filename, LONG_AGO), source.read(found), zipfile.ZIP_DEFLATED, 9)
    return packed_files.getvalue()


def _written(games: Iterable[GameSpec], known: Collection[str]) -> Iterator[tuple[str, Any]]:
    """Return the constant answers of the page's engine, under the names that `web/src/site/engine.ts` uses."""
    yield "games", [game_info(spec, own_levels(bots_of(spec, knows=spec.slug in known))) for spec in games]
    for spec in games:
        for language in languages():
            yield f"{spec.slug}.texts.{language}", answers.texts_of(spec, language)
            if has_tutorial(spec):
                yield f"{spec.slug}.lesson.{language}", lesson_info(spec, language)


def _service_worker(files: Mapping[str, bytes]) -> bytes:
    """Return the service worker, with the names of all files and a version that changes with any of them."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    kept = ["/", *(f"/{name}" for name in sorted(files) if name not in ("index.html", "404.html", SERVICE_WORKER))]
    source = resources.files("quincunx.site").joinpath(SERVICE_WORKER).read_text(encoding="utf-8")
    return source.replace("%VERSION%", digest.hexdigest()[:12]).replace("%FILES%", json.dumps(kept, indent=2)).encode()
