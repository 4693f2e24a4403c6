"""Evaluate an expression, or answer a question, that is given as text."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Final, Protocol, overload

from spec.errors import KindError, LayoutError, NotationError
from spec.memory import machine_of
from spec.parser import Call
from spec.reading.expressions import translated, unknowns_of
from spec.spelling import nearest
from spec.taking import shown
from verif.expression import OPERATIONS, Result, evaluated, on_machine, read
from verif.operations.kinds import Signature
from verif.questions.answer import Answer, Effort
from verif.questions.concise import name_of_number
from verif.questions.question import QUESTIONS, ask, read_question
from verif.sizes.asked import Asked, asked
from verif.sizes.calculator import Tabled, tabled
from verif.upstream.in_process import SPEC

KNOWN: Final = OPERATIONS.keys() | QUESTIONS.keys()


@overload
def check(question: str, *, machine: str | None = None, seconds: float = ...) -> Answer: ...
@overload
def check(question: str, sizes: str) -> Asked: ...
def check(
    question: str,
    sizes: str | None = None,
    *,
    machine: str | None = None,
    seconds: float = Effort().seconds,
) -> Answer | Asked:
    """Answer a yes/no question about layouts. With `sizes`, the answer is for all integers.

    >>> answer = check("injective((4,8):(1,3))")
    >>> answer.holds, answer.witness.coordinates, answer.witness.values
    (False, (3, 4), (3,))
    >>> check("fits_int32((M,4):(4,1))", "M; M <= 1000").holds
    True

    Args:
        question: such as `injective((4,8):(8,1))`; `layout-verif check --help` lists the questions.
        sizes: names that stand for all integers, and conditions: `M, N; M % 128 == 0`.
        machine: the machine that executes the memory accesses, such as `gfx942`.
        seconds: the solver's time limit.

    Raises:
        LayoutError: if the text is not a question, or if the question makes no sense.
    """
    with _hints("check", question, sizes):
        if sizes is not None:
            if machine is not None:
                raise LayoutError("give a machine or sizes, not both: a machine needs numbers")
            found = translated(question, sizes, KNOWN)
            return asked(found.text, found.names)
        call = read_question(question)
        on = call if machine is None else on_machine(call, machine_of(machine))
        assert isinstance(on, Call)
        return ask(on, Effort(seconds=seconds))


@overload
def evaluate(expression: str, *, machine: str | None = None) -> Result: ...
@overload
def evaluate(expression: str, sizes: str) -> Tabled: ...
def evaluate(
    expression: str, sizes: str | None = None, *, machine: str | None = None
) -> Result | Tabled:
    """Calculate with layouts. With `sizes`, the result is proved for all integers.

    >>> evaluate("complement(4:2, 24)")
    Layout.parse('(2,3):(1,8)')
    >>> found = evaluate("size((M,4):(4,1))", "M")
    >>> print(found), found.at(M=100)
    4*M
    (None, 400)

    Args:
        expression: such as `coalesce((2,4):(1,2))`; `layout-verif operations` lists all operations.
        sizes: names that stand for all integers, and conditions: `M, N; M % 128 == 0`.
        machine: the machine that executes the memory accesses, such as `gfx942`.

    Raises:
        LayoutError: if the text is not an expression, or if an operation refuses its arguments.
    """
    with _hints("evaluate", expression, sizes):
        name = expression.partition("(")[0].strip()
        if name in QUESTIONS.keys() - OPERATIONS.keys():
            raise LayoutError(f"{name} is a question: write verif.check({expression!r})")
        if sizes is not None:
            if machine is not None:
                raise LayoutError("give a machine or sizes, not both: a machine needs numbers")
            found = translated(expression, sizes, KNOWN)
            return tabled(found.text, found.names)
        tree = read(expression)
        return evaluated(tree if machine is None else on_machine(tree, machine_of(machine)), SPEC)


@contextmanager
def _hints(call: str, text: object, sizes: str | None) -> Generator[None]:
    """Add a note to an error, saying what to write instead."""
    if not isinstance(text, str):
        raise KindError(call, 1, "a text", shown(text))
    try:
        yield
    except LayoutError as error:
        hint = _hint(call, text, sizes, error)
        if hint:
            error.add_note(hint)
        raise


def _hint(call: str, text: str, sizes: str | None, error: LayoutError) -> str:
    if isinstance(error, NotationError) and error.text == text:
        known = QUESTIONS if call == "check" else OPERATIONS
        found = re.compile(r"[A-Za-z]\w*").match(text, error.position)
        hint = (
            _hint_on_call(text, error, known)
            if found is None
            else _hint_on_name(text, found, sizes, error, known)
        )
        if hint:
            return hint
    unknown = ", ".join(dict.fromkeys(one.name for one in unknowns_of(text, KNOWN)))
    return f'an unknown number stands for all sizes: give sizes="{unknown}"' if unknown else ""


def _hint_on_name(
    text: str,
    name: re.Match[str],
    sizes: str | None,
    error: NotationError,
    known: Mapping[str, _Called],
) -> str:
    """Say what to write in place of a name."""
    if name_of_number(error):
        return f'for all sizes, give the names: sizes="{name[0]}"'
    missing = ("expected an integer or one of ", f"unknown name {name[0]!r}, not one of ")
    if sizes is not None and error.problem.startswith(missing):
        names, colon, conditions = sizes.partition(";")
        return f'declare {name[0]}: sizes="{names.strip()}, {name[0]}{colon}{conditions}"'
    if name[0] in OPERATIONS.keys() - QUESTIONS.keys() and error.position == 0:
        return f"{name[0]} is an operation: write verif.evaluate({text!r})"
    near = nearest(name[0], known)
    if near and name[0] not in known:
        return f"write {text[: name.start()]}{near[0]}{text[name.end() :]}"
    return ""


def _hint_on_call(text: str, error: NotationError, known: Mapping[str, _Called]) -> str:
    """Suggest what to write instead of a text that contains no call."""
    name = text.strip()
    if name in known:
        return f"write {name}{known[name].signature}"
    if error.position == 0 and known is QUESTIONS:
        return f"write a question, such as injective({name or '(4,8):(8,1)'})"
    return ""


class _Called(Protocol):
    """A question or an operation: both have a signature."""

    @property
    def signature(self) -> Signature: ...
