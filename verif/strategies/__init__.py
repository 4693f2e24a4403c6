"""Hypothesis strategies for your own tests: `from verif.strategies import layouts, composable`.

The strategies draw only valid values, without filtering. The arguments of a strategy limit the size
of its values. Failures shrink to minimal examples:

>>> from hypothesis import find
>>> from verif.strategies import layouts
>>> find(layouts(), lambda layout: layout.size > 1)
Layout.parse('2:0')

Each name is imported lazily.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from verif.strategies.formats import tla_layouts, xla_shapes
    from verif.strategies.pairs import complementable, composable, tilers
    from verif.strategies.plain import coordinates, int_tuples, layouts, shapes
    from verif.strategies.swizzled import swizzled_layouts, swizzles

_HOMES: Final = {
    "formats": "tla_layouts xla_shapes",
    "pairs": "complementable composable tilers",
    "plain": "coordinates int_tuples layouts shapes",
    "swizzled": "swizzled_layouts swizzles",
}
_HOME: Final = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "complementable",
    "composable",
    "coordinates",
    "int_tuples",
    "layouts",
    "shapes",
    "swizzled_layouts",
    "swizzles",
    "tilers",
    "tla_layouts",
    "xla_shapes",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'verif.strategies' has no attribute {name!r}")
    import_module("verif.kernel.own").require_own_packages()
    import_module("verif.strategies.printing").print_as_written()
    return getattr(import_module(f"verif.strategies.{_HOME[name]}"), name)
