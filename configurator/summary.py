"""The contract's JSON document of a configuration, and the facts that the readable summary shows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

import numpy as np

from configurator.backbone import panels_of
from configurator.design import Design
from configurator.measures.bundles import measured_routes
from configurator.measures.survey import LANES_PER_PORT
from configurator.parts.base import known
from configurator.pipeline import Configuration
from configurator.units import RACK_UNIT_MM

COUNTED = {
    "accelerator": "accelerator",
    "cpu": "cpu",
    "memory": "memory",
    "drive": "drive",
    "nic": "nic",
    "scale_up_switch": "scale_up_switch",
    "tier2_switch": "tier2_switch",
    "management_switch": "management_switch",
    "power_shelf": "power_shelf",
    "pdu": "pdu",
    "cdu": "cdu",
    "cable_tray": "cable_tray",
    "manifold": "manifold",
    "busbar": "busbar",
    "cable": "cable",
}
"""Role in the design -> key of `counts`."""
SWITCH_ROLES = ("leaf", "spine", "core")
BY_ROLE = {role: role for role in SWITCH_ROLES}
OTHER_NETWORKS = ("storage", "in_band", "out_of_band", "scale_across")
LAYERS = ("node_leaf", "access_leaf", "leaf_spine", "spine_core", "border_border")
SCALE_OUT_LAYERS = ("node_leaf", "leaf_spine", "spine_core")


def document(configuration: Configuration) -> dict[str, Any]:
    """The document that `build --json` prints (without `seconds`)."""
    design = configuration.design
    return {
        "spec": design.spec.model_dump(mode="json", exclude_none=True, exclude_defaults=True),
        "design": design_document(design),
        "power": power_document(configuration),
        "mechanics": mechanics_document(configuration),
        "floor": floor_document(configuration),
        "cabling": cabling_document(configuration),
        "cost": cost_document(configuration),
        "findings": [f.model_dump(mode="json", exclude_none=True) for f in configuration.findings],
        "catalog": design.catalog.model_dump(mode="json"),
    }


def design_document(design: Design) -> dict[str, Any]:
    """Counts, tiers, links and lanes of a design."""
    roles: Counter[str] = Counter()
    switches: dict[str, Counter[str]] = defaultdict(Counter)
    nics: Counter[str] = Counter()
    optics: Counter[str] = Counter()
    for (role, _, network), quantity in design.tally().items():
        roles[role] += quantity
        if role in SWITCH_ROLES:
            switches[network or "scale_out"][role] += quantity
        if role == "nic":
            nics[network or "scale_out"] += quantity
        if role == "optic":
            optics[network or "scale_out"] += quantity
    counts: dict[str, Any] = {key: roles[role] for role, key in COUNTED.items()}
    counts["scale_out_switch"] = switches["scale_out"].total()
    counts["storage_switch"] = switches["storage"].total()
    counts["in_band_switch"] = switches["in_band"].total()
    counts["out_of_band_switch"] = roles["management_switch"] + switches["out_of_band"].total()
    counts["border_switch"] = switches["scale_across"].total()
    counts["optic"] = roles["optic"]
    counts["nic_by_network"] = dict(sorted(_cards(_joined(design), nics).items()))
    counts["optic_by_network"] = dict(sorted(optics.items()))
    compute = [r for r in design.racks if design.rack_type[r.type].role == "compute"]
    lanes = lane_account(design)
    return {
        "platform": design.platform.name,
        "gpus": design.gpus,
        "scale_up_size": design.scale_up_size,
        "scale_up_domains": design.domains,
        "racks": len(compute),
        "network_racks": len(design.racks) - len(compute),
        "nodes": roles["compute"],
        "counts": counts,
        "tiers": {
            "scale_up": _tiers(roles, {"track": "scale_up_switch", "tier2": "tier2_switch"}),
            **{name: _tiers(switches[name], BY_ROLE) for name in ("scale_out", "storage", "in_band")},
            "out_of_band": [
                *_tiers(roles, {"access": "management_switch"}),
                *_tiers(switches["out_of_band"], BY_ROLE),
            ],
            "scale_across": _tiers(switches["scale_across"], {"border": "leaf"}),
        },
        "links": {
            "scale_up": lanes["links"],
            "scale_up_inter_rack": sum(len(t) for t in design.links if t.network == "scale_up"),
            **{layer: _links(design, "scale_out", layer) for layer in SCALE_OUT_LAYERS},
            "management": sum(len(k.cables) * design.rack_counts[k.name] for k in design.rack_types),
        },
        "links_by_network": {
            name: {layer: n for layer in LAYERS if (n := _links(design, name, layer))} for name in OTHER_NETWORKS
        },
        "sites": _sites(design),
        "lanes": lanes,
        "spare_nic_ports": spare_ports(design),
    }


def _links(design: Design, network: str, layer: str) -> int:
    return sum(len(t) for t in design.links if (t.network, t.layer) == (network, layer))


def _cards(joined: Mapping[tuple[str, str], int], nics: Counter[str]) -> dict[str, int]:
    """NICs by network. Front-end cards that storage and in-band share count by their ports on each, whole cards."""
    ports = {name: joined["compute", name] for name in ("storage", "in_band")}
    if not sum(ports.values()):
        return dict(nics)
    cards, total = nics["front_end"], sum(ports.values())
    storage = cards * ports["storage"] // total
    found = Counter({**nics, "front_end": 0}) + Counter({"storage": storage, "in_band": cards - storage})
    return dict(found)


def _joined(design: Design) -> Counter[tuple[str, str]]:
    """(role of a device, network) -> NIC ports of such devices that links of the network take."""
    found: Counter[tuple[str, str]] = Counter()
    names, types = design.device_types_by_index()
    for table in design.links:
        if table.layer == "node_leaf":
            counts = np.bincount(types[table.a_device], minlength=len(names))
            for index in np.flatnonzero(counts).tolist():
                found[design.device_type[names[index]].role, table.network] += int(counts[index])
    return found


def _sites(design: Design) -> list[dict[str, Any]]:
    """Each site with its racks; empty for one place."""
    counts = Counter(rack.site for rack in design.racks if rack.site is not None)
    return [{"name": name, "racks": racks} for name, racks in counts.items()]


def _tiers(roles: Mapping[str, int], named: Mapping[str, str]) -> list[dict[str, Any]]:
    return [{"role": name, "switches": roles.get(role, 0)} for name, role in named.items() if roles.get(role, 0)]


def lane_account(design: Design) -> dict[str, Any]:
    """Every scale-up lane accounted for: of the accelerators, of the ASICs, joined, and idle at either end."""
    joined = links = accelerator_lanes = asic_lanes = outward = 0
    unknown = 0
    for kind in design.rack_types:
        count = design.rack_counts[kind.name]
        links += len(kind.lanes) * count
        joined += sum(g.lanes for g in kind.lanes) * count
        for device in kind.devices:
            made = design.device_type[device.type]
            for content in made.contents:
                if content.role == "accelerator":
                    each = known(design.parts[content.part], "scaleup_lanes_per_dir")
                    unknown += each is None
                    accelerator_lanes += int(each or 0) * content.quantity * count
            if made.role == "scale_up_switch":
                each = known(design.parts[made.part], "serdes_lanes")
                unknown += each is None
                asic_lanes += int(each or 0) * count
    for table in design.links:
        if table.network == "scale_up" and table.layer != "node_tier2":
            ends = 2 if table.layer == "track_track" else 1
            outward += ends * len(table) * LANES_PER_PORT
    return {
        "links": links,
        "joined": joined,
        "outward": outward,
        "accelerator": None if unknown else accelerator_lanes,
        "asic": None if unknown else asic_lanes,
        "idle_accelerator": None if unknown or not asic_lanes else accelerator_lanes - joined,
        "idle_asic": None if unknown else asic_lanes - joined - outward,
        "copper_pairs": 2 * joined,
    }


def spare_ports(design: Design) -> dict[str, int | None]:
    """NIC ports that no cable reaches, by network; None where a NIC's ports are unknown."""
    spare: dict[str, int | None] = {}
    for (role, part_id, network), quantity in design.tally().items():
        if role == "nic":
            name = network or "scale_out"
            ports, before = known(design.parts[part_id], "ports"), spare.get(name, 0)
            spare[name] = None if ports is None or before is None else before + quantity * int(ports)
    for (role, network), used in _joined(design).items():
        name = "front_end" if role == "compute" and network in ("storage", "in_band") else network
        left = spare.get(name)
        if left is not None:
            spare[name] = left - used
    return dict(sorted(spare.items()))


def power_document(configuration: Configuration) -> dict[str, Any]:
    """Power, heat and flow over all racks, each with whether it is complete."""
    figures = {
        "it_kw": ("it_w", 1000),
        "it_typical_kw": ("typical_w", 1000),
        "provisioned_kw": ("input_w", 1000),
        "liquid_kw": ("liquid_w", 1000),
        "air_kw": ("air_w", 1000),
        "coolant_lpm": ("flow_lpm", 1),
    }
    totals = {name: configuration.sum_racks(field) * (1 / scale) for name, (field, scale) in figures.items()}
    data: dict[str, Any] = {name: round(total.value, 3) for name, total in totals.items()}
    data["complete"] = all(total.complete for total in totals.values())
    data["at_least"] = [name for name, total in totals.items() if not total.complete]
    data["unknown"] = sorted({str(u) for total in totals.values() for u in total.unknown})
    return data


def mechanics_document(configuration: Configuration) -> dict[str, Any]:
    """Space and mass of each rack; the frame apart from the payload."""
    racks = []
    for rack in configuration.design.racks:
        facts = configuration.racks[rack.type]
        racks.append(
            {
                "name": rack.name,
                "type": rack.type,
                "used_mm": round(facts.used_mm.value, 2),
                "mass_kg": round(facts.mass_kg.value, 2),
                "frame_kg": round(facts.frame_kg.value, 2),
                "payload_kg": round(facts.payload_kg.value, 2),
                "mass_complete": facts.mass_kg.complete,
                "used_complete": facts.used_mm.complete,
            }
        )
    return {"racks": racks}


def floor_document(configuration: Configuration) -> dict[str, Any]:
    """Rows, aisles, area, feeds by side, and the cable trays; empty where the platform states no floor."""
    design, floor = configuration.design, configuration.cables.floor
    if floor is None:
        return {}
    feeds = Counter({"A": 0, "B": 0})
    for kind in design.rack_types:
        for feed in kind.feeds:
            feeds[feed.side] += design.rack_counts[kind.name]
    area = floor.width_m * floor.depth_m
    power = configuration.sum_racks("input_w")
    return {
        "rows": floor.rows,
        "racks_in_longest_row": max(r.position for r in design.racks) + 1,
        "cold_aisles": floor.cold_aisles,
        "cold_aisle_m": floor.cold_mm / 1000,
        "hot_aisles": floor.hot_aisles,
        "hot_aisle_m": floor.hot_mm / 1000,
        "length_m": round(floor.width_m, 2),
        "depth_m": round(floor.depth_m, 2),
        "area_m2": round(area, 1),
        "kw_m2": round(power.value / 1000 / area, 2),
        "feeds": dict(feeds),
        "tray": floor.trays.kind,
        "trays": floor.trays.count,
        "tray_width_mm": floor.trays.width_mm,
        "tray_depth_mm": floor.trays.depth_mm,
        "tray_fill_max": floor.trays.fill_max,
        "tray_fill": round(configuration.cables.worst[0] / floor.trays.section_mm2, 4),
        "tray_fullest": configuration.cables.worst[1],
        "tray_load_kg_m": round(configuration.cables.kg_per_m, 2),
    }


def cabling_document(configuration: Configuration) -> dict[str, Any]:
    """Links, cables and modules between racks, each counted for itself, and the bundles that the cables lie in."""
    design, bundles = configuration.design, configuration.cables.bundles
    cables: Counter[str] = Counter()
    modules = 0
    for table in design.links:
        for role, part, _, quantity in table.cabling:
            if role == "optic":
                modules += quantity
            else:
                cables[part] += quantity
    known_mass = bundles.mass_kg[~np.isnan(bundles.mass_kg)]
    return {
        "links": sum(len(t) for t in design.links),
        "cables": dict(sorted(cables.items())),
        "modules": modules,
        "spare_tails": sum(t.spare_tails(i) for t in design.links for i, m in enumerate(t.assemblies) if m.splits),
        "routes": len(bundles),
        "bundles": int(bundles.bundles.sum()),
        "largest_diameter_mm": round(float(np.nanmax(bundles.diameter_mm, initial=0.0)), 1),
        "mass_kg": round(float(known_mass.sum()), 1),
        "mass_complete": len(known_mass) == len(bundles),
        "measured_routes": int(measured_routes(design, bundles).sum()),
        **({"backbone": backbone_document(design)} if design.backbone else {}),
    }


def backbone_document(design: Design) -> dict[str, Any]:
    """Structured fibre: trunks by pair of rows, and the panels of each row with the rack units that they take."""
    panels = panels_of(design.backbone)
    heights = [(design.parts[p.panel].extent_mm or 0.0) / RACK_UNIT_MM for p in panels]
    return {
        "links": sum(span.links for span in design.backbone),
        "trunks": sum(span.trunks for span in design.backbone),
        "spare_legs": sum(span.spare_legs for span in design.backbone),
        "spans": [
            {
                "rows": [span.row_a + 1, span.row_b + 1],
                "network": span.network,
                "trunk": span.trunk,
                "trunks": span.trunks,
                "links": span.links,
                "ordered_m": span.ordered_m,
            }
            for span in design.backbone
        ],
        "panels": [
            {"row": p.row + 1, "scope": p.scope, "panels": p.panels, "cassettes": p.cassettes, "ru": p.panels * height}
            for p, height in zip(panels, heights, strict=True)
        ],
    }


def cost_document(configuration: Configuration) -> dict[str, Any]:
    """The cost: money as strings of digits."""
    cost = configuration.cost
    share = cost.estimated_share
    per_gpu = {
        which: format((cost.total(which) / cost.gpus).quantize(cost.total(which)), "f")
        for which in ("low", "base", "high")
    }
    return {
        "currency": cost.currency,
        "as_of": cost.as_of.isoformat(),
        "complete": cost.complete,
        "capex": {which: format(cost.total(which), "f") for which in ("low", "base", "high")},
        "per_gpu": per_gpu,
        "by_category": {name: format(amount, "f") for name, amount in cost.by_category.items()},
        "by_scope": {name: format(amount, "f") for name, amount in cost.by_scope.items()},
        "families": {
            "by_family": {name: format(amount, "f") for name, amount in cost.families.items()},
            "share_of_domain": None if cost.family_share is None else float(cost.family_share),
        },
        "lines": {
            "total": len(cost.lines),
            "priced": cost.count("priced"),
            "unpriced": cost.count("unpriced"),
            "expired": cost.count("expired"),
            "included": cost.count("included"),
            "estimated_share": None if share is None else float(share),
        },
    }
