"""Layout, a shape and strides: the function from coordinates to offsets.

A = (s1,..,sn):(d1,..,dn) maps the natural coordinate (c1,..,cn) to c1*d1 + .. + cn*dn, and any
other coordinate to the offset of its natural coordinate.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial, wraps
from math import prod
from typing import Any, ClassVar, Final, overload

from spec import int_tuple
from spec.checks import makes_layout, refusal, require_int_tuple
from spec.coordinates import (
    coordinate_refusal,
    digits,
    natural,
    require_coordinate,
    require_natural,
)
from spec.errors import CongruenceError, LayoutError, ModeError
from spec.int_tuple import (
    IntTuple,
    SliceTuple,
    dot,
    flatten,
    format_int_tuple,
    get,
    inner_product,
    paired,
    prefix_product,
    product,
    suffix_product,
    unflatten,
    weakly_congruent,
    zip_modes,
)
from spec.kept import kept
from spec.room import with_room
from spec.slicing import free_in, parts_where, zero_where_free
from spec.taking import INT_TUPLE, INTEGER, METHODS, is_unknown, method


def sliceable(offset: Callable[..., int]) -> Any:
    """Wrap the method `offset` so that it returns a slice if the coordinate contains None.

    The wrapped method raises LayoutError if an argument is not a coordinate, or if the layout has
    too many modes.
    """
    METHODS[offset] = (INT_TUPLE,)

    @wraps(offset)
    def call(layout: "Layout", *coordinate: SliceTuple) -> "int | Layout":
        try:
            if len(coordinate) == 1 and type(coordinate[0]) is int:
                return offset(layout, *coordinate)
            if free_in(coordinate):
                return slice_(coordinate[0] if len(coordinate) == 1 else coordinate, layout)
            return offset(layout, *coordinate)
        except RecursionError:
            if is_unknown((layout, *coordinate)):
                raise
            again = partial(call, layout, *coordinate)
            return with_room("a layout's call", (layout, *coordinate), again)

    return call


@dataclass(frozen=True, init=False, repr=False)
class Layout:
    """A shape and strides of the same profile; the default strides are compact column-major.

    Pre-conditions: congruent(shape, stride); shape entries >= 1; either all strides are
    integers, or each stride is 0 or a coordinate (made by `E`).

    >>> A = Layout((4, (2, 2)), (2, (1, 8)))
    >>> A(6), A(2, 1), A(2, (1, 0)), A((2, (1, 0)))
    (5, 5, 5, 5)
    >>> A.size, A.cosize, A.rank, A.depth
    (16, 16, 2, 2)
    >>> A
    Layout.parse('(4,(2,2)):(2,(1,8))')
    >>> Layout.parse("(4, 8)") == Layout((4, 8), (1, 4))
    True
    >>> print(Layout.parse("(4,8):(1@0,1@1)")(1, 2))
    (1,2)

    Source: CuTe 01_layout.md; CUTLASS-Cute 1, section 2.4.
    """

    parse: ClassVar[Callable[[str], "Layout"]]
    """Parse a layout. The package `spec` sets this attribute to `parse_layout`.

    The parser imports this module, so this module cannot import the parser.
    """

    _repr_svg_: ClassVar[Callable[["Layout"], str | None]]
    """The method that draws the value in a notebook. `spec` sets it to `drawing_of`."""

    shape: IntTuple
    stride: IntTuple

    def __init__(self, shape: IntTuple, stride: IntTuple | None = None) -> None:
        if stride is None:
            require_int_tuple(shape)
        strides = prefix_product(shape) if stride is None else stride
        if not makes_layout(shape, strides):
            raise refusal(shape, strides)
        # Set the attributes here, because the default strides depend on the shape. The dataclass is
        # frozen, so an assignment would raise an error.
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "stride", strides)

    def __str__(self) -> str:
        return f"{format_int_tuple(self.shape)}:{format_int_tuple(self.stride)}"

    def __repr__(self) -> str:
        return f"Layout.parse('{self}')"

    @kept
    def size(self) -> int:
        """The number of coordinates."""
        return product(self.shape)

    @kept
    def flat_shape(self) -> tuple[int, ...]:
        """The shape without nesting."""
        return flatten(self.shape)

    @kept
    def flat_stride(self) -> tuple[int, ...]:
        """The strides without nesting."""
        return flatten(self.stride)

    @kept
    def flat_modes(self) -> tuple[tuple[int, int], ...]:
        """The modes without nesting, each a shape and a stride."""
        return paired(flatten(self.shape), flatten(self.stride))

    @property
    @method()
    def cosize(self) -> int:
        """One more than the distance between the least and the greatest offset.

        >>> Layout(8, 2).cosize, Layout(8, 0).cosize, Layout(8, -2).cosize
        (15, 1, 15)

        Source: CuTe layout.hpp.
        """
        return 1 + reach(flatten(self.shape), flatten(self.stride))

    @property
    def rank(self) -> int:
        """The number of modes."""
        return int_tuple.rank(self.shape)

    @property
    def depth(self) -> int:
        """The nesting depth of the modes; `8:1` has depth 0, `(8):(1)` has depth 1."""
        return int_tuple.depth(self.shape)

    @overload
    def __call__(self, *coordinate: IntTuple) -> int: ...
    @overload
    def __call__(self, *coordinate: SliceTuple) -> Any: ...
    @sliceable
    def __call__(self, *coordinate: IntTuple) -> int:
        """The offset of a 1-D, R-D or natural coordinate: A(i), A(i, j) or A((i, j)).

        If an entry is None, as in A(None, j), the result is the slice that `slice_` returns.

        Pre-conditions: the argument is a coordinate of the shape.
        """
        crd = coordinate[0] if len(coordinate) == 1 else coordinate
        if isinstance(crd, tuple):
            require_coordinate(crd, self.shape)
            return inner_product(natural(crd, self.shape), self.stride)
        if not 0 <= crd < self.size:
            raise coordinate_refusal(crd, self.shape)
        return dot(digits(crd, self.flat_shape), self.flat_stride)

    @method(INTEGER)
    def extended(self, x: int) -> int:
        """The offset A^(x) of any natural number x: the index in the last terminal is unbounded.

        Pre-conditions: x >= 0.
        Post-conditions: A.extended(x) == A(x) if x < A.size (I2m).

        >>> A = Layout((2, 2), (1, 10))
        >>> A(3), A.extended(3), A.extended(5)
        (11, 11, 21)
        """
        require_natural(x, self.shape)
        return inner_product(natural(x, self.shape), self.stride)

    @method(INTEGER)
    def mode(self, *path: int) -> "Layout":
        """The sublayout at an index path, like CuTe's `layout<I, J>(A)`.

        >>> print(Layout((4, (2, 2)), (2, (1, 8))).mode(1, 0))
        2:1
        """
        return Layout(get(self.shape, *path), get(self.stride, *path))

    def __getitem__(self, index: int) -> "Layout":
        if not isinstance(index, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ModeError(f"a mode index must be an integer, not {index!r}")
        return self.mode(index)

    def __len__(self) -> int:
        return self.rank

    def __iter__(self) -> Iterator["Layout"]:
        return (self.mode(index) for index in range(self.rank))


def reach(shapes: tuple[int, ...], strides: tuple[int, ...]) -> int:
    """The distance from the least to the greatest offset of modes with these shapes and strides.

    Pre-conditions: as many strides as shapes.

    >>> reach((4, 2, 2), (2, -1, 8))
    15
    """
    if not shapes:
        return 0
    return (shapes[0] - 1) * abs(strides[0]) + reach(shapes[1:], strides[1:])


class Major(Enum):
    """The two compact orders of the modes of a shape."""

    LEFT = "column-major: the left mode has stride 1"
    RIGHT = "row-major: the right mode has stride 1"


LayoutLeft: Final = Major.LEFT
LayoutRight: Final = Major.RIGHT


@overload
def make_layout(*layouts: Layout) -> Layout: ...
@overload
def make_layout(shape: IntTuple, stride: IntTuple | Major = LayoutLeft, /) -> Layout: ...
def make_layout(*arguments: Layout | IntTuple | Major) -> Layout:
    """Make a layout from a shape and strides, from a shape and a compact order, or from its modes.

    >>> print(make_layout((2, 3)), make_layout((2, 3), (3, 1)), make_layout((2, 3), LayoutRight))
    (2,3):(1,2) (2,3):(3,1) (2,3):(3,1)
    >>> print(make_layout(Layout(4, 2), Layout((2, 2), (1, 8))))
    (4,(2,2)):(2,(1,8))
    >>> print(make_layout(Layout(8, 1)))
    (8):(1)

    Source: CuTe 01_layout.md; CUTLASS-Cute 1, section 4.2.
    """
    modes = tuple([argument for argument in arguments if isinstance(argument, Layout)])
    if len(modes) != len(arguments):
        return _of_shape(*arguments)
    return Layout(tuple([m.shape for m in modes]), tuple([m.stride for m in modes]))


def _of_shape(
    shape: Layout | IntTuple | Major,
    stride: Layout | IntTuple | Major = LayoutLeft,
    *others: Layout | IntTuple | Major,
) -> Layout:
    """The layout of a shape and strides, or of a shape and a compact order."""
    if isinstance(shape, int | tuple) and not others:
        if isinstance(stride, int | tuple):
            return Layout(shape, stride)
        if isinstance(stride, Major):
            return Layout(shape, suffix_product(shape) if stride == LayoutRight else None)
    raise LayoutError("make_layout takes layouts, or a shape with strides or with an order")


def make_ordered_layout(shape: IntTuple, order: IntTuple) -> Layout:
    """The compact layout whose strides grow in the order of the entries of `order`.

    If `order` has a single entry for a nested mode, this mode is column-major. As in CuTe, modes
    with equal entries start with the same stride.

    Pre-conditions: weakly_congruent(order, shape).

    >>> print(make_ordered_layout((2, 2, 2, 2), (0, 2, 3, 1)))
    (2,2,2,2):(1,4,8,2)
    >>> print(make_ordered_layout((2, (3, 4)), (1, 0)))
    (2,(3,4)):(12,(1,3))

    Source: CuTe layout.hpp.
    """
    if not weakly_congruent(order, shape):
        raise CongruenceError(
            f"order {format_int_tuple(order)} does not fit shape {format_int_tuple(shape)}"
        )
    parts = _parts_at(order, shape)
    strides = (
        prefix_product(part, prod(product(other) for o, other in parts if o < place))
        for place, part in parts
    )
    return Layout(shape, unflatten(flatten(tuple(strides)), shape))


def _parts_at(order: IntTuple, shape: IntTuple) -> tuple[tuple[int, IntTuple], ...]:
    """Each terminal of `order` with the corresponding part of `shape`."""
    if not isinstance(order, tuple):
        return ((order, shape),)
    return tuple([part for o, s in zip_modes(order, shape) for part in _parts_at(o, s)])


def slice_(crd: SliceTuple, layout: Layout) -> Layout:
    """The sublayout of the modes where `crd` is None, like CuTe's `layout(crd)`.

    The other modes have fixed coordinates and are left out.

    Pre-conditions: the integers of crd are coordinates of their modes.

    >>> A = Layout(((2, 4), (3, 5)), ((3, 6), (1, 24)))
    >>> print(slice_(((1, 1), (None, None)), A), slice_((None, 1), A), slice_(None, A))
    (3,5):(1,24) ((2,4)):((3,6)) ((2,4),(3,5)):((3,6),(1,24))

    Source: CuTe 01_layout.md; CUTLASS-Cute 1, section 3.4.
    """
    return slice_and_offset(crd, layout)[0]


def slice_and_offset(crd: SliceTuple, layout: Layout) -> tuple[Layout, int]:
    """The slice, and the offset where it starts.

    Post-conditions: layout(crd) == slice(free part of crd) + offset, if one mode of crd is free and
    the others are integers (G3); the same for all other crd (G3s).

    >>> A = Layout(((2, 4), (3, 5)), ((3, 6), (1, 24)))
    >>> slice_and_offset(((1, 1), (None, None)), A)
    (Layout.parse('(3,5):(1,24)'), 9)

    Source: CuTe layout.hpp.
    """
    start = layout(zero_where_free(crd))
    if crd is None:
        return layout, start
    return Layout(
        parts_where(crd, layout.shape, True), parts_where(crd, layout.stride, True)
    ), start


def dice(crd: SliceTuple, layout: Layout) -> Layout:
    """The sublayout of the modes where `crd` is not None: the modes that `slice_` leaves out.

    >>> A = Layout(((2, 4), (3, 5)), ((3, 6), (1, 24)))
    >>> print(dice((None, 1), A), dice(((1, None), 0), A))
    ((3,5)):((1,24)) (2,(3,5)):(3,(1,24))

    Source: CuTe layout.hpp.
    """
    layout(zero_where_free(crd))
    if crd is not None and not isinstance(crd, tuple):
        return layout
    return Layout(parts_where(crd, layout.shape, False), parts_where(crd, layout.stride, False))


def size(x: Layout | IntTuple, *path: int) -> int:
    """The number of coordinates of a layout or shape, or of its mode at an index path.

    >>> size(Layout((4, (2, 3)))), size((4, (2, 3)), 1), size(8)
    (24, 6, 8)

    Source: CuTe layout.hpp; CUTLASS-Cute 1, section 1.
    """
    return product(get(_shape(x), *path))


def rank(x: Layout | IntTuple, *path: int) -> int:
    """The number of modes of a layout or IntTuple, or of its mode at an index path.

    >>> rank(Layout(((2, 2), 2))), rank(((2, 2), 2), 0), rank(8)
    (2, 2, 1)

    Source: CuTe layout.hpp; CUTLASS-Cute 1, section 1.2.
    """
    return int_tuple.rank(get(_shape(x), *path))


def depth(x: Layout | IntTuple, *path: int) -> int:
    """The depth of the nesting of a layout or IntTuple, or of its mode at an index path.

    >>> depth(Layout(((2, 2), 2))), depth(((2, 2), 2), 0), depth(8)
    (2, 1, 0)

    Source: CuTe layout.hpp; CUTLASS-Cute 1, section 1.2.
    """
    return int_tuple.depth(get(_shape(x), *path))


def cosize(layout: Layout, *path: int) -> int:
    """One more than the distance between the least and the greatest offset.

    Post-conditions: the result is layout(layout.size - 1) + 1 if no stride is negative (I3).

    >>> cosize(Layout(8, 2)), cosize(Layout((4, (2, 2)), (2, (1, 8))), 1)
    (15, 10)

    Source: CuTe layout.hpp.
    """
    return layout.mode(*path).cosize


def _shape(x: Layout | IntTuple) -> IntTuple:
    return x.shape if isinstance(x, Layout) else x
