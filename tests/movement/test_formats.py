"""In kernel files, formats of XLA, CATLASS and Triton mean what their specifications say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import parse_xla_shape
from spec.atoms import Atom, Operand, get_layoutC_TV, tiled_mma
from spec.errors import LayoutError
from spec.layout import Layout
from spec.modes import modes_of, offsets
from spec.named import valued
from spec.tla import make_layout
from spec.xla import linear_index
from verif.movement.formats import (
    atoms_of,
    buffer_layout,
    flat,
    in_notation,
    shape_and_stride,
    taken_by,
)
from verif.sizes.names import read_sizes

SIZES = "M, N"
ARRAYS = (
    "f32[M,N]{1,0:T(8,128)}",
    "f32[M,N]{0,1:T(8,128)}",
    "bf16[M,N]{1,0:T(8,128)(2,1)}",
    "f32[M,N,3]{2,0,1:T(4,2)(2,1)}",
    "f32[M,2*N]{1,0:T(4)}",
    "f32[6,N]{1,0:T(4,8)(2)}",
    "f32[M,N]",
)


def offset(text, values, index):
    """Return the offset of an index in the layout `text`. `values` has the values of M and N."""
    shape, stride = shape_and_stride(text, read_sizes(SIZES))
    found = 0
    for x, size, step in zip(index, shape, stride, strict=True):
        left = x
        for mode in flat(size, step):
            left, low = divmod(left, valued(mode.size, values))
            found += low * valued(mode.stride, values)
        assert left == 0
    return found


@given(st.sampled_from(ARRAYS), st.integers(1, 300), st.integers(1, 300), st.data())
def test_an_array_over_sizes_has_the_places_of_the_array(text, m, n, data):
    shape = parse_xla_shape(
        text.replace("2*N", str(2 * n)).replace("M", str(m)).replace("N", str(n))
    )
    index = tuple(data.draw(st.integers(0, size - 1)) for size in shape.dims)
    layout = in_notation(text, SIZES)
    assert offset(layout, {"M": m, "N": n}, index) == linear_index(shape, index)


@pytest.mark.parametrize("text", ["f32[M,N]{1,0:T(8,128)(3,1)}", "f32[M,N]{1,0:T(*,8)}"])
def test_tiles_that_do_not_fit_each_other_are_refused(text):
    with pytest.raises(LayoutError, match=r"the tile|a tile"):
        in_notation(text, SIZES)


@pytest.mark.parametrize("tag", ["zN", "nZ", "zZ", "nN"])
def test_stages_of_a_format_follow_each_other(tag):
    one = make_layout("f16", tag, 64, 32)
    staged = buffer_layout(f"{tag}(f16, 64, 32) x 3", (64, 32))
    assert all(
        staged((m, n, stage)) == one(m, n) + stage * 2048
        for m in range(64)
        for n in range(32)
        for stage in range(3)
    )


@given(st.data())
def test_atoms_of_a_blocked_encoding_hold_its_elements(data):
    """Each thread has the same elements in the matrix instruction as in the encoding."""
    power = st.integers(0, 2).map(lambda k: 1 << k)
    each, lanes, warps = (data.draw(st.tuples(power, power)) for _ in range(3))
    order = data.draw(st.permutations((0, 1)))
    again = data.draw(st.tuples(power, power))
    tile = tuple(a * b * c * d for a, b, c, d in zip(each, lanes, warps, again, strict=True))
    encoding = f"BlockedLayout({list(each)}, {list(lanes)}, {list(warps)}, {order})"
    one = Operand(Layout((1, 1), (0, 0)), (1, 1))
    atoms, sides = atoms_of(encoding)
    found = get_layoutC_TV(
        tiled_mma(Atom("fma", (1, 1, 1), Layout(1), one, one, one), atoms, sides), tile
    )
    assert held(found) == held(taken_by(encoding, tile))


def held(tv):
    """Return the elements of each thread."""
    threads = tv[0].size
    listed = offsets(modes_of(tv))
    return [set(listed[t::threads]) for t in range(threads)]


@pytest.mark.parametrize(
    ("action", "text", "said"),
    [
        (taken_by, "SwizzledSharedLayout(1, 1, 1, [1, 0])", "is not an encoding of registers"),
        (buffer_layout, "BlockedLayout([1, 4], [4, 8], [4, 1], [1, 0])", "of shared memory"),
        (taken_by, "Sw<1,0,1> o 0 o (4,4):(4,1)", "is not a thread-value layout"),
    ],
)
def test_a_layout_of_another_place_is_refused(action, text, said):
    with pytest.raises(LayoutError, match=said):
        action(text, (16, 32))


def test_only_blocked_encodings_have_atoms():
    with pytest.raises(LayoutError, match="is not a blocked encoding"):
        atoms_of("#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [2, 2], instrShape = [16, 8]}>")
