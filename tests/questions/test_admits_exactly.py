"""Answers to `admits_exactly` agree with its definition at every coordinate in the tiles."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import LayoutError, NotationError
from spec.named_notation import parse_predicate
from verif.questions import Effort, Ruling, ask, read_question
from verif.questions import admits_exactly as module
from verif.questions.admits_exactly import admits_exactly_on

SIDES = st.integers(1, 5)
CONDITIONS = [
    "m < {M} and k < {K}",
    "m < {M}",
    "m <= {M} - 1 and k + 1 <= {K}",
    "m < {M} and k != 1",
    "m*{K} + k < {M}*{K} and k < {K}",
    "m < {M} and k < {K} or m == 3",
    "m % 2 == 0 and k < {K}",
    "ceil(m/2) <= floor({M}/2) and k < {K}",
]


def taken(shape, tile, grid, admits):
    """Whether `admits` accepts exactly those coordinates in the tiles that are also in `shape`."""
    places = product(*(range(t * g) for t, g in zip(tile, grid, strict=True)))
    found = [place for place in places if admits(*place)]
    return sorted(found) == sorted(product(*map(range, shape)))


@pytest.mark.parametrize("most", [0, 4096], ids=["by solver", "by enumeration"])
@given(
    shape=st.tuples(SIDES, SIDES),
    tile=st.tuples(SIDES, SIDES),
    grid=st.tuples(SIDES, SIDES),
    text=st.sampled_from(CONDITIONS),
)
@settings(deadline=None, max_examples=40)
def test_the_answer_agrees_with_the_definition(most, shape, tile, grid, text):
    condition = text.format(M=shape[0], K=shape[1])
    python = condition.replace("ceil(m/2)", "-(-m//2)")
    python = python.replace(f"floor({shape[0]}/2)", f"({shape[0]}//2)")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_TRIED", most)
        predicate = parse_predicate(f"(m,k) -> {condition}", ())
        found = admits_exactly_on(shape, tile, predicate, grid, Effort())
    expected = taken(shape, tile, grid, lambda m, k: eval(python, {}, {"m": m, "k": k}))
    assert found.ruling is (Ruling.HOLDS if expected else Ruling.REFUTED)


def test_places_in_tiles_name_the_same_elements():
    for condition, ruling in [
        ("a < 1000 - 128*i and b < 64 - 32*j", Ruling.HOLDS),
        ("a < 1000 - 128*i and b < 63 - 32*j", Ruling.REFUTED),
        ("128*i + a < 1000", Ruling.HOLDS),
    ]:
        text = f"admits_exactly((1000,64), (128,32), ((a,b),(i,j)) -> {condition})"
        assert ask(read_question(text), Effort()).ruling is ruling


def test_a_far_element_is_found_by_the_solver():
    text = "admits_exactly((1000,640000), (128,32), (m,k) -> m < 1000 and m*k != 10001)"
    found = ask(read_question(text), Effort())
    ((m, k),) = found.witness.coordinates
    assert m * k == 10001
    within, tile = found.witness.values
    assert (m, k) == (128 * tile[0] + within[0], 32 * tile[1] + within[1])


@pytest.mark.parametrize("size", [1 << 63, 10**4200 + 1], ids=["2^63", "10^4200 + 1"])
def test_a_tensor_may_be_larger_than_a_range(size):
    text = f"admits_exactly({size}, 128, m -> m < {{}})"
    assert ask(read_question(text.format(size)), Effort()).ruling is Ruling.HOLDS
    found = ask(read_question(text.format(size - 1)), Effort())
    assert (found.ruling, found.witness.coordinates) == (Ruling.REFUTED, ((size - 1,),))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("admits_exactly(8, 4, m < 8)", "unknown name 'm'"),
        ("admits_exactly(8, 4, m -> k < 8)", "position 26"),
        (
            "admits_exactly(8, 4, m -> m < 8 && m < 9)",
            "'&'; join conditions by `and` at position 32",
        ),
        ("admits_exactly(8, 4, m -> m < 8, m < 9)", "join conditions by `and` at position 31"),
        ("admits_exactly(8, 4, m -> m = 8)", "'='; write == to compare at position 28"),
        ("admits_exactly(8, 4, -> m < 8)", "expected the coordinates before ->"),
        ("admits_exactly(8, 4, (m,m) -> m < 8)", "different names"),
        ("admits_exactly(8, 4, (m,k) -> m < 8)", "and the tile, as ((m),(k))"),
        ("admits_exactly((8,8), 4, (m,k) -> m < 8)", "the tensor (8,8) has 2 modes, but"),
        ("admits_exactly(((2,4),8), (4,4), (m,k) -> m < 8)", "one number for each mode"),
        ("admits_exactly(8, 0, m -> m < 8)", "1 or more"),
        ("admits_exactly(8, -4, m -> m < 8, -2)", "1 or more"),
        ("admits_exactly(8, 4)", "takes 3 to 4 arguments"),
        ("injective(m -> m < 8)", "must be a layout, not m -> m < 8"),
    ],
)
def test_what_is_no_such_question_is_refused(text, message):
    with pytest.raises((LayoutError, NotationError)) as caught:
        ask(read_question(text), Effort())
    assert message in str(caught.value)
