"""Closed sets of words and units that several categories share. Not a category: the gallery skips this file."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Gt

from configurator.units import Unit

Cooling = Literal["air", "liquid", "air_or_liquid", "hybrid"]
"""How a device sheds its heat: `air_or_liquid` is sold or fitted either way, `hybrid` needs both at once."""
Airflow = Literal["front-to-rear", "rear-to-front", "none"]
"""Direction of cooling air through the device; `none` has no fans."""
HeightUnit = Literal["RU", "OU"]
MainsReference = Literal["L-L", "L-N"]
"""Between which conductors an input voltage is stated: line to line, or line to neutral."""

Decibels = Annotated[float, Unit("dB"), Ge(0)]
DriveWritesPerDay = Annotated[float, Unit("1/d"), Gt(0)]
KilogramsPerLitre = Annotated[float, Unit("kg/L"), Gt(0)]
SpecificHeat = Annotated[float, Unit("kJ/(kg·K)"), Gt(0)]
FlowPerKilowatt = Annotated[float, Unit("L/min per kW"), Gt(0)]
