"""The networks besides the compute fabric: storage, in-band, and the uplinks of out-of-band management."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

from configurator.assembly.bench import Bench
from configurator.assembly.fabrics import Guest, Planned, decided, radix_of, sized
from configurator.assembly.management import SWITCH as ACCESS
from configurator.assembly.network_racks import plan_of
from configurator.assembly.nodes import COMPUTE
from configurator.assembly.servers import guests_of, uplinks_of
from configurator.errors import Fault, InputError, Unsatisfiable
from configurator.parts.base import known
from configurator.platform import NetworkPlan, OutOfBandPlan, Valued
from configurator.reasons import Reason
from configurator.spec import NetworkWish
from configurator.topologies.sizing import Side, up_to

Named = Literal["storage", "in_band", "out_of_band"]
DATA: tuple[Named, ...] = ("storage", "in_band")
FALLBACK = "fat_tree_3"
"""What `auto` takes where two tiers do not reach."""


def wish_of(bench: Bench, network: Named) -> NetworkWish:
    """What the spec asks of a network."""
    found: NetworkWish = getattr(bench.spec.networks, network)
    return found


def is_wanted(bench: Bench, network: Named) -> bool:
    """Whether a network is built. `auto`: where the platform's architecture has it and there are several domains.

    Raises `InputError` when the spec asks for one that the platform does not state.
    """
    plan: NetworkPlan | OutOfBandPlan | None = getattr(bench.platform.networks, network)
    topology = wish_of(bench, network).topology
    if topology == "auto":
        return plan is not None and plan.auto.value and bench.gpus > bench.scale_up_size
    if topology != "none" and plan is None:
        where = f"platform {bench.platform.name}: networks.{network}"
        raise InputError(f"no {network} network is stated", [Fault(where, "required key is missing")])
    return topology != "none"


def access_switch(bench: Bench) -> Valued[str] | None:
    """The out-of-band switch with uplink cages, where out-of-band uplinks are built."""
    plan = bench.platform.networks.out_of_band
    return plan.access if plan is not None and is_wanted(bench, "out_of_band") else None


def plan_networks(
    bench: Bench, nodes: int, access: int, guests: tuple[Guest, ...], site: str | None
) -> tuple[list[Planned], int]:
    """The networks of one site that are built, and how many racks their switches and servers take.

    access: out-of-band switches of the racks that stand already; each rack added here brings one more, so the counts
    are worked out until they agree. guests: server ports of the compute fabric, whose servers stand in these racks.
    """
    most = (
        plan_of(bench).switches_max.value if any(is_wanted(bench, n) for n in (*DATA, "out_of_band")) or guests else 1
    )
    racks = 0
    while True:
        made = [make() for make in _makers(bench, nodes, access + racks)]
        planned = [p for p, _ in made]
        servers = _servers(bench, (*guests, *(g for p in planned for g in p.guests)))
        needed = up_to(sum(sum(p.switches.values()) for p in planned) + servers, most)
        if needed <= racks:
            break
        racks = needed
    for item, (name, because, led) in made:
        decided(bench, item, name, because, [*led, f"spec:networks.{item.network}", "nodes.accelerator"], site)
    return planned, racks


Made = tuple[Planned, tuple[str, list[Reason], list[str]]]


def _makers(bench: Bench, nodes: int, access: int) -> list[Callable[[], Made]]:
    """A step for each network that is built. Out-of-band uplinks end in the in-band leaves where the plan says so."""
    uplinks: tuple[Guest, ...] = ()
    steps: list[Callable[[], Made]] = []
    plan = bench.platform.networks.out_of_band
    if plan is not None and is_wanted(bench, "out_of_band"):
        if plan.into.value == "in_band" and is_wanted(bench, "in_band"):
            uplinks = uplinks_of(bench, access)
        else:
            steps.append(lambda: _aggregation(bench, plan, access))
    for network in reversed(DATA):
        if is_wanted(bench, network):
            more = uplinks if network == "in_band" else ()
            steps.insert(0, lambda network=network, more=more: _data(bench, network, nodes, more))  # type: ignore[misc]
    return steps


def _servers(bench: Bench, guests: tuple[Guest, ...]) -> int:
    wired = {g.kind for g in guests}
    return sum(plan.count.value for plan in bench.platform.networks.servers if plan.name in wired)


def _data(bench: Bench, network: Named, nodes: int, uplinks: tuple[Guest, ...]) -> Made:
    """The storage or in-band network of so many nodes."""
    plan: NetworkPlan = getattr(bench.platform.networks, network)
    wish = wish_of(bench, network)
    switch, value, led = bench.pinned(f"{network}_switch", plan.switch, f"networks.{network}.switch", "switch")
    ports, gbps = plan.ports.value, plan.gbps.value
    _ports_exist(bench, network, plan)
    guests = (*guests_of(bench, network), *uplinks)
    radix = radix_of(network, switch, gbps)
    name = plan.topology.value if wish.topology == "auto" else wish.topology
    ratio = Fraction(wish.oversubscription or plan.oversubscription.value).limit_denominator(1_000)
    keys: dict[str, Any] = {"oversubscription": ratio, "extra_endpoints": len(guests)}
    if plan.unit_nodes is not None:
        keys["unit_nodes"] = min(plan.unit_nodes.value, nodes + up_to(len(guests), len(ports)))
    groups = plan.rail_groups.value if plan.rail_groups is not None else None
    first = dict(keys)
    if name in ("leaf_spine", "rail_optimised"):
        first["spines_min"] = plan.spines_min.value if plan.spines_min is not None else 1
        if plan.appliances is not None:
            first["side"] = Side(up_to(nodes, plan.appliances.unit_nodes.value), plan.appliances.up.value)
    if groups is not None and name in ("rail_optimised", FALLBACK):
        first["rail_groups"] = groups
    tries = [(name, first)]
    if wish.topology == "auto":
        tries.append((FALLBACK, {**keys, **({"rail_groups": groups} if groups is not None else {})}))
    fabric = sized(network, tries, nodes, len(ports), radix)
    planned = Planned(
        network=network,
        fabric=fabric,
        gbps=gbps,
        switch=switch,
        kind=COMPUTE,
        tag="front-end-{}",
        ports=tuple(p - 1 for p in ports),
        node_media=plan.node_media,
        switch_media=plan.switch_media,
        guests=guests,
    )
    because = [
        plan.auto.reason("part of the architecture") if wish.topology == "auto" else Reason(text="asked for"),
        value.reason("switch"),
        Reason(text=f"{radix} ports of {gbps:g} Gb/s a switch"),
        plan.ports.reason("ports of a node"),
        Reason(text=f"{len(ports)} x {gbps:g} Gb/s a node is a declared input"),
        plan.oversubscription.reason("oversubscription of the platform"),
        *([Reason(text=f"{len(guests)} ports for servers and out-of-band switches")] if guests else []),
    ]
    return planned, (fabric.name, because, [led, f"platform:networks.{network}"])


def _ports_exist(bench: Bench, network: Named, plan: NetworkPlan) -> None:
    """A node has the front-end ports that a network takes, and no other network takes them."""
    nics = [c for c in bench.device_types[COMPUTE].contents if c.role == "nic" and c.network == "front_end"]
    counts = [known(bench.catalog.part(c.part), "ports") for c in nics]
    have = sum(int(n) * c.quantity for n, c in zip(counts, nics, strict=True) if n is not None)
    wanted = max(plan.ports.value)
    others = [n for n in DATA if n != network and is_wanted(bench, n)]
    twice = {p for n in others for p in getattr(bench.platform.networks, n).ports.value} & set(plan.ports.value)
    if wanted <= have and not twice:
        return
    told = "node NICs: " + (", ".join(c.part for c in nics) or "no front-end NIC")
    message = f"port {wanted} is not there" if wanted > have else f"port {min(twice)} is taken by {others[0]}"
    refused = {
        "candidate": told,
        "rule": "LNK402",
        "message": message,
        "actual": wanted,
        "limit": have,
        "unit": "ports",
    }
    raise Unsatisfiable(f"a {network} network", [refused], [{"change": f"networks.{network}.topology: none"}])


def _aggregation(bench: Bench, plan: OutOfBandPlan, access: int) -> Made:
    """Switches over the out-of-band switches of the racks: one for each uplink, leaf-spine where that is too small."""
    switch, value, led = bench.pinned("out_of_band_switch", plan.switch, "networks.out_of_band.switch", "switch")
    wish, gbps = wish_of(bench, "out_of_band"), plan.gbps.value
    radix = radix_of("out_of_band", switch, gbps)
    ratio = Fraction(wish.oversubscription or plan.oversubscription.value).limit_denominator(1_000)
    keys: dict[str, Any] = {"oversubscription": ratio, "planes": plan.uplinks.value}
    name = "leaf_spine" if wish.topology == "auto" else wish.topology
    tries = [(name, {**keys, **({"single": True} if name == "leaf_spine" else {})})]
    if wish.topology == "auto":
        tries.append((FALLBACK, keys))
    fabric = sized("out_of_band", tries, max(access, 1), 1, radix)
    planned = Planned(
        network="out_of_band",
        fabric=fabric,
        gbps=gbps,
        switch=switch,
        kind=ACCESS,
        tag="uplink-{}",
        ports=tuple(range(plan.uplinks.value)),
        node_media=plan.media,
        switch_media=plan.switch_media,
    )
    because = [
        value.reason("aggregation of the out-of-band switches"),
        plan.uplinks.reason("uplinks of each"),
        Reason(text=f"{access} out-of-band switches, {radix} ports of {gbps:g} Gb/s a switch"),
    ]
    return planned, (fabric.name, because, [led, "platform:networks.out_of_band", "management.switch"])
