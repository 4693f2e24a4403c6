"""Equal results: two values of the calculator that differ at most in modes of size 1.

The stride of a mode of size 1 is never used, and the mode does not affect any function. If an
operation keeps such a mode at some sizes and drops it at others, its results still count as equal.
"""

from __future__ import annotations

from typing import Any

from spec.basis import ArithmeticTuple
from spec.composed import ComposedLayout
from spec.int_tuple import congruent
from spec.layout import Layout
from spec.modes import modes_of
from spec.tla.layout import TlaLayout
from spec.xla.shape import XlaShape
from verif.kernel.verbs import ensure
from verif.readings.terminals import Terminals


def one_result(found: Any, stated: Any) -> None:
    """Conclude that `found` equals `stated`, up to modes of size 1."""
    if isinstance(found, Layout) and isinstance(stated, Layout):
        one_layout(found, stated)
    elif isinstance(found, ComposedLayout) and isinstance(stated, ComposedLayout):
        ensure("one swizzle", found.swizzle == stated.swizzle)
        ensure("the same offset", found.offset == stated.offset)
        one_layout(found.layout, stated.layout)
    elif isinstance(found, TlaLayout) and isinstance(stated, TlaLayout):
        one_result(found.shape, stated.shape)
        one_result(found.stride, stated.stride)
        one_result(found.origin_shape, stated.origin_shape)
    elif isinstance(found, XlaShape) and isinstance(stated, XlaShape):
        ensure("the same element type", found.element == stated.element)
        one_result(found.dims, stated.dims)
        ensure("one order", found.minor_to_major == stated.minor_to_major)
        ensure("the same tiles", found.tiles == stated.tiles)
        ensure("the same number of bits", found.element_bits == stated.element_bits)
    elif isinstance(found, ArithmeticTuple):
        ensure("the same coordinate", found == ArithmeticTuple(multiples(stated, ())))
    elif isinstance(found, tuple) and isinstance(stated, tuple) and len(found) == len(stated):
        for one, other in zip(found, stated, strict=True):
            one_result(one, other)
    elif isinstance(found, int) and isinstance(stated, int):
        ensure("the same", found == stated)
    else:
        ensure("the same kind", found is None and stated is None)


def multiples(entries: Any, path: Terminals) -> tuple[tuple[Terminals, int], ...]:
    """The pair (path, entry) for each entry of a coordinate.

    >>> multiples((2, (3, 0)), ())
    (((0,), 2), ((1, 0), 3), ((1, 1), 0))
    """
    if isinstance(entries, tuple):
        return tuple(one for k, each in enumerate(entries) for one in multiples(each, (*path, k)))
    return ((path, entries),)


def one_layout(found: Layout, stated: Layout) -> None:
    """Conclude that two layouts have the same modes, up to modes of size 1.

    If the shapes are congruent, each leaf mode is compared with the leaf mode at the same place.
    Otherwise, layouts of the same rank above 1 are compared mode by mode, so that a tile is
    compared with a tile. For all other layouts, the leaf modes of size > 1 are compared in order.
    """
    if congruent(found.shape, stated.shape):
        for (s, d), (t, e) in zip(modes_of(found), modes_of(stated), strict=True):
            ensure("one shape", s == t)
            ensure("the same stride, or size 1", (s - 1) * (d - e) == 0)
        return
    if found.rank == stated.rank and found.rank > 1:
        for one, other in zip(found, stated, strict=True):
            one_layout(one, other)
        return
    ours = tuple((s, d) for s, d in modes_of(found) if s != 1)
    theirs = tuple((s, d) for s, d in modes_of(stated) if s != 1)
    ensure("as many modes of size > 1", len(ours) == len(theirs))
    for (s, d), (t, e) in zip(ours, theirs, strict=True):
        ensure("one shape", s == t)
        ensure("one stride", d == e)
