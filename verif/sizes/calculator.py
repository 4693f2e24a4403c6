"""The calculator for all sizes: find the cases of an expression over names, and prove them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from verif.sizes.by_value import cases_by_value
from verif.sizes.case import Case
from verif.sizes.cases import cases_of
from verif.sizes.names import read_sizes, sizes_at
from verif.sizes.sized import Sized, read_sized
from verif.sizes.stated import Proved, UnprovedStatementError, at_profile, prove
from verif.sizes.statement import of_table
from verif.sizes.terms import NoSizesError, NotForAllSizesError


@dataclass(frozen=True)
class Tabled:
    """An expression with its cases, and their proof or the reason why the proof failed."""

    sized: Sized
    cases: tuple[Case, ...]
    proof: Proved | None
    reason: str = ""

    @property
    def unknown(self) -> bool:
        """Whether the cases could not be proved; if so, `reason` says why."""
        return self.proof is None

    def at(self, **sizes: int) -> Any:
        """Return the result of the expression at these sizes.

        This result may differ from the result in `cases`, but only in modes of size 1.
        """
        numbers = ", ".join(f"{name}={number}" for name, number in sizes.items())
        return self.sized.at(sizes_at(numbers, self.sized.sizes))

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """Return the lines to print: the only result, or one line for each case."""
        if self.proof is None:
            return [f"unknown: {self.reason}"]
        results = [case.result or f"refused: {case.refusal}" for case in self.cases]
        if len(results) == 1:
            return results
        width = max(len(case.result or "") for case in self.cases)
        return [
            f"{result:{width}}  {'' if case.where is None else 'if '}{case.condition}"
            for case, result in zip(self.cases, results, strict=True)
        ]


def tabled(expression: str, names: str) -> Tabled:
    """Find and prove the cases of an expression for all sizes.

    Errors: LayoutError if the text is not an expression, or if no sizes meet the conditions.
    """
    sized = read_sized(expression, read_sizes(names))
    if not sized.tried:
        raise NoSizesError
    still_open = ""
    try:
        for cases in _tables(sized):
            try:
                return Tabled(sized, cases, _proof(sized, cases))
            except UnprovedStatementError as resisted:
                still_open = resisted.open
    except NotForAllSizesError as none:
        return Tabled(sized, (), None, str(none))
    reason = f"cases were found, but could not be proved; open: {still_open}"
    return Tabled(sized, (), None, reason)


def proved(sized: Sized, cases: Sequence[Case]) -> Proved | None:
    """Prove that the cases of an expression are right. Return None if that fails."""
    try:
        return _proof(sized, cases)
    except UnprovedStatementError:
        return None


def _proof(sized: Sized, cases: Sequence[Case]) -> Proved:
    """Prove that the cases of an expression are right. Raises UnprovedStatementError."""
    return prove(of_table(sized, cases), sized.tried, sized.tried, at_profile)


def _tables(sized: Sized) -> Iterator[tuple[Case, ...]]:
    """Yield the tables of cases that are found, starting with the most readable one.

    Errors: NotForAllSizesError, after the last table, if `cases_of` finds no cases.
    """
    cases: tuple[Case, ...] = ()
    refused: NotForAllSizesError | None = None
    try:
        cases = cases_of(sized)
    except NotForAllSizesError as none:
        refused = none
    is_odd = any("floor(" in case.condition for case in cases)
    if cases and not is_odd:
        yield cases
    with suppress(NotForAllSizesError):
        yield cases_by_value(sized)
    if cases and is_odd:
        yield cases
    if refused is not None:
        raise refused
