"""Transfers by units of a core, not threads: bytes, contiguous pieces, addresses and pictures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.movement.kernels import of_example
from verif.movement.decide import decide
from verif.movement.loading import loads
from verif.movement.pictures import pictures
from verif.movement.reading import read_kernel
from verif.movement.stating import Verdict
from verif.movement.summary import lines
from verif.movement.transfers import addressed, pieces


@pytest.fixture(scope="module")
def ascend():
    return decide(loads(of_example("gemm_ascend")))


def statements(text):
    return [*addressed(read_kernel(loads(text)))]


@given(st.lists(st.integers(0, 30), unique=True, min_size=1), st.data())
def test_pieces_are_maximal_and_contiguous_on_both_sides(sources, data):
    """A piece ends where the next element of the source is not the next element of the target."""
    targets = data.draw(st.permutations(range(len(sources))))
    at = dict(zip(sources, targets, strict=True))
    ends = [x for x in at if at.get(x + 1) != at[x] + 1]
    found = pieces(at.items())
    assert len(found) == len(ends)
    assert sum(found) == len(at)
    for end, size in zip(sorted(ends), found, strict=True):
        assert all(at[end - k] == at[end] - k for k in range(size))


def test_figures_count_the_bytes_and_the_pieces_of_a_tile(ascend):
    shown = {one.name: one.figures for one in lines(ascend)}
    assert shown["copy A -> l1A"] == (
        "A 16384 bytes in 128 pieces; l1A 16384 bytes in 1 piece;"
        " 512 pieces contiguous on both sides, of 32 bytes or more"
    )
    assert shown["copy l0C -> C"] == (
        "l0C 131072 bytes in 1 piece; C 65536 bytes in 128 pieces;"
        " 2048 pieces contiguous on both sides, of 64 bytes or more"
    )


FAULTS = {
    "the base of L0A": (
        (
            '"zZ(f16, 128, 64) x 2", space = "L0A", alignment = 512',
            '"zZ(f16, 128, 64) x 2", space = "L0A"',
        ),
        "each stage of l0A starts at a multiple of 512 bytes in L0A",
        "its base address is aligned to 128 bytes only",
    ),
    "a stage of L1": (
        ('"zN(f16, 128, 64) x 2"', '"((16,8),(16,4),2):((16,256),(1,2048),8200)"'),
        "each stage of l1A starts at a multiple of 32 bytes in L1",
        "stage 1 starts 16400 bytes after the base address",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_an_address_that_is_not_aligned_is_a_fault(name):
    pair, claim, detail = FAULTS[name]
    found = [
        one for one in statements(of_example("gemm_ascend", pair)) if one.verdict is Verdict.FAULT
    ]
    assert [(one.claim, one.detail) for one in found] == [(claim, detail)]


def test_the_addresses_of_the_example_are_aligned(ascend):
    found = [one for one in ascend.statements if "starts at a multiple of" in one.claim]
    assert [one.verdict for one in found] == [Verdict.HOLDS] * 5


def test_memories_of_other_cores_have_no_documented_alignment():
    text = of_example("gemm_ascend", ("L0A = 65536", "X0A = 65536")).replace(
        'space = "L0A", alignment = 512', 'space = "X0A"'
    )
    claims = {one.claim for one in statements(text)}
    assert any("starts at a multiple of 64 bytes in L0C" in one for one in claims)
    assert not any("in X0A" in one and "starts at" in one for one in claims)


def test_a_picture_shows_the_offsets_in_the_buffers_of_a_step(ascend):
    drawn = dict(pictures(ascend))
    (to_l1,) = drawn["07-copy-A-l1A.svg"]
    assert [cell.number for cell in to_l1.cells[:3]] == [0, 16, 32]
    assert len(to_l1.cells) == 128 * 64
    assert [panel.title for panel in drawn["09-copy-l1A-l0A.svg"]] == [
        "offsets in l1A of (m,k)",
        "offsets in l0A of (m,k)",
    ]
