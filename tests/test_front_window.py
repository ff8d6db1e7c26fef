"""The public names: each is there, and means what its room means."""

from __future__ import annotations

import importlib
from decimal import Decimal
from pathlib import Path

import pytest

import configurator

NAMES = dir(configurator)


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_is_its_rooms(name: str) -> None:
    room = configurator._HOME[name]
    assert getattr(configurator, name) is getattr(importlib.import_module(room), name)
    assert getattr(configurator, name).__doc__


def test_nothing_else_is_public() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = configurator.nothing


def test_the_example_of_the_docstring(sqlite_template: Path) -> None:
    catalog = configurator.open_catalog(str(sqlite_template), note=print)  # type: ignore[operator]
    spec = configurator.spec_from({"platform": "eth-x-64"}, "mine")  # type: ignore[operator]
    made = configurator.configure(spec, catalog)  # type: ignore[operator]
    assert made.design.gpus == 64
    assert made.bom.lines
    assert made.cost.total() > Decimal(0)
    assert made.findings
