"""The operations of tensor_layouts, an independent port, by their names in the spec."""

from __future__ import annotations

from types import ModuleType

from verif.operations.operation import Function
from verif.upstream.adapted import adapted_all, own_functions


def operations_of(module: ModuleType) -> dict[str, Function]:
    """Return the operations that this version has, adapted to the spec's values."""
    return adapted_all(own_functions(module, "tensor-layouts"), module)
