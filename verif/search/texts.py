"""Printing the arguments of claims, in the notation if they have one."""

from __future__ import annotations

from collections.abc import Mapping

from spec.int_tuple import IntTuple, format_int_tuple
from spec.layout import Layout


def texts(arguments: Mapping[str, object]) -> dict[str, str]:
    """Return the arguments' texts by name.

    >>> texts({"A": Layout(4, 2), "i": 3})
    {'A': '4:2', 'i': '3'}
    """
    return {name: text(value) for name, value in arguments.items()}


def text(value: object) -> str:
    """Return a value in the notation.

    >>> text((4, (2, 2))), text(True)
    ('(4,(2,2))', 'True')
    """
    if isinstance(value, Layout):
        return str(value)
    if isinstance(value, tuple | int) and not isinstance(value, bool):
        entry: IntTuple = value
        return format_int_tuple(entry)
    return str(value)
