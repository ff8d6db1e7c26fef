"""What joins a scale-up domain: the switch's protocol and rate, the cable trays between, or the node's baseboard."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import ScaleUpUse
from configurator.parts.base import need
from configurator.reasons import Breach
from configurator.rules._engine import rule

PROTOCOLS = {"NVLink": ("NVLink", "NVSwitch"), "UB": ("UB",)}
"""Scale-up protocol -> how switch chips that speak it are named; any other chip switches Ethernet."""


@rule("LNK205", ScaleUpUse, source="IEEE 802.3: both ends of a lane run at one rate", veto=True)
def lane_rates_agree(use: ScaleUpUse) -> Iterator[Breach]:
    """Accelerator and switch run their scale-up lanes at one rate."""
    if use.switch is None:
        return
    gpu = need(use.accelerator, "scaleup_lane_gbps", "lane rate")
    asic = need(use.switch, "lane_gbps", "lane rate")
    if gpu != asic:
        yield Breach(
            f"{use.accelerator.part_id} at {gpu:g} Gb/s a lane, {use.switch.part_id} at {asic:g}",
            actual=gpu,
            limit=asic,
            unit="Gb/s a lane",
            repairs=(f"a switch with lanes of {gpu:g} Gb/s",),
        )


@rule("LNK206", ScaleUpUse, source="one differential pair for each lane and direction")
def cable_tray_has_pairs(use: ScaleUpUse) -> Iterator[Breach]:
    """The cable trays have a pair for each lane and direction."""
    if use.switch is None or use.cable_tray is None:
        return
    pairs = need(use.cable_tray, "pairs", "cable tray pairs")
    wanted = 2 * sum(g.lanes for g in use.lanes)
    if wanted > pairs * use.cable_trays:
        yield Breach(
            "the lanes need more pairs than the cable trays have",
            actual=wanted,
            limit=pairs * use.cable_trays,
            unit="pairs",
            repairs=(f"{-(-wanted // pairs)} cable trays instead of {use.cable_trays}",),
        )


@rule("LNK209", ScaleUpUse, source="accelerator data sheet: what its scale-up port speaks")
def one_protocol(use: ScaleUpUse) -> Iterator[Breach]:
    """An accelerator speaks the protocol of its scale-up switch: on an Ethernet switch, native Ethernet."""
    if use.switch is None:
        return
    asic = str(need(use.switch, "asic", "protocol"))
    native = need(use.accelerator, "native_ethernet_scaleup", "protocol")
    spoken = next((p for p, names in PROTOCOLS.items() if any(n in asic for n in names)), "Ethernet")
    if spoken == "Ethernet":
        fits = bool(native)
    else:
        fits = not native and spoken in str(need(use.accelerator, "scaleup_protocol", "protocol"))
    if not fits:
        speaks = "has a native Ethernet" if native else "has no Ethernet"
        yield Breach(
            f"{use.accelerator.part_id} {speaks} scale-up port, {use.switch.part_id} switches {spoken}",
            repairs=("a switch for the accelerator's protocol", f"an accelerator that speaks {spoken}"),
        )


@rule("LNK210", ScaleUpUse, source="copper reach by lane rate: 112G passive up to about 2 m", severity="warning")
def run_within_reach(use: ScaleUpUse) -> Iterator[Breach]:
    """The longest run in the cable tray is within its reach."""
    if use.switch is None or use.cable_tray is None:
        return
    reach = need(use.cable_tray, "max_m", "cable tray reach")
    need(use.cable_tray, "depth_mm", "cable tray run")
    if use.longest_run_m is not None and use.longest_run_m > reach:
        yield Breach(
            "the longest run is beyond the cable tray's reach",
            actual=use.longest_run_m,
            limit=reach,
            unit="m",
            repairs=("switch trays in the middle of the compute trays",),
        )


@rule("LNK211", ScaleUpUse, source="the domain size that the platform states")
def domain_has_its_size(use: ScaleUpUse) -> Iterator[Breach]:
    """A scale-up domain holds as many accelerators as it should."""
    if use.size_wanted and len(use.accelerators) != use.size_wanted:
        yield Breach(
            "the domain has another size",
            actual=len(use.accelerators),
            limit=use.size_wanted,
            unit="accelerators",
            repairs=(f"{use.size_wanted} accelerators instead of {len(use.accelerators)}",),
        )


@rule("LNK213", ScaleUpUse, source="baseboard data sheet")
def baseboard_joins_all(use: ScaleUpUse) -> Iterator[Breach]:
    """Without scale-up switches, the baseboard joins all accelerators of the domain."""
    if use.switch is not None:
        return
    if use.baseboard is None:
        yield Breach("neither a scale-up switch nor a baseboard joins the accelerators")
        return
    places = need(use.baseboard, "gpus", "places for accelerators")
    if len(use.accelerators) > places:
        yield Breach(
            f"more accelerators than {use.baseboard.part_id} joins",
            actual=len(use.accelerators),
            limit=places,
            unit="accelerators",
            repairs=(f"domains of {places}",),
        )


@rule("LNK214", ScaleUpUse, source="cable backplane data sheet: lane rate that its pairs are made for")
def cable_tray_carries_the_rate(use: ScaleUpUse) -> Iterator[Breach]:
    """The pairs of a cable tray are made for at least the lane rate that they carry."""
    if use.switch is None or use.cable_tray is None:
        return
    made_for = need(use.cable_tray, "lane_gbps", "lane rate")
    rate = need(use.accelerator, "scaleup_lane_gbps", "lane rate")
    if rate > made_for:
        yield Breach(
            f"lanes of {rate:g} Gb/s in {use.cable_tray.part_id}",
            actual=rate,
            limit=made_for,
            unit="Gb/s a lane",
            repairs=(f"a cable tray for {rate:g} Gb/s a lane",),
        )
