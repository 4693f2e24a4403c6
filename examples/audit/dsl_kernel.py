"""Compile a CuTe DSL kernel for a GPU that this machine does not have: `python dsl_kernel.py`.

With CUTE_DSL_KEEP=ir, the DSL itself writes the IR into a folder. CUTE_DSL_DUMP_DIR names the
folder, and CUTE_DSL_ARCH names the GPU.
"""

import cutlass
from cutlass import cute
from cutlass.cute.runtime import make_fake_compact_tensor


@cute.kernel
def copy_kernel(a: cute.Tensor, b: cute.Tensor, copy: cute.TiledCopy):
    thread, _, _ = cute.arch.thread_idx()
    row, column, _ = cute.arch.block_idx()
    part = copy.get_slice(thread)
    source = part.partition_S(cute.local_tile(a, (16, 64), (row, column)))
    target = part.partition_D(cute.local_tile(b, (16, 64), (row, column)))
    held = cute.make_fragment_like(source)
    cute.copy(copy, source, held)
    cute.copy(copy, held, target)


@cute.jit
def copy(a: cute.Tensor, b: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    threads = cute.make_layout((16, 8), stride=(8, 1))
    tiled = cute.make_tiled_copy_tv(atom, threads, cute.make_layout((1, 8)))
    rows, columns = cute.size(a, mode=[0]) // 16, cute.size(a, mode=[1]) // 64
    copy_kernel(a, b, tiled).launch(grid=[rows, columns, 1], block=[128, 1, 1])


if __name__ == "__main__":
    m, n = cute.sym_int(divisibility=16), cute.sym_int(divisibility=64)
    tensors = [
        make_fake_compact_tensor(cutlass.Float16, (m, n), stride_order=(1, 0), assumed_align=16)
        for _ in range(2)
    ]
    cute.compile(copy, *tensors)
