"""Values survive the transfer between processes or are reported as malformed."""

import json

from hypothesis import given
from hypothesis import strategies as st

from spec import E, Layout
from verif.search import strategies as cute
from verif.upstream.outcome import Crashed, Malformed, Rejected
from verif.upstream.wire import decoded, encoded, outcome

INTEGERS = st.integers(-(2**100), 2**100)
LEAVES = st.one_of(INTEGERS, st.none(), st.booleans(), cute.layouts("any"))
VALUES = st.recursive(LEAVES, lambda parts: st.lists(parts, max_size=3).map(tuple))
ENDS = st.one_of(*(st.text().map(kind) for kind in (Rejected, Crashed, Malformed)))


def sent(value):
    return decoded(json.loads(json.dumps(encoded(value))))


@given(st.one_of(VALUES, ENDS))
def test_values_survive_encoding(value):
    assert sent(value) == value
    assert repr(sent(value)) == repr(value)


def test_coordinate_strides_survive_encoding():
    tile = Layout((4, (2, 3)), (2 * E(1), (E(0), 3 * E(1, 0) + E(2))))
    assert sent((tile, E(0))) == outcome(sent((tile, E(0)))) == (tile, E(0))


@given(VALUES)
def test_an_outcome_that_contains_none_is_malformed(value):
    has_none = "None" in repr(value)
    assert isinstance(outcome(value), Malformed) == has_none
    assert has_none or outcome(value) == value


def test_values_of_other_types_are_malformed():
    assert [sent(value) for value in (1.5, "4:1", [4], object)] == [
        Malformed("1.5"),
        Malformed("'4:1'"),
        Malformed("[4]"),
        Malformed("<class 'object'>"),
    ]
    assert outcome(sent((4, 1.5))) == Malformed("(4, Malformed(text='1.5'))")
