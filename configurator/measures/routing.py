"""Routed cable lengths: vertical plus horizontal plus slack, never the straight line."""

from __future__ import annotations


def routed_m(a_mm: float, b_mm: float, width_mm: float | None, slack_m: float) -> float:
    """Routed length inside one rack [m].

    a_mm, b_mm: heights of the two devices [mm]; width_mm: the rack's, crossed once (unknown: not added, a rule says
    so); slack_m: slack of both ends together [m].
    """
    return round(abs(a_mm - b_mm) / 1000 + (width_mm or 0.0) / 1000 + slack_m, 3)
