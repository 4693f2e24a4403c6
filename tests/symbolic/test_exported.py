"""Functions that `spec` exports, called in a proof."""

from inspect import signature
from types import FunctionType

import pytest

import spec
from spec import PLAIN, ComposedLayout, Layout, Swizzle, plain
from spec.exports import EXPORTS
from spec.kinds import kinds_of
from verif.kernel.errors import NotLiftableError
from verif.readings.any_nesting import Nested
from verif.readings.any_rank import AnyRank
from verif.symbolic.lifting import Lifter
from verif.theory import THEORY

LIFT = Lifter(THEORY).lift

LAYOUT = Layout((4, 4), (4, 1))
SWIZZLED = ComposedLayout(Swizzle(2, 0, 2), 0, LAYOUT)


@pytest.mark.parametrize("name", EXPORTS)
def test_each_export_matches_its_function_and_annotations(name):
    row = EXPORTS[name]
    assert row.text is getattr(plain, name) is PLAIN[getattr(spec, name)]
    assert row.kinds == kinds_of(row.text)
    assert row.instead is None or {*row.instead.at} <= signature(row.text).parameters.keys()


def test_all_functions_of_plain_are_exported():
    functions = {name for name in plain.__all__ if isinstance(getattr(plain, name), FunctionType)}
    assert functions == EXPORTS.keys()


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (spec.composition, (LAYOUT, SWIZZLED)),
        (spec.append, (SWIZZLED, LAYOUT)),
        (spec.blocked_product, (SWIZZLED, LAYOUT)),
        (spec.coalesce, (LAYOUT, "f16")),
        (spec.coalesce, ((2, 4),)),
        (spec.coalesce, (8,)),
        (spec.filter_, (LAYOUT, (None, 2))),
        (spec.congruent, ((2, 3), None)),
        (spec.compatible, (True, 1)),
        (spec.depth, (AnyRank(((2, 1),)),)),
        (spec.rank, (AnyRank(((2, 1),), bare=False),)),
        (spec.size, (LAYOUT, Nested(object(), (1,)))),
        (spec.make_layout, ([LAYOUT, LAYOUT],)),
        (spec.make_layout, ((LAYOUT, LAYOUT),)),
        (spec.complement, (LAYOUT, None, None)),
    ],
)
def test_arguments_of_other_kinds_are_rejected(function, arguments):
    with pytest.raises((NotLiftableError, TypeError)):
        LIFT(function)(*arguments)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (spec.depth, ((2, (3, 4)),)),
        (spec.depth, (8,)),
        (spec.congruent, ((2, 3), (1, 1))),
        (spec.idx2crd, (5, (2, 3))),
        (spec.crd2idx, ((1, 2), (2, 3), (1, 2))),
        (spec.size, (LAYOUT,)),
        (spec.make_layout, (LAYOUT, Layout(2, 16))),
        (spec.make_layout, ((2, 3), (1, 2))),
    ],
)
def test_arguments_of_the_annotated_kinds_run_the_function(function, arguments):
    assert LIFT(function)(*arguments) == function(*arguments)


def test_keyword_arguments_are_checked_too():
    assert LIFT(spec.idx2crd)(5, shape=(2, 3)) == (1, 2)
    with pytest.raises(NotLiftableError, match=r"spec\.idx2crd converts or rejects"):
        LIFT(spec.idx2crd)(5, shape=LAYOUT)


def test_a_method_runs_only_for_arguments_of_its_kinds():
    assert LIFT(Layout.extended)(LAYOUT, 5) == LAYOUT.extended(5)
    with pytest.raises(NotLiftableError, match=r"spec\.extended converts or rejects"):
        LIFT(Layout.extended)(LAYOUT, None)
