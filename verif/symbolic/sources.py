"""The texts of functions: the syntax that compiles to the code that runs, and no other."""

from __future__ import annotations

import ast
import builtins
import functools
import linecache
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, NoReturn

import spec
from verif.kernel.errors import OutsideFragmentError

OWN: Final = ("spec", "verif.theory", "verif.readings", "verif.claims")
"""The packages of the project whose texts are run on unknowns."""

PRINTING: Final = frozenset(("__repr__", "__str__", "__format__", "_repr_svg_"))
"""The methods that only printing calls, and printing is refused."""

_ROOT: Final = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, eq=False)
class Source:
    """A function with its syntax, which is that of the code that runs."""

    # Pyright would bind a field that is a function.
    function: Any
    node: ast.AST
    file: str

    @cached_property
    def is_own(self) -> bool:
        """Whether it is a text of the project, and not a user's."""
        return self.is_in(*OWN)

    @cached_property
    def is_of_spec(self) -> bool:
        """Whether it is a text of the algebra, whose errors are made of texts."""
        return self.is_in("spec")

    @cached_property
    def speaks(self) -> bool:
        """Whether it makes the text of an error: it is of `spec` and returns a `str`."""
        return self.is_of_spec and returns_text(self.function)

    def is_in(self, *packages: str) -> bool:
        """Whether it stands in one of the packages of the project."""
        # A name can be claimed by anyone: the module of that name must have these globals.
        name = home_of(self.function)
        module = sys.modules.get(name)
        return (
            module is not None
            and vars(module) is self.function.__globals__
            and within(name, packages)
            and file_of(name) is not None
        )

    def refuse(self, where: ast.AST | int | None, what: str) -> NoReturn:
        """Raise the error that names the place and what stands there."""
        line = where if isinstance(where, int) else getattr(where, "lineno", None)
        line = line or self.function.__code__.co_firstlineno
        raise OutsideFragmentError(f"{self.file}:{line}: {what} in a text that is to be proved")


def source_of(function: FunctionType) -> Source:
    """The function with its syntax. Raises OutsideFragmentError where none is that of its code."""
    code = function.__code__
    text = _text(function) if _sees_what_it_names(function) else ""
    names = function.__name__, function.__qualname__
    for compiled, node in _functions(text) if text else ():
        if compiled == code and names == (code.co_name, code.co_qualname):
            return Source(function, node, code.co_filename)
    raise OutsideFragmentError(
        f"{code.co_filename}:{code.co_firstlineno}: the text of {function.__qualname__}"
        " cannot be read, or is not what runs"
    )


def home_of(function: FunctionType) -> str:
    """The name of the module whose globals the function has."""
    return str(function.__globals__.get("__name__"))


def _sees_what_it_names(function: FunctionType) -> bool:
    """Whether the names of its text are those of a module and Python's own, at every look."""
    names = function.__globals__
    own: Any = builtins.__dict__
    return (
        type(names) is dict
        and all(type(name) is str for name in names)
        and function.__builtins__ is own
    )


@cache
def file_of(module: str) -> Path | None:
    """The file of a module of the project, if it has one of that name."""
    place = _ROOT.joinpath(*module.split("."))
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in files if file.is_file()), None)


def within(name: str, packages: tuple[str, ...]) -> bool:
    """Whether a module is one of the packages, or in one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def is_own(item: type) -> bool:
    """Whether it is a class of the project: the module of that name has it."""
    module = sys.modules.get(item.__module__)
    return (
        type(module) is ModuleType
        and within(item.__module__, OWN)
        and vars(module).get(item.__name__) is item
        and file_of(item.__module__) is not None
    )


def returns_text(function: FunctionType) -> bool:
    """Whether it makes a text for people."""
    return function.__annotations__.get("return") in (str, "str")


def methods(owner: type) -> Iterator[tuple[str, FunctionType]]:
    """The methods that are written in a class, by name, but those that print."""
    for name, method in _written(owner):
        if name not in PRINTING and not returns_text(method):
            yield name, method


def texts(owner: type) -> frozenset[str]:
    """The names of the methods and properties that are written in a class and make a text."""
    return frozenset(name for name, method in _written(owner) if returns_text(method))


def _written(owner: type) -> Iterator[tuple[str, FunctionType]]:
    for name, member in vars(owner).items():
        match member:
            case property():
                method = member.fget and spec.PLAIN.get(member.fget, member.fget)
            case staticmethod() | classmethod():
                method = member.__func__
            case functools.cached_property():
                method = member.func
            case FunctionType():
                method = spec.PLAIN.get(member, member)
            case _:
                method = member
        # Dataclasses, enumerations and named tuples are given methods by Python.
        if (
            type(method) is FunctionType
            and method.__globals__ is vars(sys.modules[owner.__module__])
            and not method.__code__.co_filename.startswith("<")
        ):
            yield name, method


def _text(function: FunctionType) -> str:
    loader = function.__globals__.get("__loader__")
    name = home_of(function)
    try:
        text = loader.get_source(name)  # type: ignore[union-attr]
    except (AttributeError, ImportError, OSError):
        text = None
    return text or "".join(linecache.getlines(function.__code__.co_filename))


@cache
def _functions(source: str) -> tuple[tuple[CodeType, ast.AST], ...]:
    """The code of every function and lambda of the source, with its syntax."""
    tree = ast.parse(source)
    nodes: dict[tuple[str, int], list[ast.AST]] = {}
    # A function is a statement; only lambdas stand in expressions, most of what there is.
    for node in ast.walk(tree) if "lambda" in source else _statements(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            nodes.setdefault((node.name, first), []).append(node)
        elif isinstance(node, ast.Lambda):
            nodes.setdefault(("<lambda>", node.lineno), []).append(node)
    compiled = compile(source, "<text>", "exec", dont_inherit=True)
    return tuple(
        (code, ast.Module([*found], []) if len(found) > 1 else found[0])  # type: ignore[list-item]
        for code in codes(compiled)
        if (found := nodes.get((code.co_name, code.co_firstlineno)))
    )


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """The statements, and those inside them."""
    pending = [tree]
    while pending:
        node = pending.pop()
        yield node
        for field in ("body", "orelse", "handlers", "finalbody", "cases"):
            pending += getattr(node, field, ())


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code, and that of the functions inside it."""
    yield code
    for constant in code.co_consts:
        if type(constant) is CodeType:
            yield from codes(constant)
