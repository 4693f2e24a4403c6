"""Claims as Rocq propositions. Every call in a claim must return.

An expression *returns* if Python evaluates it without an error.

- `assume c` is printed as "c returns, and c implies what follows".
- `ensure c` is printed as "c returns, and c, and what follows".
- An `if` becomes two implications.
- An assignment requires that its right side returns.
- `alg.X` is the function X of `spec`.
- `attempt` requires that its arguments return. `accepted` is true if the attempted operation
  returns, and every use of an `attempt`'s result requires that the operation returns.
- Hints such as `by` are not printed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from verif.certify.blocks import Block, End, Then
from verif.certify.conditions import asks_for_none, decided, truth
from verif.certify.expressions import TURNED
from verif.certify.gallina import (
    BOOL,
    INT,
    ITEMS,
    LAYOUT,
    NOTHING,
    Named,
    OptionOf,
    Term,
    Type,
    UnprintableError,
    all_of,
    coerced,
)
from verif.certify.names import is_own, named, ref_of
from verif.certify.patterns import Chain, Loop, chain, is_hint
from verif.certify.program import Program
from verif.certify.ranges import Ranges, type_of
from verif.certify.scope import Scope
from verif.kernel.claim import Claim
from verif.kernel.verdict import Outcome
from verif.language.form import (
    Builtin,
    Call,
    Expr,
    Global,
    If,
    Let,
    Primitive,
)

PROPOSITION: Final = Named("Prop", "True")

AND, OR = "/\\", "\\/"

SIGNS: Final = {"==": "=", "!=": "<>", "<": "<", "<=": "<=", ">": "<", ">=": "<="}


@dataclass(frozen=True)
class Statement:
    """The printed statement of a claim: its name in Rocq, its definition, and its domains."""

    claim: str
    name: str
    proposition: str
    text: str
    arguments: tuple[tuple[str, str, Type], ...]
    """The Python name, the Gallina name and the type of each argument."""
    hypotheses: tuple[str, ...]
    """The hypotheses from the domains of the arguments."""


def statement(program: Program, claim: Claim) -> Statement:
    """Return the claim as a proposition. Raises UnprintableError."""
    if claim.expect.outcome is not Outcome.PROVED:
        raise UnprintableError("the claim is not expected to be proved")
    text: Any = claim.text
    body = program.text_of(ref_of(text)).body
    printer = ClaimPrinter(program, body, NOTHING)
    ranges = Ranges(program)
    scope: dict[str, Term] = {"alg": Term("", NOTHING)}
    arguments: list[tuple[str, str, Type]] = []
    hypotheses: list[str] = []
    for name in claim.parameters:
        domain = claim.domains[name]
        scope[name] = Term(program.safe(name), type_of(domain))
        arguments.append((name, scope[name].code, scope[name].type))
        hypotheses += ranges.hypotheses(domain, scope[name], scope)
    said = printer.printed(body, scope, lambda _, __: Term("True", PROPOSITION)).code
    name = f"S_{claim.id}"
    given = "".join(f"  {hypothesis} ->\n" for hypothesis in hypotheses)
    binders = " ".join(f"({variable} : {of})" for _, variable, of in arguments)
    proposition = f"forall {binders},\n{given}  {said}"
    printed = f"(* {claim.id}: {claim.title} *)\nDefinition {name} : Prop := {proposition}."
    return Statement(claim.id, name, proposition, printed, tuple(arguments), tuple(hypotheses))


class ClaimPrinter(Block):
    """Prints the code of a claim as a proposition."""

    splits = False

    def _printed(self, e: Expr, scope: Scope, end: End) -> Term:
        match e:
            case Let(pattern=None, value=Call(of=of) as call, body=body) if not is_hint(of):
                return self._verb(call, scope, lambda inner: self.printed(body, inner, end))
            case Let(pattern=None, value=If() as branch, body=body):
                after: End = lambda _, inner: self.printed(body, inner, end)
                return self._printed(branch, scope, after)
            case _:
                return super()._printed(e, scope, end)

    def branched(self, test: Expr, scope: Scope, yes: Then, no: Then) -> Term:
        """Print an `if` as two implications, or as a `match` if it tests for None."""
        match test:
            case Primitive(op="is none", args=(subject,)) if isinstance(
                (term := self.term(subject, scope)).type, OptionOf
            ):
                return _owing(_true(term.ok), decided(self, test, scope, yes, no).code)
            case _:
                pass
        said, owed = self.proposition(test, scope)
        holds, fails = yes(scope).code, no(scope).code
        return _owing(owed, _and(_implied(said, holds), _implied(f"(~ {said})", fails)))

    def owing(self, ok: str, then: Term) -> Term:
        """Return the conjunction of the propositions `ok = true` and `then`."""
        return _owing(_true(ok), then.code)

    def raised(self) -> Term:
        """Reject a claim whose code raises an error."""
        raise UnprintableError("cannot print a claim that raises an error")

    def failed(self) -> Term:
        """Return a false proposition, because a claim must not unpack a list of another length."""
        return Term("False", PROPOSITION)

    def each(self, e: Loop, scope: Scope, then: Term) -> Term:
        """Reject a loop over a list of unknown length."""
        raise UnprintableError("cannot print a loop over a list of unknown length")

    def _verb(self, call: Call, scope: Scope, after: Then) -> Term:
        match call:
            case Call(of=Global(ref=ref), args=args) if ref.module.startswith(
                "verif.claims."
            ) or is_own(ref):
                return self.inlined(call.of, args, scope, after)
            case Call(of=Builtin(name="assume" | "ensure" as verb), args=(_, condition)):
                said, owed = self.proposition(condition, scope)
                then = after(scope).code
                return _owing(owed, _implied(said, then) if verb == "assume" else _and(said, then))
            case Call(of=Builtin(name="ensure_equal" | "same"), args=(_, left, right)):
                x, y = self.term(left, scope), self.term(right, scope)
                if y.type == ITEMS:
                    x = coerced(x, None)
                    y = coerced(y, x.type)
                x = coerced(x, y.type)
                equal = _and(f"({x.code} = {y.code})", after(scope).code)
                return _owing(_true(x.ok), _true(y.ok), equal)
            case _:
                raise UnprintableError(f"cannot print the call in line {call.line}")

    def inlined(self, of: Expr, args: tuple[Expr, ...], scope: Scope, after: Then) -> Term:
        """Print a call of a helper function of the claim as the body of the helper function."""
        text = self.functions.text_of(ref_of(named(of)))
        given = (self.term(a, scope) for a in args)
        inner = dict(zip((p.name for p in text.params), given, strict=True))
        printer = type(self)(self.functions, text.body, NOTHING)
        return printer.printed(text.body, inner, lambda _, __: after(scope))

    def proposition(self, e: Expr, scope: Scope) -> tuple[str, str]:
        """Return two propositions: the condition is true, and its evaluation raises no error."""
        comparison = chain(e)
        if comparison is not None:
            return self._order(comparison, scope)
        match e:
            case Primitive(op="and" | "or" as op, args=(first, *others)):
                said, owed = self.proposition(first, scope)
                if not others:
                    return said, owed
                then, later = self.proposition(replace(e, args=tuple(others)), scope)
                reached = said if op == "and" else f"(~ {said})"
                sign = AND if op == "and" else OR
                return f"({said} {sign} {then})", _and(owed, _implied(reached, later))
            case Primitive(op="not", args=(inner,)) if not asks_for_none(inner):
                said, owed = self.proposition(inner, scope)
                return f"(~ {said})", owed
            case _:
                term = truth(self, e, scope)
                said = "True" if term.code == "true" else f"({term.code} = true)"
                return said, _true(term.ok)

    def _order(self, e: Chain, scope: Scope) -> tuple[str, str]:
        terms = tuple(self.term(side, scope) for side in e.sides)
        said: list[str] = []
        for sign, left, right in zip(e.signs, terms, terms[1:], strict=False):
            types = {INT, BOOL, LAYOUT} if sign in ("==", "!=") else {INT, BOOL}
            if left.type not in types or left.type != right.type:
                raise UnprintableError(f"cannot print `{sign}` on {left.type} and {right.type}")
            x, y = (right, left) if sign in TURNED else (left, right)
            said.append(f"{x.code} {SIGNS[sign]} {y.code}")
        return f"({f' {AND} '.join(said)})", _true(all_of(terms))

    # In a claim, the calls `attempt(..)` and `accepted(..)` return a value.

    def _call(self, e: Call, scope: Scope, want: Type | None) -> Term:
        match e:
            case Call(of=Builtin(name="attempt"), args=(operation, *others)):
                terms = tuple(self.term(each, scope) for each in others)
                plain = tuple(replace(term, ok="true", accepted="") for term in terms)
                call = self.functions.call(named(operation), plain)
                return replace(call, ok=all_of(terms), accepted=call.ok)
            case Call(of=Builtin(name="accepted"), args=args):
                found = tuple(Term("", BOOL, self.term(each, scope).accepted) for each in args)
                if not all(term.ok for term in found):
                    raise UnprintableError("`accepted` needs the result of an `attempt`")
                return Term(all_of(found), BOOL)
            case _:
                return super()._call(e, scope, want)


def _true(ok: str) -> str:
    return "True" if ok == "true" else f"{ok} = true"


def _and(left: str, right: str) -> str:
    if "True" in (left, right):
        return right if left == "True" else left
    return f"({left} {AND}\n  {right})"


def _implied(given: str, then: str) -> str:
    return then if "True" in (given, then) else f"({given} ->\n  {then})"


def _owing(*parts: str) -> Term:
    *owed, then = parts
    for part in reversed(owed):
        then = _and(part, then)
    return Term(then, PROPOSITION)
