"""Layouts in the reports of Hypothesis as they are read: `layout=Layout.parse('2:0')`.

Hypothesis prints a dataclass by its fields, unless it is told otherwise by the class's name.
"""

from __future__ import annotations

from typing import Any, Final

from hypothesis.vendor.pretty import for_type_by_name

CLASSES: Final = {
    "spec.layout": "Layout",
    "spec.composed": "ComposedLayout",
    "spec.swizzle": "Swizzle",
    "spec.xla.shape": "XlaShape",
}


def print_as_written() -> None:
    """Have Hypothesis print them by their `repr`."""
    for module, name in CLASSES.items():
        for_type_by_name(module, name, _print)


def _print(printed: object, printer: Any, _cycle: bool) -> None:
    printer.text(repr(printed))
