"""Fixtures: a database of each engine, made anew for each test that asks."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.pool import NullPool

from configurator.store.database import open_catalog
from tests.pg_server import server

# with the process's own number: workers may share one server
_NAMES = (f"test_{os.getpid()}_{number}" for number in itertools.count(1))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """URL of a running PostgreSQL server."""
    with server() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_template(postgres: str) -> Iterator[str]:
    """URL of a PostgreSQL database with the shipped catalog, to clone from."""
    for url in _fresh(postgres, "template1"):
        open_catalog(url, note=lambda _: None)
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with the shipped catalog, to copy."""
    path = tmp_path_factory.mktemp("seeded") / "catalog.db"
    open_catalog(str(path), note=lambda _: None)
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def engine_name(request: pytest.FixtureRequest) -> str:
    """Each engine in turn."""
    return str(request.param)


@pytest.fixture
def database_url(engine_name: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """URL of a fresh database with the shipped catalog, on each engine."""
    if engine_name == "sqlite":
        path = tmp_path / "catalog.db"
        path.write_bytes(request.getfixturevalue("sqlite_template").read_bytes())
        yield f"sqlite:///{path}"
        return
    template = request.getfixturevalue("postgres_template")
    yield from _fresh(request.getfixturevalue("postgres"), str(make_url(template).database))


@pytest.fixture
def empty_url(engine_name: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """URL of a database with nothing in it, on each engine; the SQLite file is missing, in a folder of its own."""
    if engine_name == "sqlite":
        folder = tmp_path / "empty"
        folder.mkdir()
        yield f"sqlite:///{folder / 'catalog.db'}"
        return
    yield from _fresh(request.getfixturevalue("postgres"), "template1")


def _fresh(postgres: str, template: str) -> Iterator[str]:
    name = next(_NAMES)
    _run(postgres, f"create database {name} template {template}")
    yield _named(postgres, name)
    _run(postgres, f"drop database {name} with (force)")


def _named(url: str, name: str) -> str:
    return make_url(url).set(database=name).render_as_string(hide_password=False)


def _run(url: str, statement: str) -> None:
    engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()
