"""The questions of swizzled layouts: a swizzle is a bijection, and keeps blocks of its size.

So they are mostly those of the layout inside, moved by the offset (claims S1 and S2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from spec.bridges import Array
from spec.composed import AnyLayout, ComposedLayout
from spec.errors import numeral
from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.modes import modes_of
from spec.swizzle import IDENTITY, Swizzle
from spec.tla import TlaLayout
from spec.xla import XlaShape
from verif.questions import functions, offsets
from verif.questions.agreement import first_seen_difference
from verif.questions.answer import Answer, Outcome, holds, refuted, unknown
from verif.questions.bits import BitProgram, found_digits, swizzled_sum, width_of
from verif.questions.effort import Effort
from verif.questions.image import chain, coordinate, digits_of, first_missing
from verif.questions.image import offsets as every_offset
from verif.questions.offsets import INT32, ends, lowest, steps
from verif.questions.program import UndecidedError


def as_composed(layout: AnyLayout) -> ComposedLayout:
    """The layout with a swizzle, one that moves nothing where it has none.

    >>> print(as_composed(Layout(4, 2)))
    Sw<0,0,0> o 0 o 4:2
    """
    return layout if isinstance(layout, ComposedLayout) else ComposedLayout(IDENTITY, 0, layout)


def injective(layout: AnyLayout, effort: Effort) -> Answer:
    """Whether no two coordinates have one offset: exactly if the layout inside is injective."""
    if isinstance(layout, Layout):
        return offsets.injective(layout, effort)
    inside = offsets.injective(layout.layout, effort)
    if inside.outcome is Outcome.HOLDS:
        return holds(f"a swizzle is a bijection, and inside it {inside.reason}")
    if inside.witness is None:
        return inside
    coordinates = inside.witness.coordinates
    i, j = coordinates
    assert isinstance(i, int)
    return refuted("A({}) = A({}) = {}", (i, j), (layout(i),))


def bijective_onto(layout: AnyLayout, size: int, effort: Effort) -> Answer:
    """Whether each of 0 .. size - 1 is the offset of exactly one coordinate, and no other is."""
    if isinstance(layout, Layout):
        return offsets.bijective_onto(layout, size, effort)
    if layout.size != size:
        return refuted("size(A) = {}, not {}", (), (layout.size, size))
    covered = covers(layout, size, effort)
    enough = holds("it covers as many offsets as it has coordinates")
    return enough if covered.outcome is Outcome.HOLDS else covered


def covers(layout: AnyLayout, size: int, effort: Effort) -> Answer:
    """Whether each of 0 .. size - 1 is an offset.

    Up to the block with the first gap of the layout inside nothing is missing; in that block
    each number is taken back through the swizzle.
    """
    if isinstance(layout, Layout):
        return offsets.covers(layout, size, effort)
    image = _image(layout, effort)
    if image is None and layout.size < size:
        return refuted("size(A) = {}, fewer than {}", (), (layout.size, size))
    if image is None:
        return unknown("strides that are no chain, and too many offsets to enumerate")
    block = image.gap - image.gap % layout.swizzle.size
    if size <= block:
        return holds(f"nothing below {numeral(block)} is missing, with a swizzle or without")
    missing = _missing(layout.swizzle, image, range(block, size), effort)
    if missing is None:
        return holds("each, taken back through the swizzle, is an offset of the layout inside")
    return refuted("{} is no offset of A", (), (missing,))


@dataclass(frozen=True)
class _Image:
    """What the layout inside hits, moved by the offset, and the least natural that it does not."""

    gap: int
    hits: Callable[[int], bool]


def _image(layout: ComposedLayout, effort: Effort) -> _Image | None:
    """The image before the swizzle; None where it is neither a chain nor small."""
    modes = modes_of(layout.layout)
    start = layout.offset + lowest(modes)
    found, exact = chain(steps(modes))
    if exact:
        gap = first_missing(found, -start) + start if start <= 0 else 0
        return _Image(gap, lambda x: x >= start and digits_of(found, x - start) is not None)
    if layout.size > effort.elements:
        return None
    image = {layout.offset + x for x in every_offset(modes)}
    gap = next(x for x in range(len(image) + 1) if x not in image)
    return _Image(gap, lambda x: x in image)


def _missing(swizzle: Swizzle, image: _Image, numbers: range, effort: Effort) -> int | None:
    """One of the numbers that the swizzle takes back to what is not hit."""
    if len(numbers) <= effort.elements:
        return next((y for y in numbers if not image.hits(swizzle(y))), None)
    if swizzle(image.gap) in numbers:
        return swizzle(image.gap)
    program = BitProgram(max(numbers.stop, swizzle.size).bit_length() + 2)
    (name,) = program.digits("y", [numbers.stop])
    program.require(f"(bvule {program.numeral(numbers.start)} {name})")
    back = program.swizzled("x", swizzle, name)
    program.require(f"(bvule {program.numeral(image.gap)} {back})")
    solution = program.solution(effort.seconds)
    if solution is None:
        # All are taken back to below the first gap.
        return None
    if image.hits(swizzle(solution[name])):
        raise UndecidedError("too many numbers beyond the first gap to take back one by one")
    return solution[name]


def fits_int32(layout: AnyLayout, effort: Effort) -> Answer:
    """Whether every offset is a signed integer of 32 bits."""
    if isinstance(layout, Layout):
        return offsets.fits_int32(layout, effort)
    low, high = INT32
    for end in ends(layout.layout):
        if not low <= layout(end) <= high:
            return refuted("A({}) = {}, outside int32", (end,), (layout(end),))
    if (high + 1) % layout.swizzle.size == 0:
        return holds("a swizzle keeps blocks, and both ends of the layout inside stay within")
    i = _outside(layout, low, high, effort)
    if i is None:
        return holds("no offset is outside")
    return refuted("A({}) = {}, outside int32", (i,), (layout(i),))


def _outside(layout: ComposedLayout, low: int, high: int, effort: Effort) -> int | None:
    """A coordinate whose offset is not from `low` to `high`."""
    if layout.size <= effort.elements:
        return next((i for i in range(layout.size) if not low <= layout(i) <= high), None)
    modes = modes_of(layout.layout)
    program = BitProgram(max(width_of(layout), high.bit_length() + 2))
    names = program.digits("c", [s for s, _ in modes])
    image = swizzled_sum(program, "a", layout, names)
    below, above = program.numeral(low), program.numeral(high)
    program.require(f"(or (bvslt {image} {below}) (bvsgt {image} {above}))")
    solution = program.solution(effort.seconds)
    return None if solution is None else coordinate(modes, found_digits(solution, names))


def equal(a: AnyLayout | Array, b: AnyLayout | Array, effort: Effort) -> Answer:
    """Whether both have one size and the same offsets at all 1-D coordinates."""
    if not (isinstance(a, ComposedLayout) or isinstance(b, ComposedLayout)):
        return functions.equal(a, b, effort)
    if isinstance(a, TlaLayout | XlaShape) or isinstance(b, TlaLayout | XlaShape):
        raise UndecidedError("a swizzled layout and an array have no coordinates in common")
    if a.size != b.size:
        return refuted("size(A) = {}, size(B) = {}", (), (a.size, b.size))
    ours, theirs = as_composed(a), as_composed(b)
    if ours.swizzle == theirs.swizzle and ours.offset == theirs.offset:
        inside = functions.equal(ours.layout, theirs.layout, effort)
        if inside.witness is None:
            return holds("one swizzle, one offset, and the layouts coalesce to the same")
        (i,) = inside.witness.coordinates
        assert isinstance(i, int)
    else:
        i = first_seen_difference(ours, theirs, effort)
        if i is None:
            return holds("within a block of the swizzles, and from block to block, they agree")
    if a(i) == b(i):
        raise UndecidedError("Z3's coordinate does not tell them apart")
    return refuted("A({0}) = {1}, B({0}) = {2}", (i,), (a(i), b(i)))


def compatible(a: AnyLayout | IntTuple, b: AnyLayout | IntTuple, effort: Effort) -> Answer:
    """Whether at each terminal of A's shape stands a part of B's shape of that size."""
    return functions.compatible(_inside(a), _inside(b), effort)


def _inside(x: AnyLayout | IntTuple) -> Layout | IntTuple:
    return x.layout if isinstance(x, ComposedLayout) else x


def disjoint(a: AnyLayout, b: AnyLayout, effort: Effort) -> Answer:
    """Whether the images share the offset 0 only."""
    if isinstance(a, Layout) and isinstance(b, Layout):
        return offsets.disjoint(a, b, effort)
    ours, theirs = as_composed(a), as_composed(b)
    if ours.swizzle == theirs.swizzle and ours.offset == theirs.offset == 0:
        inside = offsets.disjoint(ours.layout, theirs.layout, effort)
        if inside.witness is None:
            return inside
        i, j = inside.witness.coordinates
        assert isinstance(i, int)
        assert isinstance(j, int)
        common: tuple[int, int] | None = i, j
    else:
        common = _common(ours, theirs, effort)
    if common is None:
        return holds("no offset of A but 0 is one of B")
    i, j = common
    if a(i) != b(j) or a(i) == 0:
        raise UndecidedError("Z3's coordinates do not have a common offset")
    return refuted("A({}) = B({}) = {}", (i, j), (a(i),))


def _common(a: ComposedLayout, b: ComposedLayout, effort: Effort) -> tuple[int, int] | None:
    """Coordinates with a common offset other than 0."""
    if max(a.size, b.size) <= effort.elements:
        first = {a(i): i for i in reversed(range(a.size))}
        hit = (j for j in range(b.size) if b(j) != 0 and b(j) in first)
        j = next(hit, None)
        return None if j is None else (first[b(j)], j)
    program = BitProgram(width_of(a, b))
    modes = modes_of(a.layout), modes_of(b.layout)
    names = [program.digits(side, [s for s, _ in m]) for side, m in zip("ab", modes, strict=True)]
    images = [
        swizzled_sum(program, f"{side}_", composed, digits)
        for side, composed, digits in zip("ab", (a, b), names, strict=True)
    ]
    program.require(f"(= {images[0]} {images[1]})")
    program.require(f"(not (= {images[0]} {program.numeral(0)}))")
    solution = program.solution(effort.seconds)
    if solution is None:
        return None
    i, j = (
        coordinate(m, found_digits(solution, digits))
        for m, digits in zip(modes, names, strict=True)
    )
    return i, j
