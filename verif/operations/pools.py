"""Pools: the possible values of an operand.

Small values are listed by weight; larger values are drawn at random.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from spec.int_tuple import IntTuple, flatten, unflatten
from spec.layout import Layout
from verif.operations import draws
from verif.operations.operand import Operand

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True)
class Pool:
    """`small` lists the operands that have a given weight, and `draw` draws a larger operand."""

    small: Callable[[int], tuple[Operand, ...]]
    draw: Callable[[Random], Operand] = draws.any_layout


PROFILES: Final[tuple[tuple[int, IntTuple], ...]] = (
    (0, 0),
    (1, (0,)),
    (0, (0, 0)),
    (0, (0, 0, 0)),
    (2, ((0, 0), 0)),
    (2, (0, (0, 0))),
    (2, ((0, 0),)),
)
"""Pairs (number, profile). The number is added to the weight of operands with this profile."""


@cache
def _tuples(length: int, total: int, least: int) -> tuple[tuple[int, ...], ...]:
    """Return the tuples of `length` integers, each >= `least`, whose sum is `total`."""
    if length == 0:
        return ((),) if total == 0 else ()
    return tuple(
        (first, *rest)
        for first in range(least, total + 1)
        for rest in _tuples(length - 1, total - first, least)
    )


@cache
def _natural(weight: int) -> tuple[Layout, ...]:
    found: list[Layout] = []
    for extra, profile in PROFILES:
        modes = len(flatten(profile))
        for shapes in range(modes, weight - extra + 1):
            found += (
                Layout(unflatten(s, profile), unflatten(d, profile))
                for s in _tuples(modes, shapes, 1)
                for d in _tuples(modes, weight - extra - shapes, 0)
            )
    return tuple(found)


@cache
def _signed(weight: int) -> tuple[Operand, ...]:
    """Return the layouts that have this weight and at most one negative stride.

    A negative stride adds 2 to the weight of a layout.
    """
    return _natural(weight) + tuple(
        Layout(a.shape, unflatten((*d[:k], -d[k], *d[k + 1 :]), a.shape))
        for a in _natural(weight - 2)
        if weight > 1
        for d in [flatten(a.stride)]
        for k in range(len(d))
        if d[k]
    )


@cache
def _int_tuples(weight: int, least: int) -> tuple[IntTuple, ...]:
    """Return the IntTuples of this weight with entries >= `least`. An entry n weighs n."""
    return tuple(
        unflatten(entries, profile)
        for extra, profile in PROFILES
        for entries in _tuples(len(flatten(profile)), weight - extra, least)
    )


def _integers(weight: int) -> tuple[Operand, ...]:
    """Return the integer >= 1 with the given weight, or nothing for the weight 0."""
    return (weight,) if weight else ()


@cache
def _slices(weight: int) -> tuple[Operand, ...]:
    """Return the coordinates of this weight. None weighs 0, and an integer n weighs n + 1."""
    return tuple(
        unflatten(tuple(None if n == 0 else n - 1 for n in flatten(crd)), crd)  # type: ignore[arg-type]
        for crd in _int_tuples(weight, 0)
    )


@cache
def _tilers(weight: int) -> tuple[Operand, ...]:
    """Return the tilers of this weight: integers, layouts, and tuples of one or two entries.

    An entry is an integer, a layout or None.
    """
    single = _integers(weight) + tuple(_natural(weight))
    entries = ((None,), *((*_integers(w), *_natural(w)) for w in range(1, weight + 1)))
    pairs = tuple(
        (left, right)
        for w in range(weight - 1)
        for left in entries[w]
        for right in entries[weight - 2 - w]
    )
    return single + tuple((entry,) for entry in entries[max(0, weight - 2)]) + pairs


NATURAL: Final = Pool(_natural)
"""Layouts with strides >= 0."""

SIGNED: Final = Pool(_signed)
"""Layouts whose strides may be negative."""

SHAPE: Final = Pool(lambda weight: _int_tuples(weight, 1), draws.any_shape)
CRD: Final = Pool(lambda weight: _int_tuples(weight, 0), draws.any_shape)
FLAT: Final = Pool(
    lambda weight: tuple(one for length in (1, 2, 3) for one in _tuples(length, weight, 1))
)
NUMBER: Final = Pool(_integers, lambda rng: rng.randint(1, 9))
NATURAL_NUMBER: Final = Pool(lambda weight: (weight,), lambda rng: rng.randint(0, 3))
SIGNED_NUMBER: Final = Pool(lambda weight: (weight, -weight) if weight else (0,))
SLICE: Final = Pool(_slices)
TILERS: Final = Pool(_tilers)
