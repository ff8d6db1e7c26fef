"""The database on both engines: the same catalog, migrations up and down with data, and every trouble told clearly."""

from __future__ import annotations

import multiprocessing
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import Engine, create_engine, insert, inspect, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import NullPool

from configurator.catalog import Catalog
from configurator.errors import StoreError
from configurator.pipeline import configure
from configurator.spec import spec_from
from configurator.store.admin import downgrade, status, upgrade
from configurator.store.database import known_revisions, make_engine, open_catalog, reading, resolve, writing
from configurator.store.rows import read_catalog, write_catalog
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


def _checks(engine: Engine) -> dict[str, str]:
    """Name -> text of every check of a database, as the engine gives it back."""
    with engine.connect() as connection:
        return {
            str(check["name"]): str(check["sqltext"])
            for table in metadata().tables
            for check in inspect(connection).get_check_constraints(table)
        }


def test_migrated_schema_is_the_declared_one(database_url: str, empty_url: str) -> None:
    migrated, declared = (create_engine(url, poolclass=NullPool) for url in (database_url, empty_url))
    metadata().create_all(declared)
    with migrated.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata()) == []
    assert _checks(migrated) == _checks(declared)
    for engine in (migrated, declared):
        engine.dispose()


def test_migrations_go_down_and_up_again_with_data(database_url: str) -> None:
    place = resolve(database_url)
    downgrade(place, "base", note=_quiet)
    engine = make_engine(place)
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) <= {"alembic_version"}
    engine.dispose()
    assert status(place)["schema_revision"] is None
    upgrade(place, "head", note=_quiet)
    assert open_catalog(database_url, note=_quiet).sha256 == catalog().sha256
    assert status(place)["schema_revision"] == known_revisions()[-1]


def test_an_sqlite_file_is_copied_before_it_is_migrated(tmp_path: Path, sqlite_template: Path) -> None:
    path = tmp_path / "catalog.db"
    path.write_bytes(sqlite_template.read_bytes())
    said: list[str] = []
    for _ in range(2):
        downgrade(resolve(str(path)), "base", note=said.append)
        upgrade(resolve(str(path)), "head", note=_quiet)
    last = known_revisions()[-1]
    copies = [tmp_path / f"catalog.db.before-{last}", tmp_path / f"catalog.db.before-{last}-2"]
    assert said == [f"backup of the database: {copy}" for copy in copies]
    assert {open_catalog(str(copy), note=_quiet).sha256 for copy in copies} == {catalog().sha256}


def test_nothing_to_migrate_is_no_migration(database_url: str, tmp_path: Path) -> None:
    said: list[str] = []
    upgrade(resolve(database_url), "head", note=said.append)
    upgrade(resolve(database_url), known_revisions()[-1], note=said.append)
    assert said == []
    assert not list(tmp_path.glob("*before*"))


@pytest.mark.parametrize("breaks", ["an error", "a reference"])
def test_a_migration_that_fails_changes_nothing(
    database_url: str, monkeypatch: pytest.MonkeyPatch, breaks: str
) -> None:
    def half(config: Config, _: str) -> None:
        connection = config.attributes["connection"]
        connection.execute(text("alter table part rename to gone"))
        if breaks == "an error":
            raise CommandError("half way")
        if connection.dialect.name != "sqlite":
            raise CommandError("PostgreSQL itself refuses to break a reference")
        connection.execute(text("delete from gone"))

    monkeypatch.setattr("configurator.store.migrate.command.downgrade", half)
    with pytest.raises(StoreError, match=r"cannot go from|would break"):
        downgrade(resolve(database_url), "base", note=_quiet)
    assert open_catalog(database_url, note=_quiet).sha256 == catalog().sha256


def test_an_unknown_schema_revision(database_url: str) -> None:
    with pytest.raises(StoreError, match="no such schema revision '7'; there are base, 0001"):
        downgrade(resolve(database_url), "7", note=_quiet)


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


@pytest.mark.parametrize(
    "statements",
    [
        ["create table mine (x int)"],
        ["create table mine (x int)", "create table alembic_version (version_num text)"],
        [
            "create table mine (x int)",
            "create table alembic_version (version_num text)",
            "insert into alembic_version values ('ab12cd34ef56')",
        ],
    ],
    ids=["plain", "migrated_away", "of_another_program"],
)
def test_another_database_is_not_touched(empty_url: str, tmp_path: Path, statements: list[str]) -> None:
    (tmp_path / "empty").mkdir(exist_ok=True)
    (tmp_path / "empty" / "catalog.db").touch()
    for statement in statements:
        _change(empty_url, statement)
    with pytest.raises(StoreError, match="is a database, but not a catalog"):
        open_catalog(empty_url, note=_quiet)
    with pytest.raises(StoreError, match="is a database, but not a catalog"):
        status(resolve(empty_url))


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        (
            "delete from part_nic where part_id = 'NIC-NV-CX8-1x800'",
            "part: part_id NIC-NV-CX8-1x800: has no row in the table of",
        ),
        ("update part set category = 'gpu' where part_id = 'NIC-NV-CX8-1x800'", "has no row of category nic in part"),
        ("update offer set currency = 'usd'", "column currency: String should match pattern"),
        ("update offer set valid_from = 'soon', valid_to = null", "column valid_from: Input should be a valid date"),
    ],
)
def test_rows_that_no_check_stops_are_named(database_url: str, statement: str, message: str) -> None:
    _change(database_url, statement)
    with pytest.raises(StoreError) as caught:
        open_catalog(database_url, note=_quiet)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("update part_cpu set tdp_w = 'hot'", "column tdp_w: Input should be a valid number"),
        ("update offer set base_micros = 1.5, low_micros = null", "column base: Input should be a valid decimal"),
    ],
)
def test_sqlite_takes_any_type_and_the_reader_does_not(
    sqlite_template: Path, tmp_path: Path, statement: str, message: str
) -> None:
    path = tmp_path / "catalog.db"
    path.write_bytes(sqlite_template.read_bytes())
    _change(str(path), statement)
    with pytest.raises(StoreError) as caught:
        open_catalog(str(path), note=_quiet)
    assert message in str(caught.value)


def test_a_seed_that_is_older_than_the_shipped_catalog_is_refreshed(database_url: str) -> None:
    _change(database_url, "update revision set seed_sha256 = 'old'")
    notes: list[str] = []
    assert open_catalog(database_url, note=notes.append).revision == 2
    assert len(notes) == 1
    assert notes[0].startswith("refreshed the catalog database")


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
        ("postgresql://planner:secret@/d?host=/nowhere", "cannot be opened"),
        ("://", "the database URL cannot be read"),
        ("postgresql://h:port/d", "the database URL cannot be read"),
        ("sqlite://", "in memory keeps nothing; name a file"),
        ("", "in memory keeps nothing; name a file"),
        ("sqlite:////", "is a folder, not a database"),
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
    monkeypatch.setattr("configurator.store.database.writable", lambda _: False)
    assert open_catalog(str(path), note=_quiet).sha256 == catalog().sha256
    assert sorted(p.name for p in tmp_path.iterdir()) == ["catalog.db"]


def test_a_read_only_file_serves_builds_with_an_older_catalog_too(
    tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "catalog.db"
    path.write_bytes(sqlite_template.read_bytes())
    _change(str(path), "update revision set seed_sha256 = 'old'")
    monkeypatch.setattr("configurator.store.database.writable", lambda _: False)
    notes: list[str] = []
    assert open_catalog(str(path), note=notes.append).revision == 1
    assert ["is read-only" in note for note in notes] == [True]


def test_a_read_only_file_that_must_be_migrated_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "catalog.db"
    path.touch()
    monkeypatch.setattr("configurator.store.database.writable", lambda _: False)
    with pytest.raises(StoreError, match="is read-only and not up to date; make it writable once"):
        open_catalog(str(path), note=_quiet)


def test_postgresql_without_its_driver_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match="PostgreSQL needs the extra `pg`"):
        open_catalog("postgresql://somewhere/catalog", note=_quiet)


def test_reading_a_current_database_needs_no_alembic(sqlite_template: Path) -> None:
    code = (
        "import sys; from configurator.store.database import open_catalog; "
        "open_catalog(sys.argv[1], note=print); print([m for m in ('alembic', 'sqlalchemy.orm') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, sqlite_template], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_read_sees_one_state_while_another_writes(database_url: str) -> None:
    engine = make_engine(resolve(database_url))
    with reading(engine) as connection:
        before = read_catalog(connection)
        with writing(engine) as other:
            write_catalog(other, Catalog([], []))
        assert read_catalog(connection).sha256 == before.sha256
    with reading(engine) as connection:
        assert read_catalog(connection).parts == {}
    engine.dispose()


def _first_use(url: str, results: multiprocessing.Queue[str]) -> None:
    try:
        results.put(open_catalog(url, note=_quiet).sha256)
    except StoreError as error:
        results.put(str(error))


@pytest.mark.parametrize("there", [False, True], ids=["missing", "empty_file"])
def test_several_processes_may_be_the_first(empty_url: str, tmp_path: Path, there: bool) -> None:
    if there and empty_url.startswith("sqlite"):
        (tmp_path / "empty" / "catalog.db").touch()
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
