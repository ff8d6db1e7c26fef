"""Cables that several links share: as many links as they have tails, at the rate that they are made for."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from configurator.linktable import LinkAssembly, LinkTable
from configurator.measures.subjects import LinksUse
from configurator.parts.base import need
from configurator.reasons import Breach
from configurator.rules._engine import rule
from configurator.rules._judging import each
from configurator.rules.cables import runs_at

SHEET = "cable data sheet: tails and rate"


def _used(table: LinkTable) -> Iterator[tuple[int, LinkAssembly]]:
    for index, made in enumerate(table.assemblies):
        if (table.assembly == index).any():
            yield index, made


@rule("LNK411", LinksUse, source=SHEET)
def tails_and_rate_fit(use: LinksUse) -> Iterator[Breach]:
    """A cable assembly between racks joins no more links than it has tails, and all together run at its rate."""
    for table in use.tables:

        def check(item: tuple[int, LinkAssembly], table: LinkTable = table) -> Iterator[Breach]:
            index, made = item
            part = use.parts[made.cable]
            tails = need(part, "tails", "links of a cable")
            most = int(np.unique(table.cable[table.assembly == index], return_counts=True)[1].max())
            if most > tails:
                repairs = (f"a cable with {most} tails",)
                yield Breach(f"{part.part_id} joins {most} links of {table.layer}", most, tails, "tails", repairs)
            rate = need(part, "speed_gbps", "rate of a cable")
            wanted = table.gbps * made.links_per_cable
            if not runs_at(part, rate, wanted):
                told = f"{part.part_id} is made for {rate:g} Gb/s, its links on {table.layer} run at {wanted:g} Gb/s"
                yield Breach(told, wanted, rate, "Gb/s", (f"a cable for {wanted:g} Gb/s",))

        yield from each([item for item in _used(table) if item[1].medium != "optics"], check)


@rule("LNK412", LinksUse, source="conservation: every tail of a splitter is joined or spare", severity="info")
def spare_tails(use: LinksUse) -> Iterator[Breach]:
    """Tails of splitters that no link uses are said."""
    for table in use.tables:
        for index, made in _used(table):
            spare = table.spare_tails(index) if made.splits else 0
            if spare > 0:
                told = f"{spare} tails of {made.cable} on {table.layer} are spare"
                yield Breach(told, spare, 0, "tails", ("nodes that use them, or straight cables there",), at=made.cable)
