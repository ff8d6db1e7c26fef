"""Supply of one rack: shelves or PDUs under its load, busbar currents with each shelf dead in turn, feeds."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.design import Design, Device, RackType
from configurator.measures.rack import RackFacts, busbar_segments_a, rack_facts
from configurator.measures.subjects import BusbarUse, FeedUse, ShelfUse
from configurator.parts.base import Part, known
from configurator.reasons import Total, Unknown

SOURCES = ("power_shelf", "pdu")


def sources_of(design: Design, kind: RackType) -> list[Device]:
    """The power shelves or PDUs of a rack type, in order."""
    return [d for d in kind.devices if design.device_type[d.type].role in SOURCES]


def shelf_use(design: Design, kind: RackType, facts: RackFacts) -> ShelfUse | None:
    """The shelves (or PDUs) of a rack type under its load; None when it has none."""
    sources = sources_of(design, kind)
    if not sources:
        return None
    made = design.device_type[sources[0].type]
    rectifiers = [c for c in made.contents if c.role == "rectifier"]
    loads = [d.bottom_mm for d in kind.devices if design.device_type[d.type].role == "compute"]
    middle = (min(loads) + max(loads)) / 2 if loads else 0.0
    return ShelfUse(
        path=f"{kind.name}/{made.name}",
        decisions=(made.decision,),
        shelf=design.parts[made.part],
        count=len(sources),
        load_w=facts.it_w if made.role == "power_shelf" else facts.input_w,
        redundancy=design.platform.power.redundancy.value,
        rectifiers_each=sum(c.quantity for c in rectifiers),
        rectifier=design.parts[rectifiers[0].part] if rectifiers else None,
        above=sum(d.bottom_mm > middle for d in sources),
        below=sum(d.bottom_mm <= middle for d in sources),
        feeds_each=len(kind.feeds) // len(sources),
    )


def busbar_use(design: Design, kind: RackType, path: str) -> BusbarUse | None:
    """The busbar of a rack type with its worst segment, normally and with the worst shelf dead; None without one.

    Shelves share the load equally (droop sharing), each at its own height; every other device draws at its own.
    """
    bars = [c for c in kind.contents if c.role == "busbar"]
    shelves = [d for d in sources_of(design, kind) if design.device_type[d.type].role == "power_shelf"]
    if not bars or not shelves:
        return None
    facts = rack_facts(design, kind)
    shelf = design.parts[design.device_type[shelves[0].type].part]
    volts = known(shelf, "output_v")
    unknown = list(facts.it_w.unknown)
    if volts is None:
        unknown.append(Unknown(shelf.part_id, "output_v", "busbar current"))
    loads = {name: f.max_w.value for name, f in facts.devices.items()}
    total = sum(loads.values())
    at = float(volts or 1.0)

    def worst(alive: list[Device]) -> float:
        if not alive or volts is None:
            return 0.0
        return busbar_segments_a({d.name: total / len(alive) for d in alive}, loads, facts.bottoms, at)

    failed = {dead.name: worst([d for d in shelves if d is not dead]) for dead in shelves}
    worst_name = max(failed, key=lambda name: (failed[name], name))
    return BusbarUse(
        path=path,
        decisions=(bars[0].decision,),
        busbar=design.parts[bars[0].part],
        volts=at,
        segment_a=Total(worst(shelves), tuple(unknown)),
        failed_segment_a=Total(failed[worst_name], tuple(unknown)),
        failed_shelf=worst_name,
    )


def feed_uses(design: Design, kind: RackType, facts: RackFacts) -> Iterator[FeedUse]:
    """Each feed with its share of the rack's input: normally, and when another shelf (or the other side) is dead."""
    sources = sources_of(design, kind)
    redundancy = design.platform.power.redundancy.value
    survivors = {"N": len(sources), "N+1": len(sources) - 1, "2N": len(sources) // 2}[redundancy]
    whips: list[Part] = [design.parts[c.part] for c in kind.contents if c.role == "whip"]
    sides = tuple(sorted({f.side for f in kind.feeds}))
    for feed in kind.feeds:
        inputs = sum(f.device == feed.device for f in kind.feeds)
        made = design.device_type[next(d.type for d in kind.devices if d.name == feed.device)]
        yield FeedUse(
            path=f"{kind.name}/{feed.name}",
            decisions=(made.decision,),
            feed=feed,
            load_w=facts.input_w * (1 / (len(sources) * inputs)),
            failover_w=facts.input_w * (1 / (max(survivors, 1) * inputs)),
            whip=whips[0] if whips else None,
            source=design.parts[made.part],
            sides=sides,
        )
