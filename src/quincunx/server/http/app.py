"""The hall over HTTP: a Litestar application with a function for each request, and the files of the page."""

import gzip
import hashlib
import io
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

import segno
import structlog
from litestar import HttpMethod, Litestar, MediaType, Response, get, post, route
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import HTTPException, InternalServerException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.status_codes import HTTP_404_NOT_FOUND, HTTP_405_METHOD_NOT_ALLOWED, HTTP_413_REQUEST_ENTITY_TOO_LARGE
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from quincunx import __version__
from quincunx.core.errors import QuincunxError
from quincunx.core.messages import Message
from quincunx.core.words import quoted
from quincunx.protocol import (
    BookGame,
    CorrectionAsked,
    CorrectionInfo,
    Course,
    CreateTable,
    EntriesAsked,
    EntryInfo,
    GameInfo,
    GameTexts,
    HallInfo,
    Health,
    JudgeInfo,
    Landings,
    LessonInfo,
    LessonReply,
    PlayOn,
    Problem,
    QrCode,
    Replay,
    SeatGiven,
    SolutionInfo,
    TableInfo,
    TableSummary,
    TakeSeat,
    Way,
    Witnessed,
)
from quincunx.server import words
from quincunx.server.config import HallConfig
from quincunx.server.daily.routes import DAILY_ROUTES
from quincunx.server.door.connections import Sockets
from quincunx.server.door.guard import Trouble
from quincunx.server.door.visitors import address_of, invitation_of, is_local, may_ask, origin_of
from quincunx.server.hall.hall import Hall
from quincunx.server.http import answers
from quincunx.server.http.common import (
    HttpRequest,
    asker_of,
    attached,
    caller_of,
    count_document,
    finished,
    hall_of,
    packed,
    problems,
    takes_gzip,
    wanted_language,
)
from quincunx.server.http.lessons import packed_lesson
from quincunx.server.http.previews import preview_of, with_preview
from quincunx.server.news.routes import NEWS_ROUTES
from quincunx.server.rating.routes import RATING_ROUTES
from quincunx.server.store.errors import StoreError
from quincunx.server.study.routes import STUDY_ROUTES
from quincunx.server.tournament.routes import TOURNAMENT_ROUTES
from quincunx.table.refusal import Refuse

log = structlog.get_logger()

NO_PAGE = """<!doctype html><meta charset="utf-8"><title>Quincunx</title>
<h1>Quincunx</h1>
<p>The hall is open, but its page has not been built into this installation.
Tables can be reached at <code>/api</code> and <code>/ws</code> (see <a href="/schema/openapi.json">the schema</a>),
and from a terminal by <code>quincunx join</code>.</p>
"""
LOOPBACK_ONLY = ("/metrics", "/schema")
LONGEST_PATH = 1024
KINDS = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}
"""Media types of the page's files that systems disagree about."""
LONGEST_ACTION = 200
LAST_STEP = 999
BODY = "data"
"""The framework's name for the whole body of a request."""


@get("/api/games", sync_to_thread=False, summary="The games of this hall", responses=problems())
def list_games(request: HttpRequest) -> list[GameInfo]:
    return hall_of(request).game_infos(may_build=_may_build(request))


@get(
    "/api/games/{slug:str}/solution",
    sync_to_thread=False,
    summary="The state of a game's solution, which the perfect bot needs",
    responses=problems(400),
)
def solution(request: HttpRequest, slug: FromPath[str]) -> SolutionInfo:
    hall = hall_of(request)
    return hall.building.info(hall.solved_game(slug), may_build=_may_build(request))


@post(
    "/api/games/{slug:str}/solution",
    status_code=202,
    summary="Build the solution in the background, on request from the hall's own machine",
    responses=problems(400, 403),
)
async def build_solution(request: HttpRequest, slug: FromPath[str]) -> SolutionInfo:
    hall = hall_of(request)
    spec = hall.solved_game(slug)
    if not _may_build(request):
        raise Refuse("loopback", words.LOOPBACK_ONLY())
    hall.building.start(spec)
    return hall.building.info(spec, may_build=True)


def _may_build(request: HttpRequest) -> bool:
    """Whether a visitor may have a solution built.

    That takes minutes, gigabytes and a core, so only visitors at the hall's own machine may.
    """
    return is_local(request.scope, hall_of(request).config.proxies)


@get(
    "/api/games/{slug:str}/texts",
    sync_to_thread=False,
    summary="The rules and rulings of a game",
    responses=problems(400, 404),
)
def game_texts(request: HttpRequest, slug: FromPath[str], language: FromQuery[str] = "en") -> GameTexts:
    return answers.game_texts(hall_of(request), slug, language)


@get(
    "/api/games/{slug:str}/lesson",
    sync_to_thread=False,
    summary="A guided first match: all its steps",
    responses=problems(400, 404),
)
def lesson(request: HttpRequest, slug: FromPath[str], language: FromQuery[str] = "en") -> Response[LessonInfo]:
    plain, packed = packed_lesson(answers.taught(hall_of(request), slug), answers.language_of(language))
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        plain = packed
    answer: Any = plain  # encoded already: a lesson is the same for everybody
    return Response(answer, media_type=MediaType.JSON, headers=headers)


@get(
    "/api/games/{slug:str}/lesson/reply",
    sync_to_thread=False,
    summary="The reply to an action at a step of a lesson",
    responses=problems(400, 404),
)
def reply_in_lesson(
    request: HttpRequest,
    slug: FromPath[str],
    step: Annotated[int, QueryParameter(ge=0, le=LAST_STEP)],
    action: Annotated[str, QueryParameter(max_length=LONGEST_ACTION)],
) -> LessonReply:
    return answers.reply_in_lesson(hall_of(request), slug, step, action)


@get(
    "/api/games/{slug:str}/judge",
    sync_to_thread=False,
    summary="A ruling for people at a table of their own",
    responses=problems(400, 404),
)
def judge(
    request: HttpRequest, slug: FromPath[str], text: Annotated[str, QueryParameter(max_length=400)] = ""
) -> JudgeInfo:
    return answers.judge(hall_of(request), slug, text)


@get(
    "/api/games/{slug:str}/sheet",
    sync_to_thread=True,
    media_type="application/pdf",
    summary="A score sheet and player aid to print",
    responses=problems(400, 404, 429),
)
def sheet(
    request: HttpRequest,
    slug: FromPath[str],
    language: FromQuery[str] = "en",
    paper: FromQuery[Literal["a4", "letter"]] = "a4",
) -> Response[bytes]:
    count_document(request)
    return Response(answers.sheet(hall_of(request), slug, language, paper), media_type="application/pdf")


@get("/api/tables", sync_to_thread=False, summary="The listed tables", responses=problems())
def list_tables(request: HttpRequest) -> list[TableSummary]:
    return hall_of(request).lobby


@post("/api/tables", summary="Open a table", responses=problems(400, 403, 413, 429, 503))
async def open_table(request: HttpRequest, data: JSONBody[CreateTable]) -> SeatGiven:
    return await hall_of(request).opening.open_table(data, caller_of(request))


@get("/api/tables/{table_id:str}", summary="A table as everyone may know it", responses=problems(400, 404))
async def table_info(request: HttpRequest, table_id: FromPath[str]) -> TableInfo:
    return await answers.table_info(hall_of(request), table_id)


@post("/api/tables/{table_id:str}/seats", summary="Sit down", responses=problems(400, 403, 404, 409, 413, 429, 503))
async def take_seat(request: HttpRequest, table_id: FromPath[str], data: JSONBody[TakeSeat]) -> SeatGiven:
    return await hall_of(request).opening.take_seat(table_id, data, caller_of(request))


@get(
    "/api/tables/{table_id:str}/transcript",
    media_type=MediaType.TEXT,
    summary="The finished match as text",
    responses=problems(400, 404, 409, 429),
)
async def transcript(request: HttpRequest, table_id: FromPath[str]) -> Response[str]:
    table = await finished(request, table_id)
    text = await answers.transcript(hall_of(request), table)
    return Response(text, media_type=MediaType.TEXT, headers=attached(f"{table.ledger.spec.slug}-{table_id}.txt"))


@get(
    "/api/tables/{table_id:str}/proof",
    media_type=MediaType.TEXT,
    summary="The proof of the finished match, with every step of the table",
    responses=problems(400, 404, 409, 429),
)
async def proof(request: HttpRequest, table_id: FromPath[str]) -> Response[str]:
    table = await finished(request, table_id)
    text = await answers.proof(hall_of(request), table)
    return Response(text, media_type=MediaType.TEXT, headers=attached(f"{table.ledger.spec.slug}-{table_id}-proof.txt"))


@get(
    "/api/tables/{table_id:str}/landings",
    summary="Every die and card of the finished match with its odds",
    responses=problems(400, 404, 409, 429),
)
async def landings(request: HttpRequest, table_id: FromPath[str]) -> Landings:
    return await answers.landings(hall_of(request), await finished(request, table_id))


@get(
    "/api/tables/{table_id:str}/replay",
    summary="A part of the finished match, moment by moment, with nothing hidden",
    responses=problems(400, 404, 409),
)
async def replay(
    request: HttpRequest,
    table_id: FromPath[str],
    first: Annotated[int, QueryParameter(ge=0, le=1_000_000_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=128)] = 64,
    seat: Annotated[int | None, QueryParameter(ge=0, le=7)] = None,
) -> Response[Replay]:
    table = await finished(request, table_id)
    return packed(request, await answers.replay(hall_of(request), table, first, count, seat))


@get(
    "/api/tables/{table_id:str}/course",
    summary="The history of the scores of the finished match",
    responses=problems(400, 404, 409),
)
async def course(request: HttpRequest, table_id: FromPath[str]) -> Response[Course]:
    table = await finished(request, table_id)
    return packed(request, await answers.course(hall_of(request), table))


@post(
    "/api/tables/{table_id:str}/forks",
    summary="Play on from a moment of the finished match, at a table of its own",
    responses=problems(400, 403, 404, 409, 413, 429, 503),
)
async def open_fork(request: HttpRequest, table_id: FromPath[str], data: JSONBody[PlayOn]) -> SeatGiven:
    return await hall_of(request).opening.open_fork(table_id, data, caller_of(request), asker_of(request))


@post(
    "/api/tables/{table_id:str}/entries",
    status_code=200,
    summary="What has been entered at a table with real dice",
    responses=problems(400, 403, 404, 409, 413, 429),
)
async def entries(request: HttpRequest, table_id: FromPath[str], data: JSONBody[EntriesAsked]) -> list[EntryInfo]:
    count_document(request)
    return await answers.entries(hall_of(request), table_id, data.token)


@post(
    "/api/tables/{table_id:str}/corrections",
    status_code=200,
    summary="What a correction of an entry would change",
    responses=problems(400, 403, 404, 409, 413, 429),
)
async def try_correction(
    request: HttpRequest, table_id: FromPath[str], data: JSONBody[CorrectionAsked]
) -> CorrectionInfo:
    count_document(request)
    return await answers.try_correction(hall_of(request), table_id, data)


@post(
    "/api/tables/{table_id:str}/witness",
    status_code=204,
    summary="Name the witness of a total for the roll of honour",
    responses=problems(400, 403, 404, 409, 413, 503),
)
async def witness(request: HttpRequest, table_id: FromPath[str], data: JSONBody[Witnessed]) -> None:
    await hall_of(request).witness(table_id, data)


@get("/api/book", summary="The records of the games", responses=problems())
async def book(request: HttpRequest) -> list[BookGame]:
    return await hall_of(request).book()


@post("/api/qr", status_code=200, summary="A way into the page as a QR code", responses=problems(400, 403, 413))
async def qr_way(request: HttpRequest, data: JSONBody[Way]) -> QrCode:
    count_document(request)
    address = f"{invitation_of(request.scope, hall_of(request).config)}{data.path}"
    drawn = await hall_of(request).documents.aside(_qr, address)
    return QrCode(drawn.decode())


def _qr(text: str) -> bytes:
    drawn = io.BytesIO()
    code = segno.make(text, error="l", boost_error=False, micro=False)
    code.save(drawn, kind="svg", xmldecl=False, scale=8, border=2)
    return drawn.getvalue()


@get("/api/hall", sync_to_thread=False, summary="The hall itself")
def hall_info(request: HttpRequest) -> HallInfo:
    hall = hall_of(request)
    return HallInfo(__version__, hall.build, hall.config.network)


@get("/health", summary="Whether the hall can store what is done in it", responses=problems(503))
async def health(request: HttpRequest) -> Health:
    hall = hall_of(request)
    await hall.check()
    return Health("ok", __version__, hall.build, len(hall.tables), hall.connections)


@get("/metrics", sync_to_thread=False, include_in_schema=False)
def prometheus() -> Response[bytes]:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@route(
    ["/", "/{path:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
)
async def page(request: HttpRequest, path: FromPath[str] = "/") -> Response[bytes]:
    """Serve a file of the page.

    Any other address gets the page's index, which understands the address itself, with a preview of its content.
    """
    hall = hall_of(request)
    root: Path = hall.config.static
    name = path.strip("/")
    if name.partition("/")[0] in ("api", "ws"):
        raise NotFoundException
    file = _file_of(root, name)
    if file is None:
        if "." in name.rpartition("/")[2]:
            raise NotFoundException
        file = root / "index.html"
    if not file.is_file():
        return Response(NO_PAGE.encode(), media_type="text/html")
    data, packed, tag = _file(file, file.stat().st_mtime_ns)
    if file.name == "index.html" and (preview := await preview_of(hall, name)) is not None:
        origin = invitation_of(request.scope, hall.config)
        data = with_preview(data, hall, preview, origin, wanted_language(request))
        packed, tag = None, f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    lasting = name.startswith("assets/")
    headers = {
        "ETag": tag,
        "Cache-Control": "public, max-age=31536000, immutable" if lasting else "no-cache",
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    if packed is not None and takes_gzip(request):
        data = packed
        headers["Content-Encoding"] = "gzip"
    kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Response(data, media_type=kind, headers=headers)


def _file_of(root: Path, name: str) -> Path | None:
    """Return the page's file of that name, if there is one."""
    if not name or "\0" in name or len(name) > LONGEST_PATH:
        return None
    try:
        file = (root / name).resolve()
        return file if file.is_relative_to(root.resolve()) and file.is_file() else None
    except OSError:  # a part of the name is longer than any file's
        return None


@lru_cache(maxsize=500)
def _file(file: Path, changed: int) -> tuple[bytes, bytes | None, str]:
    data = file.read_bytes()
    packed = gzip.compress(data) if len(data) > 500 and file.suffix not in (".png", ".woff2", ".gz") else None
    return data, packed, f'"{changed:x}-{len(data):x}"'


def _problem(status: int, code: str, message: Message) -> Response[Problem]:
    return Response(Problem(code, message), status_code=status)


def on_refusal(_: HttpRequest, error: QuincunxError | Refuse) -> Response[Problem]:
    if isinstance(error, StoreError):
        log.error("store_failed", error=str(error))
    status, problem = answers.problem_of(error)
    return Response(problem, status_code=status)


def on_http_error(request: HttpRequest, error: HTTPException) -> Response[Problem]:
    problem = Problem("http", *_said_of(request, error))
    return Response(problem, status_code=error.status_code, headers=error.headers or {})


def _said_of(request: HttpRequest, error: HTTPException) -> tuple[Message, str | None]:
    """Return the error in our words for people, and in the framework's for programs."""
    if error.status_code == HTTP_404_NOT_FOUND:
        return words.NOTHING_AT(path=request.url.path), None
    if error.status_code == HTTP_405_METHOD_NOT_ALLOWED:
        return words.NO_SUCH_METHOD(path=request.url.path, method=request.method), None
    if error.status_code == HTTP_413_REQUEST_ENTITY_TOO_LARGE:
        return words.TOO_BIG(count=request.route_handler.resolve_request_max_body_size() or 0), None
    flaws = [item for item in error.extra or [] if isinstance(item, dict)]
    detail = "; ".join(filter(None, [error.detail, *(str(flaw.get("message", "")) for flaw in flaws)]))
    fields = [quoted(flaw["key"]) for flaw in flaws if flaw.get("key", BODY) != BODY]
    return words.BAD_FIELDS(fields=fields) if fields else words.BAD_REQUEST(), detail


def on_rubbish(_: HttpRequest, error: Exception) -> Response[Problem]:
    return _problem(400, "malformed", words.NO_JSON())


def on_mistake(request: HttpRequest, error: Exception) -> Response[Problem]:
    if isinstance(error, InternalServerException):  # the framework's own: the client has gone in mid-request
        state = request.app.state
        state.trouble.tell("broken", address_of(request.scope, state.hall.config.proxies))
        return _problem(400, "malformed", words.NOT_WHOLE())
    log.error("request_failed", exc_info=error)
    return _problem(500, "mistake", words.MISTAKE())


async def check_visitor(request: HttpRequest) -> Response[Problem] | None:
    """Refuse banned addresses, changes by foreign pages, and other machines that request this one's figures."""
    config = hall_of(request).config
    if address_of(request.scope, config.proxies) in hall_of(request).bans:
        return _problem(403, "banned", words.BANNED())
    if request.method == "POST" and not may_ask(request.scope, config):
        return _problem(403, "origin", words.OTHER_ORIGIN())
    path = "/" + request.scope["path"].lstrip("/")
    if path.startswith(LOOPBACK_ONLY) and not (config.public_figures or is_local(request.scope, config.proxies)):
        return _problem(403, "loopback", words.LOOPBACK_ONLY())
    return None


def _policy(origin: str) -> str:
    """Return the content security policy: the page may load from the hall alone.

    It names the sockets, since older browsers do not include them in 'self'.
    """
    socket = "ws" + origin.removeprefix("http")
    return (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        f"connect-src 'self' {socket}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
    )


async def add_headers(message: Any, scope: Any) -> None:
    """Add the security policy, and forbid caching unless the answer allows it; uvicorn adds `guard.HEADERS`."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        headers.setdefault("Cache-Control", "no-store")
        headers.setdefault(
            "Content-Security-Policy", _policy(origin_of(scope, scope["litestar_app"].state.hall.config))
        )


def make_app(config: HallConfig) -> Litestar:
    """Return the hall as an ASGI application; the caller opens `state.hall` before serving and closes it afterwards."""
    hall = Hall(config)

    app = Litestar(
        route_handlers=[
            hall_info,
            list_games,
            game_texts,
            solution,
            build_solution,
            lesson,
            reply_in_lesson,
            judge,
            sheet,
            list_tables,
            open_table,
            table_info,
            take_seat,
            transcript,
            landings,
            proof,
            replay,
            course,
            open_fork,
            *STUDY_ROUTES,
            *DAILY_ROUTES,
            *RATING_ROUTES,
            *TOURNAMENT_ROUTES,
            *NEWS_ROUTES,
            entries,
            try_correction,
            witness,
            book,
            qr_way,
            health,
            prometheus,
            page,
        ],
        before_request=check_visitor,
        before_send=[add_headers],
        exception_handlers={
            Refuse: on_refusal,
            QuincunxError: on_refusal,
            HTTPException: on_http_error,
            RecursionError: on_rubbish,
            UnicodeError: on_rubbish,
            500: on_mistake,
        },
        openapi_config=OpenAPIConfig(
            title="Quincunx hall",
            version=__version__,
            path="/schema",
            render_plugins=[JsonRenderPlugin()],
            description="Tables of five dice games. The WebSocket messages are described in docs/protocol.md.",
        ),
        request_max_body_size=config.limits.body_bytes,
        logging_config=None,
    )
    app.state.hall = hall
    app.state.sockets = Sockets(hall)
    app.state.sockets.app = app
    app.state.trouble = Trouble()
    return app
