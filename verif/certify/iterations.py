"""Python's own functions, and what goes through the entries of a tuple."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import add, mul
from typing import Any, Final

from spec.int_tuple import zip_modes
from spec.layout import Layout
from verif.certify.conditions import truth
from verif.certify.gallina import (
    BOOL,
    INT,
    ITEMS,
    LAYOUT,
    TREE,
    Arrow,
    ListOf,
    Product,
    Term,
    Type,
    UnprintableError,
    all_of,
    both,
    coerced,
    negated,
)
from verif.certify.scope import Printer, Scope


@dataclass(frozen=True)
class Source:
    """The lists of a loop, one or two side by side, and the names of their entries."""

    lists: tuple[str, ...]
    binder: str
    scope: Scope
    ok: str

    def each(self, code: str) -> str:
        """A function of the entries."""
        name, _, arguments = code.strip("()").partition(" ")
        if code == f"({name} {self.binder})" and arguments == self.binder and name.isidentifier():
            return name
        return f"(fun {self.binder} => {code})"

    def every(self, code: str) -> str:
        """Whether something is so of all entries; of lists of two lengths it is not."""
        if code == "true" and len(self.lists) == 1:
            return "true"
        name = "forallb" if len(self.lists) == 1 else "forall2"
        return f"({name} {self.each(code)} {' '.join(self.lists)})"

    def mapped(self, code: str) -> str:
        """The list of what is made of each entry."""
        if len(self.lists) == 1 and code == self.binder:
            return self.lists[0]
        name = "map" if len(self.lists) == 1 else "map2"
        return f"({name} {self.each(code)} {' '.join(self.lists)})"


def source(printer: Printer, target: ast.expr, iterated: ast.expr, scope: Scope) -> Source:
    """The lists that `for target in iterated` goes through. Raises UnprintableError."""
    match iterated:
        case ast.Call(func=function, args=[first, second]) if printer.meaning(function, scope) in (
            zip,
            zip_modes,
        ):
            checks = printer.meaning(function, scope) is zip_modes
            if not checks and [ast.unparse(k.value) for k in iterated.keywords] != ["True"]:
                raise UnprintableError("zip of lists whose lengths may differ")
            return _side_by_side(printer, target, first, second, scope, checks=checks)
        case _:
            pass
    whole = printer.term(iterated, scope)
    if whole.type == LAYOUT:
        whole = printer.functions.call(Layout.__iter__, (whole,))
    if not isinstance(whole.type, ListOf):
        raise UnprintableError(f"a loop through {whole.type}")
    binder, inner = _bound(printer, target, whole.type.element, scope)
    return Source((whole.code,), binder, inner, whole.ok)


def _side_by_side(
    printer: Printer,
    target: ast.expr,
    first: ast.expr,
    second: ast.expr,
    scope: Scope,
    *,
    checks: bool,
) -> Source:
    """The two lists; where it `checks`, it is owed that they are as long as each other."""
    if not isinstance(target, ast.Tuple) or len(target.elts) != 2:
        raise UnprintableError("pairs that are not taken apart")
    left, right = printer.term(first, scope), printer.term(second, scope)
    ok = both(left.ok, right.ok)
    if checks:
        if right.type == TREE:
            ok = both(ok, f"(as_many {left.code} {right.code})")
            right = Term(f"(modes_in {right.code})", ListOf(TREE))
        else:
            ok = both(ok, f"(as_many {left.code} (Tuple {right.code}))")
    if not isinstance(left.type, ListOf) or not isinstance(right.type, ListOf):
        raise UnprintableError(f"pairs of {left.type} and {right.type}")
    x, inner = _bound(printer, target.elts[0], left.type.element, scope)
    y, inner = _bound(printer, target.elts[1], right.type.element, inner)
    return Source((left.code, right.code), f"{x} {y}", inner, ok)


def _bound(printer: Printer, target: ast.expr, of: Type, scope: Scope) -> tuple[str, Scope]:
    """The binder of a loop's variable, and the scope with it."""
    match target:
        case ast.Name(id=name):
            variable = printer.functions.safe(name) if name != "_" else "_"
            return variable, {**scope, name: Term(variable, of)}
        case ast.Tuple(elts=names) if isinstance(of, Product) and len(names) == len(of.parts):
            found: list[str] = []
            for name, part in zip(names, of.parts, strict=True):
                variable, scope = _bound(printer, name, part, scope)
                found.append(variable.removeprefix("'"))
            return f"'({', '.join(found)})", scope
        case _:
            raise UnprintableError(f"the loop variable {ast.unparse(target)}")


def comprehension(
    printer: Printer, node: ast.GeneratorExp | ast.ListComp, scope: Scope, want: Type | None
) -> Term:
    """The list of what a generator makes."""
    element = want.element if isinstance(want, ListOf) else None
    return _comprehended(printer, node.elt, node.generators, scope, element)


def _comprehended(
    printer: Printer,
    made: ast.expr,
    loops: list[ast.comprehension],
    scope: Scope,
    element: Type | None,
) -> Term:
    first, *others = loops
    if not others and isinstance(first.iter, ast.Name):
        items = printer.term(first.iter, scope).items
        if items is not None:
            return _each_of(printer, made, first, items, scope)
    of = source(printer, first.target, first.iter, scope)
    if any(truth(printer, test, of.scope)[0] != "true" for test in first.ifs):
        raise UnprintableError("a comprehension with an `if`")
    if others:
        inner = _comprehended(printer, made, others, of.scope, element)
        if len(of.lists) != 1:
            raise UnprintableError("a loop in a loop through pairs")
        code = f"(flat_map {of.each(inner.code)} {' '.join(of.lists)})"
        return Term(code, inner.type, _owed(of, inner.ok))
    term = coerced(printer.term(made, of.scope, element), element)
    return Term(of.mapped(term.code), ListOf(term.type), _owed(of, term.ok))


def _each_of(
    printer: Printer,
    made: ast.expr,
    loop: ast.comprehension,
    items: tuple[Term, ...],
    scope: Scope,
) -> Term:
    """The entries that are made of entries that are known."""
    if not isinstance(loop.target, ast.Name):
        raise UnprintableError("known entries that are taken apart")
    found: list[Term] = []
    for item in items:
        inner = {**scope, loop.target.id: item}
        tests = {truth(printer, test, inner)[0] for test in loop.ifs}
        if not tests <= {"true"}:
            raise UnprintableError("a comprehension with an `if`")
        found.append(printer.term(made, inner))
    return Term("", ITEMS, all_of(tuple(found)), tuple(found))


def _owed(of: Source, ok: str) -> str:
    return of.ok if ok == "true" else both(of.ok, of.every(ok))


def _quantified(printer: Printer, node: ast.GeneratorExp, scope: Scope) -> Term:
    if len(node.generators) != 1 or node.generators[0].ifs:
        raise UnprintableError("`all` of more than one loop")
    of = source(printer, node.generators[0].target, node.generators[0].iter, scope)
    return _of_all(printer, node.elt, of)


def _quantified_pairs(
    printer: Printer, function: ast.expr, first: ast.expr, second: ast.expr, scope: Scope
) -> Term:
    """`all` of what `map` makes of two lists, which must be as long as each other."""
    pair: list[ast.expr] = [ast.Name("entry"), ast.Name("other")]
    of = _side_by_side(printer, ast.Tuple(pair), first, second, scope, checks=True)
    return _of_all(printer, ast.Call(function, pair, []), of)


def _of_all(printer: Printer, test: ast.expr, of: Source) -> Term:
    code, ok = truth(printer, test, of.scope)
    if ok != "true":
        # Python stops at the first that does not hold.
        name = "all_ok" if len(of.lists) == 1 else "all2_ok"
        ok = f"({name} {of.each(code)} {of.each(ok)} {' '.join(of.lists)})"
    return Term(of.every(code), BOOL, both(of.ok, ok))


def builtin(  # noqa: PLR0911, PLR0912 - a case a line
    printer: Printer, meant: Any, node: ast.Call, scope: Scope, want: Type | None
) -> Term:
    """A call of a function of Python's own. Raises UnprintableError."""
    match node.args:
        case [ast.GeneratorExp() | ast.ListComp() as made] if meant is tuple:
            return comprehension(printer, made, scope, want)
        case [ast.GeneratorExp() as made] if meant is all:
            return _quantified(printer, made, scope)
        case [ast.Call(args=[function, first, second]) as made] if meant is all and (
            printer.meaning(made.func, scope) is map
        ):
            return _quantified_pairs(printer, function, first, second, scope)
        case [function, listed] if meant is map:
            entry = ast.Name("entry")
            made = ast.GeneratorExp(
                ast.Call(function, [entry], []), [ast.comprehension(entry, listed, [], 0)]
            )
            return comprehension(printer, made, scope, want)
        case [only] if meant is tuple:
            return printer.term(only, scope, want)
        case [first, second] if meant is zip:
            return _paired(node, printer.term(first, scope), printer.term(second, scope))
        case [count] if meant is range:
            term = printer.term(count, scope, INT)
            return Term(f"(upto {term.code})", ListOf(INT), term.ok)
        case [only] if meant is reversed:
            term = printer.term(only, scope)
            return replace(term, code=f"(rev {term.code})")
        case [entries, function] if meant is accumulate:
            return _accumulated(printer, node, function, printer.term(entries, scope), scope)
        case [only] if meant is bool:
            return Term(*_as_bool(printer, only, scope))
        case [only] if meant is max and [k.arg for k in node.keywords] == ["default"]:
            listed, least = printer.term(only, scope), printer.term(node.keywords[0].value, scope)
            return Term(f"(greatest {least.code} {listed.code})", INT, both(listed.ok, least.ok))
        case _ if meant in SIMPLE and not node.keywords:
            return SIMPLE[meant](tuple(printer.term(a, scope) for a in node.args))
        case _:
            raise UnprintableError(f"`{ast.unparse(node)}`")


def _paired(node: ast.Call, left: Term, right: Term) -> Term:
    """The list of pairs of two lists that are as long as each other."""
    if [ast.unparse(k.value) for k in node.keywords] != ["True"]:
        raise UnprintableError("zip of lists whose lengths may differ")
    if not isinstance(left.type, ListOf) or not isinstance(right.type, ListOf):
        raise UnprintableError(f"pairs of {left.type} and {right.type}")
    ok = f"(Nat.eqb (length {left.code}) (length {right.code}))"
    of = ListOf(Product((left.type.element, right.type.element)))
    return Term(f"(combine {left.code} {right.code})", of, both(both(left.ok, right.ok), ok))


def _accumulated(
    printer: Printer, node: ast.Call, function: ast.expr, entries: Term, scope: Scope
) -> Term:
    """The list of what becomes of `initial` with one entry after another."""
    if [keyword.arg for keyword in node.keywords] != ["initial"]:
        raise UnprintableError(f"`{ast.unparse(node)}`")
    first = printer.term(node.keywords[0].value, scope)
    meant = printer.meaning(function, scope)
    if meant in OPERATORS:
        by = Term(OPERATORS[meant], Arrow((INT, INT), INT))
    else:
        by = printer.term(function, scope)
    if not isinstance(entries.type, ListOf) or by.type != Arrow(
        (first.type, entries.type.element), first.type
    ):
        raise UnprintableError(f"`{ast.unparse(node)}`")
    ok = both(entries.ok, first.ok)
    if by.accepted:
        ok = both(ok, f"(accumulated_ok {by.code} {by.accepted} {entries.code} {first.code})")
    return Term(f"(accumulated {by.code} {entries.code} {first.code})", ListOf(first.type), ok)


OPERATORS: Final[Mapping[Any, str]] = {add: "Z.add", mul: "Z.mul"}
"""Python's functions for operators."""


def _as_bool(printer: Printer, node: ast.expr, scope: Scope) -> tuple[str, Type, str]:
    code, ok = truth(printer, node, scope)
    return code, BOOL, ok


def _length(terms: tuple[Term, ...]) -> Term:
    (term,) = terms
    if term.items is not None:
        return Term(str(len(term.items)), INT, term.ok)
    if not isinstance(term.type, ListOf):
        raise UnprintableError(f"the length of {term.type}")
    return Term(f"(Z.of_nat (length {term.code}))", INT, term.ok)


def _product(terms: tuple[Term, ...]) -> Term:
    term = coerced(terms[0], ListOf(INT))
    return Term(f"(product_of {term.code})", INT, term.ok)


def _numbers(name: str, count: int) -> Callable[[tuple[Term, ...]], Term]:
    def printed(terms: tuple[Term, ...]) -> Term:
        if len(terms) != count or {t.type for t in terms} != {INT}:
            raise UnprintableError(f"{name} of {len(terms)}")
        return Term(f"({name} {' '.join(t.code for t in terms)})", INT, all_of(terms))

    return printed


def _divmod(terms: tuple[Term, ...]) -> Term:
    x, y = (coerced(term, INT) for term in terms)
    ok = both(both(x.ok, y.ok), negated(f"({y.code} =? 0)"))
    parts = tuple(Term(f"({x.code} {sign} {y.code})", INT, ok) for sign in ("/", "mod"))
    return Term("", ITEMS, ok, parts)


SIMPLE: Final[Mapping[Any, Callable[[tuple[Term, ...]], Term]]] = {
    len: _length,
    math.prod: _product,
    abs: _numbers("Z.abs", 1),
    min: _numbers("Z.min", 2),
    max: _numbers("Z.max", 2),
    divmod: _divmod,
}
"""Functions whose arguments are printed as they stand."""
