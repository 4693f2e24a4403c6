"""Questions about XLA and CATLASS arrays agree with their definitions, also for large arrays."""

import re
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import bridges
from spec.bridges import Positions
from spec.errors import LayoutError, ShapeError
from spec.xla.position import linear_index, size_bytes
from spec.xla.shape import XlaShape, transposed_shape
from tests.spec.bridges.test_bridges import indices, tla_layouts, xla_shapes
from verif.operations.coordinates import evaluate
from verif.questions import Effort, Ruling, ask, enumerated, read_question
from verif.questions.bitcast import bitcast, bitcast_of_transpose
from verif.questions.equal import dimensions, equal_arrays
from verif.questions.same_bytes import same_bytes_of


def answer(text):
    return ask(read_question(text), Effort())


@given(xla_shapes() | tla_layouts(), st.data())
def test_equal_agrees_with_the_definition(A, data):
    """B is often drawn equal to A, because arrays with different dimensions trivially differ."""
    B = data.draw(xla_shapes() | tla_layouts() | st.just(A))
    if len(dimensions(A)) != len(dimensions(B)):
        with pytest.raises(ShapeError, match="no index in common"):
            equal_arrays(A, B, Effort())
        return
    found = equal_arrays(A, B, Effort())
    same = dimensions(A) == dimensions(B) and all(
        evaluate(A, index) == evaluate(B, index) for index in indices(dimensions(A))
    )
    assert found.ruling is (Ruling.HOLDS if same else Ruling.REFUTED)
    if found.witness is not None and found.witness.coordinates:
        (index,) = found.witness.coordinates
        assert (evaluate(A, index), evaluate(B, index)) == found.witness.values
        assert found.witness.values[0] != found.witness.values[1]


@given(xla_shapes(), st.data())
def test_bitcast_agrees_with_the_definition(A, data):
    """B is often drawn with as many elements as A, but with other dimensions."""
    size = prod(A.dims)
    divisor = data.draw(st.sampled_from([n for n in range(1, size + 1) if size % n == 0] or [1]))
    B = data.draw(xla_shapes() | st.just(A) | st.just(XlaShape("f32", (divisor, size // divisor))))
    found = bitcast(A, B, Effort())
    same = (size, A.bits, size_bytes(A)) == (prod(B.dims), B.bits, size_bytes(B)) and all(
        evaluate(A, i) == evaluate(B, j)
        for i, j in zip(indices(A.dims), indices(B.dims), strict=True)
    )
    assert found.ruling is (Ruling.HOLDS if same else Ruling.REFUTED)
    if found.witness is not None and found.witness.coordinates:
        places = zip(found.witness.coordinates, (A, B), strict=True)
        assert tuple(evaluate(array, index) for index, array in places) == found.witness.values
        assert found.witness.values[0] != found.witness.values[1]


@given(xla_shapes() | tla_layouts(), st.data())
def test_same_bytes_agrees_with_the_definition(A, data):
    """same_bytes holds if dimensions, sizes in bytes and all elements' positions are equal."""
    others = xla_shapes() | tla_layouts() | st.just(A)
    B = data.draw(others.filter(lambda B: len(dimensions(B)) == len(dimensions(A))))
    of = [() if isinstance(one, XlaShape) else ("f32",) for one in (A, B)]
    found = same_bytes_of(A, B, "f32" if any(of) else None, Effort())
    sizes = [bridges.size_bytes(one, *named) for one, named in zip((A, B), of, strict=True)]
    same = dimensions(A) == dimensions(B) and sizes[0] == sizes[1]
    same = same and all(evaluate(A, i) == evaluate(B, i) for i in indices(dimensions(A)))
    assert found.ruling is (Ruling.HOLDS if same else Ruling.REFUTED)


@pytest.mark.parametrize(
    ("question", "outcome", "reason"),
    [
        ("f32[4,4], s32[4,4]", Ruling.REFUTED, "A has elements of type f32, B of type s32"),
        ("s4[8]{0:E(4)}, s4[8]", Ruling.REFUTED, "an element has 4 bits in A and 8 bits in B"),
        (
            "f32[4,128]{1,0:T(4,128)}, f32[4,128]{1,0:T(8,128)}",
            Ruling.REFUTED,
            "each element has the same place, but with padding A takes 2048 bytes and B takes 4096",
        ),
        ("f32[4,8], f32[4,8]{0,1}", Ruling.REFUTED, "A(1,0) = 8, B(1,0) = 1"),
        (
            "zN(f16,30,40), f16[30,40]{1,0:T(32,16)}, f16",
            Ruling.HOLDS,
            "each array takes 3072 bytes with padding",
        ),
    ],
)
def test_same_bytes_names_what_differs(question, outcome, reason):
    found = answer(f"same_bytes({question})")
    assert found.ruling is outcome
    assert found.reason.endswith(reason)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("zN(f16,30,40), zN(f16,30,40)", "has no element type: add one"),
        ("f32[3], f32[3], f32", "both arrays name their element types: leave out f32"),
        ("zN(f16,8,8), zN(f16,8,8), f64", "'f64' is not an element type of TLA"),
        ("f32[4,4], f32[16]", "no index in common"),
    ],
)
def test_same_bytes_needs_each_element_type_once(question, message):
    with pytest.raises(LayoutError, match=re.escape(message)):
        answer(f"same_bytes({question})")


@pytest.mark.parametrize(
    ("question", "outcome", "reason"),
    [
        (
            "equal(bf16[16,256]{1,0:T(8,128)(2,1)}, ((2,4,2),(128,2)):((1,256,2048),(2,1024)))",
            Ruling.HOLDS,
            "both coalesce to the same modes in every dimension",
        ),
        (
            "equal(bf16[16,256]{1,0:T(8,128)(2,1)}, f32[16,256]{1,0:T(8,128)})",
            Ruling.REFUTED,
            "A(1,0) = 1, B(1,0) = 128",
        ),
        (
            "equal(zN(f16,30,40), f16[30,40]{1,0:T(32,16)})",
            Ruling.HOLDS,
            "both coalesce to the same modes in every dimension",
        ),
        (
            "equal(zN(f16,30,40), f16[30,40]{1,0:T(16,16)})",
            Ruling.REFUTED,
            "A(16,0) = 256, B(16,0) = 768",
        ),
        (
            "equal(f32[99999999,77777777]{1,0:T(8,8)}, f32[99999999,77777777]{1,0:T(8,8)(8,8)})",
            Ruling.HOLDS,
            "both coalesce to the same modes in every dimension",
        ),
        (
            "equal(f32[5,99999,777]{2,1,0:T(*,8,128)}, f32[5,99999,777]{2,1,0:T(8,128)})",
            Ruling.REFUTED,
            "A(1,0,0) = 89593728, B(1,0,0) = 89600000",
        ),
        ("equal(f32[0,5], f32[0,5]{0,1})", Ruling.HOLDS, "both are empty"),
        ("equal(f32[], ())", Ruling.HOLDS, "both coalesce to the same modes in every dimension"),
        (
            "equal(f32[3,4], f32[6,2])",
            Ruling.REFUTED,
            "A has dimensions (3,4), B has (6,2)",
        ),
        (
            "bijective_onto(zN(f16,32,48), 1536)",
            Ruling.HOLDS,
            "every offset 0 .. 1535 occurs exactly once",
        ),
    ],
)
def test_questions_about_arrays_have_known_answers(question, outcome, reason):
    found = answer(question)
    assert (found.ruling, found.reason) == (outcome, reason)


def test_an_undecidable_question_is_unknown():
    found = answer("equal(f32[1000000,777]{1,0:T(*,128)(128)}, f32[1000000,777]{1,0:T(*,128)})")
    assert found.ruling is Ruling.UNKNOWN
    assert "too many indices to enumerate" in found.reason


@given(
    dims=st.permutations([2, 3, 4]),
    order=st.permutations([0, 1, 2]),
    layout=st.permutations([0, 1, 2]),
)
@settings(deadline=None)
def test_a_transpose_that_moves_nothing_is_a_bitcast_and_is_named(dims, order, layout):
    a = XlaShape("f32", tuple(dims), tuple(layout), ((2, 2),))
    b = transposed_shape(a, tuple(order))
    for index in product(*map(range, dims)):
        assert linear_index(b, tuple(index[k] for k in order)) == linear_index(a, index)
    assert bitcast_of_transpose(a, b, tuple(order), Effort()).ruling is Ruling.HOLDS
    plainly = bitcast(a, b, Effort())
    if plainly.ruling is Ruling.REFUTED:
        named = re.search(r"by dimensions \((\d),(\d),(\d)\): ask", plainly.reason)
        assert named is not None
        found = tuple(map(int, named.groups()))
        assert bitcast_of_transpose(a, b, found, Effort()).ruling is Ruling.HOLDS


@given(xla_shapes(), st.integers(1, 6))
@settings(deadline=None)
def test_packed_arrays_fit_as_their_positions_do(A, bits):
    least, greatest = 0, 2**bits - 1
    expected = all(linear_index(A, index) <= greatest for index in indices(A.dims))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(enumerated, "INT32", (least, greatest))
        found = enumerated.fits_int32_positions(Positions(A), Effort())
    assert found.ruling is (Ruling.HOLDS if expected else Ruling.REFUTED)
    if found.witness is not None:
        (i,), (x,) = found.witness.coordinates, found.witness.values
        assert Positions(A)(i) == x > greatest


@pytest.mark.parametrize("tag", ["zN", "nZ", "zZ", "nN"])
def test_a_large_format_with_padding_is_decided_without_enumeration(tag):
    """Padded to 16 columns, `small` has 2^31 positions, and `large` has one more block of rows."""
    small, large = (f"fits_int32({tag}(f16,{rows},5))" for rows in (2**27 - 15, 2**27 + 1))
    assert answer(small).ruling is Ruling.HOLDS
    found = answer(large)
    assert found.ruling is Ruling.REFUTED
    assert found.witness is not None
    assert found.witness.coordinates == ((2**27, 4),)


@pytest.mark.parametrize("array", ["f32[0,5]", "zN(f16,0,5)"])
def test_an_array_without_elements_is_injective_aligned_and_small(array):
    for question in (f"injective({array})", f"aligned({array}, 8)", f"fits_int32({array})"):
        assert answer(question).reason == "the array has no elements"
    with pytest.raises(LayoutError, match="takes 2 arguments"):
        answer(f"aligned({array})")
