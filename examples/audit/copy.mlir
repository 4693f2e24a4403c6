!copy_simt = !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f16, 128 b>, layout_copy_tv = <"((8,16),8):((128,1),16)">, tiler_mn = <"[16:1;64:1]">>
!memref_gmem_f16 = !cute.memref<f16, gmem, align<16>, "(?{div=16},?{div=64}):(?{i64 div=64},1)">
!memref_gmem_f16_1 = !cute.memref<f16, gmem, align<16>, "(16,64):(?{i64 div=64},1)">
!memref_gmem_f16_2 = !cute.memref<f16, gmem, align<16>, "((8,1),1,1):((1,0),0,0)">
!memref_gmem_f16_3 = !cute.memref<f16, gmem, align<16>, "((8,1),(1,1)):((1,0),(0,0))">
!memref_rmem_f16 = !cute.memref<f16, rmem, align<32>, "((8,1),1,1):((1,0),0,0)">
!memref_rmem_f16_1 = !cute.memref<f16, rmem, align<32>, "((8,1),(1,1)):((1,0),(0,0))">
module attributes {gpu.container_module} {
  gpu.module @kernels {
    cuda.kernel @kernel_cutlass_copy_kernel_tensorptrf16gmemalign16odiv16div64i64div641_tensorptrf16gmemalign16odiv16div64i64div641_TiledCopy_TilerMN161641_TVLayouttiled8168128116_CopyAtom_ThrID10_TVLayou_0(%arg0: !memref_gmem_f16, %arg1: !memref_gmem_f16, %arg2: !copy_simt) attributes {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 128, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} {
      %0 = nvvm.read.ptx.sreg.tid.x : i32
      %1 = nvvm.read.ptx.sreg.ctaid.x : i32
      %2 = nvvm.read.ptx.sreg.ctaid.y : i32
      %tile = cute.make_tile() : () -> !cute.tile<"[16:1;64:1]">
      %coord = cute.make_coord(%1, %2) : (i32, i32) -> !cute.coord<"(?,?)">
      %tiled_view = cute.local_tile(%arg0, %tile, %coord) : (!memref_gmem_f16, !cute.tile<"[16:1;64:1]">, !cute.coord<"(?,?)">) -> !memref_gmem_f16_1
      %coord_0 = cute.make_coord(%0) : (i32) -> !cute.coord<"?">
      %src_partitioned = cute.tiled.copy.partition_S(%arg2, %tiled_view, %coord_0) : (!copy_simt, !memref_gmem_f16_1, !cute.coord<"?">) -> !memref_gmem_f16_2
      %iter = cute.get_iter(%src_partitioned) : !memref_gmem_f16_2
      %tiled_view_1 = cute.local_tile(%arg1, %tile, %coord) : (!memref_gmem_f16, !cute.tile<"[16:1;64:1]">, !cute.coord<"(?,?)">) -> !memref_gmem_f16_1
      %dst_partitioned = cute.tiled.copy.partition_D(%arg2, %tiled_view_1, %coord_0) : (!copy_simt, !memref_gmem_f16_1, !cute.coord<"?">) -> !memref_gmem_f16_2
      %iter_2 = cute.get_iter(%dst_partitioned) : !memref_gmem_f16_2
      %lay = cute.get_layout(%src_partitioned) : !memref_gmem_f16_2
      %rmem = cute.memref.alloca() : !memref_rmem_f16
      %iter_3 = cute.get_iter(%rmem) : !memref_rmem_f16
      %lay_4 = cute.get_layout(%rmem) : !memref_rmem_f16
      %shape = cute.make_shape() : () -> !cute.shape<"1">
      %lay_5 = cute.make_layout(%shape) : !cute.layout<"1:0">
      %append = cute.append_to_rank<2> (%lay, %lay_5) : !cute.layout<"((8,1),1,1):((1,0),0,0)">, !cute.layout<"1:0">
      %view = cute.make_view(%iter, %append) : !memref_gmem_f16_2
      %grouped = cute.group_modes(%view) <1, 3> : (!memref_gmem_f16_2) -> !memref_gmem_f16_3
      %append_6 = cute.append_to_rank<2> (%lay_4, %lay_5) : !cute.layout<"((8,1),1,1):((1,0),0,0)">, !cute.layout<"1:0">
      %view_7 = cute.make_view(%iter_3, %append_6) : !memref_rmem_f16
      %grouped_8 = cute.group_modes(%view_7) <1, 3> : (!memref_rmem_f16) -> !memref_rmem_f16_1
      cute.copy(%arg2, %grouped, %grouped_8) : (!copy_simt, !memref_gmem_f16_3, !memref_rmem_f16_1)
      %lay_9 = cute.get_layout(%dst_partitioned) : !memref_gmem_f16_2
      %append_10 = cute.append_to_rank<2> (%lay_9, %lay_5) : !cute.layout<"((8,1),1,1):((1,0),0,0)">, !cute.layout<"1:0">
      %view_11 = cute.make_view(%iter_2, %append_10) : !memref_gmem_f16_2
      %grouped_12 = cute.group_modes(%view_11) <1, 3> : (!memref_gmem_f16_2) -> !memref_gmem_f16_3
      cute.copy(%arg2, %grouped_8, %grouped_12) : (!copy_simt, !memref_rmem_f16_1, !memref_gmem_f16_3)
      return
    }
  }
  func.func @cutlass_copy_FakeTensorFloat16div16div64i64div641_FakeTensorFloat16div16div64i64div641(%arg0: !memref_gmem_f16, %arg1: !memref_gmem_f16) -> i32 attributes {llvm.emit_c_interface} {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %c128_i32 = arith.constant 128 : i32
    %c0_i64 = arith.constant 0 : i64
    %c166912_i64 = arith.constant 166912 : i64
    %atom = cute.make_atom() : () -> !cute_nvgpu.atom.universal_copy<f16, 128 b>
    %0 = cute.make_tiled_copy(%atom) : !copy_simt
    %sz = cute.size(%arg0) <{mode = [0]}> : (!memref_gmem_f16) -> !cute.int_tuple<"?{div=16}">
    %e0 = cute.get_leaves(%sz) : !cute.int_tuple<"?{div=16}">
    %int_tuple = cute.make_int_tuple() : () -> !cute.int_tuple<"16">
    %div = cute.tuple_div(%e0, %int_tuple) : (!cute.int_tuple<"?{div=16}">, !cute.int_tuple<"16">) -> !cute.int_tuple<"?">
    %1 = cute.get_scalars(%div) : !cute.int_tuple<"?">
    %sz_0 = cute.size(%arg0) <{mode = [1]}> : (!memref_gmem_f16) -> !cute.int_tuple<"?{div=64}">
    %e0_1 = cute.get_leaves(%sz_0) : !cute.int_tuple<"?{div=64}">
    %int_tuple_2 = cute.make_int_tuple() : () -> !cute.int_tuple<"64">
    %div_3 = cute.tuple_div(%e0_1, %int_tuple_2) : (!cute.int_tuple<"?{div=64}">, !cute.int_tuple<"64">) -> !cute.int_tuple<"?">
    %2 = cute.get_scalars(%div_3) : !cute.int_tuple<"?">
    %3 = cute.kernel_smem_size @kernels::@kernel_cutlass_copy_kernel_tensorptrf16gmemalign16odiv16div64i64div641_tensorptrf16gmemalign16odiv16div64i64div641_TiledCopy_TilerMN161641_TVLayouttiled8168128116_CopyAtom_ThrID10_TVLayou_0 : i64
    %4 = arith.cmpi sgt, %3, %c166912_i64 : i64
    scf.if %4 {
      cute.print("\0AError: kernel '@kernels::@kernel_cutlass_copy_kernel_tensorptrf16gmemalign16odiv16div64i64div641_tensorptrf16gmemalign16odiv16div64i64div641_TiledCopy_TilerMN161641_TVLayouttiled8168128116_CopyAtom_ThrID10_TVLayou_0' launch shared memory exceeds current GPU arch sm_80 allowed. Allocated: {} bytes. Max: 166912 bytes.\0A\0A", %3) : i64
    }
    %5 = cuda.cast %c0_i64 : i64 -> !cuda.stream
    %6 = cuda.launch_cfg.create<max_attrs = 17 : i32> (blockDim = (%c128_i32, %c1_i32, %c1_i32), dynamicSmemBytes = %3, gridDim = (%1, %2, %c1_i32), stream = %5) : i32, i32, i32, i64, i32, i32, i32, !cuda.stream -> !cuda.launch_cfg<max_attrs = 17>
    cuda.launch_cfg.programmatic_stream_serialization_allowed[%6] %c0_i32 : !cuda.launch_cfg<max_attrs = 17>, i32
    cuda.launch_cfg.cooperative[%6] %c0_i32 : !cuda.launch_cfg<max_attrs = 17>, i32
    %7 = cuda.launch_ex @kernels::@kernel_cutlass_copy_kernel_tensorptrf16gmemalign16odiv16div64i64div641_tensorptrf16gmemalign16odiv16div64i64div641_TiledCopy_TilerMN161641_TVLayouttiled8168128116_CopyAtom_ThrID10_TVLayou_0<%6> (%arg0, %arg1, %0) {assume_kernel_attr = #cuda.assume_kernel_attr<true>} : !cuda.launch_cfg<max_attrs = 17>, (!memref_gmem_f16, !memref_gmem_f16, !copy_simt) -> !cuda.result
    %8 = cuda.cast %7 : !cuda.result -> i32
    cuda.return_if_error %8 : i32
    return %c0_i32 : i32
  }
}

