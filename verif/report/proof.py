"""A proof to read: the claim, the lemmas it cites, and the obligations of each, path by path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path

from rich.markup import escape
from rich.tree import Tree

from verif.kernel.judge import Discharge, Theorem

SLOWEST = 10
"""How many of the slowest obligations are named."""


def proof_tree(theorem: Theorem, lemmas: Mapping[str, Theorem]) -> Tree:
    """The proof as a tree; a lemma that is cited more than once is taken apart once."""
    tree = Tree(_headline(theorem))
    _grow(tree, theorem, lemmas, set())
    return tree


def proof_theorems(theorem: Theorem, lemmas: Mapping[str, Theorem]) -> tuple[Theorem, ...]:
    """The theorem and all that it rests on, each once, what is cited first."""
    found: dict[str, Theorem] = {}

    def visit(one: Theorem) -> None:
        for cited in one.by:
            if cited not in found:
                visit(lemmas[cited])
        found[one.id] = one

    visit(theorem)
    return tuple(found.values())


def slowest(theorems: Iterable[Theorem]) -> tuple[Discharge, ...]:
    """The obligations that took longest, the slowest first."""
    discharges = (discharge for theorem in theorems for discharge in theorem.discharges)
    return tuple(sorted(discharges, key=lambda d: -d.seconds)[:SLOWEST])


def write_scripts(theorems: Iterable[Theorem], folder: Path) -> int:
    """Write every obligation as a file of SMT-LIB that any solver can check; how many."""
    count = 0
    for theorem in theorems:
        below = folder / theorem.id
        below.mkdir(parents=True, exist_ok=True)
        for number, discharge in enumerate(theorem.discharges, start=1):
            (below / f"{number:04}.smt2").write_text(discharge.obligation.script())
            count += 1
    return count


def _grow(tree: Tree, theorem: Theorem, lemmas: Mapping[str, Theorem], shown: set[str]) -> None:
    by_path = groupby(theorem.discharges, key=lambda d: d.obligation.name.rpartition(": ")[0])
    for path, discharges in by_path:
        branch = tree.add(escape(path))
        for discharge in discharges:
            label = discharge.obligation.name.rpartition(": ")[2]
            agreed = " and ".join(discharge.solvers)
            branch.add(escape(f"{label}  [{agreed}, {discharge.seconds:.3f} s]"), style="dim")
    for cited in theorem.by:
        lemma = lemmas[cited]
        branch = tree.add(_headline(lemma) + ("  (above)" if cited in shown else ""))
        if cited not in shown:
            shown.add(cited)
            _grow(branch, lemma, lemmas, shown)


def _headline(theorem: Theorem) -> str:
    return escape(
        f"{theorem.id}: {theorem.statement}  "
        f"({theorem.paths} paths, {len(theorem.discharges)} obligations)"
    )
