"""CuTe's divisibility conditions: which modes of B can be composed with A piece by piece.

Walk through A's modes s:d with a mode n:w of B. If s divides w, continue with n:(w/s) in A's next
mode. If the n steps stay inside s:d, that is, (n - 1)*w < s, the walk succeeds. Otherwise w must
divide s, and s/w must divide n. Then n:w is cut after s/w steps, and the walk continues with
(n/(s/w)):1 in A's next mode. In A's last mode, every n:w succeeds. `divides` is true if the walk
succeeds, and `parts` is the number of pieces.

This chapter proves two basic facts. The main theorem is in a later chapter, `accepted`: composition
accepts a mode of B if the walk succeeds.
"""

from __future__ import annotations

from spec.modes import Modes, total
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, ensure
from verif.theory.composition.one_mode import a_mode_and_steps
from verif.theory.layouts.modes import at_least_one_mode


@definition(on="modes")
def divides(modes: Modes, n: int, w: int) -> bool:
    """Whether the mode n:w of B meets CuTe's divisibility conditions for A."""
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
    """The number of pieces into which n:w is cut if the divisibility conditions hold."""
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
    """Under the divisibility conditions, there are at most as many parts as A has modes."""
    a_divisible_mode(modes, n, w)

    def shows() -> None:
        ensure("at least one", parts(modes, n, w) >= 1)
        ensure("at most one per mode", parts(modes, n, w) <= len(modes))

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
    """The mode size(A):1 meets the divisibility conditions."""
    at_least_one_mode(modes)

    def shows() -> None:
        ensure("size(A):1 divides", divides(modes, total(modes), 1))

    def proof() -> None:
        """Induction on A's modes."""
        if modes[1:]:
            compact_layout_of_the_size_is_divisible(modes[1:])

    return shows, proof
