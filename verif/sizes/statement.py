"""Statements for all sizes: functions of the language of proofs, made from user input.

The parameters are the sizes, under the user's names, and the natural numbers that a rule quantifies
over. The body computes the defined names, assumes the conditions, and ensures the conclusion.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from verif.language.form import Expr, Function, If
from verif.sizes.case import Case, Conjunction, stated_item
from verif.sizes.divisions import Definition, in_order_of_division
from verif.sizes.names import Sizes
from verif.sizes.rules import Rule
from verif.sizes.sized import Sized
from verif.sizes.terms import (
    LINE,
    Step,
    called,
    constant,
    function,
    in_turn,
    is_none,
    joined,
    lambda_of,
    negation,
    of_condition,
    of_value,
    variable,
    variable_of,
    verb,
)
from verif.theory.sizes.results import one_result

IMPLEMENTATION: Final = "_spec"
"""The parameter that receives the implementation under test. Statements do not use it."""

FOUND: Final = "_found"
"""The variable for an expression's result. Its value is None if the expression is refused."""

ARGUMENTS: Final = ("_A", "_B", "_C")
"""The variables of a question's arguments."""


@dataclass(frozen=True)
class Statement:
    """A claim, stated as a function of sizes and of further natural numbers."""

    title: str
    sizes: Sizes
    function: Function
    naturals: tuple[str, ...] = ()

    @property
    def lows(self) -> dict[str, int]:
        """The least value of each parameter."""
        sizes = {variable_of(name): low for name, low in self.sizes.lows.items()}
        return {**sizes, **dict.fromkeys(self.naturals, 0)}

    def arguments(self, point: Mapping[str, int]) -> dict[str, int]:
        """Return the arguments at these sizes. A natural number without a given value is 0."""
        given = {variable_of(name): number for name, number in point.items()}
        return {**dict.fromkeys(self.naturals, 0), **given}

    def point(self, arguments: Mapping[str, int]) -> dict[str, int]:
        """Return the arguments that are sizes, under the user's names."""
        of = {variable_of(name): name for name in self.sizes.names}
        return {of[name]: number for name, number in arguments.items() if name in of}


def of_table(sized: Sized, cases: Sequence[Case], given: Iterable[str] = ()) -> Statement:
    """Return the statement that the result in each case is the value of the expression.

    The statement assumes the conditions `given`.
    """
    sizes = sized.sizes.where(*given)
    found = verb("attempt", lambda_of((), sized.term))
    title = f"{sized.text} is as stated"
    return _statement(title, sizes, [(FOUND, found)], _of_cases(sizes, cases))


def of_result(sized: Sized) -> Statement:
    """Return a statement that assumes the conditions and only computes the expression."""
    return _statement(sized.text, sized.sizes, [], sized.term)


def of_conditions(sizes: Sizes, conditions: Conjunction) -> Statement:
    """Return the statement that the conditions hold at all sizes."""
    holds = joined("and", (of_condition(sizes.condition(text)) for text in conditions))
    title = f"{' and '.join(conditions)} everywhere"
    return _statement(title, sizes, [], verb("ensure", constant("they hold"), holds))


def of_rule(sized: Sized, arguments: Sequence[Expr], rule: Rule) -> Statement:
    """Return the statement that a rule makes about a question's arguments."""
    subjects = list(zip(ARGUMENTS, arguments, strict=False))
    body = rule.body([variable(name) for name, _ in subjects])
    return _statement(sized.text, sized.sizes, subjects, body, rule.unknowns)


def _statement(
    title: str, sizes: Sizes, steps: Sequence[Step], body: Expr, naturals: tuple[str, ...] = ()
) -> Statement:
    stated = [
        (variable_of(one.text), of_value(one.item))
        if isinstance(one, Definition)
        else (None, verb("assume", constant(one_line(one.text)), of_condition(one.item)))
        for one in in_order_of_division(sizes)
    ]
    made = function(
        "statement",
        (IMPLEMENTATION, *map(variable_of, sizes.names), *naturals),
        in_turn([*stated, *steps], body),
    )
    return Statement(one_line(title), sizes, made, naturals)


def _of_cases(sizes: Sizes, cases: Sequence[Case]) -> Expr:
    """Return the conclusion of the first case whose condition holds."""
    if not cases:
        return verb("ensure", constant("a case"), constant(False))
    first, *others = cases
    concluded = _of_case(sizes, first)
    if first.where is None:
        return concluded
    where = (joined("and", (of_condition(sizes.condition(c)) for c in one)) for one in first.where)
    return If(LINE, joined("or", where), concluded, _of_cases(sizes, others))


def _of_case(sizes: Sizes, case: Case) -> Expr:
    found = variable(FOUND)
    if case.result is None:
        return verb("ensure", constant("refused"), is_none(found))
    given = verb("ensure", constant("not refused"), negation(is_none(found)))
    stated = of_value(stated_item(case.result, sizes))
    return in_turn([(None, given)], called(one_result, found, stated))


def one_line(text: str) -> str:
    """Return the text on one line, for labels and titles."""
    return " ".join(text.split())
