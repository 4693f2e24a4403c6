"""Print Python expressions as terms of Gallina."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from types import FunctionType
from typing import Any, Final

from spec import PLAIN
from spec.layout import Layout
from spec.xla import XlaShape
from verif.certify.conditions import Branch, decided, truth
from verif.certify.gallina import (
    BOOL,
    INT,
    ITEMS,
    LAYOUT,
    TEXT,
    TREE,
    XLA_SHAPE,
    Arrow,
    ListOf,
    OptionOf,
    Product,
    Term,
    TwoTypesError,
    Type,
    UnprintableError,
    all_of,
    both,
    coerced,
    default,
    either,
    entries_of,
    negated,
    projected,
)
from verif.certify.iterations import builtin, comprehension, iterated
from verif.certify.lists import UndecidedError
from verif.certify.names import named, plain_of
from verif.certify.patterns import chain, part
from verif.certify.scope import Functions, Scope
from verif.certify.signatures import printed_type
from verif.certify.values import constant, equal
from verif.kernel.text import Text
from verif.language.form import (
    Builtin,
    Call,
    Comprehension,
    Constant,
    Expr,
    Field,
    Function,
    Global,
    If,
    Index,
    Lambda,
    Message,
    Primitive,
    Slice,
    Spread,
    Tuple,
    Variable,
)

SIGNS: Final = {
    "+": "({} + {})",
    "-": "({} - {})",
    "*": "({} * {})",
    "//": "({} / {})",
    "%": "({} mod {})",
    "&": "(Z.land {} {})",
    "^": "(Z.lxor {} {})",
    "<<": "({} * 2 ^ {})",
    ">>": "({} / 2 ^ {})",
}
"""How the operators on integers are printed."""

ORDERS: Final = {"<": "<?", "<=": "<=?", ">": "<?", ">=": "<=?"}

SLICES: Final = {
    "::-1": "(rev {})",
    ":-1": "(removelast {})",
    "::2": "(every_other {})",
    "1::2": "(every_other (tl {}))",
}

TURNED: Final = (">", ">=")
"""Comparisons that are printed with swapped sides, so that lemmas about < and <= suffice."""

XLA_FIELDS: Final[dict[str, Type]] = {
    "dims": ListOf(INT),
    "minor_to_major": ListOf(INT),
    "tiles": ListOf(ListOf(OptionOf(INT))),
}


class Expressions:
    """Prints the expressions of a function.

    If `splits` is true, code that uses the parts of a list is printed inside a `match` on the list.
    """

    splits = False

    def __init__(self, functions: Functions) -> None:
        self.functions = functions

    def term(self, e: Expr, scope: Scope, want: Type | None = None) -> Term:
        """Print the expression as a term of type `want`, if given. Raises UnprintableError."""
        term = self._term(e, scope, want)
        return term if want is None else coerced(term, want)

    def _term(  # noqa: PLR0911, PLR0912 - one return per case
        self, e: Expr, scope: Scope, want: Type | None
    ) -> Term:
        comparison = chain(e)
        if comparison is not None:
            return self._comparison(comparison.signs, comparison.sides, scope)
        match e:
            case Constant(value=int() as value) if value < 0 and type(value) is int:
                return Term(f"(- {-value})", INT)
            case Constant(value=value):
                return constant(value)
            case Message():
                return Term("", TEXT)
            case Variable(name=name):
                return self._variable(name, scope)
            case Global() | Field(of=Variable(name="alg")) if isinstance(value := named(e), Text):
                calls = partial(self.functions.call, value)
                return Term("", TEXT, made=partial(self._passed, value, ()), calls=calls)
            case Global():
                value = named(e)
                if type(value) in (int, bool):
                    return constant(value)
                raise UnprintableError(f"cannot print the name {e.ref.last}")
            case Tuple(items=items):
                return self._tuple(items, scope)
            case Primitive(op="neg", args=(inner,)):
                term = self.term(inner, scope, INT)
                return replace(term, code=f"(- {term.code})")
            case Primitive(op="or", args=(Variable() as first, second)) if isinstance(
                (whole := self._variable(first.name, scope)).type, ListOf
            ):
                return self._or_else(whole, self.term(second, scope))
            case Primitive(op="and" | "or" | "not" | "is" | "is none"):
                return truth(self, e, scope)
            case Primitive(op=op, args=(left, right)):
                return self._operation(op, left, right, scope, want)
            case If():
                return self._if(e, scope, want)
            case Index() | Slice():
                return self._subscript(e, scope)
            case Field(of=of, name=name):
                return self._field(of, name, scope)
            case Call():
                return self._call(e, scope, want)
            case Comprehension():
                return comprehension(self, e, scope, want)
            case _:
                raise UnprintableError(f"line {e.line}: cannot print the form `{type(e).__name__}`")

    def ask(self, term: Term) -> None:
        """Raise UndecidedError if the term is a list, and no `match` of the list is printed yet."""
        if self.splits and term.name and isinstance(term.type, ListOf) and term.empty is None:
            raise UndecidedError(term.name)

    def _variable(self, name: str, scope: Scope) -> Term:
        if name not in scope:
            raise UnprintableError(f"cannot print the name {name}")
        term = scope[name]
        return replace(term, code="[]") if term.empty else term

    def _or_else(self, whole: Term, other: Term) -> Term:
        """Print `whole or other`: the list `whole`, or `other` if `whole` is empty."""
        of = TREE if other.type == INT else whole.type
        one, other = coerced(whole, of), coerced(other, of)
        code = f"(match {whole.code} with [] => {other.code} | _ => {one.code} end)"
        return Term(code, of, both(whole.ok, either(f"(nonempty {whole.code})", other.ok)))

    def _tuple(self, entries: Sequence[Expr], scope: Scope) -> Term:
        items: list[Term] = []
        for entry in entries:
            if isinstance(entry, Spread):
                items += entries_of(self.term(entry.of, scope))
            else:
                items.append(self.term(entry, scope))
        return Term("", ITEMS, all_of(tuple(items)), tuple(items))

    def _operation(
        self, op: str, first: Expr, second: Expr, scope: Scope, want: Type | None
    ) -> Term:
        left, right = self.term(first, scope), self.term(second, scope)
        if op == "*" and left.type == ITEMS and right.type == INT:
            return _repeated(left, right)
        listed = next((t.type for t in (left, right) if isinstance(t.type, ListOf)), None)
        if op == "+" and (listed or left.type == ITEMS == right.type):
            return self._appended(left, right, listed or want)
        if op not in SIGNS or {left.type, right.type} != {INT}:
            raise UnprintableError(
                f"cannot print the operator `{op}` on {left.type} and {right.type}"
            )
        ok = both(left.ok, right.ok)
        known = isinstance(second, Constant) and isinstance(second.value, int) and second.value > 0
        if op in ("//", "%") and not known:
            ok = both(ok, negated(f"({right.code} =? 0)"))
        if op in ("<<", ">>") and not known:
            ok = both(ok, f"(0 <=? {right.code})")
        return Term(SIGNS[op].format(left.code, right.code), INT, ok)

    def _appended(self, left: Term, right: Term, want: Type | None) -> Term:
        if not isinstance(want, ListOf):
            raise UnprintableError(f"cannot print a concatenation as a {want}")
        one = len(left.items or ()) == 1
        left, right = coerced(left, want), coerced(right, want)
        code = f"({left.code[1:-1]} :: {right.code})" if one else f"({left.code} ++ {right.code})"
        return Term(code, want, both(left.ok, right.ok))

    def _comparison(self, signs: Sequence[str], sides: Sequence[Expr], scope: Scope) -> Term:
        terms = tuple(self.term(side, scope) for side in sides)
        code, ok = "true", terms[0].ok
        for sign, left, right in zip(signs, terms, terms[1:], strict=False):
            # Python evaluates c in a < b < c only if a < b.
            ok = both(ok, either(negated(code), right.ok))
            code = both(code, self._compared(sign, left, right))
        return Term(code, BOOL, ok)

    def _compared(self, sign: str, left: Term, right: Term) -> str:
        if sign in ("==", "!="):
            code = equal(left, right)
            return negated(code) if sign == "!=" else code
        if {left.type, right.type} != {INT}:
            raise UnprintableError(f"cannot compare {left.type} with {right.type}")
        if sign in TURNED:
            left, right = right, left
        return f"({left.code} {ORDERS[sign]} {right.code})"

    def _if(self, e: If, scope: Scope, want: Type | None) -> Term:
        def branch(value: Expr) -> Branch:
            return lambda inner: coerced(self.term(value, inner, want), want)

        test = truth(self, e.test, scope)
        if test.code in ("true", "false"):
            term = self.term(e.then if test.code == "true" else e.other, scope, want)
            return replace(term, ok=both(test.ok, term.ok))
        try:
            term = decided(self, e.test, scope, branch(e.then), branch(e.other))
        except TwoTypesError as found:
            if TREE not in found.types or want is not None:
                raise
            return self._if(e, scope, TREE)
        return replace(term, ok=both(test.ok, term.ok))

    def _subscript(self, e: Index | Slice, scope: Scope) -> Term:
        whole, (_, at) = self.term(e.of, scope), part(e) or (e, "")
        if whole.type == LAYOUT and isinstance(e, Index):
            index = self.term(e.at, scope, INT)
            return self.functions.call(Layout.__getitem__, (whole, index))
        if isinstance(whole.type, ListOf):
            if at in SLICES:
                return Term(SLICES[at].format(whole.code), whole.type, whole.ok)
            if at in ("0", "1:", "-1"):
                return self._part(whole, whole.type, at, scope)
        if isinstance(e, Index) and at.isdigit():
            return projected(whole, int(at))
        if isinstance(whole.type, ListOf) and isinstance(e, Slice) and e.step is None:
            return self._sliced(whole, e.low, e.high, scope)
        if isinstance(whole.type, ListOf) and isinstance(e, Index):
            # Python also accepts negative indices. The printed condition excludes them.
            place, of = self.term(e.at, scope, INT), whole.type.element
            below = f"(({place.code} <? (Z.of_nat (length {whole.code}))) && (0 <=? {place.code}))"
            code = f"(nth (Z.to_nat {place.code}) {whole.code} {default(of)})"
            return Term(code, of, both(both(whole.ok, place.ok), below))
        raise UnprintableError(f"cannot print the part [{at}] of {whole.type}")

    def _sliced(self, whole: Term, low: Expr | None, high: Expr | None, scope: Scope) -> Term:
        length = Term(f"(Z.of_nat (length {whole.code}))", INT)
        first = self.term(low, scope, INT) if low else Term("0", INT)
        last = self.term(high, scope, INT) if high else length
        code = f"(sliced {first.code} {last.code} {whole.code})"
        return Term(code, whole.type, all_of((whole, first, last)))

    def _part(self, whole: Term, listed: ListOf, at: str, scope: Scope) -> Term:
        """Return the first entry (`0`), the last entry (`-1`) or the tail (`1:`) of a list."""
        of = listed.element
        if at != "-1":
            self.ask(whole)
            if whole.empty is False:
                return whole.head if at == "0" and whole.head else self._variable(whole.tail, scope)
        if whole.empty:
            return whole if at == "1:" else Term(default(of), of, "false")
        if at == "1:":
            return Term(f"(tl {whole.code})", listed, whole.ok)
        there = "true" if whole.empty is False else f"(nonempty {whole.code})"
        code = (
            f"(hd {default(of)} {whole.code})"
            if at == "0"
            else f"(last {whole.code} {default(of)})"
        )
        return Term(code, of, both(whole.ok, there))

    def _field(self, of: Expr, name: str, scope: Scope) -> Term:
        term = self.term(of, scope)
        if term.type == XLA_SHAPE and name in XLA_FIELDS:
            return Term(f"(xla_{name} {term.code})", XLA_FIELDS[name], term.ok)
        if term.type == LAYOUT and name in ("shape", "stride"):
            return Term(f"(layout_{name} {term.code})", TREE, term.ok)
        if isinstance(term.type, Product) and name in term.type.fields:
            return projected(term, term.type.fields.index(name))
        member = vars(OWNERS[term.type]).get(name) if term.type in OWNERS else None
        if hasattr(member, "fget"):
            return self.functions.call(plain_of(member), (term,))
        raise UnprintableError(f"cannot print the attribute .{name} of {term.type}")

    # Calls.

    def _call(self, e: Call, scope: Scope, want: Type | None) -> Term:
        if isinstance(e.of, Builtin):
            return builtin(self, e.of.name, e, scope, want)
        meant = named(e.of)
        if meant is None:
            return self._of_value(e, scope)
        if isinstance(meant, type) and hasattr(meant, "_fields"):
            return coerced(self._tuple(e.args, scope), printed_type(meant))
        if e.named:
            raise UnprintableError(
                f"cannot print a call of {meant.__name__} with arguments by name"
            )
        arguments = self._arguments(e.args, scope)
        if meant is Layout:
            return self.functions.call(Layout.__init__, arguments)
        if isinstance(meant, Text):
            return self.functions.call(meant, arguments)
        if hasattr(meant, "__supertype__"):
            return arguments[0]
        raise UnprintableError(f"cannot print a call of {meant.__name__}")

    def _arguments(self, values: Sequence[Expr], scope: Scope) -> tuple[Term, ...]:
        """Print a call's arguments. If one is `*xs` for a list xs, print them all as one list."""
        lists = [self._spread(e.of, scope) for e in values if isinstance(e, Spread)]
        if any(isinstance(each.type, ListOf) for each in lists):
            return (self._joined(values, scope),)
        found: list[Term] = []
        for e in values:
            match e:
                case Lambda(function=function):
                    found.append(Term("", TEXT, made=partial(self._function, function, scope)))
                case Call(of=Builtin(name="partial"), args=(of, *given)):
                    first = tuple(self.term(each, scope) for each in given)
                    found.append(Term("", TEXT, made=partial(self._passed, named(of), first)))
                case _:
                    found += self._tuple([e], scope).items or ()
        return tuple(found)

    def _spread(self, of: Expr, scope: Scope) -> Term:
        return iterated(self, self.term(of, scope))

    def _joined(self, values: Sequence[Expr], scope: Scope) -> Term:
        """Print all arguments of a call as one list. At least one of them has the form `*xs`."""
        parts = [
            self._spread(e.of, scope) if isinstance(e, Spread) else self._tuple([e], scope)
            for e in values
        ]
        of = next(part.type for part in parts if isinstance(part.type, ListOf))
        parts = [coerced(part, of) for part in parts]
        code = " ++ ".join(part.code for part in parts)
        whole = f"({code})" if parts[1:] else code
        return Term(whole, of, all_of(tuple(parts)), spread=True)

    def _function(self, function: Function, scope: Scope, types: tuple[Type, ...]) -> Term:
        """Print the lambda as a function of arguments of these types."""
        names = [each.name for each in function.params]
        variables = [self.functions.safe(name) if name.strip("_") else "_" for name in names]
        terms = map(Term, variables, types)
        term = self.term(function.body, {**scope, **dict(zip(names, terms, strict=True))})
        return _abstracted(variables, types, term)

    def _passed(self, function: Any, first: tuple[Term, ...], types: tuple[Type, ...]) -> Term:
        """Print a named function, applied to `first`, as a function of its other arguments.

        `types` has the types of the other arguments.
        """
        names = [f"a{k}" for k in range(len(types))]
        arguments = (*first, *map(Term, names, types))
        return _abstracted(names, types, self.functions.call(function, arguments))

    def _of_value(self, e: Call, scope: Scope) -> Term:
        """Print a call of a function parameter, of a layout, or of a method of a layout."""
        if isinstance(e.of, Field):
            owner = self.term(e.of.of, scope)
            method = vars(Layout).get(e.of.name) if owner.type == LAYOUT else None
        else:
            owner = self.term(e.of, scope)
            if owner.calls is not None:
                return owner.calls(self._arguments(e.args, scope))
            method = Layout.__call__ if owner.type == LAYOUT else None
        if isinstance(owner.type, Arrow) and owner.accepted:
            pairs = zip(e.args, owner.type.arguments, strict=True)
            terms = tuple(self.term(a, scope, t) for a, t in pairs)
            said = " ".join(t.code for t in terms)
            ok = both(all_of(terms), f"({owner.accepted} {said})")
            return Term(f"({owner.code} {said})", owner.type.result, ok)
        if not isinstance(method, FunctionType) or e.named:
            raise UnprintableError(f"line {e.line}: cannot print a call of a {owner.type}")
        return self.functions.call(
            PLAIN.get(method, method), (owner, *self._arguments(e.args, scope))
        )


OWNERS: Final[dict[Type, type]] = {LAYOUT: Layout, XLA_SHAPE: XlaShape}
"""The Python class of each Gallina type whose values have properties."""


def _repeated(items: Term, count: Term) -> Term:
    """Print `items * count`: each item if the count is a numeral, otherwise a call of `repeat`."""
    entries = items.items or ()
    if count.code.isdigit():
        return replace(items, items=entries * int(count.code))
    if len(entries) != 1:
        raise UnprintableError(
            "cannot print `items * count` unless `items` has one entry or `count` is a numeral"
        )
    code = f"(List.repeat {entries[0].code} (Z.to_nat {count.code}))"
    return Term(code, ListOf(entries[0].type), both(items.ok, count.ok))


def _abstracted(names: Sequence[str], types: tuple[Type, ...], term: Term) -> Term:
    said = f"fun {' '.join(names)} =>"
    of = Arrow(types, term.type)
    return Term(f"({said} {term.code})", of, accepted=f"({said} {term.ok})")
