"""The database's history: Alembic brings any older one up to date when the hall opens it, all or nothing.

`upgrade` runs inside the transaction that it is called in: killed at any moment, the database is as it was before.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from quincunx.server.store.migrations.repair import repair

HEAD = "0004"
"""The latest of versions/."""


def upgrade(connection: Connection, target: str = HEAD) -> None:
    """Make the database what this version expects."""
    found = version_of(connection)
    if found == target:
        return  # without loading Alembic: most starts of the hall
    from alembic import command
    from alembic.config import Config

    repair(connection, found)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, target)


def version_of(connection: Connection) -> str | None:
    """Which of versions/ the database was made by; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("select version_num from alembic_version")).scalar()
    return None if found is None else str(found)
