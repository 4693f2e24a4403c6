"""Triton's encodings are the linear layouts that Triton has, and CuTe's of the same function."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import ComposedLayout, Layout, LayoutError, read
from spec.reading import Distributed, ReadingError, Shared

SHARED = "#ttg.shared_memory, mutable"


def bases(text, shape=None):
    return {name: points for name, points in read(text, shape=shape).form.bases if points}


# What Triton 3.9 answers.
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
            # Registers beyond the tensor hold nothing new, and are dropped.
            "tensor<1x128xf32, BlockedLayout([8, 2], [4, 8], [2, 2], [0, 1])>",
            {
                "register": ((0, 1), (0, 32), (0, 64)),
                "lane": ((0, 0), (0, 0), (0, 2), (0, 4), (0, 8)),
                "warp": ((0, 0), (0, 16)),
            },
        ),
        (
            # A larger tensor repeats the layout in the order in which its registers move on.
            "tensor<4x4xf32, DistributedLinearLayout([[1, 0]], [[0, 1]], [], [], [2, 2])>",
            {"register": ((1, 0), (2, 0), (0, 2)), "lane": ((0, 1),)},
        ),
    ],
)
def test_an_encoding_has_tritons_bases(text, expected):
    assert bases(text) == expected


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
def test_shared_memory_is_a_layout_of_cute(text, expected):
    reading = read(f"!ttg.memdesc<64x64xf16, #ttg.{text}, {SHARED}>")
    assert str(reading.form.layout) == expected
    assert (reading.unit, reading.element) == ("elements", "f16")


def test_a_slice_of_memory_has_the_strides_of_the_whole():
    text = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>"
    reading = read(f"!ttg.memdesc<64x16xf16, {text}, {SHARED}, 64x64>")
    layout = reading.form.layout
    whole = read(f"!ttg.memdesc<64x64xf16, {text}, {SHARED}>").form.layout
    assert layout.shape == (64, 16)
    assert all(layout((i, j)) == whole((i, j)) for i in range(64) for j in range(16))


POINTS = st.permutations([(1 << k, 0) for k in range(3)] + [(0, 1 << k) for k in range(3)])


@given(POINTS, st.integers(0, 6), st.integers(0, 6))
def test_a_thread_value_layout_is_the_xor_of_its_points(points, i, j):
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


def test_replication_is_counted_and_kept():
    text = "tensor<8x16xf16, BlockedLayout([1, 2], [4, 8], [4, 1], [1, 0])>"
    reading = read(text)
    assert reading.form.replication == 2
    assert "each element is held 2 times" in reading.notes
    assert reading.form.thread_value.size == 2 * 8 * 16


def test_points_with_a_common_bit_are_no_thread_value_layout():
    held = read("DistributedLinearLayout([[0, 1]], [[1, 1]], [], [], [2, 2])").form
    assert held.matrix.columns == (3, 2)
    with pytest.raises(LayoutError, match="without a common bit"):
        _ = held.thread_value


def test_memory_that_is_no_swizzle_stays_a_matrix():
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
        ("tensor<8x8xf16, #ttg.blocked<{order = [1, 0]}>>", "must have sizePerThread"),
        ("tensor<8x8xf16, #ttg.new_encoding<{a = 1}>>", "no linear layout that is read"),
        (
            (
                "tensor<8x8xf16, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8],"
                " warpsPerCTA = [1, 1], order = [1, 1]}>>"
            ),
            "not a permutation",
        ),
    ],
)
def test_an_encoding_that_does_not_fit_is_refused(text, problem):
    with pytest.raises(ReadingError, match=problem):
        read(text)


def test_an_encoding_alone_has_a_layout_once_its_shape_is_given():
    text = "BlockedLayout([1, 2], [4, 8], [2, 1], [1, 0])"
    assert read(text).kind == "encoding"
    assert read(text, shape=(8, 16)).form == read(text).value.on((8, 16))
