"""The hall in a page's own worker: the same tables, messages and requests, without a server.

The page's script in the worker calls `Desk`, which sends its answers to the page through `tell`.
"""

from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec
import structlog

from quincunx import __version__, protocol
from quincunx.core.spec import GameSpec
from quincunx.games import GAMES
from quincunx.server import words
from quincunx.server.config import HallConfig
from quincunx.server.door.limits import unlimited
from quincunx.server.door.table_connection import TableConnection, encode
from quincunx.server.hall.tables import TableError, Tables
from quincunx.server.store.errors import StoreError
from quincunx.site.knowledge import give
from quincunx.site.requests import HERE, Answer, answer
from quincunx.site.store import BrowserStore, Database
from quincunx.site.thinking import Thinkers

log = structlog.get_logger()

Tell: TypeAlias = Callable[[Literal["text", "closed"], int, str], None]
"""Sends a message on a line, or the code that closes it."""


class Port:
    """The worker's end of a line to the page, in place of a socket."""

    def __init__(self, number: int, tell: Tell) -> None:
        self.is_open = True
        self._number = number
        self._tell = tell

    def say(self, message: bytes) -> None:
        """Send a message."""
        if self.is_open:
            self._tell("text", self._number, message.decode())

    def hang_up(self, code: int) -> None:
        """Close the line."""
        if self.is_open:
            self.is_open = False
            self._tell("closed", self._number, str(code))


class Desk:
    """Handles the page's requests, and its lines to the lobby and to tables."""

    def __init__(self, database: Database, tell: Tell, games: tuple[GameSpec, ...] = GAMES) -> None:
        for spec in games:
            give(spec)
        config = HallConfig("", games=games, limits=unlimited())
        self.hall = Tables(config, BrowserStore(database), __version__)
        self.hall.begin(Thinkers())
        self._tell = tell
        self._at_tables: dict[int, TableConnection] = {}

    async def ask(self, address: str, brought: str | None) -> str:
        """Answer a request with an HTTP status and data."""
        try:
            found = await answer(self.hall, address, brought)
        except Exception:
            log.exception("request_failed", address=address)
            found = Answer(500, protocol.Problem("mistake", words.MISTAKE()))
        return encode(found).decode()

    async def open(self, number: int, path: str) -> None:
        """Open a line."""
        port = Port(number, self._tell)
        if path == "/ws/lobby":
            port.say(encode(protocol.Lobby([], self.hall.build)))
            return
        try:
            table = await self.hall.table(path.rpartition("/")[2])
        except TableError as error:
            port.say(encode(protocol.Error("table", error.message)))
            port.hang_up(protocol.CLOSE_NO_TABLE)
        except StoreError:
            port.hang_up(protocol.CLOSE_TRY_AGAIN)
        else:
            self._at_tables[number] = TableConnection(self.hall, table, port, HERE)

    def hear(self, number: int, message: str) -> None:
        """Handle a message of a line."""
        if (connection := self._at_tables.get(number)) is not None:
            connection.hear(message.encode())
        else:
            heard = msgspec.json.decode(message, type=protocol.AnyClientMessage)
            if isinstance(heard, protocol.Ping):
                self._tell("text", number, encode(protocol.ServerPong(heard.t)).decode())

    def close(self, number: int) -> None:
        """End a line."""
        if (connection := self._at_tables.pop(number, None)) is not None:
            connection.close()

    def moved(self, table: str) -> None:
        """Another tab has stored a step of a table."""
        if (found := self.hall.tables.get(table)) is not None:
            found.authority.catch_up()
