"""A script for `answers`: Triton compiles kernels to TTGIR. No GPU is needed.

If a case has `assembly`, Triton compiles the kernel to assembly, too, and the answer counts the
instructions.
"""

import re
from collections import Counter

import triton
import triton.language as tl
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, make_backend
from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon._runtime import GluonASTSource

from tests.audit.peers.asking import answer_cases


@triton.jit
def transpose(x, y, m, n, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    i = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    j = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    tile = tl.load(x + i[:, None] * n + j[None, :])
    tl.store(y + j[:, None] * m + i[None, :], tile.T)


@triton.jit
def softmax(x, y, n, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    i = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    j = tl.arange(0, COLUMNS)
    at = i[:, None] * n + j[None, :]
    row = tl.load(x + at, mask=j[None, :] < n, other=float("-inf"))
    power = tl.exp(row - tl.max(row, axis=1)[:, None])
    tl.store(y + at, power / tl.sum(power, axis=1)[:, None], mask=j[None, :] < n)


@triton.jit
def matmul(a, b, c, k, n, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i = tl.program_id(0) * M + tl.arange(0, M)
    j = tl.program_id(1) * N + tl.arange(0, N)
    d = tl.arange(0, K)
    total = tl.zeros((M, N), dtype=tl.float32)
    for step in range(0, k, K):
        left = tl.load(a + i[:, None] * k + (step + d)[None, :])
        right = tl.load(b + (step + d)[:, None] * n + j[None, :])
        total += tl.dot(left, right)
    tl.store(c + i[:, None] * n + j[None, :], total.to(tl.float16))


@gluon.jit
def round_trip(x, y, SIDE: gl.constexpr, IN: gl.constexpr, OUT: gl.constexpr, MEM: gl.constexpr):
    i = gl.arange(0, SIDE, layout=gl.SliceLayout(1, IN))
    j = gl.arange(0, SIDE, layout=gl.SliceLayout(0, IN))
    memory = gl.allocate_shared_memory(x.dtype.element_ty, [SIDE, SIDE], MEM)
    memory.store(gl.load(x + i[:, None] * SIDE + j[None, :]))
    tile = gl.convert_layout(memory.load(OUT), IN)
    gl.store(y + i[:, None] * SIDE + j[None, :], tile)


def _sources(lanes):
    """Map the name of each kernel to its source, for warps of `lanes` threads."""
    rows = gl.BlockedLayout([1, 4], [lanes // 8, 8], [4, 1], [1, 0])
    columns = gl.BlockedLayout([4, 1], [8, lanes // 8], [1, 4], [0, 1])
    memory = gl.SwizzledSharedLayout(vec=4, per_phase=2, max_phase=4, order=[1, 0])
    tile = {"ROWS": 64, "COLUMNS": 64}
    floats = {"x": "*fp32", "y": "*fp32"}
    halves = {"a": "*fp16", "b": "*fp16", "c": "*fp16"}
    return {
        "transpose": (ASTSource, transpose, {**floats, "m": "i32", "n": "i32"}, tile),
        "softmax": (ASTSource, softmax, {**floats, "n": "i32"}, {"ROWS": 4, "COLUMNS": 256}),
        "matmul": (ASTSource, matmul, {**halves, "k": "i32", "n": "i32"},
                   {"M": 64, "N": 128, "K": 64}),
        "round_trip": (GluonASTSource, round_trip, floats,
                       {"SIDE": 64, "IN": rows, "OUT": columns, "MEM": memory}),
    }  # fmt: skip


def answer(case):
    """Compile a kernel for a target to TTGIR, or to assembly if the case has `assembly`."""
    kind, arch = case["target"].split(":")
    lanes = 32 if kind == "cuda" else 64
    target = GPUTarget(kind, int(arch) if kind == "cuda" else arch, lanes)
    make, kernel, types, constants = _sources(lanes)[case["kernel"]]
    multiples = {(k,): [["tt.divisibility", 16]] for k in range(len(types))}
    source = make(kernel, types | dict.fromkeys(constants, "constexpr"), constants, multiples)
    backend = make_backend(target)
    options = backend.parse_options({"num_warps": 4, **source.parse_options()})
    stages = {}
    backend.add_stages(stages, options, source.language)
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module = source.make_ir(
        target, options, backend.get_codegen_implementation(options),
        backend.get_module_map(), context,
    )  # fmt: skip
    if case.get("assembly"):
        made = triton.compile(source, target=target).asm
        names = re.findall(r"^\s+([a-z][a-z0-9_]+)", made["amdgcn"], re.MULTILINE)
        return {"text": made["ttgir"], "instructions": Counter(names)}
    metadata = {"target": target, **options.__dict__}
    for name, stage in stages.items():
        if name in ("ttir", "ttgir"):
            module = stage(module, metadata)
    return {"text": str(module)}


if __name__ == "__main__":
    answer_cases(answer)
