"""Links between racks: ports, lengths, media, and the dual-rack rule; judged in arrays."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from configurator.linktable import LinkAssembly, LinkTable
from configurator.measures.subjects import LinksUse
from configurator.parts.base import UnknownValue, need
from configurator.reasons import Breach, Unknown
from configurator.rules._engine import rule
from configurator.rules._judging import unjudged

LINKX = "NVIDIA LinkX guide: reach, glass and shells of modules"
SONIC = "SONiC scale-up architecture rev 1.0: the switch of track i links only to that of track i of the other rack"
Longs = NDArray[np.int64]
PORT_SPACE, DEVICE_SPACE = 1_000_000, 1_000_000_000
"""More ports than any device has, and more than all its kinds of ports have together."""
MOST = 5
"""Breaches of one kind that are told one by one; the rest are counted."""


def _ends(use: LinksUse) -> tuple[Longs, Longs]:
    """(device, port) of every link end. Ports of one device that are called differently are different ports: a node's
    NICs and its scale-up cages; a leaf's ports down and up are not."""
    called: dict[str, int] = {}
    devices, ports = [], []
    for table in use.tables:
        for device, port, name in (
            (table.a_device, table.a_port, table.a_ports),
            (table.b_device, table.b_port, table.b_ports),
        ):
            space = called.setdefault(name, len(called))
            devices.append(device.astype(np.int64))
            ports.append(port.astype(np.int64) + space * PORT_SPACE)
    return np.concatenate(devices), np.concatenate(ports)


@rule("LNK401", LinksUse, source="a port takes one plug")
def no_port_twice_between_racks(use: LinksUse) -> Iterator[Breach]:
    """No port is used by two links between racks."""
    device, port = _ends(use)
    keys, counts = np.unique(device * DEVICE_SPACE + port, return_counts=True)
    twice = keys[counts > 1]
    for key in twice[:MOST].tolist():
        name, number = use.name_of(key // DEVICE_SPACE), key % PORT_SPACE
        yield Breach(
            f"port {number} of {name} is used twice", 2, 1, "links", ("another port for one of the links",), at=name
        )
    if len(twice) > MOST:
        yield Breach(f"{len(twice)} ports are used twice", len(twice), 0, "ports", ("build the design anew",))


@rule("LNK402", LinksUse, source="device data sheet: ports at the rate of the links")
def ports_exist_between_racks(use: LinksUse) -> Iterator[Breach]:
    """Every link between racks ends at ports that its devices have, at its rate."""
    for table in use.tables:
        for side, device, port in (("a", table.a_device, table.a_port), ("b", table.b_device, table.b_port)):
            kinds = use.device_types[device]
            for kind in np.unique(kinds).tolist():
                try:
                    limit = _ports(use, kind, table, side)
                except UnknownValue as gap:
                    yield unjudged(gap.unknown)
                    continue
                highest = int(port[kinds == kind].max()) + 1
                if highest > limit:
                    part = use.devices[kind].part_id
                    repair = f"a device with at least {highest} ports of {table.gbps:g} Gb/s"
                    yield Breach(
                        f"{part} has too few ports for {table.layer}", highest, limit, "ports", (repair,), at=part
                    )


def _ports(use: LinksUse, kind: int, table: LinkTable, side: str) -> int:
    """Ports of one device at the rate of a table's links: those of the name, else the device's own."""
    part, role = use.devices[kind], use.roles[kind]
    named = use.named_ports.get((kind, table.a_ports if side == "a" else table.b_ports))
    if named is not None:
        if named.count is None:
            raise UnknownValue(Unknown(named.part.part_id, "ports", f"{table.network} ports"))
        return named.count
    if role == "scale_up_switch":
        lanes = need(part, "serdes_lanes", "ports between racks") // need(part, "asics", "ports between racks")
        return int(lanes // 2 * need(part, "lane_gbps", "ports between racks") // table.gbps)
    capacity = need(part, "ports", "ports between racks") * need(part, "port_gbps", "ports between racks")
    return int(capacity // table.gbps)


@rule("LNK409", LinksUse, source="conservation: ports supplied are at least the links that end there")
def switches_carry_their_links(use: LinksUse) -> Iterator[Breach]:
    """A switch has at least the rate of all links that end at its own ports, over all networks and layers."""
    loads = np.zeros(len(use.device_types))
    for table in use.tables:
        for device, tag in ((table.a_device, table.a_ports), (table.b_device, table.b_ports)):
            own = np.array([(kind, tag) not in use.named_ports for kind in range(len(use.devices))])
            np.add.at(loads, device[own[use.device_types[device]]], table.gbps)
    for kind, (part, role) in enumerate(zip(use.devices, use.roles, strict=True)):
        here = np.flatnonzero((use.device_types == kind) & (loads > 0))
        if not len(here) or role == "scale_up_switch":
            continue
        try:
            capacity = need(part, "ports", "links of a switch") * need(part, "port_gbps", "links of a switch")
        except UnknownValue as gap:
            yield unjudged(gap.unknown)
            continue
        worst = int(here[np.argmax(loads[here])])
        if loads[worst] > capacity:
            yield Breach(
                f"more links than ports at {use.name_of(worst)}",
                float(loads[worst]),
                float(capacity),
                "Gb/s",
                ("fewer links, or another switch",),
                at=part.part_id,
            )


@rule("LNK415", LinksUse, source="device data sheet: rate of a port", severity="warning")
def ports_run_at_the_links_rate(use: LinksUse) -> Iterator[Breach]:
    """A NIC's port is at least as fast as the link that ends there."""
    for table in use.tables:
        for device, tag in ((table.a_device, table.a_ports), (table.b_device, table.b_ports)):
            for kind in np.unique(use.device_types[device]).tolist():
                named = use.named_ports.get((kind, tag))
                if named is not None and named.gbps is not None and named.gbps < table.gbps:
                    yield Breach(
                        f"{named.part.part_id} has ports of {named.gbps:g} Gb/s on links of {table.network}",
                        named.gbps,
                        table.gbps,
                        "Gb/s",
                        (f"a NIC with ports of {table.gbps:g} Gb/s",),
                        at=named.part.part_id,
                    )


@rule("LNK403", LinksUse, source="routed length: up to the tray, along the row, across rows, down, and slack")
def links_long_enough(use: LinksUse) -> Iterator[Breach]:
    """Every cable between racks is ordered at least as long as it is routed."""
    for table in use.tables:
        short = table.ordered_mm < table.routed_mm
        if short.any():
            worst = int((table.routed_mm - table.ordered_mm).max())
            row = int(np.argmax(table.routed_mm - table.ordered_mm))
            yield Breach(
                f"{int(short.sum())} links of {table.layer} are shorter than their way",
                actual=int(table.routed_mm[row]) / 1000,
                limit=int(table.ordered_mm[row]) / 1000,
                unit="m",
                repairs=(f"order {worst / 1000:g} m more",),
            )


@rule("LNK404", LinksUse, source=LINKX)
def links_within_reach(use: LinksUse) -> Iterator[Breach]:
    """Every link between racks of a site is within the reach of its cable or of both its modules."""
    for table in use.tables:
        if table.layer == "border_border":
            continue
        for index, made in enumerate(table.assemblies):
            lengths = table.ordered_mm[table.assembly == index]
            if not len(lengths):
                continue
            for part_id, reach in _reaches(use, made):
                if lengths.max() > reach * 1000:
                    yield Breach(
                        f"{part_id} does not reach on {table.layer}",
                        actual=int(lengths.max()) / 1000,
                        limit=reach,
                        unit="m",
                        repairs=("a medium that reaches farther", "racks nearer to each other"),
                        at=part_id,
                    )


def _reaches(use: LinksUse, made: LinkAssembly) -> Iterator[tuple[str, float]]:
    """Parts that must reach over the whole way; over a backbone, each piece of fibre has its own length."""
    if not made.backbone:
        yield made.cable, float(need(use.parts[made.cable], "max_m", "reach"))
    for module in dict.fromkeys(m for m in (made.module_a, made.module_b) if m is not None):
        yield module, float(need(use.parts[module], "reach_m", "reach"))


@rule("LNK405", LinksUse, source=LINKX)
def modules_and_glass_agree(use: LinksUse) -> Iterator[Breach]:
    """Both modules of a link and its fibre are of one glass; a connector never implies glass."""
    for table in use.tables:
        for made in table.assemblies:
            if made.module_a is None or made.module_b is None:
                continue
            glass = {
                p: str(need(use.parts[p], "fiber_type", "glass")).partition(" (")[0]
                for p in (made.module_a, made.cable, made.module_b)
            }
            if len(set(glass.values())) > 1:
                told = ", ".join(f"{p}: {g}" for p, g in glass.items())
                yield Breach(f"unlike glass on {table.layer} ({told})", at=made.cable)


@rule("LNK406", LinksUse, source=LINKX)
def both_ends_have_modules(use: LinksUse) -> Iterator[Breach]:
    """A fibre has a module at each end; a cable assembly includes its ends and has none."""
    for table in use.tables:
        for made in table.assemblies:
            modules = sum(m is not None for m in (made.module_a, made.module_b))
            wanted = 2 if made.medium == "optics" else 0
            if modules != wanted:
                told = f"{modules} module(s) on a link by {made.medium} of {table.layer}"
                yield Breach(told, modules, wanted, "modules", (f"{wanted} modules a link",))


@rule("LNK407", LinksUse, source=SONIC)
def tracks_stay_apart(use: LinksUse) -> Iterator[Breach]:
    """Between two racks, the switch of track i links only to that of track i."""
    for table in use.tables:
        if table.layer == "track_track":
            crossed = use.tracks[table.a_device] != use.tracks[table.b_device]
            if crossed.any():
                row = int(np.argmax(crossed))
                a, b = use.name_of(int(table.a_device[row])), use.name_of(int(table.b_device[row]))
                told, count = f"links cross tracks, first {a} to {b}", int(crossed.sum())
                yield Breach(f"{count} {told}", count, 0, "links", ("equal tracks at both ends",))


@rule("LNK408", LinksUse, source="conservation: both ends of a link are placed, and are not the same device")
def ends_differ(use: LinksUse) -> Iterator[Breach]:
    """No link between racks ends where it begins."""
    for table in use.tables:
        same = table.a_device == table.b_device
        if same.any():
            name, count = use.name_of(int(table.a_device[int(np.argmax(same))])), int(same.sum())
            told = f"{count} links of {table.layer} end where they begin, first {name}"
            yield Breach(told, count, 0, "links", ("another device at one end",))
