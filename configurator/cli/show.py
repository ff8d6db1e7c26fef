"""The readable summary of a configuration: figures, elevation, cost, findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

from configurator.design import Design, RackType
from configurator.measures.rack import units_of
from configurator.parts.base import known
from configurator.pipeline import Configuration
from configurator.reasons import Finding

MOST_FINDINGS = 12
WIDTH = 56


def show_configuration(configuration: Configuration) -> Iterator[str]:
    """The summary, line by line."""
    design = configuration.design
    yield f"{design.platform.title}"
    yield ""
    yield from _figures(configuration)
    for kind in design.rack_types:
        yield ""
        yield from elevation(design, kind)
    yield ""
    yield from cost_lines(configuration)
    yield ""
    yield from finding_lines(configuration.findings)


def _figures(configuration: Configuration) -> Iterator[str]:
    from configurator.summary import lane_account

    design = configuration.design
    nodes = sum(q for _, q, _, role, _ in design.walk() if role == "compute")
    yield f"  GPUs      {design.gpus} in {nodes} nodes, {design.domains} scale-up domain(s) of {design.scale_up_size}"
    compute = sum(design.rack_type[rack.type].role == "compute" for rack in design.racks)
    network = len(design.racks) - compute
    yield f"  Racks     {compute} compute" + (f", {network} network" if network else "")
    lanes = lane_account(design)
    if lanes["joined"]:
        yield (
            f"  Scale-up  {lanes['links']} GPU-ASIC links, {lanes['joined']:,} lanes each way; "
            f"idle: {lanes['idle_accelerator']} GPU lanes, {lanes['idle_asic']} ASIC lanes"
        )
    total = configuration.sum_racks
    yield (
        f"  Power     {(total('it_w') * 0.001).text('kW')} maximum, {(total('typical_w') * 0.001).text('kW')} typical, "
        f"{(total('input_w') * 0.001).text('kW')} AC input"
    )
    liquid, air = (total(name) * 0.001 for name in ("liquid_w", "air_w"))
    yield f"  Heat      {liquid.text('kW')} to liquid, {air.text('kW')} to air"
    if design.platform.cooling.kind == "liquid":
        yield f"  Coolant   {total('flow_lpm').text('L/min')}"
    for kind in design.rack_types:
        facts = configuration.racks[kind.name]
        yield (
            f"  Mass      {facts.payload_kg.text('kg', 0)} payload + {facts.frame_kg.text('kg', 0)} frame "
            f"in each of {design.rack_counts[kind.name]} x {kind.name}"
        )
    if design.links:
        yield from _laid(configuration)


def _laid(configuration: Configuration) -> Iterator[str]:
    """The floor and the cables between racks."""
    from configurator.summary import cabling_document, floor_document

    floor, cabling = floor_document(configuration), cabling_document(configuration)
    if floor:
        yield (
            f"  Floor     {floor['rows']} row(s), cold aisles {floor['cold_aisle_m']:g} m, "
            f"hot {floor['hot_aisle_m']:g} m, {floor['feeds']['A']} A and {floor['feeds']['B']} B feeds"
        )
        yield (
            f"  Trays     {floor['tray']}, {floor['tray_fill'] * 100:.0f} % full at most "
            f"(limit {floor['tray_fill_max'] * 100:g} %)"
        )
    cables = sum(cabling["cables"].values())
    over = f", {cabling['backbone']['trunks']} trunks between rows" if "backbone" in cabling else ""
    yield (
        f"  Cabling   {cabling['links']:,} links between racks on {cables:,} cables in {cabling['bundles']:,} bundles"
        f"{over}; {cabling['modules']:,} modules"
    )


def elevation(design: Design, kind: RackType) -> Iterator[str]:
    """The rack from the top down, equal neighbours drawn as one block."""
    rack = design.parts[kind.part]
    units, unit = known(rack, "units"), known(rack, "unit_type") or "U"
    yield f"  {design.rack_counts[kind.name]} x {kind.name} ({kind.part}), front"
    if units is None or known(rack, "unit_pitch_mm") is None:
        yield "    (units of the rack unknown: no elevation)"
        return
    rows = units_of(design, kind)
    yield f"    ┌{'─' * WIDTH}┐"
    index = 0
    while index < len(rows):
        name = rows[index]
        end = index
        while end + 1 < len(rows) and _same_block(rows[end + 1], name):
            end += 1
        top, low = units - index, units - end
        label = f"{low}-{top}" if top != low else f"{top}"
        first, last = rows[end], rows[index]
        text = "·" if name is None else (f"{first} .. {last}" if first != last else str(first))
        yield f"    │ {unit} {label:>6}  {text:<{WIDTH - 12 - len(unit) + 1}}│"
        index = end + 1
    yield f"    └{'─' * WIDTH}┘"


def _same_block(a: str | None, b: str | None) -> bool:
    if a is None or b is None:
        return a is b
    return a.rsplit("-", 1)[0] == b.rsplit("-", 1)[0]


def money(amount: Decimal, currency: str) -> str:
    """`2,912,345 USD`: whole units, for reading."""
    return f"{amount:,.0f} {currency}"


def cost_lines(configuration: Configuration) -> Iterator[str]:
    """Total with its band and estimated share, categories, the four families."""
    cost = configuration.cost
    unpriced, expired = cost.count("unpriced"), cost.count("expired")
    lead = f"at least, {unpriced} line(s) unpriced: " if unpriced else ""
    share = cost.estimated_share
    told = "-" if share is None else f"{share * 100:.0f} % of it ESTIMATED"
    yield (
        f"  Cost      {lead}{money(cost.total(), cost.currency)} base, {told}; "
        f"low {money(cost.total('low'), cost.currency)}, high {money(cost.total('high'), cost.currency)}"
    )
    yield f"            {money(cost.total() / cost.gpus, cost.currency)} a GPU, prices of {cost.as_of}"
    if expired:
        yield f"            {expired} line(s) priced with expired offers"
    total = cost.total()
    for name, amount in list(cost.by_category.items())[:8]:
        if amount and total:
            yield f"            {name:<16}{amount:>16,.2f}  {amount / total * 100:5.1f} %"
    if cost.family_share is not None:
        yield f"            GPU + CPU + memory + NIC: {cost.family_share * 100:.1f} % of the domain's cost"


def finding_lines(findings: list[Finding]) -> Iterator[str]:
    """How many findings of each level, then the gravest, each with its numbers and first repair."""
    live = [f for f in findings if not f.waived]
    counts = Counter(f.severity for f in live)
    waived = len(findings) - len(live)
    tail = f", {waived} waived" if waived else ""
    yield f"  Findings  {counts['error']} error(s), {counts['warning']} warning(s), {counts['info']} info{tail}"
    shown = [f for f in live if f.severity != "info"][:MOST_FINDINGS]
    for finding in shown:
        yield f"    {finding.severity.upper():<8}{finding.rule}  {finding.subject}: {finding.message}"
        if finding.repairs:
            yield f"              repair: {finding.repairs[0]}"
    rest = len([f for f in live if f.severity != "info"]) - len(shown)
    if rest > 0:
        yield f"    ... and {rest} more (findings.json, or --json)"
