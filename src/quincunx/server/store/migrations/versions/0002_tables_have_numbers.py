"""Tables have numbers, and entries are kept by them: smaller, and together with what was written at the same time."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

KEPT = "game, rules, seats, variants, settings, seed, created, status, listed, summary, touched"
NUMBER = "created * 1048576 + row_number() over (order by created, id) % 1048576"


def upgrade() -> None:
    op.drop_index("tables_by_status", "tables")
    op.rename_table("entries", "old_entries")
    op.rename_table("tables", "old_tables")
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
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("table_number", sa.BigInteger, sa.ForeignKey("tables.number"), primary_key=True, autoincrement=False),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("message", sa.String(48)),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.execute(f"insert into tables (id, number, {KEPT}) select id, {NUMBER}, {KEPT} from old_tables")
    op.execute(
        "insert into entries (table_number, seq, at, message, body)"
        " select tables.number, past.seq, past.at, past.message, past.body"
        " from old_entries as past join tables on tables.id = past.table_id order by tables.number, past.seq"
    )
    op.drop_table("old_entries")
    op.drop_table("old_tables")
    op.create_index("tables_by_status", "tables", ["status", "touched"])


def downgrade() -> None:
    raise NotImplementedError("a database is not taken back to an older hall: keep a copy of it instead")
