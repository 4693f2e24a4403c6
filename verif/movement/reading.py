"""Turn the records of a kernel file into the model: resolve names, evaluate layouts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import Any, Final, TypeVar

from spec.atoms import (
    Atom,
    get_layoutA_TV,
    get_layoutB_TV,
    get_layoutC_TV,
    mma_atom,
    tiled_mma,
)
from spec.atoms import Operand as Fragment
from spec.atoms.mma import tensor_memory_atom
from spec.composed import AnyLayout
from spec.errors import LayoutError, NotationError
from spec.int_tuple import format_int_tuple, product
from spec.layout import Layout
from spec.memory.accesses import bits_of, require_two_modes
from spec.memory.machine import architecture_of, machine_of
from spec.modes import modes_of, offsets
from spec.named import Made, Name, ceiled, multiplied
from spec.named_notation import parse_condition, parse_number
from spec.reading.elements import element_of
from verif.english import counted
from verif.expression import evaluated_with_tile, read
from verif.movement import description as written
from verif.movement.arithmetic import period
from verif.movement.errors import KernelFileError
from verif.movement.formats import (
    atoms_of,
    buffer_layout,
    element_in,
    flat,
    in_notation,
    is_encoding,
    shape_and_stride,
    taken_by,
)
from verif.movement.instructions import CopyInstruction, instruction
from verif.movement.loading import Source, in_step
from verif.movement.machines import ASYNC_PROXY, NVIDIA, limits_of, with_atom, with_copy
from verif.movement.model import (
    DEFAULT_MACHINE,
    Barrier,
    Clear,
    Coordinate,
    Coordinates,
    End,
    Fence,
    Flag,
    Global,
    Instruction,
    Kernel,
    Loop,
    Mode,
    Move,
    Multiply,
    Operand,
    Place,
    Reduce,
    Registers,
    Shared,
    Step,
    Wait,
    extents_of,
    names_of,
)
from verif.movement.proving import Theory
from verif.movement.tiles import parts_of
from verif.sizes.names import Sizes, holds, read_sizes

DEFAULT_SPACE: Final = "smem"
"""The memory of buffers that do not name a memory."""

MMAD: Final = "mmad"
"""The matrix instruction of Ascend's cube unit."""

SOUGHT: Final = "?"
"""A buffer with this text in place of a layout gets the best swizzle or padding."""

TILE: Final = "t"
"""The name that stands for the number of the tile in a `stage` expression."""

THREAD: Final = "t"
"""The name that stands for the number of a thread in an `only` expression."""

LARGEST_TILE: Final = 1 << 22
"""The limit on the number of elements of a tile. All elements of a tile are enumerated."""

MOVES: Final = ("copy", "load", "store")
_VERBS: Final = (
    *MOVES,
    "clear",
    "mma",
    "reduce",
    "loop",
    "end",
    "barrier",
    "wait",
    "fence",
    "flag",
)
_VERBS_OF: Final = {
    **dict.fromkeys(("by", "only", "instruction", "mask", "fill", "stage"), MOVES),
    **dict.fromkeys(("predicate", "unit"), (*MOVES, "mma")),
    "ahead": (*MOVES, "mma", "reduce"),
    **dict.fromkeys(("over", "among"), ("reduce",)),
    **dict.fromkeys(("split", "tiles"), ("loop",)),
}
"""For each key that only some steps allow: the verbs of these steps."""

_EMPTY: Final = written.Step()
"""A step without keys, which has the default of each key."""


_RANK: Final[tuple[type, ...]] = (Operand, Global, Shared, Registers)
"""The kinds of places, by precedence.

A thread-value layout uses the coordinates of either the source or the target of the move: the one
whose kind comes first in this list.
"""

_T = TypeVar("_T")


def read_kernel(source: Source) -> Kernel:
    """Return the model of a kernel file. Raises KernelFileError if the file is invalid."""
    return _Reader(source).kernel()


SHARED_ELEMENTS: Final = (
    "if several threads load one element, write the thread-value layout of the whole tile"
)
"""The advice in the error message if the arguments of `tiled_copy` are invalid."""


def _at(place: str, action: Callable[[], _T], advice: str = "") -> _T:
    """Run the action. Raise its LayoutError as a KernelFileError with the place in the file."""
    try:
        return action()
    except KernelFileError:
        raise
    except NotationError as error:
        raise KernelFileError(place, str(error)) from None
    except LayoutError as error:
        raise KernelFileError(place, str(error), advice) from None


@dataclass(frozen=True)
class _Clearing:
    """A step that clears registers. The registers may be defined by a later step."""

    place: str
    number: int
    line: int
    name: str


@dataclass
class _Reader:
    source: Source
    known: dict[str, Place] = field(default_factory=dict[str, Place])
    held: dict[str, Layout] = field(default_factory=dict[str, Layout])
    """Maps each name of registers to the thread-value layout of the last step that writes them."""
    encoded: set[str] = field(default_factory=set[str])
    """The names of registers whose encoding gives an element to several (thread, value) pairs."""

    @property
    def _file(self) -> written.Kernel:
        return self.source.kernel

    def kernel(self) -> Kernel:
        file = self._file
        sizes = _at("sizes", lambda: read_sizes(file.sizes))
        self._require_few_threads()
        self._require_arrows()
        coordinates = self._coordinates(sizes)
        by_name = {one.name: one for one in coordinates}
        tensors = tuple(self._global(name, sizes, by_name) for name in file.gmem)
        instructions = tuple(self._instructions(by_name))
        buffers = tuple(self._shared(name, by_name) for name in file.smem)
        steps = tuple(
            self._cleared(step) if isinstance(step, _Clearing) else step
            for step in [*self._steps(sizes, by_name)]
        )
        self._require_nested(steps)
        self._require_one_kind_of_store(steps)
        self._require_own_split(steps)
        self._require_used(tensors, steps)
        return Kernel(
            self.source.name,
            sizes,
            file.threads,
            coordinates,
            tensors,
            buffers,
            self._bytes(buffers),
            instructions,
            steps,
        )

    def _step(self, number: int) -> str:
        """Return the text by which messages refer to a step. `number` counts steps from 0."""
        return in_step(number, None, self.source.steps)

    def _require_arrows(self) -> None:
        """Raise KernelFileError if a move does not name a source and a target."""
        for number, step in enumerate(self._file.step):
            for verb in MOVES:
                text = getattr(step, verb)
                if text is not None and _arrow(text) is None:
                    place = self._step(number)
                    raise KernelFileError(place, f"{verb} = {text!r}", "write `A -> sA`")

    @cached_property
    def _machine(self) -> str:
        """The name of the machine. Raises KernelFileError if there is no model of this machine."""
        name = self._file.machine or DEFAULT_MACHINE
        _at("machine", lambda: machine_of(name))
        return name

    def _require_machine(self, place: str, name: str, having: frozenset[str]) -> None:
        """Raise KernelFileError if the machine does not have an instruction.

        `having` is the set of machines that have the instruction. If the file names no machine, it
        suffices that one of NVIDIA's machines has the instruction.
        """
        named = self._file.machine
        if having & NVIDIA if named is None else architecture_of(self._machine) in having:
            return
        usual = [one for one in (DEFAULT_MACHINE, "gfx942") if one in having]
        example = (*usual, *sorted(having))[0]
        raise KernelFileError(
            place,
            f"{self._machine} has no {name}",
            f'write another instruction, or another machine, as in machine = "{example}"',
        )

    def _require_few_threads(self) -> None:
        """Raise KernelFileError if a block has more threads than the machine allows."""
        most, threads = limits_of(self._machine).threads, self._file.threads
        where = self._file.machine or "NVIDIA's GPUs"
        if threads > most:
            raise KernelFileError(
                "threads",
                f"on {where}, a block has at most {most} threads, not {threads}",
                "correct the number of threads",
            )

    def _bytes(self, buffers: tuple[Shared, ...]) -> Mapping[str, int]:
        """Return the size of each memory in bytes. By default, shared memory has all its bytes.

        Raises KernelFileError if the memory of a buffer has no size, if the machine has less
        shared memory, or if the key `at` of a buffer names a buffer in another memory.
        """
        most, given = limits_of(self._machine).smem_bytes, self._file.smem_bytes
        if given is None:
            given = most
        known = {DEFAULT_SPACE: given} if isinstance(given, int) else given
        if self._file.machine is not None and known.get(DEFAULT_SPACE, 0) > most:
            raise KernelFileError(
                "smem_bytes",
                f"on {self._machine}, a block has at most {most} bytes of shared memory, not"
                f" {known[DEFAULT_SPACE]}",
                "remove the key, or write a smaller number",
            )
        for one in buffers:
            if one.space not in known:
                raise KernelFileError(
                    "smem_bytes",
                    f"{one.name} is in {one.space}, but the size of {one.space} is not given",
                    f"as in smem_bytes = {{ {one.space} = 65536 }}",
                )
            owner = next((other for other in buffers if other.name == one.at), one)
            if owner.space != one.space:
                raise KernelFileError(
                    f"smem.{one.name}.at",
                    f"{owner.name} is in {owner.space}, but {one.name} is in {one.space}",
                    "name a buffer in the same memory",
                )
        return known

    def _coordinates(self, sizes: Sizes) -> Coordinates:
        file = self._file
        written_to = {pair[1] for step in file.step if (pair := _pair(step)) is not None}
        found: list[Coordinate] = []
        for name, extent in file.tile.items():
            place = f"tile.{name}"
            if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) or name in sizes.known:
                raise KernelFileError(
                    place, f"{name!r} cannot be a coordinate", "use a letter that is not a size"
                )
            tile, size = self._extent(place, name, extent, sizes)
            count: Any = Made(ceiled, (size, tile)) if size != tile else 1
            found.append(Coordinate(name, tile, size, count, in_grid=False))
        loops = [step for step in file.step if step.loop is not None]
        splits = {step.split.strip() for step in loops if step.split is not None}
        by_loops = {name for step in loops for name in _listed(step.loop)}
        written_along = {
            name
            for tensor in written_to & file.gmem.keys()
            for name in _listed(self._tensor(tensor).coordinates)
            or self._by_sizes(tensor, found, sizes)
        }
        grid = set(file.grid) or (written_along - by_loops) | splits
        odd = sorted(grid - {one.name for one in found})
        if odd:
            splitting = (
                f"{self._step(number)}: split"
                for number, step in enumerate(file.step)
                if step.split is not None and step.split.strip() == odd[0]
            )
            place = f"grid.{odd[0]}" if odd[0] in file.grid else next(splitting, "tile")
            raise KernelFileError(place, f"{odd[0]} is not a coordinate", "name it in [tile]")
        counted = tuple(
            Coordinate(
                one.name,
                one.tile,
                one.size,
                _at(
                    f"grid.{one.name}",
                    lambda text=file.grid[one.name]: parse_number(text, sizes.known),
                )
                if one.name in file.grid
                else one.tiles,
                in_grid=one.name in grid,
            )
            for one in found
        )
        pairs = list(self._split_tiles(sizes, {one.name: one for one in counted}))
        tiles = dict(pairs)
        if any(tiles[name] != count for name, count in pairs):
            raise KernelFileError(
                "step: tiles", "two loops over the same coordinate have different `tiles`"
            )
        return tuple(replace(one, tiles=tiles.get(one.name, one.tiles)) for one in counted)

    def _split_tiles(
        self, sizes: Sizes, by_name: Mapping[str, Coordinate]
    ) -> Iterator[tuple[str, Any]]:
        """Yield (coordinate, total number of tiles) for each loop with the key `tiles`."""
        for number, step in enumerate(self._file.step):
            text = step.tiles
            if text is None:
                continue
            place = f"{self._step(number)}: tiles"
            over = _listed(step.loop)
            if step.split is None or len(over) != 1:
                raise KernelFileError(
                    place,
                    "`tiles` needs a loop over one coordinate, and a `split` of this loop",
                    'as in loop = "k", split = "z"',
                )
            (blocks,) = _named(place, step.split, by_name)
            each = _at(place, lambda text=text: parse_number(text, sizes.known))
            yield over[0], Made(multiplied, (blocks.tiles, each))

    def _extent(self, place: str, name: str, extent: int | str, sizes: Sizes) -> tuple[int, Any]:
        """Return the extent of a tile along a coordinate, and the size of the coordinate."""
        tile, size = str(extent), name.upper()
        if " of " in tile:
            tile, size = map(str.strip, tile.split(" of ", 1))
            found = _at(place, lambda: parse_number(size, sizes.known))
        else:
            found = Name(size) if size in sizes.known else None
        if not tile.strip().isdecimal() or int(tile) < 1:
            raise KernelFileError(
                place, f"{extent!r} is not an extent", "write a number, or `128 of H*W`"
            )
        number = int(tile)
        if number > LARGEST_TILE:
            raise KernelFileError(
                place,
                f"an extent must be at most {LARGEST_TILE}, not {number}",
                "choose a smaller tile",
            )
        return number, number if found is None else found

    def _tensor(self, name: str) -> written.Tensor:
        one = self._file.gmem[name]
        return written.Tensor(layout=one) if isinstance(one, str) else one

    def _layout_of(self, name: str) -> str:
        """Return the layout of a global tensor as shape and strides."""
        text, sizes = self._tensor(name).layout, self._file.sizes
        return _at(f"gmem.{name}", lambda: in_notation(text, sizes))

    def _by_sizes(self, name: str, found: list[Coordinate], sizes: Sizes) -> tuple[str, ...]:
        modes = self._modes(name, sizes)
        return tuple(self._coordinate_of(name, mode, found).name for mode in modes)

    def _modes(self, name: str, sizes: Sizes) -> tuple[tuple[Mode, ...], ...]:
        """Return the modes of each coordinate of a global tensor."""
        place, text = f"gmem.{name}", self._layout_of(name)
        shape, stride = _at(place, lambda: shape_and_stride(text, sizes))
        if len(_entries(shape)) != len(_entries(stride)):
            raise KernelFileError(place, f"shape and stride of {text} have different ranks")
        return tuple(
            _at(place, lambda s=s, d=d: tuple(flat(s, d)))
            for s, d in zip(_entries(shape), _entries(stride), strict=True)
        )

    def _coordinate_of(
        self, tensor: str, modes: tuple[Mode, ...], coordinates: list[Coordinate]
    ) -> Coordinate:
        fitting = [one for one in coordinates if len(modes) == 1 and one.size == modes[0].size]
        if len(fitting) == 1:
            return fitting[0]
        amount = "several coordinates have" if fitting else "no coordinate of [tile] has"
        raise KernelFileError(
            f"gmem.{tensor}",
            f"{amount} the size of a mode of {self._tensor(tensor).layout}",
            'write a table with coordinates, as in { layout = "..", coordinates = "m, k" }',
        )

    def _global(self, name: str, sizes: Sizes, by_name: Mapping[str, Coordinate]) -> Global:
        place, tensor = f"gmem.{name}", self._tensor(name)
        self._require_new(place, name)
        modes = self._modes(name, sizes)
        if tensor.coordinates is None:
            coordinates = tuple(
                self._coordinate_of(name, mode, list(by_name.values())) for mode in modes
            )
        else:
            coordinates = _named(place, tensor.coordinates, by_name)
        if len(coordinates) != len(modes):
            raise KernelFileError(
                f"{place}.coordinates",
                f"{tensor.layout} has {len(modes)} modes, but {len(coordinates)} coordinates",
                "write one coordinate for each mode",
            )
        _require_small(place, coordinates)
        text, theory = self._layout_of(name), Theory(sizes)
        found = Global(
            name,
            text,
            self.source.line_of(place, "gmem"),
            self._element(place, tensor.element, tensor.layout),
            coordinates,
            modes,
            tuple(
                parts_of(theory, place, text, one, along)
                for one, along in zip(coordinates, modes, strict=True)
            ),
            tensor.alignment,
            tensor.index,
        )
        self.known[name] = found
        return found

    def _require_used(self, tensors: tuple[Global, ...], steps: tuple[Step, ...]) -> None:
        """Raise KernelFileError if there is a global tensor that no step reads or writes."""
        moves = [step for step in steps if isinstance(step, Move)]
        moved = [place for step in moves for place in (step.source, step.target)]
        for tensor in tensors:
            if tensor not in moved:
                raise KernelFileError(
                    f"gmem.{tensor.name}",
                    "no step reads or writes this tensor",
                    "write the missing step, or remove the tensor",
                )

    def _element(self, place: str, element: str | None, layout: str) -> str:
        name = self._file.element if element is None else element
        spelled = element_of(name)
        advice = f"write {spelled[0]}" if spelled is not None and spelled[0] != name else ""
        at = "element" if element is None else f"{place}.element"
        _at(at, lambda: bits_of(name), advice)
        found = element_in(layout)
        if found is not None and found != name:
            raise KernelFileError(
                f"{place}.element",
                f"the layout gives the element type as {found}, but `element` is {name}",
            )
        return name

    def _require_new(self, place: str, name: str) -> None:
        if name in self.known:
            raise KernelFileError(place, f"the name {name} is used twice", "rename one of them")

    def _instructions(self, by_name: Mapping[str, Coordinate]) -> Iterator[Instruction]:
        listed = self._file.mma
        for one in listed if isinstance(listed, list) else [listed]:
            made = self._instruction_of(one, by_name)
            for which in "ABC":
                operand = Operand(made, which, self._file.element)
                self._require_new(f"mma.{one.name}", operand.name)
                self.known[operand.name] = operand
            yield made

    def _instruction_of(self, one: written.Mma, by_name: Mapping[str, Coordinate]) -> Instruction:
        place = "mma" if one.name == "mma" else f"mma.{one.name}"
        advice = 'write the coordinate of the sum last, as in coordinates = "m, n, d"'
        coordinates = _named(f"{place}.coordinates", one.coordinates, by_name, advice)
        if len(coordinates) != 3:
            raise KernelFileError(
                f"{place}.coordinates", one.coordinates, "write three coordinates: m, n, k"
            )
        self._require_machine(f"{place}.atom", one.atom, with_atom(one.atom))
        m, n, k = (coordinate.tile for coordinate in coordinates)
        atom = _at(f"{place}.atom", lambda: _atom(one.atom, (m, n, k)))
        atoms, given = _at(f"{place}.atoms", lambda: atoms_of(one.atoms))
        permutation = _at(f"{place}.permutation", lambda: _tiler(one.permutation)) or given
        tiled = _at(place, lambda: tiled_mma(atom, atoms, permutation))
        operands = _at(
            place,
            lambda: (
                get_layoutA_TV(tiled, (m, k)),
                get_layoutB_TV(tiled, (n, k)),
                get_layoutC_TV(tiled, (m, n)),
            ),
        )
        return Instruction(one.name, self.source.line_of("mma"), tiled, coordinates, operands)

    def _shared(self, name: str, by_name: Mapping[str, Coordinate]) -> Shared:
        place, one = f"smem.{name}", self._file.smem[name]
        self._require_new(place, name)
        buffer = written.Buffer(layout=one) if isinstance(one, str) else one
        coordinates = (
            self._moved_with(name)
            if buffer.coordinates is None
            else _named(f"{place}.coordinates", buffer.coordinates, by_name)
        )
        _require_small(place, coordinates)
        extents = extents_of(coordinates)
        text = self._text_of(name)
        layout: AnyLayout
        if text.startswith(SOUGHT):
            layout = Layout(extents, tuple(prod(extents[k + 1 :]) for k in range(len(extents))))
        else:
            layout = _at(place, lambda: buffer_layout(text, extents))
        size = prod(extents)
        stages, rest = divmod(layout.size, size)
        modes = _entries(layout.shape)
        if rest or tuple(map(product, modes[: len(extents)])) != extents:
            raise KernelFileError(
                place,
                f"the shape {format_int_tuple(layout.shape)} does not match the tile"
                f" {format_int_tuple(extents)} of ({', '.join(names_of(coordinates))})",
                "write the coordinates of the buffer, or a shape that begins with this tile; later"
                " modes of the shape are for stages",
            )
        found = Shared(
            name,
            text,
            self.source.line_of(place, "smem"),
            self._element(place, buffer.element, text),
            coordinates,
            layout,
            stages,
            self._memory_of(name),
            buffer.space,
            buffer.alignment,
        )
        self.known[name] = found
        return found

    def _text_of(self, name: str, seen: tuple[str, ...] = ()) -> str:
        """Return the text of a buffer's layout. If it names a buffer, use that buffer's layout."""
        one = self._file.smem[name]
        text = (one if isinstance(one, str) else one.layout).strip()
        if text in seen:
            raise KernelFileError(f"smem.{name}", f"{text} refers to itself", "write a layout")
        return self._text_of(text, (*seen, name)) if text in self._file.smem else text

    def _memory_of(self, name: str) -> str | None:
        """Return the buffer whose memory the buffer `name` reuses, or None without a key `at`."""
        seen = [name]
        while isinstance(one := self._file.smem[seen[-1]], written.Buffer) and one.at is not None:
            if one.at not in self._file.smem or one.at in seen:
                found = "is not a buffer" if one.at not in self._file.smem else "refers to itself"
                raise KernelFileError(f"smem.{name}.at", f"{one.at} {found}", "name another buffer")
            seen.append(one.at)
        return seen[-1] if len(seen) > 1 else None

    def _moved_with(self, buffer: str) -> Coordinates:
        """Return the coordinates of the first known tensor that is copied to or from the buffer.

        If the buffer is copied to or from registers that are not known, use the place from which
        these registers are loaded.
        """
        pairs = [pair for step in self._file.step if (pair := _pair(step)) is not None]
        loaded = {target: source for source, target in pairs}
        for pair in pairs:
            if buffer in pair:
                name = pair[1] if pair[0] == buffer else pair[0]
                other = self.known.get(name) or self.known.get(loaded.get(name, ""))
                if other is not None:
                    return other.coordinates
        raise KernelFileError(
            f"smem.{buffer}",
            "no step copies this buffer from or to a known tensor, so its coordinates are unknown",
            'write a table with coordinates, as in { layout = "..", coordinates = "m, k" }',
        )

    def _steps(self, sizes: Sizes, by_name: Mapping[str, Coordinate]) -> Iterator[Step | _Clearing]:
        for number, step in enumerate(self._file.step):
            line, place = self.source.line_of_step(number), self._step(number)
            present = [
                verb
                for verb in _VERBS
                if getattr(step, verb) is not (False if verb == "barrier" else None)
            ]
            if len(present) != 1:
                raise KernelFileError(
                    place,
                    f"the step has {' and '.join(present) or 'no verb'}",
                    f"write exactly one of {', '.join(_VERBS)}",
                )
            verb = present[0]
            for key, verbs in _VERBS_OF.items():
                if verb not in verbs and getattr(step, key) != getattr(_EMPTY, key):
                    raise KernelFileError(
                        f"{place}: {key}",
                        f"only a step with {' or '.join(verbs)} can have `{key}`",
                        f"this step has {verb}: remove `{key}`, or move it to another step",
                    )
            if verb in ("barrier", "wait", "fence"):
                yield self._ordering(place, number, line, step)
            elif step.loop is not None or step.end is not None:
                yield self._mark(place, number, line, step, by_name)
            elif step.flag is not None:
                yield self._flag(place, number, line, step.flag)
            elif step.clear is not None:
                yield _Clearing(place, number, line, step.clear.strip())
            elif step.mma is not None:
                yield self._multiply(place, number, line, step, sizes)
            elif step.reduce is not None:
                yield self._reduced(place, number, line, step, by_name)
            else:
                yield self._move(place, number, line, verb, step, sizes)

    def _ordering(
        self, place: str, number: int, line: int, step: written.Step
    ) -> Barrier | Wait | Fence:
        if step.wait is not None:
            return Wait(number, line, step.wait)
        if step.fence is None:
            return Barrier(number, line)
        if architecture_of(self._machine) not in ASYNC_PROXY:
            raise KernelFileError(
                f"{place}: fence", f"{self._machine} has no async proxy", "remove the step"
            )
        return Fence(number, line)

    def _mark(
        self,
        place: str,
        number: int,
        line: int,
        step: written.Step,
        by_name: Mapping[str, Coordinate],
    ) -> Loop | End:
        over = _named(place, step.loop or step.end or "", by_name)
        for one in over:
            if one.in_grid:
                raise KernelFileError(
                    place,
                    f"{one.name} is in the grid, so a block has only one tile along {one.name}",
                )
        if step.loop is None:
            return End(number, line, over)
        if step.split is None:
            return Loop(number, line, over)
        splits = _named(f"{place}: split", step.split, by_name)
        if len(splits) != 1 or not splits[0].in_grid or splits[0].tile != 1:
            raise KernelFileError(
                f"{place}: split",
                f"{step.split} must be a coordinate of the grid, with tiles of one element",
                'declare a size Z, and write tile = { z = 1 } and split = "z"',
            )
        return Loop(number, line, over, splits[0])

    def _require_nested(self, steps: tuple[Step, ...]) -> None:
        """Raise KernelFileError if loops are not closed, not nested, or nested in different orders.

        Loops with a common coordinate must have the same coordinates and the same `split`.
        """
        enclosing: list[Loop] = []
        known: list[Loop] = []
        for step in (one for one in steps if isinstance(one, Loop | End)):
            place = self._step(step.number)
            if isinstance(step, End):
                if not enclosing or enclosing.pop().over != step.over:
                    raise KernelFileError(
                        place,
                        f"the loop over {_text(step.over)} is not the innermost loop at this `end`",
                        'write loop = "k" before the first step of the loop, and end = "k" after'
                        " the last step",
                    )
                continue
            same = next((one for one in known if set(one.over) & set(step.over)), None)
            if same is None:
                known.append(step)
            elif same.over != step.over or same.split != step.split:
                raise KernelFileError(
                    place,
                    f"loops over {_text(same.over)} must have the same coordinates and `split`",
                )
            if any(one.split == step.split is not None for one in known if one.over != step.over):
                raise KernelFileError(
                    place,
                    "two loops must not have the same split,"
                    f" {step.split.name if step.split else ''}: some pairs of their tiles would"
                    " be in no block",
                )
            order = [one.over for one in known]
            if any(order.index(one.over) >= order.index(step.over) for one in enclosing):
                raise KernelFileError(
                    place,
                    f"the loop over {_text(step.over)} must not be inside another loop over"
                    f" {_text(step.over)}, or inside a loop that the file has only after its first"
                    f" loop over {_text(step.over)}",
                )
            enclosing.append(step)
        if enclosing:
            raise KernelFileError(
                self._step(enclosing[-1].number),
                f"the loop over {_text(enclosing[-1].over)} has no end",
                f'write end = "{_text(enclosing[-1].over)}" after the last step of the loop',
            )

    def _require_one_kind_of_store(self, steps: tuple[Step, ...]) -> None:
        """Raise KernelFileError if one step stores to a tensor and another step adds to it."""
        moves = [step for step in steps if isinstance(step, Move)]
        added = {move.target.name for move in moves if move.adds}
        for move in moves:
            name = move.target.name
            if name in added and not move.adds:
                raise KernelFileError(
                    self._step(move.number),
                    f"this step stores to {name}, but another step adds to {name}",
                    "use one kind of store",
                )

    def _require_own_split(self, steps: tuple[Step, ...]) -> None:
        """Raise KernelFileError if a coordinate splits a loop and also selects the tile to read."""
        splits = {step.split for step in steps if isinstance(step, Loop)}
        for step in steps:
            if not isinstance(step, Move) or not isinstance(step.source, Global):
                continue
            for one in step.source.coordinates:
                if one in splits:
                    raise KernelFileError(
                        self._step(step.number),
                        f"{one.name} selects the tile of {step.source.name} that a block takes, so"
                        " it cannot also split the tiles of a loop among the blocks",
                        "use another coordinate for the split",
                    )

    def _flag(self, place: str, number: int, line: int, text: str) -> Flag:
        pair = _arrow(text)
        units = {step.unit for step in self._file.step}
        if pair is None or not set(pair) <= units:
            raise KernelFileError(
                f"{place}: flag",
                f"{text!r} does not name two units that execute steps",
                'flag = "MTE2 -> M" needs a step with unit = "MTE2" and one with unit = "M"',
            )
        return Flag(number, line, *pair)

    def _multiply(
        self, place: str, number: int, line: int, step: written.Step, sizes: Sizes
    ) -> Multiply:
        found = self._instruction(place, step.mma or "")
        condition, name = step.predicate, found.tiled.atom.name
        if condition is not None and name != MMAD:
            raise KernelFileError(
                f"{place}: predicate", f"{name} cannot have a predicate: it multiplies whole tiles"
            )
        if (step.unit is not None) != (name == MMAD):
            raise KernelFileError(
                f"{place}: unit",
                "only mmad has a `unit`, and must have one: threads execute all other instructions",
            )
        known = (*sizes.known, *names_of(found.coordinates))
        predicate = None
        if condition is not None:
            predicate = _at(f"{place}: predicate", lambda: parse_condition(condition, known))
        return Multiply(number, line, found, step.ahead, step.unit, predicate)

    def _instruction(self, place: str, name: str) -> Instruction:
        operand = self.known.get(f"{name}.C")
        if not isinstance(operand, Operand):
            raise KernelFileError(place, f"mma = {name!r}: no [mma] has this name")
        return operand.instruction

    def _cleared(self, one: _Clearing) -> Clear:
        found = self._place(one.place, one.name)
        is_sum = isinstance(found, Registers) and one.name in self._reduced_to
        if not is_sum and not (isinstance(found, Operand) and found.which == "C"):
            raise KernelFileError(
                one.place,
                f"{one.name} is neither the C of a matrix instruction nor the result of `reduce`",
                'as in clear = "mma.C"',
            )
        assert isinstance(found, Operand | Registers)
        return Clear(one.number, one.line, found)

    @cached_property
    def _reduced_to(self) -> frozenset[str]:
        """The names of the registers that receive the results of `reduce` steps."""
        pairs = (_arrow(step.reduce or "") for step in self._file.step)
        return frozenset(pair[1] for pair in pairs if pair is not None)

    def _place(self, place: str, name: str) -> Place:
        found = self.known.get(name)
        if found is None:
            names = ", ".join(self.known)
            raise KernelFileError(place, f"{name!r} is not the name of a tensor", f"one of {names}")
        return found

    def _move(
        self, place: str, number: int, line: int, verb: str, step: written.Step, sizes: Sizes
    ) -> Move:
        pair = _pair(step)
        assert pair is not None  # `_require_arrows` has rejected a text without `->`.
        source = self._place(place, pair[0])
        if verb == "load" and pair[1] not in self.known:
            self.known[pair[1]] = Registers(pair[1], source.coordinates, source.element)
        target = self._place(place, pair[1])
        given = (
            None
            if step.instruction is None
            else instruction(step.instruction, f"{place}: instruction")
        )
        if given is not None:
            _require_sides(f"{place}: instruction", given, source, target)
            having = with_copy(given, target.element)
            self._require_machine(f"{place}: instruction", given.name, having)
            _require_fill(place, given, step)
        _require_descriptor(place, given, source, target, step)
        order, by, text = self._taken(place, source, target, step, given)
        self._require_same_coordinates(place, order, source, target)
        if isinstance(target, Registers) and by is not None:
            target = Registers(target.name, order, target.element)
            self.known[target.name] = target
            self.held[target.name] = by
        if by is not None and by[0].size > self._file.threads:
            raise KernelFileError(
                f"{place}: by",
                f"{by} has {by[0].size} threads, but a block has {self._file.threads}",
                "correct one of them",
            )
        without_threads = step.unit is not None or (given is not None and given.stays)
        if by is not None and step.only is None and not without_threads:
            self._require_all_threads(place, by, text)
        repeats = by is not None and _repeats(by, step.by, source.name in self.encoded)
        if isinstance(target, Registers) and repeats:
            self.encoded.add(target.name)
        threads = () if by is None else _at(f"{place}: only", lambda: _executing(step.only, by))
        all_execute = by is not None and len(threads) == by[0].size
        if by is not None and all_execute and repeats and isinstance(target, Global):
            threads = _holders(by)
        if by is not None and not threads:
            raise KernelFileError(f"{place}: only", f"no thread has {step.only}")
        known = (*sizes.known, *names_of(order))
        key, condition = self._condition(place, step, given)
        predicate = None
        if condition is not None:
            predicate = _at(f"{place}: {key}", lambda: parse_condition(condition, known))
        return Move(
            number,
            line,
            verb,
            source,
            target,
            order,
            by,
            text,
            given,
            predicate,
            condition or "",
            step.fill == "zero" or (given is not None and given.fills_zero),
            step.ahead,
            _at(f"{place}: stage", lambda: _stage(step.stage)),
            threads,
            step.unit,
            self._machine,
            repeats,
            key == "mask",
        )

    def _require_all_threads(self, place: str, by: Layout, text: str) -> None:
        """Raise KernelFileError if a block has more threads than a step's thread-value layout.

        Pre-condition: the step has no key `only`, so that all threads of the block execute it.
        """
        count, block = by[0].size, self._file.threads
        if count < block:
            some = "thread 0 executes" if count == 1 else f"threads 0 .. {count - 1} execute"
            raise KernelFileError(
                place,
                f"{text} has {counted(count, 'thread')}, but a block has {block} threads",
                f'if only {some} the step, write only = "t < {count}"; otherwise, correct one of'
                " the two numbers",
            )

    @staticmethod
    def _condition(
        place: str, step: written.Step, given: CopyInstruction | None
    ) -> tuple[str, str | None]:
        """Return the key of a move's condition, `mask` or `predicate`, and the condition.

        The condition is None if the move has no condition.
        """
        if given is not None and given.only_machine and step.predicate is not None:
            raise KernelFileError(
                f"{place}: predicate",
                f"{given.name} needs all lanes of a wavefront",
                "remove the predicate",
            )
        if step.mask is None:
            return "predicate", step.predicate
        if step.predicate is not None:
            raise KernelFileError(
                f"{place}: mask",
                "the step has both `mask` and `predicate`",
                "write `mask` for a condition on each element, or `predicate` for a condition on"
                " each access",
            )
        if given is not None and (given.exchanges or given.is_bulk or given.stays):
            raise KernelFileError(f"{place}: mask", f"{given.name} has no mask")
        return "mask", step.mask

    def _taken(
        self,
        place: str,
        source: Place,
        target: Place,
        step: written.Step,
        given: CopyInstruction | None,
    ) -> tuple[Coordinates, Layout | None, str]:
        """Return a step's coordinates, its thread-value layout, and where the layout comes from.

        The layout maps (thread, value) to the number of an element, in the order of the
        coordinates. A bulk copy has no layout. The layout's origin is a text for messages. If a
        unit executes the step, the layout has a single thread, which takes the whole tile.
        """
        text = step.by
        operand = next((one for one in (target, source) if isinstance(one, Operand)), None)
        first = min((source, target), key=lambda one: _RANK.index(type(one)))
        order = first.coordinates
        if step.unit is not None:
            if text is not None or step.only is not None or not (given is None or given.stays):
                raise KernelFileError(
                    place, "a unit has no threads", "remove `by`, `only` and `instruction`"
                )
            return order, Layout((1, prod(extents_of(order))), (0, 1)), f"unit {step.unit}"
        if given is not None and given.is_bulk:
            return order, None, given.name
        if given is not None and given.stays and text is not None:
            raise KernelFileError(
                f"{place}: by",
                f"{first.name} stays in its buffer, so this step moves no elements",
                "remove `by`",
            )
        if text is None and operand is not None:
            return order, operand.layout, f"the layout of {operand.name}"
        if text is None and source.name in self.held:
            return source.coordinates, self.held[source.name], f"the layout of {source.name}"
        if text is None:
            raise KernelFileError(
                place,
                "the step does not say which thread takes which element",
                'write by = "tiled_copy(..)", or another thread-value layout',
            )
        if operand is not None and is_encoding(text):
            raise KernelFileError(
                f"{place}: by",
                f"the instruction determines which registers hold {operand.name}",
                "remove `by`, and write the encoding of the result as `atoms`",
            )
        advice = SHARED_ELEMENTS if text.startswith("tiled_copy") else ""
        made = _at(f"{place}: by", lambda: taken_by(text, extents_of(order)), advice)
        _at(f"{place}: by", lambda: require_two_modes(made))
        return order, made, text

    def _require_same_coordinates(
        self, place: str, order: Coordinates, source: Place, target: Place
    ) -> None:
        for one in (source, target):
            if _cut(one.coordinates) != _cut(order):
                raise KernelFileError(
                    place,
                    f"{source.name} has the coordinates ({', '.join(names_of(source.coordinates))})"
                    f", but {target.name} has ({', '.join(names_of(target.coordinates))})",
                    "use the same coordinates: a move keeps the coordinates of each element",
                )

    def _reduced(
        self,
        place: str,
        number: int,
        line: int,
        step: written.Step,
        by_name: Mapping[str, Coordinate],
    ) -> Reduce:
        pair = _arrow(step.reduce or "")
        if pair is None or step.over is None:
            raise KernelFileError(place, "reduce needs `r -> s` and over", 'as in over = "n"')
        source = self._place(place, pair[0])
        over = _named(f"{place}: over", step.over, by_name)
        if len(over) != 1 or over[0] not in source.coordinates:
            raise KernelFileError(
                f"{place}: over", f"{step.over} is not a coordinate of {source.name}"
            )
        warp = machine_of(self._machine).threads
        if warp % step.among:
            raise KernelFileError(
                f"{place}: among",
                f"{step.among} does not divide the {warp} threads of a warp",
                "a shuffle combines only threads of the same warp",
            )
        rest = tuple(one for one in source.coordinates if one != over[0])
        target = Registers(pair[1], rest, source.element)
        self._require_new(place, pair[1])
        self.known[pair[1]] = target
        adds = any((one.clear or "").strip() == pair[1] for one in self._file.step)
        return Reduce(number, line, source, target, over[0], step.among, step.ahead, adds)


def _require_sides(place: str, given: CopyInstruction, source: Place, target: Place) -> None:
    """Raise KernelFileError unless an instruction can move data from the source to the target."""
    name = given.name
    needed: list[tuple[Place, type, str]] = []
    loads = name.startswith(("ld.", "ds_read")) or "_load_" in name
    if name.startswith("cp.async") or (given.space == "global" and loads):
        needed.append((source, Global, "from global memory"))
    if name.startswith(("ldmatrix", "descriptor")) or (given.space == "shared" and loads):
        needed.append((source, Shared, "from shared memory"))
    if given.space == "global" and not loads:
        needed.append((target, Global, "to global memory"))
    if name.startswith(("cp.async", "stmatrix")) or (given.space == "shared" and not loads):
        needed.append((target, Shared, "to shared memory"))
    for found, kind, words in needed:
        if not isinstance(found, kind):
            raise KernelFileError(place, f"{name} moves {words}, but {found.name} is elsewhere")
    if given.adds and not isinstance(source, Registers | Operand):
        raise KernelFileError(place, f"{name} adds registers, but {source.name} is in memory")
    if name.startswith(("cp.async", "tma")) and source.element != target.element:
        raise KernelFileError(
            place,
            f"{name} cannot convert elements, but {source.name} has {source.element} and"
            f" {target.name} has {target.element}",
        )


def _require_fill(place: str, given: CopyInstruction, step: written.Step) -> None:
    """Raise KernelFileError if `fill` is given but the instruction cannot write zeros."""
    if step.fill is not None and given.is_async and not given.fills_zero:
        raise KernelFileError(
            f"{place}: fill",
            f"{given.name} writes nothing where the predicate is false",
            f"write {given.name}.zfill",
        )


def _require_small(place: str, coordinates: Coordinates) -> None:
    """Raise KernelFileError if a tile has too many elements to enumerate."""
    size = prod(extents_of(coordinates))
    if size > LARGEST_TILE:
        raise KernelFileError(
            place,
            f"the tile has {size} elements, but at most {LARGEST_TILE} are enumerated",
            "choose a smaller tile",
        )


def _require_descriptor(
    place: str, given: CopyInstruction | None, source: Place, target: Place, step: written.Step
) -> None:
    """Raise KernelFileError if a copy instruction does not fit a matrix instruction's operand.

    An operand that stays in memory needs the instruction `resident` (for mmad) or `descriptor` (for
    wgmma). For other operands, these two instructions are errors.
    """
    operand = next((one for one in (target, source) if isinstance(one, Operand)), None)
    is_resident = given is not None and given.name == "resident"
    if is_resident != (operand is not None and operand.instruction.tiled.atom.name == MMAD):
        advice = "remove it" if is_resident else 'write instruction = "resident"'
        raise KernelFileError(
            place,
            "an operand is `resident` in a buffer if and only if the instruction is mmad",
            advice,
        )
    if is_resident and step.unit is None:
        raise KernelFileError(place, "a unit executes mmad", 'name the unit, as in unit = "M"')
    if is_resident or not isinstance(target, Operand) or target.which == "C":
        return
    kinds = re.fullmatch(
        r"SM90_.*_([RS])([RS])(?:_.*)?(?:<.*>)?", target.instruction.tiled.atom.name
    )
    is_shared = kinds is not None and kinds["AB".index(target.which) + 1] == "S"
    is_named = given is not None and given.stays
    if is_shared != is_named:
        where = "in shared memory" if is_shared else "in registers"
        advice = 'write instruction = "descriptor"' if is_shared else "load it"
        raise KernelFileError(place, f"{target.name} is an operand {where}", advice)


def _cut(coordinates: Coordinates) -> set[str]:
    """Return the coordinates whose tiles have several elements.

    A move may omit all other coordinates.
    """
    return {one.name for one in coordinates if one.tile > 1}


def _pair(step: written.Step) -> tuple[str, str] | None:
    """Return the names of source and target of a move, or None for another step."""
    return next((_arrow(text) for verb in MOVES if (text := getattr(step, verb)) is not None), None)


def _arrow(text: str) -> tuple[str, str] | None:
    names = tuple(map(str.strip, text.split("->")))
    return (names[0], names[1]) if len(names) == 2 and all(names) else None


def _listed(text: str | None) -> tuple[str, ...]:
    return () if text is None else tuple(map(str.strip, text.split(",")))


def _named(
    place: str, text: str, by_name: Mapping[str, Coordinate], advice: str = ""
) -> Coordinates:
    names = _listed(text)
    odd = [name for name in names if name not in by_name]
    if odd:
        raise KernelFileError(
            place,
            f"{odd[0]!r} is not a coordinate",
            "; ".join(filter(None, (f"one of {', '.join(by_name)}", advice))),
        )
    if len(set(names)) < len(names):
        raise KernelFileError(place, f"{text} names a coordinate twice")
    return tuple(by_name[name] for name in names)


def _text(coordinates: Coordinates) -> str:
    return ", ".join(names_of(coordinates))


def _entries(item: Any) -> tuple[Any, ...]:
    return item if isinstance(item, tuple) else (item,)


def _atom(name: str, shape: tuple[int, int, int]) -> Atom:
    """Return a matrix instruction by its name.

    CuTe's UniversalFMA is executed by one thread, which adds one product. Ascend's mmad may have
    any shape. It has one thread, which stands for the whole cube unit.
    """
    if name == MMAD:
        return tensor_memory_atom(name, shape, 1)
    if name.split("<", maxsplit=1)[0] != "UniversalFMA":
        return mma_atom(name)
    one = Fragment(Layout((1, 1), (0, 0)), (1, 1))
    return Atom(name, (1, 1, 1), Layout(1), one, one, one)


def _stage(text: str | None) -> Any:
    """Parse the expression for the stage of tile number t, such as `t % 3`.

    The stages must repeat as t grows, because only a few tiles are tried.
    """
    if text is None:
        return None
    found = parse_number(text, (TILE,))
    if period(found) is None:
        raise LayoutError(f"{text} must repeat as t grows; for 3 stages, write t % 3")
    return found


def _executing(only: str | None, by: Layout) -> tuple[int, ...]:
    """Return which threads execute a step. `by` is the thread-value layout of the step."""
    count = by[0].size
    if only is None:
        return tuple(range(count))
    condition = parse_condition(only, (THREAD,))
    return tuple(t for t in range(count) if holds(condition, {THREAD: t}))


def _repeats(by: Layout, text: str | None, held: bool) -> bool:
    """Whether `by` is an encoding that gives an element to several (thread, value) pairs.

    If the step has no key `by`, `held` says whether the source registers have such an encoding.
    """
    is_encoded = held if text is None else is_encoding(text)
    return is_encoded and len(set(offsets(modes_of(by)))) < by.size


def _holders(by: Layout) -> tuple[int, ...]:
    """Return the threads that hold an element which no thread with a lower number holds.

    In Triton, only these threads store or add elements. In the numbers of these threads, all bits
    that do not select an element are 0.
    """
    count = by[0].size
    first: dict[int, int] = {}
    for k, number in enumerate(offsets(modes_of(by))):
        first[number] = min(k % count, first.get(number, count))
    return tuple(sorted(set(first.values())))


def _tiler(text: str | None) -> tuple[Any, ...]:
    if text is None:
        return ()
    made = evaluated_with_tile(read(text))
    if not isinstance(made, tuple):
        raise LayoutError(f"{text} must have three entries: along m, n and k")
    return made
