"""Lemmas and contracts by name or by a word in them, from the theory or a user's file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from verif.claims.catalogue import module_of
from verif.kernel.contract import Contract
from verif.kernel.theory import claims_of, registered
from verif.theory import THEORY


def lemmas_of(file: Path | None) -> tuple[Contract, ...]:
    """Return the lemmas and contracts of a user's file, or of the theory if there is no file."""
    return THEORY.contracts if file is None else registered(module_of(file)).contracts


def lemmas_named(name: str) -> tuple[Contract, ...]:
    """Return the lemma or contract NAME or FILE.py:NAME, or all of a FILE.py without claims."""
    file, _, part = name.rpartition(":")
    if name.endswith(".py"):
        return () if claims_of(module_of(Path(name))) else lemmas_of(Path(name))
    if file and not file.endswith(".py"):
        return ()
    return tuple(lemma for lemma in lemmas_of(Path(file) if file else None) if lemma.id == part)


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
"""Words of the field, with the theory's words for them."""


def lemmas_about(word: str) -> tuple[Contract, ...]:
    """Return the lemmas that mention the word or a synonym, or all lemmas of a file.

    The search covers a lemma's name, statement, chapter and function.

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
    """Return a lemma's chapter, such as `composition.pieces`, or the name of a user's file."""
    module = lemma.block.__module__
    chapter = module.removeprefix("verif.theory.")
    return chapter if chapter != module else module.rpartition(".")[2]
