"""Helpers for property tests. They discard large layouts and arguments that are rejected."""

from hypothesis import assume

from spec import LayoutError

LARGEST = 500
"""The largest size of a layout whose offsets are enumerated."""


def accepted(operation, *arguments):
    """Return the result of an operation; discard arguments that it rejects."""
    try:
        return operation(*arguments)
    except LayoutError:
        assume(False)


def image(layout):
    """Return all offsets, sorted; discard large layouts."""
    assume(layout.size <= LARGEST)
    return sorted(map(layout, range(layout.size)))
