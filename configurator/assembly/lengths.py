"""Orderable cable lengths: the series that vendors keep. Source: common reseller series, recalled."""

from __future__ import annotations

SERIES_M = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0, 50.0, 75.0, 100.0)


def next_orderable(routed_m: float) -> float:
    """The shortest length of the series that is not below a routed length [m]; above it, the next whole 50 m."""
    for length in SERIES_M:
        if length >= routed_m:
            return length
    return -(-routed_m // 50) * 50.0
