"""The things that the texts of the gate's tests reach: a helper, a named tuple, an error."""

from typing import Any, NamedTuple

COUNT = 3


class Pair(NamedTuple):
    one: int
    other: int


class LookingError(ValueError):
    def __str__(self) -> str:
        return "looked at"


def helping(x: Any) -> Any:
    return x + COUNT
