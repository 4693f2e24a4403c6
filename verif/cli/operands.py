"""Shared parts of commands that take expressions: options, values, notes, errors, answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from spec.atoms.copy import EXAMPLES
from spec.errors import KindError, LayoutError, NotationError
from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.reading.elements import element_of
from spec.reading.expressions import Translated, translated, unknowns_of
from spec.reading.tiled import TiledLayout
from spec.spelling import nearest
from verif.cli.documents import documents
from verif.cli.index import COMMANDS
from verif.cli.output import NAME, BadInputError, Status
from verif.expression import OPERATIONS, checked, evaluated, evaluated_with_tile, read
from verif.expression.evaluation import INSTEAD
from verif.kernel.errors import ClaimError, TheoryError
from verif.operations.kinds import LAYOUT, Kind, Signature
from verif.questions import QUESTIONS
from verif.questions.answer import Answer, Ruling
from verif.upstream.in_process import SPEC, MissingImplementationError

REFUSALS: Final = (
    *(BadInputError, ClaimError, LayoutError, MissingImplementationError, TheoryError),
)
"""The errors that mean bad input, rather than a fault of this program."""


def operand(command: str, text: str, kind: Kind, tensor: IntTuple | None = None) -> Any:
    """Return the value of an expression, converted to the kind that the command needs.

    Raises LayoutError for a value of another kind. A tiled copy becomes the thread-value layout of
    its tile. If the shape `tensor` is given, the tile is repeated over a tensor of this shape.
    Error messages show `command`, which is the name of a command or an option such as `--smem`.
    """
    found = evaluated(read(text), SPEC) if tensor is None else evaluated_with_tile(read(text))
    if isinstance(found, TiledLayout):
        found = found.tv if tensor is None else found.on(tensor)
    (value,) = checked(command, Signature((kind,)), (found,))
    return value


def access(command: str, text: str, tensor: IntTuple | None = None) -> tuple[Layout, int | None]:
    """Parse `TV@BITS`: a thread-value layout and an access width, which is None without `@BITS`."""
    tv, at, width = text.partition("@")
    bits = int(width) if width.strip().isdecimal() else 0
    if at and bits.bit_count() != 1:
        raise LayoutError(
            f"expected a power of two after @ in {text!r}: the bits of an access, such as @128"
        )
    return operand(command, tv, LAYOUT, tensor), bits if at else None


OnMachine = Annotated[
    str | None,
    typer.Option(
        "--machine",
        metavar="ARCH",
        help="The machine that executes memory accesses: sm_90 (the default), gfx942, gfx950, ..",
    ),
]


def said(refusal: Exception) -> str:
    """Return the message of an input error, with advice, such as to declare a name in `--for`.

    >>> said(NotationError("(M)", 1, "expected an integer"))
    "expected an integer at position 1 of '(M)'; for all sizes, use `check` or `eval` with --for M"
    """
    if isinstance(refusal, NotationError):
        return _with_advice(refusal)
    if isinstance(refusal, KindError):
        return f"{refusal}{INSTEAD.get(refusal.operation, '')}"
    return str(refusal)


def _with_advice(refusal: NotationError) -> str:
    """Return the message about a text that cannot be read, with advice on what to write."""
    if refusal.text.lstrip().startswith(f"{NAME} "):
        return f"write only the expression or the question, without `{NAME}` and its command"
    file = refusal.text.strip()
    if re.fullmatch(r"[^\s():,]+\.toml", file):
        return (
            f"{file} is the name of a file, not an expression; `{NAME} kernel {file}` decides a"
            f" kernel file, and `{NAME} kernel -o DIR {file}` draws its steps"
        )
    bracketed = _BRACKETED.search(refusal.text)
    if bracketed is not None:
        fixed = bracketed[0].translate(str.maketrans("[]", "()"))
        return f"{refusal}; a CuTe layout has parentheses: {fixed}"
    if refusal.problem.startswith("unexpected character") and _OF_COMPILERS.match(file):
        return f"{refusal}; `{NAME} audit FILE` reads the operations of compilers"
    name = re.compile(r"[A-Za-z]\w*").match(refusal.text, refusal.position)
    if name is not None:
        after = refusal.text[name.end() :]
        shown = str(refusal)
        if _is_format(name[0]):
            # Do not suggest a similar name: it would be another format (NZ is not nZ).
            shown = re.sub(r" \(did you mean .*?\)", "", shown)
        before = refusal.text[: refusal.position]
        return f"{shown}{_advice(refusal.problem, before, name[0], after)}"
    return str(refusal)


def _advice(problem: str, before: str, name: str, after: str) -> str:
    """Return advice on what to write in place of a name, or an empty string.

    The advice is appended to a message. `before` and `after` are the texts around the name.
    """
    if problem.startswith(f"unknown name {name!r}"):
        return _advice_on_name(problem, before, name, after)
    if problem == "expected an integer":
        return f"; {_sized(name)}"
    if problem.startswith("expected an integer or one of "):
        return _declared(name)
    if problem.startswith("unknown element type") and _is_format(name):
        return _ON_FORMAT
    if problem.startswith("unknown operation"):
        return _advice_on_call(name, is_near="did you mean" in problem)
    return _advice_on_element(problem, name, after)


def _sized(name: str) -> str:
    return f"for all sizes, use `check` or `eval` with --for {name}"


def _declared(name: str) -> str:
    return f"; declare {name} in --for after a comma, as in --for 'M, N'"


def _advice_on_name(problem: str, before: str, name: str, after: str) -> str:
    """Return advice on what to write in place of an unknown name, or an empty string."""
    if re.search(r"\bcopy_atom\(\s*$", before):
        return f"; a copy instruction has {EXAMPLES}"
    if "did you mean" in problem:
        return ""
    if "admits_exactly(" in before and re.match(r"\s*[<>=]", after):
        return f"; write the coordinates before a predicate, as in {name} -> {name} < 8"
    if _FOREIGN.match(after):
        return f"; `{NAME} help texts` lists the texts of other tools that {NAME} reads"
    if problem.startswith(f"unknown name {name!r}, not one of "):
        return _declared(name)
    return f"; write its value, or, {_sized(name)}"


def _advice_on_element(problem: str, name: str, after: str) -> str:
    """Return advice on what to write in place of an element type, or an empty string."""
    if problem.startswith("unknown element type") and _PRODUCT.fullmatch(name):
        return "; a machine is named by its architecture, such as sm_90 or gfx942"
    if problem.startswith("unknown element type") and _ATOM.match(name):
        return "; write the whole name of an MMA atom, such as SM80_16x8x16_F32F16F16F32_TN"
    found = element_of(name)
    if problem.endswith("is not an element type of XLA arrays") and found is not None:
        return f"; write {found[0]}{after}"
    return ""


_FOREIGN: Final = re.compile(r"\s*(?:::|<)|\s+(?:%[A-Za-z][\w.]*\s*[(=]|[A-Za-z])")
"""A pattern for what follows the first name in another tool's text, such as `<` in `memref<..>`."""

_OF_COMPILERS: Final = re.compile(r"[%#!@][A-Za-z\d_]")
"""A pattern for the beginning of an operation or an attribute in a compiler's text."""

_PRODUCT: Final = re.compile(r"(?:[abhlv]|g[bh]|mi|rtx)\d{2,4}", re.IGNORECASE)
"""A pattern for the name of a GPU, such as h100."""

_ATOM: Final = re.compile(r"SM\d+_|V_MFMA_", re.IGNORECASE)
"""A pattern for the beginning of the name of an MMA atom."""

_FORMATS: Final = "blocked-formats"
"""The name of the page that shows the formats of other libraries as layouts."""

_ON_FORMAT: Final = f"; `{NAME} help {_FORMATS}` shows this format as a layout"


@cache
def _is_format(name: str) -> bool:
    page = documents() / "how-to" / f"{_FORMATS}.md"
    return f"`{name}`" in page.read_text(encoding="utf-8")


def _advice_on_call(name: str, *, is_near: bool) -> str:
    """Return advice on what to use in place of an unknown operation.

    With `is_near`, the message already suggests a similar name, so no further name is suggested.
    """
    if name in QUESTIONS:
        return f"; {name} is a question of `{NAME} check`"
    if name in COMMANDS:
        return f"; `{NAME} {name}` is a command"
    if _is_format(name):
        return _ON_FORMAT
    if is_near:
        return ""
    question = nearest(name, QUESTIONS)
    if question:
        return f" (did you mean {question[0]}? It is a question of `{NAME} check`)"
    # Import late, because only the message about an unknown name needs this module.
    from verif.pages.operations import operations_about

    listed = f"{NAME} operations"
    return f"; `{listed} {name}` lists some" if operations_about(name) else f"; see `{listed}`"


_BRACKETED: Final = re.compile(r"(?<!\w)\[[\d,\s\[\]]+\]\s*:\s*(\[[\d,\s\[\]]+\]|\d+)")
"""A pattern for a layout with brackets in place of parentheses."""

KNOWN = OPERATIONS.keys() | QUESTIONS.keys()

COLOURS: Final = {Ruling.HOLDS: "green", Ruling.REFUTED: "yellow", Ruling.UNKNOWN: "magenta"}

OF_RULING: Final = {
    Ruling.HOLDS: Status.YES,
    Ruling.REFUTED: Status.NO,
    Ruling.UNKNOWN: Status.UNKNOWN,
}
"""The exit status of an answer."""

ForAll = Annotated[
    str | None,
    typer.Option(
        "--for", metavar="NAMES", help="Unknown integers and conditions: 'M, N; M % 128 == 0'."
    ),
]
Obligations = Annotated[
    Path | None,
    typer.Option(
        "--smt2", metavar="DIR", help="Write every obligation as SMT-LIB; only with --for."
    ),
]


def sized_text(expression: str, names: str | None) -> Translated | None:
    """Give each unknown number `?` of the expression a name, and add the names of `--for`.

    Return None if there are neither names nor unknown numbers.

    >>> sized_text("injective((?{div=8},4):(4,1))", None)
    Translated(text='injective((N1,4):(4,1))', names='N1; N1 % 8 == 0', \
notes=('? is N1, N1 % 8 == 0',))
    """
    if names is None and not unknowns_of(expression, KNOWN):
        return None
    found = translated(expression, names or "", KNOWN)
    say_notes(found.notes)
    return found


def say_notes(notes: Sequence[str]) -> None:
    """Print each note as a line on standard error, so that standard output has only the value."""
    for note in notes:
        typer.echo(f"note: {note}", err=True)


@dataclass(frozen=True)
class Answered:
    """A question as the user wrote it, and its answer."""

    expression: str
    answer: Answer
    notes: tuple[str, ...] = ()
    """How texts in other notations were converted, and what was assumed."""


def answer_line(answered: Answered) -> str:
    """Return a line with the coloured ruling, the question, and the reason for the ruling.

    >>> typer.echo(answer_line(Answered("injective(4:2)", Answer(Ruling.HOLDS, "it is"))))
    holds    injective(4:2): it is
    """
    ruling = answered.answer.ruling
    head = typer.style(f"{ruling:7}", fg=COLOURS[ruling])
    question = " ".join(answered.expression.split())
    notes = f" ({'; '.join(answered.notes)})" if answered.notes else ""
    return f"{head}  {question}: {answered.answer.reason}{notes}"
