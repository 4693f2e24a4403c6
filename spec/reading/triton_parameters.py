"""The parameters of Triton's encodings, with methods that check the kind of a value."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from spec.errors import LayoutError
from spec.int_tuple import format_int_tuple
from spec.reading.distributed import Point, require_powers_of_two
from spec.reading.trees import entries


@dataclass(frozen=True)
class Parameters:
    """The kind of an encoding and its parameters: numbers, lists, other encodings.

    >>> Parameters("blocked", {"order": (1, 0)}).order(2)
    (1, 0)
    """

    kind: str
    parameters: Mapping[str, Any]

    def numbers(self, name: str, rank: int | None = None) -> tuple[int, ...]:
        """A parameter that is a list of numbers.

        If `rank` is given, the list must have this length.
        """
        found = entries(self.parameters.get(name))
        if found is None or not all(isinstance(n, int) for n in found):
            raise LayoutError(f"{self.kind} must have a list of numbers as {name}")
        if rank is not None and len(found) != rank:
            raise LayoutError(
                f"{name} of {self.kind} has {len(found)} numbers, but the tensor has"
                f" {rank} dimensions"
            )
        return found

    def integer(self, name: str, default: int | None = None) -> int:
        """A parameter that is a number, or the default if the parameter is omitted."""
        found = self.parameters.get(name, default)
        if not isinstance(found, int):
            raise LayoutError(f"{self.kind} must have a number as {name}")
        return int(found)

    def power(self, name: str, default: int | None = None) -> int:
        """A parameter that must be a power of two."""
        found = self.integer(name, default)
        require_powers_of_two((found,))
        return found

    def order(self, rank: int, name: str = "order") -> tuple[int, ...]:
        """A parameter that lists the dimensions of the tensor, the fastest dimension first."""
        found = self.numbers(name, rank)
        if sorted(found) != list(range(rank)):
            raise LayoutError(
                f"{name} {format_int_tuple(found)} is not a permutation of 0..{rank - 1}"
            )
        return found

    def points(self, name: str) -> tuple[Point, ...]:
        """A parameter that is a list of points, one for each bit."""
        found = entries(self.parameters.get(name, ()))
        if found is None or not all(isinstance(one, tuple) for one in found):
            raise LayoutError(f"{name} of {self.kind} must be a list of points")
        return found

    def group(self, name: str) -> "Parameters":
        """The parameters that are grouped under a name; an empty group if the name is omitted."""
        found = self.parameters.get(name, {})
        if not isinstance(found, dict):
            raise LayoutError(f"{name} of {self.kind} must be parameters in braces")
        return Parameters(self.kind, cast("dict[str, Any]", found))

    def __str__(self) -> str:
        return f"#ttg.{self.kind}"
