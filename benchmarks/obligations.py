"""Write every obligation of the catalogue as an SMT-LIB file, and let Z3 check the files.

`make obligations` writes the counts to reports/obligations.json. With claim ids, as in `python
benchmarks/obligations.py D6 K9`, the script checks only the proofs of these claims, and only prints
the counts. The files can be checked without this project.

An obligation is dead if it states that its facts contradict each other; all others are live. Z3
also checks the facts of the live obligations: `unnoticed` counts the live obligations whose facts
contradict each other. `seconded` counts the obligations that cvc5 also proved during the
proof.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from verif.certify.obligations.proved import proved
from verif.deciding.proofs import write_scripts
from verif.kernel.judge import AT_HAND
from verif.kernel.obligation import FALSE, Obligation, Reply
from verif.processes.pool import cores
from verif.solvers.process import z3_solver

Z3 = Path(sys.executable).with_name("z3")
SECONDS = 60
TRIED = (
    ("tactic.default_tactic=smt",),
    ("tactic.default_tactic=smt", "smt.random_seed=11"),
    (),
    ("smt.random_seed=7",),
    ("tactic.default_tactic=qfnia",),
)
"""Sets of options of Z3. They are tried in order until Z3 answers `sat` or `unsat`.

There are several sets, because Z3 is unpredictable on nonlinear arithmetic.
"""


def answer(script: Path) -> str:
    """Return Z3's answer for the file: the first `sat` or `unsat`, or else the last output."""
    said = ""
    for options in TRIED:
        command = [str(Z3), f"-T:{SECONDS // len(TRIED)}", *options, str(script)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        said = ran.stdout.split("\n")[0]
        if said in ("sat", "unsat"):
            return said
    return said


def contradictory(obligations: Iterable[Obligation]) -> int:
    """Count the obligations whose facts Z3 shows to be contradictory within a second."""
    facts = Counter(replace(obligation, name="", goal=FALSE) for obligation in obligations)
    parts = [tuple(facts)[start :: cores()] for start in range(cores())]
    with ThreadPoolExecutor(cores()) as pool:
        found = chain.from_iterable(pool.map(unsatisfiable, parts))
        return sum(facts[one] for one in found)


def unsatisfiable(obligations: Iterable[Obligation]) -> tuple[Obligation, ...]:
    """Return the obligations that Z3, in a separate process, proves within one second each."""
    solver = z3_solver()
    return tuple(o for o in obligations if solver.check(o.query(), 1.0).reply is Reply.UNSAT)


def main(ids: list[str]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        theorems = proved(ids, cores())
        count = write_scripts(theorems, folder)
        scripts = sorted(folder.rglob("*.smt2"))
        with ThreadPoolExecutor(cores()) as pool:
            answers = tuple(pool.map(answer, scripts))
    counted = Counter(answers)
    discharges = [discharge for theorem in theorems for discharge in theorem.discharges]
    live = [d.obligation for d in discharges if not d.obligation.is_dead]
    asked = [discharge for discharge in discharges if discharge.answer != AT_HAND]
    report = {
        "theorems": len(theorems),
        "obligations": count,
        "live": len(live),
        "dead": count - len(live),
        "unnoticed": contradictory(live),
        "at hand": count - len(asked),
        "seconded": sum(len(discharge.solvers) == 2 for discharge in asked),
        "answers": dict(sorted(counted.items())),
    }
    if not ids:
        Path("reports/obligations.json").write_text(json.dumps(report, indent=2) + "\n")
    print(json.dumps(report))
    amiss = [
        str(s.relative_to(folder))
        for s, said in zip(scripts, answers, strict=True)
        if said != "unsat"
    ]
    print("\n".join(amiss))
    sys.exit(bool(amiss))


if __name__ == "__main__":
    main(sys.argv[1:])
