"""Which claims a command is about: all of the catalogue, some by id, or those of a user's file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from verif.claims.catalogue import catalogue, claims_in
from verif.kernel.claim import Claim
from verif.kernel.errors import ClaimError


@dataclass(frozen=True)
class Reference:
    """Where a claim is found again, in another process too; without a file, in the catalogue.

    A claim itself does not travel: its text is a function that its own name no longer denotes.
    """

    id: str
    file: Path | None = None

    def claim(self) -> Claim:
        """The claim that is meant."""
        return next(claim for claim in _claims(self.file) if claim.id == self.id)


@dataclass(frozen=True)
class Selected:
    """A claim and where it came from."""

    claim: Claim
    reference: Reference


def selected(names: Iterable[str]) -> tuple[Selected, ...]:
    """The claims of the given ids and `.py` files, each once; without names, the catalogue.

    ClaimError says which name is no claim's and no file's.
    """
    references = dict.fromkeys(
        reference for name in (tuple(names) or (None,)) for reference in _references(name)
    )
    return tuple(Selected(reference.claim(), reference) for reference in references)


def _references(name: str | None) -> tuple[Reference, ...]:
    if name is None:
        return _all_of(None)
    if name.endswith(".py"):
        return _all_of(Path(name))
    if all(claim.id != name for claim in catalogue()):
        raise ClaimError(f"no claim {name!r}: `layout-verif claims` lists them all")
    return (Reference(name),)


def _all_of(file: Path | None) -> tuple[Reference, ...]:
    return tuple(Reference(claim.id, file) for claim in _claims(file))


def _claims(file: Path | None) -> tuple[Claim, ...]:
    return catalogue() if file is None else claims_in(file)
