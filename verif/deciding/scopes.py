"""Scopes of claims: the profiles and words that a verdict reaches over."""

from __future__ import annotations

from verif.kernel.claim import Claim
from verif.kernel.verdict import ALL, Scope
from verif.readings.domains import Words
from verif.symbolic.claims import describe, profiles


def is_over_words(claim: Claim) -> bool:
    """Whether the claim speaks of words, and is proved of bit-vectors."""
    return any(isinstance(domain, Words) for domain in claim.domains.values())


def scope_of_words(claim: Claim) -> Scope:
    """The scope of a proof over words: which arguments are any words."""
    words = (name for name, domain in claim.domains.items() if isinstance(domain, Words))
    return Scope(ALL, f"every {', '.join(words)} that fits 64 bits")


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
    return tuple(describe(claim, profile) for profile in profiles(claim))
