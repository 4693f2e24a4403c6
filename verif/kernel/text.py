"""Texts: functions that can be compiled to the language of proofs.

A function of the project is imported, and its compiled form is found by module and name. A function
in a file of claims is parsed but never imported: `Written` represents it.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import typing
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import FunctionType
from typing import Any

import spec
from verif.kernel.living import Living, form_of_living, is_of_project
from verif.language.compile import Program, project
from verif.language.form import Expr, Function, Global, Record, Ref, Refusal, RefusedError, walk
from verif.language.python import printed


@dataclass(frozen=True, eq=False)
class Written:
    """A function that was parsed and not imported, such as the function of a claim.

    A `Written` can be called with concrete arguments. Two of them are equal only if they are the
    same object. `source` is the source in the file, including decorators.
    """

    function: Function
    types: Mapping[str, Any]
    doc: str = ""
    source: str = ""
    program: Program = field(default_factory=project, repr=False)

    def __post_init__(self) -> None:
        ref = self.function.ref
        named = {"__name__": ref.last, "__qualname__": ref.name, "__module__": ref.module}
        for name, value in {**named, "__doc__": self.doc}.items():
            object.__setattr__(self, name, value)

    @cached_property
    def on_numbers(self) -> Callable[..., Any]:
        """A Python function for concrete arguments, printed from the compiled form."""
        made = printed(self.program, (self.function,))
        return made.run()[made.names[self.function.ref]]

    def __call__(self, /, *args: Any, **named: Any) -> Any:
        return self.on_numbers(*args, **named)


Text = FunctionType | Written


def form_of_text(text: Text) -> Function:
    """Return a function in compiled form. Raises RefusedError if it cannot be compiled."""
    if isinstance(text, Written):
        return text.function
    text = original(text)
    if not is_of_project(text):
        living = _living(text)
        living.require_unchanged()
        return living.form
    if text.__name__ == "<lambda>":
        return _lambda_of(text.__module__, text.__code__.co_firstlineno)
    return project().function(Ref(text.__module__, text.__qualname__))


def require_readable(text: Text) -> None:
    """Raise RefusedError if the function, or a function that it uses, cannot be compiled.

    Functions in a file of claims always pass, because `verif.files.reader` has compiled them.
    """
    pending, known = [form_of_text(text)], set[Ref]()
    while pending:
        used = {ref for ref in used_by(pending.pop()) if not _is_of_project(ref)} - known
        known |= used
        found = map(project().definition, sorted(used, key=str))
        pending += [each for each in found if isinstance(each, Function)]


def original(text: FunctionType) -> FunctionType:
    """The unchecked function that an exported function calls after its checks.

    Any other function is returned unchanged.
    """
    return spec.PLAIN.get(text, text)


@cache
def _living(text: FunctionType) -> Living:
    return form_of_living(project(), text)


@cache
def _lambda_of(module: str, line: int) -> Function:
    """The compiled form of the only lambda on a line of the module."""
    program = project()
    found = program.modules.load(module)
    nodes = [] if found is None else list(_lambdas(found.names, found.declared))
    nodes = [node for node in nodes if node.lineno == line]
    if found is None or len(nodes) != 1:
        what = f"{len(nodes)} lambdas are on one line" if nodes else "the lambda cannot be found"
        raise RefusedError(Refusal(found.file if found else module, line, what))
    return program.lambda_at(found, nodes[0])


def _lambdas(names: Mapping[str, Any], declared: list[ast.Call]) -> Iterator[ast.Lambda]:
    decorators = (
        each
        for node in names.values()
        if isinstance(node, ast.FunctionDef)
        for each in node.decorator_list
    )
    for each in (*decorators, *declared):
        yield from (part for part in ast.walk(each) if isinstance(part, ast.Lambda))


def parameters_of(text: Text) -> tuple[str, ...]:
    """The names of a function's parameters, in order."""
    if isinstance(text, Written):
        return tuple(each.name for each in text.function.params)
    return text.__code__.co_varnames[: text.__code__.co_argcount]


@cache
def source_of(text: Text) -> str:
    """The source of a function in its file, with its decorators."""
    return text.source if isinstance(text, Written) else inspect.getsource(text)


@cache
def types_of(text: Text) -> Mapping[str, Any]:
    """The types of a function's parameters and of its result."""
    return text.types if isinstance(text, Written) else typing.get_type_hints(text)


def imported(ref: Ref) -> Any:
    """The function or class of the project with this name, as Python has imported it."""
    item: Any = importlib.import_module(ref.module)
    for part in ref.name.split("."):
        item = vars(item).get(part) if isinstance(item, type) else getattr(item, part, None)
    for name in ("fget", "func", "__func__"):
        if not isinstance(item, FunctionType | type):
            item = getattr(item, name, item)
    return item


def used_by(function: Function) -> Iterator[Ref]:
    """The top-level names that a function uses, also in defaults and in local functions."""
    bodies: list[Expr] = [function.body, *(p.default for p in function.params if p.default)]
    for body in bodies:
        yield from (each.ref for each in walk(body) if isinstance(each, Global))


__all__ = ["beside", "hints_of", "recurs_through_others", "types_of"]


def hints_of(function: Any) -> dict[str, Any]:
    """Return the types of the function's parameters, in parameter order."""
    types = types_of(function)
    return {name: types[name] for name in parameters_of(function)}


def beside(observation: Callable[..., Any], subject: str) -> dict[str, Any]:
    """Return the types of a function's parameters, except the list parameter `subject`."""
    return {name: hint for name, hint in hints_of(observation).items() if name != subject}


@cache
def recurs_through_others(function: Text) -> bool:
    """Return whether the function calls itself through other functions (mutual recursion).

    If a function calls itself directly, the prover checks that the list becomes shorter. If it
    calls itself through another function, this cannot be checked, and a circular definition may be
    contradictory.
    """
    own = form_of_text(function).ref
    mine = _is_of_project(own)
    found: set[Ref] = set()
    pending = [ref for ref in used_by(form_of_text(function)) if ref != own]
    while pending:
        used = pending.pop()
        if used == own:
            return True
        # Code of the project never uses names of a user's file, so do not search it for them.
        if used not in found and (mine or not _is_of_project(used)):
            found.add(used)
            pending += _used_in(used)
    return False


def _is_of_project(ref: Ref) -> bool:
    return project().modules.is_of_project(ref.module)


def _used_in(ref: Ref) -> Iterator[Ref]:
    """Yield the top-level names used by a definition: a function, a constant, or a record."""
    match project().definition(ref):
        case Function() as function:
            # `ref` may be an alias, so also yield the name under which the function is defined.
            yield function.ref
            yield from used_by(function)
        case Record() as record:
            for name in record.methods | record.properties:
                with suppress(RefusedError):
                    member = project().function(Ref(record.ref.module, f"{record.ref.name}.{name}"))
                    yield from used_by(member)
            yield from (each for p in record.fields for each in _named_in(p.default))
        case value:
            yield from _named_in(value)


def _named_in(value: Expr | None) -> Iterator[Ref]:
    return (each.ref for each in walk(value) if isinstance(each, Global)) if value else iter(())
