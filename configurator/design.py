"""Design: what stands where, joined how, and why. A value that round-trips through JSON.

What repeats is typed and stamped: a `DeviceType` and a `RackType` are described once, a `Rack` only says where.
Totals are never stored: power, heat, mass, bill and cost are worked out from these facts, so an edit by hand shows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any, Literal

import numpy as np
from annotated_types import Le
from pydantic import Field, field_serializer, field_validator

from configurator.backbone import Span, pieces
from configurator.catalog import Offer, dump_part, load_part
from configurator.documents import parse_json, validated
from configurator.errors import Fault, InputError
from configurator.linktable import Ints, LinkTable
from configurator.parts.base import Part, PartId
from configurator.platform import Platform
from configurator.reasons import Decision, Frozen
from configurator.spec import Spec
from configurator.units import Amperes, Count, Fraction, Metres, Millimetres, PositiveCount, Volts

FORMAT: Literal["ethx-design/1"] = "ethx-design/1"
HUGE = 1e12
"""No figure of a part or price is larger: beyond it, sums would leave what JSON and Decimal hold."""
PLACES_MOST = 1_000_000
"""Places of a floor, rows times positions: far above what the largest design takes."""
Scope = Literal["domain", "scale_out", "other_networks", "facility"]
Network = Literal["scale_up", "scale_out", "storage", "in_band", "out_of_band", "scale_across"]


class Content(Frozen):
    """Parts inside a device or fixed to a rack.

    `included`: price and mass already stand in the row of the part that holds it.
    """

    role: str
    part: PartId
    quantity: Annotated[PositiveCount, Le(1_000_000)]
    network: str | None = None
    included: bool = False
    length_m: Metres | None = None
    decision: str


class DeviceType(Frozen):
    """A kind of device: its own part (tray, switch, shelf, CDU) and what is in it."""

    name: str
    role: str
    part: PartId
    scope: Scope = "domain"
    network: Network | None = None
    """The network whose switch it is; None for every other device."""
    contents: tuple[Content, ...] = ()
    decision: str


class Device(Frozen):
    """A device in a rack type: which kind, and where its underside stands above the first unit [mm]."""

    name: str
    type: str
    bottom_mm: Millimetres


class LaneGroup(Frozen):
    """Consecutive lanes of one accelerator that run to consecutive lanes of one switch ASIC (both directions)."""

    accelerator: str
    asic: str
    accelerator_lane: Count
    asic_lane: Count
    lanes: PositiveCount


class End(Frozen):
    """One end of a cable: a device of the same rack, and its port."""

    device: str
    port: str


class Cable(Frozen):
    """One cable assembly between two ports: the routed length and the next orderable one [m]."""

    network: Network
    a: End
    b: End
    part: PartId
    routed_m: Metres
    ordered_m: Metres
    decision: str


class Feed(Frozen):
    """One AC feed to one device of a rack, with the voltage's reference stated."""

    name: str
    device: str
    side: Literal["A", "B"]
    voltage_v: Volts
    reference: Literal["L-L", "L-N"]
    phases: Literal[1, 3]
    current_a: Amperes
    continuous: Fraction

    @property
    def rating_va(self) -> float:
        """What the feed may carry continuously [VA]: sqrt(3)·V·I for L-L, 3·V·I for L-N, V·I for one phase."""
        factor = 1.0 if self.phases == 1 else (3.0**0.5 if self.reference == "L-L" else 3.0)
        return factor * self.voltage_v * self.current_a * self.continuous


class RackType(Frozen):
    """A kind of rack, described once: frame, devices, what is fixed to it, lanes, cables and feeds inside."""

    name: str
    role: Literal["compute", "network"] = "compute"
    scope: Scope = "domain"
    part: PartId
    devices: tuple[Device, ...]
    contents: tuple[Content, ...] = ()
    lanes: tuple[LaneGroup, ...] = ()
    cables: tuple[Cable, ...] = ()
    feeds: tuple[Feed, ...] = ()
    decision: str


class Rack(Frozen):
    """One rack on the floor: its row and position, both from 0; and its site, where there are several."""

    name: str
    type: str
    site: str | None = None
    row: Count = 0
    position: Count = 0


class CatalogStamp(Frozen):
    """Which catalog a design was built from."""

    revision: Count
    sha256: str


class Design(Frozen):
    """A whole design, with the parts and offers that it uses, so that it can be judged and costed anywhere."""

    format: Literal["ethx-design/1"] = FORMAT
    spec: Spec
    as_of: date
    currency: str
    gpus: PositiveCount
    scale_up_size: PositiveCount
    platform: Platform
    device_types: tuple[DeviceType, ...]
    rack_types: tuple[RackType, ...]
    racks: tuple[Rack, ...]
    links: tuple[LinkTable, ...] = ()
    """Links between racks, one table a layer; those within a rack stand in its type."""
    backbone: tuple[Span, ...] = ()
    """Fibre trunks between rows, where the spec asks for structured fibre."""
    decisions: tuple[Decision, ...]
    parts: dict[str, Part] = Field(default_factory=dict)
    offers: dict[str, tuple[Offer, ...]] = Field(default_factory=dict)
    catalog: CatalogStamp
    seal: str | None = None
    """Fingerprint at the time of the build: one edited by hand since no longer agrees with it."""

    @field_validator("parts", mode="before")
    @classmethod
    def _load_parts(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        loaded = {}
        for part_id, item in value.items():
            if not isinstance(item, Part | Mapping):
                raise ValueError(f"{part_id}: the entry is not a part")
            try:
                loaded[part_id] = item if isinstance(item, Part) else load_part(item)
            except KeyError as error:
                raise ValueError(f"{part_id}: unknown category {error}") from None
            if loaded[part_id].part_id != part_id:
                raise ValueError(f"{part_id}: the entry describes {loaded[part_id].part_id}")
            _plausible_size(loaded[part_id])
        return loaded

    @field_validator("offers", mode="after")
    @classmethod
    def _in_range(cls, value: dict[str, tuple[Offer, ...]]) -> dict[str, tuple[Offer, ...]]:
        for offer in (o for offers in value.values() for o in offers):
            _plausible_size(offer)
        return value

    @field_serializer("parts")
    def _dump_parts(self, value: dict[str, Part]) -> dict[str, Any]:
        return {part_id: dump_part(part) for part_id, part in value.items()}

    @cached_property
    def device_type(self) -> Mapping[str, DeviceType]:
        return {t.name: t for t in self.device_types}

    @cached_property
    def rack_type(self) -> Mapping[str, RackType]:
        return {t.name: t for t in self.rack_types}

    @cached_property
    def rack_counts(self) -> Mapping[str, int]:
        """How many racks stand of each rack type, in the order of the types."""
        counts = dict.fromkeys((t.name for t in self.rack_types), 0)
        for rack in self.racks:
            counts[rack.type] += 1
        return counts

    @cached_property
    def rack_starts(self) -> Ints:
        """Index of each rack's first device among all devices, and at the end their number."""
        sizes = [len(self.rack_type[rack.type].devices) for rack in self.racks]
        return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)

    def place(self, index: int) -> tuple[Rack, Device]:
        """The rack and device with an index of a link table."""
        number = int(np.searchsorted(self.rack_starts, index, side="right")) - 1
        rack = self.racks[number]
        return rack, self.rack_type[rack.type].devices[index - int(self.rack_starts[number])]

    def device_types_by_index(self) -> tuple[tuple[str, ...], Ints]:
        """(device type names, index into them for every device), for work on link tables in arrays."""
        names = tuple(t.name for t in self.device_types)
        number = {name: i for i, name in enumerate(names)}
        per_type = {k.name: np.array([number[d.type] for d in k.devices], dtype=np.int32) for k in self.rack_types}
        return names, np.concatenate([per_type[rack.type] for rack in self.racks]).astype(np.int32)

    @cached_property
    def plugged(self) -> Mapping[str, tuple[tuple[str, str, int], ...]]:
        """Rack type -> (device type, module or cable part, ends plugged in one rack: the most of any rack).

        Modules by cage; a cable assembly counts once at each of its ends.
        """
        found: dict[tuple[str, str, str], int] = {}
        names, types = self.device_types_by_index() if self.links else ((), np.zeros(0, dtype=np.int32))
        of_type = {t.name: [i for i, r in enumerate(self.racks) if r.type == t.name] for t in self.rack_types}
        for table in self.links:
            for end, plug, indices in table.plugs():
                devices, counts = table.modules_by_device(end, *indices)
                racks = np.searchsorted(self.rack_starts, devices, side="right") - 1
                for kind in np.unique(types[devices]).tolist():
                    rows = types[devices] == kind
                    per_rack = np.bincount(racks[rows], weights=counts[rows], minlength=len(self.racks))
                    for rack_type, mine in of_type.items():
                        most = int(per_rack[mine].max()) if mine else 0
                        if most:
                            key = (rack_type, names[kind], plug)
                            found[key] = found.get(key, 0) + most
        kinds = [kind.name for kind in self.rack_types]
        return {name: tuple((d, p, n) for (rack, d, p), n in found.items() if rack == name) for name in kinds}

    def tally(self) -> dict[tuple[str, str, str | None], int]:
        """(role, part id, network) -> how many, over all racks and links; equal to counting a walk, and quicker."""
        counts: dict[tuple[str, str, str | None], int] = {}

        def add(role: str, part: str, network: str | None, quantity: int) -> None:
            if quantity:
                counts[role, part, network] = counts.get((role, part, network), 0) + quantity

        for kind in self.rack_types:
            racks = self.rack_counts[kind.name]
            add("rack", kind.part, None, racks)
            for content in kind.contents:
                add(content.role, content.part, content.network, content.quantity * racks)
            for device in kind.devices:
                made = self.device_type[device.type]
                add(made.role, made.part, made.network, racks)
                for content in made.contents:
                    add(content.role, content.part, content.network, content.quantity * racks)
            for cable in kind.cables:
                add("cable", cable.part, cable.network, racks)
        for table in self.links:
            for role, part, _, quantity in table.cabling:
                add(role, part, table.network, quantity)
        for piece in pieces(self.backbone):
            add(piece.role, piece.part, piece.network, piece.quantity)
        return counts

    @property
    def domains(self) -> int:
        """Scale-up domains."""
        return -(-self.gpus // self.scale_up_size)

    def walk(self) -> Iterator[tuple[tuple[str, ...], int, str, str, str | None]]:
        """Every part met when walking the racks: (path, quantity, part id, role, network), stamped racks one by one.

        Cables are met once, never once an end.
        """
        for rack in self.racks:
            kind = self.rack_type[rack.type]
            yield (rack.name,), 1, kind.part, "rack", None
            for content in kind.contents:
                yield (rack.name,), content.quantity, content.part, content.role, content.network
            for device in kind.devices:
                made = self.device_type[device.type]
                path = (rack.name, device.name)
                yield path, 1, made.part, made.role, made.network
                for content in made.contents:
                    yield path, content.quantity, content.part, content.role, content.network
            for cable in kind.cables:
                yield (rack.name, f"{cable.a.device}/{cable.a.port}"), 1, cable.part, "cable", cable.network
        for table in self.links:
            for role, part, length_m, quantity in table.cabling:
                yield (table.layer, f"{length_m:g} m"), quantity, part, role, table.network
        for piece in pieces(self.backbone):
            yield (piece.place,), piece.quantity, piece.part, piece.role, piece.network

    def to_json(self) -> str:
        """The design as a JSON document: the same design gives the same bytes."""
        return self.model_dump_json(indent=1, exclude_none=True) + "\n"

    @cached_property
    def fingerprint(self) -> str:
        """Checksum of everything but the seal; an edit by hand changes it."""
        return _checksum(self.model_dump(mode="json", exclude_none=True, exclude={"seal"}))

    def sealed(self) -> Design:
        """This design with its seal set."""
        return self.model_copy(update={"seal": self.fingerprint})


def _plausible_size(item: Part | Offer) -> None:
    for name in type(item).model_fields:
        value: Any = getattr(item, name)
        if isinstance(value, int | float | Decimal) and not -HUGE <= value <= HUGE:
            raise ValueError(f"{name} of {item.part_id} is {value:g}, beyond anything that exists")


def _checksum(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def edited_since_built(design: Design, text: str) -> bool:
    """Whether a document was edited by hand since its design was built.

    The seal is that of the design or of the document as it stands: one saved before a field was added has none of it.
    """
    if design.seal is None or design.seal == design.fingerprint:
        return False
    written = parse_json(text, "design")
    return design.seal != _checksum({key: value for key, value in written.items() if key != "seal"})


def design_from_json(text: str, name: str) -> Design:
    """A design from its document. Raises `InputError` with every fault, references between its parts included."""
    data = parse_json(text, name)
    found = data.get("format")
    if found != FORMAT:
        shown = "nothing" if found is None else repr(found)
        raise InputError("not a design file", [Fault(f"{name}: format", "unknown format", shown, FORMAT)])
    design = validated(Design, data, name)
    faults = list(_dangling(design, name))
    if faults:
        raise InputError(f"{name} does not hold together", faults)
    return design


def _dangling(design: Design, name: str) -> Iterator[Fault]:
    """References that lead nowhere, and names that are given twice."""
    decisions = {d.id for d in design.decisions}
    for what, names in (
        ("device_types", [t.name for t in design.device_types]),
        ("rack_types", [t.name for t in design.rack_types]),
        ("racks", [r.name for r in design.racks]),
        ("decisions", [d.id for d in design.decisions]),
        *((f"rack_types.{t.name}.devices", [d.name for d in t.devices]) for t in design.rack_types),
    ):
        for twice in sorted({n for n in names if names.count(n) > 1}):
            yield Fault(f"{name}: {what}", "the name is given twice", f"'{twice}'")
    for rack in design.racks:
        if rack.type not in design.rack_type:
            yield Fault(f"{name}: racks.{rack.name}.type", "no such rack type", f"'{rack.type}'")
    rows, places = (max((getattr(r, at) for r in design.racks), default=0) + 1 for at in ("row", "position"))
    if rows * places > PLACES_MOST:
        yield Fault(f"{name}: racks", "a row or position is beyond any floor", f"{rows} rows of {places}")
    for kind in design.rack_types:
        devices = {d.name for d in kind.devices}
        where = f"{name}: rack_types.{kind.name}"
        yield from _missing_part(design, f"{where}.part", kind.part)
        for content in kind.contents:
            yield from _missing_part(design, f"{where}.contents.{content.role}", content.part)
        for device in kind.devices:
            if device.type not in design.device_type:
                yield Fault(f"{where}.devices.{device.name}.type", "no such device type", f"'{device.type}'")
        for cable in kind.cables:
            yield from _missing_part(design, f"{where}.cables", cable.part)
            for end in (cable.a, cable.b):
                if end.device not in devices:
                    yield Fault(f"{where}.cables", "no such device", f"'{end.device}'")
        for group in kind.lanes:
            for end_name in (group.accelerator, group.asic):
                if end_name.split("/")[0] not in devices:
                    yield Fault(f"{where}.lanes", "no such device", f"'{end_name}'")
        for feed in kind.feeds:
            if feed.device not in devices:
                yield Fault(f"{where}.feeds.{feed.name}", "no such device", f"'{feed.device}'")
    total = int(design.rack_starts[-1]) if all(r.type in design.rack_type for r in design.racks) else 0
    for table in design.links:
        where = f"{name}: links.{table.layer}"
        for made_of in table.assemblies:
            for part_id in (made_of.cable, made_of.module_a, made_of.module_b, made_of.junction_part):
                if part_id is not None:
                    yield from _missing_part(design, where, part_id)
        for column, values in (("a_device", table.a_device), ("b_device", table.b_device)):
            highest = int(values.max(initial=-1))
            if highest >= total:
                yield Fault(f"{where}.{column}", "no such device", str(highest), f"below {total}")
    for number, span in enumerate(design.backbone):
        if max(span.row_a, span.row_b) >= rows:
            last = f"row {max(span.row_a, span.row_b)}"
            yield Fault(f"{name}: backbone.{number}", "no such row", last, f"below {rows}")
        for part_id in (span.trunk, span.cassette, span.panel):
            yield from _missing_part(design, f"{name}: backbone.{number}", part_id)
    for made in design.device_types:
        where = f"{name}: device_types.{made.name}"
        yield from _missing_part(design, f"{where}.part", made.part)
        for content in made.contents:
            yield from _missing_part(design, f"{where}.contents.{content.role}", content.part)
        for decision in (made.decision, *(c.decision for c in made.contents)):
            if decision not in decisions:
                yield Fault(where, "no such decision", f"'{decision}'")


def _missing_part(design: Design, where: str, part_id: str) -> Iterator[Fault]:
    if part_id not in design.parts:
        yield Fault(where, "the design does not carry this part", part_id, "an entry under parts")
