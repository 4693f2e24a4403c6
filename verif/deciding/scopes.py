"""Scopes of claims: the profiles and bounds for which a verdict holds."""

from __future__ import annotations

from verif.kernel.claim import Claim
from verif.readings.domains import Layouts, Shapes
from verif.readings.numbers import Among, Integers
from verif.symbolic.claims import describe, profiles


def stated(claim: Claim) -> tuple[str, ...]:
    """Return the bounds that the domains set for the claim's arguments at every profile."""
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
    """Return the restrictions on layouts and shapes in a proof for every rank, if there are any."""
    found: dict[str, list[str]] = {}
    for name, domain in claim.domains.items():
        if isinstance(domain, Layouts | Shapes) and not getattr(domain, "one_mode", False):
            flat = "flat " if isinstance(domain, Layouts) and domain.are_flat else ""
            found.setdefault(flat + ("" if domain.rank_0 else "of rank >= 1"), []).append(name)
    return tuple(f"{', '.join(names)} {kind}".rstrip() for kind, names in found.items() if kind)


def ranks_of(claim: Claim) -> tuple[str, ...]:
    """Return the profiles at which a claim is tried, as a scope quotes them.

    If all arguments with modes have the same profiles, these are listed once.
    """
    each = {
        tuple(filter(None, map(domain.describe, domain.profiles)))
        for domain in claim.domains.values()
    } - {()}
    if len(each) == 1:
        return each.pop()
    return tuple(dict.fromkeys(describe(claim, profile) for profile in profiles(claim)))
