"""Fixtures: a database of each engine, made anew for each test that asks."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.pool import NullPool

from configurator.store.database import open_catalog
from tests.pg_server import server

_NUMBERS = itertools.count(1)
TEMPLATE = "seeded"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """URL of a running PostgreSQL server."""
    with server() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_template(postgres: str) -> str:
    """URL of a PostgreSQL database with the shipped catalog, to clone from."""
    name = f"{TEMPLATE}_{next(_NUMBERS)}"
    _run(postgres, f"create database {name}")
    url = _named(postgres, name)
    open_catalog(url, note=lambda _: None)
    return url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with the shipped catalog, to copy."""
    path = tmp_path_factory.mktemp("seeded") / "catalog.db"
    open_catalog(str(path), note=lambda _: None)
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """URL of a fresh database with the shipped catalog, on each engine."""
    if request.param == "sqlite":
        path = tmp_path / "catalog.db"
        path.write_bytes(request.getfixturevalue("sqlite_template").read_bytes())
        yield f"sqlite:///{path}"
        return
    template = request.getfixturevalue("postgres_template")
    yield from _fresh(request.getfixturevalue("postgres"), str(make_url(template).database))


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """URL of a database with nothing in it, on each engine."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'catalog.db'}"
        return
    yield from _fresh(request.getfixturevalue("postgres"), "template1")


def _fresh(postgres: str, template: str) -> Iterator[str]:
    name = f"test_{next(_NUMBERS)}"
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
