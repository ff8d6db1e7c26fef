"""Facts of one rack type: space, power with conversion loss, heat and coolant flow, mass, busbar currents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from configurator.design import Design, Device, RackType
from configurator.measures.device import DeviceFacts, cable_mass_kg, device_facts, draw_w, mass_of
from configurator.parts.base import Part, known
from configurator.reasons import Total, Unknown


@dataclass(frozen=True)
class RackFacts:
    """What a rack of one type draws, rejects and weighs.

    `it_w`: sum of the maximum draws behind the shelves or PDUs [W]; `input_w`: the same with conversion loss, which
    the feeds must provide [W]. `frame_kg` is the empty rack, `payload_kg` all that it carries, kept apart.
    """

    devices: Mapping[str, DeviceFacts]
    it_w: Total
    typical_w: Total
    input_w: Total
    liquid_w: Total
    air_w: Total
    flow_lpm: Total
    frame_kg: Total
    payload_kg: Total
    used_mm: Total
    bottoms: Mapping[str, float] = field(default_factory=dict)

    @property
    def mass_kg(self) -> Total:
        return self.frame_kg + self.payload_kg


def rack_facts(design: Design, kind: RackType) -> RackFacts:
    """The facts of a rack type, worked out from its devices, fixtures and cables."""
    by_type = {t.name: device_facts(design, t) for t in design.device_types}
    devices = {d.name: by_type[d.type] for d in kind.devices}
    it = typical = liquid = air = payload = Total()
    for facts in devices.values():
        it += facts.max_w
        typical += facts.typical_w
        liquid += facts.liquid_w
        air += facts.air_w
        payload += facts.mass_kg
    for content in kind.contents:
        part = design.parts[content.part]
        it += draw_w(part, "max") * content.quantity
        typical += draw_w(part, "typical") * content.quantity
        air += draw_w(part, "max") * content.quantity
        if content.included:
            continue
        if content.length_m is not None:
            payload += cable_mass_kg(part, content.length_m) * content.quantity
        else:
            payload += mass_of(part, air=False) * content.quantity
    for cable in kind.cables:
        payload += cable_mass_kg(design.parts[cable.part], cable.ordered_m)
    plugs = plugged_facts(design, kind)
    it, typical, air, payload = it + plugs.max_w, typical + plugs.typical_w, air + plugs.air_w, payload + plugs.mass_kg
    inlet = input_w(design, kind, it)
    loss = Total(inlet.value - it.value, inlet.unknown)
    rack = design.parts[kind.part]
    return RackFacts(
        devices=devices,
        it_w=it,
        typical_w=typical,
        input_w=inlet,
        liquid_w=liquid,
        air_w=air + loss,
        flow_lpm=coolant_flow_lpm(design, liquid),
        frame_kg=mass_of(rack, air=False),
        payload_kg=payload,
        used_mm=used_mm(design, kind),
        bottoms={d.name: d.bottom_mm for d in kind.devices},
    )


def plugged_facts(design: Design, kind: RackType) -> DeviceFacts:
    """Draw, heat and mass of the modules and cable ends plugged into one rack of a type.

    A switch whose stated maximum already holds a module in every cage draws nothing more for them; its typical draw is
    with passive copper, so modules add to that.
    """
    max_w = typical_w = mass_kg = Total()
    for device_type, part_id, count in design.plugged.get(kind.name, ()):
        part, host = design.parts[part_id], design.parts[design.device_type[device_type].part]
        most, usual = _plug_draw(part)
        if "power_max_has_optics" in type(host).model_fields:
            holds = known(host, "power_max_has_optics")
            if holds is None:
                most = Total(
                    most.value, (*most.unknown, Unknown(host.part_id, "power_max_has_optics", "draw of modules"))
                )
            elif holds:
                most = Total()
        max_w += most * count
        typical_w += usual * count
        mass_kg += mass_of(part, air=False) * count
    return DeviceFacts(max_w, typical_w, Total(), max_w, mass_kg)


def _plug_draw(part: Part) -> tuple[Total, Total]:
    """(maximum, typical) draw of a module, or of one end of a cable assembly [W]; fibre draws nothing."""
    if "power_w_per_end" in type(part).model_fields:
        value = known(part, "power_w_per_end")
        draw = (
            Total(0.0, (Unknown(part.part_id, "power_w_per_end", "draw of cable ends"),))
            if value is None
            else Total(value)
        )
        return draw, draw
    return draw_w(part, "max"), draw_w(part, "typical")


def efficiency(design: Design, kind: RackType) -> Total:
    """Conversion efficiency of the rack's power source at its peak [1]; 1 where nothing converts (rack PDUs)."""
    shelves = [d for d in kind.devices if design.device_type[d.type].role == "power_shelf"]
    if shelves:
        return _percent(design, design.device_type[shelves[0].type].part)
    supplies = {
        content.part
        for device in kind.devices
        for content in design.device_type[device.type].contents
        if content.role == "power_supply"
    }
    if not supplies:
        return Total(1.0)
    return min((_percent(design, part) for part in sorted(supplies)), key=lambda t: t.value if t.complete else 2.0)


def input_w(design: Design, kind: RackType, it: Total) -> Total:
    """AC input at maximum draw [W]: output over peak efficiency; with the efficiency unknown, at least the output."""
    eta = efficiency(design, kind)
    value = it.value / eta.value if eta.complete else it.value
    return Total(value, (*it.unknown, *eta.unknown))


def coolant_flow_lpm(design: Design, liquid: Total) -> Total:
    """Coolant flow that carries a heat [W] away at the platform's temperature rise [L/min].

    V = P / (rho · cp · dT): kW over kg/L, kJ/(kg·K) and K gives L/s.
    """
    cooling = design.platform.cooling
    if cooling.kind != "liquid" or cooling.coolant is None or cooling.delta_t_k is None:
        return Total()
    fluid = design.parts[cooling.coolant.value]
    unknown = list(liquid.unknown)
    product = cooling.delta_t_k.value
    for name in ("density_kg_per_l", "specific_heat_kj_per_kg_k"):
        value = known(fluid, name)
        if value is None:
            unknown.append(Unknown(fluid.part_id, name, "coolant flow"))
        else:
            product *= value
    if len(unknown) > len(liquid.unknown):
        return Total(0.0, tuple(unknown))
    return Total(liquid.value / 1000 / product * 60, tuple(unknown))


def used_mm(design: Design, kind: RackType) -> Total:
    """Height taken in the rack [mm]: each device rounded up to the rack's pitch, as no other can use the rest."""
    pitch = known(design.parts[kind.part], "unit_pitch_mm")
    if pitch is None:
        return Total(0.0, (Unknown(kind.part, "unit_pitch_mm", "space"),))
    total = Total()
    for device in kind.devices:
        total += slot_mm(design, device, pitch)
    return total


def slot_mm(design: Design, device: Device, pitch: float) -> Total:
    """Height of the slot of one device [mm], a whole number of pitches."""
    part = design.parts[design.device_type[device.type].part]
    height = part.extent_mm
    if height is None:
        return Total(0.0, (Unknown(part.part_id, "height", "space"),))
    return Total(-(-round(height, 6) // pitch) * pitch)


def units_of(design: Design, kind: RackType) -> list[str | None]:
    """The device that fills each unit of a rack, from the top down; None where open; empty where units are unknown."""
    rack = design.parts[kind.part]
    pitch, units = known(rack, "unit_pitch_mm"), known(rack, "units")
    if pitch is None or units is None:
        return []
    rows: list[str | None] = [None] * int(units)
    for device in kind.devices:
        start = round(device.bottom_mm / pitch)
        slots = max(round(slot_mm(design, device, pitch).value / pitch), 0)
        for unit in range(start, min(start + slots, len(rows))):
            rows[len(rows) - 1 - unit] = device.name
    return rows


def busbar_segments_a(
    supplies: Mapping[str, float], loads: Mapping[str, float], bottoms: Mapping[str, float], volts: float
) -> float:
    """Largest current in any segment of a vertical busbar [A].

    supplies, loads: device name -> W put in or drawn; bottoms: device name -> height on the bar [mm]; volts: the bar's
    voltage [V]. Kirchhoff: the current past a height is what is fed below it less what is drawn below it.
    """
    flows: dict[float, float] = {}
    for names, sign in ((supplies, 1.0), (loads, -1.0)):
        for name, watts in names.items():
            flows[bottoms[name]] = flows.get(bottoms[name], 0.0) + sign * watts / volts
    worst = running = 0.0
    for height in sorted(flows):
        running += flows[height]
        worst = max(worst, abs(running))
    return worst


def _percent(design: Design, part_id: str) -> Total:
    value = known(design.parts[part_id], "efficiency_peak_pct")
    if value is None:
        return Total(0.0, (Unknown(part_id, "efficiency_peak_pct", "conversion loss"),))
    return Total(float(value) / 100)
