"""Find the best swizzles of a shared-memory tile by exhaustive search, using ranks over F2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spec.errors import LayoutError
from spec.layout import Layout
from spec.memory import Machine, Served, by_ranks
from spec.memory.accesses import Matrix, bits_of, require_tv, require_width
from spec.memory.lanes import in_order
from spec.swizzle import IDENTITY, Swizzle
from verif.finding.accesses import Access, Costs, fewest, naming, require_linear


@dataclass(frozen=True)
class Found:
    """A swizzle, and the costs of the accesses with it."""

    swizzle: Swizzle
    costs: Costs

    @property
    def cost(self) -> tuple[int, int]:
        """The numbers of wavefronts and of requests. The least pair is best."""
        return self.costs.wavefronts, self.costs.requests

    @property
    def order(self) -> tuple[int, ...]:
        """The sort key: the lower cost first, and for equal costs the simpler swizzle first."""
        return *self.cost, *simplicity(self.swizzle)


@dataclass(frozen=True)
class Swizzles:
    """All swizzles of a tile that permit the accesses, best first."""

    bits: int
    tried: int
    found: tuple[Found, ...]
    fewest: int
    """A lower bound on the wavefronts of every layout of the tile, at any access width."""

    @property
    def best(self) -> tuple[Found, ...]:
        """The swizzles of least cost, the simplest first."""
        return tuple(one for one in self.found if one.cost == self.found[0].cost)

    @property
    def front(self) -> tuple[Found, ...]:
        """The Pareto front of wavefronts and requests, fewest wavefronts first.

        If several swizzles have equal costs, only the simplest one can be on the front.
        """
        kept: list[Found] = []
        for one in self.found:
            if not kept or one.costs.requests < kept[-1].costs.requests:
                kept.append(one)
        return tuple(kept)

    def of(self, swizzle: Swizzle) -> Found | None:
        """Return the costs with one swizzle, or None if the swizzle rules out the access widths."""
        return next((one for one in self.found if one.swizzle == swizzle), None)


def simplicity(swizzle: Swizzle) -> tuple[int, ...]:
    """Return a sort key, simplest first: fewer bits, positive shift, shorter shift, higher base.

    >>> simplicity(Swizzle(1, 0, 2)) < simplicity(Swizzle(1, 0, -1))
    True
    """
    return swizzle.bits, swizzle.shift < 0, abs(swizzle.shift), -swizzle.base


def swizzles_of(bits: int) -> Iterator[Swizzle]:
    """Yield all swizzles of the numbers below 2^bits, the identity first.

    Swizzles that are the same function on these numbers are yielded only once.

    >>> [str(swizzle) for swizzle in swizzles_of(2)]
    ['Sw<0,0,0>', 'Sw<1,0,1>', 'Sw<1,0,-1>']
    >>> sum(1 for _ in swizzles_of(12))
    323
    """
    yield IDENTITY
    for b in range(1, bits // 2 + 1):
        for s in range(b, bits - b + 1):
            for m in range(bits - b - s + 1):
                yield Swizzle(b, m, s)
                yield Swizzle(b, m, -s)


def best_swizzles(smem: Layout, element: str, accesses: Sequence[Access]) -> Swizzles:
    """Return all swizzles of the tile, ordered by the cost of the accesses.

    Pre-conditions: `smem` and the thread-value layouts are linear over F2, and the thread-value
    layouts map to 1-D coordinates of `smem`.

    Errors: LayoutError if a layout is not linear, or if no swizzle permits the access widths.
    """
    bits, size = bits_of(element), (smem.cosize - 1).bit_length()
    tile = require_linear(smem)
    matrices: list[Matrix] = []
    for access in accesses:
        with naming(access):
            require_tv(access.tv, smem)
            if access.width is not None:
                require_width(access.width, access.machine)
            columns = (tile @ require_linear(access.tv)).columns
        threads = access.tv[0].size.bit_length() - 1
        matrices.append(Matrix(columns[:threads], columns[threads:]))
    found: list[Found] = []
    tried = 0
    for swizzle in swizzles_of(size):
        tried += 1
        costs = _costs(swizzle, bits, tuple(zip(matrices, accesses, strict=True)))
        if costs is not None:
            found.append(Found(swizzle, costs))
    if not found:
        raise LayoutError(f"no swizzle of {size}-bit offsets allows accesses of the given widths")
    ordered = tuple(sorted(found, key=lambda one: one.order))
    return Swizzles(size, tried, ordered, fewest(accesses, element))


def _costs(
    swizzle: Swizzle, bits: int, accesses: tuple[tuple[Matrix, Access], ...]
) -> Costs | None:
    """Return the costs with one swizzle, or None if the swizzle rules out an access width."""
    served = list[Served]()
    for matrix, access in accesses:
        with naming(access):
            one = served_with(swizzle, matrix, bits, access.width, access.machine)
        if one is None:
            return None
        served.append(one)
    return Costs(tuple(served))


def served_with(
    swizzle: Swizzle, matrix: Matrix, bits: int, width: int | None, machine: Machine
) -> Served | None:
    """Return the cost of one access with a swizzle, or None if no access of `width` is possible.

    If `width` is None, the access is as wide as possible.
    """
    moved = Matrix(*(tuple(map(swizzle, columns)) for columns in matrix))
    widest = by_ranks.widest(moved, bits, machine)
    width = widest if width is None else width
    if not bits <= width <= widest:
        return None
    return by_ranks.served(in_order(moved, width, machine), bits, width, machine)
