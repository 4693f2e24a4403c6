"""The command line: claims by `prove` and `claims`, layouts by `eval`, `check` and `draw`."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from signal import SIGPIPE
from typing import Annotated, Final, NoReturn

import typer
from rich.console import Console

from spec.composed import AnyLayout
from spec.drawing import require_drawable, svg
from spec.errors import LayoutError
from spec.table import table
from verif.cli import (
    find,
    listings,
    sizes,
    upstream,
    upstream_check,
    upstream_claims,
    upstream_report,
)
from verif.cli.answers import Answered, answer_line, encoded_answers
from verif.cli.listings import NAMES, Names
from verif.cli.proof_tree import proof_tree
from verif.cli.status import OF_RULING, OF_UNEXPECTED, Status, worst
from verif.cli.tables import compared
from verif.cli.terminal import (
    Tried,
    ledger_lines,
    print_lines,
    progress,
    slowest_lines,
    verdict_lines,
)
from verif.deciding.decide import decide_alone, decide_lemma
from verif.deciding.decided import Decided
from verif.deciding.outline import tree
from verif.deciding.proofs import outlines, theorems, write_scripts
from verif.deciding.selection import present, selected_with_lemmas
from verif.deciding.workers import CLAIM_SECONDS, decide_all
from verif.expression import checked, evaluated, formatted, read
from verif.kernel.errors import ClaimError, TheoryError
from verif.operations.kinds import ANY_LAYOUT, Signature
from verif.pages.files import (
    default_folder,
    require_folder,
    require_own,
    require_writable,
    write_whole,
)
from verif.pages.overview import PAGE, overview
from verif.pages.proof import SITE, proof_page, write_proofs
from verif.pages.record import encoded
from verif.pages.section import Section
from verif.processes.pool import cores
from verif.questions import Effort, ask, read_question
from verif.questions.lines import STANDARD_INPUT, Line, question_lines
from verif.upstream.implementation import called, implementation
from verif.upstream.in_process import SPEC, InProcess, MissingImplementationError
from verif.upstream.pycute import pycute

NAME: Final = "layout-verif"
REPORT: Final = Path("prove.json")
"""The record of all verdicts, in the folder of reports."""


class BadInputError(ValueError):
    """Raised for arguments of a command that make no sense."""


ForAll = Annotated[
    str | None,
    typer.Option("--for", metavar="NAMES", help="For all sizes: as 'M, N; M % 128 == 0'."),
]
Obligations = Annotated[
    Path | None,
    typer.Option("--smt2", metavar="DIR", help="With --for: write every obligation there."),
]

app = typer.Typer(name=NAME, add_completion=False, pretty_exceptions_enable=False)
for name, command in listings.COMMANDS.items():
    app.command(name=name)(command)
upstream.app.command(name="check")(upstream_check.check_command)
upstream.app.command(name="claims")(upstream_claims.claims_command)
upstream.app.command(name="report")(upstream_report.report_command)
app.add_typer(upstream.app)
app.add_typer(find.app)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"{NAME} {version(NAME)}")
        raise typer.Exit


@app.callback()
def layout_verif(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show it.")
    ] = False,
) -> None:
    """Proofs, refutations and differential tests of tensor layouts.

    Exit status, of every command: 0 yes or done, 1 no, 2 bad input, 3 unknown, 4 an error in a
    claim, 70 a fault of layout-verif itself (docs/exit-status.md).
    """


@app.command()
def prove(
    names: Names = None,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="OUT", help="Write the verdicts there too.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Claims decided side by side.")] = cores(),
    timeout: Annotated[
        float, typer.Option(min=0.001, help="Seconds after which a claim is UNKNOWN.")
    ] = CLAIM_SECONDS,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show what every engine said.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Write reports there; without names, to a folder here."
        ),
    ] = None,
) -> None:
    """Decide claims: all of them, and write reports, or those selected.

    Exit status: 0 if every verdict is as expected; 1 if one is not, 3 where it is UNKNOWN, 4 where
    it is an ERROR; 2 for bad input. Of several, 2 before 4 before 3 before 1.
    """
    chosen, lemmas = selected_with_lemmas(names or ())
    chosen, missing = present(chosen)
    folder = out or (None if names else default_folder())
    outputs = _outputs(json, folder)
    with progress(Console(stderr=True), len(chosen)) as show:
        decided = decide_all(chosen, jobs, timeout, show)
        proved = tuple(map(decide_lemma, lemmas))
    if decided or proved or not missing:
        print_lines(Console(), verdict_lines((*decided, *proved), verbose=verbose))
    for problem, ids in missing.items():
        _complain(f"not run: {', '.join(ids)}: {problem}")
    if not names:
        print_lines(Console(), [*slowest_lines(decided), *ledger_lines(decided)])
    for path, content in outputs.items():
        write_whole(path, content(decided))
    if folder is not None:
        write_proofs(decided, folder)
        Console().print(f"\nreports: {folder / PAGE}", soft_wrap=True, highlight=False)
    unexpected = (d.verdict.outcome for d in (*decided, *proved) if not d.as_expected)
    asked_in_vain = [Status.BAD_INPUT] if names and missing else []
    raise typer.Exit(worst([*asked_in_vain, *map(OF_UNEXPECTED.__getitem__, unexpected)]))


@app.command()
def explain(
    names: Annotated[list[str], typer.Argument(metavar=NAMES, help="Claims and lemmas.")],
    smt2: Annotated[
        Path | None, typer.Option("--smt2", metavar="DIR", help="Write every obligation there.")
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="DIR", help="Write a page of each claim's proof."),
    ] = None,
) -> None:
    """Print proofs: lemmas, paths and obligations, with solver and time; then what engines said.

    Exit status: 0 if there are proofs; 1 if one is missing, 3 where its verdict is UNKNOWN, 4 where
    it is an ERROR; 2 for bad input.
    """
    chosen, lemmas = selected_with_lemmas(names)
    for folder in filter(None, (smt2, html)):
        require_folder(folder)
    console = Console()
    decided: list[Decided] = []
    for one in chosen:
        verdict = decide_alone(one.claim)
        decided.append(Decided(one.claim, verdict, outlines(verdict)))
        _print_proof(console, decided[-1])
    proved = tuple(map(decide_lemma, lemmas))
    for lemma in proved:
        _print_proof(console, lemma)
    tried = (*decided, *proved)
    print_lines(console, verdict_lines(tried, verbose=True))
    if any(d.proof for d in tried):
        print_lines(console, slowest_lines(tried))
    if smt2 is not None:
        rests = {t.id: t for d in tried if d.verdict.theorem for t in theorems(d.verdict.theorem)}
        console.print(f"{write_scripts(rests.values(), smt2)} obligations written to {smt2}")
    if html is not None:
        for one, d in zip(chosen, decided, strict=True):
            if d.proof:
                page = proof_page(Section(d), {}, alone=str(one.reference))
                write_whole(html / f"{d.claim.id}.html", page.encode())
    raise typer.Exit(worst(OF_UNEXPECTED[d.verdict.outcome] for d in tried if not d.proof))


def _print_proof(console: Console, one: Tried) -> None:
    if one.proof:
        console.print(proof_tree(tree(one.proof)))


@app.command(name="eval")
def evaluate(
    expression: Annotated[str, typer.Argument(metavar="EXPR", help="As coalesce((2,4):(1,2)).")],
    beside: Annotated[
        str | None,
        typer.Option("--with", metavar="IMPL,IMPL", help="Their answers too: see `upstream list`."),
    ] = None,
    names: ForAll = None,
    at: Annotated[
        str | None, typer.Option("--at", metavar="SIZES", help="As M=256,N=100: the result there.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="With --for: cases and theorem.")] = False,
    smt2: Obligations = None,
) -> None:
    """Calculate with layouts: `composition((6,2):(8,2), (4,3):(3,1))`.

    `layout-verif operations` lists what can be called. With --for the names in the expression
    stand for all integers, and what is printed is proved.

    Exit status: 0, 2 for bad input; with --for 3 where the result is unknown.
    """
    if names is not None:
        if beside is not None:
            raise BadInputError("--with calculates with numbers, and --for with names")
        raise typer.Exit(OF_RULING[sizes.evaluate(expression, names, at, smt2, json=json)])
    if at is not None or json or smt2 is not None:
        raise BadInputError("--at, --json and --smt2 go with --for")
    tree = read(expression)
    if beside is None:
        typer.echo(formatted(evaluated(tree, SPEC)))
        return
    implementations = SPEC, *(_beside(name.strip()) for name in beside.split(","))
    width = max(len(str(one)) for one in implementations) + 1
    for one in implementations:
        typer.echo(f"{f'{one}:':{width}} {upstream.answer(tree, one)}")


def _beside(name: str) -> InProcess:
    """The implementation of that name: pycute in this process, others in their own."""
    return pycute() if name == "pycute" else called(implementation(name))


@app.command()
def check(
    expression: Annotated[
        str | None,
        typer.Argument(metavar="EXPR", help="As injective((4,8):(8,1)); - reads standard input."),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="Questions, one a line, # for comments."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the answers as JSON.")] = False,
    timeout: Annotated[
        float, typer.Option(min=0.001, help="Seconds that the solver gets for a question.")
    ] = Effort().seconds,
    names: ForAll = None,
    where: Annotated[
        bool, typer.Option("--where", help="With --for: at which sizes it holds, if not at all.")
    ] = False,
    smt2: Obligations = None,
) -> None:
    """Answer yes/no questions about layouts of any size, a no with its witness.

    injective(A), bijective_onto(A, 24), fits_int32(A), aligned(A, 8), compatible(A, B),
    covers(A, 24): every one of 0 .. 23 is an offset,
    disjoint(A, B): only the offset 0 is in both,
    equal(A, B): as functions of 1-D coordinates,
    distributes(A, B): A o (B1,..,Bm) is (A o B1,..,A o Bm),
    composable(A, B): there is a layout that is A after B; it is printed,
    covers_once(TV, (64,64)): each element is taken by one (thread, value),
    conflict_free(A, TV, f16), coalesced(A, TV, f16): by the banks, by the sectors.

    With --for the names in it stand for all integers: it holds for all, or is refuted at some.

    Exit status: 0 if all hold, 1 if one is refuted, 3 if one is unknown,
    2 for bad input; of these, 2 before 3 before 1.
    """
    if names is not None:
        if expression is None or file is not None or expression == str(STANDARD_INPUT):
            raise BadInputError("--for asks one question, EXPR")
        if where and smt2 is not None:
            raise BadInputError("--smt2 writes one theorem, and --where has several: see --json")
        ruling = sizes.check(expression, names, smt2, where=where, json=json)
        raise typer.Exit(OF_RULING[ruling])
    if where or smt2 is not None:
        raise BadInputError("--where and --smt2 go with --for")
    effort = Effort(seconds=timeout)
    answers: list[Answered] = []
    statuses: set[Status] = set()
    for line in _questions(expression, file):
        try:
            answered = Answered(line.text, ask(read_question(line.text), effort))
        except LayoutError as error:
            _complain(f"{line.place}{error}")
            statuses.add(Status.BAD_INPUT)
            continue
        statuses.add(OF_RULING[answered.answer.ruling])
        answers.append(answered)
        if not json:
            print_lines(Console(), [answer_line(answered)])
    if json:
        typer.echo(encoded_answers(answers), nl=False)
    raise typer.Exit(worst(statuses))


@app.command()
def draw(
    layout: Annotated[str, typer.Argument(metavar="LAYOUT", help="Of rank 1 or 2.")],
    other: Annotated[
        str | None,
        typer.Argument(metavar="LAYOUT2", help="Beside it; where they differ is marked."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE.svg", help="Write SVG there.")
    ] = None,
) -> None:
    """Show the table of a layout, or of two side by side, on the terminal or as SVG.

    Exit status: 0, 2 for bad input.
    """
    drawn = _layout(layout)
    beside = None if other is None else _layout(other)
    if output is None:
        typer.echo(table(drawn) if beside is None else compared(drawn, beside))
    else:
        require_writable(output)
        write_whole(output, svg(drawn, beside).encode())


def _questions(expression: str | None, file: Path | None) -> tuple[Line, ...]:
    if (expression is None) == (file is None):
        raise BadInputError("give EXPR, - or --file FILE, one of them")
    if expression == str(STANDARD_INPUT):
        return question_lines(STANDARD_INPUT)
    return question_lines(file) if file is not None else (Line(expression or ""),)


def _layout(expression: str) -> AnyLayout:
    """The layout of an expression, not too large to be drawn."""
    (layout,) = checked("draw", Signature((ANY_LAYOUT,)), (evaluated(read(expression), SPEC),))
    assert isinstance(layout, AnyLayout)
    require_drawable(layout)
    return layout


def _outputs(
    json: Path | None, folder: Path | None
) -> dict[Path, Callable[[Sequence[Decided]], bytes]]:
    """The files to write; OSError, before any work is done, where one could not be written."""
    outputs: dict[Path, Callable[[Sequence[Decided]], bytes]] = {}
    if folder is not None:
        require_folder(folder / SITE)
        outputs |= {folder / REPORT: encoded, folder / PAGE: overview}
    if json is not None:
        outputs[json] = encoded
    for path in outputs:
        require_writable(path)
    if folder is not None:
        require_own(folder / PAGE)
    return outputs


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command, and say in one line what is wrong with its input, or with this program."""
    try:
        status = app(arguments, prog_name=NAME, standalone_mode=False) or Status.YES
    except SystemExit:
        # Its reader has gone away, which ends it here and nowhere else.
        sys.exit(128 + SIGPIPE)
    except typer.TyperException as error:
        problem = error.format_message()
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    except (
        BadInputError,
        ClaimError,
        LayoutError,
        MissingImplementationError,
        TheoryError,
    ) as error:
        problem = str(error)
    except RecursionError:
        problem = "too many modes"
    except Exception as error:  # noqa: BLE001 - a fault of ours is no answer, whatever it is
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(frame.filename).name}:{frame.lineno}"
        _complain(f"a fault of {NAME} at {place}: {type(error).__name__}: {error}")
        sys.exit(Status.FAULT)
    else:
        sys.exit(status)
    _complain(problem)
    sys.exit(Status.BAD_INPUT)


def _complain(problem: str) -> None:
    typer.echo(f"{NAME}: {' '.join(problem.split())}", err=True)
