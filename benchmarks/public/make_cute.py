"""Compile a public CuTe DSL kernel without a GPU: `python make_cute.py KERNEL.json SOURCES OUT`.

The DSL writes the IR. `running.py` sets its environment variables: CUTE_DSL_DUMP_DIR is the output
folder, and CUTE_DSL_ARCH is the GPU. Placeholders, which have only types and shapes, stand for the
user's tensors.
"""

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType

import cutlass
from cutlass import cute
from cutlass.cute.runtime import make_fake_compact_tensor, make_fake_stream

HALF, FLOAT = cutlass.Float16, cutlass.Float32
COLUMNS_OF_B = (2, 0, 1)
"""The order of B's strides if the columns of B are contiguous. B is an array (batch, K, N)."""


def loaded(path):
    """Import a file as a module, so that its relative imports find the files of its folder."""
    package = ModuleType("of_kernel")
    package.__path__ = [str(path.parent)]
    sys.modules["of_kernel"] = package
    return importlib.import_module(f"of_kernel.{path.stem}")


def halves(shape, order=(2, 1, 0)):
    """Return a placeholder for an f16 tensor whose address is a multiple of 16 bytes."""
    return make_fake_compact_tensor(HALF, shape, stride_order=order, assumed_align=16)


def sizes():
    """Return symbolic integers: M, N and K, which are multiples of 8, and the batch size."""
    return *(cute.sym_int(divisibility=8) for _ in range(3)), cute.sym_int(divisibility=1)


def sm80_gemm(module):
    m, n, k, batch = sizes()
    kernel = module.Sm80TensorOpGemmKernel(HALF, HALF, HALF, FLOAT)
    tensors = halves((batch, m, k)), halves((batch, k, n)), halves((batch, m, n))
    return kernel, *tensors, make_fake_stream()


def sm90_gemm(module):
    m, n, k, batch = sizes()
    kernel = module.Sm90StaticPersistentGemmKernel(FLOAT, (128, 256), (2, 1))
    b = halves((batch, k, n), COLUMNS_OF_B)
    return kernel, halves((batch, m, k)), b, halves((batch, m, n)), 66, make_fake_stream()


def sm100_gemm(module):
    m, n, k, batch = sizes()
    rows, columns = (1, 0, 2), (0, 1, 2)
    tensors = halves((m, k, batch), rows), halves((n, k, batch), rows)
    return module.TgvGemmKernel(), *tensors, halves((m, n, batch), columns), make_fake_stream()


CALLS = {"sm80_gemm": sm80_gemm, "sm90_gemm": sm90_gemm, "sm100_gemm": sm100_gemm}


def main(given, sources, out):
    kernel = json.loads(Path(given).read_text())
    module = loaded(Path(sources, kernel["file"]))
    cute.compile(*CALLS[kernel["function"]](module))
    (written,) = Path(out).glob("*.mlir")
    (target,) = kernel["targets"]
    written.rename(Path(out, f"{kernel['name']}.{target}.mlir"))


if __name__ == "__main__":
    main(*sys.argv[1:])
