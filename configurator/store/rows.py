"""Between rows of the tables and values of the catalog."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from sqlalchemy import Connection, insert, select

from configurator.catalog import Catalog, FieldBasis, Offer, Source
from configurator.parts import categories
from configurator.parts.base import Part
from configurator.store.tables import MONEY, category_table, metadata
from configurator.units import from_micros, to_micros


def read_catalog(connection: Connection) -> Catalog:
    """The whole catalog of a database: one SELECT a table, ordered in Python, never by the database's collation."""
    tables = metadata().tables
    shared = {row["part_id"]: row for row in _select(connection, "part")}
    parts: list[Part] = []
    for category, cls in categories().items():
        for row in _select(connection, category_table(category)):
            common = dict(shared[row["part_id"]])
            del common["category"]
            parts.append(cls.model_validate({**common, **row}))
    revision = tables["revision"]
    numbers = [number for (number,) in connection.execute(select(revision.c.number))]
    return Catalog(
        parts,
        [_offer(row) for row in _select(connection, "offer")],
        [Source.model_validate(row) for row in _select(connection, "source")],
        [FieldBasis.model_validate(row) for row in _select(connection, "field_basis")],
        max(numbers, default=0),
    )


def write_catalog(connection: Connection, catalog: Catalog) -> None:
    """Replace all content by a catalog's, inside the caller's transaction."""
    tables = metadata().tables
    for name in ("field_basis", "source", "offer", *map(category_table, categories()), "part"):
        connection.execute(tables[name].delete())
    _insert(connection, "part", [_shared(part) for part in catalog.parts.values()])
    for category in categories():
        _insert(connection, category_table(category), [_own(part) for part in catalog.of(category)])
    _insert(connection, "offer", [_offer_row(o) for offers in catalog.offers.values() for o in offers])
    _insert(connection, "source", [s.model_dump() for s in catalog.sources.values()])
    _insert(connection, "field_basis", [f.model_dump() for f in catalog.field_bases.values()])


def _select(connection: Connection, table: str) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(select(metadata().tables[table])).mappings()]


def _insert(connection: Connection, table: str, rows: Iterable[dict[str, Any]]) -> None:
    listed = list(rows)
    if listed:
        connection.execute(insert(metadata().tables[table]), listed)


def _shared(part: Part) -> dict[str, Any]:
    return {"category": part.category, **{name: getattr(part, name) for name in Part.model_fields}}


def _own(part: Part) -> dict[str, Any]:
    own = [name for name in type(part).model_fields if name not in Part.model_fields]
    return {"part_id": part.part_id, **{name: getattr(part, name) for name in own}}


def _offer_row(offer: Offer) -> dict[str, Any]:
    row = offer.model_dump()
    for name in MONEY:
        value = row.pop(name)
        row[f"{name}_micros"] = None if value is None else to_micros(value)
    for name in ("valid_from", "valid_to"):
        row[name] = None if row[name] is None else row[name].isoformat()
    return row


def _offer(row: dict[str, Any]) -> Offer:
    data = dict(row)
    for name in MONEY:
        micros = data.pop(f"{name}_micros")
        data[name] = None if micros is None else from_micros(micros)
    for name in ("valid_from", "valid_to"):
        data[name] = None if data[name] is None else date.fromisoformat(data[name])
    return Offer.model_validate(data)
