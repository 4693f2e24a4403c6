"""The order of the conditions and definitions does not change an answer for all sizes."""

from itertools import permutations

import pytest

from verif.sizes.asked import asked
from verif.sizes.calculator import tabled

CONDITIONS = ("M % 128 == 0", "i >= 0", "i < M/128")


@pytest.mark.parametrize("order", [*permutations(CONDITIONS)])
def test_a_division_may_be_written_before_the_condition_that_makes_it_exact(
    order: tuple[str, ...],
) -> None:
    tile = "local_tile((M,K):(K,1), (128,64), (i,_))"
    assert str(tabled(tile, f"M, K, i; {'; '.join(order)}")) == (
        "<(128,64,ceil(K/64)):(K,1,64),128*K*i>"
    )


@pytest.mark.parametrize(
    "conditions",
    [
        "i >= 0 and i < M/128 and M % 128 == 0",
        "T = M/128; i >= 0; i < T; M % 128 == 0",
        "i >= 0; i < T/4; T % 4 == 0; T = M/128; M % 128 == 0",
        "i >= 0; i < M/(K/32); M % (K/32) == 0; K % 32 == 0",
    ],
)
def test_nested_divisions_and_definitions_may_be_written_in_any_order(conditions: str) -> None:
    assert asked("aligned((128,32):(K,1), 1)", f"M, K, i; {conditions}").holds


def test_accesses_are_decided_if_the_coordinates_come_before_the_divisibilities() -> None:
    question = (
        "coalesced(local_tile((M,K):(K,1), (128,32), (i,j)), tiled_copy((32,4):(4,1), (1,8)), f16)"
    )
    names = "M, K, i, j; i >= 0; i < M/128; j >= 0; j < K/32; K % 32 == 0; M % 128 == 0"
    assert asked(question, names).holds


def test_an_unknown_answer_names_the_divisibility_that_no_condition_states() -> None:
    answer = asked("injective((128,T):(1,128))", "M, T; T = M/128")
    assert answer.unknown
    assert answer.reason.endswith("add M % 128 == 0")
    table = tabled("local_tile((M,K):(K,1), (128,64), (i,_))", "M, K, i; i >= 0; i < M/128")
    assert table.unknown
    assert table.reason.endswith("add M % 128 == 0")
