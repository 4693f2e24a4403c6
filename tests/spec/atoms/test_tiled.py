"""Tiles of atoms: agreement with CuTe's TiledMMA, and how often a tile has each element."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import (
    ComposedLayout,
    InadmissibleError,
    Layout,
    LayoutError,
    Swizzle,
    make_ordered_layout,
    product,
)
from spec.atoms import (
    get_layoutA_TV,
    get_layoutB_TV,
    get_layoutC_TV,
    mma_atom,
    partition_A,
    partition_B,
    partition_C,
    thrfrg_A,
    thrfrg_B,
    thrfrg_C,
    tiled_mma,
)
from spec.modes import modes_of, offsets
from spec.swizzled import offsets_of

ATOM = mma_atom("SM80_16x8x16_F32F16F16F32_TN")

OF_CUTE = {
    ("(2,2,1):(1,2,4)", ()): (
        "((4,8,2,2),(2,2,2)):((64,1,16,0),(32,8,256))",
        "((4,8,2,2),(2,2)):((32,1,0,8),(16,128))",
        "((4,8,2,2),(2,2)):((64,1,16,256),(32,8))",
    ),
    ("(2,4,1):(4,1,1)", ()): (
        "(((4,8),4,2),(2,2,2)):(((64,1),0,16),(32,8,256))",
        "(((4,8),4,2),(2,2)):(((64,1),8,0),(32,256))",
        "(((4,8),4,2),(2,2)):(((64,1),256,16),(32,8))",
    ),
    ("(2,2,1):(1,2,0)", (32, 32, 16)): (
        "((4,8,2,2),(2,2,2)):((64,1,16,0),(32,8,256))",
        "((4,8,2,2),((2,2),2)):((64,1,0,8),((32,256),16))",
        "((4,8,2,2),((2,2),2)):((64,1,16,256),((32,8),512))",
    ),
}
"""CUTLASS 4.2.0's layouts of A, B and C (get_layoutA_TV, ..), without modes of size 1."""

OPERANDS = (
    (get_layoutA_TV, thrfrg_A, partition_A, 0, 2),
    (get_layoutB_TV, thrfrg_B, partition_B, 1, 2),
    (get_layoutC_TV, thrfrg_C, partition_C, 0, 1),
)


@pytest.mark.parametrize(("atoms", "permutation"), OF_CUTE)
def test_tiled_mma_agrees_with_cute(atoms, permutation):
    tile = tiled_mma(ATOM, Layout.parse(atoms), permutation)
    for operand, text in zip((tile.a, tile.b, tile.c), OF_CUTE[atoms, permutation], strict=True):
        theirs = Layout.parse(text)
        assert operand.layout[0].size == theirs[0].size
        assert offsets(modes_of(operand.layout)) == offsets(modes_of(theirs))


@st.composite
def sides(draw, least):
    """Draw a side of a tile: None, a multiple n of `least`, or a compact layout of size n."""
    size = least * draw(st.sampled_from((1, 2, 3)))
    if draw(st.booleans()):
        return draw(st.sampled_from((None, size)))
    parts = (2, size // 2) if size % 2 == 0 else (size,)
    return make_ordered_layout(parts, tuple(draw(st.permutations(range(len(parts))))))


@st.composite
def tiles(draw):
    name = draw(
        st.sampled_from(("SM80_16x8x8_F32TF32TF32F32_TN", "SM75_8x8x16_S32S8S8S32_TN", ATOM.name))
    )
    atom = mma_atom(name)
    many = tuple(draw(st.sampled_from((1, 1, 2, 3))) for _ in range(3))
    atoms = make_ordered_layout(many, tuple(draw(st.permutations(range(3)))))
    moved = tuple(draw(sides(size * side)) for size, side in zip(atom.shape, many, strict=True))
    return tiled_mma(atom, atoms, moved)


@given(tiles())
@settings(max_examples=25, deadline=None)
def test_tiled_mma_holds_each_element_as_often_as_stated(mma):
    for k, operand in enumerate((mma.a, mma.b, mma.c)):
        tv, _, _, rows, columns = OPERANDS[k]
        assert operand.block == (mma.shape[rows], mma.shape[columns])
        assert operand.layout[0].size == mma.threads.size
        assert mma.threads.size == mma.atom.threads.size * mma.atoms.size
        assert tv(mma) == operand.layout
        found = sorted(offsets(modes_of(operand.layout)))
        assert found == [x for x in range(product(operand.block)) for _ in range(operand.times)]


@st.composite
def tensors(draw, block):
    """Draw a plain or swizzled tensor that consists of whole tiles with the size of `block`."""
    shape = tuple(size * draw(st.sampled_from((1, 2))) for size in block)
    layout = make_ordered_layout(shape, tuple(draw(st.permutations(range(2)))))
    if draw(st.booleans()):
        return layout
    return ComposedLayout(Swizzle(draw(st.integers(1, 3)), draw(st.integers(0, 3)), 3), 0, layout)


@given(st.data(), tiles(), st.sampled_from(OPERANDS))
@settings(max_examples=40, deadline=None)
def test_a_thread_has_the_elements_of_its_thread_value_layout(data, mma, operand):
    tv, _, partition, rows, columns = operand
    tensor = data.draw(tensors((mma.shape[rows], mma.shape[columns])))
    thread = data.draw(st.integers(0, mma.threads.size - 1))
    part, start = partition(tensor, mma, thread)
    held = tv(mma, tensor.shape)
    assert [x + start for x in offsets_of(part)] == [
        tensor(held((thread, v))) for v in range(held[1].size)
    ]


@given(st.data(), tiles(), st.sampled_from(OPERANDS))
@settings(max_examples=20, deadline=None)
def test_the_threads_and_fragments_of_a_tensor_have_each_element_once(data, mma, operand):
    _, thrfrg, _, rows, columns = operand
    tensor = data.draw(tensors((mma.shape[rows], mma.shape[columns])))
    divided = thrfrg(tensor, mma)
    times = divided.size // tensor.size
    assert sorted(offsets_of(divided)) == sorted(offsets_of(tensor) * times)


def places(tv, operand, mma, rows, columns, stands, rests):
    """Return two maps from the atom to the tile: from rows to rows, and from columns to columns."""
    by_row, by_column = {}, {}
    for v in range(mma.atom.threads.size):
        thread = mma.thr_layout_vmnk(v, *stands)
        for f in range(operand.layout[1].size):
            i, j = divided(operand.layout((v, f)), operand.block[0])
            row, column = divided(tv((thread, (f, (rests[rows], rests[columns])))), mma.shape[rows])
            assert by_row.setdefault(i, row) == row
            assert by_column.setdefault(j, column) == column
    return by_row, by_column


def divided(index, rows):
    return index % rows, index // rows


@given(tiles())
@settings(max_examples=8, deadline=None)
def test_the_instructions_multiply_each_pair_of_elements_once(mma):
    """A, B and C of an instruction agree in m, n and k. Each triple (m,n,k) occurs exactly once."""
    sides = [mode.size for mode in mma.atoms]
    rests = [size // a // b for size, a, b in zip(mma.shape, mma.atom.shape, sides, strict=True)]
    seen = set()
    for stands in itertools.product(*map(range, sides)):
        for rest in itertools.product(*map(range, rests)):
            (ms, ks), (ns, others), (rows, columns) = (
                places(tv(mma), operand, mma, *modes, stands, rest)
                for (tv, _, _, *modes), operand in zip(
                    OPERANDS, (mma.atom.a, mma.atom.b, mma.atom.c), strict=True
                )
            )
            assert (ms, ns, ks) == (rows, columns, others)
            block = set(itertools.product(ms.values(), ns.values(), ks.values()))
            assert len(block) == product(mma.atom.shape)
            assert seen.isdisjoint(block)
            seen |= block
    assert len(seen) == product(mma.shape)


@pytest.mark.parametrize(
    ("name", "atoms", "refusal", "problem"),
    [
        (ATOM.name, Layout((2, 2, 1, 1)), LayoutError, "three modes m, n and k, but .* has 4"),
        (ATOM.name, Layout((2, 2, 1), (1, 3, 1)), InadmissibleError, "2:3 of the atoms"),
        ("SM70_8x8x4_F32F16F16F32_TN", Layout((1, 1, 1)), InadmissibleError, "2:16 of the threads"),
    ],
)
def test_tiled_mma_rejects_invalid_atom_layouts(name, atoms, refusal, problem):
    with pytest.raises(refusal, match=problem):
        tiled_mma(mma_atom(name), atoms)


@pytest.mark.parametrize(
    ("permutation", "problem"),
    [
        (
            (24,),
            r"atoms along this mode \(32\) must divide the permutation's size \(24\)",
        ),
        ((0,), "must divide the permutation's size"),
        ((None, Layout(32, 2)), "the permutation along n"),
        ((32, 32, 16, 1), "at most three tilers"),
        (((32, 2),), "the permutation of mode m must be a size or a layout"),
        (32, "a tuple of at most three tilers"),
    ],
)
def test_tiled_mma_rejects_invalid_permutations(permutation, problem):
    with pytest.raises(LayoutError, match=problem):
        tiled_mma(ATOM, (2, 2), permutation)


def test_a_tile_that_does_not_divide_a_tensor_is_rejected():
    mma = tiled_mma(ATOM, (2, 2))
    with pytest.raises(InadmissibleError, match="mode 1 of the tensor"):
        get_layoutA_TV(mma, (32, 24))
    with pytest.raises(LayoutError, match="fewer modes"):
        get_layoutA_TV(mma, 32)
    with pytest.raises(LayoutError, match="at least two modes"):
        thrfrg_A(Layout(64), mma)
    with pytest.raises(LayoutError, match="128"):
        partition_A(Layout((32, 16)), mma, 128)


def test_atoms_of_quad_pairs_fill_a_warp():
    mma = tiled_mma(mma_atom("SM70_8x8x4_F32F16F16F32_TN"), (2, 2))
    assert mma.c.layout[0].size == 32
    assert sorted(offsets(modes_of(mma.c.layout))) == list(range(256))
