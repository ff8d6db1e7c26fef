"""Links between racks: ports, lengths, media, tracks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from configurator.linktable import LinkAssembly, LinkTable
from configurator.measures.subjects import LinksUse, Ports
from tests.rules.factories import Case, check, nic, part, switch

AEC = LinkAssembly(medium="aec", cable="CBL-9")
OPTICS = LinkAssembly(medium="optics", cable="FIB-9", module_a="OPT-9", module_b="OPT-9")


def cable_part(**changes: Any) -> Any:
    return part("cable", "CBL-9", {"family": "aec", "min_m": 1, "max_m": 7, "tails": 1}, changes)


def fibre(**changes: Any) -> Any:
    return part("fiber", "FIB-9", {"fiber_type": "OS2 SMF", "min_m": 1, "max_m": 30}, changes)


def module(**changes: Any) -> Any:
    return part("optic", "OPT-9", {"fiber_type": "OS2 SMF", "reach_m": 500}, changes)


def between(
    *,
    made: LinkAssembly = AEC,
    a_port: tuple[int, ...] = (0, 1),
    b_port: tuple[int, ...] = (0, 1),
    a: tuple[int, ...] = (0, 0),
    b: tuple[int, ...] = (1, 1),
    routed: float = 3.0,
    ordered: float = 4.0,
    tracks: tuple[int, ...] = (0, 0, 1),
    **changes: Any,
) -> LinksUse:
    """Two links between two track switches of 64 lanes (four outward ports of 800G each) in two racks."""
    columns = {
        "cable": (0, 1),
        "a_device": a,
        "a_port": a_port,
        "b_device": b,
        "b_port": b_port,
        "assembly": (0, 0),
        "routed_mm": (round(routed * 1000),) * 2,
        "ordered_mm": (round(ordered * 1000),) * 2,
    }
    table = LinkTable.model_validate(
        {
            "network": "scale_up",
            "layer": "track_track",
            "gbps": 800,
            "scope": "domain",
            "a_ports": "osfp-{}",
            "b_ports": "osfp-{}",
            "assemblies": (made,),
            "decision": "x",
            **{name: np.array(values, dtype=np.int32) for name, values in columns.items()},
        }
    )
    parts = {"CBL-9": cable_part(), "FIB-9": fibre(), "OPT-9": module(), **changes.pop("parts", {})}
    device = changes.pop("device", switch(serdes_lanes=64, asics=1, lane_gbps=100))
    return LinksUse(
        path="links",
        tables=(table,),
        devices=(device,),
        roles=(changes.pop("role", "scale_up_switch"),),
        device_types=np.zeros(3, dtype=np.int32),
        tracks=np.array(tracks, dtype=np.int32),
        parts=parts,
        named_ports=changes.pop("named_ports", {}),
        name_of=lambda index: f"rack-{index + 1}/switch",
        **changes,
    )


CASES = [
    Case("LNK401", "passes", between()),
    Case("LNK401", "just passes", between(a_port=(0, 1), b_port=(1, 0))),
    Case("LNK401", "fails", between(a_port=(1, 1)), "port 1 of rack-1/switch is used twice"),
    Case("LNK402", "passes", between()),
    Case("LNK402", "just passes", between(a_port=(0, 3))),
    Case("LNK402", "fails", between(a_port=(0, 4)), "SWT-1 has too few ports for track_track"),
    Case("LNK402", "unknown", between(device=switch(serdes_lanes=None))),
    Case("LNK409", "passes", between(role="leaf", device=switch(ports=4, port_gbps=800))),
    Case("LNK409", "just passes", between(role="leaf", device=switch(ports=2, port_gbps=800))),
    Case(
        "LNK409",
        "fails",
        between(role="leaf", device=switch(ports=1, port_gbps=800)),
        "more links than ports at rack-1/switch",
    ),
    Case("LNK409", "unknown", between(role="leaf", device=switch(ports=None, port_gbps=800))),
    Case("LNK415", "passes", between()),
    Case("LNK415", "just passes", between(named_ports={(0, "osfp-{}"): Ports(2, nic(), 800.0)})),
    Case(
        "LNK415",
        "fails",
        between(named_ports={(0, "osfp-{}"): Ports(2, nic(), 400.0)}),
        "NIC-1 has ports of 400 Gb/s on links of scale_up",
        "warning",
    ),
    Case("LNK402", "just passes", between(named_ports={(0, "osfp-{}"): Ports(2, nic())})),
    Case(
        "LNK402",
        "fails",
        between(named_ports={(0, "osfp-{}"): Ports(1, nic())}),
        "SWT-1 has too few ports for track_track",
    ),
    Case("LNK402", "unknown", between(named_ports={(0, "osfp-{}"): Ports(None, nic())})),
    Case("LNK403", "passes", between()),
    Case("LNK403", "just passes", between(routed=4.0)),
    Case("LNK403", "fails", between(routed=4.001), "2 links of track_track are shorter than their way"),
    Case("LNK404", "passes", between()),
    Case("LNK404", "just passes", between(ordered=7.0)),
    Case("LNK404", "fails", between(ordered=10.0), "CBL-9 does not reach on track_track"),
    Case("LNK404", "fails", between(made=OPTICS, ordered=50.0), "FIB-9 does not reach on track_track"),
    Case("LNK404", "unknown", between(parts={"CBL-9": cable_part(max_m=None)})),
    Case("LNK404", "unknown", between(made=OPTICS, parts={"OPT-9": module(reach_m=None)})),
    Case("LNK405", "passes", between()),
    Case("LNK405", "just passes", between(made=OPTICS)),
    Case(
        "LNK405",
        "fails",
        between(made=OPTICS, parts={"FIB-9": fibre(fiber_type="OM4 MMF")}),
        "unlike glass on track_track (OPT-9: OS2 SMF, FIB-9: OM4 MMF)",
    ),
    Case("LNK405", "unknown", between(made=OPTICS, parts={"OPT-9": module(fiber_type=None)})),
    Case("LNK406", "passes", between()),
    Case("LNK406", "just passes", between(made=OPTICS)),
    Case(
        "LNK406",
        "fails",
        between(made=OPTICS.model_copy(update={"module_b": None})),
        "1 module(s) on a link by optics of track_track",
    ),
    Case(
        "LNK406",
        "fails",
        between(made=AEC.model_copy(update={"module_a": "OPT-9"})),
        "1 module(s) on a link by aec of track_track",
    ),
    Case("LNK407", "passes", between()),
    Case("LNK407", "just passes", between(tracks=(1, 1, 0))),
    Case(
        "LNK407",
        "fails",
        between(tracks=(0, 1, 0)),
        "2 links cross tracks, first rack-1/switch to rack-2/switch",
    ),
    Case("LNK408", "passes", between()),
    Case("LNK408", "just passes", between(b=(2, 1))),
    Case("LNK408", "fails", between(b=(0, 0)), "2 links of track_track end where they begin, first rack-1/switch"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
