"""A user's functions as functions of the language, in which each name has its Python meaning.

The text of a function comes from its source file, and the meaning of its names from its globals.
A function is refused if it is a closure over values, states something in a proof, or uses a form
that the language does not have.
"""

from __future__ import annotations

import ast
import dataclasses
import itertools
import linecache
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, cast

from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.swizzle import Swizzle
from verif.kernel.errors import OutsideFragmentError
from verif.kernel.living import BUILTINS, is_exported, is_original, is_same, require_unmangled
from verif.language.builtins import VERBS
from verif.language.compile import project
from verif.language.form import Builtin, Function, Global, Ref, RefusedError, walk
from verif.language.modules import Assigned, Entry, Imported, Module, Whole
from verif.sizes.terms import MODULE, Given

SAYING: Final = VERBS - {"attempt", "accepted"}
"""The verbs with which a text states something in a proof."""

RECORDS: Final = (Layout, ComposedLayout, Swizzle)
"""The record types that a constant may have."""

GLOBALS: Final = "globals()"
"""The origin of a name in error messages. No module of the language has this name."""

Node = ast.FunctionDef | ast.Lambda

_numbers: Final = itertools.count(1)


def given(function: Callable[..., Any]) -> Given:
    """Read a user's function into its form. Raises OutsideFragmentError."""
    if type(function) is not FunctionType:
        raise OutsideFragmentError(f"{function!r} is not a Python function with source code")
    try:
        form = _Reader().form(function)
        _require_silent(form)
    except RefusedError as error:
        raise OutsideFragmentError(str(error)) from None
    return Given(function, form)


@dataclass
class _Reader:
    """Reads each function into a module of its own, which defines the names that it uses."""

    modules: dict[FunctionType, Module] = field(default_factory=dict[FunctionType, Module])

    def form(self, function: FunctionType) -> Function:
        node = _node_of(function)
        module = self.module(function, node)
        if isinstance(node, ast.Lambda):
            return project().lambda_at(module, node)
        return project().function(Ref(module.name, node.name))

    def module(self, function: FunctionType, node: Node) -> Module:
        """Make a module with the function and a meaning for each global that it names."""
        name = f"{MODULE}.given_{next(_numbers)}"
        module = Module(name, function.__code__.co_filename, of_project=False)
        self.modules[function] = project().modules.known[name] = module
        require_unmangled(node, function.__code__)
        used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        for each in sorted(used & (function.__globals__.keys() | BUILTINS.keys())):
            item = function.__globals__.get(each, function.__builtins__.get(each))
            if each in BUILTINS and item is BUILTINS[each]:
                continue
            entry = self._entry(module, item)
            if entry is None and each in BUILTINS:
                # A global named `max` that the language does not know must not mean its own `max`.
                entry = Imported(GLOBALS, each)
            if entry is not None:
                module.names[each] = entry
        if isinstance(node, ast.FunctionDef):
            if node.name in used and function.__globals__.get(node.name) is not function:
                place = f"{module.file}:{function.__code__.co_firstlineno}"
                what = f"`{node.name}` uses its name, which means something else now"
                raise OutsideFragmentError(f"{place}: {what}; rename one of the two")
            module.names[node.name] = node
        return module

    def _entry(self, module: Module, item: Any) -> Entry | None:
        """Return the meaning of a global in the language, or None if it has no meaning there."""
        if isinstance(item, ModuleType):
            return Whole(item.__name__) if is_original(item) else None
        if is_exported(item):
            return Imported("spec", item.__name__)
        if isinstance(item, FunctionType | type) and _is_of_project(item):
            return Imported(item.__module__, item.__qualname__)
        if isinstance(item, FunctionType):
            return self._own(item)
        value = _constant(module, item)
        return None if value is None else Assigned(value)

    def _own(self, function: FunctionType) -> Entry | None:
        node = _node_of(function)
        if isinstance(node, ast.Lambda):
            # The names in a lambda would be looked up in the module that uses it.
            return None
        known = self.modules.get(function) or self.module(function, node)
        return Imported(known.name, node.name)


def _is_of_project(item: FunctionType | type) -> bool:
    """Return whether the item is the project's function or class of its name."""
    home: Any = sys.modules.get(item.__module__)
    found = reduce(lambda of, part: getattr(of, part, None), item.__qualname__.split("."), home)
    return found is item and item.__module__.partition(".")[0] in project().modules.roots


def _constant(module: Module, item: Any) -> ast.expr | None:
    """Return the syntax of an integer, a bool, None, a layout, or a tuple of these."""
    if item is None or type(item) in (int, bool):
        return ast.parse(repr(item), mode="eval").body
    if type(item) is tuple:
        return _all(
            cast("tuple[Any, ...]", item), module, lambda parts: ast.Tuple(parts, ast.Load())
        )
    if type(item) in RECORDS:
        kind = type(item)
        # No Python name contains a dot, so this name is unused.
        name = f"{kind.__module__}.{kind.__qualname__}"
        module.names[name] = Imported(kind.__module__, kind.__qualname__)
        parts = [getattr(item, each.name) for each in dataclasses.fields(item)]
        return _all(parts, module, lambda found: ast.Call(ast.Name(name, ast.Load()), found, []))
    return None


def _all(
    items: Iterable[Any], module: Module, made: Callable[[list[ast.expr]], ast.expr]
) -> ast.expr | None:
    found = [_constant(module, each) for each in items]
    parts = [part for part in found if part is not None]
    return ast.fix_missing_locations(made(parts)) if len(parts) == len(found) else None


def _require_silent(form: Function) -> None:
    """Raise OutsideFragmentError if a function assumes or states something in a proof.

    A function that assumes something would be tested for fewer sizes than the user named.
    """
    pending, seen = [form], set[Ref]()
    while pending:
        one = pending.pop()
        for part in walk(one.body):
            if isinstance(part, Builtin) and part.name in SAYING:
                _refuse(one, part.name)
            if isinstance(part, Global) and part.ref not in seen:
                seen.add(part.ref)
                if part.ref.module.startswith(MODULE):
                    found = project().definition(part.ref)
                    pending += [found] if isinstance(found, Function) else []
                elif part.ref.module.partition(".")[0] == "verif":
                    _refuse(one, part.ref.last)


def _refuse(function: Function, name: str) -> None:
    where = f"{function.file}:{function.line}"
    raise OutsideFragmentError(f"{where}: a function of sizes must not use {name}")


def _node_of(function: FunctionType) -> Node:
    """Return the syntax of the function in its file. Raises OutsideFragmentError if not found."""
    code = function.__code__
    file, line = code.co_filename, code.co_firstlineno
    if code.co_freevars:
        held = ", ".join(code.co_freevars)
        raise OutsideFragmentError(
            f"{file}:{line}: {function.__name__} is a closure over {held}: use a number or a global"
        )
    linecache.checkcache(file)
    text = "".join(linecache.getlines(file, function.__globals__))
    try:
        tree, known = ast.parse(text), set(_codes(compile(text, file, "exec", dont_inherit=True)))
    except (SyntaxError, ValueError):
        tree, known = ast.Module([], []), set[CodeType]()
    found = [node for node in ast.walk(tree) if isinstance(node, Node) and _is_of(node, function)]
    if found and code not in known:
        raise OutsideFragmentError(
            f"{file}:{line}: the text of {function.__name__} is not what runs: load the file again"
        )
    if len(found) != 1:
        raise OutsideFragmentError(f"{file}:{line}: the source of {function.__name__} is not found")
    (node,) = found
    _require_defaults(function, node)
    return node


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code object and all nested code objects."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def _is_of(node: Node, function: FunctionType) -> bool:
    code = function.__code__
    if isinstance(node, ast.FunctionDef):
        first = min(part.lineno for part in (node, *node.decorator_list))
        return (node.name, first) == (code.co_name, code.co_firstlineno)
    body = node.body
    start, end = (body.lineno, body.col_offset), (body.end_lineno, body.end_col_offset)
    return code.co_name == "<lambda>" and (start, end) == _span(code)


def _span(code: CodeType) -> tuple[object, object]:
    """Return the position of a lambda's body, without the parentheses around it."""
    places = list(_places(code))
    return min(place[0] for place in places), max(place[1] for place in places)


def _places(code: CodeType) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for line, end_line, column, end_column in code.co_positions():
        if None not in (line, end_line, column, end_column) and (line, column) != (
            end_line,
            end_column,
        ):
            yield (cast(int, line), cast(int, column)), (cast(int, end_line), cast(int, end_column))


def _require_defaults(function: FunctionType, node: Node) -> None:
    """Raise OutsideFragmentError unless the default values are the constants in the text."""
    only = (each.arg for each in node.args.kwonlyargs)
    texts = dict(zip(only, node.args.kw_defaults, strict=True))
    by_name = function.__kwdefaults__ or {}
    try:
        first = tuple(map(ast.literal_eval, node.args.defaults))
        named = {name: ast.literal_eval(each) for name, each in texts.items() if each is not None}
        same = _is_equal(first, function.__defaults__ or ()) and named.keys() == by_name.keys()
        same = same and all(_is_equal(value, by_name[name]) for name, value in named.items())
    except ValueError:
        same = False
    if not same:
        raise OutsideFragmentError(f"the default values of {function.__name__} must be constants")


def _is_equal(value: Any, other: Any) -> bool:
    """Return whether two values are the same constant, or tuples of the same constants."""
    if type(value) is tuple and type(other) is tuple:
        return len(value) == len(other) and all(map(_is_equal, value, other))
    return is_same(value, other)
