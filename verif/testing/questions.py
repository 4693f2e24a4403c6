"""Assertions that a question holds. A failing assertion shows the counterexample.

Each argument is a layout of `spec`, of pycute or of the CuTe DSL, or an expression as text.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import Final

from spec.errors import NotationError
from spec.named_notation import parse_predicate
from spec.parser import Call
from spec.reading.operands import placed
from verif.expression import evaluated_with_tile, formatted
from verif.questions import Answer, Effort, Ruling, ask
from verif.questions.concise import concisely, name_of_number
from verif.questions.pictures import command, picture, picture_svg
from verif.testing.arguments import argument
from verif.testing.recorded import record, record_picture

__tracebackhide__ = True
# `__tracebackhide__` makes pytest report a failure at the line of the test, not of this module.

MOST_LINES: Final = 100
"""The greatest number of lines of a picture in the message of a failure."""

INDENT: Final = 8
"""How many characters pytest puts before each line of a message."""

VERB: Final = {Ruling.REFUTED: "is refuted", Ruling.UNKNOWN: "is unknown"}


def assert_admits_exactly(tensor: object, tile: object, predicate: str, *grid: object) -> None:
    """Assert that the predicate admits each element of the tensor once, and nothing outside."""
    admitted = concisely(parse_predicate, predicate, ())
    _assert_holds("admits_exactly", tensor, tile, admitted, *grid)


def assert_aligned(layout: object, n: object) -> None:
    """Assert that every offset is a multiple of n."""
    _assert_holds("aligned", layout, n)


def assert_bijective_onto(layout: object, n: object) -> None:
    """Assert that the offsets are 0 .. n - 1, each exactly once."""
    _assert_holds("bijective_onto", layout, n)


def assert_bitcast(a: object, b: object, *dimensions: tuple[int, ...]) -> None:
    """Assert that no element moves if the XLA array A, or a transpose of A, is reshaped to B."""
    _assert_holds("bitcast", a, b, *dimensions)


def assert_coalesced(layout: object, tv: object, element: str, *width: int) -> None:
    """Assert that no request of a warp touches more sectors than its data needs."""
    _assert_holds("coalesced", layout, tv, element, *width)


def assert_compatible(a: object, b: object) -> None:
    """Assert that every coordinate of A is a coordinate of B, and the sizes are equal."""
    _assert_holds("compatible", a, b)


def assert_composable(a: object, b: object) -> None:
    """Assert that A after B is a layout."""
    _assert_holds("composable", a, b)


def assert_conflict_free(layout: object, tv: object, element: str, *width: int) -> None:
    """Assert that there are no bank conflicts."""
    _assert_holds("conflict_free", layout, tv, element, *width)


def assert_covers(layout: object, n: object) -> None:
    """Assert that every one of 0 .. n - 1 is an offset."""
    _assert_holds("covers", layout, n)


def assert_covers_once(tv: object, tile: object, *times: int) -> None:
    """Assert that exactly one (thread, value) pair takes each element of the tile.

    With a third argument n, exactly n pairs must take each element.
    """
    _assert_holds("covers_once", tv, tile, *times)


def assert_disjoint(a: object, b: object) -> None:
    """Assert that 0 is the only common offset of A and B.

    If A or B is a tile, they have no common offset.
    """
    _assert_holds("disjoint", a, b)


def assert_distributes(a: object, b: object) -> None:
    """Assert that A(B(c_1, .., c_m)) = A(B_1(c_1)) + .. + A(B_m(c_m)) at every coordinate.

    B_1, .., B_m are the modes of B.
    """
    _assert_holds("distributes", a, b)


def assert_equal(a: object, b: object) -> None:
    """Assert that A and B are the same function."""
    _assert_holds("equal", a, b)


def assert_fits_int32(layout: object) -> None:
    """Assert that every offset fits in a signed 32-bit integer."""
    _assert_holds("fits_int32", layout)


def assert_injective(layout: object) -> None:
    """Assert that no two coordinates have the same offset."""
    _assert_holds("injective", layout)


def assert_same_bytes(a: object, b: object, *element: str) -> None:
    """Assert that two arrays have the same bytes in memory.

    Each element has the same type, width and place in both arrays. With padding, both arrays have
    the same size.
    """
    _assert_holds("same_bytes", a, b, *element)


def assert_tma_box(gmem: object, box: object, element: str, *span: int) -> None:
    """Assert that TMA accepts this box of `gmem`; a fourth argument is the swizzle in bytes."""
    _assert_holds("tma_box", gmem, box, element, *span)


def assert_vectorizes(src: object, dst: object, tv: object, element: str, width: int) -> None:
    """Assert that a copy from src to dst can move `width` bits at a time."""
    _assert_holds("vectorizes", src, dst, tv, element, width)


def _assert_holds(question: str, *given: object) -> None:
    with _advice(question, given):
        call = Call(question, tuple(concisely(argument, one) for one in given))
    answer = concisely(ask, call, Effort())
    values = placed([evaluated_with_tile(part) for part in call.args])
    asked = f"{question}({', '.join(map(formatted, values))})"
    record(answer.ruling, asked)
    if answer.ruling is not Ruling.HOLDS:
        raise AssertionError(_failure(asked, answer, call))


@contextmanager
def _advice(question: str, given: tuple[object, ...]) -> Generator[None]:
    """If a text has a name in place of a number, add a note: how to ask about all sizes."""
    try:
        yield
    except NotationError as error:
        name = name_of_number(error)
        if name:
            asked = f"{question}({', '.join(map(str, given))})"
            error.add_note(f'for all sizes, write assert verif.check("{asked}", "{name}")')
        raise


def _failure(asked: str, answer: Answer, call: Call) -> str:
    """Return the failure message: the answer, its picture, and the command that repeats the check.

    A long picture is replaced by the command that draws it.
    """
    said = f"{asked} {VERB[answer.ruling]}: {answer.reason}"
    shown = picture(call, get_terminal_size().columns - INDENT) or ""
    drawn = picture_svg(call)
    if drawn is not None:
        record_picture(drawn)
    asking = f'layout-verif check "{asked}"'
    if shown.count("\n") >= MOST_LINES:
        return f"{said}\n\n{asking}\n{command(asked)}"
    return "\n\n".join((said, *((shown,) if shown else ()), asking))
