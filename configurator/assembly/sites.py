"""One place, or several: which domains stand where, and what each place is built of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from configurator.assembly.bench import Bench
from configurator.assembly.border import BORDER, Border, borders, way_of
from configurator.assembly.fabric_racks import Kinds, racks_for, racks_of
from configurator.assembly.fabrics import Planned
from configurator.assembly.management import SWITCH as ACCESS
from configurator.assembly.networks import plan_networks
from configurator.assembly.nodes import COMPUTE
from configurator.assembly.scale_out import plan_scale_out
from configurator.assembly.servers import add_servers
from configurator.design import RackType
from configurator.errors import Unsatisfiable
from configurator.reasons import Reason

Groups = list[list[str]]
"""Rack type names of each domain."""


@dataclass
class Place:
    """One site (None: the only one) with its domains, its fabrics, and the racks of their switches."""

    site: str | None
    nodes: int
    groups: Groups
    fabrics: list[Planned] = field(default_factory=list)
    switch_racks: list[tuple[str, int]] = field(default_factory=list)
    """(rack type of the compute fabric, last node that its leaves serve; -1 for spines and cores)."""
    other_racks: list[str] = field(default_factory=list)
    border: Border | None = None


def places(bench: Bench, groups: Groups, kinds: Mapping[str, RackType]) -> tuple[list[Place], list[RackType]]:
    """Every place with what is built there, and the rack types of the switches."""
    made: Kinds = {}
    if bench.spec.scale_across.sites:
        way_of(bench)
    divided = _divided(bench, groups)
    nodes = [_count(here, kinds, COMPUTE) for _, here in divided]
    found = []
    for (site, here), own in zip(divided, nodes, strict=True):
        place = Place(site, own, here)
        fabric, place.border = _compute_fabric(bench, own, nodes, site)
        if fabric is not None:
            place.fabrics.append(fabric)
            place.switch_racks = racks_of(bench, fabric, made)
        border = place.border.racks(bench, made) if place.border is not None else []
        access = _count(here, kinds, ACCESS) + len(place.switch_racks) + len(border)
        guests = fabric.guests if fabric is not None else ()
        planned, _ = plan_networks(bench, own, access, guests, site)
        place.fabrics += planned
        servers = add_servers(bench, [*guests, *(g for p in planned for g in p.guests)])
        counts = [item for p in planned for item in p.switches.items()]
        others = racks_for(bench, "network", [*counts, *servers.items()], "other_networks", made)
        place.other_racks = [*others, *border]
        found.append(place)
    return found, list(made.values())


def _compute_fabric(
    bench: Bench, nodes: int, of_all: Sequence[int], site: str | None
) -> tuple[Planned | None, Border | None]:
    """The compute fabric of a site, and its border where there are other sites: the smallest that fits its spines."""
    if site is None:
        return plan_scale_out(bench, nodes), None
    stopped: Unsatisfiable | None = None
    for border in borders(bench, nodes, of_all):
        try:
            fabric = plan_scale_out(bench, nodes, site, border.side)
        except Unsatisfiable as error:
            stopped = stopped or error
        else:
            assert fabric is not None
            return replace(fabric, side=(BORDER, border.switches)), border
    if stopped is None:
        told = {"candidate": BORDER, "rule": "LNK420", "message": "its ports do not take the way out and the way up"}
        raise Unsatisfiable(f"a border for {nodes} nodes", [told])
    raise stopped


def laid_out(place: Place, kinds: Mapping[str, RackType], first: int) -> tuple[Groups, list[list[int]]]:
    """The groups with each rack of leaves after the domains that it serves, spines, cores and others last; and the
    indices of each domain's racks, from `first`."""
    waiting = list(place.switch_racks)
    laid: Groups = []
    domains: list[list[int]] = []
    nodes, index = 0, first
    for group in place.groups:
        domains.append(list(range(index, index + len(group))))
        index += len(group)
        laid.append(list(group))
        nodes += sum(d.type == COMPUTE for name in group for d in kinds[name].devices)
        while waiting and 0 <= waiting[0][1] < nodes:
            laid[-1].append(waiting.pop(0)[0])
            index += 1
    laid.extend([name] for name, _ in waiting)
    laid.extend([name] for name in place.other_racks)
    return laid, domains


def _count(groups: Groups, kinds: Mapping[str, RackType], device: str) -> int:
    each = {name: sum(d.type == device for d in kind.devices) for name, kind in kinds.items()}
    return sum(each[name] for group in groups for name in group)


def _divided(bench: Bench, groups: Groups) -> list[tuple[str | None, Groups]]:
    """The domains over the sites by their shares, whole domains, the largest remainders first.

    Raises `Unsatisfiable` when there are fewer domains than sites.
    """
    sites = bench.spec.scale_across.sites
    if not sites:
        return [(None, groups)]
    if len(groups) < len(sites):
        refused = {
            "candidate": f"{len(groups)} domain racks",
            "rule": "LNK420",
            "message": "a domain stays at one site, and there are fewer than sites",
            "actual": len(groups),
            "limit": len(sites),
            "unit": "domains",
        }
        size = bench.gpus // max(len(groups), 1)
        raise Unsatisfiable(
            f"{bench.gpus} GPUs over {len(sites)} sites", [refused], [{"change": f"gpus: {size * len(sites)}"}]
        )
    whole = _shares([site.share for site in sites], len(groups))
    told = ", ".join(f"{n} at {site.name}" for n, site in zip(whole, sites, strict=True))
    bench.decide(
        "scale_across",
        "sites",
        told,
        [Reason(text="domains stay whole, divided by the sites' shares")],
        ["spec:scale_across.sites"],
    )
    found: list[tuple[str | None, Groups]] = []
    start = 0
    for site, count in zip(sites, whole, strict=True):
        found.append((site.name, groups[start : start + count]))
        start += count
    return found


def _shares(shares: Sequence[float], whole: int) -> list[int]:
    """`whole` divided by shares, at least 1 each, the largest remainders rounded up."""
    spare, total = whole - len(shares), sum(shares)
    exact = [spare * share / total for share in shares]
    found = [int(x) for x in exact]
    order = sorted(range(len(shares)), key=lambda i: (found[i] - exact[i], i))
    for i in order[: spare - sum(found)]:
        found[i] += 1
    return [n + 1 for n in found]
