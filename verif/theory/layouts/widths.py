"""Widths: the offsets of a layout in elements n times as wide, or of an n-th of the width.

In wider elements a step of stride d is d/n elements, or, where |d| < n divides n, every
(n/|d|)-th step is one (`narrow_point`). In narrower ones each step is n elements, and along the
mode of stride 1 there are n neighbours in the place of one (`neighbour`). Mode by mode, that is the
sum over the digits of a point (`wider_elements_are_at_points_apart`,
`narrower_elements_are_neighbours`), and back again are the modes that were
(`narrowed_modes_widen_to_themselves`).
"""

from __future__ import annotations

from spec.errors import InadmissibleError
from spec.int_tuple import dot
from spec.modes import Modes, shapes_of, strides_of
from spec.recast import adjacent, all_narrowed, all_widened, require_forward
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, same, unfold
from verif.readings.terminals import Terminals, in_bounds
from verif.theory.layouts.modes import opened


def steps_to_the_next(d: int, n: int) -> int:
    """The number of steps of a stride until the next element that is n times as wide."""
    return 1 if d == 0 or d % n == 0 else n // abs(d)


@definition(on="modes")
def widenable(modes: Modes, n: int) -> bool:
    """Whether each stride is 0, or it and n are multiples, one of the other."""
    if not modes:
        return True
    d = modes[0][1]
    return (d == 0 or d % n == 0 or n % d == 0) and widenable(modes[1:], n)


@definition(on="modes")
def forward(modes: Modes) -> bool:
    """Whether no stride is -1."""
    if not modes:
        return True
    return modes[0][1] != -1 and forward(modes[1:])


def narrow_point(point: Terminals, modes: Modes, n: int) -> Terminals:
    """The point, in the modes, of the first narrow element of the wide one at a point."""
    if not modes:
        return ()
    first = point[0] * steps_to_the_next(modes[0][1], n)
    return (first,) + narrow_point(point[1:], modes[1:], n)


def neighbour(point: Terminals, modes: Modes, n: int, j: int) -> Terminals:
    """The point of the j-th of the n narrow elements in the place of the one at a point."""
    if not modes:
        return ()
    first = n * point[0] + j if modes[0][1] == 1 else point[0]
    return (first,) + neighbour(point[1:], modes[1:], n, j)


@contract(narrow_point, on="modes")
def narrow_points_are_as_long(point: Terminals, modes: Modes, n: int) -> Promise:
    """The point of a narrow element has as many entries as that of the wide one."""
    assume("n >= 1", n >= 1)
    assume("an entry for each mode", len(point) == len(modes))

    def shows(result: Terminals) -> None:
        ensure("as many", len(result) == len(modes))

    return Promise(shows)


@contract(neighbour, on="modes")
def neighbours_are_as_long(point: Terminals, modes: Modes, n: int, j: int) -> Promise:
    """The point of a neighbour has as many entries."""
    assume("an entry for each mode", len(point) == len(modes))

    def shows(result: Terminals) -> None:
        ensure("as many", len(result) == len(modes))

    return Promise(shows)


@contract(all_widened, on="modes", rejects=InadmissibleError)
def widenable_modes_are_widened(modes: Modes, n: int) -> Promise:
    """Modes are as many in wider elements, and widened where each stride can be."""
    assume("n >= 1", n >= 1)

    def accepts() -> bool:
        return widenable(modes, n)

    def shows(result: Modes) -> None:
        ensure("as many", len(result) == len(modes))
        ensure("widenable", widenable(modes, n))

    return Promise(shows, accepts=accepts)


@contract(all_narrowed, on="modes")
def modes_are_as_many_when_narrowed(modes: Modes, n: int) -> Promise:
    """Modes are as many in narrower elements."""
    assume("n >= 1", n >= 1)

    def shows(result: Modes) -> None:
        ensure("as many", len(result) == len(modes))

    return Promise(shows)


@contract(require_forward, on="modes", rejects=InadmissibleError)
def forward_modes_are_accepted(modes: Modes) -> Promise:
    """Modes of which no stride is -1 are accepted."""

    def accepts() -> bool:
        return forward(modes)

    def shows(_: None) -> None:
        ensure("forward", forward(modes))

    return Promise(shows, accepts=accepts)


definition(adjacent, on="modes")


@lemma
def wider_elements_are_at_points_apart(point: Terminals, modes: Modes, n: int) -> Lemma:
    """The offset of a wide element, times n, is that of its first narrow one."""
    opened(point)
    assume("n >= 1", n >= 1)
    assume("widenable", widenable(modes, n))
    assume("an entry for each mode", len(point) == len(modes))

    def shows() -> None:
        wide = dot(point, strides_of(all_widened(modes, n)))
        narrow = dot(narrow_point(point, modes, n), strides_of(modes))
        ensure("the offset times n", n * wide == narrow)

    def proof() -> None:
        """Induction on the modes."""
        unfold(all_widened, modes, n)
        unfold(narrow_point, point, modes, n)
        unfold(strides_of, modes)
        unfold(strides_of, all_widened(modes, n))
        if modes:
            wider_elements_are_at_points_apart(point[1:], modes[1:], n)

    return shows, proof


@lemma
def narrower_elements_are_neighbours(point: Terminals, modes: Modes, n: int, j: int) -> Lemma:
    """The offset of the j-th narrow element is n times that of the wide one, and j."""
    opened(point)
    assume("j is one of n", 0 <= j < n)
    assume("an entry for each mode", len(point) == len(modes))
    assume("a point of the modes", in_bounds(point, shapes_of(modes)))

    def shows() -> None:
        narrow = dot(neighbour(point, modes, n, j), strides_of(all_narrowed(modes, n)))
        wide = dot(point, strides_of(modes))
        narrowed = shapes_of(all_narrowed(modes, n))
        ensure("a point", in_bounds(neighbour(point, modes, n, j), narrowed))
        ensure("n times, and j along each stride 1", narrow == n * wide + j * adjacent(modes))

    def proof() -> None:
        """Induction on the modes."""
        unfold(all_narrowed, modes, n)
        unfold(neighbour, point, modes, n, j)
        for read in (shapes_of, strides_of):
            unfold(read, modes)
            unfold(read, all_narrowed(modes, n))
        if modes:
            narrower_elements_are_neighbours(point[1:], modes[1:], n, j)

    return shows, proof


@lemma
def narrowed_modes_widen_to_themselves(modes: Modes, n: int) -> Lemma:
    """Modes of which no stride is -1 are the same in narrower and then in wider elements."""
    assume("n >= 1", n >= 1)
    assume("forward", forward(modes))

    def shows() -> None:
        ensure("widenable", widenable(all_narrowed(modes, n), n))
        same("the modes", all_widened(all_narrowed(modes, n), n), modes)

    def proof() -> None:
        """Induction on the modes."""
        unfold(all_narrowed, modes, n)
        if modes:
            narrowed_modes_widen_to_themselves(modes[1:], n)
        unfold(all_widened, all_narrowed(modes, n), n)

    return shows, proof
