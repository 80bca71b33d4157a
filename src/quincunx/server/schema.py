"""The tables of the database, for SQLite and PostgreSQL alike; migrations/ makes them."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, MetaData, String, Table, Text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("variants", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("status", String(10), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("summary", Text, nullable=False),
    Column("touched", BigInteger, nullable=False),
)
"""What is fixed when a table is opened; the last four columns only repeat for the lobby what the entries say."""

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(20), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("message", String(48)),
    Column("body", Text, nullable=False),
)
"""Append-only: the key makes a lost or double step impossible."""
