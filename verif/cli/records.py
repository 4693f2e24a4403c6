"""The JSON that commands print or write: one schema with a version, and numbers as JSON numbers.

`layout-verif help json` describes the schema. The file docs/reference/json.schema.json is written
from the types.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from spec.layout import Layout
from spec.pictures.panel import Panel
from spec.taking import is_coordinate
from verif.cli.operands import Answered
from verif.pages.encoding import as_json
from verif.questions.answer import Witness

SCHEMA_VERSION: Final = 2

Number = int | list[Any] | None
"""An integer of any size, nested lists of integers for a tuple, or null for `_`."""

Ruled = Literal["holds", "refuted", "unknown"]


class ErrorRecord(msgspec.Struct, frozen=True):
    """An error in the input.

    `place` is the file or line with the error, or "" if the input is a single expression.
    """

    place: str
    message: str


class ErrorsRecord(msgspec.Struct, frozen=True, tag_field="kind", tag="errors"):
    """The output of a command that fails as a whole."""

    schema_version: int
    errors: tuple[ErrorRecord, ...]


class WitnessRecord(msgspec.Struct, frozen=True):
    """The 1-D coordinates of a counterexample and the values there."""

    coordinates: tuple[Number, ...]
    values: tuple[Number, ...]


class TheoremRecord(msgspec.Struct, frozen=True):
    """A theorem and its dependencies. `claim` is the text of a claims file with the theorem."""

    claim: str
    ledger: str
    paths: int
    replays: int
    cites: tuple[str, ...]


class QuestionRecord(msgspec.Struct, frozen=True):
    """One question with its answer.

    With `--for`, `names` declares the sizes, and `at` has their values in the counterexample.
    `least` is true if the question is known to hold at all smaller sizes.
    """

    expression: str
    answer: Ruled
    witness: WitnessRecord | None
    reason: str
    names: str | None = None
    at: Mapping[str, int] | None = None
    least: bool | None = None
    theorem: TheoremRecord | None = None


class AnswersRecord(msgspec.Struct, frozen=True, tag_field="kind", tag="answers"):
    """All questions of `check`, in the order in which they were asked."""

    schema_version: int
    questions: tuple[QuestionRecord, ...]
    errors: tuple[ErrorRecord, ...] = ()


class WhereRecord(msgspec.Struct, frozen=True, tag_field="kind", tag="where"):
    """The sizes at which a question holds: the output of `check --where`.

    `exactly` means that the question provably fails at all other sizes.
    """

    schema_version: int
    expression: str
    names: str
    where: tuple[str, ...] | None
    exactly: bool
    reason: str
    theorems: tuple[TheoremRecord, ...]


class LayoutRecord(msgspec.Struct, frozen=True):
    """A layout as numbers."""

    shape: Number
    stride: Number


class ValueRecord(msgspec.Struct, frozen=True, tag_field="kind", tag="value"):
    """The value of an expression: the output of `eval`.

    `text` is the value in the notation of `spec`. `value` is a number, a truth value or nested
    lists of numbers, and null for values of other kinds. `layout` has the shape and the stride of a
    layout with integer strides, and is null for other values.
    """

    schema_version: int
    expression: str
    text: str
    value: bool | int | list[Any] | None
    layout: LayoutRecord | None
    notes: tuple[str, ...]


class CaseRecord(msgspec.Struct, frozen=True):
    """One case of a `TableRecord`: its condition, and the result or the error message."""

    where: str
    result: str | None
    refusal: str | None


class TableRecord(msgspec.Struct, frozen=True, tag_field="kind", tag="cases"):
    """The result of `eval --for`: the value of an expression, split into cases.

    The value is the result of the first case whose condition holds. `theorem` proves the cases;
    it is null if no proof was found, and `reason` then says why. With `--at`, `at` has the given
    sizes, and `result` the value at these sizes.
    """

    schema_version: int
    expression: str
    names: str
    cases: tuple[CaseRecord, ...]
    theorem: TheoremRecord | None
    reason: str
    at: str | None
    result: str | None


class SwizzleRecord(msgspec.Struct, frozen=True):
    """A layout of a tile, and what the accesses to the tile cost.

    `wavefronts` counts the wavefronts of all accesses, and `costs` the wavefronts of each access.
    """

    layout: str
    wavefronts: int
    costs: tuple[int, ...]


class SwizzlesRecord(msgspec.Struct, frozen=True, tag_field="kind", tag="swizzles"):
    """The layouts that `find swizzle` found.

    `before` is the tile without a swizzle, or null if it does not allow the access widths. `best`
    lists the swizzles to choose from, best first. `padded` is the least padding.
    `fewest` is the least number of wavefronts for this many bytes. The `costs` of each layout are
    in the order of `accesses`.
    """

    schema_version: int
    tile: str
    element: str
    accesses: tuple[str, ...]
    before: SwizzleRecord | None
    best: tuple[SwizzleRecord, ...]
    ties: tuple[str, ...]
    padded: SwizzleRecord | None
    fewest: int
    tried: int
    cpp: str
    dsl: str


class CellRecord(msgspec.Struct, frozen=True):
    """A cell of a picture: its text, the (name, number) pairs in the text, and its mark."""

    text: str
    words: tuple[tuple[str, int], ...]
    mark: str | None


class PanelRecord(msgspec.Struct, frozen=True):
    """One table of a picture. `cells` has the cells of each column in turn, from top to bottom."""

    title: str
    rows: int
    columns: int
    cells: tuple[CellRecord, ...]


class PictureRecord(msgspec.Struct, frozen=True, tag_field="kind", tag="picture"):
    """The tables that `draw` shows."""

    schema_version: int
    panels: tuple[PanelRecord, ...]


PRINTED: Final = (
    *(AnswersRecord, WhereRecord, ValueRecord, TableRecord, SwizzlesRecord, PictureRecord),
    ErrorsRecord,
)
"""The kinds of JSON objects that commands print, except audits."""


def encoded_answers(answers: Sequence[Answered], errors: Sequence[ErrorRecord] = ()) -> bytes:
    """Return the answers as indented JSON with a final newline."""
    questions = tuple(map(_question_record, answers))
    return as_json(AnswersRecord(SCHEMA_VERSION, questions, tuple(errors)))


def encoded_error(message: str) -> bytes:
    """Return the JSON of a command that fails as a whole."""
    return as_json(ErrorsRecord(SCHEMA_VERSION, (ErrorRecord("", message),)))


def encoded_value(expression: str, value: Any, text: str, notes: Sequence[str]) -> bytes:
    """Return a value as indented JSON with a final newline."""
    plain: Any = value if isinstance(value, bool) or is_coordinate(value) else None
    record = ValueRecord(
        SCHEMA_VERSION,
        expression,
        text,
        plain,
        layout_record(value),
        tuple(notes),
    )
    return as_json(record)


def encoded_picture(panels: Sequence[Panel]) -> bytes:
    """Return the tables as indented JSON with a final newline."""
    return as_json(PictureRecord(SCHEMA_VERSION, tuple(map(_panel_record, panels))))


def _panel_record(panel: Panel) -> PanelRecord:
    cells = tuple(
        CellRecord(cell.text, cell.words, panel.mark.name.lower() if at in panel.marked else None)
        for at, cell in enumerate(panel.cells)
    )
    return PanelRecord(panel.title, panel.rows, panel.columns, cells)


def layout_record(value: Any) -> LayoutRecord | None:
    """Return the shape and the stride of a layout with integer strides, or None.

    >>> layout_record(Layout((4, (2, 3))))
    LayoutRecord(shape=(4, (2, 3)), stride=(1, (4, 8)))
    """
    if isinstance(value, Layout) and is_coordinate(value.stride):
        shape: Any = value.shape
        stride: Any = value.stride
        return LayoutRecord(shape, stride)
    return None


def _question_record(answered: Answered) -> QuestionRecord:
    answer = answered.answer
    return QuestionRecord(
        answered.expression, answer.ruling.value, witness_record(answer.witness), answer.reason
    )


def witness_record(witness: Witness | None) -> WitnessRecord | None:
    """Return the witness as numbers, or None."""
    if witness is None:
        return None
    coordinates: Any = witness.coordinates
    values: Any = witness.values
    return WitnessRecord(coordinates, values)
