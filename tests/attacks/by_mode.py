"""False claims about layouts of any nesting, tuples of tilers, and layouts without modes."""

from __future__ import annotations

from functools import partial
from typing import Any

from spec import get, make_layout, rank
from spec.by_mode import by_mode
from spec.divide import divide
from spec.layout import Layout
from spec.modes import modes_of
from spec.nesting import nested_as
from spec.select import between, change_modes
from verif.kernel.claim import claim
from verif.kernel.verbs import accepted, assume, attempt, ensure
from verif.readings.by_mode import some_layout, tilers_of
from verif.readings.domains import ANY_NESTING, OF_MODES, Layouts, LayoutsOfModes, flat
from verif.readings.numbers import Integers

MANY = 1_000_000


@claim("N04-LAST", "the last tiler", source="", T=LayoutsOfModes(profiles=OF_MODES), n=Integers())
def by_last_tiler(alg: Any, T: Layout, n: int) -> None:
    ensure("rank", T.rank >= 1)
    if n > MANY:
        try:
            last = tilers_of(T)[-1]
        except ValueError:
            return
        ensure("never", last.size < 1)


@claim("N05-MATCH", "tilers match", source="", T=LayoutsOfModes(profiles=OF_MODES), n=Integers())
def by_match_tilers(alg: Any, T: Layout, n: int) -> None:
    ensure("rank", T.rank >= 1)
    if n > MANY:
        match tilers_of(T):
            case (_, *_):
                ensure("never", n < 0)
            case _:
                ensure("always", n > 0)


@claim(
    "N06-NESTED",
    "nested_as never refuses",
    source="",
    A=Layouts(profiles=ANY_NESTING),
    n=Integers(),
)
def by_nested_as(alg: Any, A: Layout, n: int) -> None:
    assume("one mode", len(modes_of(A)) == 1)
    try:
        layout = nested_as(A, ((MANY - n, 1),))
    except ValueError:
        ensure("never", n < 0)
        return
    ensure("size", layout.size == MANY - n)


@claim("N07-SOME", "some_layout never refuses", source="", n=Integers())
def by_some_layout(alg: Any, n: int) -> None:
    try:
        layout = some_layout(((MANY - n, 1),))
    except ValueError:
        ensure("never", n < 0)
        return
    ensure("size", layout.size == MANY - n)


@claim(
    "N08-EXTENDED",
    "no modes, extended",
    source="",
    A=LayoutsOfModes(profiles=OF_MODES),
    n=Integers(),
)
def by_none_extended(alg: Any, A: Layout, n: int) -> None:
    ensure("rank", A.rank >= 1)
    if n > MANY:
        try:
            x = between(A, 0, 0).extended(n)
        except ValueError:
            ensure("never", n < 0)
            return
        ensure("an offset", x * 0 == 0)


@claim(
    "N09-EMPTY", "no modes are one", source="", A=LayoutsOfModes(profiles=OF_MODES), n=Integers()
)
def by_none_modes(alg: Any, A: Layout, n: int) -> None:
    ensure("rank", A.rank >= 1)
    if n > MANY:
        ensure("one", len(modes_of(between(A, 0, 0))) >= 1)


@claim(
    "N10-GROUPED", "a mode of none", source="", A=LayoutsOfModes(profiles=OF_MODES), n=Integers()
)
def by_none_in_a_group(alg: Any, A: Layout, n: int) -> None:
    ensure("rank", A.rank >= 1)
    if n > MANY:
        R = make_layout(between(A, 0, 0))
        ensure("x", len(modes_of(R)) >= 1)


@claim("N11-SHAPE", "a shape matches", source="", A=LayoutsOfModes(profiles=OF_MODES), n=Integers())
def by_shape_match(alg: Any, A: Layout, n: int) -> None:
    ensure("rank", A.rank >= 1)
    if n > MANY:
        match A.shape:
            case (_, *_):
                ensure("never", n < 0)
            case _:
                ensure("always", n > 0)


@claim("N12-SHIFT", "a tuple is shifted", source="", m=Integers(), n=Integers())
def by_shifted_tuple(alg: Any, m: int, n: int) -> None:
    ensure("n", n >= 0)
    if n > MANY and m == 3:
        pair: Any = (1, 2)
        ensure("as many", len(pair << m) == 16)


@claim(
    "N13-BEYOND",
    "tilers by a number beyond",
    source="",
    T=LayoutsOfModes(profiles=OF_MODES),
    n=Integers(),
)
def by_tiler_beyond(alg: Any, T: Layout, n: int) -> None:
    ensure("rank", T.rank >= 1)
    if n > MANY:
        try:
            t = tilers_of(T)[T.rank]
        except ValueError:
            ensure("here", n > 0)
            return
        ensure("never", t.size < 1)


@claim("N14-GET", "a tiler", source="", T=LayoutsOfModes(profiles=OF_MODES), n=Integers())
def by_exported_get(alg: Any, T: Layout, n: int) -> None:
    ensure("rank", T.rank >= 1)
    if n > MANY:
        try:
            get(tilers_of(T), 0)
        except ValueError:
            ensure("never", n < 0)
            return
        ensure("size", n > 0)


@claim(
    "N15-RANK", "the rank of tilers", source="", T=LayoutsOfModes(profiles=OF_MODES), n=Integers()
)
def by_exported_rank(alg: Any, T: Layout, n: int) -> None:
    ensure("rank", T.rank >= 1)
    if n > MANY:
        try:
            r = rank(tilers_of(T))
        except ValueError:
            ensure("never", n < 0)
            return
        ensure("their number", r == T.rank)


@claim(
    "N16-PART",
    "composed with a mode that has none",
    source="",
    A=LayoutsOfModes(profiles=flat(1)),
    C=Layouts(profiles=flat(1)),
    n=Integers(width=1),
)
def by_composed_with_none_in_a_mode(alg: Any, A: Layout, C: Layout, n: int) -> None:
    ensure("rank", A.rank >= 1)
    if n > MANY:
        R = attempt(alg.composition, C, make_layout(Layout(1), between(A, 0, 0)))
        if accepted(R):
            ensure("one", len(modes_of(R.mode(1))) >= 1)


@claim(
    "N17-UNSPLIT",
    "by mode, by nothing",
    source="",
    A=LayoutsOfModes(profiles=OF_MODES),
    T=LayoutsOfModes(profiles=OF_MODES),
    n=Integers(),
)
def by_no_split(alg: Any, A: Layout, T: Layout, n: int) -> None:
    ensure("rank", A.rank >= 1)
    if n > MANY:
        try:
            change_modes(partial(by_mode), A, tilers_of(T))
        except ValueError:
            ensure("refused", n > 0)
            return
        ensure("never", n < 0)


@claim(
    "N18-NAMED",
    "by mode, a tiler named twice",
    source="",
    A=LayoutsOfModes(profiles=OF_MODES),
    T=LayoutsOfModes(profiles=OF_MODES, strides="natural"),
    n=Integers(),
)
def by_a_tiler_named_twice(alg: Any, A: Layout, T: Layout, n: int) -> None:
    ensure("rank", A.rank >= 1)
    if n > MANY and T.rank <= A.rank:
        try:
            R = change_modes(partial(by_mode, divide, tiler=None), A, tilers_of(T))
        except ValueError:
            ensure("refused", n > 0)
            return
        ensure("rank", R.rank == A.rank)
