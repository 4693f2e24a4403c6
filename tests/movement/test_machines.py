"""On each machine, the wavefronts of a kernel file's accesses agree with `spec.memory.banks`."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from spec.memory.banks import wavefronts as expected
from spec.memory.machine import MACHINES, machine_of
from verif.movement.banks import wavefronts
from verif.movement.decide import decide
from verif.movement.description import Buffer, Kernel, Mma, Step
from verif.movement.errors import KernelFileError
from verif.movement.loading import Source
from verif.movement.model import Shared
from verif.movement.reading import read_kernel
from verif.movement.stating import Verdict

ROWS = "(64,(8,8)):(1,(64,512))"
"""Each of 64 threads accesses a row of 64 elements, 8 elements at a time."""

LANES = "((4,4,4),(8,8)):((1,16,4),(64,512))"
"""Threads access the rows in another order: rows 0 to 3, then rows 16 to 19, and so on."""


def kernel(machine, layout="Sw<2,3,3> o 0 o (64,64):(64,1)", by=ROWS, write=None, read=None):
    """Return a kernel that copies a tile of 64 x 64 elements to shared memory and back."""
    return Kernel(
        machine=machine,
        sizes="M; M <= 4096",
        threads=by_threads(by),
        tile={"m": 64, "n": 64},
        gmem={"A": "(M,64):(64,1)", "B": "(M,64):(64,1)"},
        smem={"s": Buffer(layout=layout, coordinates="m, n")},
        step=[
            Step(load="A -> r", by=by, predicate="m < M"),
            Step(store="r -> s", instruction=write),
            Step(barrier=True),
            Step(load="s -> q", by=by, instruction=read),
            Step(store="q -> B", predicate="m < M"),
        ],
    )


def by_threads(by):
    return 256 if "(64,4)" in by else 64


def sides(decided):
    """Return the accesses to shared memory: first by the store, then by the load."""
    found = [one for each in decided.accesses.values() for one in each.sides]
    return [one for one in found if isinstance(one.place, Shared)]


@settings(max_examples=12)
@given(
    st.sampled_from(["sm_90", "gfx90a", "gfx942", "gfx950"]),
    st.sampled_from([1, 2, 3]),
    st.sampled_from([ROWS, "((64,4),(8,2)):((1,1024),(64,512))", LANES]),
)
def test_wavefronts_are_those_of_the_questions(machine, bits, by):
    layout = f"Sw<{bits},3,3> o 0 o (64,64):(64,1)"
    decided = decide(kernel(machine, layout, by))
    write, read = sides(decided)
    loads = MACHINES.get(f"{machine}_read", machine_of(machine))
    for side, model in ((write, machine_of(machine)), (read, loads)):
        (tv,) = {move.by for move in decided.kernel.moves}
        place = side.place.layout
        assert wavefronts(side) == expected(place, tv, "f16", side.width, model)


def test_writes_of_gfx942_conflict_where_reads_do_not():
    """A phase of writes has lanes 0 to 7, but a phase of reads has lanes 0 to 3 and 20 to 23."""
    found = {
        one.operation: one
        for one in decide(kernel("gfx942", "Sw<3,3,3> o 0 o (64,64):(64,1)", LANES)).statements
        if one.claim == "accesses to s have no bank conflicts"
    }
    assert found["load s -> q"].verdict is Verdict.HOLDS
    assert found["store r -> s"].verdict is Verdict.COST
    assert "2-way: threads 0 and 4 both need bank 0" in found["store r -> s"].detail


def test_the_threads_of_a_conflict_of_reads_are_served_together():
    found = decide(kernel("gfx942")).at(Verdict.COST)
    details = [one.detail for one in found if one.operation == "load s -> q"]
    assert any("2-way: threads 0 and 20 both need bank 0 (words 0 and 640)" in x for x in details)


def test_phases_of_a_part_of_a_wavefront_are_not_decided():
    by = "(32,(8,8,2)):(1,(64,512,32))"
    found = decide(replace(kernel("gfx942", by=by), threads=32)).at(Verdict.UNKNOWN)
    assert [(one.operation, one.detail) for one in found] == [
        ("load s -> q", "no phases are modelled for accesses by only a part of a wavefront")
    ]


def test_a_layout_is_sought_for_the_phases_of_the_machine():
    decided = decide(kernel("gfx942", layout="?"))
    conflicts = [
        one for one in decided.statements if one.claim == "accesses to s have no bank conflicts"
    ]
    assert [one.verdict for one in conflicts] == [Verdict.HOLDS, Verdict.HOLDS]


@pytest.mark.parametrize(
    ("machine", "write", "read"),
    [
        ("gfx942", "ds_write_b128", "ds_read_b128"),
        ("gfx942", "ds_write_b64", "ds_read_b32"),
        ("sm_90", "st.shared.128", "ld.shared.64"),
    ],
)
def test_instructions_of_a_machine_give_the_width(machine, write, read):
    one, other = sides(decide(kernel(machine, write=write, read=read)))
    assert (f"{one.width}", f"{other.width}") == (
        write[-len(f"{one.width}") :],
        read[-len(f"{other.width}") :],
    )


REFUSED = {
    "a machine that is not modelled": (kernel("gfx9"), "machine: 'gfx9' is not a machine"),
    "ldmatrix on gfx942": (
        kernel("gfx942", read="ldmatrix.x4"),
        'gfx942 has no ldmatrix.x4; .* another machine, as in machine = "sm_90"',
    ),
    "ds_read_b128 on sm_90": (
        kernel("sm_90", read="ds_read_b128"),
        'sm_90 has no ds_read_b128; .* another machine, as in machine = "gfx942"',
    ),
    "a load that stores": (
        kernel("gfx942", read="ds_write_b128"),
        "ds_write_b128 moves to shared memory, but q is elsewhere",
    ),
    "a global instruction of shared memory": (
        kernel("gfx942", write="global_store_dwordx4"),
        "global_store_dwordx4 moves to global memory, but s is elsewhere",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_instructions_that_a_machine_does_not_have_are_refused(name):
    described, said = REFUSED[name]
    with pytest.raises(KernelFileError, match=said):
        read_kernel(Source("test", described))


KIB_PER_BLOCK = {
    "sm_70": 96,
    "sm_75": 64,
    "sm_80": 163,
    "sm_86": 99,
    "sm_87": 163,
    "sm_89": 99,
    "sm_90": 227,
    "sm_100": 227,
    "sm_103": 227,
    "sm_110": 227,
    "sm_120": 99,
    "sm_121": 99,
    "gfx908": 64,
    "gfx90a": 64,
    "gfx942": 64,
    "gfx950": 160,
}
"""The most shared memory of a block: CUDA Programming Guide; ROCm, AMD GPU specifications."""


@pytest.mark.parametrize("machine", [one for one in MACHINES if not one.endswith("_read")])
def test_a_block_has_as_much_shared_memory_as_the_machine_offers(machine):
    most = 1024 * KIB_PER_BLOCK[machine]
    for size, verdict in ((most, Verdict.HOLDS), (most + 128, Verdict.FAULT)):
        found = decide(with_buffer_of(size, machine=machine)).statements
        (fits,) = [one for one in found if "the buffers fit in" in one.claim]
        assert (fits.verdict, fits.claim.split()[4]) == (verdict, f"{most}")


def with_buffer_of(size, **more):
    """Return a kernel with a buffer of this size in bytes. The last row ends at the last byte."""
    return Kernel(
        sizes="M; M <= 4096",
        threads=64,
        tile={"m": 64},
        gmem={"A": "(M):(1)", "B": "(M):(1)"},
        smem={"s": f"((32,2)):((1,{size // 2 - 32}))"},
        step=[
            Step(copy="A -> s", by="(64,1):(1,0)", predicate="m < M"),
            Step(barrier=True),
            Step(copy="s -> B", by="(64,1):(1,0)", predicate="m < M"),
        ],
        **more,
    )


@pytest.mark.parametrize("given", [65664, {"smem": 65664}])
def test_more_shared_memory_than_the_machine_has_is_refused(given):
    described = with_buffer_of(1024, machine="gfx942", smem_bytes=given)
    with pytest.raises(KernelFileError, match=r"gfx942, a block has at most 65536 bytes .* 65664"):
        decide(described)


@pytest.mark.parametrize("machine", [None, "sm_70", "sm_100a", "gfx950"])
def test_a_block_of_more_than_1024_threads_is_refused(machine):
    by = "(1024,(8,1)):(1,(1024,0))"
    described = Kernel(
        machine=machine,
        sizes="M; M <= 8192",
        threads=1024,
        tile={"m": 8192},
        gmem={"A": "(M):(1)"},
        step=[Step(load="A -> r", by=by, predicate="m < M")],
    )
    assert not decide(described).at(Verdict.FAULT)
    with pytest.raises(KernelFileError, match="a block has at most 1024 threads, not 1056"):
        decide(replace(described, threads=1056))


CAPABILITIES = (70, 75, 80, 86, 87, 89, 90, 100, 103, 110, 120, 121)
FROM_75, FROM_80, FROM_89, FROM_90 = (CAPABILITIES[k:] for k in (1, 2, 5, 6))
COPIES = {
    "cp.async.16": (Step(copy="A -> s", by=ROWS, instruction="cp.async.16"), "f16", FROM_80),
    "ldmatrix.x4": (Step(load="s -> q", by=ROWS, instruction="ldmatrix.x4"), "f16", FROM_75),
    "stmatrix.x4": (Step(store="r -> s", instruction="stmatrix.x4"), "f16", FROM_90),
    "tma": (Step(copy="A -> s", instruction="tma"), "f16", FROM_90),
    "fence.proxy.async": (Step(fence="async"), "f16", FROM_90),
    "red.add.f32": (Step(store="r -> B", instruction="red.global.32"), "f32", CAPABILITIES),
    "red.add.f16x2": (Step(store="r -> B", instruction="red.global.32"), "f16", CAPABILITIES),
    "red.add.v2.f32": (Step(store="r -> B", instruction="red.global.64"), "f32", FROM_90),
    "red.add.f64": (Step(store="r -> B", instruction="red.global.64"), "f64", CAPABILITIES),
    "red.add.bf16x2": (Step(store="r -> B", instruction="red.global.32"), "bf16", FROM_90),
}
"""For each instruction: a step, an element type, and the compute capabilities in tenths.

ptxas 13.0 accepts the instruction for these capabilities, and for no others from 7.5 on. For 7.0,
the PTX ISA names the least capability.
"""

ATOMS = {
    "SM75_16x8x8_F32F16F16F32_TN": FROM_75,
    "SM80_16x8x16_F32F16F16F32_TN": FROM_80,
    "SM89_16x8x32_F32E4M3E4M3F32_TN": FROM_89,
    "SM90_16x8x4_F64F64F64F64_TN": FROM_90,
    "SM90_64x128x16_F32F16F16_SS": (90,),
    "SM90_64x64x32_S32S8S8_RS_TN": (90,),
    "SM100_MMA_F16BF16_SS<half_t,half_t,float,128,128,K,K>": (100, 103, 110),
    "SM100_MMA_S8_SS<int8_t,int8_t,int32_t,128,128,K,K>": (100, 110),
    "V_MFMA_F32_16X16X16_F16": (),
}
"""For each matrix instruction: the compute capabilities that have it, as in `COPIES`."""

NVIDIA = {f"sm_{number}": number for number in CAPABILITIES}


def accepts(described):
    """Return whether the machine of a kernel has all instructions of the kernel."""
    try:
        read_kernel(Source("test", described))
    except KernelFileError as error:
        if "has no" in str(error):
            return False
        raise
    return True


@pytest.mark.parametrize("name", COPIES)
def test_a_copy_instruction_is_accepted_exactly_on_machines_that_have_it(name):
    step, element, having = COPIES[name]
    plain = kernel(None, layout="(64,64):(64,1)")
    last = plain.step[-1:] if (step.store or "") != "r -> B" else []
    described = replace(plain, element=element, step=[*plain.step[:-1], step, *last])
    found = {one for one in NVIDIA if accepts(replace(described, machine=one))}
    assert found == {f"sm_{number}" for number in having}
    assert accepts(described)


@pytest.mark.parametrize("atom", ATOMS)
def test_a_matrix_instruction_is_accepted_exactly_on_machines_that_have_it(atom):
    described = Kernel(
        sizes="M, N, K",
        threads=128,
        tile={"m": 128, "n": 128, "k": 128},
        gmem={"A": "(M,K):(K,1)"},
        mma=Mma(atom=atom),
        step=[Step(load="A -> r", by="(128,128):(1,128)")],
    )
    found = {one for one in NVIDIA if accepts(replace(described, machine=one))}
    assert found == {f"sm_{number}" for number in ATOMS[atom]}
    is_amd = atom.startswith("V_MFMA")
    assert accepts(replace(described, machine="gfx942")) is is_amd
    assert accepts(described) is not is_amd


def test_shuffles_join_the_64_lanes_of_a_wavefront():
    described = Kernel(
        machine="gfx942",
        sizes="M; M <= 4096",
        element="f32",
        threads=64,
        tile={"m": 1, "n": 64},
        gmem={"X": "(M,64):(64,1)", "y": "(M):(1)"},
        step=[
            Step(load="X -> r", by="(64,1):(1,0)"),
            Step(reduce="r -> s", over="n", among=64),
            Step(store="s -> y", by="(64,1):(0,0)", only="t == 0"),
        ],
    )
    assert not decide(described).at(Verdict.FAULT)
