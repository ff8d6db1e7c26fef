"""The bench on which a design is put together: what is known so far, and the decisions taken. Internal to assembly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from configurator.backbone import Span
from configurator.catalog import Catalog, offers_at
from configurator.design import CatalogStamp, Content, Design, Device, DeviceType, Rack, RackType
from configurator.errors import Fault, InputError, Unsatisfiable
from configurator.linktable import LinkTable
from configurator.measures.subjects import Subject
from configurator.parts.base import Part
from configurator.platform import AUTO, Brought, Platform, Valued
from configurator.reasons import Alternative, Decision, Reason, Refusal
from configurator.registry import nearest
from configurator.rules import refusal
from configurator.spec import Spec

BARE_RACK = "rack"


@dataclass
class Bench:
    """Everything that the steps share. Steps add device types, rack fixtures and decisions; nothing is removed."""

    spec: Spec
    platform: Platform
    catalog: Catalog
    as_of: date
    currency: str
    gpus: int
    scale_up_size: int
    device_types: dict[str, DeviceType] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    """Device type -> how many a full rack holds."""
    fixtures: list[Content] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    rack_part: Part | None = None

    def part(self, part_id: str, where: str, category: str | None = None) -> Part:
        """A part of the catalog. Raises `InputError` naming the place that asks for it and the nearest id."""
        found = self.catalog.parts.get(part_id)
        if found is None:
            near = nearest(part_id, self.catalog.parts)
            raise InputError("no such part", [Fault(where, "unknown part", f"'{part_id}'", nearest=near)])
        if category is not None and found.category != category:
            fault = Fault(where, "a part of another category", f"{part_id}, a {found.category}", f"a {category}")
            raise InputError("the part does not fit its place", [fault])
        return found

    def pinned(self, role: str, value: Valued[str], where: str, category: str) -> tuple[Part, Valued[str], str]:
        """The part for a role: the spec's own pin where it has one, else the platform's. Also what led to it."""
        wish = self.spec.parts.get(role)
        if wish is not None:
            own = Valued[str](value=wish, basis="spec", source=f"spec: parts.{role}")
            return self.part(wish, f"parts.{role}", category), own, f"spec:parts.{role}"
        return self.part(value.value, f"platform {self.platform.name}: {where}", category), value, f"platform:{where}"

    def decide(
        self,
        step: str,
        subject: str,
        chosen: str,
        because: Iterable[Reason],
        led_by: Iterable[str] = (),
        refused: Iterable[Refusal] = (),
        alternatives: Iterable[Part] = (),
    ) -> str:
        """Record a decision; its id is `step.subject`, by which contents and devices name it."""
        decision_id = f"{step}.{subject}"
        decision = Decision(
            id=decision_id,
            step=step,
            subject=subject,
            chosen=chosen,
            because=tuple(because),
            led_by=tuple(led_by),
            refused=tuple(refused),
            alternatives=tuple(self._alternative(part) for part in alternatives),
        )
        if all(d.id != decision_id for d in self.decisions):
            self.decisions.append(decision)
        return decision_id

    def _alternative(self, part: Part) -> Alternative:
        base = self.base_price(part)
        return Alternative(part=part.part_id, base=None if base is None else format(base, "f"))

    def base_price(self, part: Part) -> Decimal | None:
        """Base price of one part at the design's date, or None when unpriced."""
        offer, _ = offers_at(self.catalog.offers.get(part.part_id, ()), self.as_of)
        return None if offer is None else offer.base

    def cheapest_first(self, parts: Iterable[Part]) -> list[Part]:
        """Candidates in the order of a choice: priced before unpriced, cheapest first, then by part id."""

        def key(part: Part) -> tuple[bool, Decimal, str]:
            base = self.base_price(part)
            return (base is None, base or Decimal(0), part.part_id)

        return sorted(parts, key=key)

    def choose(
        self,
        step: str,
        subject: str,
        candidates: Sequence[tuple[str, Part]],
        uses: Callable[[str, Part], Iterable[Subject]],
        because: Iterable[Reason],
        led_by: Iterable[str],
    ) -> tuple[str, Part, str]:
        """The first candidate that no veto refuses, its label, and the decision's id.

        Raises `Unsatisfiable` with every refusal when none is left.
        """
        refused: list[Refusal] = []
        taken: tuple[str, Part] | None = None
        alternatives: list[Part] = []
        for label, part in candidates:
            stop = next((r for use in uses(label, part) if (r := refusal(use, label)) is not None), None)
            if stop is not None:
                refused.append(stop)
            elif taken is None:
                taken = (label, part)
            elif part.part_id != taken[1].part_id:
                alternatives.append(part)
        if taken is None:
            raise Unsatisfiable(f"{subject} for {self.platform.name}", [r.model_dump() for r in refused])
        price = self.base_price(taken[1])
        told = f"the cheapest that no rule refuses, {price} {self.currency} each" if price is not None else "unpriced"
        reasons = [*because, *([Reason(text=told)] if len(candidates) > 1 else [])]
        decision = self.decide(step, subject, taken[0], reasons, led_by, refused, alternatives)
        return taken[0], taken[1], decision

    def candidates(self, category: str, where: str, value: Valued[str], role: str, kind: str | None) -> list[Part]:
        """The parts to choose from: the pinned one, or for `auto` all orderable ones of the category and kind."""
        if role in self.spec.parts or value.value != AUTO:
            return [self.pinned(role, value, where, category)[0]]
        found = [
            p
            for p in self.catalog.of(category)
            if not p.template and (kind is None or getattr(p, "kind", None) == kind)
        ]
        return self.cheapest_first(found)

    def brought_with(self, role: str) -> tuple[Content, ...]:
        """What a role brings along, as contents, each with its decision."""
        contents = []
        for bring in (*self.platform.brings, *self.platform.services):
            if bring.with_role == role:
                contents.append(self.bring(bring))
        return tuple(contents)

    def bring(self, bring: Brought) -> Content:
        """One bring-along as a content; the part must be in the catalog."""
        where = f"brings: {bring.role} with {bring.with_role}"
        self.part(bring.part, f"platform {self.platform.name}: {where}")
        decision = self.decide(
            "brings",
            f"{bring.role}-with-{bring.with_role}",
            bring.part,
            [bring.count.reason(f"{bring.role} for each {bring.with_role}")],
            [f"platform:{where}"],
        )
        return Content(
            role=bring.role,
            part=bring.part,
            quantity=bring.count.value,
            included=bring.included,
            length_m=bring.length_m,
            decision=decision,
        )

    def add_type(self, made: DeviceType, per_rack: int) -> None:
        """Add a device type and how many of it a full rack holds."""
        self.device_types[made.name] = made
        self.counts[made.name] = per_rack

    def design(
        self,
        rack_types: Iterable[RackType],
        racks: Iterable[Rack],
        links: Sequence[LinkTable] = (),
        backbone: Sequence[Span] = (),
    ) -> Design:
        """The design as far as it is put together, with the parts and offers that it uses."""
        kinds = tuple(rack_types)
        used = {kind.part for kind in kinds}
        used |= {c.part for kind in kinds for c in kind.contents} | {c.part for kind in kinds for c in kind.cables}
        for made in self.device_types.values():
            used |= {made.part, *(c.part for c in made.contents)}
        for table in links:
            for joined in table.assemblies:
                ends = (joined.cable, joined.module_a, joined.module_b, joined.junction_part)
                used |= {p for p in ends if p is not None}
        used |= {part for span in backbone for part in (span.trunk, span.cassette, span.panel)}
        if self.platform.cooling.coolant is not None:
            used.add(self.platform.cooling.coolant.value)
        parts = {p: self.catalog.parts[p] for p in sorted(used)}
        return Design(
            spec=self.spec,
            as_of=self.as_of,
            currency=self.currency,
            gpus=self.gpus,
            scale_up_size=self.scale_up_size,
            platform=self.platform,
            device_types=tuple(self.device_types.values()),
            rack_types=kinds,
            racks=tuple(racks),
            links=tuple(links),
            backbone=tuple(backbone),
            decisions=tuple(self.decisions),
            parts=parts,
            offers={p: self.catalog.offers[p] for p in parts if p in self.catalog.offers},
            catalog=CatalogStamp(revision=self.catalog.revision, sha256=self.catalog.sha256),
        )

    def bare_design(self) -> Design:
        """One full compute rack without places, for the loads that later steps size against."""
        assert self.rack_part is not None
        return self.trial_design(self.rack_part, self.counts, self.fixtures)

    def trial_design(self, rack: Part, counts: Mapping[str, int], fixtures: Iterable[Content]) -> Design:
        """One rack of a frame with so many devices of each type, without places."""
        devices = [
            Device(name=f"{name}-{i + 1}", type=name, bottom_mm=0.0)
            for name, count in counts.items()
            for i in range(count)
        ]
        kind = RackType(
            name=BARE_RACK,
            part=rack.part_id,
            devices=tuple(devices),
            contents=tuple(fixtures),
            decision="placement.rack",
        )
        return self.design([kind], [Rack(name="rack-1", type=BARE_RACK)])
