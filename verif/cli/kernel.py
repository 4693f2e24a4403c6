"""The command `kernel`: it checks the data movement of a whole kernel, for all sizes."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verif.audit.audit import Audit
from verif.audit.statement import Statement, Verdict
from verif.cli.auditing import COLOURS, status_of
from verif.cli.output import BadInputError, Status, complain, print_line, worst
from verif.movement.errors import KernelFileError
from verif.processes.waiting import numbered, waiting

if TYPE_CHECKING:
    from verif.cli.audit_records import Result
    from verif.movement.decide import Decided

FAMILY = "kernel"
"""The name of the kernel-file format in the records of audits."""


class Form(StrEnum):
    """The values of `--as`: the language of the code that is printed instead of verdicts."""

    CUTE = "cute"
    DSL = "dsl"


def kernel(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE..", help="Kernel files, TOML or Python.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also show the statements that hold.")
    ] = False,
    costs: Annotated[
        bool, typer.Option("--costs", help="Exit with status 1 for costs, not only for faults.")
    ] = False,
    where: Annotated[
        bool,
        typer.Option(
            "--where", help="If a statement fails at some sizes, print the sizes at which it holds."
        ),
    ] = False,
    form: Annotated[
        Form | None, typer.Option("--as", help="Print code for the layouts and copies of the file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print all statements as JSON.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="Write pictures of each step."),
    ] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON schema of kernel files.")
    ] = False,
) -> None:
    """Check the data movement of whole kernels, for all sizes.

    FILE has the sizes, tensors, shared memory, matrix instruction and steps of a kernel. The output
    has a line for each step, tensor and buffer. Statements that do not hold follow below that line.

    Verdicts:
    fault: the kernel is wrong, and the line has a witness: sizes, tile, thread, element
    cost: the kernel is right, but needs more wavefronts or sectors than necessary
    unknown: the statement was neither proved nor refuted
    holds: proved for all sizes, tiles, threads and elements

    `layout-verif help kernel-files` shows how to write FILE, and `help kernel-file` lists its keys.

    Exit status: 0 without faults, 1 with a fault, 2 for bad input, 3 if nothing was decided.

    Examples:
    layout-verif kernel gemm.kernel.toml
    layout-verif kernel --where --all gemm.kernel.toml
    layout-verif kernel --as cute gemm.kernel.toml
    """
    # Import late, because `--help` needs no solvers.
    from verif.cli.records import ErrorRecord
    from verif.movement.decide import decide_file

    if schema:
        _print_schema()
        return
    if not files:
        raise BadInputError("give a kernel file: layout-verif kernel FILE.toml")
    results: list[Result] = []
    errors: list[ErrorRecord] = []
    statuses: list[Status] = []
    for file, message in numbered(files, "{}: deciding".format):
        try:
            with waiting(message):
                decided = decide_file(file)
        except KernelFileError as error:
            said = str(error)
            complain(said if said.startswith(str(file)) else f"{file}: {said}")
            errors.append(ErrorRecord(str(file), said))
            statuses.append(Status.BAD_INPUT)
            continue
        results.append(_result(file, decided))
        statuses.append(status_of(results[-1], costs=costs))
        if output is not None:
            _draw(output / file.stem if len(files) > 1 else output, decided)
        if form is not None:
            _print_code(decided, form)
        elif not json:
            _print(file, decided, everything=everything, where=where)
    if json:
        # Import late, because only JSON needs it.
        from verif.cli.audit_records import encoded

        typer.echo(encoded(results, errors), nl=False)
    raise typer.Exit(worst(statuses))


def _result(file: Path, decided: Decided) -> Result:
    from verif.cli.audit_records import Result

    audit = Audit(FAMILY, decided.statements)
    return Result(file, audit, (False,) * len(decided.statements))


def _print(file: Path, decided: Decided, *, everything: bool, where: bool) -> None:
    from verif.movement.summary import lines

    for one in lines(decided):
        figures = f": {one.figures}" if one.figures else ""
        print_line(f"{file}:{one.line}: {_styled(one.verdict)}: {one.name}{figures}")
        for statement in one.statements if everything else one.wrong:
            print_line(f"    {_styled(statement.verdict)}: {statement.sentence}")
            if where and statement.verdict is not Verdict.HOLDS:
                for line in _where(decided, statement):
                    print_line(f"    {line}")
    counts = decided.counts()
    told = ", ".join(
        f"{counts[verdict]} {verdict}" for verdict in Verdict if verdict is not Verdict.NOT_READ
    )
    typer.echo(f"{file}: {told}; for all {decided.kernel.sizes.said}")


def _where(decided: Decided, statement: Statement) -> Iterator[str]:
    from verif.movement.conditions import condition

    found = condition(decided, statement)
    yield "no condition was found under which it holds" if found is None else f"it holds {found}"


def _styled(verdict: Verdict) -> str:
    return typer.style(verdict, fg=COLOURS[verdict])


def _print_code(decided: Decided, form: Form) -> None:
    from verif.movement.code import cute, dsl

    for line in (cute if form is Form.CUTE else dsl)(decided.kernel):
        typer.echo(line)


def _print_schema() -> None:
    # Import late, because only the schema needs it.
    from verif.movement.reference import schema_text

    typer.echo(schema_text(), nl=False)


def _draw(folder: Path, decided: Decided) -> None:
    # Import late, because most runs draw nothing.
    from spec.pictures.sheet import draw
    from verif.movement.pictures import pictures
    from verif.pages.files import require_folder, write_whole

    require_folder(folder)
    for name, panels in pictures(decided):
        write_whole(folder / name, draw(panels).encode())
