"""What an author writes: a kernel file as records of texts and numbers.

The same records are made from TOML, by `layout-verif kernel FILE.toml`, and in Python. Their JSON
schema tells editors which keys there are.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a kernel file. Unknown keys are an error."""


class Tensor(_Record, frozen=True, kw_only=True):
    """A tensor in global memory. A text alone stands for its layout."""

    layout: Annotated[
        str,
        Meta(
            description="The layout over sizes, as in `(M,K):(K,1)`, an operation, or a format of "
            "CATLASS or XLA, as in `zN(f16, M, K)` or `f32[M,K]{1,0:T(8,128)}`."
        ),
    ]
    element: Annotated[
        str | None, Meta(description="The element type. Default: the kernel's `element`.")
    ] = None
    coordinates: Annotated[
        str | None,
        Meta(description="A coordinate for each mode, as in `m, k`. Default: by the modes' sizes."),
    ] = None
    alignment: Annotated[
        int, Meta(ge=1, description="The bytes to which the base address is aligned.")
    ] = 256
    index: Annotated[
        Literal["int32", "int64"],
        Meta(description="The type of offsets: int32 must hold every offset."),
    ] = "int32"


class Buffer(_Record, frozen=True, kw_only=True):
    """A tensor in shared memory. A text alone stands for its layout."""

    layout: Annotated[
        str,
        Meta(
            description="The layout, also in a format or as Triton's encoding. A last mode beyond "
            "the coordinates counts stages, or `LAYOUT x 3` has three stages. `?` asks for the "
            "best swizzle or padding; another buffer's name stands for its layout."
        ),
    ]
    element: Annotated[
        str | None, Meta(description="The element type. Default: the kernel's `element`.")
    ] = None
    coordinates: Annotated[
        str | None,
        Meta(
            description="A coordinate for each mode. Default: the coordinates of the tensor that "
            "a step copies to or from it."
        ),
    ] = None
    at: Annotated[
        str | None,
        Meta(description="The buffer whose memory it reuses after that buffer's last use."),
    ] = None
    space: Annotated[
        str, Meta(description="The memory: smem, or another one with its own bytes, as in `L0A`.")
    ] = "smem"
    alignment: Annotated[
        int,
        Meta(
            ge=1,
            description="The bytes to which the base address is aligned. Swizzles of TMA and wgmma "
            "need 256, 512 or 1024.",
        ),
    ] = 128


class Mma(_Record, frozen=True, kw_only=True):
    """A matrix instruction, repeated over the tile as by CuTe's TiledMMA."""

    atom: Annotated[str, Meta(description="CuTe's name, as in SM80_16x8x16_F32F16F16F32_TN.")]
    atoms: Annotated[
        str,
        Meta(
            description="The layout of atoms along m, n and k, as in `(2,2,1)`, or the blocked "
            "encoding of the result of Triton's dot."
        ),
    ] = "(1,1,1)"
    permutation: Annotated[
        str | None,
        Meta(description="CuTe's PermutationMNK: a size or a layout along m, n and k, or `_`."),
    ] = None
    name: Annotated[str, Meta(description="Its operands are NAME.A, NAME.B and NAME.C.")] = "mma"
    coordinates: Annotated[
        str, Meta(description="The coordinates that m, n and k of the instruction run through.")
    ] = "m, n, k"


class Step(_Record, frozen=True, kw_only=True):
    """A step: one of copy, load, store, clear, mma, reduce, wait, flag, barrier, loop, end.

    `loop` and `end` enclose the steps that are repeated for each tile of a coordinate. If `loop`
    and `end` are absent, the repeated steps run from the first step that depends on such a
    coordinate to the last step that depends on it.
    """

    copy: Annotated[
        str | None, Meta(description="Memory to memory, as in `A -> sA`; or registers.")
    ] = None
    load: Annotated[
        str | None, Meta(description="Memory to registers: `sA -> mma.A`, or `A -> r`.")
    ] = None
    store: Annotated[
        str | None, Meta(description="Registers to memory: `mma.C -> C`, or `r -> s`.")
    ] = None
    clear: Annotated[
        str | None, Meta(description="The accumulators that are set to zero, as in `mma.C`.")
    ] = None
    mma: Annotated[str | None, Meta(description="The name of the instruction to execute.")] = None
    reduce: Annotated[
        str | None,
        Meta(description="Registers to registers: `r -> s`, the sums over a coordinate."),
    ] = None
    over: Annotated[str | None, Meta(description="The coordinate that `reduce` sums up.")] = None
    among: Annotated[
        int,
        Meta(ge=1, description="How many consecutive threads `reduce` joins, as by shuffles."),
    ] = 1
    loop: Annotated[
        str | None, Meta(description="The steps from here on are repeated for each of its tiles.")
    ] = None
    end: Annotated[str | None, Meta(description="The end of the loop over a coordinate.")] = None
    barrier: Annotated[bool, Meta(description="All threads wait for each other.")] = False
    wait: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(description="Wait until at most so many of a thread's async copies run."),
    ] = None
    flag: Annotated[
        str | None,
        Meta(
            description="As in `MTE2 -> M`: the second unit waits for all earlier steps of the "
            "first one."
        ),
    ] = None
    unit: Annotated[
        str | None,
        Meta(
            description="The unit of a core that executes the step as a whole, as in MTE2, instead "
            "of threads. Units work at the same time, each in the order of its steps."
        ),
    ] = None
    by: Annotated[
        str | None,
        Meta(
            description="Who takes which element: tiled_copy(THREADS, VALUES), repeated over the "
            "tile, a thread-value layout of the whole tile, or Triton's encoding."
        ),
    ] = None
    only: Annotated[
        str | None,
        Meta(
            description="The threads that execute the step, as a condition on the thread's number "
            "t, as in `t % 32 == 0`. Default: all threads of `by`."
        ),
    ] = None
    instruction: Annotated[
        str | None,
        Meta(description="As in cp.async.16, ld.global.128, ldmatrix.x4.trans, stmatrix.x2, tma."),
    ] = None
    predicate: Annotated[
        str | None,
        Meta(
            description="The condition of an access, over global coordinates of its first element "
            "and sizes, as in `m < M and k < K`; in a step of a unit, of each element. Default: "
            "always."
        ),
    ] = None
    fill: Annotated[
        Literal["zero"] | None,
        Meta(description="What a load delivers where the predicate is false. Default: nothing."),
    ] = None
    ahead: Annotated[
        int,
        Meta(ge=0, description="How many tiles of the loop the step is ahead of the others."),
    ] = 0
    stage: Annotated[
        str | None,
        Meta(
            description="The stage of the tile with number t, as in `t % 3`. Default: the stages "
            "one after the other."
        ),
    ] = None


class Kernel(_Record, frozen=True, kw_only=True):
    """A kernel file: a whole kernel, as seen by one thread block."""

    sizes: Annotated[
        str, Meta(description="Names that stand for all integers, and conditions, as of --for.")
    ]
    threads: Annotated[int, Meta(ge=1, description="The threads of a block.")]
    tile: Annotated[
        dict[str, int | str],
        Meta(
            description="For each coordinate, the extent of a tile, as in m = 128. The tensor has "
            "the size with the coordinate's name in capitals, or `128 of H*W`; a coordinate "
            "without a size has one tile."
        ),
    ]
    element: Annotated[str, Meta(description="The element type of all tensors.")] = "f16"
    grid: Annotated[
        dict[str, str],
        Meta(
            description="The number of blocks along a coordinate. Default: ceil(M/128) along "
            "the coordinates of the tensors that are written; a block goes through all other tiles."
        ),
    ] = {}
    gmem: Annotated[
        dict[str, Tensor | str], Meta(description="The tensors in global memory, by name.")
    ]
    smem: Annotated[
        dict[str, Buffer | str], Meta(description="The tensors in shared memory, by name.")
    ] = {}
    smem_bytes: Annotated[
        Annotated[int, Meta(ge=0)] | dict[str, Annotated[int, Meta(ge=0)]],
        Meta(
            description="The shared memory of a block: 227 KiB on SM90, 163 on SM80; or the bytes "
            "of each memory, as in { L1 = 524288, L0A = 65536 }."
        ),
    ] = 232448
    mma: Annotated[
        Mma | list[Mma], Meta(description="The matrix instruction, or several with names.")
    ] = []
    step: Annotated[list[Step], Meta(description="The steps, in the order of the program.")]


def schema() -> dict[str, Any]:
    """Return the JSON schema of kernel files."""
    found = msgspec.json.schema(Kernel)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A kernel file of layout-verif",
        **found,
    }
