"""Difference of two designs: lines, prices, places, decisions and spec keys, each by a stable identity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Literal

from pydantic import field_serializer

from configurator.cost import PricedLine, must_compare
from configurator.design import Design
from configurator.pipeline import Configuration
from configurator.reasons import Frozen

Kind = Literal["added", "removed", "changed"]
Key = tuple[str, float, str, bool]


class LineChange(Frozen):
    """One line of the flat bill that differs: in quantity, unit price or both.

    `quantity_change` is signed; `cost_change` at base prices is None where a side that has the line has no amount.
    """

    kind: Kind
    part: str
    length_m: float | None
    scope: str
    included: bool
    category: str
    roles: tuple[str, ...]
    quantity_a: int
    quantity_b: int
    quantity_change: int
    unit_price_a: Decimal | None
    unit_price_b: Decimal | None
    repriced: bool
    cost_change: Decimal | None

    @field_serializer("unit_price_a", "unit_price_b", "cost_change", when_used="json-unless-none")
    def _digits(self, value: Decimal) -> str:
        return format(value, "f")


class Replacement(Frozen):
    """A removed and an added line that fill the same roles in the same scope."""

    a: str
    b: str
    scope: str
    roles: tuple[str, ...]


class ValueChange(Frozen):
    """A device, a decision or a spec key with other values; None where a side lacks it."""

    name: str
    a: str | None
    b: str | None


class Difference(Frozen):
    """All that differs from design A to design B. Costs are base prices [currency]."""

    currency: str
    lines: tuple[LineChange, ...]
    replaced: tuple[Replacement, ...]
    moved: tuple[ValueChange, ...]
    """Devices of both designs that stand elsewhere."""
    devices: tuple[ValueChange, ...]
    """Devices that one design lacks or that are of another device type."""
    decisions: tuple[ValueChange, ...]
    spec: tuple[ValueChange, ...]
    sections: tuple[str, ...]
    """Sections of the design documents that differ in any value, also in one not told above: a lane, a source."""
    cost_change: Decimal
    cost_complete: bool
    """Whether every line of both designs is priced; otherwise the change covers the priced lines alone."""

    @property
    def empty(self) -> bool:
        """Nothing differs."""
        return not (self.lines or self.sections)

    @field_serializer("cost_change", when_used="json")
    def _digits(self, value: Decimal) -> str:
        return format(value, "f")


def difference(a: Configuration, b: Configuration) -> Difference:
    """What changes from A to B. Raises `InputError` when the currencies differ: such costs do not compare."""
    must_compare(a.cost, "design B", b.cost, ("currency",))
    lines = tuple(_lines(a, b))
    places_a, places_b = _places(a.design), _places(b.design)
    types_a = {name: kind for name, (kind, _) in places_a.items()}
    types_b = {name: kind for name, (kind, _) in places_b.items()}
    both = places_a.keys() & places_b.keys()
    return Difference(
        currency=a.cost.currency,
        lines=lines,
        replaced=tuple(_replaced(lines)),
        moved=_values({n: places_a[n][1] for n in both}, {n: places_b[n][1] for n in both}),
        devices=_values(types_a, types_b),
        decisions=_values(_decisions(a.design), _decisions(b.design)),
        spec=_values(_spec(a.design), _spec(b.design)),
        sections=_sections(a.design, b.design),
        cost_change=b.cost.total() - a.cost.total(),
        cost_complete=a.cost.complete and b.cost.complete,
    )


def _lines(a: Configuration, b: Configuration) -> Iterator[LineChange]:
    mine, theirs = ({x.line.key: x for x in c.cost.lines} for c in (a, b))
    for key in sorted(mine.keys() | theirs.keys(), key=lambda k: (k[2], k[0], k[1], k[3])):
        old, new = mine.get(key), theirs.get(key)
        known = old or new
        assert known is not None
        quantity_a, quantity_b = (x.line.quantity if x else 0 for x in (old, new))
        price_a, price_b = (x.unit_base if x else None for x in (old, new))
        repriced = old is not None and new is not None and price_a != price_b
        if quantity_a == quantity_b and not repriced:
            continue
        yield LineChange(
            kind="added" if old is None else "removed" if new is None else "changed",
            part=known.line.part,
            length_m=known.line.length_m,
            scope=known.line.scope,
            included=known.line.included,
            category=known.line.category,
            roles=tuple(sorted(known.line.roles)),
            quantity_a=quantity_a,
            quantity_b=quantity_b,
            quantity_change=quantity_b - quantity_a,
            unit_price_a=price_a,
            unit_price_b=price_b,
            repriced=repriced,
            cost_change=_cost_change(old, new),
        )


def _cost_change(old: PricedLine | None, new: PricedLine | None) -> Decimal | None:
    before, after = (Decimal("0.00") if x is None else x.base for x in (old, new))
    return None if before is None or after is None else after - before


def _replaced(lines: tuple[LineChange, ...]) -> Iterator[Replacement]:
    """Pairs of removed and added lines with the same roles, scope and category, in the order of the lines."""
    waiting: dict[tuple[str, str, bool, tuple[str, ...]], list[LineChange]] = {}
    for line in lines:
        if line.kind == "removed":
            waiting.setdefault((line.scope, line.category, line.included, line.roles), []).append(line)
    for line in lines:
        group = waiting.get((line.scope, line.category, line.included, line.roles))
        if line.kind == "added" and group:
            old = group.pop(0)
            yield Replacement(a=_named(old), b=_named(line), scope=line.scope, roles=line.roles)


def _named(line: LineChange) -> str:
    return line.part if line.length_m is None else f"{line.part} {line.length_m:g} m"


def _places(design: Design) -> dict[str, tuple[str, str]]:
    """rack/device -> (device type, where it stands)."""
    return {
        f"{rack.name}/{device.name}": (
            device.type,
            f"row {rack.row}, position {rack.position}, {device.bottom_mm:g} mm",
        )
        for rack in design.racks
        for device in design.rack_type[rack.type].devices
    }


def _decisions(design: Design) -> dict[str, str]:
    return {d.id: d.chosen for d in design.decisions}


def _spec(design: Design) -> dict[str, str]:
    return dict(_leaves(design.spec.model_dump(mode="json", exclude_none=True), ""))


def _sections(a: Design, b: Design) -> tuple[str, ...]:
    if a.fingerprint == b.fingerprint:
        return ()
    mine, theirs = (design.model_dump(mode="json", exclude={"seal"}) for design in (a, b))
    return tuple(name for name in mine if mine[name] != theirs[name])


def _leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _leaves(item, f"{path}.{name}" if path else str(name))
    else:
        yield path, str(value)


def _values(a: Mapping[str, str], b: Mapping[str, str]) -> tuple[ValueChange, ...]:
    names = sorted(n for n in a.keys() | b.keys() if a.get(n) != b.get(n))
    return tuple(ValueChange(name=n, a=a.get(n), b=b.get(n)) for n in names)
