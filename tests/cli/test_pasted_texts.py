"""Texts that users paste, each with the expected answer or error."""

import shlex

import pytest

SWIZZLED = "Sw<3,3,3> o 0 o (64,64):(64,1)"
SWIZZLED_8 = "Sw<3,3,3> o 0 o (8,64):(64,1)"
OF_BYTES = "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)"
TWICE = "Sw<3,4,3>_smem_ptr[16b](0x400) o Sw<1,0,3> o _0 o (_8,_64):(_64,_1)"
TILE = "(32,32):(32,1)"
COPY = "tiled_copy((16,8):(8,1), (1,8))"
TV = "((8,16),8):((128,1),16)"
A = "((4,8),(2,2,2)):((32,1),(16,8,128))"


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        # Types and printed values of CuTe C++
        ("size(Layout<Shape<_128,_64>,Stride<_1,_128>>)", "8192"),
        ("coalesce(cute::Layout<cute::tuple<cute::C<4>,cute::C<2>>>)", "8:1"),
        ("cosize(ptr[32b](0x7f00) o (4,8):(8,1))", "32"),
        ("cosize(smem_ptr[8b](0x10) o (4,8):(8,1))", "32"),
        ("E<0>{}", "1@0"),
        ("make_layout(make_shape(8, 16), make_stride(E<0>{}, E<1>{}))", "(8,16):(1@0,1@1)"),
        (
            "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(Int<128>{}, Int<64>{}))",
            "Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,8192))",
        ),
        # Tilers, constructors and types of CuTe DSL and of other Python packages
        ("cosize(tensor<ptr<i8, smem, align<1024>> o (4,8):(8,1)>)", "32"),
        ("composition((64,64):(64,1), (32:1,16:1))", "(32,16):(64,1)"),
        ("composition((64,64):(64,1), [32:1;16:1])", "(32,16):(64,1)"),
        ('composition((64,64):(64,1), <"[32:1;16:1]">)', "(32,16):(64,1)"),
        ('composition((64,64):(64,1), !cute.tile<"[32:1;16:1]">)', "(32,16):(64,1)"),
        # Lines of `find swizzle`
        ("before  (32,32):(32,1): 64 wavefronts, store 32 (32 requests of 32 bits)", TILE),
        ("best    Sw<5,0,5> o 0 o (32,32):(32,1): 64 wavefronts", f"Sw<5,0,5> o 0 o {TILE}"),
        ("padded  (32,32):(33,1): 64 wavefronts", "(32,32):(33,1)"),
        (f"C++     composition(Swizzle<5,0,5>{{}}, {TILE})", f"Sw<5,0,5> o 0 o {TILE}"),
        ("cosize(padded (32,32):(33,1))", "1055"),
        ("Layout((2,4,6),(4,1,8))", "(2,4,6):(4,1,8)"),
        ("make_layout((4,8), stride=(8,1))", "(4,8):(8,1)"),
        ('!cute.layout<"(4,8):(1,4)">', "(4,8):(1,4)"),
        ("!fly.layout<(4,8):(1,4)>", "(4,8):(1,4)"),
        # COPY covers one tile, and `wavefronts` repeats COPY over the tensor.
        (f"wavefronts((64,64):(64,1), {COPY}, f16)", "64"),
        # HLO and JAX
        ("size_bytes(%b = f32[8,128]{1,0:T(8,128)S(1)} bitcast(f32[8,128]{1,0} %a))", "4096"),
        ("size_bytes(f32[<=8,128]{1,0})", "4096"),
        # Triton
        (
            "tensor<8x8xf16, BlockedLayout([1, 2], [8, 4], [1, 1], [1, 0])>",
            "((4,8),2):((16,1),8)",
        ),
        # Elements have 1 bit, but the swizzle acts on byte addresses. After a recast to elements of
        # 16 bits, the swizzle still moves the same bytes.
        ("recast_layout(Sw<3,4,3> o smem_ptr[1b](unset) o (8,1024):(1024,1), 1, 16)", SWIZZLED_8),
        # The conversion to an XLA shape keeps the bit width of packed elements.
        ("size_bytes(as_xla_shape(zN(s4, 17, 17), s4))", "1024"),
    ],
)
def test_a_pasted_text_is_evaluated(answer, expression, value):
    status, shown = answer(f"eval {shlex.quote(expression)}")
    assert status == 0, shown
    assert value in [line.removeprefix("note: ") for line in shown.splitlines()]


@pytest.mark.parametrize(
    ("question", "status", "said"),
    [
        # A swizzle in front of a pointer acts on byte addresses, not on element offsets.
        (
            f"conflict_free({OF_BYTES}, (8,(8,8)):(1,(8,64)), half_t)",
            0,
            "Sw<3,4,3> counts bytes; in elements of 16 bits it is Sw<3,3,3>",
        ),
        # Two consecutive swizzles, with an offset between them
        (f"injective({TWICE})", 0, "no two indices have the same offset"),
        (f"equal({TWICE}, {SWIZZLED_8})", 1, "A(64) = 9, B(64) = 8"),
        (f"equal({TWICE}, Sw<3,3,3> o 0 o Sw<1,0,3> o 0 o (8,64):(64,1))", 0, "the same"),
        (f"conflict_free({TWICE}, (8,(8,8)):(1,(8,64)), f16)", 0, "8 wavefronts"),
        (f"conflict_free({TWICE.replace('400', '410')}, (8,(8,8)):(1,(8,64)), f16)", 0, "offsets"),
        (
            f"coalesced({TWICE}, (8,(8,8)):(1,(8,64)), f16)",
            1,
            "touches 8 sectors, but its data would fit in 4",
        ),
        (f"bijective_onto({TWICE}, 512)", 0, "exactly once"),
        # Replicated layouts
        ("covers_once(((4,8),(2,2,2)):((32,1),(16,8,0)), (16,8))", 1, "is taken by 2"),
        ("covers_once(((4,8),(2,2,2)):((32,1),(16,8,0)), (16,8), 2)", 0, "by exactly 2"),
        (f"covers_once({A}, (16,16))", 0, "256 elements"),
        ("covers_once(((4,8),(2,2)):((32,1),(16,8)), (16,8), 2)", 1, "by 1 (thread, value)"),
        # A thread-value layout is repeated over a tensor only if the question also names the tile.
        (f"conflict_free({SWIZZLED}, {COPY}, f16)", 0, "64 wavefronts"),
        (f"conflict_free({SWIZZLED}, {TV}, f16)", 2, "write the tile too"),
        (f"coalesced((64,64):(64,1), {TV}, f16)", 2, "write the tile too"),
        (f"conflict_free({SWIZZLED}, make_tiled_copy(atom, {TV}, (16,64)), f16)", 0, "wavefronts"),
        (f"covers_once({COPY}, (64,64))", 0, "4096 elements"),
        (f"covers_once({COPY}, (24,64))", 2, "does not divide the tensor"),
        # Arrays with the same offsets that differ in element type or size
        ("equal(f32[4,4], s8[4,4])", 0, "an element has 32 bits in A and 8 bits in B"),
        ("equal(f32[4,4], s32[4,4])", 0, "A has elements of type f32, B of type s32"),
        (
            "equal(f32[4,128]{1,0:T(4,128)}, f32[4,128]{1,0:T(8,128)})",
            0,
            "with padding A takes 2048 bytes and B takes 4096",
        ),
        ("equal(s4[8]{0:E(4)}, s4[8]{0})", 0, "an element has 4 bits in A and 8 bits in B"),
        # Arrays of different ranks, and reshapes
        ("equal(f32[3,4], f32[12])", 2, "ask bitcast(f32[3,4]{1,0}, f32[12]{0})"),
        ("bitcast(f32[3,4]{1,0}, f32[6,2]{1,0})", 0, "counted row-major"),
        ("bitcast(f32[3,4]{0,1}, f32[6,2]{0,1})", 1, "A(0,1) and B(0,1) are the same element"),
        ("bitcast(f32[4,128]{1,0:T(4,128)}, f32[4,128]{1,0:T(8,128)})", 1, "with padding A takes"),
        ("bitcast(f32[3,4], s32[3,4])", 0, "has the same place as element n of B"),
        ("bitcast(f32[3,4], f32[3,5])", 1, "A has 12 elements, B has 15"),
        ("bitcast(f32[3,4], bf16[3,4])", 1, "an element has 32 bits in A and 16 bits in B"),
        ("bitcast(f32[3,5]{1,0:T(2,2)}, f32[15]{0})", 1, "A(0,2) and B(2) are the same element"),
        # A witness in an array is a multi-dimensional index.
        ("disjoint(f32[4,6], f32[4,6])", 1, "A(1,0) = B(1,0) = 6"),
        ("disjoint(f32[4,6], 5:7)", 1, "A(1,1) = B(1) = 7"),
        ("aligned(f32[4,6], 2)", 1, "A(0,1) = 1 is not a multiple of 2"),
        ("fits_int32(f32[65536,65536])", 1, "A(65535,65535) = 4294967295"),
        ("injective(f32[2,3]{1,0:T(2,2)})", 0, "the same position"),
    ],
)
def test_a_question_about_a_pasted_text_is_answered(answer, question, status, said):
    found, shown = answer(f"check {shlex.quote(question)}")
    assert (found, said in shown) == (status, True), shown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "cosize(SM80_16x8x16_F32F16F16F32_TN)",
            f"layout of one operand, such as get_layoutA_TV(MMA): A {A} of tile <16,16>",
        ),
        ("(f32[8]{0}, /*index=1*/s32[4]{0})", "write only one array of the tuple"),
        ("Layout(major_to_minor=(0,1), tiling=((8,128),))", "write the array, as bf16[16,256]"),
        ("tpu_format(f64[1000])", "the compiler for TPUs has tiles for elements of 32, 16, 8"),
        (f"wavefronts((64,64):(64,1), {TV}, f16)", "write the tile too"),
        ("smem_ptr[16b](0x400)", "write the tensor, POINTER o LAYOUT"),
        ("size(smem_ptr[16b](unset) o (8,64):(64,1))", "no swizzle, write only the layout"),
        ("Sw<3,4,3> o smem_ptr[16b](0x400) o (8,64):(64,1)", "must be at the start, as in Sw<3"),
        ("make_layout(make_shape(M, 64))", "line 1, column 24: the value of a variable is not"),
        ("make_layout((8, 64), make_stride(N, 1))", "write its number, or (m,n):(n,1) with --for"),
        ("make_tiled_copy(atom, tv, (16,8))", "column 23: the value of a variable is not known"),
        ("GMMA::smem_selector<half_t>()", "`layout-verif help texts` lists the texts of"),
        ("size(GMMA::Layout_K_SW128_Atom<T>{})", "column 32: T is not an element type"),
        ("affine_map<(d0, d1) -> (d1, d0)>", "`layout-verif help texts` lists the texts of"),
        ("ENTRY %main (p: f32[3]) -> f32[3] {", "`layout-verif help texts` lists the texts of"),
        ("copy_atom(ldmatrix, f16)", "a copy instruction has a name such as ldmatrix.x4"),
    ],
)
def test_a_text_without_a_single_layout_is_rejected_with_a_hint(answer, text, said):
    status, shown = answer(f"eval {shlex.quote(text)}")
    assert (status, said in shown) == (2, True), shown


def test_find_swizzle_accepts_a_tiled_copy(answer):
    command = 'find swizzle --smem "(64,64):(64,1)" --type half_t --load "{}"'
    status, shown = answer(command.format(COPY))
    assert status == 0
    assert "64 wavefronts, load 64 (16 requests of 128 bits)" in shown
    status, shown = answer(command.format(TV))
    assert (status, "write the tile too" in shown) == (2, True)


def test_a_question_with_an_unknown_number_covers_all_values(answer):
    tensor = "gmem_ptr[16b](0x0) o (?,32768):(32768,_1)"
    status, shown = answer(f'check "fits_int32({tensor})"')
    assert status == 1
    assert "at N1=65537, the least sizes" in shown
    assert "note: ? is N1" in shown


@pytest.mark.parametrize(
    ("spelling", "bits"),
    [
        *(("half", 16), ("half_t", 16), ("__half", 16), ("float16", 16), ("bfloat16_t", 16)),
        *(("float", 32), ("tf32", 32), ("e4m3", 8), ("int8_t", 8), ("i8", 8), ("u8", 8)),
        ("int4b_t", 4),
    ],
)
def test_every_spelling_of_an_element_type_has_its_width(answer, spelling, bits):
    status, shown = answer(f'check "conflict_free((32,32):(32,1), (32,32):(32,1), {spelling})"')
    assert status == 0
    assert f"fewest for {bits}-bit accesses" in shown
