"""Find the CuTe layout of a function that is given as a table."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.reading.distributed import by_dimension, in_modes, is_sum, unswizzled


def layout_of_table(table: Sequence[int], shape: tuple[int, ...]) -> Layout | ComposedLayout | None:
    """Return the plain or swizzled layout whose offsets are in the table; mode 0 varies fastest.

    Pre-conditions: the table has an offset for each coordinate of the shape.
    Post-conditions: result(i) == table[i] for all i (tested); None if no layout was found.

    >>> print(layout_of_table([0, 4, 1, 5, 2, 6], (2, 3)), layout_of_table([0, 1, 3, 2], (2, 2)))
    (2,3):(4,1) Sw<1,0,1> o 0 o (2,2):(1,2)
    """
    stride = tuple(table[prod(shape[:k])] if s > 1 else 0 for k, s in enumerate(shape))
    if _affine(shape, stride) == list(table):
        return Layout(shape, stride)
    columns = _columns(table)
    if columns is None or any(s & (s - 1) for s in shape):
        return None
    if is_sum(columns):
        return by_dimension(columns, shape)
    swizzle = unswizzled(columns)
    if swizzle is None:
        return None
    return ComposedLayout(swizzle, 0, by_dimension(tuple(map(swizzle, columns)), shape))


def thread_value_of_table(table: Sequence[int], threads: int) -> Layout | None:
    """Return the thread-value layout whose elements are in the table.

    In the table, threads vary fastest. Return None if no thread-value layout with power-of-two
    sizes has these elements.

    >>> print(thread_value_of_table([0, 1, 4, 5, 2, 3, 6, 7], 4))
    ((2,2),2):((1,4),2)
    """
    columns = _columns(table)
    if columns is None or not is_sum(columns) or threads & (threads - 1):
        return None
    lanes = threads.bit_length() - 1
    thread, value = in_modes(columns[:lanes]), in_modes(columns[lanes:])
    return Layout((thread.shape, value.shape), (thread.stride, value.stride))


def _affine(shape: tuple[int, ...], stride: tuple[int, ...]) -> list[int]:
    table = [0]
    for s, d in zip(shape, stride, strict=True):
        table = [x + k * d for k in range(s) for x in table]
    return table


def _columns(table: Sequence[int]) -> tuple[int, ...] | None:
    """Return the images of the powers of two if the table is linear over F2, or None."""
    size = len(table)
    if size & (size - 1):
        return None
    columns = tuple(table[1 << k] for k in range(size.bit_length() - 1))
    return columns if xors(columns) == list(table) else None


def xors(columns: Sequence[int]) -> list[int]:
    """Return the list whose entry n is the XOR of all `columns[k]` for which bit k of n is 1.

    >>> xors((1, 6))
    [0, 1, 6, 7]
    """
    found = [0]
    for column in columns:
        found += [x ^ column for x in found]
    return found
