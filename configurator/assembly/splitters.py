"""Copper between leaf and NIC: cable assemblies whose tails are as many as the logical ports of a leaf's cage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from configurator.assembly.bench import Bench
from configurator.assembly.media import ORDER, Candidate, cable_candidate
from configurator.errors import Unsatisfiable
from configurator.parts.base import Part, known
from configurator.platform import Valued
from configurator.reasons import Refusal, Unknown
from configurator.rules.cables import ACCEPTS, families, runs_at


def copper_or_optics(
    bench: Bench, optics: list[Candidate], nic: Part, switch: Part, gbps: float, tails: int | None
) -> tuple[list[Candidate], list[Refusal]]:
    """Ways to join a NIC to a leaf: copper first, then modules, narrowed by the medium asked for; and what is refused.

    tails: links that one cage of the leaf is broken out to; None where no splitter fits.
    Raises `Unsatisfiable` when copper alone is asked for and none fits.
    """
    wish, plan = bench.spec.scale_out.node_medium, bench.platform.scale_out
    if wish == "optics" or plan is None:
        return optics, []
    copper: list[Candidate] = []
    refused: list[Refusal] = []
    if tails is not None:
        copper, refused = copper_candidates(bench, plan.node_copper, nic, switch, gbps, tails)
    if wish == "auto":
        return [*copper, *optics], refused
    if not copper:
        why = [r.model_dump() for r in refused] or [{"candidate": "copper", "message": "the platform states none"}]
        raise Unsatisfiable("copper between NIC and leaf", why, [{"change": "scale_out.node_medium: auto"}])
    return copper, refused


def copper_candidates(
    bench: Bench, stated: Sequence[Valued[str]], nic: Part, switch: Part, gbps: float, tails: int
) -> tuple[list[Candidate], list[Refusal]]:
    """The stated assemblies that fit, DAC before AEC before AOC and cheaper before dearer; and why others do not.

    gbps: rate of one link [Gb/s]; tails: links that one cage of the leaf is broken out to.
    """
    found: list[tuple[int, Decimal, Candidate]] = []
    refused = []
    for value in stated:
        where = "scale_out.node_copper"
        part = bench.part(value.value, where, "cable")
        misfit = _misfit(part, nic, switch, gbps, tails)
        if misfit is not None:
            refused.append(misfit)
            continue
        made = cable_candidate(bench, value.value, where)
        gaps = tuple(
            Unknown(part.part_id, f, "fit") for f in ("speed_gbps", "end_a", "end_b") if known(part, f) is None
        )
        joined = made.made.model_copy(update={"links_per_module_b": tails})
        made = replace(made, made=joined, unknown=(*made.unknown, *gaps))
        price = bench.base_price(part)
        found.append((ORDER[joined.medium], price if price is not None else Decimal("Infinity"), made))
    found.sort(key=lambda item: (item[0], item[1], item[2].made.cable))
    return [candidate for _, _, candidate in found], refused


def _misfit(part: Part, nic: Part, switch: Part, gbps: float, tails: int) -> Refusal | None:
    """Why an assembly does not join a leaf's cage to NICs; None when it does, or when what decides is unknown."""
    own, rate = known(part, "tails"), known(part, "speed_gbps")
    if own is not None and own != tails:
        message = f"it has {own} tail(s), a cage of the leaf is broken out to {tails}"
        return Refusal(candidate=part.part_id, rule="LNK411", message=message, actual=own, limit=tails, unit="tails")
    if rate is not None and not runs_at(part, rate, gbps * tails):
        message = f"it is made for {rate:g} Gb/s, {tails} links of {gbps:g} Gb/s are wanted"
        return Refusal(
            candidate=part.part_id, rule="LNK411", message=message, actual=rate, limit=gbps * tails, unit="Gb/s"
        )
    for end, device in (("end_a", switch), ("end_b", nic)):
        plug, form = known(part, end), known(device, "port_form_factor")
        if plug is not None and form is not None and not plug_fits(str(plug), str(form)):
            message = f"its {plug} does not fit the {form} of {device.part_id}"
            return Refusal(candidate=part.part_id, rule="LNK411", message=message)
    return None


def plug_fits(plug: str, form: str) -> bool:
    """Whether a plug is of a family that a port's cage takes."""
    cages = {taken for family in families(form) for taken in ACCEPTS.get(family, {family})}
    return bool(families(plug) & cages)
