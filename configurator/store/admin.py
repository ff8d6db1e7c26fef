"""Looking after the database: migrate it up and down with a backup, and say where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, select
from sqlalchemy.engine import URL

from configurator.errors import StoreError
from configurator.store import migrate
from configurator.store.database import make_engine, open_catalog, schema_state, seed_state, shown, writing
from configurator.store.tables import metadata


def migrate_to(place: URL, revision: str, *, down: bool, note: Callable[[str], None]) -> Iterator[str]:
    """Migrate a database up or down to a schema revision; yields what was done.

    An SQLite file is backed up first. Raises `StoreError` for an unknown revision, a newer schema, or references
    that a migration broke.
    """
    migrate.check_revision(revision)
    missing = place.get_backend_name() == "sqlite" and not Path(place.database or "").exists()
    if missing and down:
        raise StoreError(f"there is no database {shown(place)}")
    if missing or (not down and _state(place) == "empty" and revision == "head"):
        open_catalog(place.render_as_string(hide_password=False), note=note)
        return
    engine = make_engine(place)
    try:
        with engine.connect() as connection:
            schema_state(connection)
        copy = migrate.backup(engine)
        if copy is not None:
            yield f"backup of the database: {copy}"
        _off(engine)
        with writing(engine) as connection:
            (migrate.downgrade if down else migrate.upgrade)(connection, revision)
            _references_hold(connection)
    finally:
        engine.dispose()
    if not down and revision == "head":
        open_catalog(place.render_as_string(hide_password=False), note=note)


def status(place: URL) -> dict[str, Any]:
    """Where a database stands: schema, catalog revision and checksum, and whether users changed it."""
    engine = make_engine(place)
    try:
        if place.get_backend_name() == "sqlite" and not Path(place.database or "").exists():
            return {"database": shown(place), "schema_revision": None, "catalog_revision": None, "sha256": None}
        with engine.connect() as connection:
            schema = migrate.current(connection)
            data: dict[str, Any] = {"database": shown(place), "schema_revision": schema}
            last = None
            if schema is not None and schema_state(connection) == "current":
                table = metadata().tables["revision"]
                rows = connection.execute(select(table.c.number, table.c.sha256)).all()
                last = max(rows, key=lambda row: int(row.number), default=None)
                data["seed"] = seed_state(connection) if rows else None
            data["catalog_revision"] = last.number if last is not None else None
            data["sha256"] = last.sha256 if last is not None else None
            return data
    finally:
        engine.dispose()


def _state(place: URL) -> str:
    engine = make_engine(place)
    try:
        with engine.connect() as connection:
            return schema_state(connection)
    finally:
        engine.dispose()


def _off(engine: Engine) -> None:
    """Foreign keys off while tables are rebuilt: a rebuild must not delete the rows that point at the old table."""
    if engine.dialect.name == "sqlite":
        from sqlalchemy import event

        event.listen(engine, "connect", lambda raw, _: raw.execute("PRAGMA foreign_keys = OFF"))


def _references_hold(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise StoreError(
                f"the migration would break {len(broken)} references, first in {broken[0][0]}; nothing was changed"
            )
