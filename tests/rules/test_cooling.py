"""The liquid loop of a rack."""

from __future__ import annotations

import pytest

from configurator.reasons import Total
from tests.rules.factories import (
    Case,
    at_least,
    cdu,
    check,
    coupling,
    cpu,
    gpu,
    kit,
    loop,
    manifold,
    node,
)

CASES = [
    Case("COO101", "passes", loop()),
    Case("COO101", "just passes", loop(liquid_w=Total(100_000))),
    Case("COO101", "just passes", loop(liquid_w=at_least(100_000))),
    Case("COO101", "fails", loop(liquid_w=Total(100_100)), "more heat to liquid than CDU-1 carries"),
    Case("COO101", "fails", loop(cdus=1), "more heat to liquid than CDU-1 carries"),
    Case("COO101", "unknown", loop(cdu=cdu(capacity_kw=None))),
    Case("COO102", "passes", loop()),
    Case("COO102", "just passes", loop(flow_lpm=Total(150))),
    Case("COO102", "fails", loop(flow_lpm=Total(150.1)), "more flow than CDU-1 gives"),
    Case("COO102", "unknown", loop(cdu=cdu(flow_l_per_min=None))),
    Case("COO103", "passes", loop(manifold=None)),
    Case("COO103", "just passes", loop(branches=20)),
    Case("COO103", "fails", loop(branches=21), "more couplings than MAN-1 has ports"),
    Case("COO103", "unknown", loop(manifold=manifold(ports=None))),
    Case("COO105", "passes", loop()),
    Case("COO105", "just passes", loop(flow_lpm=Total(100))),
    Case("COO105", "just passes", loop(flow_lpm=Total(160))),
    Case("COO105", "fails", loop(flow_lpm=Total(99)), "1.24 L/min per kW at a rise of 10 K", "warning"),
    Case("COO105", "fails", loop(flow_lpm=Total(161)), "2.01 L/min per kW at a rise of 10 K", "warning"),
    Case("COO106", "passes", loop(supply_c=30)),
    Case("COO106", "just passes", loop(supply_c=40)),
    Case("COO106", "fails", loop(supply_c=41), "CPU-1 takes at most 40 °C"),
    Case("COO106", "fails", loop(supply_c=46, cooled=(kit(), gpu())), "GPU-1 takes at most 45 °C"),
    Case("COO106", "unknown", loop(cooled=(gpu(coolant_inlet_max_c=None), cpu()))),
    Case("COO107", "passes", loop(cdus=3)),
    Case("COO107", "just passes", loop(cdus=2)),
    Case(
        "COO107",
        "fails",
        loop(cdus=1, redundancy="N"),
        "CDU-1 is alone: the rack stops when it fails",
        "info",
    ),
    Case("COO108", "passes", loop(path_kpa=())),
    Case("COO108", "just passes", loop(path_kpa=(kit(), coupling(), manifold()))),
    Case(
        "COO108",
        "fails",
        loop(path_kpa=(kit(pressure_drop_kpa=41), coupling(), manifold())),
        "the drops in series are above the CDU's pressure, at the flows they are stated for",
        "warning",
    ),
    Case(
        "COO108",
        "fails",
        loop(path_kpa=(kit(pressure_drop_kpa=101), coupling(pressure_drop_kpa=None))),
        "the drops in series are above the CDU's pressure, at the flows they are stated for, "
        "even without what is unknown (pressure_drop_kpa of QDC-1)",
        "warning",
    ),
    Case("COO108", "unknown", loop(path_kpa=(kit(), coupling(pressure_drop_kpa=None)))),
    Case("COO108", "unknown", loop(cdu=cdu(available_dp_kpa=None))),
    Case("COO110", "passes", loop()),
    Case("COO110", "just passes", loop(flow_lpm=at_least(120))),
    Case(
        "COO110",
        "fails",
        loop(liquid_w=at_least(80_000)),
        "heat to liquid is a lower bound: tdp_w of GPU-1 is unknown (wanted for max power)",
        "info",
    ),
    Case("COO111", "passes", loop()),
    Case("COO111", "just passes", loop(liquid_w=at_least(100_100))),
    Case(
        "COO111",
        "fails",
        loop(liquid_w=at_least(100_000)),
        "cannot be judged: at least 100.0 of 100.0 kW, 1 value unknown (tdp_w of GPU-1)",
        "warning",
    ),
    Case("COO111", "unknown", loop(flow_lpm=at_least(0))),
    Case("COO111", "unknown", loop(cdu=cdu(flow_l_per_min=None))),
    Case("COO112", "passes", node(cooling_kit=None)),
    Case("COO112", "just passes", node(liquid_w=Total(2000))),
    Case("COO112", "fails", node(liquid_w=Total(2001)), "more heat than KIT-1 takes", "warning"),
    Case("COO112", "unknown", node(liquid_w=at_least(1000))),
    Case("COO112", "unknown", node(cooling_kit=kit(capacity_kw=None))),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
