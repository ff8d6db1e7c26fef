"""Cables: length and plugs."""

from __future__ import annotations

import pytest

from configurator.rules.cables import families
from tests.rules.factories import (
    Case,
    chassis,
    check,
    link,
    nic,
    patch_cable,
    switch,
)

CASES = [
    Case("LNK310", "passes", link(1.8, 2.0)),
    Case("LNK310", "just passes", link(2.0, 2.0)),
    Case("LNK310", "fails", link(2.001, 2.0), "the cable is shorter than its way"),
    Case("LNK311", "passes", link(1.8, 2.0)),
    Case("LNK311", "just passes", link(9.0, 10.0)),
    Case("LNK311", "just passes", link(0.4, 0.5)),
    Case("LNK311", "fails", link(9.0, 10.1), "CBL-1 is made from 0.5 to 10 m"),
    Case("LNK311", "fails", link(0.3, 0.4), "CBL-1 is made from 0.5 to 10 m"),
    Case("LNK311", "unknown", link(part=patch_cable(max_m=None))),
    Case("LNK312", "passes", link()),
    Case("LNK312", "just passes", link(b=chassis())),
    Case(
        "LNK312",
        "just passes",
        link(
            network="scale_out",
            part=patch_cable(end_a="2x OSFP400 flat", end_b="QSFP28"),
            a=nic(port_form_factor="OSFP224 (RHS)"),
            b=switch(port_form_factor="QSFP-DD800"),
        ),
    ),
    Case(
        "LNK312",
        "fails",
        link(part=patch_cable(end_a="OSFP800", end_b="OSFP800")),
        "OSFP plug, RJ45 + 4x QSFP28 port of SWT-1",
        "warning",
    ),
    Case(
        "LNK312",
        "fails",
        link(network="scale_out", a=nic(), b=switch()),
        "RJ45 plug, OSFP port of NIC-1",
        "warning",
    ),
    Case("LNK312", "unknown", link(part=patch_cable(end_b=None))),
    Case("LNK312", "unknown", link(b=switch(port_form_factor=None))),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("OSFP800 + 2x SFP28", {"OSFP", "SFP"}),
        ("OSFP or QSFP-DD800", {"OSFP", "QSFP-DD"}),
        ("QSFP112-DD", {"QSFP-DD"}),
        ("2x QSFP56 200G", {"QSFP"}),
        ("144x MPO-12 (CPO)", {"MPO"}),
        ("blind-mate backplane", set()),
    ],
)
def test_connector_families(text: str, found: set[str]) -> None:
    assert families(text) == found
