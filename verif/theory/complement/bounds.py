"""Bounds: the complement of a layout up to n has at most n coordinates.

This bound holds if no mode s:d reaches n, that is, if (s - 1) * d < n. For a smaller n the bound
may be false: the complement of 2:2 up to 1 is the gap 2:1, which has 2 coordinates.

A coordinate of a gap selects a copy of the modes before the gap. Each gap but the last ends at or
before the stride of the next mode. The number of copies in the last gap is rounded up, so the last
copy may end beyond n. The bound still holds: if s:d is the last mode with s >= 2, its stride d is
at most half of its end s*d (`gaps_are_at_most_as_many_as_offsets`).
"""

from __future__ import annotations

from spec.complement import gaps
from spec.modes import Modes, total
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, ensure
from verif.theory.complement.gaps import chain
from verif.theory.layouts.modes import opened


@definition(on="modes")
def stay_below(modes: Modes, size: int) -> bool:
    """Whether the last offset of each mode is below `size`. Modes of size 1 do not count."""
    if not modes:
        return True
    s, d = modes[0]
    return (s == 1 or (s - 1) * d < size) and stay_below(modes[1:], size)


@definition(on="modes")
def all_of_size_1(modes: Modes) -> bool:
    """Whether every mode has one coordinate."""
    if not modes:
        return True
    return modes[0][0] == 1 and all_of_size_1(modes[1:])


@lemma
def a_rounded_gap_is_halved(s: int, d: int, copies: int, size: int) -> Lemma:
    """If s >= 2, (s - 1)*d < `size` and (`copies` - 1)*s*d < `size`, then d*`copies` <= `size`.

    In words, the conditions are: the last offset of the mode s:d is below `size`, and the last copy
    of the mode begins below `size`. The last copy may end beyond `size`.
    """
    assume("at least two steps", s >= 2)
    assume("a stride", d >= 1)
    assume("a copy", copies >= 1)
    assume("the mode stays below", (s - 1) * d < size)
    assume("the last copy begins below", (copies - 1) * (s * d) < size)

    def shows() -> None:
        ensure("at most the size", d * copies <= size)

    def proof() -> None:
        """If there is one copy, d <= (s - 1)*d < size.

        Otherwise d*copies <= 2*d*(copies - 1) <= s*d*(copies - 1) < size.
        """
        if copies == 1:
            ensure("the stride is below", d * (s - 2) >= 0)
        else:
            ensure("half of the copies", d * ((s - 2) * (copies - 1)) >= 0)
            ensure("at least two copies", d * (copies - 2) >= 0)

    return shows, proof


@lemma
def gaps_are_at_most_as_many_as_offsets(modes: Modes, current: int, size: int) -> Lemma:
    """If a chain stays below `size`, its gaps have at most ceil(size / current) coordinates.

    The chain and its gaps start at the stride `current`. If some mode of the chain has size 2 or
    more, the gaps have at most `size / current` coordinates.
    """
    opened(modes)
    assume("current >= 1", current >= 1)
    assume("size >= 1", size >= 1)
    assume("a chain", chain(modes, current))
    assume("below the size", stay_below(modes, size))

    def shows() -> None:
        copies = total(gaps(modes, current, size))
        ensure("a copy", copies >= 1)
        if all_of_size_1(modes):
            ensure("the last copy begins below", (copies - 1) * current < size)
        else:
            ensure("at most the size", copies * current <= size)

    def proof() -> None:
        """Induction on the modes: each gap ends at or before the next mode's stride."""
        if modes:
            (s, d), rest = modes[0], modes[1:]
            gaps_are_at_most_as_many_as_offsets(rest, current if s == 1 else s * d, size)
            if s != 1:
                copies, gap = total(gaps(rest, s * d, size)), d // current
                ensure("the gap ends at or before the stride", gap * current <= d)
                ensure("the same times `copies`", copies * (d - gap * current) >= 0)
                if all_of_size_1(rest):
                    a_rounded_gap_is_halved(s, d, copies, size)
                else:
                    ensure("the steps of the mode are not negative", copies * (d * (s - 1)) >= 0)

    return shows, proof
