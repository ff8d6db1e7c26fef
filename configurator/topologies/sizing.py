"""How many switches: one rule for every folded-Clos fabric, of two tiers or three.

Leaves are as few as take the endpoints; above them stand as few switches as carry the links and divide the up ports
of each switch below, so that each switch below has the same whole number of links to each switch above. That rule
gives the published DGX SuperPOD tables (H100 RA-11333-001, B200, B300): 3 units of 32 nodes take 16 spines, not 12.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache


@dataclass(frozen=True)
class Side:
    """Leaves of another class that stand under the same spines: so many, each with so many links up.

    They serve what is no node: storage appliances, or the way to another site.
    """

    leaves: int = 0
    up: int = 0


ALONE = Side()
TRIED = 16
"""Numbers of up ports tried beyond the fewest that will do, in three tiers: a divisor lies near."""


@dataclass(frozen=True)
class Size:
    """The counts of one plane.

    down, up: ports of a leaf; leaf_links: links from a leaf to each spine of its pod; pods: groups of `pod_leaves`
    leaves with spines of their own (one pod in two tiers); spine_up: up ports of a spine; spine_links: links from a
    spine to each core of its own. [ports, switches]
    """

    leaves: int
    down: int
    up: int = 0
    spines: int = 0
    leaf_links: int = 0
    pods: int = 1
    pod_leaves: int = 0
    spine_up: int = 0
    cores: int = 0
    spine_links: int = 0
    side: Side = ALONE

    @property
    def switches(self) -> int:
        """Switches of all tiers [1]."""
        return self.leaves + self.side.leaves + self.spines + self.cores


@cache
def divisors(number: int) -> tuple[int, ...]:
    """Divisors of a positive number, ascending."""
    return tuple(d for d in range(1, number + 1) if number % d == 0)


def up_to(count: int, each: int) -> int:
    """count / each, rounded up."""
    return -(-count // each)


def leaves_for(endpoints: int, down: int) -> int:
    """Leaves with `down` ports each that take the endpoints."""
    return up_to(endpoints, down)


def spines_for(below: int, up: int, radix: int, least: int = 1, side: Side = ALONE) -> int | None:
    """Switches above `below` switches of `up` up ports each: the smallest divisor of `up` that has the ports.

    least: fewest that may be taken; side: leaves of another class whose up ports must divide as well.
    None when even one link from each switch below is more than `radix` ports.
    """
    return next(
        (
            n
            for n in divisors(up)
            if n >= least and side.up % n == 0 and below * (up // n) + side.leaves * (side.up // n) <= radix
        ),
        None,
    )


def ratio_of(oversubscription: float | Fraction) -> Fraction:
    """Down over up as a fraction of small numbers: 1.3333333 is 4/3."""
    return Fraction(oversubscription).limit_denominator(1_000)


def widest(radix: int, ratio: Fraction) -> int:
    """Most down ports of a switch whose down over up ports stay within the ratio; 0 when there is none."""
    return int(radix * ratio / (1 + ratio))


def fewest_up(down: int, ratio: Fraction) -> int:
    """Fewest up ports that keep down over up within the ratio."""
    return up_to(down * ratio.denominator, ratio.numerator)


def reach(radix: int, groups: int, ratio: Fraction, tiers: int, top: Fraction = Fraction(1)) -> int:
    """Most endpoints of one plane with that many tiers [endpoints]; the leaves come in equal `groups`."""
    leaves = radix if tiers == 2 else radix * widest(radix, top)
    return leaves // groups * groups * widest(radix, ratio)


def two_tier(
    per_group: int, groups: int, unit: int, radix: int, ratio: Fraction, least: int = 1, side: Side = ALONE
) -> Size | None:
    """Leaves and spines for `groups` equal groups of `per_group` endpoints; None beyond the reach.

    unit: endpoints of a group that should share a leaf, where that takes no more leaves; least: fewest spines;
    side: leaves of another class under the same spines.
    Of all that meet the ratio, the one of fewest switches, then of fewest leaves, then of fewest links.
    """
    most = widest(radix, ratio)
    best: Size | None = None
    for each in range(leaves_for(per_group, most) if most else radix + 1, min(per_group, radix // groups) + 1):
        leaves, down = each * groups, _down(per_group, each, unit, most)
        if leaves == 1 and not side.leaves:
            return Size(1, down, pod_leaves=1)
        if best is not None and leaves + side.leaves >= best.switches:
            break
        if leaves_for(per_group, down) < each:
            continue
        for up in range(fewest_up(down, ratio), radix - down + 1):
            if best is not None and leaves + side.leaves + up_to(leaves * up, radix) >= best.switches:
                break
            spines = spines_for(leaves, up, radix, least, side)
            if spines is not None and (best is None or leaves + side.leaves + spines < best.switches):
                best = Size(leaves, down, up, spines, up // spines, 1, leaves, side=side)
    return best


def three_tier(
    per_group: int, groups: int, unit: int, radix: int, ratio: Fraction, top: Fraction = Fraction(1)
) -> Size | None:
    """Leaves, spines in pods, and cores; as `two_tier`. top: down over up ports of a spine."""
    most, most_spine = widest(radix, ratio), widest(radix, top)
    if not most or not most_spine:
        return None
    found: list[tuple[tuple[int, ...], Size]] = []
    fewest = leaves_for(per_group, most)
    for each in range(fewest, min(per_group, fewest + 1) + 1):
        leaves, down = each * groups, _down(per_group, each, unit, most)
        if leaves == 1:
            return Size(1, down, pod_leaves=1)
        if leaves_for(per_group, down) < each:
            continue
        need = fewest_up(down, ratio)
        for up in range(need, min(radix - down, need + TRIED) + 1):
            for links in divisors(up):
                for whole in dict.fromkeys((groups, 1)):
                    size = _pods(Size(leaves, down, up, leaf_links=links), whole, radix, top, most_spine)
                    if size is not None:
                        split = size.pod_leaves % groups != 0
                        key = (size.switches, leaves * up + size.spines * size.spine_up, split, size.pods)
                        found.append((key, size))
    return min(found, key=lambda item: item[0])[1] if found else None


def _pods(base: Size, whole: int, radix: int, top: Fraction, most_spine: int) -> Size | None:
    """The leaves in at least two pods of whole groups of leaves, with spines and cores of the fewest switches."""
    fits = min(most_spine // base.leaf_links, up_to(base.leaves, 2)) // whole * whole
    if not fits:
        return None
    even = up_to(base.leaves, up_to(base.leaves, fits))
    pod_leaves = up_to(even, whole) * whole
    pods = up_to(base.leaves, pod_leaves)
    pod_spines = base.up // base.leaf_links
    down = pod_leaves * base.leaf_links
    need = fewest_up(down, top)
    best: tuple[int, int] | None = None
    for up in range(need, min(radix - down, need + TRIED) + 1):
        cores = spines_for(pods, up, radix)
        if cores is not None and (best is None or cores < best[0]):
            best = (cores, up)
    if best is None:
        return None
    cores, up = best
    return Size(
        leaves=base.leaves,
        down=base.down,
        up=base.up,
        spines=pods * pod_spines,
        leaf_links=base.leaf_links,
        pods=pods,
        pod_leaves=pod_leaves,
        spine_up=up,
        cores=pod_spines * cores,
        spine_links=up // cores,
    )


def _down(per_group: int, leaves: int, unit: int, most: int) -> int:
    """Down ports used of each of `leaves` leaves: whole units where that needs no more leaves and no more ports."""
    even = up_to(per_group, leaves)
    whole = up_to(even, unit) * unit
    return whole if whole <= most and leaves_for(per_group, whole) == leaves else even
