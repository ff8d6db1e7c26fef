"""All findings as JSON."""

from __future__ import annotations

import json

from configurator.pipeline import Configuration

NAME = "findings.json"
TITLE = "Every finding with its rule, numbers, source and repairs"
FORMAT = "ethx-findings/1"


def render(configuration: Configuration) -> bytes:
    """The findings' document, gravest first."""
    items = [f.model_dump(mode="json", exclude_none=True) for f in configuration.findings]
    return (json.dumps({"format": FORMAT, "findings": items}, ensure_ascii=False, indent=1) + "\n").encode()
