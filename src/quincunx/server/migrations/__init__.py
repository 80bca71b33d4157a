"""The database's history: Alembic brings any older file up to date when the hall opens it."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

HEAD = "0002"
"""The latest of versions/."""


def upgrade(connection: Connection, target: str = HEAD) -> None:
    """Make the database what this version expects."""
    if _version(connection) == target:
        return  # without loading Alembic: most starts of the hall
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, target)


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("select version_num from alembic_version")).scalar()
    return None if found is None else str(found)
