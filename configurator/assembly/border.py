"""Scale-across: the switches at the border of each site, and what carries their links to the other sites.

A line is judged by the reach of its module, by its loss against the module's budget, and by what a cage can feed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from configurator.assembly.bench import Bench
from configurator.assembly.fabric_links import indices
from configurator.assembly.fabric_racks import Kinds, racks_for
from configurator.assembly.network_racks import add_switch
from configurator.assembly.scale_out import fabric_name, nic_ports
from configurator.design import Content, Design, DeviceType
from configurator.errors import Fault, InputError, Unsatisfiable
from configurator.linktable import LinkAssembly, LinkTable
from configurator.measures.line import line_db, line_use
from configurator.parts.base import known
from configurator.platform import LongReach, ScaleAcrossPlan
from configurator.reasons import Reason, Refusal
from configurator.rules import refusal
from configurator.topologies.sizing import Side, up_to

BORDER, AMPLIFIER = "border", "line_amplifier"
LEAST = 2
"""Border switches of a site: one may fail."""
TRIED = 64
"""Numbers of links up of a border switch that are tried beyond what its way out needs: spines must divide them."""
US_PER_KM = 5.0
"""Delay of light in glass [us/km], one way: index of refraction about 1.47."""


@dataclass(frozen=True)
class Border:
    """The border of one site: how many switches, links out to each other site, and what they go by."""

    way: LongReach
    switches: int
    out: int
    """Links to all other sites."""
    pairs: int
    """Fibre pairs to all other sites."""
    side: Side

    def racks(self, bench: Bench, made: Kinds) -> list[str]:
        """The racks of the border, amplifiers and multiplexers included; their kinds are added."""
        part = bench.part(self.way.switch.value, "scale_across.ways", "switch")
        add_switch(
            bench, BORDER, part.part_id, "other_networks", "scale_across.way", role="leaf", network="scale_across"
        )
        counts = [(BORDER, self.switches)]
        if self.way.amplifier is not None:
            _add_amplifier(bench, self.way)
            counts.append((AMPLIFIER, self.pairs))
        return racks_for(bench, "scale-across", counts, "other_networks", made)


def plan_of_sites(bench: Bench) -> ScaleAcrossPlan:
    """How the platform joins sites. Raises `InputError` where it does not say."""
    if bench.platform.scale_across is None:
        where = f"platform {bench.platform.name}: scale_across"
        raise InputError("several sites need long-reach optics", [Fault(where, "required key is missing")])
    if fabric_name(bench) == "none":
        fault = Fault("scale_across.sites", "several sites are joined by the scale-out fabric, and none is built")
        raise InputError("nothing to join the sites with", [fault])
    return bench.platform.scale_across


def borders(bench: Bench, nodes: int, of_all: Sequence[int]) -> Iterator[Border]:
    """Borders that might do for one site, the smallest first. nodes: of this site; of_all: of each site.

    Raises `Unsatisfiable` where no way reaches.
    """
    way, wish = way_of(bench), bench.spec.scale_across
    gbps, nics = nic_ports(bench)
    others = list(of_all)
    others.remove(nodes)
    out = sum(_links(way, min(nodes, other) * nics * gbps / wish.oversubscription) for other in others)
    pairs = sum(
        up_to(_links(way, min(nodes, other) * nics * gbps / wish.oversubscription), way.links_per_pair)
        for other in others
    )
    switch = bench.part(way.switch.value, "scale_across.ways", "switch")
    capacity = float(known(switch, "ports") or 0) * float(known(switch, "port_gbps") or 0)
    radix, rate = int(capacity // gbps), way.gbps.value
    first = max(LEAST, ceil(2 * out * rate / capacity))
    for switches in range(first, first + 4):
        most = up_to(out, switches)
        least = ceil(most * rate / gbps)
        room = int((capacity - most * rate) // gbps)
        for up in range(least, min(room, least + TRIED, radix) + 1):
            yield Border(way, switches, out, pairs, Side(switches, up))


def _links(way: LongReach, gbps: float) -> int:
    return max(1, ceil(round(gbps / way.gbps.value, 6)))


def way_of(bench: Bench) -> LongReach:
    """The first way between sites that no rule of lines refuses: reach, loss, and what a cage can feed.

    Raises `InputError` where the platform states none, and `Unsatisfiable` where none goes so far.
    """
    plan = plan_of_sites(bench)
    distance = bench.spec.scale_across.distance_m
    assert distance is not None
    refused: list[Refusal] = []
    for way in plan.ways:
        stop = _stop(bench, plan, way, distance)
        if stop is None:
            loss = line_db(plan, way, distance)
            bench.decide(
                "scale_across",
                "way",
                f"{way.module.value} in {way.switch.value}",
                [
                    way.module.reason("module"),
                    way.switch.reason("border switch"),
                    Reason(text=f"{distance / 1000:g} km lose {loss:.2f} dB, patching included"),
                    way.budget_db.reason("loss that the line may have [dB]"),
                    Reason(text=f"{distance / 1000 * US_PER_KM:g} us each way at {US_PER_KM:g} us/km"),
                ],
                ["spec:scale_across.distance_m", "platform:scale_across"],
                refused,
            )
            return way
        refused.append(stop)
    farthest = max((_farthest(bench, plan, way) for way in plan.ways), default=0.0)
    changes = [{"change": f"scale_across.distance_m: {farthest:g}"}] if farthest else []
    raise Unsatisfiable(f"sites {distance / 1000:g} km apart", [r.model_dump() for r in refused], changes)


def _stop(bench: Bench, plan: ScaleAcrossPlan, way: LongReach, distance_m: float) -> Refusal | None:
    """What stops a way over a distance: the first rule that refuses the line."""
    module = bench.part(way.module.value, "scale_across.ways", "optic")
    bench.part(way.switch.value, "scale_across.ways", "switch")
    return refusal(line_use(plan, way, distance_m, bench.catalog.parts, module.part_id), module.part_id)


def _farthest(bench: Bench, plan: ScaleAcrossPlan, way: LongReach) -> float:
    """The farthest that a way goes [m], in whole kilometres where it is more than one; 0 where it goes nowhere."""
    reach = known(bench.part(way.module.value, "scale_across.ways", "optic"), "reach_m")
    by_loss = (way.budget_db.value - plan.connectors_db.value) / way.fibre_db_per_km.value * 1000
    most = min(float(reach or 0), by_loss)
    whole = most // 1000 * 1000 if most >= 1000 else float(int(most))
    return whole if whole and _stop(bench, plan, way, whole) is None else 0.0


def _add_amplifier(bench: Bench, way: LongReach) -> None:
    assert way.amplifier is not None
    part = bench.part(way.amplifier.value, "scale_across.ways", "accessory")
    because = [way.amplifier.reason("amplifier at each end of a fibre pair")]
    decision = bench.decide("scale_across", AMPLIFIER, part.part_id, because, ["scale_across.way"])
    contents: tuple[Content, ...] = ()
    if way.mux is not None:
        mux = bench.part(way.mux.value, "scale_across.ways", "fiber")
        told = [way.mux.reason("multiplexer"), Reason(text=f"{way.links_per_pair} links share a fibre pair")]
        own = bench.decide("scale_across", "mux", mux.part_id, told, ["scale_across.way"])
        contents = (Content(role="mux", part=mux.part_id, quantity=1, decision=own),)
    bench.device_types[AMPLIFIER] = DeviceType(
        name=AMPLIFIER,
        role=AMPLIFIER,
        part=part.part_id,
        scope="other_networks",
        network="scale_across",
        contents=contents,
        decision=decision,
    )


def across_links(
    bench: Bench, design: Design, made: Sequence[tuple[str | None, Border | None, int]]
) -> list[LinkTable]:
    """The links between every two sites, in turn over the border switches of both. made: (site, border, its nodes)."""
    if not bench.spec.scale_across.sites:
        return []
    plan, wish = plan_of_sites(bench), bench.spec.scale_across
    gbps, nics = nic_ports(bench)
    used = {site: 0 for site, _, _ in made}
    columns, pair = [], 0
    fibre = []
    for i, (site, border, nodes) in enumerate(made):
        for other, far, far_nodes in made[i + 1 :]:
            assert border is not None
            assert far is not None
            links = _links(border.way, min(nodes, far_nodes) * nics * gbps / wish.oversubscription)
            row = np.arange(links)
            ends = []
            for name, own in ((site, border), (other, far)):
                at = used[name] + row
                ends += [indices(design, BORDER, name)[at % own.switches], at // own.switches]
                used[name] += links
            columns.append(ends)
            fibre.append(pair + row // border.way.links_per_pair)
            pair = int(fibre[-1][-1]) + 1
    a_device, a_port, b_device, b_port = (np.concatenate(c).astype(np.int32) for c in zip(*columns, strict=True))
    border = made[0][1]
    assert border is not None
    assert wish.distance_m is not None
    way = border.way
    module = bench.part(way.module.value, "scale_across.ways", "optic")
    routed = np.full(len(a_device), round(wish.distance_m * 1000), dtype=np.int32)
    line = bench.part(plan.fibre.value, "scale_across.fibre", "fiber")
    joined = LinkAssembly(
        medium="optics",
        cable=line.part_id,
        links_per_cable=way.links_per_pair,
        module_a=module.part_id,
        module_b=module.part_id,
        links_per_module_a=way.links_per_module,
        links_per_module_b=way.links_per_module,
    )
    told = [
        plan.fibre.reason("fibre between the sites"),
        Reason(text=f"{pair} pairs of {wish.distance_m / 1000:g} km, {way.links_per_pair} link(s) each"),
        Reason(text=f"{wish.oversubscription:g}:1 against the scale-out bandwidth of the smaller site"),
    ]
    decision = bench.decide(
        "scale_across", "border_border", f"{len(routed)} x {module.part_id}", told, ["scale_across.way"]
    )
    return [
        LinkTable(
            network="scale_across",
            layer="border_border",
            gbps=way.gbps.value,
            scope="other_networks",
            a_ports="wan-{}",
            b_ports="wan-{}",
            assemblies=(joined,),
            decision=decision,
            a_device=a_device,
            a_port=a_port,
            b_device=b_device,
            b_port=b_port,
            assembly=np.zeros(len(routed), dtype=np.int32),
            cable=np.concatenate(fibre).astype(np.int32),
            routed_mm=routed,
            ordered_mm=(-(-routed // 1000) * 1000).astype(np.int32),
        )
    ]
