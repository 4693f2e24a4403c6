"""The small arguments of every operation, by weight."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, TypeAlias

from spec.int_tuple import IntTuple, flatten, unflatten
from spec.layout import Layout
from verif.upstream.outcome import Operand

Arguments: TypeAlias = tuple[Operand, ...]

Pool: TypeAlias = Callable[[int], tuple[Operand, ...]]
"""The operands of a weight."""

PROFILES: Final[tuple[tuple[int, IntTuple], ...]] = (
    (0, 0),
    (1, (0,)),
    (0, (0, 0)),
    (0, (0, 0, 0)),
    (2, ((0, 0), 0)),
    (2, (0, (0, 0))),
    (2, ((0, 0),)),
)
"""The profiles of the small ones, each with what it adds to the weight."""


@cache
def _tuples(length: int, total: int, least: int) -> tuple[tuple[int, ...], ...]:
    """The tuples of integers from `least` on with that sum."""
    if length == 0:
        return ((),) if total == 0 else ()
    return tuple(
        (first, *rest)
        for first in range(least, total + 1)
        for rest in _tuples(length - 1, total - first, least)
    )


@cache
def natural(weight: int) -> tuple[Operand, ...]:
    """The layouts of a weight with strides >= 0."""
    found: list[Operand] = []
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
def signed(weight: int) -> tuple[Operand, ...]:
    """The layouts of a weight, those with one negative stride one heavier."""
    return natural(weight) + tuple(
        Layout(a.shape, unflatten((*d[:k], -d[k], *d[k + 1 :]), a.shape))
        for a in natural(weight - 2)
        if weight > 1 and isinstance(a, Layout)
        for d in [flatten(a.stride)]
        for k in range(len(d))
        if d[k]
    )


@cache
def int_tuples(least: int) -> Pool:
    """IntTuples with entries from `least` on; an entry weighs what it is."""

    @cache
    def of(weight: int) -> tuple[Operand, ...]:
        return tuple(
            unflatten(entries, profile)
            for extra, profile in PROFILES
            for entries in _tuples(len(flatten(profile)), weight - extra, least)
        )

    return of


def integers(weight: int) -> tuple[Operand, ...]:
    """The one integer >= 1 of that weight."""
    return (weight,) if weight else ()


@cache
def slices(weight: int) -> tuple[Operand, ...]:
    """Coordinates with None for some entries, which weighs nothing."""
    return tuple(
        unflatten(tuple(None if n == 0 else n - 1 for n in flatten(crd)), crd)  # type: ignore[arg-type]
        for crd in int_tuples(0)(weight)
        if not isinstance(crd, Layout) and crd is not None
    )


@cache
def tilers(weight: int) -> tuple[Operand, ...]:
    """Integers, layouts, and tuples of one or two of these or None."""
    single = integers(weight) + tuple(natural(weight))
    entries = ((None,), *((*integers(w), *natural(w)) for w in range(1, weight + 1)))
    pairs = tuple(
        (left, right)
        for w in range(weight - 1)
        for left in entries[w]
        for right in entries[weight - 2 - w]
    )
    return single + tuple((entry,) for entry in entries[max(0, weight - 2)]) + pairs


SHAPE: Final = int_tuples(1)
CRD: Final = int_tuples(0)

_TILED: Final = ((natural, tilers),)
_ONE: Final = ((signed,),)
_TWO_SHAPES: Final = ((SHAPE, SHAPE),)

POOLS: Final[dict[str, tuple[tuple[Pool, ...], ...]]] = {
    "blocked_product": ((natural, natural),),
    "ceil_div": _TWO_SHAPES,
    "coalesce": ((signed,), (signed, SHAPE)),
    "complement": ((signed, integers),),
    "composition": ((signed, natural), (natural, tilers)),
    "cosize": _ONE,
    "crd2crd": ((CRD, SHAPE, SHAPE),),
    "crd2idx": ((CRD, SHAPE),),
    "depth": _ONE,
    "dice": ((slices, natural),),
    "elem_scale": _TWO_SHAPES,
    "evaluate": ((signed, CRD),),
    "filter_": ((signed,),),
    "filter_zeros": ((signed,),),
    "flat_divide": _TILED,
    "flat_product": _TILED,
    "flatten": ((SHAPE,),),
    "idx2crd": ((CRD, SHAPE),),
    "inner_product": ((CRD, CRD),),
    "left_inverse": _ONE,
    "logical_divide": _TILED,
    "logical_product": _TILED,
    "make_layout": ((natural, natural), (SHAPE,)),
    "nullspace": _ONE,
    "prefix_product": ((SHAPE,), (SHAPE, integers)),
    "product": ((SHAPE,),),
    "raked_product": ((natural, natural),),
    "rank": ((signed,),),
    "right_inverse": _ONE,
    "shape_div": _TWO_SHAPES,
    "size": ((signed,), (SHAPE,)),
    "slice_": ((slices, natural),),
    "slice_and_offset": ((slices, natural),),
    "suffix_product": ((SHAPE,),),
    "tiled_divide": _TILED,
    "tiled_product": _TILED,
    "weakly_congruent": _TWO_SHAPES,
    "zipped_divide": _TILED,
    "zipped_product": _TILED,
}
"""What the operands of each operation range over; alternatives where it takes several forms."""
