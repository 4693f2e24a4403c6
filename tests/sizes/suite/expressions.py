"""The expressions of the suite.

A row has its source, names, expression and cases. A case has its conditions (None for all remaining
sizes), the result (None if the operation rejects its arguments), and words of the error message.
"""

from tests.sizes.suite.sources import T, X

PADDED = (
    "f32[M,N]{1,0:T(8,128)} is not a layout: along dimension 1 the steps of 1 end at "
    "index 128, so a mode must end there, but 128 does not divide the size N; offset 1 at (0,1), "
    "1024 at (0,128)"
)

EXPRESSIONS = [
    (
        T + "sgemm_1.cu: A of NT, tiles (128,8)",
        "M, K, ld, i; ld >= M; i >= 0; i < ceil(M/128)",
        "local_tile((M,K):(1,ld), (128,8), (i,_))",
        ((None, "<(128,8,ceil(K/8)):(1,ld,8*ld),128*i>", ""),),
    ),
    (
        T + "sgemm_1.cu: A of TN",
        "M, K, ld, i; ld >= K; i >= 0; i < ceil(M/128)",
        "local_tile((M,K):(ld,1), (128,8), (i,_))",
        ((None, "<(128,8,ceil(K/8)):(ld,1,8),128*ld*i>", ""),),
    ),
    (
        T + "sgemm_2.cu: C, tiles (128,128)",
        "M, N, ld, i, j; ld >= M; i >= 0; j >= 0; i < ceil(M/128); j < ceil(N/128)",
        "local_tile((M,N):(1,ld), (128,128), (i,j))",
        ((None, "<(128,128):(1,ld),128*ld*j + 128*i>", ""),),
    ),
    (
        T + "sgemm_sm70.cu: B, tiles (128,8)",
        "N, K, ld; ld >= N",
        "zipped_divide((N,K):(1,ld), (128,8))",
        ((None, "((128,8),(ceil(N/128),ceil(K/8))):((1,ld),(128,8*ld))", ""),),
    ),
    (
        T + "sgemm_sm80.cu: A of f16, tiles (128,64)",
        "M, K, ld; ld >= K",
        "zipped_divide((M,K):(ld,1), (128,64))",
        ((None, "((128,64),(ceil(M/128),ceil(K/64))):((ld,1),(128*ld,64))", ""),),
    ),
    (
        T + "sgemm_1.cu: A of NT, a tile of all k by its threads (32,8)",
        "k, ld, t; ld >= 128; t >= 0; t < 256",
        "local_partition((128,8,k):(1,ld,8*ld), (32,8):(1,32), t)",
        ((None, "<(4,1,k):(32,0,8*ld),ld*floor(t/32) + t % 32>", ""),),
    ),
    (
        T + "sgemm_1.cu, its epilogue: C by threads (16,16)",
        "ld, t; ld >= 128; t >= 0; t < 256",
        "local_partition((128,128):(1,ld), (16,16):(1,16), t)",
        ((None, "<(8,8):(16,16*ld),ld*floor(t/16) + t % 16>", ""),),
    ),
    (
        T + "sgemm_sm80.cu: shared memory of f16, swizzled, stages as p",
        "p",
        "tile_to_shape(Sw<3,3,3> o 0 o (8,(8,8)):(8,(1,64)), (128,64,p))",
        (
            (
                None,
                "Sw<3,3,3> o 0 o ((8,16),((8,8),1),(1,p)):((8,512),((1,64),8192),(0,8192))",
                "",
            ),
        ),
    ),
    (
        T + "sgemm_sm80.cu: all of K in tiles",
        "M, K",
        "tiled_divide((M,K):(K,1), (128,64))",
        ((None, "((128,64),ceil(M/128),ceil(K/64)):((K,1),128*K,64)", ""),),
    ),
    (
        T + "hopper/wgmma_sm90.cu: shared memory of A of TN, inside its swizzle",
        "m, k",
        "tile_to_shape((8,64):(64,1), (8*m,64*k))",
        ((None, "((8,m),(64,k)):((64,512),(1,512*m))", ""),),
    ),
    (
        T + "hopper/wgmma_sm90.cu: A of NT, inside its swizzle, any sizes",
        "M, K",
        "tile_to_shape((64,8):(1,64), (M,K))",
        (
            ((("M % 64 == 0", "K % 8 == 0"),), "((64,M/64),(8,K/8)):((1,512),(64,8*M))", ""),
            (None, None, "the size 64 of 64:1 does not divide M"),
        ),
    ),
    (
        T + "tiled_copy.cu: the tensor in blocks of (128,64)",
        "M, N; M % 128 == 0; N % 64 == 0",
        "tiled_divide((M,N):(1,M), (128,64))",
        ((None, "((128,64),M/128,N/64):((1,M),128,64*M)", ""),),
    ),
    (
        T + "tiled_copy.cu: threads (32,8), values (4,1), V of them",
        "V",
        "raked_product((32,8):(1,32), (V,1):(1,1))",
        ((None, "((V,32),(1,8)):((256,1),(256,32))", ""),),
    ),
    (
        T + "tiled_copy_if.cu: the tensor in blocks, the last in part",
        "M, N",
        "tiled_divide((M,N):(1,M), (128,64))",
        ((None, "((128,64),ceil(M/128),ceil(N/64)):((1,M),128,64*M)", ""),),
    ),
    (
        T + "tiled_copy_if.cu: the block of a thread block",
        "M, N, i, j; i >= 0; j >= 0; i < ceil(M/128); j < ceil(N/64)",
        "local_tile((M,N):(1,M), (128,64), (i,j))",
        ((None, "<(128,64):(1,M),64*M*j + 128*i>", ""),),
    ),
    (
        T + "tiled_copy_if.cu: a block by threads (32,8)",
        "M, t; t >= 0; t < 256",
        "local_partition((128,64):(1,M), (32,8):(1,32), t)",
        ((None, "<(4,8):(32,8*M),M*floor(t/32) + t % 32>", ""),),
    ),
    (
        "CuTe layout.hpp: flat_divide",
        "M, N",
        "flat_divide((M,N):(1,M), (128,64))",
        ((None, "(128,64,ceil(M/128),ceil(N/64)):(1,M,128,64*M)", ""),),
    ),
    (
        "CuTe tensor_impl.hpp: inner_partition, a tile of C",
        "M, N, i, j; M % 16 == 0; N % 16 == 0; i >= 0; i < M/16; j >= 0; j < N/16",
        "inner_partition((M,N):(1,M), (16,16), (i,j))",
        ((None, "<(16,16):(1,M),16*M*j + 16*i>", ""),),
    ),
    (
        "cutlass batched GEMM: (M,K,L) in tiles of (128,32)",
        "M, K, L",
        "zipped_divide((M,K,L):(1,M,M*K), (128,32))",
        ((None, "((128,32),(ceil(M/128),ceil(K/32),L)):((1,M),(128,32*M,M*K))", ""),),
    ),
    (
        "cutlass issue 3471: right_inverse of a dynamic layout",
        "N",
        "right_inverse((16,N):(1,16))",
        ((None, "16*N:1", ""),),
    ),
    (
        "cutlass issue 3469: coalesce of a dynamic layout",
        "N",
        "coalesce((16,N):(8,128))",
        ((None, "16*N:8", ""),),
    ),
    (
        "cutlass issue 3469: coalesce of a dynamic matrix",
        "N",
        "coalesce((192,N):(1,192))",
        ((None, "192*N:1", ""),),
    ),
    (
        "cutlass issue 3470: composition with a dynamic shape",
        "n",
        "composition((4096,8192):(1,4096), (32,n):(1,32))",
        ((None, "(32,n):(1,32)", ""),),
    ),
    (
        "cutlass issue 3470: by mode, the column mode alone",
        "n",
        "composition(8192:4096, (n,8):(8,1))",
        ((None, "(n,8):(32768,4096)", ""),),
    ),
    (
        "cutlass issue 3513: a dynamic tile of a static layout",
        "t; 384 % t == 0",
        "logical_divide(384:1, t)",
        ((None, "(t,ceil(384/t)):(1,t)", ""),),
    ),
    (
        "cutlass issue 3513: the layout of 384, flat, in tiles that divide 12",
        "t; 12 % t == 0",
        "logical_divide((12,4,8):(7,1,30), t)",
        (
            ((("t == 1",),), "(1,(12,4,8)):(7,(7,1,30))", ""),
            ((("t == 2",),), "(2,(6,4,8)):(7,(14,1,30))", ""),
            ((("t == 3",),), "(3,(4,4,8)):(7,(21,1,30))", ""),
            ((("t == 4",),), "(4,(3,4,8)):(7,(28,1,30))", ""),
            ((("t == 6",),), "(6,(2,4,8)):(7,(42,1,30))", ""),
            (None, "(12,(4,8)):(7,(1,30))", ""),
        ),
    ),
    (
        "cutlass issue 3513: the layout as it is there, in tiles that divide 12",
        "t; 12 % t == 0",
        "zipped_divide((12,(4,8)):(7,(1,30)), t)",
        (
            ((("t == 1",),), "(1,(12,4,8)):(7,(7,1,30))", ""),
            ((("t == 2",),), "(2,(6,4,8)):(7,(14,1,30))", ""),
            ((("t == 3",),), "(3,(4,4,8)):(7,(21,1,30))", ""),
            ((("t == 4",),), "(4,(3,4,8)):(7,(28,1,30))", ""),
            ((("t == 6",),), "(6,(2,4,8)):(7,(42,1,30))", ""),
            (None, "(12,(4,8)):(7,(1,30))", ""),
        ),
    ),
    (
        "cutlass issue 3470: (32,?,8,128):(1@0,8@1,1@1,32@0), its modes by where they go",
        "n",
        "composition((4096,8192):(1,4096), <(32,128):(1,32),(n,8):(8,1)>)",
        ((None, "((32,128),(n,8)):((1,32),(32768,4096))", ""),),
    ),
    (
        T + "sgemm_sm80.cu: padded shared memory of A of TN, stages as p",
        "p",
        "tile_to_shape((128,8):(1,129), (128,8,p))",
        ((None, "((128,1),(8,1),(1,p)):((1,1032),(129,1032),(0,1032))", ""),),
    ),
    (
        X + "TPU tile format, any sizes",
        "M, N",
        "as_layout(f32[M,N]{1,0:T(8,128)})",
        (
            (
                (("N % 128 == 0", "M % 8 == 0"),),
                "((8,M/8),(128,N/128)):((128,8*N),(1,1024))",
                "",
            ),
            ((("N <= 128", "M % 8 == 0"),), "((8,M/8),N):((128,1024*ceil(N/128)),1)", ""),
            ((("N % 128 == 0", "M <= 8"),), "(M,(128,N/128)):(128,(1,1024))", ""),
            ((("N <= 128",),), "(M,N):(128,1)", ""),
            (
                None,
                None,
                PADDED,
            ),
        ),
    ),
    (
        X + "TPU 8 bit tile format",
        "m, n",
        "as_layout(s8[8*m,128*n]{1,0:T(8,128)(4,1)})",
        ((None, "((4,2,m),(128,n)):((1,512,1024*n),(4,1024))", ""),),
    ),
    (
        X + "TPU small tile format",
        "m, n",
        "as_layout(f32[2*m,128*n]{1,0:T(2,128)})",
        ((None, "((2,m),(128,n)):((128,256*n),(1,256))", ""),),
    ),
    (
        X + "alternative TPU 16 bit tile format",
        "m, n",
        "as_layout(bf16[16*m,128*n]{1,0:T(8,128)(2,1,1,1)})",
        ((None, "((8,2,m),(128,n)):((256,1,2048*n),(2,2048))", ""),),
    ),
    (
        "CuTe 02_layout_algebra.md: complement",
        "M, N",
        "complement((M):(1), M*N)",
        ((None, "N:M", ""),),
    ),
    (
        "CuTe 02_layout_algebra.md: logical_product",
        "M, N",
        "logical_product((M,N):(1,M), (2,3):(1,2))",
        ((None, "((M,N),(2,3)):((1,M),(M*N,2*M*N))", ""),),
    ),
    (
        "CuTe 02_layout_algebra.md: blocked_product",
        "m, n",
        "blocked_product((8,4):(4,1), (m,n):(1,m))",
        ((None, "((8,m),(4,n)):((4,32),(1,32*m))", ""),),
    ),
    (
        "CuTe 02_layout_algebra.md: composition by a reshape",
        "M, N",
        "composition((M,N):(N,1), (N,M):(M,1))",
        ((None, "(N,M):(1,N)", ""),),
    ),
    (
        "CuTe layout.hpp: max_common_vector",
        "M, N, ld; ld >= M",
        "max_common_vector((M,N):(1,M), (M,N):(1,ld))",
        (((("N == 1",), ("ld == M",)), "M*N", ""), (None, "M", "")),
    ),
    (
        "CuTe layout.hpp: recast of f16 to 16 bytes",
        "M, N; M % 8 == 0",
        "recast_layout((M,N):(1,M), 16, 128)",
        ((None, "(M/8,N):(1,M/8)", ""),),
    ),
    (
        "CuTe layout.hpp: a row of a matrix",
        "M, N, ld, i; i >= 0; i < M",
        "slice((i,_), (M,N):(ld,1))",
        ((None, "(N):(1)", ""),),
    ),
    (
        "CuTe stride.hpp: crd2idx",
        "M, N, i, j; i >= 0; i < M; j >= 0; j < N",
        "crd2idx((i,j), (M,N))",
        ((None, "M*j + i", ""),),
    ),
    (
        "CuTe stride.hpp: idx2crd",
        "M, N, i; i >= 0; i < M*N",
        "idx2crd(i, (M,N))",
        ((None, "(i % M,floor(i/M))", ""),),
    ),
    (
        X + "row-major",
        "M, N",
        "as_layout(f32[M,N]{1,0})",
        ((None, "(M,N):(N,1)", ""),),
    ),
    (
        X + "T(8,128) in whole tiles",
        "m, n",
        "as_layout(f32[8*m,128*n]{1,0:T(8,128)})",
        ((None, "((8,m),(128,n)):((128,1024*n),(1,1024))", ""),),
    ),
    (
        X + "T(8,128)(2,1) of bf16",
        "m, n",
        "as_layout(bf16[8*m,128*n]{1,0:T(8,128)(2,1)})",
        ((None, "((2,4,m),(128,n)):((1,256,1024*n),(2,1024))", ""),),
    ),
    (
        X + "padding",
        "M, N",
        "padded_shape(f32[M,N]{1,0:T(8,128)})",
        ((None, "(8*ceil(M/8),128*ceil(N/128))", ""),),
    ),
    (
        X + "memory",
        "M, N",
        "size_bytes(f32[M,N]{1,0:T(8,128)})",
        ((None, "4096*ceil(N/128)*ceil(M/8)", ""),),
    ),
    (
        "CATLASS include/tla/layout.hpp: zN",
        "M, N",
        "zN(f16, M, N)",
        ((None, "((16,ceil(M/16)),(16,ceil(N/16))):((16,256),(1,256*ceil(M/16))):(M,N)", ""),),
    ),
    (
        "CATLASS include/tla/layout.hpp: nZ",
        "M, N",
        "nZ(f16, M, N)",
        ((None, "((16,ceil(M/16)),(16,ceil(N/16))):((1,256*ceil(N/16)),(16,256)):(M,N)", ""),),
    ),
    (
        "CATLASS include/tla/layout.hpp: zZ",
        "M, N",
        "zZ(s8, M, N)",
        ((None, "((16,ceil(M/16)),(32,ceil(N/32))):((32,512*ceil(N/32)),(1,512)):(M,N)", ""),),
    ),
    (
        "CATLASS include/tla/layout.hpp: zN in whole fractals",
        "m, n",
        "as_layout(zN(f16, 16*m, 16*n))",
        ((None, "((16,m),(16,n)):((16,256),(1,256*m))", ""),),
    ),
]
