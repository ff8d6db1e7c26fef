"""One-line factories: the shipped catalog and built designs, each made once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from configurator.catalog import Catalog
from configurator.pipeline import Configuration, configure
from configurator.registry import data_folder
from configurator.spec import spec_from
from configurator.store.files import read_folder


@cache
def catalog() -> Catalog:
    """The shipped catalog, read from its files."""
    return read_folder(data_folder("catalog"))


def build(preset: str, *assignments: str, **keys: Any) -> Configuration:
    """A configuration of a preset with `key=value` assignments."""
    return configure(spec_from({"platform": preset, **keys}, preset, assignments), catalog())


@cache
def built(preset: str) -> Configuration:
    """A preset built once for the tests that only read it."""
    return build(preset)


def without(part_id: str, *fields: str) -> Catalog:
    """The shipped catalog with fields of one part unknown."""
    return changed(part_id, dict.fromkeys(fields))


def changed(part_id: str, values: Mapping[str, Any]) -> Catalog:
    """The shipped catalog with values of one part replaced."""
    shipped = catalog()
    part = shipped.parts[part_id].model_copy(update=dict(values))
    parts = {**shipped.parts, part_id: part}
    offers = [o for group in shipped.offers.values() for o in group]
    return Catalog(parts.values(), offers, shipped.sources.values(), shipped.field_bases.values(), shipped.revision)
