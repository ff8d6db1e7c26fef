"""Cooling: the loop of a rack, its branches, its supply temperature."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import BranchUse, CoolingUse
from configurator.parts.base import need
from configurator.reasons import Breach, Total
from configurator.rules._engine import rule
from configurator.rules._judging import within

OAI = "OCP OAI system liquid cooling guidelines: 1.25 to 2.0 L/min per kW"
FLOW_BAND = (1.25, 2.0)


def alive(use: CoolingUse) -> int:
    """CDUs that carry the loop when redundancy has been used up."""
    return {"N": use.cdus, "N+1": use.cdus - 1, "2N": use.cdus // 2}[use.redundancy]


@rule("COO101", CoolingUse, source="CDU data sheet: capacity at its rated approach", veto=True)
def cdu_carries_heat(use: CoolingUse) -> Iterator[Breach]:
    """With its redundancy used up, the CDU carries the heat that goes to liquid."""
    limit = alive(use) * need(use.cdu, "capacity_kw", "CDU capacity")
    message = f"more heat to liquid than {use.cdu.part_id} carries"
    repairs = (f"a CDU of at least {use.liquid_w.value / 1000:.0f} kW",)
    yield from within(use.liquid_w * 0.001, limit, "kW", message, repairs)


@rule("COO102", CoolingUse, source="CDU data sheet: secondary flow", veto=True)
def cdu_gives_flow(use: CoolingUse) -> Iterator[Breach]:
    """With its redundancy used up, the CDU gives the flow that the heat needs."""
    limit = alive(use) * need(use.cdu, "flow_l_per_min", "CDU flow")
    more = use.delta_t_k * use.flow_lpm.value / limit if limit else use.delta_t_k
    repairs = (f"a temperature rise of {more:.1f} K instead of {use.delta_t_k:g} K",)
    yield from within(use.flow_lpm, limit, "L/min", f"more flow than {use.cdu.part_id} gives", repairs)


@rule("COO103", CoolingUse, source="one port pair a device: Open Rack manifold, 48 mm pitch")
def manifold_has_ports(use: CoolingUse) -> Iterator[Breach]:
    """The manifold has a port pair for each coupling on it."""
    if use.manifold is None:
        return
    ports = need(use.manifold, "ports", "manifold ports")
    if use.branches > ports:
        yield Breach(
            f"more couplings than {use.manifold.part_id} has ports", actual=use.branches, limit=ports, unit="port pairs"
        )


@rule("COO105", CoolingUse, source=OAI, severity="warning")
def flow_in_the_band(use: CoolingUse) -> Iterator[Breach]:
    """The coolant flow for each kW lies in the usual band."""
    if not use.liquid_w.value:
        return
    each = use.flow_lpm.value / (use.liquid_w.value / 1000)
    low, high = FLOW_BAND
    if not use.flow_lpm.complete and not each:
        yield Breach(f"cannot be judged: {use.flow_lpm.unknown[0]}")
    elif not low <= each <= high:
        limit = low if each < low else high
        rise = use.delta_t_k * each / limit
        yield Breach(
            f"{each:.2f} L/min per kW at a rise of {use.delta_t_k:g} K",
            actual=round(each, 3),
            limit=limit,
            unit="L/min per kW",
            repairs=(f"a temperature rise of {rise:.1f} K",),
        )


@rule("COO106", CoolingUse, source="OCP OAI: supply groups of 40 and 45 °C")
def supply_is_cool_enough(use: CoolingUse) -> Iterator[Breach]:
    """The coolant is supplied no warmer than any part on the loop takes."""
    for part in use.cooled:
        limit = need(part, "coolant_inlet_max_c", "coolant temperature")
        if use.supply_c > limit:
            yield Breach(
                f"{part.part_id} takes at most {limit:g} °C",
                actual=use.supply_c,
                limit=limit,
                unit="°C",
                repairs=(f"supply at {limit:g} °C",),
                at=part.part_id,
            )


@rule("COO107", CoolingUse, source="a single point of failure is said", severity="info")
def single_cdu(use: CoolingUse) -> Iterator[Breach]:
    """A rack with a single CDU stops when it fails, and the design says so."""
    if use.cdus < 2:
        yield Breach(
            f"{use.cdu.part_id} is alone: the rack stops when it fails",
            actual=use.cdus,
            limit=2,
            unit="CDUs",
            repairs=("profile.cooling.redundancy: N+1",),
        )


@rule("COO108", CoolingUse, source="pressure drops are class values at another flow", severity="warning")
def pump_has_head(use: CoolingUse) -> Iterator[Breach]:
    """The CDU's available pressure covers the drops in series on the worst branch."""
    limit = need(use.cdu, "available_dp_kpa", "CDU pressure")
    total = Total()
    for part in use.path_kpa:
        total += Total(float(need(part, "pressure_drop_kpa", "pressure drop")))
    yield from within(
        total,
        limit,
        "kPa",
        "the drops in series are above the CDU's pressure, at the flows they are stated for",
        digits=0,
    )


@rule("COO110", CoolingUse, source="air carries what liquid does not", severity="info")
def liquid_heat_is_known(use: CoolingUse) -> Iterator[Breach]:
    """The heat that goes to liquid is known."""
    for gap in use.liquid_w.unknown:
        yield Breach(f"heat to liquid is a lower bound: {gap}", at=f"{gap.part_id}.{gap.field}")


@rule("COO104", BranchUse, source="OCP UQD, BMQC, PBMC, LQC: flow of each size", veto=True)
def coupling_passes_flow(use: BranchUse) -> Iterator[Breach]:
    """A device's couplings pass its coolant flow."""
    limit = use.pairs * need(use.coupling, "flow_l_per_min", "coupling flow")
    pairs = -(-use.flow_lpm.value // (limit / use.pairs)) if limit else 0
    message = f"more flow than {use.pairs} x {use.coupling.part_id} pass"
    yield from within(use.flow_lpm, limit, "L/min", message, (f"{pairs:.0f} pairs instead of {use.pairs}",), 2)


@rule("COO109", BranchUse, source="OCP couplings: heat at 10 K and PG25", severity="warning")
def coupling_passes_heat(use: BranchUse) -> Iterator[Breach]:
    """A device's couplings pass its heat at the usual rise."""
    limit = use.pairs * need(use.coupling, "capacity_kw", "coupling heat")
    yield from within(
        use.liquid_w * 0.001, limit, "kW", f"more heat than {use.pairs} x {use.coupling.part_id} pass", (), 2
    )
