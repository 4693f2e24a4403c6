"""Functions that a program has imported or defined: claims in a test, a notebook or a prompt.

Their source text is read from the place that Python recorded, and must compile to the very code
that the function has. It is compiled into the language like any other text: the function itself
never runs on unknowns.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import linecache
import sys
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from functools import cache
from itertools import count
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import spec
from verif.language.builtins import LIBRARY
from verif.language.compile import Program
from verif.language.form import Function, Ref, Refusal, RefusedError
from verif.language.modules import Assigned, Entry, Imported, Module, Outside, Whole
from verif.language.syntax import loaded

_numbers: Final = count(1)


_ABSENT: Final = object()
"""The value of a name that has no value."""


BUILTINS: Final = dict(vars(builtins))
"""Python's builtins before anything can replace them."""


def _library() -> dict[str, dict[str, Any]]:
    """The library functions of the language, by module and name."""
    found: dict[str, dict[str, Any]] = {}
    for dotted in LIBRARY:
        module, _, name = dotted.rpartition(".")
        found.setdefault(module, {})[name] = getattr(importlib.import_module(module), name)
    return found


_LIBRARY: Final = _library()

_PLACES: Final = {
    id(value): (module, name)
    for module, functions in _LIBRARY.items()
    for name, value in functions.items()
}
"""The module and the name of each library function, by identity."""


@dataclass(frozen=True)
class _State:
    """What a function was when it was read: its code, its defaults, and the values of its names.

    `original` are the names of the modules that nothing had changed.
    """

    function: Any
    code: CodeType
    defaults: tuple[Any, ...] | None
    by_name: dict[str, Any]
    named: dict[str, Any]
    original: frozenset[str]

    @staticmethod
    def of(function: FunctionType, names: Iterable[str]) -> _State:
        """Return the present state of a function, with the values of some names."""
        by_name = dict(function.__kwdefaults__ or {})
        named = {name: _named_by(function, name) for name in names}
        original = frozenset(
            name
            for name, value in named.items()
            if type(value) is ModuleType and is_original(value)
        )
        return _State(function, function.__code__, function.__defaults__, by_name, named, original)

    def changed(self) -> str:
        """Return what has changed since the function was read, or ""."""
        now = _State.of(self.function, self.named)
        names = [
            name
            for name, value in now.named.items()
            if not is_same(value, self.named[name])
            or (name in now.original) != (name in self.original)
        ]
        if names:
            return f"`{names[0]}` has"
        if now.code is not self.code:
            return f"the code of `{self.function.__name__}` has"
        given = now.by_name.keys() == self.by_name.keys() and all(
            is_same(now.by_name[name], value) for name, value in self.by_name.items()
        )
        if now.defaults is not self.defaults or not given:
            return f"the default values of `{self.function.__name__}` have"
        return ""


@dataclass(frozen=True)
class Living:
    """The form of a function, with the functions that it uses as they were when it was read."""

    form: Function
    read: tuple[_State, ...]

    def require_unchanged(self) -> None:
        """Raise RefusedError if a function has changed since: the form is the old function's."""
        for state in self.read:
            if changed := state.changed():
                what = f"{changed} changed since `{self.read[0].function.__name__}` was read"
                place = state.code.co_filename, state.code.co_firstlineno
                raise RefusedError(Refusal(*place, what, "define the function again"))


def is_same(value: Any, other: Any) -> bool:
    """Return whether two values are identical, or equal numbers or strings of one type."""
    alike = type(value) is type(other) and type(value) in (int, bool, str)
    return value is other or (alike and value == other)


def form_of_living(program: Program, function: FunctionType) -> Living:
    """The form of a function outside the project. Raises RefusedError."""
    read: list[_State] = []
    ref = _add(program, {}, read, function)
    return Living(program.function(ref), tuple(read))


def _add(
    program: Program, made: dict[int, Module], read: list[_State], function: FunctionType
) -> Ref:
    """Add a function to its module, with everything that it names at present; return its name.

    `read` collects the functions that are read. `made` maps the identity of globals to the module
    made for them; a closure has its own module.
    """
    key = id(function) if function.__closure__ else id(function.__globals__)
    module = made.get(key)
    if module is None:
        file = function.__code__.co_filename
        module = Module(f"{function.__module__}'{next(_numbers)}", file, of_project=False)
        made[key] = program.modules.known[module.name] = module
    known = (name for name, text in module.texts.items() if text is function)
    if name := next(known, ""):
        return Ref(module.name, name)
    node = syntax_of(function)
    name = function.__name__
    if _named_by(function, name) is not function:
        # Its name means something else here: no program can contain the name that it gets.
        name = f"{name.strip('<>')}'{next(_numbers)}"
    module.names[name] = node
    module.texts[name] = function
    require_unmangled(node, function.__code__)
    state = _State.of(function, sorted(loaded(node)))
    read.append(state)
    for used, value in state.named.items():
        if used in module.names or value is BUILTINS.get(used, _ABSENT):
            continue
        if type(value) is FunctionType and not (is_exported(value) or is_of_project(value)):
            ref = _add(program, made, read, value)
            if ref != Ref(module.name, used):
                module.names[used] = Imported(ref.module, ref.name)
        else:
            module.names[used] = _entry(value)
            module.texts[used] = value
    return Ref(module.name, name)


def require_unmangled(node: ast.AST, code: CodeType) -> None:
    """Refuse names that a class around the function would replace by others."""
    for name in sorted(loaded(node)):
        if name.startswith("__"):
            what = f"`{name}` begins with two underscores"
            place = code.co_filename, code.co_firstlineno
            raise RefusedError(Refusal(*place, what, "give it another name"))


def _named_by(function: FunctionType, name: str) -> Any:
    """Return the value of a name in a function: of a variable it closes over, or of a global."""
    if name not in function.__code__.co_freevars:
        return function.__globals__.get(name, function.__builtins__.get(name, _ABSENT))
    cell = (function.__closure__ or ())[function.__code__.co_freevars.index(name)]
    try:
        return cell.cell_contents
    except ValueError:
        return _ABSENT


def is_exported(value: Any) -> bool:
    """Return whether `spec` exports the function, with the checks of its arguments."""
    return isinstance(value, FunctionType) and spec.EXPORTED.get(value.__name__) is value


def is_of_project(item: FunctionType | type) -> bool:
    """Return whether a module of the project defines the function or class, under its name."""
    home = sys.modules.get(item.__module__)
    if home is None or item.__module__.partition(".")[0] not in ("spec", "verif"):
        return False
    if isinstance(item, FunctionType):
        code = item.__code__
        named = item.__qualname__ == code.co_qualname and code.co_filename == home.__file__
        return named and item.__globals__ is vars(home)
    found: object = home
    for part in item.__qualname__.split("."):
        found = getattr(found, part, None)
    return found is item


def is_original(module: ModuleType) -> bool:
    """Return whether a module is the one of its name, with the library functions that it had."""
    name = module.__name__
    return sys.modules.get(name) is module and all(
        getattr(module, own, None) is value for own, value in _LIBRARY.get(name, {}).items()
    )


def _entry(value: Any) -> Entry:
    """The meaning of a name in the language."""
    if type(value) is ModuleType and is_original(value):
        return Whole(value.__name__)
    if place := _PLACES.get(id(value)):
        return Imported(*place)
    if is_exported(value):
        return Imported("spec", value.__name__)
    if isinstance(value, FunctionType | type) and is_of_project(value):
        return Imported(value.__module__, value.__qualname__)
    kind = type(value)
    if (kind.__module__, kind.__name__) == ("verif.kernel.claim", "Claim") and is_of_project(kind):
        # A claim is only cited here: its text is compiled where it is proved.
        return Assigned(ast.Constant(None, lineno=0))
    constant = _constant(value)
    return Outside(kind.__name__) if constant is None else Assigned(constant)


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
    made = ast.FunctionDef("<lambda>", node.args, [returned], [], None, None)
    return ast.copy_location(made, node)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code, and the code of the functions inside it."""
    yield code
    for constant in code.co_consts:
        if type(constant) is CodeType:
            yield from _codes(constant)
