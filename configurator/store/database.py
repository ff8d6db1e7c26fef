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

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, text
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
            prepare(engine, place, note)
            with reading(engine) as connection:
                return read_catalog(connection)
        finally:
            engine.dispose()


def resolve(url: str | None) -> URL:
    """The URL that a user's text means. Raises `StoreError` for one that is none."""
    if url is None:
        from platformdirs import user_data_dir

        return URL.create("sqlite", database=str(Path(user_data_dir("ethx-configurator")) / "catalog.db"))
    if "://" not in url:
        return _file(url)
    try:
        place = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError("the database URL cannot be read; expected sqlite:///FILE or postgresql://...") from None
    backend = place.get_backend_name()
    if backend == "sqlite":
        return _file(place.database or "")
    if backend in ("postgresql", "postgres"):
        return place.set(drivername="postgresql+psycopg")
    raise StoreError(f"the database {backend} is not supported; use SQLite or PostgreSQL")


def _file(path: str) -> URL:
    if path in ("", ":memory:"):
        raise StoreError("an SQLite database in memory keeps nothing; name a file")
    if Path(path).is_dir():
        raise StoreError(f"{path} is a folder, not a database; name a file in it")
    return URL.create("sqlite", database=path)


def shown(place: URL) -> str:
    """A URL as it may be printed: without its password, and a file as its path."""
    return str(place.database) if place.get_backend_name() == "sqlite" else place.render_as_string(hide_password=True)


def make_engine(place: URL, *, foreign_keys: bool = True) -> Engine:
    """An engine whose writers wait for each other; without a pool, so that nothing stays open.

    foreign_keys: only a migration turns them off: rebuilding a table must not delete the rows that point at it.
    """
    if place.get_backend_name() != "sqlite":
        try:
            return create_engine(place, poolclass=NullPool)
        except (NoSuchModuleError, ModuleNotFoundError):
            raise StoreError("PostgreSQL needs the extra `pg`: pip install 'ethx-configurator[pg]'") from None
    path = file_of(place)
    mode = "mode=rw" if writable(path) else "mode=ro"
    log = Path(f"{path}-wal")
    if mode == "mode=ro" and not (log.exists() and log.stat().st_size):
        # nothing to replay: then a write-ahead log and its index need not be made, which could not be made here
        mode += "&immutable=1"

    def connect() -> sqlite3.Connection:
        target = f"file:{_uri_path(path)}?{mode}"
        return sqlite3.connect(target, uri=True, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False)

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)
    switch = "ON" if foreign_keys else "OFF"
    event.listen(engine, "connect", lambda raw, _: raw.execute(f"PRAGMA foreign_keys = {switch}"))
    return engine


def file_of(place: URL) -> Path:
    """The file of an SQLite database."""
    return Path(place.database or "")


def writable(path: Path) -> bool:
    """Whether an SQLite file can be written to; its folder takes the write-ahead log."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def prepare(engine: Engine, place: URL, note: Note) -> None:
    """Migrate and seed what needs it. Raises `StoreError` for a newer schema or a foreign database."""
    with reading(engine) as connection:
        state = schema_state(connection, place)
        seeded = state == "current" and bool(_revisions(connection))
        outdated = seeded and seed_state(connection) == "older"
    if seeded and not outdated:
        return
    if seeded and engine.dialect.name == "sqlite" and not writable(file_of(place)):
        note(f"the database {shown(place)} is read-only: its catalog is used as it is, older than the shipped one")
        return
    if state != "current":
        from configurator.store.migrate import migrate

        if state == "older":
            note(f"migrating the catalog database {shown(place)}")
        migrate(place, "head", down=False, note=note)
    with writing(engine) as connection:
        if not _revisions(connection):
            seed(connection, "the shipped catalog")
            note(f"seeded the catalog database {shown(place)} from the shipped catalog")
        elif seed_state(connection) == "older":
            seed(connection, "the shipped catalog, newer than the one in the database")
            note(f"refreshed the catalog database {shown(place)} from the shipped catalog, which is newer")


def make_sqlite(place: URL, note: Note) -> None:
    """Make the SQLite file when it is missing: built whole under another name, then given its own."""
    path = file_of(place)
    if path.exists():
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
        made = URL.create("sqlite", database=name)
        engine = make_engine(made)
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")
        prepare(engine, made, lambda _: None)
        engine.dispose()
        _take_place(draft, path)
        note(f"made the catalog database {path} from the shipped catalog")
    finally:
        for leftover in (draft, Path(f"{name}-wal"), Path(f"{name}-shm")):
            leftover.unlink(missing_ok=True)


def _take_place(draft: Path, path: Path) -> None:
    """Give a finished file its own name, unless another process was first."""
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without hard links
        draft.replace(path)


def schema_state(connection: Connection, place: URL) -> str:
    """`empty`, `current` or `older`. Raises `StoreError` for a newer schema and for what is no catalog."""
    tables = set(inspect(connection).get_table_names())
    if not tables - {"alembic_version"}:
        return "empty"
    found = schema_revision(connection, tables)
    if found is None or not {"part", "offer", "revision"} <= tables:
        raise StoreError(f"{shown(place)} is a database, but not a catalog")
    known = known_revisions()
    if found not in known:
        raise StoreError(
            f"the database has schema revision {found}, newer than this program knows ({known[-1]}): "
            "upgrade the program"
        )
    return "current" if found == known[-1] else "older"


def schema_revision(connection: Connection, tables: set[str] | None = None) -> str | None:
    """The schema revision of the database; None when it has none."""
    if "alembic_version" not in (tables if tables is not None else inspect(connection).get_table_names()):
        return None
    found = connection.exec_driver_sql("select version_num from alembic_version").scalars().all()
    return str(found[0]) if found else None


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
    return "shipped" if revisions[-1].seed_sha256 == folder_sha256(data_folder("catalog")) else "older"


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees one state of the database, whatever others write meanwhile."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        else:
            connection.exec_driver_sql("set transaction isolation level repeatable read, read only")
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A write transaction that one process at a time has: BEGIN IMMEDIATE, or an advisory lock."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        yield connection
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("COMMIT")
        connection.commit()


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
    rows = connection.exec_driver_sql("select number, author, seed_sha256 from revision").all()
    return sorted(rows, key=lambda row: int(row.number))


def _uri_path(path: Path) -> str:
    from urllib.parse import quote

    return quote(str(path.absolute()))
