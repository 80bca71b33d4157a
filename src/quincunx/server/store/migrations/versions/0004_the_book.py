"""Tables may start from a moment of another match; finished matches leave a row in the hall's book, which stays."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("start", sa.Text))
    op.add_column("tables", sa.Column("origin", sa.String(40)))
    op.create_table(
        "book",
        sa.Column("table_id", sa.String(20), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("variants", sa.Text, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("took", sa.BigInteger, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("margin", sa.Integer),
    )
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
    )
    op.create_index("book_by_events", "book", ["game", "events"])
    op.create_index("book_by_margin", "book", ["game", "margin"])
    op.create_index("totals_by_points", "totals", ["game", "points"])


def downgrade() -> None:
    raise NotImplementedError("a database is not taken back to an older hall: keep a copy of it instead")
