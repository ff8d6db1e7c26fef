"""Migrations by Alembic, on a connection that is already open: up, down, where we are, what there is."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from configurator.errors import StoreError
from configurator.registry import data_folder
from configurator.store.tables import metadata


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's configuration, pointing at the shipped migrations."""
    config = Config()
    config.set_main_option("script_location", str(data_folder("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["metadata"] = metadata()
    return config


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Migrate up to a revision inside the caller's transaction."""
    command.upgrade(configuration(connection), revision)


def downgrade(connection: Connection, revision: str) -> None:
    """Migrate down to a revision (`base` for nothing at all) inside the caller's transaction."""
    command.downgrade(configuration(connection), revision)


def current(connection: Connection) -> str | None:
    """The schema revision of the database; None when it has none."""
    from sqlalchemy import inspect

    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("select version_num from alembic_version")).scalar()
    return found


def history() -> list[tuple[str, str]]:
    """(revision, what it does) of every migration, oldest first."""
    scripts = ScriptDirectory.from_config(configuration())
    return [(s.revision, s.doc) for s in reversed(list(scripts.walk_revisions()))]


def check_revision(revision: str) -> None:
    """Raises `StoreError` for a revision that no migration has."""
    names = [name for name, _ in history()]
    if revision not in (*names, "head", "base"):
        raise StoreError(f"no such schema revision '{revision}'; there are base, {', '.join(names)}, head")


def backup(engine: Engine) -> Path | None:
    """A copy of an SQLite file beside it, before its schema changes; None for other engines.

    Made by SQLite's own backup, so that a reader or a write-ahead log at the same time does no harm.
    """
    if engine.dialect.name != "sqlite":
        return None
    with engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        path = Path(next(row[2] for row in raw.execute("PRAGMA database_list") if row[1] == "main"))
        revision = current(connection)
        target = path.with_name(f"{path.name}.before-{revision or 'base'}")
        number = 1
        while target.exists():
            number += 1
            target = path.with_name(f"{path.name}.before-{revision or 'base'}-{number}")
        copy = sqlite3.connect(target)
        try:
            raw.backup(copy)
        finally:
            copy.close()
    return target
