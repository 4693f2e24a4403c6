"""The divisibility conditions of CuTe: which modes of B compose with A piece by piece.

Walking through A's modes, w goes on where a mode divides it; it stops where the image stays
inside the mode; otherwise it has to divide the mode, and what is left of n goes on with
steps of 1.
"""

from __future__ import annotations

from spec.modes import Modes, total
from verif.kernel.claim import assume, ensure
from verif.kernel.theory import Lemma, definition, lemma
from verif.theory.layouts.modes import at_least_one_mode


@definition(on="modes")
def divides(modes: Modes, n: int, w: int) -> bool:
    """Whether the divisibility conditions hold of the mode n:w, mode by mode of A."""
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return True
    if w % s == 0:
        return divides(rest, n, w // s)
    if (n - 1) * w < s:
        return True
    if s % w != 0 or n % (s // w) != 0:
        return False
    return divides(rest, n // (s // w), 1)


@definition(on="modes")
def parts(modes: Modes, n: int, w: int) -> int:
    """How many pieces n:w is cut into where the divisibility conditions hold."""
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return 1
    if w % s == 0:
        return parts(rest, n, w // s)
    if (n - 1) * w < s:
        return 1
    return 1 + parts(rest, n // (s // w), 1)


def at_least_one_step(modes: Modes, n: int, w: int) -> None:
    assume("at least one mode", bool(modes))
    assume("at least one step", n >= 1)
    assume("no step back", w >= 0)
    assume("the divisibility conditions", divides(modes, n, w))


@lemma(whenever=parts, where=divides)
def parts_in_range(modes: Modes, n: int, w: int) -> Lemma:
    """Under the divisibility conditions there is at most one piece a mode of A."""
    at_least_one_step(modes, n, w)

    def shows() -> None:
        ensure("at least one", parts(modes, n, w) >= 1)
        ensure("at most one a mode", parts(modes, n, w) <= len(modes))

    def proof() -> None:
        """Induction on A's modes."""
        (s, _), rest = modes[0], modes[1:]
        if not rest:
            return
        if w % s == 0:
            parts_in_range(rest, n, w // s)
        elif (n - 1) * w >= s and s % w == 0 and n % (s // w) == 0:
            parts_in_range(rest, n // (s // w), 1)

    return shows, proof


@lemma
def compact_divides(modes: Modes) -> Lemma:
    """The compact layout of A's size meets the divisibility conditions."""
    at_least_one_mode(modes)

    def shows() -> None:
        ensure("size(A):1 divides", divides(modes, total(modes), 1))

    def proof() -> None:
        """Induction on A's modes."""
        if modes[1:]:
            compact_divides(modes[1:])

    return shows, proof
