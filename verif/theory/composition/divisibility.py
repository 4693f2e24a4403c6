"""The divisibility conditions of CuTe: modes of B that compose with A piece by piece.

Walk through A's modes s:d with n:w. Where s divides w, go on with n:(w/s). Where the n steps stay
inside the mode, (n - 1)*w < s, stop. Otherwise w has to divide s and s/w to divide n, and what is
left of n goes on with steps of 1; n:w is then cut there. The last mode takes everything. `divides`
is whether the walk gets through, and `parts` how many pieces it makes.

Two first facts of it stand here; that such modes are accepted is the main theorem of a later
chapter, `accepted`.
"""

from __future__ import annotations

from spec.modes import Modes, total
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, ensure
from verif.theory.composition.one_mode import a_mode_and_steps
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
    """The number of pieces that n:w is cut into where the divisibility conditions hold."""
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return 1
    if w % s == 0:
        return parts(rest, n, w // s)
    if (n - 1) * w < s:
        return 1
    return 1 + parts(rest, n // (s // w), 1)


def a_divisible_mode(modes: Modes, n: int, w: int) -> None:
    """Assume that n:w meets the divisibility conditions of A."""
    a_mode_and_steps(modes, n, w)
    assume("the divisibility conditions", divides(modes, n, w))


@lemma(whenever=parts, where=divides)
def parts_are_no_more_than_modes(modes: Modes, n: int, w: int) -> Lemma:
    """The divisibility conditions make no more parts than A has modes."""
    a_divisible_mode(modes, n, w)

    def shows() -> None:
        ensure("at least one", parts(modes, n, w) >= 1)
        ensure("at most one a mode", parts(modes, n, w) <= len(modes))

    def proof() -> None:
        """Induction on A's modes."""
        (s, _), rest = modes[0], modes[1:]
        if not rest:
            return
        if w % s == 0:
            parts_are_no_more_than_modes(rest, n, w // s)
        elif (n - 1) * w >= s and s % w == 0 and n % (s // w) == 0:
            parts_are_no_more_than_modes(rest, n // (s // w), 1)

    return shows, proof


@lemma
def compact_layout_of_the_size_is_divisible(modes: Modes) -> Lemma:
    """The compact layout of A's size meets the divisibility conditions."""
    at_least_one_mode(modes)

    def shows() -> None:
        ensure("size(A):1 divides", divides(modes, total(modes), 1))

    def proof() -> None:
        """Induction on A's modes."""
        if modes[1:]:
            compact_layout_of_the_size_is_divisible(modes[1:])

    return shows, proof
