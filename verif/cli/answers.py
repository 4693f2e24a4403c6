"""Answers to questions as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import msgspec
from rich.text import Text

from spec.int_tuple import format_int_tuple
from verif.cli.status import Status
from verif.pages.files import as_json
from verif.questions.answer import Answer, Ruling, Witness

SCHEMA_VERSION: Final = 1

COLOURS: Final = {Ruling.HOLDS: "green", Ruling.REFUTED: "yellow", Ruling.UNKNOWN: "magenta"}

OF_RULING: Final = {
    Ruling.HOLDS: Status.YES,
    Ruling.REFUTED: Status.NO,
    Ruling.UNKNOWN: Status.UNKNOWN,
}
"""The exit status of an answer."""


@dataclass(frozen=True)
class Answered:
    """A question as it was written, and its answer."""

    expression: str
    answer: Answer


class WitnessRecord(msgspec.Struct, frozen=True):
    """The 1-D coordinates where it fails, and the values there, in the notation."""

    coordinates: tuple[str, ...]
    values: tuple[str, ...]


class QuestionRecord(msgspec.Struct, frozen=True):
    """One question with its answer."""

    expression: str
    answer: Literal["holds", "refuted", "unknown"]
    witness: WitnessRecord | None
    reason: str


class QuestionsRecord(msgspec.Struct, frozen=True):
    """All questions, in the order in which they were asked."""

    schema_version: int
    questions: tuple[QuestionRecord, ...]


def answer_line(answered: Answered) -> Text:
    """A line of the ruling, the question and the reason.

    >>> print(answer_line(Answered("injective(4:2)", Answer(Ruling.HOLDS, "it is"))))
    holds    injective(4:2): it is
    """
    ruling = answered.answer.ruling
    line = Text(f"{ruling:7}", style=COLOURS[ruling])
    return line.append(f"  {answered.expression}: {answered.answer.reason}", style="default")


def encoded_answers(answers: Sequence[Answered]) -> bytes:
    """The record as indented JSON, with a newline at its end."""
    record = QuestionsRecord(SCHEMA_VERSION, tuple(map(_question_record, answers)))
    return as_json(record)


def _question_record(answered: Answered) -> QuestionRecord:
    answer = answered.answer
    return QuestionRecord(
        answered.expression, answer.ruling.value, witness_record(answer.witness), answer.reason
    )


def witness_record(witness: Witness | None) -> WitnessRecord | None:
    """The witness as it is printed; of none, none."""
    if witness is None:
        return None
    coordinates, values = (
        tuple(map(format_int_tuple, part)) for part in (witness.coordinates, witness.values)
    )
    return WitnessRecord(coordinates, values)
