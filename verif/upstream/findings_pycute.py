"""What is known to be wrong in NVIDIA's pycute 4.2.0.0, one finding a cause."""

from __future__ import annotations

from typing import Any, Final

from spec.composition import composition
from spec.errors import (
    CongruenceError,
    CoordinateError,
    InadmissibleError,
    LayoutError,
    MalformedError,
    ShapeError,
)
from spec.int_tuple import flatten
from spec.layout import Layout
from spec.modes import modes_of
from verif.upstream.deviation import Deviation, Kind
from verif.upstream.findings import Finding
from verif.upstream.findings_pycute_derived import DERIVED
from verif.upstream.in_process import RejectedError


def _refused(deviation: Deviation, error: type[LayoutError], condition: str) -> bool:
    """Whether the spec refuses the arguments for that condition."""
    return isinstance(deviation.ours, error) and condition in str(deviation.ours)


def _has_negative_stride(layout: Any) -> bool:
    return isinstance(layout, Layout) and any(d < 0 for _, d in modes_of(layout))


def _tile(b: Any) -> Any:
    return Layout(b, 1) if isinstance(b, int) else b


def _negative_stride_of_b(deviation: Deviation) -> bool:
    return _has_negative_stride(deviation.arguments[1])


def _drops_last_stride(deviation: Deviation) -> bool:
    """The last mode of A has size 1, and its stride is lost where B overflows into it."""
    a, b = deviation.arguments
    return (
        not _has_negative_stride(b)
        and flatten(a.shape)[-1] == 1
        and _tile(b).cosize > a.size
        and not _loses_elements(deviation)
    )


def _loses_elements(deviation: Deviation) -> bool:
    """It returns fewer elements than B has."""
    _, b = deviation.arguments
    theirs = deviation.theirs
    return (
        not _has_negative_stride(b) and isinstance(theirs, Layout) and theirs.size < _tile(b).size
    )


def _carries_between_modes(deviation: Deviation) -> bool:
    """The spec composes A with each mode of B alone, and refuses the whole for its carry."""
    a, b = deviation.arguments
    if not isinstance(b, Layout) or _drops_last_stride(deviation):
        return False
    if not _refused(deviation, InadmissibleError, "sum of B's steps"):
        return False
    return all(_composes(a, Layout(n, w)) for n, w in modes_of(b))


def _composes(a: Layout, b: Layout) -> bool:
    try:
        composition(a, b)
    except LayoutError:
        return False
    return True


def _only_strides_of_size_1(deviation: Deviation) -> bool:
    ours, theirs = deviation.ours, deviation.theirs
    if ours.shape != theirs.shape:
        return False
    pairs = zip(modes_of(ours), modes_of(theirs), strict=True)
    return all(mine[0] == 1 or mine == other for mine, other in pairs)


def _assertion_fails(deviation: Deviation) -> bool:
    return isinstance(deviation.theirs, RejectedError) and not _has_negative_stride(
        deviation.arguments[1]
    )


def _overlaps(deviation: Deviation) -> bool:
    reaches = "its stride must reach over the modes before it"
    return isinstance(deviation.theirs, MalformedError) and _refused(
        deviation, InadmissibleError, reaches
    )


def _out_of_range(deviation: Deviation) -> bool:
    return isinstance(deviation.ours, CoordinateError)


def _ignores_source(deviation: Deviation) -> bool:
    """A tuple into a tuple is taken mode by mode, whatever the source shape."""
    crd, _, target = deviation.arguments
    return isinstance(crd, tuple) and isinstance(target, tuple)


def _is_no_shape(deviation: Deviation) -> bool:
    return isinstance(deviation.ours, ShapeError) and any(
        entry < 1 for part in deviation.arguments for entry in flatten(part)
    )


def _is_incongruent(deviation: Deviation) -> bool:
    return isinstance(deviation.ours, CongruenceError)


def _negative_stride_of_a(deviation: Deviation) -> bool:
    return _has_negative_stride(deviation.arguments[0])


def _is_tuple(deviation: Deviation) -> bool:
    return isinstance(deviation.arguments[0], tuple)


def _keeps_everything(deviation: Deviation) -> bool:
    return deviation.arguments[0] is None


def _python(code: str) -> str:
    return f'python -c "from pycute import *; {code}"'


FINDINGS: Final = (
    Finding(
        id="pycute-composition-loses-elements",
        title="composition returns fewer elements than B has",
        operations=frozenset({"composition"}),
        kinds=frozenset({Kind.UNSOUND_ACCEPT, Kind.WRONG_RESULT}),
        cause=_loses_elements,
        case="composition((2,2):(0,1), 3:1)",
        says="2:0",
        truth="no layout: 0, 0, 1 is not one",
        command=_python("print(composition(Layout((2, 2), (0, 1)), Layout(3, 1)))"),
        prints="2:0",
    ),
    Finding(
        id="pycute-composition-carry",
        title="composition composes each mode of B alone, and is wrong where they carry together",
        operations=frozenset({"composition"}),
        kinds=frozenset({Kind.UNSOUND_ACCEPT}),
        cause=_carries_between_modes,
        case="composition((2,2):(0,1), (2,2):(1,1))",
        says="(2,2):(0,0)",
        truth="no layout: the last coordinate goes to 1",
        command=_python("print(composition(Layout((2, 2), (0, 1)), Layout((2, 2), (1, 1))))"),
        prints="(2, 2):(0, 0)",
    ),
    Finding(
        id="pycute-composition-drops-last-stride",
        title="composition forgets the stride of a last mode of size 1, which takes the overflow",
        operations=frozenset({"composition"}),
        kinds=frozenset({Kind.UNSOUND_ACCEPT, Kind.WRONG_RESULT}),
        cause=_drops_last_stride,
        case="composition(1:1, 2:1)",
        says="2:0",
        truth="2:1",
        command=_python("print(composition(Layout(1, 1), Layout(2, 1)))"),
        prints="2:0",
    ),
    Finding(
        id="pycute-composition-negative-stride",
        title="composition accepts negative strides in B, where A is not defined",
        operations=frozenset({"composition"}),
        kinds=frozenset({Kind.UNSOUND_ACCEPT, Kind.ACCEPTS_MORE}),
        cause=_negative_stride_of_b,
        case="composition(1:0, 2:-1)",
        says="2:0",
        truth="A has no value at -1",
        command=_python("print(composition(Layout(1, 0), Layout(2, -1)))"),
        prints="2:0",
    ),
    Finding(
        id="pycute-composition-over-rejects",
        title="composition refuses by divisibility what is a layout",
        operations=frozenset({"composition"}),
        kinds=frozenset({Kind.OVER_REJECT}),
        cause=_assertion_fails,
        case="composition((2,2):(0,1), 1:3)",
        says="RejectedError(AssertionError)",
        truth="1:0",
        command=_python("composition(Layout((2, 2), (0, 1)), Layout(1, 3))"),
        prints="AssertionError",
    ),
    Finding(
        id="pycute-composition-stride-of-size-1",
        title="a mode of size 1 gets another stride than CuTe's",
        operations=frozenset({"composition"}),
        kinds=frozenset({Kind.FORM_ONLY}),
        cause=_only_strides_of_size_1,
        case="composition(1:1, 1:1)",
        says="1:0",
        truth="1:1",
        command=_python("print(composition(Layout(1, 1), Layout(1, 1)))"),
        prints="1:0",
    ),
    Finding(
        id="pycute-complement-overlap",
        title="complement accepts modes that overlap and returns a mode of size 0",
        operations=frozenset({"complement"}),
        kinds=frozenset({Kind.UNSOUND_ACCEPT}),
        cause=_overlaps,
        case="complement((2,2):(1,1), 1)",
        says="MalformedError(0:2, where shape 0 has an entry 0 below 1)",
        truth="refused: the modes overlap",
        command=_python("print(complement(Layout((2, 2), (1, 1)), 1))"),
        prints="0:2",
    ),
    Finding(
        id="pycute-cosize-negative-stride",
        title="cosize is wrong for negative strides",
        operations=frozenset({"cosize"}),
        kinds=frozenset({Kind.WRONG_RESULT}),
        cause=_negative_stride_of_a,
        case="cosize(2:-1)",
        says="0",
        truth="2",
        command=_python("print(cosize(Layout(2, -1)))"),
        prints="0",
    ),
    Finding(
        id="pycute-idx2crd-of-a-tuple",
        title="idx2crd divides the entries of a tuple by the strides of the whole shape",
        operations=frozenset({"idx2crd"}),
        kinds=frozenset({Kind.WRONG_RESULT}),
        cause=_is_tuple,
        case="idx2crd((0,1), (2,2))",
        says="(0,0)",
        truth="(0,1)",
        command=_python("print(idx2crd((0, 1), (2, 2)))"),
        prints="(0, 0)",
    ),
    Finding(
        id="pycute-crd2crd-ignores-source",
        title="crd2crd takes a tuple into a tuple mode by mode, whatever the source shape",
        operations=frozenset({"crd2crd"}),
        kinds=frozenset({Kind.WRONG_RESULT, Kind.OVER_REJECT, Kind.UNSOUND_ACCEPT}),
        cause=_ignores_source,
        case="crd2crd((0,1), (1,2), (2,2))",
        says="(0,1)",
        truth="(1,0)",
        command=_python("print(crd2crd((0, 1), (2, 2), (1, 2)))"),
        prints="(0, 1)",
    ),
    Finding(
        id="pycute-no-range-check",
        title="coordinates outside of the shape are accepted",
        operations=frozenset(
            {"crd2crd", "crd2idx", "evaluate", "idx2crd", "slice_", "slice_and_offset"}
        ),
        kinds=frozenset({Kind.UNSOUND_ACCEPT, Kind.ACCEPTS_MORE}),
        cause=_out_of_range,
        case="idx2crd(1, 1)",
        says="0",
        truth="refused: 1 is no coordinate of 1",
        command=_python("print(idx2crd(1, 1))"),
        prints="0",
    ),
    Finding(
        id="pycute-shape-unchecked",
        title="entries of a shape below 1 are accepted",
        operations=frozenset({"make_layout", "shape_div"}),
        kinds=frozenset({Kind.UNSOUND_ACCEPT}),
        cause=_is_no_shape,
        case="shape_div(0, 1)",
        says="0",
        truth="refused: 0 is no shape",
        command=_python("print(shape_div(0, 1))"),
        prints="0",
    ),
    Finding(
        id="pycute-stride-unchecked",
        title="a stride of another profile than the shape's is accepted",
        operations=frozenset({"make_layout"}),
        kinds=frozenset({Kind.UNSOUND_ACCEPT}),
        cause=_is_incongruent,
        case="make_layout((1), 0)",
        says="MalformedError((1,):0, where stride 0 does not fit shape (1))",
        truth="refused: 0 is not congruent to (1)",
        command=_python("print(Layout((1,), 0))"),
        prints="(1,):0",
    ),
    Finding(
        id="pycute-slice-of-everything",
        title="the slice that keeps everything gets one more pair of parentheses",
        operations=frozenset({"slice_", "slice_and_offset"}),
        kinds=frozenset({Kind.FORM_ONLY}),
        cause=_keeps_everything,
        case="slice_(_, 1:0)",
        says="(1):(0)",
        truth="1:0",
        command=_python("print(slice_and_offset(None, Layout(1, 0))[0])"),
        prints="(1,):(0,)",
    ),
    *DERIVED,
)
"""Every known cause, each replayed on the real pycute by the tests."""
