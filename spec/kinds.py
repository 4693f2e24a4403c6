"""The kinds of arguments: a layout, a tiler, an array and so on, and the values accepted for them.

A shape is accepted in place of its compact layout, and an array of XLA or TLA in place of its
layout.
"""

from collections.abc import Callable, Collection
from inspect import signature
from typing import Any, Final, TypeGuard, cast

from spec.atoms.copies import TiledCopy
from spec.atoms.copy import CopyAtom
from spec.atoms.mma import Atom
from spec.atoms.tiled import TiledMMA, tiled_mma
from spec.basis import ArithmeticTuple
from spec.bridges.convert import Array, as_layout
from spec.bridges.positions import Positioned, positions
from spec.composed import ComposedLayout
from spec.composition import TILER, Tiler
from spec.int_tuple import IntTuple, SliceTuple
from spec.layout import Layout, Major
from spec.linear import MATRIX, LinearLayout
from spec.memory.machine import Machine
from spec.signatures import with_signature
from spec.swizzle import Swizzle
from spec.taking import (
    COORDINATE,
    INT_TUPLE,
    INTEGER,
    INTEGERS,
    OPERATION,
    F,
    Kind,
    is_int_tuple,
    is_integer,
    is_tree,
    maybe,
    taking,
)
from spec.tla.layout import TlaLayout
from spec.xla.shape import XlaShape


def is_array(value: object) -> bool:
    """Whether `value` is a CuTe layout, a TLA layout, an XLA shape, or a shape (an IntTuple)."""
    return isinstance(value, Layout | TlaLayout | XlaShape) or is_int_tuple(value)


def is_any_layout(value: object) -> bool:
    """Whether `value` is an array or a composed layout."""
    return isinstance(value, ComposedLayout) or is_array(value)


def is_swizzled(value: object) -> TypeGuard[Swizzle | ComposedLayout]:
    """Whether `value` is a swizzle or a composed layout."""
    return isinstance(value, Swizzle | ComposedLayout)


def is_layout(value: object) -> bool:
    """Whether `value` is a layout of any kind, or an array that may have a layout."""
    return isinstance(value, Layout | ComposedLayout | TlaLayout | XlaShape)


def is_list(arguments: object) -> bool:
    """Whether `arguments` consists of one list or tuple that contains a layout."""
    given = cast("tuple[object, ...]", arguments)
    one = given[0] if len(given) == 1 else None
    return isinstance(one, list | tuple) and any(map(is_layout, cast("list[object]", one)))


def _is_names(value: object) -> bool:
    """Whether `value` is a collection of strings, and not a string."""
    if isinstance(value, str) or not isinstance(value, Collection):
        return False
    return all(isinstance(name, str) for name in cast("Collection[object]", value))


def _is_strides(value: object) -> bool:
    """Whether `value` is an IntTuple in which coordinates may replace integers."""
    return is_tree(value, lambda leaf: isinstance(leaf, ArithmeticTuple) or is_integer(leaf))


def _is_nested(value: object) -> bool:
    return isinstance(value, tuple) and is_int_tuple(cast(object, value))


def _of(*types: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, types)


def _layout_of_shape(value: Any) -> Any:
    return Layout(value) if is_int_tuple(value) else value


def _layout_of_array(value: Any) -> Any:
    return as_layout(value) if isinstance(value, TlaLayout | XlaShape) else value


def _layout_of(value: Any) -> Any:
    return Layout(value) if is_int_tuple(value) else _layout_of_array(value)


def _tile_of(value: Any) -> Any:
    return tiled_mma(value) if isinstance(value, Atom) else value


def advice_on_xla_shape(value: object) -> str:
    """The advice if `value` is a TLA layout but must be an XLA shape; otherwise an empty string."""
    if not isinstance(value, TlaLayout):
        return ""
    return "; as_xla_shape(A, f16) is the XLA shape of a TLA layout A of f16"


def _positions_of(value: Any) -> Any:
    return positions(_layout_of_shape(value))


ANYTHING: Final = Kind("anything", lambda _: True)
TEXT: Final = Kind("a text", _of(str), always=(str,))
NAMES: Final = Kind("a collection of names", _is_names)
INT_TUPLES: Final = Kind("a tuple", _is_nested)
ORDER: Final = Kind(
    "an IntTuple or an order",
    lambda value: isinstance(value, Major) or is_int_tuple(value),
    always=(int,),
)
_ARRAYS: Final = ("Layout", TlaLayout | XlaShape)
_ARRAYS_AND_SHAPES: Final = ("Layout", TlaLayout | XlaShape | IntTuple)

LAYOUT: Final = Kind("a layout", is_array, _layout_of, (Layout,), _ARRAYS_AND_SHAPES)
LAYOUT_OR_INT_TUPLE: Final = Kind(
    "a layout or an IntTuple", is_array, _layout_of_array, (int, Layout), _ARRAYS
)
PART_OF_LAYOUT: Final = Kind(
    "a layout, an IntTuple or an order",
    lambda value: isinstance(value, Major) or is_array(value) or _is_strides(value),
    _layout_of_array,
    (int, Layout),
    _ARRAYS,
)
ANY_LAYOUT: Final = Kind("a layout", is_any_layout, _layout_of, (Layout,), _ARRAYS_AND_SHAPES)
LAYOUT_OR_SWIZZLE: Final = Kind(
    "a layout or a swizzle",
    lambda value: isinstance(value, Swizzle) or is_any_layout(value),
    _layout_of,
    (Layout,),
    _ARRAYS_AND_SHAPES,
)
WITH_POSITIONS: Final = Kind(
    "a layout", is_any_layout, _positions_of, (Layout,), _ARRAYS_AND_SHAPES
)
WITH_SHAPE: Final = Kind("a layout or an IntTuple", is_any_layout, always=(int, Layout))
ARRAY: Final = Kind(
    "a layout or a TLA layout or an XLA shape",
    is_array,
    _layout_of_shape,
    (Layout,),
    ("Layout", IntTuple),
)
ARRAY_OR_SWIZZLE: Final = Kind(
    "a layout, an array or a swizzle",
    lambda value: isinstance(value, Swizzle) or is_any_layout(value),
    _layout_of_shape,
    (Layout,),
    ("Layout", IntTuple),
)
TLA_LAYOUT: Final = Kind("a TLA layout", _of(TlaLayout))
XLA_SHAPE: Final = Kind("an XLA shape", _of(XlaShape), advice=advice_on_xla_shape)
MACHINE: Final = Kind("a machine", _of(Machine))
ATOM: Final = Kind("a matrix instruction", _of(Atom))
TILED_MMA: Final = Kind(
    "a matrix instruction or a tile of them", _of(Atom, TiledMMA), _tile_of, (), ("TiledMMA", Atom)
)
COPY_ATOM: Final = Kind("a copy instruction", _of(CopyAtom))
TILED_COPY: Final = Kind("a tiled copy", _of(TiledCopy))

_KINDS: Final[dict[object, Kind]] = {
    int: INTEGER,
    str: TEXT,
    Collection[str]: NAMES,
    IntTuple: INT_TUPLE,
    SliceTuple: COORDINATE,
    tuple[int, ...]: INTEGERS,
    tuple[IntTuple, ...]: INT_TUPLES,
    IntTuple | Major: ORDER,
    Tiler: TILER,
    Layout: LAYOUT,
    Layout | IntTuple: LAYOUT_OR_INT_TUPLE,
    Layout | IntTuple | Major: PART_OF_LAYOUT,
    Layout | ComposedLayout: ANY_LAYOUT,
    Layout | ComposedLayout | Swizzle: LAYOUT_OR_SWIZZLE,
    Positioned: WITH_POSITIONS,
    Array | ComposedLayout | IntTuple: WITH_SHAPE,
    Array: ARRAY,
    Array | ComposedLayout | Swizzle: ARRAY_OR_SWIZZLE,
    LinearLayout: MATRIX,
    TlaLayout: TLA_LAYOUT,
    XlaShape: XLA_SHAPE,
    Machine: MACHINE,
    Atom: ATOM,
    TiledMMA: TILED_MMA,
    CopyAtom: COPY_ATOM,
    TiledCopy: TILED_COPY,
    Callable[[Layout], Layout]: OPERATION,
}


def kind_of(annotation: object) -> Kind | None:
    """Return the kind that matches an annotation, or None if there is no such kind.

    >>> kind_of(int).words, kind_of(int | None).accepts(None)
    ('an integer', True)
    """
    if annotation in _KINDS:
        return _KINDS[annotation]
    for known, kind in _KINDS.items():
        if cast("Any", known) | None == annotation:
            return maybe(kind)
    return None


def kinds_of(function: Callable[..., Any]) -> tuple[Kind, ...]:
    """Return the kinds to which a function's annotations refer, one for each parameter.

    >>> [kind.words for kind in kinds_of(Swizzle.__call__)]
    ['anything', 'an integer']
    """
    parameters = signature(function, eval_str=True).parameters.values()
    return tuple(kind_of(parameter.annotation) or ANYTHING for parameter in parameters)


def by_annotations(function: F) -> F:
    """Wrap the function in a check of its arguments against its annotations."""
    kinds = kinds_of(function)
    return with_signature(taking(function, kinds), function, kinds)
