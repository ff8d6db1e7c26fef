"""The gallery as a whole: every rule is well-formed and has its cases; no rule stumbles over what is not there."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re

import pytest

import tests.rules
from configurator.reasons import Total
from configurator.rules import Rule, judge, refusal, rules
from tests.rules.factories import Case, at_least, bar, branch, chassis, loop, node, shelves, some

CODE = re.compile(r"(PRT|LNK|RCK|PWR|COO|PRC|LIF|PLA|CMP)[1-9]\d\d")
SOFT = re.compile(r"\b(draft|press|reported|elevation of)\b")
READS = re.compile(r"\b(need|rated_kw|_lanes|_asic_lanes|_pitch)\(")
NO_UNKNOWN = {"PWR102"}
"""PWR102 leaves what is unknown of a shelf to PWR109, so that a veto does not refuse every number of shelves."""


def _cases() -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for info in pkgutil.iter_modules(tests.rules.__path__):
        if info.name.startswith("test_") and info.name != "test_gallery":
            for case in importlib.import_module(f"tests.rules.{info.name}").CASES:
                found.setdefault(case.code, []).append(case)
    return found


CASES = _cases()
ALL = list(rules().values())


def _id(law: object) -> str:
    return law.code if isinstance(law, Rule) else str(law)


def test_there_are_many_rules_in_the_order_of_their_codes() -> None:
    assert len(ALL) >= 80
    assert list(rules()) == sorted(rules())
    assert set(CASES) <= set(rules())


@pytest.mark.parametrize("law", ALL, ids=_id)
def test_a_rule_is_well_formed(law: Rule) -> None:
    assert CODE.fullmatch(law.code)
    assert law.law.endswith(".")
    assert law.law.count(". ") == 0
    assert law.law[0].isupper()
    assert law.source.strip()


@pytest.mark.parametrize("law", ALL, ids=_id)
def test_a_rule_has_its_cases(law: Rule) -> None:
    kinds = {case.kind for case in CASES.get(law.code, [])}
    assert kinds >= {"passes", "just passes", "fails"}
    if READS.search(inspect.getsource(law.check)) and law.code not in NO_UNKNOWN:
        assert "unknown" in kinds


@pytest.mark.parametrize("law", [law for law in ALL if SOFT.search(law.source)], ids=_id)
def test_a_soft_source_warns_at_most(law: Rule) -> None:
    assert law.severity != "error"


@pytest.mark.parametrize(
    "subject",
    [
        shelves(load_w=at_least(10_000)),
        bar(segment_a=at_least(10), failed_segment_a=at_least(20)),
        loop(liquid_w=at_least(10), flow_lpm=at_least(0)),
        branch(flow_lpm=at_least(0)),
    ],
    ids=lambda subject: type(subject).__name__,
)
def test_an_unknown_load_refuses_no_candidate(subject: object) -> None:
    """Otherwise one missing wattage would make every shelf, busbar and CDU impossible."""
    assert refusal(subject, "x") is None  # type: ignore[arg-type]


def test_a_refusal_has_its_numbers() -> None:
    refused = refusal(shelves(load_w=Total(70_000)), "3 x SHF-1")
    assert refused is not None
    assert (refused.rule, refused.actual, refused.limit, refused.unit) == ("PWR101", 70.0, 66.0, "kW")


def test_a_node_without_cpus_and_memory_is_judged_all_the_same() -> None:
    """What is taken out of a design by hand is said by completeness; no rule may fall over it."""
    nothing = some(chassis(), 0)
    assert judge([node(cpus=nothing, memory=nothing, nics=(), drives=(), pcie_switches=())])
