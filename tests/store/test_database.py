"""The database on both engines: the same catalog, migrations up and down with data, and every trouble told clearly."""

from __future__ import annotations

import multiprocessing
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, insert, inspect, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import NullPool

from configurator.errors import StoreError
from configurator.pipeline import configure
from configurator.spec import spec_from
from configurator.store.admin import migrate_to, status
from configurator.store.database import known_revisions, make_engine, open_catalog, resolve
from configurator.store.tables import metadata
from configurator.summary import document
from tests.build import catalog


def _quiet(_: str) -> None:
    return None


def test_the_database_gives_the_catalog_of_the_files(database_url: str) -> None:
    stored = open_catalog(database_url, note=_quiet)
    assert stored.sha256 == catalog().sha256
    assert stored.revision == 1
    assert stored.parts == catalog().parts
    assert stored.offers == catalog().offers


@pytest.mark.parametrize("preset", ["eth-x-64", "hgx-8"])
def test_both_engines_give_the_same_bytes(preset: str, sqlite_template: Path, postgres_template: str) -> None:
    texts = set()
    for url in (str(sqlite_template), postgres_template):
        configuration = configure(spec_from({"platform": preset}, preset), open_catalog(url, note=_quiet))
        texts.add((configuration.design.to_json(), str(document(configuration)), configuration.bom.model_dump_json()))
    assert len(texts) == 1


def test_first_use_makes_and_seeds_and_says_so(empty_url: str) -> None:
    notes: list[str] = []
    assert len(open_catalog(empty_url, note=notes.append).parts) == len(catalog().parts)
    assert any("shipped catalog" in note for note in notes)
    notes.clear()
    open_catalog(empty_url, note=notes.append)
    assert notes == []


def test_migrated_schema_is_the_declared_one(database_url: str) -> None:
    engine = create_engine(database_url, poolclass=NullPool)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata()) == []
        names = {c["name"] for t in metadata().tables for c in inspect(connection).get_check_constraints(t)}
        assert None not in names
        declared = {c.name for t in metadata().tables.values() for c in t.constraints if str(c.name).startswith("ck_")}
        assert declared <= names
    engine.dispose()


def test_migrations_go_down_and_up_again_with_data(database_url: str) -> None:
    place = resolve(database_url)
    list(migrate_to(place, "base", down=True, note=_quiet))
    engine = make_engine(place)
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) <= {"alembic_version"}
    engine.dispose()
    list(migrate_to(place, "head", down=False, note=_quiet))
    assert open_catalog(database_url, note=_quiet).sha256 == catalog().sha256
    assert status(place)["schema_revision"] == known_revisions()[-1]


def test_an_sqlite_file_is_backed_up_before_it_is_migrated(tmp_path: Path, sqlite_template: Path) -> None:
    path = tmp_path / "catalog.db"
    path.write_bytes(sqlite_template.read_bytes())
    said = list(migrate_to(resolve(str(path)), "base", down=True, note=_quiet))
    copy = tmp_path / "catalog.db.before-0001"
    assert said == [f"backup of the database: {copy}"]
    assert open_catalog(str(copy), note=_quiet).sha256 == catalog().sha256


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("part_accelerator", {"part_id": "ACC-NEW", "tdp_w": -1}),
        ("part_power_shelf", {"part_id": "ACC-NEW", "input_reference": "L-X"}),
        (
            "offer",
            {
                "offer_id": "O",
                "part_id": "NONE",
                "kind": "list",
                "basis": "observed",
                "currency": "USD",
                "base_micros": 1,
            },
        ),
        (
            "offer",
            {
                "offer_id": "O",
                "part_id": "ACC-NEW",
                "kind": "wish",
                "basis": "observed",
                "currency": "USD",
                "base_micros": 1,
            },
        ),
        (
            "offer",
            {
                "offer_id": "O",
                "part_id": "ACC-NEW",
                "kind": "list",
                "basis": "observed",
                "currency": "USD",
                "base_micros": 1,
                "low_micros": 2,
            },
        ),
        ("part_cpu", {"part_id": "NONE-2"}),
    ],
)
def test_the_database_itself_refuses_what_cannot_be(database_url: str, table: str, row: dict[str, object]) -> None:
    engine = make_engine(resolve(database_url))
    tables = metadata().tables
    with engine.connect() as connection:
        connection.execute(insert(tables["part"]), {"part_id": "ACC-NEW", "category": "accelerator", "template": False})
        with pytest.raises(IntegrityError):
            connection.execute(insert(tables[table]), row)
    engine.dispose()


def _change(url: str, statement: str) -> None:
    engine = make_engine(resolve(url))
    with engine.connect() as connection:
        connection.execute(text(statement))
        if engine.dialect.name != "sqlite":
            connection.commit()
    engine.dispose()


def test_a_newer_schema_is_named_and_left_alone(database_url: str) -> None:
    _change(database_url, "update alembic_version set version_num = '9999'")
    with pytest.raises(StoreError, match="schema revision 9999, newer than this program knows"):
        open_catalog(database_url, note=_quiet)


def test_another_database_is_not_touched(empty_url: str, tmp_path: Path) -> None:
    if empty_url.startswith("sqlite"):
        sqlite3.connect(tmp_path / "catalog.db").execute("create table mine (x int)").connection.close()
    else:
        _change(empty_url, "create table mine (x int)")
    with pytest.raises(StoreError, match="is a database, but not a catalog"):
        open_catalog(empty_url, note=_quiet)


def test_a_seed_that_is_older_than_the_shipped_catalog_is_refreshed(database_url: str) -> None:
    _change(database_url, "update revision set seed_sha256 = 'old'")
    notes: list[str] = []
    assert open_catalog(database_url, note=notes.append).revision == 2
    assert notes == ["the catalog database was refreshed from the shipped catalog, which is newer"]


def test_a_catalog_that_users_changed_is_left_as_it_is(database_url: str) -> None:
    _change(database_url, "update revision set seed_sha256 = 'old', author = 'a planner'")
    notes: list[str] = []
    assert open_catalog(database_url, note=notes.append).revision == 1
    assert notes == []
    assert status(resolve(database_url))["seed"] == "changed"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"this is not a database, only a text of some length " * 40, "is not a database, or is damaged"),
        (b"SQLite format 3\0" + b"\xff" * 2000, "is not a database, or is damaged"),
    ],
)
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "catalog.db"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=message):
        open_catalog(str(path), note=_quiet)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://u:secret@h/d", "is not supported; use SQLite or PostgreSQL"),
        ("postgresql://planner:secret@127.0.0.1:1/d", "cannot be opened"),
        ("://", "the database URL cannot be read"),
    ],
)
def test_urls_that_lead_nowhere(url: str, message: str) -> None:
    with pytest.raises(StoreError) as caught:
        open_catalog(url, note=_quiet)
    assert message in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="cannot be made: file exists"):
        open_catalog(str(tmp_path / "file" / "catalog.db"), note=_quiet)


def test_a_locked_database_says_so(tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "catalog.db"
    path.write_bytes(sqlite_template.read_bytes())
    monkeypatch.setattr("configurator.store.database.BUSY_MS", 50)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("PRAGMA journal_mode = DELETE")
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="is locked by another process"):
        open_catalog(str(path), note=_quiet)
    holder.close()


def test_a_read_only_file_serves_builds(tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "catalog.db"
    path.write_bytes(sqlite_template.read_bytes())
    monkeypatch.setattr("configurator.store.database.os.access", lambda *_: False)
    assert open_catalog(str(path), note=_quiet).sha256 == catalog().sha256
    assert sorted(p.name for p in tmp_path.iterdir()) == ["catalog.db"]


def _first_use(url: str, results: multiprocessing.Queue[str]) -> None:
    results.put(open_catalog(url, note=_quiet).sha256)


def test_two_processes_may_be_the_first(empty_url: str) -> None:
    context = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[str] = context.Queue()
    workers = [context.Process(target=_first_use, args=(empty_url, results)) for _ in range(3)]
    for worker in workers:
        worker.start()
    found = {results.get(timeout=60) for _ in workers}
    for worker in workers:
        worker.join(timeout=60)
    assert found == {catalog().sha256}
    assert open_catalog(empty_url, note=_quiet).revision == 1
