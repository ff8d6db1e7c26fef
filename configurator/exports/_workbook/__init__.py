"""The sheets of the workbook, one file each, in the order in which they stand."""

from __future__ import annotations

from configurator.exports._workbook.assumptions import assumptions_sheet
from configurator.exports._workbook.bill import bom_sheet, tree_sheet
from configurator.exports._workbook.book import Book
from configurator.exports._workbook.bundles import bundles_sheet
from configurator.exports._workbook.cooling import cooling_sheet
from configurator.exports._workbook.elevation import elevation_sheet
from configurator.exports._workbook.findings import findings_sheet
from configurator.exports._workbook.power import power_sheet
from configurator.exports._workbook.prices import prices_sheet
from configurator.exports._workbook.summary import summary_sheet
from configurator.pipeline import Configuration

SHEETS = (
    ("Summary", summary_sheet),
    ("BOM", bom_sheet),
    ("BOM by rack", tree_sheet),
    ("Elevation", elevation_sheet),
    ("Power", power_sheet),
    ("Cooling", cooling_sheet),
    ("Bundles and trays", bundles_sheet),
    ("Findings", findings_sheet),
    ("Prices and sources", prices_sheet),
    ("Assumptions", assumptions_sheet),
)


def workbook_bytes(configuration: Configuration) -> bytes:
    """All sheets of a configuration as an XLSX file."""
    book = Book(configuration)
    for name, _ in SHEETS:
        book.add_sheet(name)
    for name, fill in reversed(SHEETS):
        fill(book, name)  # the summary last: its formulas point into the other sheets
    return book.close()
