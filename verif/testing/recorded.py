"""Assertions that a test has made, for the plugin to report."""

from __future__ import annotations

PROPERTY = "layout-verif"
"""The name of the property that a test has in JUnit's XML for each of its assertions."""

_recorded: list[str] = []


def record(ruling: str, asserted: str) -> None:
    """Note an assertion and how it was ruled, until `taken` is asked."""
    _recorded.append(f"{ruling}: {asserted}")


def taken() -> list[tuple[str, object]]:
    """The properties of what was recorded since this was asked last."""
    properties: list[tuple[str, object]] = [(PROPERTY, one) for one in _recorded]
    _recorded.clear()
    return properties
