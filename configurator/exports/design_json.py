"""The whole design as JSON; `check`, `bom`, `cost`, `export` and `why` read it back."""

from __future__ import annotations

from configurator.pipeline import Configuration

NAME = "design.json"
TITLE = "The whole design with its parts, offers and decisions; read back by every other command"


def render(configuration: Configuration) -> bytes:
    """The design's document."""
    return configuration.design.to_json().encode()
