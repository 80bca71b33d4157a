"""Alembic's migrations: they make the database what this version expects, all or nothing.

`upgrade` runs inside the transaction that it is called in: killed at any moment, the database is as it was before.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

VERSIONS = ("0.1",)
"""The releases that changed the database, each with a file in versions/; the last is this one's."""
HEAD = VERSIONS[-1]


def upgrade(connection: Connection) -> None:
    """Make the database what this version expects."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)


def version_of(connection: Connection) -> str | None:
    """The version that made the database; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("select version_num from alembic_version")).scalar()
    return None if found is None else str(found)
