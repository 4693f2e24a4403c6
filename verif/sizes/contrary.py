"""Rules to prove that a question is false for all sizes, with a witness at each size.

A case has a test of the question's arguments, and a function that shows that the question is false
if the test is true. Sample sizes suggest the cases, and a proof shows that the cases cover all
sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations, permutations
from typing import Any, Final, TypeVar

from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.modes import modes_of
from verif.language.form import Expr, Field, If, Spread, Tuple
from verif.sizes.rules import Rule, Values
from verif.sizes.terms import LINE, called, constant
from verif.theory.sizes import counterexamples, witnesses

Key = TypeVar("Key")

Function = Callable[..., Any]
"""A function of the theory."""


@dataclass(frozen=True)
class Subject:
    """How to compute a test's arguments from a question's arguments.

    `at` computes values from values, and `terms` computes terms from terms.
    """

    at: Callable[..., tuple[Any, ...]]
    terms: Callable[..., tuple[Expr, ...]]


BOTH: Final = Subject(lambda a, b: (a, b), lambda a, b: (a, b))
FIRST_ONE: Final = Subject(lambda a, *_: (a,), lambda a, *_: (a,))
MODES: Final = Subject(lambda a, *_: (modes_of(a),), lambda a, *_: (called(modes_of, a),))
JOINED: Final = Subject(
    lambda a, b: ((*modes_of(a), *modes_of(b)),),
    lambda a, b: (Tuple(LINE, tuple(Spread(LINE, called(modes_of, x)) for x in (a, b))),),
)


@dataclass(frozen=True)
class Case:
    """A test, and a function that shows that the answer to a question is no if the test is true.

    `test` is called with the arguments that `subject` computes, followed by `places`, the positions
    of the modes that the case is about. `shows` is called with the first `takes` arguments of the
    question, followed by `places`.
    """

    test: Function
    subject: Subject
    shows: Function
    places: tuple[int, ...] = ()
    takes: int = 2

    def is_true(self, arguments: tuple[Any, ...]) -> bool:
        """Return whether the case's test is true, given the arguments of the question."""
        return bool(self.test(*self.subject.at(*arguments), *self.places))

    def condition(self, arguments: Sequence[Expr]) -> Expr:
        """Return the call of the case's test as a term, given the arguments of the question."""
        places = map(constant, self.places)
        return called(self.test, *self.subject.terms(*arguments), *places)

    def shown(self, arguments: Sequence[Expr]) -> Expr:
        """Return the term that shows that the question is false."""
        return called(self.shows, *arguments[: self.takes], *map(constant, self.places))


def contrary(question: str, values: Values) -> Iterator[Rule]:
    """Yield the rules that prove, from the definition of a question, that its answer is no."""
    if any(isinstance(x, ComposedLayout) for one in values for x in one):
        yield from _swizzled(question, values)
    elif question == "compatible":
        why = "an integer of A's shape is not the size of the corresponding part of B's shape"
        yield Rule((), lambda arguments: called(counterexamples.not_compatible, *arguments), why)
    elif question in CASES:
        chosen = _enough(list(CASES[question](values[0])), values)
        if chosen:
            yield _by_cases(partial(_chain, chosen))


def _swizzled(question: str, values: Values) -> Iterator[Rule]:
    """Yield the rule: the answer for a swizzled layout is no if it is no for the inner layout.

    The inner layout suffices, because a swizzle is a bijection and keeps the size of the layout.
    """
    if question not in SWIZZLED or not all(isinstance(a, ComposedLayout) for a, *_ in values):
        return
    inside = [(a.layout, *others) for a, *others in values]
    chosen = _enough(list(SWIZZLED[question](inside[0])), inside)

    def body(arguments: Sequence[Expr]) -> Expr:
        composed, *others = arguments
        return _chain(chosen, [Field(LINE, composed, "layout"), *others], composed)

    if chosen:
        yield _by_cases(body)


def _by_cases(body: Callable[[Sequence[Expr]], Expr]) -> Rule:
    return Rule((), body, "there is a counterexample at every size")


def covering(sets: Mapping[Key, int], wanted: int) -> tuple[list[Key], int]:
    """Return keys whose sets cover `wanted` as far as possible, and the uncovered bits.

    Sets are bit masks of samples. Each step chooses the key that covers the most uncovered bits.

    >>> covering({"a": 0b0011, "b": 0b1110, "c": 0b0001}, 0b11111)
    (['b', 'a'], 16)
    """
    chosen: list[Key] = []
    left = wanted
    while left:
        best = max(sets, key=lambda key: (left & sets[key]).bit_count(), default=None)
        if best is None or not left & sets[best]:
            break
        chosen.append(best)
        left &= ~sets[best]
    return chosen, left


def _rank(argument: Any) -> int:
    return len(modes_of(argument)) if isinstance(argument, Layout) else 0


def _enough(found: Sequence[Case], values: Values) -> list[Case]:
    """Return a small set of cases that covers every sample, or an empty list."""
    if len({tuple(map(_rank, one)) for one in values}) != 1:
        return []
    hits = {
        k: sum(1 << n for n, one in enumerate(values) if case.is_true(one))
        for k, case in enumerate(found)
    }
    chosen, left = covering(hits, (1 << len(values)) - 1)
    return [] if left else [found[k] for k in chosen]


def _chain(cases: Sequence[Case], arguments: Sequence[Expr], composed: Expr | None = None) -> Expr:
    """Return the term that applies the first case whose test is true.

    The term also requires that at least one test is true.
    """
    if not cases:
        return called(counterexamples.no_witness)
    first, *others = cases
    shown = first.shown(arguments)
    if composed is not None and first.shows in COLLIDING:
        shown = called(counterexamples.swizzled_alike, composed, shown)
    return If(LINE, first.condition(arguments), shown, _chain(others, arguments, composed))


def _collisions(a: Layout) -> Iterator[Case]:
    """Yield the cases in which two coordinates have the same offset."""
    rank = _rank(a)
    case = partial(Case, subject=MODES, takes=1)
    for p in range(rank):
        yield case(witnesses.stands_still, shows=counterexamples.standing_still, places=(p,))
    for two in permutations(range(rank), 2):
        yield case(witnesses.steps_to, shows=counterexamples.stepping_to, places=two)
        yield case(witnesses.steps_back, shows=counterexamples.stepping_back, places=two)
    for two in permutations(range(rank), 2):
        yield case(witnesses.steps_cross, shows=counterexamples.crossing, places=two)
    for three in permutations(range(rank), 3):
        yield case(witnesses.steps_in_two, shows=counterexamples.stepping_in_two, places=three)


COLLIDING: Final = (
    counterexamples.standing_still,
    counterexamples.stepping_to,
    counterexamples.stepping_back,
    counterexamples.crossing,
    counterexamples.stepping_in_two,
)
"""Functions that prove that two coordinates have the same offset, and return both coordinates."""


def _other_size() -> Iterator[Case]:
    yield Case(witnesses.other_size, BOTH, counterexamples.not_as_many)


def _bijective(values: tuple[Any, ...]) -> Iterator[Case]:
    yield from _other_size()
    yield from _collisions(values[0])
    yield Case(witnesses.beyond, BOTH, counterexamples.reaching_beyond)


def _covers(_: tuple[Any, ...]) -> Iterator[Case]:
    yield Case(witnesses.too_few, BOTH, counterexamples.too_few_to_cover)


def _disjoint(values: tuple[Any, ...]) -> Iterator[Case]:
    """Yield the cases in which an offset other than 0 occurs in both layouts."""
    ours, theirs = map(_rank, values)
    for p, q in permutations(range(ours + theirs), 2):
        if (p < ours) != (q < ours):
            yield Case(witnesses.steps_to, JOINED, counterexamples.meeting_a_step, (p, q))
    for p in range(ours):
        for q in range(ours, ours + theirs):
            yield Case(witnesses.steps_cross, JOINED, counterexamples.meeting_across, (p, q))


def _equal(values: tuple[Any, ...]) -> Iterator[Case]:
    a, b = values
    yield Case(witnesses.of_other_sizes, BOTH, counterexamples.of_unlike_sizes)
    for p in range(_rank(a)):
        shows = counterexamples.differing_at_a_step_of_the_first
        yield Case(witnesses.differ_at_a_step_of_the_first, BOTH, shows, (p,))
    for p in range(_rank(b)):
        shows = counterexamples.differing_at_a_step_of_the_second
        yield Case(witnesses.differ_at_a_step_of_the_second, BOTH, shows, (p,))
    yield Case(witnesses.differ_at_the_end, BOTH, counterexamples.differing_at_the_end)


def _aligned(values: tuple[Any, ...]) -> Iterator[Case]:
    for p in range(_rank(values[0])):
        yield Case(witnesses.off_a_multiple, BOTH, counterexamples.misaligned, (p,))


def _distributes(values: tuple[Any, ...]) -> Iterator[Case]:
    for two in combinations(range(values[1].rank), 2):
        yield Case(witnesses.carries, BOTH, counterexamples.carrying, two)


def _fits_int32(_: tuple[Any, ...]) -> Iterator[Case]:
    for up in (1, 0):
        yield Case(witnesses.outside_int32, FIRST_ONE, counterexamples.too_large, (up,), takes=1)


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
"""For each question, the cases in which the answer is no. Weaker conditions come first."""

SWIZZLED: Final[Mapping[str, Callable[[tuple[Any, ...]], Iterator[Case]]]] = {
    "bijective_onto": lambda values: chain(_other_size(), _collisions(values[0])),
    "covers": _covers,
    "injective": lambda values: _collisions(values[0]),
}
"""For each question about a swizzled layout: cases of the inner layout that refute the question."""
