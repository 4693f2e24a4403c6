"""The command `check`: one yes/no question, or a file of questions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from spec.errors import LayoutError
from spec.memory import machine_of
from spec.parser import Call
from spec.reading.expressions import notes_of
from verif.cli.operands import (
    OF_RULING,
    Answered,
    ForAll,
    Obligations,
    OnMachine,
    answer_line,
    said,
    sized_text,
)
from verif.cli.output import (
    BadInputError,
    Status,
    complain,
    print_line,
    terminal_width,
    worst,
)
from verif.expression import on_machine
from verif.processes.waiting import doing, numbered, waiting
from verif.questions import Effort, ask, read_question
from verif.questions.answer import Ruling
from verif.questions.lines import STANDARD_INPUT, Line, question_lines


def check(
    expression: Annotated[
        str | None,
        typer.Argument(
            metavar="EXPR",
            help="A question, such as injective((4,8):(8,1)), or - to read standard input.",
        ),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="Questions, one per line; # begins a comment."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the answers as JSON.")] = False,
    timeout: Annotated[
        float, typer.Option(min=0.001, help="Limit of the solver for each question, in seconds.")
    ] = Effort().seconds,
    machine: OnMachine = None,
    names: ForAll = None,
    where: Annotated[
        bool,
        typer.Option(
            "--where", help="Find the sizes at which the question holds; only with --for."
        ),
    ] = False,
    smt2: Obligations = None,
) -> None:
    """Answer yes/no questions about layouts of any size; a "no" has a counterexample.

    Questions:
    injective(A): no two coordinates have the same offset
    bijective_onto(A, 24): the offsets are 0 .. 23, each exactly once
    covers(A, 24): every one of 0 .. 23 is an offset
    disjoint(A, B): the only common offset is 0 (of tiles: none)
    fits_int32(A): every offset fits in 32 bits
    aligned(A, 8): every offset is a multiple of 8
    equal(A, B): A and B are the same function of 1-D coordinates
    compatible(A, B): every coordinate of A is a coordinate of B
    composable(A, B): A after B is a layout, which is printed
    distributes(A, B): A o (B1,..,Bm) is (A o B1,..,A o Bm)
    covers_once(TV, (64,64)): each element has exactly one (thread, value)
    covers_once(TV, (64,64), 2): each element has exactly two (thread, value) pairs
    admits_exactly((100), (64), m -> m < 100): the predicate admits each element once
    bitcast(f32[3,4], f32[6,2]): this reshape of an XLA array moves no element
    same_bytes(f32[3,4], f32[3,4]{1,0}): both arrays have the same bytes, padding included
    conflict_free(A, TV, f16): no shared-memory bank conflicts
    coalesced(A, TV, f16): no more global-memory sectors than the data needs
    vectorizes(A, B, TV, f16, 128): a copy from A to B can take 128 bits at a time
    tma_box(A, (128,64), f16, 128): TMA accepts this box of A, with a swizzle of 128 bytes

    Compiler output, compiler types and HLO are accepted, too. A size `?` in them is treated like a
    name that is declared with --for.
    conflict_free and coalesced can name an access width and a machine: conflict_free(A, TV, f16,
    128, gfx942).

    With --for, each name stands for every integer. The question is then proved for all sizes,
    refuted for example sizes, or unknown.

    Exit status: 0 if all hold, 1 if one is refuted, 3 if one is unknown, 2 for bad input. If
    several apply, the status is 2, else 3, else 1.

    Examples:
    layout-verif check "injective((4,8):(1,3))"
    layout-verif check "covers_once(((4,8),(2,2)):((32,1),(16,8)), (16,8))"
    layout-verif check --for "M; M <= 600000" "fits_int32((M,4096):(4096,1))"
    """
    text = None if expression in (None, str(STANDARD_INPUT)) else sized_text(expression, names)
    if text is not None or names is not None:
        if machine is not None:
            raise BadInputError("--machine needs numbers, so it cannot be used with --for")
        if text is None or file is not None or expression == str(STANDARD_INPUT):
            raise BadInputError("--for needs exactly one question, EXPR")
        if where and smt2 is not None:
            raise BadInputError(
                "--smt2 writes one theorem, but --where proves several: use --json instead"
            )
        # Import the provers only for questions that need them.
        from verif.cli import sizes

        ruling = sizes.check(text.text, text.names, smt2, where=where, json=json)
        raise typer.Exit(OF_RULING[ruling])
    if where or smt2 is not None:
        raise BadInputError("--where and --smt2 need --for")
    effort = Effort(seconds=timeout)
    answers: list[Answered] = []
    errors: list[tuple[str, str]] = []
    statuses: set[Status] = set()
    for line, message in numbered(_questions(expression, file), lambda one: f"{one.place}deciding"):
        try:
            question = read_question(line.text)
            asked, on = question, ""
            if machine is not None:
                asked = on_machine(question, machine_of(machine))
                # `on_machine` does not change a question that names its own machine or accesses no
                # memory.
                on = "" if asked == question else f" on {machine}"
            assert isinstance(asked, Call)
            with waiting(message):
                doing(line.text)
                answer = ask(asked, effort)
            answered = Answered(f"{line.text}{on}", answer, notes_of(question))
        except LayoutError as error:
            complain(f"{line.place}{said(error)}")
            errors.append((line.place.removesuffix(": "), said(error)))
            statuses.add(Status.BAD_INPUT)
            continue
        statuses.add(OF_RULING[answered.answer.ruling])
        answers.append(answered)
        if not json:
            print_line(answer_line(answered))
            for row in _shown(asked, answered.answer.ruling):
                print_line(row)
    if json:
        # Import the JSON encoder only if it is needed.
        from verif.cli.records import ErrorRecord, encoded_answers

        refused = [ErrorRecord(place, message) for place, message in errors]
        typer.echo(encoded_answers(answers, refused), nl=False)
    raise typer.Exit(worst(statuses))


MOST_LINES: Final = 100
"""The largest number of lines of a picture that is printed after an answer."""


def _shown(question: Call, ruling: Ruling) -> Sequence[str]:
    """Return the lines of the picture of a refuted question.

    Return no lines if the output is not a terminal, or if there are more than `MOST_LINES` lines.
    """
    width = terminal_width()
    if width is None or ruling is not Ruling.REFUTED:
        return ()
    # Import pictures only if one is shown.
    from verif.questions.pictures import picture

    lines = (picture(question, width) or "").splitlines()
    return lines if len(lines) <= MOST_LINES else ()


def _questions(expression: str | None, file: Path | None) -> tuple[Line, ...]:
    if (expression is None) == (file is None):
        raise BadInputError("give exactly one of EXPR, - and --file FILE")
    if expression == str(STANDARD_INPUT):
        return question_lines(STANDARD_INPUT)
    return question_lines(file) if file is not None else (Line(expression or ""),)
