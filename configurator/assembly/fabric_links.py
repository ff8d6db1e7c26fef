"""Every link of a fabric, layer by layer, from its endpoints to its cores, with what joins it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from configurator.assembly.bench import Bench
from configurator.assembly.fabrics import LAYERS, SCALE_OUT, Planned, type_of
from configurator.assembly.floor import routed_mm
from configurator.assembly.media import (
    Candidate,
    cable_candidate,
    longest_of,
    optic_candidate,
    passed_over,
    pick,
)
from configurator.assembly.nodes import COMPUTE
from configurator.assembly.scale_out import lanes_of_link, links_per_cage, node_nic
from configurator.assembly.splitters import copper_or_optics
from configurator.design import Design
from configurator.linktable import Ints, LinkAssembly, LinkTable, cables_for
from configurator.parts.base import known
from configurator.platform import CableSet, Media, OpticSet, Valued
from configurator.reasons import Reason, Refusal

TRUNK_LINKS = 12
"""Links that one 144-fibre trunk carries: 12 legs of MPO-12."""
AnyMedia = Media | Valued[tuple[OpticSet, ...]]


@dataclass(frozen=True)
class Span:
    """Links of one kind of device before anything joins them: their ends, and what may.

    below: links that one module at the lower end carries; split_at: the end whose cage a splitter's single plug sits
    in: `b`, or `a` for servers.
    """

    network: str
    layer: str
    a: tuple[Ints, Ints]
    b: tuple[Ints, Ints]
    tag: str
    media: AnyMedia
    below: int
    split_at: str = "b"


def indices(design: Design, kind: str, site: str | None = None) -> Ints:
    """Indices of all devices of a type at one site, in rack order; `None` is the only one."""
    names, types = design.device_types_by_index()
    found = np.flatnonzero(types == names.index(kind)) if kind in names else np.zeros(0, dtype=np.int64)
    if site is not None:
        racks = np.searchsorted(design.rack_starts, found, side="right") - 1
        here = np.array([rack.site == site for rack in design.racks], dtype=bool)
        found = found[here[racks]]
    return found.astype(np.int32)


def fabric_links(bench: Bench, design: Design, made: Planned, site: str | None = None) -> list[LinkTable]:
    """All links of one fabric of one site, a table a layer; uplinks of out-of-band switches in one of their own."""
    tables = []
    for layer in made.fabric.layers:
        spans = _lowest(design, made, site) if layer.name == "node_leaf" else [_upper(design, made, layer.name, site)]
        for _, group in groupby(spans, lambda span: (span.network, span.layer)):
            tables.append(_table(bench, design, made, list(group), site))
    return tables


def _lowest(design: Design, made: Planned, site: str | None) -> list[Span]:
    """The links of the main endpoints, then those of each kind of guest."""
    links, planes = made.fabric.links("node_leaf"), made.fabric.planes
    nics = len(made.ports) // planes
    main, leaves = indices(design, made.kind, site), indices(design, type_of(made.network, "leaf"), site)
    ends = len(links) - len(made.guests)
    lower, upper = links.lower[:ends], links.upper[:ends]
    port = np.array(made.ports, dtype=np.int32)[(lower % nics) * planes + links.lower_port[:ends]]
    layer = "node_leaf" if made.kind == COMPUTE else "access_leaf"
    a, b = (main[lower // nics], port), (leaves[upper], links.upper_port[:ends])
    spans = [Span(made.network, layer, a, b, made.tag, made.node_media, made.links_per_module)]
    row = ends
    for (kind, name), group in groupby(made.guests, lambda g: (g.kind, g.layer)):
        guests = list(group)
        here = slice(row, row + len(guests))
        device = indices(design, kind, site)[np.array([g.index for g in guests])]
        port = np.array([g.port for g in guests], dtype=np.int32)
        b = (leaves[links.upper[here]], links.upper_port[here])
        tag = made.tag if name == layer else "uplink-{}"
        spans.append(Span(guests[0].network, name, (device, port), b, tag, guests[0].media, 1, "a"))
        row += len(guests)
    return spans


def _upper(design: Design, made: Planned, layer: str, site: str | None) -> Span:
    links = made.fabric.links(layer)  # type: ignore[arg-type]
    low, high = {"leaf_spine": ("leaf", "spine"), "spine_core": ("spine", "core")}[layer]
    below, above = (indices(design, type_of(made.network, role), site) for role in (low, high))
    if low == "leaf" and made.side is not None:
        below = np.concatenate([below, indices(design, made.side[0], site)])
    a, b = (below[links.lower], links.lower_port), (above[links.upper], links.upper_port)
    share = links_per_cage(made.switch, made.gbps)
    return Span(made.network, layer, a, b, "port-{}", made.switch_media, share)


def _table(bench: Bench, design: Design, made: Planned, spans: list[Span], site: str | None) -> LinkTable:
    """The links of one layer: those of one cage share a medium, whichever device they come from."""
    first, share = spans[0], links_per_cage(made.switch, made.gbps)
    a_device, a_port, b_device, b_port = (
        np.concatenate(column).astype(np.int32) for column in zip(*((*s.a, *s.b) for s in spans), strict=True)
    )
    routed = routed_mm(bench, design, a_device, b_device)
    low = first.layer not in LAYERS[1:]
    bundle = np.zeros(len(routed), dtype=np.int32)
    if low:
        below = np.concatenate([a // s.below for s in spans for a in (s.a[1],)])
        bundle = _bundles(_cages(b_device, b_port, share), _cages(a_device, below, 1))
    length = longest_of(routed, bundle)
    what = first.layer.replace("_", "-") if made.network == SCALE_OUT else f"{first.network} {first.layer}"
    assemblies: list[LinkAssembly] = []
    columns: list[tuple[Ints, Ints, Ints]] = []
    refused: list[Refusal] = []
    row = 0
    for span in spans:
        here = slice(row, row + len(span.a[0]))
        row = here.stop
        candidates, misfits = _candidates(bench, made, span, share)
        found, index, ordered = pick(candidates, routed[here], what, length[here])
        groups = _groups(bench, design, span, found, index)
        columns.append((index + len(assemblies), ordered, groups))
        assemblies += found
        refused += [*passed_over(candidates), *misfits]
    index, ordered, groups = (np.concatenate(column).astype(np.int32) for column in zip(*columns, strict=True))
    suffix = "" if site is None else f"-{site}"
    decision = bench.decide(
        first.network,
        f"{first.layer}{suffix}",
        ", ".join(f"{int((index == i).sum())} x {m.cable} ({m.medium})" for i, m in enumerate(assemblies)),
        [
            *(
                Reason(
                    text=f"modules and fibre, nearest reach first: {_told(span.media)}",
                    source=span.media.source,
                    basis=span.media.basis,
                )
                for span in spans
            ),
            *(r for r in [_copper_reason(bench, first)] if r is not None),
            Reason(text=f"links of a {'cage' if low else 'layer'} share a medium, by the longest of them"),
            Reason(text=f"routed {routed.min() / 1000:.1f} to {routed.max() / 1000:.1f} m, slack included"),
        ],
        [_origin(made, first), f"{made.network}.fabric{suffix}", "placement.floor"],
        refused,
    )
    return LinkTable(
        network=first.network,
        layer=first.layer,
        gbps=made.gbps,
        scope="scale_out" if made.network == SCALE_OUT else "other_networks",
        a_ports=first.tag,
        b_ports="port-{}",
        cage_links_a=max(s.below for s in spans),
        cage_links_b=share,
        lanes=lanes_of_link(made.switch, made.gbps),
        assemblies=tuple(assemblies),
        decision=decision,
        a_device=a_device,
        a_port=a_port,
        b_device=b_device,
        b_port=b_port,
        assembly=index,
        cable=cables_for(tuple(assemblies), index, groups),
        routed_mm=routed,
        ordered_mm=ordered,
    )


def _origin(made: Planned, span: Span) -> str:
    return "platform:scale_out" if made.network == SCALE_OUT else f"platform:networks.{span.network}"


def _told(media: AnyMedia) -> str:
    return ", then ".join(
        item.cable if isinstance(item, CableSet) else f"{item.module_a} and {item.module_b} over {item.fibre}"
        for item in media.value
    )


def _groups(bench: Bench, design: Design, span: Span, assemblies: Sequence[LinkAssembly], index: Ints) -> Ints:
    """Links that may share a cable: those between two racks on a trunk, those of a cage's half on a splitter, those
    between two devices on a jumper that carries several."""
    a_device, (b_device, b_port) = span.a[0], span.b
    starts, racks = design.rack_starts, len(design.racks)
    ends = ((a_device, starts), (b_device, starts))
    first, second = (np.searchsorted(s, device, side="right") - 1 for device, s in ends)
    groups = (first.astype(np.int64) * racks + second).astype(np.int32)
    for number, made in enumerate(assemblies):
        if made.links_per_cable == 1 or _is_trunk(bench, made.cable):
            continue
        tails = int(known(bench.catalog.part(made.cable), "tails") or 1)
        if tails == 1:
            pairs = a_device.astype(np.int64) * int(starts[-1]) + b_device
            own = np.unique(pairs, return_inverse=True)[1]
        elif span.split_at == "b":
            own = _cages(b_device, b_port, tails)
        else:
            own = a_device
        groups = np.where(index == number, own, groups).astype(np.int32)
    return groups


def _is_trunk(bench: Bench, cable: str) -> bool:
    return (known(bench.catalog.part(cable), "fibers") or 0) >= 144


def _cages(device: Ints, port: Ints, share: int) -> Ints:
    """Number of the cage that each link's end sits in, from 0."""
    cages = device.astype(np.int64) * 100_000 + port // share
    numbers: Ints = np.unique(cages, return_inverse=True)[1].astype(np.int32)
    return numbers


def _bundles(upper: Ints, lower: Ints) -> Ints:
    """Links that share a module at either end, directly or by way of others: numbered by their first cage."""
    found = upper
    while True:
        least = np.full(int(lower.max(initial=-1)) + 1, np.iinfo(np.int32).max, dtype=np.int32)
        np.minimum.at(least, lower, found)
        first = np.full(int(upper.max(initial=-1)) + 1, np.iinfo(np.int32).max, dtype=np.int32)
        np.minimum.at(first, upper, least[lower])
        if (first[upper] == found).all():
            return found
        found = first[upper]


def _copper_reason(bench: Bench, span: Span) -> Reason | None:
    """Why copper was looked at between compute nodes and leaves, where the platform states any."""
    plan = bench.platform.scale_out
    if (span.network, span.layer) != (SCALE_OUT, LAYERS[0]) or plan is None or not plan.node_copper:
        return None
    return plan.node_copper[0].reason("copper where it reaches")


def _candidates(bench: Bench, made: Planned, span: Span, share: int) -> tuple[list[Candidate], list[Refusal]]:
    """(what may join the links of a span, nearest reach first; what does not fit).

    Copper comes before modules between the nodes and leaves of the compute fabric. Guests keep their own media, and a
    leaf's cage holds one kind, so copper is not tried beside them.
    """
    stated = _stated(bench, span, share, made.gbps)
    if (span.network, span.layer) != (SCALE_OUT, LAYERS[0]) or span.split_at == "a":
        return stated, []
    copper_fits = span.below == 1 and not made.guests
    return copper_or_optics(bench, stated, node_nic(bench), made.switch, made.gbps, share if copper_fits else None)


def _stated(bench: Bench, span: Span, share: int, gbps: float) -> list[Candidate]:
    """What the plan states, in its order: cable assemblies, and modules with a fibre, trunk or splitter."""
    found = []
    for item in span.media.value:
        if isinstance(item, CableSet):
            found.append(cable_candidate(bench, item.cable, span.layer))
            continue
        fibre = bench.part(item.fibre, span.layer, "fiber")
        modules = (item.module_a, item.module_b)
        candidate = optic_candidate(bench, modules, item.fibre, span.layer, links_a=span.below, links_b=share)
        leg = _links_per_leg(bench, item, gbps) if span.layer in LAYERS[1:] else 1
        carried = TRUNK_LINKS * leg if _is_trunk(bench, item.fibre) else max(int(known(fibre, "tails") or 1), leg)
        if carried > 1:
            candidate = replace(candidate, made=candidate.made.model_copy(update={"links_per_cable": carried}))
        found.append(candidate)
    return found


def _links_per_leg(bench: Bench, item: OpticSet, gbps: float) -> int:
    """Links between two switches that one connector of their modules carries: two of 200G on a half of 400G."""
    module = bench.part(item.module_b, "switch_media", "optic")
    connector, speed = known(module, "connector"), known(module, "speed_gbps")
    if connector is None or speed is None:
        return 1
    legs = 2 if str(connector).startswith("2x") else 1
    return max(1, int(speed // legs // gbps))
