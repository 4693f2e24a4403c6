"""ds_read_tr16_b64 turns rows in shared memory, one per lane, into columns in registers."""

from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec.atoms import get_layoutA_TV, mma_atom, tiled_mma
from spec.layout import Layout
from tests.movement.kernels import changed, of_example
from tests.movement.test_matrices import columns
from verif.movement.code import cute, dsl
from verif.movement.decide import decide
from verif.movement.errors import KernelFileError
from verif.movement.loading import loads
from verif.movement.matrices import transposed_rows
from verif.movement.stating import Verdict

NAME = "ds_read_tr16_b64"

KERNEL = of_example(
    "gemm_cdna3",
    ('"gfx942"', '"gfx950"'),
    ("N % 8 == 0; K % 8 == 0", "M % 8 == 0; N % 8 == 0; K % 8 == 0"),
    ('A = "(M,K):(K,1)"', 'A = "(M,K):(1,M)"'),
    ('sA = "?"', 'sA = "(128,32):(1,128)"'),
    ("16X16X16_F16", "16X16X32_F16"),
    (
        'load        = "A -> a"\nby          = "tiled_copy((64,4):(4,1), (1,8))"',
        'load        = "A -> a"\nby          = "tiled_copy((16,16):(1,16), (8,1))"',
    ),
    ('"sA -> mma.A"\ninstruction = "ds_read_b64"', f'"sA -> mma.A"\ninstruction = "{NAME}"'),
)
"""A GEMM whose A is M-major in shared memory, while the instruction needs neighbours along k."""


@lru_cache
def decided(text):
    return decide(loads(text, "transposing.toml"))


def at_load(text):
    return [one for one in decided(text).statements if one.operation == "load sA -> mma.A"]


def received(rows):
    """Return the elements that each lane receives.

    For each k that is a multiple of 4, lane t reads a row of 4 elements, `rows[k][t]` to
    `rows[k + 3][t]`. The instruction then exchanges elements within each group of 16 lanes. By its
    definition, lane t of a group receives 4 elements, numbered r = 0 to 3. Element r is element
    t % 4 of the row that lane 4r + t // 4 of the group read.
    """
    return tuple(
        tuple(rows[first + t % 4][t // 16 * 16 + 4 * r + t % 16 // 4] for t in range(len(rows[0])))
        for first in range(0, len(rows), 4)
        for r in range(4)
    )


@pytest.mark.parametrize("name", ["32X32X8", "32X32X16", "16X16X16", "16X16X32"])
@given(padding=st.integers(0, 5))
def test_each_lane_receives_the_elements_of_its_operand(name, padding):
    mma = tiled_mma(mma_atom(f"V_MFMA_F32_{name}_F16"), (2, 1, 1))
    m_major = Layout((128, 32), (1, 128 + 4 * padding))
    needed = columns(get_layoutA_TV(mma, (128, 32)), m_major)
    rows = transposed_rows(needed, 16)
    assert not isinstance(rows, str), rows
    assert received(rows) == needed
    for first in range(0, len(rows), 4):
        for run in zip(*rows[first : first + 4], strict=True):
            assert run == tuple(range(run[0], run[0] + 4))
            assert run[0] % 4 == 0


@given(st.permutations(range(256)))
def test_elements_that_are_not_in_rows_are_refused(order):
    needed = tuple(tuple(order[64 * v : 64 * v + 64]) for v in range(4))
    rows = transposed_rows(needed, 16)
    assert isinstance(rows, str) or received(rows) == needed


WITHOUT_ROWS = {
    "elements of 8 bits": (tuple(tuple(range(64)) for _ in range(4)), 8, "16 bits, not of 8 bits"),
    "a part of a wavefront": (tuple(tuple(range(32)) for _ in range(4)), 16, "whole wavefronts"),
    "too few elements": (tuple(tuple(range(64)) for _ in range(2)), 16, "not a multiple of the 4"),
    "odd rows": (tuple(tuple(range(2, 66)) for _ in range(4)), 16, "is not a multiple of 4"),
}


@pytest.mark.parametrize("name", WITHOUT_ROWS)
def test_the_reason_for_missing_rows_is_given(name):
    needed, bits, said = WITHOUT_ROWS[name]
    found = transposed_rows(needed, bits)
    assert isinstance(found, str)
    assert said in found


def test_an_operand_is_read_by_columns():
    found = at_load(KERNEL)
    assert not [one for one in found if one.verdict in (Verdict.FAULT, Verdict.UNKNOWN)]
    details = {one.claim: one.detail for one in found}
    claim = f"each row of {NAME} is 64 contiguous and aligned bits of sA"
    assert details[claim] == "8 instructions of each wavefront"
    # Each of 4 wavefronts with 64 lanes executes 8 instructions, so the wavefronts read 2048 rows
    # of 8 bytes. The banks serve up to 32 rows at a time, so at least 64 passes are needed.
    assert (
        "64 would be ideal for 64-bit accesses" in details["accesses to sA have no bank conflicts"]
    )


def test_the_name_in_the_isa_is_accepted():
    other = at_load(KERNEL.replace(NAME, "ds_read_b64_tr_b16"))
    assert [one.verdict for one in other] == [one.verdict for one in at_load(KERNEL)]


def test_a_layout_is_sought_for_transposing_reads():
    """For each of 8 values of k, lanes read 32 contiguous bytes along m.

    A swizzle by 3 bits of k moves the bytes of different k to different banks.
    """
    text = changed(KERNEL, ("16X16X32", "16X16X16"), ('sA = "(128,32):(1,128)"', 'sA = "?"'))
    sought = decided(text)
    (conflicts,) = [
        one
        for one in sought.statements
        if one.operation == "load sA -> mma.A" and "bank conflicts" in one.claim
    ]
    assert conflicts.verdict is Verdict.HOLDS
    assert not sought.at(Verdict.FAULT)


FAULTS = {
    "the buffer has neighbours along k": (
        ('"(128,32):(1,128)"', '"(128,32):(32,1)"'),
        f"each row of {NAME} is 64 contiguous and aligned bits of sA",
        "needs element 1 of the row that starts at thread 0, value 0",
    ),
    "the rows are padded by 2 elements": (
        ('"(128,32):(1,128)"', '"(128,32):(1,130)"'),
        f"each row of {NAME} is 64 contiguous and aligned bits of sA",
        "has the offset 130, which is not a multiple of 4",
    ),
    "no barrier before the read": (
        ('[[step]]\nbarrier = true\n\n[[step]]\nload        = "sA', '[[step]]\nload        = "sA'),
        "each element of sA was written before it is read",
        "barrier",
    ),
    "half a wavefront reads": (
        (f'instruction = "{NAME}"', f'instruction = "{NAME}"\nonly = "t < 224"'),
        f"each row of {NAME} is 64 contiguous and aligned bits of sA",
        "whole wavefronts, but 224 threads execute the step",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_at_the_read(name):
    change, claim, detail = FAULTS[name]
    faults = decided(changed(KERNEL, change)).at(Verdict.FAULT)
    found = [one for one in faults if one.operation == "load sA -> mma.A"]
    assert [one for one in found if one.claim == claim and detail in one.detail], [
        (one.operation, one.sentence) for one in faults
    ]


REFUSED = {
    "gfx942": (('"gfx950"', '"gfx942"'), f'gfx942 has no {NAME}.*machine = "gfx950"'),
    "sm_90": (('"gfx950"', '"sm_90"'), "sm_90 has no"),
    "8 bits": ((NAME, "ds_read_tr8_b64"), "must have elements of 16 bits.*write ds_read_tr16_b64"),
    "6 bits": ((NAME, "ds_read_b96_tr_b6"), "must have elements of 16 bits"),
    "a mask": ((f'"{NAME}"', f'"{NAME}"\nmask = "k < K"'), f"{NAME} has no mask"),
    "a predicate": (
        (f'"{NAME}"', f'"{NAME}"\npredicate = "k < K"'),
        f"{NAME} needs all lanes of a wavefront",
    ),
    "a read of global memory": (
        ('"A -> a"', f'"A -> a"\ninstruction = "{NAME}"'),
        "moves from shared memory, but A is elsewhere",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_impossible_reads_are_refused(name):
    change, said = REFUSED[name]
    text = changed(KERNEL, change)
    if name == "a read of global memory":
        text = text.replace(
            '\nby          = "tiled_copy((16,16):(1,16), (8,1))"\ninstruction = '
            '"global_load_dwordx4"',
            '\nby = "tiled_copy((16,16):(1,16), (8,1))"',
        )
    if name == "sm_90":
        text = changed(
            text, ("global_load_dwordx4", "ld.global.128"), ("ds_write_b128", "st.shared.128")
        )
    with pytest.raises(KernelFileError, match=said):
        decided(text)


@pytest.mark.parametrize("lines", [cute, dsl])
def test_code_says_that_cute_has_no_atom(lines):
    kernel = decided(KERNEL).kernel
    said = f"load sA -> mma.A: {NAME}, for which CuTe has no copy atom"
    assert [one for one in lines(kernel) if said in one]
