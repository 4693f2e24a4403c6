"""A function inside a function that takes from one iterator: the entries left are passed along.

`entries = iter(flat)` with a function `fill` that calls `next(entries)` is printed as a function
of its own that takes the entries, and returns its result with the entries that are then left.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from verif.certify.conditions import decided
from verif.certify.gallina import (
    TREE,
    ListOf,
    Product,
    Term,
    Type,
    UnprintableError,
    default,
    matched,
)
from verif.certify.scope import Printer, Scope


@dataclass(frozen=True)
class Drawing:
    """The inner function, printed: its name, and what it takes from."""

    name: str
    text: str

    def call(self, argument: Term, entries: Term) -> Term:
        """Its result for the argument, where it takes from the entries."""
        said = f"{argument.code} {entries.code}"
        return Term(f"(fst ({self.name} {said}))", TREE, f"({self.name}_ok {said})")


def drawing(printer: Printer, name: str, node: ast.FunctionDef, entries: str, of: Type) -> Drawing:
    """The inner function, which takes an IntTuple. Raises UnprintableError."""
    match node:
        case ast.FunctionDef(
            args=ast.arguments(args=[ast.arg(arg=parameter)]), body=[ast.Return(value=made)]
        ) if made is not None:
            pass
        case _:
            raise UnprintableError("a function inside that does more than return")
    variable = printer.functions.safe(parameter)
    scope = {parameter: Term(variable, TREE)}
    inner = _Inner(printer, node.name, name, entries, of)
    value, returns = inner.printed(made, scope, ok=False), inner.printed(made, scope, ok=True)
    binders = f"({variable} : tree) ({entries} : {of})"
    text = (
        f"Fixpoint {name} {binders} : {Product((TREE, of))} :=\n  {value}.\n"
        f"Fixpoint {name}_ok {binders} : bool :=\n  {returns}."
    )
    return Drawing(name, text)


@dataclass(frozen=True)
class _Inner:
    printer: Printer
    python: str
    name: str
    entries: str
    of: Type

    def printed(self, node: ast.expr, scope: Scope, *, ok: bool) -> str:
        """The expression with the entries left after it, or whether it returns."""
        match node:
            case ast.IfExp(test=test, body=yes, orelse=no):
                return decided(
                    self.printer,
                    test,
                    scope,
                    lambda inner: self.printed(yes, inner, ok=ok),
                    lambda inner: self.printed(no, inner, ok=ok),
                )
            case ast.Call(func=ast.Name(id="next"), args=[ast.Name(id=self.entries)]):
                return self._first(ok=ok)
            case ast.Call(
                func=ast.Name(id="tuple"), args=[ast.GeneratorExp() | ast.ListComp() as made]
            ):
                return self._each(made, scope, ok=ok)
            case ast.Call(func=ast.Name(id=self.python), args=[argument]):
                said = f"{self.printer.term(argument, scope, TREE).code} {self.entries}"
                return f"({self.name}{'_ok' if ok else ''} {said})"
            case _:
                raise UnprintableError(f"`{ast.unparse(node)}` between draws")

    def _first(self, *, ok: bool) -> str:
        assert isinstance(self.of, ListOf)
        empty = "false" if ok else f"({default(self.of.element)}, [])"
        found = "true" if ok else "(first, rest)"
        return matched(self.entries, ("[]", empty), ("first :: rest", found))

    def _each(self, made: ast.GeneratorExp | ast.ListComp, scope: Scope, *, ok: bool) -> str:
        match made.generators:
            case [ast.comprehension(target=ast.Name(id=name), iter=iterated, ifs=[])]:
                listed = self.printer.term(iterated, scope)
            case _:
                raise UnprintableError("draws in more than one loop")
        inner = {**scope, name: Term(name, TREE)}
        each = f"(fun {name} {self.entries} => {self.printed(made.elt, inner, ok=False)})"
        if ok:
            owed = f"(fun {name} {self.entries} => {self.printed(made.elt, inner, ok=True)})"
            return f"(drawn_ok {each} {owed} {listed.code} {self.entries})"
        drawn = f"drawn {each} {listed.code} {self.entries}"
        return f"(let '(made, entries) := {drawn} in (Tuple made, entries))"
