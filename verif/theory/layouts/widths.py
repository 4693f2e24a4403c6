"""Widths: a layout's offsets, counted in elements that are n times as wide or 1/n as wide.

If elements become n times as wide, a step of stride d becomes a step of d/n elements. But if |d| is
less than n and divides n, only every (n/|d|)-th step moves to the next element (`narrow_point`). If
elements become 1/n as wide, a step of stride d becomes a step of n*d elements. But along a mode of
stride 1, n neighbours replace each element (`neighbour`). The offset of a point is a sum over its
digits, so induction on the modes gives the offsets in wider elements
(`wider_elements_are_at_points_apart`) and in narrower elements
(`narrower_elements_are_neighbours`). Narrowing and then widening gives the original modes
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
    """How many steps along a mode of stride d become one step in elements n times as wide."""
    return 1 if d == 0 or d % n == 0 else n // abs(d)


@definition(on="modes")
def widenable(modes: Modes, n: int) -> bool:
    """Whether each stride is 0, divides n, or is a multiple of n."""
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
    """The point of the first narrow element inside the wide element at `point`."""
    if not modes:
        return ()
    first = point[0] * steps_to_the_next(modes[0][1], n)
    return (first,) + narrow_point(point[1:], modes[1:], n)


def neighbour(point: Terminals, modes: Modes, n: int, j: int) -> Terminals:
    """The point of element j among the n narrow elements that replace the element at `point`."""
    if not modes:
        return ()
    first = n * point[0] + j if modes[0][1] == 1 else point[0]
    return (first,) + neighbour(point[1:], modes[1:], n, j)


@contract(narrow_point, on="modes")
def narrow_points_are_as_long(point: Terminals, modes: Modes, n: int) -> Promise:
    """The point of a narrow element has as many entries as the point of the wide element."""
    assume("n >= 1", n >= 1)
    assume("an entry for each mode", len(point) == len(modes))

    def shows(result: Terminals) -> None:
        ensure("an entry for each mode", len(result) == len(modes))

    return Promise(shows)


@contract(neighbour, on="modes")
def neighbours_are_as_long(point: Terminals, modes: Modes, n: int, j: int) -> Promise:
    """The point of a neighbour has as many entries as there are modes."""
    assume("an entry for each mode", len(point) == len(modes))

    def shows(result: Terminals) -> None:
        ensure("an entry for each mode", len(result) == len(modes))

    return Promise(shows)


@contract(all_widened, on="modes", rejects=InadmissibleError)
def widenable_modes_are_widened(modes: Modes, n: int) -> Promise:
    """Widening keeps the number of modes, and accepts modes if and only if they are `widenable`."""
    assume("n >= 1", n >= 1)

    def accepts() -> bool:
        return widenable(modes, n)

    def shows(result: Modes) -> None:
        ensure("an entry for each mode", len(result) == len(modes))
        ensure("widenable", widenable(modes, n))

    return Promise(shows, accepts=accepts)


@contract(all_narrowed, on="modes")
def modes_are_as_many_when_narrowed(modes: Modes, n: int) -> Promise:
    """Narrowing keeps the number of modes."""
    assume("n >= 1", n >= 1)

    def shows(result: Modes) -> None:
        ensure("an entry for each mode", len(result) == len(modes))

    return Promise(shows)


@contract(require_forward, on="modes", rejects=InadmissibleError)
def forward_modes_are_accepted(modes: Modes) -> Promise:
    """`require_forward` accepts modes if and only if no stride is -1."""

    def accepts() -> bool:
        return forward(modes)

    def shows(_: None) -> None:
        ensure("forward", forward(modes))

    return Promise(shows, accepts=accepts)


definition(adjacent, on="modes")


@lemma
def wider_elements_are_at_points_apart(point: Terminals, modes: Modes, n: int) -> Lemma:
    """The offset of a wide element, times n, is the offset of its first narrow element."""
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
    """Narrow element j has the offset n * (wide offset) + j * (number of modes of stride 1)."""
    opened(point)
    assume("j is below n", 0 <= j < n)
    assume("an entry for each mode", len(point) == len(modes))
    assume("the point is in bounds", in_bounds(point, shapes_of(modes)))

    def shows() -> None:
        narrow = dot(neighbour(point, modes, n, j), strides_of(all_narrowed(modes, n)))
        wide = dot(point, strides_of(modes))
        narrowed = shapes_of(all_narrowed(modes, n))
        ensure("a point", in_bounds(neighbour(point, modes, n, j), narrowed))
        ensure(
            "n times the wide offset, plus j for each stride of 1",
            narrow == n * wide + j * adjacent(modes),
        )

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
    """Modes without a stride of -1 are unchanged by narrowing and then widening."""
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
