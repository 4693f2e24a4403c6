"""Rules that decide questions for all sizes.

Each rule has a function that proves, for arbitrary coordinates, what the definition of the question
demands. Some rules use an order of the modes, which is guessed from sample sizes. If the guess
is wrong, the proof fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, Final

from spec.bridges import Array, as_layout
from spec.composed import ComposedLayout
from spec.int_tuple import flatten, product
from spec.layout import Layout
from spec.modes import modes_of
from spec.tla.layout import TlaLayout
from spec.xla.shape import XlaShape
from verif.expression import Tile
from verif.language.form import Expr, Index, Tuple
from verif.operations.kinds import is_tile
from verif.sizes.orders import groups_of, orders_of
from verif.sizes.terms import LINE, called, constant, in_turn, variable
from verif.theory.sizes import arrays, questions, swizzled

FIRST, SECOND, NUMBER = "_i", "_j", "_v"
"""The variables for two unknown coordinates and for an unknown number."""

Function = Callable[..., Any]
"""A function of the theory."""

Body = Callable[[Sequence[Expr]], Expr]
"""Maps the terms of a question's arguments to the conclusion."""


@dataclass(frozen=True)
class Rule:
    """A rule for a question: the answer is yes if the rule's conclusion is proved.

    The conclusion must hold for all natural numbers in place of the variables `unknowns`. `by`
    states the reason in words.
    """

    unknowns: tuple[str, ...]
    body: Body
    by: str


Values = Sequence[tuple[Any, ...]]
"""The arguments of a question at sample sizes."""

BY_CLAIM: Final = "elements have different positions, below the array's padded size (claim X4)"
BY_FORMULA_OF_ONE: Final = "at each index, the position's formula is a multiple of the alignment"
BY_PADDING: Final = "in the layout of the padded array,"
BY_FORMULA: Final = "the formulas of both positions are equal at each index"
APART: Final = "sorted by stride, each stride exceeds the largest offset of the modes before it"
TOGETHER: Final = "for the modes of A and B together, "
AS_ONE: Final = ", where overlapping modes of one layout count as one mode"
AGAIN: Final = "the modes of stride 0 distinguish the (thread, value) pairs of an element"
COMPACT: Final = "sorted by stride, each mode starts where the one before it ends"
GAPLESS: Final = (
    "sorted by stride, each stride is at most one more than the largest offset of the modes "
    "before it"
)


@dataclass(frozen=True)
class Rules:
    """The rules for a question about layouts, about swizzled layouts, and about tiles."""

    plain: Callable[[Values], Iterator[Rule]]
    swizzled: Callable[[Values], Iterator[Rule]] | None = None
    of_tile: Callable[[Values], Iterator[Rule]] | None = None


def rules(question: str, values: Values, *, by_index: bool = False) -> Iterator[Rule]:
    """Yield the rules for a question. With `by_index`, they compare arrays at equal indices."""
    if question not in RULES:
        return
    if any(is_tile(one[0]) for one in values):
        yield from _of_tile(question, values)
        return
    if any(isinstance(x, ComposedLayout) for one in values for x in one):
        yield from _swizzled(question, values)
        return
    for rule in RULES[question].plain(values):
        yield replace(rule, body=_by_index(rule.body)) if by_index else rule


def array_rule(question: str, given: Sequence[Any]) -> Rule | None:
    """Return the rule for a question about arrays that need not be layouts, or None."""
    kind = Array if question in ("aligned", "equal", "same_bytes") else XlaShape
    these = [x for x in given if isinstance(x, Array)]
    if question not in BY_INDEX or not all(isinstance(x, kind) for x in these):
        return None
    ranks = {len(arrays.extents_of(x)) for x in these}
    is_of_two = question in ("bitcast", "equal", "same_bytes")
    if len(ranks) != 1 or len(these) != 1 + is_of_two:
        return None
    if question == "bitcast" and len(given) > 2:
        return None
    function, count, by = BY_INDEX[question]
    names = (FIRST, SECOND)[:count]
    indices = [tuple(f"{name}{k}" for k in range(*ranks)) for name in names]

    def body(arguments: Sequence[Expr]) -> Expr:
        each = (Tuple(LINE, tuple(map(variable, index))) for index in indices)
        if question == "same_bytes":
            alike = called(arrays.of_the_same_elements, *_with_element(arguments))
            return in_turn([(None, alike)], called(function, *arguments[:2], *each))
        return called(function, *arguments, *each)

    return Rule(tuple(chain(*indices)), body, by)


def padded_rules(question: str, values: Values) -> Iterator[Rule]:
    """Yield rules that prove a question about a TLA array by the layout of the padded array.

    The offsets of the array's elements are some of this layout's offsets. So it is enough to prove
    that the layout's offsets are distinct, or fit in 32 bits.
    """
    if question not in ("fits_int32", "injective"):
        return
    if not all(isinstance(a, TlaLayout) and 0 not in flatten(a.shape) for (a,) in values):
        return
    for rule in RULES[question].plain([(arrays.padded(a),) for (a,) in values]):
        yield replace(rule, body=_of_padded(rule.body), by=f"{BY_PADDING} {rule.by}")


def _of_padded(body: Body) -> Body:
    """Wrap a rule's body: give it the layout of the padded array in place of the array."""
    return lambda arguments: body([called(arrays.padded, *arguments)])


def _with_element(arguments: Sequence[Expr]) -> tuple[Expr, ...]:
    """Return two arrays and the element type. Without an element type, the third term is None."""
    a, b, *element = arguments
    return a, b, element[0] if element else constant(None)


def _swizzled(question: str, values: Values) -> Iterator[Rule]:
    """Yield the rules for a question about composed layouts that all have the same swizzle."""
    found = RULES[question].swizzled
    if question == "disjoint" and any(isinstance(x, Tile) for one in values for x in one):
        # The rule admits a common offset 0, which two tiles must not have.
        return
    swizzles = {x.swizzle for one in values for x in one if isinstance(x, ComposedLayout)}
    plain = any(isinstance(x, Layout) for one in values for x in one)
    if found is None or (question != "compatible" and (len(swizzles) != 1 or plain)):
        return
    for rule in found([tuple(map(_inside, one)) for one in values]):
        if question == "compatible" or all(swizzle.bits == 0 for swizzle in swizzles):
            yield rule
        else:
            why = "keeps the lowest bits" if question == "aligned" else "is a bijection"
            yield replace(rule, by=f"a swizzle {why}; in the inner layout, {rule.by}")


def _of_tile(question: str, values: Values) -> Iterator[Rule]:
    """Yield the rules for a question about tiles; each tile is a layout with an offset.

    The swizzle of a swizzled tile applies to the sum of offset and layout. So such a tile is itself
    a swizzled layout.
    """
    found = RULES[question].of_tile
    inside = [(one[0][0], *one[1:]) for one in values if is_tile(one[0])]
    if all(isinstance(one[0], ComposedLayout) for one in inside):
        for rule in _swizzled(question, inside):
            yield replace(rule, body=_of_first(rule.body))
        return
    if found is not None and all(isinstance(one[0], Layout) for one in inside):
        yield from found(inside)


def _of_first(body: Body) -> Body:
    """Wrap a rule's body: give it the tile's layout in place of the first argument, a tile."""

    def of_tile(arguments: Sequence[Expr]) -> Expr:
        tile, *others = arguments
        return body([Index(LINE, tile, constant(0)), *others])

    return of_tile


def _inside(argument: Any) -> Any:
    return argument.layout if isinstance(argument, ComposedLayout) else argument


def _by_index(body: Body) -> Body:
    """Wrap a rule's body: first prove that an element has the same index in both arrays."""

    def both(arguments: Sequence[Expr]) -> Expr:
        return in_turn([(None, called(questions.of_one_extent, *arguments))], body(arguments))

    return both


def _rule(function: Function, data: tuple[Any, ...], unknowns: tuple[str, ...], by: str) -> Rule:
    """Make the rule that calls `function`.

    The function gets the question's arguments, then `data`, and then the unknowns.
    """

    def body(arguments: Sequence[Expr]) -> Expr:
        return called(function, *arguments, *map(constant, data), *map(variable, unknowns))

    return Rule(unknowns, body, by)


def _injective(values: Values, function: Function = questions.injective) -> Iterator[Rule]:
    for order in orders_of([modes_of(a) for (a,) in values]):
        data = order.places, order.back, order.whole
        yield _rule(function, data, (FIRST, SECOND), APART)


def _disjoint(
    values: Values,
    function: Function = questions.disjoint,
    by_groups: Function = questions.disjoint_by_groups,
) -> Iterator[Rule]:
    for order in orders_of([(*modes_of(a), *modes_of(b)) for a, b in values]):
        data = order.places, order.back, order.whole
        yield _rule(function, data, (FIRST, SECOND), TOGETHER + APART)
    groups = groups_of([(modes_of(a), modes_of(b)) for a, b in values])
    if groups is not None:
        yield _rule(by_groups, groups, (FIRST, SECOND), TOGETHER + APART + AS_ONE)


def _bijective_onto(
    values: Values, function: Function = questions.bijective_onto
) -> Iterator[Rule]:
    for order in orders_of([modes_of(a) for a, _ in values]):
        if not order.has_back:
            data = order.places, order.whole
            yield _rule(function, data, (FIRST, SECOND, NUMBER), COMPACT)


def _covers(
    values: Values,
    compactly: Function = questions.covers_compactly,
    greedily: Function = questions.covers_greedily,
) -> Iterator[Rule]:
    found = [o for o in orders_of([modes_of(a) for a, _ in values]) if not o.has_back]
    for order in found:
        yield _rule(compactly, (order.places, order.whole), (NUMBER,), COMPACT)
    for order in found:
        yield _rule(greedily, (order.largest_first, order.whole), (NUMBER,), GAPLESS)


def _equal(values: Values, function: Function = questions.equal) -> Iterator[Rule]:
    if all(isinstance(x, Layout) for one in values for x in one):
        yield _rule(function, (), (FIRST,), "both coalesce to the same modes")


def _compatible(_: Values) -> Iterator[Rule]:
    why = "each integer of A's shape is the size of the corresponding part of B's shape"
    yield _rule(questions.is_compatible, (), (), why)


def _composable(_: Values) -> Iterator[Rule]:
    why = "`composition` accepts the layouts, and its result is A after B (claim P1c)"
    yield _rule(questions.composable, (), (FIRST,), why)


def _distributes(_: Values) -> Iterator[Rule]:
    why = "`composition` accepts the layouts, so composition distributes (claim D1a)"
    yield _rule(questions.distributes, (), (FIRST,), why)


def _fits_int32(values: Values, function: Function = questions.fits_int32) -> Iterator[Rule]:
    back = tuple(
        k
        for k in range(len(modes_of(values[0][0])))
        if any(modes_of(a)[k][1] < 0 for (a,) in values if len(modes_of(a)) > k)
    )
    why = (
        "every intermediate product and sum stays between the least and the greatest offset, "
        "and both offsets fit"
    )
    yield _rule(function, (back,), (FIRST,), why)


def _aligned(_: Values, function: Function = questions.aligned) -> Iterator[Rule]:
    why = "every mode of size 2 or more has a stride that is a multiple of the alignment"
    yield _rule(function, (), (FIRST,), why)


def _bitcast(values: Values) -> Iterator[Rule]:
    why = "in row-major order of the indices, both coalesce to the same modes"
    is_transposed = any(len(one) > 2 for one in values)
    function = questions.bitcast_of_transpose if is_transposed else questions.bitcast
    yield _rule(function, (), (FIRST,), why)


def _same_bytes(_: Values) -> Iterator[Rule]:
    """Yield the rule which proves that two arrays hold the same bytes, if both are layouts."""

    def body(arguments: Sequence[Expr]) -> Expr:
        a, b = (called(as_layout, one) for one in arguments[:2])
        alike = called(arrays.of_the_same_elements, *_with_element(arguments))
        extents = called(questions.of_one_extent, a, b)
        return in_turn(
            [(None, alike), (None, extents)], called(questions.equal, a, b, variable(FIRST))
        )

    why = "both have the same element type and equally many bytes, and coalesce to the same modes"
    yield Rule((FIRST,), body, why)


def _covers_once(values: Values) -> Iterator[Rule]:
    """Return the rules which prove that each element of a tile is covered exactly once, or n times.

    The number of times is the optional third argument. The offsets of the thread-value layout are
    the 1-D coordinates of the elements.
    """
    if all(len(one) == 2 for one in values):
        return _bijective_onto([(tv, product(tile)) for tv, tile in values], questions.covers_once)
    takers = [(questions.numbered(tv, product(tile)), 0) for tv, tile, _ in values]
    return (
        replace(rule, by=f"{AGAIN}; {rule.by}")
        for rule in _bijective_onto(takers, questions.covers_times)
    )


BY_INDEX: Final[Mapping[str, tuple[Function, int, str]]] = {
    "aligned": (arrays.aligned_array, 1, BY_FORMULA_OF_ONE),
    "bitcast": (arrays.bitcast_array, 1, BY_FORMULA),
    "equal": (arrays.equal_arrays, 1, BY_FORMULA),
    "fits_int32": (arrays.fits_int32_array, 1, BY_CLAIM),
    "injective": (arrays.injective_array, 2, BY_CLAIM),
    "same_bytes": (arrays.equal_arrays, 1, BY_FORMULA),
}
"""Rules for arrays that need not be layouts, by question.

Each entry has the rule's function, the number of indices that this function takes, and the reason
that an answer prints.
"""

RULES: Final[Mapping[str, Rules]] = {
    "aligned": Rules(
        _aligned,
        partial(_aligned, function=swizzled.aligned_swizzled),
        partial(_aligned, function=questions.aligned_from),
    ),
    "bijective_onto": Rules(
        _bijective_onto, partial(_bijective_onto, function=swizzled.bijective_onto_swizzled)
    ),
    "bitcast": Rules(_bitcast),
    "compatible": Rules(_compatible, _compatible),
    "composable": Rules(_composable),
    "covers": Rules(
        _covers,
        partial(
            _covers,
            compactly=swizzled.covers_compactly_swizzled,
            greedily=swizzled.covers_greedily_swizzled,
        ),
    ),
    "covers_once": Rules(_covers_once),
    "disjoint": Rules(
        _disjoint,
        partial(
            _disjoint,
            function=swizzled.disjoint_swizzled,
            by_groups=swizzled.disjoint_by_groups_swizzled,
        ),
    ),
    "distributes": Rules(_distributes),
    "equal": Rules(_equal, partial(_equal, function=swizzled.equal_swizzled)),
    "fits_int32": Rules(
        _fits_int32,
        partial(_fits_int32, function=swizzled.fits_int32_swizzled),
        partial(_fits_int32, function=questions.fits_int32_from),
    ),
    "same_bytes": Rules(_same_bytes),
    "injective": Rules(
        _injective,
        partial(_injective, function=swizzled.injective_swizzled),
        partial(_injective, function=questions.injective_from),
    ),
}
