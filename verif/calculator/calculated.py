"""Evaluate an expression or a question for the page: its value, a drawing, and its properties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from spec.atoms import Atom, TiledMMA
from spec.bridges.positions import Positioned, Positions
from spec.composed import AnyLayout
from spec.errors import LayoutError
from spec.parser import Call
from spec.pictures.values import drawing_of
from spec.reading.expressions import notes_of
from spec.taking import is_int_tuple
from verif.calculator.form import is_question
from verif.expression import Result, checked, evaluated, formatted, read
from verif.operations.kinds import POSITIONED, Signature
from verif.questions import Effort, ask, read_question
from verif.questions.pictures import picture_svg
from verif.questions.question import arguments
from verif.upstream.in_process import SPEC

PROPERTIES: Final = ("shape", "stride", "rank", "depth", "size", "cosize", "coalesce")
"""The page shows the results of these operations for a layout, unless they reject the layout."""

MOST_CELLS: Final = 1024
"""The page draws no layout with more cells than this."""

MOST_OF_A_QUESTION: Final = 8192
"""If a layout in a question has more cells than this, the page draws nothing for the question."""


@dataclass(frozen=True)
class Calculated:
    """The result of a form: a printed value, the answer to a question, or an error.

    `ruling` is set only for a question, and `error` only if there is no other result. `drawings`
    has a title and SVG for each drawing, and `properties` has an expression and its value for each
    property. `command` is the command that prints the same result, without the leading word
    `layout-verif`.
    """

    printed: str = ""
    ruling: str = ""
    error: str = ""
    drawings: tuple[tuple[str, str], ...] = ()
    properties: tuple[tuple[str, str], ...] = ()
    command: str = ""
    notes: tuple[str, ...] = ()
    """Notes on how the text was converted to the notation of `spec`, and on what was assumed."""


def calculated(text: str, effort: Effort) -> Calculated:
    """Return the result of an expression of `eval` or a question of `check`.

    >>> calculated("size((2,3):(1,2))", Effort()).printed
    '6'
    >>> calculated("injective(4:0)", Effort()).ruling
    'refuted'
    >>> calculated("size(", Effort()).error[:8]
    'expected'
    """
    try:
        return _calculated(text, effort)
    except LayoutError as error:
        return Calculated(error=str(error))
    except RecursionError:
        return Calculated(error="too many modes or parentheses for Python's recursion limit")


def _calculated(text: str, effort: Effort) -> Calculated:
    if is_question(text):
        question = read_question(text)
        answer = ask(question, effort)
        return Calculated(
            answer.reason,
            str(answer.ruling),
            drawings=_pictures(question),
            notes=notes_of(question),
        )
    expression = read(text)
    value, notes = evaluated(expression, SPEC), notes_of(expression)
    printed = formatted(value)
    if isinstance(value, Atom | TiledMMA):
        drawn = drawing_of(value)
        return Calculated(printed, notes=notes, drawings=() if drawn is None else (("", drawn),))
    if isinstance(value, str | bool) or is_int_tuple(value) or not POSITIONED.accepts(value):
        return Calculated(printed, notes=notes)
    return Calculated(
        printed,
        notes=notes,
        drawings=_drawings(value),
        properties=(*_operations(printed), *_questions(printed, effort)),
    )


def _pictures(question: Call) -> tuple[tuple[str, str], ...]:
    sizes = (one.size for one in arguments(question) if isinstance(one, AnyLayout | Positions))
    picture = picture_svg(question) if max(sizes, default=0) <= MOST_OF_A_QUESTION else None
    return () if picture is None else (("", picture),)


def _drawings(value: Result) -> tuple[tuple[str, str], ...]:
    try:
        (accepted,) = checked("draw", Signature((POSITIONED,)), (value,))
    except LayoutError:
        return ()
    # Each value of the kind `POSITIONED` is a `Positioned`, but the type checker cannot infer this.
    layout = cast("Positioned", accepted)
    drawn = drawing_of(layout) if layout.size <= MOST_CELLS else None
    return () if drawn is None else (("", drawn),)


def _operations(printed: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name in PROPERTIES:
        expression = f"{name}({printed})"
        try:
            result = evaluated(read(expression), SPEC)
        except LayoutError:
            continue
        found.append((expression, formatted(result)))
    return found


def _questions(printed: str, effort: Effort) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for question in (f"injective({printed})", f"bijective_onto({printed}, size({printed}))"):
        try:
            answer = ask(read_question(question), effort)
        except LayoutError:
            continue
        found.append((question, f"{answer.ruling}: {answer.reason}"))
    return found
