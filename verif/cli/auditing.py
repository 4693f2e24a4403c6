"""The command `audit`: it checks the statements about layouts in compiler output, line by line."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from spec.errors import LayoutError
from verif.audit.audit import Audit, audited, compared
from verif.audit.cut import COMPLETE
from verif.audit.statement import Statement, Verdict
from verif.cli.output import (
    NAME,
    BadInputError,
    Status,
    complain,
    print_line,
    terminal_width,
    worst,
)
from verif.inputs import content_of
from verif.processes.waiting import numbered, waiting
from verif.questions.pictures import command, picture

if TYPE_CHECKING:
    from verif.cli.audit_records import Result

COLOURS: Final = {
    Verdict.FAULT: "red",
    Verdict.COST: "yellow",
    Verdict.UNKNOWN: "magenta",
    Verdict.NOT_READ: "magenta",
    Verdict.HOLDS: "green",
}


class Form(StrEnum):
    """The values of `--as`, which selects what is printed below each statement."""

    CHECK = "check"


def audit(
    files: Annotated[list[Path], typer.Argument(metavar="FILE..", help="Texts with layouts.")],
    everything: Annotated[
        bool, typer.Option("--all", help="Also show statements that hold or are in the baseline.")
    ] = False,
    costs: Annotated[
        bool, typer.Option("--costs", help="Exit with status 1 for costs, not only for faults.")
    ] = False,
    before: Annotated[
        Path | None,
        typer.Option(
            "--before",
            metavar="FILE",
            help="The HLO program before optimization. It is compared with the optimized program.",
        ),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option(
            "--baseline",
            metavar="FILE",
            help="File of known faults and costs, which do not make the audit fail.",
        ),
    ] = None,
    update: Annotated[
        bool, typer.Option("--update-baseline", help="Write all statements to the baseline.")
    ] = False,
    form: Annotated[
        Form | None,
        typer.Option("--as", help="Print below each statement its `check` command, if any."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print all statements as JSON.")] = False,
    github: Annotated[
        bool, typer.Option("--github", help="Print annotations for GitHub Actions.")
    ] = False,
    sarif: Annotated[
        Path | None,
        typer.Option("--sarif", metavar="OUT", help="Also write the statements as SARIF."),
    ] = None,
) -> None:
    """Check the statements about layouts in compiler output, line by line.

    FILE is CuTe IR, TTGIR, HLO, Mosaic, or a log with layouts of CuTe, TileLang or CK. The output
    has a line for each statement that is not proved, and a summary of each file.

    Verdicts:
    fault: the statement is false, and the line has a witness
    cost: the program costs more than necessary: conflicts, copies, padding
    unknown: the statement was neither proved nor refuted
    not read: the text was not understood
    holds: the statement was proved for all elements; printed only with --all

    `layout-verif explain FILE:LINE` shows the statements of one line, with pictures.

    Exit status: 0 without faults, 1 with a fault, 2 for bad input and for a file that is cut off,
    3 if a file has statements but none was decided.

    Examples:
    layout-verif audit kernel.ttgir
    layout-verif audit --before before.hlo after.hlo
    layout-verif audit --costs --baseline known.json --github dumps/*.mlir
    """
    if before is not None and len(files) != 1:
        raise BadInputError("--before needs exactly one FILE, the program after optimization")
    if update and baseline is None:
        raise BadInputError("--update-baseline needs --baseline FILE, the file to write")
    if [form is not None, json, github].count(True) > 1:
        raise BadInputError("give at most one of --as, --json and --github")
    # Import late, because `--help` needs no JSON.
    from verif.cli.audit_records import Baseline, encoded, read_baseline
    from verif.cli.records import ErrorRecord
    from verif.pages.files import require_writable

    for path in filter(None, (baseline if update else None, sarif)):
        require_writable(path)
    first = None if before is None else text_of(before)
    if baseline is not None and not update and not baseline.exists():
        raise BadInputError(f"{baseline}: no such file; create it with --update-baseline")
    known = Baseline() if baseline is None or update else read_baseline(baseline)
    results: list[Result] = []
    errors: list[ErrorRecord] = []
    statuses: list[Status] = []
    for file, message in numbered(files, "{}: deciding".format):
        try:
            with waiting(message):
                result = known.result(file, audited_text(file, text_of(file), first))
        except BadInputError as error:
            complain(str(error))
            errors.append(ErrorRecord(str(file), str(error)))
            statuses.append(Status.BAD_INPUT)
            continue
        results.append(result)
        statuses.append(Status.YES if update else status_of(result, costs=costs))
        if not json:
            print_result(result, _LINES["github" if github else form or ""], everything=everything)
    if json:
        typer.echo(encoded(results, errors), nl=False)
    _write(results, baseline, sarif, update=update)
    raise typer.Exit(worst(statuses))


def text_of(file: Path) -> str:
    """Return the text of a file. Raises BadInputError if it is missing, empty or not text."""
    if file.is_dir():
        raise BadInputError(f"{file} is a folder: name the files in it, such as {file}/*")
    try:
        content = content_of(file)
    except OSError as error:
        advice = f"; for one line of a file, `{NAME} explain {file}`" if is_place(str(file)) else ""
        raise BadInputError(f"{file}: {error.strerror}{advice}") from None
    if not content.strip():
        raise BadInputError(f"{file}: the file is empty")
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadInputError(f"{file}: the file is not UTF-8 text: see byte {error.start}") from None
    if "\0" in text:
        raise BadInputError(f"{file}: the file is not text: see byte {content.index(0)}")
    return text


def audited_text(file: Path, text: str, before: str | None = None) -> Audit:
    """Audit the text of a file. Raises BadInputError if the format of the text is unknown."""
    if file.suffix in KERNEL_SUFFIXES:
        raise BadInputError(f"{file}: audit does not read kernel files; run `{NAME} kernel {file}`")
    try:
        return audited(text) if before is None else compared(before, text)
    except LayoutError as error:
        raise BadInputError(f"{file}: {error}") from None


def statements_of(file: Path, text: str, before: Path | None = None) -> tuple[Statement, ...]:
    """Return the statements about a file whose content is `text`.

    `before` is a file with the same program before optimization.

    Raises BadInputError if the file is not understood.
    """
    if file.suffix not in KERNEL_SUFFIXES:
        first = None if before is None else text_of(before)
        return audited_text(file, text, first).statements
    # Import late, because only kernel files need it.
    from verif.movement.decide import decide_file
    from verif.movement.errors import KernelFileError

    try:
        with waiting(f"{file}: deciding"):
            return decide_file(file).statements
    except KernelFileError as error:
        raise BadInputError(str(error)) from None


def _head_of(lines: Sequence[str], line: int, stated: Collection[int]) -> int:
    """Return the nearest line with statements, at or above `line` in the same TOML table.

    If there is no such line, return `line`. `stated` has the numbers of all lines with statements.

    >>> _head_of(["[[step]]", 'copy = "A -> a"', "", "[smem]", "a = {}"], 2, {1, 5})
    1
    """
    for number in range(min(line, len(lines)), 0, -1):
        if number in stated:
            return number
        if lines[number - 1].startswith("["):
            break
    return line


def _table_at(lines: Sequence[str], line: int) -> list[str]:
    """Return a line of a kernel file. If the line begins a step, add the lines of the step's keys.

    >>> _table_at(["[[step]]", 'copy = "A -> a"', "", "[smem]", "a = {}"], 1)
    ['[[step]]', 'copy = "A -> a"']
    """
    first, *rest = lines[line - 1 :]
    if not first.startswith("[[step]]"):
        return [first]
    return [first, *takewhile(lambda text: text.strip() and not text.startswith("["), rest)]


def status_of(result: Result, *, costs: bool) -> Status:
    """Return the exit status for a file.

    The status is 2 for a file that is cut off. Otherwise the status is 1 if the file has a new
    fault; with `costs`, a new cost also counts as a fault. Otherwise the status is 3 if the file
    has statements, but none was decided, and 0 in all other cases.
    """
    verdicts = {one.verdict for one in result.new()}
    if any(one.claim == COMPLETE and one.verdict is not Verdict.HOLDS for one in result.new()):
        return Status.BAD_INPUT
    if Verdict.FAULT in verdicts or (costs and Verdict.COST in verdicts):
        return Status.NO
    counts = result.audit.counts()
    is_decided = counts[Verdict.HOLDS] + counts[Verdict.COST] + counts[Verdict.FAULT] > 0
    return Status.UNKNOWN if counts and not is_decided else Status.YES


def print_result(result: Result, line_of: LineOf, *, everything: bool) -> None:
    """Print the lines of a file's statements, then the summary of the file."""
    for one, is_known in zip(result.audit.statements, result.known, strict=True):
        if everything or (one.verdict is not Verdict.HOLDS and not is_known):
            for line in line_of(result.file, one, is_known):
                print_line(line)
    counts = result.audit.counts()
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict)
    known = f"; {sum(result.known)} known" if any(result.known) else ""
    typer.echo(f"{result.file}: {result.audit.family}: {told}{known}")


def _plain(file: Path, one: Statement, is_known: bool) -> Iterator[str]:
    """Yield the line of a statement: place, verdict, sentence."""
    verdict = typer.style(one.verdict, fg=COLOURS[one.verdict]) + (" (known)" if is_known else "")
    yield f"{file}:{one.line}: {verdict}: {one.sentence}"


def _with_question(file: Path, one: Statement, is_known: bool) -> Iterator[str]:
    yield from _plain(file, one, is_known)
    if one.unknowns:
        what = "add the conditions" if one.sizes else "write the numbers"
        yield f"    {one.unknowns}; {what} that you know:"
    if one.question:
        sizes = ["--for", one.sizes] if one.sizes else []
        yield f"    {NAME} check {shlex.join([*sizes, one.question])}"


def _annotated(file: Path, one: Statement, is_known: bool) -> Iterator[str]:
    # Import late, because only annotations need it.
    from verif.cli.audit_reports import annotation

    if one.verdict is not Verdict.HOLDS and not is_known:
        yield annotation(file, one)


LineOf = Callable[[Path, Statement, bool], Iterator[str]]

_LINES: Final[dict[str, LineOf]] = {"": _plain, Form.CHECK: _with_question, "github": _annotated}


def _write(
    results: Sequence[Result], baseline: Path | None, sarif_to: Path | None, *, update: bool
) -> None:
    """Write the baseline if it is to be updated, and the SARIF file if its path is given."""
    # Import late, because most runs write no file.
    import msgspec

    from verif.cli.audit_records import encoded_baseline
    from verif.cli.audit_reports import sarif
    from verif.pages.files import write_whole

    if baseline is not None and update:
        write_whole(baseline, encoded_baseline(results))
    if sarif_to is not None:
        found = sarif(results, has_baseline=baseline is not None and not update)
        write_whole(sarif_to, msgspec.json.format(msgspec.json.encode(found)) + b"\n")


def is_place(name: str) -> bool:
    """Return whether the name is a file and a line number, as in `kernel.ttgir:12`.

    >>> is_place("kernel.ttgir:12"), is_place("mine.py:A1"), is_place("composition(8:2, 4:1)")
    (True, False, False)
    """
    return _PLACE.fullmatch(name) is not None


KERNEL_SUFFIXES: Final = (".toml",)
"""The suffixes of kernel files, which the command `kernel` accepts and `audit` rejects."""

_PLACE: Final = re.compile(r"([^()]+):(\d+)")

MOST_SHOWN: Final = 200
"""The largest number of characters of a line that `explain` shows."""


MOST_LINES: Final = 100
"""The largest number of lines of a picture that `explain` shows."""


def _near(line: int, statements: Sequence[Statement]) -> str:
    """Name the nearest lines that have statements, above and below a line that has none."""
    numbers = {one.line for one in statements}
    if not numbers:
        return "the file has none"
    above = max((k for k in numbers if k < line), default=None)
    below = min((k for k in numbers if k > line), default=None)
    nearest = " and ".join(str(k) for k in (above, below) if k is not None)
    return f"the nearest lines with statements: {nearest}"


def _is_drawn(one: Statement) -> bool:
    """Return whether a picture can be drawn, which requires a question without unknown sizes."""
    return one.question != "" and not one.unknowns


def explained(place: str, before: Path | None = None) -> Iterator[str]:
    """Yield what an audit says about one line of a file: each statement, with its picture.

    Statements that hold come last, because the user probably asks about a statement that does not
    hold. Each picture is followed by the command that draws the whole picture. `before` is a file
    with the same program before optimization.

    Raises BadInputError if the line has no statement.
    """
    found = _PLACE.fullmatch(place)
    assert found is not None
    file, line = Path(found[1]), int(found[2])
    text = text_of(file)
    statements = statements_of(file, text, before)
    lines = text.split("\n")
    if file.suffix in KERNEL_SUFFIXES:
        line = _head_of(lines, line, {one.line for one in statements})
    here = [one for one in statements if one.line == line]
    if not here:
        raise BadInputError(f"{place} has no statement; {_near(line, statements)}")
    for text_line in _table_at(lines, line):
        shown = text_line.strip()
        yield shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}..."
    for one in sorted(here, key=lambda one: one.verdict is Verdict.HOLDS):
        yield ""
        yield from _with_question(file, one, is_known=False)
        if one.detail.startswith("known only at run time: ") and not one.question:
            yield f"    to ask about sizes that you know: {NAME} help audit ask-about-an-unknown"
        drawn = picture(one.question, terminal_width()) if _is_drawn(one) else None
        if drawn is not None:
            if drawn.count("\n") < MOST_LINES:
                yield drawn
            yield f"    {command(one.question)}"
