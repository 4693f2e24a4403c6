"""The judge that makes this process's theorems, and proofs as outlines and SMT-LIB files."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from verif.deciding.outline import Outline, outline
from verif.kernel.contract import Contract
from verif.kernel.judge import Judge, Theorem
from verif.kernel.text import source_of
from verif.kernel.verdict import Verdict
from verif.processes.waiting import doing
from verif.solvers.process import Confirming, cvc5_solver, z3_solver
from verif.theory import THEORY

OBLIGATION_SECONDS = 5.0

SECOND_SECONDS = 0.1
"""The second solver's time limit for an obligation, in seconds.

Most obligations need a twentieth of this time.
"""

TRUTHS: Final = frozenset(
    observation.__name__
    for observation in THEORY.observations
    if typing.get_type_hints(observation).get("return") is bool
)
"""The observations of the theory whose values are true or false."""


@cache
def judge() -> Judge:
    """Return this process's `Judge`. Each lemma is proved when a proof first cites the lemma."""
    first = z3_solver()
    second = Confirming(cvc5_solver(), first)
    return Judge(first, second, OBLIGATION_SECONDS, SECOND_SECONDS, watch=doing)


def lemmas_of_theory() -> dict[Contract, Theorem]:
    """Return the proved contracts of the theory, without contracts of users' files.

    A contract of a user's file may have the same id as a contract of the theory, so the keys of
    the result are contracts, not ids.
    """
    proved = judge().theorems
    return {contract: proved[contract] for contract in THEORY.contracts if contract in proved}


def theorems(theorem: Theorem) -> tuple[Theorem, ...]:
    """Return the theorem and all theorems that it uses. Cited theorems come first, each once."""
    lemmas = {contract.id: lemma for contract, lemma in judge().theorems.items()}
    found: dict[str, Theorem] = {}

    def visit(one: Theorem) -> None:
        for cited in one.by:
            if cited not in found:
                visit(lemmas[cited])
        found[one.id] = one

    visit(theorem)
    return tuple(found.values())


def outlines(verdict: Verdict) -> tuple[Outline, ...]:
    """Return the outlines of a verdict's proof in this process, or () without a proof."""
    if verdict.theorem is None:
        return ()
    contracts = {contract.id: contract for contract in judge().theorems}
    *lemmas, claimed = theorems(verdict.theorem)
    # Read only the files of these lemmas: files of other contracts may no longer exist.
    texts = {lemma.id: _texts(contracts[lemma.id]) for lemma in lemmas}
    used = "".join(text for lemma in lemmas for text in texts[lemma.id])
    return (
        *(outline(lemma, TRUTHS, texts[lemma.id]) for lemma in lemmas),
        outline(claimed, TRUTHS, _definitions(used)),
    )


def write_scripts(theorems: Iterable[Theorem], folder: Path) -> int:
    """Write each obligation to an SMT-LIB file for any solver. Return the number of files."""
    count = 0
    for theorem in theorems:
        below = folder / theorem.id
        below.mkdir(parents=True, exist_ok=True)
        for number, discharge in enumerate(theorem.discharges, start=1):
            (below / f"{number:04}.smt2").write_text(discharge.obligation.script())
            count += 1
    return count


def _definitions(used: str) -> tuple[str, ...]:
    """Return the source of the observations whose names occur in the given source."""
    words = set(re.findall(r"\w+", used))
    named = (observation for observation in THEORY.observations if observation.__name__ in words)
    return tuple(source_of(observation) for observation in named)


def _texts(contract: Contract) -> tuple[str, ...]:
    """Return the source of a contract's function, and of the block that states the contract."""
    return tuple(source_of(part) for part in dict.fromkeys((contract.function, contract.block)))
