"""Some arguments at which a claim holds: the least, some larger ones, and random ones.

A replay uses these arguments to follow the paths of a proof. The number of arguments that are tried
is limited, but the time is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import prod
from typing import Any, Final

from verif.kernel.claim import Arguments, Claim
from verif.search.concrete import concludes, run_concretely
from verif.search.exhaustive import Bound, affordable, arguments_in_order
from verif.search.strategies import sample

LOOKED_AT: Final = 400
"""The largest number of enumerated arguments that are tried."""

SMALL: Final[Bound] = (10, 6)

STEEP: Final[Bound] = (10, 1)
"""The bound of a second search, which runs only if the search within SMALL finds no arguments.

The second search has smaller strides and tries ten times as many arguments.
"""

EACH: Final = 4
"""The largest number of enumerated arguments to yield, and the largest number of random ones."""

FEW_PROFILES: Final = 8
"""With more combinations of profiles than this, no arguments are drawn at random.

A combination has one profile for each argument of the claim. The limit applies only if the caller
chooses the profiles. The enumerated arguments are always yielded.
"""


def admitted(
    claim: Claim, algebra: object, chosen: Mapping[str, Any] | None = None
) -> Iterator[Arguments]:
    """Yield arguments at which the claim holds.

    At these arguments, the claim also reaches a conclusion, so it does not hold vacuously. First
    come enumerated arguments, then random ones. If `chosen` is given, all arguments have the
    profiles that `chosen` names.
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
    """Run the claim on the first arguments within a bound.

    Return the arguments at which the claim holds and reaches a conclusion.
    """
    bound = affordable(claim, within, 10 * most)
    tried = islice(arguments_in_order(claim.domains, bound), most) if bound else ()
    return [one for one in tried if concludes(run_concretely(claim, algebra, one))]


def _drawn(claim: Claim, algebra: object) -> Iterator[Arguments]:
    return islice(sample(claim, algebra, EACH).satisfying, EACH)


def _spread(found: Sequence[Arguments]) -> list[Arguments]:
    """Select evenly spaced arguments, including the first and the last."""
    places = {round((len(found) - 1) * k / (EACH - 1)) for k in range(EACH if found else 0)}
    return [found[k] for k in sorted(places)]


def _at_profile(domain: Any, profile: Any) -> Any:
    """Restrict the domain to one of its profiles."""
    if profile is None:
        return domain
    return replace(domain, profiles=(profile,))
