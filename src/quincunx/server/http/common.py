"""Helpers that all routes share."""

import gzip
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec
from litestar import MediaType, Request, Response
from litestar.openapi import ResponseSpec

from quincunx.protocol import Problem
from quincunx.server import words
from quincunx.server.door.limits import household
from quincunx.server.door.visitors import address_of
from quincunx.server.hall.hall import Hall
from quincunx.server.hall.ids import player_of
from quincunx.server.hall.opening import LimitError
from quincunx.server.hall.table import Table
from quincunx.server.http import answers

HttpRequest: TypeAlias = Request[Any, Any, Any]
PACKED_BYTES = 1000
"""Answers of more bytes than this are compressed."""
PROBLEMS = {
    400: "Not understood, or no such setup",
    403: "Asked for by a page of another site, or not for strangers",
    404: "No such thing",
    409: "Not now, or not there",
    413: "Too big",
    429: "Too many requests, tables, seats or documents from one address",
    503: "Could not be stored: nothing has happened",
}


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the refusals of a request, for the schema."""
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=PROBLEMS[status])
        for status in {*statuses, 429}
    }


def hall_of(request: HttpRequest) -> Hall:
    """The hall that is asked."""
    hall: Hall = request.app.state.hall
    return hall


def caller_of(request: HttpRequest) -> str:
    """The address that asks."""
    return address_of(request.scope, hall_of(request).config.proxies)


def visitor_of(request: HttpRequest) -> str:
    """The visitor that limits are counted for."""
    return household(caller_of(request))


def wanted_language(request: HttpRequest) -> str:
    """Return the language that the visitor's browser prefers."""
    return answers.language_of(request.headers.get("accept-language", "")[:2])


def takes_gzip(request: HttpRequest) -> bool:
    """Whether the visitor accepts compressed answers."""
    return "gzip" in request.headers.get("accept-encoding", "")


def attached(name: str) -> dict[str, str]:
    """Return the header of an answer that a browser saves under this name."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def packed(request: HttpRequest, answer: Any) -> Response[Any]:
    """Return an answer that may be long, compressed if the visitor accepts that."""
    return sent(request, msgspec.json.encode(answer))


def sent(request: HttpRequest, data: bytes) -> Response[Any]:
    """Return an encoded answer, compressed if the visitor accepts that."""
    headers = {"Vary": "Accept-Encoding"}
    if len(data) > PACKED_BYTES and takes_gzip(request):
        data, headers["Content-Encoding"] = _compressed(data), "gzip"
    return Response(data, media_type=MediaType.JSON, headers=headers)


@lru_cache(maxsize=4)
def _compressed(data: bytes) -> bytes:
    """Compress an answer; all watchers of a tournament get the same within a second."""
    return gzip.compress(data, 3)


async def finished(request: HttpRequest, table_id: str) -> Table:
    """Return the table of a finished match, unless the visitor has asked for too many documents."""
    count_document(request)
    return await answers.finished(hall_of(request), table_id, asker_of(request))


def asker_of(request: HttpRequest) -> str:
    """The public id of the player whose key a request has in its `Authorization`; empty for anybody."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return player_of(key) if scheme.lower() == "bearer" and key else ""


def count_document(request: HttpRequest) -> None:
    """Refuse a visitor who has asked for too many documents: each takes a while to make."""
    if not hall_of(request).allowances.documents.take(visitor_of(request)):
        raise LimitError(words.TOO_MANY_REQUESTS())
