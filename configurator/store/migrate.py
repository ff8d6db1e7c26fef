"""Migrations by Alembic: up and down in one transaction, with a backup of an SQLite file first; what there is."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection
from sqlalchemy.engine import URL

from configurator.errors import StoreError
from configurator.registry import data_folder
from configurator.store.database import file_of, known_revisions, make_engine, schema_revision, writing
from configurator.store.tables import metadata


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's configuration, pointing at the shipped migrations."""
    config = Config()
    config.set_main_option("script_location", str(data_folder("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["metadata"] = metadata()
    return config


def migrate(place: URL, revision: str, *, down: bool, note: Callable[[str], None]) -> None:
    """Bring a database to a schema revision: all of it, or nothing is changed.

    An SQLite file with a schema is copied first, said through `note`. Raises `StoreError` for a revision that does
    not lie in that direction, and for references that a migration broke.
    """
    engine = make_engine(place, foreign_keys=False)
    try:
        with engine.connect() as connection:
            before = schema_revision(connection)
        if before == target(revision):
            return
        if before is not None and engine.dialect.name == "sqlite":
            note(f"backup of the database: {backup(file_of(place), before)}")
        with writing(engine) as connection:
            try:
                (command.downgrade if down else command.upgrade)(configuration(connection), revision)
            except CommandError as error:
                raise StoreError(f"cannot go from schema revision {before} to {revision}: {error}") from None
            _references_hold(connection)
    finally:
        engine.dispose()


def target(revision: str) -> str | None:
    """The schema revision that a word means; None for `base`. Raises `StoreError` where no migration has it."""
    known = known_revisions()
    if revision in ("base", "head"):
        return known[-1] if revision == "head" else None
    if revision not in known:
        raise StoreError(f"no such schema revision '{revision}'; there are base, {', '.join(known)}, head")
    return revision


def history() -> list[tuple[str, str]]:
    """(revision, what it does) of every migration, oldest first."""
    scripts = ScriptDirectory.from_config(configuration())
    return [(s.revision, s.doc) for s in reversed(list(scripts.walk_revisions()))]


def backup(path: Path, revision: str) -> Path:
    """A copy of an SQLite file beside it, named by the schema revision that it has.

    Made by SQLite's own backup, so that a reader or a write-ahead log at the same time does no harm.
    """
    copy = path.with_name(f"{path.name}.before-{revision}")
    number = 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.before-{revision}-{number}")
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as made:
            source.backup(made)
    except sqlite3.Error as error:
        raise StoreError(f"the database {path} cannot be backed up, so it was not migrated: {error}") from None
    return copy


def _references_hold(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise StoreError(
                f"the migration would break {len(broken)} references, first in {broken[0][0]}; nothing was changed"
            )
