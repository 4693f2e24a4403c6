"""Questions for all sizes: refuted at the least sizes, proved for all sizes, or unknown.

The calculator first answers the question at sample sizes. If the question holds at all of them, the
rules (verif/sizes/rules.py) are tried one after another: each rule states the question as a claim,
and the first proved claim answers the question. If a solver finds sizes at which a conclusion
fails, the calculator also answers the question at these sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Final

from spec.bridges.convert import as_layout
from spec.bridges.positions import Positions
from spec.errors import LayoutError
from spec.parser import Call
from spec.tla.layout import TlaLayout
from verif.expression import ArityError, ExpressionError, checked
from verif.language.form import Expr
from verif.questions.answer import Answer, Effort, Ruling, Witness
from verif.questions.pictures import html
from verif.questions.question import QUESTIONS, ask, read_question, read_question_of_names
from verif.sizes import predicates
from verif.sizes.accesses import SIDES, by_residues, fails_by_residues, few_of_each_residue
from verif.sizes.minimal import before, first_refuted, smaller
from verif.sizes.names import Sizes, read_sizes
from verif.sizes.rules import Rule, array_rule, padded_rules, rules
from verif.sizes.sampled import Point, beside_constants, by_sum, distinct, every, extremes, least
from verif.sizes.sized import Sized, arguments_at, with_numbers
from verif.sizes.stated import (
    Proved,
    UnprovedStatementError,
    at_every_rank,
    is_wrong_somewhere,
    prove,
)
from verif.sizes.statement import of_rule
from verif.sizes.terms import ARRAYS, NoSizesError, NotForAllSizesError, coerced

LEAST: Final = 120
"""How many of the least sizes are tried for most questions."""

FEWER: Final = 40
"""How many of the least sizes are tried for a question about a predicate.

This number is smaller than LEAST, because each size takes a long time.
"""

SMALLER: Final = 42
"""How many of the least sizes are tried if a question about accesses is known to fail.

These sizes are tried to find the least sizes at which the question fails.
"""

MOST_BEFORE: Final = 700
"""The largest number of sizes that are tried to find the first sizes at which a question fails."""

ROUNDS: Final = 4
"""If a question fails at some sizes, at most this many searches look for smaller sizes."""

FINITE: Final = 1_000
"""If no rule applies, and the conditions admit at most so many sizes, all of them are tried."""

BESIDE: Final = 100
"""The largest number of sizes to try at and next to the constants of a question."""

EFFORT: Final = Effort(elements=1 << 12, seconds=1.0)

OF_ARRAYS: Final = ("bitcast", "same_bytes")
"""The questions with rules about arrays. For other questions, arrays are converted to layouts."""


class NoSenseError(LayoutError):
    """The question makes no sense at some sizes."""


@dataclass(frozen=True, repr=False)
class Asked:
    """The answer to a question for all sizes.

    `reason` explains the answer. If the question is refuted, `at` holds the sizes of the
    counterexample, `witness` shows what is wrong there, and `is_least` tells whether the answer
    is known to be yes at every smaller size.
    """

    question: str
    sizes: Sizes
    ruling: Ruling
    reason: str
    proof: Proved | None = None
    at: Mapping[str, int] | None = None
    witness: Witness | None = None
    is_least: bool = False
    failing: Call | None = field(default=None, compare=False, repr=False)
    """The question at the sizes of the counterexample."""

    def __bool__(self) -> bool:
        """Return whether the question holds. Raises ValueError if the answer is unknown."""
        return bool(self.answer)

    @property
    def answer(self) -> Answer:
        """The ruling, the reason and the witness, without the question and the sizes."""
        return Answer(self.ruling, self.reason, self.witness)

    @property
    def holds(self) -> bool:
        """Whether the question is known to hold at all sizes."""
        return self.answer.holds

    @property
    def refuted(self) -> bool:
        """Whether the question is known to fail at some sizes."""
        return self.answer.refuted

    @property
    def unknown(self) -> bool:
        """Whether the question was neither proved nor refuted."""
        return self.answer.unknown

    @property
    def place(self) -> str:
        """The sizes that the answer applies to, in words."""
        if self.at is None:
            return f"for all {self.sizes.said}"
        sizes = ", ".join(f"{name}={number}" for name, number in self.at.items())
        if self.is_least:
            return f"at {sizes}, the least sizes"
        return f"at {sizes}, not shown to be the least"

    def __repr__(self) -> str:
        return f"<{self.ruling}  {self.question} {self.place}: {self.reason}>"

    def _repr_html_(self) -> str:
        return html(f"{self.ruling}: {self.question} {self.place}: {self.reason}", self.failing)


def asked(question: str, names: str) -> Asked:
    """Answer a question for all sizes.

    Errors: NoSenseError with the sizes if the question makes no sense at some sizes; LayoutError
    if the text is not a question.
    """
    sizes = read_sizes(names)
    return asked_of(Sized(question, sizes, read_question_of(question, sizes)))


def asked_of(sized: Sized) -> Asked:
    """Answer a parsed question. Errors: the same as for `asked`."""
    found = _by_rules(sized)
    if found.ruling is not Ruling.UNKNOWN:
        return found
    # A refuted answer has the truth value False, so `tried or found` would drop it.
    tried = _at_every_size(sized)
    return found if tried is None else tried


def _by_rules(sized: Sized) -> Asked:
    """Refute the question at some sizes, or prove it for all sizes by a rule, if possible."""
    sizes, question = sized.sizes, sized.text
    first = least(sizes, FEWER if _call(sized).name == predicates.NAME else LEAST)
    others = beside_constants(sizes, question, BESIDE)
    if _call(sized).name == "fits_int32":
        others = sorted([*others, *extremes(sizes)], key=by_sum)
    others = distinct([*first, *others])[len(first) :]
    if not first + others:
        raise NoSizesError
    if _call(sized).name in SIDES:
        return _of_accesses(sized, first, others)
    holding = _holding(sized, first, others)
    if isinstance(holding, Asked):
        return holding
    try:
        found = decided(sized, [*others, *first])
    except NotForAllSizesError as none:
        found = Asked(question, sizes, Ruling.UNKNOWN, str(none))
    if found.ruling is Ruling.UNKNOWN and holding:
        tried = f"the {holding} sizes tried" if holding > 1 else "the only size tried"
        return replace(found, reason=f"no counterexample at {tried}, and {found.reason}")
    return found


def _at_every_size(sized: Sized) -> Asked | None:
    """Answer the question by a calculation at each of the sizes that the conditions admit.

    Return None if there are too many such sizes, or if the answer at one of them is unknown.
    """
    points = every(sized.sizes, FINITE)
    if not points:
        return None
    for point in points:
        answer = sensible(sized, point)
        if answer.ruling is Ruling.REFUTED:
            return _refuted(sized, point, is_least=True)
        if answer.ruling is Ruling.UNKNOWN:
            return None
    count = f"each of the {len(points)} sizes" if len(points) > 1 else "the only size"
    reason = f"calculated at {count} that the conditions admit"
    return Asked(sized.text, sized.sizes, Ruling.HOLDS, reason)


def _of_accesses(sized: Sized, first: Sequence[Point], others: Sequence[Point]) -> Asked:
    """Answer a question about accesses. First try one or two sizes for each tuple of residues.

    The residues are the remainders of offsets and strides modulo powers of two.
    """
    points = [*first, *others]

    def fails(point: Point) -> bool:
        return sensible(sized, point).ruling is Ruling.REFUTED

    failing = next(filter(fails, few_of_each_residue(sized, points)), None)
    if failing is not None:
        found = _holding(sized, first[:SMALLER], ())
        return found if isinstance(found, Asked) else _smallest(sized, failing)
    found = _ruled(sized, points)
    return _smallest(sized, found) if isinstance(found, dict) else found


def read_question_of(text: str, sizes: Sizes) -> Call:
    """Parse a question over the names of the sizes. Raises NotationError for any other text."""
    name = text.split("(", maxsplit=1)[0].strip()
    if name not in QUESTIONS:
        # This call raises an error that lists the questions.
        read_question(text)
    return read_question_of_names(text, name, sizes.known)


def answer_at(sized: Sized, point: Point) -> Answer:
    """Answer the question at these sizes.

    Raises LayoutError if the question makes no sense at these sizes.
    """
    question = with_numbers(sized.expression, sized.sizes.defined(point))
    assert isinstance(question, Call)
    return ask(question, EFFORT)


def _holding(sized: Sized, first: Sequence[Point], others: Sequence[Point]) -> Asked | int:
    """Return a refutation if the question fails at some of the sizes.

    Otherwise, return the number of sizes at which the question holds.
    """
    holding = 0
    for place, point in enumerate((*first, *others)):
        answer = sensible(sized, point)
        if answer.ruling is Ruling.REFUTED:
            if place < len(first):
                return _refuted(sized, point, is_least=holding == place)
            return _smallest(sized, point)
        holding += answer.ruling is Ruling.HOLDS
    return holding


def sensible(sized: Sized, point: Point) -> Answer:
    """Answer the question at these sizes.

    Errors: NoSenseError with the sizes if the question makes no sense there; ArityError for a wrong
    number of arguments.
    """
    try:
        return answer_at(sized, point)
    except ArityError:
        raise
    except LayoutError as error:
        at = ", ".join(f"{name}={number}" for name, number in point.items())
        amiss = f"{sized.text} makes no sense at {at}: {error}"
        if isinstance(error, ExpressionError):
            raise NoSenseError(amiss) from None
        condition = f"{next(iter(point))} % 64 == 0"
        raise NoSenseError(
            f"{amiss}; if other sizes make sense, exclude this size by a condition after the names,"
            f" as in '{sized.sizes.text.strip()}; {condition}'"
        ) from None


def _refuted(sized: Sized, point: Point, *, is_least: bool) -> Asked:
    """Return the refutation at sizes at which the question fails."""
    answer = answer_at(sized, point)
    found = Asked(sized.text, sized.sizes, Ruling.REFUTED, answer.reason, at=point)
    return replace(found, witness=answer.witness, is_least=is_least, failing=answer.question)


def _smallest(sized: Sized, point: Point) -> Asked:
    """Return the refutation at the least sizes, or at small sizes if the least are not known."""

    def ruled(one: Point) -> Ruling | None:
        answer = answer_if_sensible(sized, one)
        return None if answer is None else answer.ruling

    for _ in range(ROUNDS):
        point = smaller(sized.sizes, point, ruled)
        first = first_refuted(sized.sizes, point, ruled, MOST_BEFORE)
        if first is not None:
            return _refuted(sized, first, is_least=True)
        failing = _failing_before(sized, point)
        if failing is None or failing == point:
            return _refuted(sized, point, is_least=failing == point)
        point = failing
    return _refuted(sized, point, is_least=False)


def _failing_before(sized: Sized, point: Point) -> Point | None:
    """Return sizes before `point` at which the question fails, or `point` if no such sizes exist.

    Return None if it is unknown whether the question fails at sizes before `point`.
    """
    for conditions in before(sized.sizes, point):
        sizes = sized.sizes.where(*conditions)
        some = [*beside_constants(sizes, sized.text, BESIDE), *least(sizes, LEAST)]
        if not some:
            return None
        try:
            found = _ruled(Sized(sized.text, sizes, sized.expression), some)
        except LayoutError:
            return None
        if isinstance(found, dict):
            return found
        if found.ruling is not Ruling.HOLDS:
            return None
    return point


def answer_if_sensible(sized: Sized, point: Point) -> Answer | None:
    """Answer the question at these sizes, or return None if it makes no sense there."""
    try:
        return answer_at(sized, point)
    except LayoutError:
        return None


def decided(sized: Sized, points: Sequence[Point]) -> Asked:
    """Answer the question by the proof rules. A refutation is reduced to small sizes."""
    found = _ruled(sized, points)
    return _smallest(sized, found) if isinstance(found, dict) else found


def _ruled(sized: Sized, points: Sequence[Point]) -> Asked | Point:
    """Try the proof rules. Return the answer, or sizes at which the question is refuted."""
    call = _call(sized)
    if call.name in SIDES:
        try:
            answer = by_residues(
                sized, points, lambda terms, rule: _proved(sized, terms, rule, points)
            )
        except NotForAllSizesError as none:
            return Asked(sized.text, sized.sizes, Ruling.UNKNOWN, str(none))
        return Asked(sized.text, sized.sizes, answer.ruling, answer.reason, answer.proof)
    if call.name == predicates.NAME:
        found = iter([(predicates.arguments_of(sized, points), predicates.rule(sized))])
    else:
        found = _rules(sized, call, points)
    reason = "no proof rule applies"
    for arguments, rule in _likely_first(sized, found, points):
        try:
            proof = _proved(sized, arguments, rule, points)
        except UnprovedStatementError as resisted:
            refuted = _refuted_by_models(sized, resisted)
            if refuted is not None:
                return refuted
            reason = f"{reason}; open: {resisted.open}" if ";" not in reason else reason
            continue
        return Asked(sized.text, sized.sizes, Ruling.HOLDS, rule.by, proof)
    return Asked(sized.text, sized.sizes, Ruling.UNKNOWN, reason)


def _likely_first(
    sized: Sized, found: Iterator[tuple[list[Expr], Rule]], points: Sequence[Point]
) -> Iterator[tuple[list[Expr], Rule]]:
    """Yield the rules that may be right, then the rules that are wrong at some sizes.

    A wrong rule cannot be proved, but the solver may find sizes at which the question fails.
    """
    wrong: list[tuple[list[Expr], Rule]] = []
    for arguments, rule in found:
        if is_wrong_somewhere(of_rule(sized, arguments, rule), points):
            wrong.append((arguments, rule))
        else:
            yield arguments, rule
    yield from wrong


def _rules(sized: Sized, call: Call, points: Sequence[Point]) -> Iterator[tuple[list[Expr], Rule]]:
    """Yield each rule that applies to the question, with the terms of the arguments.

    First come the rules for layouts, then the rules for XLA and TLA arrays.
    """
    refused: NotForAllSizesError | None = None
    try:
        arguments, values, by_index = _arguments(sized, call, points)
        for rule in rules(call.name, values, by_index=by_index):
            yield arguments, rule
    except NotForAllSizesError as error:
        refused = error
    given = arguments_at(sized, call.args, points)
    if any(isinstance(one, ARRAYS) for one in given):
        terms = [sized.term_of(argument, points) for argument in call.args]
        if isinstance(given[0], TlaLayout) and len(given) == 1:
            each = [tuple(arguments_at(sized, call.args, [point])) for point in points[:60]]
            yield from ((terms, rule) for rule in padded_rules(call.name, each))
        rule = array_rule(call.name, given)
        if rule is not None:
            yield terms, rule
            return
    if refused is not None:
        raise refused


def prove_rules(
    sized: Sized,
    found: Callable[[str, Sequence[tuple[Any, ...]]], Iterator[Rule]],
    points: Sequence[Point],
) -> Proved | None:
    """Return the theorem of the first rule that can be proved for the question, if any."""
    call = _call(sized)
    arguments, values, _ = _arguments(sized, call, points)
    for rule in found(call.name, values):
        try:
            return _proved(sized, arguments, rule, points)
        except UnprovedStatementError:
            continue
    return None


def disprove_accesses(sized: Sized, points: Sequence[Point]) -> Proved | None:
    """Return the theorem that a question about accesses fails at all sizes, if it can be proved."""
    return fails_by_residues(sized, points, lambda terms, rule: _proved(sized, terms, rule, points))


def _call(sized: Sized) -> Call:
    assert isinstance(sized.expression, Call)
    return sized.expression


def _arguments(
    sized: Sized, call: Call, points: Sequence[Point]
) -> tuple[list[Expr], list[tuple[Any, ...]], bool]:
    """Return the terms of the arguments, their values at some sizes, and a flag.

    The flag says whether XLA or TLA arrays were converted to layouts.
    """
    signature = QUESTIONS[call.name].signature
    values: list[tuple[Any, ...]] = []
    for point in points[:60]:
        try:
            given = arguments_at(sized, call.args, [point])
            values.append(checked(call.name, signature, tuple(given)))
        except LayoutError:
            continue
    raw = arguments_at(sized, call.args, points)
    made = checked(call.name, signature, tuple(raw))
    for x in chain(made, *values):
        if isinstance(x, Positions):
            raise NotForAllSizesError(f"no proof rule applies to arrays that are not layouts: {x}")
    by_index = call.name not in OF_ARRAYS and any(isinstance(x, ARRAYS) for x in made)
    if by_index:
        made, values = _as_layouts(made), [_as_layouts(one) for one in values]
    terms = [
        coerced(sized.term_of(argument, points), value, into)
        for argument, value, into in zip(call.args, raw, made, strict=True)
    ]
    return terms, values, by_index


def _as_layouts(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Convert XLA and TLA arrays to the layouts that equal them."""
    try:
        return tuple(as_layout(x) if isinstance(x, ARRAYS) else x for x in arguments)
    except LayoutError as none:
        raise NotForAllSizesError(
            f"no proof rule applies to arrays that are not layouts: {none}"
        ) from None


def _proved(sized: Sized, arguments: Sequence[Expr], rule: Rule, points: Sequence[Point]) -> Proved:
    """Prove a rule for the arguments. Raises UnprovedStatementError."""
    small = sorted(points, key=lambda point: tuple(point.values()))
    cases = [{**point, **dict.fromkeys(rule.unknowns, k % 3)} for k, point in enumerate(small)]
    return prove(of_rule(sized, arguments, rule), cases, points, at_every_rank)


def _refuted_by_models(sized: Sized, resisted: UnprovedStatementError) -> Point | None:
    """Return sizes from a solver's models at which the question is refuted; None if not found."""
    for found in resisted.points():
        if not set(sized.sizes.names) <= found.keys():
            continue
        point = {name: found[name] for name in sized.sizes.names}
        if not sized.sizes.admits(point):
            continue
        answer = answer_if_sensible(sized, point)
        if answer is not None and answer.ruling is Ruling.REFUTED:
            return point
    return None
