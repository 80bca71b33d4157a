"""The requests of a page to its own worker, under the addresses of a hall."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

import msgspec

from quincunx import __version__
from quincunx.core.errors import QuincunxError
from quincunx.protocol import CorrectionAsked, CreateTable, EntriesAsked, HallInfo, PlayOn, Problem, TakeSeat
from quincunx.server import words
from quincunx.server.hall.tables import Tables
from quincunx.server.http import answers
from quincunx.table.refusal import Refuse

HERE = "this browser"
"""The address that limits count for all tables and seats."""
Query = dict[str, str]
TABLE = r"/tables/(\w+)"
GAME = r"/games/(\w+)"


class Answer(msgspec.Struct, frozen=True):
    """An answer, with a status of HTTP."""

    status: int
    data: Any


class Route(NamedTuple):
    """An address and the function that answers it."""

    pattern: str
    answer: Callable[..., Any]
    """Called with the hall, the parts of the address, the query and the body, if there is one."""
    brings: Any = None


async def _replay(hall: Tables, table: str, query: Query) -> Any:
    first, count, seat = (int(query[name]) if name in query else None for name in ("first", "count", "seat"))
    return await answers.replay(hall, await answers.finished(hall, table), first or 0, count or 64, seat)


async def _of_finished(make: Callable[..., Awaitable[Any]], hall: Tables, table: str) -> Any:
    return await make(hall, await answers.finished(hall, table))


ROUTES = (
    Route("/hall", lambda hall, _: HallInfo(__version__, hall.build, None)),
    Route(
        f"{GAME}/lesson/reply",
        lambda hall, game, query: answers.reply_in_lesson(hall, game, int(query["step"]), query["action"]),
    ),
    Route(f"{GAME}/judge", lambda hall, game, query: answers.judge(hall, game, query.get("text", ""))),
    Route("/tables", lambda hall, _, wanted: hall.opening.open_table(wanted, HERE), CreateTable),
    Route(TABLE, lambda hall, table, _: answers.table_info(hall, table)),
    Route(f"{TABLE}/seats", lambda hall, table, _, wanted: hall.opening.take_seat(table, wanted, HERE), TakeSeat),
    Route(f"{TABLE}/forks", lambda hall, table, _, wanted: hall.opening.open_fork(table, wanted, HERE), PlayOn),
    Route(f"{TABLE}/entries", lambda hall, table, _, by: answers.entries(hall, table, by.token), EntriesAsked),
    Route(
        f"{TABLE}/corrections",
        lambda hall, table, _, asked: answers.try_correction(hall, table, asked),
        CorrectionAsked,
    ),
    Route(f"{TABLE}/replay", _replay),
    Route(f"{TABLE}/course", lambda hall, table, _: _of_finished(answers.course, hall, table)),
    Route(f"{TABLE}/landings", lambda hall, table, _: _of_finished(answers.landings, hall, table)),
    Route(f"{TABLE}/transcript", lambda hall, table, _: _of_finished(answers.transcript, hall, table)),
    Route(f"{TABLE}/proof", lambda hall, table, _: _of_finished(answers.proof, hall, table)),
)


async def answer(hall: Tables, address: str, brought: str | None) -> Answer:
    """Answer a request: GET without a body, else POST."""
    parts = urlsplit(address)
    query = dict(parse_qsl(parts.query))
    for route in ROUTES:
        found = re.fullmatch(route.pattern, parts.path)
        if found is not None and (route.brings is None) == (brought is None):
            body = [] if brought is None else [msgspec.json.decode(brought, type=route.brings)]
            try:
                data = route.answer(hall, *found.groups(), query, *body)
                return Answer(200, await data if isinstance(data, Awaitable) else data)
            except (QuincunxError, Refuse) as error:
                return Answer(*answers.problem_of(error))
    return Answer(404, Problem("http", words.NOTHING_AT(path=parts.path)))
