"""The arguments that every operation is tried on, in a fixed order: all small ones, and drawn ones.

The small ones come by weight: the sum of the shapes, of the absolute strides and of the other
integers, one more for a sign or a nesting. Between them stand drawn ones, larger and nested, whose
modes walk each other's sizes. The n-th case of an operation is the same in every run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import accumulate, count
from operator import mul
from typing import Final, TypeAlias

from spec.int_tuple import IntTuple, flatten, unflatten, weakly_congruent
from spec.layout import Layout
from spec.modes import Mode
from verif.upstream.outcome import Operand

Arguments: TypeAlias = tuple[Operand, ...]

Pool: TypeAlias = Callable[[int], tuple[Operand, ...]]
"""The operands of a weight."""

Draw: TypeAlias = Callable[[random.Random], Arguments]
"""Arguments of an operation, drawn."""

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

SHAPES: Final = (1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 9, 12)
STRIDES: Final = (0, 1, 1, 2, 3, 4, 5, 6, 8, 12, 16, 24)


def cases(operation: str) -> Iterator[Arguments]:
    """The arguments of an operation: after the first hundred, every other one is drawn.

    >>> [*map(str, next(cases("coalesce")))], sum(1 for _ in zip(cases("size"), range(500)))
    (['1:0'], 500)
    """
    small, draw = _small(operation), DRAWS[operation]
    for position in count():
        if position < 100 or position % 2:
            yield next(small)
        else:
            yield draw(random.Random(f"{operation} {position}"))


def few_cases(operation: str) -> Iterator[Arguments]:
    """Some of them, for an implementation that is slow: the first small ones, then drawn ones.

    >>> [next(few_cases("size")), sum(1 for _ in zip(few_cases("size"), range(50)))]
    [(Layout.parse('1:0'),), 50]
    """
    for position, arguments in enumerate(cases(operation)):
        early = position < 100 and position % 5 == 0
        if early or (position >= 100 and position % 10 in {0, 1, 2, 4, 6, 8}):
            yield arguments


def _small(operation: str) -> Iterator[Arguments]:
    """All arguments of an operation, by weight."""
    pools = POOLS[operation]
    for weight in count():
        for alternative in pools:
            yield from (a for a in _together(alternative, weight) if _fits(operation, a))


def _together(pools: tuple[Pool, ...], weight: int) -> Iterator[Arguments]:
    if not pools:
        if weight == 0:
            yield ()
        return
    for first in range(weight + 1):
        for operand in pools[0](first):
            for rest in _together(pools[1:], weight - first):
                yield (operand, *rest)


def _fits(operation: str, arguments: Arguments) -> bool:
    """Whether a coordinate has the nesting of its shape: most others are refused by all alike."""
    places = COORDINATES.get(operation)
    if places is None:
        return True
    crd, shape = (arguments[place] for place in places)
    shape = shape.shape if isinstance(shape, Layout) else shape
    return _is_below(crd, shape)


def _is_below(crd: Operand, shape: Operand) -> bool:
    if isinstance(crd, tuple):
        return (
            isinstance(shape, tuple) and len(crd) == len(shape) and all(map(_is_below, crd, shape))
        )
    return True


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

COORDINATES: Final = {
    "crd2crd": (0, 1),
    "crd2idx": (0, 1),
    "dice": (0, 1),
    "elem_scale": (0, 1),
    "evaluate": (1, 0),
    "idx2crd": (0, 1),
    "inner_product": (0, 1),
    "slice_": (0, 1),
    "slice_and_offset": (0, 1),
}
"""Where a coordinate and its shape stand among the arguments."""


def _profile(rng: random.Random, most: int = 4) -> IntTuple:
    modes = rng.choice((1, 1, 2, 2, 2, 3, 3, 4)[: 2 * most])
    entries: list[IntTuple] = [0] * modes
    if modes == 1:
        return rng.choice((0, 0, (0,)))
    while len(entries) > 2 and rng.random() < 0.35:
        k = rng.randrange(len(entries) - 1)
        entries[k : k + 2] = [(entries[k], entries[k + 1])]
    return tuple(entries)


def _layout(rng: random.Random, *, negative: float = 0.0, most: int = 4) -> Layout:
    profile = _profile(rng, most)
    modes: list[Mode] = []
    for _ in flatten(profile):
        before = [1, *accumulate((s for s, _ in modes), mul)]
        reached = modes[-1][0] * abs(modes[-1][1]) if modes else 1
        stride = rng.choice(
            (
                rng.choice(STRIDES),
                rng.choice(before),
                reached,
                rng.choice(before) * rng.choice((1, 2, 3)),
            )
        )
        sign = -1 if rng.random() < negative else 1
        modes.append((rng.choice(SHAPES), sign * stride))
    shape = unflatten(tuple(s for s, _ in modes), profile)
    return Layout(shape, unflatten(tuple(d for _, d in modes), profile))


def _walk(rng: random.Random, a: Layout, most: int = 3) -> Layout:
    """A layout whose modes start and end at divisors of A's prefix products."""
    sizes = list(accumulate(flatten(a.shape), mul, initial=1))

    def mode() -> Mode:
        w = rng.choice(_divisors(rng.choice(sizes)))
        ends = [size // w for size in sizes if size % w == 0] or [1]
        return rng.choice(_divisors(rng.choice(ends))), w

    profile = _profile(rng, most)
    modes = [mode() for _ in flatten(profile)]
    shape = unflatten(tuple(n for n, _ in modes), profile)
    return Layout(shape, unflatten(tuple(w for _, w in modes), profile))


@lru_cache(maxsize=4096)
def _divisors(n: int) -> list[int]:
    return [k for k in range(1, n + 1) if n % k == 0]


def _chain(rng: random.Random) -> tuple[Layout, int]:
    """Modes each beginning where the one before ends or beyond, in any order, and a cotarget."""
    modes: list[Mode] = []
    end = 1
    for _ in range(rng.choice((1, 1, 2, 2, 3, 4))):
        s = rng.choice((1, 2, 2, 3, 4, 5))
        stride = max(0, end * rng.choice((1, 1, 2, 3)) + rng.choice((0, 0, 0, 0, 1, -1)))
        modes.append((s, rng.choice((stride, stride, stride, 0))))
        end = max(end, s * stride)
    rng.shuffle(modes)
    cotarget = rng.choice((end, 2 * end, 3 * end, rng.randint(1, 100)))
    if len(modes) == 1:
        return Layout(*modes[0]), cotarget
    return Layout(tuple(s for s, _ in modes), tuple(d for _, d in modes)), cotarget


def _tile(rng: random.Random, a: Layout) -> Operand:
    return rng.choice((rng.randint(1, 8), _walk(rng, a, 1), _walk(rng, a, 2)))


def _tiled(rng: random.Random) -> Arguments:
    a = rng.choice((_layout(rng), _chain(rng)[0]))
    if rng.random() < 0.5:
        return a, _tile(rng, a)
    reached = tuple(a)[: rng.randint(1, a.rank)]
    return a, tuple(None if rng.random() < 0.2 else _tile(rng, mode) for mode in reached)


def _composed(rng: random.Random) -> Arguments:
    if rng.random() < 0.25:
        return _tiled(rng)
    a = _layout(rng, negative=0.1, most=3)
    mode = Layout(rng.choice(SHAPES), rng.choice(STRIDES[2:]))
    return a, rng.choice((_walk(rng, a), _layout(rng, most=3), mode))


def _shape(rng: random.Random) -> IntTuple:
    return _layout(rng).shape


def _crd(rng: random.Random, shape: IntTuple) -> IntTuple:
    """A coordinate of a shape in any of its forms, now and then beyond it."""
    if isinstance(shape, tuple) and rng.random() < 0.7:
        return tuple(_crd(rng, mode) for mode in shape)
    size = 1
    for s in flatten(shape):
        size *= s
    return rng.randrange(size + (rng.random() < 0.1))


def _slice(rng: random.Random, shape: IntTuple) -> Operand:
    if rng.random() < 0.4:
        return None
    if isinstance(shape, tuple) and rng.random() < 0.7:
        return tuple(_slice(rng, mode) for mode in shape)
    return _crd(rng, shape)


def _one(rng: random.Random) -> Arguments:
    return (rng.choice((_layout(rng, negative=0.1), _chain(rng)[0])),)


def _two(rng: random.Random) -> Arguments:
    a = rng.choice((_layout(rng, most=2), _chain(rng)[0]))
    return a, rng.choice((_layout(rng, most=2), _walk(rng, a, 2)))


def _on_shape(rng: random.Random) -> Arguments:
    shape = _shape(rng)
    return _crd(rng, shape), shape


def _sliced(rng: random.Random) -> Arguments:
    a = _layout(rng)
    return _slice(rng, a.shape), a


def _two_shapes(rng: random.Random) -> Arguments:
    shape = _shape(rng)
    divisor = rng.choice((_shape(rng), rng.choice(SHAPES) * rng.choice(SHAPES)))
    return shape, divisor if weakly_congruent(divisor, shape) else rng.choice(SHAPES)


def _three(rng: random.Random) -> Arguments:
    crd, shape = _on_shape(rng)
    return crd, shape, rng.choice((_shape(rng), shape))


def _evaluated(rng: random.Random) -> Arguments:
    a = _layout(rng, negative=0.1)
    return a, _crd(rng, a.shape)


def _same_profile(rng: random.Random) -> Arguments:
    shape = _shape(rng)
    return shape, unflatten(tuple(rng.choice(SHAPES) for _ in flatten(shape)), shape)


def _of_pools(pools: tuple[Pool, ...]) -> Draw:
    """For what has no structure to walk: layouts and shapes of their own."""

    def draw(rng: random.Random) -> Arguments:
        return tuple(
            _shape(rng)
            if pool is SHAPE
            else rng.randint(1, 9)
            if pool is integers
            else _layout(rng)
            for pool in pools
        )

    return draw


DRAWS: Final[dict[str, Draw]] = {name: _of_pools(pools[0]) for name, pools in POOLS.items()} | {
    "ceil_div": _two_shapes,
    "complement": _chain,
    "composition": _composed,
    "crd2crd": _three,
    "crd2idx": _on_shape,
    "dice": _sliced,
    "elem_scale": _same_profile,
    "evaluate": _evaluated,
    "idx2crd": _on_shape,
    "inner_product": _same_profile,
    "shape_div": _two_shapes,
    "slice_": _sliced,
    "slice_and_offset": _sliced,
    **dict.fromkeys(("flat_divide", "logical_divide", "tiled_divide", "zipped_divide"), _tiled),
    **dict.fromkeys(("flat_product", "logical_product", "tiled_product", "zipped_product"), _tiled),
    **dict.fromkeys(("blocked_product", "raked_product"), _two),
    **dict.fromkeys(
        ("coalesce", "cosize", "filter_", "left_inverse", "right_inverse", "nullspace"), _one
    ),
}
"""How larger arguments of each operation are drawn."""
