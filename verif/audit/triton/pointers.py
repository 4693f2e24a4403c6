"""Coalescing: count the sectors of global memory that a load or store by pointers touches.

A request is one access by all threads of a warp. The access of a thread covers the longest run of
adjacent registers whose elements are also adjacent in memory, up to 128 bits. The base is assumed
to be aligned, and masks are ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from spec.memory import Machine
from spec.reading import Distributed
from spec.reading.elements import read_element
from spec.reading.scanner import Scanner
from spec.reading.triton import FAMILY
from verif.audit.mlir import Operation
from verif.audit.statement import Statement, Verdict
from verif.audit.triton.affine import Affine, AffineValues, Multiple
from verif.audit.triton.asking import Tensor, about, about_unknowns
from verif.audit.triton.program import Context, Program, offsets_of_buffer
from verif.audit.triton.types import bits_of, held, pointee, sized

_POINTERS: Final = {
    "tt.load": (0, 0),
    "tt.store": (0, 0),
    "ttg.async_copy_global_to_local": (0, 0),
    "amdg.buffer_store": (2, 0),
}
"""For operations on global memory: which operand has the offsets, and which has the layout."""

_BUFFERS: Final = ("amdg.buffer_load", "amdg.buffer_load_to_local")
"""Operations that load elements at a base plus offsets. The base is the first operand."""

_CLAIM: Final = "each request touches no more sectors of global memory than its data needs"


@dataclass(frozen=True)
class Touched:
    """How many sectors the requests touch in total, and how many they must touch at least.

    `requests` is the number of requests, and `width` is the width of an access in bits.
    """

    sectors: int
    fewest: int
    requests: int
    width: int
    is_full: bool
    """Whether the data of each request fills whole sectors."""


def of_pointers(
    op: Operation, program: Program, affine: AffineValues, context: Context
) -> Iterator[Statement]:
    """The statement about the coalescing of an operation on pointers."""
    place, tensor = _POINTERS.get(op.name, (1, 0))
    if place >= len(op.values) or op.name not in (*_POINTERS, *_BUFFERS):
        return
    if op.name == "amdg.buffer_load":
        # Offsets count elements of the result. Older releases of Triton print only one type, which
        # is the type of the result.
        types = op.result_types or op.operand_types
        kind = sized(types[0]) if types else None
    elif op.name == "amdg.buffer_load_to_local":
        offsets = offsets_of_buffer(op)
        memory = sized(op.result_types[0]) if op.result_types else None
        kind = replace(offsets, element=memory.element) if offsets and memory else None
    else:
        kind = program.kind_of(op, tensor)
    layout = held(kind)
    element = (pointee(kind.element) or kind.element) if kind is not None else None
    bits = bits_of(element) if element is not None else None
    if kind is None or layout is None or element is None or bits is None:
        return
    found = affine.of(op.values[place])
    if found is None or len(found.coefficients) != len(kind.shape):
        detail = "the calculation of the pointers could not be followed"
        yield Statement(op.line, op.name, _CLAIM, Verdict.UNKNOWN, detail)
        return
    name, _ = read_element(Scanner(element, FAMILY))
    yield _decided(op, Tensor(kind, layout, name, context), bits, found)


def _decided(op: Operation, tensor: Tensor, bits: int, found: Affine) -> Statement:
    layout, machine = tensor.layout, tensor.context.machine
    unit = 8 * machine.sector // bits
    unknown = [d for d, c in enumerate(found.coefficients) if isinstance(c, Multiple)]
    # If the step along a dimension is unknown, assume that each step leads to another sector.
    coefficients = tuple(
        _FAR << (40 * d) if isinstance(c, Multiple) else c for d, c in enumerate(found.coefficients)
    )
    constant = found.constant if not found.divisor else found.constant % found.divisor
    touched = touched_by(layout, coefficients, constant, bits, machine)
    if touched is None:
        detail = "the offsets are not sums of steps, because points of the layout share bits"
        return Statement(op.line, op.name, _CLAIM, Verdict.UNKNOWN, detail)
    is_best = touched.sectors == touched.fewest
    figures = (
        f"{touched.sectors} sectors of {machine.sector} bytes in {touched.requests} requests of"
        f" {touched.width}-bit accesses{'' if is_best else f', where {touched.fewest} would do'}"
    )
    conditions = list[str]()
    begins_anywhere = bool(unit and found.divisor % unit)
    if begins_anywhere:
        conditions.append("the offset that all elements share is a multiple of a sector")
    if unknown and not (touched.is_full and is_best and _steps_over(found, unit)):
        which = ", ".join(map(str, unknown))
        conditions.append(f"each step along dimension {which} leads to another sector")
    if conditions:
        detail = f"known only at run time: {figures}, if {' and '.join(conditions)}"
        asked = about_unknowns(
            tensor,
            found,
            lambda steps, offset: _width(layout, steps, offset, bits, machine),
            begins_anywhere=begins_anywhere,
        )
        return Statement(
            op.line,
            op.name,
            _CLAIM,
            Verdict.UNKNOWN,
            detail,
            asked.question,
            asked.sizes,
            asked.unknowns,
        )
    steps = ",".join(
        f"a multiple of {c.of}" if isinstance(c, Multiple) else str(c) for c in found.coefficients
    )
    figures += f"; steps ({steps}) from a base that is assumed to be aligned; masks are ignored"
    question = "" if unknown else about(tensor, coefficients, constant)
    verdict = Verdict.HOLDS if is_best else Verdict.COST
    return Statement(op.line, op.name, _CLAIM, verdict, figures, question)


def _width(
    layout: Distributed, steps: tuple[int, ...], offset: int, bits: int, machine: Machine
) -> int | None:
    """The width of an access in bits, or None if `touched_by` returns None."""
    found = touched_by(layout, steps, offset, bits, machine)
    return None if found is None else found.width


def _steps_over(found: Affine, unit: int) -> bool:
    """Whether each unknown step is a multiple of a sector, which has `unit` elements.

    Such steps move elements by whole sectors. Consider the elements of a request at a fixed
    coordinate along the dimensions with unknown steps. If these elements fill whole sectors, the
    whole request fills whole sectors. This is true for all values of the unknown steps, even if
    different steps lead to the same sector.
    """
    return all(c.of % unit == 0 for c in found.coefficients if isinstance(c, Multiple))


_FAR: Final = 1 << 40
"""A step so large that each of its multiples is in a different sector."""


@lru_cache(maxsize=1024)
def touched_by(
    layout: Distributed,
    coefficients: tuple[int, ...],
    constant: int,
    bits: int,
    machine: Machine,
) -> Touched | None:
    """The sectors that a tensor's accesses touch.

    The offset of an element must be the sum of a step for each bit that is 1 in the numbers of its
    register, lane, warp and block. Return None if the offsets are not such sums.
    """
    together = [0] * len(layout.shape)
    steps = dict[str, list[int]]()
    for name, points in layout.bases:
        for point in points:
            if any(x & y for x, y in zip(point, together, strict=True)):
                return None
            together = [x | y for x, y in zip(point, together, strict=True)]
            step = sum(c * x for c, x in zip(coefficients, point, strict=True))
            # If several registers of a thread hold the same element, the access is counted once.
            if name != "register" or any(point):
                steps.setdefault(name, []).append(step)
    lanes = steps.get("lane", [])
    far = [*steps.get("warp", []), *steps.get("block", [])]
    registers = steps.get("register", [])
    vector = 0
    while _widens(vector, lanes, far, registers, constant, bits):
        vector += 1
    within = [1 << k for k in range(vector)]
    rest = [step for step in registers if step not in within]
    unit = 8 * machine.sector
    residues = Counter({constant * bits % unit: 1})
    for step in (*far, *rest):
        moved = Counter[int]()
        for residue, count in residues.items():
            moved[residue] += count
            moved[(residue + step * bits) % unit] += count
        residues = moved
    places = {0}
    for step in (*lanes, *within):
        places |= {place + step for place in places}
    sectors = fewest = 0
    for residue, count in residues.items():
        ends = ((residue + place * bits, residue + (place + 1) * bits - 1) for place in places)
        sectors += count * len({end // unit for pair in ends for end in pair})
        fewest += count * -(-len(places) * bits // unit)
    is_full = len(places) * bits % unit == 0
    return Touched(sectors, fewest, residues.total(), bits << vector, is_full)


def _widens(
    vector: int,
    lanes: Sequence[int],
    far: Sequence[int],
    registers: Sequence[int],
    constant: int,
    bits: int,
) -> bool:
    """Whether an access that can have 2^vector elements can also have 2^(vector + 1) elements."""
    size = 2 << vector
    if size * bits > 128 or 1 << vector not in registers:
        return False
    others = [step for step in registers if step >= size or step < 0 or step & (step - 1)]
    inner = [step for step in registers if 0 <= step < size and not step & (step - 1)]
    if len(inner) != vector + 1 or constant % size:
        return False
    return not any(step % size for step in (*lanes, *far, *others))
