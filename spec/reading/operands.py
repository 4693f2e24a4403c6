"""Make operands of the calculator from the values of texts that were read."""

from collections.abc import Sequence
from typing import Any

from spec.composed import ComposedLayout
from spec.errors import LayoutError
from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.reading.atoms import TiledInstruction
from spec.reading.chain import Pointer
from spec.reading.distributed import Distributed, Shared
from spec.reading.reading import Reading, written
from spec.reading.tiled import TiledLayout
from spec.reading.trees import entries
from spec.reading.triton_layouts import Encoding
from spec.reading.xla import ArrayFormat
from spec.taking import is_int_tuple
from spec.tla.layout import TlaLayout
from spec.xla.shape import XlaShape


def operand(reading: Reading) -> Any:
    """Convert a value that was read to an operand. A linear layout becomes a thread-value layout.

    Raises LayoutError, with advice on what to write, if the calculator does not accept such a
    value.
    """
    form = reading.form
    match form:
        case Distributed():
            return form.thread_value
        case Shared():
            return form.layout
        case Encoding():
            raise LayoutError(
                f"{form} depends on the tensor's shape: write tensor<64x64xf16, ENCODING>"
            )
        case Pointer():
            raise LayoutError(f"{form} has no layout: write the tensor, POINTER o LAYOUT")
        case ArrayFormat():
            raise LayoutError(f"{form} has no shape: write the array, as bf16[16,256]{form}")
        case TiledInstruction():
            return form.atom
        case tuple() if reading.kind == "tuple of arrays":
            raise LayoutError("a tuple of arrays has no layout: write only one array of the tuple")
        case tuple() if reading.kind == "tuple of array formats":
            raise LayoutError(
                f"{reading.notation} are layouts of several arrays: write one array with its"
                " layout, as bf16[16,256]{1,0:T(8,128)}"
            )
        case _:
            return form


def require_zeros(reading: Reading) -> None:
    """Raise LayoutError if a coordinate tensor begins at a coordinate other than zeros.

    The layout does not contain the first coordinate of the tensor. So an answer about the layout
    would be an answer about another tensor.
    """
    if reading.origin is not None:
        begin = written(reading.origin)
        raise LayoutError(
            f"a coordinate tensor that begins at {begin} cannot be an argument: write its layout,"
            f" {reading.notation}, whose coordinates begin at zeros, and add {begin} to each one"
        )


def placed(arguments: Sequence[Any]) -> tuple[Any, ...]:
    """The arguments, with each tiled layout repeated over the tensor of another argument.

    Raises LayoutError if no argument gives a tensor, or if the tile does not divide the tensor.

    >>> copy = TiledLayout(Layout(((8, 16), 8), ((128, 1), 16)), (16, 64))
    >>> print(placed((Layout((64, 64)), copy))[1])
    ((8,16),(8,4)):((512,1),(64,16))
    """
    if not any(isinstance(one, TiledLayout) for one in arguments):
        return tuple(arguments)
    shapes = [shape for one in arguments if (shape := shape_of(one)) is not None]
    return tuple(_on(one, shapes) if isinstance(one, TiledLayout) else one for one in arguments)


def _on(tiled: TiledLayout, shapes: Sequence[IntTuple]) -> Layout:
    if not shapes:
        raise LayoutError(
            f"{tiled} repeats over a tensor: give the tensor's layout or shape as another argument"
        )
    return tiled.on(shapes[0])


def shape_of(value: Any) -> IntTuple | None:
    """The shape of a layout, an array, or a tile with an offset.

    A value that is a shape is returned unchanged. The result is None for all other values.
    """
    match value:
        case Layout() | ComposedLayout():
            return value.shape
        case (Layout() | ComposedLayout() as layout, int()):
            return layout.shape
        case XlaShape():
            return value.dims
        case TlaLayout():
            return value.origin_shape
        case _:
            shape = entries(value)
            return shape if shape is not None and is_int_tuple(shape) else None
