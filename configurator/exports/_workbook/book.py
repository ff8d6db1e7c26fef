"""The workbook being written: formats, safe text, tables with frozen headers, and formulas with their cached values."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_col_to_name

from configurator.exports._text import Cell, clean, count_replaced
from configurator.pipeline import Configuration
from configurator.reasons import Total

FONT = {"font_name": "Arial", "font_size": 10, "valign": "top"}
HEAD = {**FONT, "bold": True, "font_color": "#FFFFFF", "bg_color": "#2F4B66", "text_wrap": True, "valign": "vcenter"}
ESTIMATE = {"bg_color": "#FCE8C8"}
NUMBERS = {"int": "#,##0", "real": "#,##0.0##", "money": "#,##0.00", "percent": "0.0%"}
TEXT = {**FONT, "num_format": "@", "align": "left", "indent": 1}
STYLES: dict[str, dict[str, Any]] = {
    **{name: {**FONT, "num_format": form} for name, form in NUMBERS.items()},
    "text": TEXT,
    "wrap": {**TEXT, "text_wrap": True},
    "bold": {**TEXT, "bold": True},
    "bold_top": {**TEXT, "bold": True, "top": 1},
    "title": {**FONT, "bold": True, "font_size": 14},
    "note": {**FONT, "italic": True, "font_color": "#555555"},
    "head": {**HEAD, "align": "left", "indent": 1},
    "head_right": {**HEAD, "align": "right"},
    "real_bold": {**FONT, "num_format": NUMBERS["real"], "bold": True, "top": 1},
    "money_bold": {**FONT, "num_format": NUMBERS["money"], "bold": True, "top": 1},
    "estimate": {**TEXT, **ESTIMATE, "bold": True},
    "money_estimate": {**FONT, **ESTIMATE, "num_format": NUMBERS["money"]},
    "percent_estimate": {**FONT, **ESTIMATE, "num_format": NUMBERS["percent"], "bold": True},
    "error": {**TEXT, "bg_color": "#F4C7C3", "bold": True},
    "warning": {**TEXT, "bg_color": "#FCE8B2"},
    "info": TEXT,
}
LINE_PT = 13.5
"""Height of one line of text [pt]: wrapped rows are set high enough, as not every program does it on opening."""
CELL_MAX = 32_000
"""Longest text that goes into a cell; the format's own limit is 32,767."""
WRAPPED_LINES_MAX = 12


class Book:
    """An XLSX file in memory. Text goes in as text, never as a formula, a number or a link."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.places: dict[str, str] = {}
        """Name -> absolute reference of a cell or range that other sheets use."""
        self.replaced = 0
        """Control characters that were replaced so far."""
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
        self._styles: dict[tuple[tuple[str, Any], ...], Any] = {}

    def add_sheet(self, name: str) -> None:
        """Add a sheet, set up for printing."""
        sheet = self._book.add_worksheet(name)
        sheet.hide_gridlines(2)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
        sheet.fit_to_pages(1, 0)
        sheet.set_footer("&L&A&RPage &P of &N")

    def sheet(self, name: str) -> Any:
        return self._book.get_worksheet_by_name(name)

    def style(self, name: str, **more: Any) -> Any:
        """A named format, or one with additions."""
        key = (("", name), *sorted(more.items()))
        if key not in self._styles:
            self._styles[key] = self._book.add_format({**STYLES[name], **more})
        return self._styles[key]

    def put(self, sheet: Any, row: int, column: int, value: Cell, style: str = "text", **more: Any) -> None:
        """Write one cell; an unknown value stays empty, a text stays a text."""
        made = self.style(style, **more)
        if value is None or value == "":
            sheet.write_blank(row, column, None, made)
        elif isinstance(value, bool):
            sheet.write_string(row, column, "yes" if value else "no", made)
        elif isinstance(value, str):
            self.replaced += count_replaced(value)
            text = clean(value).replace("\r\n", "\n").replace("\r", "\n")  # a cell's own line break
            if len(text) > CELL_MAX:
                text = f"{text[:CELL_MAX]} ... cut, {len(text) - CELL_MAX} more characters"
            sheet.write_string(row, column, text, made)
        else:
            sheet.write_number(row, column, float(value), made)

    def formula(
        self, sheet: Any, row: int, column: int, formula: str, value: Decimal | float | int, style: str
    ) -> None:
        """Write a formula with the value that we worked out, so that readers which do not calculate show it too."""
        sheet.write_formula(row, column, formula, self.style(style), float(value))

    def title(self, sheet: Any, row: int, text: str) -> None:
        """Write a heading."""
        sheet.set_row(row, 20)
        self.put(sheet, row, 0, text, "title")

    def header(self, sheet: Any, row: int, titles: Sequence[str], numeric: Sequence[int] = ()) -> None:
        """Write header cells; those above numbers stand to the right."""
        for column, title in enumerate(titles):
            self.put(sheet, row, column, title, "head_right" if column in numeric else "head")

    def table(
        self,
        sheet: Any,
        row: int,
        header: Sequence[tuple[str, float]],
        rows: Sequence[Sequence[tuple[Cell, str]]],
        *,
        frozen: int = 0,
        printed: int | None = None,
    ) -> int:
        """Write a table with a frozen, filtered header that repeats on each page; returns the row after its last.

        header: (title, width in characters); frozen: columns that stay in view; printed: columns that are printed.
        """
        columns = range(len(header))
        numeric = [c for c in columns if any(len(r) > c and r[c][1].split("_")[0] in NUMBERS for r in rows)]
        for column, (_, width) in enumerate(header):
            sheet.set_column(column, column, width)
        self.header(sheet, row, [title for title, _ in header], numeric)
        sheet.set_row(row, LINE_PT * max(_lines(title, width) for title, width in header))
        for number, cells in enumerate(rows, start=row + 1):
            wrapped = [_lines(v, header[c][1]) for c, (v, style) in enumerate(cells) if style == "wrap"]
            sheet.set_row(number, LINE_PT * min(max(wrapped, default=1), WRAPPED_LINES_MAX))
            for column, (value, style) in enumerate(cells):
                self.put(sheet, number, column, value, style)
        last = row + len(rows)
        sheet.freeze_panes(row + 1, frozen)
        if rows:
            sheet.autofilter(row, 0, last, len(header) - 1)
        sheet.repeat_rows(row)
        if printed is not None:
            sheet.print_area(0, 0, last + 1, printed - 1)
        return last + 1

    def close(self) -> bytes:
        """The file's bytes."""
        self._book.close()
        return self._out.getvalue()


def _lines(value: Cell, width: float) -> int:
    """Lines that a wrapped text takes in a column: about one character for each of its width."""
    text = "" if value is None else str(value)
    return sum(max(1, -(-len(part) // max(int(width), 1))) for part in text.split("\n"))


def known_value(total: Total) -> float | None:
    """The value of a sum to show: empty, not 0, where nothing of it is known."""
    return None if not total.value and not total.complete else total.value


def completeness(total: Total) -> str | None:
    """Which values are missing from a sum that is only a lower bound; None for a complete one."""
    if total.complete:
        return None
    missing = dict.fromkeys(f"{unknown.part_id} {unknown.field}" for unknown in total.unknown)
    return f"at least; unknown: {', '.join(missing)}"


def cell_range(sheet: str, column: int, first: int, last: int) -> str:
    """Absolute range of one column on a sheet, rows counted from 0."""
    name = xl_col_to_name(column)
    return f"'{sheet}'!${name}${first + 1}:${name}${last + 1}"


def cell(column: int, row: int) -> str:
    """Reference of a cell on its own sheet, row counted from 0."""
    return f"{xl_col_to_name(column)}{row + 1}"


def place(sheet: str, column: int, row: int) -> str:
    """Absolute reference of a cell from any sheet, row counted from 0."""
    return f"'{sheet}'!${xl_col_to_name(column)}${row + 1}"
