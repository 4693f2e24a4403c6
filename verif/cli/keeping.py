"""Cached verdicts: read those of earlier runs, and store new ones for the next run."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from verif.cli.printing import complain
from verif.deciding.decided import Decided
from verif.deciding.selection import Selected
from verif.english import counted

Decide = Callable[[Sequence[Selected]], Sequence[Decided]]


def is_in_ci() -> bool:
    """Whether this is continuous integration, where verdicts are neither cached nor read."""
    return os.environ.get("CI", "").lower() in {"true", "1"}


def with_kept(
    chosen: Sequence[Selected],
    seconds: float,
    decide: Decide,
    show: Callable[[Decided], None],
    *,
    anew: bool,
) -> tuple[Decided, ...]:
    """The claims with their verdicts in the given order, from the cache or decided now.

    New verdicts are cached, unless a text changed while they were decided. With `fresh` the cache
    is not read.
    """
    if is_in_ci():
        return tuple(decide(chosen))
    # Imported here: a counterexample that is found at once does not need these modules.
    from verif.records.identity import identities
    from verif.records.kept import kept

    began = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    store, names = kept(), identities(chosen, seconds)
    found = store.find(() if anew else zip(chosen, names, strict=True))
    for reference, problem in found.altered.items():
        complain(f"{reference}: {problem}: the cached verdict is not used, it is decided again")
    if found.other:
        verdicts = counted(found.other, "cached verdict")
        complain(f"{verdicts} of other texts, versions or options: decided again")
    for one in found.kept.values():
        show(one)
    left = [one for one in chosen if one.reference not in found.kept]
    now = dict(zip((one.reference for one in left), decide(left), strict=True))
    if now and identities(chosen, seconds) == names:
        decided = [
            (one, name, now[one.reference])
            for one, name in zip(chosen, names, strict=True)
            if one.reference in now and now[one.reference].origin is None
        ]
        try:
            store.keep(decided, began)
        except OSError as error:
            complain(f"the verdicts were not cached: {error}")
    return tuple({**found.kept, **now}[one.reference] for one in chosen)
