"""Both sides of a tiled copy have all elements of the tile; each thread copies its part."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import InadmissibleError, Layout, LayoutError, make_ordered_layout, product, tiled_copy
from spec.atoms import (
    copy_atom,
    get_layoutA_TV,
    get_layoutB_TV,
    get_layoutC_TV,
    get_layoutD_TV,
    get_layoutS_TV,
    make_tiled_copy,
    make_tiled_copy_A,
    make_tiled_copy_B,
    make_tiled_copy_C,
    make_tiled_copy_C_atom,
    make_tiled_copy_D,
    make_tiled_copy_S,
    mma_atom,
    partition_A,
    partition_B,
    partition_C,
    partition_D,
    partition_S,
    retile,
    tidfrg_D,
    tidfrg_S,
    tiled_mma,
)
from spec.modes import modes_of, offsets
from spec.swizzled import offsets_of
from tests.spec.atoms.test_tiled import tensors

LOADS = [f"ldmatrix.x{n}{trans}" for n in (1, 2, 4) for trans in ("", ".trans")]
STORES = [name.replace("ld", "st") for name in LOADS]
PLAIN = ["universal.32", "universal.64", "universal.128", "cp.async.4", "cp.async.16"]

OPERANDS = (
    (get_layoutA_TV, make_tiled_copy_A, partition_A, 0, 2),
    (get_layoutB_TV, make_tiled_copy_B, partition_B, 1, 2),
    (get_layoutC_TV, make_tiled_copy_C, partition_C, 0, 1),
)

INSTRUCTIONS = {
    "SM80_16x8x16_F32F16F16F32_TN": "f16",
    "SM80_16x8x32_S32S8S8S32_TN": "s8",
    "SM80_16x8x8_F32TF32TF32F32_TN": "f32",
}


@st.composite
def tiles(draw):
    """Draw a tiled instruction and its element type. The tile may be larger than the atoms."""
    name = draw(st.sampled_from([*INSTRUCTIONS]))
    many = tuple(draw(st.sampled_from((1, 2))) for _ in range(3))
    atom = mma_atom(name)
    atoms = make_ordered_layout(many, tuple(draw(st.permutations(range(3)))))
    moved = tuple(
        size * side * draw(st.sampled_from((1, 2, 4)))
        for size, side in zip(atom.shape, many, strict=True)
    )
    return tiled_mma(atom, atoms, moved), INSTRUCTIONS[name]


def elements(layout):
    return offsets(modes_of(layout))


def fits(make, *arguments):
    """Return what `make` returns, or None if it raises a LayoutError."""
    try:
        return make(*arguments)
    except LayoutError:
        return None


@pytest.mark.parametrize("name", [*LOADS, *STORES, *PLAIN])
@pytest.mark.parametrize("element", ["s8", "f16", "f32", "f64"])
def test_both_sides_of_an_instruction_have_the_same_elements(name, element):
    atom = fits(copy_atom, name, element)
    if atom is None:
        split = name.startswith(("ld", "st")) or name in ("universal.32", "cp.async.4")
        assert (element == "f64" and split) or (element == "f32" and "trans" in name)
        return
    everything = set(range(atom.values * atom.threads))
    assert set(elements(atom.src)) == set(elements(atom.dst)) == everything
    assert sorted(elements(atom.ref)) == sorted(everything)


@pytest.mark.parametrize(
    ("cute", "name"),
    [
        ("SM75_U32x1_LDSM_N", "ldmatrix.x1"),
        ("SM75_U16x8_LDSM_T", "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"),
        ("SM90_U32x4_STSM_N", "stmatrix.x4"),
        ("SM90_U16x2_STSM_T", "stmatrix.x1.trans"),
        ("UniversalCopy<cute::uint128_t>", "universal.128"),
        ("SM80_CP_ASYNC_CACHEALWAYS<uint32_t>", "cp.async.ca.4"),
        ("SM80_CP_ASYNC_CACHEALWAYS_ZFILL<uint64_t>", "cp.async.8.zfill"),
        ("UniversalCopy<uint64_t>", "ld.global.64"),
        ("UniversalCopy<uint32_t>", "st.shared.32"),
        ("SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<cute::uint128_t>", "cp.async.cg.16"),
    ],
)
def test_names_of_cute_and_of_ptx_mean_the_same(cute, name):
    one, other = copy_atom(cute, "f16"), copy_atom(name, "f16")
    assert (one.src, one.dst, one.ref) == (other.src, other.dst, other.ref)


@pytest.mark.parametrize(
    ("name", "element", "problem"),
    [
        ("ldmatrix", "f16", "is not a copy instruction"),
        ("ldmatrix.x3", "f16", "is not a copy instruction"),
        ("SM75_U32x8_LDSM_N", "f16", "is not a copy instruction"),
        ("ldmatrix.x4", "f64", "cannot copy elements of 64 bits"),
        ("ldmatrix.x4.trans", "f32", "cannot copy elements of 32 bits"),
        ("cp.async.4", "f64", "cannot copy elements of 64 bits"),
        ("cp.async.2", "f16", "must copy 4 or 8 or 16 bytes, not 2"),
        ("cp.async.cg.8", "f16", "must copy 16 bytes, not 8"),
        ("universal.96", "f16", "must copy 8, 16, 32, 64, 128 or 256 bits"),
        ("universal.128", "f17", "expected an element type"),
    ],
)
def test_a_copy_that_no_instruction_makes_is_rejected(name, element, problem):
    with pytest.raises(LayoutError, match=problem):
        copy_atom(name, element)


@given(tiles(), st.sampled_from(OPERANDS), st.sampled_from([*LOADS, *STORES, *PLAIN]))
@settings(max_examples=60, deadline=None)
def test_both_sides_of_a_tiled_copy_have_the_elements_of_the_tile(drawn, operand, name):
    (mma, element), (tv, make, *_) = drawn, operand
    copy = fits(lambda: make(copy_atom(name, element), mma))
    if copy is None:
        return
    source, target = get_layoutS_TV(copy), get_layoutD_TV(copy)
    everything = set(range(product(copy.tile)))
    assert set(elements(source)) == set(elements(target)) == everything
    registers = source if name.startswith("st") else target
    assert elements(registers) == elements(tv(mma))


@given(st.data(), tiles(), st.sampled_from(OPERANDS), st.sampled_from([*LOADS, *STORES, *PLAIN]))
@settings(max_examples=40, deadline=None)
def test_a_thread_copies_the_elements_of_its_thread_value_layout(data, drawn, operand, name):
    (mma, element), (_, make, *_) = drawn, operand
    copy = fits(lambda: make(copy_atom(name, element), mma))
    if copy is None:
        return
    tensor = data.draw(tensors(copy.tile))
    thread = data.draw(st.integers(0, copy.threads - 1))
    for tv, partition, divided in (
        (get_layoutS_TV, partition_S, tidfrg_S),
        (get_layoutD_TV, partition_D, tidfrg_D),
    ):
        part, start = partition(tensor, copy, thread)
        held = tv(copy, tensor.shape)
        assert [x + start for x in offsets_of(part)] == [
            tensor(held((thread, v))) for v in range(held[1].size)
        ]
        assert set(offsets_of(divided(tensor, copy))) == set(offsets_of(tensor))


@given(st.data(), tiles(), st.sampled_from(OPERANDS), st.sampled_from([*LOADS, *STORES]))
@settings(max_examples=60, deadline=None)
def test_retiled_registers_hold_the_elements_that_the_copy_moves(data, drawn, operand, name):
    (mma, element), (_, make, partition, rows, columns) = drawn, operand
    copy = fits(lambda: make(copy_atom(name, element), mma))
    if copy is None:
        return
    shape = tuple(mma.shape[k] * data.draw(st.sampled_from((1, 2))) for k in (rows, columns))
    thread = data.draw(st.integers(0, copy.threads - 1))
    held, start = partition(Layout(shape), mma, thread)
    side = partition_S if name.startswith("st") else partition_D
    moved, begin = side(Layout(shape), copy, thread)
    taken = offsets_of(retile(Layout(held.shape), copy))
    assert [held(r) + start for r in taken] == [x + begin for x in offsets_of(moved)]


@given(st.sampled_from(PLAIN), st.data())
@settings(max_examples=30, deadline=None)
def test_a_copy_of_threads_and_values_is_the_tiled_copy(name, data):
    thr, val = (
        make_ordered_layout(
            tuple(data.draw(st.sampled_from(sizes)) for _ in range(2)),
            tuple(data.draw(st.permutations(range(2)))),
        )
        for sizes in ((1, 2, 4, 8), (1, 2, 8))
    )
    atom = copy_atom(name, "f16")
    if val.size % atom.values != 0:
        with pytest.raises(InadmissibleError, match="the values of the tiled copy"):
            make_tiled_copy(atom, thr, val)
        return
    copy = make_tiled_copy(atom, thr, val)
    for side in (get_layoutS_TV(copy), get_layoutD_TV(copy)):
        assert elements(side) == elements(tiled_copy(thr, val))
    for other in (make_tiled_copy_S(atom, copy), make_tiled_copy_D(atom, copy)):
        assert elements(other.tv) == elements(copy.tv)
        assert other.tile == copy.tile


def test_a_copy_of_other_registers_is_made_from_a_side():
    mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    store = make_tiled_copy_C(copy_atom("stmatrix.x2", "f16"), mma)
    plain = make_tiled_copy_S(copy_atom("universal.32", "f16"), store)
    assert elements(get_layoutS_TV(plain)) == elements(get_layoutS_TV(store))


@given(tiles(), st.sampled_from(STORES), st.data())
@settings(max_examples=30, deadline=None)
def test_a_copy_of_some_registers_of_the_result_has_their_elements(drawn, name, data):
    """Each thread copies exactly the elements of C that the thread holds."""
    mma, element = drawn
    copy = fits(lambda: make_tiled_copy_C_atom(copy_atom(name, element), mma))
    if copy is None:
        return
    tile = Layout(mma.c.block)
    whole = get_layoutC_TV(mma)
    thread = data.draw(st.integers(0, copy.threads - 1))
    held = {whole((thread, v)) for v in range(whole[1].size)}
    part, start = partition_S(tile, copy, thread)
    moved = [x + start for x in offsets_of(part)]
    assert sorted(moved) == sorted(held)
    assert copy.atom.src[1].size == copy.tv[1].size


def test_a_copy_of_more_values_than_the_result_has_is_rejected():
    mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    with pytest.raises(
        InadmissibleError, match=r"stmatrix.x4 \(8\) must be at most the number in C"
    ):
        make_tiled_copy_C_atom(copy_atom("stmatrix.x4", "f16"), mma)


def test_a_copy_with_too_few_threads_is_rejected():
    with pytest.raises(InadmissibleError, match=r"threads of ldmatrix\.x4 \(32\) must"):
        make_tiled_copy(copy_atom("ldmatrix.x4", "f16"), Layout((8, 2)), Layout((1, 8)))
    copy = make_tiled_copy(copy_atom("universal.32", "f16"), Layout((8, 2)), Layout((1, 8)))
    with pytest.raises(InadmissibleError, match="mode 0 of the tensor"):
        get_layoutS_TV(copy, (12, 16))
    with pytest.raises(LayoutError, match="at least 2 modes"):
        tidfrg_S(Layout(128), copy)
    with pytest.raises(LayoutError, match="16"):
        partition_S(Layout((8, 16)), copy, 16)
