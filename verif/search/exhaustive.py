"""Exhaustive search: run a claim on all arguments within a bound, least first, and count them.

Arguments are ordered by the total number of their modes, then by the sum of their shapes, the sum
of their absolute strides, their nesting and their texts. The arguments without modes, such as
integers and indices, break ties. So the first failure is minimal. The search does not use the
proofs. So, within the bound, the search is an independent check of the statements that are proved
for all integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, permutations, product
from itertools import product as cartesian
from math import factorial, prod
from operator import mul
from typing import Any, NamedTuple, TypeAlias

from spec.int_tuple import IntTuple, flatten, format_int_tuple, unflatten
from spec.layout import Layout
from spec.modes import Groups, Modes, modes_of
from spec.xla import COMBINE, Side, Tiles, XlaShape
from verif.kernel.claim import Arguments, Claim, Domain, Enumerated
from verif.readings.arrays import Indices, XlaShapes, array_of
from verif.readings.domains import Index, Layouts, Refinements, Shapes, Strides
from verif.readings.numbers import Among, Integers
from verif.search.concrete import Discarded, Fails, concludes, hypotheses, run_concretely


def refinements(a: Layout, b: Layout) -> Iterator[Groups]:
    """Yield candidates for the composition A o B, one for each way to write B's sizes as products.

    A candidate has, for each mode n:w of B, a group of modes whose sizes have the product n. Let p
    be the product of the sizes before a mode in its group. Then the mode's stride is A's offset at
    p*w. Other strides cannot give A o B, except for modes of size 1.

    >>> for groups in refinements(Layout((3, 2), (1, 5)), Layout(4, 2)):
    ...     print(groups)
    (((2, 2), (2, 6)),)
    (((4, 2),),)
    """
    modes = modes_of(b)
    for sizes in product(*(factorizations(n) for n, _ in modes)):
        yield tuple(group_at(a, s, w) for s, (_, w) in zip(sizes, modes, strict=True))


def group_at(a: Layout, sizes: tuple[int, ...], w: int) -> Modes:
    """Return modes with these sizes, and with A's offsets at w, w*sizes[0], .. as their strides.

    >>> group_at(Layout((3, 2), (1, 5)), (2, 2), 2)
    ((2, 2), (2, 6))
    """
    units = accumulate(sizes[:-1], mul, initial=1)
    return tuple((s, a.extended(p * w)) for s, p in zip(sizes, units, strict=True))


@cache
def factorizations(n: int) -> tuple[tuple[int, ...], ...]:
    """Return the ordered factorizations of n into factors of at least 2. For 1, return ((1,),).

    >>> factorizations(8), factorizations(1)
    (((2, 2, 2), (2, 4), (4, 2), (8,)), ((1,),))
    """
    shorter = ((k, *rest) for k in range(2, n) if n % k == 0 for rest in factorizations(n // k))
    return (*shorter, (n,))


Bound: TypeAlias = tuple[int, int]
"""A bound on arguments: the largest sum of shapes, and the largest sum of absolute strides."""

Formed: TypeAlias = Layouts | Shapes | XlaShapes
"""A domain whose values have modes."""

Plain: TypeAlias = Enumerated | Refinements
"""A domain of integers, of names, of listed values, or of values that depend on other arguments."""

Named: TypeAlias = tuple[str, IntTuple | Layout | XlaShape]
"""A value and its text. The text decides the order of values at the same level."""


class UnsearchableError(TypeError):
    """No enumeration is known for this domain."""


def split(domains: Mapping[str, Domain]) -> tuple[dict[str, Formed], dict[str, Plain]]:
    """Split the domains by whether their values have modes."""
    formed: dict[str, Formed] = {}
    plain: dict[str, Plain] = {}
    for name, domain in domains.items():
        if isinstance(domain, Layouts | Shapes | XlaShapes):
            formed[name] = domain
        elif isinstance(domain, Plain):
            plain[name] = domain
        else:
            raise UnsearchableError(
                f"{name}: {type(domain).__name__} has no method `enumerated` to yield values"
            )
    return formed, plain


def arguments_in_order(domains: Mapping[str, Domain], bound: Bound) -> Iterator[Arguments]:
    """Yield all arguments within the bound, least first."""
    formed, plain = split(domains)
    for values in _values_in_order(tuple(formed.values()), bound):
        yield from with_integers(dict(zip(formed, values, strict=True)), tuple(plain.items()))


def count(domains: Mapping[str, Domain], bound: Bound) -> int:
    """Count the arguments within the bound without generating them.

    Domains that list their own values are not counted, because the values may depend on other
    arguments.
    """
    return sum(counts(domains, bound).values())


def counts(domains: Mapping[str, Domain], bound: Bound) -> dict[tuple[int, int], int]:
    """Count the arguments for each sum of shapes and sum of strides within the bound.

    >>> from verif.readings.domains import flat
    >>> counts({"A": Layouts(flat(1), "positive")}, (2, 2))
    {(1, 1): 1, (1, 2): 1, (2, 1): 1, (2, 2): 1}
    """
    formed, plain = split(domains)
    alone = [d for d in plain.values() if isinstance(d, Integers | Among)]
    integers = prod(len(d.enumerated({})) for d in alone)
    indexed = [d.of for d in plain.values() if isinstance(d, Index | Indices)]
    refined = [d.of for d in plain.values() if isinstance(d, Refinements)]
    # Maps (sum of shapes, sum of strides) to the number of choices for the arguments so far.
    found: dict[tuple[int, int], int] = {(0, 0): integers}
    for name, domain in formed.items():
        taken = indexed.count(name), refined.count(name)
        found = _extend(found, _counts(domain, taken, bound), bound)
    return found


def countable(domains: Mapping[str, Domain]) -> bool:
    """Return whether `count` is exact, that is, no domain lists its own values."""
    known = (Index, Indices, Refinements, Integers, Among)
    return all(isinstance(domain, known) for domain in split(domains)[1].values())


def _extend(
    found: Mapping[tuple[int, int], int], more: Mapping[tuple[int, int], int], bound: Bound
) -> dict[tuple[int, int], int]:
    """Combine the counts for some arguments with the counts for one more argument.

    `found` counts the choices for the earlier arguments, and `more` counts the choices for the new
    argument. The result counts the choices within the bound for all these arguments. Each of the
    three mappings maps (sum of shapes, sum of strides) to the number of choices with these sums.
    """
    extended: dict[tuple[int, int], int] = {}
    for (s, t), n in found.items():
        for (more_s, more_t), m in more.items():
            sums = s + more_s, t + more_t
            if sums[0] <= bound[0] and sums[1] <= bound[1]:
                extended[sums] = extended.get(sums, 0) + n * m
    return extended


def _counts(domain: Formed, times: tuple[int, int], bound: Bound) -> dict[tuple[int, int], int]:
    """Count the values of an argument for each (sum of shapes, sum of strides).

    Other arguments of the claim may be indices into this argument, or refinements of it. `times`
    gives the number of index arguments and the number of refinement arguments. Each value is
    counted once for each choice of these other arguments.
    """
    indices, refined = times
    counts: dict[tuple[int, int], int] = {}
    if isinstance(domain, XlaShapes):
        for (dims, *tiled), s in cartesian(domain.profiles, range(bound[0] + 1)):
            rank = _modes(dims)
            arrays = sum(
                prod(size[:rank]) ** indices * _count_of_tilings(_cut(size[rank:], tiled))
                for size in tuples(_modes((dims, *tiled)), s, "positive")
            )
            counts[s, 0] = counts.get((s, 0), 0) + factorial(rank) * arrays
        return counts
    for modes in map(_modes, domain.profiles):
        for s in range(bound[0] + 1):
            shapes = sum(
                prod(shape) ** indices * prod(map(_ways, shape)) ** refined
                for shape in tuples(modes, s, _sign(domain))
            )
            for t in range(bound[1] + 1):
                strides = len(_strides(domain, modes, t))
                if shapes and strides:
                    counts[s, t] = counts.get((s, t), 0) + shapes * strides
    return counts


class Level(NamedTuple):
    """The arguments with this total number of modes and these sums of shapes and strides."""

    modes: int
    shapes: int
    strides: int


Box: TypeAlias = tuple[tuple[Named, ...], ...]
"""For each domain, some values with their texts. A box stands for all combinations of values."""


def levels(domains: Sequence[Formed], bound: Bound) -> Iterator[Level]:
    """Yield the levels within the bound, least first. Some levels may contain no arguments."""
    most = sum(max(map(_modes, domain.profiles)) for domain in domains)
    for level in cartesian(range(most + 1), range(bound[0] + 1), range(bound[1] + 1)):
        yield Level(*level)


def boxes(domains: Sequence[Formed], level: Level) -> Iterator[Box]:
    """Yield disjoint boxes that together contain all arguments of a level.

    A box contains all combinations of some values for each domain. There is one box for each
    possible way to split the level's numbers among the domains. These numbers are the number of
    modes, the sum of shapes, and the sum of strides.
    """
    ranks = [sorted(set(map(_modes, domain.profiles))) for domain in domains]
    by_rank = [choice for choice in cartesian(*ranks) if sum(choice) == level.modes]
    for choice in by_rank:
        for shapes in tuples(len(domains), level.shapes, "natural"):
            if not all(map(int.__le__, map(_least_sum, domains, choice), shapes)):
                continue
            for strides in tuples(len(domains), level.strides, "natural"):
                if all(map(_can_have, domains, choice, strides)):
                    yield tuple(map(named_values, domains, choice, shapes, strides))


def _values_in_order(
    domains: tuple[Formed, ...], bound: Bound
) -> Iterator[tuple[IntTuple | Layout | XlaShape, ...]]:
    """Yield combinations of the domains' values, least first.

    Combinations are ordered by number of modes, sum of shapes, sum of strides, nesting and text.
    """
    for level in levels(domains, bound):
        values = [named for box in boxes(domains, level) for named in cartesian(*box)]
        values.sort(key=texts_of)
        for named in values:
            yield tuple(value for _, value in named)


def texts_of(values: Sequence[Named]) -> tuple[int, tuple[str, ...]]:
    """Return the sort key within a level: the number of parentheses, then the texts."""
    texts = tuple(text for text, _ in values)
    return sum(text.count("(") for text in texts), texts


def with_integers(
    arguments: Mapping[str, Any], plain: tuple[tuple[str, Plain], ...]
) -> Iterator[Arguments]:
    """Extend the arguments by each combination of values of the `plain` domains.

    The values of the last domain vary fastest.
    """
    if not plain:
        yield arguments
        return
    (name, domain), rest = plain[0], plain[1:]
    for value in _plain_values(domain, arguments):
        yield from with_integers({**arguments, name: value}, rest)


def _plain_values(domain: Plain, arguments: Arguments) -> Iterable[Any]:
    if isinstance(domain, Refinements):
        return refinements(arguments[domain.after], arguments[domain.of])
    return domain.enumerated(arguments)


@lru_cache(maxsize=4096)
def named_values(domain: Formed, modes: int, shapes: int, strides: int) -> tuple[Named, ...]:
    """Return the values of the domain that have `modes` modes, sorted by their texts.

    In each value, the sizes add up to `shapes`, and the absolute strides to `strides`.

    >>> from verif.readings.domains import flat
    >>> [text for text, _ in named_values(Layouts(flat(1, 2)), 2, 3, 1)]
    ['(1,2):(-1,0)', '(1,2):(0,-1)', '(1,2):(0,1)', '(1,2):(1,0)', \
'(2,1):(-1,0)', '(2,1):(0,-1)', '(2,1):(0,1)', '(2,1):(1,0)']
    """
    if isinstance(domain, XlaShapes):
        arrays = _arrays(domain, modes, shapes) if strides == 0 else ()
        return tuple(sorted(((str(array), array) for array in arrays), key=lambda n: n[0]))
    profiles = [profile for profile in domain.profiles if _modes(profile) == modes]
    filled = (
        (unflatten(shape, profile), unflatten(stride, profile) if stride else profile)
        for profile in profiles
        for shape in tuples(modes, shapes, _sign(domain))
        for stride in _strides(domain, modes, strides)
    )
    if isinstance(domain, Shapes):
        return tuple(sorted((format_int_tuple(shape), shape) for shape, _ in filled))
    layouts = (Layout(shape, stride) for shape, stride in filled)
    return tuple(sorted(((str(layout), layout) for layout in layouts), key=lambda n: n[0]))


def _arrays(domain: XlaShapes, modes: int, sizes: int) -> Iterator[XlaShape]:
    """Yield arrays whose bounds and tile sides add up to `sizes`, in every order of dimensions.

    A `*` in a tile counts as a side of 1.
    """
    for dims, *tiled in domain.profiles:
        if _modes((dims, *tiled)) != modes:
            continue
        for size, order in cartesian(
            tuples(modes, sizes, "positive"), permutations(range(_modes(dims)))
        ):
            sides = _cut(size[len(order) :], tiled)
            for tiles in _tilings(sides):
                yield array_of(size[: len(order)], order, tiles)


def _cut(sides: tuple[int, ...], profiles: Sequence[IntTuple]) -> tuple[tuple[int, ...], ...]:
    """Split the sides into tiles with these profiles.

    >>> _cut((4, 5, 6), ((0,), (0, 0)))
    ((4,), (5, 6))
    """
    if not profiles:
        return ()
    rank = _modes(profiles[0])
    return (sides[:rank], *_cut(sides[rank:], profiles[1:]))


def _tilings(sizes: tuple[tuple[int, ...], ...]) -> Iterator[Tiles]:
    """Yield tiles with these sides, minor side first.

    A side of 1 may also be a `*`, unless it is the minor side.
    """
    for tiles in cartesian(*(cartesian(*map(_sides, size, range(len(size)))) for size in sizes)):
        yield tuple(tuple(map(Side, tile)) for tile in tiles)


def _count_of_tilings(sizes: tuple[tuple[int, ...], ...]) -> int:
    """Count the tiles with these sides without generating them."""
    return prod(len(_sides(one, dimension)) for size in sizes for dimension, one in enumerate(size))


def _sides(size: int, dimension: int) -> tuple[int, ...]:
    return (size, COMBINE) if dimension and size == 1 else (size,)


def _ways(size: int) -> int:
    """Count the refinements of a mode of this size."""
    return len(factorizations(size))


def _modes(profile: IntTuple) -> int:
    return len(flatten(profile))


def _least_sum(domain: Formed, modes: int) -> int:
    """Return the least possible sum of the sizes of `modes` modes."""
    return 0 if isinstance(domain, Shapes) and domain.low == 0 else modes


def _can_have(domain: Formed, modes: int, strides: int) -> bool:
    """Return whether `modes` modes can have this sum of strides.

    A domain of shapes has no strides, so the only possible sum is 0.
    """
    return strides == 0 or (modes > 0 and isinstance(domain, Layouts))


def _sign(domain: Layouts | Shapes) -> Strides:
    """Return which integers the shapes may contain: naturals, or only positive integers."""
    return "natural" if isinstance(domain, Shapes) and domain.low == 0 else "positive"


def _strides(domain: Formed, modes: int, total: int) -> tuple[tuple[int, ...], ...]:
    """Return the tuples of strides whose sum is `total`. Shapes have only (), with sum 0."""
    if isinstance(domain, Layouts):
        return tuples(modes, total, domain.strides)
    return ((),) if total == 0 else ()


@lru_cache(maxsize=4096)
def tuples(length: int, total: int, sign: Strides) -> tuple[tuple[int, ...], ...]:
    """Return the integer tuples of this sign whose absolute values have this sum.

    >>> tuples(2, 3, "positive"), tuples(1, 2, "any")
    (((1, 2), (2, 1)), ((2,), (-2,)))
    """
    if length == 0:
        return ((),) if total == 0 else ()
    return tuple(
        (signed, *rest)
        for first in range(1 if sign == "positive" else 0, total + 1)
        for rest in tuples(length - 1, total - first, sign)
        for signed in ((first, -first) if sign == "any" and first else (first,))
    )


@dataclass(frozen=True)
class FailingCase:
    """Arguments at which all hypotheses are true, but a conclusion is false or the code fails."""

    arguments: Arguments
    result: Fails


@dataclass(frozen=True)
class Exhausted:
    """The result of a search over all arguments within a bound.

    `asked` is the requested bound, and `bound` is the bound of the search. If the requested bound
    has too many cases, `bound` is smaller. If every bound has too many cases, `bound` is None.
    After a failure, the search ended before it had tried all arguments within `bound`. `satisfied`
    counts the cases that reach a conclusion: their hypotheses are all true. `witness` is the first
    such case for which the claim holds. `hypotheses` has the labels of the hypotheses that the
    claim reaches at `witness` (or at the failing case, if `witness` is None). It also has the label
    of each hypothesis that was false in some case.
    """

    cases: int
    satisfied: int
    witness: Arguments | None
    failure: FailingCase | None
    hypotheses: tuple[str, ...]
    asked: Bound
    bound: Bound | None
    profiles: Mapping[str, tuple[str, ...]]

    @property
    def complete(self) -> bool:
        """Whether the whole requested bound was tried and nothing failed."""
        return self.failure is None and self.bound == self.asked

    def __str__(self) -> str:
        if self.bound is None:
            return "no cases: even the smallest bound has too many cases"
        ranks = ", ".join(f"{name} of {' '.join(texts)}" for name, texts in self.profiles.items())
        within = f"sum of shapes <= {self.bound[0]}, of strides <= {self.bound[1]}"
        return f"{self.cases} cases, {self.satisfied} satisfied: {within}; {ranks or 'no layouts'}"


@dataclass(frozen=True)
class Dropped:
    """The result of the search for a claim without the hypothesis `label`."""

    label: str
    outcome: Exhausted

    @property
    def needed(self) -> bool:
        """Whether the claim without the hypothesis fails at some arguments within the bound."""
        return self.outcome.failure is not None

    def __str__(self) -> str:
        return f"{self.label}: {'needed' if self.needed else 'not needed within the bound'}"


def search(
    claim: Claim,
    algebra: object,
    bound: Bound,
    most_cases: int,
    dropped: frozenset[str] = frozenset(),
) -> Exhausted:
    """Run the claim on all arguments within the bound, least first, until it fails.

    If there are more than `most_cases` cases, the bound on the sum of shapes is lowered. So the
    searched bound depends only on counts, never on the speed of the machine.
    """
    fitting = affordable(claim, bound, most_cases)
    cases = satisfied = 0
    witness: Arguments | None = None
    failure: FailingCase | None = None
    labels: dict[str, None] = {}
    for arguments in arguments_in_order(claim.domains, fitting) if fitting else ():
        result = run_concretely(claim, algebra, arguments, dropped)
        cases += 1
        if isinstance(result, Discarded):
            labels[result.label] = None
        elif isinstance(result, Fails):
            satisfied += 1
            failure = FailingCase(arguments, result)
            break
        elif concludes(result):
            satisfied += 1
            witness = witness or arguments
    satisfying = failure.arguments if witness is None and failure else witness
    if satisfying is not None:
        labels = dict.fromkeys((*hypotheses(claim, algebra, satisfying), *labels))
    return Exhausted(
        cases, satisfied, witness, failure, tuple(labels), bound, fitting, profile_texts(claim)
    )


def affordable(claim: Claim, bound: Bound, most_cases: int) -> Bound | None:
    """Lower the bound's sum of shapes until at most `most_cases` cases are left.

    Return None if every bound has more cases.
    """
    by_shapes = [0] * (bound[0] + 1)
    for (shapes, _), number in counts(claim.domains, bound).items():
        by_shapes[shapes] += number
    fitting = [shapes for shapes, most in enumerate(accumulate(by_shapes)) if most <= most_cases]
    return (fitting[-1], bound[1]) if fitting else None


def dropped_hypotheses(
    claim: Claim, algebra: object, bound: Bound, most_cases: int
) -> tuple[Dropped, ...]:
    """For each hypothesis, repeat the search for the claim without this hypothesis.

    First, a short search collects the labels of the hypotheses.
    """
    whole = search(claim, algebra, bound, most_cases // 20)
    return tuple(
        Dropped(label, search(claim, algebra, bound, most_cases, frozenset({label})))
        for label in whole.hypotheses
    )


def profile_texts(claim: Claim) -> dict[str, tuple[str, ...]]:
    """Return the profiles of each argument that has modes, in the notation of a verdict's scope."""
    described = {
        name: tuple(domain.describe(profile) for profile in domain.profiles)
        for name, domain in claim.domains.items()
    }
    return {
        name: tuple(text for text in texts if text is not None)
        for name, texts in described.items()
        if any(texts)
    }
