"""Compare the type of a result with the value that the operation must return.

The type may have unknown numbers, and gives a divisor of each unknown number. It is not a fault if
two layouts differ in form but are the same function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product as cartesian
from math import gcd, prod
from typing import Any, Final, Literal

from spec.basis import ArithmeticTuple, has_coordinates
from spec.composed import ComposedLayout
from spec.coordinates import idx2crd
from spec.errors import LayoutError
from spec.int_tuple import format_int_tuple, product, unflatten
from spec.layout import Layout
from spec.named import Made, Name, added, exact, multiplied, names_in, negated, subtracted
from spec.reading.reading import made
from spec.reading.trees import entries
from spec.swizzle import Swizzle
from verif.audit.cute_ir.types import Unknown, leaves, parts_of, written_form
from verif.questions.answer import Effort, Ruling
from verif.questions.equal import equal, equal_swizzled

MOST: Final = 1 << 14
"""The largest number of elements that are compared one by one."""

MOST_FILLINGS: Final = 64
"""The limit on the tried assignments of sizes to the unknown numbers of a type."""

EFFORT: Final = Effort(elements=MOST, seconds=1.0)

Multiple = Callable[[Any, int], bool]
"""A function that says whether a term with names is provably a multiple of an integer."""


@dataclass(frozen=True)
class Fit:
    """How a type compares with a value.

    The type is the same as the value, it is another form of the same function, it is wrong, or the
    comparison is undecided.
    """

    kind: Literal["same", "form", "no", "unclear"]
    detail: str = ""


# Comparison of values with unknown numbers, entry by entry


def fits(  # noqa: PLR0911 - one return per case
    told: Any,
    facts: Mapping[str, int],
    found: Any,
    known: Mapping[str, int],
    prove: Multiple | None = None,
) -> str | None:
    """Compare the value in a type, `told`, with the value that was computed, `found`.

    Return how the computed value differs, or None if the two values agree. `facts` has the
    divisors of the names in `told`, and `known` has the divisors of the names in `found`.
    """
    told, found = simplified(told), simplified(found)
    layout, other = parts_of(told), parts_of(found)
    if layout is not None and other is not None:
        shape = fits(layout[0], facts, other[0], known, prove)
        strides = (_stepped(layout[1], other[0]), _stepped(other[1], other[0]))
        return shape or fits(strides[0], facts, strides[1], known, prove)
    composed, inside = composed_parts(told), composed_parts(found)
    if composed is not None and inside is not None:
        found_ = (fits(a, facts, b, known, prove) for a, b in zip(composed, inside, strict=True))
        return next((why for why in found_ if why is not None), None)
    parts, others = entries(told), entries(found)
    if parts is not None and others is not None:
        if len(parts) != len(others):
            return f"{written_form(found)} has another profile"
        each = (fits(a, facts, b, known, prove) for a, b in zip(parts, others, strict=True))
        return next((why for why in each if why is not None), None)
    if isinstance(told, Name) and parts is None and others is None and found is not None:
        n = facts.get(told.name, 1)
        if divides(n, found, known) or (prove is not None and prove(found, n)):
            return None
        return f"{written_form(found)} is not shown to be a multiple of {n}"
    # `==` treats the integer 0 and the zero coordinate as equal.
    return None if told == found else f"{written_form(found)} is not {written_form(told)}"


def composed_parts(form: Any) -> tuple[Any, Any, Any] | None:
    """The outer function, the offset and the layout of a composed layout."""
    match form:
        case ComposedLayout(outer=outer, offset=offset, inner=inner):
            return outer, offset, inner
        case Made(make, (outer, offset, inner)) if make is ComposedLayout:
            return outer, offset, inner
        case _:
            return None


def simplified(form: Any) -> Any:
    """Return the layout, without its swizzle if the swizzle moves nothing.

    >>> print(simplified(ComposedLayout(Swizzle(0, 4, 3), 0, Layout(8))))
    8:1
    """
    match composed_parts(form):
        case (Swizzle(bits=0), 0, inner):
            return inner
        case _:
            return form


def _stepped(stride: Any, shape: Any) -> Any:
    """The strides, with 0 for each mode of size 1."""
    strides, sizes = entries(stride), entries(shape)
    if strides is not None and sizes is not None and len(strides) == len(sizes):
        return tuple(map(_stepped, strides, sizes))
    return 0 if shape == 1 else stride


def flat_modes(form: Any) -> Any:
    """The layout with each mode flattened, and without the leaves of size 1.

    Each mode remains the same function.

    >>> print(flat_modes(Layout(((8, 1), (2, (3, 1))), ((1, 0), (8, (16, 0))))))
    (8,(2,3)):(1,(8,16))
    """
    return _by_mode(form, lambda pairs: pairs)


def coalesced_modes(form: Any) -> Any:
    """The layout with the leaves of each mode coalesced; each mode remains the same function.

    >>> print(coalesced_modes(Layout(((2, 4), (2, 4)), ((3, 6), (1, 4)))))
    (8,(2,4)):(3,(1,4))
    """
    return _by_mode(form, _coalesced)


def split_as(form: Any, found: Any) -> Any:
    """Split each mode of the layout `found` into the sizes that the type `form` has in this mode.

    >>> print(split_as(Layout(((2, 4), 3)), Layout((8, 3), (5, 1))))
    ((2,4),3):((5,10),1)
    """
    told = parts_of(flat_modes(form))
    modes = entries(told[0]) if told is not None else None
    sizes = iter(modes or ())
    return _by_mode(found, lambda pairs: list(_split_pairs(pairs, next(sizes, ()))))


def _split_pairs(pairs: list[tuple[Any, Any]], sizes: Any) -> Iterator[tuple[Any, Any]]:
    wanted = [size for size in leaves(sizes) if size != 1]
    for leaf, stride in pairs:
        size, step = leaf, stride
        while wanted and isinstance(size, int) and isinstance(wanted[0], int):
            if size <= wanted[0] or size % wanted[0] != 0:
                break
            yield wanted[0], step
            size, step = size // wanted[0], made(multiplied, wanted[0], step)
            wanted = wanted[1:]
        yield size, step
        wanted = wanted[1:]


def _coalesced(pairs: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    found = list[tuple[Any, Any]]()
    for size, step in pairs:
        if found and _is_next(*found[-1], step) and isinstance(size, int):
            found[-1] = (found[-1][0] * size, found[-1][1])
        else:
            found.append((size, step))
    return found


def _is_next(size: Any, step: Any, other: Any) -> bool:
    """Whether a mode with stride `other` continues the mode `size:step`: other == size * step."""
    if not isinstance(size, int):
        return False
    if isinstance(step, int | ArithmeticTuple) and not any(names_in(other)):
        return bool(other == size * step)
    times, base = _factored(step)
    return _factored(other) == (size * times, base)


def _factored(item: Any) -> tuple[int, Any]:
    match item:
        case Made(make, (int(n), rest)) if make is multiplied:
            return n, rest
        case Made(make, (rest, int(n))) if make is multiplied:
            return n, rest
        case _:
            return 1, item


def _by_mode(form: Any, change: Callable[[list[tuple[Any, Any]]], list[tuple[Any, Any]]]) -> Any:
    layout = parts_of(form)
    if layout is None or entries(layout[0]) is None:
        return form
    pairs = zip(entries(layout[0]) or (), entries(layout[1]) or (), strict=True)
    modes = [_flat_mode(shape, stride, change) for shape, stride in pairs]
    parts = (tuple(shape for shape, _ in modes), tuple(stride for _, stride in modes))
    return made(Layout, *parts)


def _flat_mode(
    shape: Any, stride: Any, change: Callable[[list[tuple[Any, Any]]], list[tuple[Any, Any]]]
) -> tuple[Any, Any]:
    leaves_ = zip(leaves(shape), leaves(stride), strict=True)
    pairs = change([pair for pair in leaves_ if pair[0] != 1])
    if len(pairs) == 1:
        return pairs[0]
    return (tuple(s for s, _ in pairs), tuple(d for _, d in pairs)) if pairs else (1, 0)


def divides(n: int, item: Any, known: Mapping[str, int]) -> bool:
    """Whether n provably divides a term with names. `known` has a divisor of each name's value."""
    return n == 1 or divisor_of(item, known) % n == 0


def divisor_of(  # noqa: PLR0911 - one return per case
    item: Any, known: Mapping[str, int]
) -> int:
    """A number that divides the value of a term with names, or 0 if the term is 0."""
    match item:
        case int():
            return abs(item)
        case Name(name):
            return known.get(name, 1)
        case Made(make, (x, y)) if make is multiplied:
            return divisor_of(x, known) * divisor_of(y, known)
        case Made(make, (x, y)) if make in (added, subtracted):
            return gcd(divisor_of(x, known), divisor_of(y, known))
        case Made(make, (x,)) if make is negated:
            return divisor_of(x, known)
        case Made(make, (x, int(y))) if make is exact and y > 0 and divisor_of(x, known) % y == 0:
            return divisor_of(x, known) // y
        case _:
            return 1


def unwrapped(found: Any, told: Any) -> Any:
    """Remove the parentheses around the only mode of `found` if the type has no parentheses."""
    layout, other = parts_of(told), parts_of(found)
    if layout is None or other is None:
        composed, inside = composed_parts(told), composed_parts(found)
        if composed is None or inside is None:
            return found
        inner = unwrapped(inside[2], composed[2])
        return found if inner is inside[2] else Made(ComposedLayout, (*inside[:2], inner))
    shape, one = entries(other[0]), entries(layout[0])
    if shape is None or len(shape) != 1 or (one is not None and len(one) == 1):
        return found
    return made(Layout, shape[0], other[1][0])


# Comparison with values without unknown numbers


def compared(told: Any, unknowns: tuple[Unknown, ...], found: Any, *, by_mode: bool) -> Fit:
    """Compare `told`, the value of a type, with `found`, which has no unknown numbers."""
    facts = {one.name: one.divisor for one in unknowns}
    told, found = simplified(told), simplified(_value(unwrapped(found, told)))
    why = fits(told, facts, found, {})
    if why is None:
        is_same = bool(unknowns) or told == found
        return Fit("same", "" if is_same else "only the strides of modes with one element differ")
    layout, other = parts_of(told), parts_of(found)
    if isinstance(found, ComposedLayout):
        return _compared_composed(told, unknowns, found, by_mode=by_mode)
    if layout is None or not isinstance(found, Layout):
        return Fit("no", why)
    assert other is not None
    return _as_filled(layout, facts, found, by_mode=by_mode)


def _value(found: Any) -> Any:
    match found:
        case Made(make, parts):
            return make(*map(_value, parts))
        case _:
            return found


def _compared_composed(  # noqa: PLR0911 - one return per case
    told: Any, unknowns: tuple[Unknown, ...], found: ComposedLayout, *, by_mode: bool
) -> Fit:
    parts, facts = composed_parts(told), {one.name: one.divisor for one in unknowns}
    if parts is None and not isinstance(told, Layout):
        return Fit("unclear", f"{found} is not {written_form(told)}")
    outer, offset, inner = parts or (None, 0, told)
    if outer == found.outer and fits(offset, facts, found.offset, {}) is None:
        return compared(inner, unknowns, found.inner, by_mode=by_mode)
    if isinstance(told, Layout | ComposedLayout):
        answer = equal_swizzled(told, found, EFFORT)
        if answer.ruling is Ruling.HOLDS:
            return Fit("form")
        if answer.ruling is Ruling.REFUTED:
            return Fit("no", f"A is the type, B the right value: {answer.reason}")
        return Fit("unclear", answer.reason)
    if isinstance(outer, Swizzle) and isinstance(found.outer, Swizzle) and outer != found.outer:
        return Fit("unclear", f"{outer} and {found.outer} may be the same on these offsets")
    return Fit("unclear", "the parts differ")


def _as_filled(  # noqa: PLR0911 - one return per case
    told: tuple[Any, Any], facts: Mapping[str, int], found: Layout, *, by_mode: bool
) -> Fit:
    """Compare `found` with every layout of the same size that the type can stand for."""
    if by_mode and not _has_form(told[0], found.shape):
        told, found = parts_of(flat_modes(Made(Layout, told))) or told, flat_modes(found)
    shape, stride = told
    if not any(names_in((shape, stride))):
        return _same_function(Layout(shape, stride), found, by_mode=by_mode)
    if by_mode and _has_form(shape, found.shape):
        # With `by_mode`, each mode has its own meaning, so the modes are compared one by one.
        sizes = fits(shape, facts, found.shape, {})
        if sizes is not None:
            return Fit("no", sizes)
        strides = _put(stride, found.stride, found.shape, facts)
        if isinstance(strides, Fit):
            return strides
        return _same_function(Layout(found.shape, strides), found, by_mode=by_mode)
    sizes = _sizes_wrong(shape, found) if by_mode else None
    if sizes is not None:
        return sizes
    if has_coordinates(found.stride):
        return Fit("unclear", "the type has both unknown numbers and strides that are coordinates")
    last = Fit("no", f"the type allows no sizes that match the {found.size} elements of the result")
    for count, sizes in enumerate(_fillings(shape, facts, found, by_mode=by_mode)):
        if count == MOST_FILLINGS:
            return Fit("unclear", "too many sizes are possible for the unknown numbers")
        strides = _strides_for(sizes, stride, facts, found)
        if isinstance(strides, Fit):
            last = strides
            continue
        last = _same_function(Layout(sizes, strides), found, by_mode=by_mode)
        if last.kind != "no":
            return last
    return last


def _strides_for(sizes: Any, stride: Any, facts: Mapping[str, int], found: Layout) -> Any:
    """Replace each unknown stride by what one step in its mode adds to the offset of `found`."""
    flat: list[int] = []
    step = 1
    for size, d in zip(leaves(sizes), leaves(stride), strict=True):
        at = found(step) - found(0) if size > 1 and step < found.size else 0
        if isinstance(d, Name) and at % facts.get(d.name, 1) != 0:
            return Fit("no", f"the stride {at} is not a multiple of {facts[d.name]}")
        flat.append(at if isinstance(d, Name) else d)
        step *= size
    return unflatten(tuple(flat), stride)


def _has_form(shape: Any, found: Any) -> bool:
    """Whether `found` has the profile of `shape`, and agrees with each known number in `shape`."""
    parts, others = entries(shape), entries(found)
    if parts is not None and others is not None:
        return len(parts) == len(others) and all(map(_has_form, parts, others))
    return parts is None and others is None and (isinstance(shape, Name) or shape == found)


def _put(stride: Any, found: Any, shape: Any, facts: Mapping[str, int]) -> Any:
    """The strides, with each unknown number replaced by the stride of `found` at the same place.

    If the stride of `found` is not a possible value of the unknown number, return a Fit instead.
    """
    parts, others, sizes = entries(stride), entries(found), entries(shape)
    if parts is not None and others is not None and sizes is not None:
        put = [_put(x, y, s, facts) for x, y, s in zip(parts, others, sizes, strict=True)]
        return next((one for one in put if isinstance(one, Fit)), tuple(put))
    if not isinstance(stride, Name):
        return stride
    n = facts.get(stride.name, 1)
    if shape > 1 and (not isinstance(found, int) or found % n != 0):
        return Fit("no", f"the stride {written_form(found)} is not a multiple of {n}")
    return found


def _fillings(
    shape: Any, facts: Mapping[str, int], found: Layout, *, by_mode: bool
) -> Iterator[Any]:
    """Replace the unknown sizes of `shape` by numbers, so that the shape has the size of `found`.

    Yield each such shape. If `by_mode` is true and the ranks are equal, each mode must also have
    the size of the same mode of `found`.
    """
    modes, others = entries(shape), entries(found.shape)
    if by_mode and modes is not None and others is not None and len(modes) == len(others):
        each = (_fillings(m, facts, found[k], by_mode=False) for k, m in enumerate(modes))
        yield from cartesian(*each)
        return
    names = [leaf for leaf in leaves(shape) if isinstance(leaf, Name)]
    known = prod(leaf for leaf in leaves(shape) if not isinstance(leaf, Name))
    if found.size % known != 0:
        return
    for sizes in _factors(found.size // known, [facts.get(name.name, 1) for name in names]):
        values = iter(sizes)
        flat = [next(values) if isinstance(x, Name) else x for x in leaves(shape)]
        yield unflatten(tuple(flat), shape)


def _factors(total: int, divisors: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the tuples of sizes with the product `total`. Size k is a multiple of divisor k."""
    if not divisors:
        if total == 1:
            yield ()
        return
    first, *rest = divisors
    if not rest:
        if total % first == 0:
            yield (total,)
        return
    for size in range(first, total + 1, first):
        if total % size == 0:
            yield from ((size, *more) for more in _factors(total // size, rest))


def _same_function(told: Layout, found: Layout, *, by_mode: bool) -> Fit:
    """Compare two layouts as functions; with `by_mode`, compare the sizes of the modes first."""
    if has_coordinates(told.stride) or has_coordinates(found.stride):
        return _by_enumeration(told, found)
    if by_mode:
        wrong = _mode_wrong(told, found)
        if wrong is not None:
            return wrong
    try:
        answer = equal(told, found, EFFORT)
    except LayoutError as error:
        return Fit("unclear", str(error))
    if answer.ruling is Ruling.HOLDS:
        return Fit("form")
    if answer.witness is not None and answer.witness.coordinates:
        (k, *_) = answer.witness.coordinates
        assert isinstance(k, int)
        return Fit("no", _differing(told, found, k))
    return Fit("no", answer.reason)


def _mode_wrong(told: Layout, found: Layout) -> Fit | None:
    if told.rank != found.rank:
        return Fit("no", f"the type has {told.rank} modes, and the result {found.rank}")
    for k in range(told.rank):
        one, other = told[k].size, found[k].size
        if one != other:
            return Fit("no", _other_size(k, one, other))
    return None


def _sizes_wrong(shape: Any, found: Layout) -> Fit | None:
    """Compare each known mode size in the type with the size of the same mode in the result."""
    modes = entries(shape)
    if modes is None:
        return None
    if len(modes) != found.rank:
        return Fit("no", f"the type has {len(modes)} modes, and the result {found.rank}")
    for k, mode in enumerate(modes):
        if not any(names_in(mode)) and product(mode) != found[k].size:
            return Fit("no", _other_size(k, product(mode), found[k].size))
    return None


def _other_size(k: int, one: int, other: int) -> str:
    return f"mode {k} has {one} elements in the type, but {other} in the result"


def _by_enumeration(told: Layout, found: Layout) -> Fit:
    if told.size != found.size:
        return Fit("no", f"the type has {told.size} elements, and the result {found.size}")
    if told.size > MOST and told.shape != found.shape:
        return Fit("unclear", f"{told.size} elements are too many to compare one by one")
    why = difference(told, found)
    return Fit("no", why) if why else Fit("form")


def _telling(told: Layout, found: Layout) -> Iterator[int]:
    """Yield the coordinates at which to compare two layouts.

    If the shapes are equal, one step along each mode is enough. Otherwise compare the layouts at
    the first `MOST` coordinates.
    """
    if told.shape != found.shape:
        yield from range(min(told.size, MOST))
        return
    step = 1
    for size in leaves(told.shape):
        if size > 1:
            yield step
        step *= size


def difference(told: Layout, found: Layout) -> str:
    """Describe the first compared coordinate at which the offsets differ, or return ''."""
    if told.size != found.size:
        return f"the type has {told.size} elements, and the result {found.size}"
    for k in _telling(told, found):
        if told(k) != found(k):
            return _differing(told, found, k)
    return ""


def _differing(told: Layout, found: Layout, k: int) -> str:
    at = format_int_tuple(idx2crd(k, told.shape))
    return f"at {at} the offset is {told(k)} in the type, but {found(k)} in the result"


def tile_alone(value: Any) -> Any:
    """Return the layout of a pair (layout, offset or coordinate), and any other value unchanged.

    >>> print(tile_alone((Layout(8), 3)))
    8:1
    """
    match value:
        case (layout, int() | tuple() | ArithmeticTuple()) if (
            parts_of(layout) is not None or composed_parts(layout) is not None
        ):
            return layout
        case _:
            return value
