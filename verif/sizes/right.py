"""Check whether the cases of an expression are right: at sample sizes, and on all paths.

The sample sizes expose most wrong cases without a solver. Cases that pass here are not trusted: the
printed table of cases is parsed again, and is proved as a claim (verif/sizes/stated.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from spec.errors import LayoutError
from spec.named import valued
from spec.named_notation import holds
from verif.deciding.proofs import judge
from verif.kernel.verbs import OnNumbers, running
from verif.language.evaluate import Machine
from verif.sizes.case import Case, Conjunction, stated_item
from verif.sizes.names import Sizes
from verif.sizes.sized import Sized
from verif.sizes.statement import Statement, of_conditions, of_table
from verif.sizes.terms import UNREADABLE, NotForAllSizesError, only_at_numbers, variable_of
from verif.symbolic.claims import NO_THEORY, PACKAGES
from verif.symbolic.exploration import Exploration, explore
from verif.symbolic.lifting import Lifter
from verif.symbolic.path import Path
from verif.symbolic.runs import Proving
from verif.symbolic.values import SymInt, literal_of
from verif.theory.sizes.results import one_result

MOST_PATHS: Final = 400

SECONDS: Final = 600.0
"""The time limit of an exploration in seconds. Limits on paths and solver steps apply earlier."""

Text = Callable[[Path, Machine, dict[str, Any]], None]
"""The code to explore. It is called once for each path: with the path, an evaluator and sizes."""


def explored(
    subject: str, sizes: Sizes, text: Text, *, stop_at_failure: bool = False
) -> Exploration:
    """Run the function `text` symbolically on all paths, with unknowns for the sizes.

    Errors: NotForAllSizesError if something in `text` has no meaning for unknown sizes.
    """

    def on_path(path: Path) -> None:
        with running(Proving(path)):
            text(
                path, Lifter(replace(NO_THEORY, packages=PACKAGES)).machine, _unknowns(path, sizes)
            )

    try:
        return explore(judge(), subject, on_path, MOST_PATHS, SECONDS, stop_at_failure)
    except RecursionError:
        raise NotForAllSizesError(
            f"{subject}: a recursion does not end if the sizes are unknown"
        ) from None
    except UNREADABLE as error:
        raise only_at_numbers(subject, error) from None


def _unknowns(path: Path, sizes: Sizes) -> dict[str, Any]:
    """Make an unknown for each size, and assume its lower bound on the path."""
    numbers: dict[str, Any] = {}
    for name, low in sizes.lows.items():
        unknown = numbers[variable_of(name)] = SymInt.unknown(path.fresh(name))
        path.inputs[name] = unknown.polynomial
        path.assume(literal_of(unknown >= low))
    return numbers


def _is_true(statement: Statement) -> bool:
    """Return whether every conclusion of the statement is proved."""

    def text(_: Path, machine: Machine, numbers: dict[str, Any]) -> None:
        machine.closure(statement.function)(None, **numbers)

    try:
        found = explored(statement.title, statement.sizes, text, stop_at_failure=True)
    except (NotForAllSizesError, ValueError):
        return False
    return found.complete and not found.failures and found.goals > 0


def stated_value(text: str, sizes: Sizes, numbers: Any) -> Any:
    """Evaluate a result's text at these numbers. Raises LayoutError if it has no value there."""
    return valued(stated_item(text, sizes), numbers)


class _WrongError(Exception):
    """A case is wrong at some sizes."""


class _Comparing(OnNumbers):
    """A run on numbers that stops at the first false conclusion."""

    def ensure(self, label: str, condition: bool, values: tuple[object, ...]) -> None:
        if not condition:
            raise _WrongError(label)


def is_wrong_somewhere(sized: Sized, cases: Sequence[Case], given: Iterable[str] = ()) -> bool:
    """Return whether the cases are wrong at a sample size. If so, no solver query is needed."""
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
    """Return a function that finds the first case whose condition holds at given numbers."""
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
    """Return whether the cases are right under the given conditions.

    The cases are first tried at the sample sizes, and then proved on all paths.
    """
    return not is_wrong_somewhere(sized, cases, given) and is_shown(sized, cases, given)


def is_shown(sized: Sized, cases: Sequence[Case], given: Iterable[str] = ()) -> bool:
    """Return whether the cases are proved on all paths, without trying the sample sizes first."""
    return _is_true(of_table(sized, cases, given))


def implies(sized: Sized, one: Conjunction, other: Conjunction) -> bool:
    """Return whether one conjunction implies another."""
    return _is_true(of_conditions(sized.sizes.where(*one), other))
