"""The types of the language, and how annotations give them.

A type describes values, and sometimes what is not a value: a function, a string, the
implementation `alg`. Types are gradual. `UNKNOWN` is the type of a value without a useful
annotation; it fits every type of values, and every value fits it. Functions and strings do not:
they fit only where their own type, or `ANYTHING`, is wanted.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, Final

from verif.language.form import Ref, RefusedError
from verif.language.modules import Defined, Library, Module

if TYPE_CHECKING:
    from verif.language.compile import Program


@dataclass(frozen=True, slots=True)
class Basic:
    """A type without parts, by its name."""

    name: str


INT: Final = Basic("int")
BOOL: Final = Basic("bool")
NONE: Final = Basic("None")
TEXT: Final = Basic("str")
NEVER: Final = Basic("Never")
"""The type of an expression that has no value, since it raises an error."""
UNKNOWN: Final = Basic("Any")
ANYTHING: Final = Basic("anything")
"""Wanted where a function and a string may stand as well as a value."""
ALGEBRA: Final = Basic("implementation")
"""The type of `alg`, whose attributes are the operations of `spec`."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A tuple, or a list, whose elements are known one by one."""

    items: tuple[Type, ...]
    kind: str = "tuple"


@dataclass(frozen=True, slots=True)
class Sequence:
    """Any number of elements of one type.

    The kind is `tuple`, `list`, `sequence` for one of these or a range, or `iterator` for what can
    only be gone through.
    """

    of: Type
    kind: str = "tuple"


@dataclass(frozen=True, slots=True)
class Table:
    """A dict."""

    key: Type
    value: Type


@dataclass(frozen=True, slots=True)
class Made:
    """An instance of a record, an enumeration or an error."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class Slot:
    """One parameter of a function."""

    name: str
    type: Type
    required: bool = True
    several: bool = False
    by_name: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """A function. `slots` is None where the parameters are not known."""

    slots: tuple[Slot, ...] | None
    result: Type


@dataclass(frozen=True, slots=True)
class Union:
    """One of several types, none of which is a union."""

    options: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Alias:
    """A type inside its own definition, such as `IntTuple` in `int | tuple[IntTuple, ...]`."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class Letter:
    """A type variable."""

    name: str


FREE: Final = (Letter("F"), Letter("G"))
"""The type variables of builtins that may stand for functions and strings, too."""

Type = Basic | Fixed | Sequence | Table | Made | Arrow | Union | Alias | Letter

OBJECT: Final = Union((UNKNOWN, TEXT))
"""Wanted by a parameter that is annotated `object`: a value, or the name of one in a message."""

_BASIC: Final = {
    "int": INT, "bool": BOOL, "str": TEXT, "None": NONE, "none": NONE,
    "object": UNKNOWN, "Any": UNKNOWN,
    "NoReturn": NEVER, "Never": NEVER, "TypeGuard": BOOL, "range": Sequence(INT, "sequence"),
}  # fmt: skip
_KINDS: Final = {
    "Sequence": "sequence", "Collection": "sequence", "list": "list", "Iterator": "iterator",
    "Iterable": "iterator", "Generator": "iterator", "frozenset": "sequence",
}  # fmt: skip


def show(t: Type) -> str:
    """The type as an annotation would have it."""
    match t:
        case Basic(name):
            return name
        case Fixed(items, kind):
            return f"{kind}[{', '.join(map(show, items)) or '()'}]"
        case Sequence(of, "tuple"):
            return f"tuple[{show(of)}, ...]"
        case Sequence(of, kind):
            return f"{kind}[{show(of)}]"
        case Table(key, value):
            return f"dict[{show(key)}, {show(value)}]"
        case Made(ref) | Alias(ref):
            return ref.last
        case Arrow(slots, result):
            takes = ".." if slots is None else ", ".join(show(slot.type) for slot in slots)
            return f"({takes}) -> {show(result)}"
        case Union(options):
            return " | ".join(map(show, options))
        case Letter(name):
            return name


def union(types: Iterable[Type]) -> Type:
    """The type of a value that has one of these types."""
    found: dict[Type, None] = {}
    for t in types:
        found |= dict.fromkeys(t.options if isinstance(t, Union) else (t,))
    found.pop(NEVER, None)
    if UNKNOWN in found:
        return UNKNOWN
    if not found:
        return NEVER
    return next(iter(found)) if len(found) == 1 else Union(tuple(found))


def kind_fits(found: str, wanted: str) -> bool:
    """Whether a sequence of one kind can stand where the other is wanted."""
    return wanted in ("iterator", found) or (wanted == "sequence" and found != "iterator")


@dataclass
class Types:
    """The types that the texts of a program name."""

    program: Program
    aliases: dict[Ref, Type] = field(default_factory=dict[Ref, "Type"])
    pending: set[Ref] = field(default_factory=set[Ref])
    read_before: dict[tuple[str, str], Type] = field(default_factory=dict[tuple[str, str], "Type"])

    # From annotations.

    def read(self, source: str | None, module: Module, default: Type = UNKNOWN) -> Type:
        """The type that an annotation names in its module; `default` for no annotation."""
        if source is None:
            return default
        key = module.name, source
        if key not in self.read_before:
            self.read_before[key] = self._type(ast.parse(source, mode="eval").body, module)
        return self.read_before[key]

    def _type(self, node: ast.expr, module: Module) -> Type:
        match node:
            case ast.Constant(value=None):
                return NONE
            case ast.Constant(value=str() as source):
                return self._type(ast.parse(source, mode="eval").body, module)
            case ast.Name(id=name):
                return self._named(name, module)
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return union((self._type(left, module), self._type(right, module)))
            case ast.Subscript(value=ast.Name(id=name), slice=inside):
                parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
                return self._applied(name, parts, module)
            case _:
                return UNKNOWN

    def _named(self, name: str, module: Module) -> Type:
        found = self.program.modules.resolve(module, name)
        match found:
            case Defined(node=ast.ClassDef(), home=home, name=own):
                return self._record(Ref(home.name, own))
            case Defined(node=ast.Call(func=ast.Name(id="TypeVar")), name=own):
                return Letter(own)
            case Defined(node=ast.Call(func=ast.Name(id="NewType"), args=[_, base]), home=home):
                return self._type(base, home)
            case Defined(node=ast.expr() as node, home=home, name=own):
                return self._alias(Ref(home.name, own), node, home)
            case _:
                bare = found.dotted.rpartition(".")[2] if isinstance(found, Library) else name
                if bare in ("tuple", *_KINDS):
                    return Sequence(UNKNOWN, _KINDS.get(bare, "tuple"))
                if bare in ("dict", "Mapping"):
                    return Table(UNKNOWN, UNKNOWN)
                return Arrow(None, UNKNOWN) if bare == "Callable" else _BASIC.get(bare, UNKNOWN)

    def _record(self, ref: Ref) -> Type:
        try:
            self.program.record(ref)
        except RefusedError:
            return UNKNOWN
        return Made(ref)

    def _alias(self, ref: Ref, node: ast.expr, home: Module) -> Type:
        if ref in self.pending:
            return Alias(ref)
        if ref not in self.aliases:
            self.pending.add(ref)
            self.aliases[ref] = self._type(node, home)
            self.pending.discard(ref)
        return self.aliases[ref]

    def _applied(self, name: str, parts: list[ast.expr], module: Module) -> Type:
        match name, parts:
            case "tuple", [of, ast.Constant(value=value)] if value is ...:
                return Sequence(self._type(of, module))
            case "tuple", _:
                return Fixed(tuple(self._type(part, module) for part in parts))
            case "Callable", [takes, gives]:
                result = self._type(gives, module)
                if not isinstance(takes, ast.List):
                    return Arrow(None, result)
                return Arrow(tuple(Slot("", self._type(t, module)) for t in takes.elts), result)
            case (("dict" | "Mapping"), [key, value]):
                return Table(self._type(key, module), self._type(value, module))
            case _ if name in _KINDS:
                return Sequence(self._type(parts[0], module), _KINDS[name])
            case _:
                return self._named(name, module)

    # Relations.

    def options(self, t: Type) -> tuple[Type, ...]:
        """The types that it is one of, none a union or an alias."""
        if isinstance(t, Alias):
            return self.options(self.aliases[t.ref])
        if isinstance(t, Union):
            return tuple(inner for option in t.options for inner in self.options(option))
        return (t,)

    def ancestors(self, ref: Ref) -> Iterator[Ref]:
        """A record and the records that it inherits from."""
        yield ref
        if ref.module != "builtins":
            for base in self.program.record(ref).bases:
                yield from self.ancestors(base)

    def has(self, ref: Ref, method: str) -> bool:
        """Whether a record has a method."""
        return any(
            method in self.program.record(owner).methods
            for owner in self.ancestors(ref)
            if owner.module != "builtins"
        )

    def as_tuple(self, t: Made) -> Fixed | None:
        """The fields of a named tuple, as a tuple; None for another record."""
        if t.ref.module == "builtins" or not (record := self.program.record(t.ref)).named_tuple:
            return None
        home = self.module(t.ref)
        return Fixed(tuple(self.read(f.annotation, home) for f in record.fields))

    def module(self, ref: Ref) -> Module:
        """The module that defines a name."""
        module = self.program.modules.load(ref.module)
        if module is None:
            raise KeyError(ref.module)
        return module

    def fits(self, found: Type, wanted: Type) -> bool:
        """Whether a value of the type found may stand where the other is wanted.

        Of a union one option is enough, but a truth is wanted of all options. Functions, strings
        and `alg` fit only where a type names them.
        """
        return self._fits(found, wanted, frozenset())

    def overlap(self, one: Type, other: Type) -> bool:
        """Whether values of the two types may be equal."""
        return self.fits(one, other) or self.fits(other, one)

    def is_value(
        self, t: Type, *, strings: bool = False, above: frozenset[Type] = frozenset()
    ) -> bool:
        """Whether no function or `alg` is among the values of a type, or inside them.

        No string either, unless `strings` says that strings are values here.
        """

        def each(parts: Iterable[Type]) -> bool:
            return all(self.is_value(part, strings=strings, above=above | {t}) for part in parts)

        match t:
            case Basic("str"):
                return strings
            case Basic("implementation") | Arrow():
                return False
            case Fixed(parts) | Union(parts):
                return each(parts)
            case Sequence(of):
                return each([of])
            case Table(key, value):
                return each((key, value))
            case Alias(ref) if t not in above:
                return each([self.aliases[ref]])
            case _:
                return True

    def _fits(self, found: Type, wanted: Type, assumed: frozenset[tuple[Type, Type]]) -> bool:
        if wanted in (found, ANYTHING) or (found, wanted) in assumed:
            return True
        if found in (UNKNOWN, NEVER) or isinstance(found, Letter):
            return True
        if wanted == UNKNOWN or isinstance(wanted, Letter):
            return wanted in FREE or self.is_value(found)
        if any(isinstance(t, Union | Alias) for t in (found, wanted)):
            within = assumed | {(found, wanted)}
            strict = wanted == BOOL
            fitting = 0
            for option in self.options(found):
                if any(self._fits(option, w, within) for w in self.options(wanted)):
                    fitting += 1
                elif strict or not self.is_value(option):
                    return False
            return fitting > 0

        def inside(*pairs: tuple[Type, Type]) -> bool:
            return all(self._fits(a, b, assumed) for a, b in pairs)

        match found, wanted:
            case Basic("bool"), Basic("int"):
                return True
            case Made(ref), Made(other):
                return other in self.ancestors(ref) or ref in self.ancestors(other)
            case Made(ref), Fixed() | Sequence():
                fields = self.as_tuple(found)
                if fields is not None:
                    return inside((fields, wanted))
                return wanted.kind == "iterator" and self.has(ref, "__iter__")
            case Made(ref), Arrow():
                return self.has(ref, "__call__")
            case (
                (Fixed(kind=kind) | Sequence(kind=kind)),
                (Fixed(kind=other) | Sequence(kind=other)),
            ) if not kind_fits(kind, other):
                return False
            case Fixed(a), Fixed(b):
                return len(a) == len(b) and inside(*zip(a, b, strict=True))
            case Fixed(items), Sequence(of):
                return inside(*((item, of) for item in items))
            case Sequence(of), Fixed(items):
                # The number of elements is not a matter of types.
                return inside(*((of, item) for item in items))
            case Sequence(of), Sequence(other):
                return inside((of, other))
            case Table(), Table():
                return inside((found.key, wanted.key), (found.value, wanted.value))
            case Table(key), Sequence(of, "iterator"):
                return inside((key, of))
            case Arrow(), Arrow():
                return self._function_fits(found, wanted)
            case _:
                return False

    def _function_fits(self, found: Arrow, wanted: Arrow) -> bool:
        if not self.fits(found.result, wanted.result):
            return False
        if found.slots is None or wanted.slots is None:
            return True
        places = [s for s in found.slots if not s.by_name and not s.several]
        rest = [s for s in found.slots if s.several]
        given = wanted.slots
        if sum(s.required for s in places) > len(given) or (len(given) > len(places) and not rest):
            return False
        places += rest * (len(given) - len(places))
        return all(self.fits(g.type, p.type) for g, p in zip(given, places, strict=False))

    # Tests of types.

    def narrowed(self, t: Type, tests: tuple[str | Ref, ...], *, passes: bool) -> Type:
        """The type of a value of type `t` that passes a test by `isinstance`, or fails it."""
        if t == UNKNOWN:
            return union(self._tested(test) for test in tests) if passes else t
        kept = reduce(
            lambda left, test: [part for o in left for part in self._split(o, test)[1]],
            tests,
            list(self.options(t)),
        )
        if not passes:
            return union(kept)
        return union(
            part for o in self.options(t) for test in tests for part in self._split(o, test)[0]
        )

    def _tested(self, test: str | Ref) -> Type:
        if isinstance(test, Ref):
            return Made(test)
        if test in ("tuple", "list"):
            return Sequence(UNKNOWN, test)
        return Table(UNKNOWN, UNKNOWN) if test == "dict" else _BASIC.get(test, UNKNOWN)

    def _split(self, option: Type, test: str | Ref) -> tuple[list[Type], list[Type]]:
        """The parts of a type that pass one test, and the parts that fail it."""
        target = self._tested(test)
        if UNKNOWN in (target, option) or isinstance(option, Letter):
            return [target], [option]
        if self.fits(option, target):
            return [option], []
        match option, target:
            case Basic("int"), Basic("bool"):
                return [BOOL], [INT]
            case Sequence(of, "sequence" | "iterator"), Sequence(kind=kind):
                return [Sequence(of, kind)], [option]
            case Made(ref), Made(other) if ref in self.ancestors(other):
                return [target], [option]
            case _:
                return [], [option]
