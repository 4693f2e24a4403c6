"""A swizzle of bytes is converted to a swizzle of elements, and a note says so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import ComposedLayout, Layout, LayoutError, Swizzle, read, recast_layout
from spec.reading import ReadingError
from spec.reading.bytes import of_elements

WIDTHS = st.sampled_from((1, 2, 4, 8, 16, 32, 64, 128))


@st.composite
def swizzles(draw):
    bits = draw(st.integers(0, 4))
    shift = draw(st.integers(bits, 6)) * draw(st.sampled_from((1, -1)))
    return Swizzle(bits, draw(st.integers(0, 6)), shift)


@given(swizzles(), WIDTHS, st.integers(0, 1 << 16))
def test_an_element_swizzle_moves_bytes_as_the_byte_swizzle_does(swizzle, bits, x):
    try:
        moved = of_elements(swizzle, bits)
    except LayoutError:
        # The swizzle splits elements: two bytes of one element move to different places.
        size = bits // 8
        assert size > 1 << swizzle.base
        return
    if bits >= 8:
        assert bits // 8 * moved(x) == swizzle(bits // 8 * x)
    else:
        # The swizzle moves whole bytes, so all elements of a byte move together.
        per_byte = 8 // bits
        assert moved(x) == per_byte * swizzle(x // per_byte) + x % per_byte


def test_a_swizzle_beside_a_pointer_counts_bytes():
    reading = read("Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)")
    assert reading.value == ComposedLayout(Swizzle(3, 3, 3), 0, Layout((8, 64), (64, 1)))
    assert reading.unit == "elements"
    assert reading.bits == 16
    assert reading.notes == ("Sw<3,4,3> counts bytes; in elements of 16 bits it is Sw<3,3,3>",)


def test_a_swizzle_inside_the_layout_counts_elements():
    reading = read("smem_ptr[16b](0x400) o Sw<3,4,3> o _0 o (_8,_64):(_64,_1)")
    assert reading.value == ComposedLayout(Swizzle(3, 4, 3), 0, Layout((8, 64), (64, 1)))
    assert reading.notes == ()


def test_a_byte_swizzle_and_an_element_swizzle_stay_separate():
    reading = read("Sw<3,4,3>_smem_ptr[16b](0x400) o Sw<1,0,3> o _0 o (_8,_64):(_64,_1)")
    inner = ComposedLayout(Swizzle(1, 0, 3), 0, Layout((8, 64), (64, 1)))
    assert reading.value == ComposedLayout(Swizzle(3, 3, 3), 0, inner)


def test_an_address_inside_a_swizzle_block_becomes_an_offset():
    reading = read("Sw<3,4,3>_smem_ptr[16b](0x410) o (_8,_64):(_64,_1)")
    assert reading.value == ComposedLayout(Swizzle(3, 3, 3), 8, Layout((8, 64), (64, 1)))
    assert any("before the address 0x410" in note for note in reading.notes)


def test_a_pointer_to_small_elements_counts_the_bits_after_its_address():
    for address, start in (("0x400.0", 0), ("0x400.4", 1), ("0x410.4", 33)):
        reading = read(f"Sw<2,4,3>_smem_subptr[4b]({address}) o (_8,_64):(_64,_1)")
        assert reading.value == ComposedLayout(Swizzle(2, 5, 3), start, Layout((8, 64), (64, 1)))


@pytest.mark.parametrize(
    ("text", "space", "bits", "words"),
    [
        ("tmem_[32b](0x0000.0000) o (_8,_4):(_65536,_1)", "tmem", 32, "is one lane"),
        ("GMMA::DescriptorIterator o (_1,_2):(_0,_32)", "smem", 128, "units of 128 bits"),
        ("counting_iter(5) o (_8,_4):(_4,_1)", "any", None, "is 5 plus the offset"),
        ("smem_subptr[4b](0x0.0) o _8:_1", "smem", 4, ""),
    ],
)
def test_an_iterator_says_what_an_offset_counts(text, space, bits, words):
    reading = read(text)
    assert (reading.parts["space"], reading.bits) == (space, bits)
    assert reading.family == "CuTe C++ print"
    assert words in " ".join(reading.notes)


@pytest.mark.parametrize(
    "text",
    [
        "smem_subptr[4b](0x10) o 8:1",
        "smem_ptr[16b](0x0.1) o 8:1",
        "tmem_[32b](0x0000) o 8:1",
        "tmem_[32](0x0000.0000) o 8:1",
        "counting_iter(x) o 8:1",
        "GMMA::DescriptorIterators o 8:1",
        "Sw<2,4,3>_smem_subptr[8b](0x400.4) o (_8,_64):(_64,_1)",
    ],
)
def test_a_pointer_that_is_written_wrongly_is_refused(text):
    with pytest.raises(LayoutError):
        read(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Sw<1,0,3> o smem_ptr[16b](unset) o (_8,_8):(_8,_1)", "would split elements of 16 bits"),
        ("Sw<2,1,3>_smem_ptr[32b](0x0) o (_8,_8):(_8,_1)", "would split elements of 32 bits"),
        ("tensor<ptr<f16, smem, align<16>, S<1,0,3>> o (8,8):(8,1)>", "would split elements of 16"),
        (
            '!cute.memref<f32, smem, align<16>, S<2,1,3>, "(8,8):(8,1)">',
            "would split elements of 32",
        ),
        (
            "Sw<3,4,3>_smem_ptr[32b](0x402) o (_8,_8):(_8,_1)",
            "not a multiple of the element size, 32 bits",
        ),
    ],
)
def test_a_swizzle_that_splits_elements_is_rejected(text, problem):
    with pytest.raises(ReadingError, match=problem):
        read(text)


def test_a_note_says_that_the_dsl_omits_the_swizzle_unit():
    text = "S<3,4,3> o 0 o (8,64):(64,1)"
    assert read(text).value.swizzle == Swizzle(3, 4, 3)
    assert "does not say what the swizzle counts" in read(text).notes[0]
    assert read(text, unit="elements").notes == ()
    of_bytes = read(text, unit="bytes", element="half_t")
    assert of_bytes.value.swizzle == Swizzle(3, 3, 3)
    assert of_bytes.notes == ("Sw<3,4,3> counts bytes; in elements of f16 it is Sw<3,3,3>",)
    assert read(text, unit="bits", element="u1").value.swizzle == Swizzle(3, 4, 3)
    of_bits = read("S<3,7,3> o 0 o (8,64):(64,1)", unit="bits", element="half_t")
    assert of_bits.value.swizzle == Swizzle(3, 3, 3)
    assert of_bits.notes == ("Sw<3,7,3> counts bits; in elements of f16 it is Sw<3,3,3>",)
    with pytest.raises(ReadingError, match="the width of an element is not known"):
        read(text, unit="bytes")


def test_an_atom_in_bits_is_recast_as_in_cute():
    atom = read("Sw<3,4,3> o smem_ptr[1b](unset) o (_8,_1024):(_1024,_1)").value
    assert str(recast_layout(atom, 1, 16)) == "Sw<3,3,3> o 0 o (8,64):(64,1)"
