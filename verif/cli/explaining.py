"""The command `explain`: proofs of claims and lemmas, and the steps of a call."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.markup import escape
from rich.tree import Tree

import spec
from spec import Call
from spec.explained import EXPLAINED
from spec.explained_modes import OF_ONE_LAYOUT
from verif.cli.auditing import KERNEL_SUFFIXES, explained, is_place
from verif.cli.output import BadInputError, print_lines, worst
from verif.cli.verdicts import NAMES, OF_UNEXPECTED, Tried, slowest_lines, verdict_lines
from verif.deciding.decide import decide_alone, decide_lemma
from verif.deciding.decided import Decided
from verif.deciding.outline import Case, Node, tree
from verif.deciding.proofs import outlines, theorems, write_scripts
from verif.deciding.selection import selected_with_lemmas
from verif.english import counted
from verif.expression import OPERATIONS, evaluated, read
from verif.pages.files import require_folder, write_whole
from verif.pages.proof import proof_page
from verif.pages.section import Section
from verif.questions.question import QUESTIONS
from verif.upstream.in_process import SPEC


def explain(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar=f"{NAMES}|FILE:LINE",
            help="Claims and lemmas; a call, such as complement(4:2, 24); or a line of a file.",
        ),
    ],
    smt2: Annotated[
        Path | None,
        typer.Option("--smt2", metavar="DIR", help="Write every obligation as SMT-LIB."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="DIR", help="Write an HTML page with the proof of each claim."
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Print all obligations, even if there are many.")
    ] = False,
    before: Annotated[
        Path | None,
        typer.Option(
            "--before",
            metavar="FILE",
            help="The HLO program before optimization, as for `audit`; only with FILE:LINE.",
        ),
    ] = None,
) -> None:
    """Print proofs: lemmas, paths, obligations with solver and time, and each engine's result.

    A proof of more than 100 lines is summarized: its paths, and the lemmas that it cites.

    For a call of composition, complement, coalesce, right_inverse, left_inverse, a divide or a
    product, print the steps, mode by mode. For a line that `layout-verif audit` or `kernel`
    reports, such as `kernel.ttgir:12`, print its statements, the equivalent questions of `check`,
    and pictures.

    Exit status: 0 if all proofs exist; if one is missing, 3 for the verdict UNKNOWN, 4 for ERROR
    and 1 for any other; 2 for bad input.

    Examples:
    layout-verif explain "composition((6,2):(8,2), (4,3):(3,1))"
    layout-verif explain quotient_and_remainder_are_unique
    layout-verif explain my_claims.py:MINE --smt2 obligations
    """
    others = [name for name in names if is_call(name) or is_place(name)]
    for name in others:
        typer.echo(steps(name) if is_call(name) else "\n".join(explained(name, before)))
    names = [name for name in names if name not in others]
    if others and not names:
        return
    for name in names:
        if Path(name).suffix != ".py" and Path(name).is_file():
            command = "kernel" if Path(name).suffix in KERNEL_SUFFIXES else "audit"
            raise BadInputError(
                f"{name}: add a line number that `{command} {name}` prints, as in {name}:12"
            )
    chosen, lemmas = selected_with_lemmas(names)
    for folder in filter(None, (smt2, html)):
        require_folder(folder)
    console = Console()
    decided: list[Decided] = []
    for one in chosen:
        verdict = decide_alone(one.claim)
        decided.append(Decided(one.claim, verdict, outlines(verdict)))
        _print_proof(console, decided[-1], everything=everything)
    proved = tuple(map(decide_lemma, lemmas))
    for lemma in proved:
        _print_proof(console, lemma, everything=everything)
    tried = (*decided, *proved)
    print_lines(console, verdict_lines(tried, verbose=True))
    if any(d.proof for d in tried):
        print_lines(console, slowest_lines(tried))
    if smt2 is not None:
        rests = {t.id: t for d in tried if d.theorem for t in theorems(d.theorem)}
        written = counted(write_scripts(rests.values(), smt2), "obligation")
        console.print(f"{written} written to {smt2}")
    if html is not None:
        for one, d in zip(chosen, decided, strict=True):
            if d.proof:
                page = proof_page(Section(d), {}, alone=str(one.reference))
                write_whole(html / f"{d.claim.id}.html", page.encode())
    raise typer.Exit(worst(OF_UNEXPECTED[d.verdict.outcome] for d in tried if not d.proof))


MOST_LINES: Final = 100
"""The largest number of lines of a proof that is not summarized."""


def _print_proof(console: Console, one: Tried, *, everything: bool) -> None:
    if not one.proof:
        return
    root = tree(one.proof)
    lines = sum(1 + len(part.cases) + part.obligations for part in one.proof)
    if everything or lines <= MOST_LINES:
        console.print(proof_tree(root))
        return
    console.print(summary_tree(root))
    more = counted(len(one.proof) - 1 - len(root.lemmas), "more lemma")
    console.print(f"These lemmas cite {more}. `--all` prints the whole proof with its obligations.")


def summary_tree(root: Node) -> Tree:
    """Return the paths of the proof and the lemmas that it cites, one line each."""
    drawn = Tree(_headline(root))
    for case in root.outline.cases:
        drawn.add(escape(f"{_case(case)}  ({counted(len(case.owed), 'obligation')})"))
    for lemma in root.lemmas:
        drawn.add(_headline(replace(lemma, above=False)))
    return drawn


def proof_tree(root: Node) -> Tree:
    """Return the proof as a tree. A lemma that is cited more than once is expanded once."""
    drawn = Tree(_headline(root))
    _grow(drawn, root)
    return drawn


def _grow(drawn: Tree, node: Node) -> None:
    for case in node.outline.cases if not node.above else ():
        branch = drawn.add(escape(_case(case)))
        for owed in case.owed:
            agreed = " and ".join(owed.solvers)
            branch.add(escape(f"{owed.label}  [{agreed}, {owed.seconds:.3f} s]"), style="dim")
    for lemma in node.lemmas:
        _grow(drawn.add(_headline(lemma)), lemma)


def _case(case: Case) -> str:
    where = f", where {'; '.join(case.conditions)}" if case.conditions else ""
    return f"{case.name}{where}"


def _headline(node: Node) -> str:
    one = node.outline
    size = f"{counted(one.paths, 'path')}, {counted(one.obligations, 'obligation')}"
    return escape(f"{one.id}: {one.statement}  ({size}){'  (above)' if node.above else ''}")


def is_call(name: str) -> bool:
    """Return whether the name is a call, rather than a claim or lemma.

    >>> is_call("composition(8:2, 4)"), is_call("D6"), is_call("mine.py:A1")
    (True, False, False)
    """
    return "(" in name


def steps(text: str) -> str:
    """Return the steps of the call.

    Errors: LayoutError if the steps of this operation cannot be shown.

    >>> print(steps("composition(8:2, 4)"))
    composition(8:2, 4)
    mode 4:1 of B:
      every element of A: 8:2
      the first 4 of these: 4:2
    = 4:2
    """
    name = text.partition("(")[0].strip()
    if name in QUESTIONS.keys() - OPERATIONS.keys():
        raise BadInputError(f"{name} is a question: `layout-verif check` prints the reason")
    expression = read(text)
    if not isinstance(expression, Call):
        raise BadInputError(
            f"{text.strip()} is a value, not a call: explain shows the steps of a call, such as"
            " complement(4:2, 24)"
        )
    if expression.name not in EXPLAINED:
        raise BadInputError(f"explain supports only {', '.join(EXPLAINED)}, not {expression.name}")
    arguments = [evaluated(argument, SPEC) for argument in expression.args]
    count = 1 if expression.name in OF_ONE_LAYOUT else 2
    if len(arguments) != count:
        raise BadInputError(
            f"explain supports {expression.name} only with {counted(count, 'argument')}, not"
            f" with {len(arguments)}"
        )
    return spec.explain(expression.name, *arguments[:2])  # type: ignore[arg-type] - it rejects other types
