"""Bill of materials: multi-level and flat. Quantities multiply along the path; every line knows what it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal

from configurator.backbone import pieces
from configurator.design import Content, Design, DeviceType, RackType
from configurator.linktable import LinkTable
from configurator.parts.base import Part
from configurator.reasons import Frozen

SERVICE_CATEGORIES = frozenset({"service"})


class BomLine(Frozen):
    """One line of the tree.

    `number` is its place (1, 1.10: text, never a decimal); `quantity_per` is for one parent, `quantity` is extended
    over the whole design. An `assembly` line groups and has no price of its own.
    """

    number: str
    level: int
    kind: Literal["assembly", "part"]
    role: str
    name: str
    part: str | None = None
    category: str | None = None
    description: str
    quantity_per: int
    quantity: int
    unit: Literal["each", "m", "L", "service"] = "each"
    length_m: float | None = None
    scope: str
    network: str | None = None
    included: bool = False
    devices: tuple[str, ...] = ()
    """The places it stands for: rack/device, stamped racks written out as `rack-1..rack-8/device`."""
    decisions: tuple[str, ...] = ()


class FlatLine(Frozen):
    """One line of the flat bill: a part (and length) in one scope, over the whole design."""

    part: str
    category: str
    description: str
    vendor: str | None
    model: str | None
    template: bool
    quantity: int
    unit: str
    length_m: float | None
    scope: str
    included: bool
    roles: tuple[str, ...]
    devices: tuple[str, ...]
    decisions: tuple[str, ...]

    @property
    def key(self) -> tuple[str, float, str, bool]:
        """Stable identity of the line, for differences and exports."""
        return (self.part, self.length_m or 0.0, self.scope, self.included)


class Bom(Frozen):
    """The whole bill. `flat` is worked out from `lines`: one computed source."""

    lines: tuple[BomLine, ...]
    parts: dict[str, tuple[str | None, str | None, bool]]
    """Part id -> (vendor, model, template)."""

    @cached_property
    def flat(self) -> tuple[FlatLine, ...]:
        """Part lines summed by part, length, scope and where the price stands; in scope, category, part order."""
        groups: dict[tuple[str, float, str, bool], list[BomLine]] = {}
        for line in self.lines:
            if line.part is not None:
                key = (line.part, line.length_m or 0.0, line.scope, line.included)
                groups.setdefault(key, []).append(line)
        flat = [self._sum(lines) for lines in groups.values()]
        order = {"domain": 0, "scale_out": 1, "other_networks": 2, "facility": 3}
        return tuple(sorted(flat, key=lambda f: (order[f.scope], f.category, f.part, f.length_m or 0.0, f.included)))

    def _sum(self, lines: list[BomLine]) -> FlatLine:
        first = lines[0]
        assert first.part is not None
        vendor, model, template = self.parts[first.part]
        return FlatLine(
            part=first.part,
            category=first.category or "",
            description=first.description,
            vendor=vendor,
            model=model,
            template=template,
            quantity=sum(line.quantity for line in lines),
            unit=first.unit,
            length_m=first.length_m,
            scope=first.scope,
            included=first.included,
            roles=tuple(dict.fromkeys(line.role for line in lines)),
            devices=tuple(dict.fromkeys(d for line in lines for d in line.devices)),
            decisions=tuple(dict.fromkeys(d for line in lines for d in line.decisions)),
        )


def bill(design: Design) -> Bom:
    """The bill of a design. Its quantities equal the parts met when walking the racks (`Design.walk`)."""
    lines: list[BomLine] = []
    for index, kind in enumerate(design.rack_types, start=1):
        count = design.rack_counts[kind.name]
        if count:
            lines.extend(_rack_lines(design, kind, str(index), count))
    for index, table in enumerate(design.links, start=len(design.rack_types) + 1):
        lines.extend(_link_lines(design, table, str(index)))
    if design.backbone:
        lines.extend(_backbone_lines(design, str(len(design.rack_types) + len(design.links) + 1)))
    parts = {p: (design.parts[p].vendor, design.parts[p].model, design.parts[p].template) for p in design.parts}
    return Bom(lines=tuple(lines), parts=parts)


def _rack_lines(design: Design, kind: RackType, number: str, count: int) -> Iterator[BomLine]:
    racks = _span([r.name for r in design.racks if r.type == kind.name])
    scope = kind.scope
    yield BomLine(
        number=number,
        level=1,
        kind="assembly",
        role="rack",
        name=kind.name,
        description=f"rack type {kind.name}",
        quantity_per=count,
        quantity=count,
        scope=scope,
        devices=(racks,),
        decisions=(kind.decision,),
    )
    counter = 0

    def next_number() -> str:
        nonlocal counter
        counter += 1
        return f"{number}.{counter}"

    yield _part_line(design, next_number(), 2, "rack", kind.part, 1, count, scope, (racks,), (kind.decision,))
    for content in kind.contents:
        yield _content_line(design, next_number(), 2, content, count, scope, (racks,))
    for made in design.device_types:
        names = [d.name for d in kind.devices if d.type == made.name]
        if names:
            own = made.scope if kind.role == "compute" else kind.scope
            yield from _device_lines(design, made, next_number(), names, count, racks, own)
    by_cable: dict[tuple[str, float, str, str], list[str]] = {}
    for cable in kind.cables:
        key = (cable.part, cable.ordered_m, cable.network, cable.decision)
        by_cable.setdefault(key, []).append(f"{racks}/{cable.a.device}:{cable.a.port}")
    for (part, length, network, decision), ends in sorted(by_cable.items()):
        line = _part_line(
            design, next_number(), 2, "cable", part, len(ends), count * len(ends), scope, tuple(ends), (decision,)
        )
        yield line.model_copy(update={"length_m": length, "network": network})


def _link_lines(design: Design, table: LinkTable, number: str) -> Iterator[BomLine]:
    """The cables, fibres and modules of one layer of links between racks."""
    place = f"{table.network} {table.layer.replace('_', '-')}"
    yield BomLine(
        number=number,
        level=1,
        kind="assembly",
        role="links",
        name=table.layer,
        description=f"{len(table)} links {place}, {table.gbps:g} Gb/s each",
        quantity_per=1,
        quantity=1,
        scope=table.scope,
        network=table.network,
        devices=(place,),
        decisions=(table.decision,),
    )
    for index, (role, part, length_m, quantity) in enumerate(table.cabling, start=1):
        line = _part_line(
            design, f"{number}.{index}", 2, role, part, quantity, quantity, table.scope, (place,), (table.decision,)
        )
        yield line.model_copy(update={"network": table.network, "length_m": length_m or None})


def _backbone_lines(design: Design, number: str) -> Iterator[BomLine]:
    """Trunks, cassettes and panels of the structured fibre between rows."""
    trunks = sum(span.trunks for span in design.backbone)
    yield BomLine(
        number=number,
        level=1,
        kind="assembly",
        role="backbone",
        name="backbone",
        description=f"structured fibre between rows, {trunks} trunks",
        quantity_per=1,
        quantity=1,
        scope=design.backbone[0].scope,
        devices=("rows",),
        decisions=tuple(dict.fromkeys(span.decision for span in design.backbone)),
    )
    for index, piece in enumerate(pieces(design.backbone), start=1):
        line = _part_line(
            design,
            f"{number}.{index}",
            2,
            piece.role,
            piece.part,
            piece.quantity,
            piece.quantity,
            piece.scope,
            (piece.place,),
            (piece.decision,),
        )
        yield line.model_copy(update={"network": piece.network, "length_m": piece.length_m})


def _device_lines(
    design: Design, made: DeviceType, number: str, names: list[str], racks_count: int, racks: str, scope: str
) -> Iterator[BomLine]:
    places = (f"{racks}/{_span(names)}",)
    total = len(names) * racks_count
    yield BomLine(
        number=number,
        level=2,
        kind="assembly",
        role=made.role,
        name=made.name,
        description=f"{made.name} assembly",
        quantity_per=len(names),
        quantity=total,
        scope=scope,
        devices=places,
        decisions=(made.decision,),
    )
    yield _part_line(design, f"{number}.1", 3, made.role, made.part, 1, total, scope, places, (made.decision,))
    for index, content in enumerate(made.contents, start=2):
        yield _content_line(design, f"{number}.{index}", 3, content, total, scope, places)


def _content_line(
    design: Design, number: str, level: int, content: Content, parents: int, scope: str, places: tuple[str, ...]
) -> BomLine:
    line = _part_line(
        design,
        number,
        level,
        content.role,
        content.part,
        content.quantity,
        content.quantity * parents,
        scope,
        places,
        (content.decision,),
    )
    return line.model_copy(
        update={"included": content.included, "network": content.network, "length_m": content.length_m}
    )


def _part_line(
    design: Design,
    number: str,
    level: int,
    role: str,
    part_id: str,
    quantity_per: int,
    quantity: int,
    scope: str,
    places: tuple[str, ...],
    decisions: tuple[str, ...],
) -> BomLine:
    part = design.parts[part_id]
    return BomLine(
        number=number,
        level=level,
        kind="part",
        role=role,
        name=role,
        part=part_id,
        category=part.category,
        description=describe(part),
        quantity_per=quantity_per,
        quantity=quantity,
        unit=_unit(part),
        scope=scope,
        devices=places,
        decisions=decisions,
    )


def describe(part: Part) -> str:
    """What a part is, in words: vendor and model, else its type and length class, else its id."""
    words = [part.vendor, part.model]
    if part.model is None:
        for field in ("standard", "type", "kind"):
            value = getattr(part, field, None)
            if value:
                words.append(str(value))
                break
    if part.category == "memory":
        words = [f"{getattr(part, 'capacity_gb', None) or '?':g} GB", *words[1:]] if part.model is None else words
    text = " ".join(w for w in words if w and w not in ("-", "multi"))
    return text or part.part_id


def _unit(part: Part) -> Literal["each", "m", "L", "service"]:
    if part.category in SERVICE_CATEGORIES:
        return "service"
    return "L" if part.category == "coolant" else "each"


def _span(names: Iterable[str]) -> str:
    """`a-01..a-16` for a run of names, one name for one."""
    listed = list(names)
    return listed[0] if len(listed) == 1 else f"{listed[0]}..{listed[-1]}"
