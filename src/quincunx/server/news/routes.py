"""News over HTTP: asking to be told, and to be told no more."""

from typing import Any

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from quincunx.protocol import NewsInfo, TellMe, TellNoMore
from quincunx.server.http.common import hall_of, problems, visitor_of


@get("/api/news", summary="What a browser needs for asking for news", responses=problems(503))
async def news_info(state: State) -> NewsInfo:
    return await hall_of(state).news.info()


@post(
    "/api/tables/{table_id:str}/news",
    status_code=204,
    summary="Tell a device when a turn of a seat begins",
    responses=problems(400, 403, 404, 409, 413, 429, 503),
)
async def tell_turns(
    state: State, request: Request[Any, Any, Any], table_id: FromPath[str], data: JSONBody[TellMe]
) -> None:
    await hall_of(state).news.ask_turns(table_id, data, visitor_of(state, request))


@post(
    "/api/tournaments/{tournament:str}/news",
    status_code=204,
    summary="Tell a device when a round begins",
    responses=problems(400, 403, 404, 409, 413, 429, 503),
)
async def tell_rounds(
    state: State, request: Request[Any, Any, Any], tournament: FromPath[str], data: JSONBody[TellMe]
) -> None:
    await hall_of(state).news.ask_rounds(tournament, data, visitor_of(state, request))


@post(
    "/api/dailies/{slug:str}/news",
    status_code=204,
    summary="Tell a device when the daily is new",
    responses=problems(400, 403, 413, 429, 503),
)
async def tell_dailies(
    state: State, request: Request[Any, Any, Any], slug: FromPath[str], data: JSONBody[TellMe]
) -> None:
    await hall_of(state).news.ask_dailies(slug, data, visitor_of(state, request))


@post("/api/news/stop", status_code=204, summary="Tell a device no more", responses=problems(400, 403, 413, 503))
async def tell_no_more(state: State, data: JSONBody[TellNoMore]) -> None:
    await hall_of(state).news.stop(data.endpoint, data.kind)


NEWS_ROUTES = (news_info, tell_turns, tell_rounds, tell_dailies, tell_no_more)
