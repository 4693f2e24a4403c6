"""The records of a kernel file as its author writes them, with texts and numbers as values.

A file in TOML (`layout-verif kernel FILE.toml`) or in Python describes a kernel by these records.
The JSON schema of the records tells editors which keys exist.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from verif.movement.lines import note_line


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a kernel file. Unknown keys are an error."""

    def __post_init__(self) -> None:
        note_line(self)


class Tensor(_Record, frozen=True, kw_only=True):
    """A tensor in global memory: a table, or a text that states only the layout."""

    layout: Annotated[
        str,
        Meta(
            description="The layout, in which names stand for sizes, as in `(M,K):(K,1)`. It may "
            "be an operation, or a format of CATLASS or XLA: `zN(f16, M, K)`, "
            "`f32[M,K]{1,0:T(8,128)}`."
        ),
    ]
    element: Annotated[
        str | None, Meta(description="The element type. Default: the kernel's `element`.")
    ] = None
    coordinates: Annotated[
        str | None,
        Meta(
            description="A coordinate for each mode, as in `m, k`. Default: for each mode, the "
            "coordinate of the same size."
        ),
    ] = None
    alignment: Annotated[
        int, Meta(ge=1, description="The alignment of the base address, in bytes.")
    ] = 256
    index: Annotated[
        Literal["int32", "int64"],
        Meta(description="The type of offsets. If it is int32, every offset must fit in it."),
    ] = "int32"


class Buffer(_Record, frozen=True, kw_only=True):
    """A tensor in shared memory: a table, or a text that states only the layout."""

    layout: Annotated[
        str,
        Meta(
            description="The layout: in CuTe's notation, as a format of CATLASS or XLA, or as "
            "an encoding of Triton. If the layout has one mode more than there are coordinates, "
            "the last mode counts stages. `LAYOUT x 3` is a layout with three stages. `?` asks for "
            "the best swizzle or padding. The name of another buffer stands for that buffer's "
            "layout."
        ),
    ]
    element: Annotated[
        str | None, Meta(description="The element type. Default: the kernel's `element`.")
    ] = None
    coordinates: Annotated[
        str | None,
        Meta(
            description="A coordinate for each mode. Default: the coordinates of the tensor that "
            "a step copies to or from the buffer."
        ),
    ] = None
    at: Annotated[
        str | None,
        Meta(
            description="The name of another buffer. This buffer reuses the other buffer's memory "
            "after the other buffer's last use."
        ),
    ] = None
    space: Annotated[
        str, Meta(description="The memory: smem, or a memory that `smem_bytes` names, as in `L0A`.")
    ] = "smem"
    alignment: Annotated[
        int,
        Meta(
            ge=1,
            description="The alignment of the base address, in bytes. Swizzles of TMA and wgmma "
            "need 256, 512 or 1024.",
        ),
    ] = 128


class Mma(_Record, frozen=True, kw_only=True):
    """A matrix instruction, which covers the tile by repetition, as a TiledMMA of CuTe does."""

    atom: Annotated[
        str, Meta(description="The atom's name in CuTe, as in SM80_16x8x16_F32F16F16F32_TN.")
    ]
    atoms: Annotated[
        str,
        Meta(
            description="The layout of atoms along m, n and k, as in `(2,2,1)`, or Triton's "
            "blocked encoding of the result of a dot."
        ),
    ] = "(1,1,1)"
    permutation: Annotated[
        str | None,
        Meta(description="CuTe's PermutationMNK: a size or a layout along m, n and k, or `_`."),
    ] = None
    name: Annotated[
        str, Meta(description="The instruction's name: its operands are NAME.A, NAME.B and NAME.C.")
    ] = "mma"
    coordinates: Annotated[
        str, Meta(description="The coordinates that m, n and k of the instruction run through.")
    ] = "m, n, k"


class Step(_Record, frozen=True, kw_only=True):
    """A step: one of copy, load, store, clear, mma, reduce, wait, fence, flag, barrier, loop, end.

    `loop` and `end` enclose the steps that are repeated for each tile of a coordinate. If the file
    has no `loop`, one loop encloses all steps from the first to the last step that depends on such
    a coordinate.
    """

    copy: Annotated[
        str | None,
        Meta(description="A copy from memory to memory, as in `A -> sA`, or among registers."),
    ] = None
    load: Annotated[
        str | None, Meta(description="A load from memory to registers: `sA -> mma.A`, or `A -> r`.")
    ] = None
    store: Annotated[
        str | None, Meta(description="A store from registers to memory: `mma.C -> C`, or `r -> s`.")
    ] = None
    clear: Annotated[
        str | None,
        Meta(description="The accumulators that this step sets to zero, for example `mma.C`."),
    ] = None
    mma: Annotated[str | None, Meta(description="The name of the instruction to execute.")] = None
    reduce: Annotated[
        str | None,
        Meta(description="The registers to sum over a coordinate, and the result: `r -> s`."),
    ] = None
    over: Annotated[str | None, Meta(description="The coordinate over which `reduce` sums.")] = None
    among: Annotated[
        int,
        Meta(ge=1, description="How many consecutive threads `reduce` sums over, by shuffles."),
    ] = 1
    loop: Annotated[
        str | None,
        Meta(
            description="The coordinate of a loop that begins here, with one iteration for each "
            "tile. Loops may be nested. `m, n` is one loop over the pairs of tiles, as in a "
            "persistent kernel."
        ),
    ] = None
    split: Annotated[
        str | None,
        Meta(
            description="In a step with `loop`: the block coordinate along which the tiles of the "
            "loop are divided among the blocks, as in split-K. Exactly one block takes each tile."
        ),
    ] = None
    tiles: Annotated[
        str | None,
        Meta(
            description="In a step with `split`: how many tiles each block takes, as in "
            "`ceil(ceil(K/32)/Z)`. Without this key, the loop ends after the last tile, as in "
            "`for t in range(block, tiles, blocks)`."
        ),
    ] = None
    end: Annotated[str | None, Meta(description="The coordinate of the loop that ends here.")] = (
        None
    )
    barrier: Annotated[bool, Meta(description="All threads wait for each other.")] = False
    wait: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(
            description="Wait until at most this many groups of a thread's async copies still run."
        ),
    ] = None
    fence: Annotated[
        Literal["async"] | None,
        Meta(
            description="Each thread makes its writes to shared memory visible to TMA and wgmma, "
            "by fence.proxy.async. If threads write a buffer that `tma` stores, or that wgmma "
            "reads through a `descriptor`, a fence is needed between the writes and the barrier "
            "before this store or read."
        ),
    ] = None
    flag: Annotated[
        str | None,
        Meta(
            description="Two units, as in `MTE2 -> M`: the second unit waits for all earlier steps "
            "of the first."
        ),
    ] = None
    unit: Annotated[
        str | None,
        Meta(
            description="The unit of a core that executes the step as a whole, without threads, "
            "such as MTE2. Units work at the same time; each unit executes its steps in order."
        ),
    ] = None
    by: Annotated[
        str | None,
        Meta(
            description="Which thread takes which element. One of: tiled_copy(THREADS, VALUES), "
            "which is repeated over the tile; a thread-value layout of the whole tile; an encoding "
            "of Triton."
        ),
    ] = None
    only: Annotated[
        str | None,
        Meta(
            description="The threads that execute the step, as a condition on the thread's number "
            "t, as in `t % 32 == 0`. Needed if `by` has fewer threads than a block. Default: all "
            "threads of the block."
        ),
    ] = None
    instruction: Annotated[
        str | None,
        Meta(
            description="The instruction of a copy, load or store, as in cp.async.16, "
            "ld.global.128, ldmatrix.x4.trans, stmatrix.x2, tma."
        ),
    ] = None
    predicate: Annotated[
        str | None,
        Meta(
            description="The condition of an access, as in `m < M and k < K`. It may use the "
            "sizes, and the global coordinates of the first element that is accessed. If a unit of "
            "the core executes the step, the condition is evaluated for each element, at the "
            "coordinates of this element. Default: always true."
        ),
    ] = None
    mask: Annotated[
        str | None,
        Meta(
            description="A condition that is evaluated for each element, like Triton's masks. It "
            "replaces `predicate`. An access is narrowed until the mask has the same value for all "
            "its elements."
        ),
    ] = None
    fill: Annotated[
        Literal["zero"] | None,
        Meta(
            description="What a load delivers for elements whose predicate or mask is false. "
            "Default: nothing."
        ),
    ] = None
    ahead: Annotated[
        int,
        Meta(ge=0, description="By how many tiles this step runs ahead of the loop's other steps."),
    ] = 0
    stage: Annotated[
        str | None,
        Meta(
            description="The stage that the tile with number t uses, as in `t % 3`. Default: tiles "
            "use the stages in turn."
        ),
    ] = None


class Kernel(_Record, frozen=True, kw_only=True):
    """A kernel file: a whole kernel, as seen by one thread block."""

    sizes: Annotated[
        str,
        Meta(
            description="The names of the sizes, then conditions on them, as the option `--for` "
            "expects them."
        ),
    ]
    threads: Annotated[int, Meta(ge=1, description="The threads of a block.")]
    tile: Annotated[
        dict[str, int | str],
        Meta(
            description="The extent of a tile along each coordinate, as in m = 128. The whole size "
            "of m is M, the same name in capitals, unless the value states another size, as in "
            "`128 of H*W`. A coordinate without a size has one tile."
        ),
    ]
    element: Annotated[str, Meta(description="The element type of all tensors.")] = "f16"
    machine: Annotated[
        str | None,
        Meta(
            description="The machine, such as `sm_90` or `gfx942`. Its model counts bank conflicts "
            "and sectors. It must have all instructions, enough threads for a block, and enough "
            "shared memory. Default: NVIDIA's GPUs."
        ),
    ] = None
    grid: Annotated[
        dict[str, str],
        Meta(
            description="The number of blocks along a coordinate. Default: one block for each "
            "tile, ceil(M/128), along the coordinates of the tensors that are written. Along all "
            "other coordinates, and along the coordinates of `loop`, each block goes through all "
            "tiles."
        ),
    ] = {}
    gmem: Annotated[
        dict[str, Tensor | str], Meta(description="The tensors in global memory, by name.")
    ]
    smem: Annotated[
        dict[str, Buffer | str], Meta(description="The tensors in shared memory, by name.")
    ] = {}
    smem_bytes: Annotated[
        Annotated[int, Meta(ge=0)] | dict[str, Annotated[int, Meta(ge=0)]] | None,
        Meta(
            description="The bytes of shared memory that a block may use. Default: all that the "
            "machine offers, such as 166912 (163 KiB) on sm_80, 232448 (227 KiB) on sm_90, and "
            "65536 on gfx942; 232448 if the file names no machine. If there are several memories, "
            "give the bytes of each memory, as in { L1 = 524288, L0A = 65536 }."
        ),
    ] = None
    mma: Annotated[
        Mma | list[Mma],
        Meta(
            description="The matrix instruction, or several instructions, each with its own name."
        ),
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
