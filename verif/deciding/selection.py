"""Find claims and lemmas by name or by a word, in this project or in a user's file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from spec.spelling import suggested
from verif.claims.catalogue import catalogue, claims_in, module_of
from verif.kernel.claim import Claim
from verif.kernel.contract import Contract
from verif.kernel.errors import ClaimError
from verif.kernel.theory import claims_of, registered
from verif.theory import THEORY
from verif.upstream.in_process import MissingImplementationError
from verif.upstream.named import named

SYNONYMS: Final = {
    "cosize": ("span", "reach"),
    "codomain": ("span", "reach"),
    "domain": ("total", "size"),
    "offset": ("value", "extended"),
    "crd2idx": ("value", "extended"),
    "idx2crd": ("coordinate",),
    "size": ("total", "extent"),
    "sorted": ("increasing", "ordered"),
    "injective": ("distinct", "apart", "once"),
    "surjective": ("onto", "taken", "hole"),
    "bijective": ("compact", "onto", "inverse"),
    "overlap": ("meet", "apart"),
    "stride": ("step",),
    "compose": ("composition",),
    "xor": ("bits", "swizzle"),
    "contiguous": ("compact",),
    "broadcast": ("stride 0", "zero"),
}
"""Maps a term of the field to the words that the theory uses for the same thing."""


@dataclass(frozen=True)
class Reference:
    """The id and file of a claim, or the id alone for a claim of the catalogue.

    Processes exchange references, because a claim cannot be pickled: its decorated name no longer
    refers to its function.

    >>> print(Reference("D6"), Reference("MINE", Path("mine.py")))
    D6 mine.py:MINE
    """

    id: str
    file: Path | None = None

    def __str__(self) -> str:
        return self.id if self.file is None else f"{self.file}:{self.id}"

    def claim(self) -> Claim:
        """Return the claim with this id, from this file or from the catalogue."""
        return next(claim for claim in _claims(self.file) if claim.id == self.id)


@dataclass(frozen=True)
class Selected:
    """A claim and the reference to it."""

    claim: Claim
    reference: Reference


def selected(names: Iterable[str]) -> tuple[Selected, ...]:
    """Return the named claims without duplicates, or the whole catalogue if there are no names.

    A name is an id of the catalogue, FILE.py for all claims of a user's file, or FILE.py:NAME for a
    single claim of the file. This NAME is the claim's id or its name in the file. For an unknown
    name, the message of the ClaimError suggests similar names. A lemma or contract is rejected.
    """
    references = dict.fromkeys(
        reference for name in (tuple(names) or (None,)) for reference in _references(name)
    )
    return tuple(Selected(reference.claim(), reference) for reference in references)


def present(
    chosen: Iterable[Selected],
) -> tuple[tuple[Selected, ...], Mapping[str, tuple[str, ...]]]:
    """Return the claims whose implementation is installed.

    Also return the ids of the other claims, grouped by the implementation that is missing.
    """
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
    """Return the named claims, lemmas and contracts, without duplicates.

    A lemma is named by NAME or FILE.py:NAME. If a file has no claims, FILE.py names all its lemmas.
    All other names follow the rules of `selected`.
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
        _require_no_lemma(name, name, lemmas_of(None))
        if Path(f"{file or name}.py").is_file():
            meant = f"{file}.py:{part}" if file else f"{name}.py"
            raise ClaimError(f"unknown claim or lemma {name!r}: for your file, write {meant}")
        near = suggested(name, [*ids, *(lemma.id for lemma in lemmas_of(None))])
        listed = "run `layout-verif claims` or `lemmas`, or write FILE.py:NAME for one in a file"
        raise ClaimError(f"unknown claim or lemma {name!r}{near}: {listed}")
    return (Reference(name),)


def _in_file(path: Path, name: str) -> Reference:
    _require_no_lemma(f"{path}:{name}", name, lemmas_of(path))
    by_name = claims_in(path)
    ids = {claim.id.rpartition(":")[2]: claim.id for claim in by_name.values()}
    known = {name: claim.id for name, claim in by_name.items()} | ids
    if name not in known:
        lemmas = [lemma.id for lemma in lemmas_of(path)]
        near = suggested(name, [*known, *lemmas])
        has = ", ".join([*ids, *lemmas])
        raise ClaimError(f"{path} has no claim or lemma {name!r}{near}; it has {has}")
    return Reference(known[name], path)


def _require_no_lemma(name: str, id: str, lemmas: Iterable[Contract]) -> None:
    """Raise ClaimError if a lemma or contract has this id. `name` is the id with its file."""
    for lemma in lemmas:
        if lemma.id == id:
            kind = "a lemma" if lemma.is_lemma else "a contract"
            raise ClaimError(
                f"{name} is {kind}, but this command takes claims;"
                f" `layout-verif prove {name}` proves it"
            )


def _claims(file: Path | None) -> Iterable[Claim]:
    return catalogue() if file is None else claims_in(file).values()


def lemmas_of(file: Path | None) -> tuple[Contract, ...]:
    """Return the lemmas and contracts of a user's file, or of the theory if there is no file."""
    return THEORY.contracts if file is None else registered(module_of(file)).contracts


def lemmas_named(name: str) -> tuple[Contract, ...]:
    """Return the lemmas and contracts that a name stands for.

    NAME or FILE.py:NAME stands for one lemma or contract. If a file has no claims, FILE.py stands
    for all its lemmas and contracts.
    """
    file, _, part = name.rpartition(":")
    if name.endswith(".py"):
        return () if claims_of(module_of(Path(name))) else lemmas_of(Path(name))
    if file and not file.endswith(".py"):
        return ()
    return tuple(lemma for lemma in lemmas_of(Path(file) if file else None) if lemma.id == part)


def lemmas_about(word: str) -> tuple[Contract, ...]:
    """Return the lemmas that mention the word or a synonym of it.

    The search covers a lemma's name, statement, chapter and function. If the word is the name of a
    Python file, return all lemmas of that file instead.

    >>> {chapter_of(lemma) for lemma in lemmas_about("numbers.bits")}
    {'numbers.bits'}
    >>> set(lemmas_about("span")) <= set(lemmas_about("cosize"))
    True
    """
    if word.endswith(".py"):
        return lemmas_of(Path(word))
    sought = (word.casefold(), *SYNONYMS.get(word.casefold(), ()))
    return tuple(
        lemma
        for lemma in THEORY.contracts
        if any(each in text.casefold() for text in _texts(lemma) for each in sought)
    )


def _texts(lemma: Contract) -> tuple[str, ...]:
    return lemma.id, lemma.statement, chapter_of(lemma), lemma.function.__name__


def chapter_of(lemma: Contract) -> str:
    """Return a lemma's chapter, such as `composition.few_pieces`, or the name of a user's file."""
    module = lemma.block.__module__
    chapter = module.removeprefix("verif.theory.")
    return chapter if chapter != module else module.rpartition(".")[2]
