"""A cluster over several sites: domains whole, borders in each, optics by distance, and what cannot be."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from configurator.design import design_from_json
from configurator.errors import InputError, Unsatisfiable
from configurator.explain import why
from configurator.pipeline import Configuration
from configurator.summary import document
from tests.assembly.test_networks import _conserved_apart
from tests.build import build


def _apart(distance_m: float, *, sites: int = 2, ratio: float = 4, gpus: int = 512, **keys: Any) -> Configuration:
    wish = {
        "sites": [{"name": "north"}, {"name": "south"}, {"name": "west"}][:sites],
        "distance_m": distance_m,
        "oversubscription": ratio,
    }
    return build(keys.pop("preset", "eth-x-64"), gpus=gpus, scale_across=wish, **keys)


# two sites of 256 NIC ports of 400G at 4:1: 25.6 Tb/s between them
@pytest.mark.parametrize(
    ("distance_m", "module", "gbps", "links", "modules", "pairs", "amplifiers"),
    [
        (300, "OPT-800-2FR4-OSFP", 400, 64, 64, 64, 0),
        (2_000, "OPT-800-2FR4-OSFP", 400, 64, 64, 64, 0),
        (2_001, "OPT-800-2LR4-OSFP", 400, 64, 64, 64, 0),
        (10_000, "OPT-800-2LR4-OSFP", 400, 64, 64, 64, 0),
        (40_000, "OPT-800-ER1-OSFP", 800, 32, 64, 32, 0),
        (80_000, "OPT-800-ZR-OSFP", 800, 32, 64, 1, 2),
        (120_000, "OPT-800-ZR-OSFP", 800, 32, 64, 1, 2),
    ],
)
def test_optics_by_distance(
    distance_m: float, module: str, gbps: float, links: int, modules: int, pairs: int, amplifiers: int
) -> None:
    made = _apart(distance_m)
    table = next(t for t in made.design.links if t.network == "scale_across")
    assert (table.assemblies[0].module_a, table.gbps, len(table)) == (module, gbps, links)
    counts: Counter[str] = Counter()
    for _, part, _, quantity in table.cabling:
        counts[part] += quantity
    assert counts == {module: modules, "FIB-DARK-OS2": pairs}
    assert sum(n for (role, _, _), n in made.design.tally().items() if role == "line_amplifier") == amplifiers
    assert all(m >= distance_m * 1000 for m in table.ordered_mm.tolist())
    assert [f for f in made.findings if f.severity == "error"] == []
    _conserved_apart(made)


def test_each_site_has_its_domains_its_fabric_and_two_borders_at_least() -> None:
    made = _apart(8_000)
    design = document(made)["design"]
    assert [site["name"] for site in design["sites"]] == ["north", "south"]
    racks = Counter(r.site for r in made.design.racks if made.design.rack_type[r.type].role == "compute")
    assert racks == {"north": 4, "south": 4}
    assert design["tiers"]["scale_across"] == [{"role": "border", "switches": 4}]
    for table in made.design.links:
        for a, b in zip(table.a_device.tolist(), table.b_device.tolist(), strict=True):
            same = made.design.place(a)[0].site == made.design.place(b)[0].site
            assert same == (table.network != "scale_across")


def test_the_dark_fibre_is_the_sites_and_has_no_price() -> None:
    made = _apart(8_000)
    assert not made.cost.complete
    assert [f.severity for f in made.findings if f.rule == "PRC101" and "FIB-DARK-OS2" in f.subject] == ["warning"]


def test_shares_divide_whole_domains() -> None:
    wish = {
        "sites": [{"name": "a", "share": 3}, {"name": "b", "share": 1}],
        "distance_m": 500,
        "oversubscription": 8,
    }
    made = build("eth-x-64", gpus=512, scale_across=wish)
    racks = Counter(r.site for r in made.design.racks if made.design.rack_type[r.type].role == "compute")
    assert racks == {"a": 6, "b": 2}
    _conserved_apart(made)


def test_three_sites_are_joined_two_by_two() -> None:
    made = _apart(1_000, sites=3, ratio=8, gpus=768)
    table = next(t for t in made.design.links if t.network == "scale_across")
    pairs = Counter(
        (made.design.place(a)[0].site, made.design.place(b)[0].site)
        for a, b in zip(table.a_device.tolist(), table.b_device.tolist(), strict=True)
    )
    assert pairs == {("north", "south"): 32, ("north", "west"): 32, ("south", "west"): 32}
    _conserved_apart(made)


def test_a_site_of_a_superpod_has_its_own_networks() -> None:
    made = _apart(1_500, preset="dgx-h100-superpod", gpus=1024)
    design = document(made)["design"]
    in_band = {t["role"]: t["switches"] for t in design["tiers"]["in_band"]}
    assert in_band == {"leaf": 2 * 4, "spine": 2 * 2}, "64 nodes a site: 64 links and uplinks to a pair of 60 ports"
    assert [f for f in made.findings if f.severity == "error"] == []
    _conserved_apart(made)


@pytest.mark.parametrize(
    ("preset", "distance_m", "repair"),
    [("eth-x-64", 150_000, "scale_across.distance_m: 120000"), ("dgx-h100-superpod", 5_000, None)],
)
def test_too_far_is_told_with_what_would_reach(preset: str, distance_m: float, repair: str | None) -> None:
    with pytest.raises(Unsatisfiable) as caught:
        _apart(distance_m, preset=preset)
    assert {r["rule"] for r in caught.value.refused} == {"LNK421"}
    changes = [str(r["change"]) for r in caught.value.repairs]
    assert changes[0] == (repair or "scale_across.distance_m: 2000")
    assert all(r["verified"] for r in caught.value.repairs)


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"sites": [{"name": "a"}], "distance_m": 5}, "two or more"),
        ({"sites": [{"name": "a"}, {"name": "a"}], "distance_m": 5}, "two or more"),
        ({"sites": [{"name": "a"}, {"name": "b"}]}, "given together"),
        ({"distance_m": 5}, "given together"),
        ({"sites": [{"name": "a"}, {"name": "b"}], "distance_m": 0}, "greater than 0"),
    ],
)
def test_wishes_that_cannot_be_understood(wish: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        build("eth-x-64", gpus=256, scale_across=wish)


def test_a_platform_that_cannot_and_a_fabric_that_is_not_built() -> None:
    with pytest.raises(InputError, match="scale_across: required key is missing"):
        _apart(500, preset="gb300-nvl72", gpus=144)
    with pytest.raises(InputError, match="none is built"):
        _apart(500, scale_out={"topology": "none"})


def test_fewer_domains_than_sites() -> None:
    with pytest.raises(Unsatisfiable, match="fewer than sites"):
        _apart(500, gpus=64, scale_out={"topology": "leaf_spine"})


def test_delay_and_loss_are_told_and_the_design_opens_again() -> None:
    made = _apart(8_000)
    told = [step.text for step in why(made, "scale_across.way").steps]
    assert any("40 us each way" in text for text in told)
    assert any("8 km lose 5.20 dB" in text for text in told)
    assert design_from_json(made.design.to_json(), "x").fingerprint == made.design.fingerprint
