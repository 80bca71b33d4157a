"""Tournaments over HTTP."""

from typing import Any

from litestar import MediaType, Response, get, post
from litestar.params import FromPath, JSONBody

from quincunx.protocol import (
    CreateTournament,
    JoinTournament,
    TournamentInfo,
    TournamentJoined,
    TournamentOpened,
    TournamentOrder,
    TournamentSelf,
    WhoAmI,
)
from quincunx.server.http.common import HttpRequest, attached, caller_of, count_document, hall_of, problems, sent
from quincunx.server.tournament.told import csv_of


@post("/api/tournaments", summary="Announce a tournament", responses=problems(400, 403, 413, 429, 503))
async def announce(request: HttpRequest, data: JSONBody[CreateTournament]) -> TournamentOpened:
    return await hall_of(request).tournaments.announce(data, caller_of(request))


@get("/api/tournaments/{tournament:str}", summary="A tournament with all its results", responses=problems(404, 503))
async def tournament_info(request: HttpRequest, tournament: FromPath[str]) -> Response[TournamentInfo]:
    return sent(request, (await hall_of(request).tournaments.find(tournament)).told)


@get(
    "/api/tournaments/{tournament:str}/csv",
    media_type="text/csv",
    summary="The standings with every round as CSV",
    responses=problems(404, 503),
)
async def tournament_csv(request: HttpRequest, tournament: FromPath[str]) -> Response[str]:
    count_document(request)
    live = await hall_of(request).tournaments.find(tournament)
    return Response(csv_of(live.info), media_type="text/csv", headers=attached(f"{live.spec.slug}-{live.id}.csv"))


@get(
    "/api/tournaments/{tournament:str}/json",
    summary="The same as a file of JSON",
    responses=problems(404, 503),
)
async def tournament_json(request: HttpRequest, tournament: FromPath[str]) -> Response[TournamentInfo]:
    count_document(request)
    live = await hall_of(request).tournaments.find(tournament)
    answer: Any = live.told
    return Response(answer, media_type=MediaType.JSON, headers=attached(f"{live.spec.slug}-{live.id}.json"))


@post(
    "/api/tournaments/{tournament:str}/players",
    summary="Join a tournament from the next round on",
    responses=problems(400, 403, 404, 409, 413, 429, 503),
)
async def join_tournament(
    request: HttpRequest, tournament: FromPath[str], data: JSONBody[JoinTournament]
) -> TournamentJoined:
    return await hall_of(request).tournaments.join(tournament, data, caller_of(request))


@post(
    "/api/tournaments/{tournament:str}/orders",
    status_code=204,
    summary="Begin a round, pause, continue, end, or remove a player",
    responses=problems(400, 403, 404, 409, 413, 503),
)
async def order(request: HttpRequest, tournament: FromPath[str], data: JSONBody[TournamentOrder]) -> None:
    await hall_of(request).tournaments.order(tournament, data)


@post(
    "/api/tournaments/{tournament:str}/self",
    status_code=200,
    summary="The owner of a token in a tournament",
    responses=problems(400, 403, 404, 413, 503),
)
async def who_am_i(request: HttpRequest, tournament: FromPath[str], data: JSONBody[WhoAmI]) -> TournamentSelf:
    return await hall_of(request).tournaments.who_is(tournament, data.token)


TOURNAMENT_ROUTES = (announce, tournament_info, tournament_csv, tournament_json, join_tournament, order, who_am_i)
