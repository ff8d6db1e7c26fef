"""Ports: nothing plugged twice, nothing left unplugged unsaid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from configurator.measures.subjects import PortUse
from configurator.parts.base import UnknownValue
from configurator.reasons import Breach, Unknown
from configurator.rules._engine import rule


@rule("LNK301", PortUse, source="a port takes one plug")
def no_port_twice(use: PortUse) -> Iterator[Breach]:
    """No port is plugged twice."""
    for port, count in sorted(Counter(use.used).items()):
        if count > 1:
            yield Breach(
                f"{count} cables in {port}",
                actual=count,
                limit=1,
                unit="cables",
                repairs=("a free port for all but one of them",),
                at=port,
            )


@rule("LNK302", PortUse, source="device data sheet")
def ports_suffice(use: PortUse) -> Iterator[Breach]:
    """A device has at least as many ports as cables end at it."""
    if use.ports is None:
        raise UnknownValue(Unknown(use.device.part_id, use.ports_field, "ports"))
    if len(use.used) > use.ports:
        yield Breach(
            f"more cables than ports on {use.network}",
            actual=len(use.used),
            limit=use.ports,
            unit="ports",
            repairs=(f"{len(use.used) - use.ports} more ports: a larger device, or a second one",),
        )


@rule("LNK303", PortUse, source="no device with data ports is cabled to nothing unsaid")
def nothing_left_unplugged(use: PortUse) -> Iterator[Breach]:
    """A device with data ports is cabled, or its ports are listed as spare."""
    if use.used or use.ports == 0:
        return
    if use.deliberately_spare:
        yield Breach(f"ports of {use.device.part_id} on {use.network} are spare: no fabric is built", severity="info")
    else:
        yield Breach(
            f"{use.device.part_id} is cabled to nothing on {use.network}",
            repairs=("a cable from one of its ports", "leave the device out"),
        )
