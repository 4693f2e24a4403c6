"""Type rules for operations: iteration, indexing, slicing, attributes and operators."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from spec.spelling import suggested
from verif.language.evaluate import IN_PLACE
from verif.language.form import (
    Constant,
    Expr,
    Field,
    Function,
    Index,
    Pattern,
    Primitive,
    Ref,
    Refusal,
    RefusedError,
    Rest,
    Slice,
)
from verif.language.modules import Module
from verif.language.names import Names
from verif.language.relations import Types
from verif.language.types import (
    ALGEBRA,
    BOOL,
    INT,
    NEVER,
    TEXT,
    UNKNOWN,
    Arrow,
    Basic,
    Fixed,
    Letter,
    Made,
    Sequence,
    Slot,
    Table,
    Type,
    limited,
    show,
    union,
)

Env = Mapping[str, Type]
"""The types of the names in scope."""

_SPECIAL: Final = {
    "+": "__add__", "-": "__sub__", "*": "__mul__", "//": "__floordiv__", "%": "__mod__",
    "^": "__xor__", "&": "__and__", "|": "__or__", "neg": "__neg__", "pos": "__pos__",
    "<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__",
}  # fmt: skip
_ORDER: Final = frozenset(("<", "<=", ">", ">="))


@dataclass
class Operations:
    """Type rules for the operations of one function.

    A rule rejects operands for which the operation has no result.
    """

    names: Names
    whole: Function
    speaking: int = 0

    @property
    def types(self) -> Types:
        return self.names.types

    @cached_property
    def module(self) -> Module:
        """The module of the function."""
        return self.types.module(self.whole.ref)

    @cached_property
    def in_proof(self) -> bool:
        """Whether the function may call lemmas. Only the theory, lemmas and contracts may."""
        if self.module.of_project and self.module.name.startswith(
            ("verif.theory", "verif.readings")
        ):
            return True
        outermost = Ref(self.module.name, self.whole.ref.name.partition(".")[0])
        return bool(self.names.marks(outermost) & {"lemma", "contract"})

    @cached_property
    def prints(self) -> bool:
        """Whether the function may compute with strings. Only functions of `spec` may."""
        return self.module.of_project and self.module.name.partition(".")[0] == "spec"

    @property
    def speaks(self) -> bool:
        """Whether strings may be values: always in `spec`; elsewhere only in error messages."""
        return self.speaking > 0 or self.prints

    @contextmanager
    def message(self) -> Generator[None]:
        """Allow strings as values while the body of the `with` statement checks a message."""
        self.speaking += 1
        try:
            yield
        finally:
            self.speaking -= 1

    def refused(self, e: Expr, what: str, instead: str = "") -> RefusedError:
        """Return the error for an ill-typed expression."""
        return RefusedError(Refusal(self.whole.file, e.line, what, instead))

    def misfit(self, e: Expr, found: Type, wanted: Type) -> RefusedError:
        """Return the error for an expression whose type does not fit the wanted type."""
        takes = any(isinstance(o, Arrow) for o in self.types.options(wanted))
        if not (takes or self.types.is_value(found)):
            if ALGEBRA in self.types.options(found):
                advice = "call an operation, such as `alg.size(A)`"
                return self.refused(e, "`alg` is not a value", advice)
            if self.types.is_value(found, strings=True):
                advice = "a string can only be the label of a claim or the message of an error"
                return self.refused(e, "a string is not a value", advice)
            advice = "call it, or pass it to a function that calls it"
            return self.refused(e, "a function is not a value", advice)
        through = isinstance(wanted, Sequence) and wanted.kind == "iterator"
        needed = "a sequence" if through else show(wanted)
        return self.refused(e, f"{needed} is needed here, not {show(found)}")

    def some(self, t: Type, operate: Callable[[Type], Type]) -> Type:
        """Apply an operation to each alternative of a type. Return the union of the results.

        Omit each alternative for which the operation is refused. If it is refused for all
        alternatives, raise the first refusal.
        """
        found: list[Type] = []
        refusals: list[RefusedError] = []
        for option in self.types.options(t):
            try:
                found.append(operate(option))
            except RefusedError as refusal:
                refusals.append(refusal)
        if refusals and not found:
            raise refusals[0]
        return union(found)

    def decides(self, e: Expr, t: Type) -> None:
        """Check that an expression of type `t` may be a condition.

        Integers, tuples, lists and tables may be conditions: 0 and empty collections are false.
        """
        for option in self.types.options(t):
            match option:
                case Basic("str") if not self.prints:
                    raise self.misfit(e, t, BOOL)
                case Basic(name) if name != "implementation":
                    continue
                case Fixed() | Table() | Letter():
                    continue
                case Sequence(kind=kind) if kind != "iterator":
                    continue
                case Arrow() | Basic():
                    raise self.misfit(e, t, BOOL)
                case _:
                    raise self.refused(
                        e, f"{show(option)} is not a condition", "write a comparison"
                    )

    def elements(self, e: Expr, t: Type) -> Type:
        """Return the element type of a value that is iterated over."""
        return self.some(t, lambda option: self._elements(e, option))

    def _elements(self, e: Expr, t: Type) -> Type:
        match t:
            case Basic("Any" | "Never") | Letter():
                return t
            case Fixed(items=items):
                return union(items)
            case Sequence(of=of) | Table(key=of):
                return of
            case Basic("str") if self.prints:
                return TEXT
            case Made(ref=ref):
                if fields := self.types.as_tuple(t):
                    return union(fields.items)
                if method := self.names.method(ref, "__iter__"):
                    return self.elements(e, method.result)
            case _:
                pass
        raise self.refused(e, f"a sequence is needed here, not {show(t)}")

    def length(self, e: Expr, t: Type) -> Type:
        """Return the type of the length of a sequence, or of a record with `__len__`."""
        if not (isinstance(t, Made) and self.types.has(t.ref, "__len__")):
            self.elements(e, t)
        return INT

    def entry(self, e: Index, t: Type, place: Type) -> Type:
        """Return the type of an element at an index or a key, such as `x[0]`."""
        match self.types.as_tuple(t) or t if isinstance(t, Made) else t:
            case Basic("Any" | "Never") | Letter():
                return t
            case Table(key=key, value=value) if self.types.overlap(place, key):
                return value
            case _ if not self.types.fits(place, INT):
                raise self.misfit(e.at, place, INT)
            case Fixed(items=items) if isinstance(e.at, Constant) and isinstance(e.at.value, int):
                there = -len(items) <= e.at.value < len(items)
                return items[e.at.value] if there else UNKNOWN
            case Fixed(items=items):
                return union(items)
            case Basic("str") if self.prints:
                return TEXT
            case Sequence(of=each, kind=kind) if kind != "iterator":
                return each
            case Made(ref=ref) if method := self.names.method(ref, "__getitem__"):
                return method.result
            case _:
                raise self.refused(
                    e, f"{show(t)} has no entries", "only tuples, lists and tables have entries"
                )

    def sliced(self, e: Slice, t: Type) -> Type:
        """Return the type of a slice of a sequence."""
        match self.types.as_tuple(t) or t if isinstance(t, Made) else t:
            case Fixed(items=items, kind=kind):
                return Sequence(union(items), kind)
            case Sequence(kind=kind) if kind != "iterator":
                return t
            case Basic("str") if self.prints:
                return TEXT
            case Basic("Any" | "Never") | Letter():
                return t
            case _:
                raise self.refused(e, f"{show(t)} has no parts", "only tuples and lists have parts")

    def member(self, e: Field, t: Type, name: str) -> Type:
        """Return the type of an attribute."""
        found: Type | None = None
        match t:
            case Basic("Any") | Letter() if self.prints or name in self.known_members:
                return UNKNOWN
            case Basic("Never"):
                return NEVER
            case Basic("implementation"):
                found = self.names.operation(name)
                if found is None:
                    near = suggested(name, self.names.operations)
                    raise self.refused(
                        e,
                        f"`alg.{name}`",
                        f"use an operation that `layout-verif operations` lists{near}",
                    )
            case Made(ref=ref):
                found = self.names.member(ref, name)
                if found == TEXT and not (self.speaks or self.names.stores(ref, name)):
                    raise self.refused(e, f"`.{name}` returns text", "compare the values instead")
            case Basic("int" | "bool") if name == "bit_length":
                return Arrow((), INT)
            case Fixed() | Sequence() if name in ("index", "count"):
                return Arrow((Slot("value", UNKNOWN),), INT)
            case Table(key=key, value=value):
                key = key if self.types.is_value(key, strings=True) else UNKNOWN
                found = _of_table(key, value).get(name)
            case Basic("str") if self.prints:
                return Arrow(None, TEXT)
            case _:
                pass
        if found is None:
            sequence = isinstance(t, Fixed | Sequence)
            near = suggested(name, ("count", "index") if sequence else self.known_members)
            raise self.refused(e, f"{show(t)} has no field or method `.{name}`{near}")
        return found

    @cached_property
    def known_members(self) -> frozenset[str]:
        """The attributes that a value of unknown type may have."""
        return self.names.known_members(self.module)

    def bind(self, e: Expr, pattern: Pattern, t: Type, env: Env) -> Env:
        """Return the environment extended by the names that a pattern binds."""
        match pattern:
            case None:
                return env
            case str() as name:
                return {**env, name: limited(t)}
            case Rest(name=name):
                return {**env, name: Sequence(t, "list")}
            case _:
                for part, of in zip(pattern, self.parts(e, pattern, t), strict=True):
                    env = self.bind(e, part, of, env)
                return env

    def parts(self, e: Expr, pattern: tuple[Pattern, ...], t: Type) -> Iterable[Type]:
        """Return, for each part of the pattern, the type of the value that the part binds."""
        fixed = self.types.as_tuple(t) if isinstance(t, Made) else t
        star = any(isinstance(p, Rest) for p in pattern)
        if isinstance(fixed, Fixed) and not star:
            if len(fixed.items) != len(pattern):
                raise self.refused(
                    e, f"{len(fixed.items)} values cannot be bound to {len(pattern)} names"
                )
            return fixed.items
        return (self.elements(e, t),) * len(pattern)

    def operate(self, e: Primitive, args: tuple[Type, ...]) -> Type:
        """Return the result type of an operator for argument types that are not unions."""
        op = e.op.removesuffix("=") if e.op in IN_PLACE else e.op
        if NEVER in args:
            return NEVER
        if UNKNOWN in args or any(isinstance(a, Letter) for a in args):
            return BOOL if op in _ORDER else UNKNOWN
        for a in args:
            if isinstance(a, Made) and (special := self.names.method(a.ref, _SPECIAL.get(op, ""))):
                return special.result
        args = tuple(self.types.as_tuple(a) or a if isinstance(a, Made) else a for a in args)
        if self.prints and set(args) == {TEXT}:
            return BOOL if op in _ORDER else TEXT
        if all(a in (INT, BOOL) for a in args):
            bits = op in ("&", "|", "^") and set(args) == {BOOL}
            return BOOL if op in _ORDER or bits else INT
        match op, args:
            case "+", (Fixed(items=left, kind=kind), Fixed(items=right, kind=other)) if (
                kind == other
            ):
                return Fixed(left + right, kind)
            case "+", (
                Fixed(kind=kind) | Sequence(kind=kind),
                Fixed(kind=other) | Sequence(kind=other),
            ) if kind == other != "iterator":
                return Sequence(union(self.elements(e, a) for a in args), kind)
            case "*", (Fixed(kind=kind) | Sequence(kind=kind), Basic("int" | "bool")) if (
                kind != "iterator"
            ):
                return Sequence(self.elements(e, args[0]), kind)
            case _, (Fixed() | Sequence(), Fixed() | Sequence()) if (
                op in _ORDER and self.types.overlap(*args)
            ):
                return BOOL
            case _:
                raise self.refused(e, f"`{e.op}` of {' and '.join(map(show, args))}")


def _of_table(key: Type, value: Type) -> dict[str, Type]:
    return {
        "get": Arrow((Slot("key", key), Slot("default", UNKNOWN, required=False)), UNKNOWN),
        "keys": Arrow((), Sequence(key, "iterator")),
        "values": Arrow((), Sequence(value, "iterator")),
        "items": Arrow((), Sequence(Fixed((key, value)), "iterator")),
    }
