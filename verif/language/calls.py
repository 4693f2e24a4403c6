"""Check calls: arguments against parameters, builtins, and cited lemmas and claims."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from verif.language.form import (
    Builtin,
    Call,
    Constant,
    Expr,
    Field,
    Global,
    Spread,
    Variable,
)
from verif.language.generic import filled, solve, takes_function
from verif.language.operations import Env, Operations
from verif.language.types import (
    ANYTHING,
    BOOL,
    NEVER,
    NONE,
    TEXT,
    UNKNOWN,
    Arrow,
    Letter,
    Made,
    Slot,
    Type,
    show,
    union,
)

_FREE: Final = Slot("", ANYTHING)
"""The parameter that is assumed for each argument if the parameters are not known."""

CITED: Final = frozenset(("lemma", "claim"))
"""The decorators of functions that `by` may cite."""


@dataclass
class Calls(Operations, ABC):
    """Infers the types of the calls in one function."""

    builtins: Mapping[str, Arrow] = field(default_factory=dict[str, Arrow], kw_only=True)

    @abstractmethod
    def infer(self, e: Expr, env: Env, wanted: Type) -> Type:
        """Return the type of an expression. `wanted` helps to infer the types of its parts."""

    @abstractmethod
    def value(self, e: Expr, env: Env, wanted: Type = UNKNOWN) -> Type:
        """Return the type of an expression, which must fit the wanted type."""

    def call(self, e: Call, env: Env) -> Type:
        """Return the type of a call's result."""
        match e.of:
            case Builtin(name=name):
                return self.builtin(e, name, env)
            case Global(ref=ref) if marks := self.names.marks(ref) & CITED:
                if "claim" in marks or not self.in_proof:
                    advice = f"cite it: `by({ref.name}, ..)`"
                    if self.in_proof:
                        advice = "a lemma cannot use a claim, so state what it needs as a lemma"
                    raise self.refused(e, f"`{ref.name}` cannot be called", advice)
                return self.apply(e, self.names.meaning(ref), e.args, env)
            case _:
                return self.apply(e, self.infer(e.of, env, ANYTHING), e.args, env)

    def apply(self, e: Call, of: Type, args: tuple[Expr, ...], env: Env) -> Type:
        """Return the type of the result if a value of type `of` is called with the arguments."""

        def one(t: Type) -> Type:
            if isinstance(t, Made):
                t = self.names.method(t.ref, "__call__") or t
            if isinstance(t, Arrow):
                return self.applied(e, t, args, env)
            if t in (UNKNOWN, NEVER) or isinstance(t, Letter):
                return self.applied(e, Arrow(None, UNKNOWN), args, env)
            raise self.refused(e, f"{show(t)} cannot be called", "call only functions and layouts")

        return self.some(of, one)

    def applied(self, e: Call, of: Arrow, args: tuple[Expr, ...], env: Env) -> Type:
        """Return the type of the result if a function of type `of` is called with the arguments."""
        solved: dict[str, Type] = {}
        pairs = self.matched(e, of.slots, args)
        # Arguments that may be functions come last, because the other arguments determine the types
        # of these functions' parameters.
        for a, slot in sorted(pairs, key=lambda pair: takes_function(pair[1].type)):
            want = filled(slot.type, solved) if takes_function(slot.type) else slot.type
            found = self.spread(a, env, want)
            if slot == _FREE and not self.speaks and TEXT in self.types.options(found):
                raise self.misfit(a, found, UNKNOWN)
            solve(slot.type, found, lambda t: self.elements(e, t), solved)
        return filled(of.result, solved)

    def matched(
        self, e: Call, slots: tuple[Slot, ...] | None, args: tuple[Expr, ...]
    ) -> Iterator[tuple[Expr, Slot]]:
        """Yield each argument with its parameter."""
        if slots is None:
            yield from ((a, _FREE) for a in (*args, *(v for _, v in e.named)))
            return
        left = [s for s in slots if not s.several]
        rest = next((s for s in slots if s.several), None)
        spread = False
        for a in args:
            spread = spread or isinstance(a, Spread)
            place = next((s for s in left if not s.by_name), rest)
            if place is None:
                takes = f"{sum(not s.by_name for s in slots)} arguments"
                raise self.refused(e, f"{called(e)} takes {takes}, but {len(args)} are given")
            if spread and place is not rest:
                # After a spread argument, the parameter of each further argument is unknown.
                yield a, replace(_FREE, type=UNKNOWN)
                continue
            if place is not rest:
                left.remove(place)
            yield a, place
        for name, v in e.named:
            place = next((s for s in left if s.name == name), None)
            if place is None:
                raise self.refused(e, f"{called(e)} cannot take an argument `{name}` here")
            left.remove(place)
            yield v, place
        missing = next((s for s in left if s.required), None)
        if missing is not None and not spread:
            problem = f"{called(e)} needs an argument `{missing.name or '..'}`"
            verb = isinstance(e.of, Builtin) and missing.name == "condition"
            advice = 'write a label first, as in ensure("what holds", condition)' if verb else ""
            raise self.refused(e, problem, advice)

    def spread(self, item: Expr, env: Env, each: Type) -> Type:
        """Return the type of the elements that an item, such as `x` or `*x`, adds to a tuple."""
        if not isinstance(item, Spread):
            return self.value(item, env, each)
        found = self.elements(item, self.value(item.of, env))
        if not self.types.fits(found, each):
            raise self.misfit(item, found, each)
        return found

    def builtin(self, e: Call, name: str, env: Env) -> Type:
        """Return the type of a call of a builtin."""
        args = e.args
        match name:
            case "by":
                return self.cite(e, env)
            case "attempt" | "unfold" | "partial" if not args:
                raise self.refused(e, f"{name}() needs a function")
            case "attempt" | "unfold":
                result = self.apply(e, self.infer(args[0], env, ANYTHING), args[1:], env)
                return union((result, NONE)) if name == "attempt" else NONE
            case "partial":
                return self.partial(e, env)
            case "make":
                for a in args[1:]:
                    self.value(a, env, ANYTHING)
                return Made(args[0].ref) if isinstance(args[0], Global) else UNKNOWN
            case "len" if len(args) == 1:
                return self.some(self.value(args[0], env), lambda t: self.length(args[0], t))
            case "bool":
                self.decides(args[0], self.value(args[0], env))
                return BOOL
            case _:
                pass
        spread = any(isinstance(a, Spread) for a in args)
        known = self.builtins
        arrow = known.get(name, Arrow(None, UNKNOWN))
        arrow = arrow if spread else known.get(f"{name}_{len(args)}", arrow)
        result = self.applied(e, arrow, args, env)
        if name in ("ensure_equal", "same") and len(args) == 3:
            left, right = (self.value(a, env) for a in args[1:])
            if not self.types.overlap(left, right):
                both = f"{show(left)} and {show(right)}"
                raise self.refused(e, f"{name} compares {both}", "they are never equal")
        return result

    def is_text(self, e: Expr) -> bool:
        """Return whether an expression is a string, or the name of a constant that is a string."""
        if isinstance(e, Global) and not self.names.marks(e.ref):
            return self.names.meaning(e.ref) == TEXT
        return isinstance(e, Constant) and isinstance(e.value, str)

    def cite(self, e: Call, env: Env) -> Type:
        """Check that `by` cites a lemma or a claim with fitting arguments."""
        match e.args:
            case (name, *given) if self.is_text(name):
                for a in given:
                    self.spread(a, env, UNKNOWN)
            case (Global(ref=ref), *given) if marks := self.names.marks(ref) & CITED:
                slots = self.names.signature(self.names.program.function(ref)).slots or ()
                if "claim" in marks:
                    slots = slots[1:]
                self.applied(e, Arrow(slots, NONE), tuple(given), env)
            case _:
                raise self.refused(
                    e,
                    "`by` must cite a lemma or a claim",
                    "cite a lemma, a claim, or its id",
                )
        return NONE

    def partial(self, e: Call, env: Env) -> Type:
        """Return the type of a function with some of its arguments bound."""
        found = self.infer(e.args[0], env, ANYTHING)
        if not isinstance(found, Arrow) or found.slots is None:
            self.applied(e, Arrow(None, UNKNOWN), e.args[1:], env)
            return Arrow(None, UNKNOWN)
        optional = tuple(replace(s, required=False) for s in found.slots)
        given: list[Slot] = []
        for a, slot in self.matched(e, optional, e.args[1:]):
            self.spread(a, env, slot.type)
            given.append(slot)
        return replace(found, slots=tuple(s for s in optional if s.several or s not in given))


def called(e: Call) -> str:
    match e.of:
        case Builtin(name=name) | Field(name=name) | Variable(name=name):
            return f"`{name}`"
        case Global(ref=ref):
            return f"`{ref.last}`"
        case _:
            return "the function"
