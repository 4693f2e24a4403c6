"""A text in any supported format is read as the value that it has in the tool that prints it."""

import pytest

import spec
from spec import ComposedLayout, Layout, Swizzle, XlaShape, read
from spec.reading import ArrayFormat, read_all
from tests.spec.reading.samples import JAX, READ, TILED_MMA


@pytest.mark.parametrize(("text", "kind", "notation"), READ, ids=[row[0][:60] for row in READ])
def test_a_text_has_its_kind_and_value(text, kind, notation):
    reading = read(text)
    assert reading.kind == kind
    assert reading.family
    assert text[reading.start : reading.end].strip() in text
    if notation is not None:
        assert reading.notation == notation


@pytest.mark.parametrize(
    "text", [row[0] for row in READ if row[1] in ("layout", "swizzled layout")]
)
def test_the_notation_of_a_reading_is_read_as_the_same_value(text):
    reading = read(text)
    assert read(reading.notation).value == reading.value


def test_read_is_exported():
    assert spec.read is read
    assert "read" in spec.__all__


@pytest.mark.parametrize(
    ("spelling", "element"),
    [
        *(("half", "f16"), ("half_t", "f16"), ("__half", "f16"), ("float16", "f16")),
        *(("Float16", "f16"), ("fp16", "f16"), ("f16", "f16"), ("torch.float16", "f16")),
        *(("float", "f32"), ("double", "f64"), ("tf32", "f32"), ("tfloat32_t", "f32")),
        *(("bfloat16_t", "bf16"), ("BFloat16", "bf16"), ("__nv_bfloat16", "bf16")),
        *(("e4m3", "f8e4m3fn"), ("float_e4m3_t", "f8e4m3fn"), ("fp8e4nv", "f8e4m3fn")),
        *(("float8_e5m2", "f8e5m2"), ("f8E5M2", "f8e5m2"), ("Float8E4M3FN", "f8e4m3fn")),
        *(("int8_t", "s8"), ("i8", "s8"), ("u8", "u8"), ("uint8_t", "u8"), ("unsigned char", "u8")),
        *(("int4b_t", "s4"), ("uint4b_t", "u4"), ("int", "s32"), ("i64", "s64"), ("bool", "u8")),
        *(("float_e2m1_t", "f4e2m1fn"), ("float_ue8m0_t", "f8e8m0fnu"), ("complex64", "c64")),
    ],
)
def test_every_spelling_of_an_element_type_is_read(spelling, element):
    reading = read(spelling)
    assert (reading.kind, reading.value, reading.element) == ("element type", element, element)
    assert reading.bits is not None


def test_a_cpp_print_and_its_demangled_type_have_the_same_value():
    printed = read("Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)")
    demangled = read(
        "cute::ComposedLayout<cute::Swizzle<3, 4, 3>, cute::smem_ptr_flag_bits<16>, cute::Layout<"
        "cute::tuple<cute::C<8>, cute::C<64> >, cute::tuple<cute::C<64>, cute::C<1> > > >"
    )
    assert printed.value == demangled.value
    assert printed.notes == demangled.notes


def test_a_composed_layout_of_two_layouts_is_not_merged():
    value = read("(32,2):(1,64) o 0 o (8,8):(8,1)").value
    assert value == ComposedLayout(Layout((32, 2), (1, 64)), 0, Layout((8, 8), (8, 1)))


def test_operands_of_a_tiled_mma_repeat_over_its_atoms():
    found = read(TILED_MMA).value
    assert found.c.tile == (32, 16)
    expected = spec.parse_layout("(((4,8),(2,2)),(2,2,2)):(((64,1),(16,0)),(32,8,256))")
    assert spec.coalesce(found.a.tv, (1, 1)) == spec.coalesce(expected, (1, 1))


def test_a_tiled_mma_in_code_equals_its_type():
    written = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{})"
    demangled = (
        "TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>,Layout<Shape<_2,_2,_1>>,"
        "Tile<Underscore,Underscore,Underscore>>"
    )
    assert str(read(written).value) == str(read(demangled).value)


def test_an_hlo_array_is_read_with_memory_space_and_operation():
    reading = read("%c.2 = f32[8,128]{1,0:T(8,128)S(1)} copy(f32[8,128]{0,1} %p.1), metadata={}")
    assert reading.parts["space"] == 1
    assert reading.parts["operation"] == "copy"
    assert reading.parts["operands"] == (XlaShape.parse("f32[8,128]{0,1}"),)
    assert reading.value == XlaShape.parse("f32[8,128]{1,0:T(8,128)}")


def test_an_alignment_of_the_padding_is_read_if_it_adds_no_padding():
    reading = read("f32[300]{0:T(256)L(512)}")
    assert reading.value == XlaShape.parse("f32[300]{0:T(256)}")
    assert reading.notes == ("the padding ends at a multiple of 512 elements",)
    assert read("f32[0]{0:L(8)}").value == XlaShape.parse("f32[0]{0}")
    assert read("f32[300]{0:T(256)L(1)}").notes == ()


def test_a_jax_layout_becomes_an_array_when_a_shape_is_given():
    assert read(JAX).value == ArrayFormat((1, 0), ((8, 128), (2, 1)), None)
    array = read(
        f"Format(layout={JAX}, sharding=Single(device=0))", shape=(16, 256), element="half"
    )
    assert array.value == XlaShape.parse("f16[16,256]{1,0:T(8,128)(2,1)}")


def test_a_pointer_gives_its_element_type_and_memory_space():
    reading = read("tensor<ptr<bf16, gmem, align<16>> o (128,32):(32,1)>")
    assert (reading.element, reading.bits, reading.unit) == ("bf16", 16, "elements")
    assert reading.parts["space"] == "gmem"


def test_values_are_found_in_a_log():
    log = 'a %0 = cute.copy : !cute.layout<"8:1">\nptr[32b](0x10) o (2,2):(1,2)\nf32[4]{0} and 3'
    found = [reading.notation for reading in read_all(log)]
    assert found == ["8:1", "(2,2):(1,2)", "f32[4]{0}"]


def test_pointers_of_each_kind_are_found_in_a_log():
    pointers = (
        "tmem_[32b](0x0000.0000)",
        "GMMA::DescriptorIterator",
        "smem_subptr[4b](0x10.0)",
        "counting_iter(0)",
        "gmem_[16b]",
    )
    log = "\n".join(f"tCr: {pointer} o (_8,_2):(_2,_1) and more" for pointer in pointers)
    assert [reading.kind for reading in read_all(log)] == ["tensor"] * len(pointers)


def test_code_printed_by_find_swizzle_is_read():
    from verif.finding.code import in_cpp, in_python

    layout, swizzle = Layout((64, 64), (64, 1)), Swizzle(3, 3, 3)
    expected = ComposedLayout(swizzle, 0, layout)
    assert read(in_cpp(swizzle, layout)).value == expected
    assert read(in_python(swizzle, layout)).value == expected
