"""`make certify`: check with Rocq's kernel that the theorems are about the code that runs.

The printed files must be equal to the committed ones. No file may contain a gap in a proof. Every
file is compiled in a new folder. Each theorem must prove the printed statement of its claim,
without axioms. Rocq's separate checker also reads the compiled files. Rocq must compute the same
values as Python, and the printed domains must admit the arguments that searches for counterexamples
try. Any failure ends the run with the exit code 1 and one line that explains the failure.
"""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from verif.certify.comparison import comparison
from verif.certify.domains import in_domains
from verif.certify.printing import printout
from verif.certify.theorems import FOLDER, Theorem, ordered, theorems

COUNT: Final = 12
"""The limit for each of three kinds of arguments.

Two kinds belong to a function: arguments on which Python returns, and arguments on which Python
raises an error. The third kind belongs to a claim: arguments that the printed domains must admit.
"""

SECONDS: Final = 300
MEMORY: Final = 6 << 30
"""`SECONDS` limits the time of one call of Rocq, and `MEMORY` limits its memory, in bytes."""

ESCAPES: Final = re.compile(
    r"\b(Admitted|admit|Axioms?|Parameters?|Conjecture|Hypothes[ei]s|Variables?|Context|Abort"
    r"|give_up|bypass_check|Declare\s+ML|Type\s+In\s+Type|Unset|Load|LoadPath|Redirect|Drop"
    r"|Extraction|Infix|Add\s+Printing|native_compute)\b|\bNotation\s+\""
)
"""Words that could leave a gap in a proof, or hide one."""

TRUSTED_PARTS: Final = (
    "Axioms",
    "Constants/Inductives relying on type-in-type",
    "Constants/Inductives relying on unsafe (co)fixpoints",
    "Inductives whose positivity is assumed",
)
"""Headings in the checker's output. The list under each of these headings must be empty."""

CLOSED: Final = "Closed under the global context"


class UncertifiedError(Exception):
    """A check of `make certify` failed. The message describes it in one line."""


def certify() -> str:
    """Run all checks and return a summary line. Raises UncertifiedError."""
    require_rocq()
    started = time.monotonic()
    require_printed(FOLDER, printout().files)
    require_no_escape(FOLDER)
    with tempfile.TemporaryDirectory() as place:
        build = Path(place)
        prove(FOLDER, build)
        require_checked(build)
        cases = _compare(build)
        admitted = _admit(build)
    seconds = time.monotonic() - started
    return (
        f"{len(theorems())} theorems of {len(printout().statements)} printed claims, all"
        f" without axioms; {len(printout().program.functions)} printed functions equal Python's on"
        f" {cases} arguments; printed domains admit {admitted} drawn arguments; {seconds:.0f} s"
    )


def require_rocq() -> None:
    """Raise UncertifiedError if Rocq is not installed."""
    if shutil.which("coqc") is None:
        raise UncertifiedError("coqc is missing: it is in Debian's coq (apt-get install coq)")


@cache
def version() -> str:
    """Return the version of Rocq that is installed."""
    command = ("coqc", "--print-version")
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    return said.stdout.partition(" ")[0]


def prove(folder: Path, build: Path, only: tuple[str, ...] = ()) -> None:
    """Compile the files of the folder in dependency order, and check the theorems.

    With `only`, compile and check only these files, and compile their imports. Raises
    UncertifiedError.
    """
    for path in folder.glob("*.v"):
        shutil.copy(path, build)
    for name in ordered(folder, only):
        rocq(build, "coqc", "-q", f"{name}.v")
    _require_closed(build, [t for t in theorems(folder) if not only or t.file[:-2] in only])


def require_printed(folder: Path, printed: Mapping[str, str]) -> None:
    """Raise UncertifiedError unless the printed files in the folder are up to date."""
    for name, text in printed.items():
        if not (folder / name).is_file() or (folder / name).read_text() != text:
            raise UncertifiedError(f"{name} is out of date: run `make theorems`")


def require_no_escape(folder: Path) -> None:
    """Raise UncertifiedError if a file has a word that could leave a gap in a proof."""
    for path in sorted(folder.glob("*.v")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if found := ESCAPES.search(line):
                raise UncertifiedError(f"{path.name}:{number}: `{found.group()}`")


def _require_closed(build: Path, proved: list[Theorem]) -> None:
    """Check that each theorem proves the printed statement of its claim, without axioms."""
    files = dict.fromkeys(theorem.file.removesuffix(".v") for theorem in proved)
    require_proved(
        build,
        [f"Require {' '.join(['Statements', *files])}."],
        [
            (theorem.file.removesuffix(".v"), theorem.claim, f"Statements.{theorem.statement}")
            for theorem in proved
        ],
    )


def require_proved(
    build: Path, imports: Iterable[str], proved: Sequence[tuple[str, str, str]]
) -> None:
    """Check that theorems prove their statements without axioms. Raises UncertifiedError.

    Each theorem is given by its file, its name and its statement.
    """
    # Use qualified names: another theorem may have the same short name.
    statements = {f"{file}.{name}": statement for file, name, statement in proved}
    lines = [
        *imports,
        *(f"Check ({name} : {statement})." for name, statement in statements.items()),
        print_assumptions(statements),
    ]
    (build / "All.v").write_text("\n".join(lines))
    said = rocq(build, "coqc", "-q", "All.v").splitlines()
    if said.count(CLOSED) != 1 or any("Axioms:" in line for line in said):
        raise UncertifiedError("a theorem rests on an axiom: " + " ".join(said)[:200])


def print_assumptions(theorems: Iterable[str]) -> str:
    """Return the Rocq commands that print the axioms on which the theorems depend.

    One term contains all theorems. So if theorems share a lemma, Rocq visits it only once.
    """
    used = "".join(f"let _ := {theorem} in " for theorem in theorems)
    return f"Definition everything : True := {used}I.\nPrint Assumptions everything.\n"


def require_checked(build: Path) -> None:
    """Check every compiled file with `coqchk`, a checker that shares no code with the tactics.

    Raises UncertifiedError.
    """
    names = sorted(path.stem for path in build.glob("*.vo"))
    said = " ".join(rocq(build, "coqchk", "-silent", "-o", "-Q", ".", "", *names).split())
    for part in TRUSTED_PARTS:
        if f"* {part}: <none>" not in said:
            raise UncertifiedError(f"coqchk reports trusted parts: {part}: {said[:200]}")


def _compare(build: Path) -> int:
    text, cases = comparison(printout().program, COUNT)
    (build / "Compared.v").write_text(text)
    rocq(build, "coqc", "-q", "Compared.v")
    return cases


def _admit(build: Path) -> int:
    text, cases = in_domains(printout().statements, COUNT)
    (build / "Domains.v").write_text(text)
    rocq(build, "coqc", "-q", "Domains.v")
    return cases


def rocq(build: Path, *command: str) -> str:
    """Run Rocq in the folder and return its output. Raises UncertifiedError if that fails."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    try:
        done = subprocess.run(
            command,
            cwd=build,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            timeout=SECONDS,
            preexec_fn=limited,
        )
    except subprocess.TimeoutExpired as late:
        raise UncertifiedError(f"{' '.join(command[-1:])}: no result in {SECONDS} s") from late
    if done.returncode != 0:
        said = " ".join((done.stderr or done.stdout).split())
        raise UncertifiedError(f"{command[-1]}: {said[:300]}")
    return done.stdout + done.stderr


def main() -> None:
    """Print what was checked, or the first failure."""
    try:
        print(certify())
    except UncertifiedError as why:
        sys.exit(f"not certified: {why}")


if __name__ == "__main__":
    main()
