"""Catalog files: read a folder of CSV files, every fault at once; write one, byte for byte the same for equal catalogs.

A text cell that a spreadsheet could take for a formula (it begins with = + - @, tab or CR) is written with a leading
apostrophe, as is one that begins with an apostrophe; the reader takes one leading apostrophe off again.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from configurator.catalog import Catalog, FieldBasis, Offer, Source
from configurator.errors import Fault, InputError
from configurator.parts import categories
from configurator.parts.base import Part
from configurator.reasons import Frozen
from configurator.registry import nearest
from configurator.units import MICROS

TABLES: dict[str, type[Frozen]] = {"prices": Offer, "sources": Source, "field_basis": FieldBasis}
"""Files that are not a category."""
SIZE_LIMIT_BYTES = 64_000_000
ROW_LIMIT = 1_000_000
RISKY = ("=", "+", "-", "@", "\t", "\r", "'")
_NUMBER = re.compile(r"^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$")
RowT = TypeVar("RowT", bound=Frozen)


@dataclass
class Reading:
    """What a folder holds so far, and what is wrong with it."""

    parts: list[Part] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    field_bases: list[FieldBasis] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    seen: dict[str, str] = field(default_factory=dict)
    """Key of a row -> where it stands."""


def read_folder(folder: Path) -> Catalog:
    """The catalog in a folder of CSV files. Raises `InputError` with every fault: file, row as an editor shows it,
    column, value and what was expected."""
    reading = Reading()
    paths = sorted(folder.glob("*.csv"))
    if not paths:
        reading.faults.append(Fault(str(folder), "no catalog files", expected="CSV files named by their category"))
    for path in paths:
        _read_file(path, reading)
    _cross_check(reading)
    if reading.faults:
        raise InputError(f"the catalog files in {folder.name} are not valid", reading.faults)
    return Catalog(reading.parts, reading.offers, reading.sources, reading.field_bases)


def folder_sha256(folder: Path) -> str:
    """Checksum of the raw files: cheap enough to ask on every start whether the shipped catalog has changed."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.csv")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def columns_of(cls: type[Frozen]) -> tuple[str, ...]:
    """Columns of a file: a part class's own order, else the fields."""
    return cls.columns() if issubclass(cls, Part) else tuple(cls.model_fields)


def _read_file(path: Path, reading: Reading) -> None:
    stem = path.stem
    cls: type[Frozen] | None = categories().get(stem) or TABLES.get(stem)
    if cls is None:
        near = nearest(stem, [*categories(), *TABLES])
        reading.faults.append(Fault(path.name, "no such category", f"'{stem}'", nearest=near))
        return
    rows = list(_rows(path, cls, reading.faults))
    for number, row in rows:
        item = _model(cls, row, f"{path.name}: row {number}", reading.faults)
        if item is None:
            continue
        key = _key(item)
        if key in reading.seen:
            where = f"{path.name}: row {number}, column {_key_column(item)}"
            reading.faults.append(Fault(where, f"given twice, first in {reading.seen[key]}", key.partition(":")[2]))
            continue
        reading.seen[key] = f"{path.name} row {number}"
        _target(reading, item).append(item)


def _target(reading: Reading, item: Frozen) -> list[Any]:
    if isinstance(item, Part):
        return reading.parts
    if isinstance(item, Offer):
        return reading.offers
    return reading.sources if isinstance(item, Source) else reading.field_bases


def _key(item: Frozen) -> str:
    if isinstance(item, Part):
        return f"part:{item.part_id}"
    if isinstance(item, Offer):
        return f"offer:{item.offer_id}"
    if isinstance(item, Source):
        return f"source:{item.key}"
    assert isinstance(item, FieldBasis)
    return f"basis:{item.part_id} {item.field}"


def _key_column(item: Frozen) -> str:
    return next(iter(type(item).model_fields)) if not isinstance(item, Part) else "part_id"


def _rows(path: Path, cls: type[Frozen], faults: list[Fault]) -> Iterator[tuple[int, dict[str, str]]]:
    """(row number as an editor shows it, cells that are not empty) of a file whose header is right."""
    text = _text(path, faults)
    if text is None:
        return
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = next(reader, None)
        if header is None:
            faults.append(Fault(path.name, "the file is empty", expected="a header row"))
            return
        columns = columns_of(cls)
        if not _header_fits(path.name, header, columns, faults):
            return
        line = reader.line_num
        for cells in reader:
            number, line = line + 1, reader.line_num
            if number > ROW_LIMIT:
                faults.append(Fault(f"{path.name}: row {number}", "too many rows", expected=f"at most {ROW_LIMIT}"))
                return
            if not cells:
                continue
            if len(cells) != len(header):
                fault = Fault(
                    f"{path.name}: row {number}",
                    "the row has another number of cells than the header",
                    str(len(cells)),
                    str(len(header)),
                )
                faults.append(fault)
                continue
            yield number, {c: plain(cell) for c, cell in zip(header, cells, strict=True) if cell != ""}
    except csv.Error as error:
        faults.append(Fault(f"{path.name}: row {reader.line_num}", f"not valid CSV: {error}"))


def _text(path: Path, faults: list[Fault]) -> str | None:
    try:
        raw = path.read_bytes()
    except OSError as error:
        faults.append(Fault(path.name, (error.strerror or "cannot be read").lower()))
        return None
    if len(raw) > SIZE_LIMIT_BYTES:
        faults.append(Fault(path.name, "the file is too large", f"{len(raw)} bytes", f"at most {SIZE_LIMIT_BYTES}"))
        return None
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        faults.append(Fault(path.name, "not UTF-8 text", "UTF-16 by its byte-order mark", "UTF-8"))
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = raw[: error.start].count(b"\n") + 1
        faults.append(Fault(f"{path.name}: row {row}", "not UTF-8 text", f"byte 0x{raw[error.start]:02x}", "UTF-8"))
        return None
    if "\0" in text:
        row = text[: text.index("\0")].count("\n") + 1
        faults.append(Fault(f"{path.name}: row {row}", "a NUL byte in the text"))
        return None
    return text


def _header_fits(name: str, header: Sequence[str], columns: Sequence[str], faults: list[Fault]) -> bool:
    before = len(faults)
    for column in dict.fromkeys(header):
        if list(header).count(column) > 1:
            faults.append(Fault(f"{name}: row 1", "a column is given twice", f"'{column}'"))
        if column not in columns:
            missing = [c for c in columns if c not in header]
            faults.append(Fault(f"{name}: row 1", "unknown column", f"'{column}'", nearest=nearest(column, missing)))
    faults.extend(
        Fault(f"{name}: row 1", "a column is missing", expected=f"'{column}'")
        for column in columns
        if column not in header
    )
    return len(faults) == before


def _model(cls: type[RowT], row: dict[str, str], where: str, faults: list[Fault]) -> RowT | None:
    try:
        item = cls.model_validate(row)
        too_large = _too_large(item)
        faults += [Fault(f"{where}, column {c}", "not accepted", f"'{row[c]}'", what) for c, what in too_large]
        return None if too_large else item
    except ValidationError as error:
        for problem in error.errors(include_url=False):
            column = str(problem["loc"][0]) if problem["loc"] else ""
            column = getattr(cls, "column_names", {}).get(column, column)
            at = f"{where}, column {column}" if column else where
            message = str(problem["msg"]).removeprefix("Value error, ")
            if problem["type"] == "missing":
                faults.append(Fault(at, "the cell is empty", expected="a value"))
            else:
                expected = message.removeprefix("Input should be ") if message.startswith("Input should be ") else None
                faults.append(Fault(at, "not accepted" if expected else message, f"'{row.get(column, '')}'", expected))
        return None


def _too_large(item: Frozen) -> list[tuple[str, str]]:
    """(column, what is expected) of the numbers that are none that the database can hold."""
    found = []
    for name, value in item:
        column = getattr(type(item), "column_names", {}).get(name, name)
        if isinstance(value, Decimal):
            # whole micro-units of 64 bits; the size first, as rounding an immense number fails
            if value * MICROS >= 2**63 or value != value.quantize(Decimal(1) / MICROS):
                found.append((column, f"an amount below {2**63 // MICROS} with at most six decimals"))
        elif isinstance(value, int) and abs(value) >= 2**63:
            found.append((column, "a whole number of at most 64 bits"))
    return found


def _cross_check(reading: Reading) -> None:
    """References between files: prices and bases name parts that are there, bases name fields of their class."""
    parts = {p.part_id: p for p in reading.parts}
    for offer in reading.offers:
        if offer.part_id not in parts:
            where = f"{reading.seen[_key(offer)].replace(' row', ': row')}, column part_id"
            reading.faults.append(
                Fault(where, "no such part", f"'{offer.part_id}'", nearest=nearest(offer.part_id, parts))
            )
    for basis in reading.field_bases:
        where = reading.seen[_key(basis)].replace(" row", ": row")
        part = parts.get(basis.part_id)
        if part is None:
            near = nearest(basis.part_id, parts)
            reading.faults.append(Fault(f"{where}, column part_id", "no such part", f"'{basis.part_id}'", nearest=near))
        elif basis.field not in type(part).model_fields:
            near = nearest(basis.field, type(part).model_fields)
            what = f"a {part.category} has no such field"
            reading.faults.append(Fault(f"{where}, column field", what, f"'{basis.field}'", nearest=near))


def plain(cell: str) -> str:
    """A cell without its protecting apostrophe."""
    return cell[1:] if len(cell) > 1 and cell[0] == "'" and cell[1] in RISKY else cell


def protected(text: str) -> str:
    """A text that no spreadsheet takes for a formula; numbers stay as they are. `plain` undoes it."""
    return "'" + text if text.startswith(RISKY) and not _NUMBER.match(text) else text


def cells_of(item: Frozen) -> list[str]:
    """The cells of a row, unknown ones empty."""
    names = list(type(item).model_fields) if not isinstance(item, Part) else _fields(type(item))
    data = item.model_dump(mode="json")
    return [_cell(data[name]) for name in names]


def _fields(cls: type[Part]) -> list[str]:
    back = {column: name for name, column in cls.column_names.items()}
    return [back.get(column, column) for column in cls.columns()]


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value)


def tables_of(catalog: Catalog) -> dict[str, tuple[tuple[str, ...], list[list[str]]]]:
    """File stem -> (header, rows), in the order of the catalog."""
    groups: dict[str, tuple[type[Frozen], Iterable[Frozen]]] = {
        category: (cls, catalog.of(category)) for category, cls in categories().items()
    }
    groups["prices"] = (Offer, [o for offers in catalog.offers.values() for o in offers])
    groups["sources"] = (Source, catalog.sources.values())
    groups["field_basis"] = (FieldBasis, catalog.field_bases.values())
    return {stem: (columns_of(cls), [cells_of(i) for i in items]) for stem, (cls, items) in groups.items()}


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """A table as CSV: UTF-8, RFC 4180 quoting, newline, risky text protected."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([protected(cell) for cell in row] for row in rows)
    return out.getvalue().encode()


def json_bytes(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """A table as a JSON list of objects with text values; unknown ones are left out."""
    items = [{c: cell for c, cell in zip(header, row, strict=True) if cell != ""} for row in rows]
    return (json.dumps(items, ensure_ascii=False, indent=1) + "\n").encode()
