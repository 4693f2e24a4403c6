"""Claims and lemmas on the command line: their names as arguments, their verdicts as lines."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text

from verif.cli.output import Status, print_lines
from verif.deciding.decided import Decided, DecidedLemma, summary
from verif.deciding.selection import chapter_of
from verif.english import counted
from verif.kernel.claim import Claim
from verif.kernel.contract import Contract
from verif.kernel.said import Engine
from verif.kernel.verdict import ERROR, Counterexample, Outcome
from verif.pages.engines import HELP, next_steps, said_lines
from verif.processes.waiting import step

NAMES: Final = "ID|LEMMA|FILE.py|FILE.py:NAME"

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar=NAMES,
        help="Ids of claims, names of lemmas, or files. FILE.py selects all claims of the file, "
        "and FILE.py:NAME selects one claim or lemma.",
    ),
]
"""The command-line argument that selects claims and lemmas."""

Tried = Decided | DecidedLemma

COLOURS: Final = {
    Outcome.PROVED: "green",
    Outcome.REFUTED: "yellow",
    Outcome.VACUOUS: "red",
    Outcome.UNKNOWN: "magenta",
    Outcome.ERROR: "red",
}

OF_UNEXPECTED: Final = {
    Outcome.PROVED: Status.NO,
    Outcome.REFUTED: Status.NO,
    Outcome.VACUOUS: Status.NO,
    Outcome.UNKNOWN: Status.UNKNOWN,
    Outcome.ERROR: Status.ERROR,
}
"""The exit status of an unexpected outcome."""

UNEXPECTED: Final = "!"
"""The mark in front of an unexpected verdict."""

INDENT: Final = " " * 6


def verdict_lines(decided: Sequence[Tried], *, verbose: bool = False) -> list[Text]:
    """Return the table: a line for each claim with its notes below it, and the counts last.

    Engine reports appear below claims that are not as expected; with `verbose`, below all claims.
    """
    rows = [_row(d) for d in decided]
    heads = _aligned([("", "id", "verdict", "scope", "time", "claim"), *rows])
    lines = [Text(heads[0], style="bold")]
    for d, head in zip(decided, heads[1:], strict=True):
        lines.append(_coloured(head, d))
        lines.extend(Text(INDENT + note, style="dim") for note in _notes(d, verbose))
    return [*lines, Text(), Text(summary(decided), style="bold")]


def slowest_lines(decided: Sequence[Tried]) -> list[Text]:
    """Return lines that show the ten slowest obligations.

    An obligation of a lemma is listed once, even if several proofs cite the lemma.
    """
    proofs = {outline.id: outline for d in decided for outline in d.proof}
    obligations = [
        (owed.seconds, f"{case.name}: {owed.label}")
        for outline in proofs.values()
        for case in outline.cases
        for owed in case.owed
    ]
    slowest = sorted(obligations, key=lambda one: -one[0])[:10]
    lines = [Text(f"{seconds:6.3f} s  {name}") for seconds, name in slowest]
    title = f"\nThe slowest of {counted(len(obligations), 'obligation')}:"
    return [Text(title, style="bold"), *lines]


def ledger_lines(decided: Sequence[Decided]) -> list[Text]:
    """Return the ledger in a few lines: obligations, solvers, and the size of the trusted base."""
    # Import late: the ledger reads all files of the project, and only runs of all claims need it.
    from verif.pages.ledger import count_line, ledger

    found = ledger(decided)
    trusted = found.trusted
    in_rocq = [name for name, standing in found.standing.items() if standing.in_rocq]
    size = f"{trusted.lines:,} lines in {len(trusted.files)} files"
    words = f"{len(trusted.readings)} readings, {len(trusted.definitions)} definitions"
    lines = [
        count_line(found.obligations),
        f"trusted: {size}, {words}; {', '.join(trusted.solvers)}",
        f"digest of all verdicts and their dependencies: {found.digest}",
        *([f"also proved in Rocq: {', '.join(in_rocq)}"] if in_rocq else []),
    ]
    return [Text("\nWhat the proofs depend on:", style="bold"), *map(Text, lines)]


def claim_lines(claims: Sequence[Claim]) -> list[str]:
    """Return a line for each claim: its id, the expected verdict, the title and the scope.

    The scope comes last, because it may be longer than the title.
    """
    rows = [(claim.id, claim.expect.outcome, _with_scope(claim)) for claim in claims]
    return _aligned(rows) if rows else []


def _with_scope(claim: Claim) -> str:
    scope = claim.expect.scope
    return claim.title if scope is None else f"{claim.title}  ({scope})"


def lemma_lines(lemmas: Sequence[Contract]) -> list[str]:
    """Return a line for each lemma or contract: its id, its chapter or file, and its statement."""
    rows = [(lemma.id, chapter_of(lemma), lemma.statement) for lemma in lemmas]
    return _aligned(rows) if rows else []


class _Step(ProgressColumn):
    """A progress column with the claim or lemma that any process started most recently."""

    def render(self, task: Task) -> Text:
        return Text(f"deciding {step()}" if step() else "", no_wrap=True, overflow="ellipsis")


@contextmanager
def progress(console: Console, total: int) -> Generator[Callable[[Decided], None]]:
    """Yield a function that takes each verdict, and moves a progress bar or prints a line.

    The bar also names the claim or lemma that any process started most recently. A single claim
    has no bar, because its engines report their own progress.
    """
    if not console.is_terminal or total == 1:
        if total > 1:
            first = f"deciding {total} claims and the lemmas that they cite"
            print_lines(console, [Text(first)])
        yield lambda d: print_lines(console, [Text(f"{d.id}: {d.verdict.outcome}")])
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    columns = *columns, TimeElapsedColumn(), _Step()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda d: bar.update(task, advance=1, description=f"{d.id} {d.verdict.outcome}")


def _row(d: Tried) -> tuple[str, ...]:
    verdict = d.verdict
    # A counterexample refutes a claim regardless of scope, so show only the scope of a proof.
    scope = str(verdict.scope) if verdict.outcome is Outcome.PROVED else ""
    mark = "" if d.as_expected else UNEXPECTED
    origin = "" if d.origin is None else f", {d.origin}"
    return mark, d.id, verdict.outcome, scope, f"{verdict.seconds:.1f} s{origin}", d.title


def _notes(d: Tried, verbose: bool) -> Iterator[str]:
    verdict = d.verdict
    if verdict.counterexample is not None:
        larger = "" if verdict.counterexample.minimal else "; a smaller counterexample may exist"
        replayed = f"replayed on {', '.join(verdict.replayed_on)}"
        yield f"{_failure(verdict.counterexample)}; {replayed}{larger}"
    # A counterexample already explains why a claim was not proved.
    told = verbose or not (d.as_expected or verdict.outcome is Outcome.REFUTED)
    said = tuple(said_lines(verdict.said, whole=verbose)) if told else ()
    yield from said or filter(None, [verdict.reason])
    if not d.as_expected:
        yield f"expected {d.expect}"
        if verdict.outcome is not Outcome.REFUTED:
            yield from next_steps(verdict.said) if said else ()
        broken = "" if verdict.counterexample is None else verdict.counterexample.broken
        if broken.startswith("ZeroDivisionError: "):
            yield f"next: {DIVIDED}"
        elif ERROR.match(broken):
            yield f"next: {REJECTED} ({HELP} no-conclusion)"
    elif d.expect.reason:
        yield f"expected, for {d.expect.reason}"
    elif not verbose:
        yield from _short_of_every_rank(d)


REJECTED: Final = (
    "if the operation may reject its arguments, write R = attempt(alg.op, ..) and"
    ' assume("accepted", accepted(R))'
)
"""The advice for a claim that fails because an operation rejects the arguments."""

DIVIDED: Final = (
    "the code divides by 0: correct the divisor D, or, if D is 0 only for some arguments, write"
    ' assume("D is not 0", D != 0) before the division'
)
"""The advice for a claim that fails because it divides by 0."""


def _short_of_every_rank(d: Tried) -> Iterator[str]:
    """Yield why a proof at fixed profiles does not extend to every rank, then what to try next.

    If the claim states a scope, yield nothing.
    """
    short = [one for one in d.verdict.said if one.engine is Engine.EVERY_RANK and one.why]
    if d.verdict.outcome is Outcome.PROVED and d.expect.scope is None:
        yield from map(str, short)
        yield from next_steps(short)


def _failure(found: Counterexample) -> str:
    """Describe a counterexample in one line: the arguments, and what fails or what differs."""
    given = ", ".join(f"{name} = {text}" for name, text in found.arguments.items())
    where = "" if found.coordinate is None else f" at {found.coordinate}"
    return f"{given}{where}: {found.failure}"


def _coloured(line: str, d: Tried) -> Text:
    text = Text(line, style="" if d.as_expected else "bold")
    text.highlight_words([d.verdict.outcome], COLOURS[d.verdict.outcome])
    return text


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Align the columns of the rows."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
