"""Find the rows of shared memory that ldmatrix, stmatrix and ds_read_tr16_b64 access.

ldmatrix or stmatrix moves N matrices of 8 rows of 128 bits. Thread 8j + r passes the address of row
r of matrix j. Register j of thread 4r + q has bits 32q to 32q + 31 of row r of matrix j. If the
matrices are transposed, register j of thread 4c + q has the 16-bit elements in column c of rows 2q
and 2q + 1.
Source: PTX ISA, ldmatrix and stmatrix.

In ds_read_tr16_b64, each lane passes the address of a row of 64 bits, which are 4 elements. The
lanes form groups of 16. In a group, lane t receives as its element r the element t % 4 of the row
of lane 4r + floor(t / 4). All lanes of a wavefront must execute this instruction.
Source: AMD Instinct CDNA4 ISA, 11.4, MFMA Transpose Load from LDS (DS_READ_B64_TR_B16). `exchanged`
of verif.audit.triton.accesses uses the same map of lanes.
"""

from __future__ import annotations

from spec.atoms import (
    copy_atom,
    get_layoutD_TV,
    get_layoutS_TV,
    make_tiled_copy_A,
    make_tiled_copy_B,
    make_tiled_copy_C,
)
from spec.errors import LayoutError
from spec.layout import Layout
from spec.memory.accesses import Columns, bits_of
from verif.movement.instructions import CopyInstruction
from verif.movement.model import Move, Operand, Shared, extents_of
from verif.movement.moves import Taken, numbers_by

ROWS = 8
WARP = 32
REGISTER = 32

WAVEFRONT = 64
GROUP = 16
"""How many lanes exchange elements with each other by ds_read_tr16_b64."""
RUN = 4
"""The number of elements in a row of `ds_read_tr16_b64`. Each lane also gets this many."""


def in_copy_order(by: Layout, operand: Operand, name: str, element: str) -> Layout:
    """Reorder the values of the layout `by` as CuTe's copies do, if `by` is the operand's layout.

    CuTe's make_tiled_copy_A, _B and _C put the registers of one tile of the matrix instruction
    first. Any other layout `by` is returned unchanged.

    Errors: LayoutError if the copy instructions do not move whole tiles.
    """
    if by != operand.layout:
        return by
    atom, mma = copy_atom(name, element), operand.instruction.tiled
    make = {"A": make_tiled_copy_A, "B": make_tiled_copy_B, "C": make_tiled_copy_C}
    copy = make[operand.which](atom, mma)
    registers = get_layoutS_TV if name.startswith("st") else get_layoutD_TV
    return registers(copy, extents_of(operand.coordinates))


def matrix_rows(columns: Columns, bits: int, given: CopyInstruction) -> Columns | str:
    """Return the offsets of the rows that ldmatrix or stmatrix accesses, or an error message.

    `columns[v][t]` is the offset in shared memory of value v of thread t. Consecutive values of a
    thread are in consecutive registers. For N matrices, 8*N threads of each warp pass the address
    of one row each. For each k, the result has the offset of element k of each row.

    Obligation: for each instruction, the registers j of all threads of a warp together hold matrix
    j. Each row of the matrix is contiguous in shared memory and aligned to 128 bits.
    """
    threads, each, n = len(columns[0]), REGISTER // bits, 128 // bits
    if bits > REGISTER or (given.is_transposed and bits != 16):
        return (
            f"the instruction moves elements of {'16' if given.is_transposed else 'up to 32'} bits,"
            f" not of {bits} bits"
        )
    if threads % WARP:
        return f"the instruction needs whole warps, but there are {threads} threads"
    if len(columns) % (each * given.matrices):
        return (
            f"a thread has {len(columns)} elements, which is not a multiple of the"
            f" {each * given.matrices} elements of an instruction"
        )
    found: list[list[int]] = []
    for first in range(0, len(columns), each * given.matrices):
        rows = [[0] * (threads // WARP * ROWS * given.matrices) for _ in range(n)]
        for warp in range(threads // WARP):
            for j in range(given.matrices):
                for r in range(ROWS):
                    taken = [
                        (first + j * each + e, WARP * warp + t)
                        for t, e in _holders(r, each, transposed=given.is_transposed)
                    ]
                    start = columns[taken[0][0]][taken[0][1]]
                    for k, (v, t) in enumerate(taken):
                        if columns[v][t] != start + k or start % n:
                            return _no_row(columns, taken, k, n)
                        rows[k][(warp * given.matrices + j) * ROWS + r] = start + k
        found += rows
    return tuple(map(tuple, found))


def _holders(row: int, each: int, *, transposed: bool) -> list[tuple[int, int]]:
    """Return, for each element of a row, its thread and its index in the thread's register."""
    if transposed:
        return [(4 * column + row // 2, row % 2) for column in range(ROWS)]
    return [(4 * row + q, e) for q in range(4) for e in range(each)]


def _no_row(columns: Columns, taken: list[tuple[int, int]], k: int, n: int) -> str:
    (v, t), (w, u) = taken[0], taken[k]
    start = columns[v][t]
    if start % n:
        return (
            f"the row that starts at thread {t}, value {v} has the offset {start}, which is not a"
            f" multiple of {n}"
        )
    return (
        f"thread {u}, value {w} needs element {k} of the row that starts at thread {t}, value {v},"
        f" but its offset is {columns[w][u]}, not {start + k}"
    )


def transposed_rows(columns: Columns, bits: int) -> Columns | str:
    """Return the offsets of the rows of ds_read_tr16_b64, or an error message.

    `columns` is as for `matrix_rows`. Each lane passes the address of one row. For each k, the
    result has the offset of element k of each row.

    Obligation, for every 4 neighbouring lanes that begin at a multiple of 4: for each instruction
    and each r, the elements r of these lanes form a row. The row is contiguous in shared memory and
    aligned to 64 bits.
    """
    threads = len(columns[0])
    if bits != REGISTER // 2:
        return f"the instruction moves elements of 16 bits, not of {bits} bits"
    if threads % WAVEFRONT:
        return f"the instruction needs whole wavefronts, but there are {threads} threads"
    if len(columns) % RUN:
        return (
            f"a thread has {len(columns)} elements, which is not a multiple of the"
            f" {RUN} elements of an instruction"
        )
    found: list[list[int]] = []
    for first in range(0, len(columns), RUN):
        rows = [[0] * threads for _ in range(RUN)]
        for lane in range(threads):
            r, q = divmod(lane % GROUP, GROUP // RUN)
            holder = lane - lane % GROUP + RUN * q
            taken = [(first + r, holder + k) for k in range(RUN)]
            start = columns[first + r][holder]
            for k, (v, t) in enumerate(taken):
                if columns[v][t] != start + k or start % RUN:
                    return _no_row(columns, taken, k, RUN)
                rows[k][lane] = start + k
        found += rows
    return tuple(map(tuple, found))


def rows_of(move: Move, place: Shared) -> Columns | str:
    """Return the offsets of the rows that a step accesses, or an error message."""
    given, by = move.instruction, move.by
    assert given is not None
    assert by is not None
    if not given.matrices:
        if len({t // WAVEFRONT for t in move.threads}) * WAVEFRONT != len(move.threads):
            return (
                "the instruction needs whole wavefronts, but"
                f" {len(move.threads)} threads execute the step"
            )
        return transposed_rows(Taken(move).columns(place), bits_of(place.element))
    operand = move.operand
    try:
        ordered = by if operand is None else in_copy_order(by, operand, given.name, place.element)
    except LayoutError as error:
        return str(error)
    table = place.offsets(0)
    numbers = numbers_by(ordered, move.coordinates, place.coordinates)
    columns = tuple(tuple(table[x] for x in column) for column in numbers)
    return matrix_rows(columns, bits_of(place.element), given)
