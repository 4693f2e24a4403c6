"""Slices: find the None entries of a coordinate, and select the matching parts of a tuple."""

from typing import cast

from spec.errors import CoordinateError
from spec.int_tuple import IntTuple, SliceTuple


def free_in(crd: object) -> bool:
    """Whether a coordinate contains None. Raises LayoutError if `crd` is not a coordinate.

    >>> free_in((1, (None, 2))), free_in((1, 2))
    (True, False)
    """
    if isinstance(crd, tuple):
        # Check every part, so that an invalid part is found even after a None.
        found = tuple(map(free_in, cast("tuple[object, ...]", crd)))
        return any(found)
    if crd is not None and (not isinstance(crd, int) or isinstance(crd, bool)):
        raise CoordinateError(
            f"a coordinate must be an integer, None, or a tuple of these, not {crd!r}"
        )
    return crd is None


def zero_where_free(crd: SliceTuple) -> IntTuple:
    """The coordinate with 0 for every None.

    >>> zero_where_free((1, (None, 2)))
    (1, (0, 2))
    """
    if isinstance(crd, tuple):
        return tuple(map(zero_where_free, crd))
    return 0 if crd is None else crd


def parts_where(crd: SliceTuple, t: IntTuple, free: bool) -> tuple[IntTuple, ...]:
    """If `free` is true, the parts of `t` where `crd` is None; otherwise the other parts.

    >>> t = ((2, 4), (3, 5))
    >>> parts_where((1, None), t, True), parts_where((1, None), t, False)
    (((3, 5),), ((2, 4),))
    """
    if isinstance(crd, tuple):
        modes = zip(crd, t if isinstance(t, tuple) else (), strict=True)
        return tuple(part for c, mode in modes for part in parts_where(c, mode, free))
    return (t,) if (crd is None) == free else ()
