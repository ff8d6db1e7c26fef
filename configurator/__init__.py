"""ETH-X supernode configurator: racks, rules, bill, cost, each figure with its reason. The public names:

    from configurator import configure, open_catalog, spec_from

    catalog = open_catalog(None, note=print)
    made = configure(spec_from({"platform": "eth-x-64"}, "mine"), catalog)
    made.design, made.findings, made.bom, made.cost

Names are imported when they are used, so that `configurator --help` stays quick.
"""

from __future__ import annotations

import importlib

_ROOMS = {
    "errors": ("ConfiguratorError", "Incomplete", "InputError", "StoreError", "Unsatisfiable", "UsageError"),
    "spec": ("Spec", "spec_from"),
    "catalog": ("Catalog", "Offer"),
    "design": ("Design", "design_from_json"),
    "pipeline": ("Configuration", "configure"),
    "comparison": ("compare",),
    "explain": ("why",),
    "exports": ("formats", "write_all", "write_one"),
    "store.database": ("open_catalog",),
}
_HOME = {name: f"configurator.{room}" for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'configurator' has no attribute '{name}'")
    return getattr(importlib.import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(_HOME)
