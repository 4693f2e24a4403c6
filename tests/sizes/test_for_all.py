"""Questions for all sizes, asked in Python: true questions are proved, refutations show sizes."""

import pytest

from spec import (
    ComposedLayout,
    Layout,
    NotationError,
    Swizzle,
    XlaShape,
    composition,
    zipped_divide,
)
from verif.kernel.errors import OutsideFragmentError
from verif.kernel.verbs import assume
from verif.questions.answer import Ruling
from verif.sizes.for_all import for_all
from verif.sizes.names import NamesError

pytestmark = pytest.mark.usefixtures("lemmas")


def tiled(m, k, ld):
    return zipped_divide(Layout((128 * m, 32 * k), (ld, 1)), (128, 32))


def swizzled(p):
    return ComposedLayout(Swizzle(3, 4, 3), 0, Layout((8, 64 * p), (-64 * p, 1)))


def assuming(M):
    if M > 10**9:
        assume("too large", M < 0)
    return Layout((M, 2), (1, M if M <= 10**9 else 1))


def assuming_through_another(M):
    return assuming(M)


def looking(M):
    return Layout((M, 2), (1, M if type(M) is int else 1))


def test_a_function_of_operations_is_accepted():
    assert for_all("M N", "M % 128 == 0").injective(lambda M, N: Layout((M, N), (1, M)))
    assert for_all("m, k, ld", "ld >= 32*k").injective(tiled)


def test_two_functions_or_a_function_and_a_number_are_accepted():
    sizes = for_all("M, N")
    assert sizes.equal(
        lambda M, N: composition(Layout((M, N), (N, 1)), Layout((N, M), (M, 1))),
        lambda M, N: Layout((N, M), (1, N)),
    )
    assert sizes.bijective_onto(lambda M: Layout((M, 4), (4, 1)), lambda M: 4 * M)
    assert sizes.fits_int32(lambda: Layout((4, 8)))
    assert sizes.aligned(lambda M: Layout((M, 4), (8, 16)), 8)
    assert sizes.covers_once(lambda M: Layout((M, 4), (4, 1)), lambda M: (4, M))
    assert sizes.covers_once(lambda M: Layout(((M, 2), 4), ((4, 0), 1)), lambda M: (4, M), 2)
    assert not sizes.covers_once(lambda M: Layout(((M, 3), 4), ((4, 0), 1)), lambda M: (4, M), 2)


def test_texts_are_accepted():
    sizes = for_all("M N", "M % 128 == 0")
    assert sizes.injective("(M,N):(1,M)")
    assert sizes.equal("coalesce((M,N):(1,M))", "M*N:1")
    assert sizes.bijective_onto("(M,N):(N,1)", lambda M, N: M * N)
    assert sizes.aligned("(M,4):(4,8)", 4).question == "aligned((M,4):(4,8), 4)"
    assert sizes.injective("(M,N):(1,64)").refuted
    with pytest.raises(NotationError, match="expected an integer or one of M, N"):
        sizes.injective("(M,K):(1,M)")


def test_a_value_that_is_neither_a_function_nor_a_text_is_refused_with_advice():
    with pytest.raises(OutsideFragmentError, match="pass a function of the sizes, a text such as"):
        for_all("M").injective(Layout((4, 8)))


def test_arrays_of_functions_are_accepted():
    sizes = for_all("M")
    assert sizes.bitcast(lambda M: XlaShape("f32", (M, 8)), lambda M: XlaShape("f32", (8 * M,)))
    assert not sizes.bitcast(lambda M: XlaShape("f32", (M, 8)), lambda M: XlaShape("f32", (M,)))


def by_cases(m):
    if m > 4:
        return Layout((m, 4), (4, 1))
    return Layout(m)


def test_a_function_with_branches_is_accepted():
    found = for_all("m").injective(by_cases)
    assert found
    assert "given_1(m)" in found.proof.text


def test_a_failure_shows_the_least_sizes():
    found = for_all("M N d").injective(lambda M, N, d: Layout((M, N), (1, d)))
    assert not found
    assert repr(found) == (
        "<refuted  injective(<lambda>) at M=2, N=2, d=1, the least sizes: A(1) = A(2) = 1>"
    )


def test_an_unknown_answer_has_no_truth_value():
    with pytest.raises(ValueError, match=r"neither yes nor no: .*no proof rule applies; open: "):
        assert not for_all("p").injective(swizzled)


def test_a_function_that_inspects_types_is_rejected():
    with pytest.raises(OutsideFragmentError):
        for_all("M", "M >= 3").injective(looking)


@pytest.mark.parametrize("text", [assuming, assuming_through_another])
def test_a_function_that_assumes_is_rejected(text):
    """A function with an assumption that is false for all sizes would make the claim vacuous."""
    with pytest.raises(OutsideFragmentError, match="must not use"):
        for_all("M").injective(text)


def test_int_and_powers_of_a_size_are_integers():
    assert for_all("M").injective(lambda M: Layout(int(M), 1))
    assert for_all("M").injective(lambda M: Layout((M**2, pow(M, 1)), (1, M**2)))


def test_a_function_that_needs_a_number_is_unknown():
    with pytest.raises(ValueError, match="can be evaluated only for numbers"):
        assert for_all("M").injective(lambda M: Layout(len(range(M)), 1))


def test_a_parameter_that_is_not_a_size_is_rejected():
    with pytest.raises(NamesError, match="a parameter K, which is not a size"):
        for_all("M").injective(lambda M, K: Layout((M, K)))


def is_even(m):
    return 1 if m == 0 else is_odd(m - 1)


def is_odd(m):
    return 3 if m == 0 else is_even(m - 1)


def test_functions_that_call_each_other_at_unknown_sizes_are_unknown():
    found = for_all("M").injective(lambda M: Layout(is_even(M)))
    assert found.ruling is Ruling.UNKNOWN
    assert "the depth of a recursion must not depend on an unknown size" in str(found)
    assert for_all("M").injective(lambda M: Layout((M, 2), (2, is_even(4))))
