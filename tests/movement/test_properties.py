"""Verdicts about kernels agree with enumeration at small sizes."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from spec.named_notation import parse_condition
from verif.audit.statement import Verdict
from verif.movement.decide import decide
from verif.movement.description import Kernel, Mma, Step, Tensor
from verif.movement.errors import KernelFileError
from verif.movement.loading import Source
from verif.movement.model import Multiply
from verif.movement.moves import numbers_by
from verif.movement.products import multiplied
from verif.movement.reading import read_kernel
from verif.sizes.names import holds

LARGEST = 11
PREDICATES = (
    None,
    "m < M and n < N",
    "m <= M and n < N",
    "m < M",
    "n < N",
    "m < M and n + 1 < N",
    "m < M and n + {w} <= N",
    "m < M and n + {w} <= N + 1",
    "m < M or n < N",
    "m < M and n < N and m != 3",
)


@st.composite
def loads(draw):
    """Draw an access width (in elements), a tile, a divisor and a predicate.

    The column count N is a multiple of the divisor. The predicate may be None.
    """
    w = draw(st.sampled_from((1, 2, 4)))
    tile = draw(st.sampled_from((1, 2, 4))), w * draw(st.sampled_from((1, 2)))
    divisor = draw(st.sampled_from((1, 2, 4)))
    predicate = draw(st.sampled_from(PREDICATES))
    return w, tile, divisor, None if predicate is None else predicate.format(w=w)


def kernel(w, tile, divisor, predicate):
    rows, columns = tile
    return Kernel(
        sizes=f"M, N; N % {divisor} == 0",
        element="f32",
        threads=rows * columns // w,
        tile={"m": rows, "n": columns},
        gmem={"A": Tensor(layout="(M,N):(4*N,1)", index="int64")},
        step=[
            Step(
                load="A -> r",
                by=f"tiled_copy(({rows},{columns // w}), (1,{w}))",
                instruction=f"ld.global.{32 * w}",
                predicate=predicate,
            )
        ],
    )


def violations(w, tile, divisor, predicate):
    """Return whether some access is out of bounds, and whether some element is never accessed."""
    condition = None if predicate is None else parse_condition(predicate, ("M", "N", "m", "n"))
    outside = missing = False
    for m_size, n_size in product(range(1, LARGEST), range(divisor, LARGEST, divisor)):
        taken = set()
        blocks = range(0, m_size, tile[0]), range(0, n_size, tile[1])
        for start in product(*blocks):
            for r, c in product(range(tile[0]), range(0, tile[1], w)):
                m, n = start[0] + r, start[1] + c
                numbers = {"M": m_size, "N": n_size, "m": m, "n": n}
                if condition is None or holds(condition, numbers):
                    taken |= {(m, n + k) for k in range(w)}
        inside = set(product(range(m_size), range(n_size)))
        outside |= bool(taken - inside)
        missing |= bool(inside - taken)
    return outside, missing


@settings(max_examples=25)
@given(loads())
def test_bounds_agree_with_enumeration(load):
    found = {one.claim: one for one in decide(kernel(*load)).statements}
    outside, missing = violations(*load)
    verdicts = {True: Verdict.FAULT, False: Verdict.HOLDS}
    assert found["no access is outside A"].verdict is verdicts[outside], load
    assert found["each element of A is admitted"].verdict is verdicts[missing], load


def of_masks(w, tile, divisor, mask):
    """Return a kernel with aligned rows, so that only the mask limits the width of accesses."""
    rows, columns = tile
    step = Step(load="A -> r", by=f"tiled_copy(({rows},{columns // w}), (1,{w}))", mask=mask)
    return replace(kernel(w, tile, divisor, None), step=[step])


def widest(w, tile, divisor, mask):
    """Return the largest of the widths w, w // 2 and 1 at which no access is partly masked.

    A width is a number of elements. All small sizes are tried.
    """
    condition = parse_condition(mask, ("M", "N", "m", "n"))
    for width in (w, w // 2, 1):
        if all(
            len(
                {
                    holds(condition, {"M": m_size, "N": n_size, "m": m, "n": n + k})
                    for k in range(width)
                }
            )
            == 1
            for m_size, n_size in product(range(1, LARGEST), range(divisor, LARGEST, divisor))
            for m in range(-(-m_size // tile[0]) * tile[0])
            for n in range(0, -(-n_size // tile[1]) * tile[1], width)
        ):
            return width
    return 1


@settings(max_examples=25)
@given(loads().filter(lambda one: one[3] is not None))
def test_masks_agree_with_enumeration(load):
    """Accesses are narrowed until all elements of an access have the same mask."""
    w, tile, divisor, mask = load
    decided = decide(of_masks(*load))
    found = {one.claim: one for one in decided.statements}
    outside, missing = violations(1, tile, divisor, mask)
    verdicts = {True: Verdict.FAULT, False: Verdict.HOLDS}
    assert found["no access is outside A"].verdict is verdicts[outside], load
    assert found["each element of A is admitted"].verdict is verdicts[missing], load
    (side,) = decided.accesses[0].sides
    assert side.width == 32 * widest(*load), load
    narrowed = f"all elements of each {32 * w}-bit access to A have the same mask"
    assert (narrowed in found) == (side.width < 32 * w)
    assert narrowed not in found or found[narrowed].verdict is Verdict.COST


def test_an_instruction_whose_elements_have_different_masks_is_a_fault():
    described = of_masks(4, (1, 4), 2, "m < M and n < N")
    (step,) = described.step
    wide = replace(described, step=[replace(step, instruction="ld.global.128")])
    (fault,) = decide(wide).at(Verdict.FAULT)
    assert fault.claim == "each access to A takes 128 bits that are contiguous and aligned"
    assert fault.detail == "at M=1, N=2: the 4 elements from A(0,0) have different masks"


def multiplication(atom="SM80_16x8x16_F32F16F16F32_TN", atoms="(2,1,1)", tile=(32, 16, 16)):
    """Return a step with a matrix instruction, and the elements in the registers of A and B.

    An element is given by its number, for each value and thread.
    """
    described = Kernel(
        sizes="M",
        threads=128,
        tile=dict(zip("mnk", tile, strict=True)),
        gmem={},
        mma=Mma(atom=atom, atoms=atoms),
        step=[Step(mma="mma")],
    )
    (step,) = read_kernel(Source("test", described)).steps
    assert isinstance(step, Multiply)
    m, n, k = step.instruction.coordinates
    a, b, _ = step.instruction.operands
    return step, numbers_by(a, (m, k), (m, k)), numbers_by(b, (n, k), (n, k))


def swapped(numbers, one, other):
    """Return `numbers` with two registers exchanged, each given as a pair (value, thread)."""
    changed = [list(column) for column in numbers]
    (v, t), (w, u) = one, other
    changed[v][t], changed[w][u] = changed[w][u], changed[v][t]
    return tuple(map(tuple, changed))


def test_registers_as_the_instruction_expects_them_give_the_product():
    step, a, b = multiplication()
    result, (statement,) = multiplied(step, a, b, ("A", "B"))
    assert statement.verdict is Verdict.HOLDS
    assert sorted(x for column in result for x in column) == list(range(32 * 16))


@given(st.data())
def test_two_exchanged_registers_never_give_the_product(data):
    step, a, b = multiplication()
    which = data.draw(st.sampled_from((0, 1)))
    numbers = (a, b)[which]
    registers = st.tuples(st.integers(0, len(numbers) - 1), st.integers(0, len(numbers[0]) - 1))
    one, other = data.draw(registers), data.draw(registers)
    changed = swapped(numbers, one, other)
    pair = (changed, b) if which == 0 else (a, changed)
    _, (statement,) = multiplied(step, *pair, ("A", "B"))
    assert (statement.verdict is Verdict.HOLDS) == (changed == numbers), statement.detail


@given(st.integers(0, 127), st.integers(0, 8 * 16 - 1), st.integers(1, 8 * 16 - 1))
def test_each_thread_that_holds_an_element_must_have_it(thread, value, distance):
    """All 128 threads of a warp group hold each element of B."""
    step, a, b = multiplication("SM90_64x8x16_F32F16F16_RS", "(1,1,1)", (64, 8, 16))
    wrong = [list(column) for column in b]
    wrong[value][thread] = (wrong[value][thread] + distance) % (8 * 16)
    _, (statement,) = multiplied(step, a, tuple(map(tuple, wrong)), ("A", "B"))
    assert statement.verdict is Verdict.FAULT
    assert "which must hold the same element, does not" in statement.detail


@given(st.permutations(range(16)))
def test_one_order_of_k_for_both_operands_gives_the_product(order):
    """The sums do not depend on the order of k, as long as A and B have k in the same order."""
    step, a, b = multiplication()
    in_order = [
        tuple(tuple(x % rows + rows * order[x // rows] for x in column) for column in numbers)
        for numbers, rows in ((a, 32), (b, 16))
    ]
    _, (statement,) = multiplied(step, *in_order, ("A", "B"))
    assert statement.verdict is Verdict.HOLDS
    _, (other,) = multiplied(step, in_order[0], b, ("A", "B"))
    assert (other.verdict is Verdict.HOLDS) == (list(order) == list(range(16)))


def test_contradictory_sizes_are_refused():
    described = kernel(1, (1, 1), 1, None)
    with pytest.raises(KernelFileError, match="no sizes meet the conditions"):
        decide(replace(described, sizes="M, N; M > 3; M < 2"))
