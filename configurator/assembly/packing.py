"""Things into racks at least price: how many racks of which model, and what stands in each.

The rack configuration problem (CSPLib 031): models with capacities and a price, things with demands. Exact by branch
and bound over remaining counts; a world too large for that repeats its best rack, solves the rest exactly, and says how
far its price can be from the least.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import gcd, lcm

STATES_MAX = 20_000
"""Combinations of remaining counts up to which a world is solved exactly [1]."""


@dataclass(frozen=True)
class Thing:
    """A kind of thing to place: how many, and what one takes of each capacity [the capacity's unit]."""

    name: str
    count: int
    takes: Mapping[str, Fraction | int]


@dataclass(frozen=True)
class Model:
    """A rack model: what it offers of each capacity, and its price; `most`: how many there are, None for any number."""

    name: str
    offers: Mapping[str, Fraction | int]
    price: Decimal
    most: int | None = None


@dataclass(frozen=True)
class Filled:
    """So many equal racks of a model, with how many things of each kind in each."""

    model: str
    things: Mapping[str, int]
    racks: int


@dataclass(frozen=True)
class Packing:
    """Racks with their contents. `bound`: no packing is cheaper; it equals `price` where `proven`."""

    filled: tuple[Filled, ...]
    price: Decimal
    bound: Decimal
    proven: bool


class DoesNotFit(ValueError):
    """A thing that no model holds, or more than all racks hold; `thing` names it, `why` the capacity."""

    def __init__(self, thing: str, why: str) -> None:
        super().__init__(f"{thing}: {why}")
        self.thing, self.why = thing, why


Counts = tuple[int, ...]


def pack(things: Sequence[Thing], models: Sequence[Model], racks_max: int | None = None) -> Packing:
    """The cheapest racks that hold everything, with at most `racks_max` racks.

    Raises `DoesNotFit` when there is no packing. Ties go to the model and contents named first.
    """
    for thing in things:
        if thing.count and not any(_holds(model, [thing], (1,)) for model in models):
            raise DoesNotFit(thing.name, _narrow(thing, models))
    states = 1
    for thing in things:
        states *= thing.count + 1
    free = all(model.most is None for model in models)
    if states > STATES_MAX and racks_max is None and free:
        return _repeated(things, models)
    unbounded = _exact(things, models, None)
    if racks_max is None or sum(f.racks for f in unbounded.filled) <= racks_max:
        return unbounded
    return _exact(things, models, racks_max)


def _holds(model: Model, things: Sequence[Thing], counts: Counts) -> bool:
    used = [(thing.takes, n) for thing, n in zip(things, counts, strict=True) if n]
    names = {name for takes, _ in used for name in takes}
    return all(sum(takes.get(name, 0) * n for takes, n in used) <= model.offers.get(name, 0) for name in names)


def _narrow(thing: Thing, models: Sequence[Model]) -> str:
    name = next(n for n in thing.takes if all(thing.takes[n] > m.offers.get(n, 0) for m in models) or len(models) == 1)
    most = max((m.offers.get(name, 0) for m in models), default=0)
    return f"takes {float(thing.takes[name]):g} of {name}, no rack offers more than {float(most):g}"


def _exact(things: Sequence[Thing], models: Sequence[Model], racks_max: int | None) -> Packing:
    """Every combination of remaining counts once; the kind that comes first is placed by the next rack."""
    Choice = tuple[int, Counts]
    limited = tuple(model.most for model in models)

    @cache
    def best(left: Counts, racks: int | None, spare: tuple[int | None, ...]) -> tuple[Decimal, Choice | None] | None:
        if not any(left):
            return Decimal(0), None
        if racks == 0:
            return None
        found: tuple[Decimal, Choice | None] | None = None
        least = _least(things, models, left)
        for number, model in enumerate(models):
            if spare[number] == 0:
                continue
            after_spare = tuple(s - 1 if i == number and s is not None else s for i, s in enumerate(spare))
            for counts in _fullest(model, things, left):
                rest = tuple(a - b for a, b in zip(left, counts, strict=True))
                if found is not None and model.price + _least(things, models, rest) >= found[0]:
                    continue
                after = best(rest, None if racks is None else racks - 1, after_spare)
                if after is not None and (found is None or model.price + after[0] < found[0]):
                    found = (model.price + after[0], (number, counts))
                    if found[0] == least:
                        return found
        return found

    left = tuple(thing.count for thing in things)
    whole = best(left, racks_max, limited)
    if whole is None:
        raise DoesNotFit(", ".join(t.name for t in things if t.count), "more than all racks hold")
    chosen: dict[tuple[int, Counts], int] = {}
    racks, spare = racks_max, limited
    while any(left):
        step = best(left, racks, spare)
        assert step is not None
        assert step[1] is not None
        number, counts = step[1]
        chosen[number, counts] = chosen.get((number, counts), 0) + 1
        left = tuple(a - b for a, b in zip(left, counts, strict=True))
        racks = None if racks is None else racks - 1
        spare = tuple(s - 1 if i == number and s is not None else s for i, s in enumerate(spare))
    return Packing(_filled(things, models, chosen), whole[0], whole[0], proven=True)


def _filled(
    things: Sequence[Thing], models: Sequence[Model], chosen: Mapping[tuple[int, Counts], int]
) -> tuple[Filled, ...]:
    return tuple(
        Filled(models[number].name, {t.name: n for t, n in zip(things, counts, strict=True) if n}, racks)
        for (number, counts), racks in chosen.items()
    )


def _fullest(model: Model, things: Sequence[Thing], left: Counts) -> Iterator[Counts]:
    """Ways to fill a rack to which nothing of what is left can be added, holding the kind that comes first, fullest
    first. A rack that could hold more never has to stay so."""
    first = next(i for i, n in enumerate(left) if n)

    def fill(index: int, counts: Counts) -> Iterator[Counts]:
        if index == len(things):
            if counts[first] and not any(
                counts[i] < left[i] and _holds(model, things, (*counts[:i], counts[i] + 1, *counts[i + 1 :]))
                for i in range(len(things))
            ):
                yield counts
            return
        for n in range(left[index], -1, -1):
            tried = (*counts, n, *(0,) * (len(things) - index - 1))
            if _holds(model, things, tried):
                yield from fill(index + 1, (*counts, n))

    yield from fill(0, ())


def _least(things: Sequence[Thing], models: Sequence[Model], left: Counts) -> Decimal:
    """A price below which nothing holds what is left: each capacity at its lowest price a unit, in whole steps of the
    prices' common divisor."""
    bound = Fraction(0)
    for name in {name for thing in things for name in thing.takes}:
        wanted = sum((n * Fraction(t.takes.get(name, 0)) for t, n in zip(things, left, strict=True)), Fraction(0))
        offers = [Fraction(m.price) / Fraction(m.offers[name]) for m in models if m.offers.get(name, 0)]
        if wanted and offers:
            bound = max(bound, wanted * min(offers))
    step = _step(models)
    steps = -(-bound // step) if step else 0
    return Decimal((steps * step).numerator) / Decimal((steps * step).denominator) if step else Decimal(0)


def _step(models: Sequence[Model]) -> Fraction:
    """The largest price of which every model's price is a multiple."""
    prices = [Fraction(m.price) for m in models]
    scale = lcm(*(p.denominator for p in prices))
    return Fraction(gcd(*(int(p * scale) for p in prices)), scale)


def _repeated(things: Sequence[Thing], models: Sequence[Model]) -> Packing:
    """Large worlds: racks full of one kind, at the least price a thing, as often as whole racks of it fill; what
    remains of all kinds is packed exactly."""
    chosen: dict[tuple[int, Counts], int] = {}
    price = Decimal(0)
    rest = [thing.count for thing in things]
    for i, thing in enumerate(things):
        alone = tuple(thing.count if j == i else 0 for j in range(len(things)))
        full = [(m, next(_fullest(m, things, alone), None)) for m in models]
        held = [(n, counts) for n, (_, counts) in enumerate(full) if counts is not None]
        if not thing.count or not held:
            continue
        number, counts = min(held, key=lambda item: (models[item[0]].price / item[1][i], item[0]))
        times = rest[i] // counts[i]
        if times:
            chosen[number, counts] = times
            price += models[number].price * times
            rest[i] -= counts[i] * times
    leftover = [Thing(t.name, n, t.takes) for t, n in zip(things, rest, strict=True)]
    tail = _exact(leftover, models, None) if any(rest) else Packing((), Decimal(0), Decimal(0), proven=True)
    bound = _least(things, models, tuple(t.count for t in things))
    whole = price + tail.price
    return Packing((*_filled(things, models, chosen), *tail.filled), whole, bound, proven=whole == bound)
