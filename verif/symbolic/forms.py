"""Arguments of lifted functions: their known elements, their integers, and their structure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from verif.kernel.contract import Kind
from verif.symbolic.lists import SymList, resolved
from verif.symbolic.values import SymBool, SymInt, current_path

TYPES: Mapping[Any, tuple[type, ...]] = {
    int: (int, SymInt),
    bool: (bool, SymBool),
    type(None): (type(None),),
}
"""For each annotation, the types of values that may be passed or returned."""


def key_of(annotation: Any) -> Any:
    try:
        hash(annotation)
    except TypeError:
        return None
    return annotation


def known_elements(kind: Kind, given: Any) -> Iterator[tuple[Kind, Any]]:
    """Yield the known elements of a list, recursively if the elements are lists."""
    rest = resolved(given)
    if type(rest) not in (SymList, tuple) or (type(rest) is SymList and rest.holds is not kind):
        current_path().fail(TypeError(f"{rest!r} is not a list of {kind.name}"))
    while rest if type(rest) is tuple else rest.node:
        if kind.of is not None:
            yield from known_elements(kind.of, rest[0])
        else:
            require_element(kind, rest[0])
            yield kind, rest[0]
        rest = resolved(rest[1:])


def require_element(kind: Kind, element: Any) -> None:
    """Fail the path unless the element has the type and the number of fields of its kind.

    Each field must be an integer. Elements that are lists are not checked.
    """
    if kind.of is not None:
        return
    made: Any = kind.make(*(0 for _ in kind.fields))
    alone = type(made) is int
    parts: tuple[Any, ...] = (element,) if alone else element
    formed = alone or (type(element) is type(made) and len(parts) == len(kind.fields))
    if not (formed and all(type(part) in TYPES[int] for part in parts)):
        current_path().fail(TypeError(f"{element!r} is not an element of {kind.name}"))


def ends_in(outer: Any, rest: Any) -> bool:
    """Return whether the list `rest` is concrete, or known to be a proper tail of `outer`."""
    while type(outer) is SymList and outer.node:
        outer = resolved(outer.node[1])
        if outer is rest:
            return True
    return type(rest) is not SymList


def form_of(argument: Any) -> str:
    """Return the structure of an argument as text, without its integers.

    The text shows an unknown list as its symbol, a tuple as its nesting, and an integer as `i`.
    """
    argument = resolved(argument)
    if type(argument) is SymList:
        return argument.symbol
    if isinstance(argument, tuple):
        return f"<{'.'.join(map(form_of, argument))}>"
    return "i"


def numbers_of(argument: Any) -> tuple[Any, ...]:
    """Return the integers in an argument of an observation.

    The symbol for the observation is applied to these integers.
    """
    argument = resolved(argument)
    if type(argument) is SymList:
        return ()
    if isinstance(argument, tuple):
        return tuple(n for part in argument for n in numbers_of(part))
    return (argument,)


def unknown_inside(arguments: tuple[Any, ...]) -> bool:
    return any(type(argument) is SymList for argument in arguments)
