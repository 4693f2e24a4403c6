"""Read the types of functions, constants, records and their members from declarations."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from verif.language.form import (
    Constant,
    Expr,
    Function,
    Parameter,
    Record,
    Ref,
    RefusedError,
)
from verif.language.modules import Defined, Module
from verif.language.relations import Types
from verif.language.types import (
    ALGEBRA,
    ANYTHING,
    NONE,
    OBJECT,
    UNKNOWN,
    Arrow,
    Made,
    Slot,
    Type,
    limited,
    union,
)

if TYPE_CHECKING:
    from verif.language.compile import Program


class Names:
    """The types of the names of one program. Each annotation is read once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.types = Types(program)
        self.meanings: dict[Ref, Type] = {}

    # Top-level names.

    def marks(self, ref: Ref) -> frozenset[str]:
        """Return which decorators of `verif.kernel`, such as `lemma`, a top-level function has."""
        module = self.program.modules.load(ref.module)
        found = self.program.modules.resolve(module, ref.name) if module else None
        if isinstance(found, Defined) and isinstance(found.node, ast.FunctionDef):
            declared = self.program.modules.declaration
            return frozenset(declared(found.home, each) for each in found.node.decorator_list)
        return frozenset()

    def meaning(self, ref: Ref) -> Type:
        """Return the type of a function, an error, a constant, or a record's constructor."""
        if ref.module == "builtins":
            return Arrow(None, Made(ref))
        if ref not in self.meanings:
            self.meanings[ref] = limited(self._meaning(ref))
        return self.meanings[ref]

    def _meaning(self, ref: Ref) -> Type:
        found = self.program.definition(ref)
        match found:
            case Function():
                return self.signature(found)
            case Record(error=True):
                return Arrow(None, Made(ref))
            case Record(own_init=True):
                made = self.member(ref, "__init__")
                return replace(made, result=Made(ref)) if isinstance(made, Arrow) else UNKNOWN
            case Record(fields=fields):
                module = self.types.module(ref)
                return Arrow(tuple(self._slot(f, module) for f in fields), Made(ref))
            case Expr():
                owner = Ref(ref.module, ref.name.rpartition(".")[0])
                if owner.name and not self.program.record(owner).fields:
                    # The name is a variant of an enumeration, and the enumeration is its type.
                    return Made(owner)
                return self.constant(ref, found)
            case None:
                return UNKNOWN

    def constant(self, ref: Ref, value: Expr) -> Type:
        """Return the type of a constant."""
        return UNKNOWN

    def signature(self, function: Function) -> Arrow:
        """Return the type of a function from its annotations."""
        module = self.types.module(function.ref)
        slots = tuple(self._slot(p, module) for p in function.params)
        owner = Ref(function.ref.module, function.ref.name.rpartition(".")[0])
        if owner.name and slots and slots[0].name == "self":
            slots = (Slot("self", Made(owner)), *slots[1:])
        return Arrow(slots, self.types.read(function.returns, module))

    def _slot(self, p: Parameter, module: Module) -> Slot:
        if p.name == "alg" and p.annotation in (None, "Any"):
            return Slot(p.name, ALGEBRA)
        t = OBJECT if p.annotation == "object" else self.types.read(p.annotation, module, ANYTHING)
        if isinstance(p.default, Constant) and p.default.value is None:
            t = union((t, NONE))
        required = p.default is None and not p.several
        return Slot(p.name, t, required, p.several, p.by_name)

    def operation(self, name: str) -> Type | None:
        """Return the type of `alg.NAME`, or None if `spec` has no operation of this name."""
        plain = self.program.modules.load("spec.plain")
        found = self.program.modules.resolve(plain, name) if plain is not None else None
        if not isinstance(found, Defined):
            return None
        return self.meaning(Ref(found.home.name, found.name))

    @property
    def operations(self) -> Iterable[str]:
        """The names of the operations of `alg`."""
        plain = self.program.modules.load("spec.plain")
        return () if plain is None else plain.names

    # Members of records.

    def member(self, ref: Ref, name: str) -> Type | None:
        """Return the type of a field, a property or a method, or None for an unknown member."""
        for owner in self.types.ancestors(ref):
            if owner.module == "builtins":
                continue
            record = self.program.record(owner)
            for one in record.fields:
                if one.name == name:
                    return self.types.read(one.annotation, self.types.module(owner))
            if name in record.properties | record.methods:
                function = self.program.function(Ref(owner.module, f"{owner.name}.{name}"))
                found = self.signature(function)
                if name in record.properties:
                    return found.result
                return replace(found, slots=(found.slots or ())[1:])
        return None

    def stores(self, ref: Ref, name: str) -> bool:
        """Return whether a record has a field of this name; a property does not count."""
        return any(field.name == name for field in self.program.record(ref).fields)

    def method(self, ref: Ref, name: str) -> Arrow | None:
        """Return the type of a method without `self`, or None if the record has no such method."""
        found = self.member(ref, name)
        return found if isinstance(found, Arrow) else None

    def known_members(self, module: Module) -> frozenset[str]:
        """Return the member names of the records of `spec` and of the records in a module."""
        found: set[str] = {"index", "count", "bit_length"}
        plain = self.program.modules.load("spec.plain")
        for text in (module, plain) if plain is not None else (module,):
            for name in text.names:
                meant = self.program.modules.resolve(text, name)
                if isinstance(meant, Defined) and isinstance(meant.node, ast.ClassDef):
                    found |= self._members(Ref(meant.home.name, meant.name))
        return frozenset(found)

    def _members(self, ref: Ref) -> set[str]:
        """Return the fields of a record, and the properties and methods that `_counts` accepts."""
        try:
            record = self.program.record(ref)
        except RefusedError:
            return set()
        computed = (name for name in record.properties | record.methods if self._counts(ref, name))
        return {field.name for field in record.fields}.union(computed)

    def _counts(self, ref: Ref, name: str) -> bool:
        """Return whether a member is in the language and does not return a string."""
        try:
            return self.program.function(Ref(ref.module, f"{ref.name}.{name}")).returns != "str"
        except RefusedError:
            return False
