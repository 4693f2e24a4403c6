"""IntTuple, an integer or a tuple of IntTuples: the shapes, strides and coordinates of CuTe.

The *profile* of an IntTuple is its nesting. Its *modes* are its top-level entries. Its *terminals*
are the integers inside, from left to right. An integer has one mode and one terminal: itself.
"""

from collections.abc import Callable, Iterator
from itertools import accumulate
from math import prod
from operator import add, mul
from typing import TypeAlias, overload

from spec.basis import ArithmeticTuple
from spec.errors import CongruenceError, ModeError, ShapeError, numeral

IntTuple: TypeAlias = int | tuple["IntTuple", ...]
SliceTuple: TypeAlias = int | tuple["SliceTuple", ...] | None


def rank(t: IntTuple) -> int:
    """The number of modes.

    >>> rank(8), rank((8,)), rank(((2, 2), 2))
    (1, 1, 2)

    Source: CUTLASS-Cute 1, section 1.2.
    """
    return len(t) if isinstance(t, tuple) else 1


def depth(t: IntTuple) -> int:
    """The nesting depth of the parentheses; an integer has depth 0.

    >>> depth(6), depth((4, 3)), depth((3, (6, 2), 8)), depth(((2, (1, 3)), 4))
    (0, 1, 2, 3)

    Source: CUTLASS-Cute 1, section 1.2.
    """
    return 1 + max(map(depth, t), default=0) if isinstance(t, tuple) else 0


def get(t: IntTuple, *path: int) -> IntTuple:
    """The entry at an index path, like CuTe's `get<I, J>(t)`.

    Pre-conditions: each index is below the rank of the tuple from which it selects.
    Post-conditions: get(t) == t, and get(n, 0) == n for an integer n (definition).

    >>> get((3, (6, 2), 8), 1, 0)
    6

    Source: CuTe int_tuple.hpp.
    """
    for index in path:
        if not 0 <= index < rank(t):
            raise ModeError(f"{format_int_tuple(t)} has no mode {index}: its rank is {rank(t)}")
        t = t[index] if isinstance(t, tuple) else t
    return t


def flatten(t: IntTuple) -> tuple[int, ...]:
    """The terminals from left to right.

    >>> flatten((4, (2, (1, 3)))), flatten(8)
    ((4, 2, 1, 3), (8,))

    Source: CuTe tuple_algorithms.hpp.
    """
    if not isinstance(t, tuple):
        return (t,)
    return tuple([terminal for mode in t for terminal in flatten(mode)])


def unflatten(flat: tuple[IntTuple, ...], profile: IntTuple) -> IntTuple:
    """Put the entries of `flat` at the terminals of `profile`.

    Pre-conditions: as many entries as the profile has terminals.
    Post-conditions: weakly_congruent(profile, result) (I15, I17); if all entries are integers,
    flatten(result) == flat and congruent(profile, result) (I15).

    >>> unflatten((4, 2, 1, 3), (0, (0, (0, 0))))
    (4, (2, (1, 3)))

    Source: CuTe tuple_algorithms.hpp.
    """
    wanted = len(flatten(profile))
    if len(flat) != wanted:
        raise CongruenceError(
            f"the profile has {wanted} terminals, but there are {len(flat)} entries"
        )
    return _filled(flat, profile, 0)


def _filled(flat: tuple[IntTuple, ...], profile: IntTuple, first: int) -> IntTuple:
    """Put the entries of `flat`, from index `first` on, at the terminals of `profile`."""
    if not isinstance(profile, tuple):
        return flat[first]
    counts = tuple([len(flatten(mode)) for mode in profile])
    places = tuple(accumulate(counts, add, initial=first))[:-1]
    return tuple([_filled(flat, mode, k) for mode, k in zip(profile, places, strict=True)])


def product(t: IntTuple) -> int:
    """The product of the terminals: the size of a shape.

    >>> product((4, (2, 3))), product(())
    (24, 1)

    Source: CuTe int_tuple.hpp.
    """
    return prod(flatten(t))


def product_each(t: tuple[IntTuple, ...]) -> tuple[int, ...]:
    """The product of each mode: the shape of the R-D coordinates, with one integer for each mode.

    >>> product_each((4, (2, 3)))
    (4, 6)

    Source: CuTe int_tuple.hpp.
    """
    return tuple(map(product, t))


def inner_product(a: IntTuple, b: IntTuple) -> int:
    """The sum of the products of corresponding terminals.

    Pre-conditions: congruent(a, b).

    >>> inner_product((1, (1, 2)), (2, (1, 8)))
    19

    Source: CuTe int_tuple.hpp.
    """
    if not congruent(a, b):
        raise CongruenceError(
            f"the profile of {format_int_tuple(a)} does not fit {format_int_tuple(b)}"
        )
    return dot(flatten(a), flatten(b))


def dot(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """The sum of the products of corresponding entries.

    Pre-conditions: as many entries in a as in b.

    >>> dot((1, 1, 2), (2, 1, 8))
    19
    """
    if not a:
        return 0
    return a[0] * b[0] + dot(a[1:], b[1:])


def paired(shapes: tuple[int, ...], strides: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The modes with these shapes and strides.

    Pre-conditions: as many strides as shapes.

    >>> paired((4, 2, 2), (2, 1, 8))
    ((4, 2), (2, 1), (2, 8))
    """
    if not shapes:
        return ()
    return ((shapes[0], strides[0]),) + paired(shapes[1:], strides[1:])


def elem_scale(a: IntTuple, b: IntTuple) -> IntTuple:
    """Multiply each terminal of `a` by the product of the corresponding part of `b`.

    Pre-conditions: weakly_congruent(a, b).
    Post-conditions: congruent(result, a) (I13).

    >>> elem_scale((2, 3), (5, (7, 2)))
    (10, 42)

    Source: CuTe int_tuple.hpp.
    """
    if isinstance(a, tuple):
        return tuple(elem_scale(x, y) for x, y in zip_modes(a, b))
    return a * product(b)


def prefix_product(t: IntTuple, init: int = 1) -> IntTuple:
    """For each terminal, `init` times the product of the terminals to its left.

    These are the compact column-major strides.

    Post-conditions: congruent(result, t) (I9).

    >>> prefix_product((2, (2, 2)))
    (1, (2, 4))

    Source: CuTe stride.hpp, compact_col_major.
    """
    return unflatten(tuple(accumulate(flatten(t), mul, initial=init))[:-1], t)


def suffix_product(t: IntTuple) -> IntTuple:
    """For each terminal, the product of the terminals to its right: compact row-major strides.

    Post-conditions: congruent(result, t) (I9).

    >>> suffix_product((2, (2, 2)))
    (4, (2, 1))

    Source: CuTe stride.hpp, compact_row_major.
    """
    products = tuple(accumulate(reversed(flatten(t)), mul, initial=1))[:-1]
    return unflatten(products[::-1], t)


@overload
def ceil_div(a: int, b: int) -> int: ...
@overload
def ceil_div(a: int, b: IntTuple) -> int: ...
@overload
def ceil_div(a: IntTuple, b: IntTuple) -> IntTuple: ...
def ceil_div(a: IntTuple, b: IntTuple) -> IntTuple:
    """The least c with a <= b * c; for tuples, mode by mode.

    If `b` has fewer modes than `a`, the last modes of `a` are unchanged. An integer `b` is divided
    among the modes of a tuple `a` from left to right. An integer `a` is divided by the product of a
    tuple `b`.

    Pre-conditions: b >= 1.

    >>> ceil_div(7, 2), ceil_div((4, 5, 6), 40), ceil_div((8, 9), (3,)), ceil_div(25, (2, 3))
    (4, (1, 1, 3), (3, 9), 5)

    Source: CuTe int_tuple.hpp.
    """
    if isinstance(a, tuple):
        if isinstance(b, tuple):
            padded = b + (1,) * (len(a) - len(b))
            return tuple(ceil_div(x, y) for x, y in zip_modes(a, padded))
        return _divide_in_turn(a, b, ceil_div)
    require_shape(b)
    divisor = product(b)
    return (a + divisor - 1) // divisor


@overload
def shape_div(a: int, b: IntTuple) -> int: ...
@overload
def shape_div(a: IntTuple, b: IntTuple) -> IntTuple: ...
def shape_div(a: IntTuple, b: IntTuple) -> IntTuple:
    """The shape `a`, divided by the integer or tuple `b`.

    Tuples are divided mode by mode. An integer `b` is divided among the modes of a tuple `a` from
    left to right. An integer `a` is divided by the product of a tuple `b`.

    Pre-conditions: entries >= 1; whenever two integers are divided, one divides the other.
    Post-conditions: congruent(result, a) (I16).

    >>> shape_div(12, 4), shape_div(4, 12), shape_div((4, 5, 6), 40), shape_div((8, 9), (2, 3))
    (3, 1, (1, 1, 3), (4, 3))

    Source: CuTe int_tuple.hpp.
    """
    if isinstance(a, tuple):
        if isinstance(b, tuple):
            return tuple(shape_div(x, y) for x, y in zip_modes(a, b))
        return _divide_in_turn(a, b, shape_div)
    require_shape(a)
    require_shape(b)
    divisor = product(b)
    if a % divisor != 0 and divisor % a != 0:
        raise ShapeError(f"one of {numeral(a)} and {numeral(divisor)} must divide the other")
    return (a + divisor - 1) // divisor


def _divide_in_turn(a: IntTuple, b: int, divide: Callable[[int, IntTuple], int]) -> IntTuple:
    """Divide each terminal of `a` by `b`, but first divide `b` by all earlier terminals of `a`."""
    if isinstance(a, tuple):
        left = tuple(accumulate(a, divide, initial=b))[:-1]
        return tuple(_divide_in_turn(mode, n, divide) for mode, n in zip(a, left, strict=True))
    return divide(a, b)


def congruent(a: IntTuple, b: IntTuple) -> bool:
    """Whether `a` and `b` have the same profile.

    >>> congruent((4, (2, 2)), (1, (8, 3))), congruent(4, (4,))
    (True, False)

    Source: CuTe 01_layout.md.
    """
    return _at_terminals(a, b, lambda _, y: not isinstance(y, tuple))


def weakly_congruent(a: IntTuple, b: IntTuple) -> bool:
    """Whether `b` has the profile of `a`, possibly with tuples in place of terminals of `a`.

    This relation is a partial order.

    >>> weakly_congruent((4, 4), (1, (8, 3))), weakly_congruent((1, (8, 3)), (4, 4))
    (True, False)

    Source: CuTe int_tuple.hpp.
    """
    return _at_terminals(a, b, lambda _x, _y: True)


def compatible(a: IntTuple, b: IntTuple) -> bool:
    """Whether each terminal of the shape `a` is the size of the corresponding part of `b`.

    This relation is a partial order.

    Post-conditions: if so, the sizes are equal and each coordinate of `a` is a coordinate of `b`
    (I6).

    >>> compatible(24, (4, 6)), compatible((4, 6), (4, (2, 3))), compatible((4, 6), 24)
    (True, True, False)

    Source: CuTe 01_layout.md; CUTLASS-Cute 1, section 4.
    """
    return _at_terminals(a, b, lambda x, y: x == product(y))


def weakly_compatible(a: IntTuple, b: IntTuple) -> bool:
    """Whether each terminal of the shape `a` divides the size of the corresponding part of `b`.

    Pre-conditions: entries of a >= 1.
    Post-conditions: if so, compatible(elem_scale(a, c), b) is true for some c (I14).

    >>> weakly_compatible((2, 3), (4, (2, 3))), weakly_compatible(5, 6)
    (True, False)

    Source: CuTe int_tuple.hpp, before 4.0.
    """
    require_shape(a)
    return _at_terminals(a, b, lambda x, y: product(y) % x == 0)


def _at_terminals(a: IntTuple, b: IntTuple, holds: Callable[[int, IntTuple], bool]) -> bool:
    """Whether `b` has a part for each terminal of `a`, and `holds` is true for each such pair.

    Where `a` has a tuple, `b` must have a tuple of the same length.
    """
    if isinstance(a, tuple):
        same_rank = isinstance(b, tuple) and len(a) == len(b)
        return same_rank and all(_at_terminals(x, y, holds) for x, y in zip_modes(a, b))
    return holds(a, b)


def zip_modes(a: tuple[IntTuple, ...], b: IntTuple) -> Iterator[tuple[IntTuple, IntTuple]]:
    """The modes of `a`, each with the corresponding mode of `b`.

    Pre-conditions: b is a tuple with as many modes as a.

    >>> list(zip_modes((1, 5), (3, (2, 3))))
    [(1, 3), (5, (2, 3))]
    """
    if not isinstance(b, tuple) or len(a) != len(b):
        raise CongruenceError(
            f"the profile of {format_int_tuple(a)} does not fit {format_int_tuple(b)}"
        )
    return zip(a, b, strict=True)


def require_shape(t: IntTuple) -> None:
    """Raise ShapeError unless all terminals are at least 1.

    >>> require_shape((4, (2, 0)))
    Traceback (most recent call last):
    spec.errors.ShapeError: shape (4,(2,0)) has an entry 0 below 1
    """
    for entry in flatten(t):
        if entry < 1:
            raise ShapeError(f"shape {format_int_tuple(t)} has an entry {numeral(entry)} below 1")


def format_int_tuple(t: SliceTuple) -> str:
    """The IntTuple as text: no spaces, `_` for None, and no trailing comma in a tuple of one mode.

    >>> format_int_tuple((4, (2, -2))), format_int_tuple((8,)), format_int_tuple((None, 3))
    ('(4,(2,-2))', '(8)', '(_,3)')
    """
    if t is None:
        return "_"
    if isinstance(t, tuple):
        return "(" + ",".join(map(format_int_tuple, t)) + ")"
    return t.sum if isinstance(t, ArithmeticTuple) else numeral(t)
