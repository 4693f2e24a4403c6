"""Check the cases of an expression: at some sizes, and on all paths.

A case that is wrong at some size is found without a solver. The result is not trusted: the printed
table is proved as a claim (verif/sizes/stated.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from spec.errors import LayoutError
from spec.named import valued
from verif.deciding.judges import judge
from verif.kernel.errors import NotLiftableError, OutsideFragmentError
from verif.kernel.verbs import OnNumbers, running
from verif.language.evaluate import Machine
from verif.sizes.case import Case, Conjunction, stated_item
from verif.sizes.names import Sizes, holds
from verif.sizes.sized import Sized
from verif.sizes.statement import Statement, of_conditions, of_table
from verif.sizes.terms import NotForAllSizesError, variable_of
from verif.symbolic.claims import NO_THEORY, PACKAGES
from verif.symbolic.exploration import Exploration
from verif.symbolic.explore import explore
from verif.symbolic.lifting import Lifter
from verif.symbolic.path import Path
from verif.symbolic.runs import Proving
from verif.symbolic.values import SymInt, literal_of
from verif.theory.sizes.results import one_result

MOST_PATHS: Final = 400

SECONDS: Final = 600.0
"""More than any exploration takes: limits on paths and solver steps apply first."""

UNREADABLE: Final = (TypeError, AttributeError, NotLiftableError, OutsideFragmentError)
"""The errors for a text that the language cannot express or evaluate on unknowns."""

Text = Callable[[Path, Machine, dict[str, Any]], None]
"""A function to run on each path, with a machine and unknowns for the sizes."""


def explored(
    subject: str, sizes: Sizes, text: Text, *, stop_at_failure: bool = False
) -> Exploration:
    """All paths of a function of unknowns.

    Errors: NotForAllSizesError if the language cannot evaluate something on unknowns.
    """

    def on_path(path: Path) -> None:
        with running(Proving(path)):
            text(
                path, Lifter(replace(NO_THEORY, packages=PACKAGES)).machine, _unknowns(path, sizes)
            )

    try:
        return explore(judge(), subject, on_path, MOST_PATHS, SECONDS, stop_at_failure)
    except UNREADABLE as error:
        raise NotForAllSizesError(f"{subject} can be evaluated only at numbers: {error}") from None


def _unknowns(path: Path, sizes: Sizes) -> dict[str, Any]:
    """Unknowns for the variables of the sizes on the path."""
    numbers: dict[str, Any] = {}
    for name, low in sizes.lows.items():
        unknown = numbers[variable_of(name)] = SymInt.unknown(path.fresh(name))
        path.inputs[name] = unknown.polynomial
        path.assume(literal_of(unknown >= low))
    return numbers


def _is_true(statement: Statement) -> bool:
    """Whether all conclusions of the statement are proved."""

    def text(_: Path, machine: Machine, numbers: dict[str, Any]) -> None:
        machine.closure(statement.function)(None, **numbers)

    try:
        found = explored(statement.title, statement.sizes, text, stop_at_failure=True)
    except (NotForAllSizesError, ValueError):
        return False
    return found.complete and not found.failures and found.goals > 0


def stated_value(text: str, sizes: Sizes, numbers: Any) -> Any:
    """The value of a result's text at these numbers. Raises LayoutError if it has none."""
    return valued(stated_item(text, sizes), numbers)


class _WrongError(Exception):
    """Raised if a case is wrong at some sizes."""


class _Comparing(OnNumbers):
    """A run on numbers that stops at the first wrong conclusion."""

    def ensure(self, label: str, condition: bool, values: tuple[object, ...]) -> None:
        if not condition:
            raise _WrongError(label)


def is_wrong_somewhere(sized: Sized, cases: Sequence[Case], given: Iterable[str] = ()) -> bool:
    """Whether the cases are wrong at some size tried, so that no solver is needed."""
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
    """A function that returns the first case whose condition holds at given numbers."""
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
    """Whether the cases are right wherever the given conditions hold."""
    return not is_wrong_somewhere(sized, cases, given) and is_shown(sized, cases, given)


def is_shown(sized: Sized, cases: Sequence[Case], given: Iterable[str] = ()) -> bool:
    """Whether the cases are proved right on all paths, without trying sizes first."""
    return _is_true(of_table(sized, cases, given))


def implies(sized: Sized, one: Conjunction, other: Conjunction) -> bool:
    """Whether one conjunction implies another."""
    return _is_true(of_conditions(sized.sizes.where(*one), other))
