"""ComposedLayout, Sw o offset o A: a swizzle or another layout, applied to the offsets of A.

A composed layout is not a layout: in general no strides give the same function. An operation on a
composed layout is applied to A, which determines the coordinates. The offset stays inside the
swizzle, because the swizzle of a sum is not the sum of the swizzles.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias, cast, overload

from spec.composition import TILER, Tiler, composition
from spec.errors import LayoutError, ModeError, numeral
from spec.int_tuple import IntTuple, SliceTuple
from spec.layout import Layout, slice_and_offset
from spec.slicing import free_in
from spec.swizzle import IDENTITY, Swizzle
from spec.taking import COORDINATE, INTEGER, OPERATION, method


@dataclass(frozen=True, repr=False)
class ComposedLayout:
    """The function c -> outer(offset + inner(c)).

    `outer` is a swizzle, or a layout that is extended to all naturals: the index in its last mode
    is unbounded. `inner` is a layout or a composed layout.

    Pre-conditions: the offset is any integer.

    >>> C = ComposedLayout(Swizzle(3, 4, 3), 0, Layout((8, 64), (64, 1)))
    >>> print(C, C.shape, C.size, C((2, 20)), C(162))
    Sw<3,4,3> o 0 o (8,64):(64,1) (8, 64) 512 132 132
    >>> print(ComposedLayout.parse("Swizzle<2,0,-3> o (4,4)"))
    Sw<2,0,-3> o 0 o (4,4):(1,4)
    >>> print(ComposedLayout(Layout((4, 2), (2, 1)), 1, C)(2, 20))
    35

    Source: CuTe layout_composed.hpp, swizzle_layout.hpp.
    """

    parse: ClassVar[Callable[[str], "ComposedLayout"]]
    """Parses a composed layout. This is the function `parse_composed_layout`."""

    _repr_svg_: ClassVar[Callable[["ComposedLayout"], str | None]]
    """The method that draws the value in a notebook. `spec` sets it to `drawing_of`."""

    outer: Swizzle | Layout
    offset: int
    inner: "Layout | ComposedLayout"

    def __post_init__(self) -> None:
        if isinstance(self.offset, bool) or not isinstance(self.offset, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise LayoutError(f"the offset must be an integer, not {self.offset!r}")

    def __str__(self) -> str:
        return f"{self.outer} o {numeral(self.offset)} o {self.inner}"

    def __repr__(self) -> str:
        return f"ComposedLayout.parse('{self}')"

    @property
    def swizzle(self) -> Swizzle:
        """The swizzle of a swizzled layout. Raises LayoutError if `is_swizzled` is false."""
        if not isinstance(self.outer, Swizzle) or isinstance(self.inner, ComposedLayout):
            raise self._more_is_composed()
        return self.outer

    @property
    def layout(self) -> Layout:
        """The layout inside a swizzled layout. Raises LayoutError if `is_swizzled` is false."""
        if not isinstance(self.outer, Swizzle) or isinstance(self.inner, ComposedLayout):
            raise self._more_is_composed()
        return self.inner

    @property
    def is_swizzled(self) -> bool:
        """Whether `outer` is a swizzle and `inner` is a plain layout."""
        return isinstance(self.outer, Swizzle) and not isinstance(self.inner, ComposedLayout)

    def _more_is_composed(self) -> LayoutError:
        return LayoutError(f"expected a swizzle applied to one layout, not {self}")

    @property
    def shape(self) -> IntTuple:
        """The shape of the coordinates."""
        return self.inner.shape

    @property
    def size(self) -> int:
        """The number of coordinates."""
        return self.inner.size

    @property
    def rank(self) -> int:
        """The number of modes."""
        return self.inner.rank

    @property
    def depth(self) -> int:
        """The depth of the nesting of the modes."""
        return self.inner.depth

    @overload
    def __call__(self, *coordinate: IntTuple) -> int: ...
    @overload
    def __call__(self, *coordinate: SliceTuple) -> Any: ...
    @method(COORDINATE)
    def __call__(self, *coordinate: SliceTuple) -> "int | ComposedLayout":
        """The offset of a 1-D, R-D or natural coordinate, or the slice for a coordinate with None.

        Pre-conditions: the argument is a coordinate of the shape.
        """
        if free_in(coordinate):
            return self.slice(coordinate[0] if len(coordinate) == 1 else coordinate)
        return self.at(self.inner(*cast(tuple[IntTuple, ...], coordinate)))

    @method(INTEGER)
    def at(self, x: int) -> int:
        """The offset of the composed layout at a coordinate where the inner layout has offset x."""
        if isinstance(self.outer, Swizzle):
            return self.outer(self.offset + x)
        return self.outer.extended(self.offset + x)

    @method(INTEGER)
    def mode(self, *path: int) -> "ComposedLayout":
        """The sublayout at an index path.

        >>> print(ComposedLayout.parse("Sw<1,0,1> o 2 o (4,(2,2)):(2,(1,8))").mode(1, 0))
        Sw<1,0,1> o 2 o 2:1
        """
        return self.through(lambda layout: layout.mode(*path))

    def __getitem__(self, index: int) -> "ComposedLayout":
        if not isinstance(index, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ModeError(f"a mode index must be an integer, not {index!r}")
        return self.mode(index)

    def __len__(self) -> int:
        return self.rank

    def __iter__(self) -> Iterator["ComposedLayout"]:
        return (self.mode(index) for index in range(self.rank))

    @method(OPERATION)
    def through(self, operation: Callable[[Layout], Layout]) -> "ComposedLayout":
        """Apply the operation to the inner layout, and keep the outer function and the offset.

        >>> from spec.coalesce import coalesce
        >>> print(ComposedLayout.parse("Sw<1,0,1> o 0 o (2,4):(1,2)").through(coalesce))
        Sw<1,0,1> o 0 o 8:1
        """
        inner = self.inner
        changed = (
            inner.through(operation) if isinstance(inner, ComposedLayout) else operation(inner)
        )
        return ComposedLayout(self.outer, self.offset, changed)

    @method(TILER)
    def compose(self, b: Tiler) -> "ComposedLayout":
        """Compose with a layout or a tiler B: (Sw o offset o A) o B = Sw o offset o (A o B).

        Pre-conditions: the pre-conditions of `composition` for A and B.
        Post-conditions: R(c) == Sw(offset + composition(A, B)(c)) for all c < size(B) (definition).

        >>> C = ComposedLayout.parse("Sw<2,1,3> o 4 o (8,64):(64,1)")
        >>> print(C.compose(Layout((2, 4), (8, 2))))
        Sw<2,1,3> o 4 o (2,4):(1,128)

        Source: CuTe layout_composed.hpp, composition.
        """
        return self.through(lambda layout: composition(layout, b))

    @method(COORDINATE)
    def slice(self, crd: SliceTuple) -> "ComposedLayout":
        """The sublayout of the modes where `crd` is None.

        The offset of the other entries of `crd` is added before the outer function is applied.

        Post-conditions: self(crd) == self.slice(crd)(free part of crd), for all crd (S8).

        >>> C = ComposedLayout.parse("Sw<3,4,3> o 0 o (8,64):(64,1)")
        >>> row = C.slice((2, None))
        >>> print(row, row(20), C(2, 20))
        Sw<3,4,3> o 128 o (64):(1) 132 132

        Source: CuTe layout_composed.hpp, slice_and_offset.
        """
        if isinstance(self.inner, ComposedLayout):
            return ComposedLayout(self.outer, self.offset, self.inner.slice(crd))
        layout, start = slice_and_offset(crd, self.inner)
        return ComposedLayout(self.outer, self.offset + start, layout)


AnyLayout: TypeAlias = Layout | ComposedLayout
"""A layout, swizzled or not: a shape and a function from its coordinates to offsets."""


def as_composed(layout: AnyLayout) -> ComposedLayout:
    """The layout as a composed layout; a plain layout gets the identity swizzle.

    >>> print(as_composed(Layout(4, 2)))
    Sw<0,0,0> o 0 o 4:2
    """
    return layout if isinstance(layout, ComposedLayout) else ComposedLayout(IDENTITY, 0, layout)
