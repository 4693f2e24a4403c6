"""Select claims and lemmas: all of the catalogue, some by name, or a user's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from spec.spelling import suggested
from verif.claims.catalogue import catalogue, claims_in
from verif.deciding.lemmas import lemmas_named, lemmas_of
from verif.kernel.claim import Claim
from verif.kernel.contract import Contract
from verif.kernel.errors import ClaimError
from verif.upstream.in_process import MissingImplementationError
from verif.upstream.named import named


@dataclass(frozen=True)
class Reference:
    """A reference to a claim that can be sent to another process; the default is the catalogue.

    A claim itself cannot be pickled: the name of its text denotes the claim, not the function.

    >>> print(Reference("D6"), Reference("MINE", Path("mine.py")))
    D6 mine.py:MINE
    """

    id: str
    file: Path | None = None

    def __str__(self) -> str:
        return self.id if self.file is None else f"{self.file}:{self.id}"

    def claim(self) -> Claim:
        """The claim."""
        return next(claim for claim in _claims(self.file) if claim.id == self.id)


@dataclass(frozen=True)
class Selected:
    """A claim and its reference."""

    claim: Claim
    reference: Reference


def selected(names: Iterable[str]) -> tuple[Selected, ...]:
    """The selected claims, each once; without names, all of the catalogue.

    A name is an id of the catalogue, FILE.py for all of a user's file, or FILE.py:NAME for
    one of them, by its id or by its name in the file.
    ClaimError names the unknown claim or file, and suggests similar names.
    """
    references = dict.fromkeys(
        reference for name in (tuple(names) or (None,)) for reference in _references(name)
    )
    return tuple(Selected(reference.claim(), reference) for reference in references)


def present(
    chosen: Iterable[Selected],
) -> tuple[tuple[Selected, ...], Mapping[str, tuple[str, ...]]]:
    """The claims whose implementation is installed, and the other ids by what is missing."""
    here: list[Selected] = []
    missing: dict[str, tuple[str, ...]] = {}
    for one in chosen:
        try:
            named(one.claim.accuses)
        except MissingImplementationError as error:
            missing[str(error)] = (*missing.get(str(error), ()), one.claim.id)
        else:
            here.append(one)
    return tuple(here), missing


def selected_with_lemmas(
    names: Iterable[str],
) -> tuple[tuple[Selected, ...], tuple[Contract, ...]]:
    """The selected claims, lemmas and contracts, each once.

    A lemma is named by NAME or FILE.py:NAME; FILE.py selects all lemmas if the file declares no
    claim. All other names are as for `selected`.
    """
    found = {name: lemmas_named(name) for name in names}
    lemmas = dict.fromkeys(lemma for named in found.values() for lemma in named)
    others = [name for name, lemmas in found.items() if not lemmas]
    return selected(others) if others or not found else (), tuple(lemmas)


def _references(name: str | None) -> tuple[Reference, ...]:
    if name is None:
        return tuple(Reference(claim.id) for claim in catalogue())
    file, _, part = name.rpartition(":")
    if name.endswith(".py"):
        path = Path(name)
        return tuple(Reference(claim.id, path) for claim in claims_in(path).values())
    if file.endswith(".py"):
        return (_in_file(Path(file), part),)
    ids = [claim.id for claim in catalogue()]
    if name not in ids:
        near = suggested(name, [*ids, *(lemma.id for lemma in lemmas_of(None))])
        listed = "run `layout-verif claims` or `lemmas`, or name one in a file by FILE.py:NAME"
        raise ClaimError(f"unknown claim or lemma {name!r}{near}: {listed}")
    return (Reference(name),)


def _in_file(path: Path, name: str) -> Reference:
    by_name = claims_in(path)
    ids = {claim.id.rpartition(":")[2]: claim.id for claim in by_name.values()}
    known = {name: claim.id for name, claim in by_name.items()} | ids
    if name not in known:
        lemmas = [lemma.id for lemma in lemmas_of(path)]
        near = suggested(name, [*known, *lemmas])
        has = ", ".join([*ids, *lemmas])
        raise ClaimError(f"{path} has no claim or lemma {name!r}{near}; it has {has}")
    return Reference(known[name], path)


def _claims(file: Path | None) -> Iterable[Claim]:
    return catalogue() if file is None else claims_in(file).values()
