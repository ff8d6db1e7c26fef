"""Between rows of the tables and values of the catalog."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from pydantic import ValidationError
from sqlalchemy import Connection, insert

from configurator.catalog import Catalog, FieldBasis, Offer, Source
from configurator.errors import Fault, StoreError
from configurator.parts import categories
from configurator.parts.base import Part
from configurator.reasons import Frozen
from configurator.store.tables import MONEY, category_table, metadata
from configurator.units import from_micros, to_micros

ModelT = TypeVar("ModelT", bound=Frozen)
OFFER_COLUMNS = tuple(f"{name}_micros" if name in MONEY else name for name in Offer.model_fields)


def read_catalog(connection: Connection) -> Catalog:
    """The whole catalog of a database: one SELECT a table, ordered in Python, never by the database's collation.

    Raises `StoreError` with every row that is not valid: whoever writes to the tables by hand gets by the checks of
    the database with, say, a text in a number column of SQLite.
    """
    faults: list[Fault] = []
    shared = {str(row["part_id"]): row for row in _select(connection, "part", tuple(Part.model_fields), "category")}
    parts: list[Part] = []
    for category, cls in categories().items():
        for row in _select(connection, category_table(category), ("part_id", *own_fields(cls))):
            common = shared.pop(str(row["part_id"]), None)
            if common is None or common.pop("category") != category:
                where = f"{category_table(category)}: part_id {row['part_id']}"
                faults.append(Fault(where, f"has no row of category {category} in part"))
                continue
            parts += _valid(cls, {**common, **row}, category_table(category), faults)
    faults += [Fault(f"part: part_id {part_id}", "has no row in the table of its category") for part_id in shared]
    offers = [o for row in _select(connection, "offer", OFFER_COLUMNS) for o in _offer(row, faults)]
    sources = [
        s
        for row in _select(connection, "source", tuple(Source.model_fields))
        for s in _valid(Source, row, "source", faults)
    ]
    bases = [
        b
        for row in _select(connection, "field_basis", tuple(FieldBasis.model_fields))
        for b in _valid(FieldBasis, row, "field_basis", faults)
    ]
    if faults:
        raise StoreError("the catalog in the database is not valid", faults)
    numbers = connection.exec_driver_sql("select number from revision").scalars().all()
    return Catalog(parts, offers, sources, bases, max(numbers, default=0))


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


def own_fields(cls: type[Part]) -> tuple[str, ...]:
    """The fields of a category that not all parts share."""
    return tuple(name for name in cls.model_fields if name not in Part.model_fields)


def _select(connection: Connection, table: str, columns: tuple[str, ...], *more: str) -> list[dict[str, Any]]:
    """All rows of a table. Plain text: compiling a statement a table would take longer than reading them all."""
    names = (*columns, *more)
    listed = ", ".join(f'"{name}"' for name in names)
    rows = connection.exec_driver_sql(f'select {listed} from "{table}"').fetchall()
    return [dict(zip(names, row, strict=True)) for row in rows]


def _valid(cls: type[ModelT], row: dict[str, Any], table: str, faults: list[Fault]) -> list[ModelT]:
    """The row as a value, or nothing and its faults."""
    try:
        return [cls.model_validate(row)]
    except ValidationError as error:
        key = next(iter(cls.model_fields))
        for item in error.errors(include_url=False):
            field = ".".join(str(step) for step in item["loc"])
            where = f"{table}: {key} {row.get(key)}" + (f", column {field}" if field else "")
            value = repr(row.get(field)) if field else None
            faults.append(Fault(where, str(item["msg"]).removeprefix("Value error, "), value))
        return []


def _insert(connection: Connection, table: str, rows: Iterable[dict[str, Any]]) -> None:
    listed = list(rows)
    if listed:
        connection.execute(insert(metadata().tables[table]), listed)


def _shared(part: Part) -> dict[str, Any]:
    return {"category": part.category, **{name: getattr(part, name) for name in Part.model_fields}}


def _own(part: Part) -> dict[str, Any]:
    return {"part_id": part.part_id, **{name: getattr(part, name) for name in own_fields(type(part))}}


def _offer_row(offer: Offer) -> dict[str, Any]:
    row = offer.model_dump()
    for name in MONEY:
        value = row.pop(name)
        row[f"{name}_micros"] = None if value is None else to_micros(value)
    for name in ("valid_from", "valid_to"):
        row[name] = None if row[name] is None else row[name].isoformat()
    return row


def _offer(row: dict[str, Any], faults: list[Fault]) -> list[Offer]:
    data = dict(row)
    for name in MONEY:
        micros = data.pop(f"{name}_micros")
        # what is no whole number of micro-units must not pass for an amount
        data[name] = from_micros(micros) if isinstance(micros, int) else micros and f"{micros} micro-units"
    return _valid(Offer, data, "offer", faults)
