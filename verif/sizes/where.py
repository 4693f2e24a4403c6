"""Find a condition on the sizes under which a question holds. If possible, prove it necessary.

The condition is found from sample sizes. It consists of a few divisibility conditions and bounds.
Together they exclude every sample at which the question fails. Then two proofs are tried: that the
question holds under the condition, and that it fails if a part of the condition is false. If there
are only a few sizes, a calculation at each of them takes the place of a proof.
"""

from __future__ import annotations

import functools
import itertools
import operator
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from spec.errors import LayoutError
from spec.named_notation import Condition, Numbers, holds
from spec.parser import Call
from verif.questions.answer import Answer, Ruling
from verif.sizes.accesses import SIDES
from verif.sizes.asked import (
    FINITE,
    Asked,
    answer_if_sensible,
    asked_of,
    disprove_accesses,
    prove_rules,
    read_question_of,
    sensible,
)
from verif.sizes.cases import cases_of
from verif.sizes.contrary import contrary, covering
from verif.sizes.names import Sizes, read_sizes
from verif.sizes.sampled import Point, beside_constants, every, least
from verif.sizes.sized import Sized, read_sized
from verif.sizes.stated import Proved
from verif.sizes.terms import NoSizesError

ROUNDS: Final = 6
"""The number of refuted conditions after which the search gives up."""

LARGEST: Final = 4096
"""The largest divisor or bound that is tried for a single name, except in `fits_int32`."""

ELSEWHERE: Final = "; it may hold at other sizes too"
"""The end of the reason if a condition is only known to be sufficient."""

NEGATED: Final[Mapping[str, str]] = {
    "==": "!=",
    "!=": "==",
    ">=": "<",
    "<=": ">",
}


@dataclass(frozen=True)
class Where:
    """The condition under which a question holds.

    `conditions` is None if no condition was found, and then `reason` says why. `is_exact` tells
    whether the question is proved to fail wherever the condition is false. If there is no
    condition, `is_exact` tells whether the question is proved to fail at all sizes. `proofs` holds
    the proofs that were found.
    """

    question: str
    sizes: Sizes
    conditions: tuple[str, ...] | None
    reason: str
    is_exact: bool = False
    proofs: tuple[Proved, ...] = ()

    @property
    def condition(self) -> str:
        """The condition as text."""
        parts = self.conditions or ()
        several = len(parts) > 1
        return " and ".join(f"({p})" if several and " or " in p else p for p in parts) or "always"


def where(question: str, names: str) -> Where:
    """Find the sizes at which a question holds.

    Errors: LayoutError if the text is not a question, if no sizes meet the conditions, or if the
    question makes no sense at any size that is tried.
    """
    sizes = read_sizes(names)
    sized = Sized(question, sizes, read_question_of(question, sizes))
    points = [*beside_constants(sizes, question, 200), *least(sizes, 120)]
    if question.startswith("fits_int32"):
        points += _at_the_bound(sized, points)
    if not points:
        raise NoSizesError
    answers = [answer_if_sensible(sized, point) for point in points]
    if all(found is None for found in answers):
        sensible(sized, points[0])
    samples = [
        (point, _holds(found))
        for point, found in zip(points, answers, strict=True)
        if found is None or found.ruling is not Ruling.UNKNOWN
    ]
    if not any(ok for _, ok in samples):
        return _nowhere(sized, points, len(samples))
    for _ in range(ROUNDS):
        chosen = _conjunction(sized, samples)
        if chosen is None:
            return Where(
                question,
                sizes,
                None,
                "no condition of divisibilities and bounds was found",
            )
        enough = asked_of(Sized(question, sizes.where(*chosen), sized.expression))
        if enough.ruling is Ruling.REFUTED and enough.at is not None:
            samples.append((dict(enough.at), False))
            continue
        return _both_ways(sized, chosen, enough, points)
    return Where(question, sizes, None, "every condition tried is refuted at some sizes")


def _nowhere(sized: Sized, points: Sequence[Point], failing: int) -> Where:
    """Return the answer for a question that holds at no sample sizes and fails at some of them."""
    proof = _contrary(sized, (), points)
    if proof is None:
        tried = f"the {failing}" if failing == len(points) else f"{failing} of {len(points)}"
        reason = f"the question fails at {tried} sizes tried; it may hold at other sizes"
        return Where(sized.text, sized.sizes, None, reason)
    reason = "there is a counterexample at every size"
    return Where(sized.text, sized.sizes, None, reason, True, (proof,))


def _at_the_bound(sized: Sized, points: Sequence[Point]) -> list[Point]:
    """Let one size grow. Return the sizes just before and just after the answer stops being yes.

    Binary searches find these sizes. Each search starts at one of `points`, and raises one size up
    to 2^33.
    """
    found: list[Point] = []
    for point in points[:: max(1, len(points) // 12)]:
        for name, number in point.items():
            low, high = number, 1 << 33
            while high - low > 1:
                middle = (low + high) // 2
                holds_there = _holds(answer_if_sensible(sized, {**point, name: middle}))
                low, high = (middle, high) if holds_there else (low, middle)
            found += ({**point, name: low}, {**point, name: high})
    return [point for point in found if sized.sizes.admits(point)]


def _cosize(sized: Sized) -> Iterator[str]:
    """Yield the condition `C <= 2^31`, where C is the cosize in terms of the sizes."""
    try:
        (case,) = cases_of(read_sized(sized.text.replace("fits_int32", "cosize", 1), sized.sizes))
    except (LayoutError, ValueError):
        return
    if case.result is not None:
        yield f"{case.result} <= {1 << 31}"


def _both_ways(
    sized: Sized, chosen: tuple[str, ...], enough: Asked, points: Sequence[Point]
) -> Where:
    """Return the condition, with proofs that it suffices and, if found, that it is necessary."""
    if enough.ruling is not Ruling.HOLDS:
        found = _narrower(sized, chosen)
        if found is not None:
            return found
        under = f"; the condition tried is {' and '.join(chosen)}" if chosen else ""
        reason = f"{enough.reason}{under}"
        return Where(sized.text, sized.sizes, None, reason)
    proofs = [] if enough.proof is None else [enough.proof]
    for part in chosen:
        otherwise = _negated(part)
        proof = _contrary(sized, otherwise, points)
        if proof is not None:
            proofs.append(proof)
        elif not _fails_at_every_size(sized, otherwise):
            reason = f"{enough.reason}{ELSEWHERE}"
            return Where(sized.text, sized.sizes, chosen, reason, False, tuple(proofs))
    return Where(sized.text, sized.sizes, chosen, enough.reason, True, tuple(proofs))


def _narrower(sized: Sized, chosen: tuple[str, ...]) -> Where | None:
    """Return a sufficient condition with one alternative in place of a disjunction, or None."""
    for k, part in enumerate(chosen):
        alternatives = part.split(" or ")
        for one in alternatives if len(alternatives) > 1 else ():
            conditions = (*chosen[:k], one, *chosen[k + 1 :])
            found = _proved_under(sized, conditions)
            if found is not None:
                return _needed_only(sized, conditions, found)
    return None


def _needed_only(sized: Sized, conditions: tuple[str, ...], found: Asked) -> Where:
    """Return a sufficient condition without the parts that the proof does not need."""
    for part in conditions:
        fewer = tuple(one for one in conditions if one != part)
        without = _proved_under(sized, fewer)
        if without is not None:
            conditions, found = fewer, without
    proofs = () if found.proof is None else (found.proof,)
    return Where(sized.text, sized.sizes, conditions, f"{found.reason}{ELSEWHERE}", False, proofs)


def _proved_under(sized: Sized, conditions: Sequence[str]) -> Asked | None:
    """Return the answer if the question is proved to hold under the conditions, or None."""
    try:
        found = asked_of(Sized(sized.text, sized.sizes.where(*conditions), sized.expression))
    except LayoutError:
        return None
    return found if found.ruling is Ruling.HOLDS else None


def _contrary(sized: Sized, conditions: Sequence[str], points: Sequence[Point]) -> Proved | None:
    """Prove that the question is false at all sizes that satisfy the conditions."""
    elsewhere = Sized(sized.text, sized.sizes.where(*conditions), sized.expression)
    seen = [*least(elsewhere.sizes, 40), *beside_constants(elsewhere.sizes, sized.text, 40)]
    seen = seen or [point for point in points if elsewhere.sizes.admits(point)]
    try:
        if seen and _is_about_accesses(sized):
            return disprove_accesses(elsewhere, seen)
        return prove_rules(elsewhere, contrary, seen) if seen else None
    except LayoutError:
        return None


def _fails_at_every_size(sized: Sized, conditions: Sequence[str]) -> bool:
    """Return whether few sizes satisfy the conditions, and the question is refuted at each."""
    elsewhere = Sized(sized.text, sized.sizes.where(*conditions), sized.expression)
    points = every(elsewhere.sizes, FINITE)
    answers = None if points is None else [answer_if_sensible(elsewhere, one) for one in points]
    return answers is not None and all(
        answer is not None and answer.ruling is Ruling.REFUTED for answer in answers
    )


def _is_about_accesses(sized: Sized) -> bool:
    assert isinstance(sized.expression, Call)
    return sized.expression.name in SIDES


def _holds(answer: Answer | None) -> bool:
    """Return whether the question makes sense and holds."""
    return answer is not None and answer.ruling is Ruling.HOLDS


def _conjunction(sized: Sized, samples: Sequence[tuple[Point, bool]]) -> tuple[str, ...] | None:
    """Return a few conditions that are all true exactly at the samples where the question holds.

    Each returned condition is a single condition or a disjunction of two conditions. The code
    stores a set of samples as a bit mask. Return None if the search fails.
    """
    numbers = [sized.sizes.defined(point) for point, _ in samples]
    failing = sum(1 << k for k, (_, ok) in enumerate(samples) if not ok)
    false_at = {
        text: sum(1 << k for k, at in enumerate(numbers) if not _is_so(condition, at))
        for text in dict.fromkeys(_candidates(sized))
        for condition in (sized.sizes.condition(text),)
    }
    ruled_out = {text: false for text, false in false_at.items() if false and not false & ~failing}
    chosen, left = covering(ruled_out, failing)
    if left:
        telling = {text: false for text, false in false_at.items() if false & left}
        pairs = {
            f"{one} or {other}": false_at[one] & false_at[other]
            for one, other in itertools.combinations(_unlike(telling), 2)
            if false_at[one] & false_at[other] & left
            and not false_at[one] & false_at[other] & ~failing
        }
        more, left = covering(pairs, left)
        ruled_out |= pairs
        chosen += more
    if left:
        return None
    needed = list(chosen)
    for text in chosen:
        others = [ruled_out[other] for other in needed if other != text]
        if not ruled_out[text] & ~functools.reduce(operator.or_, others, 0):
            needed.remove(text)
    return tuple(sorted(needed))


def _unlike(false_at: Mapping[str, int]) -> list[str]:
    """Return one condition from each group of conditions that are false at the same samples."""
    first: dict[int, str] = {}
    for text, false in false_at.items():
        first.setdefault(false, text)
    return list(first.values())


def _is_so(condition: Condition, numbers: Numbers) -> bool:
    try:
        return holds(condition, numbers)
    except LayoutError:
        return False


def _candidates(sized: Sized) -> Iterator[str]:
    """Yield possible conditions, the simplest first: divisibility and bounds of the names."""
    said = f"{sized.text} {' '.join(text for text, _ in sized.sizes.conditions)}"
    constants = {int(c) for c in re.findall(r"(?<![\w.])\d+", said)}
    numbers = {c for c in constants if 1 < c <= LARGEST}
    numbers |= {d for c in numbers for d in range(2, c) if c % d == 0}
    numbers |= {c * d for c in numbers for d in numbers if c * d <= LARGEST >> 3}
    names = sized.sizes.known
    factors = sorted({c for c in constants if 1 < c <= LARGEST})
    if sized.text.startswith("fits_int32"):
        bounds = dict.fromkeys((1 << 31) // c for c in (1, *sorted(numbers)))
        yield from (f"{name} <= {bound}" for name in sized.sizes.known for bound in bounds)
        yield from _cosize(sized)
    for name in names:
        if sized.sizes.lows.get(name) == 1:
            yield f"{name} == 1"
        yield from (f"{name} == {c}" for c in factors)
        yield from (f"{name} % {c} == 0" for c in sorted(numbers))
        if _is_about_accesses(sized):
            yield from (f"{name} % {c} != 0" for c in sorted(numbers))
        yield from (f"{name} >= {c}" for c in sorted(numbers))
        yield from (f"{name} <= {c}" for c in (1, *sorted(numbers)))
    for one, other in itertools.combinations(names, 2):
        yield from (f"{one}*{other} >= {c}" for c in sorted(constants))
        yield from (f"{one}*{other} <= {c}" for c in sorted(constants))
    for one, other in itertools.permutations(names, 2):
        yield from (f"{one} == {other}", f"{one} >= {other}", f"{one} % {other} == 0")
        yield from (f"{one} >= {c}*{other}" for c in factors)
        yield from (f"{one} % ({c}*{other}) == 0" for c in factors)
    for one, other, third in itertools.permutations(names, 3):
        if other < third:
            yield from (f"{one} >= {other}*{third}", f"{one} == {other}*{third}")
    for name in names:
        yield from (f"{c} % {name} == 0" for c in sorted(constants) if c > 1)


def _negated(clause: str) -> tuple[str, ...]:
    """Negate a disjunction: return the negation of each of its parts."""
    return tuple(map(_contrary_of, clause.split(" or ")))


def _contrary_of(condition: str) -> str:
    sign = next(sign for sign in NEGATED if f" {sign} " in condition)
    return condition.replace(f" {sign} ", f" {NEGATED[sign]} ")
