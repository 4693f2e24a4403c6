"""An XLA shape: element type, dimensions, and the layout that places its elements in memory."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias, cast

from spec.errors import LayoutError, ShapeError, numeral
from spec.int_tuple import ceil_div, format_int_tuple
from spec.xla.tiling import Tiles, format_tile, sides

BITS: Final[Mapping[str, int]] = {
    "pred": 1,
    "s1": 1,
    "s2": 2,
    "s4": 4,
    "s8": 8,
    "s16": 16,
    "s32": 32,
    "s64": 64,
    "u1": 1,
    "u2": 2,
    "u4": 4,
    "u8": 8,
    "u16": 16,
    "u32": 32,
    "u64": 64,
    "f4e2m1fn": 4,
    "f6e2m3fn": 6,
    "f6e3m2fn": 6,
    "f8e3m4": 8,
    "f8e4m3": 8,
    "f8e4m3b11fnuz": 8,
    "f8e4m3fn": 8,
    "f8e4m3fnuz": 8,
    "f8e5m2": 8,
    "f8e5m2fnuz": 8,
    "f8e8m0fnu": 8,
    "f16": 16,
    "bf16": 16,
    "f32": 32,
    "f64": 64,
    "c64": 64,
    "c128": 128,
}
"""The number of bits of a value of each element type."""

XlaTile: TypeAlias = tuple[int | None, ...]
"""The sizes of a tile, from major to minor.

None stands for `*`: the dimension is combined with the next more minor dimension.
"""


@dataclass(frozen=True, init=False, repr=False)
class XlaShape:
    """An array as XLA describes it: `element[dims]{minor_to_major:T(tile)(tile)E(bits)}`.

    The default layout is row-major: minor_to_major is descending. `element_bits` is the size of an
    element in memory, by default the bits of its type rounded up to whole bytes.

    Pre-conditions: dims >= 0; minor_to_major is a permutation of 0 .. rank - 1; tile entries >= 1
    or None, but the last entry is not None; element_bits >= 1.

    >>> A = XlaShape("bf16", (16, 256), tiles=((8, 128), (2, 1)))
    >>> print(A)
    bf16[16,256]{1,0:T(8,128)(2,1)}
    >>> A.rank, A.minor_to_major, A.bits
    (2, (1, 0), 16)
    >>> XlaShape.parse("f32[3,5]").minor_to_major
    (1, 0)
    >>> XlaShape("f32", (3, 5), (1, 1))
    Traceback (most recent call last):
    spec.errors.ShapeError: minor_to_major must be a permutation of 0 .. 1, not {1,1}

    Source: XLA tiled layout; XLA shapes and layout.
    """

    parse: ClassVar[Callable[[str], "XlaShape"]]
    """Parse a shape.

    The package `spec.xla` sets this attribute to `parse_xla_shape`, because the module of
    `parse_xla_shape` imports this module.
    """

    _repr_svg_: ClassVar[Callable[["XlaShape"], str | None]]
    """The method that draws the value in a notebook. `spec` sets it to `drawing_of`."""

    element: str
    dims: tuple[int, ...]
    minor_to_major: tuple[int, ...]
    tiles: tuple[XlaTile, ...]
    element_bits: int | None

    def __init__(
        self,
        element: str,
        dims: tuple[int, ...],
        minor_to_major: tuple[int, ...] | None = None,
        tiles: tuple[XlaTile, ...] = (),
        element_bits: int | None = None,
    ) -> None:
        _require_integers(dims)
        order = tuple(reversed(range(len(dims)))) if minor_to_major is None else minor_to_major
        _require_integers(order)
        require_element(element)
        require_dims(dims)
        require_order(order, len(dims))
        for tile in tiles:
            _require_integers(tuple(size for size in tile if size is not None))
            sides(tile)
        if element_bits is not None:
            _require_integers((element_bits,))
            require_bits(element_bits)
        # The dataclass is frozen, so it rejects assignments, even here. It needs this `__init__`,
        # because the default of `minor_to_major` depends on `dims`.
        object.__setattr__(self, "element", element)
        object.__setattr__(self, "dims", dims)
        object.__setattr__(self, "minor_to_major", order)
        object.__setattr__(self, "tiles", tiles)
        object.__setattr__(self, "element_bits", element_bits)

    def __str__(self) -> str:
        dims = f"{self.element}[{_listed(self.dims)}]"
        tiles = "".join(map(format_tile, self.tiles))
        bits = "" if self.element_bits is None else f"E({numeral(self.element_bits)})"
        of_elements = (f"T{tiles}" if tiles else "") + bits
        order = _listed(self.minor_to_major) + (f":{of_elements}" if of_elements else "")
        return dims + (f"{{{order}}}" if order else "")

    def __repr__(self) -> str:
        return f"XlaShape.parse('{self}')"

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.dims)

    @property
    def bits(self) -> int:
        """The number of bits of an element in memory.

        >>> XlaShape.parse("s4[8]").bits, XlaShape.parse("s4[8]{0:E(4)}").bits
        (8, 4)
        """
        if self.element_bits is None:
            return 8 * ceil_div(BITS[self.element], 8)
        return self.element_bits

    @property
    def sides(self) -> Tiles:
        """The sides of each tile, minor first.

        >>> XlaShape.parse("bf16[16,256]{1,0:T(*,128)(2,1)}").sides
        ((128, -1), (1, 2))
        """
        return tuple(map(sides, self.tiles))

    @property
    def physical(self) -> tuple[int, ...]:
        """The bounds of the dimensions in memory before tiling, from major to minor.

        >>> XlaShape.parse("f32[2,3,5]{0,2,1}").physical
        (3, 5, 2)
        """
        return tuple(self.dims[dimension] for dimension in reversed(self.minor_to_major))


def format_xla_shape(shape: XlaShape) -> str:
    """The text of a shape, as XLA prints it.

    >>> format_xla_shape(XlaShape("f32", (3, 5), (0, 1)))
    'f32[3,5]{0,1}'
    """
    return str(shape)


def transposed_shape(shape: XlaShape, order: tuple[int, ...]) -> XlaShape:
    """The shape of a transpose that moves no element. Dimension order[k] becomes dimension k.

    Pre-conditions: order is a permutation of the dimensions.

    >>> print(transposed_shape(XlaShape.parse("f32[3,5,7]{2,1,0}"), (1, 2, 0)))
    f32[5,7,3]{1,0,2}

    Source: XLA operation semantics, Transpose.
    """
    if sorted(order) != list(range(shape.rank)):
        raise ShapeError(
            f"the dimensions {format_int_tuple(order)} must be a permutation of 0 .. "
            f"{shape.rank - 1}, the dimensions of {shape}"
        )
    dims = tuple(shape.dims[k] for k in order)
    places = tuple(order.index(k) for k in shape.minor_to_major)
    return XlaShape(shape.element, dims, places, shape.tiles, shape.element_bits)


def require_element(element: str) -> None:
    """Raise LayoutError unless `element` is an element type of XLA arrays.

    >>> require_element("f31")
    Traceback (most recent call last):
    spec.errors.LayoutError: 'f31' is not an element type of XLA arrays
    """
    if not isinstance(element, str) or element not in BITS:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise LayoutError(f"{element!r} is not an element type of XLA arrays")


def require_dims(dims: tuple[int, ...]) -> None:
    """Raise ShapeError unless all bounds are at least 0.

    >>> require_dims((3, -5))
    Traceback (most recent call last):
    spec.errors.ShapeError: every bound of dimensions [3,-5] must be 0 or more, not -5
    """
    for d in dims:
        if d < 0:
            raise ShapeError(
                f"every bound of dimensions [{_listed(dims)}] must be 0 or more, not {numeral(d)}"
            )


def require_order(minor_to_major: tuple[int, ...], rank: int) -> None:
    """Raise ShapeError unless each dimension occurs in minor_to_major exactly once.

    >>> require_order((0, 1), 3)
    Traceback (most recent call last):
    spec.errors.ShapeError: minor_to_major must be a permutation of 0 .. 2, not {0,1}
    """
    if sorted(minor_to_major) != list(range(rank)):
        raise ShapeError(
            f"minor_to_major must be {f'a permutation of 0 .. {rank - 1}' if rank else 'empty'}, "
            f"not {{{_listed(minor_to_major)}}}"
        )


def require_bits(bits: int) -> None:
    """Raise ShapeError unless an element has at least 1 bit.

    >>> require_bits(-8)
    Traceback (most recent call last):
    spec.errors.ShapeError: the element size must be 1 bit or more, not E(-8)
    """
    if bits < 1:
        raise ShapeError(f"the element size must be 1 bit or more, not E({numeral(bits)})")


def _require_integers(numbers: object) -> None:
    if not isinstance(numbers, tuple) or not all(
        isinstance(n, int) and not isinstance(n, bool) for n in cast("tuple[object, ...]", numbers)
    ):
        raise LayoutError(f"expected a tuple of integers, not {numbers!r}")


def _listed(numbers: tuple[int, ...]) -> str:
    return ",".join(map(numeral, numbers))
