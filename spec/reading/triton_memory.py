"""Triton's encodings of memory: shared memory, swizzled or padded, and tensor memory."""

from typing import Final

from spec.errors import LayoutError
from spec.int_tuple import format_int_tuple
from spec.reading.building import Building, unit
from spec.reading.distributed import Distributed, Point, Shared
from spec.reading.triton_blocks import blocks_of, in_elements, shape_of_a_block
from spec.reading.triton_parameters import Parameters


def swizzled(encoding: Parameters, shape: tuple[int, ...]) -> Shared:
    """Swizzled shared memory: the phase of a row determines how the row's vectors are permuted.

    >>> given = {"vec": 2, "perPhase": 1, "maxPhase": 2, "order": (1, 0)}
    >>> str(swizzled(Parameters("swizzled_shared", given), (4, 8)).layout)
    'Sw<1,1,2> o 0 o (4,8):(8,1)'
    """
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


def shared(encoding: Parameters, shape: tuple[int, ...]) -> Shared:
    """Swizzled shared memory in Triton 2 to 3.2. The form for wgmma is not supported."""
    if encoding.parameters.get("hasLeadingOffset"):
        raise LayoutError("shared with hasLeadingOffset = true, for wgmma, is not supported")
    return swizzled(encoding, shape)


PHASES: Final = {128: (1, 8), 64: (2, 4), 32: (4, 2), 0: (1, 1)}
"""For each swizzle width in bytes, the number of rows of a phase and the number of phases."""

MOST_OF_BOX: Final = 256
"""The longest side of a box that TMA copies, in elements."""


def nvmma_shared(encoding: Parameters, shape: tuple[int, ...]) -> Shared:
    """Shared memory for wgmma, tcgen05 and TMA: tiles that are swizzled in units of 16 bytes.

    With `fp4Padded`, every 16 bytes hold 8 bytes of elements, followed by 8 unused bytes.
    """
    rank = len(shape)
    width, swizzle = encoding.power("elementBitWidth"), encoding.integer("swizzlingByteWidth")
    is_padded = bool(encoding.parameters.get("fp4Padded"))
    if is_padded:
        width *= 2
    if swizzle not in PHASES:
        raise LayoutError(f"swizzlingByteWidth must be 0, 32, 64 or 128, not {swizzle}")
    if rank == 1:
        return Shared(_powers(1, 0, 1, shape[0]), shape)
    per_phase, most = PHASES[swizzle]
    wide, vec = 8 * max(16, swizzle) // width, 128 // width
    transposed = encoding.parameters.get("transposed")
    columns, rows = (rank - 2, rank - 1) if transposed else (rank - 1, rank - 2)
    if transposed and rank > 2:
        raise LayoutError("a transposed nvmma_shared must have at most two dimensions")
    box = [min(side, MOST_OF_BOX) for side in shape]
    # Without a swizzle, there are no tiles of 16 bytes, and rows are stored one after the other.
    inside = box[columns] = min(wide if swizzle else MOST_OF_BOX, shape[columns])
    points = list(_powers(rank, columns, 1, inside))
    for k in range(min(8, shape[rows]).bit_length() - 1):
        point = list(unit(rank, rows, 1 << k))
        point[columns] = vec * ((1 << k) // per_phase % most) % inside if most > 1 else 0
        points.append(tuple(point))
    points += _powers(rank, rows, 8, box[rows])
    for dim in reversed(range(rank)):
        if dim not in (rows, columns):
            points += _powers(rank, dim, 1, box[dim])
    # With a swizzle, consecutive boxes of TMA lie along the first dimension, then along the second,
    # and so on. Without a swizzle, the order of the dimensions is reversed.
    for dim in range(rank) if swizzle else reversed(range(rank)):
        points += _powers(rank, dim, box[dim], shape[dim])
    if is_padded:
        points.insert(vec.bit_length() - 1, unit(rank, columns, 0))
    return Shared(tuple(points), shape)


def _powers(rank: int, dim: int, first: int, end: int) -> tuple[Point, ...]:
    """For each power of two p with first <= p < end, the point with p along `dim`, 0 elsewhere."""
    return tuple(
        unit(rank, dim, 1 << k) for k in range(first.bit_length() - 1, end.bit_length() - 1)
    )


def shared_linear(encoding: Parameters, shape: tuple[int, ...]) -> Shared:
    """Shared memory with a given point for each bit of an offset.

    A tensor may be distributed over several thread blocks. The result is the part of one block.
    """
    shape = _without_blocks(encoding, shape)
    return Shared(encoding.points("offset"), shape)


def padded(encoding: Parameters, shape: tuple[int, ...]) -> Shared:
    """Shared memory with gaps: after each interval of elements, some elements are skipped."""
    shape = _without_blocks(encoding, shape)
    gaps = encoding.parameters.get("intervals", ())
    if "offset" in encoding.parameters:
        return Shared(encoding.points("offset"), shape, gaps)
    order, rank = encoding.order(len(shape)), len(shape)
    points = tuple(point for dim in order for point in _powers(rank, dim, 1, shape[dim]))
    return Shared(points, shape, gaps)


def _without_blocks(encoding: Parameters, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of one thread block's part of the tensor."""
    for point in encoding.points("block"):
        if len(point) != len(shape):
            raise LayoutError(
                f"a point of a block must have {len(shape)} numbers, not {len(point)}"
            )
        shape = tuple(size // 2 if x else size for x, size in zip(point, shape, strict=True))
    return shape


LANES: Final = 128
"""The number of rows of tensor memory."""


def tensor_memory(encoding: Parameters, shape: tuple[int, ...]) -> Distributed:
    """Blocks of a matrix in the rows and columns of tensor memory, as tcgen05 stores them.

    A matrix block of 64 rows takes half of the rows of memory, 16 of every 32. The other half of
    the rows holds the next matrix block. With `twoCTAs`, a matrix block of 64 rows takes all rows
    of memory instead: each half of the rows holds one half of the columns of the block.
    """
    _require_a_matrix(shape)
    blocks = _blocks_of(encoding, shape)
    if (
        _is_split(encoding)
        and encoding.parameters.get("twoCTAs")
        and encoding.power("blockM") == 64
    ):
        raise LayoutError(
            "twoCTAs with CTASplitM, CTASplitN and blocks of 64 rows is not supported"
        )
    part = shape_of_a_block(shape, blocks)
    high, wide = min(encoding.power("blockM"), part[0]), min(encoding.power("blockN"), part[1])
    if encoding.parameters.get("unpacked"):
        raise LayoutError(
            "the columns of an unpacked encoding depend on the type of the elements; write the"
            " whole type, as !ttg.memdesc<..>"
        )
    gaps = encoding.power("colStride", 1)
    if encoding.parameters.get("fp4Padded"):
        gaps *= 2
    building = Building(part)
    for _ in range(gaps.bit_length() - 1):
        building.times("column", 2, 1, again=True)
    if high == LANES:
        building.times("row", LANES, 0).times("column", wide, 1)
    elif high != LANES // 2:
        raise LayoutError(f"blocks of tensor memory must have 64 or 128 rows, not {high}")
    elif encoding.parameters.get("twoCTAs"):
        building.times("row", 64, 0).times("column", wide // 2, 1).times("row", 2, 1)
    else:
        building.times("row", 16, 0)
        rows = building.bits["row"]
        building.times("row", 4, 0).times("column", wide, 1)
        other = next((d for d in (0, 1) if building.sizes[d] < part[d]), None)
        building.times("row", 2, other or 0, again=other is None)
        rows.insert(4, rows.pop())
    return _within_a_block(building, shape, blocks)


def tensor_memory_scales(encoding: Parameters, shape: tuple[int, ...]) -> Distributed:
    """The scale factors of a matrix: 32 rows of tensor memory, repeated in the other 96 rows."""
    _require_a_matrix(shape)
    blocks = _blocks_of(encoding, shape)
    building = Building(shape_of_a_block(shape, blocks))
    building.times("row", 32, 0).times("row", 4, 0, again=True)
    building.times("column", 4, 1).times("column", 2, 0)
    return _within_a_block(building, shape, blocks)


def _is_split(encoding: Parameters) -> bool:
    return bool(encoding.parameters.keys() & {"CTASplitM", "CTASplitN"})


def _blocks_of(encoding: Parameters, shape: tuple[int, ...]) -> tuple[Point, ...]:
    """For each bit of a block's number, the point to which the bit is mapped, in units of blocks.

    Before Triton 3.9, `CTASplitM` and `CTASplitN` are the numbers of blocks along the two
    dimensions. The blocks along dimension 0 are counted first.
    """
    if not _is_split(encoding):
        return blocks_of(encoding, shape)
    counts = tuple(encoding.power(name, 1) for name in ("CTASplitM", "CTASplitN"))
    return tuple(point for dim in (0, 1) for point in _powers(2, dim, 1, counts[dim]))


def _within_a_block(
    building: Building, shape: tuple[int, ...], blocks: tuple[Point, ...]
) -> Distributed:
    """Repeat the layout over one thread block's part of the tensor, then append all thread blocks.

    The repetitions are in further columns of tensor memory.
    """
    names = ("row", "column")
    found = building.repeated((0, 1), "column", names)
    points = in_elements(blocks, building.shape)
    return Distributed((*found.bases, ("block", points)), shape)


def _require_a_matrix(shape: tuple[int, ...]) -> None:
    if len(shape) != 2:
        raise LayoutError(f"tensor memory must have two dimensions, not {format_int_tuple(shape)}")
