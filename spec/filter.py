"""Filter: remove the modes of stride 0, which repeat offsets, or keep only these modes."""

from spec.coalesce import coalesce
from spec.errors import CongruenceError
from spec.int_tuple import IntTuple, format_int_tuple
from spec.layout import Layout
from spec.modes import Modes, layout_of, modes_of
from spec.nesting import nested_as
from spec.select import change_modes


def filter_(layout: Layout, profile: IntTuple | None = None) -> Layout:
    """The layout without its modes of stride 0 or size 1. With a profile, filter mode by mode.

    Pre-conditions: at every level the profile has no more modes than the layout. The integers in
    the profile have no meaning; modes beyond the profile are unchanged.
    Post-conditions: without a profile the image is unchanged (N2); the result is coalesced
    (definition); with a profile, each mode that corresponds to an integer of the profile is
    filtered separately (N4).

    >>> print(filter_(Layout((2, 3, 4, 1), (1, 0, 2, 7))))
    8:1
    >>> print(filter_(Layout((2, (3, 4)), (1, (0, 2))), (1, 1)))
    (2,4):(1,2)

    Source: CuTe layout.hpp, filter; named `filter_` here, because `filter` is a builtin of Python.
    """
    if not isinstance(profile, tuple):
        return coalesce(filter_zeros(layout))
    if len(profile) > layout.rank:
        raise CongruenceError(
            f"the profile {format_int_tuple(profile)} has {len(profile)} modes, "
            f"but {layout} has only {layout.rank}"
        )
    return change_modes(filter_, layout, profile)


def filter_zeros(layout: Layout) -> Layout:
    """The layout, with the size of each mode of stride 0 changed to 1.

    Post-conditions: profile and image are unchanged (N1).

    >>> print(filter_zeros(Layout((2, (3, 4)), (1, (0, 2)))))
    (2,(1,4)):(1,(0,2))

    Source: CuTe layout.hpp.
    """
    return nested_as(layout, unrepeated(modes_of(layout)))


def unrepeated(modes: Modes) -> Modes:
    """The modes, with size 1 for each mode of stride 0.

    >>> unrepeated(((2, 1), (3, 0)))
    ((2, 1), (1, 0))
    """
    if not modes:
        return ()
    (s, d), rest = modes[0], modes[1:]
    return ((1 if d == 0 else s, d),) + unrepeated(rest)


def nullspace(layout: Layout) -> Layout:
    """The layout R of the coordinates along the modes of stride 0. These coordinates have offset 0.

    If no mode has stride 0, R is 1:0.

    Post-conditions: L(R(i)) == 0 for all i < size(R) (N3); size(L) == size(R) * size(filter_(L))
    (N2).

    If strides cancel each other, further coordinates can have offset 0. R does not include them.

    >>> print(nullspace(Layout((2, 3, 4), (0, 1, 0))))
    (2,4):(1,6)

    Source: CuTe layout.hpp.
    """
    return layout_of(null_modes(modes_of(layout), 1))


def null_modes(modes: Modes, step: int) -> Modes:
    """The modes of stride 0. Each gets the stride `step` times the product of the sizes before it.

    >>> null_modes(((2, 0), (3, 1), (4, 0)), 1)
    ((2, 1), (4, 6))
    """
    if not modes:
        return ()
    (s, d), rest = modes[0], modes[1:]
    if d == 0:
        return ((s, step),) + null_modes(rest, s * step)
    return null_modes(rest, s * step)
