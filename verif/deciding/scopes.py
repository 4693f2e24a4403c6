"""Scopes of claims: the profiles and the bounds that a verdict covers."""

from __future__ import annotations

from verif.kernel.claim import Claim
from verif.readings.domains import Layouts, Shapes
from verif.readings.numbers import Among, Integers
from verif.symbolic.claims import describe, profiles


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
    """The restrictions on layouts and shapes in a proof for every rank."""
    found: dict[str, list[str]] = {}
    for name, domain in claim.domains.items():
        if isinstance(domain, Layouts | Shapes) and not getattr(domain, "one_mode", False):
            flat = "flat " if isinstance(domain, Layouts) and domain.are_flat else ""
            found.setdefault(flat + ("" if domain.rank_0 else "of rank >= 1"), []).append(name)
    return tuple(f"{', '.join(names)} {kind}".rstrip() for kind, names in found.items() if kind)


def ranks_of(claim: Claim) -> tuple[str, ...]:
    """The profiles at which a claim is tried, as shown in a scope.

    If all its arguments with modes range over the same profiles, these are shown once.
    """
    each = {
        tuple(filter(None, map(domain.describe, domain.profiles)))
        for domain in claim.domains.values()
    } - {()}
    if len(each) == 1:
        return each.pop()
    return tuple(dict.fromkeys(describe(claim, profile) for profile in profiles(claim)))
