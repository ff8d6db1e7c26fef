"""Open the catalog database: made, migrated and seeded on first use; read whole; every trouble one clear sentence."""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError
from sqlalchemy.pool import NullPool

from configurator.catalog import Catalog
from configurator.errors import StoreError
from configurator.registry import data_folder
from configurator.store.files import folder_sha256, read_folder
from configurator.store.rows import read_catalog, write_catalog
from configurator.store.tables import metadata

Note = Callable[[str], None]
BUSY_MS = 10_000
SEED_AUTHOR = "seed"
_LOCK = 7_226_410_001
"""Key of the PostgreSQL advisory lock that first use and migration take."""


def open_catalog(url: str | None = None, *, note: Note) -> Catalog:
    """The catalog of a database, made, migrated and seeded first where that is needed (said through `note`).

    url: SQLAlchemy URL or a path of an SQLite file; None is the embedded file in the user's data folder.
    Raises `StoreError` when the database is locked, newer, read-only, not a catalog, or cannot be reached.
    """
    place = resolve(url)
    with troubles(place):
        if place.get_backend_name() == "sqlite":
            make_sqlite(place, note)
        engine = make_engine(place)
        try:
            prepare(engine, note)
            with engine.connect() as connection:
                return read_catalog(connection)
        finally:
            engine.dispose()


def resolve(url: str | None) -> URL:
    """The URL that a user's text means. Raises `StoreError` for one that is none."""
    if url is None:
        from platformdirs import user_data_dir

        return URL.create("sqlite", database=str(Path(user_data_dir("ethx-configurator")) / "catalog.db"))
    if "://" not in url:
        return URL.create("sqlite", database=url)
    try:
        place = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError("the database URL cannot be read; expected sqlite:///FILE or postgresql://...") from None
    if place.drivername in ("postgresql", "postgres"):
        place = place.set(drivername="postgresql+psycopg")
    if place.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(f"the database {place.get_backend_name()} is not supported; use SQLite or PostgreSQL")
    return place


def shown(place: URL) -> str:
    """A URL as it may be printed: without its password, and a file as its path."""
    return str(place.database) if place.get_backend_name() == "sqlite" else place.render_as_string(hide_password=True)


def make_engine(place: URL) -> Engine:
    """An engine with foreign keys on and writers that wait; without a pool, so that nothing stays open."""
    if place.get_backend_name() != "sqlite":
        try:
            return create_engine(place, poolclass=NullPool)
        except (NoSuchModuleError, ModuleNotFoundError):
            raise StoreError("PostgreSQL needs the extra `pg`: pip install 'ethx-configurator[pg]'") from None
    path = Path(place.database or "")
    writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)

    def connect() -> sqlite3.Connection:
        mode = "mode=rw" if writable else "mode=ro&immutable=1"
        target = f"file:{_uri_path(path)}?{mode}"
        return sqlite3.connect(target, uri=True, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False)

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)
    event.listen(engine, "connect", lambda raw, _: raw.execute("PRAGMA foreign_keys = ON"))
    return engine


def prepare(engine: Engine, note: Note) -> None:
    """Migrate and seed what needs it. Raises `StoreError` for a newer schema or a foreign database."""
    with engine.connect() as connection:
        state = schema_state(connection)
        fresh = state == "current" and _revisions(connection)
        refresh = bool(fresh) and _seed_is_old(connection)
    if state == "current" and fresh and not refresh:
        return
    with writing(engine) as connection:
        state = schema_state(connection)
        if state != "current":
            from configurator.store.migrate import upgrade

            if state == "older":
                note(f"migrating the catalog database {shown(engine.url)}")
            upgrade(connection)
        if not _revisions(connection):
            seed(connection, "the shipped catalog")
            note("the catalog database was made and seeded from the shipped catalog")
        elif _seed_is_old(connection):
            seed(connection, "the shipped catalog, newer than the one in the database")
            note("the catalog database was refreshed from the shipped catalog, which is newer")


def make_sqlite(place: URL, note: Note) -> None:
    """Make the SQLite file when it is missing: built whole under another name, then given its own."""
    path = Path(place.database or "")
    if path.exists() and path.stat().st_size > 0:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StoreError(f"the database {path} cannot be made: {reason}") from None
    os.close(handle)
    draft = Path(name)
    try:
        engine = make_engine(URL.create("sqlite", database=name))
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")
        prepare(engine, lambda _: None)
        engine.dispose()
        if path.exists() and path.stat().st_size == 0:
            path.unlink(missing_ok=True)
        try:
            os.link(draft, path)
            note(f"made the catalog database {path} from the shipped catalog")
        except FileExistsError:
            pass
        except OSError:
            draft.replace(path)
            note(f"made the catalog database {path} from the shipped catalog")
    finally:
        for leftover in (draft, Path(f"{name}-wal"), Path(f"{name}-shm")):
            leftover.unlink(missing_ok=True)


def schema_state(connection: Connection) -> str:
    """`empty`, `current` or `older`. Raises `StoreError` for a newer schema and for what is no catalog."""
    if not inspect(connection).has_table("alembic_version"):
        if inspect(connection).get_table_names():
            raise StoreError(f"{shown(connection.engine.url)} is a database, but not a catalog")
        return "empty"
    found = connection.execute(text("select version_num from alembic_version")).scalars().all()
    known = known_revisions()
    if not found:
        return "empty"
    if found[0] not in known:
        raise StoreError(
            f"the database has schema revision {found[0]}, newer than this program knows ({known[-1]}): "
            "upgrade the program"
        )
    return "current" if found[0] == known[-1] else "older"


def known_revisions() -> list[str]:
    """Schema revisions that this program has migrations for, oldest first."""
    return sorted(p.stem.split("_")[0] for p in (data_folder("migrations") / "versions").glob("[0-9]*_*.py"))


def seed(connection: Connection, note: str) -> None:
    """Fill the database with the shipped catalog as a new revision."""
    folder = data_folder("catalog")
    catalog = read_folder(folder)
    write_catalog(connection, catalog)
    numbers = [r.number for r in _revisions(connection)]
    connection.execute(
        insert(metadata().tables["revision"]),
        {
            "number": max(numbers, default=0) + 1,
            "author": SEED_AUTHOR,
            "time": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "note": note,
            "sha256": catalog.sha256,
            "seed_sha256": folder_sha256(folder),
        },
    )


def seed_state(connection: Connection) -> str:
    """`shipped`, `older` (only ever seeded, from an older shipped catalog) or `changed` (by users)."""
    revisions = _revisions(connection)
    if any(r.author != SEED_AUTHOR for r in revisions):
        return "changed"
    return "older" if _seed_is_old(connection) else "shipped"


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A write transaction that one process at a time has: BEGIN IMMEDIATE, or an advisory lock."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        try:
            yield connection
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("COMMIT")
            connection.commit()
        except BaseException:
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("ROLLBACK")
            connection.rollback()
            raise


@contextmanager
def troubles(place: URL) -> Iterator[None]:
    """Turns what a driver raises into a `StoreError` with one clear sentence, credentials left out."""
    try:
        yield
    except OperationalError as error:
        reason = str(error.orig)
        if "locked" in reason or "busy" in reason:
            raise StoreError(f"the database {shown(place)} is locked by another process; try again later") from None
        if "readonly" in reason:
            raise StoreError(
                f"the database {shown(place)} is read-only and not up to date; make it writable once"
            ) from None
        raise StoreError(f"the database {shown(place)} cannot be opened: {_scrubbed(reason, place)}") from None
    except DBAPIError as error:
        reason = str(error.orig)
        if "not a database" in reason or "malformed" in reason:
            raise StoreError(f"{shown(place)} is not a database, or is damaged") from None
        raise StoreError(f"the database {shown(place)} cannot be used: {_scrubbed(reason, place)}") from None
    except ModuleNotFoundError as error:
        if error.name == "psycopg":
            raise StoreError("PostgreSQL needs the extra `pg`: pip install 'ethx-configurator[pg]'") from None
        raise


def _scrubbed(reason: str, place: URL) -> str:
    first = reason.strip().splitlines()[0] if reason.strip() else "no reason given"
    if place.password:
        first = first.replace(str(place.password), "***")
    return re.sub(r"\s+", " ", first)[:300]


def _revisions(connection: Connection) -> list[Any]:
    table = metadata().tables["revision"]
    rows = connection.execute(select(table.c.number, table.c.author, table.c.seed_sha256)).all()
    return sorted(rows, key=lambda row: row.number)


def _seed_is_old(connection: Connection) -> bool:
    revisions = _revisions(connection)
    if any(r.author != SEED_AUTHOR for r in revisions):
        return False
    return bool(revisions[-1].seed_sha256 != folder_sha256(data_folder("catalog")))


def _uri_path(path: Path) -> str:
    from urllib.parse import quote

    return quote(str(path.absolute()))
