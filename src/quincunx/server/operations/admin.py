"""`quincunx hall admin`: asks a running hall about its state, closes tables, bans addresses."""

import sys
from datetime import UTC, datetime

import msgspec
from rich.table import Table as RichTable

from quincunx.core.console import PlainConsole
from quincunx.core.errors import SetupError
from quincunx.core.render import say
from quincunx.core.report import text_table
from quincunx.core.words import EMPTY_SEAT
from quincunx.server import words
from quincunx.server.operations.admin_socket import (
    AnyOfficeRequest,
    ListRequest,
    OfficeReply,
    ShowRequest,
    ask_all,
)
from quincunx.server.operations.open_hall import admin_folder, default_db


def _ask(db: str | None, request: AnyOfficeRequest) -> list[OfficeReply]:
    """Return the replies of every process of the hall, or of one for requests that only one must carry out.

    Raise SetupError if no hall is open.
    """
    replies = ask_all(admin_folder(), db or default_db(), request)
    if not replies:
        raise SetupError(words.NO_HALL(db=db or default_db()))
    if refused := [reply.refused for reply in replies if reply.refused]:
        raise SetupError(refused[0])
    return replies


def _show(replies: list[OfficeReply], field: str, table: RichTable, as_json: bool) -> None:
    """Print a field of every process's reply: as JSON, or as a table."""
    if as_json:
        asked = [{field: getattr(reply, field)} for reply in replies]
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(asked)).decode() + "\n")
    else:
        PlainConsole().print(table)


def _row(table: RichTable, *cells: object) -> None:
    table.add_row(*(str(cell) for cell in cells))


def show_status(db: str | None, as_json: bool) -> None:
    """Print the state of the hall, process by process."""
    replies = _ask(db, ShowRequest("status"))
    table = text_table(
        words.PROCESS(),
        words.VERSION(),
        words.STORE(),
        words.OPEN_FOR(),
        words.TABLES(),
        words.CONNECTIONS(),
        words.OUT(),
    )
    for reply in replies:
        if (line := reply.status) is not None:
            minutes = say(words.MINUTES(number=round(line.up_s / 60)))
            banned = ", ".join(line.banned) or say(words.NOBODY())
            store = line.store if isinstance(line.store, str) else say(line.store)
            _row(table, line.pid, line.version, store, minutes, line.tables, line.connections, banned)
    _show(replies, "status", table, as_json)


def show_tables(db: str | None, as_json: bool) -> None:
    """Print every table that is listed or has somebody at it."""
    replies = _ask(db, ShowRequest("tables"))
    found = {line.id: line for reply in replies for line in reply.tables}
    watchers = dict.fromkeys(found, 0)
    for reply in replies:
        for line in reply.tables:
            watchers[line.id] += line.watchers
    table = text_table(words.TABLE(), words.GAME(), words.STATUS(), words.CONNECTIONS(), words.SEATS())
    for line in found.values():
        status = say(words.STATUSES[line.status]())
        seats = ", ".join(name or say(EMPTY_SEAT()) for name in line.seats)
        _row(table, line.id, line.game, status, watchers[line.id], seats)
    _show(replies, "tables", table, as_json)


def show_connections(db: str | None, as_json: bool) -> None:
    """Print all connections with their addresses."""
    replies = _ask(db, ShowRequest("connections"))
    table = text_table(words.ADDRESS(), words.WHERE(), words.SEAT())
    for line in sorted((line for reply in replies for line in reply.connections), key=lambda line: line.address):
        where = line.table or say(words.LOBBY())
        _row(table, line.address, where, say(words.WATCHES()) if line.seat is None else line.seat)
    _show(replies, "connections", table, as_json)


def show_players(db: str | None, as_json: bool) -> None:
    """Print the newest players, with the number of keys from each one's address."""
    replies = _ask(db, ListRequest("players"))
    table = text_table(words.PLAYER(), words.NAME(), words.SINCE(), words.KEYS())
    for line in replies[0].players:
        since = datetime.fromtimestamp(line.since / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        _row(table, line.player, line.name, since, line.keys)
    _show(replies, "players", table, as_json)


def show_results(db: str | None, as_json: bool) -> None:
    """Print the results of today's dailies with their tables, which can be closed."""
    replies = _ask(db, ListRequest("results"))
    table = text_table(words.GAME(), words.TABLE(), words.PLAYER(), words.NAME(), words.POINTS())
    for line in replies[0].results:
        _row(table, line.game, line.table, line.player, line.name, line.points)
    _show(replies, "results", table, as_json)


def show_tournaments(db: str | None, as_json: bool) -> None:
    """The tournaments that run."""
    replies = _ask(db, ListRequest("tournaments"))
    table = text_table(words.TOURNAMENT(), words.GAME(), words.TITLE(), words.STATUS(), words.PLAYERS(), words.ROUND())
    for line in replies[0].tournaments:
        status = say(words.STATUSES[line.status]())
        _row(table, line.id, line.game, line.title, status, line.players, f"{line.round}/{line.rounds}")
    _show(replies, "tournaments", table, as_json)


def tell(db: str | None, request: AnyOfficeRequest) -> None:
    """Have a hall do something, and print what it says."""
    said = [say(reply.said) for reply in _ask(db, request) if reply.said is not None]
    for line in dict.fromkeys(said):
        PlainConsole().print(line)
