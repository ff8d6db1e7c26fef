"""Cables: long enough for their way, of a length that is made, with plugs that fit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from configurator.measures.subjects import CableUse
from configurator.parts.base import Part, known, need
from configurator.reasons import Breach
from configurator.rules._engine import rule
from configurator.rules._judging import each

_FAMILY = re.compile(r"QSFP-DD|QSFP\d*-DD|OSFP|QSFP|SFP|RJ45|MPO")
ACCEPTS = {"QSFP-DD": {"QSFP-DD", "QSFP"}}
"""Cage -> plugs that it takes besides its own family (LinkX connector rules: a QSFP-DD cage takes QSFP28)."""


def families(text: str) -> set[str]:
    """Connector families named in a catalog text: `OSFP800 + 2x SFP28` -> {OSFP, SFP}."""
    return {"QSFP-DD" if name.endswith("-DD") else name for name in _FAMILY.findall(text)}


def runs_at(cable: Part, made_for: float, wanted: float) -> bool:
    """Whether a cable assembly carries a rate [Gb/s]: the one it is made for; an active optical cable may shift down.

    Source: NVIDIA LinkX interconnect guide (50G and 100G lanes do not mix, but for active optical cables).
    """
    return made_for == wanted or (made_for > wanted and known(cable, "family") == "aoc")


@rule("LNK310", CableUse, source="routed length: vertical, horizontal and slack")
def cable_long_enough(use: CableUse) -> Iterator[Breach]:
    """A cable is ordered at least as long as it is routed."""
    if use.cable.ordered_m < use.cable.routed_m:
        yield Breach(
            "the cable is shorter than its way",
            actual=use.cable.routed_m,
            limit=use.cable.ordered_m,
            unit="m",
            repairs=(f"order at least {use.cable.routed_m:g} m",),
        )


@rule("LNK311", CableUse, source="cable data sheet: lengths that are made")
def cable_length_is_made(use: CableUse) -> Iterator[Breach]:
    """A cable is ordered in a length that is made and reaches."""
    low, high = need(use.part, "min_m", "cable lengths"), need(use.part, "max_m", "cable lengths")
    length = use.cable.ordered_m
    if not low <= length <= high:
        yield Breach(
            f"{use.part.part_id} is made from {low:g} to {high:g} m",
            actual=length,
            limit=high if length > high else low,
            unit="m",
            repairs=("a medium that reaches farther",) if length > high else (f"order {low:g} m",),
        )


@rule("LNK312", CableUse, source="NVIDIA LinkX connector rules: a plug fits cages of its family", severity="warning")
def plugs_fit(use: CableUse) -> Iterator[Breach]:
    """The plugs of a cable fit the ports at its two ends.

    Ports of a device whose category states no port form are not judged, nor the management port of a device that is
    itself managed: what the catalog states is the form of data ports.
    """
    plugs = families(str(need(use.part, "end_a", "plug"))) | families(str(need(use.part, "end_b", "plug")))
    ends = [use.b] if use.cable.network == "out_of_band" else [use.a, use.b]

    def check(device: Part) -> Iterator[Breach]:
        form = str(need(device, "port_form_factor", "port form"))
        cages = {plug for family in families(form) for plug in ACCEPTS.get(family, {family})}
        if not plugs & cages:
            yield Breach(
                f"{' or '.join(sorted(plugs))} plug, {form} port of {device.part_id}",
                repairs=(f"a cable with {' or '.join(sorted(families(form)))} ends",),
            )

    yield from each((d for d in ends if "port_form_factor" in type(d).model_fields), check)
