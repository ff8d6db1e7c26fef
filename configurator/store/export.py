"""Write the catalog as files, all or nothing: the same catalog gives the same bytes, without revision or time."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from configurator.catalog import Catalog
from configurator.files import write_all_or_nothing
from configurator.store.files import csv_bytes, json_bytes, tables_of


def export_folder(catalog: Catalog, folder: Path, kind: str) -> list[Path]:
    """Write one file a category into a folder as csv, xlsx or json.

    Raises `InputError` when the folder cannot be written; existing files then stay as they were.
    """
    render = {"csv": csv_bytes, "json": json_bytes, "xlsx": xlsx_bytes}[kind]
    contents = {f"{stem}.{kind}": render(header, rows) for stem, (header, rows) in tables_of(catalog).items()}
    return write_all_or_nothing(folder, contents)


def xlsx_bytes(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """A table as a workbook of one sheet, every cell text, so that part numbers stay what they are."""
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"created": datetime(2000, 1, 1)})
    sheet = book.add_worksheet("catalog")
    text = book.add_format({"num_format": "@"})
    bold = book.add_format({"num_format": "@", "bold": True})
    for column, name in enumerate(header):
        sheet.write_string(0, column, name, bold)
    for number, row in enumerate(rows, start=1):
        for column, cell in enumerate(row):
            if cell != "":
                sheet.write_string(number, column, cell, text)
    sheet.freeze_panes(1, 1)
    book.close()
    return out.getvalue()
