"""Dailies over HTTP."""

from datetime import date

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from quincunx.protocol import Dailies, DailyResult, KeyAsked, League, MeAsked, PlayDaily, PlayerInfo, SeatGiven
from quincunx.server import words
from quincunx.server.http import answers
from quincunx.server.http.common import HttpRequest, caller_of, hall_of, packed, problems, visitor_of


@get("/api/dailies", summary="Today's dailies, and the commitments to their dice", responses=problems(503))
async def dailies(request: HttpRequest) -> Response[Dailies]:
    return packed(request, await hall_of(request).dailies.info())


@post(
    "/api/dailies/{slug:str}",
    summary="Begin or continue today's daily of a game",
    responses=problems(400, 403, 413, 429, 503),
)
async def play_daily(request: HttpRequest, slug: FromPath[str], data: JSONBody[PlayDaily]) -> SeatGiven:
    return await hall_of(request).dailies.play(slug, data, caller_of(request))


@post(
    "/api/dailies/{slug:str}/{day:str}",
    status_code=200,
    summary="A daily as the player with a key may know it",
    responses=problems(400, 403, 404, 413, 503),
)
async def daily_result(
    request: HttpRequest, slug: FromPath[str], day: FromPath[str], data: JSONBody[KeyAsked]
) -> Response[DailyResult]:
    found = await hall_of(request).dailies.result(slug, _date(day), data.key, visitor_of(request))
    return packed(request, found)


@get(
    "/api/dailies/{slug:str}/{day:str}/league",
    summary="The league of the week of a day",
    responses=problems(400, 404, 503),
)
async def daily_league(request: HttpRequest, slug: FromPath[str], day: FromPath[str]) -> Response[League]:
    return packed(request, await hall_of(request).dailies.league(slug, _date(day)))


@post(
    "/api/me",
    status_code=200,
    summary="The hall's data about the player with a key",
    responses=problems(400, 403, 413, 503),
)
async def me(request: HttpRequest, data: JSONBody[MeAsked]) -> PlayerInfo:
    return await hall_of(request).dailies.player(data.key)


def _date(day: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise answers.NothingError(words.NO_DAILY(day=day)) from None


DAILY_ROUTES = (dailies, play_daily, daily_result, daily_league, me)
