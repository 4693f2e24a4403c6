"""The command `sweep`: runs claims on all arguments up to a size, and counts the results."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console

from verif.cli.output import Status, complain, print_line
from verif.deciding.selection import selected
from verif.english import counted
from verif.pages.encoding import as_json
from verif.pages.files import require_folder, require_writable, write_whole
from verif.processes.pool import cores
from verif.sweeps.checkpoint import file_of, opened
from verif.sweeps.executors import cluster, processes
from verif.sweeps.sweep import Far, LostError, Swept, run
from verif.sweeps.tally import Sweep, Tally

SCHEMA_VERSION: Final = 2
FOLDER: Final = Path("layout-verif-sweeps")
SHOWN_HOURS: Final = 0.01
"""Fewer core-hours than this are shown as `less than 0.01`."""
EVERY: Final = 10.0
"""The seconds between two lines of progress if the output is not a terminal."""


class SweptRecord(msgspec.Struct, frozen=True):
    """A sweep and its counts. `least` is the least counterexample, if there is one."""

    claim: str
    title: str
    against: str
    size: int
    ranks: dict[str, tuple[str, ...]]
    parts: int
    cases: int
    satisfied: int
    failed: int
    unconcluded: int
    discarded: dict[str, int]
    least: str | None
    cpu_seconds: float
    alone_cpu_seconds: float
    longest_part_cpu_seconds: float
    next_cases: int | None


class SweepsRecord(msgspec.Struct, frozen=True, tag_field="kind", tag="sweeps"):
    """The sweeps of a run."""

    schema_version: int
    sweeps: tuple[SweptRecord, ...]


def sweep(
    names: Annotated[
        list[str],
        typer.Argument(metavar="ID|FILE.py|FILE.py:NAME", help="Claims, named as for `prove`."),
    ],
    size: Annotated[
        int,
        typer.Option(
            "--max-size",
            min=0,
            help="Upper bound for the sum of shapes, and for the sum of strides.",
        ),
    ],
    against: Annotated[
        str | None,
        typer.Option(
            metavar="IMPL", help="Test another implementation: pycute@4.2.0.0, module:NAME."
        ),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="The address of a dask.distributed cluster, such as tcp://host:8786.",
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Parallel processes on this machine.")] = cores(),
    folder: Annotated[
        Path, typer.Option("--checkpoints", metavar="DIR", help="Folder for checkpoints.")
    ] = FOLDER,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="OUT", help="Also write the counts as JSON.")
    ] = None,
) -> None:
    """Test claims on all arguments up to a size, and find the least failure.

    The size of arguments is the larger of two numbers: the sum of all shapes, and the sum of all
    absolute strides. The claim determines the ranks and nestings of arguments. After an
    interruption, run the same command to resume.

    Exit status: 0 if all claims hold; 1 if a claim fails, or if no case satisfies its hypotheses
    and reaches a conclusion; 2 for bad input; 4 if processes were killed: run the command again to
    resume.

    Example:
    layout-verif sweep D6 --max-size 5 --jobs 1
    """
    sweeps = [Sweep(one.reference, size, against) for one in selected(names)]
    if json is not None:
        require_writable(json)
    done: list[Swept] = []
    if scheduler is not None:
        # If the server is not a dask scheduler, dask may wait forever for an answer.
        waiting = f"waiting for {scheduler} (dask's scheduler has port 8786, its dashboard 8787)"
        Console(stderr=True).print(waiting, soft_wrap=True, highlight=False)
    try:
        with cluster(scheduler) if scheduler else processes(jobs) as executor:
            require_folder(folder)
            for one in sweeps:
                with opened(one, file_of(one, folder)) as kept, _progress(one) as show:
                    done.append(run(one, executor, kept, show))
                for line in _lines(done[-1]):
                    print_line(line)
    except LostError as lost:
        complain(f"{lost}; run the command again to resume")
        raise typer.Exit(Status.ERROR) from lost
    if json is not None:
        write_whole(json, as_json(SweepsRecord(SCHEMA_VERSION, tuple(map(_record, done)))))
    amiss = any(one.tally.failed or not one.tally.satisfied for one in done)
    raise typer.Exit(Status.NO if amiss else Status.YES)


def _lines(swept: Swept) -> list[str]:
    """Return lines on the counts, the other cases, the least failure and the next size."""
    tally = swept.tally
    verdict = _verdict(tally)
    ranks = "; ".join(f"{name} of {' '.join(texts)}" for name, texts in swept.ranks.items())
    counts = f"{tally.cases:,} cases, {tally.satisfied:,} satisfied, {tally.failed:,} failed"
    cost = f"{tally.seconds:,.1f} CPU s in {swept.parts:,} part{'s' * (swept.parts != 1)}"
    head = f"{swept.sweep.reference}  {verdict} on {swept.against} up to size {swept.sweep.size}"
    lines = [f"{head}: {counts}; {cost}", f"      {ranks or 'no layouts'}"]
    lines += [f"      {tally.unconcluded:,} without a conclusion: no `ensure` is reached"] * bool(
        tally.unconcluded
    )
    lines += [f"      {count:,} discarded: {label}" for label, count in tally.discarded.items()]
    lines += [f"      least: {tally.least}"] if tally.least else []
    return [*lines, *_next(swept)]


def _verdict(tally: Tally) -> str:
    if tally.failed:
        return "FAILS"
    return "holds" if tally.satisfied else "is VACUOUS"


def _next(swept: Swept) -> list[str]:
    """Return a line on the cost of the next size, if the cases of that size can be counted."""
    if swept.next_seconds is None:
        return []
    hours, workers = swept.next_seconds / 3600, swept.workers()
    within = "more than an hour on any number of workers"
    if workers is not None:
        within = f"within an hour on {counted(workers, 'worker')}"
    size = f"size {swept.sweep.size + 1}: {swept.following:,} cases"
    cost = f"about {hours:,.2f}" if hours >= SHOWN_HOURS else f"less than {SHOWN_HOURS}"
    return [f"      {size}, {cost} core-hours, {within}"]


def _record(swept: Swept) -> SweptRecord:
    tally = swept.tally
    return SweptRecord(
        str(swept.sweep.reference),
        swept.title,
        swept.against,
        swept.sweep.size,
        dict(swept.ranks),
        swept.parts,
        tally.cases,
        tally.satisfied,
        tally.failed,
        tally.unconcluded,
        dict(tally.discarded),
        None if tally.least is None else str(tally.least),
        round(tally.seconds, 2),
        round(swept.alone, 2),
        round(tally.longest, 2),
        swept.following,
    )


@contextmanager
def _progress(sweep: Sweep) -> Generator[Callable[[Far], None]]:
    """Yield a function that shows the progress. On a terminal, it updates a single line."""
    console = Console(stderr=True)
    last = time.monotonic()

    def line(far: Far) -> None:
        nonlocal last
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            console.print(f"{sweep.reference}: {far}", soft_wrap=True, highlight=False)

    if not console.is_terminal:
        yield line
        return
    with console.status(f"{sweep.reference}: beginning") as status:
        yield lambda far: status.update(f"{sweep.reference}: {far}")
