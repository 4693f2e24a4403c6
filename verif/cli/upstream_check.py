"""The command `upstream check`: what implementations get wrong, and what of it is new."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from verif.cli.printing import print_lines
from verif.oracle.annotations import annotation
from verif.oracle.baseline import Baseline, committed, encoded, read_baseline
from verif.oracle.causes import Finding
from verif.oracle.check import Checked, check, record_of, untold
from verif.oracle.check import Progress as Told
from verif.oracle.deviation import Kind
from verif.pages.files import require_writable, write_whole
from verif.upstream.implementation import Implementation, implementation

BUDGET: Final = 300.0

NOTHING_NEW, SOMETHING_NEW = 0, 1


def check_command(
    names: Annotated[
        list[str], typer.Argument(metavar="IMPL...", help="As pycute@4.2.0.0: see `upstream list`.")
    ],
    known: Annotated[
        Path | None,
        typer.Option("--baseline", metavar="FILE", help="What is known; else what is committed."),
    ] = None,
    update: Annotated[
        bool, typer.Option("--update-baseline", help="Write what is found there.")
    ] = False,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="OUT", help="Write the findings there.")
    ] = None,
    budget: Annotated[
        float, typer.Option(min=0.1, metavar="S", help="Seconds for an implementation.")
    ] = BUDGET,
    first: Annotated[
        bool, typer.Option("--first", help="Stop at the first case that is new.")
    ] = False,
    annotate: Annotated[
        Path | None,
        typer.Option("--annotate", metavar="DIR", help="Annotate that checkout: GitHub Actions."),
    ] = None,
) -> None:
    """Check real implementations against the algebra, and against what is known of them.

    Every operation is run on all small arguments and on larger drawn ones, the same in every run.
    What deviates is grouped by root cause, with one least case each.

    Exit status: 0 if nothing is new, 1 if a deviation is, 2 for bad input.
    """
    if known is not None and len(names) > 1:
        raise typer.BadParameter("a baseline is of one implementation: give one IMPL")
    chosen = [implementation(name) for name in names]
    paths = [known or committed(one.name, one.version.replace("/", "_")) for one in chosen]
    before = [_known(path, asked=known is not None, update=update) for path in paths]
    for path in [*(paths if update else ()), *((json,) if json is not None else ())]:
        require_writable(path)
    results: list[Checked] = []
    for one, baseline_known in zip(chosen, before, strict=True):
        started = time.monotonic()
        with _progress(Console(stderr=True), str(one)) as told:
            result = check(one, budget, baseline_known, first=first, progress=told)
        results.append(result)
        print_lines(Console(), _lines(one, result, time.monotonic() - started))
        for finding in result.new if annotate is not None else ():
            typer.echo(annotation(record_of(finding, one), annotate or Path()))
    if update:
        for path, result in zip(paths, results, strict=True):
            write_whole(path, encoded(result.as_baseline()))
    if json is not None:
        records = tuple(result.record for result in results)
        write_whole(json, encoded(records[0] if len(records) == 1 else records))
    if any(result.new for result in results) and not update:
        raise typer.Exit(SOMETHING_NEW)


def _known(path: Path, *, asked: bool, update: bool) -> Baseline | None:
    """The baseline of a file; None where none is there and none has to be."""
    if not path.is_file() and (update or not asked):
        return None
    try:
        return read_baseline(path)
    except (msgspec.MsgspecError, ValueError) as error:
        if update:
            return None
        raise typer.BadParameter(f"{path} is no baseline: {error}") from None


def _lines(one: Implementation, result: Checked, seconds: float) -> list[Text]:
    """The counts, then what is new and what is gone."""
    record = result.record
    counts = f"{record.cases} cases, {len(record.findings)} root causes"
    undecided = f", {result.undecided} undecided" if result.undecided else ""
    news = f"{len(result.new)} new, {len(result.gone)} gone"
    head = f"{one.name} {one.version}: {counts}{undecided}; {news}; {seconds:.0f} s"
    lines = [Text(head, style="bold")]
    lines += [Text(f"  new   {line}", style="red") for line in _told(result.new)]
    lines += [
        Text(f"  gone  {gone.id}: {gone.case}, which was {gone.got}", style="green")
        for gone in result.gone
    ]
    lines += [
        Text(f"  gone  from {count} cases of {name}", style="green")
        for name, count in sorted(result.repaired.items())
    ]
    return lines


def _told(findings: Sequence[Finding]) -> list[str]:
    return [
        f"{finding.cause.id} ({_cases(finding.count)}): {finding.least.case}"
        f" is {finding.least.shown}, and should be {finding.least.true}"
        for finding in sorted(findings, key=lambda finding: list(Kind).index(finding.cause.kind))
    ]


def _cases(count: int) -> str:
    return "1 case" if count == 1 else f"{count} cases"


@contextmanager
def _progress(console: Console, name: str) -> Generator[Told]:
    """A function to call with the number of cases done: it moves a bar on a terminal."""
    if not console.is_terminal:
        yield untold
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as bar:
        task = bar.add_task(name, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
