"""Predicates that tell whether small arguments fit each other.

Implementations refuse most arguments that do not fit.
"""

from __future__ import annotations

from collections.abc import Callable

from spec.int_tuple import flatten
from spec.layout import Layout
from verif.operations.operand import Arguments, Operand, has_none


def coordinate(crd: int, shape: int) -> Callable[[Arguments], bool]:
    """Return a predicate on arguments: whether the coordinate fits the nesting of the shape.

    `crd` and `shape` are the positions of the coordinate and of the shape among the arguments. An
    integer in the coordinate may stand for a whole mode of the shape.

    >>> coordinate(0, 1)(((1, 2), (3, 4))), coordinate(0, 1)(((1, 2), 3))
    (True, False)
    """
    return lambda arguments: _is_below(arguments[crd], arguments[shape])


def _is_below(crd: Operand, shape: Operand) -> bool:
    if isinstance(shape, Layout):
        shape = shape.shape
    if isinstance(crd, tuple):
        return (
            isinstance(shape, tuple) and len(crd) == len(shape) and all(map(_is_below, crd, shape))
        )
    return True


def longer_slice(arguments: Arguments) -> bool:
    """Return whether the coordinate has a None, and more entries than its shape at some level.

    >>> a = Layout((2, (3,)))
    >>> [longer_slice((crd, a)) for crd in ((None, (1, 2)), (0, 1, 2), (None, 1))]
    [True, False, False]
    """
    crd, layout = arguments
    return has_none(crd) and _is_longer(crd, layout)


def _is_longer(crd: Operand, shape: Operand) -> bool:
    if isinstance(shape, Layout):
        shape = shape.shape
    if not isinstance(crd, tuple):
        return False
    modes = shape if isinstance(shape, tuple) else (shape,)
    return len(crd) > len(modes) or any(map(_is_longer, crd, modes))


def strides(arguments: Arguments) -> bool:
    """Return whether the coordinate, and the strides if there are any, have the shape's nesting.

    >>> strides((3, (2, 4))), strides((3, (2, 4), (1, 2))), strides((3, (2, 4), 1))
    (True, True, False)
    """
    _, shape, *rest = arguments
    fitting = all(_is_below(stride, shape) and _is_below(shape, stride) for stride in rest)
    return coordinate(0, 1)(arguments) and fitting


def entries(arguments: Arguments) -> bool:
    """Return whether the profile (argument 2) has as many leaves as argument 1 has integers.

    >>> entries(((4, 2), (0, 0))), entries(((4, 2), 0))
    (True, False)
    """
    flat, profile = arguments
    return len(flatten(flat)) == len(flatten(profile))  # type: ignore[arg-type]


def modes(arguments: Arguments) -> bool:
    """Return whether begin .. end - 1 is a nonempty range of modes of the layout.

    >>> modes((Layout((2, 3)), 0, 2)), modes((Layout((2, 3)), 1, 1))
    (True, False)
    """
    match arguments:
        case Layout() as layout, int(begin), int(end):
            return begin < end <= layout.rank
        case _:
            return False


def index(arguments: Arguments) -> bool:
    """Return whether the second argument is the index of an entry of the first argument.

    >>> index(((4, 2), 1)), index((4, 1))
    (True, False)
    """
    match arguments:
        case (int() | tuple()) as t, int(number):
            return number < (len(t) if isinstance(t, tuple) else 1)
        case _:
            return False


def as_many_modes(arguments: Arguments) -> bool:
    """Return whether the shape has a mode for each mode of the block.

    >>> as_many_modes((Layout((2, 3)), (4, 6))), as_many_modes((Layout((2, 3)), 6))
    (True, False)
    """
    match arguments:
        case Layout() as block, (int() | tuple()) as shape:
            return block.rank <= (len(shape) if isinstance(shape, tuple) else 1)
        case _:
            return False


def swizzled_offset(arguments: Arguments) -> bool:
    """Return whether the coordinate has the layout's nesting, and the swizzle is valid.

    >>> a = Layout((2, 4))
    >>> swizzled_offset(((1, 2), a, 0, 1, 0, 1)), swizzled_offset((0, a, 0, 1, 0, 0))
    (True, False)
    """
    return coordinate(0, 1)(arguments) and swizzle(arguments[2:])


def swizzle(arguments: Arguments) -> bool:
    """Return whether the source bits and the target bits of the swizzle do not overlap.

    >>> swizzle((19, 2, 0, -2)), swizzle((19, 2, 0, 1))
    (True, False)
    """
    match arguments:
        case _, int(bits), _, int(shift):
            return abs(shift) >= bits
        case _:
            return False
