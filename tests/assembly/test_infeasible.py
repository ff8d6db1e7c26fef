"""Specs that cannot be met: the conflict is minimal, checked here by building without each member; repairs work when
applied, are ranked by cost, and say what they cost."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

import pytest

from configurator.assembly import assemble
from configurator.assembly.repairs import short_money
from configurator.design import Design
from configurator.errors import Unsatisfiable
from configurator.pipeline import Configuration, configure
from configurator.spec import Spec, spec_from
from tests.build import build, built, catalog, changed


class Case(NamedTuple):
    """A preset and its assignments; what is wanted; the conflicting demands; the sets of other faults."""

    preset: str
    assignments: tuple[str, ...]
    wanted: str
    conflict: tuple[str, ...]
    others: tuple[tuple[str, ...], ...] = ()


CASES = [
    # what one rack may draw, weigh and hold
    Case(
        "eth-x-64",
        ("site.rack_power_kw_max=40",),
        "64 GPUs on eth-x-64 within site.rack_power_kw_max: 40",
        ("site.rack_power_kw_max: 40",),
    ),
    Case(
        "eth-x-128",
        ("site.rack_power_kw_max=60",),
        "128 GPUs on eth-x-128 within site.rack_power_kw_max: 60",
        ("site.rack_power_kw_max: 60",),
    ),
    Case(
        "eth-x-256",
        ("site.rack_power_kw_max=60",),
        "256 GPUs on eth-x-256 within site.rack_power_kw_max: 60",
        ("site.rack_power_kw_max: 60",),
    ),
    Case(
        "hgx-8",
        ("site.rack_power_kw_max=30",),
        "64 GPUs on hgx-8 within site.rack_power_kw_max: 30",
        ("site.rack_power_kw_max: 30",),
    ),
    Case(
        "hgx-8",
        ("site.rack_power_kw_max=15",),
        "64 GPUs on hgx-8 within site.rack_power_kw_max: 15",
        ("site.rack_power_kw_max: 15",),
    ),
    Case(
        "eth-x-64",
        ("site.floor_kg_m2_max=1000",),
        "64 GPUs on eth-x-64 within site.floor_kg_m2_max: 1000",
        ("site.floor_kg_m2_max: 1000",),
    ),
    Case(
        "eth-x-64",
        ("site.floor_kg_m2_max=1500",),
        "64 GPUs on eth-x-64 within site.floor_kg_m2_max: 1500",
        ("site.floor_kg_m2_max: 1500",),
    ),
    Case(
        "eth-x-128",
        ("site.floor_kg_m2_max=1500",),
        "128 GPUs on eth-x-128 within site.floor_kg_m2_max: 1500",
        ("site.floor_kg_m2_max: 1500",),
    ),
    Case(
        "hgx-8",
        ("site.floor_kg_m2_max=500",),
        "64 GPUs on hgx-8 within site.floor_kg_m2_max: 500",
        ("site.floor_kg_m2_max: 500",),
    ),
    Case(
        "eth-x-64",
        ("site.rack_height_ou_max=20",),
        "64 GPUs on eth-x-64 within site.rack_height_ou_max: 20",
        ("site.rack_height_ou_max: 20",),
    ),
    Case(
        "hgx-8",
        ("site.rack_height_ou_max=10",),
        "64 GPUs on hgx-8 within site.rack_height_ou_max: 10",
        ("site.rack_height_ou_max: 10",),
    ),
    # money
    Case("eth-x-64", ("budget=1000000",), "64 GPUs on eth-x-64 within budget: 1000000", ("budget: 1000000",)),
    Case("hgx-8", ("budget=1000",), "64 GPUs on hgx-8 within budget: 1000", ("budget: 1000",)),
    Case(
        "eth-x-64",
        ("gpus=1024", "budget=10000000"),
        "1024 GPUs on eth-x-64 within budget: 10000000",
        ("budget: 10000000", "gpus: 1024"),
    ),
    Case("eth-x-256", ("budget=15200000",), "256 GPUs on eth-x-256 within budget: 15200000", ("budget: 15200000",)),
    Case(
        "eth-x-64",
        ("budget=3050000", "scale_up.asics_per_rack=8"),
        "64 GPUs on eth-x-64 within budget: 3050000",
        ("budget: 3050000", "scale_up.asics_per_rack: 8"),
    ),
    # whole nodes, whole domains
    Case("eth-x-64", ("gpus=63",), "63 GPUs in whole nodes of 4", ("gpus: 63",)),
    Case("eth-x-128", ("gpus=64",), "64 GPUs in whole domains of 128", ("gpus: 64",)),
    Case("eth-x-256", ("gpus=300",), "300 GPUs in whole domains of 256", ("gpus: 300",)),
    # lanes, ASICs, taper
    Case("eth-x-64", ("scale_up.asics_per_rack=5",), "5 scale-up ASICs a rack", ("scale_up.asics_per_rack: 5",)),
    Case(
        "eth-x-64", ("scale_up.asics_per_rack=32",), "everything in one RCK-ETHX-44OU", ("scale_up.asics_per_rack: 32",)
    ),
    Case("eth-x-128", ("scale_up.asics_per_rack=3",), "3 scale-up ASICs a rack", ("scale_up.asics_per_rack: 3",)),
    Case("eth-x-128", ("scale_up.taper=0.5",), "8 scale-up ASICs a rack for 2 racks", ("scale_up.taper: 0.5",)),
    Case(
        "eth-x-256",
        ("scale_up.asics_per_rack=4",),
        "4 scale-up ASICs a rack for 4 racks",
        ("scale_up.asics_per_rack: 4",),
    ),
    # reach and medium
    Case(
        "eth-x-128",
        ("scale_up.inter_rack_medium=copper", "profile.floor.position_mm=9000"),
        "scale-up between racks over 13.856 m",
        ("profile.floor.position_mm: 9000", "scale_up.inter_rack_medium: copper"),
    ),
    Case(
        "eth-x-128",
        ("scale_up.inter_rack_medium=copper", "profile.floor.slack_m=60"),
        "scale-up between racks over 64.456 m",
        ("profile.floor.slack_m: 60",),
    ),
    Case(
        "eth-x-256",
        ("scale_up.inter_rack_medium=copper", "profile.floor.position_mm=9000"),
        "scale-up between racks over 41.484 m",
        ("profile.floor.position_mm: 9000",),
        (("scale_up.inter_rack_medium: copper",),),
    ),
    Case("hgx-8", ("profile.floor.slack_m=600",), "node-leaf over 606.456 m", ("profile.floor.slack_m: 600",)),
    # radix and planes of the scale-out fabric
    Case(
        "hgx-8",
        ("gpus=32768", "scale_out.topology=leaf_spine"),
        "leaf_spine for 4,096 nodes of 8 NICs at radix 128, oversubscription 1",
        ("scale_out.topology: leaf_spine", "gpus: 32768"),
    ),
    Case(
        "hgx-8",
        ("gpus=1024", "parts.scale_out_switch=SWS-NV-SN4600C", "scale_out.topology=leaf_spine"),
        "leaf_spine for 128 nodes of 8 NICs at radix 16, oversubscription 1",
        ("parts.scale_out_switch: SWS-NV-SN4600C", "scale_out.topology: leaf_spine", "gpus: 1024"),
    ),
    Case("hgx-8", ("scale_out.planes=3",), "rail_optimised of 3 planes", ("scale_out.planes: 3",)),
    Case(
        "hgx-8", ("scale_out.topology=multi_plane",), "1 plane of rail_optimised", ("scale_out.topology: multi_plane",)
    ),
    # coolant, CDU, shelves, busbar and other pins
    Case("eth-x-64", ("parts.cdu=CDU-OCP-RPU",), "cdu for eth-x-64", ("parts.cdu: CDU-OCP-RPU",)),
    Case("eth-x-64", ("profile.cooling.delta_t_k=2",), "cdu for eth-x-64", ("profile.cooling.delta_t_k: 2",)),
    Case("eth-x-64", ("profile.rack.nodes=30",), "cdu for eth-x-64", ("profile.rack.nodes: 30",)),
    Case("eth-x-64", ("parts.busbar=PWR-BUSBAR-ORV3",), "busbar for eth-x-64", ("parts.busbar: PWR-BUSBAR-ORV3",)),
    # rows
    Case(
        "eth-x-256",
        ("site.rows=1", "site.racks_per_row=4"),
        "5 racks on the floor",
        ("site.rows: 1", "site.racks_per_row: 4"),
    ),
    Case(
        "eth-x-128",
        ("gpus=2048", "site.rows=1", "site.racks_per_row=20"),
        "35 racks on the floor",
        ("gpus: 2048", "site.rows: 1"),
    ),
    # two at once
    Case(
        "eth-x-64",
        ("site.rack_power_kw_max=60", "scale_up.asics_per_rack=5"),
        "5 scale-up ASICs a rack",
        ("scale_up.asics_per_rack: 5",),
        (("site.rack_power_kw_max: 60",),),
    ),
    Case(
        "eth-x-64", ("gpus=63", "budget=2000000"), "63 GPUs in whole nodes of 4", ("gpus: 63",), (("budget: 2000000",),)
    ),
    Case(
        "hgx-8",
        ("site.rack_height_ou_max=10", "budget=3000000"),
        "64 GPUs on hgx-8 within site.rack_height_ou_max: 10 and budget: 3000000",
        ("site.rack_height_ou_max: 10",),
        (("budget: 3000000",),),
    ),
    Case(
        "eth-x-128",
        ("gpus=64", "site.rows=1", "site.racks_per_row=1"),
        "64 GPUs in whole domains of 128",
        ("gpus: 64",),
        (("site.rows: 1", "site.racks_per_row: 1"),),
    ),
    Case(
        "eth-x-64",
        ("parts.cdu=CDU-OCP-RPU", "site.floor_kg_m2_max=1500"),
        "cdu for eth-x-64",
        ("parts.cdu: CDU-OCP-RPU",),
        (("site.floor_kg_m2_max: 1500",),),
    ),
    Case(
        "eth-x-64",
        ("parts.cdu=CDU-OCP-RPU", "parts.busbar=PWR-BUSBAR-ORV3"),
        "cdu for eth-x-64",
        ("parts.cdu: CDU-OCP-RPU",),
        (("parts.busbar: PWR-BUSBAR-ORV3",),),
    ),
    Case(
        "eth-x-64",
        ("gpus=130", "site.rack_power_kw_max=60", "scale_up.asics_per_rack=7"),
        "130 GPUs in whole nodes of 4",
        ("gpus: 130",),
        (("scale_up.asics_per_rack: 7",), ("site.rack_power_kw_max: 60",)),
    ),
]


def _id(case: Case) -> str:
    return " ".join((case.preset, *case.assignments))


def _spec(case: Case) -> Spec:
    return spec_from({"platform": case.preset}, case.preset, case.assignments)


def _refused(case: Case) -> Unsatisfiable:
    with pytest.raises(Unsatisfiable) as caught:
        configure(_spec(case), catalog())
    return caught.value


def _only(case: Case, keys: set[str]) -> Spec:
    """The case's spec with only these demands left, written independently of the search."""
    kept = [text for text in case.assignments if text.partition("=")[0] in keys]
    return spec_from({"platform": case.preset}, case.preset, kept)


def _can_be_built(spec: Spec) -> bool:
    try:
        configure(spec, catalog())
    except Unsatisfiable:
        return False
    return True


@pytest.mark.parametrize("case", CASES, ids=_id)
def test_what_cannot_be_has_a_minimal_conflict_and_repairs_that_work(case: Case) -> None:
    error = _refused(case)
    assert error.wanted == case.wanted
    told = [tuple(str(m["demand"]) for m in group) for group in (error.conflict, *error.others)]
    assert told == [case.conflict, *case.others]
    for group in (error.conflict, *error.others):
        keys = {str(member["key"]) for member in group}
        assert not _can_be_built(_only(case, keys))
        for key in keys:
            assert _can_be_built(_only(case, keys - {key})), key
    every = {str(member["key"]) for group in (error.conflict, *error.others) for member in group}
    assert _can_be_built(_only(case, {text.partition("=")[0] for text in case.assignments} - every))
    assert error.repairs
    costs = []
    for repair in error.repairs:
        changes = repair["set"]
        assert isinstance(changes, list)
        assert repair["change"] == ", ".join(text.replace("=", ": ", 1) for text in changes)
        mended = configure(
            spec_from(_spec(case).model_dump(mode="json", exclude_none=True), "mended", changes), catalog()
        )
        assert [f for f in mended.findings if f.severity == "error" and not f.waived] == []
        assert Decimal(str(repair["cost"])) == mended.cost.total()
        assert repair["verified"] is True
        costs.append(mended.cost.total())
    assert costs == sorted(costs)


MESSAGES = [
    (
        "hgx-8",
        ("site.rack_power_kw_max=30",),
        """\
cannot be built: 64 GPUs on hgx-8 within site.rack_power_kw_max: 30
  site.rack_power_kw_max: 30: RCK205, the rack draws more than the site allows (38.8 against 30 kW)
  repair: site.rack_power_kw_max: 39: at the same cost, built and judged
  repair: 3 racks instead of 2 (profile.rack.nodes: 3): +$12k, built and judged
""",
    ),
    (
        "eth-x-128",
        ("scale_up.inter_rack_medium=copper", "profile.floor.position_mm=9000"),
        """\
cannot be built: scale-up between racks over 13.856 m
  profile.floor.position_mm: 9000: LNK404, dac does not reach (13.856 against 2 m)
  scale_up.inter_rack_medium: copper: the conflict needs this too
  refused: CBL-DAC-800-OSFP: LNK404, dac does not reach (13.856 against 2 m)
  refused: CBL-AEC-800: LNK404, aec does not reach (13.856 against 7 m)
  repair: profile.floor.position_mm: 600: at the same cost, built and judged
  repair: scale_up.inter_rack_medium: auto: +$4k, built and judged
  repair: scale_up.inter_rack_medium: optics: +$4k, built and judged
""",
    ),
    (
        "eth-x-128",
        ("gpus=2048", "site.rows=1", "site.racks_per_row=20"),
        """\
cannot be built: 35 racks on the floor
  gpus: 2048: FLR101, 35 racks need more rows than the site has (2 against 1 rows)
  site.rows: 1: the conflict needs this too
  repair: gpus: 1024: -$58.1M, built and judged
  repair: site.racks_per_row: 40: at the same cost, built and judged
  repair: site.rows: 2: at the same cost, built and judged
""",
    ),
]


@pytest.mark.parametrize(("preset", "assignments", "message"), MESSAGES)
def test_the_whole_message(preset: str, assignments: tuple[str, ...], message: str) -> None:
    assert str(_refused(Case(preset, assignments, "", ()))) == message.rstrip()


def test_a_difference_is_against_the_design_without_the_limit() -> None:
    unlimited = built("eth-x-64").cost.total()
    error = _refused(Case("eth-x-64", ("site.rack_power_kw_max=40",), "", ()))
    for repair in error.repairs:
        assert Decimal(str(repair["cost_delta"])) == Decimal(str(repair["cost"])) - unlimited
        assert str(repair["cost_delta"])[0] in "+-"
    spread = next(r for r in error.repairs if "says" in r)
    assert str(spread["says"]).endswith("racks instead of 1")


def test_the_numbers_of_the_rule_stand_at_each_member() -> None:
    error = _refused(Case("eth-x-64", ("gpus=1024", "budget=10000000"), "", ()))
    assert [m["key"] for m in error.conflict] == ["budget", "gpus"]
    for member in error.conflict:
        assert (member["rule"], member["limit"], member["unit"]) == ("PRC110", 10_000_000, "USD")


def test_a_waived_limit_is_a_finding_and_no_refusal() -> None:
    waiver = {"reason": "agreed", "author": "site", "until": "2027-01-31"}
    made = build("eth-x-64", "site.rack_power_kw_max=40", waive={"RCK205": waiver})
    assert [f.waived for f in made.findings if f.rule == "RCK205"] == [True]


def test_a_saved_design_that_breaks_a_limit_is_judged_not_refused() -> None:
    design = built("eth-x-64").design
    spec = design.spec.model_copy(update={"budget": Decimal(1000)})
    saved = Configuration(design.model_copy(update={"spec": spec}))
    assert [f.rule for f in saved.findings if f.severity == "error"] == ["PRC110"]


def test_an_error_that_no_demand_limits_stays_a_finding() -> None:
    made = build("eth-x-64", "profile.rack.nodes=8", "site.rack_power_kw_max=100")
    assert [f.rule for f in made.findings if f.severity == "error"] == ["LNK211"]


def test_without_a_demand_to_blame_the_platform_is_named() -> None:
    with pytest.raises(Unsatisfiable) as caught:
        configure(
            spec_from({"platform": "eth-x-64"}, "spec"), changed("ACC-GEN-ETHX-400", {"scaleup_lanes_per_dir": 31})
        )
    assert [m["demand"] for m in caught.value.conflict] == ["platform: eth-x-64"]
    assert caught.value.conflict[0]["rule"] == "LNK201"


def test_what_can_be_built_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def counted(*args: Any) -> Design:
        calls.append(args)
        return assemble(*args)

    monkeypatch.setattr("configurator.pipeline.assemble", counted)
    build("eth-x-64", "site.rack_power_kw_max=100", "budget=9000000")
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("delta", "currency", "text"),
    [
        ("41000", "USD", "+$41k"),
        ("-1200000", "EUR", "-EUR 1.2M"),
        ("0.00", "USD", "at the same cost"),
        ("12.4", "USD", "+$12"),
        ("123456789", "USD", "+$123M"),
        ("999999", "USD", "+$1.0M"),
    ],
)
def test_differences_as_one_says_them(delta: str, currency: str, text: str) -> None:
    assert short_money(Decimal(delta), currency) == text
