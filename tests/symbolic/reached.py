"""A helper, a named tuple and an error that the claims in the tests of citations refer to."""

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
