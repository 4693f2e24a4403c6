"""Convert Triton's encodings to linear layouts: blocked, slice, dot_op, mma and memory.

Each layout is a product, built factor by factor. A factor belongs to a named dimension, such as
registers or lanes, and to a dimension of the tensor. Along this dimension of the tensor, the factor
begins where the previous factors end. If the tensor is larger than the encoding, registers repeat
the encoding. If the encoding is larger, its points beyond the tensor are 0, so that several
registers hold the same element.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from spec.errors import LayoutError
from spec.int_tuple import format_int_tuple
from spec.reading.building import Building, unit, within
from spec.reading.distributed import THREADS, Distributed, Point, Shared, require_powers_of_two
from spec.reading.triton_blocks import blocks_of, in_elements, shape_of_a_block
from spec.reading.triton_memory import (
    nvmma_shared,
    padded,
    shared,
    shared_linear,
    swizzled,
    tensor_memory,
    tensor_memory_scales,
)
from spec.reading.triton_parameters import Parameters


@dataclass(frozen=True)
class Encoding(Parameters):
    """An encoding attribute of Triton: its kind and parameters, which may be encodings or lists."""

    def on(self, shape: tuple[int, ...]) -> Distributed | Shared:
        """The linear layout of the encoding for a tensor of this shape.

        Raises LayoutError for an encoding that is not linear, or does not fit the shape.

        >>> blocked = {"sizePerThread": (1, 2), "threadsPerWarp": (4, 8), "warpsPerCTA": (1, 1)}
        >>> held = Encoding("blocked", {**blocked, "order": (1, 0)}).on((4, 16))
        >>> print(held.thread_value)
        ((8,4),2):((8,1),4)
        """
        require_powers_of_two(shape)
        make = LAYOUTS.get(self.kind)
        if make is None:
            raise LayoutError(f"the encoding {self.kind} is not supported")
        return make(self, shape)

    def with_idle_registers(self, shape: tuple[int, ...]) -> Distributed | Shared:
        """The linear layout of the encoding in Triton 3.6 and earlier releases.

        If a blocked encoding is larger than the tensor, some registers only repeat elements. Triton
        3.6 keeps these registers, and Triton 3.9 drops them, as `on` does.

        >>> blocked = {"sizePerThread": (2,), "threadsPerWarp": (2,), "warpsPerCTA": (1,)}
        >>> one = Encoding("blocked", {**blocked, "order": (0,)})
        >>> one.on((1,)).of("register"), one.with_idle_registers((1,)).of("register")
        ((), ((0,),))
        """
        if self.kind != "blocked":
            return self.on(shape)
        require_powers_of_two(shape)
        return _in_blocks(_blocked_with_idle_registers)(self, shape)

    @property
    def parent(self) -> "Encoding":
        """The encoding from which this encoding is derived."""
        found = self.parameters.get("parent")
        if not isinstance(found, Encoding):
            raise LayoutError(f"{self.kind} must have an encoding as parent")
        return found


def _in_blocks(
    inside: Callable[[Encoding, tuple[int, ...]], Distributed],
) -> Callable[[Encoding, tuple[int, ...]], Distributed]:
    """Extend a layout of one thread block to all blocks of a cluster."""

    def layout(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
        blocks = _blocks_of(encoding, shape)
        part = shape_of_a_block(shape, blocks)
        block = inside(encoding, part)
        return Distributed((*block.bases, ("block", in_elements(blocks, part))), shape)

    return layout


def _blocks_of(encoding: Encoding, shape: tuple[int, ...]) -> tuple[Point, ...]:
    """For each bit of a thread block's number, the point that the bit adds, in units of blocks.

    An operand of a matrix product is not divided among blocks along the dimension that is summed.
    """
    if encoding.kind != "dot_op":
        return blocks_of(encoding, shape)
    summed = len(shape) - 1 - encoding.integer("opIdx")
    return tuple(
        tuple(0 if dim == summed else x for dim, x in enumerate(point))
        for point in blocks_of(encoding.parent, shape)
    )


def _blocked(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
    return _without_idle_registers(_blocked_with_idle_registers(encoding, shape))


def _blocked_with_idle_registers(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
    rank = len(shape)
    order, building = encoding.order(rank), Building(shape)
    building.times_all("register", encoding.numbers("sizePerThread", rank), order)
    building.times_all("lane", encoding.numbers("threadsPerWarp", rank), order)
    building.times_all("warp", encoding.numbers("warpsPerCTA", rank), order)
    return building.repeated(order)


def _without_idle_registers(held: Distributed) -> Distributed:
    """The layout without the registers that only repeat elements of the tensor."""
    return Distributed(
        tuple(
            (name, tuple(point for point in points if name != "register" or any(point)))
            for name, points in held.bases
        ),
        held.shape,
    )


def _slice(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
    """The parent's layout without dimension `dim`, and without registers that repeat elements."""
    dim = encoding.integer("dim")
    if not 0 <= dim <= len(shape):
        raise LayoutError(f"dim {dim} of a slice is not in 0..{len(shape)}")
    parent = encoding.parent.on((*shape[:dim], 1, *shape[dim:]))
    if not isinstance(parent, Distributed):
        raise LayoutError(
            "the parent of a slice must be a distributed encoding, not an encoding of shared memory"
        )
    bases = tuple(
        (name, tuple(point[:dim] + point[dim + 1 :] for point in points))
        for name, points in parent.bases
    )
    return _without_idle_registers(Distributed(bases, shape))


def _linear(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
    """The layout with the given bases. In a larger tensor, further registers repeat the layout.

    The layout is repeated along one dimension after another, in the order that `_moved` returns for
    the register bases.
    """
    names = ("register", *THREADS)
    bases = {name: encoding.points(name) for name in names}
    sizes = [1] * len(shape)
    for points in bases.values():
        for point in points:
            if len(point) != len(shape):
                raise LayoutError(
                    f"the point {point} and the shape {format_int_tuple(shape)} have different"
                    " lengths"
                )
            sizes = [max(s, 2 * x) for s, x in zip(sizes, point, strict=True)]
    if tuple(sizes) != shape:
        # Registers beyond the shape are dropped. Lanes and warps beyond the shape repeat elements.
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
    """All dimensions. A dimension comes earlier if an earlier point is nonzero in this dimension.

    Dimensions in which all points are 0 come at the end, from last to first.

    >>> _moved(((4, 0, 0), (0, 1, 0)), 3)
    [0, 1, 2]
    """
    first = [d for point in points for d, x in enumerate(point) if x]
    return list(dict.fromkeys((*first, *reversed(range(rank)))))


def _mma_tile(building: Building, tile: Sequence[int], width: int, inner: int, outer: int) -> None:
    """Append a tile of mma.sync, which consists of blocks of 8 rows.

    In a block, 4 lanes hold one row. Each of these lanes holds `width` consecutive elements of the
    row, which runs along `inner`.
    """
    building.times("register", width, inner).times("lane", 4, inner).times("lane", 8, outer)
    building.times("register", max(1, tile[outer] // 8), outer)
    building.times("register", max(1, tile[inner] // (4 * width)), inner)


def _nvidia_mma(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
    rank = _rank_of_matrix(shape)
    m, n, batch = rank - 2, rank - 1, list(range(rank - 2))
    version, instruction = encoding.integer("versionMajor"), encoding.numbers("instrShape")
    if version not in (2, 3) or len(instruction) < 2:
        raise LayoutError(f"nvidia_mma must have version 2 or 3, not {version}")
    tile = [1] * rank
    tile[m], tile[n] = instruction[-2:] if version == 2 else instruction[:2]
    building = Building(shape)
    _mma_tile(building, tile, 2, n, m)
    order = [m, n, *batch] if version == 3 else [n, m, *batch]
    building.times_all("warp", encoding.numbers("warpsPerCTA", rank), order)
    return building.repeated([n, m, *batch])


def _amd_mfma(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
    """The layout of MFMA's result. Tiles repeat along N to the end of the tensor, then along M."""
    rank = _rank_of_matrix(shape)
    m, n, batch = rank - 2, rank - 1, list(range(rank - 2))
    size = encoding.numbers("instrShape")[0]
    rows, columns = (n, m) if encoding.parameters.get("isTransposed") else (m, n)
    if size not in (16, 32):
        raise LayoutError(f"amd_mfma must have 16 or 32 rows, not {size}")
    high = 1 if _has_doubles(encoding) else 4
    building = Building(shape)
    building.times("register", high, rows).times("lane", size, columns)
    building.times("lane", 64 // size, rows)
    building.times("register", size * size // (64 * high), rows)
    _add_warps_of_result(building, encoding, rank)
    return building.repeated([n, m, *batch])


def _has_doubles(encoding: Encoding) -> bool:
    """Whether the elements are f64. If so, neighbouring rows are in different lanes.

    Triton 3.6 and later releases write `elementBitWidth`. Triton 3.5 writes `elementType`.
    """
    parameters = encoding.parameters
    return parameters.get("elementBitWidth") == 64 or parameters.get("elementType") == "f64"


def _tiles_per_warp(encoding: Encoding, rank: int) -> tuple[int, ...]:
    if "tilesPerWarp" not in encoding.parameters:
        return (1,) * rank
    return encoding.numbers("tilesPerWarp", rank)


def _add_warps_of_result(building: Building, encoding: Encoding, rank: int) -> None:
    """Append the tiles of a warp and the warps: along N to the end of the tensor, then along M."""
    m, n, batch = rank - 2, rank - 1, range(rank - 2)
    tiles, warps = _tiles_per_warp(encoding, rank), encoding.numbers("warpsPerCTA", rank)
    building.times("register", tiles[n], n).times("warp", warps[n], n).filled(n)
    building.times("register", tiles[m], m).times_all("warp", warps, [m, *batch])


def _add_warps_of_operand(building: Building, parent: Encoding, k: int, other: int) -> None:
    """Append the tiles of a warp, then the warps. Warps along `k` repeat elements."""
    rank = len(building.shape)
    building.times("register", _tiles_per_warp(parent, rank)[other], other)
    order = [rank - 1, rank - 2, *range(rank - 2)]
    building.times_all("warp", parent.numbers("warpsPerCTA", rank), order, again=(k,))


def _amd_wmma(encoding: Encoding, shape: tuple[int, ...]) -> Distributed:
    """The layout of WMMA's result, which consists of blocks of 16 rows and 16 columns.

    In a block, 16 lanes lie along one dimension. The 16 elements along the other dimension are in
    the two halves of the lanes, with 8 registers in each half.
    """
    rank = _rank_of_matrix(shape)
    m, n, batch = rank - 2, rank - 1, range(rank - 2)
    rows, columns = (n, m) if encoding.parameters.get("isTranspose") else (m, n)
    high, wide, _ = _wmma_shape(encoding)
    building = Building(shape)
    # In the first generation of WMMA, the two halves of the lanes hold alternate rows.
    if encoding.integer("version") == 1:
        building.times("lane", 16, columns).times("lane", 2, rows).times("register", 8, rows)
    else:
        building.times("register", 8, rows).times("lane", 16, columns).times("lane", 2, rows)
    building.times("register", high // 16, rows).times("register", wide // 16, columns)
    if "ctaLayout" in encoding.parameters:
        building.times_points(_wmma_tile(encoding))
    else:
        _add_warps_of_result(building, encoding, rank)
    return building.repeated([n, m, *batch])


def _wmma_shape(encoding: Encoding) -> tuple[int, ...]:
    found = encoding.numbers("instrShape", 3) if "instrShape" in encoding.parameters else (16,) * 3
    if any(size not in (16, 32) for size in found[:2]):
        raise LayoutError("M and N in the instrShape of amd_wmma must be 16 or 32")
    return found


def _wmma_tile(encoding: Encoding) -> dict[str, tuple[Point, ...]]:
    """The points, in units of one instruction, at which registers and warps repeat an instruction.

    Triton 3.9 writes these points. Older releases write `warpsPerCTA` and `tilesPerWarp` instead.
    """
    tile = encoding.group("ctaLayout")
    return {name: tile.points(name) for name in ("register", "warp")}


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
            raise LayoutError(f"amd_mfma must have 16 or 32 rows, not {size}")
        building.times("register", width, k).times("lane", size, other)
        building.times("lane", 64 // size, k)
        # The tile is first repeated along K to the end of the tensor.
        building.filled(k)
        _add_warps_of_operand(building, parent, k, other)
        return building.repeated([k, other, *batch])
    if parent.kind == "amd_wmma":
        return _wmma_operand(encoding, shape, k, other)
    if parent.kind == "blocked":
        order = parent.order(rank)
        sizes = list(parent.numbers("sizePerThread", rank))
        sizes[k] = shape[k]
        building.times_all("register", sizes, order)
        building.times_all("lane", parent.numbers("threadsPerWarp", rank), order, again=(k,))
        building.times_all("warp", parent.numbers("warpsPerCTA", rank), order, again=(k,))
        return building.repeated(order)
    raise LayoutError(f"the operand of {parent.kind} is not supported")


def _wmma_operand(encoding: Encoding, shape: tuple[int, ...], k: int, other: int) -> Distributed:
    parent, rank = encoding.parent, len(shape)
    sides, width = _wmma_shape(parent), encoding.power("kWidth")
    # A transposed instruction computes the transposed result, so its operands are swapped.
    side = sides[encoding.integer("opIdx") ^ bool(parent.parameters.get("isTranspose"))]
    building = Building(shape)
    if parent.integer("version") == 1:
        # In the first generation of WMMA, both halves of the lanes hold the same elements.
        building.times("register", width, k).times("lane", 16, other).times(
            "lane", 2, k, again=True
        )
    else:
        building.times("register", width, k).times("lane", 16, other).times("lane", 2, k)
        building.times("register", max(1, sides[2] // building.sizes[k]), k)
    building.times("register", side // 16, other)
    if "ctaLayout" in parent.parameters:
        tile = {
            name: tuple(tuple(0 if d == k else x for d, x in enumerate(point)) for point in points)
            for name, points in _wmma_tile(parent).items()
        }
        tile["register"] = tuple(point for point in tile["register"] if any(point))
        building.times_points(tile)
    else:
        # In the first generation of WMMA, the second half of the lanes is counted as if it held
        # other elements than the first half. So this repetition ends in the middle of the tensor.
        halves = 2 if parent.integer("version") == 1 else 1
        building.times("register", max(1, shape[k] // (building.sizes[k] * halves)), k)
        _add_warps_of_operand(building, parent, k, other)
    return building.repeated([k, other, *range(rank - 2)])


def _rank_of_matrix(shape: tuple[int, ...]) -> int:
    if len(shape) < 2:
        raise LayoutError(
            f"an operand must have two dimensions or more, not {format_int_tuple(shape)}"
        )
    return len(shape)


def _in_a_block(
    inside: Callable[[Parameters, tuple[int, ...]], Shared],
) -> Callable[[Encoding, tuple[int, ...]], Shared]:
    """Apply a memory layout to the part of the tensor that one block of a cluster holds."""

    def layout(encoding: Encoding, shape: tuple[int, ...]) -> Shared:
        return inside(encoding, shape_of_a_block(shape, blocks_of(encoding, shape)))

    return layout


LAYOUTS: Final[Mapping[str, Callable[[Encoding, tuple[int, ...]], Distributed | Shared]]] = {
    "amd_mfma": _in_blocks(_amd_mfma),
    "amd_rotating_shared": _in_a_block(swizzled),
    "amd_wmma": _in_blocks(_amd_wmma),
    "blocked": _in_blocks(_blocked),
    "dot_op": _in_blocks(_dot_operand),
    "linear": _linear,
    "nvidia_mma": _in_blocks(_nvidia_mma),
    "nvmma_shared": _in_a_block(nvmma_shared),
    "padded_shared": _in_a_block(padded),
    "shared": _in_a_block(shared),
    "shared_linear": shared_linear,
    "slice": _slice,
    "swizzled_shared": _in_a_block(swizzled),
    "tensor_memory_encoding": tensor_memory,
    "tensor_memory_scales_encoding": tensor_memory_scales,
}
"""For each kind of encoding that is read: the function that makes its layout for a shape."""
