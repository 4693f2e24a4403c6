"""Conditions: truth as Python has it, and the branches that it decides between.

Where a condition asks whether an IntTuple is a tuple, the branches are those of a `match`, and in
each the name stands for the tuple, or for the integer.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from spec.basis import ArithmeticTuple
from spec.layout import Layout
from verif.certify.gallina import (
    BOOL,
    INT,
    ITEMS,
    LAYOUT,
    TREE,
    ListOf,
    OptionOf,
    Product,
    Term,
    UnprintableError,
    both,
    conditional,
    either,
    matched,
    negated,
)
from verif.certify.scope import Printer, Scope

Branch = Callable[[Scope], str]
"""The text of a branch, where the names stand for what they do there."""


def truth(printer: Printer, node: ast.expr, scope: Scope) -> tuple[str, str]:
    """The condition, and whether Python returns where it asks for its truth."""
    match node:
        case ast.BoolOp(op=operator, values=values):
            return _connected(printer, isinstance(operator, ast.And), values, scope)
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="isinstance"))):
            return decided(printer, node, scope, lambda _: "true", lambda _: "false"), "true"
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            code, ok = truth(printer, inner, scope)
            return negated(code), ok
        case ast.Call(func=ast.Name(id="isinstance")):
            return decided(printer, node, scope, lambda _: "true", lambda _: "false"), "true"
        case ast.Compare(left=subject, ops=[ast.Is() | ast.IsNot()]) if isinstance(
            (term := printer.term(subject, scope)).type, OptionOf
        ):
            code = decided(printer, node, scope, lambda _: "true", lambda _: "false")
            return code, term.ok
        case _:
            return _truth_of(printer.term(node, scope))


def _truth_of(term: Term) -> tuple[str, str]:
    if term.type == BOOL:
        return term.code, term.ok
    if term.type == INT:
        return negated(f"({term.code} =? 0)"), term.ok
    if term.type == ITEMS or term.empty is not None:
        return ("true" if term.items or term.empty is False else "false"), term.ok
    if isinstance(term.type, ListOf):
        return f"(nonempty {term.code})", term.ok
    raise UnprintableError(f"the truth of {term.type}")


def _connected(
    printer: Printer, conjunction: bool, values: Sequence[ast.expr], scope: Scope
) -> tuple[str, str]:
    first, *others = values
    if not others:
        return truth(printer, first, scope)
    code, ok = truth(printer, first, scope)
    if code == ("false" if conjunction else "true"):
        return code, ok
    rest = ast.BoolOp(ast.And() if conjunction else ast.Or(), others)
    if _asks_for_a_kind(first):
        # The names of what follows stand for what they do there.
        goes_on: Branch = lambda inner: truth(printer, rest, inner)[0]  # noqa: E731
        returns: Branch = lambda inner: truth(printer, rest, inner)[1]  # noqa: E731
        known: Branch = lambda _: "false" if conjunction else "true"  # noqa: E731
        fine: Branch = lambda _: "true"  # noqa: E731
        said = (goes_on, known) if conjunction else (known, goes_on)
        owed = (returns, fine) if conjunction else (fine, returns)
        return decided(printer, first, scope, *said), decided(printer, first, scope, *owed)
    then, owed_then = truth(printer, rest, scope)
    if conjunction:
        return both(code, then), both(ok, either(negated(code), owed_then))
    return either(code, then), both(ok, either(code, owed_then))


def decided(  # noqa: PLR0911 - a case a line
    printer: Printer, test: ast.expr, scope: Scope, yes: Branch, no: Branch
) -> str:
    """The branches of the test, where Python returns at it; a dead one is not printed."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return decided(printer, inner, scope, no, yes)
        case ast.BoolOp(op=operator, values=[first, *others]) if others and _asks_for_a_kind(test):
            rest = ast.BoolOp(operator, others) if others[1:] else others[0]
            later: Branch = lambda inner: decided(printer, rest, inner, yes, no)  # noqa: E731
            if isinstance(operator, ast.And):
                return decided(printer, first, scope, later, no)
            return decided(printer, first, scope, yes, later)
        case ast.Compare(
            left=subject,
            ops=[ast.Is() | ast.IsNot() as asked],
            comparators=[ast.Constant(value=None)],
        ) if isinstance((term := printer.term(subject, scope)).type, OptionOf):
            branches = (no, yes) if isinstance(asked, ast.Is) else (yes, no)
            return _given(printer, subject, term, scope, *branches)
        case ast.Call(func=ast.Name(id="isinstance"), args=[subject, kind]):
            return _by_kind(printer, subject, printer.meaning(kind, scope), scope, yes, no)
        case _:
            code, _ = truth(printer, test, scope)
            if code in ("true", "false"):
                return (yes if code == "true" else no)(scope)
            return conditional(code, yes(scope), no(scope))


def _asks_for_a_kind(node: ast.expr) -> bool:
    """Whether names may stand for something else where the condition is so."""
    return any(
        (isinstance(part, ast.Call) and ast.unparse(part.func) == "isinstance")
        or (isinstance(part, ast.Compare) and isinstance(part.ops[0], ast.Is | ast.IsNot))
        for part in ast.walk(node)
    )


def _given(
    printer: Printer, subject: ast.expr, term: Term, scope: Scope, yes: Branch, no: Branch
) -> str:
    """The branches of whether there is a value, or None."""
    assert isinstance(term.type, OptionOf)
    if not isinstance(subject, ast.Name):
        return matched(term.code, ("Some _", yes(scope)), ("None", no(scope)))
    variable = printer.functions.safe(subject.id)
    inner = {**scope, subject.id: Term(variable, term.type.of)}
    return matched(term.code, (f"Some {variable}", yes(inner)), ("None", no(scope)))


def _by_kind(
    printer: Printer, subject: ast.expr, kind: Any, scope: Scope, yes: Branch, no: Branch
) -> str:
    term = printer.term(subject, scope)
    if kind == int | ArithmeticTuple:
        # The strides of theorems are integers: certify/Module.v has those of any module.
        kind = int
    if term.type == TREE and kind in (tuple, int):
        name = subject.id if isinstance(subject, ast.Name) else "_"
        variable = printer.functions.safe(name) if name != "_" else "_"
        as_tuple = {**scope, name: Term(variable, ListOf(TREE))}
        as_leaf = {**scope, name: Term(variable, INT)}
        branches = (yes, no) if kind is tuple else (no, yes)
        arms = (
            (f"Tuple {variable}", branches[0](as_tuple)),
            (f"Leaf {variable}", branches[1](as_leaf)),
        )
        return matched(term.code, *arms)
    of: dict[Any, bool] = {
        tuple: term.type == ITEMS or isinstance(term.type, ListOf | Product),
        int: term.type == INT,
        bool: term.type == BOOL,
        Layout: term.type == LAYOUT,
    }
    if kind not in of:
        raise UnprintableError(f"whether it is a {kind}")
    return (yes if of[kind] else no)(scope)
