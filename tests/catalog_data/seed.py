"""Read the shipped CSV files as plainly as can be, for tests of the data."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

from configurator.catalog import Catalog, FieldBasis, Offer, Source
from configurator.parts import categories
from configurator.parts.base import Part
from configurator.reasons import Frozen
from configurator.registry import data_folder

Row = TypeVar("Row", bound=Frozen)


def folder() -> Path:
    return data_folder("catalog")


def header(stem: str) -> tuple[str, ...]:
    with (folder() / f"{stem}.csv").open(encoding="utf-8", newline="") as file:
        return tuple(next(csv.reader(file)))


def rows(stem: str) -> Iterator[dict[str, str]]:
    """The rows of a file, empty cells left out."""
    with (folder() / f"{stem}.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, strict=True):
            assert None not in row, (stem, row)
            yield {column: text for column, text in row.items() if text != ""}


def read(stem: str, cls: type[Row]) -> list[Row]:
    return [cls.model_validate(row) for row in rows(stem)]


@cache
def parts() -> tuple[Part, ...]:
    return tuple(part for name, cls in categories().items() for part in read(name, cls))


@cache
def offers() -> tuple[Offer, ...]:
    return tuple(read("prices", Offer))


@cache
def sources() -> tuple[Source, ...]:
    return tuple(read("sources", Source))


@cache
def field_bases() -> tuple[FieldBasis, ...]:
    return tuple(read("field_basis", FieldBasis))


@cache
def catalog() -> Catalog:
    return Catalog(parts(), offers(), sources(), field_bases())
