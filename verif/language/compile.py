"""Programs: functions, records and constants, each compiled on first use.

Compiling a file does not import or run any code. A definition that the language cannot
express is refused only when it is used, so it does not affect the other definitions.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from verif.language.expressions import (
    PROPERTIES,
    Expressions,
    Scope,
    is_property,
    may_be_named,
    shown,
    source_of,
)
from verif.language.form import (
    Constant,
    Expr,
    Function,
    Lambda,
    Parameter,
    Record,
    Ref,
    Refusal,
    RefusedError,
    Variable,
)
from verif.language.modules import Defined, Library, Module, Modules, last_name
from verif.language.statements import Statements
from verif.language.syntax import annotations_of, defaults_of, loaded

ROOT: Final = Path(__file__).parents[2]
"""The folder that contains the packages of the project."""

IGNORED: Final = frozenset(
    (
        *("overload", "staticmethod", "classmethod", "cache", "lru_cache", "sliceable"),
        *("override", "wraps", "method"),
    )
)
"""Decorators of the project that do not change the meaning of a function."""

DECLARED: Final = frozenset(("claim", "lemma", "contract", "definition", "reading"))
"""Decorators that register a function, for example as a claim, without changing its meaning."""

Found = Function | Record | Expr | Refusal


@dataclass
class Program:
    """The compiled definitions of some modules, by `Ref`."""

    modules: Modules
    _found: dict[Ref, Found] = field(default_factory=dict[Ref, Found])

    def function(self, ref: Ref) -> Function:
        """Return the function `ref`. Raises RefusedError if the language cannot express it."""
        found = self._definition(ref)
        if isinstance(found, Function):
            return found
        raise self._refused(ref, f"{ref} is not a function")

    def record(self, ref: Ref) -> Record:
        """Return the record `ref`. Raises RefusedError if the language cannot express it."""
        found = self._definition(ref)
        if isinstance(found, Record):
            return found
        raise self._refused(ref, f"{ref} is not a record")

    def constant(self, ref: Ref) -> Expr:
        """The value of a constant. Raises RefusedError if the language cannot express it."""
        found = self._definition(ref)
        if isinstance(found, Expr):
            return found
        raise self._refused(ref, f"{ref} is not a constant")

    def definition(self, ref: Ref) -> Function | Record | Expr | None:
        """Return the definition of a name, or None if no module defines it.

        Raises RefusedError if the language cannot express the definition.
        """
        try:
            return self._definition(ref)
        except LookupError:
            return None

    def lambda_at(self, module: Module, node: ast.Lambda) -> Function:
        """Compile a lambda that is an argument of a declaration, such as `where=lambda m: ..`."""
        made = Statements(self.modules, module, "<lambda>").expr(node, Scope())
        assert isinstance(made, Lambda)
        return made.function

    def _refused(self, ref: Ref, what: str) -> RefusedError:
        module = self.modules.load(ref.module)
        return RefusedError(Refusal(module.file if module else ref.module, 0, what))

    def _definition(self, ref: Ref) -> Function | Record | Expr:
        if ref not in self._found:
            try:
                self._found[ref] = self._compiled(ref)
            except RefusedError as error:
                self._found[ref] = error.refusal
            except RecursionError:
                what = f"{ref.name} is nested too deeply to be read"
                self._found[ref] = Refusal(ref.module, 0, what)
        found = self._found[ref]
        if isinstance(found, Refusal):
            raise RefusedError(found)
        return found

    def _compiled(self, ref: Ref) -> Function | Record | Expr:
        module = self.modules.load(ref.module)
        if module is None:
            raise LookupError(f"the source of the module {ref.module} was not found")
        if ref.module == "spec":
            # The functions that `spec` exports are wrappers of the functions in `spec.plain`.
            module = self.modules.load("spec.plain") or module
        outer, _, inner = ref.name.partition(".")
        match self.modules.resolve(module, outer):
            case Defined(node=ast.ClassDef() as node, home=home) if inner:
                return self._member(node, home, inner)
            case Defined(home=home, name=name) if not inner and Ref(home.name, name) != ref:
                return self._definition(Ref(home.name, name))
            case Defined(node=ast.FunctionDef() as node, home=home) if not inner:
                self._require_known_decorators(home, node)
                return Statements(self.modules, home, ref.name).function(node, ref)
            case Defined(node=ast.ClassDef() as node, home=home):
                return self._record(home, node, ref)
            case Defined(node=ast.expr() as node, home=home) if not inner:
                return self._constant(home, node, ref)
            case _:
                raise LookupError(f"{ref.module} does not define {ref.name}")

    def _require_known_decorators(self, module: Module, node: ast.FunctionDef) -> None:
        """Refuse a decorator that could change the meaning of a function."""
        for each in node.decorator_list:
            name = last_name(each)
            if module.of_project and name in IGNORED | PROPERTIES | DECLARED:
                continue
            if isinstance(each, ast.Name) and name == "property" and name not in module.names:
                continue
            if self.modules.declaration(module, each) in DECLARED:
                continue
            refusal = Refusal(
                module.file,
                each.lineno,
                f"the decorator `{shown(each)}` is not supported",
                "use only the decorators @claim, @lemma, @contract and @definition",
            )
            raise RefusedError(refusal)

    def _constant(self, module: Module, node: ast.expr, ref: Ref) -> Function | Expr:
        if isinstance(node, ast.Call) and self._is_library(module, node.func, "typing.NewType"):
            if len(node.args) != 2 or node.keywords:
                advice = 'write NewType("N", int)'
                what = f"`{ast.unparse(node)}`"
                raise RefusedError(Refusal(module.file, node.lineno, what, advice))
            identity = Variable(node.lineno, "x")
            return Function(ref, (Parameter("x"),), identity, module.file, node.lineno)
        text = Statements(self.modules, module, ref.name)
        text.showing = 1
        return text.expr(node, Scope())

    def _is_enumeration(self, module: Module, node: ast.ClassDef) -> bool:
        kinds = ("enum.Enum", "enum.StrEnum")
        return any(self._is_library(module, b, kind) for b in node.bases for kind in kinds)

    def _is_library(self, module: Module, node: ast.expr, dotted: str) -> bool:
        """Return whether an expression refers to the name `dotted`, such as `enum.StrEnum`."""
        return self.modules.meant_by(module, node) == Library(dotted)

    def _member(self, node: ast.ClassDef, home: Module, name: str) -> Function | Expr:
        """Compile a method of a class, a constant of a class, or a variant of an enumeration."""
        owner = self.record(Ref(home.name, node.name))
        for each in node.body:
            match each:
                case ast.FunctionDef(name=own) if own == name and not _is_overload(each):
                    ref = Ref(home.name, f"{node.name}.{name}")
                    self._require_known_decorators(home, each)
                    return Statements(self.modules, home, ref.name, owner=owner).function(each, ref)
                case ast.Assign(targets=[ast.Name(id=own)], value=value) if own == name:
                    if self._is_enumeration(home, node):
                        return Constant(each.lineno, None)
                    return Expressions(self.modules, home, node.name).expr(value, Scope())
                case _:
                    pass
        raise LookupError(f"{node.name} does not define {name}")

    def _record(self, module: Module, node: ast.ClassDef, ref: Ref) -> Record:
        bases = [last_name(each) for each in node.bases]
        known = tuple(
            Ref(base.home.name, base.name)
            for each in bases
            if isinstance(base := self.modules.resolve(module, each), Defined)
            and isinstance(base.node, ast.ClassDef)
            and may_be_named(base.home, module)
        )
        if module.of_project and self._is_enumeration(module, node):
            return Record(ref, (), known, file=module.file, line=node.lineno)
        error = self.modules.is_error(module, node)
        named = bases == ["NamedTuple"]
        allowed = error or named or _is_frozen(node)
        if not module.of_project:
            # In a user's file, a base class named `NamedTuple` may be another class, so
            # `_is_plain_record` resolves the name.
            error, named = False, bool(bases)
            allowed = self._is_plain_record(module, node)
        if not allowed:
            raise self._class_refused(module, node, f"the class {node.name} is not a record")
        if not module.of_project:
            self._require_plain_names(module, node)
            self._require_plain_members(module, node)
        text = Statements(self.modules, module, ref.name)
        text.showing = 1
        fields: list[Parameter] = []
        properties: set[str] = set()
        methods: set[str] = set()
        for inner in node.body:
            match inner:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                    if module.of_project and "ClassVar" in ast.unparse(annotation):
                        continue
                    text.annotation(annotation)
                    default = self._default(text, value)
                    fields.append(Parameter(name, source_of(annotation), default))
                case ast.FunctionDef(name=name) if not _is_overload(inner):
                    (properties if is_property(inner) else methods).add(name)
                case ast.Expr(ast.Constant(str())) | ast.Pass():
                    pass
                case _ if module.of_project:
                    pass
                case _:
                    raise self._class_refused(
                        module, inner, f"a record must not contain `{shown(inner)}`"
                    )
        return Record(
            ref,
            tuple(fields),
            known,
            frozenset(properties),
            frozenset(methods),
            named,
            error,
            "__init__" in methods,
            module.file,
            node.lineno,
        )

    def _is_plain_record(self, module: Module, node: ast.ClassDef) -> bool:
        """Return whether a class in a user's file is a NamedTuple or a frozen dataclass."""
        match node:
            case ast.ClassDef(bases=[base], keywords=[], decorator_list=[]):
                return self._is_library(module, base, "typing.NamedTuple")
            case ast.ClassDef(
                bases=[], keywords=[], decorator_list=[ast.Call(func=func, keywords=[_])]
            ):
                return _is_frozen(node) and self._is_library(module, func, "dataclasses.dataclass")
            case _:
                return False

    def _require_plain_members(self, module: Module, node: ast.ClassDef) -> None:
        """Refuse duplicate members, pseudo-fields, and defaults or annotations that use a member.

        Python evaluates defaults and annotations inside the class body, where an earlier member
        hides the module's definition of the same name.
        """
        names: set[str] = set()
        with_default = False
        for each in node.body:
            evaluated: list[ast.expr] = []
            match each:
                case ast.AnnAssign(simple=0):
                    # Python makes no field from an annotated name in parentheses: `(x): int`.
                    raise self._class_refused(
                        module, each, f"a record must not contain `{shown(each)}`"
                    )
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                    evaluated = [annotation] if value is None else [annotation, value]
                    if value is None and with_default:
                        what = f"`{name}` needs a default, because an earlier field has one"
                        raise self._class_refused(module, each, what)
                    with_default = value is not None
                    if node.bases and name.startswith("_"):
                        what = (
                            f"`{name}` is a field of a named tuple, so it must begin with a letter"
                        )
                        raise self._class_refused(module, each, what)
                    # Python calls `__post_init__` for each new record, so it must not be a field.
                    if name == "__post_init__" or self._is_no_field(module, annotation):
                        raise self._class_refused(module, each, f"`{shown(each)}` is not a field")
                case ast.FunctionDef(name=name, args=args):
                    self._require_plain_method(module, each, names)
                    evaluated = [*defaults_of(args), *annotations_of(each)]
                    if name.startswith("_") and node.bases:
                        raise self._class_refused(
                            module, each, f"a named tuple must not have {name}"
                        )
                case _:
                    continue
            if name in names:
                raise self._class_refused(module, each, f"`{name}` is defined twice")
            for part in evaluated:
                if loaded(part) & names:
                    what = f"`{shown(part)}` names a member of the class"
                    raise self._class_refused(module, each, what)
            names.add(name)

    def _require_plain_method(
        self, module: Module, node: ast.FunctionDef, members: set[str]
    ) -> None:
        """Refuse a method with a decorator other than Python's `property`.

        A property named `__post_init__` is refused too: Python would call the property's value.
        `members` are the names that the class defines before the method. A member named `property`
        would hide the builtin `property`.
        """
        hidden = "property" in module.names or "property" in members
        for each in node.decorator_list:
            plain = isinstance(each, ast.Name) and each.id == "property" and not hidden
            if not plain or node.name == "__post_init__":
                raise self._class_refused(
                    module, each, f"the decorator `{shown(each)}` is not supported"
                )

    def _require_plain_names(self, module: Module, node: ast.ClassDef) -> None:
        """Refuse names that begin with two underscores inside a class, except `__post_init__`.

        Python mangles the refused names, or gives them a special meaning.
        """
        for part in ast.walk(node):
            for name in _names_at(part):
                if name.startswith("__") and name != "__post_init__":
                    what = f"`{name}` has another meaning inside a class"
                    raise self._class_refused(module, part, what)

    def _is_no_field(
        self, module: Module, annotation: ast.AST, seen: frozenset[ast.AST] = frozenset()
    ) -> bool:
        """Return whether an annotation, or an alias in it, marks a pseudo-field like ClassVar."""
        special = ("typing.ClassVar", "dataclasses.InitVar", "dataclasses.KW_ONLY")
        within = seen | {annotation}
        for part in ast.walk(annotation):
            match part:
                case ast.Name(id=name):
                    if any(self._is_library(module, part, dotted) for dotted in special):
                        return True
                    match self.modules.resolve(module, name):
                        case Defined(node=ast.expr() as node, home=home) if (
                            node not in within and not home.of_project
                        ):
                            if self._is_no_field(home, node, within):
                                return True
                        case _:
                            pass
                case ast.Attribute():
                    if any(self._is_library(module, part, dotted) for dotted in special):
                        return True
                case ast.Constant(value=str() as source):
                    # In a quoted annotation, `dataclass` searches the string for these names.
                    if any(dotted.rpartition(".")[2] in source for dotted in special):
                        return True
                case _:
                    pass
        return False

    def _default(self, text: Statements, value: ast.expr | None) -> Expr | None:
        if value is None:
            return None
        if not text.module.of_project:
            # Python evaluates a default only once, and all records share the value. So refuse a
            # default that must be computed.
            return text.default(value, Scope())
        try:
            return text.expr(value, Scope())
        except RefusedError:
            # Ignore a default such as `field(..)` in a class of the project: no function uses it.
            return None

    def _class_refused(self, module: Module, node: ast.AST, what: str) -> RefusedError:
        line = getattr(node, "lineno", 0)
        advice = "write a frozen dataclass or a NamedTuple with only fields, properties and methods"
        return RefusedError(Refusal(module.file, line, what, advice))


def _names_at(node: ast.AST) -> Iterator[str]:
    """The names that a node of the syntax tree contains directly, not in its child nodes."""
    for value in (getattr(node, part, None) for part in ("id", "arg", "attr", "name")):
        if isinstance(value, str):
            yield value


def _is_overload(node: ast.FunctionDef) -> bool:
    return any(last_name(each) == "overload" for each in node.decorator_list)


def _is_frozen(node: ast.ClassDef) -> bool:
    """Return whether `dataclass(frozen=True)` is the only decorator of the class."""
    match node.decorator_list:
        case [ast.Call(func=func, args=[], keywords=keywords)] if last_name(func) == "dataclass":
            given = {each.arg: each.value for each in keywords}
            frozen = given.get("frozen")
            return isinstance(frozen, ast.Constant) and frozen.value is True
        case _:
            return False


@cache
def project() -> Program:
    """Return the program of the installed packages `spec` and `verif`."""
    return Program(Modules({package: ROOT / package for package in ("spec", "verif")}))
