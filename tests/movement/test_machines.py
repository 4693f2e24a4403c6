"""On each machine, the wavefronts of a kernel file's accesses agree with `spec.memory.banks`."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from spec.memory.banks import wavefronts as expected
from spec.memory.machine import MACHINES, machine_of
from verif.movement.banks import wavefronts
from verif.movement.decide import decide
from verif.movement.description import Buffer, Kernel, Step
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
