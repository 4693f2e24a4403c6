"""A kernel as its checks see it: coordinates, tensors, instructions, steps.

A *coordinate*, such as m, has the values 0 .. M - 1. They are divided into tiles of a fixed extent.
A step takes one tile of each of its coordinates. Each element of a tile has a *number*: its 1-D
coordinate in the tile, with the coordinates in the step's order and the first one fastest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import Any, Final, TypeAlias

from spec.atoms import TiledMMA
from spec.composed import AnyLayout
from spec.layout import Layout
from spec.named_notation import Condition
from spec.swizzled import offsets_of
from verif.movement.instructions import CopyInstruction
from verif.sizes.names import Sizes

DEFAULT_MACHINE: Final = "sm_90"
"""A machine of NVIDIA. All machines of NVIDIA have the same banks and sectors."""


@dataclass(frozen=True)
class Coordinate:
    """A coordinate: the extent of its tiles, its size in the tensors, and the number of its tiles.

    `size` and `tiles` may contain names, as in `ceil(M/128)`. If `in_grid`, different blocks have
    different tiles. Otherwise, a block goes through the tiles in a loop: through all tiles, or
    through the block's share if the loop is split.
    """

    name: str
    tile: int
    size: Any
    tiles: Any
    in_grid: bool

    @property
    def is_single(self) -> bool:
        """Whether there is only one tile, and this tile has the size of the coordinate."""
        return self.size == self.tile and self.tiles == 1


Coordinates: TypeAlias = tuple[Coordinate, ...]


def names_of(coordinates: Coordinates) -> tuple[str, ...]:
    return tuple(one.name for one in coordinates)


def extents_of(coordinates: Coordinates) -> tuple[int, ...]:
    return tuple(one.tile for one in coordinates)


@dataclass(frozen=True)
class Mode:
    """A mode of a global tensor. Its size and its stride may contain names, as in `M*K`."""

    size: Any
    stride: Any


@dataclass(frozen=True)
class Global:
    """A tensor in global memory. Each coordinate has one or more modes, the fastest first."""

    name: str
    text: str
    line: int
    element: str
    coordinates: Coordinates
    modes: tuple[tuple[Mode, ...], ...]
    parts: tuple[tuple[Mode, ...], ...]
    """`modes`, where each mode inside which a tile ends is split in two (see `tiles.parts_of`)."""
    alignment: int
    index: str


@dataclass(frozen=True)
class Shared:
    """A tensor in shared memory, with a stage as its last coordinate if it has several stages.

    `layout` maps (coordinates.., stage) to offsets in elements.
    """

    name: str
    text: str
    line: int
    element: str
    coordinates: Coordinates
    layout: AnyLayout
    stages: int
    at: str | None
    space: str
    alignment: int

    def offsets(self, stage: int) -> list[int]:
        """Return the offsets of a stage's elements, in the order of the elements' numbers."""
        size = prod(extents_of(self.coordinates))
        return list(_all_offsets(self.layout)[size * stage : size * (stage + 1)])


@lru_cache(maxsize=256)
def _all_offsets(layout: AnyLayout) -> tuple[int, ...]:
    """The offset of each 1-D coordinate. Cached, because many checks use them."""
    return tuple(offsets_of(layout))


@dataclass(frozen=True)
class Registers:
    """Registers that one step writes and other steps read, such as r in `A -> r`."""

    name: str
    coordinates: Coordinates
    element: str


@dataclass(frozen=True)
class Instruction:
    """A matrix instruction, repeated over the tile.

    `operands` has one layout for each of A, B and C. Each layout maps (thread, value) to the number
    of an element, where elements are numbered in the order of the operand's coordinates. The values
    of one atom come first, then the atom's repetitions along the operand's first and second
    coordinate.
    """

    name: str
    line: int
    tiled: TiledMMA
    coordinates: Coordinates
    operands: tuple[Layout, Layout, Layout]


@dataclass(frozen=True)
class Operand:
    """Operand A, B or C of a matrix instruction."""

    instruction: Instruction
    which: str
    element: str

    @property
    def name(self) -> str:
        return f"{self.instruction.name}.{self.which}"

    @property
    def coordinates(self) -> Coordinates:
        m, n, k = self.instruction.coordinates
        return {"A": (m, k), "B": (n, k), "C": (m, n)}[self.which]

    @property
    def layout(self) -> Layout:
        """The layout that maps (thread, value) to the number of the element expected there."""
        return self.instruction.operands["ABC".index(self.which)]


Place: TypeAlias = Global | Shared | Registers | Operand
"""What a step reads or writes: a tensor, a buffer, registers, or an operand of an instruction."""


@dataclass(frozen=True)
class Move:
    """A step that moves elements from one place to another.

    `by` maps (thread, value) to the number of an element in the order of `coordinates`. For a bulk
    copy, `by` is None. In a loop over a coordinate, the step takes the tile that is `ahead` tiles
    after the loop's tile.
    """

    number: int
    line: int
    verb: str
    source: Place
    target: Place
    coordinates: Coordinates
    by: Layout | None
    by_text: str
    instruction: CopyInstruction | None
    predicate: Condition | None
    predicate_text: str
    fills_zero: bool
    ahead: int
    stage: Any
    threads: tuple[int, ...] = ()
    """The threads that execute the step: their numbers in the block, sorted."""
    unit: str | None = None
    """The unit (in a core) that executes the whole step, as if the unit were one thread."""
    machine: str = DEFAULT_MACHINE
    """The name of the machine whose banks and sectors are modelled."""
    repeats: bool = False
    """Whether the step has an encoding that gives an element to several (thread, value) pairs."""
    is_masked: bool = False
    """Whether the predicate is a mask, which is evaluated for each element of an access."""

    @property
    def text(self) -> str:
        return f"{self.verb} {self.source.name} -> {self.target.name}"

    @property
    def adds(self) -> bool:
        """Whether the step adds to the elements in memory, by atomics."""
        return self.instruction is not None and self.instruction.adds

    @property
    def operand(self) -> Operand | None:
        """The step's source or target that is an operand of a matrix instruction, or None."""
        return next((one for one in (self.target, self.source) if isinstance(one, Operand)), None)


@dataclass(frozen=True)
class Clear:
    """A step that sets accumulators, or the result of a reduction, to zero."""

    number: int
    line: int
    target: Operand | Registers
    ahead: int = 0

    @property
    def text(self) -> str:
        return f"clear {self.target.name}"

    @property
    def coordinates(self) -> Coordinates:
        return self.target.coordinates


@dataclass(frozen=True)
class Multiply:
    """A step that executes a matrix instruction: C = C + A*B."""

    number: int
    line: int
    instruction: Instruction
    ahead: int = 0
    unit: str | None = None
    predicate: Condition | None = None
    """The condition under which a product is added; None if all products are added."""

    @property
    def text(self) -> str:
        return f"mma {self.instruction.name}"

    @property
    def coordinates(self) -> Coordinates:
        return self.instruction.coordinates


@dataclass(frozen=True)
class Reduce:
    """A step that sums up registers over a coordinate, within and between threads."""

    number: int
    line: int
    source: Place
    target: Registers
    over: Coordinate
    among: int
    ahead: int = 0
    adds: bool = False
    """Whether this step adds its sums to the target, which another step clears."""

    @property
    def text(self) -> str:
        return f"reduce {self.source.name} -> {self.target.name}"

    @property
    def coordinates(self) -> Coordinates:
        return self.source.coordinates


@dataclass(frozen=True)
class Barrier:
    """A step at which all threads of a block wait for each other."""

    number: int
    line: int
    text: str = "barrier"


@dataclass(frozen=True)
class Wait:
    """A step at which each thread waits until at most `left` of its async copy groups still run."""

    number: int
    line: int
    left: int
    text: str = "wait"


@dataclass(frozen=True)
class Fence:
    """A step at which each thread makes its writes to shared memory visible to the async proxy."""

    number: int
    line: int
    text: str = "fence"


@dataclass(frozen=True)
class Flag:
    """A step at which one unit waits for all earlier steps of another unit."""

    number: int
    line: int
    first: str
    second: str
    text: str = "flag"


@dataclass(frozen=True)
class Loop:
    """The start of a loop over tiles of one coordinate, or over pairs of tiles of two coordinates.

    If `split` is a coordinate, the blocks along this coordinate share the tiles: each tile is taken
    by one of these blocks.
    """

    number: int
    line: int
    over: Coordinates
    split: Coordinate | None = None
    text: str = "loop"


@dataclass(frozen=True)
class End:
    """The end of the innermost loop."""

    number: int
    line: int
    over: Coordinates
    text: str = "end"


Step: TypeAlias = Move | Clear | Multiply | Reduce | Barrier | Wait | Fence | Flag | Loop | End


@dataclass(frozen=True)
class Kernel:
    """A whole kernel."""

    name: str
    sizes: Sizes
    threads: int
    coordinates: Coordinates
    tensors: tuple[Global, ...]
    buffers: tuple[Shared, ...]
    bytes_of_spaces: Mapping[str, int]
    instructions: tuple[Instruction, ...]
    steps: tuple[Step, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(step for step in self.steps if isinstance(step, Move))

    @property
    def splits(self) -> Mapping[str, Coordinates]:
        """For each grid coordinate whose blocks share a loop: the coordinates of this loop."""
        loops = (step for step in self.steps if isinstance(step, Loop))
        return {step.split.name: step.over for step in loops if step.split is not None}


def with_place(kernel: Kernel, old: Global | Shared, new: Global | Shared) -> Kernel:
    """Return the kernel with a tensor or a buffer replaced, also in its steps."""

    def changed(step: Step) -> Step:
        if isinstance(step, Move):
            return replace(
                step,
                source=new if step.source == old else step.source,
                target=new if step.target == old else step.target,
            )
        if isinstance(step, Reduce) and step.source == old:
            return replace(step, source=new)
        return step

    return replace(
        kernel,
        tensors=tuple(new if one == old else one for one in kernel.tensors),
        buffers=tuple(new if one == old else one for one in kernel.buffers),
        steps=tuple(map(changed, kernel.steps)),
    )
