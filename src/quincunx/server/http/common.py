"""Helpers that all routes share."""

import gzip
from functools import lru_cache
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.datastructures import State
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


def hall_of(state: State) -> Hall:
    """The hall that is asked."""
    hall: Hall = state.hall
    return hall


def caller_of(state: State, request: Request[Any, Any, Any]) -> str:
    """The address that asks."""
    return address_of(request.scope, hall_of(state).config.proxies)


def visitor_of(state: State, request: Request[Any, Any, Any]) -> str:
    """The visitor that limits are counted for."""
    return household(caller_of(state, request))


def wanted_language(request: Request[Any, Any, Any]) -> str:
    """Return the language that the visitor's browser prefers."""
    return answers.language_of(request.headers.get("accept-language", "")[:2])


def packed(request: Request[Any, Any, Any], answer: Any) -> Response[Any]:
    """Return an answer that may be long, compressed if the visitor accepts that."""
    return sent(request, msgspec.json.encode(answer))


def sent(request: Request[Any, Any, Any], data: bytes) -> Response[Any]:
    """Return an encoded answer, compressed if the visitor accepts that."""
    headers = {"Vary": "Accept-Encoding"}
    if len(data) > PACKED_BYTES and "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["Content-Encoding"] = _compressed(data), "gzip"
    return Response(data, media_type=MediaType.JSON, headers=headers)


@lru_cache(maxsize=4)
def _compressed(data: bytes) -> bytes:
    """An answer compressed; whoever watches a tournament gets the same within a second."""
    return gzip.compress(data, 3)


async def finished(state: State, request: Request[Any, Any, Any], table_id: str) -> Table:
    """Return the table of a finished match, unless the visitor has asked for too many documents."""
    count_document(state, request)
    return await answers.finished(hall_of(state), table_id, asker_of(request))


def asker_of(request: Request[Any, Any, Any]) -> str:
    """The public id of the player whose key a request has in its `Authorization`; empty for anybody."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return player_of(key) if scheme.lower() == "bearer" and key else ""


def count_document(state: State, request: Request[Any, Any, Any]) -> None:
    """Refuse a visitor who has asked for too many documents: each takes a while to make."""
    if not hall_of(state).allowances.documents.take(visitor_of(state, request)):
        raise LimitError(words.TOO_MANY_REQUESTS())
