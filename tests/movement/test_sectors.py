"""A cost of sectors names sizes at which a request touches too many sectors."""

import re

import pytest

from verif.movement.decide import decide
from verif.movement.description import Kernel, Step, Tensor
from verif.movement.stating import Verdict

ROWS = "(128,1):(1,0)"
CLAIM = "requests to X touch no more sectors than their data needs"
COST = re.compile(
    r"at (.*): in tile \((\d+)\) the request that starts at thread (\d+), value 0 touches"
    r" (\d+) sectors?, but its data would fit in (\d+); (\d+) in all, (\d+) would be ideal"
)


def statement(layout, sizes, tile=128, element="f32"):
    """Return the statement about the sectors of X in a step that loads a tile of X."""
    kernel = Kernel(
        sizes=sizes,
        element=element,
        threads=128,
        tile={"m": tile},
        gmem={"X": layout, "Y": "(M):(1)"},
        step=[
            Step(load="X -> r", by=ROWS, predicate="m < M"),
            Step(store="r -> Y", predicate="m < M"),
        ],
    )
    (found,) = [one for one in decide(kernel).statements if one.claim == CLAIM]
    return found


def sectors_of_warps(stride, start, count):
    """Count, by hand, the sectors of 8 floats that each of the 4 warps of a block touches."""
    offsets = [stride * (start + t) for t in range(128) if start + t < count]
    warps = [set(offsets[k : k + 32]) for k in range(0, len(offsets), 32)]
    return [(len({x // 8 for x in warp}), -(-len(warp) // 8)) for warp in warps]


@pytest.mark.parametrize(
    ("layout", "sizes"),
    [
        ("(M):(D)", "M, D; M <= 2**20; D == 1"),
        ("(M):(D)", "M, D; M <= 2**20; D = 1*e; e <= 1"),
        ("(M):(D/64)", "M, D; M <= 2**20; D == 64"),
        ("(M):(ceil(D/64))", "M, D; M <= 2**20; D <= 64"),
    ],
)
def test_a_stride_that_is_1_at_all_sizes_costs_nothing(layout, sizes):
    found = statement(layout, sizes)
    assert (found.verdict, found.detail[:10]) == (Verdict.HOLDS, "16 sectors")


@pytest.mark.parametrize(
    ("sizes", "stride"),
    [
        ("M, D; M <= 2**20; D <= 2", lambda _: 2),
        ("M, D; M <= 2**20; D <= 4; D % 3 == 0", lambda _: 3),
        ("M, D; M <= 2**20", lambda sizes: sizes["D"]),
        ("M, D; M <= 20; D <= 1000", lambda sizes: sizes["D"]),
        ("M, D; M <= 100; D <= 3", lambda sizes: sizes["D"]),
    ],
)
def test_a_cost_is_real_at_the_sizes_that_it_names(sizes, stride):
    found = statement("(M):(D)", sizes)
    assert found.verdict is Verdict.COST
    at, tile, thread, *counts = COST.fullmatch(found.detail).groups()
    named = {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", at)}
    warps = sectors_of_warps(stride(named), 128 * int(tile), named["M"])
    total = (sum(one for one, _ in warps), sum(fewest for _, fewest in warps))
    assert tuple(map(int, counts)) == (*warps[int(thread) // 32], *total)


def test_a_tensor_with_one_element_costs_nothing_that_is_shown():
    """All rows but one are outside of the tensor, so no request touches a second sector."""
    assert statement("(M):(D)", "M, D; M == 1; D <= 1000").verdict is Verdict.UNKNOWN


def test_a_tile_that_is_the_whole_tensor_starts_at_its_first_element():
    """X has one group of 128 rows, so the stride from group to group does not matter."""
    sizes = "M, G; G == 1; M = 128*G"
    layout = Tensor(layout="((128,G)):((1,3))", coordinates="m")
    assert statement(layout, sizes).verdict is Verdict.HOLDS
