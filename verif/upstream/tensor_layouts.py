"""The module tensor_layouts, an independent port of the algebra, under the names of the spec."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final

from verif.upstream.adapted import adapted_all
from verif.upstream.in_process import Operation

SAME: Final = (
    "blocked_product",
    "coalesce",
    "compatible",
    "complement",
    "congruent",
    "cosize",
    "crd2idx",
    "depth",
    "downcast",
    "elem_scale",
    "flat_divide",
    "flat_product",
    "flatten",
    "group",
    "idx2crd",
    "inner_product",
    "left_inverse",
    "logical_divide",
    "logical_product",
    "max_common_layout",
    "max_common_vector",
    "nullspace",
    "prefix_product",
    "raked_product",
    "rank",
    "right_inverse",
    "shape_div",
    "size",
    "slice_and_offset",
    "suffix_product",
    "tiled_divide",
    "tiled_product",
    "unflatten",
    "upcast",
    "weakly_congruent",
    "zipped_divide",
    "zipped_product",
)
"""The operations that it has under the spec's name and with the spec's arguments."""

OTHERWISE: Final = {"composition": "compose", "dice": "dice_modes"}
"""Those that it has under another name."""


def operations_of(module: ModuleType) -> dict[str, Operation]:
    """Its operations on the spec's values, as far as this version has them."""
    names = {name: name for name in SAME} | OTHERWISE
    own = {name: getattr(module, its) for name, its in names.items() if hasattr(module, its)}

    def evaluate(layout: Any, coordinate: Any) -> Any:
        return layout(coordinate)

    def slice_(crd: Any, layout: Any) -> Any:
        return module.slice_and_offset(crd, layout)[0]

    def crd2crd(crd: Any, src_shape: Any, dst_shape: Any) -> Any:
        return module.crd2crd(crd, dst_shape, src_shape)

    def make_layout(*arguments: Any) -> Any:
        return module.Layout(*arguments)

    respelled = {
        "crd2crd": ("crd2crd", crd2crd),
        "evaluate": ("Layout", evaluate),
        "make_layout": ("Layout", make_layout),
        "slice_": ("slice_and_offset", slice_),
    }
    own |= {name: own for name, (needed, own) in respelled.items() if hasattr(module, needed)}
    return adapted_all(own, module)
