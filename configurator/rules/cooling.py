"""The liquid loop of a rack: CDU, manifold, flow, supply temperature, pressure; and the kit on a tray."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import CoolingUse, NodeUse
from configurator.parts.base import Part, known, need
from configurator.reasons import Breach, Total, Unknown
from configurator.rules._engine import rule
from configurator.rules._judging import above, at_least, each, within

OAI = "OCP OAI system liquid cooling guidelines: 1.25 to 2.0 L/min per kW"
FLOW_BAND = (1.25, 2.0)


def alive(use: CoolingUse) -> int:
    """CDUs that carry the loop when redundancy has been used up."""
    return {"N": use.cdus, "N+1": use.cdus - 1, "2N": use.cdus // 2}[use.redundancy]


@rule("COO101", CoolingUse, source="CDU data sheet: capacity at its rated approach", veto=True)
def cdu_carries_heat(use: CoolingUse) -> Iterator[Breach]:
    """With its redundancy used up, the CDU carries the heat that goes to liquid."""
    if use.cdu is None:
        return
    limit = alive(use) * need(use.cdu, "capacity_kw", "CDU capacity")
    message = f"more heat to liquid than {use.cdu.part_id} carries"
    repairs = (f"a CDU of at least {use.liquid_w.value / 1000:.0f} kW",)
    yield from above(use.liquid_w * 0.001, limit, "kW", message, repairs)


@rule("COO102", CoolingUse, source="CDU data sheet: secondary flow", veto=True)
def cdu_gives_flow(use: CoolingUse) -> Iterator[Breach]:
    """With its redundancy used up, the CDU gives the flow that the heat needs."""
    if use.cdu is None:
        return
    limit = alive(use) * need(use.cdu, "flow_l_per_min", "CDU flow")
    repairs = [f"a CDU of at least {use.flow_lpm.value:.0f} L/min"]
    if limit:
        rise = use.delta_t_k * use.flow_lpm.value / limit
        repairs.insert(0, f"a temperature rise of {rise:.1f} K instead of {use.delta_t_k:g} K")
    yield from above(use.flow_lpm, limit, "L/min", f"more flow than {use.cdu.part_id} gives", tuple(repairs))


@rule("COO103", CoolingUse, source="one port pair a device: Open Rack manifold, 48 mm pitch")
def manifold_has_ports(use: CoolingUse) -> Iterator[Breach]:
    """The manifold has a port pair for each coupling on it."""
    if use.manifold is None:
        return
    ports = need(use.manifold, "ports", "manifold ports")
    if use.branches > ports:
        message = f"more couplings than {use.manifold.part_id} has ports"
        repairs = (f"a manifold of at least {use.branches} port pairs",)
        yield Breach(message, use.branches, ports, "port pairs", repairs)


@rule("COO105", CoolingUse, source=OAI, severity="warning")
def flow_in_the_band(use: CoolingUse) -> Iterator[Breach]:
    """The coolant flow for each kW lies in the usual band."""
    if not use.liquid_w.value or (use.flow_lpm.unknown and not use.flow_lpm.value):
        return  # COO111 says what is unknown
    share = use.flow_lpm.value / (use.liquid_w.value / 1000)
    low, high = FLOW_BAND
    if not low - 1e-9 <= share <= high + 1e-9:
        limit = low if share < low else high
        yield Breach(
            f"{share:.2f} L/min per kW at a rise of {use.delta_t_k:g} K",
            actual=round(share, 3),
            limit=limit,
            unit="L/min per kW",
            repairs=(f"a temperature rise of {use.delta_t_k * share / limit:.1f} K",),
        )


@rule("COO106", CoolingUse, source="OCP OAI: supply groups of 40 and 45 °C")
def supply_is_cool_enough(use: CoolingUse) -> Iterator[Breach]:
    """The coolant is supplied no warmer than any part on the loop takes."""

    def check(part: Part) -> Iterator[Breach]:
        limit = need(part, "coolant_inlet_max_c", "coolant temperature")
        if use.supply_c > limit:
            repairs = (f"supply at {limit:g} °C instead of {use.supply_c:g} °C",)
            message = f"{part.part_id} takes at most {limit:g} °C"
            yield Breach(message, use.supply_c, limit, "°C", repairs, at=part.part_id)

    yield from each(use.cooled, check)


@rule("COO107", CoolingUse, source="a single point of failure is said", severity="info")
def single_cdu(use: CoolingUse) -> Iterator[Breach]:
    """A rack with a single CDU stops when it fails, and the design says so."""
    if use.cdu is not None and use.cdus < 2:
        message = f"{use.cdu.part_id} is alone: the rack stops when it fails"
        yield Breach(message, use.cdus, 2, "CDUs", ("profile.cooling.redundancy: N+1",))


@rule("COO108", CoolingUse, source="pressure drops are class values at another flow", severity="warning")
def pump_has_head(use: CoolingUse) -> Iterator[Breach]:
    """The CDU's available pressure covers the drops in series on the worst branch."""
    if use.cdu is None:
        return
    limit = need(use.cdu, "available_dp_kpa", "CDU pressure")
    total = Total()
    for part in use.path_kpa:
        drop = known(part, "pressure_drop_kpa")
        gap = () if drop is not None else (Unknown(part.part_id, "pressure_drop_kpa", "pressure drop"),)
        total += Total(float(drop or 0.0), gap)
    message = "the drops in series are above the CDU's pressure, at the flows they are stated for"
    repairs = (f"a CDU with at least {total.value:.0f} kPa", "couplings or a manifold of a smaller drop")
    yield from within(total, limit, "kPa", message, repairs, digits=0)


@rule("COO110", CoolingUse, source="air carries what liquid does not", severity="info")
def liquid_heat_is_known(use: CoolingUse) -> Iterator[Breach]:
    """The heat that goes to liquid is known."""
    for gap in use.liquid_w.unknown:
        yield Breach(f"heat to liquid is a lower bound: {gap}", at=f"{gap.part_id}.{gap.field}")


@rule("COO111", CoolingUse, source="what COO101 and COO102 are judged by", severity="warning")
def loop_load_is_known(use: CoolingUse) -> Iterator[Breach]:
    """The heat and the flow of the loop are known in full."""
    if use.cdu is None:
        return
    yield from at_least(use.liquid_w * 0.001, alive(use) * need(use.cdu, "capacity_kw", "CDU capacity"), "kW")
    yield from at_least(use.flow_lpm, alive(use) * need(use.cdu, "flow_l_per_min", "CDU flow"), "L/min")


@rule("COO112", NodeUse, source="cooling kit data: heat that its plates take", severity="warning")
def kit_carries_heat(use: NodeUse) -> Iterator[Breach]:
    """A tray's cooling kit takes the heat that its parts give to liquid."""
    if use.cooling_kit is not None:
        limit = need(use.cooling_kit, "capacity_kw", "cooling kit") * 1000
        repairs = (f"a kit of at least {use.liquid_w.value / 1000:.1f} kW",)
        message = f"more heat than {use.cooling_kit.part_id} takes"
        yield from within(use.liquid_w, limit, "W", message, repairs, digits=0)
