"""The moves that can mend a fault: limits raised, fewer GPUs, more racks, other lanes, media, coolant; none tried yet.

A move is a ladder of steps, the least change first: the first step that works is the repair.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from decimal import ROUND_CEILING, Decimal
from functools import cache
from typing import Any

from configurator.assembly.conflict import Trial
from configurator.design import Design
from configurator.platform import Platform, platform_data, platform_names
from configurator.spec import Spec
from configurator.topologies import topologies

Step = Mapping[str, str]
Ladder = tuple[Step, ...]

ROUND_TO = {"site.floor_kg_m2_max": 10, "budget": 1000}
"""What a raised limit is rounded up to a multiple of [the limit's unit]; 1 where not named."""
OF_A_RACK = ("site.rack_power_kw_max", "site.floor_kg_m2_max", "site.rack_height_ou_max")
RACK_RULES = ("COO", "PWR", "RCK")
WARMER_K = (8, 10, 12, 15, 20)
RATIOS = (1, 2, 3, 4, 8)
PLANES = (1, 2, 4, 8)
PINNED_AS = {"scale_out_switch": "leaf", "inter_rack_optic": "optic", "management_cable": "cable"}
"""Pin role -> role in a design, where they differ."""


def moves(spec: Spec, trial: Trial, own: Step, base: Design | None) -> Iterator[Ladder]:
    """Moves against what refuses a trial of this spec.

    own: the platform's value for each demand in conflict; base: a design near to what is asked for, for its numbers.
    """
    for text in trial.proposals:
        key, _, value = text.partition(": ")
        yield ({key: value},)
    for key, value in own.items():
        yield ({key: value},)
    raised = _raised(trial)
    if len(raised) > 1:
        yield (raised,)
    for key, value in raised.items():
        yield ({key: value},)
    if base is not None:
        gpus = spec.gpus or int(base.platform.preset.get("gpus", base.gpus))
        yield _fewer(base.platform, trial, gpus)
        yield _more_racks(base, trial, gpus)
        yield from _by_rule(spec, base.platform, trial)


def of_platform(keys: Collection[str], base: Design | None) -> dict[str, str]:
    """What the platform itself takes for each demand, as the value of an assignment; limits have none."""
    if base is None:
        return {}
    found = {}
    for key in keys:
        group, _, name = key.partition(".")
        value: Any = None
        if group == "parts":
            value = _part_of(base, PINNED_AS.get(name, name))
        elif group == "profile":
            value = _value_at(base.platform.model_dump(mode="json"), name)
        elif group == "scale_up" and name == "asics_per_rack":
            value = _value_at(base.platform.model_dump(mode="json"), f"scale_up.{name}")
        elif group in ("scale_up", "scale_out"):
            value = getattr(getattr(base.spec, group), name)
            value = _value_at(base.platform.model_dump(mode="json"), key) if value is None else value
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if value is not None:
            found[key] = value if isinstance(value, str) else json.dumps(value)
    return found


def _part_of(design: Design, role: str) -> str | None:
    """The part of a role; of switches, that of the compute fabric."""
    found = [
        part
        for (kind, part, network), _ in sorted(design.tally().items(), key=str)
        if kind == role and network in (None, "scale_up", "scale_out", "out_of_band")
    ]
    return next(iter(found), None)


def _value_at(data: Any, path: str) -> Any:
    for step in path.split("."):
        data = data[int(step)] if isinstance(data, list) else data.get(step) if isinstance(data, dict) else None
    return data["value"] if isinstance(data, dict) and "value" in data else data


def _raised(trial: Trial) -> dict[str, str]:
    """Each limit that a design breaks, raised to what it takes and rounded up."""
    worst: dict[str, Decimal] = {}
    for refused in trial.refused:
        key = refused.get("limit_of")
        if key is not None and refused.get("actual") is not None:
            worst[str(key)] = max(worst.get(str(key), Decimal(0)), Decimal(str(refused["actual"])))
    return {
        key: format((actual / ROUND_TO.get(key, 1)).to_integral_value(ROUND_CEILING) * ROUND_TO.get(key, 1), "f")
        for key, actual in sorted(worst.items(), key=lambda item: (item[0] == "budget", item[0]))
    }


def _share(trial: Trial, of: str) -> float | None:
    """The smallest limit / actual among refusals that fewer devices of a kind would mend.

    of: `compute` racks, `network` racks, or `all` for what grows with the whole (cost, rows, endpoints).
    """
    shares = []
    for refused in trial.refused:
        if refused.get("limit_of") in OF_A_RACK:
            kind = "compute" if str(refused.get("candidate")).startswith("compute") else "network"
        elif refused.get("limit_of") is None and str(refused.get("rule") or "").startswith(RACK_RULES):
            kind = "compute"
        else:
            kind = "all"
        actual, limit = refused.get("actual"), refused.get("limit")
        if kind == of and isinstance(actual, int | float) and isinstance(limit, int | float) and actual > 0:
            shares.append(min(limit / actual, 1.0))
    return min(shares, default=None)


def _racks_of_domain(platform: Platform) -> int:
    return platform.scale_up.racks.value if platform.scale_up.racks is not None else 1


def _fewer(platform: Platform, trial: Trial, gpus: int) -> Ladder:
    """Fewer GPUs in whole nodes, or in whole domains where a domain spans racks."""
    node, racks = platform.node.accelerators.value, _racks_of_domain(platform)
    rack_gpus = node * platform.rack.nodes.value
    unit = node if racks == 1 else rack_gpus * racks
    share, in_rack = _share(trial, "all"), _share(trial, "compute")
    if in_rack is not None:
        if racks > 1 or gpus > rack_gpus:
            return ()
        share = in_rack if share is None else min(share, in_rack)
    if share is None:
        return ()
    most = min(int(gpus * share) // unit, (gpus - 1) // unit)
    return tuple({"gpus": str(n * unit)} for n in dict.fromkeys(most - k for k in (0, 1, 2, 3, 5, 8, 13)) if n > 0)


def _more_racks(base: Design, trial: Trial, gpus: int) -> Ladder:
    """The nodes spread over more racks, where the scale-up fabric still joins them; and so the network switches."""
    share, of_network = _share(trial, "compute"), _share(trial, "network")
    platform = base.platform
    fewer: list[Step] = []
    if of_network is not None and platform.network_rack is not None:
        held = max((len(kind.devices) for kind in base.rack_types if kind.role == "network"), default=1)
        most = int(min(held, platform.network_rack.switches_max.value) * of_network)
        fewer = [{"profile.network_rack.switches_max": str(n)} for n in (most, most // 2, most // 4) if n > 0]
    if share is None:
        return tuple(fewer)
    return tuple({**step, **less} for step in _wider(platform, share, gpus) for less in fewer or [{}])


def _wider(platform: Platform, share: float, gpus: int) -> Ladder:
    nodes, racks = platform.rack.nodes.value, _racks_of_domain(platform)
    if platform.scale_up.kind == "baseboard":
        most = min(int(nodes * share), nodes - 1)
        return tuple({"profile.rack.nodes": str(n)} for n in range(most, max(most - 6, 0), -1))
    wider: list[Step] = []
    for factor in (f for f in (2, 4) if nodes % f == 0):
        less = {"profile.rack.nodes": str(nodes // factor)}
        if racks == 1:
            less |= {"profile.scale_up.size": str(platform.scale_up.size.value), "gpus": str(gpus)}
            joined = [{"platform": name, **less} for name in _kin(platform, factor)]
            if platform.scale_up.asics_per_rack is not None:
                asics = platform.scale_up.asics_per_rack.value
                wider += [{**step, "scale_up.asics_per_rack": str(asics)} for step in joined]
            wider += joined
        elif platform.scale_up.tier2_switch is not None:
            less |= {"profile.scale_up.racks": str(racks * factor), "scale_up.topology": "two_tier"}
            wider.append(less)
            if platform.scale_up.asics_per_rack is not None:
                asics = platform.scale_up.asics_per_rack.value // factor
                wider.append({**less, "scale_up.asics_per_rack": str(asics)})
    return tuple(wider)


def _kin(platform: Platform, racks: int) -> list[str]:
    """Shipped platforms of the same nodes whose domain spans so many racks."""
    node = (platform.node.chassis.value, platform.node.accelerators.value)
    return [name for name, span, other in _shipped() if span == racks and other == node]


@cache
def _shipped() -> tuple[tuple[str, object, tuple[object, object]], ...]:
    """(name, racks of a domain, (chassis, accelerators) of the node) of every shipped platform."""
    found = []
    for name in platform_names():
        data = platform_data(name)
        node = (_value_at(data, "node.chassis"), _value_at(data, "node.accelerators"))
        found.append((name, _value_at(data, "scale_up.racks"), node))
    return tuple(found)


def _by_rule(spec: Spec, platform: Platform, trial: Trial) -> Iterator[Ladder]:
    """Moves for one kind of fault each, by the code of the rule that refuses."""
    rules = {str(r.get("rule") or "") for r in trial.refused}
    concerns = {code[:3] for code in rules}
    cooling, power, plan = platform.cooling, platform.power, platform.scale_up
    if "COO" in concerns and cooling.delta_t_k is not None and cooling.redundancy is not None:
        rise = spec.profile.get("cooling.delta_t_k", cooling.delta_t_k.value)
        yield tuple({"profile.cooling.delta_t_k": str(k)} for k in WARMER_K if k > rise)
        if spec.profile.get("cooling.redundancy", cooling.redundancy.value) != "N":
            yield ({"profile.cooling.redundancy": "N"},)
    if "PWR" in concerns:
        weaker = {"2N": ("N+1", "N"), "N+1": ("N",)}
        asked = str(spec.profile.get("power.redundancy", power.redundancy.value))
        yield tuple({"profile.power.redundancy": r} for r in weaker.get(asked, ()))
    if rules & {"RCK102", "PRC110"} and plan.asics_per_rack is not None:
        asics = spec.scale_up.asics_per_rack or plan.asics_per_rack.value
        yield tuple({"scale_up.asics_per_rack": str(asics // f)} for f in (2, 4, 8) if asics % f == 0)
    if "PRC110" in rules and _racks_of_domain(platform) > 1:
        taper = spec.scale_up.taper or (plan.taper.value if plan.taper is not None else 1)
        yield tuple({"scale_up.taper": str(r)} for r in RATIOS if r > taper)
    if "LNK404" in rules:
        for medium in ("auto", "optics"):
            yield ({"scale_up.inter_rack_medium": medium},)
    if rules & {"LNK410", "PRC110"}:
        yield tuple({"scale_out.oversubscription": str(r)} for r in RATIOS if r > spec.scale_out.oversubscription)
    if "LNK410" in rules:
        yield tuple({"scale_out.topology": name} for name in topologies() if name != spec.scale_out.topology)
        yield tuple({"scale_out.planes": str(p)} for p in PLANES if p != spec.scale_out.planes)
    if rules & {"FLR101", "LNK404"} and platform.floor is not None:
        yield _longer_rows(spec, platform.floor.racks_per_row.value, trial)


def _longer_rows(spec: Spec, stated: int, trial: Trial) -> Ladder:
    """Longer rows: fewer of them, and shorter ways between racks."""
    now = spec.site.racks_per_row or stated
    share = next((_ratio(r) for r in trial.refused if r.get("rule") == "FLR101"), 1.5)
    least = max(now + 1, round(now * share))
    return tuple({"site.racks_per_row": str(n)} for n in dict.fromkeys((least, least + 1, least + 2, 2 * least)))


def _ratio(refused: Mapping[str, object]) -> float:
    actual, limit = refused.get("actual"), refused.get("limit")
    return actual / limit if isinstance(actual, int | float) and isinstance(limit, int | float) and limit else 1.5
