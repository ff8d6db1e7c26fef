"""Why a spec cannot be met: minimal sets of its demands that conflict, each verified by building without them.

A demand is a key of the spec that departs from the platform. To drop one is to go back to the platform's own value, or
to no limit. A set is minimal in this sense: with its members alone nothing can be built, and with any one of them
dropped something can.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from configurator.design import Design
from configurator.errors import InputError
from configurator.spec import Cabling, NetworkWish, ScaleOutWish, ScaleUpWish, Site, Spec, spec_from

Refused = Mapping[str, object]


@dataclass(frozen=True)
class Trial:
    """What came of building a spec. `refused` empty: it can be built; `clean`: and no error is found in it."""

    wanted: str
    refused: tuple[Refused, ...] = ()
    proposals: tuple[str, ...] = ()
    """Changes that the refusing step knows of, `key: value`; not yet tried."""
    design: Design | None = None
    """Also there when the design breaks a limit of the spec."""
    cost: Decimal | None = None
    clean: bool = False


class Trials:
    """Builds specs, each once, and counts them. A spec that cannot be understood gives None."""

    def __init__(self, build: Callable[[Spec], Trial]) -> None:
        self._build = build
        self._made: dict[str, Trial | None] = {}

    def __len__(self) -> int:
        return len(self._made)

    def of(self, spec: Spec) -> Trial | None:
        """What comes of a spec."""
        key = spec.model_dump_json()
        if key not in self._made:
            try:
                self._made[key] = self._build(spec)
            except InputError:
                self._made[key] = None
        return self._made[key]

    def changed(self, spec: Spec, changes: Mapping[str, str]) -> Trial | None:
        """What comes of a spec with `key=value` changes; None where they cannot be understood."""
        try:
            return self.of(with_changes(spec, changes))
        except InputError:
            return None


@dataclass(frozen=True)
class Conflict:
    """A minimal conflicting set: its keys, in the order of the spec, and what refuses it when built alone."""

    keys: tuple[str, ...]
    refused: tuple[Refused, ...] = field(default=())


def demands(spec: Spec) -> dict[str, Any]:
    """What the spec asks for beyond the platform, key -> value; those that a conflict keeps last come last.

    Limits of the site and the budget come last: a conflict is best told as a limit and what it forbids.
    """
    found: dict[str, Any] = {f"profile.{path}": value for path, value in spec.profile.items()}
    found |= {f"parts.{role}": part for role, part in spec.parts.items()}
    for group, wish, plain in (
        ("scale_out", spec.scale_out, ScaleOutWish()),
        ("scale_up", spec.scale_up, ScaleUpWish()),
        ("cabling", spec.cabling, Cabling()),
    ):
        for name in type(wish).model_fields:
            if getattr(wish, name) != getattr(plain, name):
                found[f"{group}.{name}"] = getattr(wish, name)
    for name in type(spec.networks).model_fields:
        wish = getattr(spec.networks, name)
        if wish != NetworkWish():
            found[f"networks.{name}"] = wish.model_dump(mode="json", exclude_defaults=True)
    if spec.scale_across.sites:
        found["scale_across"] = f"{len(spec.scale_across.sites)} sites, {spec.scale_across.distance_m:g} m apart"
    found |= {name: value for name in ("scale_up_size", "gpus") if (value := getattr(spec, name)) is not None}
    found |= {
        f"site.{name}": value
        for name in type(spec.site).model_fields
        if (value := getattr(spec.site, name)) != getattr(Site(), name)
    }
    if spec.budget is not None:
        found["budget"] = format(spec.budget, "f")
    return found


def told_as(key: str, value: Any) -> str:
    """A demand in words: `site.rack_power_kw_max: 40`."""
    if isinstance(value, tuple):
        return f"{key}: {len(value)} of them"
    return f"{key}: {value:g}" if isinstance(value, float) else f"{key}: {value}"


def without(spec: Spec, keys: Collection[str]) -> Spec:
    """The spec with demands dropped: the platform's own values, no limits."""
    data = _data(spec)
    for key in keys:
        group, _, name = key.partition(".")
        if name:
            data[group].pop(name, None)
        else:
            data.pop(group, None)
    return spec_from(data, "spec")


def with_changes(spec: Spec, changes: Mapping[str, str]) -> Spec:
    """The spec with `key=value` assignments laid over it. Raises `InputError` for a value that does not fit."""
    return spec_from(_data(spec), "repair", [f"{key}={value}" for key, value in changes.items()])


def _data(spec: Spec) -> dict[str, Any]:
    return spec.model_dump(mode="json", exclude_none=True)


def conflicts_of(spec: Spec, trials: Trials) -> list[Conflict]:
    """Minimal conflicting sets that share no member, until what is left can be built; empty where no demand is to
    blame but the platform or the catalog."""
    keys = list(demands(spec))
    found: list[Conflict] = []
    gone: list[str] = []
    while True:
        left = [key for key in keys if key not in gone]
        now = trials.of(without(spec, gone))
        if now is None or not now.refused:
            break
        members, refused = _minimal(spec, keys, left, trials)
        if not members:
            break
        found.append(Conflict(tuple(members), refused))
        gone += members
    first = trials.of(spec)
    whole = first.refused if first is not None else ()
    met = {_what(refused) for refused in whole}
    found.sort(key=lambda c: (_what(c.refused[0]) not in met, keys.index(c.keys[0])))
    return [_as_met(conflict, whole) for conflict in found]


def _as_met(conflict: Conflict, whole: tuple[Refused, ...]) -> Conflict:
    """A conflict with the numbers that the whole spec met, where it met them, rather than those of the set alone."""
    alone = {_what(refused) for refused in conflict.refused}
    return Conflict(conflict.keys, tuple(r for r in whole if _what(r) in alone) or conflict.refused)


def _what(refused: Refused) -> tuple[object, object]:
    return refused.get("rule"), refused.get("limit_of")


def _minimal(
    spec: Spec, keys: Sequence[str], left: Sequence[str], trials: Trials
) -> tuple[list[str], tuple[Refused, ...]]:
    """A deletion filter: drop each member that the conflict does not need, until no more can go.

    Passes repeat because demands are not monotone: what was needed before may not be once others are gone. A demand
    whose absence cannot be understood is neither a member nor dropped.
    """
    members, fixed = list(left), set[str]()
    again = True
    while again:
        again = False
        for key in tuple(members):
            rest = {k for k in members if k != key} | fixed
            trial = trials.of(without(spec, [k for k in keys if k not in rest]))
            if trial is None:
                members.remove(key)
                fixed.add(key)
            elif trial.refused:
                members.remove(key)
                again = True
    alone = trials.of(without(spec, [k for k in keys if k not in {*members, *fixed}]))
    return members, alone.refused if alone is not None else ()


def told_members(spec: Spec, conflict: Conflict) -> list[Mapping[str, object]]:
    """Members with the numbers of the rule that stops them: first the one whose own limit it is."""
    values = demands(spec)
    named = {str(r["limit_of"]): r for r in conflict.refused if r.get("limit_of") in conflict.keys}
    ordered = sorted(conflict.keys, key=lambda key: (key not in named, conflict.keys.index(key)))
    told: list[Mapping[str, object]] = []
    for key in ordered:
        why = named.get(key) or next(iter(named.values()), conflict.refused[0])
        numbers = {name: value for name, value in why.items() if name != "limit_of"}
        told.append({"demand": told_as(key, values[key]), "key": key, **numbers})
    return told
