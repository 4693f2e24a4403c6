"""Laws of operations, such as A(R(i)) = i for each right inverse R of A.

If the spec defines no result of an operation, a law may still decide whether a result is right.

A law is checked at every coordinate. The check calculates offsets from the definition of a layout,
and uses no operation of the layout algebra.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from spec.basis import has_coordinates
from spec.coordinates import crd2idx_extended
from spec.filter import filter_
from spec.layout import Layout
from spec.named import names_in
from spec.parser import Call, Expression, Literal
from spec.reading.reading import made
from spec.reading.trees import entries
from verif.audit.cute_ir.types import leaves, parts_of, written_form
from verif.questions.answer import Effort, Ruling
from verif.questions.injective import injective

MOST: Final = 1 << 14
"""The largest number of coordinates at which a law is checked."""

Law = Callable[..., str | None]
"""A function of a result R and the operands, which decides whether R is right.

The function returns a witness against R, '' if R is right, or None if the law does not decide.
"""


def broken(expression: Expression, told: Any) -> str | None:
    """Return a witness that a result breaks its operation's law; '' if the result is right.

    Return None if the operation has no law, or if the law does not decide.
    """
    if not isinstance(expression, Call) or not isinstance(told, Layout):
        return None
    law = LAWS.get(expression.name)
    arguments = [arg.value for arg in expression.args if isinstance(arg, Literal)]
    if law is None or len(arguments) != len(expression.args):
        return None
    if any(isinstance(one, Layout) and has_coordinates(one.stride) for one in (told, *arguments)):
        return None
    return law(told, *arguments)


def _composition(r: Layout, a: Any, b: Any) -> str | None:
    """Check that R(i) = A(B(i)) for all coordinates i of B."""
    if not isinstance(a, Layout) or not isinstance(b, Layout) or max(r.size, b.size) > MOST:
        return None
    if r.size != b.size:
        return f"R has {r.size} elements, but B has {b.size}"
    beyond = ""
    for i in range(b.size):
        at, want = b(i), crd2idx_extended(b(i), a.shape, a.stride)
        if r(i) != want:
            wrong = f"R({i}) = {r(i)}, but A(B({i})) = A({at}) = {want}"
            if at < a.size:
                return wrong
            beyond = beyond or wrong
    return None if beyond else ""


def _left_inverse(r: Layout, a: Any) -> str | None:
    """Check that R(A(i)) = i for all coordinates i of A.

    Before CuTe inverts A, it drops the modes of stride 0, in which A repeats offsets.
    """
    if not isinstance(a, Layout):
        return None
    a = filter_(a)
    if a.size > MOST:
        repeated = injective(a, Effort(elements=MOST, seconds=1.0))
        refuted = repeated.ruling is Ruling.REFUTED
        return f"{repeated.reason}, so no layout is a left inverse of A" if refuted else None
    first = dict[int, int]()
    for i in range(a.size):
        if a(i) in first:
            j = first[a(i)]
            return f"A({j}) = A({i}) = {a(i)}, so no layout is a left inverse of A"
        first[a(i)] = i
    for i in range(a.size):
        found = crd2idx_extended(a(i), r.shape, r.stride)
        if found != i:
            return f"R(A({i})) = R({a(i)}) = {found}, not {i}"
    return ""


def _right_inverse(r: Layout, a: Any) -> str | None:
    """Check that A(R(i)) = i for all coordinates i of R."""
    if not isinstance(a, Layout) or r.size > MOST:
        return None
    for i in range(r.size):
        found = crd2idx_extended(r(i), a.shape, a.stride)
        if found != i:
            return f"A(R({i})) = A({r(i)}) = {found}, not {i}"
    return None


def _complement(r: Layout, a: Any, _: Any = None) -> str | None:
    """Check that R and A share no offset except 0."""
    if not isinstance(a, Layout) or max(r.size, a.size) > MOST:
        return None
    taken = {a(i): i for i in range(a.size)}
    for i in range(1, r.size):
        if r(i) in taken and r(i) != 0:
            return f"R({i}) = {r(i)} = A({taken[r(i)]})"
    return None


def _divide(r: Layout, a: Any, tiler: Any) -> str | None:
    """Check that R(t) = A(B(t)) in the first tile of R, mode by mode. R is A divided by tiler B."""
    if not isinstance(a, Layout) or not isinstance(tiler, Layout | tuple):
        return None
    pairs: list[tuple[Layout, Any]]
    pairs = [(a, tiler)] if isinstance(tiler, Layout) else list(zip(a, tiler, strict=False))
    step = 1
    for k, (mode, tile) in enumerate(pairs):
        if not isinstance(tile, Layout) or tile.size > MOST or step * tile.size > r.size:
            return None
        for t in range(tile.size):
            at = tile(t)
            want = mode(at) if at < mode.size else None
            if want is not None and r(t * step) != want:
                name = "A(B" if isinstance(tiler, Layout) else f"A_{k}(B_{k}"
                return f"R({t * step}) = {r(t * step)}, but {name}({t})) = {want}"
        step *= tile.size
    return None


def _logical_divide(r: Layout, a: Any, tiler: Any) -> str | None:
    """Check R by `_divide`, or each mode of R by `_divide` if the tiler is a tuple.

    Each mode of R then has a tile, and a submode that counts tiles.
    """
    if isinstance(tiler, Layout) or not isinstance(a, Layout):
        return _divide(r, a, tiler)
    wrong = (_divide(x, y, z) for x, y, z in zip(r, a, tiler, strict=False))
    return next((why for why in wrong if why), None)


LAWS: Final[Mapping[str, Law]] = {
    "complement": _complement,
    "composition": _composition,
    "flat_divide": _divide,
    "left_inverse": _left_inverse,
    "logical_divide": _logical_divide,
    "right_inverse": _right_inverse,
    "tiled_divide": _divide,
    "zipped_divide": _divide,
}


def required(expression: Expression) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return what an operation assumes about unknown numbers, which are written as names.

    The first result has the names that may be 0; all other names are at least 1. The second result
    has conditions on names. In `crd2idx` and `idx2crd`, a name in the coordinate may be 0, and each
    entry of the coordinate is less than the size of its mode.
    """
    if not isinstance(expression, Call):
        return frozenset(), ()
    arguments: list[Any] = [arg.value for arg in expression.args if isinstance(arg, Literal)]
    match expression.name, arguments:
        case "crd2idx" | "idx2crd", [coordinate, shape, *_]:
            return frozenset(names_in(coordinate)), tuple(_within(coordinate, shape))
        case "recast_layout", [one, int(old), int(new)]:
            # `old` and `new` are the widths of the element types in bits. If `new` is r > 1 times
            # `old`, CuTe assumes that an unknown stride is a multiple of r. Otherwise, CuTe assumes
            # that an unknown stride is not 1.
            parts, ratio = parts_of(one), max(new // old, 1)
            names = dict.fromkeys(names_in(parts[1] if parts is not None else ()))
            fact = f"% {ratio} == 0" if ratio > 1 else ">= 2"
            return frozenset(), tuple(f"{name} {fact}" for name in names)
        case _:
            return frozenset(), ()


def _within(coordinate: Any, shape: Any) -> list[str]:
    parts, sides = entries(coordinate), entries(shape)
    if parts is not None and sides is not None and len(parts) == len(sides):
        return [one for c, s in zip(parts, sides, strict=True) for one in _within(c, s)]
    if isinstance(coordinate, int) and not any(names_in(shape)):
        return []
    return [f"{written_form(coordinate)} < {'*'.join(map(written_form, leaves(shape)))}"]


DROPPED: Final = "CuTe drops the modes that the tiler lacks"

FILTERED: Final = "CuTe drops modes of stride 0 before it inverts a layout"


def as_in_cute(expression: Expression, told: Any) -> tuple[Expression, str] | None:
    """Change an expression to CuTe's definition, and say how CuTe differs from the spec.

    CuTe differs in two cases. In C++ and in the DSL, a composition by a tiler drops the modes that
    the tiler lacks. A layout with modes of stride 0 has no left inverse, but CuTe inverts the
    layout without these modes. Return None in all other cases.
    """
    match expression:
        case Call("composition", (Literal(a), Literal(tuple() as tiler))):
            parts, result = parts_of(a), parts_of(told)
            if parts is None or result is None:
                return None
            shape, stride, modes = entries(parts[0]), entries(parts[1]), len(tiler)
            if shape is None or stride is None or len(shape) <= modes:
                return None
            if len(entries(result[0]) or ()) != modes:
                return None
            kept = Literal(made(Layout, shape[:modes], stride[:modes]))
            return Call("composition", (kept, Literal(tiler))), DROPPED
        case Call("left_inverse", (Literal(Layout() as a),)) if filter_(a).size < a.size:
            return Call("left_inverse", (Literal(filter_(a)),)), FILTERED
        case _:
            return None
