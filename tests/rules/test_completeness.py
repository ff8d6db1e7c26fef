"""Nothing is missing that the shape needs."""

from __future__ import annotations

import pytest

from tests.rules.factories import (
    Case,
    check,
    whole,
)

CASES = [
    *(
        case
        for code, role, name in (
            ("CMP101", "cable_tray", "cable tray"),
            ("CMP102", "manifold", "manifold"),
            ("CMP103", "cdu", "CDU"),
            ("CMP104", "power_shelf", "power shelf"),
            ("CMP105", "busbar", "busbar"),
            ("CMP106", "scale_up_switch", "scale-up switch"),
        )
        for case in (
            Case(code, "passes", whole(roles={}, rack_scale=False, liquid_cooled=False, busbar_powered=False)),
            Case(code, "just passes", whole()),
            Case(code, "fails", whole(roles={**whole().roles, role: 0}), f"no {name}"),
        )
    ),
    Case("CMP107", "passes", whole()),
    Case("CMP107", "just passes", whole(roles={"pdu": 1})),
    Case("CMP107", "fails", whole(roles={}), "neither power shelves nor PDUs"),
    Case("CMP110", "passes", whole()),
    Case("CMP110", "just passes", whole(gpus=4, gpus_wanted=4)),
    Case("CMP110", "fails", whole(gpus=3), "another number of GPUs than asked for"),
    Case("CMP111", "passes", whole(gpus_wanted=8)),
    Case("CMP111", "just passes", whole(gpus_wanted=4)),
    Case("CMP111", "fails", whole(gpus_wanted=5), "the last domain holds 1 of 4 GPUs", "warning"),
    Case("CMP112", "passes", whole(expected={})),
    Case("CMP112", "just passes", whole()),
    Case("CMP112", "fails", whole(expected={"rail": 5}), "4 x rail instead of 5"),
    Case("CMP112", "fails", whole(expected={"rail": 3}), "4 x rail instead of 3", "warning"),
    Case("CMP113", "passes", whole(managed=())),
    Case("CMP113", "just passes", whole()),
    Case("CMP113", "fails", whole(reached=("compute/compute-1",)), "no out-of-band cable"),
    Case("CMP114", "passes", whole()),
    Case("CMP114", "just passes", whole(edited=False)),
    Case("CMP114", "fails", whole(edited=True), "the design was edited by hand since it was built", "info"),
    Case("CMP115", "passes", whole()),
    Case("CMP115", "just passes", whole(passed_over=())),
    Case(
        "CMP115",
        "fails",
        whole(passed_over=(("cooling.cdu", "CDU-9", "cannot be judged: its flow is unknown"),)),
        "CDU-9 was passed over: cannot be judged: its flow is unknown",
        "info",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
