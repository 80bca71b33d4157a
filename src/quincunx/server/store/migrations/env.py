"""Run by Alembic: makes the changes on the connection that `upgrade` passes on."""

from alembic import context

from quincunx.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
