"""Answer questions about accesses to memory for all sizes, residue by residue.

A tile has a fixed shape, an offset and strides. Its residue consists of the offset and of the
strides that depend on the sizes, all modulo a power of two. With a power of two that suits the
question, the residue determines which bank holds an element, where in its sector an element is, and
which accesses are aligned (verif/theory/sizes/residues.py). Only finitely many residues are
possible, and a theorem says which of them occur.

For each residue, the question is answered by enumeration on one example tile with this residue. In
the example tile, the strides that depend on the sizes are very large, so that no two elements share
a sector or word by chance. For a swizzled tile, the modulus is a multiple of the size of the
swizzle's block, and the example tile has the same swizzle.

At all sizes with this residue, the accesses touch no more sectors and words than on the example
tile: elements that share a sector or word on the example tile also share it at these sizes.
A request has the same number of elements at every size if no two elements of the tile have the same
offset. If the answer depends on this condition, the condition is also proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import gcd, prod
from typing import Any, Final

from spec.bridges.convert import as_layout
from spec.composed import ComposedLayout
from spec.errors import LayoutError
from spec.int_tuple import IntTuple, flatten, unflatten
from spec.layout import Layout
from spec.memory.accesses import Columns, bits_of, columns, neighbours
from spec.memory.by_enumeration import widest
from spec.memory.machine import NVIDIA, Machine
from spec.modes import modes_of
from spec.named import names_in
from spec.parser import Call, Expression, Literal
from spec.swizzle import IDENTITY, Swizzle
from spec.taking import is_int_tuple
from spec.tla.layout import TlaLayout
from spec.xla.shape import XlaShape
from verif.expression import evaluated
from verif.language.form import Expr, Tuple
from verif.operations.kinds import is_tile
from verif.questions.answer import Answer, Effort, Ruling
from verif.questions.program import UndecidedError
from verif.questions.question import QUESTIONS, arguments
from verif.sizes.orders import Order, orders_of
from verif.sizes.rules import FIRST, NUMBER, SECOND, Rule
from verif.sizes.sampled import Point
from verif.sizes.sized import Sized, with_numbers
from verif.sizes.stated import Proved, UnprovedStatementError
from verif.sizes.terms import (
    LINE,
    NotForAllSizesError,
    called,
    coerced,
    constant,
    in_turn,
    variable,
)
from verif.theory.sizes import residues
from verif.upstream.in_process import SPEC

SIDES: Final[Mapping[str, int]] = {"coalesced": 1, "conflict_free": 1, "vectorizes": 2}
"""Maps each question about accesses to the number of tiles among its arguments."""

MOST_RESIDUES: Final = 512
"""The largest number of residues that are enumerated."""

ROUNDS: Final = 4
"""How many times a proof is tried. After each failure, more residues are considered."""

SAMPLES: Final = 24
"""The number of sizes that are tried if the residues are not known."""

FAR: Final = 48
"""The strides of successive `moving` modes in an example tile differ at least by a factor of 2^FAR.

The stride of a `moving` mode depends on the sizes.
"""

EFFORT: Final = Effort(elements=1 << 15)

Residue = tuple[int, ...]
"""The residues of a tile's offset and of the strides that depend on the sizes."""

Prove = Callable[[Sequence[Expr], Rule], Proved]
"""A function that proves a rule for given arguments. Raises UnprovedStatementError."""


@dataclass(frozen=True)
class Found:
    """The answer, with the theorem if the answer is yes."""

    ruling: Ruling
    reason: str
    proof: Proved | None = None


@dataclass(frozen=True)
class Accesses:
    """A question about accesses, with the arguments that do not depend on the sizes."""

    question: str
    tv: Layout
    element: str
    width: int | None
    machine: Machine = NVIDIA

    @property
    def unit(self) -> int:
        """A power of two, in elements. Adding a multiple of it to an offset changes no answer."""
        machine = self.machine
        bits = 8 * machine.widest
        if self.question == "coalesced":
            bits = max(bits, 8 * machine.sector)
        if self.question == "conflict_free":
            bits = max(bits, machine.banks * machine.bank_bits)
        return max(1, bits // bits_of(self.element))


@dataclass(frozen=True)
class Side:
    """A tile that depends on the sizes: the argument as a term, and its values at sample sizes.

    For a swizzled tile, a value consists of the layout and the offset before the swizzle. If a
    side is `completed`, its `residues` are all residues that `classes` allows, and not only the
    residues at the sample sizes.
    """

    term: Expr
    values: tuple[tuple[Layout, int], ...]
    unit: int
    swizzle: Swizzle | None = None
    completed: bool = False

    @property
    def shape(self) -> IntTuple:
        return self.values[0][0].shape

    @cached_property
    def fixed(self) -> tuple[tuple[int, int], ...]:
        """The index and the stride of each mode whose stride is the same at all sample sizes."""
        strides = zip(*((d for _, d in modes_of(a)) for a, _ in self.values), strict=True)
        each = enumerate(map(set, strides))
        return tuple((place, min(one)) for place, one in each if len(one) == 1)

    @cached_property
    def moving(self) -> tuple[int, ...]:
        """The indices of the modes whose stride depends on the sizes."""
        fixed = dict(self.fixed)
        return tuple(k for k in range(len(modes_of(self.values[0][0]))) if k not in fixed)

    def residue(self, tile: tuple[Layout, int]) -> Residue:
        """The offset of a tile and the strides of its `moving` modes, modulo `unit`."""
        layout, offset = tile
        modes = modes_of(layout)
        return (offset % self.unit, *(modes[k][1] % self.unit for k in self.moving))

    @cached_property
    def seen(self) -> tuple[Residue, ...]:
        """The different residues that the tile has at the sample sizes."""
        return tuple(sorted(set(map(self.residue, self.values))))

    @cached_property
    def classes(self) -> tuple[tuple[int, int], ...]:
        """Pairs (remainder, divisor): one for the offset, and one for each `moving` mode's stride.

        At all sample sizes, the offset or the stride has this remainder modulo this divisor. The
        divisor is the largest divisor of `unit` with this property.
        """
        found: list[tuple[int, int]] = []
        for rests in zip(*self.seen, strict=True):
            modulus = gcd(self.unit, *(rest - rests[0] for rest in rests))
            found.append((rests[0] % modulus, modulus))
        return tuple(found)

    @property
    def count(self) -> int:
        """The number of residues that `classes` allows, even if no sample size has them."""
        return prod(self.unit // modulus for _, modulus in self.classes)

    @cached_property
    def residues(self) -> tuple[Residue, ...]:
        """For a `completed` side, all residues that `classes` allows. Otherwise, only `seen`."""
        if not self.completed:
            return self.seen
        return tuple(product(*(range(rest, self.unit, step) for rest, step in self.classes)))

    def tile(self, residue: Residue) -> ComposedLayout:
        """A tile of this residue in which the strides of the `moving` modes are far apart.

        The strides of the `moving` modes depend on the sizes. In this tile, each of them is larger
        than any sum of steps along the modes with fixed strides. So two elements are near each
        other only if they have the same coordinates in the `moving` modes.
        """
        offset, *rests = residue
        far = dict(zip(self.moving, rests, strict=True))
        fixed = dict(self.fixed)
        sizes = flatten(self.shape)
        bits = max(FAR, 2 + sum((sizes[k] - 1) * abs(d) for k, d in self.fixed).bit_length())
        strides = tuple(
            fixed[k] if k in fixed else far[k] + (self.unit << bits * (1 + self.moving.index(k)))
            for k in range(len(fixed) + len(far))
        )
        layout = Layout(self.shape, unflatten(strides, self.shape))
        return ComposedLayout(self.swizzle or IDENTITY, offset, layout)

    def stated(self, term: Expr) -> Expr:
        """Return the statement that, at all sizes, the tile has one of the listed residues."""
        start, *rests = self.classes
        strides = tuple((k, *one) for k, one in zip(self.moving, rests, strict=True))
        among = () if len(self.residues) == self.count else self.residues
        data = self.shape, self.fixed, (start, strides), self.unit, among
        if self.swizzle is None:
            return called(residues.of_residues, term, *map(constant, data), variable(NUMBER))
        swizzle = self.swizzle.bits, self.swizzle.base, self.swizzle.shift
        given = map(constant, (swizzle, *data))
        return called(residues.of_swizzled_residues, term, *given, variable(NUMBER))

    @cached_property
    def kept(self) -> tuple[int, ...]:
        """The indices of all modes except the modes with stride 0 at all sample sizes."""
        still = {k for k, stride in self.fixed if stride == 0}
        return tuple(k for k in range(len(modes_of(self.values[0][0]))) if k not in still)

    def orders(self) -> Iterator[Order]:
        """Yield the orders of the `kept` modes that are tried in a proof of `apart`."""
        return orders_of([tuple(modes_of(a)[k] for k in self.kept) for a, _ in self.values])

    def apart(self, term: Expr, order: Order) -> Expr:
        """Return the statement that no two coordinates of the `kept` modes have the same offset.

        The proof of this statement considers the modes in the given order.
        """
        data = self.kept, order.places, order.back, order.whole
        unknowns = variable(FIRST), variable(SECOND)
        plain, swizzled = residues.elements_are_apart, residues.swizzled_elements_are_apart
        function = plain if self.swizzle is None else swizzled
        return called(function, term, *map(constant, data), *unknowns)


def by_residues(sized: Sized, points: Sequence[Point], prove: Prove) -> Found:
    """Answer a question about accesses whose tiles have the same shape at all sizes.

    Errors: NotForAllSizesError, LayoutError.
    """
    known: list[Any] = []
    open_part = ""
    for _ in range(ROUNDS):
        accesses, sides = read_accesses(sized, points)
        now = [(side.fixed, side.residues) for side in sides]
        if now == known:
            break
        known = now
        sides, judged = _judged_at_all(accesses, sides)
        if judged[-1].problem:
            return Found(Ruling.UNKNOWN, judged[-1].problem)
        try:
            proof = _proof(sides, prove, are_apart=any(one.needs_apart for one in judged))
        except UnprovedStatementError as resisted:
            open_part = f"no proof was found; open: {resisted.open}"
            points = [*points, *_possible(sized, resisted.points())]
            continue
        said = " or ".join(dict.fromkeys(one.said for one in judged))
        return Found(Ruling.HOLDS, f"{said}, {_where(sides)}", proof)
    return Found(Ruling.UNKNOWN, open_part)


def _judged_at_all(accesses: Accesses, sides: list[Side]) -> tuple[list[Side], list[_Judged]]:
    """Answer the question at each combination of residues. Return the sides used, and the answers.

    First try a `completed` copy of each side, which has all possible residues. If the copies have
    too many residues, or if an answer for the copies has a problem, use the given sides. The
    answers end at the first problem, so only the last answer can have a problem. Errors:
    NotForAllSizesError.
    """
    completed = [replace(side, completed=True) for side in sides]
    if prod(side.count for side in sides) <= MOST_RESIDUES:
        judged = _judged_until_a_problem(accesses, completed)
        if not judged[-1].problem:
            return completed, judged
    if prod(len(side.residues) for side in sides) > MOST_RESIDUES:
        raise NotForAllSizesError(
            f"no proof rule applies to more than {MOST_RESIDUES} residues; exclude some by a"
            " condition, such as K % 8 == 0"
        )
    return sides, _judged_until_a_problem(accesses, sides)


def _judged_until_a_problem(accesses: Accesses, sides: Sequence[Side]) -> list[_Judged]:
    """Return the answer at each combination of residues, up to the first problem."""
    found: list[_Judged] = []
    for residue in _combinations(sides):
        found.append(_judged(accesses, sides, residue))
        if found[-1].problem:
            break
    return found


def _combinations(sides: Sequence[Side]) -> list[tuple[Residue, ...]]:
    """Return all combinations of residues, one residue for each side."""
    return list(product(*(side.residues for side in sides)))


def fails_by_residues(sized: Sized, points: Sequence[Point], prove: Prove) -> Proved | None:
    """Prove that a question about accesses fails at all sizes, or return None.

    The question must be shown to fail at each residue, and a proof must show that the tiles have no
    other residues.

    Errors: NotForAllSizesError, LayoutError.
    """
    known: list[Any] = []
    for _ in range(ROUNDS):
        accesses, sides = read_accesses(sized, points)
        now = [(side.fixed, side.residues) for side in sides]
        combinations = _combinations(sides)
        if now == known or len(combinations) > MOST_RESIDUES:
            return None
        known = now
        if not all(_fails(accesses, sides, one) for one in combinations):
            return None
        try:
            return _proof(sides, prove, are_apart=accesses.question == "conflict_free")
        except UnprovedStatementError as resisted:
            points = [*points, *_possible(sized, resisted.points())]
    return None


def few_of_each_residue(sized: Sized, points: Sequence[Point]) -> list[Point]:
    """Return, for each combination of residues, the first and the last point that has it."""
    try:
        _, sides = read_accesses(sized, points)
    except NotForAllSizesError:
        return list(points[:SAMPLES])
    except LayoutError:
        return list(points)
    found: dict[tuple[Residue, ...], list[Point]] = {}
    for place, point in enumerate(points):
        residue = tuple(side.residue(side.values[place]) for side in sides)
        found.setdefault(residue, []).append(point)
    return [point for each in found.values() for point in (each[0], *each[1:][-1:])]


def _possible(sized: Sized, found: Iterable[Mapping[str, int]]) -> Iterator[Point]:
    """Yield the sizes in a solver's models, except sizes that violate the conditions."""
    for one in found:
        if set(sized.sizes.names) <= one.keys():
            point = {name: one[name] for name in sized.sizes.names}
            if sized.sizes.admits(point):
                yield point


def _where(sides: Sequence[Side]) -> str:
    """Describe in words which residues an answer covers."""
    count = prod(len(side.residues) for side in sides)
    units = " and ".join(dict.fromkeys(str(side.unit) for side in sides))
    if count == 1 and not any(any(one) for side in sides for one in side.residues):
        if not any(side.moving for side in sides):
            return f"as the offset is a multiple of {units}"
        return f"as the offset and the strides that vary with the sizes are multiples of {units}"
    which = "at the one residue" if count == 1 else f"at each of the {count} residues"
    return f"{which} modulo {units} of the offset and of the strides that vary with the sizes"


def read_accesses(sized: Sized, points: Sequence[Point]) -> tuple[Accesses, list[Side]]:
    """Return a question's arguments in two parts: the arguments without sizes, and the tiles.

    The tiles are evaluated at each of the given points. A point has a number for each size.
    """
    call = sized.expression
    assert isinstance(call, Call)
    count = SIDES[call.name]
    for expression in call.args[count:]:
        if any(_names(expression)):
            raise NotForAllSizesError(
                "no proof rule applies: sizes may occur only in the tiles, not in later arguments"
            )
    numbers = [sized.sizes.defined(point) for point in points]
    question = with_numbers(call, numbers[0])
    assert isinstance(question, Call)
    given = arguments(question)[count:]
    accesses = Accesses(call.name, *given[:2], *(given[2:3] or (None,)), *given[3:])
    sides = [_side(sized, part, numbers, accesses.unit) for part in call.args[:count]]
    return accesses, sides


def _side(sized: Sized, part: Expression, numbers: Sequence[Mapping[str, int]], unit: int) -> Side:
    raw = [evaluated(with_numbers(part, one), SPEC) for one in numbers]
    values = tuple(map(_tile, raw))
    if len({layout.shape for layout, _ in values}) > 1:
        raise NotForAllSizesError(
            "no proof rule applies: the shape of the tile depends on the sizes"
        )
    swizzle = _swizzle(raw[0])
    term = sized.term_of(part, sized.tried)
    if not is_tile(raw[0]):
        made = raw[0] if isinstance(raw[0], Layout | ComposedLayout) else values[0][0]
        term = Tuple(LINE, (coerced(term, raw[0], made), constant(0)))
    return Side(term, values, unit if swizzle is None else max(unit, swizzle.size), swizzle)


def _tile(value: Any) -> tuple[Layout, int]:
    """Return the value as a tile; for a swizzled layout, its inner layout and offset."""
    if isinstance(value, Layout):
        return value, 0
    if is_int_tuple(value):
        return Layout(value), 0
    if is_tile(value):
        layout, offset = value
        return _tile(layout) if isinstance(layout, ComposedLayout) else (layout, offset)
    if isinstance(value, ComposedLayout) and value.is_swizzled:
        return value.layout, value.offset
    if isinstance(value, TlaLayout | XlaShape):
        return as_layout(value), 0
    raise NotForAllSizesError(
        "no proof rule applies to accesses of a composition without a swizzle"
    )


def _swizzle(value: Any) -> Swizzle | None:
    """Return the swizzle of a tile, or None if the tile is not swizzled."""
    layout = value[0] if is_tile(value) else value
    return layout.swizzle if isinstance(layout, ComposedLayout) else None


def _names(expression: Expression) -> Iterator[str]:
    if isinstance(expression, Literal):
        yield from names_in(expression.value)
    else:
        for part in expression.args:
            yield from _names(part)


@dataclass(frozen=True)
class _Judged:
    """The answer at one residue.

    `problem` says why the question does not hold or is not decided; otherwise `said` says what
    holds. `needs_apart` tells whether the answer requires that different elements have different
    offsets.
    """

    said: str
    problem: str = ""
    needs_apart: bool = False


def _judged(accesses: Accesses, sides: Sequence[Side], residue: tuple[Residue, ...]) -> _Judged:
    tiles = [side.tile(one) for side, one in zip(sides, residue, strict=True)]
    answer = _answer(accesses, tiles)
    if answer.ruling is not Ruling.HOLDS:
        where = " and ".join(map(_residue_said, sides, residue))
        return _Judged("", f"{answer.reason}, at large sizes {where}")
    if accesses.question == "vectorizes" or not any(side.moving for side in sides):
        return _Judged(answer.reason)
    needs_apart = accesses.question == "coalesced"
    if accesses.width is None:
        exact, by_elements = _is_widest(tiles[0], accesses)
        if not exact:
            return _Judged("", "the widest access may depend on the sizes: give its width in bits")
        needs_apart |= by_elements
    return _Judged(answer.reason, needs_apart=needs_apart)


def _fails(accesses: Accesses, sides: Sequence[Side], residue: tuple[Residue, ...]) -> bool:
    """Return whether the question is shown to fail at all sizes with these residues.

    `residue` has one residue for each side. Different elements are assumed to have different
    offsets.

    An access must start at a multiple of its width, and the residue decides whether it does. If
    accesses consist of whole words, the residue also decides the bank conflicts: different accesses
    have different words at every size, and the residue gives the banks of these words. The residue
    does not decide which elements share a sector, because this depends on the strides themselves.
    """
    tiles = [side.tile(one) for side, one in zip(sides, residue, strict=True)]
    bits = bits_of(accesses.element)
    if accesses.width is not None:
        n = accesses.width // bits
        if any(_starts_too_rarely(columns(tile, accesses.tv), n) for tile in tiles):
            return True
    if accesses.question == "vectorizes":
        return False
    (tile,), (side,) = tiles, sides
    if side.moving:
        width = accesses.width or widest(columns(tile, accesses.tv), bits, accesses.machine)
        is_width = accesses.width is not None or _is_widest(tile, accesses)[0]
        whole = accesses.question == "conflict_free" and width >= accesses.machine.bank_bits
        if not (is_width and whole):
            return False
    return _answer(accesses, tiles).ruling is Ruling.REFUTED


def _starts_too_rarely(cols: Columns, n: int) -> bool:
    """Return whether `_starts` returns more or fewer columns than one n-th of all columns."""
    return n * len(_starts(cols, n)) != len(cols)


def _starts(cols: Columns, n: int) -> list[tuple[int, ...]]:
    """Return the columns of the values whose offsets are multiples of n in every thread."""
    return [column for column in cols if all(x % n == 0 for x in column)]


def _answer(accesses: Accesses, tiles: Sequence[ComposedLayout]) -> Answer:
    """Return the answer for concrete tiles. Raises NotForAllSizesError if the answer is unknown."""
    chosen = () if accesses.width is None else (accesses.width,)
    if accesses.machine != NVIDIA:
        chosen = (accesses.width, accesses.machine)
    parts = *tiles, accesses.tv, accesses.element, *chosen
    try:
        return QUESTIONS[accesses.question].answer(*parts, effort=EFFORT)
    except UndecidedError as undecided:
        raise NotForAllSizesError(str(undecided)) from None


def _residue_said(side: Side, residue: Residue) -> str:
    offset, *strides = residue
    if not strides:
        return f"where the offset is {offset} modulo {side.unit}"
    each = ", ".join(f"{x}" for x in strides)
    return f"where the offset is {offset} and the strides are {each} modulo {side.unit}"


def _is_widest(tile: ComposedLayout, accesses: Accesses) -> tuple[bool, bool]:
    """Return whether no size allows a wider access, and whether the reason needs distinct offsets.

    Here a wider access has twice the width of the widest access that this tile allows. A wider
    access is impossible at all sizes for one of three reasons:

    - The machine has no access of this width.
    - A wider access starts at an offset that is a multiple of its width. If each access joins n
      values, one in n values must have such offsets in all threads. The residues show that this
      is not the case.
    - In each thread, the wider access would join a value with the next element in memory. But no
      single value v is this next element in every thread. This reason is valid only if different
      elements have different offsets.
    """
    bits = bits_of(accesses.element)
    cols = columns(tile, accesses.tv)
    width = 2 * widest(cols, bits, accesses.machine)
    n = width // bits
    if width > 8 * accesses.machine.widest:
        return True, False
    if _starts_too_rarely(cols, n):
        return True, False
    assert neighbours(cols, n) is None
    elements = {tile(i) for i in range(tile.size)}
    for column in _starts(cols, n):
        for k in range(1, n):
            at = {t: x + k for t, x in enumerate(column) if x + k in elements}
            if all(any(other[t] != x for t, x in at.items()) for other in cols):
                return True, True
    return False, False


def _proof(sides: Sequence[Side], prove: Prove, *, are_apart: bool) -> Proved:
    """Prove that the tiles have no residues other than the residues of `sides`.

    If `are_apart` is set, also prove the statement of `Side.apart` about different offsets.
    """
    terms = [side.term for side in sides]

    def rule(order: Order | None) -> Rule:
        def body(given: Sequence[Expr]) -> Expr:
            steps = [side.stated(term) for side, term in zip(sides, given, strict=True)]
            if order is not None:
                steps.append(sides[0].apart(given[0], order))
            return in_turn([(None, step) for step in steps])

        return Rule((NUMBER,) if order is None else (FIRST, SECOND, NUMBER), body, "")

    if not are_apart:
        return prove(terms, rule(None))
    (side,) = sides
    resisted: UnprovedStatementError | None = None
    for order in side.orders():
        try:
            return prove(terms, rule(order))
        except UnprovedStatementError as error:
            resisted = resisted or error
    assert resisted is not None
    raise resisted
