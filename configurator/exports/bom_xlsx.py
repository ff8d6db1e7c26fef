"""The workbook: summary, bills, elevation, power, cooling, findings, prices, assumptions; formulas live."""

from __future__ import annotations

from configurator.pipeline import Configuration

NAME = "bom.xlsx"
TITLE = "The workbook for procurement and planning, with live formulas"


def render(configuration: Configuration) -> bytes:
    """The workbook's bytes; the same configuration gives the same bytes."""
    from configurator.exports._workbook import workbook_bytes

    return workbook_bytes(configuration)
