"""The cache of verdicts in `prove`: reading them at the start, and writing them at the end."""

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
    """Return whether the environment says CI. The cache is then neither read nor written."""
    return os.environ.get("CI", "").lower() in {"true", "1"}


def with_kept(
    chosen: Sequence[Selected],
    seconds: float,
    decide: Decide,
    show: Callable[[Decided], None],
    *,
    anew: bool,
) -> tuple[Decided, ...]:
    """Return the claims with their verdicts in the given order, from the cache or decided now.

    New verdicts are cached if the texts have not changed in the meantime. With `anew`, the cache is
    not read.
    """
    if is_in_ci():
        return tuple(decide(chosen))
    # Import the cache late, because a quick refutation does not need it.
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
