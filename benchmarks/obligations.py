"""Every obligation of the catalogue, written as SMT-LIB and given to Z3 as a file and nothing else.

`make obligations` writes the counts to reports/obligations.json; with ids, as in `python
benchmarks/obligations.py D6 K9`, it takes the proofs of those claims and prints the counts. A
theorem of this project is a set of such files: whoever has them needs no part of it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from verif.deciding.proofs import write_scripts
from verif.deciding.selection import selected
from verif.deciding.workers import CLAIM_SECONDS, decide_all, lemmas
from verif.kernel.judge import Theorem
from verif.processes.pool import cores

Z3 = Path(sys.executable).with_name("z3")
SECONDS = 60
TRIED = ((), ("smt.arith.solver=2",), ("smt.random_seed=7",), ("tactic.default_tactic=qfnia",))
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


def proofs(ids: list[str]) -> tuple[Theorem, ...]:
    """The theorems of the claims, and the lemmas that they rest on."""
    decided = decide_all(selected(ids), cores(), CLAIM_SECONDS)
    claims = [d.verdict.theorem for d in decided if d.verdict.theorem is not None]
    cited = {lemma for theorem in claims for lemma in theorem.by}
    resting: list[Theorem] = []
    for lemma in reversed(lemmas(cores(), CLAIM_SECONDS)):
        if lemma.id in cited:
            cited.update(lemma.by)
            resting.append(lemma)
    return (*reversed(resting), *claims)


def main(ids: list[str]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        theorems = proofs(ids)
        count = write_scripts(theorems, folder)
        scripts = sorted(folder.rglob("*.smt2"))
        with ThreadPoolExecutor(cores()) as pool:
            answers = tuple(pool.map(answer, scripts))
    counted = Counter(answers)
    report = {
        "theorems": len(theorems),
        "obligations": count,
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
