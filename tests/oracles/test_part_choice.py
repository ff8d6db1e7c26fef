"""Part choice against brute force: every combination of pins is built whole, judged and priced, and none beats the
steps, which choose one role at a time."""

from __future__ import annotations

from decimal import Decimal
from itertools import product

import pytest

from configurator.assembly import assemble
from configurator.errors import InputError, Unsatisfiable
from configurator.pipeline import Configuration
from configurator.spec import spec_from
from tests.build import catalog


def _whole_cost(preset: str, assignments: tuple[str, ...], pins: dict[str, str]) -> tuple[int, Decimal] | None:
    """(unpriced lines, base cost in the design's currency) with these pins; None where it cannot be built cleanly."""
    pinned = tuple(f"parts.{role}={part}" for role, part in pins.items())
    spec = spec_from({"platform": preset}, preset, (*assignments, *pinned))
    try:
        made = Configuration(assemble(spec, catalog(), None))
    except (InputError, Unsatisfiable):
        return None
    if any(f.severity == "error" for f in made.findings):
        return None
    return made.cost.count("unpriced"), made.cost.total()


def _every(category: str) -> list[str]:
    """All parts of a category, of the kind that the platforms ask for where they ask for one."""
    kind = {"cdu": "cdu_in_rack"}.get(category)
    return [p.part_id for p in catalog().of(category) if kind is None or getattr(p, "kind", None) == kind]


@pytest.mark.parametrize(
    ("preset", "assignments", "roles"),
    [
        ("eth-x-64", (), ("cdu", "busbar")),
        ("eth-x-64", ("profile.cooling.delta_t_k=14",), ("cdu",)),
        ("eth-x-64", ("profile.rack.nodes=8", "gpus=32", "profile.scale_up.size=32"), ("cdu", "busbar")),
        ("eth-x-128", (), ("cdu",)),
        ("hgx-8", (), ("pdu",)),
    ],
)
def test_no_combination_of_pins_is_cheaper(preset: str, assignments: tuple[str, ...], roles: tuple[str, ...]) -> None:
    chosen = _whole_cost(preset, assignments, {})
    costs = {
        picked: cost
        for picked in product(*(_every(role) for role in roles))
        if (cost := _whole_cost(preset, assignments, dict(zip(roles, picked, strict=True)))) is not None
    }
    assert costs, "no combination can be built"
    assert chosen is not None
    assert chosen <= min(costs.values()), min(costs, key=lambda picked: costs[picked])
    assert chosen in costs.values()
