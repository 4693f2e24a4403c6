"""Whether a layout has a left inverse that is a layout: R with A(R(A(i))) = A(i) for all i.

Let t_1, t_2, .. be the shapes of R. Their products 1 < t_1 < t_1*t_2 < .. form the *chain*. R has
one stride for each number in the chain. The values of R at the offsets of A depend only on these
strides, and on the chain up to the largest offset. Splitting a shape t_k into its prime factors
does not change R as a function. So it is enough to try prime shapes. Let p be a number in the
chain, and suppose that the strides for all smaller numbers are known. Then any offset of A from p
up to the next number in the chain restricts the stride for p to a few values.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from spec.coalesce import coalesce_modes
from spec.layout import Layout
from spec.modes import Modes, layout_of, modes_of, offsets, value
from verif.questions.program import UndecidedError

MOST_OFFSETS: Final = 64
MOST_STEPS: Final = 4_000

PRIMES: Final = tuple(p for p in range(2, MOST_OFFSETS) if all(p % q for q in range(2, p)))


def left_inverse(layout: Layout) -> Layout | None:
    """Return a left inverse, or None if no left inverse exists.

    Raises UndecidedError if the search takes too long.

    >>> print(left_inverse(Layout((2, 2), (2, 3))), left_inverse(Layout((2, 2, 2), (1, 1, 1))))
    (2,2,2):(1,1,2) (2,2):(1,6)
    """
    modes = coalesce_modes(modes_of(layout))
    if any(s > 1 and d < 0 for s, d in modes):
        return None
    found = _searched(modes)
    return None if found is None else layout_of(found)


@lru_cache(maxsize=65536)
def _searched(modes: Modes) -> Modes | None:
    images: dict[int, set[int]] = {}
    if sum((s - 1) * d for s, d in modes) >= MOST_OFFSETS or len(modes) > 6:
        raise UndecidedError("the layout has too many offsets to search for a left inverse")
    for i, x in enumerate(offsets(modes)):
        images.setdefault(x, set()).add(i)
    return _Search(images).run()


class _Search:
    """A search for a left inverse R that tries prime shapes for R's modes, smallest first."""

    def __init__(self, images: Mapping[int, set[int]]) -> None:
        self.images = images
        self.offsets = sorted(images)
        self.largest = self.offsets[-1]
        self.size = 1 + max(max(found) for found in images.values())
        self.steps = 0
        self.guessed = False

    def run(self) -> Modes | None:
        found = self.extended((), 1)
        if found is None and self.guessed:
            raise UndecidedError("a stride of the left inverse is not determined by any offset")
        return found

    def extended(self, modes: Modes, p: int) -> Modes | None:
        """Add modes to R until R is a left inverse. Return None if that fails.

        `modes` are the modes of R so far, and p is the product of their shapes. A left inverse maps
        every offset t of the layout to a coordinate with the offset t.
        """
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise UndecidedError("too many candidates for a left inverse")
        if p > self.largest:
            return modes or ((1, 0),)
        for t in PRIMES:
            for e in self.strides(modes, p, t):
                found = self.extended((*modes, (t, e)), p * t)
                if found is not None:
                    return found
            if p * t > self.largest:
                return None
        return None

    def strides(self, modes: Modes, p: int, t: int) -> list[int]:
        """Return the possible strides of R's next mode.

        The next mode has the shape t, and the modes so far have the size p.
        """
        choices: set[int] | None = None
        for x in self.offsets:
            if p <= x < p * t:
                digit, below = x // p, value(modes, x % p)
                fitting = {(v - below) // digit for v in self.images[x] if (v - below) % digit == 0}
                choices = fitting if choices is None else choices & fitting
        if choices is not None:
            return sorted(choices)
        self.guessed = True
        return sorted(range(1 - self.size, self.size), key=abs)
