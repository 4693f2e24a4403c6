"""Names, definitions and conditions of sizes, and the sizes that are tried."""

import itertools

import pytest

from spec import LayoutError
from verif.sizes.asked import asked
from verif.sizes.names import read_sizes, sizes_at
from verif.sizes.sampled import beside_constants, least


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no names are declared"),
        ("M; M = 3", "at least one name must stand for all integers, but M = 3 gives M one value"),
        (" ; M >= 1", "expected a name at position 1 of ' ; M >= 1'"),
        ("M, ; N >= 1", "expected a name at position 3 of"),
        ("M, , N", "expected a name at position 3 of"),
        (f"M; {'(' * 5000}M{')' * 5000} >= 1", "nested deeper than 64 levels at position 64 of"),
        (f"M; {'-' * 5000}M >= 1", "nested deeper than 64 levels at position 64 of"),
        ("1M", "'1M' is not a name"),
        ("M, size", "'size' is a word of the notation"),
        ("f16", "'f16' is a word of the notation"),
        ("M; K = L; L = K + M", "are circular"),
        ("M; M <", "expected an integer"),
        ("M; M % 4 = 0", "write == to compare"),
        (
            "M, N; M < 4 && N < 4",
            "unexpected character '&'; join conditions by `and` at position 6",
        ),
        ("M, N; M < 4 || N < 4", "unexpected character '|'; join conditions by `or` at position 6"),
        ("M, N; M < 4, N < 4", "expected the end of the condition; join conditions by `and`"),
        ("M; M => 4", "'M => 4': write >= or <= to compare"),
        ("M; K = 2*M; L = M; K = 3*M", "'K' is defined 2 times"),
    ],
)
def test_invalid_declarations_of_sizes_are_rejected(text, problem):
    with pytest.raises(LayoutError) as refused:
        read_sizes(text)
    assert problem in str(refused.value)


def test_the_digits_of_a_number_are_not_a_name():
    assert read_sizes("M; M <= 0x10").names == ("M",)


def test_a_size_may_have_the_name_that_begins_a_swizzle():
    found = asked("injective(S<3,4,3> o 0 o (S,D):(D,1))", "S, D; S < 4096; D % 8 == 0")
    assert found.holds


def test_a_size_is_at_least_1_by_default():
    sizes = read_sizes("M, i, d; i >= 0; d >= -3; M >= i")
    assert dict(sizes.lows) == {"M": 1, "i": 0, "d": -3}


@pytest.mark.parametrize(
    ("condition", "low"),
    [
        ("-3 < d", -2),
        ("d > -3", -2),
        ("-3 <= d", -3),
        ("-3 == d", -3),
        ("0 < d and d < 9", 1),
    ],
)
def test_a_lower_bound_may_stand_on_either_side(condition, low):
    sizes = read_sizes(f"d; {condition}")
    assert (dict(sizes.lows), sizes.taken) == ({"d": low}, ())


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("i; i + 3 >= 0", ("i >= 1",)),
        ("i; i >= -3 or i == 7", ("i >= 1",)),
        ("i; i == -2 or i == 5", ("i >= 1",)),
        ("i, j; i + 3*j >= -3; j >= 0", ("i >= 1",)),
        ("i; j = i - 7; j >= -9", ("i >= 1",)),
        ("M, N, ld; ld >= M; M % 128 == 0; M*N <= 2147483648; N == 1 or ld >= 8*M", ()),
        ("M, t; M != 50*100; 12 % t == 0; M <= 65536", ()),
    ],
)
def test_a_default_bound_above_a_condition_is_reported(text, taken):
    sizes = read_sizes(text)
    assert sizes.taken == taken
    again = read_sizes(sizes.said)
    assert (again.lows, again.taken) == (sizes.lows, ())


@pytest.mark.parametrize(
    "condition",
    [
        "M % 3 == 0; N >= M",
        "M >= 10 - 2*N",
        "M >= N - 5; N >= 4",
        "M >= (10 - N)*(12 - N); M <= 30",
        "M >= ceil(40/N)",
        "M >= -1*N*N + 20; N >= 0",
        "N >= 7 % M; M > 2",
    ],
)
def test_the_least_sizes_are_enumerated_completely_and_in_order(condition):
    sizes = read_sizes(f"M, N; {condition}")
    found = [tuple(point.values()) for point in least(sizes, 30)]
    both = itertools.product(range(60), repeat=2)
    every = sorted((m + n, m, n) for m, n in both if sizes.admits({"M": m, "N": n}))
    assert found == [(m, n) for _, m, n in every[:30]]


@pytest.mark.parametrize("constant", [64, 128])
def test_neighbours_of_every_constant_are_tried(constant):
    sizes = read_sizes("M, N; N <= 200")
    tried = beside_constants(sizes, "zipped_divide((M,N):(1,M), (128,64))")
    for wanted in (constant - 1, constant, constant + 1, 2 * constant + 1):
        assert any(point["M"] == wanted for point in tried)
    assert all(sizes.admits(point) for point in tried)


def test_sizes_are_given_by_name():
    sizes = read_sizes("M, N; M % 128 == 0")
    assert sizes_at("M=256, N=3", sizes) == {"M": 256, "N": 3}
    for text, problem in {
        "M=256": "missing N",
        "M=256,K=2": "missing N; unknown K: the declared names are M, N",
        "M=256,N=1,K=2": "unknown K: the declared names are M, N",
        "M=100,N=1": "the conditions exclude",
        "M=256,N=0": "exclude M=256,N=0: N >= 1 holds if --for names no other lower bound",
        "M=256,N": "expected NAME=NUMBER",
    }.items():
        with pytest.raises(LayoutError, match=problem):
            sizes_at(text, sizes)
    with pytest.raises(LayoutError, match=r"the conditions exclude M=2: M >= 4$"):
        sizes_at("M=2", read_sizes("M; M >= 4"))
