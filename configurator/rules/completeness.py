"""Completeness: nothing that the shape needs is missing, and everything brings along what it needs."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import DesignUse
from configurator.reasons import Breach
from configurator.rules._engine import rule

ODCC = "ODCC ETH-X account 2025-07-31: cable tray, manifold, CDU, power shelf, busbar, scale-up interconnect are added"


def _there(use: DesignUse, role: str, name: str, wanted: bool) -> Iterator[Breach]:
    if wanted and use.roles.get(role, 0) < 1:
        yield Breach(f"no {name}", actual=0, limit=1, unit=name, repairs=(f"add a {name} to each rack",))


@rule("CMP101", DesignUse, source=ODCC)
def has_cable_tray(use: DesignUse) -> Iterator[Breach]:
    """A rack-scale domain has a cable tray."""
    yield from _there(use, "cable_tray", "cable tray", use.rack_scale)


@rule("CMP102", DesignUse, source=ODCC)
def has_manifold(use: DesignUse) -> Iterator[Breach]:
    """A liquid-cooled design has a manifold."""
    yield from _there(use, "manifold", "manifold", use.liquid_cooled)


@rule("CMP103", DesignUse, source=ODCC)
def has_cdu(use: DesignUse) -> Iterator[Breach]:
    """A liquid-cooled design has a CDU, unless its loop comes from outside the racks."""
    yield from _there(use, "cdu", "CDU", use.liquid_cooled and not use.cooled_outside)


@rule("CMP104", DesignUse, source=ODCC)
def has_power_shelf(use: DesignUse) -> Iterator[Breach]:
    """A busbar-powered design has power shelves."""
    yield from _there(use, "power_shelf", "power shelf", use.busbar_powered)


@rule("CMP105", DesignUse, source=ODCC)
def has_busbar(use: DesignUse) -> Iterator[Breach]:
    """A busbar-powered design has a busbar."""
    yield from _there(use, "busbar", "busbar", use.busbar_powered)


@rule("CMP106", DesignUse, source=ODCC)
def has_scale_up(use: DesignUse) -> Iterator[Breach]:
    """A rack-scale domain has scale-up switches."""
    yield from _there(use, "scale_up_switch", "scale-up switch", use.rack_scale)


@rule("CMP107", DesignUse, source="a rack without a source of power does not run")
def has_power(use: DesignUse) -> Iterator[Breach]:
    """Every design has power shelves or PDUs."""
    if not use.roles.get("power_shelf", 0) + use.roles.get("pdu", 0):
        repairs = ("power shelves with a busbar, or rack PDUs",)
        yield Breach("neither power shelves nor PDUs", actual=0, limit=1, unit="sources", repairs=repairs)


@rule("CMP110", DesignUse, source="the spec")
def gpus_as_asked(use: DesignUse) -> Iterator[Breach]:
    """The design has as many GPUs as were asked for."""
    if use.gpus != use.gpus_wanted:
        more, word = use.gpus_wanted - use.gpus, "more" if use.gpus < use.gpus_wanted else "fewer"
        repairs = (f"{abs(more)} GPUs {word}", f"gpus: {use.gpus}")
        yield Breach("another number of GPUs than asked for", use.gpus, use.gpus_wanted, "GPUs", repairs)


@rule("CMP111", DesignUse, source="a smaller last domain trains slower than the others", severity="warning")
def domains_are_whole(use: DesignUse) -> Iterator[Breach]:
    """The GPUs fill whole scale-up domains."""
    rest = use.gpus_wanted % use.scale_up_size
    if rest:
        full = use.gpus_wanted - rest + use.scale_up_size
        yield Breach(
            f"the last domain holds {rest} of {use.scale_up_size} GPUs",
            actual=rest,
            limit=use.scale_up_size,
            unit="GPUs",
            repairs=(f"{full} GPUs",),
        )


@rule("CMP112", DesignUse, source="what each device brings along, by the platform")
def brings_are_there(use: DesignUse) -> Iterator[Breach]:
    """Every device has what it brings along: memory, NICs, rails, couplings, cords, labels, hoses."""
    for role, wanted in use.expected.items():
        found = use.roles.get(role, 0)
        if found != wanted:
            what = role.replace("_", " ")
            change = f"{abs(wanted - found)} {'more' if found < wanted else 'fewer'}"
            yield Breach(
                f"{found} x {what} instead of {wanted}",
                actual=found,
                limit=wanted,
                unit=what,
                repairs=(change,),
                at=role,
                severity=None if found < wanted else "warning",
            )


@rule("CMP113", DesignUse, source="ODCC operations model: nodes, switches and rack control units are managed")
def managed_devices_are_reached(use: DesignUse) -> Iterator[Breach]:
    """Every managed device has an out-of-band port that is cabled."""
    reached = set(use.reached)
    for device in use.managed:
        if device not in reached:
            yield Breach("no out-of-band cable", at=device, repairs=("a cable to the management switch",))


@rule("CMP114", DesignUse, source="the design's own seal", severity="info")
def edits_are_said(use: DesignUse) -> Iterator[Breach]:
    """A design that was edited by hand since its build says so."""
    if use.edited:
        yield Breach("the design was edited by hand since it was built")


@rule(
    "CMP115", DesignUse, source="what is unknown stays unknown: a better candidate may hide behind it", severity="info"
)
def passed_over_candidates_are_said(use: DesignUse) -> Iterator[Breach]:
    """A candidate that was passed over because a value of it is unknown is said."""
    for decision, candidate, why in use.passed_over:
        yield Breach(f"{candidate} was passed over: {why}", at=decision, repairs=(f"give the value of {candidate}",))
