"""Choices: the cheapest that no rule refuses, the refused kept with their rule; what cannot be says all refusals."""

from __future__ import annotations

import pytest

from configurator.errors import InputError, Unsatisfiable
from tests.build import build, built


def test_the_cdu_is_the_cheapest_that_carries_the_heat_and_the_refused_say_why() -> None:
    decision = next(d for d in built("eth-x-64").design.decisions if d.id == "cooling.cdu")
    assert decision.chosen == "CDU-VRT-CDU121"
    assert {r.candidate for r in decision.refused} >= {"CDU-CIT-CHX80", "CDU-MTV-MCDU4U", "CDU-VRT-CDU100"}
    assert all(r.rule.startswith("COO") and r.message for r in decision.refused)


def test_shelves_are_as_few_as_carry_the_rack_with_one_dead() -> None:
    decision = next(d for d in built("eth-x-64").design.decisions if d.id == "power.power_shelf")
    assert decision.chosen == "4 x PWR-SHELF-HPR-33"
    assert [r.candidate for r in decision.refused] == [f"{n} x PWR-SHELF-HPR-33" for n in (1, 2, 3)]
    assert {r.rule for r in decision.refused} == {"PWR101"}


def test_the_busbar_is_judged_by_segment() -> None:
    decision = next(d for d in built("eth-x-64").design.decisions if d.id == "power.busbar")
    assert decision.chosen == "PWR-BUSBAR-1400A"
    assert decision.refused[0].candidate == "PWR-BUSBAR-ORV3"


def test_every_content_and_device_names_a_decision_with_a_reason() -> None:
    for preset in ("eth-x-64", "hgx-8"):
        design = built(preset).design
        by_id = {d.id: d for d in design.decisions}
        named = [c.decision for t in design.device_types for c in t.contents]
        named += [t.decision for t in design.device_types] + [t.decision for t in design.rack_types]
        named += [c.decision for k in design.rack_types for c in k.contents]
        named += [c.decision for k in design.rack_types for c in k.cables]
        assert all(by_id[name].because for name in named)
        for decision in design.decisions:
            for key in decision.led_by:
                assert key.startswith(("spec:", "platform:")) or key in by_id, (decision.id, key)


@pytest.mark.parametrize(
    ("assignments", "wanted", "rule"),
    [
        (("scale_up.asics_per_rack=5",), "5 scale-up ASICs a rack", "LNK201"),
        (("parts.cdu=CDU-OCP-RPU",), "cdu for eth-x-64", "COO101"),
        (("gpus=63",), "63 GPUs in whole nodes of 4", None),
        (("parts.busbar=PWR-BUSBAR-ORV3",), "busbar for eth-x-64", "PWR201"),
        (("scale_up.asics_per_rack=32",), "everything in one RCK-ETHX-44OU", "RCK102"),
    ],
)
def test_what_cannot_be_is_unsatisfiable(assignments: tuple[str, ...], wanted: str, rule: str | None) -> None:
    with pytest.raises(Unsatisfiable) as caught:
        build("eth-x-64", *assignments)
    assert caught.value.wanted == wanted
    assert caught.value.conflict[0].get("rule") == rule


@pytest.mark.parametrize(
    ("assignments", "message"),
    [
        (
            ("parts.cpu=CPU-INTC-8592Q",),
            "parts.cpu: unknown part, got 'CPU-INTC-8592Q'; did you mean 'CPU-INTC-8592P'?",
        ),
        (("parts.cpuu=CPU-INTC-8592P",), "parts.cpuu: unknown role; did you mean 'cpu'?"),
        (("waive.PWR999={reason: x, author: y, until: 2027-01-01}",), "waive.PWR999: unknown rule"),
        (("profile.cooling.delta_t=12",), "profile.cooling.delta_t: the platform has no such value"),
        (("parts.cpu=MEM-RDIMM-64-5600",), "parts.cpu: a part of another category"),
        (("scale_up_size=128",), "scale_up_size: eth-x-64 has domains of 64, got 128; expected 64"),
    ],
)
def test_wishes_that_cannot_be_understood(assignments: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError) as caught:
        build("eth-x-64", *assignments)
    assert message in str(caught.value)


def test_all_faults_of_a_spec_come_at_once() -> None:
    with pytest.raises(InputError) as caught:
        build("eth-x-64", "parts.cpuu=X", "parts.cpu=NONE-1", "scale_out.topology=ring")
    assert len(caught.value.faults) == 4
