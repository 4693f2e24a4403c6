"""Identity: the layout that takes each coordinate to itself."""

from typing import cast

from spec.basis import E
from spec.int_tuple import IntTuple
from spec.layout import Layout


def make_identity_layout(shape: IntTuple) -> Layout:
    """The layout of a shape that takes each coordinate to itself; its strides are coordinates.

    Tiled and sliced as an array is, it tells which of the array's coordinates a thread holds:
    CuTe's coordinate tensors of TMA and predication.

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
    # IntTuple says "integer" where any element of an integer module is meant.
    return cast("int", E(*path))
