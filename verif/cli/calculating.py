"""The calculator: the command `eval`, and `serve`, which shows the calculator as a web page.

`eval` uses `spec`, and also real implementations if the user names them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

import typer

from spec.errors import LayoutError, MalformedError
from spec.memory import machine_of
from spec.parser import Call, Expression
from spec.reading.expressions import notes_of
from verif.cli.operands import (
    OF_RULING,
    ForAll,
    Obligations,
    OnMachine,
    say_notes,
    sized_text,
)
from verif.cli.output import BadInputError
from verif.expression import (
    ExpressionError,
    MissingOperationError,
    evaluated,
    formatted,
    on_machine,
    read,
)
from verif.operations.table import OPERATIONS
from verif.questions.question import QUESTIONS
from verif.upstream.in_process import SPEC, CrashedError, InProcess, MissingImplementationError

NOT_ASKED: Final = "nothing to call: the expression has no operation"


def evaluate(
    expression: Annotated[
        str, typer.Argument(metavar="EXPR", help="Such as coalesce((2,4):(1,2)).")
    ],
    beside: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="IMPL,IMPL",
            help="Also evaluate in implementations such as pycute@4.2.0.0: see `upstream list`.",
        ),
    ] = None,
    machine: OnMachine = None,
    names: ForAll = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at", metavar="SIZES", help="Also print the result at sizes, such as M=256,N=100."
        ),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print the value, or the cases and the theorem, as JSON.")
    ] = False,
    smt2: Obligations = None,
) -> None:
    """Calculate with layouts: `composition((6,2):(8,2), (4,3):(3,1))`.

    `layout-verif operations` lists all operations. Compiler output, compiler types and HLO are
    accepted, too; notes on standard error say what was converted. With --for, names in the
    expression stand for all integers, and the printed result is proved.

    Exit status: 0, 2 for bad input; with --for, 3 if the result is unknown.

    Examples:
    layout-verif eval "linear_index(bf16[16,256]{1,0:T(8,128)(2,1)}, (9,130))"
    layout-verif eval --for "M" "size((M,4):(4,1))"
    """
    name = expression.partition("(")[0].strip()
    if name in QUESTIONS.keys() - OPERATIONS.keys():
        raise BadInputError(f"{name} is a question: write `layout-verif check`")
    text = sized_text(expression, names)
    if text is not None:
        for option, given in (("--with", beside or None), ("--machine", machine)):
            if given is not None:
                raise BadInputError(f"{option} needs numbers, so it cannot be used with --for")
        # Import the provers only if they are needed.
        from verif.cli import sizes

        raise typer.Exit(OF_RULING[sizes.evaluate(text.text, text.names, at, smt2, json=json)])
    if at is not None or smt2 is not None:
        raise BadInputError("--at and --smt2 need --for")
    if json and beside:
        raise BadInputError("give --json or --with, not both")
    tree = read(expression)
    if machine is not None:
        tree = on_machine(tree, machine_of(machine))
    if json:
        # Import the JSON encoder only if it is needed.
        from verif.cli.records import encoded_value

        value = evaluated(tree, SPEC)
        text_of_value, notes = formatted(value), notes_of(tree)
        typer.echo(encoded_value(expression, value, text_of_value, notes), nl=False)
        return
    if not beside:
        typer.echo(formatted(evaluated(tree, SPEC)))
        say_notes(notes_of(tree))
        return
    for line in lines_beside(tree, ",".join(beside).split(",")):
        typer.echo(line)


def answer(tree: Expression, implementation: InProcess) -> str:
    """Return the implementation's value of the expression, or its error or crash, as one line."""
    try:
        return formatted(evaluated(tree, implementation))
    except ExpressionError:
        raise
    except MissingOperationError as missing:
        return str(missing)
    except CrashedError as crash:
        return f"crashed: {crash}"
    except MalformedError as malformed:
        return f"malformed: {malformed}"
    except LayoutError as rejection:
        return f"rejected: {rejection}"


def lines_beside(tree: Expression, names: Sequence[str]) -> Iterator[str]:
    """Yield a line with the expression's value in `spec`, and a line for each named implementation.

    If the expression is not a call, no implementation is called, and the lines say so.
    """
    implementations = SPEC, *(_beside(name.strip()) for name in names)
    width = max(len(str(one)) for one in implementations) + 1
    for one in implementations:
        is_asked = one is SPEC or isinstance(tree, Call)
        yield f"{f'{one}:':{width}} {answer(tree, one) if is_asked else NOT_ASKED}"


def _beside(name: str) -> InProcess:
    """Return the named implementation. `pycute` runs in this process, others in subprocesses."""
    # Import late, because these modules are needed only if the user names an implementation.
    from verif.upstream.environments import pinned_versions
    from verif.upstream.implementation import called, implementation
    from verif.upstream.pycute import pycute

    if name != "pycute":
        return called(implementation(name))
    try:
        return pycute()
    except MissingImplementationError as missing:
        newest = pinned_versions(name)[-1]
        raise MissingImplementationError(
            f"{missing}; or write pycute@{newest}, which is downloaded once"
        ) from None


def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port on 127.0.0.1; 0 picks a free one.")
    ] = 8000,
    timeout: Annotated[float, typer.Option(min=0.001, help="CPU seconds for each answer.")] = 60.0,
) -> None:
    """Serve a web page with forms for `eval`, `check`, `draw`, `find`, `audit` and `kernel`.

    Each form also shows the command that prints the same answer, and a link to the question. Only
    this machine can open the page. The page does not read or write your files: paste a text, or
    choose a file in the browser. Press Ctrl-C to stop.

    Exit status: 0, 2 for bad input, such as a port in use.

    Examples:
    layout-verif serve
    layout-verif serve --port 8080
    """
    # Import the server late, because `eval` does not need it.
    from verif.calculator.server import HOST, Server

    try:
        server = Server(port, timeout)
    except OSError as error:
        raise BadInputError(f"port {port} of {HOST}: {error.strerror}") from error
    try:
        typer.echo(f"{server.address} (press Ctrl-C to stop)")
        server.serve_forever()
    except KeyboardInterrupt:
        typer.echo()
    finally:
        server.server_close()
