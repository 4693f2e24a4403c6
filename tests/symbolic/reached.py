"""A helper, a named tuple and an error for the claims in the tests of citations."""

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
