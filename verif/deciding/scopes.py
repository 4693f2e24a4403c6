"""Scopes of claims: the profiles and words that a verdict reaches over."""

from __future__ import annotations

from verif.kernel.claim import Claim
from verif.kernel.errors import ClaimError
from verif.kernel.verdict import ALL, Scope
from verif.readings.domains import Layouts, Shapes
from verif.readings.numbers import Among, Integers, Words
from verif.symbolic.claims import describe, profiles


def is_over_words(claim: Claim) -> bool:
    """Whether the claim speaks of words, and is proved of bit-vectors."""
    return any(isinstance(domain, Words) for domain in claim.domains.values())


def scope_of_words(claim: Claim) -> Scope:
    """The scope of a proof over words, by their bounds.

    Raises ClaimError beside other arguments: their integers would be words as well.
    """
    others = [n for n, d in claim.domains.items() if not isinstance(d, Words | Among)]
    if others:
        raise ClaimError(f"{claim.id}: words beside {', '.join(others)}, which is none")
    words: dict[str, list[str]] = {}
    for name, domain in claim.domains.items():
        if isinstance(domain, Words):
            words.setdefault(bounds(domain), []).append(name)
    every = ", ".join(f"{', '.join(names)} {within}" for within, names in words.items())
    return Scope(ALL, f"every {every}")


def bounds(words: Words) -> str:
    """The bounds of words, as a scope quotes them.

    >>> bounds(Words(0, 63)), bounds(Words(0)), bounds(Words())
    ('in 0 .. 63', '>= 0 that fits 64 bits', 'that fits 64 bits')
    """
    if words.high != Words.high:
        return f"in {words.low} .. {words.high}"
    return f"{'' if words.low == Words.low else f'>= {words.low} '}that fits 64 bits"


def stated(claim: Claim) -> tuple[str, ...]:
    """The bounds that the domains of a claim give its arguments, at every profile."""
    found: list[str] = []
    strides: dict[str, list[str]] = {}
    for name, domain in claim.domains.items():
        if isinstance(domain, Integers):
            found += [] if domain.low is None else [f"{name} >= {domain.low}"]
        elif isinstance(domain, Layouts):
            found += [f"{name} one mode"] if domain.one_mode else []
            strides.setdefault(domain.strides, []).append(name)
        elif isinstance(domain, Among):
            found.append(f"{name} in {', '.join(map(str, domain.values))}")
    low = {"natural": ">= 0", "positive": ">= 1"}
    bounded = ((names, low[kind]) for kind, names in strides.items() if kind in low)
    return (*found, *(f"strides of {', '.join(names)} {bound}" for names, bound in bounded))


def lifted(claim: Claim) -> tuple[str, ...]:
    """The layouts and shapes that a proof for every rank speaks of, where it is not of all."""
    found: dict[str, list[str]] = {}
    for name, domain in claim.domains.items():
        if isinstance(domain, Layouts | Shapes) and not getattr(domain, "one_mode", False):
            flat = "flat " if isinstance(domain, Layouts) and domain.are_flat else ""
            found.setdefault(flat + ("" if domain.rank_0 else "of rank >= 1"), []).append(name)
    return tuple(f"{', '.join(names)} {kind}".rstrip() for kind, names in found.items() if kind)


def ranks_of(claim: Claim) -> tuple[str, ...]:
    """The profiles that a claim is tried at, as a scope quotes them.

    Where all its arguments with modes range over the same profiles these are quoted once.
    """
    each = {
        tuple(filter(None, map(domain.describe, domain.profiles)))
        for domain in claim.domains.values()
    } - {()}
    if len(each) == 1:
        return each.pop()
    return tuple(dict.fromkeys(describe(claim, profile) for profile in profiles(claim)))
