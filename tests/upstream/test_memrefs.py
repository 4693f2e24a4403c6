"""The layout that is read from a memref has the strides and the offset that MLIR calculates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jaxlib.mlir import ir

from spec import Layout, LayoutError, read

DYNAMIC = ir.ShapedType.get_dynamic_stride_or_offset()

SIZES = st.integers(1, 9)
NUMBERS = st.one_of(st.integers(-20, 200), st.just("?"))
SPACES = st.sampled_from(["", ", 3", ", 1 : i32", ', "shared"'])


@st.composite
def memrefs(draw, sizes=SIZES):
    """Draw a memref, with or without strides."""
    shape = draw(st.lists(sizes, max_size=4))
    strided = ""
    if shape and draw(st.booleans()):
        strides = ", ".join(str(draw(NUMBERS)) for _ in shape)
        offset = draw(st.one_of(st.none(), NUMBERS))
        strided = f", strided<[{strides}]" + (f", offset: {offset}>" if offset is not None else ">")
    element = draw(st.sampled_from(["f16", "bf16", "f32", "i8", "i32"]))
    return f"memref<{''.join(f'{size}x' for size in shape)}{element}{strided}{draw(SPACES)}>"


def of_mlir(text):
    """Return the memref that MLIR parses."""
    return ir.MemRefType(ir.Type.parse(text))


def strides_and_offset(form):
    """Return the shape, the strides and the offset of a value that was read."""
    layout, offset = form if isinstance(form, tuple) else (form, 0)
    return layout.shape, layout.stride, offset


@given(memrefs())
def test_a_memref_is_read_as_mlir_reads_it(text):
    with ir.Context():
        memref = of_mlir(text)
        strides, offset = memref.get_strides_and_offset()
        reading, again = read(text), read(str(memref))
        assert again.form == reading.form
        # Replace each number that is known only at run time by a number that occurs in no text.
        numbers = {one.name: 1000 + k for k, one in enumerate(reading.unknowns)}
        value = reading.at(**numbers) if numbers else reading.value
        shape, found, start = strides_and_offset(value)
        if not memref.shape:
            assert (value, strides, offset) == (Layout(1, 0), [], 0)
            return
        assert shape == tuple(memref.shape)
        for ours, theirs in zip((*found, start), (*strides, offset), strict=True):
            assert ours >= 1000 if theirs == DYNAMIC else ours == theirs


@given(memrefs(st.one_of(SIZES, st.just("?"))))
def test_a_number_of_a_memref_is_known_where_mlir_knows_it(text):
    with ir.Context():
        memref = of_mlir(text)
        strides, offset = memref.get_strides_and_offset()
        reading = read(text)
        many = [{one.name: k for one in reading.unknowns} for k in (1000, 2000)]
        values = [reading.at(**numbers) if numbers else reading.value for numbers in many]
        (_, one, start), (_, other, end) = map(strides_and_offset, values)
        known = [a == b for a, b in zip((one, start), (other, end), strict=True)]
        if memref.shape:
            theirs = [all(d != DYNAMIC for d in strides), offset != DYNAMIC]
            assert known == theirs


@pytest.mark.parametrize(
    "text", ["memref<4x8xf32, strided<[8]>>", "memref<4xf32, strided<[1], 3>>", "memref<4x>"]
)
def test_a_memref_that_mlir_rejects_is_refused(text):
    with ir.Context(), pytest.raises(ir.MLIRError):
        ir.Type.parse(text)
    with pytest.raises(LayoutError):
        read(text)
