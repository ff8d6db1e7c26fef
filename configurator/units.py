"""Unit-carrying types. A field's type says its unit and its bounds; the SQL checks and the docs come from them.

Money is `Decimal` with a currency, kept in the database as whole micro-units (SQLite has no exact decimal).
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Annotated, Any, get_args

from annotated_types import Ge, Gt, Le

MICROS = 1_000_000
RACK_UNIT_MM = 44.45
"""Height of one EIA-310 rack unit (RU) [mm]."""
OPEN_UNIT_MM = 48.0
"""Height of one Open Rack unit (OU) [mm] (OCP Open Rack V3)."""
UNIT_MM = {"RU": RACK_UNIT_MM, "OU": OPEN_UNIT_MM}


@dataclass(frozen=True)
class Unit:
    """The unit of an annotated number, e.g. `Unit("W")`."""

    symbol: str


Watts = Annotated[float, Unit("W"), Ge(0)]
Kilowatts = Annotated[float, Unit("kW"), Ge(0)]
Volts = Annotated[float, Unit("V"), Gt(0)]
Amperes = Annotated[float, Unit("A"), Gt(0)]
Kilograms = Annotated[float, Unit("kg"), Ge(0)]
KilogramsPerMetre = Annotated[float, Unit("kg/m"), Ge(0)]
Millimetres = Annotated[float, Unit("mm"), Ge(0)]
Metres = Annotated[float, Unit("m"), Ge(0)]
Celsius = Annotated[float, Unit("°C")]
Kelvin = Annotated[float, Unit("K"), Gt(0)]
LitresPerMinute = Annotated[float, Unit("L/min"), Ge(0)]
Litres = Annotated[float, Unit("L"), Ge(0)]
Kilopascals = Annotated[float, Unit("kPa"), Ge(0)]
Seconds = Annotated[float, Unit("s"), Ge(0)]
Nanoseconds = Annotated[float, Unit("ns"), Ge(0)]
Gbps = Annotated[float, Unit("Gb/s per direction"), Gt(0)]
Tbps = Annotated[float, Unit("Tb/s per direction"), Gt(0)]
GigabytesPerSecond = Annotated[float, Unit("GB/s per direction"), Ge(0)]
TerabytesPerSecond = Annotated[float, Unit("TB/s"), Gt(0)]
MegabytesPerSecond = Annotated[float, Unit("MB/s"), Gt(0)]
MegatransfersPerSecond = Annotated[float, Unit("MT/s"), Gt(0)]
Gigabytes = Annotated[float, Unit("GB"), Gt(0)]
Terabytes = Annotated[float, Unit("TB"), Gt(0)]
Teraflops = Annotated[float, Unit("TFLOP/s dense"), Gt(0)]
Fraction = Annotated[float, Unit("1"), Ge(0), Le(1)]
Percent = Annotated[float, Unit("%"), Ge(0), Le(100)]
Count = Annotated[int, Unit("1"), Ge(0)]
PositiveCount = Annotated[int, Unit("1"), Gt(0)]
Height = Annotated[float, Unit("RU or OU"), Ge(0)]


def unit_of(model: type[Any], field: str) -> str | None:
    """The unit of an annotated field of a model, e.g. `W`; None when it has none."""

    def search(annotation: Any) -> str | None:
        for mark in getattr(annotation, "__metadata__", ()):
            if isinstance(mark, Unit):
                return None if mark.symbol == "1" else mark.symbol
        return next((found for a in get_args(annotation) if (found := search(a)) is not None), None)

    info = model.model_fields[field]
    own = next((mark.symbol for mark in info.metadata if isinstance(mark, Unit)), None)
    return own if own is not None else search(info.annotation)


def cents(amount: Decimal) -> Decimal:
    """Round half-even to two decimals: the project's one rounding rule, for extended amounts only."""
    return amount.quantize(Decimal("0.01"), rounding=ROUND_HALF_EVEN)


def to_micros(amount: Decimal) -> int:
    """Decimal amount -> whole micro-units. Raises `ValueError` if more than six decimals are given."""
    scaled = amount * MICROS
    if scaled != scaled.to_integral_value():
        raise ValueError(f"{amount} has more than six decimals")
    return int(scaled)


def from_micros(micros: int) -> Decimal:
    """Whole micro-units -> Decimal without trailing zeros beyond what the number needs."""
    amount = Decimal(micros) / MICROS
    return amount.quantize(Decimal(1)) if amount == amount.to_integral_value() else amount.normalize()
