"""The process that answers the web page's forms: `python -m verif.cli.answering SECONDS`.

The commands run inside this process, so that only the first answer waits for imports.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import asdict, replace
from io import StringIO
from pathlib import Path
from typing import Any, Final

from spec.spelling import suggested
from verif.calculator.calculated import Calculated, calculated
from verif.calculator.form import (
    FORMS,
    PICTURE,
    PICTURES,
    command,
    form_of,
    is_question,
    needs_command,
    problem,
)
from verif.cli.asking import check
from verif.cli.main import main
from verif.cli.output import NAME, NOT_INSTALLED, Status
from verif.expression import OPERATIONS
from verif.pages.operations import operations_about
from verif.questions import QUESTIONS, Effort, Ruling

RULINGS: Final = {
    Status.YES: Ruling.HOLDS,
    Status.NO: Ruling.REFUTED,
    Status.UNKNOWN: Ruling.UNKNOWN,
}


def answered(fields: Mapping[str, str], effort: Effort) -> Calculated:
    """Return the result of a form. If a field is too long or missing, the result is an error.

    >>> answered({"q": "size((2,3):(1,2))", "machine": "sm_90"}, Effort()).printed
    '6'
    """
    wrong = problem(fields)
    if wrong:
        return Calculated(error=wrong)
    words = command(fields)
    try:
        if form_of(fields) == "operations":
            return _listed(fields.get("word", ""))
        if needs_command(fields):
            found = _of_command(words, fields)
        else:
            found = calculated(fields.get("q", ""), effort)
            if found.error:
                # Run the command to get its error message, which also says what to write instead.
                found = _of_command(words, fields)
    except ModuleNotFoundError as missing:
        found = Calculated(error=f"this needs the package {missing.name}, {NOT_INSTALLED}")
    return replace(found, error=_on_the_page(found.error), command=shlex.join(words))


def _on_the_page(error: str) -> str:
    """Return the error message with the options of commands replaced by fields of the page.

    >>> _on_the_page("expected an integer; for all sizes, use `check` or `eval` with --for M")
    'expected an integer; for all sizes, write M in the field For all sizes'
    """
    error = re.sub(
        r"use `check` or `eval` with --for (.*)", r"write \1 in the field For all sizes", error
    )
    return re.sub(
        r"in --for after a comma, as in --for",
        "in the field For all sizes, after a comma, as in",
        error,
    )


def _listed(word: str) -> Calculated:
    """Return the operations and the questions that mention a word, each with its description."""
    questions = [line.partition(": ") for line in (check.__doc__ or "").splitlines()]
    told = [(call.strip(), does) for call, _, does in questions if is_question(call) and does]
    found = [one for one in told if any(word.casefold() in text.casefold() for text in one)]
    lines = [line.partition("  ") for line in operations_about(word)]
    rows = (*found, *((call, does.strip()) for call, _, does in lines))
    if not rows:
        near = suggested(word, OPERATIONS.keys() | QUESTIONS.keys())
        return Calculated(error=f"no operation and no question mentions {word!r}{near}")
    return Calculated(properties=rows, command=shlex.join(("operations", word)))


def _of_command(words: tuple[str, ...], fields: Mapping[str, str]) -> Calculated:
    """Run a command in a temporary folder, which contains only the pasted text, if any."""
    out, err = StringIO(), StringIO()
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        file = FORMS[form_of(fields)].file
        if file:
            Path(file).write_text(fields.get("text", ""), newline="")
        with redirect_stdout(out), redirect_stderr(err):
            try:
                main(words)
            except SystemExit as end:
                status = Status(int(end.code or 0))
        drawings = tuple(
            ("" if path.name == PICTURE else path.stem, path.read_text())
            for path in (Path(PICTURE), *sorted(Path(PICTURES).glob("*.svg")))
            if path.is_file()
        )
    said = err.getvalue().splitlines()
    notes = tuple(line.removeprefix("note: ") for line in said if line.startswith("note: "))
    rest = [line.removeprefix(f"{NAME}: ") for line in said if not line.startswith("note: ")]
    printed = out.getvalue().rstrip("\n")
    if status in (Status.BAD_INPUT, Status.FAULT) and rest and not printed:
        return Calculated(error="\n".join(rest), notes=notes)
    ruling = str(RULINGS.get(status, "")) if words[0] == "check" else ""
    printed = printed.removeprefix(ruling).lstrip() if ruling else printed
    return Calculated(printed, ruling, drawings=drawings, notes=(*notes, *rest))


def _answer(fields: dict[str, str]) -> dict[str, Any]:
    """Return the result of a form as JSON."""
    # Give the solver half of the time limit, so that time remains to report what was tried.
    return asdict(answered(fields, Effort(seconds=min(Effort().seconds, float(sys.argv[1]) / 2))))


if __name__ == "__main__":
    # Import late: this module is also imported in a browser, which cannot start processes.
    from verif.processes.serve import serve

    os.environ["NO_COLOR"] = "1"
    serve(_answer)
