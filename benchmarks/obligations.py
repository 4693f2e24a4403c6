"""Every obligation of the catalogue, written as SMT-LIB and given to Z3 as a file and nothing else.

`make obligations` writes the counts to reports/obligations.json; with ids, as in `python
benchmarks/obligations.py D6 K9`, it takes the proofs of those claims and prints the counts. A
theorem of this project is a set of such files: whoever has them needs no part of it.

The dead are those that say that their facts contradict each other, the live all others. Z3 is
asked whether the facts of these do so, too, which went `unnoticed` then. `seconded` are those that
cvc5 found to hold as well when they were proved.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from verif.deciding.proofs import write_scripts
from verif.deciding.proved import proved
from verif.kernel.judge import AT_HAND
from verif.kernel.obligation import FALSE, Obligation, Reply
from verif.processes.pool import cores
from verif.solvers import z3_solver

Z3 = Path(sys.executable).with_name("z3")
SECONDS = 60
TRIED = (
    ("tactic.default_tactic=smt",),
    (),
    ("smt.random_seed=7",),
    ("tactic.default_tactic=qfnia",),
)
"""Options of Z3, one after another until one answers: nonlinear arithmetic is a matter of luck."""


def answer(script: Path) -> str:
    """What Z3 says of the file: the last word, unless some options bring an answer."""
    said = ""
    for options in TRIED:
        command = [str(Z3), f"-T:{SECONDS // len(TRIED)}", *options, str(script)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        said = ran.stdout.split("\n")[0]
        if said in ("sat", "unsat"):
            return said
    return said


def contradictory(obligations: Iterable[Obligation]) -> int:
    """How many have facts that contradict each other, as Z3 finds in a second."""
    facts = Counter(replace(obligation, name="", goal=FALSE) for obligation in obligations)
    solver = z3_solver()
    replies = {alone: solver.check(alone.query(), 1.0).reply for alone in facts}
    return sum(count for alone, count in facts.items() if replies[alone] is Reply.UNSAT)


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
