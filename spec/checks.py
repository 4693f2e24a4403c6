"""The checks of a shape and strides, made once, when a layout is constructed.

Every layout has passed these checks, so no operation repeats them.
"""

from typing import Final, cast

from spec.basis import ArithmeticTuple
from spec.errors import CongruenceError, LayoutError
from spec.int_tuple import IntTuple, format_int_tuple, require_shape

STRIDE: Final = int | ArithmeticTuple
"""A stride is an integer, or a coordinate."""


def makes_layout(shape: IntTuple, stride: IntTuple) -> bool:
    """Whether a shape and strides make a layout: all sizes are >= 1, and the profiles are equal.

    Strides must be integers or coordinates. This function does not check whether the strides can be
    added: see `basis`.

    >>> makes_layout((4, (2, 2)), (2, (1, 8))), makes_layout((4, 2), 1), makes_layout(0, 1)
    (True, False, False)
    """
    if isinstance(shape, int):
        integers = isinstance(stride, STRIDE) and not isinstance(stride, bool)
        return integers and shape >= 1 and not isinstance(shape, bool)
    if not isinstance(shape, tuple) or not isinstance(stride, tuple):  # pyright: ignore[reportUnnecessaryIsInstance]
        return False
    return len(shape) == len(stride) and all(map(makes_layout, shape, stride))


def refusal(shape: IntTuple, stride: IntTuple) -> LayoutError:
    """The error for a shape and strides that do not make a layout."""
    require_int_tuple(shape)
    require_shape(shape)
    require_int_tuple(stride)
    return CongruenceError(
        f"stride {format_int_tuple(stride)} does not fit shape {format_int_tuple(shape)}"
    )


def require_int_tuple(t: object) -> None:
    """Raise LayoutError unless `t` is an integer or a tuple of IntTuples.

    >>> require_int_tuple((4, 2.0))
    Traceback (most recent call last):
    spec.errors.LayoutError: expected an integer or a tuple of integers, not 2.0
    """
    if isinstance(t, tuple):
        for mode in cast("tuple[object, ...]", t):
            require_int_tuple(mode)
    elif not isinstance(t, int) or isinstance(t, bool):
        raise LayoutError(_no_int_tuple(t))


def _no_int_tuple(t: object) -> str:
    reads = "; use Layout.parse to read text" if isinstance(t, str) else ""
    return f"expected an integer or a tuple of integers, not {t!r}{reads}"
