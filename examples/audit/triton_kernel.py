"""Write the TTGIR of a Triton kernel: `python triton_kernel.py FOLDER`. No GPU is needed."""

import sys
from pathlib import Path

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

TARGETS = {
    "sm90": GPUTarget("cuda", 90, 32),
    "gfx942": GPUTarget("hip", "gfx942", 64),
}


@triton.jit
def transpose(x, y, m, n, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    i = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    j = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    tile = tl.load(x + i[:, None] * n + j[None, :])
    tl.store(y + j[:, None] * m + i[None, :], tile.T)


def source():
    """Return the kernel, with the types of its arguments and the values of its constants."""
    types = {"x": "*fp32", "y": "*fp32", "m": "i32", "n": "i32"}
    constants = {"ROWS": 64, "COLUMNS": 64}
    # Declare that pointers and sizes are multiples of 16. In PyTorch they usually are.
    multiples = {(k,): [["tt.divisibility", 16]] for k in range(len(types))}
    signature = types | dict.fromkeys(constants, "constexpr")
    return ASTSource(transpose, signature, constants, multiples)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, target in TARGETS.items():
        compiled = triton.compile(source(), target=target)
        (folder / f"transpose.{name}.ttgir").write_text(compiled.asm["ttgir"])
