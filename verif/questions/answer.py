"""The answer to a question (proved, refuted by a witness, or unknown), and limits on the effort."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from spec.int_tuple import SliceTuple, format_int_tuple
from spec.parser import Call


class Ruling(StrEnum):
    """The three possible outcomes of a question."""

    HOLDS = "holds"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Witness:
    """A counterexample: 1-D coordinates, and the wrong values there."""

    coordinates: tuple[SliceTuple, ...]
    values: tuple[SliceTuple, ...]
    text: str = field(default="", compare=False, repr=False)
    """The sentence that quotes coordinates and values, with a placeholder for each."""


@dataclass(frozen=True)
class Answer:
    """A ruling with its reason in one sentence. The reason for `refuted` quotes the witness.

    `question` is the question that `ask` answered.
    """

    ruling: Ruling
    reason: str
    witness: Witness | None = None
    question: Call | None = field(default=None, compare=False, repr=False)

    _repr_html_: ClassVar[Callable[[Answer], str]]
    """Shows the answer with its picture in a notebook. `verif.questions` sets this attribute."""

    def __bool__(self) -> bool:
        """Return whether the question holds. Raises ValueError if the answer is unknown.

        >>> bool(refuted("A({}) = 1", (3,), ()))
        False
        """
        if self.ruling is Ruling.UNKNOWN:
            raise ValueError(f"the answer is unknown, neither yes nor no: {self.reason}")
        return self.ruling is Ruling.HOLDS

    def __str__(self) -> str:
        return f"{self.ruling}: {self.reason}"

    @property
    def holds(self) -> bool:
        """Whether the question is known to hold."""
        return self.ruling is Ruling.HOLDS

    @property
    def refuted(self) -> bool:
        """Whether the question is known to fail."""
        return self.ruling is Ruling.REFUTED

    @property
    def unknown(self) -> bool:
        """Whether the question was neither proved nor refuted."""
        return self.ruling is Ruling.UNKNOWN


def holds(reason: str) -> Answer:
    return Answer(Ruling.HOLDS, reason)


def unknown(reason: str) -> Answer:
    return Answer(Ruling.UNKNOWN, reason)


def refuted(
    text: str, coordinates: tuple[SliceTuple, ...], values: tuple[SliceTuple, ...]
) -> Answer:
    """Return a refutation. `text` has a placeholder for each coordinate, and then for each value.

    >>> refuted("A({}) = {}, not {}", (3,), (5, 7)).reason
    'A(3) = 5, not 7'
    """
    reason = text.format(*map(format_int_tuple, coordinates + values))
    return Answer(Ruling.REFUTED, reason, Witness(coordinates, values, text))


def moved_by(offset: int, answer: Answer) -> Answer:
    """Convert an answer about a layout to an answer about the layout moved by `offset`.

    The move adds `offset` to every offset of the layout. An answer without a witness stays the
    same. The first value of a witness must be an offset of the layout; `offset` is added to this
    value.

    >>> moved_by(8, refuted("A({}) = {} is not a multiple of {}", (1,), (3, 4))).reason
    'A(1) = 11 is not a multiple of 4'
    """
    witness = answer.witness
    if witness is None:
        return answer
    first, *others = witness.values
    assert isinstance(first, int)
    return refuted(witness.text, witness.coordinates, (first + offset, *others))


@dataclass(frozen=True)
class Effort:
    """The size up to which layouts are enumerated, and Z3's time limit for larger layouts."""

    elements: int = 1 << 16
    seconds: float = 10.0
