"""The question whether each of 0 .. size - 1 is an offset: covers(A, size)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from spec.composed import ComposedLayout
from spec.errors import numeral
from spec.layout import Layout
from spec.modes import modes_of, offsets
from spec.swizzle import Swizzle
from verif.questions.answer import Answer, Effort, holds, refuted, unknown
from verif.questions.bits import BitProgram
from verif.questions.image import chain, digits_of, first_missing, lowest, steps
from verif.questions.program import UndecidedError


def covers(layout: Layout, size: int, effort: Effort) -> Answer:
    """Decide whether each of 0 .. size - 1 is an offset."""
    modes = modes_of(layout)
    least = lowest(modes)
    found, exact = chain(steps(modes))
    # A chain that is not exact (see `chain`) lacks some modes. These modes do not matter if the
    # least offset is 0: the least number that the chain cannot reach is then also the least number
    # that is not an offset.
    if exact or least == 0:
        missing = first_missing(found, -least) + least
    elif layout.size <= effort.elements:
        image = set(offsets(modes))
        missing = next(x for x in range(len(image) + 1) if x not in image)
    elif layout.size < size:
        return refuted("size(A) = {} is less than {}", (), (layout.size, size))
    else:
        return unknown(
            "the strides overlap and have both signs, and there are too many offsets to enumerate"
        )
    return _up_to(missing, size)


def _up_to(missing: int, size: int) -> Answer:
    """Return the answer, where `missing` is the least natural number that is not an offset."""
    if missing < size:
        return refuted("{} is not an offset of A", (), (missing,))
    return holds(occurring(missing))


def occurring(number: int, times: str = "") -> str:
    """Return the sentence which says that each of 0 .. number - 1 is an offset.

    >>> occurring(18)
    'every offset 0 .. 17 occurs'
    """
    if number < 1:
        return "no offset is needed"
    return f"every offset 0 .. {numeral(number - 1)} occurs{times}"


def covers_swizzled(layout: ComposedLayout, size: int, effort: Effort) -> Answer:
    """Decide whether each of 0 .. size - 1 is an offset.

    The swizzle permutes the numbers within each block. Consider the block that contains the first
    gap: the least natural number that is not an offset of the inner layout. Every number below this
    block is an offset. Each other number below `size` is mapped back through the swizzle, and the
    result must be an offset of the inner layout.
    """
    image = _image(layout, effort)
    if image is None and layout.size < size:
        return refuted("size(A) = {} is less than {}", (), (layout.size, size))
    if image is None:
        return unknown("the strides overlap, and there are too many offsets to enumerate")
    if layout.swizzle.bits == 0:
        return _up_to(image.gap, size)
    block = image.gap - image.gap % layout.swizzle.size
    if size <= block:
        return holds(f"{occurring(block)}: the swizzle permutes these offsets")
    missing = _missing(layout.swizzle, image, range(block, size), effort)
    if missing is None:
        return holds(
            f"{occurring(size)}: the swizzle maps each of them to an offset of the inner layout"
        )
    return refuted("{} is not an offset of A", (), (missing,))


@dataclass(frozen=True)
class _Image:
    """The offsets before the swizzle, and the least natural number that is not such an offset."""

    gap: int
    hits: Callable[[int], bool]


def _image(layout: ComposedLayout, effort: Effort) -> _Image | None:
    """Return the offsets before the swizzle.

    Return None if no exact chain is found and the layout has too many elements to enumerate.
    """
    modes = modes_of(layout.layout)
    start = layout.offset + lowest(modes)
    found, exact = chain(steps(modes))
    if exact:
        gap = first_missing(found, -start) + start if start <= 0 else 0
        return _Image(gap, lambda x: x >= start and digits_of(found, x - start) is not None)
    if layout.size > effort.elements:
        return None
    image = {layout.offset + x for x in offsets(modes)}
    gap = next(x for x in range(len(image) + 1) if x not in image)
    return _Image(gap, lambda x: x in image)


def _missing(swizzle: Swizzle, image: _Image, numbers: range, effort: Effort) -> int | None:
    """Return one of `numbers` that is not an offset of the swizzled layout, or None.

    `image` has the offsets before the swizzle.
    """
    if numbers.stop - numbers.start <= effort.elements:
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
        # The swizzle maps each of `numbers` to a number below the first gap of the inner layout. So
        # each of `numbers` is an offset of the swizzled layout.
        return None
    if image.hits(swizzle(solution[name])):
        raise UndecidedError("there are too many numbers beyond the first gap to try one by one")
    return solution[name]
