"""Identity: the layout that maps each coordinate to itself."""

from typing import cast

from spec.basis import E
from spec.int_tuple import IntTuple
from spec.layout import Layout


def make_identity_layout(shape: IntTuple) -> Layout:
    """The layout of a shape that maps each coordinate to itself; its strides are coordinates.

    Tiled and sliced like an array, it tells which coordinates of the array a thread holds: CuTe's
    coordinate tensors for TMA and predication.

    Post-conditions: L(crd) is the natural coordinate of crd (T1).

    >>> L = make_identity_layout((3, (2, 3)))
    >>> print(L, L(16), L(1, (1, 2)))
    (3,(2,3)):(1@0,(1@0@1,1@1@1)) (1,(1,2)) (1,(1,2))

    Source: CuTe layout.hpp; 0y_predication.md.
    """
    return Layout(shape, _basis_like(shape))


def _basis_like(shape: IntTuple, *path: int) -> IntTuple:
    """The basis elements of the shape's coordinates, one for each terminal, below a path."""
    if isinstance(shape, tuple):
        return tuple(_basis_like(mode, *path, k) for k, mode in enumerate(shape))
    # The type IntTuple says "integer", but strides may be elements of any integer module.
    return cast("int", E(*path))
