"""CuTe C++ as text: types written for the compiler are read back from its output."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import Layout
from verif.search import strategies as cute
from verif.upstream.cpp_text import CALLS, call_text, type_text, value_of
from verif.upstream.cute_cpp import Error, _errors
from verif.upstream.in_process import SPEC
from verif.upstream.outcome import Malformed

VALUES = st.recursive(
    st.one_of(st.integers(-(2**62), 2**62), cute.layouts("any")),
    lambda parts: st.lists(parts, max_size=3).map(tuple),
)


@given(VALUES, st.sampled_from((">", " >")), st.sampled_from((",", ", ")))
def test_written_types_are_read_back(value, closing, comma):
    """g++ does not always print the same spaces in a type."""
    text = type_text(value).replace(">", closing).replace(",", comma)
    assert value_of(text) == value


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("cute::C<8l>", 8),
        ("cute::C<4294967296ul>", 2**32),
        ("std::integral_constant<int, 3>", 3),
        ("cute::integral_constant<int, 3>", 3),
        ("cute::C<true>", True),
        ("cute::tuple<>", ()),
        ("cute::Layout<cute::C<32> >", Layout(32)),
        ("cute::Layout<cute::tuple<cute::C<4>, cute::C<8> > >", Layout((4, 8))),
        ("int", Malformed("int is not a constant")),
        ("long int", Malformed("long int is not a constant")),
        ("cute::tuple<cute::C<2>, int>", Malformed("int is not a constant")),
        ("cute::ScaledBasis<cute::C<1>, 0>", Malformed("ScaledBasis")),
        (
            (
                "cute::Layout<cute::tuple<cute::C<-1>, cute::C<2> >, "
                "cute::tuple<cute::C<0>, cute::C<1> > >"
            ),
            Malformed("(-1,2):(0,1), where shape (-1,2) has an entry -1 below 1"),
        ),
        (
            "cute::Layout<cute::C<4>, cute::tuple<cute::C<1> > >",
            Malformed("4:(1), where stride (1) does not fit shape 4"),
        ),
    ],
)
def test_types_printed_by_the_compiler_are_read(text, outcome):
    assert value_of(text) == outcome
    assert type(value_of(text)) is type(outcome)


def test_every_cpp_operation_exists_in_the_spec():
    assert set(CALLS) <= set(SPEC.operations)


def test_some_arguments_are_written_as_template_arguments():
    assert call_text("size", (3,)) == "cute::size(cute::C<3>{})"
    assert call_text("get", ((3, 4), 1)) == "cute::get<1>(cute::tuple<cute::C<3>,cute::C<4>>{})"
    assert call_text("upcast", (Layout(8, 1), 2)) == (
        "cute::upcast<2>(cute::Layout<cute::C<8>,cute::C<1>>{})"
    )


DIAGNOSTICS = """\
unit.cpp:2:102: error: aggregate 'Result<cute::C<6> > x0' has incomplete type
In file included from /include/cute/layout.hpp:33,
                 from unit.cpp:1:
/include/cute/layout.hpp: In instantiation of 'composition_impl<...>':
/include/cute/algorithm.hpp:379:17:   required from 'constexpr auto fold(X&&)'
/include/cute/algorithm.hpp:391:68:   [ skipping 3 instantiation contexts ]
unit.cpp:3:23:   required from here
/include/cute/layout.hpp:1101:24: error: static assertion failed: Divisibility
/include/cute/layout.hpp:1101:24: note: 'cute::C<false>::value' evaluates to false
/include/cute/layout.hpp: In instantiation of 'complement_impl<...>':
/include/cute/layout.hpp:1213:60: error: static assertion failed: Non-injective
unit.cpp:4:8: fatal error: template instantiation depth exceeds maximum of 900
"""


def test_compiler_errors_are_assigned_to_the_line_that_caused_them():
    assert list(_errors(DIAGNOSTICS.splitlines())) == [
        Error(2, "aggregate 'Result<cute::C<6> > x0' has incomplete type"),
        Error(3, "static assertion failed: Divisibility"),
        Error(0, "static assertion failed: Non-injective"),
        Error(4, "template instantiation depth exceeds maximum of 900"),
    ]
