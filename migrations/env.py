"""Alembic's entry: runs migrations on the connection that the store hands over, in the caller's transaction."""

from alembic import context

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("run migrations through `configurator db upgrade`")
context.configure(
    connection=connection,
    target_metadata=context.config.attributes["metadata"],
    render_as_batch=True,
    compare_type=True,
    transactional_ddl=False,
)
context.run_migrations()
