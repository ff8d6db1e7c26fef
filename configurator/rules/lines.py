"""Lines between sites: reach, loss, and what a cage can feed."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import LineUse, ServerUse
from configurator.parts.base import known, need
from configurator.reasons import Breach
from configurator.rules._engine import rule

COHERENT = "coherent modules (800ZR, 120 km on an amplified span)"


@rule("LNK421", LineUse, source="module data sheet: reach over single-mode fibre", veto=True)
def line_within_reach(use: LineUse) -> Iterator[Breach]:
    """A line between sites is no longer than its modules reach."""
    reach = float(need(use.module, "reach_m", "reach"))
    if use.distance_m > reach:
        yield Breach(
            "the module does not reach",
            use.distance_m,
            reach,
            "m",
            (f"scale_across.distance_m: {reach:g}", COHERENT),
            at=use.module.part_id,
        )


@rule("LNK422", LineUse, source="IEEE 802.3 channel loss, OIF-400ZR and 800ZR, as the platform states it", veto=True)
def line_within_budget(use: LineUse) -> Iterator[Breach]:
    """A line between sites loses no more than its modules may, patching included."""
    if use.loss_db > use.budget_db:
        yield Breach(
            "the line loses more than its modules may",
            use.loss_db,
            use.budget_db,
            "dB",
            ("sites nearer to each other", COHERENT),
            at=use.module.part_id,
        )


@rule("LNK423", LineUse, source="switch data sheet: most that one cage feeds", veto=True)
def cage_feeds_the_module(use: LineUse) -> Iterator[Breach]:
    """The border switch's cage feeds the module of the line."""
    most = known(use.switch, "max_w_per_port")
    if most is None:
        return
    draw = float(need(use.module, "power_w_max", "draw of a module"))
    if draw > most:
        yield Breach(
            f"a cage of {use.switch.part_id} feeds less than {use.module.part_id} draws",
            draw,
            float(most),
            "W",
            ("a switch with stronger cages",),
            at=use.module.part_id,
        )


@rule("CMP116", ServerUse, source="the platform's list of servers", severity="info")
def servers_have_their_ports(use: ServerUse) -> Iterator[Breach]:
    """The servers of a fabric stand on it; where full units leave no port free, the answer says so."""
    if use.placed < use.wanted:
        yield Breach(
            f"{use.wanted - use.placed} x {use.server.part_id} left out: full units fill every leaf of {use.network}",
            use.placed,
            use.wanted,
            "servers",
            ("one node fewer than full units",),
        )
