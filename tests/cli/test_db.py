"""`db` on both engines: up, down, current, history, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import text

from configurator.cli import run
from configurator.store.database import known_revisions, make_engine, resolve, writing
from tests.build import catalog

Capture = pytest.CaptureFixture[str]


def _json(capsys: Capture) -> dict[str, object]:
    data = json.loads(capsys.readouterr().out)
    assert isinstance(data, dict)
    return data


def _by_a_user(url: str) -> None:
    engine = make_engine(resolve(url))
    with writing(engine) as connection:
        connection.execute(text("update revision set author = 'a planner'"))
    engine.dispose()


def test_upgrade_makes_and_seeds_and_current_tells(empty_url: str, capsys: Capture) -> None:
    assert run(["--db", empty_url, "db", "current", "--json"]) == 0
    assert _json(capsys)["schema_revision"] is None
    assert run(["--db", empty_url, "db", "upgrade"]) == 0
    said = capsys.readouterr()
    assert said.out == f"schema revision {known_revisions()[-1]}\n"
    assert "from the shipped catalog" in said.err
    assert run(["--db", empty_url, "db", "current", "--json"]) == 0
    found = _json(capsys)
    assert (found["schema_revision"], found["catalog_revision"]) == (known_revisions()[-1], 1)
    assert (found["sha256"], found["seed"]) == (catalog().sha256, "shipped")


def test_down_and_up_again(database_url: str, capsys: Capture) -> None:
    assert run(["--db", database_url, "-q", "db", "downgrade", "base", "--json"]) == 0
    assert _json(capsys)["schema_revision"] is None
    assert run(["--db", database_url, "-q", "db", "upgrade", "head", "--json"]) == 0
    assert _json(capsys)["sha256"] == catalog().sha256


@pytest.mark.parametrize(("answer", "code", "left"), [([], 2, 1), (["--yes"], 0, None)])
def test_changes_of_users_are_not_lost_unasked(
    database_url: str, capsys: Capture, answer: list[str], code: int, left: int | None
) -> None:
    _by_a_user(database_url)
    assert run(["--db", database_url, "db", "downgrade", "base", *answer]) == code
    capsys.readouterr()
    assert run(["--db", database_url, "db", "current", "--json"]) == 0
    assert _json(capsys)["catalog_revision"] == left


def test_history_is_the_list_of_migrations(capsys: Capture) -> None:
    assert run(["db", "history", "--json"]) == 0
    assert _json(capsys)["migrations"][0] == {"revision": "0001", "what": "the catalog"}  # type: ignore[index]
    assert run(["db", "history"]) == 0
    assert capsys.readouterr().out.startswith("0001  the catalog")


@pytest.mark.parametrize(
    ("url", "words", "code", "message"),
    [
        ("{folder}/none.db", ["downgrade", "base"], 3, "there is no catalog to downgrade in"),
        ("{folder}/none.db", ["upgrade", "7"], 3, "no such schema revision '7'; there are base, 0001"),
        ("{folder}/none.db", ["downgrade"], 2, "Missing argument 'REVISION'"),
        ("sqlite://", ["upgrade"], 3, "in memory keeps nothing; name a file"),
        ("oracle://h/d", ["current"], 3, "is not supported; use SQLite or PostgreSQL"),
    ],
)
def test_what_cannot_be_done_says_why(
    tmp_path: Path, capsys: Capture, url: str, words: list[str], code: int, message: str
) -> None:
    assert run(["--db", url.format(folder=tmp_path), "db", *words]) == code
    said = capsys.readouterr()
    assert message in said.err
    assert said.out == ""
    assert list(tmp_path.iterdir()) == []
