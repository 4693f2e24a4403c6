"""Decide whether a bitcast moves no element, and name the map of indices.

A bitcast reads the bytes of its operand as another array. A bitcast is sound if each element of the
result lies on an element of the operand, not on padding. Then the bitcast permutes the row-major
numbers of the elements: it is a reshape, a transpose, or both. A bitcast to fewer elements is also
a slice. The permutation is found and checked on boxes of indices, so the size of the arrays does
not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from math import prod
from operator import mul
from typing import Final

from spec.int_tuple import format_int_tuple
from spec.xla import XlaShape, linear_index
from spec.xla.position import index_of
from spec.xla.shape import BITS
from verif.audit.hlo.affine import (
    Affine,
    Box,
    Sizes,
    TooManyBoxesError,
    below,
    divided,
    over_boxes,
    ravelled,
    unravelled,
    whole,
)
from verif.audit.hlo.places import PaddingError, element, place
from verif.audit.hlo.shapes import Array
from verif.audit.statement import Verdict

MOST_BOXES: Final = 1024
"""The largest number of parts into which the indices of one array are divided."""

_SAME: Final = "the same array"
_RESHAPE: Final = "a reshape"


@dataclass(frozen=True)
class Decision:
    """A verdict on a bitcast, a detail, and the equivalent question of `layout-verif check`.

    The detail names the bitcast's map of indices, or gives the reason for the verdict.
    """

    verdict: Verdict
    detail: str
    question: str = ""


@lru_cache(maxsize=4096)
def bitcast(a: Array, b: Array) -> Decision:
    """Decide whether a bitcast of `a` to `b` moves no element, and name its map of indices.

    >>> f = lambda text: Array(XlaShape.parse(text))
    >>> bitcast(f("f32[3,5]{1,0}"), f("f32[5,3]{0,1}")).detail
    'transpose {1,0}'
    >>> bitcast(f("f32[3,5]{1,0}"), f("f32[5,3]{1,0}")).detail
    'a reshape'
    """
    if a.shape == b.shape and (a.dynamic, a.alignment) == (b.dynamic, b.alignment):
        return Decision(Verdict.HOLDS, _SAME, f"bitcast({a.shape}, {b.shape})")
    if a.is_dynamic or b.is_dynamic:
        return Decision(Verdict.UNKNOWN, "a dimension is dynamic, and only its bound is known")
    if a.bytes != b.bytes:
        return Decision(Verdict.FAULT, f"{a.bytes} bytes become {b.bytes}")
    try:
        return _of_same_bytes(a, b)
    except TooManyBoxesError:
        return Decision(
            Verdict.UNKNOWN,
            f"the indices fall into more than {MOST_BOXES} boxes, because the edges of tiles do not"
            " line up with the dimensions",
        )


def _of_same_bytes(a: Array, b: Array) -> Decision:
    """The decision for two arrays with the same size in memory. Raises TooManyBoxesError."""
    if a.shape.bits * a.elements != b.shape.bits * b.elements:
        return _of_other_count(a.shape, b.shape)
    if not a.elements:
        return Decision(Verdict.HOLDS, "there are no elements")
    wide, narrow = max(a.shape.bits, b.shape.bits), min(a.shape.bits, b.shape.bits)
    if wide % narrow:
        return Decision(Verdict.UNKNOWN, f"{narrow} bits do not divide {wide} bits")
    if wide > narrow and any(one.shape.bits > BITS[one.shape.element] for one in (a, b)):
        return Decision(Verdict.UNKNOWN, "elements have unused bits, and their size changes")
    return _named(a.shape, b.shape)


def _of_other_count(a: XlaShape, b: XlaShape) -> Decision:
    """The decision for arrays with different numbers of elements.

    XLA for TPUs uses a bitcast to slice the first elements of an array if the slice, with its
    padding, occupies the same tiles as the array. Other bitcasts may be merged with this bitcast:
    a reshape before it, and a reshape or transpose after it.
    """
    counts = [f"{prod(one.dims)} elements of {one.bits} bits" for one in (a, b)]
    change = f"{counts[0]} become {counts[1]}"
    if a.bits != b.bits:
        return Decision(Verdict.FAULT, change)
    numbers, count = _numbers(a, b), prod(b.dims)
    n = _first_on_padding(numbers, count)
    if n is not None:
        index = index_of(n, b.dims)
        return Decision(
            Verdict.FAULT,
            f"{change}: element {format_int_tuple(index)} of {b}, at {linear_index(b, index)},"
            f" reads padding of {a}",
        )
    modes = digits(numbers, count)
    name = None if isinstance(modes, int) else _sliced(modes, a.dims, b.dims)
    if name is None:
        return Decision(
            Verdict.FAULT, f"{change}, and no slice [0:n], reshape and transpose does this"
        )
    return Decision(Verdict.HOLDS, name)


Numbers = Callable[[Affine, Sizes], Affine]
"""The map from row-major numbers of elements in the result to their numbers in the operand."""


def _numbers(a: XlaShape, b: XlaShape) -> Numbers:
    """The map from row-major numbers in the result `b` to row-major numbers in the operand `a`.

    The numbers of both arrays count elements of the narrower element type.
    """
    ratio_a, ratio_b = max(a.bits // b.bits, 1), max(b.bits // a.bits, 1)

    def number(n: Affine, sizes: Sizes) -> Affine:
        n, part = divided(n, ratio_b, sizes)
        index = n if _is_row_major(b) else place(b, unravelled(n, b.dims, sizes), sizes)
        position, rest = divided(index.times(ratio_b) + part, ratio_a, sizes)
        if not _is_row_major(a):
            position = ravelled(element(a, position, sizes), a.dims)
        elif not below(position, prod(a.dims), sizes):
            raise PaddingError
        return position.times(ratio_a) + rest

    return number


def _is_row_major(shape: XlaShape) -> bool:
    """Whether the position of each element in memory is its row-major number."""
    wide = [k for k in shape.minor_to_major if shape.dims[k] != 1]
    return not shape.tiles and wide == sorted(wide, reverse=True)


def _first_on_padding(numbers: Numbers, count: int) -> int | None:
    """The row-major number of an element of the result that lies on padding of the operand.

    None if there is no such element.
    """
    parts = over_boxes(whole({0: count}), MOST_BOXES, lambda box: _pads(numbers, box))
    return next((box.values[0].at({}) for box, on_padding in parts if on_padding), None)


def _pads(numbers: Numbers, box: Box) -> bool:
    try:
        numbers(box.values[0], box.sizes)
    except PaddingError:
        return True
    return False


def _named(a: XlaShape, b: XlaShape) -> Decision:
    """The decision for two arrays with the same total number of bits, not counting padding."""
    numbers, narrow = _numbers(a, b), min(a.bits, b.bits)
    count = prod(b.dims) * b.bits // narrow
    n = _first_on_padding(numbers, count)
    if n is not None:
        index = index_of(n // max(b.bits // a.bits, 1), b.dims)
        return Decision(
            Verdict.FAULT,
            f"element {format_int_tuple(index)} of {b}, at {linear_index(b, index)},"
            f" reads padding of {a}",
        )
    if first_difference(numbers, lambda n, _: n, count) is None:
        name = _SAME if a.dims == b.dims else _RESHAPE
        return Decision(Verdict.HOLDS, name, f"bitcast({a}, {b})" if a.bits == b.bits else "")
    modes = digits(numbers, count)
    if isinstance(modes, int):
        before, after = (_value(numbers, k) for k in (modes - 1, modes))
        return Decision(
            Verdict.FAULT,
            f"no reshape and transpose does this: elements {modes - 1} and {modes} of {b}, counted"
            f" row-major, are elements {before} and {after} of {a}",
        )
    if a.bits != b.bits:
        return Decision(Verdict.HOLDS, _transposed(modes, (), ()))
    order = _as_transpose(modes, a.dims, b.dims)
    if order is None:
        return Decision(Verdict.HOLDS, _transposed(modes, a.dims, b.dims))
    back = {m: k for k, m in enumerate(order)}
    same = XlaShape(
        a.element, b.dims, tuple(back[m] for m in a.minor_to_major), a.tiles, a.element_bits
    )
    question = "" if same == b else f"equal({same}, {b})"
    return Decision(Verdict.HOLDS, _transpose(order), question)


def first_difference(one: Numbers, other: Numbers, count: int) -> int | None:
    """The least number below `count` at which the two maps differ, or None."""
    found: list[int] = []

    def difference(box: Box) -> None:
        n = box.values[0]
        d = one(n, box.sizes).minus(other(n, box.sizes))
        if d.constant:
            found.append(n.constant)
        elif d.terms:
            steps = dict(n.terms)
            found.append(n.constant + min(steps[v] for v, _ in d.terms))

    for _ in over_boxes(whole({0: count}), MOST_BOXES, difference):
        pass
    return min(found, default=None)


Modes = tuple[tuple[int, int], ...]
"""Sizes and strides. In the result's row-major order of elements, the first mode varies fastest."""


def digits(numbers: Numbers, count: int) -> Modes | int:
    """The map as sizes and strides, or a number that shows that the map has no such form.

    The first mode ends at the first number n whose image is not n times the first stride. The other
    modes are found in the same way. At the end, the sizes and strides are compared with the map at
    all numbers.
    """
    modes: list[tuple[int, int]] = []
    at = 1
    while at < count:
        stride, unit, rest = _value(numbers, at), at, count // at

        def scaled(x: Affine, sizes: Sizes, unit: int = unit) -> Affine:
            return numbers(x.times(unit), sizes)

        def straight(x: Affine, _: Sizes, stride: int = stride) -> Affine:
            return x.times(stride)

        size = first_difference(scaled, straight, rest) or rest
        if rest % size:
            return unit * size
        modes.append((size, stride))
        at *= size
    found = tuple(modes)

    def permuted(n: Affine, sizes: Sizes) -> Affine:
        total = Affine(0)
        index = unravelled(n, tuple(size for size, _ in reversed(found)), sizes)
        for e, (_, stride) in zip(reversed(index), found, strict=True):
            total += e.times(stride)
        return total

    wrong = first_difference(numbers, permuted, count)
    return found if wrong is None else wrong


def _value(numbers: Numbers, n: int) -> int:
    return numbers(Affine(n), {}).constant


def _ordered(modes: Modes) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The modes' sizes in the operand, the permutation of the modes, and their sizes in the result.

    Each of the three tuples is listed from major to minor.
    """
    result = tuple(reversed(modes))
    by_operand = sorted(range(len(result)), key=lambda k: -result[k][1])
    sizes = tuple(result[k][0] for k in by_operand)
    order = tuple(by_operand.index(k) for k in range(len(result)))
    return sizes, order, tuple(size for size, _ in result)


def _sliced(modes: Modes, a: tuple[int, ...], b: tuple[int, ...]) -> str | None:
    """Write the map as a slice, a transpose and a reshape, or return None.

    The slice has the first indices along each dimension. If necessary, a reshape precedes it.
    """
    strides = [1, *sorted(stride for _, stride in modes), prod(a)]
    counts = (above // unit for unit, above in reversed([*pairwise(strides)]))
    regrouped = tuple(n for n in counts if n > 1)
    for dims in (a, regrouped):
        found = _slice(modes, dims) if prod(dims) == prod(a) else None
        if found is not None:
            kept, inside = found
            before = [] if dims == a else [_reshape(dims)]
            ranges = ", ".join(f"[0:{d}]" for d in kept)
            return ", ".join([*before, f"slice {{{ranges}}}", *_after_slice(inside, kept, b)])
    return None


def _slice(modes: Modes, dims: tuple[int, ...]) -> tuple[tuple[int, ...], Modes] | None:
    """The dimensions of the slice that has the images of `modes`, and the map into this slice.

    The slice has the first indices along each dimension. Return None if there is no such slice.
    """
    units, kept = _units(dims), [1] * len(dims)
    cut = _cut(modes, dims, ())
    places: dict[tuple[int, int], tuple[int, int]] = {}
    # Together, the digits within a dimension must count its first indices without a gap.
    for size, stride in sorted(cut, key=lambda mode: mode[1]):
        k = next(k for k, unit in enumerate(units) if unit <= stride < unit * dims[k])
        if stride != units[k] * kept[k] or kept[k] * size > dims[k]:
            return None
        places[size, stride] = k, kept[k]
        kept[k] *= size
    smaller = _units(tuple(kept))
    inside = ((mode[0], smaller[k] * step) for mode in cut for k, step in (places[mode],))
    return tuple(kept), tuple(inside)


def _after_slice(modes: Modes, kept: tuple[int, ...], b: tuple[int, ...]) -> list[str]:
    """The transposes and reshapes that turn a slice of the dimensions `kept` into the result."""
    units = accumulate((size for size, _ in modes), mul, initial=1)
    if all(stride == unit for (_, stride), unit in zip(modes, units, strict=False)):
        return [] if kept == b else [_reshape(b)]
    order = _as_transpose(modes, kept, b)
    return [_transposed(modes, kept, b) if order is None else _transpose(order)]


def _reshape(dims: tuple[int, ...]) -> str:
    return f"reshape to [{','.join(map(str, dims))}]" if dims else "reshape"


def _transpose(order: tuple[int, ...]) -> str:
    return f"transpose {{{','.join(map(str, order))}}}"


def _transposed(modes: Modes, a: tuple[int, ...], b: tuple[int, ...]) -> str:
    """Write the map as a reshape to the modes' sizes, a transpose of the modes, and a reshape."""
    sizes, order, moved = _ordered(modes)
    parts = [_transpose(order)]
    if sizes != a:
        parts.insert(0, _reshape(sizes))
    if moved != b:
        parts.append(_reshape(b))
    return ", ".join(parts)


def _as_transpose(modes: Modes, a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | None:
    """The permutation of dimensions that equals the map, or None if no permutation equals it."""
    sizes, order, moved = _ordered(_cut(modes, a, b))
    wide = [k for k, d in enumerate(a) if d != 1]
    if len(a) != len(b) or sizes != tuple(a[k] for k in wide):
        return None
    if moved != tuple(d for d in b if d != 1):
        return None
    ones = iter(k for k, d in enumerate(a) if d == 1)
    digits_of_result = iter(order)
    return tuple(wide[next(digits_of_result)] if d != 1 else next(ones) for d in b)


def _cut(modes: Modes, a: tuple[int, ...], b: tuple[int, ...]) -> Modes:
    """The modes, each cut where a dimension of either array ends inside the mode."""
    units_a, units_b = _units(a), _units(b)
    cut: list[tuple[int, int]] = []
    unit = 1
    for size, stride in modes:
        inside = {u // unit for u in units_b if u % unit == 0}
        inside |= {u // stride for u in units_a if u % stride == 0}
        last = 1
        for step in sorted(s for s in inside if 1 < s < size):
            if step % last == 0 and size % step == 0:
                cut.append((step // last, stride * last))
                last = step
        cut.append((size // last, stride * last))
        unit *= size
    return tuple(cut)


def _units(dims: tuple[int, ...]) -> tuple[int, ...]:
    """The increase of an element's row-major number for one step along each dimension."""
    return tuple(prod(dims[k + 1 :]) for k in range(len(dims)))


@lru_cache(maxsize=4096)
def moved_by(
    a: XlaShape, b: XlaShape, order: tuple[int, ...] | None
) -> tuple[tuple[int, ...], int, int] | None:
    """Find an element that moves if `a` is transposed by `order`, or reshaped if `order` is None.

    Return the element's index in `b`, its place in `a` and its place in `b`, or None if no element
    moves. Raises TooManyBoxesError.
    """
    dims = tuple(a.dims[k] for k in order) if order is not None else b.dims

    def difference(box: Box) -> Affine:
        index = tuple(box.values[k] for k in range(len(dims)))
        if order is None:
            source = unravelled(ravelled(index, dims), a.dims, box.sizes)
        else:
            source = tuple(index[order.index(k)] for k in range(a.rank))
        return place(b, index, box.sizes).minus(place(a, source, box.sizes))

    for box, d in over_boxes(whole(dict(enumerate(dims)) or {0: 1}), MOST_BOXES, difference):
        if d.constant or d.terms:
            point = {} if d.constant else {d.terms[0][0]: 1}
            index = tuple(box.values[k].at(point) for k in range(len(dims)))
            if order is None:
                source = index_of(ravelled(tuple(map(Affine, index)), dims).constant, a.dims)
            else:
                source = tuple(index[order.index(k)] for k in range(a.rank))
            return index, linear_index(a, source), linear_index(b, index)
    return None
