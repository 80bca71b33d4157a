"""Studies of finished matches over HTTP."""

from typing import Annotated

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from quincunx.protocol import Course, Replay, Snapshot, StudyAsked, StudyInfo, Tried, TryAsked
from quincunx.server import words
from quincunx.server.door.limits import Limits
from quincunx.server.hall.opening import LimitError
from quincunx.server.http import answers
from quincunx.server.http.common import HttpRequest, asker_of, count_document, hall_of, packed, problems, visitor_of
from quincunx.server.http.replay import course_of, replay_of

EVENTS = QueryParameter(ge=0, le=1_000_000_000)


@get(
    "/api/tables/{table_id:str}/study",
    summary="The progress of the study of the finished match",
    responses=problems(400, 404, 409),
)
async def table_study(request: HttpRequest, table_id: FromPath[str]) -> Response[StudyInfo]:
    hall = hall_of(request)
    table = await answers.finished(hall, table_id, asker_of(request))
    return _told(request, await hall.studies.of_table(table, None))


@post(
    "/api/tables/{table_id:str}/study",
    status_code=200,
    summary="Analyse the finished match in the background",
    responses=problems(400, 403, 404, 409, 413, 503),
)
async def begin_study(request: HttpRequest, table_id: FromPath[str]) -> Response[StudyInfo]:
    hall = hall_of(request)
    table = await answers.finished(hall, table_id, asker_of(request))
    return _told(request, await hall.studies.of_table(table, _beginner(request)))


@post(
    "/api/studies",
    status_code=200,
    summary="Analyse a match from elsewhere in the background",
    request_max_body_size=Limits.study_bytes,
    responses=problems(400, 403, 409, 413, 503),
)
async def begin_study_of_text(request: HttpRequest, data: JSONBody[StudyAsked]) -> Response[StudyInfo]:
    info = await hall_of(request).studies.of_text(data.transcript, _beginner(request))
    return _told(request, info)


@get("/api/studies/{study_id:str}", summary="The progress of a study", responses=problems(400, 404))
async def study(request: HttpRequest, study_id: FromPath[str]) -> Response[StudyInfo]:
    studies = hall_of(request).studies
    if not studies.is_being_made(study_id):
        count_document(request)
    return packed(request, await studies.info(study_id))


@post(
    "/api/studies/{study_id:str}",
    status_code=200,
    summary="Begin an unfinished study again",
    responses=problems(400, 403, 404, 413, 503),
)
async def begin_study_again(request: HttpRequest, study_id: FromPath[str]) -> Response[StudyInfo]:
    return _told(request, await hall_of(request).studies.again(study_id, _beginner(request)))


@get(
    "/api/studies/{study_id:str}/replay",
    summary="A part of the match of a study, moment by moment, with nothing hidden",
    responses=problems(400, 404, 409),
)
async def study_replay(
    request: HttpRequest,
    study_id: FromPath[str],
    first: Annotated[int, EVENTS] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=128)] = 64,
    seat: Annotated[int | None, QueryParameter(ge=0, le=7)] = None,
) -> Response[Replay]:
    count_document(request)
    hall = hall_of(request)
    match = await hall.studies.match(study_id)
    watcher = answers.watcher_of(match.seats, seat)
    return packed(request, await hall.documents.aside(replay_of, match, match.names, watcher, first, count))


@get(
    "/api/studies/{study_id:str}/course",
    summary="The history of the scores of the match of a study",
    responses=problems(400, 404),
)
async def study_course(request: HttpRequest, study_id: FromPath[str]) -> Response[Course]:
    count_document(request)
    hall = hall_of(request)
    return packed(request, await hall.documents.aside(course_of, await hall.studies.match(study_id), 0, 0))


@get(
    "/api/studies/{study_id:str}/position",
    summary="A moment of the match of a study as a seat knew it",
    responses=problems(400, 404, 409),
)
async def study_position(
    request: HttpRequest,
    study_id: FromPath[str],
    at: Annotated[int, EVENTS],
    seat: Annotated[int, QueryParameter(ge=0, le=7)],
) -> Snapshot:
    count_document(request)
    return await hall_of(request).studies.position(study_id, at, seat)


@post(
    "/api/studies/{study_id:str}/tries",
    status_code=200,
    summary="The value of another choice at a decision of a study",
    responses=problems(400, 403, 404, 409, 413),
)
async def study_try(request: HttpRequest, study_id: FromPath[str], data: JSONBody[TryAsked]) -> Tried:
    hall, visitor = hall_of(request), visitor_of(request)
    if not hall.allowances.tries.take(visitor):
        raise LimitError(words.TOO_MANY_REQUESTS())
    return await hall.studies.attempt(study_id, data.at, data.seat, data.action, visitor)


def _beginner(request: HttpRequest) -> str:
    """Return the visitor who asks for an analysis; refuse one who has asked for too many."""
    hall, visitor = hall_of(request), visitor_of(request)
    if not hall.allowances.studies.take(visitor):
        raise LimitError(words.TOO_MANY_STUDIES(count=hall.config.limits.studies_an_hour))
    return visitor


def _told(request: HttpRequest, info: StudyInfo) -> Response[StudyInfo]:
    if info.study is not None:
        count_document(request)
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
