"""False claims about named tuples, and about attributes (e.g. `length`) of the prover's values."""

from __future__ import annotations

from typing import Any, NamedTuple

from spec.layout import Layout
from verif.kernel.claim import claim
from verif.kernel.verbs import accepted, assume, attempt, ensure
from verif.readings.by_mode import tilers_of
from verif.readings.domains import OF_MODES, LayoutsOfModes
from verif.readings.numbers import Integers

MANY = 1_000_000


class Measured(NamedTuple):
    length: int


@claim("N01-LENGTH", "a tuple of one has as many as its field says", source="", n=Integers())
def by_a_field_called_length(alg: Any, n: int) -> None:
    ensure("as many", len(Measured(n)) == n or n < MANY)


@claim(
    "N02-TILES",
    "a layout that was divided has tiles",
    source="",
    A=LayoutsOfModes(profiles=OF_MODES),
    T=LayoutsOfModes(profiles=OF_MODES, strides="natural"),
    n=Integers(),
)
def by_tiles(alg: Any, A: Layout, T: Layout, n: int) -> None:
    assume("no more tilers than modes", T.rank <= A.rank)
    R = attempt(alg.logical_divide, A, tilers_of(T))
    assume("A can be divided", accepted(R))
    ensure("a rank", R.rank >= 1)
    if n > MANY:
        ensure("its tiles", R.tiles.rank == T.rank)


@claim(
    "N03-LAYOUT",
    "tilers are the tilers of a layout",
    source="",
    T=LayoutsOfModes(profiles=OF_MODES),
    n=Integers(),
)
def by_a_layout(alg: Any, T: Layout, n: int) -> None:
    ensure("a rank", T.rank >= 1)
    if n > MANY:
        ensure("theirs", tilers_of(T).layout.rank == T.rank)


class Pair(NamedTuple):
    first: int
    second: Any


@claim("N19-PAIR", "a named tuple is an IntTuple", source="", n=Integers())
def by_a_named_tuple(alg: Any, n: int) -> None:
    ensure("natural", n >= 0)
    if n > MANY:
        try:
            modes = alg.rank(Pair(n, None))
        except ValueError:
            ensure("never", n < 0)
            return
        ensure("two", modes == 2)
