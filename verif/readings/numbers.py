"""Domains of integers, and domains of named alternatives, such as formats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from verif.kernel.claim import Arguments, Fresh
from verif.kernel.errors import ClaimError, NotLiftableError
from verif.kernel.verbs import assume, ensure

ONE_INTEGER: Final = "_is_one_integer"
"""The suffix of an unknown's name. The unknown is true if an IntTuple is one integer."""


class Uncited:
    """Claims over this domain cannot be cited: no rule decides which values the domain contains."""

    def cited(self, fresh: Fresh, name: str, value: Any, earlier: Arguments) -> Any:
        raise NotLiftableError(
            f"a claim whose argument {name} ranges over {type(self).__name__} cannot be cited; cite"
            f" a claim over Layouts, or a lemma about modes_of({name}): `layout-verif lemmas WORD`"
            " finds lemmas"
        )


@dataclass(frozen=True)
class Integers:
    """The integers from `low` on, or all integers if `low` is None.

    Searches try `low` and the `width` integers after `low`. If `low` is None, searches try the
    integers nearest to 0, positive and negative.
    """

    low: int | None = 0
    width: int = 12
    profiles: tuple[None] = (None,)

    def __post_init__(self) -> None:
        if self.width < 0:
            raise ClaimError(f"the width of Integers must be 0 or more, not {self.width}")

    def describe(self, profile: None) -> None:
        return None

    def symbolic(self, fresh: Fresh, name: str, profile: None, earlier: Arguments) -> int:
        integer = fresh.unknown(name, int)
        self._require(name, integer)
        return integer

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> int:
        return self.symbolic(fresh, name, None, earlier)

    def cited(self, fresh: Fresh, name: str, value: Any, earlier: Arguments) -> int:
        self._require(name, value)
        return is_value(fresh, name, value)

    def _require(self, name: str, value: Any) -> None:
        if self.low is not None:
            assume(f"{name} >= {self.low}", value >= self.low)

    def enumerated(self, earlier: Arguments) -> Sequence[int]:
        """The integers from `low` on. Without `low`, the integers around 0, the nearest first.

        >>> tuple(Integers(3, width=2).enumerated({})), Integers(None, width=2).enumerated({})
        ((3, 4, 5), (0, 1, -1, 2, -2))
        """
        if self.low is None:
            return _near_zero(-self.width, self.width)
        return range(self.low, self.low + self.width + 1)


@dataclass(frozen=True)
class Among(Uncited):
    """Named alternatives, such as formats. In a proof, each alternative is a separate case."""

    values: tuple[str, ...]
    profiles: tuple[None] = (None,)

    def __post_init__(self) -> None:
        if not self.values:
            raise ClaimError("Among needs at least one alternative")
        if not all(isinstance(value, str) and value.isprintable() for value in self.values):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ClaimError(
                f"every alternative of Among must be one line of text: {self.values!r}"
            )

    def enumerated(self, earlier: Arguments) -> Sequence[str]:
        return self.values

    def describe(self, profile: None) -> None:
        return None

    def symbolic(self, fresh: Fresh, name: str, profile: None, earlier: Arguments) -> str:
        number = fresh.unknown(name, int)
        cases = (value for k, value in enumerate(self.values[:-1]) if number == k)
        return next(cases, self.values[-1])

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> str:
        return self.symbolic(fresh, name, None, earlier)


def _near_zero(low: int, high: int) -> tuple[int, ...]:
    """The integers from `low` to `high`, sorted by distance to 0."""
    return tuple(sorted(range(low, high + 1), key=lambda n: (abs(n), n < 0)))


def is_value(fresh: Fresh, name: str, value: Any) -> int:
    """An unknown integer that must be proved equal to `value`."""
    integer = fresh.unknown(name, int)
    ensure(f"{name} is the value", integer == value)
    return integer


def positive(fresh: Fresh, name: str) -> int:
    """An unknown integer >= 1."""
    return at_least_low(fresh, name, 1)


def at_least_low(fresh: Fresh, name: str, low: int) -> int:
    """An unknown integer >= `low`."""
    entry = fresh.unknown(name, int)
    assume(f"{name} >= {low}", entry >= low)
    return entry
