"""Larger arguments of every operation, drawn: layouts whose modes walk each other's sizes."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from operator import mul
from typing import Final, TypeAlias

from spec.int_tuple import IntTuple, flatten, unflatten, weakly_congruent
from spec.layout import Layout
from spec.modes import Mode
from verif.upstream.outcome import Operand
from verif.upstream.pools import POOLS, SHAPE, Arguments, Pool, integers

Draw: TypeAlias = Callable[[random.Random], Arguments]
"""Arguments of an operation, drawn."""

SHAPES: Final = (1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 9, 12)
STRIDES: Final = (0, 1, 1, 2, 3, 4, 5, 6, 8, 12, 16, 24)


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
