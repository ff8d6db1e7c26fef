"""From Spec and Catalog to Design: the steps, in order. `assemble` reads as the program."""

from __future__ import annotations

from pathlib import Path

from configurator.assembly.bench import Bench
from configurator.assembly.cooling import build_cooling
from configurator.assembly.management import build_management
from configurator.assembly.networks import access_switch
from configurator.assembly.nodes import build_node
from configurator.assembly.power import build_power
from configurator.assembly.racks import build_racks, choose_rack
from configurator.assembly.scale_up import build_scale_up
from configurator.assembly.wishes import resolve
from configurator.catalog import Catalog
from configurator.design import Design
from configurator.platform import load_platform
from configurator.spec import Spec


def assemble(spec: Spec, catalog: Catalog, beside: Path | None = None) -> Design:
    """Assemble what a spec asks for from a catalog; `beside` is the folder of the spec's file.

    Raises `InputError` for a spec that names what does not exist, and `Unsatisfiable` when nothing fits, with every
    refusal.
    """
    bench: Bench = resolve(spec, load_platform(spec, beside), catalog)
    build_node(bench)
    build_scale_up(bench)
    build_management(bench, access_switch(bench))
    choose_rack(bench)
    build_cooling(bench)
    build_power(bench)
    return build_racks(bench).sealed()
