"""Identity: the layout that takes each coordinate to itself."""

from spec.int_tuple import IntTuple
from spec.layout import Layout


def make_identity_layout(shape: IntTuple) -> Layout:
    """The layout of a shape that takes each coordinate to its 1-D coordinate.

    Post-conditions: L(crd) == crd2idx(crd, shape) (tested); A o L == A for a shape of A's size
    (tested).

    CuTe's takes a coordinate to itself, as a tuple, by strides that are basis elements. Strides
    are integers here, and the integer that stands for a coordinate is its 1-D coordinate.

    >>> print(make_identity_layout((3, (2, 3))))
    (3,(2,3)):(1,(3,6))

    Source: CuTe layout.hpp.
    """
    return Layout(shape)
