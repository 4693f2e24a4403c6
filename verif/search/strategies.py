"""Hypothesis strategies for layouts, pairs to compose, and the arguments of claims.

Each strategy draws small integers first and builds on them, so that failures shrink well.
Strategies that are created during a draw are cached, because Hypothesis takes longer to validate a
new strategy than to draw from it.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from itertools import product as cartesian
from operator import mul
from typing import Any, Final

from hypothesis import HealthCheck, Phase, Verbosity, given, reject, settings
from hypothesis import seed as given_seed
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture.providers import HypothesisProvider
from hypothesis.internal.constants_ast import Constants

from spec.int_tuple import IntTuple, flatten, unflatten
from spec.layout import Layout
from spec.modes import Groups, Mode, Modes, modes_of
from spec.xla import COMBINE, Side, Tile, Tiles, XlaShape
from verif.kernel.claim import Arguments, Claim, Domain, Enumerated
from verif.readings.arrays import Indices, XlaShapes, array_of
from verif.readings.domains import Index, Layouts, Refinements, Shapes, Strides, size_of
from verif.readings.numbers import Integers
from verif.search.concrete import Discarded, Fails, concludes, run_concretely
from verif.search.exhaustive import FailingCase, factorizations, group_at, tuples

LARGEST_SHAPE = 8
LARGEST_STRIDE = 40
LARGEST_INTEGER = 1 << 10


def profiles(most_modes: int = 4) -> st.SearchStrategy[IntTuple]:
    """Draw a profile, which has a 0 for each mode. All numbers of modes are equally likely."""
    return st.one_of(*(st.sampled_from(nestings(modes)) for modes in range(1, most_modes + 1)))


@cache
def nestings(modes: int) -> tuple[IntTuple, ...]:
    """Return the profiles with this number of modes. A single mode may be in parentheses.

    >>> nestings(1), nestings(2)
    ((0, (0,)), ((0, 0), (0, (0,)), ((0,), 0), ((0,), (0,))))
    """
    if modes == 1:
        return (0, (0,))
    return tuple(
        parts
        for rank in range(modes, 1, -1)
        for counts in tuples(rank, modes, "positive")
        for parts in cartesian(*map(nestings, counts))
    )


@cache
def like(profile: IntTuple, entries: st.SearchStrategy[int]) -> st.SearchStrategy[IntTuple]:
    """IntTuples with this profile. Each entry is drawn from `entries`."""
    return st.tuples(*[entries] * len(flatten(profile))).map(lambda flat: unflatten(flat, profile))


def int_tuples(
    entries: st.SearchStrategy[int] | None = None, most_modes: int = 4
) -> st.SearchStrategy[IntTuple]:
    """IntTuples of any nesting."""
    chosen = st.integers(1, LARGEST_SHAPE) if entries is None else entries
    return profiles(most_modes).flatmap(lambda profile: like(profile, chosen))


@cache
def shape_entries() -> st.SearchStrategy[int]:
    """Sizes of modes. The size 1 and sizes with many divisors are more likely than others."""
    return st.one_of(
        st.integers(1, 4), st.sampled_from((1, 6, 8, 12)), st.integers(1, LARGEST_SHAPE)
    )


@lru_cache(maxsize=4096)
@st.composite
def stride_entries(draw: st.DrawFn, before: Sequence[Mode], strides: Strides) -> int:
    """A stride for the next mode, given the modes before it.

    There are three kinds of stride: a stride that merges the mode with the previous mode, a
    multiple of a product of earlier sizes, and any other stride.
    """
    least = 1 if strides == "positive" else 0
    products = tuple(accumulate((s for s, _ in before), mul, initial=1))
    merging = before[-1][0] * abs(before[-1][1]) if before else 1
    stride = draw(_strides_after(products, merging, least))
    negative = strides == "any" and draw(st.booleans())
    return -stride if negative else max(stride, least)


@lru_cache(maxsize=4096)
def _strides_after(products: tuple[int, ...], merging: int, least: int) -> st.SearchStrategy[int]:
    return st.one_of(
        st.integers(least, 3),
        st.sampled_from(products),
        st.just(merging),
        st.builds(mul, st.sampled_from(products), st.integers(least, 4)),
        st.integers(least, LARGEST_STRIDE),
    )


@cache
@st.composite
def layouts_of(draw: st.DrawFn, profile: IntTuple, strides: Strides = "natural") -> Layout:
    """Layouts of one profile."""
    shape = draw(like(profile, shape_entries()))
    modes: list[Mode] = []
    for s in flatten(shape):
        modes.append((s, draw(stride_entries(tuple(modes), strides))))
    return Layout(shape, unflatten(tuple(d for _, d in modes), shape))


def layouts(strides: Strides = "natural", most_modes: int = 4) -> st.SearchStrategy[Layout]:
    """Layouts of any nesting."""
    return profiles(most_modes).flatmap(lambda profile: layouts_of(profile, strides))


@lru_cache(maxsize=4096)
@st.composite
def walked_modes(draw: st.DrawFn, a: Layout) -> Mode:
    """A mode n:w such that w and n*w each divide a product of A's first sizes."""
    products = sorted(set(accumulate(flatten(a.shape), mul, initial=1)))
    w = draw(st.sampled_from(divisors(draw(st.sampled_from(products)))))
    reachable = [p // w for p in products if p % w == 0]
    n = draw(st.sampled_from(divisors(draw(st.sampled_from(reachable or [1])))))
    return n, w


@lru_cache(maxsize=4096)
@st.composite
def walks(draw: st.DrawFn, a: Layout, profile: IntTuple) -> Layout:
    """A layout with this profile, whose modes are drawn by `walked_modes`."""
    walked = [draw(walked_modes(a)) for _ in flatten(profile)]
    shape = unflatten(tuple(n for n, _ in walked), profile)
    return Layout(shape, unflatten(tuple(w for _, w in walked), profile))


@st.composite
def composable_pairs(draw: st.DrawFn, most_modes: int = 3) -> tuple[Layout, Layout]:
    """Two layouts A and B to compose.

    Each stride of B divides a product of A's first sizes, so B is usually admissible for A.
    """
    a = draw(layouts("any", most_modes))
    profile = draw(profiles(most_modes))
    return a, draw(walks(a, profile))


def composition_pairs(most_modes: int = 3) -> st.SearchStrategy[tuple[Layout, Layout]]:
    """Pairs of A and B to compose, both admissible and inadmissible."""
    return st.one_of(
        composable_pairs(most_modes),
        st.tuples(layouts("any", most_modes), layouts("natural", most_modes)),
        st.tuples(layouts("any", 2), layouts("any", 2)),
    )


def refined(a: Layout, b: Layout) -> st.SearchStrategy[Groups]:
    """Groups of modes, one for each mode of B, that refine B's modes.

    The strides are usually the strides of the composition A o B.
    """
    return st.tuples(*(_refined(a, n, w) for n, w in modes_of(b)))


@st.composite
def _refined(draw: st.DrawFn, a: Layout, n: int, w: int) -> Modes:
    """Modes whose sizes have the product n. Some sizes may be 1.

    Usually the strides are the offsets of A at w, w*s, .., where s is the size of the first mode.
    """
    sizes = list(draw(st.sampled_from(factorizations(n))))
    for place in draw(st.lists(st.integers(0, len(sizes)), max_size=2)):
        sizes.insert(place, 1)
    right = group_at(a, tuple(sizes), w)
    if draw(st.integers(0, 3)):
        return right
    return tuple((s, d + draw(st.integers(-2, 2))) for s, d in right)


def arguments_of(claim: Claim) -> st.SearchStrategy[Arguments]:
    """Arguments of a claim from its domains.

    Some layouts are drawn so that they can usually be composed with an earlier layout.
    """
    return _arguments_of(dict(claim.domains))


@st.composite
def _arguments_of(draw: st.DrawFn, domains: dict[str, Domain]) -> Arguments:
    drawn: dict[str, Any] = {}
    for name, domain in domains.items():
        drawn[name] = draw(_value(domain, drawn))
    return drawn


def _value(domain: Domain, earlier: Arguments) -> st.SearchStrategy[Any]:
    if isinstance(domain, Index):
        of = earlier[domain.of]
        return st.integers(0, size_of(of) - 1).map(lambda index: domain.at(index, of))
    if isinstance(domain, Refinements):
        return refined(earlier[domain.after], earlier[domain.of])
    if isinstance(domain, Shapes):
        return _shapes_of(domain)
    if isinstance(domain, Layouts):
        return _layouts_of(domain, [a for a in earlier.values() if isinstance(a, Layout)])
    return _plain_of(domain, earlier)


def _plain_of(domain: Domain, earlier: Arguments) -> st.SearchStrategy[Any]:
    if isinstance(domain, XlaShapes):
        return st.sampled_from(domain.profiles).flatmap(_xla_shapes)
    if isinstance(domain, Indices):
        return st.tuples(*(st.integers(0, d - 1) for d in earlier[domain.of].dims))
    if isinstance(domain, Integers):
        near = st.sampled_from(domain.enumerated(earlier))
        least = -LARGEST_INTEGER if domain.low is None else domain.low
        return st.one_of(near, near, st.integers(least, max(0, least) + LARGEST_INTEGER))
    if isinstance(domain, Enumerated):
        return st.sampled_from(domain.enumerated(earlier))
    raise TypeError(f"no strategy for {type(domain).__name__}")


@cache
def _sides(rank: int) -> st.SearchStrategy[Tile]:
    """The sides of a tile, minor side first. Each side but the first may be COMBINE."""
    sizes = shape_entries()
    sides = (st.one_of(sizes, st.just(COMBINE)) if k else sizes for k in range(rank))
    return st.tuples(*(side.map(Side) for side in sides))


@cache
def _tilings(profile: tuple[IntTuple, ...]) -> st.SearchStrategy[Tiles]:
    """A sequence of tiles."""
    return st.tuples(*(_sides(len(flatten(tile))) for tile in profile))


@cache
def _xla_shapes(profile: tuple[IntTuple, ...]) -> st.SearchStrategy[XlaShape]:
    """Arrays in any dimension order, with some bounds larger than a tile."""
    dims, *tiles = profile
    rank = len(flatten(dims))
    return st.builds(
        array_of,
        st.tuples(*[st.one_of(shape_entries(), st.integers(1, 40))] * rank),
        st.permutations(range(rank)).map(tuple),
        _tilings(tuple(tiles)),
    )


def _shapes_of(domain: Shapes) -> st.SearchStrategy[IntTuple]:
    entries = shape_entries() if domain.low else st.integers(0, LARGEST_SHAPE)
    return st.sampled_from(domain.profiles).flatmap(lambda p: like(p, entries))


def _layouts_of(domain: Layouts, earlier: Sequence[Layout]) -> st.SearchStrategy[Layout]:
    """Draw layouts of the domain: random layouts, and layouts that fit earlier arguments."""

    def of(profile: IntTuple) -> st.SearchStrategy[Layout]:
        return st.one_of(layouts_of(profile, domain.strides), *(walks(a, profile) for a in earlier))

    return st.sampled_from(domain.profiles).flatmap(of)


def divisors(n: int) -> list[int]:
    """Return the positive divisors, increasing.

    >>> divisors(12)
    [1, 2, 3, 4, 6, 12]
    """
    return [k for k in range(1, n + 1) if n % k == 0]


# Suppress Hypothesis's warnings about claims that are slow or rarely satisfied, because the report
# already counts all cases and the satisfied cases.
HEALTH_CHECKS: Final = (
    HealthCheck.data_too_large,
    HealthCheck.filter_too_much,
    HealthCheck.large_base_example,
    HealthCheck.too_slow,
)

READ: Final = "_local_constants"
"""The attribute in which Hypothesis keeps constants that it reads from modules.

No setting prevents Hypothesis from reading them.
"""


@dataclass(frozen=True)
class Sampled:
    """The result of a random search.

    `cases` is the number of draws up to the first failure. `satisfied` is the number of draws that
    reach a conclusion: their hypotheses are all true. `satisfying` contains the drawn arguments at
    which the claim reaches a conclusion and holds. Hypothesis shrinks the failing case, but only an
    exhaustive search guarantees a minimal case.
    """

    cases: int
    satisfied: int
    satisfying: tuple[Arguments, ...]
    failure: FailingCase | None
    seed: int

    @property
    def witness(self) -> Arguments | None:
        """The first arguments at which the claim holds, if there are any."""
        return next(iter(self.satisfying), None)

    def __str__(self) -> str:
        return f"{self.cases} random cases, {self.satisfied} satisfied; seed {self.seed}"


class _FoundError(Exception):
    """The error that a failing case raises. Hypothesis catches it and shrinks the case."""


@contextmanager
def _by_the_seed_alone() -> Generator[None]:
    """Stop Hypothesis from writing a folder to the working directory and from reading modules.

    Otherwise Hypothesis would draw constants from imported modules that are not installed packages.
    The cases would then differ between processes, and reading all modules would take most of a
    second.
    """
    set_hypothesis_home_dir(os.devnull)
    read = getattr(HypothesisProvider, READ)
    setattr(HypothesisProvider, READ, Constants())
    try:
        yield
    finally:
        setattr(HypothesisProvider, READ, read)
        set_hypothesis_home_dir(None)


def sample(claim: Claim, algebra: object, examples: int, seed: int = 0) -> Sampled:
    """Run the claim on random arguments until `examples` of them satisfy its hypotheses.

    Hypothesis gives up if it finds few such arguments. `satisfied` is then less than `examples`.
    """
    cases = satisfied = 0
    satisfying: list[Arguments] = []
    failures: list[FailingCase] = []

    @given_seed(seed)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=HEALTH_CHECKS,
    )
    @given(arguments_of(claim))
    def run(arguments: Arguments) -> None:
        nonlocal cases, satisfied
        result = run_concretely(claim, algebra, arguments)
        # Do not count the runs after the first failure: the shrinker makes these runs.
        counted = not failures
        cases += counted
        if isinstance(result, Discarded):
            reject()
        if isinstance(result, Fails):
            satisfied += counted
            failures.append(FailingCase(arguments, result))
            raise _FoundError
        if concludes(result):
            satisfied += counted
            satisfying.append(arguments)

    try:
        with _by_the_seed_alone():
            run()
    except Unsatisfiable:
        # No arguments satisfied the hypotheses. The counts show this.
        pass
    except _FoundError:
        # Hypothesis runs the smallest failure last.
        pass
    failure = failures[-1] if failures else None
    return Sampled(cases, satisfied, tuple(satisfying), failure, seed)
