"""The branches of a liquid loop: what the couplings of one device pass."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import BranchUse
from configurator.parts.base import need
from configurator.reasons import Breach, Total
from configurator.rules._engine import rule
from configurator.rules._judging import above, at_least, within


def _pairs(use: BranchUse, load: Total, each: float) -> tuple[str, ...]:
    return (f"{-(-load.value // each):.0f} pairs instead of {use.pairs}", "a larger coupling") if each else ()


@rule("COO104", BranchUse, source="OCP UQD, BMQC, PBMC, LQC: flow of each size", veto=True)
def coupling_passes_flow(use: BranchUse) -> Iterator[Breach]:
    """A device's couplings pass its coolant flow."""
    each = need(use.coupling, "flow_l_per_min", "coupling flow")
    message = f"more flow than {use.pairs} x {use.coupling.part_id} pass"
    yield from above(use.flow_lpm, use.pairs * each, "L/min", message, _pairs(use, use.flow_lpm, each), 2)


@rule("COO109", BranchUse, source="OCP couplings: heat at 10 K and PG25", severity="warning")
def coupling_passes_heat(use: BranchUse) -> Iterator[Breach]:
    """A device's couplings pass its heat at the usual rise."""
    each = need(use.coupling, "capacity_kw", "coupling heat")
    heat = use.liquid_w * 0.001
    message = f"more heat than {use.pairs} x {use.coupling.part_id} pass"
    yield from within(heat, use.pairs * each, "kW", message, _pairs(use, heat, each), 2)


@rule("COO113", BranchUse, source="what COO104 is judged by", severity="warning")
def branch_flow_is_known(use: BranchUse) -> Iterator[Breach]:
    """The coolant flow of a device is known in full."""
    yield from at_least(use.flow_lpm, use.pairs * need(use.coupling, "flow_l_per_min", "coupling flow"), "L/min", 2)
