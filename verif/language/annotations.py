"""Convert annotations to types of the language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from verif.language.form import Ref, RefusedError
from verif.language.modules import Defined, Library, Module
from verif.language.types import (
    BOOL,
    INT,
    NEVER,
    NONE,
    TEXT,
    UNKNOWN,
    Alias,
    Arrow,
    Fixed,
    Letter,
    Made,
    Sequence,
    Slot,
    Table,
    Type,
    Union,
    limited,
    union,
)

if TYPE_CHECKING:
    from verif.language.compile import Program

BY_NAME: Final = {
    "int": INT, "bool": BOOL, "str": TEXT, "None": NONE, "none": NONE,
    "object": UNKNOWN, "Any": UNKNOWN,
    "NoReturn": NEVER, "Never": NEVER, "TypeGuard": BOOL, "range": Sequence(INT, "sequence"),
}  # fmt: skip
_KINDS: Final = {
    "Sequence": "sequence", "Collection": "sequence", "list": "list", "Iterator": "iterator",
    "Iterable": "iterator", "Generator": "iterator", "frozenset": "sequence",
}  # fmt: skip


@dataclass
class Annotations:
    """Reads the annotations in a program as types."""

    program: Program
    aliases: dict[Ref, Type] = field(default_factory=dict[Ref, "Type"])
    pending: set[Ref] = field(default_factory=set[Ref])
    read_before: dict[tuple[str, str], Type] = field(default_factory=dict[tuple[str, str], "Type"])

    # Convert annotations to types.

    def read(self, source: str | None, module: Module, default: Type = UNKNOWN) -> Type:
        """Return the type that an annotation in a module denotes.

        If there is no annotation, return `default`.
        """
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
                return Arrow(None, UNKNOWN) if bare == "Callable" else BY_NAME.get(bare, UNKNOWN)

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
            self.aliases[ref] = limited(self._type(node, home))
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

    # The structure of types.

    def options(self, t: Type) -> tuple[Type, ...]:
        """Return the alternatives of a type, with unions and aliases expanded."""
        if isinstance(t, Alias):
            return self.options(self.aliases[t.ref])
        if isinstance(t, Union):
            return tuple(inner for option in t.options for inner in self.options(option))
        return (t,)

    def ancestors(self, ref: Ref) -> Iterator[Ref]:
        """Yield a record and the records that it inherits from."""
        yield ref
        if ref.module != "builtins":
            for base in self.program.record(ref).bases:
                yield from self.ancestors(base)

    def has(self, ref: Ref, method: str) -> bool:
        """Return whether a record has a method."""
        return any(
            method in self.program.record(owner).methods
            for owner in self.ancestors(ref)
            if owner.module != "builtins"
        )

    def as_tuple(self, t: Made) -> Fixed | None:
        """Return the fields as a tuple type, or None if the record is not a named tuple."""
        if t.ref.module == "builtins" or not (record := self.program.record(t.ref)).named_tuple:
            return None
        home = self.module(t.ref)
        return Fixed(tuple(self.read(f.annotation, home) for f in record.fields))

    def module(self, ref: Ref) -> Module:
        """Return the module that defines a name."""
        module = self.program.modules.load(ref.module)
        if module is None:
            raise KeyError(ref.module)
        return module
