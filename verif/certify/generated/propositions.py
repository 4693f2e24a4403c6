"""Contracts and lemmas as Rocq propositions about the printed functions.

The *block* of a contract or lemma is the Python function that states it. In a block, `assume c` is
printed as "c implies what follows", and `ensure c` as "c, and what follows".

A lemma says that its assumptions imply its conclusions. A contract says that its assumptions imply
three things: Python returns, the result is of the declared kind, and the printed value satisfies
the conclusions and laws. If the function may reject its arguments, the contract does not say that
Python always returns. It says that Python returns if the condition `accepts` holds, and states the
kind, the conclusions and the laws only for arguments for which Python returns.

The proposition of a claim also says that the claim's conditions raise no error. The proposition of
a contract does not say this: where Python would raise an error, a printed condition has a default
value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verif.certify.blocks import Then
from verif.certify.gallina import INT, NOTHING, ListOf, Product, Term, UnprintableError, projected
from verif.certify.names import meant, ref_of
from verif.certify.program import Program
from verif.certify.scope import Scope
from verif.certify.signatures import printed_type
from verif.certify.statements import PROPOSITION, ClaimPrinter
from verif.kernel.contract import Contract, Kind
from verif.kernel.text import form_of_text, hints_of, types_of
from verif.kernel.theory import Theory, has_contract
from verif.language.form import (
    Builtin,
    Call,
    Constant,
    Expr,
    Function,
    Global,
    If,
    Lambda,
    Let,
    LetRec,
    Primitive,
    Tuple,
    Variable,
)
from verif.symbolic.forms import key_of
from verif.symbolic.values import SymBool, SymInt

Laws = Mapping[str, Function]
"""Maps the name of an observation to the function that states the observation's law.

The function is a local function of a contract's block.
"""


@dataclass(frozen=True)
class Proposition:
    """The statement of a contract: its variables, the proposition, and the measure."""

    variables: tuple[tuple[str, str], ...]
    """The name and the type of each argument."""
    text: str
    laws: tuple[str, ...]
    """The observations that have a law. `text` states these laws after the conclusions."""
    measure: str

    @property
    def statement(self) -> str:
        """The proposition, quantified over all its variables."""
        binders = " ".join(f"({variable} : {of})" for variable, of in self.variables)
        return f"forall {binders},\n  {self.text}"


@dataclass(frozen=True)
class _Promised:
    """The local functions that a contract's block returns: its conclusions and laws."""

    shows: Function | None
    laws: Laws
    accepts: Function | None = None


class _Promise(ClaimPrinter):
    """Prints a contract's block as propositions, without the hints for the prover."""

    def owing(self, ok: str, then: Term) -> Term:
        """Return the term `then` unchanged: a contract says nothing about errors in conditions."""
        return then

    def proposition(self, e: Expr, scope: Scope) -> tuple[str, str]:
        """Print a condition. Omit the proposition that evaluating the condition raises no error."""
        return super().proposition(e, scope)[0], "True"

    def condition(self, e: Expr, scope: Scope) -> Term:
        """Print a condition that is the last expression of a contract's block."""
        return Term(self.proposition(e, scope)[0], PROPOSITION)

    def branched(self, test: Expr, scope: Scope, yes: Then, no: Then) -> Term:
        """Print an `if`. For `if proving()`, which contains only hints, print only what follows."""
        if _is_for_proofs(test):
            return no(scope)
        return super().branched(test, scope, yes, no)

    def _verb(self, call: Call, scope: Scope, after: Then) -> Term:
        match call:
            case Call(of=Global(ref=ref), args=args) if ref.module.startswith("verif.theory."):
                if has_contract(ref) or ref.last == "opened":
                    return after(scope)
                return self.inlined(call.of, args, scope, after)
            case _:
                return super()._verb(call, scope, after)


def _is_for_proofs(test: Expr) -> bool:
    """Return whether a condition is `proving()`, or is a conjunction that contains it."""
    match test:
        case Call(of=Builtin(name="proving")):
            return True
        case Primitive(op="and", args=args):
            return any(_is_for_proofs(each) for each in args)
        case _:
            return False


def proposition(program: Program, theory: Theory, contract: Contract) -> Proposition:
    """Return the contract as a proposition. Raises UnprintableError."""
    block = form_of_text(contract.block)
    printer = _Promise(program, block.body, NOTHING)
    hints = hints_of(contract.function)
    names = [each.name for each in block.params]
    if len(names) != len(hints):
        raise UnprintableError("the block has a parameter `*arguments`")
    scope = {
        name: Term(program.safe(name), printed_type(hint))
        for name, hint in zip(names, hints.values(), strict=True)
    }
    terms = tuple(scope.values())
    laws: list[str] = []

    def end(e: Expr, functions: Mapping[str, Function], inner: Scope) -> Term:
        promised = _promised(e, functions)
        # `end` runs for each branch of the block, and `laws` has the laws of the last branch. If
        # another branch states other laws, the scripts that cite the contract do not fit its
        # proposition, and Rocq rejects these scripts.
        laws[:] = promised.laws
        said = _conclusions(program, theory, contract, terms, promised, printer, inner)
        return Term(" /\\\n  ".join(f"({each})" for each in said) or "True", PROPOSITION)

    text = _body(printer, block.body, scope, end).code
    for term, hint in reversed([*zip(terms, hints.values(), strict=True)]):
        given = of_kind(theory, term.code, hint)
        text = text if given == "True" else f"{given} ->\n  {text}"
    variables = tuple((term.code, str(term.type)) for term in terms)
    return Proposition(variables, text, tuple(laws), _measure(program, contract, scope))


def _body(
    printer: _Promise,
    e: Expr,
    scope: Scope,
    end: Callable[[Expr, Mapping[str, Function], Scope], Term],
) -> Term:
    """Print a contract's block without local functions. `end` prints the last expression."""
    found: dict[str, Function] = {}
    assumed = e

    def inner(last: Expr, scope: Scope) -> Term:
        return end(last, found, scope)

    def strip(e: Expr) -> Expr:
        match e:
            case LetRec(functions=functions, body=body) if not functions[0].made:
                found.update({each.ref.last: each for each in functions})
                return strip(body)
            case LetRec(functions=(Function(body=If() as step) as loop,), body=body):
                # When no elements are left, the function of the loop runs the code after the loop.
                after = replace(loop, body=replace(step, other=strip(step.other)))
                return LetRec(e.line, (after,), body)
            case Let(pattern=pattern, value=value, body=body):
                return Let(e.line, pattern, value, strip(body))
            case _:
                return e

    return printer.printed(strip(assumed), scope, inner)


def _promised(e: Expr, functions: Mapping[str, Function]) -> _Promised:
    """Read the conclusions and laws that a contract's block returns. Raises UnprintableError."""
    match e:
        case Tuple(items=(Variable(name=shows), _)):
            return _Promised(functions[shows], {})
        case Call(of=Builtin(name="Promise"), args=args, named=named):
            parts = dict(zip(("shows", "everywhere", "accepts", "proof"), args, strict=False))
            parts |= dict(named)
            shows, accepts = (_local(parts.get(name), functions) for name in ("shows", "accepts"))
            return _Promised(shows, _laws(parts, functions), accepts)
        case _:
            raise UnprintableError(f"line {e.line}: cannot print what the block returns")


def _local(e: Expr | None, functions: Mapping[str, Function]) -> Function | None:
    match e:
        case None:
            return None
        case Variable(name=name) if name in functions:
            return functions[name]
        case Lambda(function=Function(body=said) as function):
            return replace(function, body=Let(e.line, None, said, Constant(e.line, None)))
        case _:
            raise UnprintableError(f"line {e.line}: the conclusions must be a function")


def _laws(parts: Mapping[str, Expr], functions: Mapping[str, Function]) -> Laws:
    match parts.get("everywhere"):
        case None:
            return {}
        case Call(of=Builtin(name="table"), args=(Tuple(items=entries),)):
            found: dict[str, Function] = {}
            for entry in entries:
                match entry:
                    case Tuple(items=(Global(ref=ref), Variable(name=name))):
                        found[ref.last] = functions[name]
                    case _:
                        raise UnprintableError(f"line {entry.line}: cannot print the law")
            return found
        case other:
            raise UnprintableError(f"line {other.line}: cannot print the laws")


def _conclusions(
    program: Program,
    theory: Theory,
    contract: Contract,
    arguments: tuple[Term, ...],
    promised: _Promised,
    printer: _Promise,
    scope: Scope,
) -> list[str]:
    """Return the conclusions of a contract as one proposition, followed by the laws.

    If the function may reject its arguments, the conclusions and the laws are stated only for
    accepted arguments.
    """
    first: list[str] = []
    result = dict(scope)
    call, returns, accepted = None, "True", ""
    if not contract.is_lemma:
        call = program.call(contract.function, arguments)
        kind = of_kind(theory, call.code, types_of(contract.function)["return"])
        returns = _returns(call)
        if contract.rejects is not None and returns != "True":
            accepted = f"{returns} ->\n  "
        said = (kind,) if accepted else (returns, kind)
        first = [f"({each})" for each in said if each != "True"]
    if promised.shows is not None:
        if call is not None and promised.shows.params:
            result[promised.shows.params[0].name] = Term(call.code, call.type)
        said = printer.printed(promised.shows.body, result, _end).code
        first += [f"({said})"] if said != "True" else []
    found = [" /\\\n  ".join(first) or "True"]
    if accepted and first:
        found = [f"({accepted}{found[0]})"]
    if accepted and promised.accepts is not None:
        said = printer.printed(promised.accepts.body, scope, printer.condition).code
        found = [f"{found[0]} /\\\n  ({said} -> {returns})"]
    for law in promised.laws.values():
        if call is None:
            raise UnprintableError("a lemma has no laws")
        subject, *others = law.params
        inner = {**scope, subject.name: Term(call.code, call.type)}
        binders: list[str] = []
        hints = _annotations(contract, law)
        for each in others:
            of = printed_type(hints[each.name])
            inner[each.name] = Term(program.safe(each.name), of)
            binders.append(f"({inner[each.name].code} : {of})")
        said = accepted + printer.printed(law.body, inner, _end).code
        found.append(f"forall {' '.join(binders)}, {said}" if binders else said)
    return found


def _end(_: Expr, __: Scope) -> Term:
    return Term("True", PROPOSITION)


def _returns(call: Term) -> str:
    return "True" if call.ok == "true" else f"{call.ok} = true"


def _annotations(contract: Contract, law: Function) -> Mapping[str, Any]:
    """Return the annotations of a law's parameters as Python objects, not as source."""
    names = contract.block.__globals__
    return {each.name: eval(each.annotation or "None", names) for each in law.params}


def _measure(program: Program, contract: Contract, scope: Mapping[str, Term]) -> str:
    """Return the measure for the contract's induction as an integer term."""
    if isinstance(contract.on, str):
        on = scope[contract.on]
        return on.code if on.type == INT else f"(Z.of_nat (length {on.code}))"
    if contract.on is not None:
        return program.call(meant(ref_of(contract.on)), tuple(scope.values())).code
    lists = [term.code for term in scope.values() if isinstance(term.type, ListOf)]
    return f"(Z.of_nat (length {lists[0]}))" if lists else "0"


# Kinds.


def of_kind(theory: Theory, code: str, annotation: Any) -> str:
    """Return the proposition that a value satisfies the invariant of its annotated kind.

    Return "True" if the annotation has no kind, or a kind without an invariant.
    """
    kind = theory.kinds.get(key_of(annotation))
    if kind is not None:
        inner = _element_of_kind(theory, kind)
        return f"Forall {inner} {code}" if inner else "True"
    for kind in theory.kinds.values():
        if annotation == kind.element and kind.of is None and invariant(kind):
            return f"ok_{kind.name} {code}"
    return "True"


def _element_of_kind(theory: Theory, kind: Kind) -> str:
    if kind.of is not None:
        inner = _element_of_kind(theory, kind.of)
        return f"(Forall {inner})" if inner else ""
    return f"ok_{kind.name}" if invariant(kind) else ""


def kinds(theory: Theory) -> tuple[Kind, ...]:
    """Return the kinds of list elements that have an invariant."""
    return tuple(kind for kind in theory.kinds.values() if kind.of is None and invariant(kind))


def invariant(kind: Kind) -> tuple[str, ...]:
    """Return the conditions that hold for every element `e` of a kind."""
    unknowns = [SymInt.unknown(field) for field in kind.fields]
    of = Product((INT,) * len(kind.fields)) if len(kind.fields) > 1 else INT
    parts: Sequence[Term] = [
        projected(Term("e", of), k) if len(kind.fields) > 1 else Term("e", of)
        for k in range(len(kind.fields))
    ]
    codes = {field: part.code for field, part in zip(kind.fields, parts, strict=True)}
    said: list[str] = []
    for condition in kind.invariant(kind.make(*unknowns)).values():
        said += _condition(kind, condition, codes)
    return tuple(said)


def _condition(kind: Kind, condition: object, codes: Mapping[str, str]) -> list[str]:
    """Print one condition of a kind's invariant, or nothing if the condition always holds."""
    match condition:
        case SymBool():
            return [_comparison(condition, codes)]
        case True:
            return []
        case _:
            raise UnprintableError(f"cannot print the invariant of {kind.name}")


def _comparison(condition: SymBool, codes: Mapping[str, str]) -> str:
    sign = {"<=": "<=", "=": "=", "!=": "<>"}[condition.literal.relation]
    sides: list[str] = []
    for way in (1, -1):
        parts = [
            " * ".join((str(c * way), *(codes[atom.symbol] for atom in monomial)))
            for monomial, c in condition.literal.polynomial.terms
            if c * way > 0
        ]
        sides.append(" + ".join(part.removeprefix("1 * ") for part in parts) or "0")
    return f"{sides[0]} {sign} {sides[1]}"
