"""Record the assertions that a test makes, so that the plugin can report them."""

from __future__ import annotations

PROPERTY = "layout-verif"
"""The name of the property that each assertion adds to its test in JUnit XML."""

_recorded: list[str] = []
_pictures: list[str] = []


def record(ruling: str, asserted: str) -> None:
    """Record an assertion and its ruling for the next call of `taken`."""
    _recorded.append(f"{ruling}: {asserted}")


def record_picture(svg: str) -> None:
    """Record the picture of a failing assertion for the next call of `taken_pictures`."""
    _pictures.append(svg)


def taken_pictures() -> list[str]:
    """Return and clear the pictures recorded since the last call."""
    pictures = _pictures.copy()
    _pictures.clear()
    return pictures


def taken() -> list[tuple[str, object]]:
    """Return and clear the properties recorded since the last call."""
    properties: list[tuple[str, object]] = [(PROPERTY, one) for one in _recorded]
    _recorded.clear()
    return properties
