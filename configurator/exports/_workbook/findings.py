"""The sheet Findings: every finding, gravest first, with numbers, source, repairs and waivers."""

from __future__ import annotations

from configurator.exports._workbook.book import Book, cell_range

HEADER = (
    ("Severity", 9),
    ("Rule", 9),
    ("Subject", 30),
    ("Message", 46),
    ("Actual", 11),
    ("Limit", 11),
    ("Margin", 11),
    ("Unit", 10),
    ("Source", 34),
    ("Repairs", 36),
    ("Waived", 8),
    ("Waiver", 24),
)
SEVERITY, WAIVED = 0, 10


def findings_sheet(book: Book, name: str) -> None:
    """One row a finding."""
    rows = [
        [
            (f.severity, f.severity),
            (f.rule, "text"),
            (f.subject, "wrap"),
            (f.message, "wrap"),
            (f.actual, "real"),
            (f.limit, "real"),
            (f.margin, "real"),
            (f.unit, "text"),
            (f.source, "wrap"),
            ("; ".join(f.repairs), "wrap"),
            (f.waived, "text"),
            (f.waiver, "wrap"),
        ]
        for f in book.configuration.findings
    ]
    sheet = book.sheet(name)
    book.title(sheet, 0, "Findings")
    end = book.table(sheet, 1, HEADER, rows, frozen=2)
    for key, column in (("severities", SEVERITY), ("waived", WAIVED)):
        book.places[key] = cell_range(name, column, 2, max(end - 1, 2))
