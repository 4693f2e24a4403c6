"""The layout calculator: expressions of the notation, evaluated over any implementation.

An operation is called by its name in the spec; `slice` and `filter` are spelled without the
underscore that Python needs, and `evaluate(A, c)` is the offset A(c). The formats of TLA are called
as CATLASS calls them, `zN(f16, 32, 48)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, TypeGuard, cast

from spec import (
    ComposedLayout,
    Expression,
    IntTuple,
    Layout,
    LayoutError,
    LinearLayout,
    Literal,
    SliceTuple,
    Swizzle,
    Tiler,
    TlaLayout,
    Value,
    XlaShape,
    as_layout,
    flatten,
    format_int_tuple,
    format_tiler,
    parse_expression,
)
from spec.xla import BITS
from verif.swizzled import ON_SWIZZLED
from verif.upstream.in_process import SPEC, InProcess, Operation

Result: TypeAlias = Value | LinearLayout | bool | str
"""What an operation returns: a value of the notation, a matrix, an answer, or a table."""


class ExpressionError(LayoutError):
    """A call that cannot be made: the wrong number of arguments, or one of the wrong kind."""


class MissingOperationError(LayoutError):
    """An operation that an implementation does not have."""


@dataclass(frozen=True)
class Kind:
    """What an argument may be, in words and as a test."""

    words: str
    accepts: Callable[[object], bool]


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_tree(value: object, is_leaf: Callable[[object], bool]) -> bool:
    if isinstance(value, tuple):
        parts: tuple[object, ...] = value
        return all(_is_tree(part, is_leaf) for part in parts)
    return is_leaf(value)


def _is_int_tuple(value: object) -> TypeGuard[IntTuple]:
    return _is_tree(value, _is_integer)


def _is_coordinate(value: object) -> TypeGuard[SliceTuple]:
    return _is_tree(value, lambda leaf: leaf is None or _is_integer(leaf))


def _is_layout_or_shape(value: object) -> bool:
    return isinstance(value, Layout) or _is_int_tuple(value)


def _is_array(value: object) -> bool:
    return isinstance(value, TlaLayout | XlaShape) or _is_layout_or_shape(value)


def _is_tiler(value: object) -> bool:
    return _is_tree(value, lambda leaf: isinstance(leaf, Layout) or _is_coordinate(leaf))


def _is_any_layout(value: object) -> bool:
    return isinstance(value, ComposedLayout) or _is_array(value)


def _is_matrix(value: object) -> bool:
    if not isinstance(value, tuple):
        return isinstance(value, LinearLayout)
    columns: tuple[object, ...] = value
    return all(map(_is_integer, columns))


def _is_swizzled(value: object) -> TypeGuard[Swizzle | ComposedLayout]:
    return isinstance(value, Swizzle | ComposedLayout)


INTEGER: Final = Kind("an integer", _is_integer)
INT_TUPLE: Final = Kind("an IntTuple", _is_int_tuple)
TUPLE: Final = Kind("a tuple", lambda value: isinstance(value, tuple) and _is_int_tuple(value))
FLAT_TUPLE: Final = Kind(
    "a tuple of integers",
    lambda value: isinstance(value, tuple) and all(map(_is_integer, cast("tuple[object]", value))),
)
COORDINATE: Final = Kind("a coordinate", _is_coordinate)
LAYOUT: Final = Kind("a layout", _is_array)
LAYOUT_OR_INT_TUPLE: Final = Kind("a layout or an IntTuple", _is_layout_or_shape)
ANY_LAYOUT: Final = Kind("a layout", _is_any_layout)
ANY_LAYOUT_OR_INT_TUPLE: Final = Kind("a layout or an IntTuple", _is_any_layout)
MATRIX: Final = Kind("the columns of a matrix", _is_matrix)
SWIZZLED: Final = Kind(
    "a layout or a swizzle", lambda value: _is_swizzled(value) or _is_layout_or_shape(value)
)
TILER: Final = Kind("a tiler", _is_tiler)
ELEMENT: Final = Kind("an element type", lambda value: isinstance(value, str) and value in BITS)
TLA_LAYOUT: Final = Kind("a TLA layout", lambda value: isinstance(value, TlaLayout))
ARRAY: Final = Kind("a layout, a TLA layout or an XLA shape", _is_array)
ANY_ARRAY: Final = Kind(ARRAY.words, _is_any_layout)
XLA_SHAPE: Final = Kind("an XLA shape", lambda value: isinstance(value, XlaShape))


@dataclass(frozen=True)
class Signature:
    """The kinds of the arguments: those that must be there, those that may, any number more."""

    required: tuple[Kind, ...]
    optional: tuple[Kind, ...] = ()
    more: Kind | None = None

    def kinds(self, count: int) -> tuple[Kind, ...] | None:
        """The kinds of `count` arguments; None where so many cannot be given."""
        named = self.required + self.optional
        if count < len(self.required) or (count > len(named) and self.more is None):
            return None
        more = () if self.more is None else (self.more,) * (count - len(named))
        return (named + more)[:count]

    def of_swizzled(self) -> Signature:
        """The same, a swizzle or a composed layout standing where a layout does."""
        kinds = (
            SWIZZLED if kind in (LAYOUT, LAYOUT_OR_INT_TUPLE, ARRAY) else kind
            for kind in self.required
        )
        return replace(self, required=tuple(kinds))

    def arity(self) -> str:
        """The number of arguments in words."""
        least, most = len(self.required), len(self.required + self.optional)
        if self.more is not None:
            return f"at least {_arguments(least)}"
        return _arguments(least) if least == most else f"{least} to {_arguments(most)}"


def _arguments(count: int) -> str:
    return "1 argument" if count == 1 else f"{count} arguments"


_ONE_LAYOUT: Final = Signature((LAYOUT,))
_PARTITION: Final = Signature((LAYOUT, TILER, COORDINATE))
_RECAST: Final = Signature((LAYOUT, INTEGER))
_TILED: Final = Signature((LAYOUT, TILER))
_TLA_FORMAT: Final = Signature((ELEMENT, INTEGER, INTEGER))
_TWO_INT_TUPLES: Final = Signature((INT_TUPLE, INT_TUPLE))
_TWO_LAYOUTS: Final = Signature((LAYOUT, LAYOUT))
_XLA_SHAPE: Final = Signature((XLA_SHAPE,))

OPERATIONS: Final[Mapping[str, Signature]] = {
    "apply_swizzle": Signature((INTEGER, INTEGER, INTEGER, INTEGER)),
    "ColumnMajor": _TLA_FORMAT,
    "L0C": _TLA_FORMAT,
    "RowMajor": _TLA_FORMAT,
    "Vector": _TLA_FORMAT,
    "as_layout": Signature((ARRAY,)),
    "as_xla_shape": Signature((TLA_LAYOUT, ELEMENT)),
    "blocked_product": _TWO_LAYOUTS,
    "ceil_div": _TWO_INT_TUPLES,
    "coalesce": Signature((LAYOUT,), (INT_TUPLE,)),
    "compatible": _TWO_INT_TUPLES,
    "complement": Signature((LAYOUT,), (INT_TUPLE,)),
    "composition": Signature((LAYOUT, TILER)),
    "congruent": _TWO_INT_TUPLES,
    "cosize": Signature((LAYOUT,), more=INTEGER),
    "crd2crd": Signature((INT_TUPLE, INT_TUPLE, INT_TUPLE)),
    "crd2idx": Signature((INT_TUPLE, INT_TUPLE), (INT_TUPLE,)),
    "crd2idx_extended": Signature((INT_TUPLE, INT_TUPLE), (INT_TUPLE,)),
    "crd2offset": Signature((TUPLE, TUPLE, TUPLE)),
    "depth": Signature((LAYOUT_OR_INT_TUPLE,), more=INTEGER),
    "dice": Signature((COORDINATE, LAYOUT)),
    "divides_evenly": _TILED,
    "downcast": _RECAST,
    "elem_scale": _TWO_INT_TUPLES,
    "evaluate": Signature((ARRAY, INT_TUPLE)),
    "filter": Signature((LAYOUT,), (INT_TUPLE,)),
    "filter_zeros": _ONE_LAYOUT,
    "flat_divide": _TILED,
    "flat_product": _TILED,
    "flatten": Signature((LAYOUT_OR_INT_TUPLE,)),
    "get": Signature((INT_TUPLE,), more=INTEGER),
    "get_tile_layout": Signature((TLA_LAYOUT, TUPLE, TUPLE)),
    "group": Signature((LAYOUT, INTEGER), (INTEGER,)),
    "idx2crd": _TWO_INT_TUPLES,
    "idx2crd_extended": _TWO_INT_TUPLES,
    "inner_partition": _PARTITION,
    "inner_product": _TWO_INT_TUPLES,
    "layout_of_linear": Signature((MATRIX,), (INT_TUPLE,)),
    "left_inverse": _ONE_LAYOUT,
    "linear_index": Signature((XLA_SHAPE, FLAT_TUPLE)),
    "linear_layout": Signature((SWIZZLED,)),
    "local_tile": _PARTITION,
    "logical_divide": _TILED,
    "logical_product": _TILED,
    "make_identity_layout": Signature((INT_TUPLE,)),
    "make_layout": Signature((LAYOUT_OR_INT_TUPLE,), more=LAYOUT_OR_INT_TUPLE),
    "make_layout_tile": Signature((LAYOUT, TUPLE)),
    "make_ordered_layout": _TWO_INT_TUPLES,
    "max_common_layout": _TWO_LAYOUTS,
    "max_common_vector": _TWO_LAYOUTS,
    "meeting_steps": _ONE_LAYOUT,
    "nN": _TLA_FORMAT,
    "nZ": _TLA_FORMAT,
    "nullspace": _ONE_LAYOUT,
    "outer_partition": _PARTITION,
    "padded_shape": _XLA_SHAPE,
    "physical_order": _XLA_SHAPE,
    "physical_shape": _XLA_SHAPE,
    "prefix_product": Signature((INT_TUPLE,), (INTEGER,)),
    "product": Signature((INT_TUPLE,)),
    "raked_product": _TWO_LAYOUTS,
    "rank": Signature((LAYOUT_OR_INT_TUPLE,), more=INTEGER),
    "recast_layout": Signature((LAYOUT, INTEGER, INTEGER)),
    "right_inverse": _ONE_LAYOUT,
    "shape_div": _TWO_INT_TUPLES,
    "size": Signature((LAYOUT_OR_INT_TUPLE,), more=INTEGER),
    "size_bytes": _XLA_SHAPE,
    "slice": Signature((COORDINATE, LAYOUT)),
    "slice_and_offset": Signature((COORDINATE, LAYOUT)),
    "suffix_product": Signature((INT_TUPLE,)),
    "table": Signature((LAYOUT,)),
    "tile_to_shape": Signature((LAYOUT, INT_TUPLE), (INT_TUPLE,)),
    "tiled_divide": _TILED,
    "tiled_product": _TILED,
    "tpu_format": _XLA_SHAPE,
    "unflatten": Signature((TUPLE, INT_TUPLE)),
    "upcast": _RECAST,
    "weakly_compatible": _TWO_INT_TUPLES,
    "weakly_congruent": _TWO_INT_TUPLES,
    "zN": _TLA_FORMAT,
    "zZ": _TLA_FORMAT,
    "zipped_divide": _TILED,
    "zipped_product": _TILED,
}
"""Every operation that an expression can call."""


def read(text: str) -> Expression:
    """The expression of a text; NotationError says where it is none.

    >>> read("size(4:2)")
    Call(name='size', args=(Literal(value=Layout.parse('4:2')),))
    """
    return parse_expression(text, OPERATIONS)


def evaluated(expression: Expression, implementation: InProcess) -> Result:
    """What the implementation makes of the expression.

    >>> evaluated(read("complement(4:2, size(24:1))"), SPEC)
    Layout.parse('(2,3):(1,8)')
    """
    if isinstance(expression, Literal):
        return expression.value
    arguments = tuple(evaluated(argument, implementation) for argument in expression.args)
    signature = OPERATIONS[expression.name]
    if implementation is SPEC and any(map(_is_swizzled, arguments)):
        swizzled = ON_SWIZZLED.get(expression.name)
        if swizzled is not None:
            return swizzled(*checked(expression.name, signature.of_swizzled(), arguments))
    arguments = checked(expression.name, signature, arguments)
    return _operation(expression.name, implementation)(*arguments)


def formatted(result: Result) -> str:
    """The result in the notation.

    >>> formatted(Layout(4, 2)), formatted((4, (2, None))), formatted((Layout(3, 4), 8))
    ('4:2', '(4,(2,_))', '<3:4,8>')
    >>> formatted(True)
    'true'
    """
    if isinstance(result, str):
        return result
    if isinstance(result, bool):
        return str(result).lower()
    if isinstance(result, XlaShape | TlaLayout):
        return str(result)
    if _is_swizzled(result):
        return str(result)
    if isinstance(result, LinearLayout):
        return format_int_tuple(result.columns)
    # A tuple of integers is a tiler too: only one with a layout in it has to be shown as such.
    return format_int_tuple(result) if _is_coordinate(result) else format_tiler(cast(Tiler, result))


def _operation(name: str, implementation: InProcess) -> Operation:
    python_name = f"{name}_" if name in ("filter", "slice") else name
    own = implementation.operations.get(python_name)
    # Others borrow the predicates of the spec, by which they are judged.
    borrowed = implementation is not SPEC and own is SPEC.operations.get(python_name)
    if own is None or borrowed:
        raise MissingOperationError(f"{implementation} has no {name}")
    return own


def checked(name: str, signature: Signature, arguments: tuple[Result, ...]) -> tuple[Result, ...]:
    """The arguments, each of its kind.

    A bare shape where a layout must stand is made one, and so is an array of another family if it
    can be: NoLayoutError shows that it cannot.
    """
    kinds = signature.kinds(len(arguments))
    if kinds is None:
        raise ExpressionError(f"{name} takes {signature.arity()}, here are {len(arguments)}")
    for position, (kind, argument) in enumerate(zip(kinds, arguments, strict=True), 1):
        if not kind.accepts(argument):
            raise ExpressionError(
                f"argument {position} of {name} must be {kind.words}, "
                f"and {formatted(argument)} is none"
            )
    return tuple(map(_made, kinds, arguments))


def _made(kind: Kind, argument: Result) -> Result:
    """The argument as what its kind says, where something else stands for it."""
    if isinstance(argument, TlaLayout | XlaShape):
        return as_layout(argument) if kind in (LAYOUT, ANY_LAYOUT) else argument
    if not _is_int_tuple(argument):
        return argument
    if kind is MATRIX and isinstance(argument, tuple):
        return LinearLayout(flatten(argument))
    compact = kind in (LAYOUT, ANY_LAYOUT, SWIZZLED, ARRAY, ANY_ARRAY)
    return Layout(argument) if compact else argument
