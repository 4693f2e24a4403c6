"""The command `audit`: what the texts of compilers state about layouts, decided line by line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from spec.errors import LayoutError
from verif.audit.audit import Audit, audited, compared
from verif.audit.statement import Statement, Verdict
from verif.cli.output import BadInputError, Status, complain, print_line, worst

COLOURS: Final = {
    Verdict.FAULT: "red",
    Verdict.COST: "yellow",
    Verdict.UNKNOWN: "magenta",
    Verdict.NOT_READ: "magenta",
    Verdict.HOLDS: "green",
}


def audit(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE..", help="Texts with layouts: prints of CuTe and others."),
    ],
    everything: Annotated[
        bool, typer.Option("--all", help="Also show the statements that hold.")
    ] = False,
    costs: Annotated[bool, typer.Option("--costs", help="Costs fail, as faults do.")] = False,
    before: Annotated[
        Path | None,
        typer.Option(
            "--before", metavar="FILE", help="The same HLO program before it was optimized."
        ),
    ] = None,
) -> None:
    """Decide what compilers' texts state about layouts, line by line.

    The output has one line for each statement that is not shown to hold, and a summary of each
    file.

    Verdicts:
    fault: the statement is false, and the line has a witness
    cost: the program pays more than it must: conflicts, copies, padding
    unknown: the statement was neither shown nor refuted
    not read: the text was not understood
    holds: the statement was shown for all elements; only with --all

    Exit status: 0 without faults, 1 with a fault, 2 for bad input, 3 if a file has statements but
    none was decided.

    Examples:
    layout-verif audit kernel.ttgir
    layout-verif audit --before before.hlo after.hlo
    """
    if before is not None and len(files) != 1:
        raise BadInputError("--before needs exactly one FILE, the program after optimization")
    first = None if before is None else text_of(before)
    statuses: list[Status] = []
    for file in files:
        try:
            found = audited_file(file, first)
        except (LayoutError, OSError) as error:
            complain(f"{file}: {error.strerror if isinstance(error, OSError) else error}")
            statuses.append(Status.BAD_INPUT)
            continue
        for one in found.statements:
            if everything or one.verdict is not Verdict.HOLDS:
                print_line(statement_line(file, one))
        typer.echo(summary(file, found))
        statuses.append(status_of(found, costs=costs))
    raise typer.Exit(worst(statuses))


def audited_file(file: Path, before: str | None = None) -> Audit:
    """Audit a file. Raises OSError or LayoutError if it has no text that can be audited."""
    text = text_of(file)
    return audited(text) if before is None else compared(before, text)


def text_of(file: Path) -> str:
    """Return the text of a file. Raises OSError, or LayoutError if it is empty or not text."""
    content = file.read_bytes()
    if not content.strip():
        raise LayoutError("the file is empty")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LayoutError(f"the file is not UTF-8 text: see byte {error.start}") from None
    if "\0" in text:
        raise LayoutError(f"the file is not text: see byte {content.index(0)}")
    return text


def statement_line(file: Path, one: Statement) -> str:
    """Return the line of a statement: place, verdict, claim, detail."""
    verdict = typer.style(one.verdict, fg=COLOURS[one.verdict])
    detail = f": {' '.join(one.detail.split())}" if one.detail else ""
    return f"{file}:{one.line}: {verdict}: {one.claim}{detail}"


def summary(file: Path, found: Audit) -> str:
    """Return the counts of all verdicts of a file in one line."""
    counts = found.counts()
    return f"{file}: {found.family}: " + ", ".join(f"{counts[v]} {v}" for v in Verdict)


def status_of(found: Audit, *, costs: bool) -> Status:
    """Return the status of one file: 3 if it has statements, but none was decided."""
    counts = found.counts()
    if counts[Verdict.FAULT] or (costs and counts[Verdict.COST]):
        return Status.NO
    is_decided = counts[Verdict.HOLDS] or counts[Verdict.COST]
    return Status.UNKNOWN if found.statements and not is_decided else Status.YES
