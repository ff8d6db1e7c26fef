"""Step 0: what is asked for, with the platform's preset filling what the spec leaves open."""

from __future__ import annotations

from configurator.assembly.bench import Bench
from configurator.catalog import Catalog
from configurator.errors import Fault, InputError
from configurator.platform import Platform
from configurator.registry import nearest
from configurator.rules import rules
from configurator.spec import Spec, spec_from
from configurator.topologies import topologies

PIN_ROLES = (
    "accelerator",
    "cpu",
    "memory",
    "nic",
    "front_end_nic",
    "drive",
    "pcie_switch",
    "cooling_kit",
    "chassis",
    "board",
    "scale_up_switch",
    "tier2_switch",
    "inter_rack_optic",
    "scale_out_switch",
    "storage_switch",
    "in_band_switch",
    "out_of_band_switch",
    "cable_tray",
    "rack",
    "power_shelf",
    "pdu",
    "busbar",
    "whip",
    "cdu",
    "manifold",
    "coolant",
    "management_switch",
    "management_controller",
    "management_cable",
)


def resolve(spec: Spec, platform: Platform, catalog: Catalog) -> Bench:
    """The bench with GPUs, domain size, date and currency settled.

    Raises `InputError` with every wish that cannot be understood: unknown pin roles and parts, waivers of unknown
    rules, a missing date.
    """
    preset = spec_from({"platform": platform.name, **platform.preset}, f"preset of {platform.name}")
    gpus = spec.gpus or preset.gpus
    as_of = spec.as_of or preset.as_of
    faults = [*_pins(spec, catalog), *_waivers(spec), *_shapes(spec, platform)]
    if gpus is None:
        faults.append(Fault("gpus", "required key is missing", expected="a number of GPUs"))
    if as_of is None:
        faults.append(Fault("as_of", "required key is missing", expected="a date: a build never reads the clock"))
    if faults or gpus is None or as_of is None:
        raise InputError("the spec asks for what cannot be understood", faults)
    size = spec.scale_up_size or platform.scale_up.size.value
    return Bench(
        spec=spec,
        platform=platform,
        catalog=catalog,
        as_of=as_of,
        currency=spec.currency or preset.currency or "USD",
        gpus=gpus,
        scale_up_size=min(size, gpus),
    )


def _pins(spec: Spec, catalog: Catalog) -> list[Fault]:
    faults = []
    for role, part_id in spec.parts.items():
        if role not in PIN_ROLES:
            faults.append(Fault(f"parts.{role}", "unknown role", nearest=nearest(role, PIN_ROLES)))
        if part_id not in catalog.parts:
            near = nearest(part_id, catalog.parts)
            faults.append(Fault(f"parts.{role}", "unknown part", f"'{part_id}'", nearest=near))
    return faults


def _waivers(spec: Spec) -> list[Fault]:
    return [
        Fault(f"waive.{code}", "unknown rule", nearest=nearest(code, rules()))
        for code in spec.waive
        if code not in rules()
    ]


def _shapes(spec: Spec, platform: Platform) -> list[Fault]:
    faults = []
    known = ("auto", "none", *topologies())
    with_guests = ("auto", "none", *(name for name, shape in topologies().items() if shape.takes("extra_endpoints")))
    asked = [("scale_out", spec.scale_out.topology, known)]
    asked += [
        (f"networks.{name}", getattr(spec.networks, name).topology, with_guests)
        for name in type(spec.networks).model_fields
    ]
    for where, wanted, shapes in asked:
        if wanted not in shapes:
            near = nearest(wanted, shapes)
            faults.append(Fault(f"{where}.topology", "no such topology", f"'{wanted}'", ", ".join(shapes), near))
    shapes = scale_up_shapes(platform)
    if spec.scale_up.topology != "auto" and spec.scale_up.topology not in shapes:
        problem, expected = f"{platform.name} does not state what this needs", ", ".join(("auto", *shapes))
        faults.append(Fault("scale_up.topology", problem, f"'{spec.scale_up.topology}'", expected))
    if spec.scale_up_size is not None and spec.scale_up_size != platform.scale_up.size.value:
        size = platform.scale_up.size.value
        faults.append(
            Fault("scale_up_size", f"{platform.name} has domains of {size}", str(spec.scale_up_size), str(size))
        )
    return faults


def scale_up_shapes(platform: Platform) -> tuple[str, ...]:
    """How a platform's domain can be joined: flat in one rack, dual rack with two, two tiers with a second switch."""
    plan = platform.scale_up
    racks = plan.racks.value if plan.racks is not None else 1
    if racks < 2:
        return ("flat",)
    return (*(("dual_rack",) if racks == 2 else ()), *(("two_tier",) if plan.tier2_switch is not None else ()))
