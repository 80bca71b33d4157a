"""The studies of a hall: which are made, in which order, and where their results are kept.

A study's id is the hash of the match's transcript, so that all who ask for the same match share it. Separate worker
processes make it at the lowest priority; tables and their bots never wait for it.
"""

import asyncio
import contextlib
import hashlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import NamedTuple

import msgspec
import structlog

from quincunx.analysis import VERSION, analyse_in
from quincunx.analysis.study import PROOF, USUAL
from quincunx.analysis.words import NOT_OVER
from quincunx.core.errors import QuincunxError
from quincunx.core.match import Match
from quincunx.core.messages import rule_of
from quincunx.core.naming import fresh_name
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.transcript import read_header, read_transcript
from quincunx.core.words import quoted
from quincunx.protocol import (
    Snapshot,
    Study,
    StudyDecision,
    StudyInfo,
    StudyState,
    Tried,
)
from quincunx.server import words
from quincunx.server.hall.opening import LimitError
from quincunx.server.hall.presenter import snapshot_of
from quincunx.server.hall.table import Table
from quincunx.server.http.answers import NothingError, named
from quincunx.server.http.documents import Documents
from quincunx.server.store.errors import StoreError
from quincunx.server.store.store import Store
from quincunx.server.store.studies import StudyRow, begin_study, finish_study, read_study, tidy_studies
from quincunx.server.store.tidying import DAY_MS
from quincunx.server.study.told import study_of
from quincunx.solvers.valuer import Query, Valued
from quincunx.table.refusal import Refuse
from quincunx.thinking.process import usable_cores
from quincunx.thinking.room import Room, ThinkingError

log = structlog.get_logger()

AT_ONCE = 8
"""The most studies made at a time, each for another address: the workers serve addresses by turns."""
MOST_WAITING = 64
"""The most studies that are running or queued."""
MOST_OF_AN_ADDRESS = 3
"""The most of these for one address."""
MOST_EVENTS = 6_000
"""The most events of an analysed match: several times the longest that people play."""
KEPT = 16
"""The most matches in memory; the least recently used go first."""
KEPT_DAYS = 30
"""Days that a study is stored after the last request for it."""
LOWEST = 19
"""The niceness of the workers."""
LINGER_S = 30.0
"""Seconds that idle workers are kept."""
HOUR_S = 3600


class Job:
    """A study that is running or queued."""

    def __init__(self, match: Match, address: str) -> None:
        self.match = match
        self.address = address
        self.state: StudyState = "waiting"
        self.progress = 0.0

    def heard(self, done: int, count: int) -> None:
        """Note the number of answered questions."""
        self.progress = done / count


class Known(NamedTuple):
    """A match, and the result of its study."""

    match: Match
    study: Study | None


class Studies:
    """The studies of this process."""

    def __init__(self, store: Store, documents: Documents, games: dict[str, GameSpec], now: Callable[[], int]) -> None:
        self._store = store
        self._documents = documents
        self._games = games
        self._now = now
        self._jobs: dict[str, Job] = {}
        self._failed: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._room: Room | None = None
        self._in_room = 0
        self._leaving: asyncio.TimerHandle | None = None

    # Asking

    def is_being_made(self, study_id: str) -> bool:
        """Whether a study is running or queued: to tell how far it is then takes no time."""
        return study_id in self._jobs

    async def of_table(self, table: Table, address: str | None) -> StudyInfo:
        """Return the study of the finished match of a table; begin one for an address if there is none."""
        match, name = named(table), ("study", table.ledger.id, table.ledger.seq)
        write = partial(self._documents.aside, match.transcript)
        return await self._of_match(match, await self._documents.get(name, write), address)

    async def _of_match(self, match: Match, transcript: str, address: str | None) -> StudyInfo:
        if len(match) > MOST_EVENTS:
            raise LimitError(words.MATCH_TOO_LONG(count=MOST_EVENTS))
        study_id = hashlib.sha256(transcript.encode()).hexdigest()[:32]
        known = self._known.get(study_id)
        if known is None:
            row = await self._store.run(read_study, study_id, self._now())
            known = self._keep(study_id, match, None if row is None else _result(row))
        if known.study is None and address is not None and study_id not in self._jobs:
            await self._store.note(begin_study, study_id, transcript, self._now())
            self._begin(study_id, match, address)
        return self._info(study_id, known)

    async def of_text(self, text: str, address: str) -> StudyInfo:
        """Return the study of a match that somebody uploads as a transcript."""
        match = await self._documents.aside(self._read, text)
        return await self._of_match(match, await self._documents.aside(match.transcript), address)

    async def again(self, study_id: str, address: str) -> StudyInfo:
        """Return the study of that id, begun again if it was not finished."""
        match = await self.match(study_id)
        return await self._of_match(match, await self._documents.aside(match.transcript), address)

    async def info(self, study_id: str) -> StudyInfo:
        """Return how far a study is that somebody has begun."""
        return self._info(study_id, await self._get(study_id))

    async def match(self, study_id: str) -> Match:
        """The match of a study."""
        return (await self._get(study_id)).match

    def _info(self, study_id: str, known: Known) -> StudyInfo:
        job, match = self._jobs.get(study_id), known.match
        state: StudyState = "done" if known.study else "failed" if study_id in self._failed else "absent"
        progress = 1.0 if known.study else 0.0
        if job is not None:
            state, progress = job.state, job.progress
        return StudyInfo(
            study_id, match.spec.slug, list(match.names), dict(match.variants), state, progress, known.study
        )

    def _read(self, text: str) -> Match:
        """Parse an uploaded transcript; raise QuincunxError with the reason if it is refused."""
        header, _ = read_header(text)
        if header.game not in self._games:
            raise NothingError(words.NO_GAME_OF_HALL(game=quoted(header.game)))
        match = read_transcript(self._games[header.game], text)
        if not match.is_over:
            raise Refuse("status", NOT_OVER())
        names: list[str] = []
        for seat, name in enumerate(match.names):
            names.append(fresh_name(name, names, seat))
        match.names[:] = names
        return match

    async def _get(self, study_id: str) -> Known:
        if (known := self._known.get(study_id)) is not None:
            self._known.move_to_end(study_id)
            return known
        if (job := self._jobs.get(study_id)) is not None:
            return Known(job.match, None)
        row = await self._store.run(read_study, study_id, self._now())
        if row is None:
            raise NothingError(words.NO_SUCH_STUDY())
        spec = self._games[read_header(row.transcript)[0].game]
        return self._keep(study_id, await self._documents.aside(read_transcript, spec, row.transcript), _result(row))

    def _keep(self, study_id: str, match: Match, study: Study | None) -> Known:
        known = self._known[study_id] = Known(match, study)
        self._known.move_to_end(study_id)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return known

    # Making

    def _begin(self, study_id: str, match: Match, address: str) -> None:
        if study_id in self._jobs:
            return
        if len(self._jobs) >= MOST_WAITING:
            raise LimitError(words.STUDIES_BUSY())
        if sum(job.address == address for job in self._jobs.values()) >= MOST_OF_AN_ADDRESS:
            raise LimitError(words.STUDIES_OF_ADDRESS(count=MOST_OF_AN_ADDRESS))
        self._failed.discard(study_id)
        self._jobs[study_id] = Job(match, address)
        self._make_some()

    def _make_some(self) -> None:
        """Make the studies whose turn it is: one per address, however long another address's takes."""
        served = {job.address for job in self._jobs.values() if job.state == "working"}
        for study_id, job in self._jobs.items():
            if len(served) < AT_ONCE and job.address not in served:
                served.add(job.address)
                job.state = "working"
                task = asyncio.get_running_loop().create_task(self._make(study_id, job))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _make(self, study_id: str, job: Job) -> None:
        match = job.match
        try:
            async with self._workers() as room:
                analysis = await analyse_in(
                    room,
                    match,
                    progress=job.heard,
                    at_once=usable_cores(),
                    table=study_id,
                    address=job.address,
                )
                study = await self._documents.aside(study_of, match, analysis)
            await self._store.run(finish_study, study_id, VERSION, msgspec.json.encode(study))
            self._keep(study_id, match, study)
        except Exception as error:
            cause = error.exceptions[0] if isinstance(error, ExceptionGroup) else error
            self._failed.add(study_id)
            log.error("study_failed", study=study_id, game=match.spec.slug, error=str(cause))
        finally:
            self._jobs.pop(study_id, None)
            self._make_some()

    @contextlib.asynccontextmanager
    async def _workers(self) -> AsyncIterator[Room]:
        """Return the workers, which end when idle for a while."""
        if self._leaving is not None:
            self._leaving.cancel()
        if self._room is None:
            self._room = Room(quick=0, strong=usable_cores(), niceness=LOWEST, log=log)
        self._in_room += 1
        try:
            yield self._room
        finally:
            self._in_room -= 1
            if not self._in_room:
                self._leaving = asyncio.get_running_loop().call_later(LINGER_S, self._leave)

    def _leave(self) -> None:
        if self._room is not None and not self._in_room:
            task = asyncio.get_running_loop().create_task(self._room.close())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            self._room = None

    # Trying

    async def position(self, study_id: str, at: int, seat: Seat) -> Snapshot:
        """Return a moment of the match as the seat knew it, with its legal actions."""
        match = await self.match(study_id)
        if seat >= match.seats or at > len(match):
            raise Refuse("status", words.NO_DECISION(at=at, seat=seat))
        return await self._documents.aside(snapshot_of, match.fork(at), seat, at, [])

    async def attempt(self, study_id: str, at: int, seat: Seat, text: str, address: str) -> Tried:
        """Return the value of a choice at a decision of the match."""
        known = await self._get(study_id)
        found = [one for one in known.study.decisions if (one.at, one.seat) == (at, seat)] if known.study else []
        if not found:
            raise Refuse("status", words.NO_DECISION(at=at, seat=seat))
        match, decision = known.match, found[0]
        before = match.fork(at)
        try:
            action = before.parse_action(text, seat)
            objection = before.objection(action, seat)
        except QuincunxError as error:
            return Tried(False, error.message, None, "", 0, 0)
        if objection is not None:
            return Tried(False, objection, rule_of(objection), "", 0, 0)
        tried = before.format_action(action, seat)
        known_loss = _known_loss(decision, tried)
        if known_loss is not None:
            return Tried(True, None, None, tried, known_loss, decision.loss - known_loss)
        valued = await self._value(study_id, before, seat, action, address)
        gain, doubt = (valued.options[1].gain, valued.options[1].gain_error) if len(valued.options) > 1 else (0, 0)
        loss = gain if gain > PROOF * doubt else 0
        return Tried(True, None, None, tried, loss, decision.loss - loss)

    async def _value(self, study_id: str, before: Match, seat: Seat, action: int, address: str) -> Valued:
        after = before.state.duplicate()
        before.spec.rules.apply(after, seat, action)
        query = Query(before.state.to_bytes(), after.to_bytes(), seat, action)
        async with self._workers() as room:
            try:
                return await room.value(before.spec, before.seats, query, USUAL, table=study_id, address=address)
            except ThinkingError as error:
                log.error("try_failed", study=study_id, error=str(error))
                raise LimitError(words.STUDIES_BUSY()) from error

    # Keeping house

    async def tidy(self, keep_days: int | None) -> None:
        """Delete studies that nobody has asked for, now and every hour."""
        days = KEPT_DAYS if keep_days is None else min(keep_days, KEPT_DAYS)
        while True:
            try:
                if deleted := await self._store.run(tidy_studies, self._now() - days * DAY_MS):
                    log.info("studies_tidied", studies=deleted)
            except StoreError:
                log.exception("tidying_failed")
            await asyncio.sleep(HOUR_S)

    async def close(self) -> None:
        """Stop the studies; they may be asked for again."""
        self._jobs.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._leaving is not None:
            self._leaving.cancel()
        if self._room is not None:
            await self._room.close()


def _known_loss(decision: StudyDecision, tried: str) -> int | None:
    """Return the loss of a choice that the analysis has measured well: that of the match, and the best."""
    if tried == decision.choices[0].action:
        return decision.loss
    return 0 if tried == decision.choices[1].action else None


def _result(row: StudyRow) -> Study | None:
    """Return the stored result, if this version of the analysis has made it."""
    if row.result is None or row.version != VERSION:
        return None
    try:
        return msgspec.json.decode(row.result, type=Study)
    except msgspec.MsgspecError as error:
        log.error("study_unreadable", error=str(error))
        return None
