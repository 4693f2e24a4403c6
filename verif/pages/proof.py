"""A proof to read: the claim, the lemmas it cites, and the obligations of each, case by case."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.markup import escape
from rich.tree import Tree

from verif.kernel.judge import Theorem
from verif.pages.outline import Node


def proof_tree(root: Node) -> Tree:
    """The proof as a tree; a lemma that is cited more than once is taken apart once."""
    tree = Tree(_headline(root))
    _grow(tree, root)
    return tree


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


def _grow(tree: Tree, node: Node) -> None:
    for case in node.outline.cases if not node.above else ():
        where = f", where {'; '.join(case.conditions)}" if case.conditions else ""
        branch = tree.add(escape(f"{case.name}{where}"))
        for owed in case.owed:
            agreed = " and ".join(owed.solvers)
            branch.add(escape(f"{owed.label}  [{agreed}, {owed.seconds:.3f} s]"), style="dim")
    for lemma in node.lemmas:
        _grow(tree.add(_headline(lemma)), lemma)


def _headline(node: Node) -> str:
    one = node.outline
    counted = f"{one.paths} paths, {one.obligations} obligations"
    return escape(f"{one.id}: {one.statement}  ({counted}){'  (above)' if node.above else ''}")
