"""Prove contracts, lemmas and claims in Rocq by generated scripts, in the order of citations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from verif.certify.generated.building import Build
from verif.certify.generated.by_hand import ByHand
from verif.certify.generated.claims import OPERATIONS, READINGS, Claimed
from verif.certify.generated.files import COMMON, File, Generated


@dataclass(frozen=True)
class Proved:
    """The theorems with a `Qed`, and why the remaining contracts and claims have no theorem."""

    closed: tuple[str, ...]
    by_hand: tuple[str, ...]
    """The contracts and claims whose theorems have a proof written by hand."""
    open: Mapping[str, str]
    compiled: int
    """How many theorems were compiled in this run. All other theorems were compiled earlier."""
    claims: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """For each claim with a theorem, the contracts that its proof cites."""
    open_claims: Mapping[str, str] = field(default_factory=dict[str, str])


def prove(printed: Generated, build: Build, claimed: Iterable[Claimed] = ()) -> Proved:
    """Compile all proofs. Raises UncertifiedError if a common file or a check fails."""
    claimed = tuple(claimed)
    build.common(printed.common, printed.imported)
    if claimed:
        build.library(READINGS)
    proofs = {f"L_{each.id}": (each.id, proof) for each, _, proof in printed.records}
    proofs |= {each.name: (each.statement.claim, each.proof) for each in claimed}
    written = {
        name: (of, proof) for name, (of, proof) in proofs.items() if isinstance(proof, ByHand)
    }
    for name in dict.fromkeys(name for _, proof in written.values() for name in proof.imported):
        build.library(name)
    returning = _returning(printed, build, claimed)
    names = [each.name for each in returning]
    closed = {each.name: each for each in returning}
    why = {each.name: each.why for each in claimed if each.why}
    for ready in _in_waves(_files(printed, claimed, names)):
        possible: list[File] = []
        for each in ready:
            cited = [n for n in each.imports if n.startswith("L_") and n not in closed]
            if cited:
                name = cited[0].removeprefix("L_")
                why[each.name] = f"cites {name}, which has no generated proof"
            else:
                possible.append(each)
        why |= build.all(possible)
        closed |= {each.name: each for each in possible if each.name not in why}
    others = [one for one in claimed if one.name in why]
    closed |= _without_record(printed, build, others, names)
    build.require_closed(closed.values())
    contracts = {f"L_{each.id}": each.id for each, _, _ in printed.records}
    claims = {each.name: each.statement.claim for each in claimed}
    return Proved(
        tuple(of for name, of in contracts.items() if name in closed),
        tuple(of for name, (of, _) in written.items() if name in closed),
        {**printed.unprinted, **{of: why[name] for name, of in contracts.items() if name in why}},
        len(build.compiled.intersection(closed)),
        {of: _cited(closed[name]) for name, of in claims.items() if name in closed},
        {of: why[name] for name, of in claims.items() if name not in closed},
    )


def _cited(file: File) -> tuple[str, ...]:
    return tuple(n.removeprefix("L_") for n in file.imports if n.startswith("L_"))


def _without_record(
    printed: Generated, build: Build, claimed: Iterable[Claimed], returning: list[str]
) -> Mapping[str, File]:
    """For each claim, compile a proof that does not use the record of the prover's proof.

    Return the files that Rocq accepts, by name.
    """
    files = [file for each in claimed for file in each.without_record(printed, returning)]
    if files:
        build.library(OPERATIONS)
    failed = build.all(files)
    return {each.name: each for each in files if each.name not in failed}


def _returning(printed: Generated, build: Build, claimed: Iterable[Claimed]) -> list[File]:
    """Compile the files of `printed.returning` that a proof imports. Return the accepted files."""
    names = [each.name for each in printed.returning]
    others = [file for each in claimed for file in each.without_record(printed, names)]
    files = (*_files(printed, claimed, names), *others)
    wanted = {name for each in files for name in each.imports}
    for each in reversed(printed.returning):
        if each.name in wanted:
            wanted.update(each.imports)
    proved: dict[str, File] = {}
    for ready in _in_waves(each for each in printed.returning if each.name in wanted):
        # The file of a definition imports the files of the definitions that it calls. So compile a
        # file only if Rocq has accepted all files that it imports.
        possible = [e for e in ready if all(n in proved or n == COMMON for n in e.imports)]
        failed = build.all(possible)
        proved |= {each.name: each for each in possible if each.name not in failed}
    return [*proved.values()]


def _in_waves(files: Iterable[File]) -> Iterator[list[File]]:
    """Yield the files in waves. A file comes in a later wave than the files that it imports."""
    waiting = [*files]
    while waiting:
        later = {each.name for each in waiting}
        ready = [each for each in waiting if not later.intersection(each.imports)]
        waiting = [each for each in waiting if each not in ready]
        yield ready


def _files(printed: Generated, claimed: Iterable[Claimed], returning: list[str]) -> list[File]:
    contracts = [printed.file(k, returning) for k, _ in enumerate(printed.records)]
    return [*contracts, *(file for each in claimed for file in each.files(printed, returning))]
