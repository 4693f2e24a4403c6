"""Tuples of any rank and nesting, mode by mode: coordinates that have one integer for each mode."""

from __future__ import annotations

from spec.coordinates import counted, digits, natural, require_coordinate
from spec.errors import CoordinateError
from spec.int_tuple import IntTuple, flatten, product
from verif.kernel.claim import assume, ensure, proving, same, unfold, witness
from verif.kernel.contract import Automatic, Contract, lists_of
from verif.theory.layouts.coordinates import (
    TERMINALS,
    Terminals,
    at_least,
    extent,
    in_bounds,
    opened,
    some_point,
    taking_apart,
)

Parts = tuple[Terminals, ...]
"""The terminals of each mode of a tuple."""

PARTS = lists_of(TERMINALS, "parts", Terminals)
"""Any integers, mode by mode."""


def some_mode(terminals: Terminals) -> IntTuple:
    """A mode with these terminals: the flat one here, one of any nesting in proofs."""
    return terminals


def appended(entries: Terminals, others: Terminals) -> Terminals:
    """The entries and then the others."""
    if not entries:
        return others
    return (entries[0],) + appended(entries[1:], others)


def flattened(parts: Parts) -> Terminals:
    """The terminals of all modes, from left to right."""
    if not parts:
        return ()
    return appended(parts[0], flattened(parts[1:]))


def extents(parts: Parts) -> Terminals:
    """The size of each mode."""
    if not parts:
        return ()
    return (product(some_mode(parts[0])),) + extents(parts[1:])


def require_each(crd: Terminals, parts: Parts) -> None:
    """Raises CoordinateError unless each integer is a coordinate of its mode."""
    if crd:
        require_coordinate(crd[0], some_mode(parts[0]))
        require_each(crd[1:], parts[1:])


def natural_of_each(crd: Terminals, parts: Parts) -> Terminals:
    """The terminals of the natural coordinate of each integer in its mode."""
    if not crd:
        return ()
    first = flatten(natural(crd[0], some_mode(parts[0])))
    return appended(first, natural_of_each(crd[1:], parts[1:]))


def _appended(result: Terminals, entries: Terminals, others: Terminals) -> None:
    ensure("as many", len(result) == len(entries) + len(others))
    ensure("as many points", extent(result) == extent(entries) * extent(others))


def _appended_from(result: Terminals, entries: Terminals, others: Terminals, low: int) -> None:
    assume("all at least low", at_least(low, result))
    ensure("the entries", at_least(low, entries))
    ensure("the others", at_least(low, others))


def digits_in_turn(c: int, y: int, sizes: Terminals, others: Terminals) -> None:
    """Induction on the sizes."""
    if not sizes:
        ensure("of no sizes the only coordinate", c == 0)
    elif sizes[1:]:
        s, rest = sizes[0], sizes[1:]
        witness(c + extent(sizes) * y, s, c // s + extent(rest) * y, c % s)
        digits_in_turn(c // s, y, rest, others)
    else:
        unfold(appended, sizes[1:], others)


def _low_and_high(c: int, y: int, sizes: Terminals, others: Terminals) -> None:
    opened(sizes)
    assume("sizes >= 1", at_least(1, appended(sizes, others)))
    assume("c is a coordinate", 0 <= c < extent(sizes))
    assume("y is a coordinate of the others", 0 <= y < extent(others))


def _in_turn(_: None, c: int, y: int, sizes: Terminals, others: Terminals) -> None:
    same(
        "the digits of c and then those of y",
        digits(c + extent(sizes) * y, appended(sizes, others)),
        appended(digits(c, sizes), digits(y, others)),
    )


def _shape(parts: Parts) -> None:
    opened(parts)
    assume("sizes >= 1", at_least(1, flattened(parts)))


def _extents(result: Terminals, parts: Parts) -> None:
    if proving() and parts:
        some_point(parts[0])
    ensure("a size for each mode", len(result) == len(parts))
    ensure("sizes >= 1", at_least(1, result))
    ensure("as many points", extent(result) == extent(flattened(parts)))


def _an_integer_each(crd: Terminals, parts: Parts) -> None:
    opened(crd, parts)
    assume("an integer for each mode", len(crd) == len(parts))
    assume("sizes >= 1", at_least(1, flattened(parts)))


def _is_in_bounds(crd: Terminals, parts: Parts) -> bool:
    return in_bounds(crd, extents(parts))


def _required(_: None, crd: Terminals, parts: Parts) -> None:
    ensure("each is below its size", in_bounds(crd, extents(parts)))


def _coordinate(crd: Terminals, parts: Parts) -> None:
    opened(crd, parts)
    assume("sizes >= 1", at_least(1, flattened(parts)))
    assume("each is below its size", in_bounds(crd, extents(parts)))


def _natural_of_each(result: Terminals, crd: Terminals, parts: Parts) -> None:
    taking_apart(crd, extents(parts))
    index = counted(crd, extents(parts))
    if proving() and crd:
        others = counted(crd[1:], extents(parts[1:]))
        taking_apart(crd[1:], extents(parts[1:]))
        digits_in_turn(crd[0], others, parts[0], flattened(parts[1:]))
    same("the natural coordinate of the index", result, digits(index, flattened(parts)))


APPENDED = Contract(
    "APP-ENTRIES",
    "entries and then others: their number, the points, and what is the least of them",
    appended,
    ensures=_appended,
    everywhere={at_least: _appended_from},
    on="entries",
)
DIGITS_IN_TURN = Contract(
    "DIGITS-APP",
    "sizes before others take their digits first",
    digits_in_turn,
    requires=_low_and_high,
    ensures=_in_turn,
    measure=lambda c, y, sizes, others: len(sizes),
)
FLATTENED = Contract("FLAT", "the terminals of the modes in turn", flattened, on="parts")
EXTENTS = Contract(
    "EXTENTS",
    "the sizes of the modes are a shape of as many points",
    extents,
    requires=_shape,
    ensures=_extents,
    on="parts",
)
REQUIRED = Contract(
    "REQUIRED",
    "a coordinate with an integer for each mode is accepted where each is below its size",
    require_each,
    requires=_an_integer_each,
    ensures=_required,
    rejects=CoordinateError,
    accepts=_is_in_bounds,
)
NATURAL_OF_EACH = Contract(
    "BY-MODE",
    "the natural coordinates of one integer for each mode are that of the index they count to",
    natural_of_each,
    requires=_coordinate,
    ensures=_natural_of_each,
    on="crd",
)

OBSERVATIONS: dict[object, str] = {}
CONTRACTS = (APPENDED, DIGITS_IN_TURN, FLATTENED, EXTENTS, REQUIRED, NATURAL_OF_EACH)
AUTOMATIC: tuple[Automatic, ...] = ()
