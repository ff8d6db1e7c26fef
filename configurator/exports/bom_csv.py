"""The flat bill as CSV, for procurement."""

from __future__ import annotations

from configurator.cost import PricedLine
from configurator.exports._text import Cell, csv_bytes
from configurator.pipeline import Configuration

NAME = "bom.csv"
TITLE = "The flat bill of materials with prices, bands, bases and sources"
HEADER = (
    "part_number",
    "description",
    "vendor",
    "model",
    "category",
    "scope",
    "quantity",
    "unit",
    "length_m",
    "currency",
    "unit_low",
    "unit_base",
    "unit_high",
    "extended_low",
    "extended_base",
    "extended_high",
    "price_state",
    "price_basis",
    "price_kind",
    "price_observed",
    "price_valid_from",
    "price_valid_to",
    "price_source",
    "price_note",
    "template",
    "devices",
    "decisions",
)


def render(configuration: Configuration) -> bytes:
    """One row a line, in the bill's order; an unpriced line has empty price cells, never 0."""
    currency = configuration.cost.currency
    return csv_bytes(HEADER, [_row(line, currency) for line in configuration.cost.lines])


def basis_word(line: PricedLine) -> str:
    """How the price is known, estimates loudly."""
    if line.offer is None or line.base is None:
        return ""
    return "ESTIMATE" if line.estimated else line.offer.basis.replace("_", " ")


def _row(priced: PricedLine, currency: str) -> list[Cell]:
    line = priced.line
    offer = priced.offer if priced.base is not None else None
    return [
        line.part,
        line.description,
        line.vendor,
        line.model,
        line.category,
        line.scope,
        line.quantity,
        line.unit,
        line.length_m,
        currency,
        priced.unit_low,
        priced.unit_base,
        priced.unit_high,
        priced.low,
        priced.base,
        priced.high,
        priced.state,
        basis_word(priced),
        offer.kind if offer else None,
        offer.observed if offer else None,
        offer.valid_from.isoformat() if offer and offer.valid_from else None,
        offer.valid_to.isoformat() if offer and offer.valid_to else None,
        offer.source if offer else None,
        priced.why or None,
        line.template,
        "; ".join(line.devices),
        "; ".join(line.decisions),
    ]
