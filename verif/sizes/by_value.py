"""Find cases by the value of a name that has few values.

For example, the conditions `12 % t == 0` and `t <= 4` each leave few values for the name `t`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from spec.named import Name, names_in, remainder
from spec.named_notation import Comparison, Condition, holds
from verif.sizes.case import Case
from verif.sizes.cases import cases_of
from verif.sizes.names import Sizes
from verif.sizes.sized import Sized
from verif.sizes.terms import NotForAllSizesError

MOST_VALUES: Final = 16

LARGEST: Final = 1 << 12
"""The largest upper bound for which the values of a name are enumerated."""


def cases_by_value(sized: Sized) -> tuple[Case, ...]:
    """Return the cases of an expression for each value of the first name that has few values.

    Errors: NotForAllSizesError if there is no such name, or if the cases are not found.
    """
    for name in sized.sizes.names:
        values = few_values(sized.sizes, name)
        if 1 < len(values) <= MOST_VALUES:
            found = [case for value in values for case in _at(sized, f"{name} == {value}")]
            *first, last = _by_result(found)
            return (*first, replace(last, where=None))
    raise NotForAllSizesError(f"{sized.text}: no name has few enough values to enumerate")


def few_values(sizes: Sizes, name: str) -> tuple[int, ...]:
    """Return the values that a name's conditions allow, or () if no upper bound is <= LARGEST."""
    own = [c for _, c in sizes.conditions if _names(c) == {name}]
    bound = min((b for c in own for b in _bounds(c, name)), default=None)
    if bound is None or bound > LARGEST:
        return ()
    values = range(sizes.lows[name], bound + 1)
    return tuple(v for v in values if all(holds(c, {name: v}) for c in own))


def _at(sized: Sized, condition: str) -> Iterator[Case]:
    """Yield the expression's cases under a condition, with the condition added to each case."""
    for case in cases_of(replace(sized, sizes=sized.sizes.where(condition))):
        yield replace(case, where=tuple((condition, *one) for one in case.where or ((),)))


def _by_result(cases: list[Case]) -> list[Case]:
    """Merge neighbouring cases that have the same result."""
    found: list[Case] = []
    for case in cases:
        if found and (found[-1].result, found[-1].refusal) == (case.result, case.refusal):
            joined = (*(found[-1].where or ()), *(case.where or ()))
            found[-1] = replace(found[-1], where=joined)
        else:
            found.append(case)
    return found


def _bounds(condition: Condition, name: str) -> Iterator[int]:
    """Yield the upper bounds that a condition gives for the name."""
    match condition:
        case Comparison("<=" | "==", Name(one), int(bound)) if one == name:
            yield bound
        case Comparison("<", Name(one), int(bound)) if one == name:
            yield bound - 1
        case Comparison("==", dividend, 0):
            if getattr(dividend, "make", None) is remainder:
                number, divisor = dividend.parts
                if isinstance(number, int) and number > 0 and divisor == Name(name):
                    yield number
        case _:
            return


def _names(condition: Condition) -> set[str]:
    if isinstance(condition, Comparison):
        return {*names_in(condition.left), *names_in(condition.right)}
    return set[str]().union(*map(_names, condition.parts))
