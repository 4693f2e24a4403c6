"""Convert the type annotations in a user's file to Python type objects."""

from __future__ import annotations

import ast
import collections.abc
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from verif.kernel.text import imported
from verif.language.evaluate import Machine
from verif.language.expressions import may_be_named, shown
from verif.language.form import Function, Ref, Refusal, RefusedError
from verif.language.modules import Defined, Library, Module
from verif.language.syntax import annotations_of

BUILTIN: Final = {each.__name__: each for each in (int, bool, str, tuple, list, dict, object)}

LIBRARY: Final = {
    "typing.Any": typing.Any,
    "collections.abc.Callable": collections.abc.Callable,
    "collections.abc.Sequence": collections.abc.Sequence,
    "collections.abc.Mapping": collections.abc.Mapping,
    "collections.abc.Iterable": collections.abc.Iterable,
}
"""The types of the standard library that an annotation may name."""

FINAL: Final = Library("typing.Final")

BESIDE: Final = frozenset(("Lemma", "Promise", "Steps"))
"""The types of `verif.kernel` that the blocks of lemmas and contracts return."""


MOST_PARTS: Final = 1000
"""The largest number of parts of a type. An alias `B = tuple[A, A]` doubles the number."""


@dataclass
class _Parts:
    """A budget for the conversion of one type. Converting a part of the type lowers `left` by 1."""

    left: int = MOST_PARTS


def types_in(machine: Machine, module: Module, function: Function) -> dict[str, Any]:
    """Return the types of the parameters and of the result.

    Raises RefusedError for an annotation that is not a type of the language.
    """
    sources = {each.name: each.annotation for each in function.params}
    sources["return"] = function.returns
    return {
        name: _type(machine, module, function.line, source, _Parts())
        for name, source in sources.items()
        if source is not None
    }


def is_type(machine: Machine, module: Module, node: ast.expr) -> bool:
    """Return whether an expression is a type of the language."""
    try:
        _of(machine, module, node.lineno, node, _Parts())
    except (TypeError, RefusedError):
        return False
    return True


def require_types(machine: Machine, module: Module, node: ast.AST) -> None:
    """Refuse an annotation, or a first argument of `cast`, that is not a type.

    Python evaluates both expressions, so they might otherwise run code.
    """
    for part in ast.walk(node):
        for type_ in _evaluated(machine, module, part):
            _require_type(machine, module, type_)


def require_type_of_constant(machine: Machine, module: Module, node: ast.expr) -> None:
    """Require that the annotation of a constant is a type, `Final` or `TypeAlias`."""
    meant_by = machine.program.modules.meant_by
    if meant_by(module, node) in (FINAL, Library("typing.TypeAlias")):
        return
    if isinstance(node, ast.Subscript) and meant_by(module, node.value) == FINAL:
        node = node.slice
    _require_type(machine, module, node)


def _require_type(machine: Machine, module: Module, node: ast.expr) -> None:
    try:
        _of(machine, module, node.lineno, node, _Parts())
    except TypeError as error:
        what = f"`{shown(node)}` is not a type: {error}"
        raise RefusedError(Refusal(module.file, node.lineno, what)) from None


def _evaluated(machine: Machine, module: Module, node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.FunctionDef():
            yield from annotations_of(node)
        case ast.ClassDef(body=body):
            yield from (each.annotation for each in body if isinstance(each, ast.AnnAssign))
        case ast.Call(func=ast.Name(id=name), args=[to, _]) if name in module.names:
            if machine.program.modules.resolve(module, name) == Library("typing.cast"):
                yield to
        case _:
            pass


def _type(machine: Machine, module: Module, line: int, source: str, parts: _Parts) -> Any:
    try:
        node = ast.parse(source, mode="eval").body
    except SyntaxError:
        raise RefusedError(
            Refusal(module.file, line, f"the annotation `{source}` is not a type")
        ) from None
    return _of(machine, module, line, node, parts)


def _of(machine: Machine, module: Module, line: int, node: ast.expr, count: _Parts) -> Any:  # noqa: PLR0911 - one return per case
    count.left -= 1
    if count.left < 0:
        what = f"an annotation has more than {MOST_PARTS} parts, counting the parts of aliases"
        raise RefusedError(Refusal(module.file, line, what, "name fewer types"))

    def inside(part: ast.expr) -> Any:
        return _of(machine, module, line, part, count)

    match node:
        case ast.Constant(value=None):
            return type(None)
        case ast.Constant(value=value) if value is ...:
            return ...
        case ast.Constant(value=str() as source):
            return _type(machine, module, line, source, count)
        case ast.Name(id=name) if name in BUILTIN and name not in module.names:
            return BUILTIN[name]
        case ast.Name(id=name):
            return _named(machine, module, line, name, count)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right) if _joins(left, right):
            return inside(left) | inside(right)
        case ast.Subscript(value=of, slice=ast.Tuple(elts=parts)):
            return inside(of)[tuple(map(inside, parts))]
        case ast.Subscript(value=of, slice=part):
            return inside(of)[inside(part)]
        case ast.List(elts=parts):
            return [inside(part) for part in parts]
        case _:
            raise RefusedError(
                Refusal(module.file, line, f"the annotation `{shown(node)}` is not a type")
            )


def _joins(left: ast.expr, right: ast.expr) -> bool:
    """Return whether Python can join two types by `|`.

    It can if neither type is a string and at most one type is None.
    """
    sides = [side.value for side in (left, right) if isinstance(side, ast.Constant)]
    return sides in ([], [None])


def _named(machine: Machine, module: Module, line: int, name: str, count: _Parts) -> Any:
    match machine.program.modules.resolve(module, name):
        case Library(dotted=dotted) if dotted in LIBRARY:
            return LIBRARY[dotted]
        case Defined(node=ast.ClassDef() as node, home=home) if may_be_named(home, module):
            return machine.class_of(Ref(home.name, node.name))
        case Defined(node=ast.expr() as node, home=home, name=own) if not isinstance(
            node, ast.Constant
        ):
            # An alias of a string or of None is not accepted as a type, because Python cannot form
            # the union of two such aliases.
            if not home.of_project:
                return _of(machine, home, line, node, count)
            return imported(Ref(home.name, own))
        case Defined(home=home, name=own) if own in BESIDE and home.name.startswith("verif."):
            return imported(Ref(home.name, own))
        case _:
            what = f"the annotation `{name}` is not a type of the language"
            raise RefusedError(Refusal(module.file, line, what))
