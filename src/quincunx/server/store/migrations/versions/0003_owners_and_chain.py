"""Entries name the owner who asked for them and a link of the chain; tables have a key for its salts."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

SALT = {
    "sqlite": "lower(hex(randomblob(32)))",
    "postgresql": "replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')",
}
"""64 hexadecimal digits, drawn by the database."""


def upgrade() -> None:
    op.add_column("tables", sa.Column("salt", sa.String(64)))
    op.add_column("entries", sa.Column("owner", sa.Integer))
    op.add_column("entries", sa.Column("chain", sa.LargeBinary))
    op.execute(f"update tables set salt = {SALT[op.get_bind().dialect.name]}")


def downgrade() -> None:
    raise NotImplementedError("a database is not taken back to an older hall: keep a copy of it instead")
