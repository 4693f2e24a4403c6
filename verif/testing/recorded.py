"""Record the assertions that a test makes, so that the plugin can report them."""

from __future__ import annotations

PROPERTY = "layout-verif"
"""The name of the property that each assertion adds to its test in JUnit XML."""

_recorded: list[str] = []


def record(ruling: str, asserted: str) -> None:
    """Record an assertion and its ruling until the next call of `taken`."""
    _recorded.append(f"{ruling}: {asserted}")


def taken() -> list[tuple[str, object]]:
    """Return and clear the properties recorded since the last call."""
    properties: list[tuple[str, object]] = [(PROPERTY, one) for one in _recorded]
    _recorded.clear()
    return properties
