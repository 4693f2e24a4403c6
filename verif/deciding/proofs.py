"""The proofs of this process with the lemmas they depend on, as outlines and as SMT-LIB."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from verif.deciding.judges import judge
from verif.deciding.outline import Outline, outline
from verif.kernel.contract import Contract
from verif.kernel.judge import Theorem
from verif.kernel.text import source_of
from verif.kernel.verdict import Verdict
from verif.theory import THEORY

TRUTHS: Final = frozenset(
    observation.__name__
    for observation in THEORY.observations
    if typing.get_type_hints(observation).get("return") is bool
)
"""The observations of the theory that are true or false."""


def theorems(theorem: Theorem) -> tuple[Theorem, ...]:
    """The theorem and all theorems it depends on, each once, in dependency order."""
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
    """The outlines of the proof of a verdict of this process; empty without a proof."""
    if verdict.theorem is None:
        return ()
    contracts = {contract.id: contract for contract in judge().theorems}
    *lemmas, claimed = theorems(verdict.theorem)
    # Only these: the files of other theorems may no longer exist.
    texts = {lemma.id: _texts(contracts[lemma.id]) for lemma in lemmas}
    used = "".join(text for lemma in lemmas for text in texts[lemma.id])
    return (
        *(outline(lemma, TRUTHS, texts[lemma.id]) for lemma in lemmas),
        outline(claimed, TRUTHS, _definitions(used)),
    )


def write_scripts(theorems: Iterable[Theorem], folder: Path) -> int:
    """Write every obligation as an SMT-LIB file for any solver, and return their number."""
    count = 0
    for theorem in theorems:
        below = folder / theorem.id
        below.mkdir(parents=True, exist_ok=True)
        for number, discharge in enumerate(theorem.discharges, start=1):
            (below / f"{number:04}.smt2").write_text(discharge.obligation.script())
            count += 1
    return count


def _definitions(used: str) -> tuple[str, ...]:
    """The sources of the observations of lists that other texts name."""
    words = set(re.findall(r"\w+", used))
    named = (observation for observation in THEORY.observations if observation.__name__ in words)
    return tuple(source_of(observation) for observation in named)


def _texts(contract: Contract) -> tuple[str, ...]:
    """The sources of a contract that state something."""
    return tuple(source_of(part) for part in dict.fromkeys((contract.function, contract.block)))
