"""Sample texts of each format that `read` accepts, such as CuTe IR, and the values of the texts.

The texts have the form that tools print, but were written for these tests.
"""

TYPE = "cute::Layout<cute::tuple<cute::C<8>, cute::C<64> >, cute::tuple<cute::C<64>, cute::C<1> > >"
BLOCKED = (
    "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1],"
    " order = [1, 0]}>"
)
TILED_COPY = """TiledCopy
  Tiler_MN:       (_16,_64)
  TiledLayout_TV: ((_8,_16),_8):((_128,_1),_16)
Copy_Atom
  ThrID:        _1:_0
  ValLayoutSrc: (_1,_8):(_0,_1)
  ValLayoutDst: (_1,_8):(_0,_1)
  ValLayoutRef: (_1,_8):(_0,_1)
  ValueType:    16b
"""
TILED_COPY_DSL = """Tiled Copy
  Tiler MN:        (16:1,64:1)
  TV Layout tiled: ((8,16),8):((128,1),16)
Copy Atom
  ThrID:           1:0
  TV Layout Src:   (1,8):(0,1)
  TV Layout Dst:   (1,8):(0,1)
  Value type:      f16
"""
TILED_MMA = """TiledMMA
  ThrLayoutVMNK:  (_32,_2,_2,_1):(_1,_32,_64,_0)
  PermutationMNK: (_32,_16,_16)
MMA_Atom
  ThrID:      _32:_1
  Shape_MNK:  (_16,_8,_16)
  LayoutA_TV: ((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))
  LayoutB_TV: ((_4,_8),(_2,_2)):((_16,_1),(_8,_64))
  LayoutC_TV: ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))
"""
IR_COPY = (
    '!cute.tiled_copy<!cute_nvgpu.atom.ldsm<val_type = f16, mode = <"(8,8)">, num_matrices = 4, n>,'
    ' layout_copy_tv = <"((8,16),8):((128,1),16)">, tiler_mn = <"[16:1;64:1]">>'
)
IR_MMA = (
    "!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >, "
    'atom_layout_MNK = <"(2,2,1):(1,2,0)">, permutation_MNK = <"[32:1;32:1;16:1]">>'
)
IR_FMA = (
    "!cute.tiled_mma<!cute_nvgpu.atom.universal_fma<1x1x1, (f32, f32) -> f32 >, "
    'atom_layout_MNK = <"(4,4,1):(4,1,0)">, permutation_MNK = <"[(4,2):(2,1);(4,2):(2,1);_]">>'
)
TMEM = "#ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>"
TLX = f"""tlx.dump_layout @ kernel.py:7:3
  type: tensor<8x16xf16, {BLOCKED}>
  cute: ((_8,_4,_2),_2):((_2,_16,_64),_1)
"""
JAX = "Layout(major_to_minor=(0, 1), tiling=((8, 128), (2, 1)), sub_byte_element_size_in_bits=0)"

READ = [
    # CuTe C++, as written in kernels
    (
        "make_tiled_copy(Copy_Atom<Op<uint128_t>, half_t>{}, Layout<_4>{}, Layout<Shape<_8>>{});",
        "tiled copy",
        None,
    ),
    (
        "make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{}, Layout<Shape<_2,_2>>{})",
        "matrix instruction",
        None,
    ),
    ("make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{})", "matrix instruction", None),
    (
        "GMMA::Layout_K_SW128_Atom<cutlass::half_t>{}",
        "swizzled layout",
        "Sw<3,3,3> o 0 o (8,64):(64,1)",
    ),
    (
        "GMMA::Layout_SW64_Atom<float, GMMA::Major::MN>",
        "swizzled layout",
        "Sw<2,2,3> o 0 o (16,8):(1,16)",
    ),
    # CATLASS
    ("layout::zN::MakeLayout<half>(30, 40)", "array", "((16,2),(16,3)):((16,256),(1,512)):(30,40)"),
    (
        "auto layoutDst = Catlass::layout::zZ::template MakeLayout<int8_t>(32, 64);",
        "array",
        "((16,2),(32,2)):((32,1024),(1,512)):(32,64)",
    ),
    (
        "tla::MakeLayout<float, Catlass::layout::nZ>(tla::Int<16>{}, tla::Int<8>{})",
        "array",
        "((8,2),(16,1)):((1,128),(8,128)):(16,8)",
    ),
    ("zN<half>(16, 16)", "array", "((16,1),(16,1)):((16,256),(1,256)):(16,16)"),
    ("tla::MakeLayoutL0C(32, 16)", "array", "((16,2),(16,1)):((16,256),(1,512)):(32,16)"),
    (
        "layout::nZ::MakeLayout<AscendC::int4b_t>(16, 64)",
        "array",
        "((64,1),(16,4)):((1,4096),(64,1024)):(16,64)",
    ),
    (
        "layout::zN::MakeLayoutInL0C(Catlass::MakeCoord(20, 40))",
        "array",
        "((16,2),(16,3)):((16,256),(1,512)):(20,40)",
    ),
    (
        "layout::nZ layoutB{20, 40, 16, 2, 16, 3, 1, 768, 16, 256}",
        "array",
        "((16,2),(16,3)):((1,768),(16,256)):(20,40)",
    ),
    ("tla::MakeLayout<half, layout::RowMajor>(20u, 40UL)", "array", "(20,40):(40,1):(20,40)"),
    ("make_layout(make_shape(4u, 8U), make_stride(8l, 1ull))", "layout", "(4,8):(8,1)"),
    ("layout::RowMajor{30, 40}", "array", "(30,40):(40,1):(30,40)"),
    ("layout::ColumnMajor layoutB{30, 40, 32};", "array", "(30,40):(1,32):(30,40)"),
    ("layout::VectorLayout{40}", "array", "(40):(1):(40)"),
    (
        "tla::MakeLayout(tla::MakeShape(30, 40), tla::MakeStride(static_cast<int64_t>(64), 1))",
        "array",
        "(30,40):(64,1):(30,40)",
    ),
    (
        "MakeLayout(MakeShape(Int<32>{}, _16{}), MakeStride(_16{}, _1{}))",
        "array",
        "(32,16):(16,1):(32,16)",
    ),
    # CuTe C++, printed
    ("memref<4x8xf32>", "tensor", "(4,8):(8,1)"),
    ("memref<64x32xbf16, strided<[1, 80]>, 3>", "tensor", "(64,32):(1,80)"),
    (
        "memref<4x8xf32, strided<[-8, 1], offset: 24>, #gpu.address_space<workgroup>>",
        "tensor",
        "<(4,8):(-8,1),24>",
    ),
    ("memref<f16, 1 : i32>", "tensor", "1:0"),
    ("(_8,_64):(_64,_1)", "layout", "(8,64):(64,1)"),
    ("row major: (_8,_64):(_64,_1)", "layout", "(8,64):(64,1)"),
    ("((_4,_2),(8,_3)):((_2,_1),(8,_64))", "layout", "((4,2),(8,3)):((2,1),(8,64))"),
    ("_32:_1", "layout", "32:1"),
    ("(_16,_8):(_1@0,_1@1)", "layout", "(16,8):(1@0,1@1)"),
    ("((4,2),8):((1@0@0,1@1@0),1@1)", "layout", "((4,2),8):((1@0@0,1@1@0),1@1)"),
    ("Sw<3,3,3> o _0 o (_8,(_8,_8)):(_8,(_1,_64))", "swizzled layout", None),
    ("Sw<2,0,3> o _16 o (_8,_8):(_8,_1)", "swizzled layout", "Sw<2,0,3> o 16 o (8,8):(8,1)"),
    ("gmem_ptr[16b](0x562aa18111a0) o (128,64):(64,_1)", "tensor", "(128,64):(64,1)"),
    ("ptr[32b](0x7fff300a1e80) o ((_2,_2),_4):((_1,_2),_4)", "tensor", "((2,2),4):((1,2),4)"),
    ("smem_ptr[8b](0x400) o (_8,_8):(_8,_1)", "tensor", "(8,8):(8,1)"),
    (
        "tmem_[32b](0x0010.0040) o ((_128,_64),_2):((_65536,_1),_64)",
        "tensor",
        "((128,64),2):((65536,1),64)",
    ),
    ("tmem_[16b](1048640) o (_128,_64):(_65536,_1)", "tensor", "(128,64):(65536,1)"),
    ("gmem_[16b] o (128,_64):(_64,_1)", "tensor", "(128,64):(64,1)"),
    ("GMMA::DescriptorIterator o (_1,_2,_2):(_0,_32,_128)", "tensor", "(1,2,2):(0,32,128)"),
    ("UMMA::DescriptorIterator o (_1,2):(_0,32)", "tensor", "(1,2):(0,32)"),
    ("smem_subptr[4b](0x7f0000000020.4) o (_8,_32):(_32,_1)", "tensor", "(8,32):(32,1)"),
    ("subptr[6b]((nil).0) o _8:_1", "tensor", "8:1"),
    ("counting_iter(5) o (_8,_4):(_4,_1)", "tensor", "(8,4):(4,1)"),
    ("counting_iter(_0) o 8:1", "tensor", "8:1"),
    ("ArithTuple(_0,3) o (_16):(_1@0)", "coordinate tensor", "(16):(1@0)"),
    ("(_16:_8,_8)", "tiler", "<16:8,8>"),
    ("(_,3,(_1,_))", "coordinate", "(_,3,(1,_))"),
    ("(_3,(5,_7))", "shape", "(3,(5,7))"),
    ("Sw<3,4,3>", "swizzle", "Sw<3,4,3>"),
    (TILED_COPY, "tiled copy", "((8,16),8):((128,1),16) of tile <16,64>"),
    (TILED_MMA, "matrix instruction", None),
    # CuTe C++, types and code
    (TYPE, "layout", "(8,64):(64,1)"),
    ("Layout<Shape<_128,_64>,Stride<_1,_128>>", "layout", "(128,64):(1,128)"),
    ("Layout<Shape<_8,_64>, LayoutRight>", "layout", "(8,64):(64,1)"),
    ("Layout<Shape<Int<4>,Shape<_2,_2>>>", "layout", "(4,(2,2)):(1,(4,8))"),
    ("cute::tuple<cute::C<4>, cute::Underscore>", "coordinate", "(4,_)"),
    ("Tile<Layout<_8,_2>,_4>", "tiler", "<8:2,4>"),
    ("ComposedLayout<Swizzle<3,3,3>,Int<0>,Layout<Shape<_8>,Stride<_1>>>", "swizzled layout", None),
    ("Sw<3,3,3> o _0 o Layout<_8,_1>", "swizzled layout", "Sw<3,3,3> o 0 o 8:1"),
    (f"smem_ptr[16b](0x400) o {TYPE}", "tensor", "(8,64):(64,1)"),
    (f"cute::Tensor<cute::ViewEngine<cute::gmem_ptr<float*> >, {TYPE} >", "tensor", None),
    ("cute::Layout<cute::C<8ul>, cute::C<(int)1> >", "layout", "8:1"),
    ("E<0,1>{}", "shape", "1@1@0"),
    ("make_layout(make_shape(_8{}, Int<64>{}), LayoutRight{})", "layout", "(8,64):(64,1)"),
    ("make_layout(Shape<_8,_64>{}, Stride<_1,_8>{})", "layout", "(8,64):(1,8)"),
    ("composition(Swizzle<2,3,3>{}, Layout<Int<8>,Int<1>>{})", "swizzled layout", None),
    ("SM80_16x8x16_F32F16F16F32_TN", "matrix instruction", None),
    # CuTe DSL and other Python
    ("S<2,3,3> o 0 o ((4,2),(8,3)):((2,1),(8,64))", "swizzled layout", None),
    ("tensor<ptr<i8, smem, align<1024>> o ((8,16),(64,1)):((64,512),(1,0))>", "tensor", None),
    (
        (
            "tensor(raw_ptr(0x00007f10a0000000: f32, gmem, align<16>) o (2,2):(4,1), data=\n"
            "       [[ 0.500000,  1.000000, ],\n        [-2.000000,  3.000000, ]])"
        ),
        "tensor",
        "(2,2):(4,1)",
    ),
    ("tensor<(0,0) o (256,64):(1@0,1@1)>", "coordinate tensor", "(256,64):(1@0,1@1)"),
    ("(32:1,16:1)", "tiler", "<32:1,16:1>"),
    ("[32:1;_]", "tiler", "<32:1,_>"),
    (TILED_COPY_DSL, "tiled copy", "((8,16),8):((128,1),16) of tile <16:1,64:1>"),
    ("make_layout((4,8), stride=(8,1))", "layout", "(4,8):(8,1)"),
    ("cute.make_ordered_layout((4,8), order=(1,0))", "layout", "(4,8):(8,1)"),
    (
        "make_composed_layout(make_swizzle(3, 3, 3), 0, make_layout((8, 8)))",
        "swizzled layout",
        None,
    ),
    ("make_tiled_copy_tv(atom, (16,8):(8,1), (1,8))", "tiled copy", None),
    ("Layout((4, 8),(8, 1))", "layout", "(4,8):(8,1)"),
    ("Layout((2,4,6),(4,1,8))", "layout", "(2,4,6):(4,1,8)"),
    ("(4, 8) : (8, 1)", "layout", "(4,8):(8,1)"),
    ("SW_3_4_3 o 0 o (4, 8):(8, 1)", "swizzled layout", "Sw<3,4,3> o 0 o (4,8):(8,1)"),
    ("ComposedLayout(Swizzle(3, 4, 3), Layout(8), offset=0)", "swizzled layout", None),
    ("(Swizzle(3, 4, 3)) o ((4, 8) : (8, 1))", "swizzled layout", "Sw<3,4,3> o 0 o (4,8):(8,1)"),
    ("Layout(IntTuple(4, 8), IntTuple(8, 1))", "layout", "(4,8):(8,1)"),
    ("((4, 8):(8, 1))", "layout", "(4,8):(8,1)"),
    ("(8:1)", "layout", "8:1"),
    ("(_8:_1)", "tiler", "<8:1>"),
    ("Layout(shape=(4, 8), stride=(8, 1))", "layout", "(4,8):(8,1)"),
    # Compiler IR
    ('!cute.layout<"(4,8):(1,4)">', "layout", "(4,8):(1,4)"),
    ('!cute.composed_layout<"S<2,3,3> o 0 o (8,8):(8,1)">', "swizzled layout", None),
    ('!cute.tile<"[32:1;16:1]">', "tiler", "<32:1,16:1>"),
    ('!cute.coord<"(_,3)">', "coordinate", "(_,3)"),
    ('!cute.coord_tensor<"(0,0)", "(4,8):(1@0,1@1)">', "coordinate tensor", "(4,8):(1@0,1@1)"),
    ('!cute.memref<f32, gmem, align<16>, "(4,8):(8,1)">', "tensor", "(4,8):(8,1)"),
    (IR_COPY, "tiled copy", "((8,16),8):((128,1),16) of tile <16:1,64:1>"),
    ("!fly.layout<(4,8):(8,1)>", "layout", "(4,8):(8,1)"),
    ("!fly.layout<(4,8):(1E0,1E1)>", "layout", "(4,8):(1@0,1@1)"),
    ("!fly.tile<[16|(2,4):(4,1)|*]>", "tiler", "<16,(2,4):(4,1),_>"),
    ("!fly.int_tuple<(1E0E1,(3,*))>", "coordinate", "<1@1@0,<3,_>>"),
    ("!fly.memref<f16, shared, (8,4):(4,1), align<16>>", "tensor", "(8,4):(4,1)"),
    ("!fly.ptr<f32, global>", "pointer", None),
    ("!fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>", "coordinate tensor", "(4,8):(1@0,1@1)"),
    ("!cute.ptr<f16, smem, align<128>, S<2,4,3>>", "pointer", None),
    ("!cute.ptr<f32, gmem>", "pointer", None),
    ("smem_ptr[16b](0x400)", "pointer", None),
    ("tmem_[32b](0x0000.0000)", "pointer", None),
    ("GMMA::DescriptorIterator", "pointer", None),
    ('<"[16:1;64:1]">', "tiler", "<16:1,64:1>"),
    ('!cute.arith_tuple_iter<"(0,0)">', "shape", "(0,0)"),
    (IR_MMA, "matrix instruction", None),
    (IR_FMA, "matrix instruction", None),
    (
        "!cute_nvgpu.sm90.mma<64x8x16, elem_type = (f16, f16, f32), frag_kind = rs>",
        "matrix instruction",
        None,
    ),
    (
        "!cute_nvgpu.sm100.mma<128x64x16, num_cta = 2, elem_type = (f16, f16, f32)>",
        "matrix instruction",
        None,
    ),
    (
        '!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_90, f16, tma_gbasis = <"(64,8):(1@1,1@0)">>',
        "descriptor of TMA",
        "(64,8):(1@1,1@0)",
    ),
    # Triton
    (f"tensor<8x16xf16, {BLOCKED}>", "linear layout", None),
    (f"#blocked = {BLOCKED}\ntensor<8x16xf16, #blocked>", "linear layout", None),
    (BLOCKED, "encoding", None),
    ("tensor<8x16xf32, BlockedLayout([1, 2], [4, 8], [2, 1], [1, 0])>", "linear layout", None),
    (f"tensor<8x32xf16, {BLOCKED[:-2]}, CGALayout = [[0, 1]]}}>>", "linear layout", None),
    (f"!ttg.memdesc<128x32xf32, {TMEM}, #ttng.tensor_memory>", "layout of tensor memory", None),
    (
        f"#t = {TMEM}\n!ttg.memdesc<2x128x32xf32, #t, #ttng.tensor_memory, mutable>",
        "layout of tensor memory",
        None,
    ),
    (
        "tensor<16x16xf32, #ttg.amd_wmma<{version = 2, isTranspose = false, ctaLayout = {}}>>",
        "linear layout",
        None,
    ),
    (TLX, "linear layout", None),
    ("// cute: ((_4,_8),_2):((_2,_8),_1)", "layout", "((4,8),2):((2,8),1)"),
    ("DistributedLinearLayout([[0, 1]], [[1, 0]], [], [], [2, 2])", "linear layout", None),
    # XLA, JAX
    ("f32[8,128]{1,0:T(8,128)S(1)}", "array", "f32[8,128]{1,0:T(8,128)}"),
    ("s4[8,128]{1,0:T(8,128)(8,1)E(4)}", "array", "s4[8,128]{1,0:T(8,128)(8,1)E(4)}"),
    ("f32[<=8,4]{1,0}", "array", "f32[8,4]{1,0}"),
    ('%b.1 = f32[6,2]{1,0} bitcast(f32[3,4]{1,0} %x), metadata={op_name="a(b"}', "array", None),
    ("ROOT copy = bf16[16,256]{1,0:T(8,128)(2,1)} copy(%p), backend_config={}", "array", None),
    ("bf16[16,256]{1,0:T(8,128)(2,1)} copy(bf16[16,256]{0,1} %p), metadata={}", "array", None),
    ("(f32[8]{0}, /*index=1*/s32[4]{0:T(256)})", "tuple of arrays", None),
    (JAX, "array format", None),
    (
        f"(({JAX}, Format(layout={JAX}, sharding=Single(device=0))), {{}})",
        "tuple of array formats",
        None,
    ),
    (f"{{'x': {JAX}}}", "tuple of array formats", None),
    # Element types
    ("cutlass::half_t", "element type", "f16"),
    ("float8_e4m3fn", "element type", "f8e4m3fn"),
    ("unsigned char", "element type", "u8"),
    # The project's own notation
    ("((16,2),(16,3)):((16,256),(1,512)):(30,40)", "array", None),
    ("<4:2,_>", "tiler", "<4:2,_>"),
    ("best    Sw<5,0,5> o 0 o (32,32):(32,1): 32 wavefronts, load 32", "swizzled layout", None),
    ("DSL     make_layout((4, 8), stride=(8, 1))", "layout", "(4,8):(8,1)"),
]
"""Each text, its kind, and its value in the notation if the value fits one line."""

UNKNOWN = [
    ("gmem_ptr[16b](0x0) o (?,32768):(32768,_1)", "(N1,32768):(32768,1)", "N1"),
    ("(?{div=8},?):(?{i64 div=16},1)", "(N1,N2):(N3,1)", "N1, N2, N3; N1 % 8 == 0; N3 % 16 == 0"),
    (
        "cute::Layout<cute::tuple<int, cute::C<64> >, cute::tuple<cute::C<64>, long> >",
        None,
        "N1, N2",
    ),
    ('!cute.layout<"(?{div=4},8):(8,1)">', "(N1,8):(8,1)", "N1; N1 % 4 == 0"),
    ("S<2,3,3> o 0 o (?,8):(8,1)", "Sw<2,3,3> o 0 o (N1,8):(8,1)", "N1"),
    ("f32[?,128]{1,0:T(8,128)}", "f32[N1,128]{1,0:T(8,128)}", "N1"),
]
