"""The compute fabric: its shape from the scale-out NICs of the nodes, and the fabric managers that join it."""

from __future__ import annotations

from typing import Any

from configurator.assembly.bench import Bench
from configurator.assembly.fabrics import SCALE_OUT, Guest, Planned, decided, radix_of, sized
from configurator.assembly.nodes import COMPUTE
from configurator.assembly.servers import guests_of
from configurator.errors import Fault, InputError, Unsatisfiable
from configurator.parts.base import Part, known
from configurator.platform import ScaleOutPlan
from configurator.reasons import Reason
from configurator.topologies import automatic, topologies
from configurator.topologies.sizing import ALONE, Side, up_to


def fabric_name(bench: Bench) -> str:
    """The topology that the spec asks for; `auto` is none for one domain and rail-optimised for several."""
    wish = bench.spec.scale_out.topology
    if wish != "auto":
        return wish
    domains = -(-bench.gpus // bench.scale_up_size)
    return automatic(domains if bench.platform.scale_out is not None else 1)


def plan_scale_out(bench: Bench, nodes: int, site: str | None = None, side: Side = ALONE) -> Planned | None:
    """The compute fabric of one site that the spec asks for; None where it asks for none.

    side: leaves of another class under its spines, such as those towards other sites.
    Raises `InputError` for an unknown topology and `Unsatisfiable` when it cannot be built.
    """
    name = fabric_name(bench)
    domains = -(-bench.gpus // bench.scale_up_size)
    why = "asked for" if bench.spec.scale_out.topology != "auto" else f"{domains} scale-up domain(s)"
    if name == "none":
        bench.decide(SCALE_OUT, "fabric", "none", [Reason(text=why)], ["spec:scale_out.topology"])
        return None
    plan = scale_out_of(bench)
    switch, value, led = bench.pinned("scale_out_switch", plan.switch, "scale_out.switch", "switch")
    gbps, nics = nic_ports(bench)
    radix = radix_of(SCALE_OUT, switch, gbps)
    planes = _planes(bench, plan)
    _planes_divide(name, nics, planes)
    room = planes == 1 and topologies()[name].takes("extra_endpoints")
    guests = _room_for(plan, nodes, nics, guests_of(bench, SCALE_OUT)) if room else ()
    if side.leaves and not topologies()[name].takes("side"):
        told = {"candidate": name, "rule": "LNK420", "message": "this shape has no place for border switches"}
        raise Unsatisfiable(f"{name} over several sites", [told], [{"change": "scale_out.topology: rail_optimised"}])
    unit = min(plan.unit_nodes.value, nodes + up_to(len(guests), nics))
    keys: dict[str, Any] = {"oversubscription": bench.spec.scale_out.oversubscription, "unit_nodes": unit}
    if planes > 1 or name == "multi_plane":
        keys["planes"] = planes
    if guests:
        keys["extra_endpoints"] = len(guests)
    if side.leaves:
        keys["side"] = side
    fabric = sized(SCALE_OUT, [(name, keys)], nodes, nics // planes, radix)
    planned = Planned(
        network=SCALE_OUT,
        fabric=fabric,
        gbps=gbps,
        switch=switch,
        kind=COMPUTE,
        tag="nic-{}",
        ports=tuple(range(nics)),
        node_media=plan.node_optics,
        switch_media=plan.switch_optics,
        links_per_module=_ports_of_cage(node_nic(bench)),
        guests=guests,
    )
    because = [
        Reason(text=why),
        value.reason("switch"),
        Reason(text=f"{radix} ports of {gbps:g} Gb/s a switch"),
        *([Reason(text=f"{len(guests)} of its ports take fabric managers")] if guests else []),
    ]
    decided(bench, planned, name, because, [led, "spec:scale_out", "nodes.accelerator"], site)
    return planned


def scale_out_of(bench: Bench) -> ScaleOutPlan:
    """The platform's plan. Raises `InputError` where it states none."""
    plan = bench.platform.scale_out
    if plan is None:
        fault = Fault(f"platform {bench.platform.name}: scale_out", "required key is missing", expected="its switches")
        raise InputError("a scale-out fabric needs switches", [fault])
    return plan


def nic_ports(bench: Bench) -> tuple[float, int]:
    """(rate of one scale-out port [Gb/s], scale-out ports of a node). Raises `Unsatisfiable` where unknown or mixed."""
    contents = [c for c in bench.device_types[COMPUTE].contents if c.role == "nic" and c.network == SCALE_OUT]
    parts = [bench.catalog.part(c.part) for c in contents]
    rates = {known(p, "port_gbps") for p in parts}
    ports = [known(p, "ports") for p in parts]
    if len(rates) != 1 or None in rates or None in ports:
        told = ", ".join(p.part_id for p in parts) or "no NIC"
        message = "ports or rate of the scale-out NICs are unknown or differ"
        raise Unsatisfiable("a scale-out fabric", [{"candidate": told, "message": message}])
    return float(next(iter(rates))), sum(int(p) * c.quantity for p, c in zip(ports, contents, strict=True))


def node_nic(bench: Bench) -> Part:
    """The first kind of scale-out NIC of a node."""
    nics = [c for c in bench.device_types[COMPUTE].contents if c.role == "nic" and c.network == SCALE_OUT]
    return bench.catalog.part(nics[0].part)


def _ports_of_cage(part: Part) -> int:
    """Ports of one cage: two where the data sheet names twin-port cages."""
    return 2 if "twin" in str(known(part, "port_form_factor") or "") else 1


def links_per_cage(switch: Part, gbps: float) -> int:
    """Links that one switch cage carries: a twin-port 800G module holds two of 400G."""
    return max(1, int((known(switch, "port_gbps") or gbps) // gbps)) * _ports_of_cage(switch)


def lanes_of_link(switch: Part, gbps: float) -> int | None:
    """Lanes of one link at a switch; None where the rate of its lanes is unknown."""
    rate = known(switch, "lane_gbps")
    return int(gbps // rate) if rate else None


def _planes(bench: Bench, plan: ScaleOutPlan) -> int:
    """Equal fabrics side by side: the spec's wish, else the platform's, else one."""
    if bench.spec.scale_out.planes > 1 or plan.planes is None:
        return bench.spec.scale_out.planes
    return plan.planes.value


def _planes_divide(name: str, nics: int, planes: int) -> None:
    if nics % planes == 0:
        return
    refused = {
        "candidate": f"{planes} planes",
        "rule": "LNK410",
        "message": f"the {nics} scale-out ports of a node do not divide over {planes} planes",
        "actual": planes,
        "limit": nics,
        "unit": "ports",
    }
    fits = [n for n in range(1, nics + 1) if nics % n == 0]
    changes = [{"change": f"scale_out.planes: {n}"} for n in fits]
    raise Unsatisfiable(f"{name} of {planes} planes", [refused], changes)


def _room_for(plan: ScaleOutPlan, nodes: int, nics: int, guests: tuple[Guest, ...]) -> tuple[Guest, ...]:
    """The fabric managers, where the units leave them ports: they never make a fabric of full units larger."""
    unit, more = plan.unit_nodes.value, up_to(len(guests), nics)
    return guests if up_to(nodes + more, unit) == up_to(nodes, unit) else ()
