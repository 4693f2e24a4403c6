"""Rules by which questions are decided for all sizes: texts of claims that cite proved lemmas.

Each text concludes what the question asks, by its definition, of any coordinates. The order of the
modes that goes into a lemma is a guess from some sizes: a wrong one is not proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from spec.int_tuple import product
from spec.layout import Layout
from spec.modes import modes_of
from verif.sizes.orders import Order, orders_of

FIRST, SECOND, NUMBER = "_i", "_j", "_v"
"""Unknown coordinates and numbers; no name of a user begins with a bar."""


@dataclass(frozen=True)
class Rule:
    """A text that decides a question: its unknowns beside the sizes, its lines, what it imports.

    In the lines _A and _B are the question's arguments. `by` says what it rests on.
    """

    unknowns: tuple[str, ...]
    lines: tuple[str, ...]
    by: str


Values = Sequence[tuple[Any, ...]]
"""The arguments of a question at some sizes."""

DIGITS: Final = "verif.theory.sizes.digits"

IMPORTS: Final[dict[str, str]] = {
    **dict.fromkeys(("ensure", "assume", "attempt", "by"), "verif.kernel.claim"),
    **dict.fromkeys(("layout_of", "modes_of", "value"), "spec.modes"),
    "digits": "spec.coordinates",
    "flatten": "spec.int_tuple",
    "unflatten": "spec.int_tuple",
    "compatible": "spec.int_tuple",
    "product": "spec.int_tuple",
    "composition": "spec.composition",
    **dict.fromkeys(
        (
            *(
                "sums_tell_their_digits",
                "arranged",
                "by_stride",
                "digits_arranged",
                "digits_placed",
                "moving",
            ),
            *("modes_end_to_end_are_the_coordinate", "remainders", "greedy_digits"),
            *("steps_without_gaps_reach_every_number", "sum_of_steps"),
            *("modes_of_one_normal_form_are_one_function", "sums_of_steps_stay_within_their_ends"),
        ),
        DIGITS,
    ),
    "extended_is_value_within_the_size": "verif.theory.layouts.modes",
}
"""The modules of what the lines name."""

EXTENTS: Final = (
    'ensure("of one rank", _A.rank == _B.rank)',
    "for _ours, _theirs in zip(_A, _B, strict=True):",
    '    ensure("of one extent", _ours.size == _theirs.size)',
)
"""The lines by which layouts of one function have one at every index."""

APART: Final = "in some order each stride is above all that the modes before it reach"
COMPACT: Final = "in some order each mode starts where the one before ends"
GAPLESS: Final = "in some order no stride is more than one above what the modes before it reach"


REQUIRED: Final[Mapping[str, tuple[str, ...]]] = {
    "aligned": ('ensure("a multiple of 1 or more", _B >= 1)',),
    "composable": ('ensure("a mode to overflow into", len(modes_of(_A)) >= 1)',),
    "covers_once": (
        'ensure("a mode of threads and one of values", _A.rank == 2)',
        "for _side in flatten(_B):",
        '    ensure("a side of 1 or more", _side >= 1)',
    ),
    "distributes": (
        'ensure("a mode to overflow into", len(modes_of(_A)) >= 1)',
        "for _, _step in modes_of(_B):",
        '    ensure("no stride below 0", _step >= 0)',
    ),
}
"""The lines that a question makes sense: what its answer at numbers requires of its arguments."""


def rules(question: str, values: Values, *, by_index: bool = False) -> Iterator[Rule]:
    """The texts that may decide a question; `by_index` if arrays are compared at each index."""
    first = (*REQUIRED.get(question, ()), *(EXTENTS if by_index else ()))
    for rule in RULES[question](values) if question in RULES else ():
        yield replace(rule, lines=(*first, *rule.lines))


def _injective(values: Values) -> Iterator[Rule]:
    for order in orders_of([modes_of(a) for (a,) in values]):
        yield Rule(
            (FIRST, SECOND),
            (
                *_coordinates("_A", FIRST),
                *_coordinates("_A", SECOND),
                "_modes, _x, _y = modes_of(_A), digits(_i, _shapes), digits(_j, _shapes)",
                "if _A(_i) == _A(_j):",
                *_indented(_digits_are_equal(order)),
                '    ensure("A(i) = A(j) for i = j only", _i == _j)',
            ),
            APART,
        )


def _disjoint(values: Values) -> Iterator[Rule]:
    for order in orders_of([(*modes_of(a), *modes_of(b)) for a, b in values]):
        yield Rule(
            (FIRST, SECOND),
            (
                *_coordinates("_A", FIRST),
                "_x = digits(_i, _shapes)",
                *_coordinates("_B", SECOND),
                "_y = digits(_j, _shapes)",
                "_modes = (*modes_of(_A), *modes_of(_B))",
                "_x, _y = (*_x, *(0 for _ in _y)), (*(0 for _ in _x), *_y)",
                "if _A(_i) == _B(_j):",
                *_indented(_digits_are_equal(order)),
                '    ensure("A(i) = B(j) for 0 only", _A(_i) == 0)',
            ),
            "together, " + APART,
        )


def _bijective(values: Values) -> Iterator[Rule]:
    for order in orders_of([modes_of(a) for a, _ in values]):
        if order.has_back:
            continue
        yield Rule(
            (FIRST, SECOND, NUMBER),
            (
                'ensure("as many coordinates as numbers", _A.size == _B)',
                *_coordinates("_A", FIRST),
                *_coordinates("_A", SECOND),
                "_modes, _x, _y = modes_of(_A), digits(_i, _shapes), digits(_j, _shapes)",
                "if _A(_i) == _A(_j):",
                *_indented(_digits_are_equal(order)),
                '    ensure("A(i) = A(j) for i = j only", _i == _j)',
                *_order(order.places, order.whole),
                "_steps = arranged(_modes, _order, ())",
                "_taken = digits_arranged(_modes, _x, _order, ())",
                "by(sums_of_steps_stay_within_their_ends, _steps, _taken)",
                'ensure("an offset from 0", _A(_i) >= 0)',
                'ensure("an offset below the number", _A(_i) < _B)',
                *_reaches_compact(),
            ),
            COMPACT,
        )


def _covers(values: Values) -> Iterator[Rule]:
    found = list(orders_of([modes_of(a) for a, _ in values]))
    for order in found:
        if not order.has_back:
            start = ("_modes = modes_of(_A)", *_order(order.places, order.whole))
            steps = "_steps = arranged(_modes, _order, ())"
            yield Rule((NUMBER,), (*start, steps, *_reaches_compact()), COMPACT)
    for order in found:
        if not order.has_back:
            lines = (
                "_modes = modes_of(_A)",
                *_order(order.largest_first, order.whole),
                "_steps = arranged(_modes, _order, ())",
                *_below_the_number(),
                "by(steps_without_gaps_reach_every_number, _steps, _v)",
                "_x = digits_placed(len(_modes), greedy_digits(_steps, _v), _order)",
                *_is_reached(),
            )
            yield Rule((NUMBER,), lines, GAPLESS)


def _equal(values: Values) -> Iterator[Rule]:
    if all(isinstance(x, Layout) for one in values for x in one):
        yield Rule(
            (FIRST,),
            (
                'ensure("as many coordinates", _A.size == _B.size)',
                *_coordinates("_A", FIRST),
                "_ours, _theirs = modes_of(_A), modes_of(_B)",
                "by(modes_of_one_normal_form_are_one_function, _ours, _theirs, _i)",
                "by(extended_is_value_within_the_size, _ours, _i)",
                "by(extended_is_value_within_the_size, _theirs, _i)",
                'ensure("A(i) = B(i)", _A(_i) == _B(_i))',
            ),
            "both coalesce to the same modes",
        )


def _compatible(values: Values) -> Iterator[Rule]:
    yield Rule(
        (),
        (f'ensure("compatible", {compatible_text(values[0])})',),
        "each terminal of A is the size of what stands there in B",
    )


def compatible_text(arguments: tuple[Any, ...]) -> str:
    """The text that A is compatible with B, layouts or shapes."""
    ours, theirs = (".shape" if isinstance(x, Layout) else "" for x in arguments)
    return f"compatible(_A{ours}, _B{theirs})"


def _composable(_: Values) -> Iterator[Rule]:
    accepted = (
        'ensure("compatible(B, R)", compatible(_B.shape, _found.shape))',
        'ensure("R(i) = A(B(i))", _found(_i) == _A.extended(_B(_i)))',
    )
    why = "composition accepts it, and what it accepts is A after B: claim P1c"
    yield Rule((FIRST,), _where_accepted("P1c", accepted), why)


def _distributes(_: Values) -> Iterator[Rule]:
    accepted = (
        "_sum, _rest = 0, _i",
        "for _mode in _B:",
        "    _sum = _sum + _A.extended(_mode(_rest % _mode.size))",
        "    _rest = _rest // _mode.size",
        'ensure("A(B(i)) = A(B_1(i_1)) + .. + A(B_m(i_m))", _A.extended(_B(_i)) == _sum)',
    )
    why = "composition accepts it, and what it accepts distributes: claim D1a"
    yield Rule((FIRST,), _where_accepted("D1a", accepted), why)


def _where_accepted(claim: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The lines that composition accepts, and then by a claim, which is of flat layouts, these."""
    return (
        'assume("i is a coordinate", _i < _B.size)',
        "_found = attempt(composition, _A, _B)",
        'ensure("composition accepts", _found is not None)',
        "if _found is not None:",
        f'    by("{claim}", layout_of(modes_of(_A)), layout_of(modes_of(_B)), _i)',
        *_indented(lines),
    )


def _fits_int32(values: Values) -> Iterator[Rule]:
    back = tuple(
        k
        for k in range(len(modes_of(values[0][0])))
        if any(modes_of(a)[k][1] < 0 for (a,) in values if len(modes_of(a)) > k)
    )
    yield Rule(
        (FIRST,),
        (
            *_coordinates("_A", FIRST),
            "_modes, _x = modes_of(_A), digits(_i, _shapes)",
            "for _k in range(len(_modes)):",
            "    _one = _modes[_k : _k + 1]",
            f"    _step = arranged(_one, (0,), (0,) if _k in {back!r} else ())",
            "    by(sums_of_steps_stay_within_their_ends, _step, _x[_k : _k + 1])",
            "for _k in range(len(_modes)):",
            "    for _l in range(_k + 1, len(_modes) + 1):",
            "        _sum = sum_of_steps(_modes[_k:_l], _x[_k:_l])",
            '        ensure("each sum on the way fits", -2147483648 <= _sum)',
            '        ensure("each sum on the way fits", _sum < 2147483648)',
            'ensure("the sum of all is the offset", _A(_i) == sum_of_steps(_modes, _x))',
        ),
        "no product and no sum on the way exceeds the sums of all steps up and of all down",
    )


def _aligned(_: Values) -> Iterator[Rule]:
    yield Rule(
        (FIRST,),
        (
            *_coordinates("_A", FIRST),
            "for _s, _d in modes_of(_A):",
            "    if _s != 1:",
            '        ensure("each stride is a multiple", _d % _B == 0)',
            'ensure("each offset is a multiple", _A(_i) % _B == 0)',
        ),
        "each stride of a mode that is longer than 1 is a multiple",
    )


def _covers_once(values: Values) -> Iterator[Rule]:
    """A tile is covered once where its elements are, by their 1-D coordinates."""
    for rule in _bijective([(tv, product(tile)) for tv, tile in values]):
        yield replace(rule, lines=("_B = product(_B)", *rule.lines))


RULES: Final[Mapping[str, Callable[[Values], Iterator[Rule]]]] = {
    "aligned": _aligned,
    "bijective_onto": _bijective,
    "compatible": _compatible,
    "composable": _composable,
    "covers": _covers,
    "covers_once": _covers_once,
    "disjoint": _disjoint,
    "distributes": _distributes,
    "equal": _equal,
    "fits_int32": _fits_int32,
    "injective": _injective,
}


def _coordinates(layout: str, unknown: str) -> tuple[str, ...]:
    return (
        f'assume("{unknown[1:]} is a coordinate", {unknown} < {layout}.size)',
        f"_shapes = flatten({layout}.shape)",
    )


def _order(places: str, whole: bool) -> tuple[str, ...]:
    """The places of the modes in their order, all of them, or those of size 2 at least."""
    return (f"_order = {places}" if whole else f"_order = moving(_modes, {places})",)


def _digits_are_equal(order: Order) -> tuple[str, ...]:
    return (
        *_order(order.places, order.whole),
        f"_back = {order.back}",
        "by(",
        "    sums_tell_their_digits,",
        "    arranged(_modes, _order, _back),",
        "    1,",
        "    0,",
        "    0,",
        "    digits_arranged(_modes, _x, _order, _back),",
        "    digits_arranged(_modes, _y, _order, _back),",
        ")",
    )


def _below_the_number() -> tuple[str, ...]:
    return ('assume("a number below", _v < _B)',)


def _reaches_compact() -> tuple[str, ...]:
    return (
        *_below_the_number(),
        "by(modes_end_to_end_are_the_coordinate, _steps, 1, _v)",
        "_x = digits_placed(len(_modes), remainders(_v, _steps), _order)",
        *_is_reached(),
    )


def _is_reached() -> tuple[str, ...]:
    """The digits are a coordinate, at which the offset is the number."""
    return (
        "_at = unflatten(_x, _A.shape)",
        'ensure("the number is an offset", _A(_at) == _v)',
    )


def _indented(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"    {line}" for line in lines)
