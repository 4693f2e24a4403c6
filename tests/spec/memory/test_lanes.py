"""Machines by name, and phases whose threads are not consecutive."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import ComposedLayout, Layout, LayoutError, Machine, Swizzle, wavefronts
from spec.memory import MACHINES, first_conflict, machine_of
from spec.memory.accesses import columns
from spec.memory.lanes import served_thread

READ = machine_of("gfx942_read")

GROUPS = (
    *((0, 20), (4, 16), (8, 28), (12, 24)),
    *((32, 52), (36, 48), (40, 60), (44, 56)),
)
"""For each phase of reads on gfx942, the lanes at which the phase's two runs of 4 lanes begin.

For example, the first phase has the lanes 0 to 3 and 20 to 23, so its entry is (0, 20).
"""


def test_a_phase_of_reads_has_the_lanes_of_the_document():
    for number, (one, other) in enumerate(GROUPS):
        lanes = [served_thread(8 * number + k, 128, READ) for k in range(8)]
        assert sorted(lanes) == sorted([*range(one, one + 4), *range(other, other + 4)])
    assert [served_thread(t, 64, READ) for t in range(128)] == list(range(128))
    assert sorted(served_thread(t, 128, READ) for t in range(128)) == list(range(128))


swizzles = st.builds(Swizzle, st.integers(0, 3), st.integers(0, 4), st.integers(3, 5))


@given(
    st.one_of(st.just((64, 1)), st.tuples(st.sampled_from((72, 64, 136)), st.just(1))),
    swizzles,
    st.permutations((1, 2, 4, 8, 16, 32)),
)
def test_wavefronts_of_reads_are_counted_by_the_groups_of_the_document(stride, swizzle, steps):
    memory = ComposedLayout(swizzle, 0, Layout((64, 8), stride))
    tv = Layout(((2,) * 6, 8), (tuple(steps), 64))
    places = columns(memory, tv)
    wide = all(
        [column[t] - places[0][t] for column in places] == list(range(8)) and places[0][t] % 8 == 0
        for t in range(64)
    )
    if not wide:
        return
    counted = 0
    for one, other in GROUPS:
        lanes = (*range(one, one + 4), *range(other, other + 4))
        words = {places[0][t] // 2 + k for t in lanes for k in range(4)}
        counted += max(sum(word % 32 == bank for word in words) for bank in range(32))
    assert wavefronts(memory, tv, "f16", 128, READ) == counted
    conflict = first_conflict(memory, tv, "f16", 128, READ)
    assert (conflict is None) == (counted == 8)
    if conflict is not None:
        (t, v), (u, w) = conflict.takers
        taken = [places[a][b] // 2 for a, b in ((v, t), (w, u))]
        assert taken[0] != taken[1]
        assert {word % 32 for word in conflict.words} == {conflict.bank}
        assert any({t, u} <= {*range(a, a + 4), *range(b, b + 4)} for a, b in GROUPS)


@given(st.builds(Layout, st.integers(1, 64), st.integers(0, 40)))
def test_the_order_of_threads_does_not_change_narrow_accesses(layout):
    tv = Layout((layout.size, 1), (1, 0))
    plain = Machine(threads=64, sector=64)
    assert wavefronts(layout, tv, "f32", 32, READ) == wavefronts(layout, tv, "f32", 32, plain)


def test_machines_have_names():
    assert [str(machine_of(name)) for name in MACHINES] == [*MACHINES]
    assert str(machine_of("sm_90a")) == "sm_90a"
    assert str(replace(machine_of("gfx942"), banks=64)) == "gfx950"
    assert str(replace(machine_of("gfx942"), banks=16)).startswith("Machine(banks=16, ")
    assert str(Machine(banks=16)) == repr(Machine(banks=16))
    assert machine_of("sm_100a") == machine_of("sm_100f") == Machine()
    assert machine_of("gfx942_read") == machine_of("gfx90a_read") != machine_of("gfx942")
    assert all(machine_of(name) is machine for name, machine in MACHINES.items())


@pytest.mark.parametrize("lanes", [(1, 2), (1, 1, 2, 4, 8, 16), (1, 2, 4, 8, 16, 64), (1, "x")])
def test_lanes_that_do_not_reach_each_thread_are_rejected(lanes):
    with pytest.raises(LayoutError):
        Machine(threads=64, lanes=lanes)


def test_threads_that_do_not_fill_a_wavefront_are_rejected():
    memory = Layout((32, 8), (8, 1))
    with pytest.raises(LayoutError, match="must be a multiple of 64, not 32"):
        wavefronts(memory, Layout((32, 8), (1, 32)), "f16", 128, READ)


def test_an_unknown_machine_is_rejected_with_the_known_ones():
    with pytest.raises(LayoutError, match=r"'gfx1100' is not a machine: write one of sm_70, .*950"):
        machine_of("gfx1100")
