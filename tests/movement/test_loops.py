"""Kernels with nested loops or split-K add each product once, unless they have a fault."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verif.movement.description import Buffer, Kernel, Mma, Step
from verif.movement.errors import KernelFileError
from verif.movement.loading import Source
from verif.movement.loops import carried, program
from verif.movement.places import own_tiles
from verif.movement.reading import read_kernel
from verif.movement.schedule import Schedule, scheduled
from verif.movement.stating import Verdict

CLEAR = Step(clear="mma.C")
LOAD_A = Step(load="A -> mma.A")
LOAD_B = Step(load="B -> mma.B")
MULTIPLY = Step(mma="mma")
STORE = Step(store="mma.C -> C")
ADD = Step(store="mma.C -> C", instruction="red.global.16")
DIRECT = (LOAD_A, LOAD_B, MULTIPLY)


@dataclass(frozen=True)
class Loop:
    """A loop that runs its steps for each tile of the coordinates `over`.

    If `split` names a coordinate, the blocks along this coordinate share the tiles.
    """

    over: str
    steps: tuple
    split: str | None = None

    @property
    def names(self):
        return self.over.split(", ")


def staged(ahead):
    """Return steps that copy each tile of A to the buffer s, `ahead` iterations before its use."""
    copy = Step(copy="A -> s", by="tiled_copy(1, (1,1))", ahead=ahead)
    return copy, Step(load="s -> mma.A"), LOAD_B, MULTIPLY


def flat(steps):
    for one in steps:
        if isinstance(one, Loop):
            yield Step(loop=one.over, split=one.split)
            yield from flat(one.steps)
            yield Step(end=one.over)
        else:
            yield one


def model(steps, stages=1, conditions="K >= 1"):
    """Return a GEMM in which one thread computes tiles of one element."""
    listed = list(flat(steps))
    used = "mnkz" if any(one.split for one in listed) else "mnk"
    described = Kernel(
        sizes=f"M, N, K, Z; {conditions}",
        threads=1,
        tile=dict.fromkeys(used, 1),
        gmem={"A": "(M,K):(K,1)", "B": "(N,K):(K,1)", "C": "(M,N):(N,1)"},
        smem={"s": Buffer(layout=f"(1,1,{stages}):(1,1,1)", coordinates="m, k")},
        mma=Mma(atom="UniversalFMA<half_t,half_t>"),
        step=listed,
    )
    return read_kernel(Source("test", described))


def problems(kernel):
    """Return the statements about blocks and step order whose verdict is not HOLDS."""
    _, found = scheduled(kernel)
    found += [one for move in kernel.moves if (one := own_tiles(kernel, move)) is not None]
    return [one for one in found if one.verdict is not Verdict.HOLDS]


class WrongError(Exception):
    """Raised if a step uses missing or wrong values."""


class Block:
    """A simulated block of the grid, executed step by step.

    It stores the coordinates of elements instead of their values.
    """

    def __init__(self, sizes, at, stages, result):
        self.sizes, self.at, self.stages, self.result = sizes, at, stages, result
        self.number = 0
        self.memory = {}
        self.registers = {}
        self.sums = None

    def run(self, steps):
        for one in steps:
            if isinstance(one, Loop):
                self.loop(one)
            else:
                self.do(one)

    def loop(self, one):
        tiles = [*product(*(range(self.sizes[name]) for name in one.names))]
        if one.split is not None:
            tiles = tiles[self.at[one.split] :: self.sizes[one.split]]
        ahead = max((step.ahead for step in one.steps if isinstance(step, Step)), default=0)
        outer = self.at, self.number
        for iteration in range(-ahead, len(tiles)):
            for step in one.steps:
                number = iteration + (step.ahead if isinstance(step, Step) else 0)
                if 0 <= number < len(tiles):
                    self.at = outer[0] | dict(zip(one.names, tiles[number], strict=True))
                    self.number = number
                    self.run([step])
        self.at, self.number = outer

    def do(self, step):
        m, n, k = (self.at.get(name, 0) for name in "mnk")
        if step.clear:
            self.sums = (m, n), Counter()
        elif step.copy:
            self.memory[self.number % self.stages] = m, k
        elif step.load == "s -> mma.A":
            self.registers["A"] = self.memory.get(self.number % self.stages)
        elif step.load:
            self.registers[step.load[0]] = (m, k) if step.load[0] == "A" else (n, k)
        elif step.mma:
            if self.sums is None or self.sums[0] != (m, n):
                raise WrongError
            wanted = {"A": (m, k), "B": (n, k)}
            if self.registers != wanted:
                raise WrongError
            self.sums[1][k] += 1
        else:
            if self.sums is None or self.sums[0] != (m, n):
                raise WrongError
            place = self.result[m, n]
            if step.instruction:
                place.update(self.sums[1])
            else:
                place.clear()
                place.update(self.sums[1])


def is_right(kernel, steps, stages, sizes):
    """Whether each element of C is the sum of all its products, without repetition.

    The blocks are simulated at `sizes`, first in order and then in reverse order.
    """
    grid = [one.name for one in kernel.coordinates if one.in_grid]
    wanted = {
        key: Counter(range(sizes["k"])) for key in product(range(sizes["m"]), range(sizes["n"]))
    }
    blocks = [
        dict(zip(grid, at, strict=True)) for at in product(*(range(sizes[name]) for name in grid))
    ]
    for order in (blocks, blocks[::-1]):
        result = defaultdict(Counter)
        for at in order:
            try:
                Block(sizes, at, stages, result).run(steps)
            except WrongError:
                return False
        if result != wanted:
            return False
    return True


SIZES = [
    dict(zip("mnkz", sizes, strict=True))
    for sizes in [*product((1, 2, 3), (1, 2, 3), (1, 2, 3, 5), (1, 2, 3)), (2, 2, 9, 2)]
]

RIGHT = {
    "one loop": (1, (CLEAR, Loop("k", DIRECT), STORE)),
    "a buffer": (1, (CLEAR, Loop("k", staged(0)), STORE)),
    "three stages": (3, (CLEAR, Loop("k", staged(2)), STORE)),
    "atomics of each tile": (1, (Loop("k", (CLEAR, *DIRECT, ADD)),)),
    "split-K": (1, (CLEAR, Loop("k", DIRECT, split="z"), ADD)),
    "split-K with stages": (2, (CLEAR, Loop("k", staged(1), split="z"), ADD)),
    "a loop over columns": (1, (Loop("n", (CLEAR, Loop("k", DIRECT), STORE)),)),
    "three loops": (1, (Loop("m", (Loop("n", (CLEAR, Loop("k", DIRECT), STORE)),)),)),
    "a persistent kernel": (
        3,
        (Loop("m, n", (CLEAR, Loop("k", staged(2)), STORE), split="z"),),
    ),
    "a persistent kernel along m": (
        1,
        (Loop("m", (CLEAR, Loop("k", DIRECT), STORE), split="z"),),
    ),
    "k outside": (1, (Loop("k", (Loop("n", (CLEAR, *DIRECT, ADD)),)),)),
    "k outside, split": (1, (Loop("k", (Loop("n", (CLEAR, *DIRECT, ADD)),), split="z"),)),
    "A stays for all columns": (
        1,
        (Loop("k", (LOAD_A, Loop("n", (CLEAR, LOAD_B, MULTIPLY, ADD)))),),
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_program_has_no_fault(name):
    stages, steps = RIGHT[name]
    kernel = model(steps, stages)
    assert not problems(kernel), [one.sentence for one in problems(kernel)]
    assert all(is_right(kernel, steps, stages, sizes) for sizes in SIZES)


WRONG = {
    "split-K without atomics": (
        (CLEAR, Loop("k", DIRECT, split="z"), STORE),
        "blocks that differ only in z write the same tile",
    ),
    "products outside of a persistent loop": (
        (CLEAR, Loop("k", DIRECT), Loop("m", (STORE,), split="z")),
        "the step takes each tile of m",
    ),
    "sums that are added in each iteration": (
        (CLEAR, Loop("k", (*DIRECT, ADD), split="z")),
        "mma mma of tile 0 is added to tile 0 of C again",
    ),
    "two steps that add the same sums": (
        (CLEAR, Loop("k", DIRECT), ADD, ADD),
        "mma mma of tile 0 is added to tile 0 of C again",
    ),
    "sums that are not cleared for the next column": (
        (CLEAR, Loop("n", (Loop("k", DIRECT), STORE))),
        "mma.C has the tile that the step needs",
    ),
    "sums that are cleared in the inner loop": (
        (Loop("n", (Loop("k", (CLEAR, *DIRECT)), STORE)),),
        "the products of tile 0 of k are missing, with 1 tile of n and 2 tiles of k",
    ),
    "A is loaded outside of the loop over k": (
        (CLEAR, LOAD_A, Loop("k", (LOAD_B, MULTIPLY)), STORE),
        "has tile 0, not tile 1",
    ),
    "a stage is missing in the inner loop": (
        (Loop("n", (CLEAR, Loop("k", staged(2)), STORE)),),
        "stage 0 has tile",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_program_is_refuted(name):
    steps, said = WRONG[name]
    kernel = model(steps)
    found = problems(kernel)
    assert any(said in one.sentence for one in found), [one.sentence for one in found]
    assert not all(is_right(kernel, steps, 1, sizes) for sizes in SIZES)


@pytest.mark.parametrize(("conditions", "is_fault"), [("K >= 100", True), ("K <= 1", False)])
def test_a_fault_needs_sizes_with_as_many_tiles(conditions, is_fault):
    """Clearing the accumulators for each tile of K is wrong if K has two tiles or more."""
    kernel = model((Loop("k", (CLEAR, *DIRECT)), STORE), conditions=conditions)
    assert bool(problems(kernel)) == is_fault


@pytest.mark.parametrize(
    ("conditions", "is_fault"), [("K <= 4; Z >= 4", False), ("K <= 5; Z >= 4", True)]
)
def test_a_fault_in_a_split_loop_needs_a_block_with_as_many_tiles(conditions, is_fault):
    """Clearing the accumulators for each tile of K is a fault only if a block has several tiles."""
    kernel = model((Loop("k", (CLEAR, *DIRECT), split="z"), ADD), conditions=conditions)
    assert bool(problems(kernel)) == is_fault


@st.composite
def programs(draw):
    """Draw nested loops over k and at most two other coordinates.

    CLEAR and a store may be at any depth of the loops.
    """
    stages = draw(st.integers(1, 3))
    body = draw(st.sampled_from([DIRECT, staged(0), staged(1), staged(2)]))
    store = draw(st.sampled_from([STORE, ADD]))
    order = draw(
        st.permutations(["k", *draw(st.sampled_from([(), ("n",), ("m", "n"), ("m, n",)]))])
    )
    split = draw(st.sampled_from([None, *order]))
    clear_at, store_at = draw(st.integers(0, len(order))), draw(st.integers(0, len(order)))
    for depth, over in enumerate(order):
        body = (
            *((CLEAR,) if clear_at == depth else ()),
            *body,
            *((store,) if store_at == depth else ()),
        )
        body = (Loop(over, body, "z" if over == split else None),)
    body = (
        *((CLEAR,) if clear_at == len(order) else ()),
        *body,
        *((store,) if store_at == len(order) else ()),
    )
    return stages, body


@settings(max_examples=60)
@given(programs())
def test_a_program_without_a_fault_adds_each_product_once(drawn):
    stages, steps = drawn
    kernel = model(steps, stages)
    if not problems(kernel):
        assert all(is_right(kernel, steps, stages, sizes) for sizes in SIZES)


@settings(max_examples=30)
@given(programs(), st.lists(st.integers(1, 19), min_size=3, max_size=3))
def test_more_iterations_than_those_tried_show_no_other_fault(drawn, counts):
    stages, steps = drawn
    kernel = model(steps, stages)
    if any(one.verdict is Verdict.FAULT for one in scheduled(kernel)[1]):
        return
    body = program(kernel)
    names = dict.fromkeys(tuple(one.name for one in loop.over) for loop in body.loops)
    tried = dict(zip(names, counts, strict=False))
    run = Schedule(kernel, body, carried(kernel, body), tried, {}, {})
    run.run()
    assert run.problem is None


REFUSED = {
    "a loop inside of itself": (
        (Loop("k", (Loop("k", DIRECT),)),),
        "must not be inside another loop over k",
    ),
    "a coordinate of two loops": (
        (Loop("m, n", (Loop("n", DIRECT),)),),
        "loops over m, n must have the same coordinates and `split`",
    ),
    "two loops that one coordinate splits": (
        (Loop("n", (Loop("k", DIRECT, split="z"),), split="z"),),
        "some pairs of their tiles would be in no block",
    ),
    "a split by a coordinate with tiles": (
        (Loop("k", DIRECT, split="q"),),
        "step 1: split: q is not a coordinate",
    ),
    "a split by a coordinate of the operands": (
        (CLEAR, Loop("k", DIRECT, split="n"), ADD),
        "n selects the tile of B that a block takes, so it cannot also split the tiles of a loop",
    ),
    "a store beside an atomic addition": (
        (CLEAR, Loop("k", DIRECT), STORE, ADD),
        "this step stores to C, but another step adds to C",
    ),
    "a loop without an end": ((Step(loop="k"), *DIRECT), "the loop over k has no end"),
    "an end without a loop": (
        (*DIRECT, Step(end="k")),
        "the loop over k is not the innermost loop at this `end`",
    ),
    "a step that is split": (
        (CLEAR, Loop("k", (Step(load="A -> mma.A", split="z"),))),
        "split: only a step with loop can have `split`; this step has load",
    ),
    "tiles of a loop that is not split": (
        (Step(loop="k", tiles="K"), *DIRECT, Step(end="k")),
        "`tiles` needs a loop over one coordinate, and a `split` of this loop",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_loops_that_make_no_sense_are_refused(name):
    steps, said = REFUSED[name]
    with pytest.raises(KernelFileError, match=said):
        model(steps)
