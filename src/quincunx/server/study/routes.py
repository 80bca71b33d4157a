"""Studies of finished matches over HTTP."""

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter

from quincunx.core.seats import SPECTATOR
from quincunx.protocol import Course, Replay, Snapshot, StudyAsked, StudyInfo, Tried, TryAsked
from quincunx.server import words
from quincunx.server.door.limits import Limits
from quincunx.server.hall.opening import LimitError
from quincunx.server.http import answers
from quincunx.server.http.common import asker_of, count_document, hall_of, packed, problems, visitor_of
from quincunx.server.http.replay import course_of, replay_of
from quincunx.table import words as table_words
from quincunx.table.refusal import Refuse

EVENTS = QueryParameter(ge=0, le=1_000_000_000)


@get(
    "/api/tables/{table_id:str}/study",
    summary="How far the study of the finished match is",
    responses=problems(400, 404, 409),
)
async def table_study(state: State, request: Request[Any, Any, Any], table_id: FromPath[str]) -> Response[StudyInfo]:
    hall = hall_of(state)
    table = await answers.finished(hall, table_id, asker_of(request))
    return _told(state, request, await hall.studies.of_match(answers.named(table), None))


@post(
    "/api/tables/{table_id:str}/study",
    status_code=200,
    summary="Have the finished match analysed in the background",
    responses=problems(400, 403, 404, 409, 413, 503),
)
async def begin_study(state: State, request: Request[Any, Any, Any], table_id: FromPath[str]) -> Response[StudyInfo]:
    hall = hall_of(state)
    table = await answers.finished(hall, table_id, asker_of(request))
    return _told(state, request, await hall.studies.of_match(answers.named(table), _beginner(state, request)))


@post(
    "/api/studies",
    status_code=200,
    summary="Have a match from elsewhere analysed",
    request_max_body_size=Limits.study_bytes,
    responses=problems(400, 403, 409, 413, 503),
)
async def begin_study_of_text(
    state: State, request: Request[Any, Any, Any], data: JSONBody[StudyAsked]
) -> Response[StudyInfo]:
    info = await hall_of(state).studies.of_text(data.transcript, _beginner(state, request))
    return _told(state, request, info)


@get("/api/studies/{study_id:str}", summary="How far a study is", responses=problems(400, 404))
async def study(state: State, request: Request[Any, Any, Any], study_id: FromPath[str]) -> Response[StudyInfo]:
    return _told(state, request, await hall_of(state).studies.info(study_id))


@post(
    "/api/studies/{study_id:str}",
    status_code=200,
    summary="Begin a study again that was not finished",
    responses=problems(400, 403, 404, 413, 503),
)
async def begin_study_again(
    state: State, request: Request[Any, Any, Any], study_id: FromPath[str]
) -> Response[StudyInfo]:
    return _told(state, request, await hall_of(state).studies.again(study_id, _beginner(state, request)))


@get(
    "/api/studies/{study_id:str}/replay",
    summary="A part of the match of a study, moment by moment, with nothing hidden",
    responses=problems(400, 404, 409),
)
async def study_replay(
    state: State,
    request: Request[Any, Any, Any],
    study_id: FromPath[str],
    first: Annotated[int, EVENTS] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=128)] = 64,
    seat: Annotated[int | None, QueryParameter(ge=0, le=7)] = None,
) -> Response[Replay]:
    count_document(state, request)
    hall = hall_of(state)
    match = await hall.studies.match(study_id)
    if seat is not None and seat >= match.seats:
        raise Refuse("seat", table_words.NO_SUCH_SEAT(seat=seat))
    watcher = SPECTATOR if seat is None else seat
    return packed(request, await hall.documents.aside(replay_of, match, match.names, watcher, first, count))


@get(
    "/api/studies/{study_id:str}/course",
    summary="How the scores of the match of a study went",
    responses=problems(400, 404),
)
async def study_course(state: State, request: Request[Any, Any, Any], study_id: FromPath[str]) -> Response[Course]:
    count_document(state, request)
    hall = hall_of(state)
    return packed(request, await hall.documents.aside(course_of, await hall.studies.match(study_id), 0, 0))


@get(
    "/api/studies/{study_id:str}/position",
    summary="A moment of the match of a study as a seat knew it",
    responses=problems(400, 404, 409),
)
async def study_position(
    state: State,
    request: Request[Any, Any, Any],
    study_id: FromPath[str],
    at: Annotated[int, EVENTS],
    seat: Annotated[int, QueryParameter(ge=0, le=7)],
) -> Snapshot:
    count_document(state, request)
    return await hall_of(state).studies.position(study_id, at, seat)


@post(
    "/api/studies/{study_id:str}/tries",
    status_code=200,
    summary="What another choice at a decision of a study is worth",
    responses=problems(400, 403, 404, 409, 413),
)
async def study_try(
    state: State, request: Request[Any, Any, Any], study_id: FromPath[str], data: JSONBody[TryAsked]
) -> Tried:
    hall, visitor = hall_of(state), visitor_of(state, request)
    if not hall.allowances.tries.take(visitor):
        raise LimitError(words.TOO_MANY_REQUESTS())
    return await hall.studies.attempt(study_id, data.at, data.seat, data.action, visitor)


def _beginner(state: State, request: Request[Any, Any, Any]) -> str:
    """Return the visitor who asks for an analysis; refuse one who has asked for too many."""
    hall, visitor = hall_of(state), visitor_of(state, request)
    if not hall.allowances.studies.take(visitor):
        raise LimitError(words.TOO_MANY_STUDIES(count=hall.config.limits.studies_an_hour))
    return visitor


def _told(state: State, request: Request[Any, Any, Any], info: StudyInfo) -> Response[StudyInfo]:
    if info.study is not None:
        count_document(state, request)
    return packed(request, info)


STUDY_ROUTES = (
    table_study,
    begin_study,
    begin_study_of_text,
    study,
    begin_study_again,
    study_replay,
    study_course,
    study_position,
    study_try,
)
