"""The picture that a notebook shows for a value, by calling the value's method `_repr_svg_`."""

from typing import Any

from spec.atoms.copies import TiledCopy
from spec.atoms.mma import Atom, Operand
from spec.atoms.tiled import TiledMMA
from spec.bridges.positions import Positions, positions
from spec.errors import LayoutError
from spec.linear import LinearLayout, linear_layout
from spec.pictures.bits import matrix
from spec.pictures.offsets import panels
from spec.pictures.panel import Panel, Product
from spec.pictures.products import operand, product
from spec.pictures.sheet import draw
from spec.pictures.takers import takers
from spec.swizzle import Swizzle


def drawing_of(value: Any) -> str | None:
    """The picture of a value as SVG; None if the value has no picture or is too large for one.

    A layout or an array is shown by its offsets. A swizzle or a linear layout is shown by its
    matrix of bits. An instruction or a tiled copy is shown by the threads and values of its tiles.

    >>> from spec.layout import Layout
    >>> drawing_of(Layout((2, 2, 2))) is None
    True
    >>> drawing_of(Swizzle(1, 0, 1)).count("<title>")
    4
    """
    try:
        return draw(_panels(value))
    except LayoutError:
        return None


def _panels(value: Any) -> tuple[Panel, ...] | Product:
    match value:
        case Swizzle():
            return (matrix(linear_layout(value)),)
        case LinearLayout():
            return (matrix(value),)
        case Operand():
            return (operand(value),)
        case TiledCopy():
            return (takers(value.tv, value.tile),)
        case Atom() | TiledMMA():
            return product(value)
        case _:
            return panels(value if isinstance(value, Positions) else positions(value))
