"""Structured fibre between rows: trunks from the panels of one row to those of another, with cassettes in panels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from configurator.linktable import LinkNetwork, LinkScope
from configurator.parts.base import Part, PartId, known
from configurator.reasons import Frozen
from configurator.units import Count, Metres, PositiveCount


class Span(Frozen):
    """The trunks between two rows for one network. Each trunk ends on a cassette at both rows.

    `links` run over it on `legs` legs (MPO connectors), of which a trunk has `legs_per_trunk`; lengths [m].
    """

    network: LinkNetwork
    scope: LinkScope
    row_a: Count
    row_b: Count
    links: PositiveCount
    legs: PositiveCount
    legs_per_trunk: PositiveCount
    trunk: PartId
    cassette: PartId
    panel: PartId
    cassettes_per_panel: PositiveCount
    routed_m: Metres
    ordered_m: Metres
    decision: str

    @property
    def trunks(self) -> int:
        """Trunks that carry all legs."""
        return -(-self.legs // self.legs_per_trunk)

    @property
    def spare_legs(self) -> int:
        """Legs of the trunks that no link uses."""
        return self.trunks * self.legs_per_trunk - self.legs


class Panels(Frozen):
    """The panels of one row for one scope."""

    row: Count
    scope: LinkScope
    panel: PartId
    panels: PositiveCount
    cassettes: PositiveCount
    decision: str


def panels_of(spans: Iterable[Span]) -> tuple[Panels, ...]:
    """Panels row by row: every span of a row brings a cassette a trunk, a panel holds so many cassettes."""
    found: dict[tuple[int, LinkScope, str], list[Span]] = {}
    for span in spans:
        for row in (span.row_a, span.row_b):
            found.setdefault((row, span.scope, span.panel), []).append(span)
    made = []
    for (row, scope, panel), mine in sorted(found.items()):
        cassettes = sum(span.trunks for span in mine)
        panels = -(-cassettes // min(span.cassettes_per_panel for span in mine))
        made.append(
            Panels(row=row, scope=scope, panel=panel, panels=panels, cassettes=cassettes, decision=mine[0].decision)
        )
    return tuple(made)


class Piece(Frozen):
    """One line of what the structured fibre is made of, over the whole design."""

    place: str
    role: Literal["cable", "cassette", "panel"]
    part: PartId
    length_m: Metres | None = None
    quantity: PositiveCount
    network: LinkNetwork | None = None
    scope: LinkScope
    decision: str


def pieces(spans: tuple[Span, ...]) -> Iterator[Piece]:
    """Trunks and cassettes of every span, then the panels of every row."""
    for span in spans:
        place = f"row-{span.row_a + 1}..row-{span.row_b + 1}"
        shared = {"place": place, "network": span.network, "scope": span.scope, "decision": span.decision}
        yield Piece(role="cable", part=span.trunk, length_m=span.ordered_m, quantity=span.trunks, **shared)
        yield Piece(role="cassette", part=span.cassette, quantity=2 * span.trunks, **shared)
    for held_in in panels_of(spans):
        yield Piece(
            place=f"row-{held_in.row + 1}",
            role="panel",
            part=held_in.panel,
            quantity=held_in.panels,
            scope=held_in.scope,
            decision=held_in.decision,
        )


def held(part: Part, field: str) -> int | None:
    """How many a part's own words say that it has at an end: `12x MPO-12` is 12, `4 cassettes` is 4."""
    found = re.match(r"(\d+)(?:x| )", str(known(part, field) or ""))
    return int(found.group(1)) if found else None
