"""Why: the chain of reasons behind a part, a device, a link, a rule or a decision, back to spec, data sheet or rule.

Ends with where each number comes from and the cheapest change if it is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import numpy as np

from configurator.cost import PricedLine
from configurator.design import Cable, Design, Device, LaneGroup, RackType
from configurator.errors import Fault, InputError
from configurator.linktable import LinkTable
from configurator.pipeline import Configuration
from configurator.reasons import Decision, Frozen
from configurator.registry import nearest
from configurator.rules import rules


class Step(Frozen):
    """One sentence of an explanation, how deep in the chain, and its source and basis."""

    depth: int
    text: str
    source: str | None = None
    basis: str | None = None


class Explanation(Frozen):
    """The answer to one `why`."""

    subject: str
    kind: str
    steps: tuple[Step, ...]


def why(configuration: Configuration, subject: str) -> Explanation:
    """Explain a subject: a part id, `rack/device`, a device, a link (`compute-01/gpu-1` or `device:port`), a rule code,
    or a decision id. Raises `InputError` with the nearest name when the design has no such thing.
    """
    design = configuration.design
    name = subject.strip()
    if name in rules():
        return _made(name, "rule", _rule(configuration, name))
    lines = [line for line in configuration.cost.lines if line.line.part == name]
    if lines:
        return _made(name, "line", _line(configuration, lines))
    if any(d.id == name for d in design.decisions):
        return _made(name, "decision", _decisions(design, [name], 0))
    for kind in design.rack_types:
        places = {kind.name: "", **{r.name: "" for r in design.racks if r.type == kind.name}}
        bare = name.split("/", 1)[1] if name.split("/", 1)[0] in places and "/" in name else name
        device = next((d for d in kind.devices if d.name == bare), None)
        if device is not None:
            return _made(name, "device", _device(configuration, kind, device))
        lanes = [g for g in kind.lanes if bare in (g.accelerator, g.asic)]
        if lanes:
            return _made(name, "link", _lanes(design, kind, lanes, bare))
        cable = next((c for c in kind.cables if bare in (f"{c.a.device}:{c.a.port}", f"{c.b.device}:{c.b.port}")), None)
        if cable is not None:
            return _made(name, "link", _cable(configuration, cable))
    for table in design.links:
        if name in (table.layer, f"{table.network}/{table.layer}"):
            return _made(name, "link", _layer(design, table))
    found = _between_racks(design, name)
    if found is not None:
        return _made(name, "link", _one_link(design, *found))
    raise InputError(
        "nothing of that name in the design",
        [Fault("SUBJECT", "unknown", f"'{name}'", "a part, device, link, rule or decision", _near(design, name))],
    )


def _made(name: str, kind: str, steps: Iterator[Step]) -> Explanation:
    return Explanation(subject=name, kind=kind, steps=tuple(steps))


def _near(design: Design, name: str) -> str | None:
    names = [*design.parts, *rules(), *(d.id for d in design.decisions)]
    for kind in design.rack_types:
        names += [d.name for d in kind.devices]
        names += [f"{c.a.device}:{c.a.port}" for c in kind.cables]
        names += list(dict.fromkeys(g.accelerator for g in kind.lanes))
    return nearest(name, names)


def _line(configuration: Configuration, lines: list[PricedLine]) -> Iterator[Step]:
    design = configuration.design
    for priced in lines:
        line = priced.line
        length = f" of {line.length_m:g} m" if line.length_m is not None else ""
        yield Step(depth=0, text=f"{line.quantity} {line.unit}{length}: {line.description}, scope {line.scope}")
        yield Step(depth=1, text="stands for " + ", ".join(line.devices))
        yield from _price(configuration, priced)
        yield from _decisions(design, list(line.decisions), 1)
        yield from _change(configuration, priced)
    part = design.parts[lines[0].line.part]
    mark = " TEMPLATE: stands for a class of parts, not orderable as such." if part.template else ""
    yield Step(
        depth=0,
        text=f"its data are known as: {part.spec_basis or 'unknown'}.{mark}",
        source=part.spec_source,
        basis=part.spec_basis,
    )
    if part.spec_note:
        yield Step(depth=1, text=f"weakest: {part.spec_note}")


def _price(configuration: Configuration, priced: PricedLine) -> Iterator[Step]:
    currency = configuration.cost.currency
    offer = priced.offer
    if offer is None or priced.base is None:
        yield Step(depth=1, text=f"price: {priced.state}, {priced.why}")
        return
    kind = "ESTIMATE" if priced.estimated else offer.basis.replace("_", " ")
    yield Step(
        depth=1,
        text=(
            f"price: {priced.unit_base} {currency} each, {priced.base} in all ({kind}, {offer.kind}, "
            f"{offer.observed or 'undated'}); band {priced.low} to {priced.high}"
            + (f"; {priced.why}" if priced.why else "")
        ),
        source=offer.source,
        basis=offer.basis,
    )
    if offer.note:
        yield Step(depth=2, text=offer.note)


def _change(configuration: Configuration, priced: PricedLine) -> Iterator[Step]:
    """The cheapest change if this line is wrong: the next candidate with its price, or the band of its own price."""
    currency = configuration.cost.currency
    by_id = {d.id: d for d in configuration.design.decisions}
    for decision_id in priced.line.decisions:
        decision = by_id.get(decision_id)
        alternatives = decision.alternatives if decision is not None else ()
        if alternatives:
            other = alternatives[0]
            if other.base is None or priced.unit_base is None:
                cost = "price unknown"
            else:
                delta = (Decimal(other.base) - priced.unit_base) * priced.line.quantity
                cost = f"{delta:+,.2f} {currency}"
            yield Step(depth=1, text=f"if it is wrong: {other.part} is next and no rule refuses it ({cost})")
            return
    if priced.low is not None and priced.base is not None and priced.high is not None:
        text = (
            f"if its price is wrong: {priced.low - priced.base:+,.2f} to {priced.high - priced.base:+,.2f} {currency} "
            "on the total"
        )
        yield Step(depth=1, text=text)


def _decisions(design: Design, ids: list[str], depth: int, seen: set[str] | None = None) -> Iterator[Step]:
    """Decisions and, below each, what led to it, each told once."""
    told = seen if seen is not None else set()
    by_id = {d.id: d for d in design.decisions}
    for decision_id in ids:
        decision = by_id.get(decision_id)
        if decision_id in told:
            continue
        told.add(decision_id)
        if decision is None:
            yield Step(depth=depth, text=_origin(design, decision_id))
            continue
        yield from _decision(decision, depth)
        yield from _decisions(design, list(decision.led_by), depth + 1, told)


def _decision(decision: Decision, depth: int) -> Iterator[Step]:
    yield Step(depth=depth, text=f"decided ({decision.id}): {decision.chosen}")
    for reason in decision.because:
        yield Step(depth=depth + 1, text=f"because {reason.text}", source=reason.source, basis=reason.basis)
    for refused in decision.refused:
        numbers = ""
        if refused.actual is not None and refused.limit is not None:
            numbers = f" ({refused.actual:g} against {refused.limit:g} {refused.unit or ''})".replace(" )", ")")
        yield Step(depth=depth + 1, text=f"refused {refused.candidate}: {refused.rule}, {refused.message}{numbers}")


def _origin(design: Design, key: str) -> str:
    """A spec or platform key, with the value that it holds."""
    room, _, path = key.partition(":")
    if room == "spec":
        value: object = design.spec.model_dump(mode="json", exclude_none=True)
        for step in path.split("."):
            value = value.get(step) if isinstance(value, dict) else None
        told = "left to the preset" if value is None else str(value)
        return f"asked for by the spec: {path} ({told})"
    source = design.platform.sources.get(path.rsplit(".", 1)[-1], "")
    return f"stated by the platform {design.platform.name}: {path}" + (f" ({source})" if source else "")


def _device(configuration: Configuration, kind: RackType, device: Device) -> Iterator[Step]:
    design = configuration.design
    made = design.device_type[device.type]
    facts = configuration.racks[kind.name].devices[device.name]
    yield Step(depth=0, text=f"{made.role} {made.part}, underside at {device.bottom_mm:g} mm of {kind.name}")
    yield Step(
        depth=1,
        text=(
            f"draws {facts.max_w.text('W', 0)} at most, {facts.typical_w.text('W', 0)} typically; "
            f"{facts.liquid_w.text('W', 0)} to liquid, {facts.air_w.text('W', 0)} to air; {facts.mass_kg.text('kg')}"
        ),
    )
    for content in made.contents:
        yield Step(depth=1, text=f"holds {content.quantity} x {content.part} ({content.role})")
    yield from _decisions(design, [made.decision, "placement.order"], 0)
    for finding in configuration.findings:
        if finding.subject.endswith(f"/{device.name}"):
            yield Step(depth=0, text=f"{finding.severity} {finding.rule}: {finding.message}", source=finding.source)


def _lanes(design: Design, kind: RackType, lanes: list[LaneGroup], bare: str) -> Iterator[Step]:
    total = sum(g.lanes for g in lanes)
    yield Step(depth=0, text=f"{total} scale-up lanes each way in {len(lanes)} links, in each rack of type {kind.name}")
    for group in lanes[:8]:
        yield Step(
            depth=1,
            text=(
                f"{group.accelerator} lanes {group.accelerator_lane}-{group.accelerator_lane + group.lanes - 1} to "
                f"{group.asic} lanes {group.asic_lane}-{group.asic_lane + group.lanes - 1}"
            ),
        )
    if len(lanes) > 8:
        yield Step(depth=1, text=f"and {len(lanes) - 8} more links of {bare}")
    yield Step(depth=0, text="every GPU reaches every scale-up ASIC with the same number of lanes (LNK201)")
    yield from _decisions(design, [d.id for d in design.decisions if d.step == "scale_up"], 0)


def _between_racks(design: Design, name: str) -> tuple[LinkTable, int] | None:
    """The link between racks that ends at `rack/device:port`, as its table and row."""
    place, _, port = name.partition(":")
    for table in design.links:
        ends = ((table.a_device, table.a_port, table.a_ports), (table.b_device, table.b_port, table.b_ports))
        for devices, ports, named in ends:
            for row in np.flatnonzero(devices == _index(design, place)).tolist():
                if named.format(int(ports[row]) + 1) == port:
                    return table, row
    return None


def _index(design: Design, place: str) -> int:
    """Index of the device at `rack/device`; -1 when there is none."""
    rack_name, _, device_name = place.partition("/")
    for start, rack in zip(design.rack_starts.tolist(), design.racks, strict=False):
        if rack.name == rack_name:
            names = [d.name for d in design.rack_type[rack.type].devices]
            return int(start) + names.index(device_name) if device_name in names else -1
    return -1


def _layer(design: Design, table: LinkTable) -> Iterator[Step]:
    yield Step(depth=0, text=f"{len(table):,} links of {table.gbps:g} Gb/s, {table.network}, {table.layer}")
    for role, part, length_m, quantity in table.cabling:
        length = f" of {length_m:g} m" if length_m else ""
        yield Step(depth=1, text=f"{quantity:,} x {part}{length} ({role})")
    yield from _decisions(design, [table.decision], 0)


def _one_link(design: Design, table: LinkTable, row: int) -> Iterator[Step]:
    ends = []
    for device, port, named in (
        (table.a_device[row], table.a_port[row], table.a_ports),
        (table.b_device[row], table.b_port[row], table.b_ports),
    ):
        rack, placed = design.place(int(device))
        ends.append(f"{rack.name}/{placed.name}:{named.format(int(port) + 1)}")
    made = table.assemblies[int(table.assembly[row])]
    modules = f", modules {made.module_a} and {made.module_b}" if made.module_a else ""
    yield Step(
        depth=0,
        text=(
            f"{table.gbps:g} Gb/s from {ends[0]} to {ends[1]} by {made.medium}: {made.cable}{modules}; routed "
            f"{table.routed_mm[row] / 1000:g} m, ordered {table.ordered_mm[row] / 1000:g} m"
        ),
    )
    yield from _decisions(design, [table.decision], 0)


def _cable(configuration: Configuration, cable: Cable) -> Iterator[Step]:
    yield Step(
        depth=0,
        text=(
            f"{cable.network} cable {cable.part} from {cable.a.device}:{cable.a.port} "
            f"to {cable.b.device}:{cable.b.port}, "
            f"routed {cable.routed_m:g} m, ordered {cable.ordered_m:g} m"
        ),
    )
    yield from _decisions(configuration.design, [cable.decision], 0)


def _rule(configuration: Configuration, code: str) -> Iterator[Step]:
    law = rules()[code]
    yield Step(depth=0, text=law.law, source=law.source)
    found = [f for f in configuration.findings if f.rule == code]
    if not found:
        yield Step(depth=1, text="holds everywhere in this design")
    for finding in found:
        numbers = ""
        if finding.actual is not None and finding.limit is not None:
            numbers = f": {finding.actual:g} against {finding.limit:g} {finding.unit or ''}".rstrip()
        yield Step(depth=1, text=f"{finding.severity} at {finding.subject}: {finding.message}{numbers}")
        for repair in finding.repairs:
            yield Step(depth=2, text=f"repair: {repair}")
        yield from _decisions(configuration.design, list(finding.decisions)[:3], 2)
