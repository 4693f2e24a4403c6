"""The functions exported by `spec` that claims speak of, which is those that their texts name.

A claim's text is its own function, with those beside it in its file and in the readings that it
calls. Lines with `by` are its proof; of functions that those of `spec` call in their turn it does
not speak.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from types import FunctionType
from typing import Any, Final

from spec import plain
from spec.layout import Layout
from verif.kernel.claim import Claim
from verif.kernel.verbs import by
from verif.readings.domains import Layouts
from verif.symbolic.sources import source_of, within

EXPORTED: Final = {name: getattr(plain, name) for name in plain.__all__}
"""All that `spec` exports, by name."""

CALL: Final = "Layout.__call__"
"""A layout asked for an offset."""

ASKED: Final = tuple(
    f"Layout.{name}"
    for name, item in vars(Layout).items()
    if isinstance(item, FunctionType | property) and not name.startswith("_")
)
"""All else that a layout is asked for."""

FUNCTIONS: Final = (
    *(name for name, item in EXPORTED.items() if isinstance(item, FunctionType)),
    CALL,
    *ASKED,
)
"""The functions that `spec` exports, and the methods of its layouts."""


def spoken_of(claim: Claim) -> tuple[str, ...]:
    """The functions and classes of `spec` that the claim's text names, by name."""
    layouts = {name for name, domain in claim.domains.items() if isinstance(domain, Layouts)}
    found: set[str] = set()
    for function in _texts(claim):
        arguments = layouts if function is claim.text else set[str]()
        for node in _statements(source_of(function).node):
            found.update(_named(node, function.__globals__), _asked(node, arguments))
    return tuple(name for name in (*EXPORTED, CALL, *ASKED) if name in found)


def speaks_of(claim: Claim, function: Any) -> bool:
    """Whether the claim's text names this function of `spec`, exported or not, or this method."""
    exported = (name for name, item in EXPORTED.items() if item is function)
    methods = (f"Layout.{name}" for name, item in vars(Layout).items() if item is function)
    return bool({*exported, *methods} & set(spoken_of(claim))) or any(
        _item(node, text.__globals__) is function
        for text in _texts(claim)
        for node in _statements(source_of(text).node)
    )


def unspoken(claims: Iterable[Claim]) -> tuple[str, ...]:
    """The functions that `spec` exports and none of the claims speaks of."""
    found = {name for claim in claims for name in spoken_of(claim)}
    return tuple(name for name in FUNCTIONS if name not in found)


def _item(node: ast.AST, known: dict[str, Any]) -> Any:
    """The value of a node: NAME, or CLASS.NAME as a class of that name defines it; else None."""
    match node:
        case ast.Name(name):
            return known.get(name)
        case ast.Attribute(ast.Name(of), name) if isinstance(known.get(of), type):
            return vars(known[of]).get(name)
        case _:
            return None


def _texts(claim: Claim) -> Iterator[Any]:
    """The claim's function, and those that belong to its text."""
    seen: list[Any] = []
    found: list[Any] = [claim.text]
    while found:
        function = found.pop()
        if function not in seen:
            seen.append(function)
            yield function
            found += _helpers(function, claim.text.__module__)


def _helpers(function: Any, module: str) -> Iterator[Any]:
    for node in _statements(source_of(function).node):
        item = function.__globals__.get(node.id) if isinstance(node, ast.Name) else None
        if isinstance(item, FunctionType) and within(item.__module__, (module, "verif.readings")):
            yield item


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """All that is said in a text, without annotations and what it cites."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, ast.AST) and not _cites(child):
                yield from _statements(child)


def _cites(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == by.__name__
    )


def _named(node: ast.AST, known: dict[str, Any]) -> Iterator[str]:
    """The name of `spec` that a node is: alg.NAME, or NAME as it was imported."""
    match node:
        case ast.Attribute(ast.Name("alg"), name) if name in EXPORTED:
            yield name
        case ast.Name(name) if name in known:
            yield from (e for e, item in EXPORTED.items() if item is known[name])
        case _:
            pass


def _asked(node: ast.AST, layouts: set[str]) -> Iterator[str]:
    """The methods of layouts among the claim's arguments that a node asks for."""
    match node:
        case ast.Call(ast.Name(name)) if name in layouts:
            yield CALL
        case ast.Attribute(ast.Name(name), asked) if name in layouts:
            yield f"Layout.{asked}"
        case _:
            pass
