"""Claims as propositions of Rocq, read strictly.

`assume c` is "c returns, and c implies what follows"; `ensure c` is "c returns, and c, and what
follows"; an `if` is two implications, and a variable owes that its value returns. `alg.X` is the
function X of `spec`. `attempt` owes that its arguments return: accepted is what the operation
returns of, and whoever looks at the result owes that. Hints, `by` and its like, are not printed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any, Final

from verif.certify.blocks import Blocks
from verif.certify.conditions import truth
from verif.certify.expressions import TURNED
from verif.certify.gallina import (
    BOOL,
    INT,
    ITEMS,
    NOTHING,
    Term,
    Type,
    UnprintableError,
    all_of,
    coerced,
)
from verif.certify.program import Program
from verif.certify.ranges import TYPES, Ranges
from verif.certify.scope import Scope
from verif.kernel.claim import Claim
from verif.kernel.verbs import (
    accepted,
    assume,
    attempt,
    by,
    ensure,
    ensure_equal,
    same,
    unfold,
    witness,
)
from verif.kernel.verdict import Outcome
from verif.symbolic.gate import admit_claim
from verif.symbolic.sources import home_of, source_of

HINTS: Final = (by, witness, unfold)

AND, OR = "/\\", "\\/"

SIGNS: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "=",
    ast.NotEq: "<>",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: "<",
    ast.GtE: "<=",
}

Then = Callable[[Scope], str]


@dataclass(frozen=True)
class Statement:
    """The printed statement of a claim: its name in Rocq, the definition, and its domains."""

    claim: str
    name: str
    text: str
    arguments: tuple[tuple[str, str, Type], ...]
    """The names in Python and Gallina, and the types."""
    hypotheses: tuple[str, ...]
    """The hypotheses that the domains give of them."""


def statement(program: Program, claim: Claim) -> Statement:
    """The claim as a proposition. Raises UnprintableError, OutsideFragmentError."""
    if claim.expect.outcome is not Outcome.PROVED:
        raise UnprintableError("it is not expected to be proved")
    admit_claim(claim)
    function: Any = claim.text
    node = source_of(function).node
    assert isinstance(node, ast.FunctionDef)
    printer = _Claim(program, function.__globals__, node, claim.id, NOTHING)
    ranges = Ranges(program)
    scope: dict[str, Term] = {"alg": Term("", NOTHING)}
    arguments: list[tuple[str, str, Type]] = []
    hypotheses: list[str] = []
    for name in claim.parameters:
        domain = claim.domains[name]
        if type(domain) not in TYPES:
            raise UnprintableError(f"the domain {type(domain).__name__}")
        scope[name] = Term(printer.variable(name), TYPES[type(domain)])
        arguments.append((name, scope[name].code, scope[name].type))
        hypotheses += ranges.hypotheses(domain, scope[name], scope)
    body = printer.steps(node.body, scope, lambda _: "True")
    name = f"S_{claim.id}"
    given = "".join(f"  {hypothesis} ->\n" for hypothesis in hypotheses)
    binders = " ".join(f"({variable} : {of})" for _, variable, of in arguments)
    said = f"Definition {name} : Prop := forall {binders},\n{given}  {body}."
    text = f"(* {claim.id}: {claim.title} *)\n{said}"
    return Statement(claim.id, name, text, tuple(arguments), tuple(hypotheses))


class _Claim(Blocks):
    """Prints the text of a claim."""

    def steps(self, body: Sequence[ast.stmt], scope: Scope, then: Then) -> str:
        """The proposition of the statements and of what follows them."""
        if not body:
            return then(scope)
        first, rest = body[0], body[1:]
        after: Then = lambda inner: self.steps(rest, inner, then)  # noqa: E731
        match first:
            case ast.Expr(value=ast.Constant()):
                return after(scope)
            case ast.Expr(value=ast.Call() as call):
                return self._verb(call, scope, after)
            case ast.If(test=test, body=yes, orelse=no):
                said, owed = self.proposition(test, scope)
                branches = (
                    _implied(said, self.steps([*yes, *rest], scope, then)),
                    _implied(f"(~ {said})", self.steps([*no, *rest], scope, then)),
                )
                return _owing(owed, _and(*branches))
            case ast.Assign(targets=[target], value=value):
                term = self.term(value, scope)
                return _owing(_true(term.ok), self.let(target, term, scope, after))
            case ast.For(target=target, iter=iterated, body=inside):
                return self._each(target, iterated, inside, scope, after)
            case _:
                raise UnprintableError(f"`{ast.unparse(first).splitlines()[0]}`")

    def _each(
        self,
        target: ast.expr,
        iterated: ast.expr,
        inside: list[ast.stmt],
        scope: Scope,
        after: Then,
    ) -> str:
        through = self.term(iterated, scope)
        if through.items is None:
            raise UnprintableError("a loop through a list")
        then = after
        for item in reversed(through.items):
            then = self._once(target, item, inside, then)
        return _owing(_true(through.ok), then(scope))

    def _once(self, target: ast.expr, item: Term, inside: list[ast.stmt], after: Then) -> Then:
        def said(scope: Scope) -> str:
            return self.let(target, item, scope, lambda inner: self.steps(inside, inner, after))

        return said

    def _verb(self, call: ast.Call, scope: Scope, after: Then) -> str:
        verb = self.meaning(call.func, scope)
        if verb in HINTS:
            return after(scope)
        if type(verb) is FunctionType and home_of(verb).startswith("verif.claims."):
            return self._said_by(verb, call.args, scope, after)
        match call.args:
            case [_, condition] if verb in (assume, ensure):
                said, owed = self.proposition(condition, scope)
                then = after(scope)
                return _owing(owed, _implied(said, then) if verb is assume else _and(said, then))
            case [_, left, right] if verb in (ensure_equal, same):
                x, y = self.term(left, scope), self.term(right, scope)
                if y.type == ITEMS:
                    x, y = coerced(x, None), coerced(y, x.type)
                x = coerced(x, y.type)
                return _owing(
                    _true(x.ok), _true(y.ok), _and(f"({x.code} = {y.code})", after(scope))
                )
            case _:
                raise UnprintableError(f"`{ast.unparse(call)}`")

    def _said_by(self, text: Any, nodes: list[ast.expr], scope: Scope, after: Then) -> str:
        """The part of a claim that is a text of its own."""
        node = source_of(text).node
        assert isinstance(node, ast.FunctionDef)
        names = [argument.arg for argument in node.args.args]
        inner = dict(zip(names, (self.term(n, scope) for n in nodes), strict=True))
        printer = _Claim(self.functions, text.__globals__, node, self.name, NOTHING)
        return printer.steps(node.body, inner, lambda _: after(scope))

    def proposition(self, node: ast.expr, scope: Scope) -> tuple[str, str]:
        """A condition as a proposition, and what is owed where it is asked."""
        match node:
            case ast.BoolOp(op=operator, values=[first, *others]):
                said, owed = self.proposition(first, scope)
                if not others:
                    return said, owed
                then, later = self.proposition(ast.BoolOp(operator, others), scope)
                conjunction = isinstance(operator, ast.And)
                reached = said if conjunction else f"(~ {said})"
                sign = AND if conjunction else OR
                return f"({said} {sign} {then})", _and(owed, _implied(reached, later))
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                said, owed = self.proposition(inner, scope)
                return f"(~ {said})", owed
            case ast.Compare(ops=ops) if all(type(o) in SIGNS for o in ops):
                return self._order(node, scope)
            case _:
                code, ok = truth(self, node, scope)
                return ("True" if code == "true" else f"({code} = true)"), _true(ok)

    def _order(self, node: ast.Compare, scope: Scope) -> tuple[str, str]:
        terms = tuple(self.term(x, scope) for x in (node.left, *node.comparators))
        said: list[str] = []
        for operator, left, right in zip(node.ops, terms, terms[1:], strict=False):
            if not {left.type, right.type} <= {INT, BOOL} or left.type != right.type:
                raise UnprintableError(f"`{ast.unparse(node)}`")
            x, y = (right, left) if isinstance(operator, TURNED) else (left, right)
            said.append(f"{x.code} {SIGNS[type(operator)]} {y.code}")
        return f"({f' {AND} '.join(said)})", _true(all_of(terms))

    # The verbs that a value comes from.

    def _call(self, node: ast.Call, scope: Scope, want: Any) -> Term:
        meant = self.meaning(node.func, scope)
        if meant is attempt:
            return self._attempt(node.args, scope)
        if meant is accepted:
            terms = (self.term(argument, scope) for argument in node.args)
            found = tuple(Term("", BOOL, term.accepted) for term in terms)
            if not all(term.ok for term in found):
                raise UnprintableError("`accepted` of what was not attempted")
            return Term(all_of(found), BOOL)
        return super()._call(node, scope, want)

    def _attempt(self, nodes: list[ast.expr], scope: Scope) -> Term:
        operation, *others = nodes
        terms = tuple(self.term(argument, scope) for argument in others)
        plain = tuple(replace(term, ok="true", accepted="") for term in terms)
        call = self.functions.call(self.meaning(operation, scope), plain)
        return replace(call, ok=all_of(terms), accepted=call.ok)


def _true(ok: str) -> str:
    return "True" if ok == "true" else f"{ok} = true"


def _and(left: str, right: str) -> str:
    if "True" in (left, right):
        return right if left == "True" else left
    return f"({left} {AND}\n  {right})"


def _implied(given: str, then: str) -> str:
    return then if "True" in (given, then) else f"({given} ->\n  {then})"


def _owing(*parts: str) -> str:
    *owed, then = parts
    for part in reversed(owed):
        then = _and(part, then)
    return then
