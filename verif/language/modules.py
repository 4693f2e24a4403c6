"""Modules as source files: the meaning of each top-level name. Nothing is imported or run.

A module may contain imports by name, functions, classes, constants, and calls that declare
something, such as `definition(total, on="modes")`. Each name is bound once. Every other statement
is recorded as a refusal. In a user's file, the refusal is reported. In the project's files, the
refusal is ignored, because no function needs the refused statement.
"""

from __future__ import annotations

import ast
import hashlib
import sys
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib.machinery import (
    BYTECODE_SUFFIXES,
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
    SourcelessFileLoader,
)
from importlib.util import decode_source
from pathlib import Path
from typing import Final

from verif.language.builtins import ERRORS
from verif.language.form import Ref, Refusal, RefusedError
from verif.language.order import early_uses

DECLARING: Final = frozenset(
    ("definition", "contract", "lemma", "kind", "reading", "lists_of", "Kind", "TypeVar", "NewType")
)
"""Calls that may be statements at the top level."""


@dataclass(frozen=True)
class Imported:
    """A name that `from module import name` binds."""

    module: str
    name: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Whole:
    """A module itself, which `import module` binds."""

    module: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Assigned:
    """A constant: `name = value` or `name: annotation = value`."""

    value: ast.expr
    annotation: ast.expr | None = None


@dataclass(frozen=True)
class Outside:
    """A value of a running program that the language cannot express.

    `kind` is the name of the value's type.
    """

    kind: str


Entry = Imported | Whole | Assigned | Outside | ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Library:
    """A name from a module whose source is not read, such as `math.gcd`."""

    dotted: str


@dataclass(frozen=True)
class Defined:
    """The meaning of a name: a definition, the module that defines it, and the name there.

    `exported` means that the name refers to the function of `spec` that checks its arguments and
    then calls this definition.
    """

    node: ast.FunctionDef | ast.ClassDef | ast.expr
    home: Module
    name: str
    exported: bool = False


ITERATORS: Final = tuple(
    Library(f"{module}.{name}")
    for module in ("collections.abc", "typing")
    for name in ("Iterator", "Iterable", "Generator")
)
"""The annotations that mean an iterator."""

Meaning = Library | Whole | Outside | Defined


@dataclass
class Module:
    """One source file: its names, its declarations, and its unsupported statements.

    For a user's file, `texts` maps each name to the Python object that has this name. `content` is
    the content of the file. The file may import other user files from the same folder: `beside`
    maps the name that such an import uses to the name of the module.
    """

    name: str
    file: str
    names: dict[str, Entry] = field(default_factory=dict[str, Entry])
    declared: list[ast.Call] = field(default_factory=list[ast.Call])
    refused: list[Refusal] = field(default_factory=list[Refusal])
    of_project: bool = True
    content: bytes = b""
    texts: dict[str, object] = field(default_factory=dict[str, object])
    beside: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def digest(self) -> str:
        """A hash that identifies the content of a user's file."""
        return hashlib.sha256(self.content).hexdigest()

    def lines(self, node: ast.FunctionDef) -> str:
        """Return the source of a function of a user's file, with its decorators."""
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        lines = decode_source(self.content).split("\n")
        return "\n".join(lines[first - 1 : node.end_lineno])

    @property
    def imports(self) -> frozenset[str]:
        """The names of the modules that this module imports from."""
        entries = (each for each in self.names.values() if isinstance(each, Imported | Whole))
        return frozenset(each.module for each in entries)

    def refuse(self, node: ast.AST, what: str, instead: str = "") -> None:
        """Record a statement that a file of claims must not contain."""
        self.refused.append(Refusal(self.file, getattr(node, "lineno", 0), what, instead))


@dataclass
class Modules:
    """The modules below some directories, each read on first use.

    `roots` maps each package of the project to its directory. `add` adds a user's file; the files
    that this file imports are looked up in the same directory. `tested` has, for each alias in an
    `isinstance` test, the types that the alias stands for.
    """

    roots: Mapping[str, Path]
    known: dict[str, Module] = field(default_factory=dict[str, Module])
    beside: dict[str, Path] = field(default_factory=dict[str, Path])
    tested: dict[tuple[str, str, bool], tuple[str | Ref, ...]] = field(
        default_factory=dict[tuple[str, str, bool], "tuple[str | Ref, ...]"]
    )
    _pending: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def load(self, name: str) -> Module | None:
        """Return the module `name`, or None if no source file of this module is known."""
        if name not in self.known:
            file = self._file_of(name)
            if file is None:
                return None
            shown = str(file.relative_to(self.roots[name.partition(".")[0]].parent))
            self.known[name] = Module(name, shown)
            _read(self.known[name], _parsed(file.read_bytes(), shown).body)
        return self.known[name]

    def add(self, file: Path) -> Module:
        """Return the module of a user's file. Raises RefusedError if the file is not Python."""
        is_link, file = file.is_symlink(), file.resolve()
        for name, known in self.beside.items():
            if known == file:
                return self.known[name]
        # In a module's name, a dot would mean that the module is inside a package.
        name = file.stem.replace(".", "_")
        while name in self.known or name in self.roots or name in sys.stdlib_module_names:
            name += "_"
        module = Module(name, str(file), of_project=False, content=file.read_bytes())
        tree = _parsed(module.content, str(file))
        _require_compiles(tree, str(file))
        _read(module, tree.body)
        for part, early in early_uses(tree.body):
            what = f"`{early}` is needed here when the file is imported, but has no value yet"
            module.refuse(part, what, "define it above")
        self.known[name], self.beside[name] = module, file
        first: dict[str, Imported | Whole] = {}
        for entry in module.names.values():
            if isinstance(entry, Imported | Whole):
                first.setdefault(entry.module.partition(".")[0], entry)
        for top, entry in first.items():
            self._require_not_hidden(module, file, top, entry.line)
        for name in sorted({e.module for e in module.names.values() if isinstance(e, Imported)}):
            if name not in self.roots and name not in sys.stdlib_module_names:
                # Do not follow the imports of a symbolic link: Python may search the folder of the
                # link or the folder of its target.
                other = None if is_link else _file_beside(file, name)
                if other is not None:
                    module.beside[name] = self.add(other).name
        return module

    def _require_not_hidden(self, module: Module, file: Path, top: str, line: int) -> None:
        """Refuse to import a module of the project or of Python that another module hides.

        The other module has the same name and is in the folder of the importing file.
        """
        known = self.roots.get(top)
        if top in sys.builtin_module_names:
            return
        if known is None and top not in sys.stdlib_module_names:
            return
        found = _spec_beside(file, top)
        if found is None or found.origin is None:
            return
        origin = Path(found.origin)
        if known is not None and (origin.is_relative_to(known) or _is_copy(found, known)):
            return
        what = f"a file beside this one hides the module {top}"
        advice = "give that file another name"
        if found.submodule_search_locations is not None:
            what = f"the folder {top} beside this file differs from the module {top} and hides it"
            advice = "move this file to another folder"
        if found.submodule_search_locations is not None and known is not None:
            advice += ", or install layout-verif again from this folder: pip install ."
        module.refused.append(Refusal(module.file, line, what, advice))

    def _file_of(self, name: str) -> Path | None:
        package, *inner = name.split(".")
        if package not in self.roots:
            return None
        place = self.roots[package].joinpath(*inner)
        candidates = (place.with_suffix(".py"), place / "__init__.py")
        return next((file for file in candidates if file.is_file()), None)

    def is_of_project(self, name: str) -> bool:
        """Return whether a module called `name` would belong to a package of the project."""
        return name.partition(".")[0] in self.roots

    def resolve(self, module: Module, name: str) -> Meaning | None:
        """Return the meaning of a top-level name, through imports and aliases, or None."""
        entry = module.names.get(name)
        match entry:
            case None:
                return None
            case Whole() | Outside():
                return entry
            case _ if (module.name, name) in self._pending:
                line = entry.line if isinstance(entry, Imported) else 0
                raise RefusedError(Refusal(module.file, line, f"`{name}` is an alias of itself"))
            case _:
                self._pending.append((module.name, name))
                try:
                    return self._resolved(module, name, entry)
                finally:
                    self._pending.pop()

    def _resolved(self, module: Module, name: str, entry: Entry) -> Meaning | None:
        match entry:
            case Whole() | Outside():
                return entry
            case Imported():
                return self._imported(module, name, entry)
            case Assigned(
                value=ast.Call(func=ast.Name("exported"), args=[ast.Attribute(attr=other)])
            ) if module.name == "spec":
                found = self.resolve(self._plain(), other)
                assert isinstance(found, Defined)
                return replace(found, exported=True)
            case Assigned(value=ast.Name(id=other)):
                return self.resolve(module, other) or Defined(entry.value, module, name)
            case Assigned(value=value):
                return Defined(value, module, name)
            case ast.FunctionDef() | ast.ClassDef():
                return Defined(entry, module, name)

    def _imported(self, module: Module, name: str, entry: Imported) -> Meaning | None:
        source, original = entry.module, entry.name
        found = self.source(module, source)
        if found is None:
            return Library(f"{source}.{original}")
        if found is module and original == name:
            return Whole(f"{source}.{original}")
        inside = self.resolve(found, original)
        if inside is None and self.load(f"{source}.{original}") is not None:
            return Whole(f"{source}.{original}")
        return inside

    def meant_by(self, module: Module, node: ast.expr) -> Meaning | None:
        """Return the meaning of a name, of a dotted name, or of the function that a call names.

        Return None for any other expression, and if the meaning is unknown.
        """
        match node:
            case ast.Call(func=func):
                return self.meant_by(module, func)
            case ast.Name(id=name):
                return self.resolve(module, name)
            case ast.Attribute(value=ast.Name(id=base), attr=name):
                found = self.resolve(module, base)
                return Library(f"{found.module}.{name}") if isinstance(found, Whole) else None
            case _:
                return None

    def declaration(self, module: Module, node: ast.expr) -> str:
        """Return the name of a decorator of `verif.kernel`, such as "lemma"; "" for all others."""
        match self.meant_by(module, node):
            case Defined(home=home, name=name) if home.name.startswith("verif.kernel."):
                return name
            case _:
                return ""

    def is_error(self, module: Module, node: ast.ClassDef) -> bool:
        """Return whether a class inherits from an error of Python, directly or not."""
        for base in node.bases:
            if isinstance(base, ast.Name) and base.id not in module.names and base.id in ERRORS:
                return True
            match self.meant_by(module, base):
                case Defined(node=ast.ClassDef() as inner, home=home) if inner is not node:
                    if self.is_error(home, inner):
                        return True
                case _:
                    pass
        return False

    def gives_iterator(self, module: Module, node: ast.FunctionDef) -> bool:
        """Return whether the annotation of a function's result means an iterator."""
        match node.returns:
            case ast.Constant(value=str() as source):
                returns = ast.parse(source, mode="eval").body
            case returns:
                pass
        of = returns.value if isinstance(returns, ast.Subscript) else returns
        return of is not None and self.meant_by(module, of) in ITERATORS

    def _plain(self) -> Module:
        """Return `spec.plain`, the module of the functions that `spec` exports with checks."""
        found = self.load("spec.plain")
        assert found is not None
        return found

    def source(self, module: Module, source: str) -> Module | None:
        """Return the module that `module` imports as `source`, or None."""
        if module.of_project or self.is_of_project(source):
            return self.load(source)
        if module.name in self.beside:
            source = module.beside.get(source, "")
        return self.known.get(source)


def _file_beside(file: Path, name: str) -> Path | None:
    """Return the file in the folder of `file` that Python imports as `name`, or None.

    Python prefers a package or a compiled module with the same name. If there is one, the result is
    None. Files in other folders, in packages and behind links are not read, because their imports
    would be resolved from another folder.
    """
    if "." in name:
        return None
    spec = _spec_beside(file, name)
    found = file.with_name(f"{name}.py")
    is_read = spec is not None and spec.origin == str(found) and not found.is_symlink()
    return found if is_read else None


def _spec_beside(file: Path, name: str) -> ModuleSpec | None:
    """Return the module that Python finds as `name` in the folder of `file`, or None."""
    kinds = (
        (ExtensionFileLoader, EXTENSION_SUFFIXES),
        (SourceFileLoader, SOURCE_SUFFIXES),
        (SourcelessFileLoader, BYTECODE_SUFFIXES),
    )
    return FileFinder(str(file.parent), *kinds).find_spec(name)


def _is_copy(found: ModuleSpec, known: Path) -> bool:
    """Whether a package has the same Python sources as the package in the folder `known`.

    In a clone, the folder `verif` is usually a copy of the installed package.
    """
    return found.submodule_search_locations is not None and all(
        _sources(Path(folder)) == _sources(known) for folder in found.submodule_search_locations
    )


def _sources(folder: Path) -> dict[Path, bytes]:
    """Return the contents of all Python sources below a folder, by relative path."""
    return {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*.py")}


def _parsed(content: bytes, shown: str) -> ast.Module:
    try:
        return ast.parse(content, filename=shown)
    except (SyntaxError, ValueError) as error:
        raise _not_python(error, shown) from None


def _require_compiles(tree: ast.Module, shown: str) -> None:
    """Raise RefusedError if CPython's compiler rejects a source that the parser accepted.

    Examples are two parameters with the same name, and a starred name outside of a tuple. Nothing
    is run.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(tree, shown, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise _not_python(error, shown) from None


def _not_python(error: SyntaxError | ValueError, shown: str) -> RefusedError:
    line = getattr(error, "lineno", None) or 0
    reason = error.msg if isinstance(error, SyntaxError) else str(error)
    return RefusedError(Refusal(shown, line, f"the file is not Python: {reason}"))


def _read(module: Module, body: Iterable[ast.stmt]) -> None:
    for node in body:
        _read_one(module, node)


def _bind(module: Module, node: ast.stmt, name: str, entry: Entry) -> None:
    if name in module.names:
        module.refuse(node, f"`{name}` is defined twice", "give each definition its own name")
    if name.startswith("__") and not module.of_project:
        module.refuse(node, f"`{name}` has a special meaning in Python", "use another name")
    module.names[name] = entry


def _read_one(module: Module, node: ast.stmt) -> None:
    match node:
        case ast.Expr(ast.Constant(str())):
            pass
        case ast.Import() | ast.ImportFrom():
            _read_import(module, node)
        case ast.FunctionDef(name=name, decorator_list=decorators):
            # In a user's file each `overload` is a definition, and the last definition would hide
            # the others.
            overloads = module.of_project and any(last_name(d) == "overload" for d in decorators)
            if not overloads:
                _bind(module, node, name, node)
        case ast.ClassDef(name=name):
            _bind(module, node, name, node)
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            _bind(module, node, name, Assigned(value))
        case ast.AnnAssign(
            target=ast.Name(id=name), annotation=annotation, value=ast.expr() as value
        ):
            _bind(module, node, name, Assigned(value, annotation))
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)) if len(
            names
        ) == len(values) and all(isinstance(each, ast.Name) for each in names):
            for each, value in zip(names, values, strict=True):
                _bind(module, node, ast.unparse(each), Assigned(value))
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body, orelse=other) if (
            module.of_project
        ):
            _read(module, other)
            _read_types(module, body)
        case ast.Expr(ast.Call(ast.Name(id=verb)) as call) if verb in DECLARING:
            module.declared.append(call)
        case _:
            what = ast.unparse(node).split("\n")[0][:60]
            module.refuse(
                node,
                f"`{what}` must not be at the top level",
                "a file may contain only imports, functions, claims, lemmas and constants",
            )


def _read_import(module: Module, node: ast.Import | ast.ImportFrom) -> None:
    match node:
        case ast.Import(names=names):
            for one in names:
                whole = one.name if one.asname else one.name.partition(".")[0]
                if whole == "spec" and one.name != whole:
                    # `import spec.modes`, for example, binds only `spec`, and the submodule might
                    # not exist.
                    advice = f"write `from {one.name} import` and the names that you use"
                    module.refuse(node, f"`import {one.name}` is not supported", advice)
                _bind(module, node, one.asname or whole, Whole(whole, node.lineno))
        case ast.ImportFrom(module=str(source), names=names, level=0):
            for one in names:
                if one.name == "*":
                    module.refuse(
                        node, "`import *` is not supported", "import each name that you use"
                    )
                else:
                    entry = Imported(source, one.name, node.lineno)
                    _bind(module, node, one.asname or one.name, entry)
        case _:
            module.refuse(node, "an import must not be relative", "write the module's whole name")


def _read_types(module: Module, body: Iterable[ast.stmt]) -> None:
    """Add the names that a package imports under TYPE_CHECKING and may load lazily at run time."""
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                module.names.setdefault(one.asname or one.name, Imported(node.module, one.name))


def last_name(node: ast.expr) -> str:
    """Return the last part of a dotted name, or of the name of a called function."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
