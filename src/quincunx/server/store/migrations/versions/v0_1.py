"""The tables of the first release, which are still those of `schema.py`.

The next migration that changes them has to write them out here.
"""

from alembic import op

from quincunx.server.store.schema import metadata

revision = "0.1"
down_revision = None


def upgrade() -> None:
    metadata.create_all(op.get_bind(), checkfirst=False)
