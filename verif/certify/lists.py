"""The lists that a statement takes apart, and the names that it gives to their parts."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from verif.certify.gallina import ListOf
from verif.certify.scope import Scope

Heads = Mapping[str, tuple[str | list[str], str]]
"""The names of head and tail by that of the list; of a head that is taken apart, of its parts."""


def heads_of(text: ast.AST) -> Heads:
    """The names that `(s, d), rest = modes[0], modes[1:]` gives to the parts of a list."""
    found: dict[str, tuple[str | list[str], str]] = {}
    for node in ast.walk(text):
        match node:
            case ast.Assign(
                targets=[ast.Tuple(elts=[head, ast.Name(id=tail)])],
                value=ast.Tuple(
                    elts=[ast.Subscript(value=ast.Name(id=name)) as first, ast.Subscript() as rest]
                ),
            ) if (ast.unparse(first), ast.unparse(rest)) == (f"{name}[0]", f"{name}[1:]"):
                match head:
                    case ast.Name(id=label):
                        found.setdefault(name, (label, tail))
                    case ast.Tuple(elts=parts) if all(isinstance(p, ast.Name) for p in parts):
                        found.setdefault(name, ([ast.unparse(p) for p in parts], tail))
                    case _:
                        pass
            case ast.Assign(
                targets=[ast.Tuple(elts=parts)],
                value=ast.Subscript(value=ast.Name(id=name)) as first,
            ) if ast.unparse(first) == f"{name}[0]" and all(isinstance(p, ast.Name) for p in parts):
                found.setdefault(name, ([ast.unparse(p) for p in parts], ""))
            case _:
                pass
    return found


def undecided(statement: ast.stmt, scope: Scope) -> str | None:
    """A list whose head, tail or emptiness the statement asks for, and that may be empty or not."""
    asked = (_listed(node, scope) for node in _asked(_looked_at(statement)))
    return next((name for name in asked if name is not None and scope[name].empty is None), None)


def _looked_at(statement: ast.stmt) -> list[ast.AST]:
    """The parts of a statement that run first."""
    match statement:
        case ast.If(test=test):
            return [test]
        case ast.For(iter=iterated):
            return [iterated]
        case ast.Raise() | ast.FunctionDef():
            return []
        case _:
            return [statement]


def _asked(parts: list[ast.AST]) -> Iterator[ast.expr]:
    """The expressions whose head, tail or emptiness is asked for."""
    for part in parts:
        for node in ast.walk(part):
            match node:
                case ast.Subscript(value=value) if ast.unparse(node.slice) in ("0", "1:"):
                    yield value
                case ast.UnaryOp(op=ast.Not(), operand=value):
                    yield value
                case ast.IfExp(test=value):
                    yield value
                case ast.BoolOp(values=values):
                    yield from values
                case ast.Call(func=ast.Name(id="bool"), args=[value]):
                    yield value
                case _:
                    pass
        if isinstance(part, ast.expr):
            yield part


def _listed(node: ast.expr, scope: Scope) -> str | None:
    """The list that the expression is: a variable, or the tail of one that is known to have one."""
    match node:
        case ast.Name(id=name):
            of = scope.get(name)
            return name if of is not None and isinstance(of.type, ListOf) else None
        case ast.Subscript(value=value) if ast.unparse(node.slice) == "1:":
            whole = _listed(value, scope)
            known = whole is not None and scope[whole].empty is False
            return scope[whole].tail if whole is not None and known else None
        case _:
            return None
