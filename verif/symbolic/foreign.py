"""Python code of another implementation, outside the language of claims.

The command `upstream claims` runs this code on unknown integers as ordinary Python. The code may
call `isinstance`, so `isinstance(x, int)` is true for an unknown integer x while the code runs. All
unknowns in the code's arguments are integers. No result of `prove` relies on this module.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import Any

from verif.kernel.constructors import is_a, is_unknown, name_of, type_of
from verif.kernel.errors import NotLiftableError


class Foreign:
    """The operations of an implementation whose code is outside the language of claims."""

    def __init__(self, algebra: object) -> None:
        self.of_algebra = algebra

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.of_algebra, name)
        return _foreign(found) if callable(found) else found


def _foreign(function: Callable[..., Any]) -> Callable[..., Any]:
    def called(*arguments: Any, **named: Any) -> Any:
        for value in _unknown_inside((*arguments, *named.values())):
            if not is_a(value, int):
                raise NotLiftableError(
                    f"code outside the language can take only integers as unknowns, not "
                    f"{name_of(type(value))}"
                )
        with _asked_by_rules():
            return function(*arguments, **named)

    return called


@contextmanager
def _asked_by_rules() -> Generator[None]:
    """In the `with` block, `isinstance` treats an unknown like a value that it stands for."""
    asked = builtins.isinstance

    def answered(value: object, kind: Any) -> bool:
        return issubclass(type_of(value), kind) if is_unknown(value) else asked(value, kind)

    builtins.isinstance = answered
    try:
        yield
    finally:
        builtins.isinstance = asked


def _unknown_inside(value: Any) -> Iterator[Any]:
    """Yield the unknowns in a value, also inside tuples, lists and records."""
    if is_unknown(value):
        yield value
    elif issubclass(type(value), tuple | list):
        for part in value:
            yield from _unknown_inside(part)
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from _unknown_inside(getattr(value, each.name))
