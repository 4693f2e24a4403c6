"""The layout algebra of CuTe, over integers of any size: a reference to read and to run.

Read top-down: int_tuple, coordinates, checks, slicing, layout, parser, notation, table; then the
operations: coalesce, composition, complement, inverse, divide, products, and what is made of these:
partition, common, filter, nesting, recast, identity. Strides that are coordinates are in basis.
Swizzles are in swizzle, composed and linear, XLA's tiled arrays in xla, the layouts of CATLASS in
tla, what leads from one to another in bridges, banks and sectors of memory in memory, operands of
matrix instructions in atoms, copies in tiled, errors in errors.

Those texts are of layouts alone, and plain has them by name. What is exported here takes every kind
that it makes sense of, as kinds says; what it does to swizzled layouts is in swizzled.
"""

from collections.abc import Sequence
from inspect import unwrap
from types import FunctionType

from spec import plain
from spec.drawing import drawing_of
from spec.kinds import Instead, is_layout, is_list, is_swizzled, taking
from spec.plain import *  # noqa: F403 - the names are those of `plain.__all__`
from spec.plain import (
    ComposedLayout,
    Layout,
    LinearLayout,
    Machine,
    Swizzle,
    TlaLayout,
    XlaShape,
    divides_evenly,
    filter_,
    group,
    make_identity_layout,
    make_layout,
    slice_,
    tiled_copy,
)
from spec.reading import read as read
from spec.shaped import SHAPED
from spec.swizzled import SWIZZLED


def _of_list(layouts: Sequence[Layout]) -> Layout:
    return make_layout(*layouts)


INSTEAD = {
    **{name: Instead(function, is_swizzled) for name, function in SWIZZLED.items()},
    **{
        name: Instead(function, is_layout, ("a", "b", "t", "flat"))
        for name, function in SHAPED.items()
    },
    "composition": Instead(SWIZZLED["composition"], is_swizzled, ("a", "b")),
    "make_layout": Instead(_of_list, is_list, ("arguments",)),
}
"""The functions of arguments that the texts are not of, by name."""

EXPORTED = {
    function: taking(function, INSTEAD.get(name))
    for name in plain.__all__
    if isinstance(function := getattr(plain, name), FunctionType)
}
PLAIN = {exported: function for function, exported in EXPORTED.items()}
PLAIN[Layout.__call__] = unwrap(Layout.__call__)
"""Each function that is exported, and a layout's call, with the text that it runs on layouts."""

globals().update({function.__name__: exported for exported, function in PLAIN.items()})

# Notation and drawing stand above the layouts, which get here what a text and a notebook need.
ComposedLayout.parse = EXPORTED[plain.parse_composed_layout]
Layout.parse = EXPORTED[plain.parse_layout]
XlaShape.parse = EXPORTED[plain.parse_xla_shape]
ComposedLayout._repr_svg_ = drawing_of  # pyright: ignore[reportPrivateUsage] - the name is IPython's
Layout._repr_svg_ = drawing_of  # pyright: ignore[reportPrivateUsage] - the name is IPython's

METHODS = {
    ComposedLayout: ("__call__", "at", "compose", "mode", "slice", "through"),
    Layout: ("extended", "mode"),
    LinearLayout: ("__call__", "__matmul__"),
    Machine: ("phase",),
    Swizzle: ("__call__",),
    TlaLayout: ("__call__",),
}
"""The methods of arguments that Python would break on where they are of another kind."""

for owner, names in METHODS.items():
    for name in names:
        method = taking(text := vars(owner)[name], owner=owner)
        setattr(owner, name, method)
        PLAIN[method] = text

# It recurs on the modes, too, and refuses too many of them.
_cosize = vars(Layout)["cosize"].fget
Layout.cosize = property(taking(_cosize, owner=Layout))  # pyright: ignore[reportAttributeAccessIssue]
PLAIN[vars(Layout)["cosize"].fget] = _cosize

# CuTe's names, two of which Python has for something else; the DSL's; a thread-value layout's.
evenly_divides = divides_evenly
filter = filter_  # noqa: A001
group_modes = group
make_identity_tensor = make_identity_layout
slice = slice_  # noqa: A001
tv_layout = tiled_copy

# Without `filter` and `slice`, so that `from spec import *` leaves those of Python.
__all__ = ["evenly_divides", "group_modes", "make_identity_tensor", "tv_layout"]
__all__ += ["read"]
__all__ += plain.__all__
