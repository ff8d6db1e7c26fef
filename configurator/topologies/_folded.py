"""Folded Clos: from a wish in numbers to a sized and wired fabric. The shapes differ in the wish alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from configurator.linktable import Ints
from configurator.topologies.fabric import Fabric, Layer, Tier, Unbuildable
from configurator.topologies.sizing import (
    ALONE,
    Side,
    Size,
    ratio_of,
    reach,
    three_tier,
    two_tier,
    up_to,
    widest,
)

RADICES = (2, 4, 8)
"""Times the radix that a repair tries."""
RATIOS = (2, 3, 4, 7)
"""Oversubscriptions that a repair tries."""


@dataclass(frozen=True)
class Wish:
    """What is asked of one plane. tiers: how many tiers of switches may be taken, fewest first.

    groups: groups of leaves, each of which takes nics / groups NICs of every node; extra: endpoints of no node (fabric
    managers); single: one switch where that takes all; top: down over up ports of a spine below cores; spines_min:
    fewest spines of two tiers; side: leaves of another class under the spines of two tiers.
    """

    name: str
    nodes: int
    nics: int
    radix: int
    oversubscription: float | Fraction = 1
    planes: int = 1
    unit_nodes: int | None = None
    groups: int = 1
    extra: int = 0
    tiers: tuple[int, ...] = (2,)
    single: bool = False
    top: float | Fraction = 1
    spines_min: int = 1
    side: Side = ALONE

    @property
    def full_nodes(self) -> int:
        """Nodes that the fabric is sized for: whole units, with room for the extra endpoints."""
        unit = self.unit_nodes or 1
        return up_to(self.nodes + up_to(self.extra, self.nics), unit) * unit

    def __str__(self) -> str:
        text = f"{self.name} for {self.nodes:,} nodes of {_many(self.nics, 'NIC')} at radix {self.radix}"
        return f"{text}, oversubscription {told(self.oversubscription)}"


def told(ratio: float | Fraction) -> str:
    """`2`, `1.5`, or `4/3` where decimals would not end."""
    exact = ratio_of(ratio)
    return f"{float(exact):g}" if exact == Fraction(f"{float(exact):g}") else str(exact)


def folded(wish: Wish) -> Fabric:
    """Size and wire one plane.

    Raises `Unbuildable` when radix and tiers do not reach that far, and `ValueError` for numbers that make no sense.
    """
    low = {"nodes": wish.nodes, "nics_per_node": wish.nics, "planes": wish.planes, "radix": wish.radix}
    low |= {"unit_nodes": 1 if wish.unit_nodes is None else wish.unit_nodes, "rail_groups": wish.groups}
    wrong = [f"{name} is {value}, expected at least 1" for name, value in low.items() if value < 1]
    wrong += [f"{name} must be above 0" for name in ("oversubscription", "top") if ratio_of(getattr(wish, name)) <= 0]
    wrong += ["extra_endpoints must not be below 0"] if wish.extra < 0 else []
    if wrong:
        raise ValueError("; ".join(wrong))
    if wish.nics % wish.groups:
        fits = [g for g in range(1, wish.nics + 1) if wish.nics % g == 0]
        repairs = [f"rail groups {g} instead of {wish.groups}" for g in fits if g in (1, wish.nics)]
        message = "the NICs of a node do not divide over the rail groups"
        raise Unbuildable(
            str(wish), message, actual=wish.nics, limit=wish.groups, unit="rail groups", repairs=dict.fromkeys(repairs)
        )
    size = size_of(wish)
    if size is None:
        raise _unbuildable(wish)
    tiers = [Tier("leaf", size.leaves + size.side.leaves, size.down, size.up)]
    layers = [_attached(wish, size)]
    if size.spines:
        side_ports = size.side.leaves * size.side.up // size.spines
        tiers.append(Tier("spine", size.spines, size.pod_leaves * size.leaf_links + side_ports, size.spine_up))
        layers.append(_leaf_spine(size, wish.radix))
    if size.cores:
        tiers.append(Tier("core", size.cores, size.pods * size.spine_links, 0))
        layers.append(_spine_core(size, wish.radix))
    return Fabric(
        name=wish.name,
        endpoints=len(layers[0]),
        planes=wish.planes,
        rails=wish.groups,
        radix=wish.radix,
        tiers=tuple(tiers),
        layers=tuple(layers),
        notes=tuple(_notes(wish, size)),
    )


def size_of(wish: Wish) -> Size | None:
    """The counts of one plane with the fewest tiers that reach; None when none does."""
    endpoints = wish.full_nodes * wish.nics
    if wish.single and endpoints <= wish.radix:
        return Size(1, endpoints, pod_leaves=1)
    share = wish.nics // wish.groups
    per_group, unit = wish.full_nodes * share, (wish.unit_nodes or 1) * share
    ratio = ratio_of(wish.oversubscription)
    for tiers in wish.tiers:
        if tiers == 2:
            size = two_tier(per_group, wish.groups, unit, wish.radix, ratio, wish.spines_min, wish.side)
        elif wish.side.leaves:
            size = None
        else:
            size = three_tier(per_group, wish.groups, unit, wish.radix, ratio, ratio_of(wish.top))
        if size is not None:
            return size
    return None


def _unbuildable(wish: Wish) -> Unbuildable:
    ratio, top = ratio_of(wish.oversubscription), ratio_of(wish.top)
    limit = max(reach(wish.radix, wish.groups, ratio, tiers, top) for tiers in wish.tiers)
    tries = [(f"radix {wish.radix * r} instead of {wish.radix}", replace(wish, radix=wish.radix * r)) for r in RADICES]
    repairs = _first_that_fits(tries)
    now = told(wish.oversubscription)
    looser = [replace(wish, oversubscription=r) for r in RATIOS if r > wish.oversubscription]
    repairs += _first_that_fits([(f"oversubscription {told(w.oversubscription)} instead of {now}", w) for w in looser])
    if 3 not in wish.tiers:
        repairs += _first_that_fits([("three tiers", replace(wish, tiers=(3,)))])
    words = {2: "two", 3: "three"}[wish.tiers[-1]]
    return Unbuildable(
        str(wish),
        f"{words} tiers do not reach that far",
        actual=wish.full_nodes * wish.nics,
        limit=limit,
        unit="endpoints",
        repairs=repairs,
    )


def _first_that_fits(tries: list[tuple[str, Wish]]) -> list[str]:
    return next(([change] for change, wish in tries if size_of(wish) is not None), [])


def _attached(wish: Wish, size: Size) -> Layer:
    """Endpoints in order to the leaves of their group; the extra ones spread over the ports that stay free."""
    endpoint = np.arange(wish.nodes * wish.nics, dtype=np.int32)
    share = wish.nics // wish.groups
    node, nic = endpoint // wish.nics, endpoint % wish.nics
    place = node * share + nic % share
    leaf, port = place // size.down * wish.groups + nic // share, place % size.down
    if wish.extra:
        used = np.bincount(leaf, minlength=size.leaves)
        free = size.down - used
        free_leaf = np.repeat(np.arange(size.leaves), free)
        nth = np.arange(len(free_leaf)) - np.repeat(np.cumsum(free) - free, free)
        order = np.lexsort((free_leaf, nth))[: wish.extra]
        leaf = np.concatenate([leaf, free_leaf[order]])
        port = np.concatenate([port, (used[free_leaf] + nth)[order]])
        endpoint = np.arange(len(leaf), dtype=np.int32)
    return Layer("node_leaf", endpoint, np.zeros(len(leaf), dtype=np.int32), leaf, port)


def _leaf_spine(size: Size, radix: int) -> Layer:
    """Neighbouring up ports of a leaf go to the same spine, so that they may share a cage."""
    leaf, up = _grid(size.leaves, size.up)
    pod, of_pod = leaf // size.pod_leaves, leaf % size.pod_leaves
    spine = pod * (size.up // size.leaf_links) + up // size.leaf_links
    port, upper = radix - size.up + up, of_pod * size.leaf_links + up % size.leaf_links
    if not size.side.leaves:
        return Layer("leaf_spine", leaf, port, spine, upper)
    each = size.side.up // size.spines
    side, side_up = _grid(size.side.leaves, size.side.up)
    side_upper = size.leaves * size.leaf_links + side * each + side_up % each
    pairs = (
        (leaf, size.leaves + side),
        (port, radix - size.side.up + side_up),
        (spine, side_up // each),
        (upper, side_upper),
    )
    return Layer("leaf_spine", *(np.concatenate(pair).astype(np.int32) for pair in pairs))


def _spine_core(size: Size, radix: int) -> Layer:
    """The spines of one place in every pod share cores: each of these reaches every pod."""
    spine, up = _grid(size.spines, size.spine_up)
    pod_spines = size.spines // size.pods
    pod, place = spine // pod_spines, spine % pod_spines
    core = place * (size.spine_up // size.spine_links) + up // size.spine_links
    return Layer("spine_core", spine, radix - size.spine_up + up, core, pod * size.spine_links + up % size.spine_links)


def _grid(switches: int, ports: int) -> tuple[Ints, Ints]:
    """Every (switch, port), switch after switch."""
    index = np.arange(switches * ports, dtype=np.int32)
    return index // ports, index % ports


def _notes(wish: Wish, size: Size) -> Iterator[str]:
    if wish.full_nodes != wish.nodes:
        yield f"sized for {wish.full_nodes} nodes, {wish.nodes} are wired"
    if size.side.leaves:
        yield f"{_many(size.side.leaves, 'more leaf')} of {size.side.up} links up for what is no node".replace(
            "leafs", "leaves"
        )
    if wish.groups > 1:
        yield f"{wish.groups} rail groups: each takes {_many(wish.nics // wish.groups, 'NIC')} of every node"
    unit = (wish.unit_nodes or 1) * wish.nics // wish.groups
    if max(unit, size.down) % min(unit, size.down) and size.leaves > wish.groups:
        what = f"units of {wish.unit_nodes} nodes" if (wish.unit_nodes or 1) > 1 else "nodes"
        yield f"{what} do not divide over leaves of {size.down} ports: some share a leaf with the next"
    if not size.spines:
        yield "one switch takes all endpoints: nothing stands above it"
        return
    ratio = ratio_of(wish.oversubscription)
    if Fraction(size.down, size.up) != ratio:
        got = f"{size.down} ports down over {size.up} up is {size.down / size.up:.4g}"
        yield f"oversubscription {told(ratio)} asked: {got}"
    if wish.radix - size.down - size.up and widest(wish.radix, ratio) == size.down:
        yield f"{_many(wish.radix - size.down - size.up, 'port')} of each leaf left free"
    if size.pods == 1:
        enough = up_to(size.leaves * size.up, wish.radix)
        if enough < size.spines:
            yield _why_more(size.spines, enough, "spines", size.leaf_links, "leaf", "spine")
        return
    down = size.pod_leaves * size.leaf_links
    leaves = "1 leaf" if size.pod_leaves == 1 else f"{size.pod_leaves} leaves"
    yield f"{size.pods} pods of {leaves} and {_many(size.spines // size.pods, 'spine')}"
    if down > size.spine_up:
        yield f"spines: {down} ports down over {size.spine_up} up is {down / size.spine_up:.4g}"
    enough = up_to(size.spines * size.spine_up, wish.radix)
    if enough < size.cores:
        yield _why_more(size.cores, enough, "cores", size.spine_links, "spine", "core of its place")


def _why_more(taken: int, enough: int, what: str, links: int, below: str, above: str) -> str:
    each = _many(links, "link")
    return f"{taken} {what} where {enough} have the ports, so that each {below} has {each} to each {above}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
