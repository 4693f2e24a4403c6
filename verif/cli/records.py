"""Answers to questions as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from spec.int_tuple import format_int_tuple
from verif.cli.operands import Answered
from verif.pages.encoding import as_json
from verif.questions.answer import Witness

SCHEMA_VERSION: Final = 1


class WitnessRecord(msgspec.Struct, frozen=True):
    """The 1-D coordinates of a counterexample and the values there, in the notation."""

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


def encoded_answers(answers: Sequence[Answered]) -> bytes:
    """Return the record as indented JSON with a final newline."""
    record = QuestionsRecord(SCHEMA_VERSION, tuple(map(_question_record, answers)))
    return as_json(record)


def _question_record(answered: Answered) -> QuestionRecord:
    answer = answered.answer
    return QuestionRecord(
        answered.expression, answer.ruling.value, witness_record(answer.witness), answer.reason
    )


def witness_record(witness: Witness | None) -> WitnessRecord | None:
    """Return the witness in the notation, or None."""
    if witness is None:
        return None
    coordinates, values = (
        tuple(map(format_int_tuple, part)) for part in (witness.coordinates, witness.values)
    )
    return WitnessRecord(coordinates, values)
