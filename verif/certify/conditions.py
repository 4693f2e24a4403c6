"""Print conditions as booleans, and print the branches that the conditions choose.

If a condition asks whether an IntTuple is a tuple, the branches become the two arms of a `match`.
The name of the IntTuple stands for a tuple in one arm, and for an integer in the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from verif.certify.gallina import (
    BOOL,
    INT,
    ITEMS,
    LAYOUT,
    NOTHING,
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
from verif.certify.patterns import chain
from verif.certify.scope import Printer, Scope
from verif.language.form import Expr, Primitive, Ref, Variable, walk

Branch = Callable[[Scope], Term]
"""Prints a branch of a condition, given the scope of the branch."""

TRUE, FALSE = Term("true", BOOL), Term("false", BOOL)

LAYOUTS: Final = Ref("spec.layout", "Layout")
COORDINATE_STRIDES: Final = Ref("spec.basis", "ArithmeticTuple")


def truth(printer: Printer, e: Expr, scope: Scope) -> Term:
    """Return a boolean term that tells whether Python treats the condition as true."""
    match e:
        case Primitive(op="and" | "or" as op, args=args) if chain(e) is None:
            return _connected(printer, op, args, scope)
        case (
            Primitive(op="is" | "is none", args=(subject,))
            | Primitive(op="not", args=(Primitive(op="is" | "is none", args=(subject,)),))
        ):
            term = printer.term(subject, scope)
            # `attempt` returns None for a rejected call, so a test for None raises no error.
            ok = "true" if term.accepted else term.ok
            return replace(decided(printer, e, scope, _true, _false), ok=ok)
        case Primitive(op="not", args=(inner,)):
            term = truth(printer, inner, scope)
            return replace(term, code=negated(term.code))
        case _:
            term = printer.term(e, scope)
            printer.ask(term)
            return Term(truth_of(term), BOOL, term.ok)


def truth_of(term: Term) -> str:
    """Return the boolean that tells whether Python treats a value as true."""
    if term.type == BOOL:
        return term.code
    if term.type == INT:
        return negated(f"({term.code} =? 0)")
    if term.type == ITEMS or term.empty is not None:
        return "true" if term.items or term.empty is False else "false"
    if isinstance(term.type, ListOf):
        return f"(nonempty {term.code})"
    raise UnprintableError(f"cannot print a condition of type {term.type}")


def _true(_: Scope) -> Term:
    return TRUE


def _false(_: Scope) -> Term:
    return FALSE


def _connected(printer: Printer, op: str, args: Sequence[Expr], scope: Scope) -> Term:
    first, *others = args
    term = truth(printer, first, scope)
    stops = term.code == ("false" if op == "and" else "true")
    rest = _rest(op, others)
    if not stops and _asks_for_a_kind(first):
        # The first operand narrows the types of names in the operands after it.
        goes_on: Branch = lambda inner: truth(printer, rest, inner)
        branches = (goes_on, _false) if op == "and" else (_true, goes_on)
        then = decided(printer, first, scope, *branches)
        return replace(then, ok=both(term.ok, then.ok))
    # Print the other operands even if the first operand decides the value. Printing them raises
    # UndecidedError if a list must be matched first.
    then = term if _asks_for_a_kind(first) else truth(printer, rest, scope)
    if stops:
        return term
    reached = negated(term.code) if op == "and" else term.code
    code = (both if op == "and" else either)(term.code, then.code)
    return Term(code, BOOL, both(term.ok, either(reached, then.ok)))


def _rest(op: str, others: Sequence[Expr]) -> Expr:
    return Primitive(others[0].line, op, tuple(others)) if others[1:] else others[0]


def decided(printer: Printer, test: Expr, scope: Scope, yes: Branch, no: Branch) -> Term:
    """Print an `if` whose condition raises no error. Omit a branch that is never taken.

    Raises UnprintableError.
    """
    match test:
        case Primitive(op="not", args=(inner,)):
            return decided(printer, inner, scope, no, yes)
        case Primitive(op="and" | "or" as op, args=(first, *others)) if others and _asks_for_a_kind(
            test
        ):
            rest = _rest(op, others)
            later: Branch = lambda inner: decided(printer, rest, inner, yes, no)
            ways = (later, no) if op == "and" else (yes, later)
            return decided(printer, first, scope, *ways)
        case Primitive(op="is none", args=(subject,)):
            return _given(printer, subject, scope, no, yes)
        case Primitive(op="is", args=(subject,), types=types):
            return _by_kind(printer, subject, types, scope, yes, no)
        case _:
            return _either(truth(printer, test, scope).code, scope, yes, no)


def asks_for_none(e: Expr) -> bool:
    """Return whether the condition has the form `x is None`."""
    return isinstance(e, Primitive) and e.op == "is none"


def _asks_for_a_kind(e: Expr) -> bool:
    """Return whether the condition tests the type of a name, and so narrows the type."""
    return any(isinstance(each, Primitive) and each.op in ("is", "is none") for each in walk(e))


def _given(printer: Printer, subject: Expr, scope: Scope, yes: Branch, no: Branch) -> Term:
    """Print a test for None: one branch for a value, and one for None."""
    term = printer.term(subject, scope)
    if not isinstance(term.type, OptionOf):
        return _either(
            term.accepted or ("false" if term.type == NOTHING else "true"), scope, yes, no
        )
    if not isinstance(subject, Variable):
        return matched(term.code, ("Some _", yes(scope)), ("None", no(scope)))
    variable = printer.functions.safe(subject.name)
    inner = {**scope, subject.name: Term(variable, term.type.of)}
    return matched(term.code, (f"Some {variable}", yes(inner)), ("None", no(scope)))


def _either(code: str, scope: Scope, yes: Branch, no: Branch) -> Term:
    if code in ("true", "false"):
        return (yes if code == "true" else no)(scope)
    return conditional(code, yes(scope), no(scope))


def _by_kind(
    printer: Printer,
    subject: Expr,
    types: Sequence[str | Ref],
    scope: Scope,
    yes: Branch,
    no: Branch,
) -> Term:
    """Print a type test: branch `yes` if `subject` has one of the types, otherwise branch `no`.

    The type of coordinate strides is ignored, because strides are integers in the printed theorems.
    certify/Module.v proves some of these theorems for strides in any abelian group.
    """
    kinds = {kind for kind in types if kind != COORDINATE_STRIDES}
    term = printer.term(subject, scope)
    if term.type == TREE and len(kinds & {"tuple", "int"}) == 1:
        name = subject.name if isinstance(subject, Variable) else "_"
        variable = printer.functions.safe(name) if name != "_" else "_"
        as_tuple = {**scope, name: Term(variable, ListOf(TREE))}
        as_leaf = {**scope, name: Term(variable, INT)}
        branches = (yes, no) if "tuple" in kinds else (no, yes)
        arms = (
            (f"Tuple {variable}", branches[0](as_tuple)),
            (f"Leaf {variable}", branches[1](as_leaf)),
        )
        return matched(term.code, *arms)
    of: dict[str | Ref, bool] = {
        "tuple": term.type in (ITEMS, TREE) or isinstance(term.type, ListOf | Product),
        "int": term.type in (INT, TREE),
        "bool": term.type == BOOL,
        LAYOUTS: term.type == LAYOUT,
    }
    unknown = [str(kind) for kind in kinds if kind not in of]
    if unknown:
        raise UnprintableError(f"cannot test whether a value is a {' or '.join(sorted(unknown))}")
    return (yes if any(of[kind] for kind in kinds) else no)(scope)
