"""What no fabric can be: the whole message, and repairs that build."""

from __future__ import annotations

from typing import Any

import pytest

from configurator.errors import InputError
from configurator.topologies import scale_up_topologies, topologies
from configurator.topologies.fabric import Unbuildable


@pytest.mark.parametrize(
    ("shape", "args", "more", "told"),
    [
        (
            "leaf_spine",
            (1_024, 8, 64),
            {},
            "cannot be built: leaf_spine for 1,024 nodes of 8 NICs at radix 64, oversubscription 1\n"
            "  limit: two tiers do not reach that far (8,192 against 2,048 endpoints)\n"
            "  repair: radix 128 instead of 64\n"
            "  repair: three tiers",
        ),
        (
            "leaf_spine",
            (300, 8, 64),
            {},
            "cannot be built: leaf_spine for 300 nodes of 8 NICs at radix 64, oversubscription 1\n"
            "  limit: two tiers do not reach that far (2,400 against 2,048 endpoints)\n"
            "  repair: radix 128 instead of 64\n"
            "  repair: oversubscription 2 instead of 1\n"
            "  repair: three tiers",
        ),
        (
            "leaf_spine",
            (500, 8, 64),
            {"oversubscription": 4 / 3},
            "cannot be built: leaf_spine for 500 nodes of 8 NICs at radix 64, oversubscription 4/3\n"
            "  limit: two tiers do not reach that far (4,000 against 2,304 endpoints)\n"
            "  repair: radix 128 instead of 64\n"
            "  repair: three tiers",
        ),
        (
            "rail_optimised",
            (20, 8, 4),
            {},
            "cannot be built: rail_optimised for 20 nodes of 8 NICs at radix 4, oversubscription 1\n"
            "  limit: three tiers do not reach that far (160 against 16 endpoints)\n"
            "  repair: radix 16 instead of 4",
        ),
        (
            "fat_tree_3",
            (8_200, 8, 64),
            {},
            "cannot be built: fat_tree_3 for 8,200 nodes of 8 NICs at radix 64, oversubscription 1\n"
            "  limit: three tiers do not reach that far (65,600 against 65,536 endpoints)\n"
            "  repair: radix 128 instead of 64\n"
            "  repair: oversubscription 2 instead of 1",
        ),
        (
            "rail_only",
            (70_000, 2, 64),
            {},
            "cannot be built: each rail of rail_only for 70,000 nodes of 1 NIC at radix 64, oversubscription 1\n"
            "  limit: three tiers do not reach that far (70,000 against 65,536 endpoints)\n"
            "  repair: radix 128 instead of 64\n"
            "  repair: oversubscription 2 instead of 1",
        ),
        (
            "leaf_spine",
            (2, 1, 1),
            {},
            "cannot be built: leaf_spine for 2 nodes of 1 NIC at radix 1, oversubscription 1\n"
            "  limit: two tiers do not reach that far (2 against 0 endpoints)\n"
            "  repair: radix 2 instead of 1",
        ),
        (
            "rail_optimised",
            (4, 8, 64),
            {"rail_groups": 3},
            "cannot be built: rail_optimised for 4 nodes of 8 NICs at radix 64, oversubscription 1\n"
            "  limit: the NICs of a node do not divide over the rail groups (8 against 3 rail groups)\n"
            "  repair: rail groups 1 instead of 3\n"
            "  repair: rail groups 8 instead of 3",
        ),
        (
            "multi_plane",
            (4, 8, 64),
            {"planes": 1},
            "cannot be built: 1 plane of rail_optimised\n"
            "  limit: several planes are at least two (1 against 2 planes)\n"
            "  repair: planes 2 instead of 1\n"
            "  repair: topology rail_optimised",
        ),
    ],
)
def test_a_fabric(shape: str, args: tuple[int, int, int], more: dict[str, Any], told: str) -> None:
    with pytest.raises(Unbuildable) as caught:
        topologies()[shape].plan(*args, **more)
    assert str(caught.value) == told
    assert caught.value.exit_code == 4


def test_planes_of_a_shape_that_is_not_there() -> None:
    with pytest.raises(InputError) as caught:
        topologies()["multi_plane"].plan(4, 8, 64, shape="leafspine")
    assert str(caught.value) == (
        "no such topology\n"
        "  shape: cannot be the shape of a plane, got 'leafspine'; "
        "expected fat_tree_3, leaf_spine, rail_only, rail_optimised; did you mean 'leaf_spine'?"
    )


@pytest.mark.parametrize(
    ("shape", "args", "more", "told"),
    [
        (
            "dual_rack",
            (2, 64, 64, 8, 512),
            {},
            "cannot be built: dual_rack of 2 racks x 64 GPUs x 64 lanes on 8 ASICs of 512 lanes a rack\n"
            "  limit: 512 lanes down and 512 across are more than the ASIC has (1,024 against 512 lanes)\n"
            "  repair: 16 ASICs a rack instead of 8",
        ),
        (
            "dual_rack",
            (2, 96, 32, 8, 512),
            {},
            "cannot be built: dual_rack of 2 racks x 96 GPUs x 32 lanes on 8 ASICs of 512 lanes a rack\n"
            "  limit: 384 lanes down and 384 across are more than the ASIC has (768 against 512 lanes)\n"
            "  repair: 16 ASICs a rack instead of 8\n"
            "  repair: taper 4 instead of 1",
        ),
        (
            "dual_rack",
            (4, 64, 32, 8, 512),
            {},
            "cannot be built: dual_rack of 4 racks x 64 GPUs x 32 lanes on 8 ASICs of 512 lanes a rack\n"
            "  limit: a dual rack is two racks (4 against 2 racks)\n"
            "  repair: topology two_tier for 4 racks",
        ),
        (
            "two_tier",
            (4, 64, 32, 6, 512),
            {},
            "cannot be built: two_tier of 4 racks x 64 GPUs x 32 lanes on 6 ASICs of 512 lanes a rack\n"
            "  limit: lanes of a GPU do not divide over its ASICs (32 against 6 ASICs)\n"
            "  repair: 8 ASICs a rack instead of 6",
        ),
        (
            "two_tier",
            (100, 64, 32, 8, 512),
            {},
            "cannot be built: two_tier of 100 racks x 64 GPUs x 32 lanes on 8 ASICs of 512 lanes a rack\n"
            "  limit: a second-tier ASIC has fewer ports than there are racks (100 against 64 ports)\n"
            "  repair: second-tier ASICs of 1024 lanes",
        ),
        (
            "flat",
            (4, 64, 32, 2, 512),
            {},
            "cannot be built: flat of 4 racks x 64 GPUs x 32 lanes on 2 ASICs of 512 lanes a rack\n"
            "  limit: 1024 lanes down and 0 across are more than the ASIC has (1,024 against 512 lanes)",
        ),
        (
            "flat",
            (2, 64, 32, 4, 512),
            {"lanes_per_port": 8},
            "cannot be built: flat of 2 racks x 64 GPUs x 32 lanes on 4 ASICs of 512 lanes a rack\n"
            "  limit: lanes of a GPU to an ASIC are not whole ports (4 against 8 lanes a port)\n"
            "  repair: 4 lanes a port instead of 8",
        ),
    ],
)
def test_a_domain(shape: str, args: tuple[int, ...], more: dict[str, Any], told: str) -> None:
    with pytest.raises(Unbuildable) as caught:
        scale_up_topologies()[shape].join(*args, **more)
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("args", "more", "told"),
    [
        ((0, 8, 64), {}, "nodes is 0, expected at least 1"),
        ((1, 0, 0), {}, "nics_per_node is 0, expected at least 1; radix is 0, expected at least 1"),
        ((1, 1, 64), {"oversubscription": 0}, "oversubscription must be above 0"),
        ((1, 1, 64), {"oversubscription": 1e-6}, "oversubscription must be above 0"),
        ((1, 1, 64), {"unit_nodes": 0}, "unit_nodes is 0, expected at least 1"),
        ((1, 1, 64), {"extra_endpoints": -1}, "extra_endpoints must not be below 0"),
    ],
)
def test_numbers_that_make_no_sense(args: tuple[int, int, int], more: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=r"expected at least 1|must") as caught:
        topologies()["leaf_spine"].plan(*args, **more)
    assert str(caught.value) == told
