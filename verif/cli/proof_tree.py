"""A proof on the terminal: the claim, its lemmas, and the obligations of each by case."""

from __future__ import annotations

from rich.markup import escape
from rich.tree import Tree

from verif.deciding.outline import Node
from verif.english import counted


def proof_tree(root: Node) -> Tree:
    """Return the proof as a tree. A lemma that is cited more than once is expanded once."""
    tree = Tree(_headline(root))
    _grow(tree, root)
    return tree


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
    size = f"{counted(one.paths, 'path')}, {counted(one.obligations, 'obligation')}"
    return escape(f"{one.id}: {one.statement}  ({size}){'  (above)' if node.above else ''}")
