"""The sheet Findings: every finding, gravest first, with numbers, source, repairs and waivers."""

from __future__ import annotations

from configurator.exports._workbook.book import Book

HEADER = (
    ("Severity", 10),
    ("Rule", 9),
    ("Subject", 36),
    ("Message", 60),
    ("Actual", 12),
    ("Limit", 12),
    ("Margin", 12),
    ("Unit", 14),
    ("Source", 44),
    ("Repairs", 44),
    ("Waived", 8),
    ("Waiver", 36),
)


def findings_sheet(book: Book, name: str) -> None:
    """One row a finding."""
    rows = [
        [
            (f.severity, f.severity),
            (f.rule, "text"),
            (f.subject, "text"),
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
    book.put(sheet, 0, 0, "Findings", "title")
    book.table(sheet, 1, HEADER, rows)
