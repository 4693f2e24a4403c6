"""Expressions of Python as terms of Gallina."""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import accumulate
from types import FunctionType, ModuleType
from typing import Any, Final

from spec import PLAIN
from spec import plain as spec
from spec.kept import kept
from spec.layout import Layout
from spec.xla import XlaShape
from verif.certify.annotations import printed_type
from verif.certify.conditions import decided, truth
from verif.certify.gallina import (
    BOOL,
    INT,
    ITEMS,
    LAYOUT,
    NOTHING,
    TEXT,
    TREE,
    XLA_SHAPE,
    Arrow,
    ListOf,
    OptionOf,
    Product,
    Term,
    Type,
    UnprintableError,
    all_of,
    both,
    coerced,
    default,
    negated,
    projected,
)
from verif.certify.iterations import builtin, comprehension
from verif.certify.scope import Functions, Scope
from verif.certify.values import constant, equal

OPERATORS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "/",
    ast.Mod: "mod",
}
COMPARISONS: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "=?",
    ast.NotEq: "=?",
    ast.Lt: "<?",
    ast.LtE: "<=?",
    ast.Gt: "<?",
    ast.GtE: "<=?",
}
OTHERS: Final = (math.prod, accumulate)
"""Functions that are printed as Python's own are, whose names are no builtins."""

TURNED: Final = (ast.Gt, ast.GtE)
"""Comparisons that are printed the other way round, so that one lemma serves both."""


class Expressions:
    """Prints expressions of one text, whose names mean what `globals` says."""

    def __init__(self, functions: Functions, globals: Mapping[str, Any]) -> None:
        self.functions = functions
        self.globals = globals

    def term(self, node: ast.expr, scope: Scope, want: Type | None = None) -> Term:
        """The expression, as one of the wanted type. Raises UnprintableError."""
        term = self._term(node, scope, want)
        return term if want is None else coerced(term, want)

    def _term(  # noqa: PLR0911, PLR0912 - a case a line
        self, node: ast.expr, scope: Scope, want: Type | None
    ) -> Term:
        match node:
            case ast.Constant(value=value):
                return constant(value)
            case ast.JoinedStr():
                return Term("", TEXT)
            case ast.Name(id=name):
                return self._name(name, scope)
            case ast.Tuple(elts=entries):
                return self._tuple(entries, scope)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                term = self.term(inner, scope, INT)
                return replace(term, code=f"(- {term.code})")
            case ast.BinOp():
                return self._operation(node, scope, want)
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                code, ok = truth(self, node, scope)
                return Term(code, BOOL, ok)
            case ast.Compare():
                return self._comparison(node, scope)
            case ast.IfExp(test=test, body=yes, orelse=no):
                return self._if(test, yes, no, scope, want)
            case ast.Subscript(value=value, slice=index):
                return self._subscript(value, index, scope)
            case ast.Attribute(value=value, attr=name):
                return self._attribute(value, name, scope)
            case ast.Call():
                return self._call(node, scope, want)
            case ast.GeneratorExp():
                return comprehension(self, node, scope, want)
            case _:
                raise UnprintableError(f"`{ast.unparse(node)}`")

    def _name(self, name: str, scope: Scope) -> Term:
        if name in scope:
            term = scope[name]
            return replace(term, code="[]") if term.empty else term
        value = self.globals.get(name)
        if type(value) in (int, bool):
            return constant(value)
        raise UnprintableError(f"the name {name}")

    def _tuple(self, entries: list[ast.expr], scope: Scope) -> Term:
        items: list[Term] = []
        for entry in entries:
            if isinstance(entry, ast.Starred):
                items += self.spread(self.term(entry.value, scope))
            else:
                items.append(self.term(entry, scope))
        return Term("", ITEMS, all_of(tuple(items)), tuple(items))

    def spread(self, term: Term) -> tuple[Term, ...]:
        """The entries of a tuple of known length."""
        if term.items is not None:
            return term.items
        if not isinstance(term.type, Product):
            raise UnprintableError("a tuple of unknown length, spread out")
        return tuple(projected(term, k) for k in range(len(term.type.parts)))

    def _operation(self, node: ast.BinOp, scope: Scope, want: Type | None) -> Term:
        left, right = self.term(node.left, scope), self.term(node.right, scope)
        listed = next((t.type for t in (left, right) if isinstance(t.type, ListOf)), None)
        if isinstance(node.op, ast.Add) and (listed or left.type == ITEMS == right.type):
            return self._appended(left, right, listed or want)
        if type(node.op) not in OPERATORS or {left.type, right.type} != {INT}:
            raise UnprintableError(f"`{ast.unparse(node)}` of {left.type} and {right.type}")
        ok = both(left.ok, right.ok)
        divides = isinstance(node.op, ast.FloorDiv | ast.Mod)
        if divides and not (isinstance(node.right, ast.Constant) and node.right.value != 0):
            ok = both(ok, negated(f"({right.code} =? 0)"))
        return Term(f"({left.code} {OPERATORS[type(node.op)]} {right.code})", INT, ok)

    def _appended(self, left: Term, right: Term, want: Type | None) -> Term:
        if not isinstance(want, ListOf):
            raise UnprintableError(f"tuples that are added to a {want}")
        one = len(left.items or ()) == 1
        left, right = coerced(left, want), coerced(right, want)
        code = f"({left.code[1:-1]} :: {right.code})" if one else f"({left.code} ++ {right.code})"
        return Term(code, want, both(left.ok, right.ok))

    def _comparison(self, node: ast.Compare, scope: Scope) -> Term:
        match node:
            case ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)]):
                term = self.term(node.left, scope)
                given = term.accepted or ("false" if term.type == NOTHING else "true")
                positive = isinstance(node.ops[0], ast.IsNot)
                return Term(given if positive else negated(given), BOOL)
            case _:
                terms = tuple(self.term(x, scope) for x in (node.left, *node.comparators))
        code = "true"
        for operator, left, right in zip(node.ops, terms, terms[1:], strict=False):
            code = both(code, self._compared(operator, left, right))
        # Python does not look at the third of a < b < c unless a < b: all of them return here.
        return Term(code, BOOL, all_of(terms))

    def _compared(self, operator: ast.cmpop, left: Term, right: Term) -> str:
        if type(operator) not in COMPARISONS:
            raise UnprintableError(f"the comparison {type(operator).__name__}")
        if isinstance(operator, ast.Eq | ast.NotEq):
            code = equal(left, right)
            return negated(code) if isinstance(operator, ast.NotEq) else code
        if {left.type, right.type} != {INT}:
            raise UnprintableError(f"an order of {left.type} and {right.type}")
        if isinstance(operator, TURNED):
            left, right = right, left
        return f"({left.code} {COMPARISONS[type(operator)]} {right.code})"

    def _if(
        self, test: ast.expr, yes: ast.expr, no: ast.expr, scope: Scope, want: Type | None
    ) -> Term:
        types: list[Type] = []

        def arm(node: ast.expr, ok: bool) -> Callable[[Scope], str]:
            def printed(inner: Scope) -> str:
                term = coerced(self.term(node, inner, want), want)
                types.append(term.type)
                return term.ok if ok else term.code

            return printed

        code = decided(self, test, scope, arm(yes, False), arm(no, False))
        ok = decided(self, test, scope, arm(yes, True), arm(no, True))
        if len(set(types)) != 1 and TREE in types and want is None:
            return self._if(test, yes, no, scope, TREE)
        if len(set(types)) != 1:
            raise UnprintableError("a conditional of two types")
        return Term(code, types[0], both(truth(self, test, scope)[1], ok))

    def _subscript(  # noqa: PLR0911 - a case a line
        self, value: ast.expr, index: ast.expr, scope: Scope
    ) -> Term:
        whole = self.term(value, scope)
        at = ast.unparse(index)
        if whole.type == LAYOUT:
            return self.functions.call(Layout.__getitem__, (whole, self.term(index, scope, INT)))
        if isinstance(whole.type, ListOf) and at == "::-1":
            return Term(f"(rev {whole.code})", whole.type, whole.ok)
        if isinstance(whole.type, ListOf) and at == ":-1":
            return Term(f"(removelast {whole.code})", whole.type, whole.ok)
        if isinstance(whole.type, ListOf) and at in ("::2", "1::2"):
            code = whole.code if at == "::2" else f"(tl {whole.code})"
            return Term(f"(every_other {code})", whole.type, whole.ok)
        if isinstance(whole.type, ListOf) and at == "-1":
            of = whole.type.element
            ok = both(whole.ok, f"(nonempty {whole.code})" if whole.empty is None else "true")
            return Term(f"(last {whole.code} {default(of)})", of, "false" if whole.empty else ok)
        if isinstance(whole.type, ListOf) and at in ("0", "1:"):
            if whole.empty is not None:
                return self._part(whole, at, scope)
            if at == "0":
                code = f"(hd {default(whole.type.element)} {whole.code})"
                ok = both(whole.ok, f"(nonempty {whole.code})")
                return Term(code, whole.type.element, ok)
            return Term(f"(tl {whole.code})", whole.type, whole.ok)
        if isinstance(index, ast.Constant) and type(index.value) is int and index.value >= 0:
            return projected(whole, index.value)
        if isinstance(whole.type, ListOf) and not isinstance(index, ast.Slice):
            # Python takes an index below 0, too, and this does not say so.
            place, of = self.term(index, scope, INT), whole.type.element
            below = f"(({place.code} <? (Z.of_nat (length {whole.code}))) && (0 <=? {place.code}))"
            code = f"(nth (Z.to_nat {place.code}) {whole.code} {default(of)})"
            return Term(code, of, both(both(whole.ok, place.ok), below))
        raise UnprintableError(f"the part [{at}] of {whole.type}")

    def _part(self, whole: Term, at: str, scope: Scope) -> Term:
        assert isinstance(whole.type, ListOf)
        if whole.empty:
            element = whole.type.element
            return Term(default(element), element, "false") if at == "0" else whole
        if at == "0":
            assert whole.head is not None
            return whole.head
        return self._name(whole.tail, scope)

    def _attribute(self, value: ast.expr, name: str, scope: Scope) -> Term:
        if isinstance(value, ast.Name) and value.id not in scope:
            raise UnprintableError(f"the attribute {value.id}.{name}")
        term = self.term(value, scope)
        if term.type == XLA_SHAPE:
            fields: dict[str, Type] = {
                "dims": ListOf(INT),
                "minor_to_major": ListOf(INT),
                "tiles": ListOf(ListOf(OptionOf(INT))),
            }
            if name in fields:
                return Term(f"(xla_{name} {term.code})", fields[name], term.ok)
            member = vars(XlaShape).get(name)
            if isinstance(member, property):
                return self.functions.call(member.fget, (term,))
        if term.type == LAYOUT:
            if name in ("shape", "stride"):
                return Term(f"(layout_{name} {term.code})", TREE, term.ok)
            member = vars(Layout).get(name)
            if isinstance(member, property | kept):
                return self.functions.call(_text_of(member.fget), (term,))
        if isinstance(term.type, Product) and name in term.type.fields:
            return projected(term, term.type.fields.index(name))
        raise UnprintableError(f"the attribute .{name} of {term.type}")

    # Calls.

    def meaning(self, node: ast.expr, scope: Scope) -> Any:
        """The function that a call names, or the type or union of types; None for a variable."""
        match node:
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                found = self.meaning(left, scope) | self.meaning(right, scope)
            case ast.Name(id=name) if name not in scope:
                found = self.globals.get(name, vars(builtins).get(name))
            case ast.Attribute(value=ast.Name(id="alg"), attr=name):
                found = getattr(spec, name)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name not in scope:
                module = self.globals.get(name)
                found = getattr(module, attribute) if isinstance(module, ModuleType) else None
            case _:
                found = None
        return found

    def _call(self, node: ast.Call, scope: Scope, want: Type | None) -> Term:
        meant = self.meaning(node.func, scope)
        if meant is None:
            return self._of_value(node, scope)
        if getattr(builtins, getattr(meant, "__name__", ""), None) is meant or meant in OTHERS:
            return builtin(self, meant, node, scope, want)
        if isinstance(meant, type) and hasattr(meant, "_fields"):
            return coerced(self._tuple(node.args, scope), printed_type(meant))
        if node.keywords:
            raise UnprintableError(f"a call by name, `{ast.unparse(node)}`")
        arguments = tuple(self._arguments(node.args, scope))
        if meant is Layout:
            return self.functions.call(Layout.__init__, arguments)
        if isinstance(meant, FunctionType):
            return self.functions.call(meant, arguments)
        if callable(meant) and hasattr(meant, "__supertype__"):
            return arguments[0]
        raise UnprintableError(f"the call of {ast.unparse(node.func)}")

    def _arguments(self, nodes: list[ast.expr], scope: Scope) -> list[Term]:
        found: list[Term] = []
        for node in nodes:
            if isinstance(node, ast.Lambda):
                found.append(Term("", TEXT, made=partial(self._function, node, scope)))
            elif isinstance(node, ast.Name) and type(self.meaning(node, scope)) is FunctionType:
                passed = partial(self._passed, self.meaning(node, scope))
                found.append(Term("", TEXT, made=passed))
            elif isinstance(node, ast.Starred) and isinstance(node.value, ast.GeneratorExp):
                found.append(replace(self.term(node.value, scope), spread=True))
            else:
                found += self._tuple([node], scope).items or ()
        return found

    def _function(self, node: ast.Lambda, scope: Scope, types: tuple[Type, ...]) -> Term:
        """The lambda as a function of arguments of these types."""
        names = [argument.arg for argument in node.args.args]
        variables = [self.variable(name) if name.strip("_") else "_" for name in names]
        terms = map(Term, variables, types)
        term = self.term(node.body, {**scope, **dict(zip(names, terms, strict=True))})
        said = f"fun {' '.join(variables)} =>"
        of = Arrow(types, term.type)
        return Term(f"({said} {term.code})", of, accepted=f"({said} {term.ok})")

    def _passed(self, function: Any, types: tuple[Type, ...]) -> Term:
        """A function that has a name, of arguments of these types."""
        names = [f"a{k}" for k in range(len(types))]
        term = self.functions.call(function, tuple(map(Term, names, types)))
        said = f"fun {' '.join(names)} =>"
        of = Arrow(types, term.type)
        return Term(f"({said} {term.code})", of, accepted=f"({said} {term.ok})")

    def variable(self, name: str) -> str:
        """The name of a variable in Gallina."""
        return self.functions.safe(name)

    def _of_value(self, node: ast.Call, scope: Scope) -> Term:
        """A call of a variable: of a function that was given, or of a layout; or of a method."""
        if isinstance(node.func, ast.Attribute):
            owner = self.term(node.func.value, scope)
            method = vars(Layout).get(node.func.attr) if owner.type == LAYOUT else None
            method = _text_of(method)
        else:
            owner = self.term(node.func, scope)
            method = PLAIN[Layout.__call__] if owner.type == LAYOUT else None
        if isinstance(owner.type, Arrow) and owner.accepted:
            pairs = zip(node.args, owner.type.arguments, strict=True)
            terms = tuple(self.term(a, scope, t) for a, t in pairs)
            said = " ".join(t.code for t in terms)
            ok = both(all_of(terms), f"({owner.accepted} {said})")
            return Term(f"({owner.code} {said})", owner.type.result, ok)
        if not isinstance(method, FunctionType) or node.keywords:
            raise UnprintableError(f"the call `{ast.unparse(node)}`")
        arguments = tuple(self._arguments(node.args, scope))
        return self.functions.call(method, (owner, *arguments))


def _text_of(method: Any) -> Any:
    """The text that a method runs, where it is exported with another one around it."""
    return PLAIN.get(method, method)
