"""The socket of a process through which `quincunx hall admin` talks to an open hall.

Each process has one, in a folder of the user's data that only that user can open. A request is a line of JSON, and so
is its answer.
"""

import asyncio
import contextlib
import hashlib
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

import msgspec
import structlog
from msgspec import Struct

from quincunx import __version__
from quincunx.core.errors import QuincunxError, system_reason
from quincunx.core.messages import Message
from quincunx.core.words import PLAIN
from quincunx.server import words
from quincunx.server.store.dailies import read_results
from quincunx.server.store.database import database_url
from quincunx.server.store.errors import StoreError
from quincunx.server.store.players import read_players

if TYPE_CHECKING:
    from quincunx.server.hall.hall import Hall

log = structlog.get_logger()

LONGEST_PATH = 100
"""The most bytes of a socket's path; systems allow little more."""
LONGEST_LINE = 1 << 16
"""Bytes of a request."""
PATIENCE_S = 30
MOST_PLAYERS = 200
"""The most players in a list."""


class OfficeRequest(Struct, frozen=True, tag=lambda name: name.removesuffix("Request").lower()):
    """A request to a process of the hall."""

    of_one: ClassVar[bool] = False
    """Whether one process carries it out for all of them."""


class ShowRequest(OfficeRequest, frozen=True):
    """Show the state of this process, or what it has in memory."""

    what: Literal["status", "tables", "connections"]


class ListRequest(OfficeRequest, frozen=True):
    """List what the hall has stored: the newest players, today's results of the dailies, running tournaments."""

    what: Literal["players", "results", "tournaments"]

    of_one = True


class EndRequest(OfficeRequest, frozen=True):
    """End a tournament with the round that is being played."""

    tournament: str

    of_one = True


class CloseRequest(OfficeRequest, frozen=True):
    """Close a table for good."""

    table: str


class UnnameRequest(OfficeRequest, frozen=True):
    """Take a player's name away."""

    table: str
    seat: int

    of_one = True


class BanRequest(OfficeRequest, frozen=True):
    """Keep an address out."""

    address: str


class UnbanRequest(OfficeRequest, frozen=True):
    """Lift the ban of an address."""

    address: str


AnyOfficeRequest: TypeAlias = (
    ShowRequest | ListRequest | EndRequest | CloseRequest | UnnameRequest | BanRequest | UnbanRequest
)


class StatusReport(Struct, frozen=True):
    """The state of one process."""

    pid: int
    version: str
    store: Literal["ok"] | Message
    """The word `ok`, or the reason why nothing can be stored."""
    up_s: float
    tables: int
    connections: int
    banned: list[str]


class TableReport(Struct, frozen=True):
    """A table of one process."""

    id: str
    game: str
    status: str
    seats: list[str]
    watchers: int
    """The number of connections of this process that watch it."""


class TournamentReport(Struct, frozen=True):
    """A tournament that runs."""

    id: str
    game: str
    title: str
    status: str
    players: int
    """The number of players in the next round."""
    round: int
    """The number of rounds begun."""
    rounds: int


class ConnectionReport(Struct, frozen=True):
    """A connection to one process."""

    address: str
    table: str | None
    """The table's id; None in the lobby."""
    seat: int | None
    """The seat at the table; None for a spectator."""


class PlayerReport(Struct, frozen=True):
    """A player with a key."""

    player: str
    """The public id."""
    name: str
    since: int
    """The time of the key's first use, in milliseconds since 1970."""
    keys: int
    """The number of keys first used from the same address."""


class ResultReport(Struct, frozen=True):
    """A result of today's dailies."""

    game: str
    table: str
    name: str
    player: str
    points: int


class OfficeReply(Struct, frozen=True, omit_defaults=True):
    """A process's reply, with one of its fields filled."""

    refused: Message | None = None
    said: Message | None = None
    status: StatusReport | None = None
    tables: list[TableReport] = []
    tournaments: list[TournamentReport] = []
    connections: list[ConnectionReport] = []
    players: list[PlayerReport] = []
    results: list[ResultReport] = []


def key_of(db: str) -> str:
    """The prefix of the names of a hall's sockets in the folder."""
    url = database_url(db)
    if url.get_backend_name() == "sqlite" and url.database:
        name = str(Path(url.database).resolve())
    else:
        name = url.set(drivername="postgresql", password=None).render_as_string()
    return hashlib.sha256(name.encode()).hexdigest()[:12]


class AdminSocket:
    """The socket of one process."""

    def __init__(self, hall: "Hall", folder: Path) -> None:
        self._hall = hall
        self._path = folder / f"{key_of(hall.config.db)}-{os.getpid()}.sock"
        self._server: asyncio.AbstractServer | None = None
        self._opened = time.monotonic()

    async def open(self) -> None:
        """Answer requests from now on; without a socket if one cannot be made."""
        try:
            if len(os.fsencode(self._path)) > LONGEST_PATH:
                raise OSError(f"its name is longer than {LONGEST_PATH} bytes")
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._path.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(self._serve, self._path, limit=LONGEST_LINE)
            os.chmod(self._path, 0o600)
        except (OSError, AttributeError, NotImplementedError) as error:
            log.warning("no_admin_socket", file=str(self._path), reason=str(error))

    async def close(self) -> None:
        """Answer no more requests."""
        if self._server is not None:
            self._server.close()
            self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            line = await reader.readuntil(b"\n")
            writer.write(msgspec.json.encode(await self._reply(line)) + b"\n")
            await writer.drain()
        writer.close()

    async def _reply(self, line: bytes) -> OfficeReply:
        try:
            request = msgspec.json.decode(line, type=AnyOfficeRequest)
            log.info("admin", asked=msgspec.to_builtins(request))
            return await self._do(request)
        except QuincunxError as error:
            return OfficeReply(refused=error.message)
        except (msgspec.MsgspecError, OSError) as error:
            return OfficeReply(refused=PLAIN(text=str(error)))

    async def _do(self, request: AnyOfficeRequest) -> OfficeReply:
        hall = self._hall
        match request:
            case ShowRequest("status"):
                return OfficeReply(status=await self._status())
            case ShowRequest("tables"):
                return OfficeReply(tables=_tables(hall))
            case ShowRequest():
                return OfficeReply(connections=hall.connected())
            case ListRequest("players"):
                return OfficeReply(players=await _players(hall))
            case ListRequest("results"):
                return OfficeReply(results=await _results(hall))
            case ListRequest():
                return OfficeReply(tournaments=_tournaments(hall))
            case EndRequest(tournament):
                await hall.tournaments.close(tournament)
                return OfficeReply(said=words.TOURNAMENT_ENDS(tournament=tournament))
            case CloseRequest(table):
                await hall.close_table(table)
                return OfficeReply(said=words.CLOSED(table=table))
            case UnnameRequest(table, seat):
                was, now = await hall.unname(table, seat)
                return OfficeReply(said=words.RENAMED(was=was, now=now))
            case BanRequest(address):
                shown_out = await hall.ban(address)
                return OfficeReply(said=words.KEPT_OUT(address=address, count=shown_out))
            case UnbanRequest(address):
                was_out = await hall.unban(address)
                said = words.MAY_COME_AGAIN if was_out else words.WAS_NOT_OUT
                return OfficeReply(said=said(address=address))

    async def _status(self) -> StatusReport:
        hall = self._hall
        store: Literal["ok"] | Message = "ok"
        try:
            await hall.check()
        except QuincunxError as error:
            store = error.message
        up_s, banned = time.monotonic() - self._opened, hall.bans.names()
        return StatusReport(os.getpid(), __version__, store, up_s, len(hall.tables), hall.connections, banned)


def _tournaments(hall: "Hall") -> list[TournamentReport]:
    found = []
    for live in hall.tournaments.known:
        state, terms = live.state, live.row.terms
        if state.status != "over":
            row = (live.id, terms.game, terms.title, state.status, len(state.active), len(state.rounds), terms.rounds)
            found.append(TournamentReport(*row))
    return found


def _tables(hall: "Hall") -> list[TableReport]:
    """The tables in memory, and those that the lobby lists."""
    found = {
        summary.id: TableReport(summary.id, summary.game, summary.status, list(summary.names), 0)
        for summary in hall.lobby
    }
    for table in hall.tables.values():
        ledger = table.ledger
        found[ledger.id] = TableReport(
            ledger.id,
            ledger.spec.slug,
            ledger.status,
            [chair.name for chair in ledger.chairs],
            len(table.presence.watchers),
        )
    return list(found.values())


async def _players(hall: "Hall") -> list[PlayerReport]:
    rows = await hall.store.run(read_players, MOST_PLAYERS)
    return [PlayerReport(row.player, row.name, row.created, row.keys) for row in rows]


async def _results(hall: "Hall") -> list[ResultReport]:
    found = [await hall.store.run(read_results, slug, hall.dailies.today()) for slug in hall.games]
    return [
        ResultReport(one.game, one.table, one.name, one.player, one.points or 0) for results in found for one in results
    ]


Connected: TypeAlias = Callable[[], list[ConnectionReport]]
ShowOut: TypeAlias = Callable[[Callable[[ConnectionReport], bool], int], int]


def ask_all(folder: Path, db: str, request: AnyOfficeRequest) -> list[OfficeReply]:
    """Return the replies of every process of the hall on this machine, or of one.

    Remove the sockets of dead processes.
    """
    replies = []
    for path in sorted(folder.glob(f"{key_of(db)}-*.sock")):
        try:
            replies.append(_ask(path, request))
            if request.of_one:
                break
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
        except (OSError, msgspec.MsgspecError) as error:
            reason = system_reason(error) if isinstance(error, OSError) else str(error)
            raise StoreError(words.NO_ANSWER(path=str(path), reason=reason)) from None
    return replies


def _ask(path: Path, request: AnyOfficeRequest) -> OfficeReply:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(PATIENCE_S)
        line.connect(str(path))
        line.sendall(msgspec.json.encode(request) + b"\n")
        with line.makefile("rb") as reply:
            return msgspec.json.decode(reply.readline(), type=OfficeReply)
