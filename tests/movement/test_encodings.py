"""If an encoding of Triton is larger than its tile, several threads hold each element."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from verif.movement.decide import decide
from verif.movement.description import Kernel, Step, Tensor
from verif.movement.errors import KernelFileError
from verif.movement.loading import Source
from verif.movement.moves import Taken
from verif.movement.reading import read_kernel
from verif.movement.stating import Verdict

LARGE = "BlockedLayout([1, 4], [4, 8], [4, 1], [1, 0])"
BY_HAND = "((8,4,4),4):((16,1,0),4)"
"""The thread-value layout of LARGE on a tile of 4 x 32."""

INSIDE = "m < M and n < N"
BARRIER = Step(barrier=True)


def kernel(load=LARGE, store=None, tile=(4, 32), between=(BARRIER,), instruction=None):
    """Return a kernel that copies A to B through shared memory."""
    return Kernel(
        sizes="M, N",
        element="f32",
        threads=128,
        tile=dict(zip("mn", tile, strict=True)),
        gmem={name: Tensor(layout="(M,N):(N,1)", index="int64") for name in "AB"},
        smem={"s": f"({tile[0]},{tile[1]}):({tile[1]},1)"},
        step=[
            Step(load="A -> r", by=load, mask=INSIDE),
            Step(store="r -> s"),
            *between,
            Step(load="s -> q", by=load),
            Step(store="q -> B", by=store, mask=INSIDE, instruction=instruction),
        ],
    )


def faults(described):
    return [(one.operation, one.sentence) for one in decide(described).at(Verdict.FAULT)]


@pytest.mark.parametrize("instruction", [None, "red.global.32"])
def test_an_encoding_that_is_larger_than_its_tile_has_no_fault(instruction):
    decided = decide(kernel(instruction=instruction))
    assert not decided.at(Verdict.FAULT)
    assert not decided.at(Verdict.UNKNOWN)
    claims = {one.claim for one in decided.statements}
    assert "each element of the tile (4,32) of (m,n) is held 4 times" in claims
    assert "no two threads write different elements to the same place of s in this step" in claims


def test_threads_that_hold_the_same_element_in_a_larger_block_store_it_once():
    described = kernel()
    steps = [
        replace(step, only="t < 128") if step.load or step.store else step
        for step in described.step
    ]
    assert not decide(replace(described, threads=256, step=steps)).at(Verdict.FAULT)


def test_several_threads_may_load_one_element_but_not_store_it():
    found = faults(kernel(load=BY_HAND))
    assert {operation for operation, _ in found} == {"store r -> s", "store q -> B"}


@pytest.mark.parametrize(
    ("by", "reason"),
    [
        ("((32,4),8):((8,1),1)", "(thread, value) (127,7) takes element 258, outside"),
        ("((32,4),8):((8,0),0)", "no (thread, value) takes element (1)"),
    ],
)
def test_threads_that_load_an_element_together_must_load_all_elements(by, reason):
    """The layouts `by` are wrong: each of the four warps must load all 256 elements."""
    described = Kernel(
        sizes="N; N <= 1000",
        element="f32",
        threads=128,
        tile={"n": 256},
        gmem={"G": "(N):(1)"},
        step=[Step(load="G -> g", by=by, mask="n < N")],
    )
    assert [operation for operation, _ in faults(described)] == ["load G -> g"]
    assert reason in faults(described)[0][1]
    step = Step(load="G -> g", by="((32,4),8):((8,0),1)", mask="n < N")
    assert not faults(msgspec.structs.replace(described, step=[step]))


def test_registers_of_an_encoding_may_not_be_stored_by_all_threads():
    found = faults(kernel(store=BY_HAND))
    assert any(operation == "store q -> B" for operation, _ in found)


def test_threads_that_hold_the_same_element_write_shared_memory_too():
    """Threads 0 and 32, of different warps, both write s(0,0) and read it without a barrier."""
    (fault,) = faults(kernel(between=()))
    assert fault[0] == "load s -> q"
    assert "thread 32 takes s(0,0), which thread 0 wrote, without a barrier" in fault[1]


def test_a_tiled_copy_in_which_threads_share_elements_is_refused_with_advice():
    with pytest.raises(KernelFileError, match=r"write the thread-value layout of the whole tile"):
        decide(kernel(load="tiled_copy((4,32):(0,1), (1,4))"))
    with pytest.raises(KernelFileError, match=r"expected ',' or '\)' at position \d+ of '[^;]*$"):
        decide(kernel(load="tiled_copy((4,32):(32,1), (1,4)"))


@st.composite
def encodings(draw):
    power = st.integers(0, 3).map(lambda k: 1 << k)
    each = draw(st.tuples(power, power))
    order = draw(st.permutations((0, 1)))
    lanes = draw(st.sampled_from([(1, 32), (2, 16), (4, 8), (8, 4), (32, 1)]))
    warps = draw(st.sampled_from([(1, 4), (2, 2), (4, 1)]))
    tile = draw(st.tuples(*[st.integers(0, 6).map(lambda k: 1 << k)] * 2))
    return f"BlockedLayout({list(each)}, {list(lanes)}, {list(warps)}, {order})", tile


@settings(max_examples=40)
@given(encodings())
def test_each_element_is_stored_once_to_global_memory(drawn):
    text, tile = drawn
    *_, first, last = read_kernel(Source("test", kernel(load=text, tile=tile))).moves
    once = Counter(x for column in Taken(last).numbers_of(last.target) for x in column)
    assert once == Counter(range(tile[0] * tile[1]))
    held = Counter(x for column in Taken(first).numbers_of(first.target) for x in column)
    assert set(held) == set(once)
    assert len(set(held.values())) == 1
