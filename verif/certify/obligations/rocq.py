"""Print obligations as theorems, prove them by a ladder of tactics, and read Rocq's results."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from verif.certify.obligations.statement import names_of, statement
from verif.certify.run import CLOSED, print_assumptions
from verif.kernel.obligation import Obligation
from verif.processes.child import GIBIBYTE, limited

TACTICS: Final = Path(__file__).parents[3] / "certify" / "obligations"
"""The folder with the two files of tactics: the ladder, and the hints. Hints are tried last."""

FILES: Final = ("Ladder.v", "Hints.v")

MEMORY: Final = 6 * GIBIBYTE
SECONDS: Final = 3600
"""The limits for one file.

MEMORY is in bytes of address space, and SECONDS is in seconds of processor time.
"""

HASTY: Final = "timeout 20 (certify within 2)"
PATIENT: Final = "timeout 120 (certify within 6)"
BUSY: Final = "timeout 1200 (certify within 60)"
"""The tactics HASTY, PATIENT and BUSY differ only in their two limits, which are in seconds.

The number after `timeout` limits the whole proof, and the number after `within` each step.
"""

TRIES: Final = 3
"""How often a file's goals are tried, because on a busy machine a correct proof may time out."""


class RocqError(Exception):
    """Rocq is missing, or does not print the expected output."""


@dataclass(frozen=True)
class Goal:
    """An obligation with a name, and the indices of the hypotheses that its proof needs."""

    name: str
    obligation: Obligation
    relevant: tuple[int, ...]


@dataclass(frozen=True)
class Checked:
    """Rocq's results: the tactic that closes each goal, and the open goals."""

    closed: dict[str, str]
    open: tuple[str, ...]


def prepare(folder: Path) -> None:
    """Copy the tactics to the folder and compile them there.

    Raises RocqError if a tactic file does not compile, or if Rocq is missing.
    """
    if shutil.which("coqc") is None:
        raise RocqError("coqc is missing: it is in Debian's coq (apt-get install coq)")
    for name in FILES:
        shutil.copy(TACTICS / name, folder)
        ran = _coqc(folder, name)
        if ran.returncode:
            raise RocqError(f"{name}: {ran.stderr.strip()}")


def check(goals: Sequence[Goal], folder: Path, name: str) -> Checked:
    """Prove the goals as theorems of one file, and return which ones stay open.

    Post-condition: each closed goal is a theorem that ends with `Qed` in a file that Rocq has
    compiled, and Rocq has printed that these theorems depend on no axiom. Raises RocqError
    otherwise.
    """
    checked = _compiled(goals, folder, name, _hasty)
    rest = goals
    for attempt in range(TRIES):
        if checked is not None:
            opened = tuple(goal.name for goal in goals if goal.name not in checked)
            return Checked(checked, opened)
        hard = _surveyed(rest, folder, f"{name}_survey_{attempt}", _hasty)
        left = [goal for goal in rest if goal.name in hard]
        unproved = _surveyed(left, folder, f"{name}_again_{attempt}", _patient)
        rest = [goal for goal in rest if goal.name not in unproved]
        checked = _compiled(rest, folder, name, _patient)
    raise RocqError(f"{name}: goals that were proved in a first run fail in the final file")


def _hasty(goal: Goal) -> str:
    """Return the tactic that proves the goal from the relevant hypotheses."""
    return _from(goal, goal.relevant, HASTY)


def _patient(goal: Goal) -> str:
    """Return tactics with longer time limits.

    One of these tactics uses all hypotheses, because Z3 may have selected too few.
    """
    everything = tuple(range(len(goal.obligation.hypotheses)))
    ways = [_hasty(goal), _from(goal, goal.relevant, PATIENT)]
    if goal.relevant != everything:
        ways.append(_from(goal, everything, PATIENT))
    ways.append(_from(goal, goal.relevant, BUSY))
    return f"first [{' | '.join(ways)}]"


Proof = Callable[[Goal], str]


def text(goals: Sequence[Goal], proof: Proof = _hasty) -> str:
    """Return the file of the goals as theorems, followed by a command to print their axioms."""
    theorems = (
        f"Lemma o{number} : {statement(goal.obligation)}.\n"
        f'Proof. idtac "@ {goal.name}". {proof(goal)}. Qed.\n'
        for number, goal in enumerate(goals)
    )
    names = (f"o{number}" for number in range(len(goals)))
    return _HEAD + "\n".join((*theorems, print_assumptions(names)))


_HEAD: Final = "Require Import ZArith Ladder Hints.\nOpen Scope Z_scope.\n\n"


def _compiled(
    goals: Sequence[Goal], folder: Path, name: str, proof: Proof
) -> dict[str, str] | None:
    """Return the tactic that closed each goal, or None if the file does not compile."""
    (folder / f"{name}.v").write_text(text(goals, proof))
    ran = _coqc(folder, f"{name}.v")
    if ran.returncode:
        return None
    if not ran.stdout.endswith(f"{CLOSED}\n"):
        raise RocqError(f"{name}: the theorems depend on axioms: {ran.stdout[-300:]}")
    closed = _told(ran.stdout)
    if closed.keys() != {goal.name for goal in goals}:
        raise RocqError(f"{name}: Rocq reported {len(closed)} of {len(goals)} theorems")
    return closed


def _surveyed(goals: Sequence[Goal], folder: Path, name: str, proof: Proof) -> frozenset[str]:
    """Return the goals that the tactics do not close."""
    tried = (
        f"Goal {statement(goal.obligation)}.\n"
        f'Proof. idtac "@ {goal.name}". first [{proof(goal)} | idtac "by: open"]. Abort.\n'
        for goal in goals
    )
    (folder / f"{name}.v").write_text(_HEAD + "\n".join(tried))
    ran = _coqc(folder, f"{name}.v")
    if ran.returncode:
        raise RocqError(f"{name}: {ran.stderr.strip()[-300:]}")
    return frozenset(goal for goal, how in _told(ran.stdout).items() if how == "open")


def _from(goal: Goal, taken: Sequence[int], tactic: str) -> str:
    """Return an `intros` that keeps only the hypotheses in `taken`, followed by the tactic."""
    symbols = list(names_of(goal.obligation).values())
    kept = frozenset(taken)
    hypotheses = ["?" if k in kept else "_" for k in range(len(goal.obligation.hypotheses))]
    introduced = " ".join((*symbols, *hypotheses))
    return f"(intros {introduced}; {tactic})" if introduced else tactic


def _told(said: str) -> dict[str, str]:
    """Return each goal's tactic, read from the last line `by: ..` of the goal's output."""
    told: dict[str, str] = {}
    for part in re.split(r"^@ ", said, flags=re.MULTILINE)[1:]:
        name, _, rest = part.partition("\n")
        ways = re.findall(r"by: (.*)", rest)
        told[name] = ways[-1] if ways else "untold"
    return told


def _coqc(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    command = limited(("coqc", "-q", name), MEMORY, SECONDS)
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
