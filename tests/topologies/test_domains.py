"""Scale-up over several racks: the counts of the default profile, and what holds for every domain."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from configurator.topologies import scale_up_topologies
from configurator.topologies.domain import Domain
from configurator.topologies.fabric import Unbuildable


# 51.2T ASICs of 512 x 100G; dual-rack rule and lane counts: SONiC scale-up architecture (doc/scale_up, rev 1.0)
# CloudMatrix384, in 400G-port units of its own: 48 nodes x 7 chips x 16 uplinks on second-tier chips of 48 ports
@pytest.mark.parametrize(
    ("shape", "args", "more", "track", "tier2", "down", "across", "links"),
    [
        ("dual_rack", (2, 64, 32, 8, 512), {"lanes_per_port": 4}, 16, 0, 256, 256, 512),
        ("dual_rack", (2, 64, 32, 8, 512), {}, 16, 0, 256, 256, 256),
        ("dual_rack", (2, 64, 32, 8, 512), {"taper": 2}, 16, 0, 256, 128, 128),
        ("dual_rack", (2, 64, 64, 16, 512), {}, 32, 0, 256, 256, 512),
        ("two_tier", (4, 64, 32, 8, 512), {"lanes_per_port": 4}, 32, 16, 256, 256, 2_048),
        ("two_tier", (4, 64, 32, 8, 512), {}, 32, 16, 256, 256, 1_024),
        ("two_tier", (4, 64, 32, 8, 512), {"tier2_lanes": 1_024}, 32, 8, 256, 256, 1_024),
        ("two_tier", (4, 64, 32, 8, 512), {"taper": 2}, 32, 8, 256, 128, 512),
        ("two_tier", (3, 64, 32, 8, 512), {}, 24, 16, 256, 256, 768),
        ("two_tier", (48, 8, 14, 7, 48), {"lanes_per_port": 1, "tier2_lanes": 48}, 336, 112, 16, 16, 5_376),
        ("flat", (2, 64, 32, 4, 512), {}, 8, 0, 512, 0, 512),
        ("flat", (1, 64, 64, 8, 512), {}, 8, 0, 512, 0, 0),
    ],
)
def test_the_counts_of_a_domain(
    shape: str,
    args: tuple[int, int, int, int, int],
    more: dict[str, Any],
    track: int,
    tier2: int,
    down: int,
    across: int,
    links: int,
) -> None:
    domain = scale_up_topologies()[shape].join(*args, **more)
    assert domain.switches == {"track": track, "tier2": tier2}
    assert (domain.down, domain.across, len(domain.links)) == (down, across, links)
    assert len(domain.lanes) * domain.lanes.each == args[0] * args[1] * args[2]
    assert domain.notes == ()


def test_dual_rack_links_track_i_to_track_i_alone() -> None:
    links = scale_up_topologies()["dual_rack"].join(2, 64, 32, 8, 512).links
    np.testing.assert_array_equal(links.upper, links.lower + 8)
    np.testing.assert_array_equal(links.upper_port, links.lower_port)


def test_second_tier_switches_keep_to_their_track() -> None:
    links = scale_up_topologies()["two_tier"].join(4, 64, 32, 8, 512).links
    np.testing.assert_array_equal(links.lower % 8, links.upper // 2)
    pairs = Counter(zip(links.lower.tolist(), links.upper.tolist(), strict=True))
    assert set(pairs.values()) == {16}


def test_flat_links_are_the_lanes_to_other_racks() -> None:
    domain = scale_up_topologies()["flat"].join(2, 64, 32, 4, 512)
    assert set((domain.links.lower // 64 != domain.links.upper // 4).tolist()) == {True}


@pytest.mark.parametrize(
    ("shape", "args", "more", "note"),
    [
        (
            "dual_rack",
            (2, 36, 32, 16, 512),
            {"lanes_per_port": 16},
            "taper 1 asked: 72 lanes down over 80 across in whole ports",
        ),
        (
            "two_tier",
            (4, 64, 32, 8, 512),
            {"taper": 3},
            "taper 3 asked: 256 lanes down over 88 across in whole ports",
        ),
        (
            "two_tier",
            (5, 64, 32, 8, 512),
            {},
            "4 second-tier ASICs a track where 3 have the lanes, so that ports spread evenly",
        ),
    ],
)
def test_what_does_not_divide_is_said(shape: str, args: tuple[int, ...], more: dict[str, Any], note: str) -> None:
    assert note in scale_up_topologies()[shape].join(*args, **more).notes


domains = st.fixed_dictionaries(
    {
        "shape": st.sampled_from(["dual_rack", "flat", "two_tier"]),
        "racks": st.integers(1, 9),
        "gpus": st.integers(1, 72),
        "lanes": st.sampled_from([8, 16, 18, 32, 36, 64]),
        "asics": st.sampled_from([1, 2, 4, 8, 9, 16]),
        "asic_lanes": st.sampled_from([144, 512, 1_024]),
        "port": st.sampled_from([1, 2, 4, 8]),
        "taper": st.sampled_from([1, 1.5, 2, 4]),
    }
)


@settings(deadline=None, max_examples=300)
@given(domains)
def test_what_holds_for_every_domain(ask: dict[str, Any]) -> None:
    more = {"lanes_per_port": ask["port"]} | ({} if ask["shape"] == "flat" else {"taper": ask["taper"]})
    racks = 2 if ask["shape"] == "dual_rack" else ask["racks"]
    numbers = (racks, ask["gpus"], ask["lanes"], ask["asics"], ask["asic_lanes"])
    try:
        domain: Domain = scale_up_topologies()[ask["shape"]].join(*numbers, **more)
    except Unbuildable:
        assume(False)
    lanes, links = domain.lanes, domain.links
    reached = domain.asics_per_rack * (racks if ask["shape"] == "flat" else 1)
    gpus = ask["gpus"] * (racks if ask["shape"] == "flat" else 1)
    assert gpus * lanes.each == domain.down
    assert domain.down + domain.across <= ask["asic_lanes"]
    # every GPU the same lanes to every ASIC that it reaches, no lane twice at either end
    pairs = Counter(zip(lanes.gpu.tolist(), lanes.asic.tolist(), strict=True))
    assert set(pairs.values()) == {1}
    assert len(pairs) == racks * ask["gpus"] * reached
    for device, lane, most in (
        (lanes.gpu, lanes.gpu_lane, ask["lanes"]),
        (lanes.asic, lanes.asic_lane, domain.down),
    ):
        starts = list(zip(device.tolist(), lane.tolist(), strict=True))
        assert len(set(starts)) == len(lanes)
        assert {s % lanes.each for _, s in starts} == {0}
        assert max(s for _, s in starts) + lanes.each <= most
    for device, port in ((links.lower, links.lower_port), (links.upper, links.upper_port)):
        assert len(set(zip(device.tolist(), port.tolist(), strict=True))) == len(links)
    if ask["shape"] == "flat":
        assert len(links) * ask["port"] == racks * (racks - 1) * ask["gpus"] * domain.asics_per_rack * lanes.each
        return
    if ask["taper"] == 1 and domain.down % ask["port"] == 0:
        assert domain.across == domain.down
    assert domain.across * ask["taper"] >= domain.down
    if ask["shape"] == "two_tier":
        assert len(links) == racks * domain.asics_per_rack * domain.across // ask["port"]
        assert max(Counter(links.upper.tolist()).values()) * ask["port"] <= ask["asic_lanes"]
