"""Functions that a program has imported or defined: claims in a test, a notebook or a prompt.

Their source text is read from the place that Python recorded, and must compile to the very code
that the function has. It is compiled into the language like any other text: the function itself
never runs on unknowns.
"""

from __future__ import annotations

import ast
import importlib
import linecache
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from functools import cache
from itertools import count
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from verif.language.builtins import LIBRARY
from verif.language.compile import Program
from verif.language.form import Function, Ref, Refusal, RefusedError
from verif.language.modules import Assigned, Entry, Imported, Module, Whole
from verif.language.syntax import loaded

_numbers: Final = count(1)


@dataclass(frozen=True)
class Living:
    """The form of a function, with the values that its names had when it was read."""

    form: Function
    named: tuple[tuple[FunctionType, str, Any], ...]

    def require_unchanged(self) -> None:
        """Raise RefusedError if a name has another value now: the form uses the old value."""
        for function, name, value in self.named:
            if not _is_same(dict(_named_by(function, (name,))).get(name), value):
                what = f"`{name}` has changed since `{self.form.ref.last}` was read"
                place = function.__code__.co_filename, function.__code__.co_firstlineno
                raise RefusedError(Refusal(*place, what, "define the function again"))


def _is_same(value: Any, other: Any) -> bool:
    """Return whether two values are identical, or equal numbers or strings of one type."""
    alike = type(value) is type(other) and type(value) in (int, bool, str)
    return value is other or (alike and value == other)


def form_of_living(program: Program, function: FunctionType) -> Living:
    """The form of a function outside the project. Raises RefusedError."""
    named: list[tuple[FunctionType, str, Any]] = []
    module = _add(program, {}, named, _name_of(function), function)
    return Living(program.function(Ref(module.name, _name_of(function))), tuple(named))


def _name_of(function: FunctionType) -> str:
    return "lambda'1" if function.__name__ == "<lambda>" else function.__name__


def _add(
    program: Program,
    made: dict[int, Module],
    named: list[tuple[FunctionType, str, Any]],
    name: str,
    function: FunctionType,
) -> Module:
    """The module of a function, with everything that the function names at present.

    `named` collects the values of these names. `made` maps the identity of globals to the module
    made for them; a closure has its own module.
    """
    key = id(function) if function.__closure__ else id(function.__globals__)
    module = made.get(key)
    if module is None:
        file = function.__code__.co_filename
        module = Module(f"{function.__module__}'{next(_numbers)}", file, of_project=False)
        made[key] = program.modules.known[module.name] = module
    if name in module.names:
        return module
    node = module.names[name] = syntax_of(function)
    module.texts[name] = function
    for used, value in _named_by(function, sorted(loaded(node))):
        named.append((function, used, value))
        if used in module.names:
            continue
        if type(value) is FunctionType and not _is_of_project(value):
            home = _add(program, made, named, _name_of(value), value)
            if home is not module:
                module.names[used] = Imported(home.name, _name_of(value))
            continue
        entry = _entry(value)
        if entry is not None:
            module.names[used] = entry
            module.texts[used] = value
    return module


def _named_by(function: FunctionType, names: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """The values of names in a function: of its globals, or of the variables it closes over."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    held = {name: cell.cell_contents for name, cell in cells}
    for name in names:
        if name in held:
            yield name, held[name]
        elif name in function.__globals__:
            yield name, function.__globals__[name]


def _is_of_project(item: FunctionType | type) -> bool:
    return item.__module__.partition(".")[0] in ("spec", "verif")


def _entry(value: Any) -> Entry | None:
    """The meaning of a name in the language, or None for a value that no text can name."""
    if type(value) is ModuleType:
        return Whole(value.__name__)
    dotted = _library().get(id(value))
    if dotted is not None:
        module, _, name = dotted.rpartition(".")
        return Imported(module, name)
    if isinstance(value, FunctionType | type):
        return Imported(value.__module__, value.__qualname__) if _is_of_project(value) else None
    if type(value).__module__ == "verif.kernel.claim":
        # A claim is only cited here: its text is compiled where it is proved.
        return Assigned(ast.Constant(None, lineno=0))
    constant = _constant(value)
    return None if constant is None else Assigned(constant)


@cache
def _library() -> dict[int, str]:
    """The library functions of the language, by identity."""
    found: dict[int, str] = {}
    for dotted in LIBRARY:
        module, _, name = dotted.rpartition(".")
        found[id(getattr(importlib.import_module(module), name))] = dotted
    return found


def _constant(value: Any) -> ast.expr | None:
    if value is None or type(value) in (int, bool, str):
        made: ast.expr = ast.Constant(value)
    elif type(value) is tuple:
        parts = [_constant(part) for part in value]
        if any(part is None for part in parts):
            return None
        made = ast.Tuple([part for part in parts if part is not None], ast.Load())
    else:
        return None
    return ast.fix_missing_locations(made)


def syntax_of(function: FunctionType) -> ast.FunctionDef:
    """The syntax of the function's code, without decorators, which Python has already called.

    Raises RefusedError if there is no such syntax.
    """
    code = function.__code__
    source = "".join(linecache.getlines(code.co_filename))
    for node, compiled in _functions(source) if source else ():
        if compiled == code:
            bare = copy(node)
            bare.decorator_list = []
            bare.args = _with_defaults(function, node.args)
            return bare
    what = f"the source of {function.__qualname__} cannot be read, or differs from the running code"
    raise RefusedError(Refusal(code.co_filename, code.co_firstlineno, what))


def _with_defaults(function: FunctionType, args: ast.arguments) -> ast.arguments:
    """Return the parameters with the default values that Python has evaluated."""

    def constant(value: Any) -> ast.expr:
        made = _constant(value)
        if made is None:
            code = function.__code__
            what = f"{function.__qualname__} has default values that are not constants"
            raise RefusedError(Refusal(code.co_filename, code.co_firstlineno, what))
        return made

    named = function.__kwdefaults__ or {}
    found = copy(args)
    found.defaults = list(map(constant, function.__defaults__ or ()))
    found.kw_defaults = [
        constant(named[each.arg]) if each.arg in named else None for each in args.kwonlyargs
    ]
    return found


@cache
def _functions(source: str) -> tuple[tuple[ast.FunctionDef, CodeType], ...]:
    """The functions of a source, each with its code; lambdas are included as functions."""
    tree = ast.parse(source)
    nodes: dict[tuple[str, int], list[ast.FunctionDef]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            nodes.setdefault((node.name, first), []).append(node)
        elif isinstance(node, ast.Lambda):
            nodes.setdefault(("<lambda>", node.lineno), []).append(_function_of(node))
    found: list[tuple[ast.FunctionDef, CodeType]] = []
    for code in _codes(compile(source, "<text>", "exec", dont_inherit=True)):
        at = nodes.get((code.co_name, code.co_firstlineno), [])
        # If two lambdas start in one line, the right one cannot be determined.
        found += [(at[0], code)] if len(at) == 1 else []
    return tuple(found)


def _function_of(node: ast.Lambda) -> ast.FunctionDef:
    returned = ast.copy_location(ast.Return(node.body), node.body)
    made = ast.FunctionDef("lambda'1", node.args, [returned], [], None, None)
    return ast.copy_location(made, node)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code, and the code of the functions inside it."""
    yield code
    for constant in code.co_consts:
        if type(constant) is CodeType:
            yield from _codes(constant)
