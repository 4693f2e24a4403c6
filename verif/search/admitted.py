"""Some arguments at which a claim holds: the least, some further ones, and random ones.

A replay takes them along the paths of a proof. How many are looked at depends on counts alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import prod
from typing import Any, Final

from verif.kernel.claim import Arguments, Claim
from verif.search.concrete import Holds, Result, run_concretely
from verif.search.enumeration import Bound, arguments_in_order
from verif.search.exhaustive import affordable
from verif.search.random_cases import sample

LOOKED_AT: Final = 400
"""The arguments of an enumeration that are looked at."""

SMALL: Final[Bound] = (10, 6)

STEEP: Final[Bound] = (10, 1)
"""Larger shapes and smaller strides, of which ten times as many are looked at."""

EACH: Final = 4
"""The arguments that are taken of the enumeration, and of the random ones."""

FEW_PROFILES: Final = 8
"""The profiles up to which random arguments are drawn for each."""


def admitted(
    claim: Claim, algebra: object, chosen: Mapping[str, Any] | None = None
) -> Iterator[Arguments]:
    """Arguments at which the claim holds and, but for random ones, concludes something.

    Of these profiles alone if any are named.
    """
    if chosen is None:
        small = _enumerated(claim, algebra, SMALL, LOOKED_AT)
        yield from _spread(small or _enumerated(claim, algebra, STEEP, 10 * LOOKED_AT))
        yield from _drawn(claim, algebra)
        return
    count = prod(len(domain.profiles) for domain in claim.domains.values())
    narrowed = {name: _at_profile(domain, chosen[name]) for name, domain in claim.domains.items()}
    claim = replace(claim, domains=narrowed)
    found = _spread(_enumerated(claim, algebra, SMALL, max(LOOKED_AT // count, 50)))
    yield from found
    if len(found) < EACH and count <= FEW_PROFILES:
        yield from _drawn(claim, algebra)


def _enumerated(claim: Claim, algebra: object, within: Bound, most: int) -> list[Arguments]:
    """Those of the first within the bound at which the claim holds and concludes something."""
    bound = affordable(claim, within, 10 * most)
    tried = islice(arguments_in_order(claim.domains, bound), most) if bound else ()
    return [one for one in tried if _concludes(run_concretely(claim, algebra, one))]


def _concludes(result: Result) -> bool:
    return isinstance(result, Holds) and result.conclusions > 0


def _drawn(claim: Claim, algebra: object) -> Iterator[Arguments]:
    return islice(sample(claim, algebra, EACH).satisfying, EACH)


def _spread(found: Sequence[Arguments]) -> list[Arguments]:
    """Some of the arguments, the first and the last among them."""
    places = {round((len(found) - 1) * k / (EACH - 1)) for k in range(EACH if found else 0)}
    return [found[k] for k in sorted(places)]


def _at_profile(domain: Any, profile: Any) -> Any:
    """The domain with one of its profiles alone."""
    if profile is None:
        return domain
    return replace(domain, profiles=(profile,))
