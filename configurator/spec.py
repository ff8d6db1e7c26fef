"""Spec: what is asked for. YAML keys are a contract; unknown keys are errors with the nearest name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal

import yaml
from pydantic import Field, StringConstraints, field_serializer, model_validator

from configurator.documents import validated
from configurator.errors import Fault, InputError
from configurator.reasons import Frozen
from configurator.units import Fraction, Kilowatts, PositiveCount

Text = Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]
Redundancy = Literal["N", "N+1", "2N"]


class ScaleUpWish(Frozen):
    """The scale-up fabric asked for; empty keys leave it to the platform."""

    topology: Literal["auto", "flat", "dual_rack", "two_tier"] = "auto"
    asics_per_rack: PositiveCount | None = None
    taper: Annotated[float, Field(gt=0, le=64)] | None = None
    inter_rack_medium: Literal["auto", "copper", "optics"] | None = None


class ScaleOutWish(Frozen):
    """The scale-out fabric asked for."""

    topology: Text = "auto"
    oversubscription: Annotated[float, Field(gt=0, le=64)] = 1.0
    network: Literal["ethernet", "infiniband"] = "ethernet"
    planes: PositiveCount = 1
    node_medium: Literal["auto", "copper", "optics"] = "auto"


class MeasuredLength(Frozen):
    """What was measured on the floor: the way of a cable between two racks, slack included [m].

    `row`: of the file that it was read from, if any.
    """

    a: Text
    b: Text
    metres: Annotated[float, Field(gt=0, le=100_000)]
    row: PositiveCount | None = None


class NetworkWish(Frozen):
    """One of the networks besides the compute fabric; `auto` builds what the platform's architecture has."""

    topology: Text = "auto"
    oversubscription: Annotated[float, Field(gt=0, le=64)] | None = None


class NetworksWish(Frozen):
    """The networks besides the compute fabric."""

    storage: NetworkWish = NetworkWish()
    in_band: NetworkWish = NetworkWish()
    out_of_band: NetworkWish = NetworkWish()


class SiteShare(Frozen):
    """A building or site, and its share of the domains against the others' [1]."""

    name: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,30}$")]
    share: Annotated[float, Field(gt=0, le=1_000)] = 1.0


class ScaleAcross(Frozen):
    """A cluster over several sites, every two of them so far apart by cable [m]; empty `sites`: one place."""

    sites: tuple[SiteShare, ...] = ()
    distance_m: Annotated[float, Field(gt=0, le=2_000_000)] | None = None
    oversubscription: Annotated[float, Field(gt=0, le=1_024)] = 1.0
    """Scale-out bandwidth of the smaller of two sites over the bandwidth between them [1]."""

    @model_validator(mode="after")
    def _whole(self) -> ScaleAcross:
        names = [site.name for site in self.sites]
        if len(names) == 1 or len(set(names)) < len(names):
            raise ValueError("sites must be two or more, each of its own name")
        if bool(names) != (self.distance_m is not None):
            raise ValueError("sites and distance_m are given together")
        return self


class Site(Frozen):
    """Limits and measures of the place; a key that is left out is no limit, or is the platform's.

    `trays`: side by side or one over the other; `cross_trays_every`: positions from one tray across the rows to the
    next; `measured_lengths` take the place of estimates.
    """

    rack_power_kw_max: Kilowatts | None = None
    rack_height_ou_max: Annotated[float, Field(gt=0)] | None = None
    floor_kg_m2_max: Annotated[float, Field(gt=0)] | None = None
    rows: PositiveCount | None = None
    racks_per_row: PositiveCount | None = None
    cold_aisle_m: Annotated[float, Field(ge=0.3, le=20)] | None = None
    hot_aisle_m: Annotated[float, Field(ge=0.3, le=20)] | None = None
    tray: Literal["overhead", "underfloor"] | None = None
    trays: PositiveCount | None = None
    tray_width_mm: Annotated[float, Field(gt=0, le=3_000)] | None = None
    tray_depth_mm: Annotated[float, Field(gt=0, le=1_000)] | None = None
    tray_fill_max: Annotated[Fraction, Field(gt=0)] | None = None
    cross_trays_every: PositiveCount | None = None
    measured_lengths: tuple[MeasuredLength, ...] = ()


class Cabling(Frozen):
    """How cables between racks are laid.

    `structured: between_rows` joins rows by fibre trunks that end in panels; `bundle_max`: cables of one bundle (24 as
    TIA TSB-184-A recommends for cables that warm each other, recalled).
    """

    structured: Literal["none", "between_rows"] = "none"
    bundle_max: PositiveCount = 24


class Waiver(Frozen):
    """A rule that somebody accepts to be broken, why, who, and until when (inclusive)."""

    reason: Text
    author: Text
    until: date


class Spec(Frozen):
    """What is asked for: a platform, how many GPUs, at which date and currency, and what departs from the platform.

    `parts` pins choices by role (accelerator, cpu, memory, nic, scale_up_switch, power_shelf, cdu, ...).
    `profile` replaces single values of the platform by path, e.g. `{"cooling.delta_t_k": 12}`.
    """

    platform: Text
    gpus: Annotated[int, Field(gt=0, le=65_536)] | None = None
    scale_up_size: Annotated[int, Field(gt=0, le=1_024)] | None = None
    as_of: date | None = None
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] | None = None
    budget: Annotated[Decimal, Field(gt=0)] | None = None
    parts: dict[str, Text] = {}
    scale_up: ScaleUpWish = ScaleUpWish()
    scale_out: ScaleOutWish = ScaleOutWish()
    networks: NetworksWish = NetworksWish()
    scale_across: ScaleAcross = ScaleAcross()
    site: Site = Site()
    cabling: Cabling = Cabling()
    workload: dict[str, Any] = {}
    waive: dict[str, Waiver] = {}
    profile: dict[str, Any] = {}

    @field_serializer("budget", when_used="json-unless-none")
    def _digits(self, value: Decimal) -> str:
        return format(value, "f")


def spec_from(data: Mapping[str, Any], name: str, assignments: Iterable[str] = ()) -> Spec:
    """A spec from a mapping with `key=value` assignments laid over it.

    Raises `InputError` naming every fault: unknown keys (with the nearest), bad values, bad assignments.
    """
    merged: dict[str, Any] = {k: dict(v) if isinstance(v, Mapping) else v for k, v in data.items()}
    faults = [fault for text in assignments if (fault := _assign(merged, text)) is not None]
    if faults:
        raise InputError("--set is not valid", faults)
    return validated(Spec, merged, name)


def _assign(data: dict[str, Any], text: str) -> Fault | None:
    key, equals, raw = text.partition("=")
    where = f"--set {text}"
    if not equals or not key.strip():
        return Fault(where, "not an assignment", expected="key=value, such as scale_up.taper=2")
    try:
        value = yaml.safe_load(raw)
    except (yaml.YAMLError, ValueError):
        return Fault(where, "the value is not valid YAML", raw)
    steps = key.strip().split(".")
    if steps[0] == "profile" and len(steps) > 1:
        steps = ["profile", ".".join(steps[1:])]
    target = data
    for step in steps[:-1]:
        inner = target.setdefault(step, {})
        if not isinstance(inner, dict):
            return Fault(where, f"'{step}' is not a group of keys")
        target = inner
    target[steps[-1]] = value
    return None
