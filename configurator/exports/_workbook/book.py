"""The workbook being written: formats, safe text, tables with frozen headers, and formulas with their cached values."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_col_to_name

from configurator.exports._text import Cell, clean
from configurator.pipeline import Configuration

FONT = {"font_name": "Arial", "font_size": 10, "valign": "top"}
HEAD = {**FONT, "bold": True, "font_color": "#FFFFFF", "bg_color": "#2F4B66", "text_wrap": True, "valign": "vcenter"}
ESTIMATE_FILL = "#FCE8C8"
STYLES: dict[str, dict[str, Any]] = {
    "text": {**FONT, "num_format": "@"},
    "wrap": {**FONT, "num_format": "@", "text_wrap": True},
    "bold": {**FONT, "num_format": "@", "bold": True},
    "title": {**FONT, "bold": True, "font_size": 14},
    "note": {**FONT, "italic": True, "font_color": "#555555", "text_wrap": True},
    "head": HEAD,
    "int": {**FONT, "num_format": "#,##0"},
    "real": {**FONT, "num_format": "#,##0.0##"},
    "money": {**FONT, "num_format": "#,##0.00"},
    "money_bold": {**FONT, "num_format": "#,##0.00", "bold": True, "top": 1},
    "bold_top": {**FONT, "num_format": "@", "bold": True, "top": 1},
    "percent": {**FONT, "num_format": "0.0%"},
    "estimate": {**FONT, "num_format": "@", "bg_color": ESTIMATE_FILL, "bold": True},
    "money_estimate": {**FONT, "num_format": "#,##0.00", "bg_color": ESTIMATE_FILL},
    "error": {**FONT, "num_format": "@", "bg_color": "#F4C7C3", "bold": True},
    "warning": {**FONT, "num_format": "@", "bg_color": "#FCE8B2"},
    "info": {**FONT, "num_format": "@"},
}


class Book:
    """An XLSX file in memory. Text goes in as text, never as a formula, a number or a link."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.places: dict[str, str] = {}
        """Name -> absolute reference of a cell that other sheets use."""
        self._out = io.BytesIO()
        self._book = xlsxwriter.Workbook(
            self._out,
            {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False},
        )
        design = configuration.design
        self._book.set_properties(
            {"title": clean(design.platform.title), "created": datetime.combine(design.as_of, datetime.min.time())}
        )
        self._book.set_calc_mode("auto")
        self._styles = {name: self._book.add_format(style) for name, style in STYLES.items()}
        self._extra: dict[tuple[tuple[str, Any], ...], Any] = {}

    def add_sheet(self, name: str) -> None:
        """Add a sheet, set up for printing."""
        sheet = self._book.add_worksheet(name)
        sheet.hide_gridlines(2)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.set_footer("&L&A&RPage &P of &N")

    def sheet(self, name: str) -> Any:
        return self._book.get_worksheet_by_name(name)

    def style(self, name: str, **more: Any) -> Any:
        """A named format, or one with additions."""
        if not more:
            return self._styles[name]
        key = (("", name), *sorted(more.items()))
        if key not in self._extra:
            self._extra[key] = self._book.add_format({**STYLES[name], **more})
        return self._extra[key]

    def put(self, sheet: Any, row: int, column: int, value: Cell, style: str = "text", **more: Any) -> None:
        """Write one cell; an unknown value stays empty, a text stays a text."""
        made = self.style(style, **more)
        if value is None:
            sheet.write_blank(row, column, None, made)
        elif isinstance(value, bool):
            sheet.write_string(row, column, "yes" if value else "no", made)
        elif isinstance(value, str):
            sheet.write_string(row, column, clean(value)[:32_000], made)
        else:
            sheet.write_number(row, column, float(value), made)

    def formula(self, sheet: Any, row: int, column: int, formula: str, value: Decimal | float, style: str) -> None:
        """Write a formula with the value that we worked out, so that readers which do not calculate show it too."""
        sheet.write_formula(row, column, formula, self.style(style), float(value))

    def table(
        self, sheet: Any, row: int, header: Sequence[tuple[str, float]], rows: Sequence[Sequence[tuple[Cell, str]]]
    ) -> int:
        """Write a table with a frozen, filtered header; returns the row after its last. header: (title, width)."""
        for column, (title, width) in enumerate(header):
            sheet.set_column(column, column, width)
            self.put(sheet, row, column, title, "head")
        for number, cells in enumerate(rows, start=row + 1):
            for column, (value, style) in enumerate(cells):
                self.put(sheet, number, column, value, style)
        last = row + len(rows)
        sheet.freeze_panes(row + 1, 0)
        if rows:
            sheet.autofilter(row, 0, last, len(header) - 1)
        sheet.repeat_rows(row)
        return last + 1

    def close(self) -> bytes:
        """The file's bytes."""
        self._book.close()
        return self._out.getvalue()


def cell_range(sheet: str, column: int, first: int, last: int) -> str:
    """Absolute range of one column on a sheet, rows counted from 0."""
    name = xl_col_to_name(column)
    return f"'{sheet}'!${name}${first + 1}:${name}${last + 1}"


def cell(column: int, row: int) -> str:
    """Reference of a cell on its own sheet, row counted from 0."""
    return f"{xl_col_to_name(column)}{row + 1}"
