"""Functions of the running program: claims in a test, a notebook or an interactive session.

The source is read from the file that Python recorded, and must compile to the code of the function.
The source is then compiled into the language of proofs. The Python function itself never runs on
unknowns.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import linecache
import sys
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, fields
from functools import cache
from itertools import count
from pathlib import Path
from types import CodeType, EllipsisType, FunctionType, ModuleType, NoneType
from typing import Any, Final

import spec
from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.swizzle import Swizzle
from verif.language.builtins import LIBRARY
from verif.language.check import Checker
from verif.language.compile import ROOT, Program
from verif.language.form import Function, Ref, Refusal, RefusedError
from verif.language.modules import Assigned, Entry, Imported, Module, Outside, Whole
from verif.language.syntax import loaded

_numbers: Final = count(1)


_ABSENT: Final = object()
"""Stands for the value of an undefined name."""


BUILTINS: Final = dict(vars(builtins))
"""Python's builtins before anything can replace them."""


RECORDS: Final = (Layout, ComposedLayout, Swizzle)
"""The types of the records that a constant may contain."""

_VERBS: Final = {
    "claim": "verif.kernel.claim",
    **dict.fromkeys(("lemma", "contract", "definition"), "verif.kernel.theory"),
}
"""The module of each decorator that declares a function."""

_KNOWN: Final[dict[str, Entry]] = {
    **{f"{k.__module__}.{k.__qualname__}": Imported(k.__module__, k.__qualname__) for k in RECORDS},
    **{f"{module}.{verb}": Imported(module, verb) for verb, module in _VERBS.items()},
}
"""Names that are added to each module of a program. They contain dots, so no program uses them."""


def _library() -> dict[str, dict[str, Any]]:
    """The library functions of the language, by module and name."""
    found: dict[str, dict[str, Any]] = {}
    for dotted in LIBRARY:
        module, _, name = dotted.rpartition(".")
        found.setdefault(module, {})[name] = getattr(importlib.import_module(module), name)
    return found


_LIBRARY: Final = _library()

MOST_PLACES: Final = 1 << 13
"""The largest number of bits of a constant."""

_PARTS: Final = (
    *("co_code", "co_consts", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_flags"),
    *("co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_exceptiontable"),
    *("co_name", "co_qualname", "co_firstlineno", "co_linetable"),
)
"""The attributes of a code object that decide what runs or where the code is in its file."""

_PLACES: Final = {
    id(value): (module, name)
    for module, functions in _LIBRARY.items()
    for name, value in functions.items()
}
"""The module and the name of each library function, by the function's `id`."""


@dataclass(frozen=True)
class _State:
    """The state of a function when its source was read.

    The state consists of the code, the defaults, and the values of the names that the code uses.
    `constants` has the source of each constant by its name. `original` has the names whose value
    was an unmodified module.
    """

    function: Any
    code: CodeType
    defaults: tuple[Any, ...] | None
    by_name: dict[str, Any]
    named: dict[str, Any]
    constants: dict[str, str]
    original: frozenset[str]

    @staticmethod
    def of(function: FunctionType, names: Iterable[str]) -> _State:
        """Return the present state of a function that uses these names."""
        _require_plain(function)
        by_name = dict(function.__kwdefaults__ or {})
        named = {name: _named_by(function, name) for name in names}
        constants = {
            name: ast.unparse(constant)
            for name, value in named.items()
            if (constant := _constant(value)) is not None
        }
        original = frozenset(
            name
            for name, value in named.items()
            if type(value) is ModuleType and is_original(value)
        )
        defaults, code = function.__defaults__, function.__code__
        return _State(function, code, defaults, by_name, named, constants, original)

    def changed(self) -> str:
        """Return what has changed since the function was read, or ""."""
        now = _State.of(self.function, self.named)
        names = [
            name
            for name, value in now.named.items()
            if now.constants.get(name) != self.constants.get(name)
            or not (name in now.constants or value is self.named[name])
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
    """A function in compiled form, in the language of proofs.

    `read` has the states of all functions whose source was read for the compilation, this function
    first.
    """

    form: Function
    read: tuple[_State, ...]

    def require_unchanged(self) -> None:
        """Raise RefusedError if a function has changed since it was read."""
        for state in self.read:
            if changed := state.changed():
                what = f"{changed} changed since `{self.read[0].function.__name__}` was read"
                place = state.code.co_filename, state.code.co_firstlineno
                raise RefusedError(Refusal(*place, what, "define the function again"))


def is_same(value: Any, other: Any) -> bool:
    """Return whether two values are identical, or equal and of the same type: int, bool or str."""
    alike = type(value) is type(other) and type(value) in (int, bool, str)
    return value is other or (alike and value == other)


def form_of_living(program: Program, function: FunctionType) -> Living:
    """Compile a function from outside the project. Raises RefusedError if this is impossible."""
    read: list[_State] = []
    made: dict[tuple[int, ...], Module] = {}
    ref = _add(program, made, read, function)
    for module in made.values():
        Checker(program).check_module(module)
    return Living(program.function(ref), tuple(read))


def _add(
    program: Program,
    made: dict[tuple[int, ...], Module],
    read: list[_State],
    function: FunctionType,
) -> Ref:
    """Add a function, and the present values of the names that it uses, to a module of `program`.

    Return a reference to the function in this module.

    `read` collects the states of the added functions. `made` has the modules made so far. Functions
    with the same globals and builtins share a module, but each closure gets a separate module.
    """
    space = id(function.__globals__), id(function.__builtins__)
    key = (id(function),) if function.__closure__ else space
    module = made.get(key)
    if module is None:
        file = function.__code__.co_filename
        # This name contains a quote and no dot, so no module of the project has the same name.
        name = f"{function.__module__}'{next(_numbers)}".replace(".", "_")
        module = Module(name, file, of_project=False)
        module.names |= _KNOWN
        made[key] = program.modules.known[module.name] = module
    known = (name for name, text in module.texts.items() if text is function)
    if name := next(known, ""):
        return Ref(module.name, name)
    node = syntax_of(function)
    name = function.__name__
    if _named_by(function, name) is not function:
        # Inside the function, its own name has another value. So give the function a name that no
        # program contains.
        name = f"{name.strip('<>')}'{next(_numbers)}"
    module.names[name] = node
    module.texts[name] = function
    require_unmangled(node, function.__code__)
    state = _State.of(function, sorted(loaded(node)))
    read.append(state)
    for used, value in state.named.items():
        if used in module.names or value is BUILTINS.get(used, _ABSENT):
            continue
        if type(value) is FunctionType and not _is_known(value):
            ref = _add(program, made, read, value)
            if ref != Ref(module.name, used):
                module.names[used] = Imported(ref.module, ref.name)
        else:
            module.names[used] = _entry(value)
            module.texts[used] = value
    return Ref(module.name, name)


def _require_plain(function: FunctionType) -> None:
    """Refuse a function whose globals, builtins or defaults are in a subclass of dict or tuple.

    CPython reads the items directly, but the methods of a subclass may return different items.
    """
    kinds = {type(function.__globals__), type(function.__builtins__)}
    optional = {type(function.__kwdefaults__), type(function.__defaults__)} - {NoneType}
    if kinds != {dict} or not optional <= {dict, tuple}:
        what = f"the globals or the defaults of {function.__name__} are not plain dicts and tuples"
        raise _refused(function, what)


def require_unmangled(node: ast.AST, code: CodeType) -> None:
    """Refuse names with two leading underscores, because Python mangles them inside a class."""
    for name in sorted(loaded(node)):
        if name.startswith("__"):
            what = f"`{name}` begins with two underscores"
            place = code.co_filename, code.co_firstlineno
            raise RefusedError(Refusal(*place, what, "give it another name"))


def _named_by(function: FunctionType, name: str) -> Any:
    """Return the value of a name in a function: a captured variable or a global."""
    if name not in function.__code__.co_freevars:
        return function.__globals__.get(name, function.__builtins__.get(name, _ABSENT))
    cell = (function.__closure__ or ())[function.__code__.co_freevars.index(name)]
    try:
        return cell.cell_contents
    except ValueError:
        return _ABSENT


def _is_known(function: FunctionType) -> bool:
    """Return whether the function is exported by `spec`, or is unchanged code of the project."""
    return is_exported(function) or (is_of_project(function) and is_as_written(function))


def is_exported(value: Any) -> bool:
    """Return whether the value is a function that `spec` exports, which checks its arguments."""
    return type(value) is FunctionType and spec.EXPORTED.get(value.__name__) is value


def is_of_project(item: Any) -> bool:
    """Return whether a value is a function or class that a module of the project defines."""
    kind, name = type(item), getattr(item, "__module__", None)
    if not (kind is FunctionType or issubclass(kind, type)) or type(name) is not str:
        return False
    home = sys.modules.get(name)
    if type(home) is not ModuleType or not _is_file_of(name, getattr(home, "__file__", None)):
        return False
    if kind is FunctionType:
        if item.__qualname__ != item.__code__.co_qualname or item.__globals__ is not vars(home):
            return False
        if "<" in item.__qualname__:
            # A lambda or a local function cannot be found by its name.
            return is_as_written(item)
    found: object = home
    for part in item.__qualname__.split("."):
        found = vars(found).get(part) if isinstance(found, type) else getattr(found, part, None)
    for name in ("fget", "func", "__func__", "__wrapped__", "text"):
        found = found if found is item else getattr(found, name, found)
    return found is item


@cache
def _is_file_of(name: str, file: object) -> bool:
    """Return whether a file belongs to the project's module of this name.

    A user's module may have the same name.
    """
    package, *inner = name.split(".")
    if package not in ("spec", "verif") or not isinstance(file, str):
        return False
    place = ROOT.joinpath(package, *inner)
    return Path(file).resolve() in (
        place.with_suffix(".py").resolve(),
        (place / "__init__.py").resolve(),
    )


def is_as_written(function: FunctionType) -> bool:
    """Return whether a function of the project still has the code that is in its file."""
    code, file = function.__code__, sys.modules[function.__module__].__file__
    return code.co_filename == file and _content(code) in _contents(file)


@cache
def _contents(file: str) -> frozenset[tuple[object, ...]]:
    """Return `_content` of each code object that a file of the project compiles to."""
    compiled = compile(Path(file).read_bytes(), file, "exec", dont_inherit=True)
    return frozenset(map(_content, _codes(compiled)))


def is_original(module: ModuleType) -> bool:
    """Return whether neither this module nor one of its functions was replaced."""
    name = module.__name__
    had = spec.EXPORTED if module is spec else _LIBRARY.get(name, {})
    return sys.modules.get(name) is module and all(
        getattr(module, own, None) is value for own, value in had.items()
    )


def _entry(value: Any) -> Entry:
    """Return the meaning that a name with this value has in the language."""
    if type(value) is ModuleType and is_original(value):
        return Whole(value.__name__)
    if place := _place(value):
        return Imported(*place)
    kind = type(value)
    if (kind.__module__, kind.__name__) == ("verif.kernel.claim", "Claim") and is_of_project(kind):
        return _cited(value)
    constant = _constant(value)
    return Outside(kind.__name__) if constant is None else Assigned(constant)


def _place(value: Any) -> tuple[str, str] | None:
    """Return the module and the name of a value, or None if a claim may not import the value."""
    if is_exported(value):
        return "spec", value.__name__
    if is_of_project(value):
        return value.__module__, value.__qualname__
    for name in ("Lemma", "Steps"):
        # `Lemma` and `Steps` are not classes, so `is_of_project` does not recognize them. They are
        # not imported at the top, because their module imports this module.
        if value is getattr(sys.modules.get("verif.kernel.theory"), name, _ABSENT):
            return "verif.kernel.theory", name
    return _PLACES.get(id(value))


def _cited(claim: Any) -> ast.FunctionDef:
    """Return the syntax of a stub: the parameters of a cited claim, without the claim's body.

    The claim's body is compiled where the claim is proved.
    """
    args = [ast.arg(name) for name in ("alg", *claim.parameters)]
    taken = ast.arguments([], args, None, [], [], None, [])
    body: list[ast.stmt] = [ast.Raise(ast.Name("NotImplementedError", ast.Load()), None)]
    made = ast.FunctionDef("claim", taken, body, [_name("verif.kernel.claim.claim")], None, None)
    return ast.fix_missing_locations(ast.copy_location(made, ast.Pass(lineno=0, col_offset=0)))


def _constant(value: Any) -> ast.expr | None:
    """Return the syntax of a constant. Return None if the value is not a constant.

    A constant is an integer, a bool, a string, None, a layout, a swizzle, or a tuple of constants.
    """
    kind = type(value)
    if kind is int and value.bit_length() > MOST_PLACES:
        # Python may refuse to print such a large integer.
        return None
    if value is None or kind in (int, bool, str):
        made: ast.expr = ast.Constant(value)
    elif kind is tuple or kind in RECORDS:
        items = value if kind is tuple else [getattr(value, each.name) for each in fields(value)]
        parts = [part for part in map(_constant, items) if part is not None]
        if len(parts) < len(items):
            return None
        made = ast.Tuple(parts, ast.Load())
        if kind is not tuple:
            made = ast.Call(_name(f"{kind.__module__}.{kind.__qualname__}"), parts, [])
    else:
        return None
    return ast.fix_missing_locations(made)


def _name(dotted: str) -> ast.Name:
    return ast.fix_missing_locations(ast.Name(dotted, ast.Load()))


def syntax_of(function: FunctionType) -> ast.FunctionDef:
    """The syntax of the function's code, with the decorators that declare it to the prover.

    Other decorators are omitted: they took effect when Python loaded the file.

    Raises RefusedError unless exactly one function in the file compiles to this code. If Python
    loaded an old compiled file, for example, there may be no such function.
    """
    code = function.__code__
    linecache.checkcache(code.co_filename)
    source = "".join(linecache.getlines(code.co_filename, function.__globals__))
    content = _content(code)
    found = [node for node, compiled in _functions(source) if _content(compiled) == content]
    if len(found) != 1:
        what = f"the source of {function.__qualname__} cannot be read, or is not what runs"
        is_file = Path(code.co_filename).is_file()
        instead = "load its file again" if is_file else "write the function in a file and import it"
        raise _refused(function, what, instead)
    bare = copy(found[0])
    bare.decorator_list = [
        _name(f"{_VERBS[verb]}.{verb}") for verb in _verbs(function, found[0].decorator_list)
    ]
    _require_defaults(function, bare.args)
    return bare


def _verbs(function: FunctionType, decorators: Iterable[ast.expr]) -> Iterator[str]:
    """Yield the names of the decorators that declare the function, such as `claim`."""
    for each in decorators:
        base = each.func if isinstance(each, ast.Call) else each
        value = _named_by(function, base.id) if isinstance(base, ast.Name) else None
        verb = getattr(value, "__name__", "")
        if is_of_project(value) and _VERBS.get(verb) == getattr(value, "__module__", None):
            yield verb


def _refused(function: FunctionType, what: str, instead: str = "") -> RefusedError:
    code = function.__code__
    return RefusedError(Refusal(code.co_filename, code.co_firstlineno, what, instead))


def _require_defaults(function: FunctionType, args: ast.arguments) -> None:
    """Refuse a function whose default values differ from the constants in its source."""
    by_name = function.__kwdefaults__ or {}
    texts = {
        each.arg: default
        for each, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
        if default is not None
    }
    same = texts.keys() == by_name.keys() and len(args.defaults) == len(function.__defaults__ or ())
    if same:
        values = (*(function.__defaults__ or ()), *(by_name[name] for name in texts))
        same = all(map(_is_text_of, (*args.defaults, *texts.values()), values))
    if not same:
        what = f"the default values of {function.__name__} must be the constants in its text"
        raise _refused(function, what)


def _is_text_of(text: ast.expr, value: Any) -> bool:
    try:
        return _is_equal(ast.literal_eval(text), value)
    except ValueError:
        return False


def _is_equal(value: Any, other: Any) -> bool:
    """Return whether two values are the same constant, or tuples of the same constants."""
    if type(value) is tuple and type(other) is tuple:
        return len(value) == len(other) and all(map(_is_equal, value, other))
    return is_same(value, other)


@cache
def _functions(source: str) -> tuple[tuple[ast.FunctionDef, CodeType], ...]:
    """The functions in a source text, including lambdas, each with its code object."""
    try:
        tree, compiled = ast.parse(source), compile(source, "<text>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return ()
    nodes: dict[tuple[Any, ...], list[ast.FunctionDef]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            nodes.setdefault((node.name, first), []).append(node)
        elif isinstance(node, ast.Lambda):
            body = node.body
            start, end = (body.lineno, body.col_offset), (body.end_lineno, body.end_col_offset)
            key = "<lambda>", node.lineno, start, end
            nodes.setdefault(key, []).append(_function_of(node))
    found: list[tuple[ast.FunctionDef, CodeType]] = []
    for code in _codes(compiled):
        span = _span(code) if code.co_name == "<lambda>" else ()
        at = nodes.get((code.co_name, code.co_firstlineno, *span), [])
        found += [(at[0], code)] if len(at) == 1 else []
    return tuple(found)


def _function_of(node: ast.Lambda) -> ast.FunctionDef:
    returned = ast.copy_location(ast.Return(node.body), node.body)
    made = ast.FunctionDef("<lambda>", node.args, [returned], [], None, None)
    return ast.copy_location(made, node)


def _span(code: CodeType) -> tuple[object, ...]:
    """Return where the body of a lambda starts and ends, without the parentheses around it."""
    places = [
        ((line, column), (end_line, end_column))
        for line, end_line, column, end_column in code.co_positions()
        if None not in (line, end_line, column, end_column)
        and (line, column) != (end_line, end_column)
    ]
    return (min(start for start, _ in places), max(end for _, end in places)) if places else ()


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object, and the code objects of the functions inside it."""
    yield code
    for constant in code.co_consts:
        if type(constant) is CodeType:
            yield from _codes(constant)


def _content(value: object) -> tuple[object, ...]:
    """Return everything in a code object, or in one of its constants, that decides what runs.

    Comparing code objects by `==` is not enough. It ignores, for example, the kinds of local
    variables, and it calls methods of the constants' classes. The result identifies a constant that
    is not of a builtin class by its `id`, so such a constant equals only itself.
    """
    kind = type(value)
    if type(value) is CodeType:
        return kind, *(_content(getattr(value, name)) for name in _PARTS)
    if type(value) is tuple:
        return kind, *map(_content, value)
    if type(value) is frozenset:
        return kind, frozenset(map(_content, value))
    if kind in (float, complex):
        return kind, repr(value)
    return (
        (kind, value) if kind in (int, bool, str, bytes, NoneType, EllipsisType) else (id(value),)
    )
