"""The hall's answers about games and tables, shared by HTTP and the page's own worker."""

from functools import cache, partial
from typing import Literal

from quincunx.core import full
from quincunx.core import words as core_words
from quincunx.core.errors import QuincunxError
from quincunx.core.match import Match
from quincunx.core.messages import SENTENCES
from quincunx.core.render import catalogue_of, languages, rules_of
from quincunx.core.seats import SPECTATOR, Seat
from quincunx.core.spec import GameSpec
from quincunx.core.tutorial import has_tutorial, lesson_of
from quincunx.core.words import quoted
from quincunx.protocol import (
    AskableInfo,
    CorrectionAsked,
    CorrectionInfo,
    Course,
    EntryInfo,
    GameTexts,
    JudgeInfo,
    Landings,
    LessonReply,
    Problem,
    Replay,
    RulingInfo,
    TableInfo,
)
from quincunx.server import words
from quincunx.server.hall.ids import hash_of
from quincunx.server.hall.info import correction_info, entry_infos, landings_of
from quincunx.server.hall.opening import LimitError
from quincunx.server.hall.table import Table
from quincunx.server.hall.tables import TableError, Tables
from quincunx.server.http.lessons import lesson_reply
from quincunx.server.http.replay import course_of, replay_of
from quincunx.server.store.errors import StoreError
from quincunx.table import words as table_words
from quincunx.table.ledger import Ledger
from quincunx.table.refusal import Refuse

STATUS_OF = {"store": 503, "host": 403, "loopback": 403, "status": 409, "seat": 409, "rules": 409, "turn": 409}


class NothingError(QuincunxError):
    """The requested thing does not exist."""


def language_of(wanted: str) -> str:
    """Return the requested language, or English."""
    return wanted if wanted in languages() else "en"


catalogue_in = cache(catalogue_of)


def game_texts(hall: Tables, slug: str, language: str) -> GameTexts:
    """The rules and rulings of a game."""
    if slug not in hall.games:
        raise NothingError(core_words.NO_SUCH_GAME(game=quoted(slug), known=", ".join(hall.games)))
    return texts_of(hall.games[slug], language_of(language))


def texts_of(spec: GameSpec, language: str) -> GameTexts:
    """The rules and rulings of a game in a language."""
    catalogue = catalogue_in(language)
    return GameTexts(rules_of(spec, "RULES.md", catalogue), rules_of(spec, "RULINGS.md", catalogue))


def taught(hall: Tables, slug: str) -> GameSpec:
    """The game of that name, which has a lesson."""
    spec = hall.games.get(slug)
    if spec is None or not has_tutorial(spec):
        raise NothingError(words.NO_LESSON(game=quoted(slug)))
    return spec


def reply_in_lesson(hall: Tables, slug: str, step: int, action: str) -> LessonReply:
    """Return the reply to an action that somebody tries at a step of a lesson."""
    spec = taught(hall, slug)
    if step >= len(lesson_of(spec)):
        raise NothingError(words.NO_STEP_OF_LESSON(last=len(lesson_of(spec)) - 1, step=step))
    return lesson_reply(spec, step, action)


def judge(hall: Tables, slug: str, text: str) -> JudgeInfo:
    """Return the judge's answer to a question; without one, only what can be asked."""
    spec = hall.game(slug)
    if not spec.has_part("judge"):
        raise NothingError(words.NO_JUDGE(game=spec.title))
    module = spec.part("judge")
    questions = [AskableInfo(asked.about(), asked.example) for asked in module.QUESTIONS]
    said = module.judge(text) if text.strip() else []
    return JudgeInfo(questions, [RulingInfo(each, SENTENCES[each.id].rule) for each in said])


@cache
def _sheet(spec: GameSpec, language: str, paper: Literal["a4", "letter"]) -> bytes:
    from quincunx.sim.paper import sheet_file

    return sheet_file(spec, language, paper)


def sheet(hall: Tables, slug: str, language: str, paper: Literal["a4", "letter"]) -> bytes:
    """Return a game's score sheet and player aid as a PDF."""
    spec = hall.game(slug)
    if not spec.has_part("sheet"):
        raise NothingError(words.NO_SHEET(game=spec.title))
    try:
        return _sheet(spec, language_of(language), paper)
    except ModuleNotFoundError as error:
        raise full.lack(error) or error from None


async def table_info(hall: Tables, table_id: str) -> TableInfo:
    """A table as everyone may know it."""
    return (await _settled(hall, table_id)).info()


async def entries(hall: Tables, table_id: str, token: str) -> list[EntryInfo]:
    """Return the entries at a table with real dice that the player with that token may correct."""
    return await hall.documents.aside(entry_infos, *await _seated(hall, table_id, token))


async def try_correction(hall: Tables, table_id: str, asked: CorrectionAsked) -> CorrectionInfo:
    """Return what a correction of an entry would change; nothing is changed yet."""
    return await hall.documents.aside(correction_info, *await _seated(hall, table_id, asked.token), asked)


async def _seated(hall: Tables, table_id: str, token: str) -> tuple[Ledger, Seat]:
    """Return a table without a write under way, as it is now, and the seat that the token opens."""
    ledger = (await _settled(hall, table_id)).ledger
    seat = ledger.seat_of(hash_of(token))
    if seat is None:
        raise Refuse("seat", words.ONLY_WATCHES())
    return ledger.fork(), seat


async def _settled(hall: Tables, table_id: str) -> Table:
    """Return a table without a write under way."""
    table = await hall.table(table_id)
    future = hall.loop.create_future()
    table.authority.when_settled(lambda: None if future.done() else future.set_result(None))
    await future
    return table


async def finished(hall: Tables, table_id: str, player: str = "") -> Table:
    """The table of a finished match, which a player (the public id; empty for anybody) asks for."""
    table = await _settled(hall, table_id)
    if table.ledger.status != "over":
        raise Refuse("status", table_words.NO_TRANSCRIPT_YET())
    await hall.check_shown(table.ledger, player)
    return table


def named(table: Table) -> Match:
    """A finished match with the players' names of its table."""
    match = table.ledger.finished.fork()
    match.names[:] = table.ledger.names
    return match


async def transcript(hall: Tables, table: Table) -> str:
    """A finished match as text."""
    hall.check_revealed(table.ledger)
    documents, ledger = hall.documents, table.ledger.fork()
    return await documents.get((ledger.id, "transcript", ledger.seq), partial(documents.aside, ledger.transcript))


async def proof(hall: Tables, table: Table) -> str:
    """Return the proof of a finished match, with every step of its table."""
    hall.check_revealed(table.ledger)
    ledger = table.ledger.fork()

    async def make() -> str:
        entries = await hall.store.entries(ledger.id)
        if len(entries) < ledger.seq:  # thrown away meanwhile
            raise TableError(words.NO_SUCH_TABLE(table=quoted(ledger.id)))
        return await hall.documents.aside(ledger.transcript, entries[: ledger.seq])

    return await hall.documents.get((ledger.id, "proof", ledger.seq), make)


async def landings(hall: Tables, table: Table) -> Landings:
    """Every die and card of a finished match with its odds."""
    documents, ledger = hall.documents, table.ledger.fork()
    return await documents.get((ledger.id, "landings"), partial(documents.aside, partial(landings_of, ledger)))


async def replay(hall: Tables, table: Table, first: int, count: int, seat: Seat | None) -> Replay:
    """A part of a finished match, moment by moment, with nothing hidden."""
    documents, ledger = hall.documents, table.ledger
    watcher = watcher_of(ledger.seats, seat)
    make = partial(documents.aside, replay_of, ledger.finished, ledger.names, watcher, first, count)
    return await documents.get((ledger.id, "replay", watcher, first, count), make)


def watcher_of(seats: int, seat: Seat | None) -> Seat:
    """The seat that a match is drawn for; a spectator's if none is named."""
    if seat is not None and seat >= seats:
        raise Refuse("seat", table_words.NO_SUCH_SEAT(seat=seat))
    return SPECTATOR if seat is None else seat


async def course(hall: Tables, table: Table) -> Course:
    """Return the history of the scores of a finished match."""
    documents, ledger = hall.documents, table.ledger
    make = partial(documents.aside, course_of, ledger.finished, *ledger.times)
    return await documents.get((ledger.id, "course"), make)


def problem_of(error: QuincunxError | Refuse) -> tuple[int, Problem]:
    """Return the HTTP status and the answer for an error."""
    if isinstance(error, Refuse):
        return STATUS_OF.get(error.code, 400), Problem(error.code, error.reason)
    if isinstance(error, StoreError):
        return 503, Problem("store", words.STORE_SILENT())
    if isinstance(error, TableError):
        return 404, Problem("table", error.message)
    if isinstance(error, NothingError):
        return 404, Problem("http", error.message)
    if isinstance(error, LimitError):
        return 429, Problem("too_many", error.message)
    return 400, Problem("setup", error.message)
