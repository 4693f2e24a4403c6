"""Statements of a function as one term: what it returns, or whether it does."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from verif.certify.conditions import decided, truth
from verif.certify.expressions import Expressions
from verif.certify.gallina import (
    ITEMS,
    NOTHING,
    TEXT,
    ListOf,
    Product,
    Term,
    Type,
    UnprintableError,
    all_of,
    both,
    bound,
    conditional,
    default,
    matched,
)
from verif.certify.iterations import source
from verif.certify.lists import heads_of, undecided
from verif.certify.scope import Functions, Scope


class Blocks(Expressions):
    """Prints the body of one function whose result has the type."""

    def __init__(
        self,
        functions: Functions,
        globals: Mapping[str, Any],
        node: ast.AST,
        name: str,
        result: Type,
    ) -> None:
        super().__init__(functions, globals)
        self.name = name
        self.result = result
        self.heads = heads_of(node)

    def value(self, body: Sequence[ast.stmt], scope: Scope) -> str:
        """The value that the statements return, a default where Python raises."""
        return self._block(list(body), scope, ok=False)

    def returns(self, body: Sequence[ast.stmt], scope: Scope) -> str:
        """Whether Python returns from the statements."""
        return self._block(list(body), scope, ok=True)

    def _block(  # noqa: PLR0911 - a case a line
        self, body: list[ast.stmt], scope: Scope, *, ok: bool
    ) -> str:
        if not body:
            return "true" if ok else self.at_end(scope)
        first, rest = body[0], body[1:]
        name = undecided(first, scope)
        if name is not None:
            return self.split(name, scope, lambda inner: self._block(body, inner, ok=ok))
        match first:
            case ast.Return(value=ast.expr() as value):
                term = self.term(value, scope, self.result)
                return term.ok if ok else default(self.result) if term.ok == "false" else term.code
            case ast.Raise():
                return "false" if ok else default(self.result)
            case ast.If(test=test, body=yes, orelse=no):
                code = decided(
                    self,
                    test,
                    scope,
                    lambda inner: self._block(yes + rest, inner, ok=ok),
                    lambda inner: self._block(no + rest, inner, ok=ok),
                )
                return both(truth(self, test, scope)[1], code) if ok else code
            case ast.Try(body=tried, handlers=[handler], orelse=[], finalbody=[]):
                # Which error it is is not printed.
                return conditional(
                    self._block(tried, scope, ok=True),
                    self._block(rest, scope, ok=ok),
                    self._block(handler.body + rest, scope, ok=ok),
                )
            case ast.Assign(targets=[target], value=value):
                return self._assigned(target, value, rest, scope, ok=ok)
            case ast.For():
                return self._loop(first, rest, scope, ok=ok)
            case ast.Expr(value=value):
                return self._said(value, rest, scope, ok=ok)
            case _:
                raise UnprintableError(f"`{ast.unparse(first).splitlines()[0]}`")

    def at_end(self, scope: Scope) -> str:
        """The value of a text that ends without a return."""
        if "shape of self" in scope:
            fields = (scope[f"{name} of self"].code for name in ("shape", "stride"))
            return f"(Build_layout {' '.join(fields)})"
        if self.result == NOTHING:
            return "tt"
        raise UnprintableError("a path that returns nothing")

    def _said(self, value: ast.expr, rest: list[ast.stmt], scope: Scope, *, ok: bool) -> str:
        match value:
            case ast.Constant():
                return self._block(rest, scope, ok=ok)
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="object"), attr="__setattr__"),
                args=[ast.Name(id="self"), ast.Constant(value=str(name)), given],
            ):
                inner = {**scope, f"{name} of self": self.term(given, scope)}
                return self._block(rest, inner, ok=ok)
            case _:
                term = self.term(value, scope)
                then = self._block(rest, scope, ok=ok)
                return both(term.ok, then) if ok else then

    def _loop(self, loop: ast.For, rest: list[ast.stmt], scope: Scope, *, ok: bool) -> str:
        """A loop that only raises; or one through entries that are known, one after the other."""
        if (whole := self._known_entries(loop.iter, scope)) is not None:
            steps: list[ast.stmt] = []
            inner = dict(scope)
            for k, item in enumerate(whole):
                inner[f"entry {k}"] = item
                steps += [ast.Assign([loop.target], ast.Name(f"entry {k}")), *loop.body]
            code = self._block(steps + rest, inner, ok=ok)
            return both(all_of(whole), code) if ok else code
        if any(
            isinstance(part, ast.Return | ast.Assign) for s in loop.body for part in ast.walk(s)
        ):
            raise UnprintableError("a loop that does more than raise")
        then = self._block(rest, scope, ok=ok)
        if not ok:
            return then
        of = source(self, loop.target, loop.iter, scope)
        return both(both(of.ok, of.every(self._block(loop.body, of.scope, ok=True))), then)

    def _known_entries(self, iterated: ast.expr, scope: Scope) -> tuple[Term, ...] | None:
        if isinstance(iterated, ast.Name | ast.Tuple):
            return self.term(iterated, scope).items
        return None

    # Variables.

    def _assigned(
        self, target: ast.expr, value: ast.expr, rest: list[ast.stmt], scope: Scope, *, ok: bool
    ) -> str:
        term = self.term(value, scope)
        if term.ok == "false":
            return "false" if ok else default(self.result)
        code = self.let(target, term, scope, lambda inner: self._block(rest, inner, ok=ok))
        return both(term.ok, code) if ok else code

    def let(self, target: ast.expr, term: Term, scope: Scope, then: Any) -> str:
        """The text of what follows, after the assignment. Raises UnprintableError."""
        match target:
            case ast.Name(id="_"):
                return then(scope)
            case ast.Name(id=name):
                return self._named(name, term, scope, then)
            case ast.Tuple(elts=targets) if term.items is not None:
                if len(targets) != len(term.items):
                    raise UnprintableError("a tuple taken apart as one of another length")
                return self._in_turn(list(zip(targets, term.items, strict=True)), scope, then)
            case ast.Tuple(elts=targets) if isinstance(term.type, Product):
                return self._taken_apart(targets, term, scope, then)
            case _:
                raise UnprintableError(f"the assignment to {ast.unparse(target)}")

    def _in_turn(self, pairs: list[tuple[ast.expr, Term]], scope: Scope, then: Any) -> str:
        if not pairs:
            return then(scope)
        (target, term), others = pairs[0], pairs[1:]
        return self.let(target, term, scope, lambda inner: self._in_turn(others, inner, then))

    def _named(self, name: str, term: Term, scope: Scope, then: Any) -> str:
        plain = term.code.isidentifier() or term.code.isdigit() or term.empty
        if plain or term.type in (ITEMS, TEXT, NOTHING):
            return then({**scope, name: term})
        variable = self.free(name, scope, other=name)
        inner = {
            **scope,
            name: replace(term, code=variable, ok=term.accepted or "true", items=None),
        }
        return bound(variable, term.code, then(inner))

    def _taken_apart(self, targets: list[ast.expr], term: Term, scope: Scope, then: Any) -> str:
        assert isinstance(term.type, Product)
        inner = dict(scope)
        variables: list[str] = []
        for target, of in zip(targets, term.type.parts, strict=True):
            if not isinstance(target, ast.Name):
                raise UnprintableError("a tuple in a tuple taken apart")
            variable = "_" if target.id == "_" else self.free(target.id, inner, other=target.id)
            variables.append(variable)
            inner[target.id] = Term(variable, of)
        return bound(f"'({', '.join(variables)})", term.code, then(inner))

    def free(self, name: str, scope: Scope, *, other: str = "") -> str:
        """A name that no variable in scope has, but the `other`, which is no more."""
        taken = {word for n, t in scope.items() if n != other for word in words(t)}
        base = found = self.variable(name)
        k = 2
        while found in taken:
            found, k = f"{base}{k}", k + 1
        return found

    # Lists.

    def split(self, name: str, scope: Scope, then: Any) -> str:
        """The cases of a list: it is empty, or has a head and a tail."""
        pattern, inner = self.opened(name, scope)
        empty = {**scope, name: replace(scope[name], empty=True)}
        return matched(scope[name].code, ("[]", then(empty)), (pattern, then(inner)))

    def opened(self, name: str, scope: Scope) -> tuple[str, Scope]:
        """The pattern of a list with a head, and the scope in which it is one."""
        term = scope[name]
        assert isinstance(term.type, ListOf)
        of = term.type.element
        named, tail = self.heads.get(name, ("first", ""))
        inner = dict(scope)
        if isinstance(named, list) and isinstance(of, Product):
            variables = [self.free("_unused" if n == "_" else n, scope) for n in named]
            items = tuple(map(Term, variables, of.parts))
            inner |= {n: t for n, t in zip(named, items, strict=True) if n != "_"}
            head = Term(f"({', '.join(variables)})", of, items=items)
        else:
            label = named if isinstance(named, str) else "first"
            head = Term(self.free(label, scope), of)
            if label != "first":
                inner[label] = head
        key = tail or f"{name}[1:]"
        rest = Term(self.free(tail or "rest", {**inner, "head": head}), term.type)
        inner[key] = rest
        inner[name] = replace(term, empty=False, head=head, tail=key)
        return f"{head.code} :: {rest.code}", inner


def words(term: Term) -> set[str]:
    """The names in a term."""
    text = "".join(c if c.isalnum() or c in "_'" else " " for c in term.code)
    found = set(text.split())
    for item in term.items or ():
        found |= words(item)
    return found | (words(term.head) if term.head else set())
