"""Kept verdicts: those that `prove` shows again, and those that it keeps for the next run."""

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
    """Whether the environment says so: nothing is kept there, and nothing that was is read."""
    return os.environ.get("CI", "").lower() in {"true", "1"}


def with_kept(
    chosen: Sequence[Selected],
    seconds: float,
    decide: Decide,
    show: Callable[[Decided], None],
    *,
    anew: bool,
) -> tuple[Decided, ...]:
    """The claims with their verdicts in the order given: as they were kept, or decided now.

    What is decided now is kept, if the texts are what they were when it began. Where all is to be
    decided anew, nothing that was kept is read.
    """
    if is_in_ci():
        return tuple(decide(chosen))
    # They wait for no layout, as all that a counterexample at once does without.
    from verif.records.identity import identities
    from verif.records.kept import kept

    began = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    store, names = kept(), identities(chosen, seconds)
    found = store.find(() if anew else zip(chosen, names, strict=True))
    for reference, problem in found.altered.items():
        complain(f"{reference}: {problem}: what was kept of it is not believed, it is decided anew")
    if found.other:
        verdicts = counted(found.other, "kept verdict")
        complain(f"{verdicts} of other texts, versions or options: decided anew")
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
            complain(f"nothing is kept: {error}")
    return tuple({**found.kept, **now}[one.reference] for one in chosen)
