"""Rules by which a question is false for all sizes: a witness at each, one of a few by cases.

A case is a test of the question's arguments and the lines that are shown where it is true. Which
cases there are is told by some sizes, and that there are no others is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, permutations
from types import FunctionType
from typing import Any, Final

from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.modes import modes_of
from verif.sizes.covering import covering
from verif.sizes.rules import Rule, Values, compatible_text
from verif.theory.sizes import witnesses

MODULE: Final = witnesses.__name__

Subject = tuple[str, Callable[..., tuple[Any, ...]]]
"""The arguments of a test: their text, and what they are at numbers."""

BOTH: Final[Subject] = ("_A, _B", lambda a, b: (a, b))
FIRST_ONE: Final[Subject] = ("_A", lambda a, *_: (a,))
MODES: Final[Subject] = ("_modes", lambda a, *_: (modes_of(a),))
JOINED: Final[Subject] = ("_modes", lambda a, b: ((*modes_of(a), *modes_of(b)),))


@dataclass(frozen=True)
class Case:
    """A test of a subject at some places of its modes, and the lines where it is true."""

    test: Callable[..., Any]
    subject: Subject
    lines: tuple[str, ...]
    places: tuple[int, ...] = field(default=())

    @property
    def condition(self) -> str:
        return f"{self.test.__name__}({', '.join((self.subject[0], *map(str, self.places)))})"

    def is_true(self, arguments: tuple[Any, ...]) -> bool:
        """Whether the test is true of these arguments of the question."""
        return bool(self.test(*self.subject[1](*arguments), *self.places))


def contrary(question: str, values: Values) -> Iterator[Rule]:
    """The texts that a question is false, by its definition, for those that have one."""
    if any(isinstance(x, ComposedLayout) for one in values for x in one):
        yield from _swizzled(question, values)
    elif question == "compatible":
        lines = (f'ensure("not compatible", not {compatible_text(values[0])})',)
        yield Rule((), lines, "a terminal that is not the size of what stands there")
    elif question in CASES:
        yield from _by_cases(question, values, list(CASES[question](values[0])))


def _by_cases(question: str, values: Values, found: Sequence[Case]) -> Iterator[Rule]:
    """The text that one of the cases is at each of the sizes."""
    chosen = _enough(found, values) if len({tuple(map(_rank, v)) for v in values}) == 1 else []
    if chosen:
        modes = ("_modes = modes_of(_A)", *_modes_of_both(question))
        yield Rule((), (*modes, *_chain(chosen)), "there is a witness at each of the sizes")


def _swizzled(question: str, values: Values) -> Iterator[Rule]:
    """The text of what is inside: a swizzle takes one offset to one, and keeps the size."""
    if question in SWIZZLED and all(isinstance(a, ComposedLayout) for a, *_ in values):
        inside = [(a.layout, *others) for a, *others in values]
        for rule in _by_cases(question, inside, list(SWIZZLED[question](inside[0]))):
            yield replace(rule, lines=("_inA, _A = _A, _A.layout", *rule.lines))


def imports() -> dict[str, str]:
    """The modules of what the lines name beside those of the rules."""
    own = (x for x in vars(witnesses).values() if isinstance(x, FunctionType))
    return {x.__name__: MODULE for x in own if x.__module__ == MODULE}


def _rank(argument: Any) -> int:
    return len(modes_of(argument)) if isinstance(argument, Layout) else 0


def _modes_of_both(question: str) -> tuple[str, ...]:
    return ("_modes = (*modes_of(_A), *modes_of(_B))",) if question == "disjoint" else ()


def _enough(found: Sequence[Case], values: Values) -> list[Case]:
    """As few cases as have a true one at all sizes; none where there are none such."""
    hits = {
        k: sum(1 << n for n, one in enumerate(values) if case.is_true(one))
        for k, case in enumerate(found)
    }
    chosen, left = covering(hits, (1 << len(values)) - 1)
    return [] if left else [found[k] for k in chosen]


def _chain(cases: Sequence[Case]) -> Iterator[str]:
    for number, case in enumerate(cases):
        yield f"{'el' * (number > 0)}if {case.condition}:"
        yield from (f"    {line}" for line in case.lines)
    yield "else:"
    yield '    ensure("a witness", 0 == 1)'


def _collisions(a: Layout) -> Iterator[Case]:
    """Two coordinates with one offset: the digits of each, and that they differ."""
    rank = _rank(a)

    def case(
        test: Callable[..., Any], places: tuple[int, ...], one: str, other: str, at: int
    ) -> Case:
        lines = (
            f"_x, _y = {one}, {other}",
            'ensure("two coordinates", ' + f"_x[{at}] != _y[{at}])",
            'ensure("A(i) = A(j)", _A(unflatten(_x, _A.shape)) == _A(unflatten(_y, _A.shape)))',
        )
        return Case(test, MODES, lines, places)

    for p in range(rank):
        one, other = _digit(rank, p, "1"), _digit(rank, p, "0")
        yield case(witnesses.stands_still, (p,), one, other, p)
    for p, q in permutations(range(rank), 2):
        once = _digit(rank, q, "1")
        forth, back = f"steps_to(_modes, {p}, {q})", f"steps_back(_modes, {p}, {q})"
        yield case(witnesses.steps_to, (p, q), _digit(rank, p, forth), once, p)
        together = f"digits_together({rank}, {p}, {back}, {q}, 1)"
        yield case(witnesses.steps_back, (p, q), together, _digit(rank, p, "0"), q)
    for p, q in permutations(range(rank), 2):
        one = _digit(rank, p, f"_modes[{q}][1]")
        yield case(witnesses.steps_cross, (p, q), one, _digit(rank, q, f"_modes[{p}][1]"), p)

    for p, q, r in permutations(range(rank), 3):
        x, y = (f"in_two(_modes, {p}, {q}, {r})[{k}]" for k in (0, 1))
        together = f"digits_together({rank}, {p}, {x}, {q}, {y})"
        yield case(witnesses.steps_in_two, (p, q, r), together, _digit(rank, r, "1"), r)


def _digit(rank: int, place: int, digit: str) -> str:
    return f"digits_at({rank}, {place}, {digit})"


def _other_size() -> Iterator[Case]:
    yield Case(witnesses.other_size, BOTH, ('ensure("not as many", _A.size != _B)',))


def _bijective(values: tuple[Any, ...]) -> Iterator[Case]:
    yield from _other_size()
    yield from _collisions(values[0])
    lines = (
        "_last = unflatten(furthest(modes_of(_A), 1), _A.shape)",
        'ensure("an offset that is no such number", _A(_last) >= _B)',
    )
    yield Case(witnesses.beyond, BOTH, lines)


def _swizzled_alike(values: tuple[Any, ...]) -> Iterator[Case]:
    """Two coordinates with one offset inside, and so with one offset."""
    alike = "_inA(unflatten(_x, _A.shape)) == _inA(unflatten(_y, _A.shape))"
    for case in _collisions(values[0]):
        yield replace(case, lines=(*case.lines, f'ensure("swizzled, too", {alike})'))


def _covers(_: tuple[Any, ...]) -> Iterator[Case]:
    yield Case(witnesses.too_few, BOTH, ('ensure("too few coordinates", _A.size < _B)',))


def _disjoint(values: tuple[Any, ...]) -> Iterator[Case]:
    """A coordinate of each with one offset other than 0."""
    ours, theirs = map(_rank, values)

    def case(test: Callable[..., Any], p: int, q: int, one: str, other: str) -> Case:
        x, y = (one, other) if p < ours else (other, one)
        at_x, at_y = (p, q - ours) if p < ours else (q, p - ours)
        lines = (
            f"_x = _A(unflatten({_digit(ours, at_x, x)}, _A.shape))",
            f"_y = _B(unflatten({_digit(theirs, at_y, y)}, _B.shape))",
            'ensure("one offset of both", _x == _y)',
            'ensure("that is not 0", _x != 0)',
        )
        return Case(test, JOINED, lines, (p, q))

    for p, q in permutations(range(ours + theirs), 2):
        if (p < ours) != (q < ours):
            yield case(witnesses.steps_to, p, q, f"steps_to(_modes, {p}, {q})", "1")
    for p in range(ours):
        for q in range(ours, ours + theirs):
            yield case(witnesses.steps_cross, p, q, f"_modes[{q}][1]", f"_modes[{p}][1]")


def _equal(values: tuple[Any, ...]) -> Iterator[Case]:
    a, b = values
    yield Case(witnesses.of_other_sizes, BOTH, ('ensure("of other sizes", _A.size != _B.size)',))
    for letter, layout, test in (
        ("A", a, witnesses.differ_at_a_step_of_the_first),
        ("B", b, witnesses.differ_at_a_step_of_the_second),
    ):
        for p in range(_rank(layout)):
            at = f"_at = unit(_{letter}, {p})"
            yield Case(test, BOTH, (at, 'ensure("A(i) is not B(i)", _A(_at) != _B(_at))'), (p,))
    last = 'ensure("A(i) is not B(i)", _A(_A.size - 1) != _B(_B.size - 1))'
    yield Case(witnesses.differ_at_the_end, BOTH, (last,))


def _aligned(values: tuple[Any, ...]) -> Iterator[Case]:
    for p in range(_rank(values[0])):
        lines = (f"_at = unit(_A, {p})", 'ensure("no multiple", _A(_at) % _B != 0)')
        yield Case(witnesses.off_a_multiple, BOTH, lines, (p,))


def _distributes(values: tuple[Any, ...]) -> Iterator[Case]:
    for p, q in combinations(range(values[1].rank), 2):
        lines = (
            f"_at = ends_of_two(_B, {p}, {q})",
            'ensure("A(B(i)) is not the sum", mode_by_mode(_A, _B, _at) != _A.extended(_B(_at)))',
        )
        yield Case(witnesses.carries, BOTH, lines, (p, q))


def _fits_int32(_: tuple[Any, ...]) -> Iterator[Case]:
    for up in (1, 0):
        lines = (
            f"_at = unflatten(furthest(_modes, {up}), _A.shape)",
            'ensure("beyond int32", not -2147483648 <= _A(_at) < 2147483648)',
        )
        yield Case(witnesses.outside_int32, FIRST_ONE, lines, (up,))


CASES: Final[Mapping[str, Callable[[tuple[Any, ...]], Iterator[Case]]]] = {
    "aligned": _aligned,
    "bijective_onto": _bijective,
    "covers": _covers,
    "disjoint": _disjoint,
    "distributes": _distributes,
    "equal": _equal,
    "fits_int32": _fits_int32,
    "injective": lambda values: _collisions(values[0]),
}
"""The cases in which a question is false, those of which less is asked first."""

SWIZZLED: Final[Mapping[str, Callable[[tuple[Any, ...]], Iterator[Case]]]] = {
    "bijective_onto": lambda values: chain(_other_size(), _swizzled_alike(values)),
    "covers": _covers,
    "injective": _swizzled_alike,
}
"""Those of a swizzled layout, told by what is inside."""
