"""Triton's encodings as linear layouts: blocked, slices, operands and results, memory.

Each layout is a product built factor by factor: a factor of a named dimension continues along a
dimension of the tensor where the previous factors end. If the tensor is larger than the encoding,
registers repeat the encoding. If the encoding is larger, its points beyond the tensor are 0, so
that elements are held more than once.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from spec.errors import LayoutError
from spec.int_tuple import format_int_tuple
from spec.reading.building import Building, unit, within
from spec.reading.distributed import THREADS, Distributed, Point, Shared, require_powers_of_two
from spec.reading.trees import entries


@dataclass(frozen=True)
class Encoding:
    """An encoding attribute of Triton: its kind and parameters, which may be encodings or lists."""

    kind: str
    parameters: Mapping[str, Any]

    def on(self, shape: tuple[int, ...]) -> Distributed | Shared:
        """The linear layout of the encoding for a tensor of this shape.

        Raises LayoutError for an encoding that is not linear, or does not fit the shape.

        >>> blocked = {"sizePerThread": (1, 2), "threadsPerWarp": (4, 8), "warpsPerCTA": (1, 1)}
        >>> held = Encoding("blocked", {**blocked, "order": (1, 0)}).on((4, 16))
        >>> print(held.thread_value)
        ((8,4),2):((8,1),4)
        """
        require_powers_of_two(shape)
        make = _LAYOUTS.get(self.kind)
        if make is None:
            raise LayoutError(f"the encoding {self.kind} has no linear layout that is read")
        return make(self, shape)

    def numbers(self, name: str, rank: int | None = None) -> tuple[int, ...]:
        """A parameter that is a list of numbers; its length must be `rank` if a rank is given."""
        found = entries(self.parameters.get(name))
        if found is None or not all(isinstance(n, int) for n in found):
            raise LayoutError(f"{self.kind} must have {name}, a list of numbers")
        if rank is not None and len(found) != rank:
            raise LayoutError(
                f"{name} of {self.kind} has {len(found)} numbers, and the tensor {rank} dimensions"
            )
        return found

    def integer(self, name: str, default: int | None = None) -> int:
        """A parameter that is a number; the default if it is omitted."""
        found = self.parameters.get(name, default)
        if not isinstance(found, int):
            raise LayoutError(f"{self.kind} must have {name}, a number")
        return int(found)

    def power(self, name: str, default: int | None = None) -> int:
        """A parameter that must be a power of two."""
        found = self.integer(name, default)
        require_powers_of_two((found,))
        return found

    def order(self, rank: int) -> tuple[int, ...]:
        """The dimensions of the tensor, the fastest first."""
        found = self.numbers("order", rank)
        if sorted(found) != list(range(rank)):
            raise LayoutError(
                f"order {format_int_tuple(found)} is not a permutation of 0..{rank - 1}"
            )
        return found

    def points(self, name: str) -> tuple[Point, ...]:
        """A parameter that is a list of points, one for each bit."""
        found = entries(self.parameters.get(name, ()))
        if found is None or not all(isinstance(one, tuple) for one in found):
            raise LayoutError(f"{name} of {self.kind} must be a list of points")
        return found

    @property
    def parent(self) -> "Encoding":
        """The encoding from which this one is derived."""
        found = self.parameters.get("parent")
        if not isinstance(found, Encoding):
            raise LayoutError(f"{self.kind} must have a parent, an encoding")
        return found

    def __str__(self) -> str:
        return f"#ttg.{self.kind}"


def _blocks(encoding: Encoding, rank: int) -> tuple[Point, ...]:
    """The points of the bits of a block's number in a cluster."""
    for name in ("CTAsPerCGA", "CTASplitNum"):
        if any(n != 1 for n in encoding.parameters.get(name, ())):
            raise LayoutError(f"{name} of several blocks is not read: give CGALayout")
    blocks = encoding.parameters.get("CGALayout", encoding.parameters.get("CTALayout", ()))
    found: tuple[Any, ...] = entries(blocks) or ()
    if any(len(entries(point) or ()) != rank for point in found):
        raise LayoutError(f"CGALayout of {encoding.kind} must be a list of points")
    return found


def _of_a_block(shape: tuple[int, ...], blocks: Sequence[Point]) -> tuple[int, ...]:
    sizes = list(shape)
    for point in blocks:
        sizes = [max(1, s // 2) if x else s for x, s in zip(point, sizes, strict=True)]
    return tuple(sizes)


def _in_blocks(
    inside: Callable[[Encoding, tuple[int, ...]], Distributed],
) -> Callable[[Encoding, tuple[int, ...]], Distributed]:
    """Extend a layout of one block to all blocks of a cluster."""

    def layout(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
        blocks = _blocks(encoding, len(shape))
        block = inside(encoding, _of_a_block(shape, blocks))
        return Distributed((*block.bases, ("block", blocks)), shape)

    return layout


def _blocked(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
    rank = len(shape)
    order, building = encoding.order(rank), Building(shape)
    building.times_all("register", encoding.numbers("sizePerThread", rank), order)
    building.times_all("lane", encoding.numbers("threadsPerWarp", rank), order)
    building.times_all("warp", encoding.numbers("warpsPerCTA", rank), order)
    return _without_idle_registers(building.repeated(order))


def _without_idle_registers(held: Distributed) -> Distributed:
    """The layout without registers beyond the tensor, which only repeat elements."""
    return Distributed(
        tuple(
            (name, tuple(point for point in points if name != "register" or any(point)))
            for name, points in held.bases
        ),
        held.shape,
    )


def _slice(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
    """The parent without a dimension; registers that only repeat elements are dropped."""
    dim = encoding.integer("dim")
    if not 0 <= dim <= len(shape):
        raise LayoutError(f"dim {dim} of a slice is not in 0..{len(shape)}")
    parent = encoding.parent.on((*shape[:dim], 1, *shape[dim:]))
    if not isinstance(parent, Distributed):
        raise LayoutError("a slice is of a distributed encoding, not of memory")
    bases = tuple(
        (name, tuple(point[:dim] + point[dim + 1 :] for point in points))
        for name, points in parent.bases
    )
    return _without_idle_registers(Distributed(bases, shape))


def _linear(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
    """The given bases; for a larger tensor, registers repeat them.

    The dimensions are repeated in the order in which the registers first use them.
    """
    names = ("register", *THREADS)
    bases = {name: encoding.points(name) for name in names}
    sizes = [1] * len(shape)
    for points in bases.values():
        for point in points:
            if len(point) != len(shape):
                raise LayoutError(f"the point {point} does not fit {format_int_tuple(shape)}")
            sizes = [max(s, 2 * x) for s, x in zip(sizes, point, strict=True)]
    if tuple(sizes) != shape:
        # Registers beyond the shape are dropped; lanes and warps beyond it repeat elements.
        kept = tuple(p for p in bases["register"] if any(within(p, shape)) or not any(p))
        more = tuple(
            unit(len(shape), d, 1 << k)
            for d in _moved(bases["register"], len(shape))
            for k in range(sizes[d].bit_length() - 1, shape[d].bit_length() - 1)
        )
        bases["register"] = kept + more
    return Distributed(
        tuple((name, tuple(within(p, shape) for p in bases[name])) for name in names), shape
    )


def _moved(points: Sequence[Point], rank: int) -> list[int]:
    """The dimensions in the order in which bits first use them, then the others, last one first.

    >>> _moved(((4, 0, 0), (0, 1, 0)), 3)
    [0, 1, 2]
    """
    first = [d for point in points for d, x in enumerate(point) if x]
    return list(dict.fromkeys((*first, *reversed(range(rank)))))


def _mma_tile(building: Building, tile: Sequence[int], width: int, inner: int, outer: int) -> None:
    """A tile of mma.sync: 4 lanes hold a row of 8 rows, each lane `width` neighbours."""
    building.times("register", width, inner).times("lane", 4, inner).times("lane", 8, outer)
    building.times("register", max(1, tile[outer] // 8), outer)
    building.times("register", max(1, tile[inner] // (4 * width)), inner)


def _nvidia_mma(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
    rank = _rank_of_matrix(shape)
    m, n, batch = rank - 2, rank - 1, list(range(rank - 2))
    version, instruction = encoding.integer("versionMajor"), encoding.numbers("instrShape")
    if version not in (2, 3) or len(instruction) < 2:
        raise LayoutError(f"nvidia_mma of version {version} is not read: 2 and 3 are")
    tile = [1] * rank
    tile[m], tile[n] = instruction[-2:] if version == 2 else instruction[:2]
    building = Building(shape)
    _mma_tile(building, tile, 2, n, m)
    order = [m, n, *batch] if version == 3 else [n, m, *batch]
    building.times_all("warp", encoding.numbers("warpsPerCTA", rank), order)
    return building.repeated([n, m, *batch])


def _amd_mfma(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
    rank = _rank_of_matrix(shape)
    m, n, batch = rank - 2, rank - 1, range(rank - 2)
    size = encoding.numbers("instrShape")[0]
    rows, columns = (n, m) if encoding.parameters.get("isTransposed") else (m, n)
    if size not in (16, 32):
        raise LayoutError(f"amd_mfma of {size} rows is not read: 16 and 32 are")
    building = Building(shape)
    building.times("register", 4, rows).times("lane", size, columns)
    building.times("lane", 64 // size, rows)
    if size == 32:
        building.times("register", 4, rows)
    order = [n, m, *batch]
    tiles = encoding.parameters.get("tilesPerWarp", (1,) * rank)
    building.times_all("register", tiles, [n, m])
    building.times_all("warp", encoding.numbers("warpsPerCTA", rank), order)
    return building.repeated(order)


def _dot_operand(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
    parent, rank = encoding.parent, _rank_of_matrix(shape)
    index, batch = encoding.integer("opIdx"), list(range(rank - 2))
    k, other = (rank - 1, rank - 2) if index == 0 else (rank - 2, rank - 1)
    building = Building(shape)
    if parent.kind == "nvidia_mma":
        width = encoding.power("kWidth")
        tile = [1] * rank
        tile[k], tile[other] = 8 * width, 16 if index == 0 else 8
        _mma_tile(building, tile, width, k, other)
        hopper = parent.integer("versionMajor") == 3
        order = [rank - 2, rank - 1] if hopper else [rank - 1, rank - 2]
        warps = parent.numbers("warpsPerCTA", rank)
        building.times_all("warp", warps, [*order, *batch], again=(k,))
        return building.repeated([k, other, *batch])
    if parent.kind == "amd_mfma":
        instruction, width = parent.numbers("instrShape"), encoding.power("kWidth")
        size = instruction[0]
        if size not in (16, 32):
            raise LayoutError(f"amd_mfma of {size} rows is not read: 16 and 32 are")
        building.times("register", width, k).times("lane", size, other)
        building.times("lane", 64 // size, k)
        depth = instruction[2] if len(instruction) > 2 else 0
        building.times("register", max(1, depth // building.sizes[k]), k)
        building.times("register", parent.parameters.get("tilesPerWarp", (1,) * rank)[other], other)
        warps = parent.numbers("warpsPerCTA", rank)
        building.times_all("warp", warps, [rank - 1, rank - 2, *batch], again=(k,))
        return building.repeated([k, other, *batch])
    if parent.kind == "blocked":
        order = parent.order(rank)
        sizes = list(parent.numbers("sizePerThread", rank))
        sizes[k] = shape[k]
        building.times_all("register", sizes, order)
        building.times_all("lane", parent.numbers("threadsPerWarp", rank), order, again=(k,))
        building.times_all("warp", parent.numbers("warpsPerCTA", rank), order, again=(k,))
        return building.repeated(order)
    raise LayoutError(f"the operand of {parent.kind} is not read")


def _rank_of_matrix(shape: tuple[int, ...]) -> int:
    if len(shape) < 2:
        raise LayoutError(f"an operand has two dimensions or more, not {format_int_tuple(shape)}")
    return len(shape)


def _swizzled(encoding: Encoding, shape: tuple[int, ...]) -> Shared:
    rank = len(shape)
    order = encoding.order(rank)
    if rank == 1:
        return Shared(_powers(1, 0, 1, shape[0]), shape)
    vec, per_phase = encoding.power("vec"), encoding.power("perPhase")
    most = encoding.power("maxPhase")
    rotates = encoding.kind == "amd_rotating_shared"
    columns, rows, *others = order
    points = list(_powers(rank, columns, 1, shape[columns]))
    for k in range(shape[rows].bit_length() - 1):
        phase = (1 << k) // per_phase % most
        if rotates:
            phase ^= (1 << k) // per_phase // most % most
        point = list(unit(rank, rows, 1 << k))
        point[columns] = vec * phase % shape[columns]
        points.append(tuple(point))
    for dim in others:
        points += _powers(rank, dim, 1, shape[dim])
    return Shared(tuple(points), shape)


PHASES: Final = {128: (1, 8), 64: (2, 4), 32: (4, 2), 0: (1, 1)}
"""For each swizzle width in bytes, the rows of a phase and the number of phases."""


def _nvmma_shared(encoding: Encoding, shape: tuple[int, ...]) -> Shared:
    rank = len(shape)
    width, swizzle = encoding.power("elementBitWidth"), encoding.integer("swizzlingByteWidth")
    if encoding.parameters.get("fp4Padded"):
        raise LayoutError("nvmma_shared with fp4Padded is not read")
    if swizzle not in PHASES:
        raise LayoutError(f"swizzlingByteWidth is 0, 32, 64 or 128, not {swizzle}")
    if rank == 1:
        return Shared(_powers(1, 0, 1, shape[0]), shape)
    per_phase, most = PHASES[swizzle]
    wide, vec = 8 * max(16, swizzle) // width, 128 // width
    transposed = encoding.parameters.get("transposed")
    columns, rows = (rank - 2, rank - 1) if transposed else (rank - 1, rank - 2)
    # Without a swizzle there are no tiles of 16 bytes: rows are stored one after the other.
    inside = min(wide, shape[columns]) if swizzle else shape[columns]
    points = list(_powers(rank, columns, 1, inside))
    for k in range(min(8, shape[rows]).bit_length() - 1):
        point = list(unit(rank, rows, 1 << k))
        point[columns] = vec * ((1 << k) // per_phase % most) % inside if most > 1 else 0
        points.append(tuple(point))
    points += _powers(rank, rows, 8, shape[rows])
    for dim in reversed(range(rank)):
        if dim not in (rows, columns):
            points += _powers(rank, dim, 1, shape[dim])
    points += _powers(rank, columns, inside, shape[columns])
    return Shared(tuple(points), shape)


def _powers(rank: int, dim: int, first: int, end: int) -> tuple[Point, ...]:
    """The points at the powers of two of a dimension, from `first` up to `end`."""
    return tuple(
        unit(rank, dim, 1 << k) for k in range(first.bit_length() - 1, end.bit_length() - 1)
    )


def _shared_linear(encoding: Encoding, shape: tuple[int, ...]) -> Shared:
    return Shared(encoding.points("offset"), shape)


def _padded(encoding: Encoding, shape: tuple[int, ...]) -> Shared:
    gaps = encoding.parameters.get("intervals", ())
    if "offset" in encoding.parameters:
        return Shared(encoding.points("offset"), shape, gaps)
    order, rank = encoding.order(len(shape)), len(shape)
    points = tuple(point for dim in order for point in _powers(rank, dim, 1, shape[dim]))
    return Shared(points, shape, gaps)


_LAYOUTS: Final[Mapping[str, Callable[[Encoding, tuple[int, ...]], Distributed | Shared]]] = {
    "amd_mfma": _in_blocks(_amd_mfma),
    "amd_rotating_shared": _swizzled,
    "blocked": _in_blocks(_blocked),
    "dot_op": _in_blocks(_dot_operand),
    "linear": _linear,
    "nvidia_mma": _in_blocks(_nvidia_mma),
    "nvmma_shared": _nvmma_shared,
    "padded_shared": _padded,
    "shared_linear": _shared_linear,
    "slice": _slice,
    "swizzled_shared": _swizzled,
}
