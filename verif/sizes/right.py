"""Cases of an expression, and whether they are right: at sizes that are tried, and on all paths.

What is wrong at one of the sizes is told without a solver. What is found right here is not trusted:
a table is proved as a claim (verif/sizes/stated.py), from the text that is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from spec.errors import LayoutError
from spec.named import valued
from spec.named_notation import parse_named_expression
from spec.parser import Literal
from verif.deciding.judges import judge
from verif.expression import evaluated
from verif.kernel.verbs import OnNumbers, ensure, running
from verif.sizes.names import Sizes, holds
from verif.sizes.source import NotForAllSizesError, Sized, with_numbers
from verif.symbolic.exploration import Exploration
from verif.symbolic.explore import explore
from verif.symbolic.path import NEVER, Path
from verif.symbolic.runs import Proving
from verif.symbolic.values import SymInt, literal_of
from verif.theory.sizes.results import one_result
from verif.upstream.in_process import SPEC

MOST_PATHS: Final = 400

SECONDS: Final = 600.0
"""More than any exploration takes: paths end by their number, and solvers by their steps."""

Conjunction = tuple[str, ...]
"""Conditions that hold together."""


@dataclass(frozen=True)
class Case:
    """Some of the sizes, and the result there: a text, or None where the operation refuses.

    `where` are conjunctions of which one holds; None where the cases before do not hold. `refusal`
    are the operation's words.
    """

    where: tuple[Conjunction, ...] | None
    result: str | None
    refusal: str = ""

    @property
    def condition(self) -> str:
        """The conditions as a text."""
        if self.where is None:
            return "otherwise"
        several = len(self.where) > 1
        parts = [" and ".join(each) for each in self.where]
        return " or ".join(f"({p})" if several and " and " in p else p for p in parts) or "never"


def unknowns(path: Path, sizes: Sizes) -> dict[str, Any]:
    """Unknowns for the names on the path, those that are defined too; what they meet is assumed."""
    numbers: dict[str, Any] = {}
    for name, low in sizes.lows.items():
        numbers[name] = SymInt.unknown(path.fresh(name))
        path.inputs[name] = numbers[name].polynomial
        path.assume(literal_of(numbers[name] >= low))
    numbers = sizes.defined(numbers)
    for _, condition in sizes.conditions:
        if not holds(condition, numbers):
            path.close()
    return numbers


def explored(
    subject: str, text: Callable[[Path], None], *, stop_at_failure: bool = False
) -> Exploration:
    """All paths of a text that speaks of unknowns.

    Errors: NotForAllSizesError where it does with an unknown what only numbers can do.
    """

    def spoken(path: Path) -> None:
        with running(Proving(path)):
            text(path)

    try:
        return explore(judge(), subject, spoken, MOST_PATHS, SECONDS, stop_at_failure)
    except (TypeError, AttributeError) as error:
        raise NotForAllSizesError(f"{subject} needs numbers: {error}") from None


def _concludes(subject: str, text: Callable[[Path], None]) -> bool:
    """Whether all that the text concludes is shown."""
    try:
        found = explored(subject, text, stop_at_failure=True)
    except (NotForAllSizesError, ValueError):
        return False
    return found.complete and not found.failures and found.goals > 0


def stated_value(text: str, sizes: Sizes, numbers: Any) -> Any:
    """The value of a result's text at these numbers. Raises LayoutError where it has none there."""
    return valued(stated_item(text, sizes), numbers)


def stated_item(text: str, sizes: Sizes) -> Any:
    """The named value of a result's text."""
    if text in ("true", "false"):
        return text == "true"
    found = parse_named_expression(text, sizes.known, ())
    assert isinstance(found, Literal)
    return found.value


class _WrongError(Exception):
    """Raised where a case is wrong at sizes."""


class _Comparing(OnNumbers):
    """A run on numbers that ends at what is wrong."""

    def ensure(self, label: str, condition: bool, values: tuple[object, ...]) -> None:
        if not condition:
            raise _WrongError(label)


def is_wrong_somewhere(sized: Sized, cases: Sequence[Case], given: Iterable[str] = ()) -> bool:
    """Whether the cases are wrong at sizes that are tried, so that nothing needs to be asked."""
    sizes = sized.sizes.where(*given)
    hit = _hit(sizes, cases)
    for numbers, found in sized.results:
        try:
            if not sizes.are_met(numbers):
                continue
            case = hit(numbers)
            if case is None or (case.result is None) != (found is None):
                return True
            if case.result is not None:
                stated = stated_value(case.result, sizes, numbers)
                with running(_Comparing()):
                    one_result(found, stated)
        except (LayoutError, _WrongError):
            return True
    return False


def _hit(sizes: Sizes, cases: Sequence[Case]) -> Callable[[Any], Case | None]:
    """The first of the cases whose condition holds at numbers."""
    conditions = [
        None if case.where is None else [[sizes.condition(c) for c in each] for each in case.where]
        for case in cases
    ]

    def hit(numbers: Any) -> Case | None:
        hits = (
            case
            for case, where in zip(cases, conditions, strict=True)
            if where is None or any(all(holds(c, numbers) for c in each) for each in where)
        )
        return next(hits, None)

    return hit


def is_right(sized: Sized, cases: Sequence[Case], given: Iterable[str] = ()) -> bool:
    """Whether the cases are right wherever what is given holds."""
    return not is_wrong_somewhere(sized, cases, given) and is_shown(sized, cases, given)


def is_shown(sized: Sized, cases: Sequence[Case], given: Iterable[str] = ()) -> bool:
    """Whether the cases are shown to be right on all paths; the sizes are not tried before."""
    sizes = sized.sizes.where(*given)
    hit = _hit(sizes, cases)

    def text(path: Path) -> None:
        numbers = unknowns(path, sizes)
        case = hit(numbers)
        if case is None:
            path.ensure("a case", NEVER)
            return
        try:
            found = evaluated(with_numbers(sized.expression, numbers), SPEC)
        except LayoutError:
            ensure("refused as stated", case.result is None)
            return
        ensure("a result", case.result is not None)
        if case.result is not None:
            try:
                stated = stated_value(case.result, sizes, numbers)
            except LayoutError:
                path.ensure("what is stated is a value", NEVER)
            else:
                one_result(found, stated)

    return _concludes(sized.text, text)


def implies(sized: Sized, one: Conjunction, other: Conjunction) -> bool:
    """Whether a conjunction holds wherever another does."""
    conditions = [sized.sizes.condition(text) for text in other]

    def text(path: Path) -> None:
        numbers = unknowns(path, sized.sizes.where(*one))
        ensure("the other", all(holds(condition, numbers) for condition in conditions))

    return _concludes(sized.text, text)
