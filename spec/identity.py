"""Identity: the layout that maps each coordinate to itself."""

from typing import cast

from spec.basis import E
from spec.int_tuple import IntTuple
from spec.layout import Layout


def make_identity_layout(shape: IntTuple) -> Layout:
    """The layout that has this shape and maps each coordinate to itself.

    The strides of this layout are coordinates.

    If this layout is tiled and sliced like an array, it shows which coordinates of the array a
    thread holds. CuTe calls such a layout a coordinate tensor and uses it for TMA and predication.

    Post-conditions: L(crd) is the natural coordinate of crd (T1).

    >>> L = make_identity_layout((3, (2, 3)))
    >>> print(L, L(16), L(1, (1, 2)))
    (3,(2,3)):(1@0,(1@0@1,1@1@1)) (1,(1,2)) (1,(1,2))

    Source: CuTe layout.hpp; 0y_predication.md.
    """
    return Layout(shape, _basis_like(shape))


def _basis_like(shape: IntTuple, *path: int) -> IntTuple:
    """Replace each terminal by the basis element at its path, which begins with `path`."""
    if isinstance(shape, tuple):
        return tuple(_basis_like(mode, *path, k) for k, mode in enumerate(shape))
    # Cast, because the type IntTuple has only integers as terminals. A terminal of a stride may be
    # any element of a module over the integers, such as a basis element.
    return cast("int", E(*path))
