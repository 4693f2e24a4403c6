"""Python code of another implementation, which is not a text of the language.

It runs as Python does, and asks Python for the types of its arguments. It gets a stand-in for each
unknown integer, which answers `isinstance` as an `int` does. A result has the unknown again: no
other code meets a stand-in. Such code gets no other unknowns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

from verif.kernel.constructors import is_a, is_unknown, name_of
from verif.kernel.errors import NotLiftableError
from verif.symbolic.values import unreadable

OPERATORS = (
    *("add", "sub", "mul", "floordiv", "mod", "divmod", "pow", "truediv", "xor", "and", "or"),
    *("lshift", "rshift", "lt", "le", "gt", "ge", "eq", "ne", "neg", "pos", "abs", "invert"),
    *("bool", "hash", "index", "int", "float", "round", "trunc", "floor", "ceil", "repr", "format"),
)
"""The methods of integers that a stand-in has from its unknown."""


class StandIn:
    """An unknown integer to code that asks Python for its type."""

    __slots__ = ("of",)

    def __init__(self, of: Any) -> None:
        self.of = of

    @property
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        return int

    def __getattr__(self, name: str) -> Any:
        raise unreadable(f"{name} of an unknown integer")


def _forwarded(name: str) -> Callable[..., Any]:
    def method(self: StandIn, *others: Any) -> Any:
        own = getattr(type(self.of), name, None)
        if own is None:
            return NotImplemented
        return given(own(self.of, *map(taken_back, others)))

    return method


for _name in OPERATORS:
    for _method in (f"__{_name}__", f"__r{_name}__"):
        setattr(StandIn, _method, _forwarded(_method))


def given(value: Any) -> Any:
    """The value as code that is not a text gets it. Raises NotLiftableError for other unknowns."""
    if is_unknown(value):
        if not is_a(value, int):
            raise NotLiftableError(f"{name_of(type(value))} in code that is not a text")
        return value if is_a(value, bool) else StandIn(value)
    return _inside(value, given)


def taken_back(value: Any) -> Any:
    """The value with the unknowns in the place of their stand-ins."""
    return value.of if type(value) is StandIn else _inside(value, taken_back)


def _inside(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with the change made to the parts of a tuple, a list or a record."""
    kind: Any = type(value)
    if kind in (tuple, list):
        return kind(map(change, value))
    if issubclass(kind, tuple):
        return kind(*map(change, value))
    if is_dataclass(value) and not isinstance(value, type):
        changed = {each.name: change(getattr(value, each.name)) for each in fields(value)}
        if any(changed[name] is not getattr(value, name) for name in changed):
            value = object.__new__(kind)
            for name, part in changed.items():
                object.__setattr__(value, name, part)
    return value


class Foreign:
    """The operations of an implementation whose code is not a text."""

    def __init__(self, algebra: object) -> None:
        self.of_algebra = algebra

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.of_algebra, name)
        return _foreign(found) if callable(found) else found


def _foreign(function: Callable[..., Any]) -> Callable[..., Any]:
    def called(*arguments: Any, **named: Any) -> Any:
        handed = {name: given(value) for name, value in named.items()}
        return taken_back(function(*map(given, arguments), **handed))

    return called
