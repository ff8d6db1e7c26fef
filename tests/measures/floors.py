"""Floors to measure on: a built design with its racks set elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from configurator.design import Design, Rack
from configurator.measures.floor import FloorMap, floor_map
from configurator.spec import Spec
from tests.build import built


def placed(places: Sequence[tuple[int, int]], **site: Any) -> Design:
    """Racks of eth-x-128 (600 wide, 1,200 deep, 2,300 high) at (row, position), with keys of the spec's site."""
    design = built("eth-x-128").design
    racks = [Rack(name=f"rack-{i + 1}", type="compute", row=r, position=p) for i, (r, p) in enumerate(places)]
    data = design.spec.model_dump(mode="json", exclude_none=True)
    spec = Spec.model_validate({**data, "site": {**data.get("site", {}), **site}})
    return design.model_copy(update={"racks": tuple(racks), "links": (), "spec": spec})


def mapped(design: Design) -> FloorMap:
    floor = floor_map(design)
    assert floor is not None
    return floor
