"""The answer to a question: it holds, it is refuted by a witness, or nobody knows."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from spec.int_tuple import SliceTuple, format_int_tuple


class Ruling(StrEnum):
    """The three answers."""

    HOLDS = "holds"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Witness:
    """The place of a failure: 1-D coordinates, and the values there that should be otherwise."""

    coordinates: tuple[SliceTuple, ...]
    values: tuple[SliceTuple, ...]
    text: str = field(default="", compare=False, repr=False)
    """The sentence that quotes both, with a place for each."""


@dataclass(frozen=True)
class Answer:
    """A ruling and its reason in one sentence; a refuted one has a witness, which that quotes."""

    ruling: Ruling
    reason: str
    witness: Witness | None = None

    def __bool__(self) -> bool:
        """Whether it holds; ValueError where nobody knows, which is no yes and no no.

        >>> bool(refuted("A({}) = 1", (3,), ()))
        False
        """
        if self.ruling is Ruling.UNKNOWN:
            raise ValueError(f"nobody knows: {self.reason}")
        return self.ruling is Ruling.HOLDS


def holds(reason: str) -> Answer:
    return Answer(Ruling.HOLDS, reason)


def unknown(reason: str) -> Answer:
    return Answer(Ruling.UNKNOWN, reason)


def refuted(
    text: str, coordinates: tuple[SliceTuple, ...], values: tuple[SliceTuple, ...]
) -> Answer:
    """The answer that refutes; `text` has a place for each coordinate and then for each value.

    >>> refuted("A({}) = {}, not {}", (3,), (5, 7)).reason
    'A(3) = 5, not 7'
    """
    reason = text.format(*map(format_int_tuple, coordinates + values))
    return Answer(Ruling.REFUTED, reason, Witness(coordinates, values, text))
