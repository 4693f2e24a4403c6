"""How the threads of a warp hold the operands of matrix instructions.

Each function returns a thread-value layout: a map from (thread, value) to the 1-D coordinate in
the operand's block, which is (m,k) for A, (n,k) for B and (m,n) for C.
"""

from spec.errors import ShapeError, numeral
from spec.layout import Layout

LANES = 4
"""The number of threads that hold one row. 32 threads hold 8 rows at once."""

ROWS = 8


def mma_fragment(rows: int, columns: int, neighbours: int) -> Layout:
    """The fragment of an mma.sync operand. 4 threads share a row.

    A thread's first values are adjacent elements of a row; `neighbours` is their number. For A and
    B, these elements fill a 32-bit register, so `neighbours` is 32 divided by the number of bits of
    an element, but at least 1. For C, `neighbours` is 2. A thread's next values are in the same
    columns, 8 rows further down. After the last row, the values continue at the top of the next
    4 * neighbours columns.

    Pre-conditions: 8 divides the rows; 4 * neighbours divides the columns.
    Post-conditions: each element of the block is held once (T5).

    >>> print(mma_fragment(16, 16, 2), mma_fragment(8, 16, 2), mma_fragment(16, 8, 2))
    ((4,8),(2,2,2)):((32,1),(16,8,128)) ((4,8),(2,2)):((16,1),(8,64)) ((4,8),(2,2)):((32,1),(16,8))

    Source: PTX ISA, Matrix Fragments for mma.
    """
    if rows < 1 or rows % ROWS != 0:
        raise ShapeError(
            f"the number of rows of a fragment must be a multiple of {ROWS}, not {numeral(rows)}"
        )
    if neighbours < 1 or columns < 1 or columns % (LANES * neighbours) != 0:
        raise ShapeError(
            "the number of columns of a fragment must be a multiple of "
            f"{numeral(LANES * neighbours)}, for {LANES} threads with"
            f" {numeral(neighbours)} neighbours each, not {numeral(columns)}"
        )
    step = neighbours * rows
    blocks = columns // (LANES * neighbours)
    modes = (neighbours, rows), (rows // ROWS, ROWS), (blocks, LANES * step)
    proper = [(s, d) for s, d in modes if s > 1]
    shape, stride = tuple(s for s, _ in proper), tuple(d for _, d in proper)
    return Layout(((LANES, ROWS), shape or 1), ((step, 1), stride or 0))


def quad_pair_rows(*, k_major: bool) -> Layout:
    """An operand of mma.m8n8k4: 8 rows of 4 elements, held by the 8 threads of a quad pair.

    >>> print(quad_pair_rows(k_major=True), quad_pair_rows(k_major=False))
    (8,4):(1,8) ((4,2),4):((8,4),1)

    Source: PTX ISA, Matrix Fragments for mma.m8n8k4.
    """
    return Layout((8, 4), (1, 8)) if k_major else Layout(((4, 2), 4), ((8, 4), 1))


def quad_pair_sums(bits: int) -> Layout:
    """The result of mma.m8n8k4, whose elements have 16 or 32 bits.

    >>> print(quad_pair_sums(16), quad_pair_sums(32))
    (8,8):(1,8) ((2,2,2),(2,2,2)):((1,16,4),(8,2,32))

    Source: PTX ISA, Matrix Fragments for mma.m8n8k4.
    """
    if bits == 16:
        return Layout((8, 8), (1, 8))
    return Layout(((2, 2, 2), (2, 2, 2)), ((1, 16, 4), (8, 2, 32)))


def warp_group_fragment(columns: int, neighbours: int) -> Layout:
    """A register operand of wgmma: 4 warps of 16 rows each.

    >>> print(warp_group_fragment(16, 2))
    ((4,8,4),(2,2,2)):((128,1,16),(64,8,512))

    Source: PTX ISA, Register Fragments for wgmma.
    """
    step = 64 * neighbours
    blocks = columns // (LANES * neighbours)
    return Layout(
        ((LANES, ROWS, 4), (neighbours, 2, blocks)), ((step, 1, 16), (64, ROWS, LANES * step))
    )


def seen_whole(threads: int, rows: int, columns: int) -> Layout:
    """An operand in shared memory: every thread sees the whole block.

    >>> print(seen_whole(128, 64, 16))
    (128,(64,16)):(0,(1,64))

    Source: PTX ISA, wgmma, matrix descriptor.
    """
    return Layout((threads, (rows, columns)), (0, (1, rows)))


def ldmatrix(matrices: int, *, transposed: bool = False) -> tuple[Layout, Layout]:
    """The layouts of both sides of ldmatrix: each maps (thread, bit) to a bit of the matrices.

    A matrix has 8 rows of 128 bits. The first side is shared memory: thread t gives the address of
    row t. Threads beyond the last row give the addresses of rows 0, 1, .. again. The second side is
    registers. For stmatrix the sides swap roles.

    Pre-conditions: 1, 2 or 4 matrices.

    >>> for side in ldmatrix(4):
    ...     print(side)
    (32,128):(128,1)
    (32,(32,4)):(32,(1,1024))

    Source: PTX ISA, ldmatrix.
    """
    if matrices not in (1, 2, 4):
        raise ShapeError(f"ldmatrix loads 1, 2 or 4 matrices, not {numeral(matrices)}")
    rows = ROWS * matrices
    shared = Layout((32, 128), (128, 1))
    if rows < 32:
        shared = Layout(((rows, 32 // rows), 128), ((128, 0), 1))
    if transposed:
        return shared, Layout(((4, 8), (16, 2, matrices)), ((256, 16), (1, 128, 1024)))
    return shared, Layout((32, (32, matrices)), (32, (1, 1024)))
