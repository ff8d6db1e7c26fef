"""Quick disconnects: hand-mated and blind-mate couplings, by the pair."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts.base import Part
from configurator.units import Kilograms, Kilopascals, Kilowatts, LitresPerMinute


class QuickDisconnect(Part):
    """One mated pair. `capacity_kw` is at a 10 K rise of PG25; `pressure_drop_kpa` is at `flow_l_per_min`."""

    category: ClassVar[str] = "quick_disconnect"
    title: ClassVar[str] = "Quick disconnects"
    mass_field: ClassVar[str] = "weight_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "capacity_kw": (0.3, 300),
        "flow_l_per_min": (0.5, 500),
        "pressure_drop_kpa": (1, 150),
    }

    capacity_kw: Kilowatts | None = None
    flow_l_per_min: LitresPerMinute | None = None
    pressure_drop_kpa: Kilopascals | None = None
    weight_kg: Kilograms | None = None
    connector: str | None = None
