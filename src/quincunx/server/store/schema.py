"""The tables of the database as this version expects them, the same in SQLite and PostgreSQL.

`migrations/` makes them.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
)
from sqlalchemy import Table as SqlTable

metadata = MetaData()

CLOSED = "closed"
"""The status of a table that an administrator has closed: the only one that no step stores."""

tables = SqlTable(
    "tables",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("number", BigInteger, nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("variants", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("salt", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("status", String(10), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("summary", Text, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("opener", Integer, nullable=False),
    Column("start", Text),
    Column("origin", String(40)),
    Column("process", String(12), index=True),
    Column("epoch", Integer, nullable=False),
    Column("real", Boolean, nullable=False),
    Column("series", String(80)),
    Index("tables_by_status", "status", "touched"),
)
"""The facts fixed when a table is opened. `status`, `listed`, `summary` and `touched` repeat what the steps say, for
the lobby.

`opener` is a short hash of the address that opened the table: enough to share the lobby out, too short to find the
address by it. `process` is the one process that has the table in memory, as long as its row in `processes` has not
expired; `epoch` goes up whenever the table changes hands, and no step is stored under an older one. People know a table
by its id, the database by its number, which grows with time: rows written at the same time then lie together on a few
pages.
"""

entries = SqlTable(
    "entries",
    metadata,
    Column("table_number", BigInteger, ForeignKey("tables.number"), primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("message", String(48)),
    Column("body", Text, nullable=False),
    Column("owner", Integer),
    Column("chain", LargeBinary, nullable=False),
)
"""Append-only: the key makes a lost or double step impossible."""

processes = SqlTable(
    "processes",
    metadata,
    Column("name", String(12), primary_key=True),
    Column("expires", BigInteger, nullable=False),
    Column("address", Text, nullable=False),
    Column("secret", String(64), nullable=False),
)
"""The processes of the hall. Each row has the time, in milliseconds since 1970, at which the lease ends; the address
for the other processes; and the secret that callers must know."""

bans = SqlTable("bans", metadata, Column("network", String(50), primary_key=True))
"""The addresses and networks that are kept out."""

book = SqlTable(
    "book",
    metadata,
    Column("table_id", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("variants", Text, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("took", BigInteger, nullable=False),
    Column("events", Integer, nullable=False),
    Column("margin", Integer),
    Column("real", Boolean, nullable=False),
    Column("trained", Boolean, nullable=False),
    Index("book_by_events", "game", "events"),
    Index("book_by_margin", "game", "margin"),
)
"""A row for each finished match of a listed table; it stays when the table is deleted."""

totals = SqlTable(
    "totals",
    metadata,
    Column("table_id", String(20), ForeignKey("book.table_id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", String(40), nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", Text),
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("witness", Text),
    Column("hints", Integer, nullable=False),
    Column("player", String(32)),
    Index("totals_by_points", "game", "points"),
)
"""The result of each seat of those matches; `player` is null for guests and bots."""

players = SqlTable(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("opener", Integer, nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)
"""Everyone who has sat down with a key: the key's hash, the last name and a short hash of the address that first used
it."""

rated = SqlTable(
    "rated",
    metadata,
    Column("table_id", String(20), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", String(40), nullable=False),
    Column("kind", String(5), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("player", String(32)),
    Column("bot", Text),
    Column("place", Integer, nullable=False),
)
"""The results that count for ratings; each row has a player or a bot."""

ratings = SqlTable(
    "ratings",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("kind", String(5), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
)
"""The ratings that follow from these results, in the order in which they ended."""

days = SqlTable(
    "days",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("secret", String(64), nullable=False),
    Column("committed", BigInteger, nullable=False),
)
"""The secrets of the dailies' dice by date, each with the time of its commitment."""

tries = SqlTable(
    "tries",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("table_id", String(20), nullable=False, unique=True),
    Column("ended", BigInteger),
    Column("place", Integer),
    Column("points", Integer),
    Column("loss", Integer),
    Column("marks", String(10)),
)
"""A row for each player who has begun a daily: a key has one try. `ended`, `place` and `points` stay null if the result
does not count; `loss`, in thousandths of a win or point, and `marks` are filled when the match has been analysed."""

pars = SqlTable(
    "pars",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
)
"""The result of `expert` in each daily."""

tournaments = SqlTable(
    "tournaments",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("terms", Text, nullable=False),
    Column("host", String(64), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("opener", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("is_over", Boolean, nullable=False, index=True),
)
"""The facts fixed when a tournament is announced; `touched`, `seq` and `is_over` repeat what its steps say. `host` is
the hash of the host's token; the dice of all rounds follow from `secret`."""

tournament_steps = SqlTable(
    "tournament_steps",
    metadata,
    Column("tournament", String(20), ForeignKey("tournaments.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)
"""Append-only. The process that stores a number first has decided that step: a tournament needs no owner."""

studies = SqlTable(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("touched", BigInteger, nullable=False),
    Column("transcript", LargeBinary, nullable=False),
    Column("version", Integer),
    Column("result", LargeBinary),
    Index("studies_by_touched", "touched"),
)
"""A row for each analysed match, by the hash of its transcript. A row without a result is an unfinished analysis, to be
asked for again."""

devices = SqlTable(
    "devices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("endpoint", Text, nullable=False),
    Column("key", String(100), nullable=False),
    Column("secret", String(30), nullable=False),
    Column("language", String(10), nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""Browsers that want news, by the hash of their push service's address for them; `key` and `secret` encrypt. Or mail
addresses, confirmed by whoever has read `secret` in a mail."""

wishes = SqlTable(
    "wishes",
    metadata,
    Column("device", String(32), primary_key=True),
    Column("kind", String(5), primary_key=True),
    Column("about", String(40), primary_key=True),
    Column("who", String(64), primary_key=True),
    Column("told", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("wishes_by_about", "kind", "about"),
)
"""The subscriptions of each device, with the number of the last notification, so that each is sent once."""

secrets = SqlTable(
    "secrets",
    metadata,
    Column("name", String(10), primary_key=True),
    Column("value", Text, nullable=False),
)
"""The hall's own secrets, each made when it is first needed: `push` is the private key of its push messages."""

CHANNEL = "quincunx"
"""The channel of PostgreSQL on which the processes notify each other."""
NOW = "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)"
"""Milliseconds since 1970 by the clock of PostgreSQL, which is the same for all processes."""
