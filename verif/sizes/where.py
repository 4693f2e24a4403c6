"""For which sizes a question holds: a condition that is enough, and that nothing else is.

The condition is found at sizes, of divisibilities and bounds of the names, as few as rule out all
at which the question fails. It is then proved in both directions: the question under the condition,
and its contrary where one of the parts is false.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from spec.errors import LayoutError
from spec.named_notation import Condition
from verif.questions.answer import Ruling
from verif.sizes.asked import Asked, answer_at, asked_of, prove_rules, read_question_of
from verif.sizes.names import Numbers, Sizes, holds, read_sizes
from verif.sizes.rules import contrary
from verif.sizes.sampled import Point, beside_constants, least
from verif.sizes.source import NotForAllSizesError, Sized
from verif.sizes.stated import Proved

ROUNDS: Final = 6
"""The sizes that a condition may be refuted at before none is looked for any more."""

LARGEST: Final = 4096
"""The largest number of a condition."""

NEGATED: Final[Mapping[str, str]] = {
    "==": "!=",
    ">=": "<",
    "<=": ">",
}


@dataclass(frozen=True)
class Where:
    """The condition under which a question holds; `is_exact` if it is proved to fail elsewhere.

    Without a condition, `conditions` is None, and `reason` says why. `proofs` are those of both
    directions, as far as there are any.
    """

    question: str
    sizes: Sizes
    conditions: tuple[str, ...] | None
    reason: str
    is_exact: bool = False
    proofs: tuple[Proved, ...] = ()

    @property
    def condition(self) -> str:
        """The condition as a text."""
        return " and ".join(self.conditions or ()) or "always"


def where(question: str, names: str) -> Where:
    """The sizes at which a question holds.

    Errors: LayoutError for what is no question, or where no sizes meet the conditions.
    """
    sizes = read_sizes(names)
    sized = Sized(question, sizes, read_question_of(question, sizes))
    points = [*beside_constants(sizes, question, 200), *least(sizes, 120)]
    if not points:
        raise NotForAllSizesError("no sizes are found that meet the conditions")
    samples = [(point, _holds_at(sized, point)) for point in points]
    for _ in range(ROUNDS):
        chosen = _conjunction(sized, samples)
        if chosen is None:
            return Where(question, sizes, None, "no divisibilities and bounds tell where it holds")
        enough = asked_of(Sized(question, sizes.where(*chosen), sized.expression))
        if enough.ruling is Ruling.REFUTED and enough.at is not None:
            samples.append((dict(enough.at), False))
            continue
        return _both_ways(sized, chosen, enough, points)
    return Where(question, sizes, None, "every condition that was found is refuted at some sizes")


def _both_ways(
    sized: Sized, chosen: tuple[str, ...], enough: Asked, points: Sequence[Point]
) -> Where:
    """The condition with its proofs."""
    if enough.proof is None:
        reason = f"it may hold where {' and '.join(chosen)}: {enough.reason}"
        return Where(sized.text, sized.sizes, None, reason)
    proofs = [enough.proof]
    for part in chosen:
        proof = _contrary(sized, _negated(part), points)
        if proof is None:
            reason = f"{enough.reason}; whether it holds elsewhere is open"
            return Where(sized.text, sized.sizes, chosen, reason, False, tuple(proofs))
        proofs.append(proof)
    return Where(sized.text, sized.sizes, chosen, enough.reason, True, tuple(proofs))


def _contrary(sized: Sized, condition: str, points: Sequence[Point]) -> Proved | None:
    """The theorem that the question is false wherever the condition holds."""
    elsewhere = Sized(sized.text, sized.sizes.where(condition), sized.expression)
    seen = [point for point in points if elsewhere.sizes.admits(point)]
    try:
        return prove_rules(elsewhere, contrary, seen) if seen else None
    except LayoutError:
        return None


def _holds_at(sized: Sized, point: Point) -> bool:
    """Whether it holds there; where it makes no sense it does not."""
    try:
        return answer_at(sized, point).ruling is Ruling.HOLDS
    except LayoutError:
        return False


def _conjunction(sized: Sized, samples: Sequence[tuple[Point, bool]]) -> tuple[str, ...] | None:
    """As few conditions as hold wherever the question does, and rule out where it fails."""
    numbers = [sized.sizes.defined(point) for point, _ in samples]
    failing = {k for k, (_, ok) in enumerate(samples) if not ok}
    ruled_out: dict[str, set[int]] = {}
    for text in dict.fromkeys(_candidates(sized)):
        condition = sized.sizes.condition(text)
        false = {k for k, at in enumerate(numbers) if not _is_so(condition, at)}
        if false and false <= failing:
            ruled_out[text] = false
    chosen: list[str] = []
    left = set(failing)
    while left:
        best = max(ruled_out, key=lambda text: len(left & ruled_out[text]), default=None)
        if best is None or not left & ruled_out[best]:
            return None
        chosen.append(best)
        left -= ruled_out[best]
    needed = [
        text
        for text in chosen
        if ruled_out[text] - set[int]().union(*(ruled_out[o] for o in chosen if o != text))
    ]
    return tuple(sorted(needed))


def _is_so(condition: Condition, numbers: Numbers) -> bool:
    try:
        return holds(condition, numbers)
    except LayoutError:
        return False


def _candidates(sized: Sized) -> Iterator[str]:
    """Divisibilities and bounds of the names, the simplest first."""
    said = f"{sized.text} {' '.join(text for text, _ in sized.sizes.conditions)}"
    constants = {int(c) for c in re.findall(r"(?<![\w.])\d+", said)}
    numbers = {c for c in constants if 1 < c <= LARGEST}
    numbers |= {d for c in numbers for d in range(2, c) if c % d == 0}
    numbers |= {c * d for c in numbers for d in numbers if c * d <= LARGEST >> 3}
    names = sized.sizes.known
    for name in names:
        yield from (f"{name} % {c} == 0" for c in sorted(numbers))
        yield from (f"{name} >= {c}" for c in sorted(numbers))
        yield from (f"{name} <= {c}" for c in (1, *sorted(numbers)))
    for one, other in itertools.combinations(names, 2):
        yield from (f"{one}*{other} >= {c}" for c in sorted(constants))
        yield from (f"{one}*{other} <= {c}" for c in sorted(constants))
    for one, other in itertools.permutations(names, 2):
        yield from (f"{one} == {other}", f"{one} >= {other}", f"{one} % {other} == 0")
    for name in names:
        yield from (f"{c} % {name} == 0" for c in sorted(constants) if c > 1)


def _negated(condition: str) -> str:
    sign = next(sign for sign in NEGATED if f" {sign} " in condition)
    return condition.replace(f" {sign} ", f" {NEGATED[sign]} ")
