"""A CSV file of lengths that somebody measured on the floor: a pair of racks and metres in each row."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from configurator.documents import read_text
from configurator.errors import Fault, InputError
from configurator.registry import nearest

HEADER = ("a_rack", "b_rack", "metres")
SIZE_LIMIT_BYTES = 20_000_000


def read_lengths(path: Path) -> list[dict[str, Any]]:
    """The rows of a file as entries of a spec's `site.measured_lengths`.

    Raises `InputError` with every fault, by row: unknown or missing columns, an empty cell, a length that is not a
    number above 0.
    """
    reader = csv.reader(read_text(path, SIZE_LIMIT_BYTES).splitlines())
    header = [cell.strip() for cell in next(reader, [])]
    faults = [
        Fault(f"{path}: header", "unknown column", f"'{n}'", None, nearest(n, HEADER))
        for n in header
        if n not in HEADER
    ]
    faults += [Fault(f"{path}: header", "column is missing", expected=n) for n in HEADER if n not in header]
    if faults:
        raise InputError("cannot read the measured lengths", faults)
    entries = []
    for number, cells in enumerate(reader, start=2):
        where = f"{path}: row {number}"
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(header):
            faults.append(Fault(where, "number of cells", str(len(cells)), str(len(header))))
            continue
        row = dict(zip(header, (cell.strip() for cell in cells), strict=True))
        faults += [Fault(f"{where}, column {n}", "the cell is empty") for n in HEADER[:2] if not row[n]]
        metres = _metres(row["metres"])
        if metres is None:
            faults.append(Fault(f"{where}, column metres", "not a length", f"'{row['metres']}'", "metres above 0"))
        else:
            entries.append({"a": row["a_rack"], "b": row["b_rack"], "metres": metres, "row": number})
    if faults:
        raise InputError("cannot read the measured lengths", faults)
    return entries


def _metres(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 < value <= 100_000 else None
