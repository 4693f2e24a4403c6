"""Prove contracts and lemmas in Rocq by generated scripts. Cited lemmas are proved first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from verif.certify.generated.building import Build
from verif.certify.generated.files import Generated


@dataclass(frozen=True)
class Proved:
    """The theorems with a `Qed`, and why each other contract has none."""

    closed: tuple[str, ...]
    open: Mapping[str, str]
    compiled: int
    """How many theorems were compiled in this run; the others have not changed."""


def prove(printed: Generated, build: Build) -> Proved:
    """Compile all proofs. Raises UncertifiedError if a common file fails, or a check."""
    build.common(printed.common, printed.imported)
    failed = build.all(printed.returning)
    returning = [each for each in printed.returning if each.name not in failed]
    names = [each.name for each in returning]
    closed = {each.name: each for each in returning}
    open_ = dict(printed.unprinted)
    waiting = [printed.file(k, names) for k in range(len(printed.records))]
    while waiting:
        lemmas = {each.name for each in waiting}
        ready = [each for each in waiting if not lemmas.intersection(each.imports)]
        waiting = [each for each in waiting if each not in ready]
        possible = []
        for each in ready:
            cited = [n for n in each.imports if n.startswith("L_") and n not in closed]
            if cited:
                name = cited[0].removeprefix("L_")
                open_[each.theorem] = f"cites {name}, which has no generated proof"
            else:
                possible.append(each)
        why = build.all(possible)
        open_ |= {each.theorem: why[each.name] for each in possible if each.name in why}
        closed |= {each.name: each for each in possible if each.name not in why}
    build.require_closed(closed.values())
    theorems = tuple(each.theorem for name, each in closed.items() if name.startswith("L_"))
    compiled = len(build.compiled.intersection(closed))
    return Proved(theorems, open_, compiled)
