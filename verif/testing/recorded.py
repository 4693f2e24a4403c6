"""The assertions made by a test, for the plugin to report."""

from __future__ import annotations

PROPERTY = "layout-verif"
"""The name of the JUnit property that records an assertion of a test."""

_recorded: list[str] = []


def record(ruling: str, asserted: str) -> None:
    """Record an assertion and its ruling until `taken` is called."""
    _recorded.append(f"{ruling}: {asserted}")


def taken() -> list[tuple[str, object]]:
    """The properties recorded since the last call."""
    properties: list[tuple[str, object]] = [(PROPERTY, one) for one in _recorded]
    _recorded.clear()
    return properties
