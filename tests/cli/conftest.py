"""The command line as a user meets it: a fresh process's arguments in, streams and exit code out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from configurator.cli import run


@dataclass(frozen=True)
class Said:
    """What a command printed and returned."""

    code: int
    out: str
    err: str


@pytest.fixture
def database(tmp_path: Path, sqlite_template: Path) -> Path:
    path = tmp_path / "data" / "catalog.db"
    path.parent.mkdir()
    path.write_bytes(sqlite_template.read_bytes())
    return path


@pytest.fixture
def say(
    capsys: pytest.CaptureFixture[str], database: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Said]:
    """Run the command line on a fresh database in an empty folder."""
    monkeypatch.setenv("CONFIGURATOR_DB", str(database))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    def call(*args: object) -> Said:
        code = run([str(arg) for arg in args])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return Said(code, captured.out, captured.err)

    return call
