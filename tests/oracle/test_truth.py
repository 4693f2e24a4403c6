"""The right answer that the oracle computes for a call agrees with enumeration."""

from itertools import islice, product

import pytest

from spec import Layout
from tests.oracle.known_causes import ALL_REFUSED
from tests.questions.by_enumeration import composed_by_enumeration
from verif.operations.cases import cases
from verif.operations.inverses import left_inverse_is_right
from verif.operations.table import DRAWN
from verif.oracle.deviation import Kind, deviation
from verif.oracle.left_inverse import left_inverse
from verif.oracle.truth import is_right, truth
from verif.questions.program import UndecidedError
from verif.upstream.outcome import Crashed, Malformed, Rejected


@pytest.mark.parametrize("operation", DRAWN)
def test_the_spec_never_deviates_from_itself(operation):
    right = 0
    for arguments in islice(cases(operation), 400):
        true = truth(operation, arguments)
        if true.refusal is None:
            right += 1
            assert deviation(operation, arguments, true.value) is None
            assert is_right(operation, arguments, true, true.value)
    assert right == 0 if operation in ALL_REFUSED else right >= 100


def test_composition_exists_exactly_if_enumeration_finds_one():
    existing = 0
    for a, b in islice(cases("composition"), 1500):
        if isinstance(b, Layout) and b.size <= 64 and min(b(i) for i in range(b.size)) >= 0:
            existing += 1
            assert truth("composition", (a, b)).exists == (
                composed_by_enumeration(a, b) is not None
            )
    assert existing >= 800


def test_left_inverses_agree_with_enumeration():
    found, none = 0, []
    for shape in product((2, 3), repeat=3):
        for stride in product(range(5), repeat=3):
            layout = Layout(shape, stride)
            try:
                inverse = left_inverse(layout)
            except UndecidedError:
                continue
            found += inverse is not None
            assert inverse is None or left_inverse_is_right(layout, inverse, None)
            none += [layout] if inverse is None else []
    assert found >= 800
    assert len(none) >= 50
    assert not any(map(left_inverse_by_force, none[::12]))
    assert left_inverse_by_force(Layout((2, 2), (2, 3))) is not None


def left_inverse_by_force(layout):
    """Return a left inverse with three small modes, or None."""
    candidates = (
        Layout((s, t, 2), strides)
        for s, t in product((2, 3, 4), repeat=2)
        for strides in product(range(-2, 5), repeat=3)
    )
    return next((r for r in candidates if left_inverse_is_right(layout, r, None)), None)


A, LOST = Layout((3, 2), (1, 5)), Layout(5)

KINDS = [
    ("composition", (A, LOST), Layout(3, 1), Kind.UNSOUND_ACCEPT),
    ("composition", (A, LOST), Rejected("no"), None),
    ("composition", (A, LOST), Crashed("SIGFPE"), Kind.CRASH),
    ("composition", (A, LOST), Crashed("TypeError: what"), None),
    ("composition", (A, Layout(3)), Crashed("TypeError: what"), Kind.CRASH),
    ("composition", (A, Layout(3)), Rejected("no"), Kind.OVER_REJECT),
    ("composition", (A, Layout(3)), Layout(2, 1), Kind.WRONG_SIZE),
    ("composition", (A, Layout(3)), Layout(3, 2), Kind.WRONG_RESULT),
    ("composition", (A, Layout(3)), Malformed("0:2"), Kind.WRONG_RESULT),
    ("composition", (A, Layout(6)), Layout((3, 2), (1, 5)), None),
    ("composition", (A, Layout(6)), Layout((3, 2, 1), (1, 5, 0)), Kind.FORM_ONLY),
    ("coalesce", (Layout((2, 2), (0, 0)), 2), Layout((2, 2), (0, 0)), Kind.FORM_ONLY),
    ("coalesce", (Layout((2, 2)), (1, 1)), Layout(4), Kind.WRONG_RESULT),
    ("filter_", (Layout((2, 1), (1, 5)), 1), Layout((2, 1), (1, 5)), Kind.FORM_ONLY),
    ("composition", (A, Layout((3, 2), (1, 3))), Layout(6, 1), Kind.WRONG_RESULT),
    # The spec rejects the call, but the composition is a layout, because the carries cancel.
    ("composition", (Layout((2, 2, 2, 2), (1, 4, 2, 8)), Layout(3, 7)), Layout(3, 7), None),
    (
        "composition",
        (Layout((2, 2, 2, 2), (1, 4, 2, 8)), Layout(3, 7)),
        Rejected("no"),
        Kind.OVER_REJECT,
    ),
    ("logical_product", (Layout(4), 3), Layout((3, 2), (1, 3)), Kind.WRONG_SIZE),
    ("idx2crd", ((1, 5), (3, (2, 3))), (1, (1, 0)), Kind.WRONG_RESULT),
    ("idx2crd", (7, 6), 7, None),
    ("idx2crd", (7, 6), 1, Kind.UNSOUND_ACCEPT),
    ("right_inverse", (Layout((2, 2), (0, 1)),), Layout(1, 0), Kind.WRONG_SIZE),
    ("left_inverse", (Layout((2, 3), (2, 1)),), Layout((2, 2), (2, 1)), Kind.WRONG_RESULT),
    ("complement", (Layout((2, 2), (1, 1)), 4), Malformed("0:2"), Kind.UNSOUND_ACCEPT),
    ("complement", (Layout((2, 2), (2, 3)), 4), Layout(2, 1), Kind.UNSOUND_ACCEPT),
]


@pytest.mark.parametrize(("operation", "arguments", "got", "kind"), KINDS)
def test_a_deviation_has_the_first_matching_kind(operation, arguments, got, kind):
    found = deviation(operation, arguments, got)
    assert (found.kind if found else None) == kind


def test_a_layout_rejected_by_complement_has_none():
    """If complement rejects a layout, disjoint translates of its offsets do not fill the gaps."""
    refused = 0
    for layout, _ in islice(cases("complement"), 3000):
        offsets = sorted(layout(i) for i in range(layout.size))
        if truth("complement", (layout, 1)).exists or offsets[0] < 0 or len(offsets) > 100:
            continue
        refused += 1
        assert not fills_its_gaps(offsets)
    assert refused >= 50


def fills_its_gaps(offsets):
    """Whether disjoint translates of the offsets cover all numbers up to the greatest offset.

    A greedy search suffices, because the smallest uncovered number must begin the next translate.
    """
    if len(set(offsets)) < len(offsets):
        return False
    covered = set()
    for x in range(offsets[-1] + 1):
        if x not in covered:
            translate = {x + offset for offset in offsets}
            if translate & covered:
                return False
            covered |= translate
    return True
