"""Rules for swizzled layouts: what is inside, and that a swizzle takes nothing for another.

A constant swizzle is its own inverse, so that equal offsets come of equal offsets inside, and a
number is the offset of the coordinate at which its own swizzle is the offset inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.swizzle import Swizzle
from verif.sizes.rules import FIRST, NUMBER, SECOND, Rule, Values, rules

BACK: Final = "_w"
"""The number that is to be an offset; the rule of what is inside speaks of its swizzle."""

SWIZZLED: Final[dict[str, str]] = dict.fromkeys(
    (
        "a_swizzle_down_is_its_own_inverse",
        "a_swizzle_up_is_its_own_inverse",
        "an_xor_with_less_keeps_the_block",
        "bits_in_common_are_no_more",
    ),
    "verif.theory.numbers.masks",
)
"""The module of what the lines name beside those of the rules inside."""


def is_swizzled(values: Values) -> bool:
    """Whether an argument is a composed layout at some of the sizes."""
    return any(isinstance(x, ComposedLayout) for one in values for x in one)


def swizzled_rules(question: str, values: Values) -> Iterator[Rule]:
    """The texts that may decide a question on composed layouts, all of one swizzle."""
    swizzles = {x.swizzle for one in values for x in one if isinstance(x, ComposedLayout)}
    plain = any(isinstance(x, Layout) for one in values for x in one)
    if len(swizzles) != 1 or plain or question not in ("compatible", *_LINES):
        return
    (swizzle,) = swizzles
    inside = [tuple(map(_inside, one)) for one in values]
    both = len(values[0]) == 2 and isinstance(values[0][1], ComposedLayout)
    opened = ("_inA, _A = _A, _A.layout", *(("_inB, _B = _B, _B.layout",) * both))
    for rule in rules(question, inside):
        if question == "compatible":
            yield replace(rule, lines=(*opened, *rule.lines))
            continue
        unknowns = tuple(BACK if name == NUMBER else name for name in rule.unknowns)
        lines = (*opened, *_LINES[question](swizzle, rule))
        yield Rule(unknowns, lines, f"a swizzle is its own inverse, and inside {rule.by}")


def _inside(argument: Any) -> Any:
    return argument.layout if isinstance(argument, ComposedLayout) else argument


def _injective(swizzle: Swizzle, rule: Rule, letter: str = "A") -> Iterator[str]:
    """One offset of A and of the layout of that letter is one inside, of which the rule speaks."""
    yield from _swizzled(swizzle, "A", FIRST)
    yield from _swizzled(swizzle, letter, SECOND)
    yield f"if _inA(_i) == _in{letter}(_j):"
    yield f'    ensure("one offset inside", _A(_i) == _{letter}(_j))'
    yield from (f"    {line}" for line in rule.lines)


def _disjoint(swizzle: Swizzle, rule: Rule) -> Iterator[str]:
    yield from _injective(swizzle, rule, "B")
    yield '    ensure("A(i) = B(j) for 0 only", _inA(_i) == 0)'


def _equal(swizzle: Swizzle, rule: Rule) -> Iterator[str]:
    yield from rule.lines
    yield from _swizzled(swizzle, "A", FIRST)
    yield 'ensure("one offset", _inA.offset == _inB.offset)'
    yield 'ensure("A(i) = B(i)", _inA(_i) == _inB(_i))'


def _covers(swizzle: Swizzle, rule: Rule) -> Iterator[str]:
    yield f'assume("a number below", {BACK} < _B)'
    yield f"{NUMBER} = _inA.swizzle({BACK})"
    yield from _taken_back(swizzle, BACK)
    yield from _in_its_block(swizzle, BACK)
    yield f'ensure("its swizzle is below, too", {NUMBER} < _B)'
    yield from rule.lines
    yield f'ensure("the number is an offset", _inA(_at) == {BACK})'


def _bijective(swizzle: Swizzle, rule: Rule) -> Iterator[str]:
    yield from _covers(swizzle, rule)
    yield from _swizzled(swizzle, "A", FIRST)
    yield from _in_its_block(swizzle, f"_p{FIRST}")
    yield 'ensure("an offset from 0", _inA(_i) >= 0)'
    yield 'ensure("an offset below the number", _inA(_i) < _B)'
    yield from _swizzled(swizzle, "A", SECOND)
    yield "if _inA(_i) == _inA(_j):"
    yield '    ensure("one offset inside", _A(_i) == _A(_j))'
    yield '    ensure("A(i) = A(j) for i = j only", _i == _j)'


def _fits_int32(swizzle: Swizzle, rule: Rule) -> Iterator[str]:
    yield from rule.lines
    yield from _swizzled(swizzle, "A", FIRST)
    yield from _in_its_block(swizzle, f"_p{FIRST}")
    yield f'ensure("with its offset it fits", _p{FIRST} < 2147483648)'
    yield 'ensure("swizzled it fits", 0 <= _inA(_i))'
    yield 'ensure("swizzled it fits", _inA(_i) < 2147483648)'


_LINES: Final[Mapping[str, Callable[[Swizzle, Rule], Iterator[str]]]] = {
    "bijective_onto": _bijective,
    "covers": _covers,
    "disjoint": _disjoint,
    "equal": _equal,
    "fits_int32": _fits_int32,
    "injective": _injective,
}
"""The lines around those of a rule for what is inside."""


def _swizzled(swizzle: Swizzle, letter: str, index: str) -> Iterator[str]:
    """The lines that the offset inside, a natural, is taken back by the swizzle."""
    inside = f"_p{index}"
    digits = f"digits({index}, flatten(_{letter}.shape))"
    yield f'assume("{index[1:]} is a coordinate", {index} < _{letter}.size)'
    yield f"by(sums_of_steps_stay_within_their_ends, modes_of(_{letter}), {digits})"
    yield f"{inside} = _in{letter}.offset + _{letter}({index})"
    yield f'ensure("a natural inside", {inside} >= 0)'
    yield from _taken_back(swizzle, inside)


def _taken_back(swizzle: Swizzle, number: str) -> Iterator[str]:
    way = "down" if swizzle.shift >= 0 else "up"
    factor, unit = 1 << abs(swizzle.shift), _unit(swizzle)
    ones = (1 << swizzle.bits) - 1
    yield f"by(a_swizzle_{way}_is_its_own_inverse, {number}, {factor}, {unit}, {ones})"


def _in_its_block(swizzle: Swizzle, number: str) -> Iterator[str]:
    """The lines that what a swizzle makes of a number is in its block, the least that is kept."""
    mask = ((1 << swizzle.bits) - 1) * _unit(swizzle)
    by = f"// {1 << swizzle.shift}" if swizzle.shift >= 0 else f"* {1 << -swizzle.shift}"
    moved = f"({number} & {mask}) {by}"
    block = _unit(swizzle) if swizzle.shift >= 0 else swizzle.size
    yield f"by(bits_in_common_are_no_more, {number}, {mask})"
    yield f"by(an_xor_with_less_keeps_the_block, {number}, {moved}, {block})"


def _unit(swizzle: Swizzle) -> int:
    """The value of the lowest bit that is moved."""
    return 1 << (swizzle.base + max(0, swizzle.shift))
