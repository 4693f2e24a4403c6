"""Readable layouts in Hypothesis's reports: `layout=Layout.parse('2:0')`.

By default Hypothesis prints the fields of a dataclass. This module registers another printer for
each class, by the name of the class.
"""

from __future__ import annotations

from typing import Final

from hypothesis.vendor.pretty import for_type_by_name

CLASSES: Final = {
    "spec.layout": "Layout",
    "spec.composed": "ComposedLayout",
    "spec.swizzle": "Swizzle",
    "spec.xla.shape": "XlaShape",
}


def print_as_written() -> None:
    """Let Hypothesis print layouts and other values of `spec` by their `repr`."""
    for module, name in CLASSES.items():
        for_type_by_name(module, name, lambda printed, printer, _: printer.text(repr(printed)))
