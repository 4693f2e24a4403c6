"""Larger random arguments: layouts in which the strides of modes fit the sizes of other modes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from operator import mul
from typing import TYPE_CHECKING, Final, TypeAlias

from spec.int_tuple import IntTuple, flatten, product, unflatten, weakly_congruent
from spec.layout import Layout
from spec.modes import Mode
from verif.operations.operand import Arguments, Operand

if TYPE_CHECKING:
    # Import `Random` only for type checking, because the calculator does not need it.
    from random import Random

Draw: TypeAlias = "Callable[[Random], Arguments]"
"""A function that draws random arguments for one operation."""

SHAPES: Final = (1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 9, 12)

MISNESTED: Final = 0.08
"""The probability that a drawn coordinate or stride does not have its shape's nesting."""

BEYOND: Final = 0.04
"""The probability that an entry of a drawn coordinate is at least the size of its mode."""

STRIDES: Final = (0, 1, 1, 2, 3, 4, 5, 6, 8, 12, 16, 24)


def _profile(rng: Random, most: int = 4) -> IntTuple:
    modes = rng.choice((1, 1, 2, 2, 2, 3, 3, 4)[: 2 * most])
    entries: list[IntTuple] = [0] * modes
    if modes == 1:
        return rng.choice((0, 0, (0,)))
    while len(entries) > 2 and rng.random() < 0.35:
        k = rng.randrange(len(entries) - 1)
        entries[k : k + 2] = [(entries[k], entries[k + 1])]
    return tuple(entries)


def any_layout(rng: Random, *, negative: float = 0.0, most: int = 4) -> Layout:
    """Draw a layout of up to `most` modes, often with the strides of a compact layout."""
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


def _walk(rng: Random, a: Layout, most: int = 3) -> Layout:
    """Draw a layout whose modes fit the sizes of A.

    For each mode n:w of the layout, w divides a prefix product of A's sizes, and so does n * w.
    """
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


def chain(rng: Random) -> tuple[Layout, int]:
    """Draw a layout and a cotarget for its complement.

    Usually, the stride of a mode is either 0, or at least size * stride of every mode that was
    drawn earlier.
    """
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


def _tile(rng: Random, a: Layout) -> Operand:
    return rng.choice((rng.randint(1, 8), _walk(rng, a, 1), _walk(rng, a, 2)))


def tiled(rng: Random) -> Arguments:
    """Draw a layout and a tiler: a single tile, or tiles for the first modes of the layout."""
    a = rng.choice((any_layout(rng), chain(rng)[0]))
    if rng.random() < 0.5:
        return a, _tile(rng, a)
    reached = tuple(a)[: rng.randint(1, a.rank)]
    return a, tuple(None if rng.random() < 0.2 else _tile(rng, mode) for mode in reached)


def composed(rng: Random) -> Arguments:
    """Draw A and B for a composition, which may be inadmissible."""
    if rng.random() < 0.25:
        return tiled(rng)
    a = any_layout(rng, negative=0.1, most=3)
    mode = Layout(rng.choice(SHAPES), rng.choice(STRIDES[2:]))
    return a, rng.choice((_walk(rng, a), any_layout(rng, most=3), mode))


def walked(rng: Random) -> tuple[Layout, Layout]:
    """Draw A and B. The modes of B fit the sizes of A, as in `_walk`."""
    a = any_layout(rng)
    return a, _walk(rng, a)


def tiled_by_integer(rng: Random) -> Arguments:
    """Draw a layout and an integer, usually a divisor of its size."""
    a = any_layout(rng)
    return a, rng.choice(_divisors(a.size)) if rng.random() < 0.7 else rng.randint(1, 2 * a.size)


def any_shape(rng: Random) -> IntTuple:
    """Draw the shape of a layout."""
    return any_layout(rng).shape


def _crd(rng: Random, shape: IntTuple) -> IntTuple:
    """Draw a coordinate of a shape, in any form. A few exceed the shape or are wrongly nested."""
    crd = _crd_in(rng, shape)
    return _misnested(rng, crd) if rng.random() < MISNESTED else crd


def _misnested(rng: Random, entries: IntTuple) -> IntTuple:
    """Return the entries wrongly nested: with an entry added, removed, or replaced by a pair."""
    if not isinstance(entries, tuple):
        return rng.choice(((entries,), (entries, 1)))
    at = rng.randrange(len(entries))
    deeper = *entries[:at], (1, entries[at]), *entries[at + 1 :]
    return rng.choice((entries[:-1] or (*entries, 1), (*entries, 1), deeper))


def _nested_otherwise(rng: Random, entries: IntTuple) -> IntTuple:
    """Return the entries, occasionally wrongly nested or replaced by their product."""
    if rng.random() >= MISNESTED:
        return entries
    return rng.choice((_misnested(rng, entries), product(entries)))


def _crd_in(rng: Random, shape: IntTuple) -> IntTuple:
    if isinstance(shape, tuple) and rng.random() < 0.7:
        return tuple(_crd_in(rng, mode) for mode in shape)
    size = 1
    for s in flatten(shape):
        size *= s
    return rng.randrange(size) + (size if rng.random() < BEYOND else 0)


def _slice(rng: Random, shape: IntTuple) -> Operand:
    if rng.random() < MISNESTED / 4:
        return None, _misnested(rng, _crd_in(rng, shape))
    if rng.random() < 0.4:
        return None
    if isinstance(shape, tuple) and rng.random() < 0.7:
        return tuple(_slice(rng, mode) for mode in shape)
    return _crd(rng, shape)


def one(rng: Random) -> Arguments:
    """Draw a layout, occasionally with negative strides or overlapping modes."""
    return (rng.choice((any_layout(rng, negative=0.1), chain(rng)[0])),)


def profiled(rng: Random) -> Arguments:
    """Draw a layout, sometimes with a profile for its modes."""
    a = rng.choice((any_layout(rng, negative=0.1), chain(rng)[0]))
    return (a,) if rng.random() < 0.7 else (a, _coarser(rng, a.shape))


def two(rng: Random) -> Arguments:
    """Draw two layouts, each with only a few modes."""
    a = rng.choice((any_layout(rng, most=2), chain(rng)[0]))
    return a, rng.choice((any_layout(rng, most=2), _walk(rng, a, 2)))


def on_shape(rng: Random) -> tuple[IntTuple, IntTuple]:
    """Draw a coordinate and its shape."""
    shape = any_shape(rng)
    return _crd(rng, shape), shape


def strided(rng: Random) -> Arguments:
    """Draw a coordinate and its shape, sometimes with strides."""
    crd, fine = on_shape(rng)
    if rng.random() < 0.7:
        return crd, fine
    strides = unflatten(tuple(rng.choice(STRIDES) for _ in flatten(fine)), fine)
    return crd, fine, _nested_otherwise(rng, strides)


def sliced(rng: Random) -> Arguments:
    """Draw a coordinate with None for some entries, and its layout."""
    a = any_layout(rng)
    return _slice(rng, a.shape), a


def sliced_by_longer(rng: Random) -> Arguments:
    """Draw a layout, and a coordinate that has at least one None and one entry too many."""
    a = any_layout(rng)
    crd = _longer(rng, a.shape)
    return crd if None in crd else (*crd, None), a


def _longer(rng: Random, shape: IntTuple) -> tuple[Operand, ...]:
    """Draw a coordinate with one entry too many, at the top or inside a mode.

    Some entries may be None.
    """
    modes = shape if isinstance(shape, tuple) else (shape,)
    entries = [rng.choice((None, _crd_in(rng, mode))) for mode in modes]
    nested = [place for place, mode in enumerate(modes) if isinstance(mode, tuple)]
    if not nested or rng.random() < 0.4:
        return *entries, rng.choice((None, rng.randrange(5)))
    place = rng.choice(nested)
    return *entries[:place], _longer(rng, modes[place]), *entries[place + 1 :]


def divided(rng: Random) -> Arguments:
    """Draw a shape, and a divisor that is an integer or fits the shape's profile."""
    shape = any_shape(rng)
    divisor = rng.choice((any_shape(rng), rng.choice(SHAPES) * rng.choice(SHAPES)))
    return shape, divisor if weakly_congruent(divisor, shape) else rng.choice(SHAPES)


def of_two_shapes(rng: Random) -> Arguments:
    """Draw a coordinate, its shape, and another shape."""
    crd, shape = on_shape(rng)
    return crd, shape, rng.choice((any_shape(rng), shape))


def evaluated(rng: Random) -> Arguments:
    """Draw a layout and a coordinate of it, sometimes with None for some entries."""
    a = any_layout(rng, negative=0.1)
    return a, _slice(rng, a.shape) if rng.random() < 0.3 else _crd(rng, a.shape)


def paired(rng: Random) -> Arguments:
    """Draw two layouts that are equal, or differ in a shape or stride, or are unrelated."""
    a, b = any_layout(rng), any_layout(rng)
    if a.shape == b.shape or rng.random() < 0.2:
        return a, b
    strides = unflatten(tuple(rng.choice(STRIDES) for _ in flatten(a.shape)), a.shape)
    return a, rng.choice((a, Layout(a.shape, strides)))


def modes(rng: Random) -> Arguments:
    """Draw a layout and the index of one of its modes, or sometimes the first invalid index."""
    a = any_layout(rng)
    return a, rng.randrange(a.rank + (rng.random() < 0.2))


def same_profile(rng: Random) -> Arguments:
    """Draw two shapes, usually with the same profile."""
    shape = any_shape(rng)
    other = unflatten(tuple(rng.choice(SHAPES) for _ in flatten(shape)), shape)
    return shape, _nested_otherwise(rng, other)


def coarsened(rng: Random) -> Arguments:
    """Draw two shapes. Usually the second one refines the first; otherwise they are unrelated."""
    fine = any_shape(rng)
    return rng.choice((_coarser(rng, fine), _coarser(rng, fine), any_shape(rng))), fine


def _coarser(rng: Random, fine: IntTuple) -> IntTuple:
    if isinstance(fine, tuple) and rng.random() < 0.7:
        return tuple(_coarser(rng, mode) for mode in fine)
    return product(fine)


def unflattened(rng: Random) -> Arguments:
    """Draw integers, and a profile for them."""
    profile = any_shape(rng)
    return tuple(rng.choice(SHAPES) for _ in flatten(profile)), profile


def ordered(rng: Random) -> Arguments:
    """Draw a shape and an order of its modes, occasionally with ties."""
    fine = any_shape(rng)
    coarse = _coarser(rng, fine)
    return fine, unflatten(tuple(rng.randrange(5) for _ in flatten(coarse)), coarse)


def grouped(rng: Random) -> Arguments:
    """Draw a layout, and the begin and end of a range of its modes."""
    a = any_layout(rng, negative=0.1)
    begin = rng.randrange(a.rank)
    return a, begin, rng.randint(begin + 1, a.rank)


def reached(rng: Random) -> Arguments:
    """Draw a shape and the index of one of its modes."""
    fine = any_shape(rng)
    return fine, rng.randrange(len(fine) if isinstance(fine, tuple) else 1)


def tiled_to(rng: Random) -> Arguments:
    """Draw a block and a shape, which the block usually tiles."""
    block = rng.choice((any_layout(rng, most=2), chain(rng)[0]))
    copies = tuple(mode.size * rng.choice((1, 2, 3)) for mode in block)
    return block, rng.choice((copies, (*copies, rng.choice(SHAPES)), any_shape(rng)))


def recast(rng: Random) -> tuple[Layout, int]:
    """Draw a layout and a factor."""
    return any_layout(rng, negative=0.1), rng.choice((1, 2, 2, 3, 4, 6, 8))


def narrowed(rng: Random) -> Arguments:
    """Draw a layout and a factor. The first mode of the layout has the stride 1."""
    a, n = recast(rng)
    _, *strides = flatten(a.stride)
    return Layout(a.shape, unflatten((1, *strides), a.shape)), n


def recast_bits(rng: Random) -> Arguments:
    """Draw a layout and the widths, in bits, of two element types."""
    return any_layout(rng), rng.choice((4, 8, 16, 24)), rng.choice((4, 8, 16, 32))


def indexed(rng: Random) -> Arguments:
    """Draw an index, a shape, and strides for the shape."""
    idx, shape = on_shape(rng)
    strides = unflatten(tuple(rng.choice(STRIDES[1:]) for _ in flatten(shape)), shape)
    return idx, shape, _misnested(rng, strides) if rng.random() < MISNESTED else strides


def sized(rng: Random) -> Arguments:
    """Draw a size."""
    return (rng.randint(1, 999),)


def bounded(rng: Random) -> Arguments:
    """Draw a size, and a bound that is usually a multiple of the size."""
    size = rng.randint(1, 99)
    return size, size * rng.randint(1, 9) + rng.choice((0, 0, 1))


def signed(rng: Random) -> Arguments:
    """Draw an integer of either sign."""
    return (rng.randint(-99, 99),)


def swizzled_offset(rng: Random) -> Arguments:
    """Draw a coordinate, its layout, an offset, and B, M and S of a swizzle."""
    a = any_layout(rng)
    offset, *swizzle = swizzled(rng)
    return _crd(rng, a.shape), a, rng.choice((0, offset)), *swizzle


def swizzle(rng: Random) -> Arguments:
    """Draw B, M and S of a swizzle, whose bit ranges may overlap."""
    return rng.randint(0, 3), rng.choice((0, 1, 2, 3, 4, -1)), rng.randint(-5, 5)


def swizzled_pair(rng: Random) -> Arguments:
    """Draw two equal or similar layouts, each with an offset and the bits of a swizzle."""
    a, b = paired(rng)
    bits, offset = rng.randint(1, 3), rng.randint(0, 2)
    return a, offset, bits, b, *rng.choice(((offset, bits), (offset + 1, bits), (offset, bits + 1)))


def swizzled_mode(rng: Random) -> Arguments:
    """Draw a mode number, a layout, an offset, and the bits of a swizzle."""
    layout, number = modes(rng)
    return number, layout, rng.randint(0, 9), rng.randint(1, 3)


def swizzled(rng: Random) -> Arguments:
    """Draw an offset, and B, M and S of a swizzle."""
    bits = rng.randint(0, 3)
    shift = rng.choice((1, -1)) * rng.randint(max(bits, 1), bits + 2)
    return rng.randrange(1 << rng.randint(1, 12)), bits, rng.choice((0, 0, 1, 2, 3, 4, -1)), shift
