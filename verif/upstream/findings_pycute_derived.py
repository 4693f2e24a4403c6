"""What is known to be wrong in pycute 4.2.0.0 where it inverts, divides and multiplies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

from spec.complement import complement
from spec.errors import LayoutError
from spec.layout import Layout, make_layout
from spec.modes import modes_of
from verif.upstream.deviation import Deviation, Kind, compare, left_inverse_is_right
from verif.upstream.findings import Finding
from verif.upstream.pycute import pycute

DIVIDES: Final = frozenset({"logical_divide", "zipped_divide", "tiled_divide"})
PRODUCTS: Final = frozenset({"logical_product", "zipped_product", "tiled_product"})


def _strides(deviation: Deviation) -> list[int]:
    """The strides of the modes that take a step."""
    return [d for s, d in modes_of(deviation.arguments[0]) if s > 1]


def _has_equal_strides(deviation: Deviation) -> bool:
    strides = [d for d in _strides(deviation) if d > 0]
    return deviation.operation == "right_inverse" and len(set(strides)) < len(strides)


def _stops(deviation: Deviation) -> bool:
    """A mode before others, in the order of strides, does not go on from the offsets reached."""
    if deviation.operation == "left_inverse":
        return not isinstance(deviation.ours, LayoutError) and 0 in _strides(deviation)
    theirs, ours = deviation.theirs, deviation.ours
    return not _has_equal_strides(deviation) and theirs.size < ours.size


def _leaves_gaps(deviation: Deviation) -> bool:
    return not _stops(deviation) and left_inverse_is_right(deviation.arguments[0], deviation.theirs)


def _stops_at_a_gap(deviation: Deviation) -> bool:
    return not _stops(deviation) and not _leaves_gaps(deviation)


def _has_none(deviation: Deviation) -> bool:
    return isinstance(deviation.ours, LayoutError)


def _is_by_an_integer(deviation: Deviation) -> bool:
    return _has_integer(deviation.arguments[1])


def _has_integer(tiler: Any) -> bool:
    if isinstance(tiler, tuple):
        return any(map(_has_integer, cast("tuple[Any, ...]", tiler)))
    return isinstance(tiler, int)


def _inherits(deviation: Deviation) -> bool:
    """A complement, a composition or a cosize that it makes on its way deviates."""
    calls = _calls(deviation.operation, *deviation.arguments)
    return any(isinstance(compare(*call, pycute()), Deviation) for call in calls)


def _calls(operation: str, a: Layout, tiler: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The operations, with their arguments, that a divide or product of the spec is made of."""
    if isinstance(tiler, tuple):
        for mode, tile in zip(a, cast("tuple[Any, ...]", tiler), strict=False):
            yield from _calls(operation, mode, tile)
    elif operation in DIVIDES and tiler is not None:
        b = tiler if isinstance(tiler, Layout) else Layout(tiler)
        yield "complement", (b, a.size)
        rest = _complement(b, a.size)
        if rest is not None:
            yield "composition", (a, make_layout(b, rest))
    elif isinstance(tiler, Layout):
        yield "cosize", (tiler,)
        yield "complement", (a, a.size * tiler.cosize)
        rest = _complement(a, a.size * tiler.cosize)
        if rest is not None:
            yield "composition", (rest, tiler)


def _complement(layout: Layout, cotarget: int) -> Layout | None:
    try:
        return complement(layout, cotarget)
    except LayoutError:
        return None


def _python(code: str) -> str:
    return f'python -c "from pycute import *; {code}"'


DERIVED: Final = (
    Finding(
        id="pycute-inverse-stops",
        title="an inverse stops at a mode that does not go on from the offsets reached, as of "
        "stride 0, and forgets the modes after it",
        operations=frozenset({"right_inverse", "left_inverse"}),
        kinds=frozenset({Kind.WRONG_RESULT}),
        cause=_stops,
        case="right_inverse((2,2):(0,1))",
        says="1:0",
        truth="2:2",
        command=_python("print(right_inverse(Layout((2, 2), (0, 1))))"),
        prints="1:0",
    ),
    Finding(
        id="pycute-right-inverse-equal-strides",
        title="of modes of equal stride right_inverse takes the smallest, and not the first",
        operations=frozenset({"right_inverse"}),
        kinds=frozenset({Kind.WRONG_RESULT}),
        cause=_has_equal_strides,
        case="right_inverse((3,2):(1,1))",
        says="2:3",
        truth="3:1, which has more elements",
        command=_python("print(right_inverse(Layout((3, 2), (1, 1))))"),
        prints="2:3",
    ),
    Finding(
        id="pycute-left-inverse-leaves",
        title="left_inverse takes offsets that are not reached to coordinates that do not exist",
        operations=frozenset({"left_inverse"}),
        kinds=frozenset({Kind.WRONG_RESULT}),
        cause=_leaves_gaps,
        case="left_inverse(2:2)",
        says="(2,2):(2,1)",
        truth="(2,2):(0,1), as CuTe C++ has it",
        command=_python("print(left_inverse(Layout(2, 2)))"),
        prints="(2, 2):(2, 1)",
    ),
    Finding(
        id="pycute-left-inverse-gap",
        title="left_inverse stops at a gap that does not hold whole copies of the modes before it",
        operations=frozenset({"left_inverse"}),
        kinds=frozenset({Kind.WRONG_RESULT}),
        cause=_stops_at_a_gap,
        case="left_inverse((2,2):(1,3))",
        says="2:1",
        truth="(3,2):(1,2)",
        command=_python("print(left_inverse(Layout((2, 2), (1, 3))))"),
        prints="2:1",
    ),
    Finding(
        id="pycute-left-inverse-unsound",
        title="left_inverse accepts layouts that it does not invert",
        operations=frozenset({"left_inverse"}),
        kinds=frozenset({Kind.UNSOUND_ACCEPT, Kind.ACCEPTS_MORE}),
        cause=_has_none,
        case="left_inverse((2,2):(1,1))",
        says="2:1",
        truth="refused: the offset 2 is not taken back to a coordinate",
        command=_python("print(left_inverse(Layout((2, 2), (1, 1))))"),
        prints="2:1",
    ),
    Finding(
        id="pycute-product-by-integer",
        title="a product by an integer divides",
        operations=PRODUCTS,
        kinds=frozenset({Kind.WRONG_RESULT, Kind.UNSOUND_ACCEPT, Kind.OVER_REJECT, Kind.FORM_ONLY}),
        cause=_is_by_an_integer,
        case="logical_product(1:0, 2)",
        says="(2,1):(0,0)",
        truth="(1,2):(0,1)",
        command=_python("print(logical_product(Layout(1, 0), 2))"),
        prints="(2, 1):(0, 0)",
    ),
    Finding(
        id="pycute-divide-and-product-inherit",
        title="a divide or product is wrong where its complement, composition or cosize is",
        operations=DIVIDES | PRODUCTS,
        kinds=frozenset(set(Kind) - {Kind.UNDECIDED}),
        cause=_inherits,
        case="logical_divide(1:1, 2:1)",
        says="(2,1):(0,0)",
        truth="(2,1):(1,0)",
        command=_python("print(logical_divide(Layout(1, 1), Layout(2, 1)))"),
        prints="(2, 1):(0, 0)",
    ),
)
"""The causes of deviations of what is made of complement and composition."""
