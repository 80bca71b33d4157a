"""The tables of the first release."""

import sqlalchemy as sa
from alembic import op

revision = "0.1"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False, unique=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("variants", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("opener", sa.Integer, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("origin", sa.String(40)),
        sa.Column("process", sa.String(12), index=True),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("real", sa.Boolean, nullable=False),
        sa.Column("series", sa.String(80)),
    )
    op.create_index("tables_by_status", "tables", ["status", "touched"])
    op.create_table(
        "entries",
        sa.Column("table_number", sa.BigInteger, sa.ForeignKey("tables.number"), primary_key=True, autoincrement=False),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("message", sa.String(48)),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("owner", sa.Integer),
        sa.Column("chain", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "processes",
        sa.Column("name", sa.String(12), primary_key=True),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
    )
    op.create_table("bans", sa.Column("network", sa.String(50), primary_key=True))
    op.create_table(
        "book",
        sa.Column("table_id", sa.String(20), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("variants", sa.Text, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("took", sa.BigInteger, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("margin", sa.Integer),
        sa.Column("real", sa.Boolean, nullable=False),
        sa.Column("trained", sa.Boolean, nullable=False),
    )
    op.create_index("book_by_events", "book", ["game", "events"])
    op.create_index("book_by_margin", "book", ["game", "margin"])
    op.create_table(
        "totals",
        sa.Column("table_id", sa.String(20), sa.ForeignKey("book.table_id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Text),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("witness", sa.Text),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("player", sa.String(32)),
    )
    op.create_index("totals_by_points", "totals", ["game", "points"])
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("opener", sa.Integer, nullable=False, index=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "rated",
        sa.Column("table_id", sa.String(20), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(5), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("bot", sa.Text),
        sa.Column("place", sa.Integer, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(5), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("committed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(20), nullable=False, unique=True),
        sa.Column("ended", sa.BigInteger),
        sa.Column("place", sa.Integer),
        sa.Column("points", sa.Integer),
        sa.Column("loss", sa.Integer),
        sa.Column("marks", sa.String(10)),
    )
    op.create_table(
        "pars",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("opener", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False, index=True),
    )
    op.create_table(
        "tournament_steps",
        sa.Column("tournament", sa.String(20), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("transcript", sa.LargeBinary, nullable=False),
        sa.Column("version", sa.Integer),
        sa.Column("result", sa.LargeBinary),
    )
    op.create_index("studies_by_touched", "studies", ["touched"])
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("secret", sa.String(30), nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "wishes",
        sa.Column("device", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(5), primary_key=True),
        sa.Column("about", sa.String(40), primary_key=True),
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("told", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("wishes_by_about", "wishes", ["kind", "about"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(10), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
