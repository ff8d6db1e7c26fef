"""What reaches a user: the wheel holds catalog and migrations; a checkout reads its live folders; extras stay few."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from configurator.registry import data_folder

ROOT = Path(__file__).resolve().parent.parent.parent


def _project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["catalog", "migrations"])
def test_data_reaches_the_wheel_and_a_checkout_reads_its_own(name: str) -> None:
    included = _project()["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included[name] == f"configurator/_data/{name}"
    assert data_folder(name) == ROOT / name


def test_a_missing_folder_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        data_folder("nowhere")


def test_names_of_the_distribution_and_the_command() -> None:
    project = _project()["project"]
    assert project["name"] == "ethx-configurator"
    assert project["scripts"] == {"configurator": "configurator.cli:main"}


def test_a_user_installs_no_test_tools() -> None:
    core = " ".join(_project()["project"]["dependencies"])
    for tool in ("pytest", "psycopg", "mypy", "ruff", "openpyxl", "embedded"):
        assert tool not in core


@pytest.mark.parametrize("name", ["configurator", "test"])
def test_the_two_commands_are_short_posix_scripts(name: str) -> None:
    text = (ROOT / "scripts" / name).read_text(encoding="utf-8")
    assert text.startswith("#!/bin/sh\n")
    assert len(text.splitlines()) < 40
    assert (ROOT / "scripts" / name).stat().st_mode & 0o111
