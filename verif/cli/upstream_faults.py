"""The commands `upstream check` and `report`: what implementations get wrong, and what is new."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from verif.cli.output import BadInputError, Status, print_lines
from verif.english import counted
from verif.operations.names import without_mark
from verif.oracle.annotations import annotation, listed, said, summary, unanswered
from verif.oracle.baseline import (
    CHECKS_VERSION,
    Baseline,
    ChecksRecord,
    FaultRecord,
    committed,
    read_baseline,
)
from verif.oracle.check import Checked, check
from verif.oracle.examined import Progress as Told
from verif.oracle.history import baselines, faults_over_versions
from verif.oracle.issue import issue
from verif.oracle.sarif import sarif
from verif.pages.encoding import as_json
from verif.pages.files import (
    default_folder,
    require_folder,
    require_own,
    require_writable,
    write_whole,
)
from verif.pages.upstream import report
from verif.processes.deadline import Deadline
from verif.upstream.implementation import Implementation, implementation

BUDGET: Final = 300.0

NO_BASELINE: Final = (
    "this version has no baseline, so every fault is new; write a baseline with"
    " --baseline FILE --update-baseline"
)

STOPPED: Final = 143
"""Exit code of a process killed by SIGTERM."""


def check_command(
    names: Annotated[
        list[str],
        typer.Argument(metavar="IMPL...", help="Such as pycute@4.2.0.0: see `upstream list`."),
    ],
    known: Annotated[
        Path | None,
        typer.Option(
            "--baseline",
            metavar="FILE",
            help="File of known faults; by default, the committed baseline.",
        ),
    ] = None,
    update: Annotated[
        bool, typer.Option("--update-baseline", help="Write the faults found to the baseline.")
    ] = False,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="OUT", help="Write the findings as JSON.")
    ] = None,
    budget: Annotated[
        float, typer.Option(min=0.1, metavar="S", help="Seconds for each implementation.")
    ] = BUDGET,
    first: Annotated[bool, typer.Option("--first", help="Stop at the first new case.")] = False,
    sarif_to: Annotated[
        Path | None,
        typer.Option("--sarif", metavar="OUT", help="Also write the findings as SARIF."),
    ] = None,
    issues: Annotated[
        Path | None,
        typer.Option(
            "--issues", metavar="DIR", help="Write each new fault as a bug report, ready to file."
        ),
    ] = None,
    annotate: Annotated[
        Path | None,
        typer.Option(
            "--annotate",
            metavar="DIR",
            help="Print annotations for GitHub Actions that point to files of the checkout DIR.",
        ),
    ] = None,
) -> None:
    """Check real implementations against the algebra, and against their known faults.

    Every operation runs on all small arguments and on a sample of larger ones; the sample is the
    same in every run. Wrong answers are grouped by their place in the code: each place is a fault,
    shown with a small case.
    A fault is new if the answer was right before or wrong in a less serious way, or if its root
    cause is not in the baseline.

    Exit status: 0 if no fault is new, 1 if a fault is new, 2 for bad input, 3 if no case was run
    in time or a call had no answer in time, 143 if SIGTERM ended the check. If
    GITHUB_STEP_SUMMARY names a file, a summary is appended to this file.

    Examples:
    layout-verif upstream check pycute@4.2.0.0
    layout-verif upstream check pycute@./cutlass --baseline known.json --first
    """
    _require_sense(names, known, update=update, first=first)
    chosen = [implementation(name) for name in names]
    paths = [known or committed(one.name, one.version.replace("/", "_")) for one in chosen]
    before = [
        _known(path, one.name, asked=known is not None, update=update)
        for one, path in zip(chosen, paths, strict=True)
    ]
    for path in [*(paths if update else ()), *(one for one in (json, sarif_to) if one is not None)]:
        require_writable(path)
    if issues is not None:
        require_folder(issues)
    if annotate is not None and not annotate.is_dir():
        raise BadInputError(f"--annotate {annotate}: no such folder")
    results: list[Checked] = []
    deadline = Deadline()
    with stopped_by_sigterm(deadline):
        for one, baseline_known in zip(chosen, before, strict=True):
            started = time.monotonic()
            with _progress(Console(stderr=True), one, budget) as told:
                result = check(
                    one, budget, baseline_known, first=first, progress=told, deadline=deadline
                )
            one.stop()
            results.append(result)
            # Write the files before printing, because the reader may close the pipe.
            _write(results, json, paths if update and not deadline.is_stopped else ())
            if sarif_to is not None:
                log = sarif([done.record for done in results], annotate or Path())
                write_whole(sarif_to, msgspec.json.format(msgspec.json.encode(log)) + b"\n")
            for fault in result.record.new if issues is not None else ():
                write_whole(
                    (issues or Path()) / f"{fault.id}.md", issue(fault, result.record).encode()
                )
            took = time.monotonic() - started
            lines = _lines(one, result, took, is_whole=not first)
            written = paths[len(results) - 1] if update and not deadline.is_stopped else None
            lines += _about_baseline(result, baseline_known, written, update=update)
            print_lines(Console(), lines)
            for fault in result.record.new if annotate is not None else ():
                typer.echo(annotation(fault, annotate or Path(), one.name))
            if deadline.is_stopped:
                break
    if any(result.new for result in results) and not update:
        raise typer.Exit(Status.NO)
    if deadline.is_stopped:
        raise typer.Exit(STOPPED)
    if not all(result.record.is_decided for result in results):
        raise typer.Exit(Status.UNKNOWN)


def _about_baseline(
    result: Checked, known: Baseline | None, written: Path | None, *, update: bool
) -> list[Text]:
    """Return a line that says that the baseline was written, or that there is no baseline."""
    if written is not None:
        record = result.record
        whole = record.cases == record.total
        part = f" from {record.cases} of {record.total} cases: time ran out, so raise --budget"
        return [Text(f"  wrote the baseline {written}{'' if whole else part}")]
    return [Text(f"  {NO_BASELINE}")] if result.new and known is None and not update else []


def _require_sense(names: Sequence[str], known: Path | None, *, update: bool, first: bool) -> None:
    """Raise an error, with advice, for arguments that do not fit together."""
    for name, version in pairwise(names):
        if version[0].isdigit():
            raise BadInputError(f"write {name}@{version} in place of {name} {version}")
    if update and known is None:
        raise BadInputError("--update-baseline needs --baseline FILE, the file to write")
    if update and first:
        raise BadInputError("--update-baseline needs a whole check: leave out --first")
    if known is not None and len(names) > 1:
        raise typer.BadParameter("a baseline belongs to one implementation: give one IMPL")
    if known is not None and not update and not known.is_file():
        raise BadInputError(f"{known}: no such file; create it with --update-baseline")


def _write(results: Sequence[Checked], json: Path | None, kept: Sequence[Path]) -> None:
    """Write the records of all checks, and the baseline and the summary of the last check."""
    if json is not None:
        records = tuple(result.record for result in results)
        write_whole(json, as_json(ChecksRecord(CHECKS_VERSION, records)))
    if kept:
        write_whole(kept[len(results) - 1], as_json(results[-1].as_baseline()))
    page = os.environ.get("GITHUB_STEP_SUMMARY")
    if page:
        with Path(page).open("a") as text:
            text.write(summary(results[-1].record))


@contextmanager
def stopped_by_sigterm(deadline: Deadline) -> Generator[None]:
    """Let SIGTERM act like the end of the time limit: the run stops, and results are printed."""
    before = signal.signal(signal.SIGTERM, lambda *_: deadline.stop())
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _known(path: Path, name: str, *, asked: bool, update: bool) -> Baseline | None:
    """Read a baseline.

    Return None if the file is missing and the user did not name it. With `update`, the
    command will overwrite the file, so return None also for every missing or invalid file.
    """
    if not path.is_file() and (update or not asked):
        return None
    try:
        return read_baseline(path, name)
    except (msgspec.MsgspecError, ValueError) as error:
        if update:
            return None
        raise typer.BadParameter(f"{path} is not a baseline of this check: {error}") from None


def _lines(one: Implementation, result: Checked, seconds: float, *, is_whole: bool) -> list[Text]:
    """Return the report's lines: counts, known faults, new faults, gone faults, unexamined cases.

    A check that stops at the first new case does not look for known faults.
    """
    record = result.record
    whole = "" if record.cases == record.total else f" of {record.total}"
    done = f"{record.cases}{whole} cases"
    news = f"{len(record.new)} new"
    if is_whole:
        news += f", {len(record.gone)} gone, {len(record.known)} known faults"
        news += f", {len(record.documented_otherwise)} documented otherwise"
    head = f"{one.name} {one.version}: {done}; {news}; {seconds:.0f} s"
    lines = [Text(head, style="bold")]
    if record.known:
        lines.append(Text(f"  known  {_sites(record.known)}"))
    if is_whole and record.documented_otherwise:
        lines.append(
            Text(
                f"  documented otherwise  {_sites(record.documented_otherwise)}:"
                " answers that upstream's documentation requires, so not faults"
            )
        )
    for fault in record.new:
        lines.append(Text(f"  new    {_of(fault)}: {said(fault)}", style="red"))
        if fault.callers:
            lines.append(
                Text(
                    f"         also wrong because of this fault: {listed(fault.callers)}",
                    style="red",
                )
            )
    lines += [Text(f"  gone   {fault.title}", style="green") for fault in record.gone]
    for word, cases, style in (
        ("better", record.repaired, "green"),
        ("form  ", record.other_forms, "yellow"),
    ):
        if cases:
            lines.append(Text(f"  {word} in cases of {listed(cases)}", style=style))
    for text in _left(result):
        lines.append(Text(f"  {text}", style="yellow"))
    return lines


def _of(fault: FaultRecord) -> str:
    """Describe a fault by its operation, the kinds of its deviations, and its number of cases."""
    place = f"{without_mark(fault.operation)}, {', '.join(fault.kinds)}"
    return f"{place}, {counted(fault.cases, 'case')}"


def _sites(known: Sequence[FaultRecord]) -> str:
    """List the operations at fault, each with its numbers of faults and cases."""
    names = dict.fromkeys(fault.operation for fault in known)
    told: list[str] = []
    for name in names:
        here = [fault for fault in known if fault.operation == name]
        times = f" ({len(here)})" if len(here) > 1 else ""
        told.append(f"{without_mark(name)}{times} {sum(fault.cases for fault in here)}")
    return ", ".join(told)


def _left(result: Checked) -> Iterator[str]:
    """Yield a line for each part of the check that was left out, with the reason."""
    if not result.record.cases:
        yield "no case was run in time: give a longer --budget"
    if result.given_up:
        yield f"operations given up, because calls hang: {', '.join(sorted(result.given_up))}"
    if result.record.unanswered:
        yield f"{unanswered(result.record)}: give a longer --budget"
    if result.has_forked:
        yield "its calls fork: only the answer of the original process is used"
    if result.undecided:
        yield f"undecided: {counted(result.undecided, 'case')}"
    if result.unjudged:
        yield f"no time was left to find the causes of {counted(result.unjudged, 'changed case')}"
    if result.unfollowed > 1:
        yield "no time was left to locate the new faults: one fault may be reported several times"
    if result.is_cut_off:
        yield (
            "no time was left to find all causes, so cases may be counted under another fault: "
            "give a longer --budget"
        )


@contextmanager
def _progress(console: Console, one: Implementation, budget: float) -> Generator[Told]:
    """Yield a function that shows progress.

    The function takes the number of finished cases and the number of all cases. On a terminal, the
    function moves a progress bar. Without a terminal, one line is printed at the start, and then at
    most one line every ten seconds.
    """
    if not console.is_terminal:
        many = counted(len(one.operations), "operation")
        first = f"checking {many} of {one}, for at most {budget:g} s (--budget)"
        print_lines(console, [Text(first)])
        yield _told_at_times(console, one)
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as bar:
        task = bar.add_task(str(one), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


SECONDS_BETWEEN_LINES: Final = 10.0
"""The seconds between two lines of progress, if the output is not a terminal."""


def _told_at_times(console: Console, one: Implementation) -> Told:
    last = time.monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= SECONDS_BETWEEN_LINES:
            last = now
            print_lines(console, [Text(f"{one}: {done} of {total} cases")])

    return tell


PAGE: Final = Path("upstream.html")


def report_command(
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE.html", help="The file to write."),
    ] = None,
) -> None:
    """Write a page about real implementations: faults by version, with bug reports to paste.

    Exit status: 0, 2 for bad input.
    """
    page = output or default_folder() / PAGE
    if output is None:
        require_folder(page.parent)
        require_own(page)
    require_writable(page)
    known = baselines()
    write_whole(page, report(known).encode())
    faults = sum(of.number for of in faults_over_versions(known))
    typer.echo(f"{page}: {faults} faults")
