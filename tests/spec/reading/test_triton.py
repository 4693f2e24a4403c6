"""Triton encodings are read as Triton's linear layouts, and as CuTe layouts with equal values."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import ComposedLayout, Layout, LayoutError, read
from spec.reading import Distributed, ReadingError, Shared, read_all
from spec.reading.triton_layouts import LAYOUTS
from spec.reading.triton_names import GLUON, PARAMETERS
from tests.spec.reading.samples import BLOCKED

SHARED = "#ttg.shared_memory, mutable"


def bases(text, shape=None):
    return {name: points for name, points in read(text, shape=shape).form.bases if points}


# The expected bases are the output of Triton 3.9.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            (
                "tensor<16x16xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4],"
                " warpsPerCTA = [2, 1], order = [1, 0]}>>"
            ),
            {
                "register": ((0, 1), (0, 2)),
                "lane": ((0, 4), (0, 8), (1, 0), (2, 0), (4, 0)),
                "warp": ((8, 0),),
            },
        ),
        (
            (
                "tensor<64x64xf32, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0,"
                " warpsPerCTA = [2, 2], instrShape = [16, 8]}>>"
            ),
            {
                "register": ((0, 1), (8, 0), (0, 16), (0, 32), (32, 0)),
                "lane": ((0, 2), (0, 4), (1, 0), (2, 0), (4, 0)),
                "warp": ((0, 8), (16, 0)),
            },
        ),
        (
            (
                "tensor<64x64xf32, #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2],"
                " instrShape = [32, 32, 8], isTransposed = true}>>"
            ),
            {
                "register": ((0, 1), (0, 2), (0, 8), (0, 16)),
                "lane": ((1, 0), (2, 0), (4, 0), (8, 0), (16, 0), (0, 4)),
                "warp": ((0, 32), (32, 0)),
            },
        ),
        (
            (
                "tensor<128xi32, #ttg.slice<{dim = 0, parent = #ttg.blocked<{"
                "sizePerThread = [1, 1], threadsPerWarp = [1, 32],"
                " warpsPerCTA = [1, 4], order = [0, 1]}>}>>"
            ),
            {"lane": ((1,), (2,), (4,), (8,), (16,)), "warp": ((32,), (64,))},
        ),
        (
            (
                "tensor<64x64xf32, #ttg.amd_wmma<{version = 2, isTranspose = false,"
                " ctaLayout = {warp = [[1, 0], [0, 1]]}}>>"
            ),
            {
                "register": ((1, 0), (2, 0), (4, 0), (0, 32), (32, 0)),
                "lane": ((0, 1), (0, 2), (0, 4), (0, 8), (8, 0)),
                "warp": ((16, 0), (0, 16)),
            },
        ),
        (
            (
                "tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, kWidth = 8, parent = #ttg.amd_wmma<{"
                "version = 2, isTranspose = false, ctaLayout = {warp = [[1, 0], [0, 1]]}}>}>>"
            ),
            {
                "register": ((0, 1), (0, 2), (0, 4), (0, 16), (0, 32), (32, 0)),
                "lane": ((1, 0), (2, 0), (4, 0), (8, 0), (0, 8)),
                "warp": ((16, 0), (0, 0)),
            },
        ),
        (
            # The units of CGALayout are blocks of 32 rows and 32 columns.
            (
                "tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8],"
                " warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[1, 0], [0, 1]]}>>"
            ),
            {
                "register": ((0, 1), (8, 0), (16, 0)),
                "lane": ((0, 2), (0, 4), (0, 8), (1, 0), (2, 0)),
                "warp": ((0, 16), (4, 0)),
                "block": ((32, 0), (0, 32)),
            },
        ),
        (
            # A block of 64 rows occupies half of the rows of tensor memory: 16 rows of every 32.
            (
                "!ttg.memdesc<64x128xf32, #ttng.tensor_memory_encoding<blockM = 64, blockN = 32,"
                " colStride = 1>, #ttng.tensor_memory, mutable>"
            ),
            {
                "row": ((1, 0), (2, 0), (4, 0), (8, 0), (0, 32), (16, 0), (32, 0)),
                "column": ((0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 64)),
            },
        ),
        (
            (
                "!ttg.memdesc<128x8xi8, #ttng.tensor_memory_scales_encoding<>,"
                " #ttng.tensor_memory, mutable>"
            ),
            {
                "row": ((1, 0), (2, 0), (4, 0), (8, 0), (16, 0), (0, 0), (0, 0)),
                "column": ((0, 1), (0, 2), (32, 0), (64, 0), (0, 4)),
            },
        ),
        (
            # Registers beyond the tensor hold copies, so their bases are dropped.
            "tensor<1x128xf32, BlockedLayout([8, 2], [4, 8], [2, 2], [0, 1])>",
            {
                "register": ((0, 1), (0, 32), (0, 64)),
                "lane": ((0, 0), (0, 0), (0, 2), (0, 4), (0, 8)),
                "warp": ((0, 0), (0, 16)),
            },
        ),
        (
            # A larger tensor repeats the layout, and more registers hold the repetitions.
            "tensor<4x4xf32, DistributedLinearLayout([[1, 0]], [[0, 1]], [], [], [2, 2])>",
            {"register": ((1, 0), (2, 0), (0, 2)), "lane": ((0, 1),)},
        ),
    ],
)
def test_an_encoding_has_the_bases_that_triton_computes(text, expected):
    assert bases(text) == expected


def test_a_note_says_which_releases_keep_idle_registers():
    text = "tensor<{}xf32, BlockedLayout([8, 2], [4, 8], [2, 2], [0, 1])>"
    note = "registers that only repeat elements are left out, as in Triton 3.9"
    assert any(one.startswith(note) for one in read(text.format("1x128")).notes)
    assert not any(one.startswith(note) for one in read(text.format("128x128")).notes)


def test_block_attributes_of_older_triton_releases_are_read():
    blocked = (
        "tensor<64x64xf16, #triton_gpu.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8],"
        " warpsPerCTA = [2, 2], order = [1, 0]"
    )
    older = ", CTAsPerCGA = [2, 4], CTASplitNum = [2, 2], CTAOrder = [0, 1]}>>"
    newer = ", CGALayout = [[1, 0], [0, 1], [0, 0]]}>>"
    assert bases(blocked + older) == bases(blocked + newer)


BLOCKED_GLUON = (
    "BlockedLayout(size_per_thread=[1, 2], threads_per_warp=[4, 8], warps_per_cta=[2, 2],"
    " order=[1, 0]"
)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (
            f"{BLOCKED_GLUON}, ctas_per_cga=[2, 2], cta_split_num=[1, 2], cta_order=[1, 0])",
            f"{BLOCKED_GLUON}, cga_layout=[[0, 1], [0, 0]])",
        ),
        (
            "AMDWMMALayout(version=2, transposed=True, warps_per_cta=[4, 1])",
            "AMDWMMALayout(version=2, transposed=True, warp_bases=[[1, 0], [2, 0]])",
        ),
        (
            (
                "AMDMFMALayout(version=3, instr_shape=(16, 16), transposed=True,"
                " warps_per_cta=[2, 2], elem_type=fp64)"
            ),
            (
                "AMDMFMALayout(version=3, instr_shape=[16, 16, 4], transposed=True,"
                " warps_per_cta=[2, 2], element_bitwidth=64)"
            ),
        ),
        (
            (
                "SwizzledSharedLayout(vec=2, per_phase=1, max_phase=4, order=[1, 0],"
                " ctas_per_cga=[1, 2], cta_split_num=[1, 2], cta_order=[1, 0])"
            ),
            (
                "SwizzledSharedLayout(vec=2, per_phase=1, max_phase=4, order=[1, 0],"
                " cga_layout=[[0, 1]])"
            ),
        ),
        (
            "TensorMemoryLayout(block=(64, 16), col_stride=1, cta_split_num=(2, 2))",
            "TensorMemoryLayout([64, 16], 1, [[1, 0], [0, 1]])",
        ),
        (
            "#ttng.tensor_memory_encoding<blockM = 64, blockN = 16, colStride = 1, CTASplitN = 4>",
            "TensorMemoryLayout([64, 16], 1, [[0, 1], [0, 2]])",
        ),
        (
            "#ttng.tensor_memory_scales_encoding<CTASplitM = 2, CTASplitN = 1>",
            "TensorMemoryScalesLayout(cga_layout=[[1, 0]])",
        ),
        (
            # An element of 32 bits takes a whole column, so `unpacked` makes no difference.
            "#ttng.tensor_memory_encoding<blockM = 64, blockN = 16, unpacked = true>",
            "TensorMemoryLayout([64, 16], 1)",
        ),
    ],
)
def test_parameters_of_older_releases_have_the_same_layout(older, newer):
    shape = "128x64x"
    assert read(f"tensor<{shape}f32, {older}>").form == read(f"tensor<{shape}f32, {newer}>").form


@pytest.mark.parametrize(("element", "stride"), [("f32", 1), ("f16", 2), ("i8", 4)])
def test_an_unpacked_element_takes_a_column_of_32_bits(element, stride):
    def kind(parameters):
        encoding = f"#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, {parameters}>"
        return f"!ttg.memdesc<128x64x{element}, {encoding}, #ttng.tensor_memory, mutable>"

    assert bases(kind("unpacked = true")) == bases(kind(f"colStride = {stride}"))
    assert bases(kind("unpacked = false")) == bases(kind("colStride = 1"))


def test_the_columns_of_an_unpacked_encoding_need_the_type_of_the_elements():
    with pytest.raises(ReadingError, match="depend on the type of the elements"):
        read("TensorMemoryLayout((128, 64), True)", shape=(128, 64))


# The expected bases are the output of Triton 3.6.
@pytest.mark.parametrize(
    ("shape", "text", "registers", "warps"),
    [
        (
            "128x256xf32",
            "{}",
            ((2, 0), (4, 0), (8, 0), (0, 16), (0, 64), (0, 128), (16, 0), (64, 0)),
            ((0, 32), (32, 0)),
        ),
        (
            "64x128xf16",
            "#ttg.dot_op<{{opIdx = 0, parent = {}, kWidth = 16}}>",
            ((0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (16, 0), (0, 64)),
            ((0, 0), (32, 0)),
        ),
        (
            "64x128xf16",
            "#ttg.dot_op<{{opIdx = 1, parent = {}, kWidth = 16}}>",
            ((1, 0), (2, 0), (4, 0), (8, 0), (16, 0), (0, 16), (32, 0), (0, 64)),
            ((0, 32), (0, 0)),
        ),
    ],
)
def test_wmma_of_triton_3_6_repeats_the_tiles_of_a_warp(shape, text, registers, warps):
    parent = (
        "#ttg.amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = [2, 2],"
        " tilesPerWarp = [2, 2], instrShape = [16, 16, 16]}>"
    )
    found = bases(f"tensor<{shape}, {text.format(parent)}>")
    assert (found["register"], found["warp"]) == (registers, warps)


def test_wmma_of_triton_3_6_repeats_operands_along_k_first():
    parent = (
        "#ttg.amd_wmma<{version = 2, isTranspose = true, warpsPerCTA = [2, 2],"
        " tilesPerWarp = [2, 1], instrShape = [16, 16, 16]}>"
    )
    operand = f"#ttg.dot_op<{{opIdx = 0, parent = {parent}, kWidth = 8}}>"
    found = bases(f"tensor<64x128xf16, {operand}>")
    assert found["register"] == ((0, 1), (0, 2), (0, 4), (0, 16), (0, 32), (0, 64), (16, 0))


def test_nvmma_shared_in_a_cluster_has_the_rank_of_its_blocks():
    shared = "#ttg.nvmma_shared<{{swizzlingByteWidth = 128, transposed = false, {}}}>"
    for blocks in (
        "elementBitWidth = 16, CGALayout = [[1, 0, 0]]",
        (
            "elementBitWidth = 16, CTAsPerCGA = [2, 1, 1], CTASplitNum = [2, 1, 1],"
            " CTAOrder = [2, 1, 0]"
        ),
        (
            "elementBitWidth = 16, CTALayout = {CTAsPerCGA = [2, 1, 1],"
            " CTASplitNum = [2, 1, 1], CTAOrder = [2, 1, 0]}"
        ),
    ):
        text = f"!ttg.memdesc<4x64x64xf16, {shared.format(blocks)}, {SHARED}>"
        assert str(read(text).form.layout) == "Sw<3,3,3> o 0 o (2,64,64):(4096,64,1)"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "#ttg.blocked<{sizePerThread = [1, 1], order = [1, 0], lanes = [4, 8]}>",
            "the parameter lanes of #ttg.blocked is not supported",
        ),
        (
            "#ttg.amd_wmma<{version = 2, ctaLayout = {warp = [[1, 0]], lane = [[0, 1]]}}>",
            "the parameter lane of ctaLayout is not supported",
        ),
        (
            "#ttng.tensor_memory_encoding<blockM = 128, blockN = 128, rows = 2>",
            "the parameter rows of #ttg.tensor_memory_encoding is not supported",
        ),
        (
            f"{BLOCKED_GLUON}, cluster_dims=[2, 1])",
            "the parameter cluster_dims of BlockedLayout is not supported",
        ),
        (
            (
                "#ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 1,"
                " CTASplitM = 2, twoCTAs = true>"
            ),
            "is not supported",
        ),
    ],
)
def test_parameters_that_may_change_the_layout_are_not_ignored(text, problem):
    with pytest.raises(ReadingError, match=problem):
        read(f"tensor<128x64xf32, {text}>")


def test_fp4_padding_leaves_half_of_the_bytes_unused():
    text = (
        "!ttg.memdesc<64x128xi8, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false,"
        f" elementBitWidth = 8, fp4Padded = true}}>, {SHARED}>"
    )
    form = read(text).form
    assert form.points[:8] == (*((0, 1), (0, 2), (0, 4), (0, 0), (0, 8), (0, 16), (0, 32), (1, 8)),)
    layout = form.layout
    assert str(layout) == "Sw<3,4,3> o 0 o (64,(8,8,2)):(128,(1,16,8192))"


def test_shared_memory_of_a_block_covers_only_its_part():
    text = (
        "!ttg.memdesc<128x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8,"
        f" order = [1, 0], CGALayout = [[1, 0]]}}>, {SHARED}>"
    )
    reading = read(text)
    assert str(reading.form.layout) == "Sw<3,3,3> o 0 o (64,64):(64,1)"
    note = "this is the layout in one thread block of the cluster; the block holds (64,64) of the"
    assert f"{note} tensor" in reading.notes


def test_a_tlx_dump_has_the_layout_of_its_type():
    text = (
        "tlx.dump_layout @ kernel.py:7\n  type: tensor<2x4xf32, BlockedLayout([1, 4], [2, 1],"
        " [1, 1], [1, 0])>\n  cute: {}"
    )
    found = read(text.format("(_2,_4):(_4,_1)")).form
    assert str(found.thread_value) == "(2,4):(1,2)"
    with pytest.raises(ReadingError, match="the type place some"):
        read(text.format("(_2,_4):(_1,_2)"))
    assert any("row-major" in note for note in read("cute: (_2,_4):(_4,_1)").notes)


def test_aliases_in_a_dump_are_resolved_on_later_lines():
    dump = f"""#blocked = {BLOCKED}
    %0 = tt.load %p : tensor<8x8xf16, #blocked>
    %1 = tt.make_range : tensor<8xi32, #ttg.slice<{{dim = 0, parent = #blocked}}>>
"""
    found = list(read_all(dump))
    assert [one.kind for one in found] == ["encoding", "linear layout", "linear layout"]
    assert found[1].form.shape == (8, 8)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
            "Sw<3,3,3> o 0 o (64,64):(64,1)",
        ),
        (
            "swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>",
            "(64,64):(1,64)",
        ),
        (
            "nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>",
            "Sw<3,3,3> o 0 o (64,64):(64,1)",
        ),
        (
            "nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>",
            "(64,64):(64,1)",
        ),
        ("padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>", "(64,64):(72,1)"),
        (
            "padded_shared<[64:+4, 512:+16] {order = [1, 0], shape = [64, 64]}>",
            "((8,8),64):((68,560),1)",
        ),
    ],
)
def test_shared_memory_encodings_become_cute_layouts(text, expected):
    reading = read(f"!ttg.memdesc<64x64xf16, #ttg.{text}, {SHARED}>")
    assert str(reading.form.layout) == expected
    assert (reading.unit, reading.element) == ("elements", "f16")


@pytest.mark.parametrize("ending", ["", ", hasLeadingOffset = false"])
def test_shared_memory_of_older_releases_is_read(ending):
    numbers = "vec = 8, perPhase = 2, maxPhase = 4, order = [2, 1, 0]"
    older = f"#triton_gpu.shared<{{{numbers}{ending}}}>"
    newer = f"#ttg.swizzled_shared<{{{numbers}}}>"
    found = read(f"!tt.memdesc<4x32x32xf16, {older}>").form
    assert found == read(f"!ttg.memdesc<4x32x32xf16, {newer}, {SHARED}>").form
    # In texts of Triton 2, a memory buffer has a tensor type.
    assert found == read(f"tensor<4x32x32xf16, {older}>").form
    assert found == read(f"tensor<3x4x32x32xf16, {older}>").form


def test_shared_memory_for_wgmma_of_older_releases_is_refused():
    numbers = "vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = true"
    with pytest.raises(ReadingError, match="hasLeadingOffset = true, for wgmma, is not supported"):
        read(f"!tt.memdesc<64x64xf16, #triton_gpu.shared<{{{numbers}}}>>")


def test_every_kind_of_encoding_has_a_list_of_its_parameters():
    assert set(PARAMETERS) == set(LAYOUTS)
    assert {kind for kind, *_ in GLUON.values()} <= set(PARAMETERS)


def test_a_memory_slice_has_the_strides_of_the_whole():
    text = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>"
    reading = read(f"!ttg.memdesc<64x16xf16, {text}, {SHARED}, 64x64>")
    layout = reading.form.layout
    whole = read(f"!ttg.memdesc<64x64xf16, {text}, {SHARED}>").form.layout
    assert layout.shape == (64, 16)
    assert all(layout((i, j)) == whole((i, j)) for i in range(64) for j in range(16))


POINTS = st.permutations([(1 << k, 0) for k in range(3)] + [(0, 1 << k) for k in range(3)])


@given(POINTS, st.integers(0, 6), st.integers(0, 6))
def test_a_thread_value_layout_is_the_xor_of_its_bases(points, i, j):
    i, j = sorted((i, j))
    bits = {
        "register": tuple(points[:i]),
        "lane": tuple(points[i:j]),
        "warp": tuple(points[j:]),
    }
    held = Distributed(tuple(bits.items()), (8, 8))
    tv, threads = held.thread_value, (*bits["lane"], *bits["warp"])
    for t, v in product(range(1 << len(threads)), range(1 << i)):
        x = y = 0
        for k, (a, b) in enumerate((*threads, *bits["register"])):
            if (t | v << len(threads)) >> k & 1:
                x, y = x ^ a, y ^ b
        assert tv((t, v)) == x + 8 * y


@given(POINTS, st.integers(0, 6), st.integers(0, 6), st.sampled_from((1, 2, 4, 32)))
def test_converting_a_linear_layout_to_thread_values_and_back_is_exact(points, i, j, lanes):
    i, j = sorted((i, j))
    bits = {"register": tuple(points[:i]), "lane": tuple(points[i:j]), "warp": tuple(points[j:])}
    held = Distributed(tuple(bits.items()), (8, 8))
    back = Distributed.of_thread_value(held.thread_value, (8, 8), lanes)
    assert back.matrix == held.matrix
    assert back.of("register") == held.of("register")
    assert len(back.of("lane")) == min(lanes.bit_length() - 1, 6 - i)


def test_a_nonlinear_thread_value_layout_is_rejected():
    with pytest.raises(LayoutError, match="must have no common bit"):
        Distributed.of_thread_value(Layout((4, 2), (1, 3)), (4, 4))
    with pytest.raises(LayoutError, match="not a 1-D coordinate"):
        Distributed.of_thread_value(Layout((4, 4), (1, 4)), (4, 2))


def test_replication_is_counted_and_kept():
    text = "tensor<8x16xf16, BlockedLayout([1, 2], [4, 8], [4, 1], [1, 0])>"
    reading = read(text)
    assert reading.form.replication == 2
    assert "each element is held 2 times" in reading.notes
    assert reading.form.thread_value.size == 2 * 8 * 16


def test_bases_with_a_common_bit_have_no_thread_value_layout():
    held = read("DistributedLinearLayout([[0, 1]], [[1, 1]], [], [], [2, 2])").form
    assert held.matrix.columns == (3, 2)
    with pytest.raises(LayoutError, match="must have no common bit"):
        _ = held.thread_value


def test_memory_that_is_not_a_swizzle_has_only_a_matrix():
    shared = Shared(((1, 0), (0, 1), (2, 1), (0, 2)), (4, 4))
    assert shared.matrix.bijective
    try:
        layout = shared.layout
    except LayoutError as error:
        assert "no swizzle of a layout" in str(error)
    else:
        assert isinstance(layout, Layout | ComposedLayout)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("tensor<8x12xf16, BlockedLayout([1, 2], [4, 8], [4, 1], [1, 0])>", "powers of two"),
        ("tensor<8xf16, BlockedLayout([1, 2], [4, 8], [4, 1], [1, 0])>", "has 2 numbers"),
        ("tensor<8x8xf16, #ttg.blocked<{order = [1, 0]}>>", "a list of numbers as sizePerThread"),
        ("tensor<8x8xf16, #ttg.new_encoding<{a = 1}>>", "is not supported"),
        (
            (
                "tensor<8x8xf16, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8],"
                " warpsPerCTA = [1, 1], order = [1, 1]}>>"
            ),
            "not a permutation",
        ),
    ],
)
def test_an_inconsistent_encoding_is_rejected(text, problem):
    with pytest.raises(ReadingError, match=problem):
        read(text)


def test_an_encoding_becomes_a_layout_when_a_shape_is_given():
    text = "BlockedLayout([1, 2], [4, 8], [2, 1], [1, 0])"
    assert read(text).kind == "encoding"
    assert read(text, shape=(8, 16)).form == read(text).value.on((8, 16))
