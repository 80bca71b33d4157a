"""The database's history: Alembic brings any older file up to date when the hall opens it."""

from pathlib import Path

from sqlalchemy import Connection


def upgrade(connection: Connection) -> None:
    """Make the database what this version expects."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
