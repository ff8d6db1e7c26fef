"""GALLERY: what must hold, one concern a file. A new rule is a new function with `@rule`; nothing else changes."""

from configurator.rules._engine import Rule, breaches, in_order, judge, refusal, rule, rules, waive

__all__ = ["Rule", "breaches", "in_order", "judge", "refusal", "rule", "rules", "waive"]
