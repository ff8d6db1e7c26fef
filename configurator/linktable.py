"""Links between racks as arrays: one table a layer, half a million rows without half a million objects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import ConfigDict, Field, field_serializer, field_validator, model_validator

from configurator.parts.base import PartId
from configurator.reasons import Frozen
from configurator.units import Count, Gbps, PositiveCount

Ints = NDArray[np.int32]
COLUMNS = ("a_device", "a_port", "b_device", "b_port", "assembly", "cable", "routed_mm", "ordered_mm")
JUMPERS = ("a_jumper_mm", "b_jumper_mm")
"""Columns that are empty where no link of a table runs over a backbone."""
LinkNetwork = Literal["scale_up", "scale_out", "storage", "in_band", "out_of_band", "scale_across"]
LinkScope = Literal["domain", "scale_out", "other_networks"]
Layer = Literal[
    "track_track",
    "track_tier2",
    "node_tier2",
    "node_leaf",
    "leaf_spine",
    "spine_core",
    "access_leaf",
    "border_border",
]


class LinkAssembly(Frozen):
    """What joins the two ends of a link: a cable assembly with its ends, or a fibre with a module at each end.

    `links_per_cable`: links that one assembly carries (a splitter: 2); `fibres_per_link`: jumpers for each link.
    `links_per_module_*`: links that one module at that end carries (a twin-port module: 2).
    """

    medium: Literal["dac", "aec", "aoc", "optics"]
    cable: PartId
    links_per_cable: PositiveCount = 1
    fibres_per_link: PositiveCount = 1
    module_a: PartId | None = None
    module_b: PartId | None = None
    links_per_module_a: PositiveCount = 1
    links_per_module_b: PositiveCount = 1
    backbone: bool = False
    """Its links run over trunks between rows; `cable` is the jumper at each end."""
    junctions: Count = 0
    """Mated pairs between the two modules, those at the modules apart."""
    junction_part: PartId | None = None
    """The cassette or plate in which they are mated."""

    @property
    def splits(self) -> bool:
        """Whether it is a splitter, an assembly with a tail for each of its links."""
        return self.medium != "optics" and self.links_per_cable > 1


class LinkTable(Frozen):
    """All links of one layer of one network. Arrays are of equal length, one row a link.

    `a_device`, `b_device`: index of a device in `Design.places`; `a_port`, `b_port`: its port number from 0;
    `assembly`: index into `assemblies`; `cable`: number of the cable that carries the link (links that share a splitter
    or a trunk have one number); `routed_mm`, `ordered_mm`: lengths, jumpers and trunk together [mm]; `a_jumper_mm`,
    `b_jumper_mm`: ordered lengths of the jumpers to the panels, 0 for a link without [mm].
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    network: LinkNetwork
    layer: Layer
    gbps: Gbps
    scope: LinkScope
    a_ports: str
    """How a port of end a is called, `{}` for its number."""
    b_ports: str
    cage_links_a: PositiveCount = 1
    """Logical ports that one cage of end a is broken out to."""
    cage_links_b: PositiveCount = 1
    lanes: PositiveCount | None = None
    """Lanes of one link; None where they are not known."""
    assemblies: tuple[LinkAssembly, ...]
    decision: str
    a_device: Ints
    a_port: Ints
    b_device: Ints
    b_port: Ints
    assembly: Ints
    cable: Ints
    routed_mm: Ints
    ordered_mm: Ints
    a_jumper_mm: Ints = Field(default_factory=lambda: np.zeros(0, dtype=np.int32))
    b_jumper_mm: Ints = Field(default_factory=lambda: np.zeros(0, dtype=np.int32))

    @field_validator(*COLUMNS, *JUMPERS, mode="before")
    @classmethod
    def _array(cls, value: Any) -> Any:
        if isinstance(value, np.ndarray):
            return value.astype(np.int32, copy=False)
        if not isinstance(value, list):
            raise ValueError("must be a list of whole numbers")
        array = np.asarray(value)
        if array.size and (array.ndim != 1 or array.dtype.kind != "i"):
            raise ValueError("must be a list of whole numbers")
        if array.size and (array.min() < 0 or array.max() > np.iinfo(np.int32).max):
            raise ValueError("a number is below 0 or too large")
        return array.astype(np.int32)

    @model_validator(mode="after")
    def _equal_lengths(self) -> LinkTable:
        lengths = {name: len(getattr(self, name)) for name in COLUMNS}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"columns have different lengths: {lengths}")
        if any(made.backbone for made in self.assemblies) and {len(getattr(self, n)) for n in JUMPERS} != {len(self)}:
            raise ValueError("links over a backbone have no lengths of jumpers")
        if len(self) and int(self.assembly.max()) >= len(self.assemblies):
            raise ValueError("assembly names one that is not there")
        return self

    @field_serializer(*COLUMNS, *JUMPERS)
    def _list(self, value: Ints) -> list[int]:
        items: list[int] = value.tolist()
        return items

    def __len__(self) -> int:
        return len(self.a_device)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LinkTable):
            return NotImplemented
        columns = (*COLUMNS, *JUMPERS)
        plain = [n for n in type(self).model_fields if n not in columns]
        return all(getattr(self, n) == getattr(other, n) for n in plain) and all(
            np.array_equal(getattr(self, n), getattr(other, n)) for n in columns
        )

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def cabling(self) -> tuple[tuple[str, PartId, float, int], ...]:
        """(role, part, ordered length [m], how many) of everything that the links are made of.

        Cables and fibres by length; modules with length 0. A splitter counts once for its links.
        """
        return tuple(self._cabling())

    def _cabling(self) -> Iterator[tuple[str, PartId, float, int]]:
        told: set[tuple[str, str]] = set()
        for index, made in enumerate(self.assemblies):
            rows = self.assembly == index
            if not rows.any():
                continue
            if made.backbone:
                ordered = np.concatenate([self.a_jumper_mm[rows], self.b_jumper_mm[rows]])
            else:
                _, first = np.unique(self.cable[rows], return_index=True)
                ordered = self.ordered_mm[rows][first]
            lengths, counts = np.unique(ordered, return_counts=True)
            for length, count in zip(lengths.tolist(), counts.tolist(), strict=True):
                yield "cable", made.cable, length / 1000, count * made.fibres_per_link
            for end, module in _modules(made):
                if module is not None and (end, module) not in told:
                    told.add((end, module))
                    yield "optic", module, 0.0, self.modules(end, *self._with(end, module))

    def plugs(self) -> Iterator[tuple[Literal["a", "b"], PartId, tuple[int, ...]]]:
        """(end, module or cable assembly plugged there, assemblies that have it), each once."""
        for end in ENDS:
            for plug in dict.fromkeys(dict(_modules(made))[end] or made.cable for made in self.assemblies):
                yield end, plug, self._with(end, plug)

    def spare_tails(self, index: int) -> int:
        """Tails that no link uses, of the cables of an assembly that several links share."""
        rows = self.assembly == index
        return len(np.unique(self.cable[rows])) * self.assemblies[index].links_per_cable - int(rows.sum())

    def cage_links(self, end: Literal["a", "b"]) -> Ints:
        """Logical ports that the cage of each link's end is broken out to: no more than its module carries."""
        table = self.cage_links_a if end == "a" else self.cage_links_b
        own = [m.links_per_module_a if end == "a" else m.links_per_module_b for m in self.assemblies]
        joined = [getattr(m, f"module_{end}") is not None for m in self.assemblies]
        each = [min(table, n) if optic else table for n, optic in zip(own, joined, strict=True)]
        found: Ints = np.array(each, dtype=np.int32)[self.assembly]
        return found

    def _with(self, end: Literal["a", "b"], plug: PartId) -> tuple[int, ...]:
        return tuple(i for i, made in enumerate(self.assemblies) if (dict(_modules(made))[end] or made.cable) == plug)

    def modules(self, end: Literal["a", "b"], *indices: int) -> int:
        """Modules at one end of the links with some assemblies: links share one cage by cage, never across cages."""
        return len(np.unique(self._cages(end, indices)))

    def modules_by_device(self, end: Literal["a", "b"], *indices: int) -> tuple[Ints, Ints]:
        """(device, modules in it) at one end of the links with some assemblies."""
        cages = np.unique(self._cages(end, indices))
        devices, counts = np.unique(cages // _CAGES, return_counts=True)
        return devices.astype(np.int32), counts.astype(np.int32)

    def _cages(self, end: Literal["a", "b"], indices: Sequence[int]) -> NDArray[np.int64]:
        shares = np.array([m.links_per_module_a if end == "a" else m.links_per_module_b for m in self.assemblies])
        rows = np.isin(self.assembly, indices) if len(indices) != 1 else self.assembly == indices[0]
        device, port = getattr(self, f"{end}_device")[rows], getattr(self, f"{end}_port")[rows]
        cages: NDArray[np.int64] = device.astype(np.int64) * _CAGES + port // shares[self.assembly[rows]]
        return cages


ENDS: tuple[Literal["a"], Literal["b"]] = ("a", "b")


def _modules(made: LinkAssembly) -> tuple[tuple[Literal["a", "b"], PartId | None], ...]:
    return ("a", made.module_a), ("b", made.module_b)


_CAGES = 100_000
"""More cages than any device has: a device and its cage fit one number."""


def cables_for(assemblies: tuple[LinkAssembly, ...], assembly: Ints, groups: Ints) -> Ints:
    """Number of the cable that carries each link: links of one group share cables, as many as one carries.

    assembly: index of each link; groups: links with one number run between the same places (a pair of racks, a cage).
    """
    rows = np.arange(len(assembly), dtype=np.int64)
    share = np.array([made.links_per_cable for made in assemblies], dtype=np.int64)[assembly]
    order = np.lexsort((rows, groups, assembly))
    starts = np.ones(len(order), dtype=bool)
    starts[1:] = (groups[order][1:] != groups[order][:-1]) | (assembly[order][1:] != assembly[order][:-1])
    place = rows - np.maximum.accumulate(np.where(starts, rows, 0))
    new = place % share[order] == 0
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.cumsum(new) - 1
    return number.astype(np.int32)
