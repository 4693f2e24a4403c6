"""The question whether A after B is the sum of A after each mode of B: distributes(A, B)."""

from __future__ import annotations

from itertools import accumulate
from operator import mul

from spec.coalesce import coalesce_extended
from spec.composition import composition
from spec.errors import CoordinateError, InadmissibleError
from spec.layout import Layout
from spec.modes import Modes, extended, modes_of, offsets
from verif.questions.answer import Answer, Effort, holds, refuted
from verif.questions.image import coordinate
from verif.questions.program import Program, UndecidedError


def distributes(a: Layout, b: Layout, effort: Effort) -> Answer:
    """Decide whether A(B(c)) is the sum of A(B_1(c_1)), .., A(B_m(c_m)) at every c of B.

    B_1, .., B_m are the modes of B, and c_1, .., c_m are the entries of c. A is extended beyond its
    size, as in composition.
    """
    modes = modes_of(a)
    for n, w in modes_of(b):
        if w < 0:
            raise InadmissibleError(f"mode {n}:{w} of B", "its stride ({}) must not be negative", w)
    if not modes:
        raise CoordinateError(f"A must have at least one mode, but {a} has none")
    if sum(any(n > 1 and w > 0 for n, w in modes_of(mode)) for mode in b) <= 1:
        return holds("at most one mode of B has an offset other than 0")
    if _composes(a, b):
        return holds(
            "A o B is a layout, and the steps of B add up without a carry between modes of A"
        )
    if b.size <= effort.elements:
        i = _carry_by_enumeration(modes, b)
        nowhere = "both sides are equal at every coordinate"
    else:
        i = _carry(coalesce_extended(modes), b, effort.seconds)
        nowhere = "Z3 shows that both sides are equal at every coordinate"
    if i is None:
        return holds(nowhere)
    left, right = a.extended(b(i)), mode_by_mode(a, b, i)
    if left == right:
        raise UndecidedError("at the coordinate that Z3 gives, the two sides do not differ")
    text = "A(B({})) = {}, but composing mode by mode gives {}"
    return refuted(text, (i,), (left, right))


def mode_by_mode(a: Layout, b: Layout, i: int) -> int:
    """Return the sum of A(B_k(c_k)) over all modes B_k of B.

    c_k is the coordinate in B_k that belongs to the 1-D coordinate i of B.

    >>> mode_by_mode(Layout((3, 2), (0, 1)), Layout((2, 2), (1, 2)), 3)
    0
    """
    image = 0
    for mode in b:
        image += a.extended(mode(i % mode.size))
        i //= mode.size
    return image


def _composes(a: Layout, b: Layout) -> bool:
    try:
        composition(a, b)
    except InadmissibleError:
        return False
    return True


def _carry_by_enumeration(modes: Modes, b: Layout) -> int | None:
    whole = (extended(modes, x) for x in offsets(modes_of(b)))
    parts = [0]
    for mode in b:
        images = [extended(modes, x) for x in offsets(modes_of(mode))]
        parts = [image + before for image in images for before in parts]
    return next((i for i, (x, y) in enumerate(zip(whole, parts, strict=True)) if x != y), None)


def _carry(modes: Modes, b: Layout, seconds: float) -> int | None:
    """Return a coordinate where A(B(c)) is not the sum of the A(B_k(c_k)), or None.

    By claim D3, the difference is a weighted sum of carries. Z3 searches for a coordinate where
    this sum is not 0.
    """
    program = Program()
    parts = [modes_of(mode) for mode in b]
    steps = [
        [program.unknown(f"c{j}_{k}", 0, n - 1) for k, (n, _) in enumerate(part)]
        for j, part in enumerate(parts)
    ]
    sums = [
        [(w, c) for c, (_, w) in zip(names, part, strict=True)]
        for names, part in zip(steps, parts, strict=True)
    ]
    error: list[tuple[int, str]] = []
    sizes = accumulate((s for s, _ in modes), mul)
    for level, (size, (s, d), (_, after)) in enumerate(zip(sizes, modes, modes[1:], strict=False)):
        weight = after - s * d
        whole = _quotient(program, f"{level}", [term for terms in sums for term in terms], size, b)
        error.append((weight, whole))
        for j, terms in enumerate(sums):
            error.append((-weight, _quotient(program, f"{level}_{j}", terms, size, b)))
    program.not_zero(error)
    solution = program.solution(seconds)
    if solution is None:
        return None
    digits = tuple(solution[c] for names in steps for c in names)
    return coordinate(modes_of(b), digits)


def _quotient(
    program: Program, name: str, terms: list[tuple[int, str]], divisor: int, b: Layout
) -> str:
    """Add an unknown for the sum of the terms, divided by `divisor` and rounded down.

    Return the name of the unknown.
    """
    quotient = program.unknown(f"q{name}", 0, b.cosize // divisor)
    remainder = program.unknown(f"r{name}", 0, divisor - 1)
    program.zero([*terms, (-divisor, quotient), (-1, remainder)])
    return quotient
