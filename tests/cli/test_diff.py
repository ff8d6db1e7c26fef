"""diff and topologies as a user meets them."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.cli.conftest import Said

Say = Callable[..., Said]


def test_diff_of_saved_designs(say: Say) -> None:
    for name in ("hgx-8", "eth-x-64"):
        assert say("build", name, "--out", name, "--format", "design.json").code == 0
    a, b = "hgx-8/design.json", "eth-x-64/design.json"
    assert say("diff", a, a) == Said(0, "no differences\n", "")
    text = say("diff", a, b)
    assert text.code == 0
    assert "cost change, USD: -" in text.out  # the baseline has a scale-out fabric, the single domain none
    data = json.loads(say("diff", a, b, "--json").out)
    assert isinstance(data["cost_change"], str)
    assert data["lines"]
    assert say("diff", a, "missing.json").code == 3


def test_topologies_are_listed(say: Say) -> None:
    items = json.loads(say("topologies", "--json").out)["topologies"]
    assert {("scale_out", "rail_optimised"), ("scale_up", "two_tier")} <= {(i["network"], i["name"]) for i in items}
    assert all(i["name"] in say("topologies").out and i["title"] for i in items)
