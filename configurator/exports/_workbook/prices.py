"""The sheet Prices and sources: every offer of every part used, its state at the design's date, and which is used."""

from __future__ import annotations

from configurator.catalog import offers_at
from configurator.exports._text import Cell
from configurator.exports._workbook.book import Book

HEADER = (
    ("Part number", 23),
    ("Offer", 26),
    ("Used", 6),
    ("State", 12),
    ("Low", 12),
    ("Base", 12),
    ("High", 12),
    ("Currency", 9),
    ("Basis", 20),
    ("Kind", 9),
    ("Seen", 10),
    ("Valid from", 11),
    ("Valid to", 11),
    ("Length m", 8),
    ("Per further m", 10),
    ("Source", 36),
    ("Note", 36),
)


def prices_sheet(book: Book, name: str) -> None:
    """One row an offer; parts without one are there too, and say so."""
    design = book.configuration.design
    rows: list[list[tuple[Cell, str]]] = []
    for part_id in design.parts:
        offers = design.offers.get(part_id, ())
        used, _ = offers_at(offers, design.as_of)
        if not offers:
            rows.append([(part_id, "text"), ("no offer: unpriced", "warning")])
        for offer in offers:
            guess = offer.basis in ("estimate", "forecast")
            money = "money_estimate" if guess else "money"
            rows.append(
                [
                    (part_id, "text"),
                    (offer.offer_id, "wrap"),
                    (offer is used, "text"),
                    (offer.state(design.as_of).replace("_", " "), "text"),
                    (offer.low, money),
                    (offer.base, money),
                    (offer.high, money),
                    (offer.currency, "text"),
                    ("ESTIMATE" if guess else offer.basis.replace("_", " "), "estimate" if guess else "text"),
                    (offer.kind, "text"),
                    (offer.observed, "text"),
                    (offer.valid_from.isoformat() if offer.valid_from else None, "text"),
                    (offer.valid_to.isoformat() if offer.valid_to else None, "text"),
                    (offer.length_m, "real"),
                    (offer.per_extra_m, "money"),
                    (offer.source, "wrap"),
                    (offer.note, "wrap"),
                ]
            )
    sheet = book.sheet(name)
    book.title(sheet, 0, f"Prices of the parts used, judged on {design.as_of}")
    book.table(sheet, 1, HEADER, rows, frozen=1)
