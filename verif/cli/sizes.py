"""Answers for all sizes as lines of text and as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import typer

from verif.cli.operands import Answered, answer_line
from verif.cli.output import print_line
from verif.cli.records import (
    SCHEMA_VERSION,
    AnswersRecord,
    CaseRecord,
    QuestionRecord,
    TableRecord,
    TheoremRecord,
    WhereRecord,
    witness_record,
)
from verif.deciding.outline import outline
from verif.deciding.proofs import TRUTHS, theorems, write_scripts
from verif.expression import formatted
from verif.kernel.judge import Theorem
from verif.pages.encoding import as_json
from verif.pages.files import require_folder
from verif.pages.ledger import count_line, counted
from verif.processes.waiting import waiting
from verif.questions import Answer, Ruling
from verif.sizes.asked import Asked, asked
from verif.sizes.calculator import Tabled, tabled
from verif.sizes.names import sizes_at
from verif.sizes.stated import Proved
from verif.sizes.where import Where
from verif.sizes.where import where as sizes_where

_PROVING: Final = "trying sizes, and looking for a proof"


def where_line(found: Where) -> str:
    """Return a line with the condition under which a question holds, and the reason.

    If `--for` has conditions or definitions, the line repeats them, because the answer is only
    for these sizes.
    """
    limited = found.sizes.conditions or found.sizes.definitions
    question = f"{found.question} for {found.sizes.said}" if limited else found.question
    known = found.conditions is not None
    question += "," if limited and (known or found.is_exact) else ""
    if found.conditions is None and found.is_exact:
        answer = Answer(Ruling.REFUTED, found.reason)
        return answer_line(Answered(f"{question} everywhere", answer))
    exactly = "exactly " if found.is_exact else ""
    place = f" {exactly}where {found.condition}" if found.conditions else " everywhere" * known
    place += ", which is sufficient" if found.conditions and not found.is_exact else ""
    answer = Answer(Ruling.HOLDS if known else Ruling.UNKNOWN, found.reason)
    return answer_line(Answered(f"{question}{place}", answer))


def where_json(found: Where) -> bytes:
    """Return the condition as indented JSON with a final newline."""
    record = WhereRecord(
        SCHEMA_VERSION,
        found.question,
        found.sizes.said,
        found.conditions,
        found.is_exact,
        found.reason,
        tuple(record for proof in found.proofs if (record := theorem_record(proof))),
    )
    return as_json(record)


def evaluate(
    expression: str, names: str, at: str | None, smt2: Path | None, *, json: bool
) -> Ruling:
    """Print the cases of an expression for all sizes.

    Return HOLDS if the cases are proved, and UNKNOWN otherwise.
    """
    with waiting(_PROVING):
        table = tabled(expression, names)
    _print(table_json(table, at) if json else "\n".join(table_lines(table, at)))
    write_obligations(table.proof and table.proof.theorem, smt2)
    return Ruling.HOLDS if table.proof else Ruling.UNKNOWN


def check(question: str, names: str, smt2: Path | None, *, where: bool, json: bool) -> Ruling:
    """Print the answer to a question for all sizes, and return its ruling.

    With `where`, print the sizes at which the question holds. The ruling is then HOLDS if these
    sizes are known exactly, REFUTED if the question holds at no size, and UNKNOWN otherwise.
    """
    if where:
        with waiting(_PROVING):
            place = sizes_where(question, names)
        _print(where_json(place) if json else where_line(place))
        if place.conditions is None and place.is_exact:
            return Ruling.REFUTED
        return Ruling.HOLDS if place.is_exact else Ruling.UNKNOWN
    with waiting(_PROVING):
        found = asked(question, names)
    _print(asked_json(found) if json else asked_line(found))
    write_obligations(found.proof and found.proof.theorem, smt2)
    return found.ruling


def _print(shown: bytes | str) -> None:
    if isinstance(shown, str):
        print_line(shown)
    else:
        typer.echo(shown, nl=False)


def asked_line(found: Asked) -> str:
    """Return a line with the ruling, the question, the sizes and the reason."""
    return answer_line(Answered(f"{found.question} {found.place}", found.answer))


def asked_json(found: Asked) -> bytes:
    """Return the answer as indented JSON with a final newline."""
    question = QuestionRecord(
        found.question,
        found.ruling.value,
        witness_record(found.witness),
        found.reason,
        found.sizes.said,
        found.at,
        found.is_least if found.refuted else None,
        theorem_record(found.proof),
    )
    return as_json(AnswersRecord(SCHEMA_VERSION, (question,)))


def table_lines(table: Tabled, at: str | None) -> list[str]:
    """Return the result, or one line for each case.

    If the user may have meant sizes below the default bounds, a line with these bounds follows. If
    `at` is given, the last line is the result at these sizes.
    """
    lines = table.lines()
    if table.unknown:
        return lines
    if table.sized.sizes.taken:
        lines.append(f"for {', '.join(table.sized.sizes.taken)}")
    return lines if at is None else [*lines, f"at {at.strip()}: {_at(table, at)}"]


def table_json(table: Tabled, at: str | None) -> bytes:
    """Return the table as indented JSON with a final newline."""
    cases = tuple(
        CaseRecord(case.condition, case.result, case.refusal or None) for case in table.cases
    )
    record = TableRecord(
        SCHEMA_VERSION,
        table.sized.text,
        table.sized.sizes.said,
        cases if table.proof else (),
        theorem_record(table.proof),
        table.reason,
        at,
        None if at is None else _at(table, at),
    )
    return as_json(record)


def theorem_record(proof: Proved | None) -> TheoremRecord | None:
    """Return the theorem with its dependencies, or None."""
    if proof is None:
        return None
    theorem = proof.theorem
    outlines = [outline(one, TRUTHS) for one in theorems(theorem)]
    ledger = count_line(counted(outlines))
    return TheoremRecord(proof.text, ledger, theorem.paths, theorem.replays, theorem.by)


def write_obligations(theorem: Theorem | None, folder: Path | None) -> None:
    """Write the obligations of the theorem and of all theorems that it uses as SMT-LIB files."""
    if folder is not None and theorem is not None:
        require_folder(folder)
        write_scripts(theorems(theorem), folder)


def _at(table: Tabled, at: str) -> str:
    """Return the result that `spec` calculates at the given sizes.

    This result and the table's result may differ in modes of size 1.
    """
    return formatted(table.sized.at(sizes_at(at, table.sized.sizes)))
