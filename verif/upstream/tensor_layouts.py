"""The module tensor_layouts, an independent port of the algebra, under the names of the spec."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from verif.operations.operation import Function
from verif.upstream.adapted import adapted_all, own_functions


def operations_of(module: ModuleType) -> dict[str, Function]:
    """Its operations on the spec's values, as far as this version has them."""

    def apply_swizzle(x: int, bits: int, base: int, shift: int) -> Any:
        return module.Swizzle(bits, base, shift)(x)

    def crd2crd(crd: Any, src_shape: Any, dst_shape: Any) -> Any:
        return module.crd2crd(crd, dst_shape, src_shape)

    def evaluate(layout: Any, coordinate: Any) -> Any:
        return layout(coordinate)

    def make_layout(*arguments: Any) -> Any:
        return module.Layout(*arguments)

    def slice_(crd: Any, layout: Any) -> Any:
        return module.slice_and_offset(crd, layout)[0]

    respelled = {
        "apply_swizzle": apply_swizzle,
        "crd2crd": crd2crd,
        "evaluate": evaluate,
        "make_layout": make_layout,
        "slice_": slice_,
    }
    return adapted_all(own_functions(module, "tensor-layouts", respelled), module)
