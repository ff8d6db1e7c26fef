"""One-line factories: parts and subjects that keep every rule, to be changed in one value; and what a case is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from configurator.catalog import Offer
from configurator.design import Cable as CableLink
from configurator.design import End, Feed, LaneGroup
from configurator.measures import subjects as s
from configurator.parts import part_class
from configurator.parts.base import Part
from configurator.reasons import Finding, Severity, Total, Unknown
from configurator.rules import judge
from configurator.topologies.single_tier import spread_lanes

Kind = Literal["passes", "just passes", "fails", "unknown"]
AS_OF = date(2026, 11, 30)
GAP = Unknown("GPU-1", "tdp_w", "max power")


@dataclass(frozen=True)
class Case:
    """A rule's code, what should come out, of which subject; with the whole message and severity where it fails."""

    code: str
    kind: Kind
    subject: s.Subject
    message: str | None = None
    severity: Severity = "error"

    def __str__(self) -> str:
        return f"{self.code} {self.kind}"

    def findings(self) -> list[Finding]:
        return [f for f in judge([self.subject]) if f.rule == self.code]


def check(case: Case) -> None:
    """What every case holds: nothing found, or the breach told with its numbers and a repair, or what is unknown."""
    found = case.findings()
    if case.kind in ("passes", "just passes"):
        assert found == []
        return
    assert found
    if case.kind == "unknown":
        assert all(f.severity in ("info", "warning") for f in found)
        assert all("unknown" in f.message and f.repairs for f in found), found
        return
    told = {f.message: f.severity for f in found}
    assert told[case.message or found[0].message] == case.severity
    for finding in found:
        if finding.actual is not None:
            assert finding.limit is not None
            assert finding.unit or finding.rule == "PLA101"
            assert finding.repairs, finding


def part(category: str, part_id: str, defaults: dict[str, Any], changes: dict[str, Any]) -> Part:
    """A part of a category with some values changed; None makes one unknown."""
    return part_class(category).model_validate({"part_id": part_id, **defaults, **changes})


def at_least(value: float) -> Total:
    """A total of which a value is unknown."""
    return Total(value, (GAP,))


def gpu(**changes: Any) -> Part:
    defaults = {"form_factor": "OAM", "cooling": "air_or_liquid", "pcie_lanes": 16, "tdp_w": 400,
                "scaleup_protocol": "Ethernet 800G", "scaleup_lanes_per_dir": 8, "scaleup_lane_gbps": 100,
                "native_ethernet_scaleup": True, "coolant_inlet_max_c": 45}  # fmt: skip
    return part("accelerator", "GPU-1", defaults, changes)


def cpu(**changes: Any) -> Part:
    defaults = {"memory_type": "DDR5", "memory_channels": 8, "dimms_per_channel_max": 2, "max_mt_per_s": 5600,
                "pcie_gen": 5, "pcie_lanes": 80, "sockets_max": 2, "coolant_inlet_max_c": 40}  # fmt: skip
    return part("cpu", "CPU-1", defaults, changes)


def dimm(**changes: Any) -> Part:
    return part("memory", "MEM-1", {"type": "DDR5 RDIMM", "generation": "DDR5", "mt_per_s": 5600}, changes)


def nic(**changes: Any) -> Part:
    return part("nic", "NIC-1", {"ports": 1, "pcie_gen": 5, "pcie_lanes": 16, "port_form_factor": "OSFP"}, changes)


def drive() -> Part:
    return part("drive", "SSD-1", {}, {})


def pcie_switch(**changes: Any) -> Part:
    return part("pcie_switch", "PSW-1", {"pcie_lanes": 144}, changes)


def kit(**changes: Any) -> Part:
    return part("cooling_kit", "KIT-1", {"capacity_kw": 2, "pressure_drop_kpa": 40, "coolant_inlet_max_c": 45}, changes)


def chassis(**changes: Any) -> Part:
    defaults = {"gpus": 4, "cpus": 1, "dimm_slots": 16, "nic_slots": 5, "drive_bays": 4, "module_form": "OAM",
                "height": 1, "height_unit": "OU", "depth_mm": 800}  # fmt: skip
    return part("chassis", "CHS-1", defaults, changes)


def switch(**changes: Any) -> Part:
    defaults = {"asic": "Tomahawk 5", "asics": 1, "serdes_lanes": 16, "lane_gbps": 100, "ports": 48,
                "port_form_factor": "RJ45 + 4x QSFP28", "height": 1, "height_unit": "RU", "depth_mm": 400}  # fmt: skip
    return part("switch", "SWT-1", defaults, changes)


def cable_tray(**changes: Any) -> Part:
    return part("cable_tray", "CBT-1", {"pairs": 64, "max_m": 1.5, "depth_mm": 110, "lane_gbps": 100}, changes)


def rack(**changes: Any) -> Part:
    defaults = {"units": 44, "unit_pitch_mm": 48, "unit_type": "OU", "width_mm": 600, "depth_mm": 1000,
                "payload_kg": 1400, "rack_power_limit_kw": 100}  # fmt: skip
    return part("rack", "RCK-1", defaults, changes)


def shelf(**changes: Any) -> Part:
    defaults = {"rated_kw": 33, "rated_kw_n_plus_1": 27.5, "modules": 6, "output_v": 50, "output_current_a": 700,
                "shelves_parallel_max": 3, "ac_inputs": 2, "efficiency_peak_pct": 97.5, "input_v": 400,
                "input_phases": 3, "input_reference": "L-L", "height": 1, "height_unit": "OU"}  # fmt: skip
    return part("power_shelf", "SHF-1", defaults, changes)


def pdu(**changes: Any) -> Part:
    defaults = {"rated_kw": 22, "input_v": 230, "input_phases": 1, "input_reference": "L-N", "height": 0,
                "height_unit": "RU"}  # fmt: skip
    return part("pdu", "PDU-1", defaults, changes)


def rectifier(**changes: Any) -> Part:
    return part("rectifier", "PSU-1", {"module_kw": 5.5}, changes)


def busbar(**changes: Any) -> Part:
    return part("busbar", "BAR-1", {"output_current_a": 1400, "depth_mm": 60}, changes)


def whip(**changes: Any) -> Part:
    return part("whip", "WHP-1", {"input_a": 32}, changes)


def cdu(**changes: Any) -> Part:
    defaults = {"capacity_kw": 100, "flow_l_per_min": 150, "available_dp_kpa": 100, "height": 4, "height_unit": "RU",
                "depth_mm": 800}  # fmt: skip
    return part("cdu", "CDU-1", defaults, changes)


def manifold(**changes: Any) -> Part:
    return part("manifold", "MAN-1", {"ports": 20, "depth_mm": 90, "pressure_drop_kpa": 30}, changes)


def coupling(**changes: Any) -> Part:
    return part("quick_disconnect", "QDC-1", {"capacity_kw": 6, "flow_l_per_min": 9, "pressure_drop_kpa": 30}, changes)


def patch_cable(**changes: Any) -> Part:
    return part("cable", "CBL-1", {"end_a": "RJ45", "end_b": "RJ45", "min_m": 0.5, "max_m": 10}, changes)


def some(item: Part, quantity: int, network: str | None = None) -> s.Some:
    return s.Some(item, quantity, network)


def node(**changes: Any) -> s.NodeUse:
    """A tray of 4 GPUs, 1 CPU, 16 DIMMs, 4 + 1 NICs, 4 drives and 2 PCIe switches."""
    use = s.NodeUse(
        path="compute",
        chassis=chassis(),
        accelerators=some(gpu(), 4),
        cpus=some(cpu(), 1),
        memory=some(dimm(), 16),
        nics=(some(nic(), 4, "scale_out"), some(nic(), 1, "front_end")),
        drives=(some(drive(), 4),),
        pcie_switches=(some(pcie_switch(), 2),),
        cooling_kit=kit(),
        liquid_w=Total(1800),
    )
    return replace(use, **changes)


GPUS = tuple(f"compute-1/gpu-{i + 1}" for i in range(4))
ASICS = ("switch-1/asic-1", "switch-2/asic-1")


def mesh(gpus: Iterable[str] = GPUS, asics: Iterable[str] = ASICS, lanes: int = 8) -> tuple[LaneGroup, ...]:
    """All lanes of these accelerators spread evenly over these ASICs."""
    return spread_lanes(list(gpus), list(asics), lanes)


def lane(accelerator: str, asic: str, at: tuple[int, int], lanes: int = 4) -> LaneGroup:
    return LaneGroup(accelerator=accelerator, asic=asic, accelerator_lane=at[0], asic_lane=at[1], lanes=lanes)


def scale_up(**changes: Any) -> s.ScaleUpUse:
    """4 GPUs of 8 lanes on 2 ASICs of 16, every lane used, through one cable tray."""
    use = s.ScaleUpUse(
        path="compute/scale-up",
        accelerator=gpu(),
        switch=switch(),
        accelerators=GPUS,
        asics=ASICS,
        lanes=mesh(),
        cable_tray=cable_tray(),
        cable_trays=1,
        longest_run_m=1.2,
        size_wanted=4,
    )
    return replace(use, **changes)


def board_only(**changes: Any) -> s.ScaleUpUse:
    """4 GPUs joined by their own baseboard of 4 places."""
    base = scale_up(switch=None, asics=(), lanes=(), cable_tray=None, baseboard=chassis(gpus=4))
    return replace(base, **changes)


def slot(**changes: Any) -> s.SlotUse:
    """A one-unit tray at 480 mm, 800 mm deep, with 110 mm behind and 50 mm before it, in a rack of 1,000 mm."""
    use = s.SlotUse(
        path="compute/compute-1",
        device=chassis(),
        rack=rack(),
        bottom_mm=480,
        rear_parts=(cable_tray(), manifold()),
        service_clearance_mm=50,
    )
    return replace(use, **changes)


def rack_use(**changes: Any) -> s.RackUse:
    """A rack of 44 units, 40 of them in use and 4 blanked, with room to every limit."""
    use = s.RackUse(
        path="compute",
        rack=rack(),
        count=1,
        it_w=Total(80_000),
        input_w=Total(82_000),
        payload_kg=Total(700),
        mass_kg=Total(900),
        used_mm=Total(40 * 48),
        blanks_mm=4 * 48,
        scale_up_bottoms_mm=(480, 528),
        compute_bottoms_mm=(384, 432, 576, 624),
    )
    return replace(use, **changes)


def shelves(**changes: Any) -> s.ShelfUse:
    """Three shelves of 33 kW with one spare under 60 kW."""
    use = s.ShelfUse(
        path="compute/power_shelf",
        shelf=shelf(),
        count=3,
        load_w=Total(60_000),
        redundancy="N+1",
        rectifiers_each=6,
        rectifier=rectifier(),
        above=1,
        below=2,
        feeds_each=2,
    )
    return replace(use, **changes)


def bar(**changes: Any) -> s.BusbarUse:
    use = s.BusbarUse(
        path="compute/busbar", busbar=busbar(), volts=50, segment_a=Total(900), failed_segment_a=Total(1200),
        failed_shelf="power-shelf-2",
    )  # fmt: skip
    return replace(use, **changes)


def feed(**changes: Any) -> Feed:
    """400 V L-L, three phases, 25 A: 17,320.5 VA."""
    base: dict[str, Any] = {"name": "f", "device": "power-shelf-1", "side": "A", "voltage_v": 400, "reference": "L-L",
                            "phases": 3, "current_a": 25, "continuous": 1}  # fmt: skip
    return Feed.model_validate({**base, **changes})


def feed_use(**changes: Any) -> s.FeedUse:
    use = s.FeedUse(
        path="compute/f", feed=feed(), load_w=Total(10_000), failover_w=Total(15_000), whip=whip(), source=shelf(),
        sides=("A", "B"),
    )  # fmt: skip
    return replace(use, **changes)


def loop(**changes: Any) -> s.CoolingUse:
    """Two CDUs of 100 kW, one spare, under 80 kW and 120 L/min: 1.5 L/min per kW."""
    use = s.CoolingUse(
        path="compute/cdu",
        cdu=cdu(),
        cdus=2,
        redundancy="N+1",
        liquid_w=Total(80_000),
        flow_lpm=Total(120),
        delta_t_k=10,
        supply_c=35,
        manifold=manifold(),
        branches=18,
        cooled=(gpu(), cpu()),
        path_kpa=(kit(pressure_drop_kpa=35), coupling(), manifold()),
    )
    return replace(use, **changes)


def branch(**changes: Any) -> s.BranchUse:
    use = s.BranchUse(path="compute/compute", coupling=coupling(), pairs=1, liquid_w=Total(5000), flow_lpm=Total(7.5))
    return replace(use, **changes)


def ports(**changes: Any) -> s.PortUse:
    use = s.PortUse(path="compute/switch-1", device=switch(), network="out_of_band", ports=3, used=("port-1", "port-2"))
    return replace(use, **changes)


def link(routed_m: float = 1.8, ordered_m: float = 2.0, network: str = "out_of_band", **changes: Any) -> s.CableUse:
    """A cable from a tray's management port to the management switch."""
    cable = CableLink.model_validate(
        {"network": network, "a": End(device="compute-1", port="bmc-1"), "b": End(device="switch-1", port="port-1"),
         "part": "CBL-1", "routed_m": routed_m, "ordered_m": ordered_m, "decision": "management.cable"}
    )  # fmt: skip
    use = s.CableUse(path="compute/compute-1:bmc-1", cable=cable, part=patch_cable(), a=chassis(), b=switch())
    return replace(use, **changes)


def offer(**changes: Any) -> Offer:
    base: dict[str, Any] = {"offer_id": "GPU-1@2026", "part_id": "GPU-1", "kind": "street", "basis": "observed",
                            "low": Decimal(900), "base": Decimal(1000), "high": Decimal(1200),
                            "observed": "2026-09"}  # fmt: skip
    return Offer.model_validate({**base, **changes})


def bought(item: Part | None = None, **changes: Any) -> s.PartUse:
    """Four GPUs with one observed offer that is always valid."""
    use = s.PartUse(path="parts/GPU-1", part=item or gpu(), quantity=4, offers=(offer(),), as_of=AS_OF)
    return replace(use, **changes)


def whole(**changes: Any) -> s.DesignUse:
    """A rack-scale domain of 4 GPUs with the six additions, and two managed devices that are reached."""
    roles = ("cable_tray", "manifold", "cdu", "power_shelf", "busbar", "scale_up_switch")
    use = s.DesignUse(
        path="design",
        roles={**dict.fromkeys(roles, 1), "rail": 4},
        gpus_wanted=4,
        gpus=4,
        scale_up_size=4,
        nodes=1,
        racks=1,
        expected={"rail": 4},
        liquid_cooled=True,
        busbar_powered=True,
        rack_scale=True,
        managed=("compute/compute-1", "compute/switch-1"),
        reached=("compute/compute-1", "compute/switch-1"),
    )
    return replace(use, **changes)


def budget(**changes: Any) -> s.BudgetUse:
    return replace(s.BudgetUse(path="design", base=900.0, budget=1000.0, currency="USD"), **changes)


def trays(**changes: Any) -> s.TrayUse:
    """One tray of 600 x 100 mm under 20,000 mm2 of cables, which the spec states."""
    defaults: dict[str, Any] = {
        "path": "floor/trays", "section_mm2": 60_000, "cables_mm2": Total(20_000), "at": "over row 1 at position 1",
        "fill_max": 0.5, "over": 1, "trays": 1, "width_mm": 600, "stated": True, "copper_share": 0.0,
    }  # fmt: skip
    return s.TrayUse(**{**defaults, **changes})
