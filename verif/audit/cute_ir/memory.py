"""Statements about memory: swizzles of pointers, offsets, alignment and bank conflicts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from spec.basis import has_coordinates
from spec.composed import AnyLayout, ComposedLayout
from spec.composition import composition
from spec.errors import LayoutError
from spec.layout import Layout, make_layout
from spec.reading.bytes import of_elements
from spec.reading.trees import entries
from spec.swizzle import Swizzle
from verif.audit.cute_ir.fits import divides
from verif.audit.cute_ir.results import Decision
from verif.audit.cute_ir.tiles import COPY, inner_bits, read_box, read_copy
from verif.audit.cute_ir.types import Type, leaves, parts_of, read_type, written_form
from verif.audit.statement import Verdict
from verif.questions.answer import Effort, Ruling
from verif.questions.fits_int32 import fits_int32
from verif.questions.memory import conflict_free, conflict_free_at
from verif.questions.program import UndecidedError

EFFORT: Final = Effort(elements=1 << 16, seconds=1.0)

IN_MEMORY: Final = ("gmem", "smem", "dsmem", "generic")
"""The memory spaces that have addresses."""

ROW_BITS: Final = 128
"""The number of bits of a matrix row, which ldmatrix and stmatrix access as a whole."""

_ATOM: Final = re.compile(
    r'!cute_nvgpu\.atom\.([a-z_0-9.]+)\s*<((?:[^<>"]|"[^"]*"|<(?:[^<>"]|"[^"]*")*>)*)>'
)
_WIDTH: Final = re.compile(r"\b(\d+) b\b")
PLAIN: Final = ("universal_copy", "simt_async_copy")
MATRICES: Final = ("ldsm", "stsm")


# Checks of the pointer and the layout in a type


def whole_elements(one: Type) -> Decision | None:
    """Decide whether a pointer's swizzle moves whole elements. The swizzle acts on byte offsets."""
    pointer = one.pointer
    if pointer is None or pointer.swizzle is None or not pointer.swizzle.bits:
        return None
    swizzle = pointer.swizzle
    block = 8 << swizzle.base
    if block >= pointer.bits:
        detail = f"{swizzle} moves blocks of {block} bits, and an element has {pointer.bits} bits"
        return Decision(Verdict.HOLDS, detail)
    torn = torn_access(swizzle, max(pointer.bits // 8, 1), 1 << 30)
    where = f": {torn}" if torn else ""
    detail = (
        f"{swizzle} moves blocks of {block} bits, so it splits {pointer.bits}-bit elements{where}"
    )
    return Decision(Verdict.FAULT, detail)


def offsets_fit(one: Type) -> Decision | None:
    """Decide whether every offset of a tensor in memory fits into 32 bits.

    Return None if the layout has unknown numbers, because the text gives no bounds for them.
    """
    pointer, layout = one.pointer, plain_layout(one.form)
    if pointer is None or pointer.space not in IN_MEMORY or not isinstance(layout, Layout):
        return None
    if has_coordinates(layout.stride):
        return None
    answer = fits_int32(layout, EFFORT)
    verdict = {Ruling.HOLDS: Verdict.HOLDS, Ruling.REFUTED: Verdict.FAULT}
    question = f"fits_int32({layout})"
    return Decision(verdict.get(answer.ruling, Verdict.UNKNOWN), answer.reason, question)


def plain_layout(form: Any) -> Any:
    """The layout to which a swizzle is applied. Without a swizzle, `form` is this layout."""
    match form:
        case ComposedLayout(inner=inner):
            return inner
        case _:
            return form


def torn_access(swizzle: Swizzle, width: int, end: int) -> str:
    """Describe an access that the swizzle splits, or return ''.

    `width` is the width of an access. Only accesses that end at `end` or before are tried. Both
    numbers count the swizzle's units, which are bytes or elements.
    """
    block = 1 << swizzle.base
    if not swizzle.bits or block >= width:
        return ""
    reach = max(width, 1 << (swizzle.bits + swizzle.base + abs(swizzle.shift)))
    for x in range(0, min(end, reach) - width + 1, width):
        begins = [swizzle(y) for y in range(x, x + width, block)]
        if any(b != begins[0] + k * block for k, b in enumerate(begins)):
            return f"the parts of the access at {x} are at {', '.join(map(str, begins))}"
    return ""


# Copies


def atom_of(text: str) -> tuple[str, str] | None:
    """The name and the parameters of the instruction in a copy's type, or None.

    >>> atom_of("!cute_nvgpu.atom.universal_copy<f16, 128 b>")
    ('universal_copy', 'f16, 128 b')
    """
    found = _ATOM.search(text)
    return (found[1], found[2]) if found is not None else None


def copied_bits(parameters: str) -> int | None:
    """How many bits an instruction copies at once, or None if its parameters do not say.

    >>> copied_bits("f16, cache = always, 64 b"), copied_bits("f16")
    (64, None)
    """
    width = _WIDTH.search(parameters)
    return int(width[1]) if width is not None else None


def access_bits(atom: str, element_bits: int) -> int | None:
    """The width of a copy's accesses in bits; None if the copy's instruction is not modeled."""
    found = atom_of(atom)
    if found is None:
        return None
    if found[0] in MATRICES:
        return ROW_BITS
    return (copied_bits(found[1]) or element_bits) if found[0] in PLAIN else None


@lru_cache(maxsize=1 << 12)
def access_aligned(  # noqa: PLR0911 - one return per case
    atom: str, text: str, end: int
) -> Decision | None:
    """Decide whether each access of a copy is contiguous and aligned, and not split by a swizzle.

    `end` is the number of bytes that a swizzled tensor is known to cover.
    """
    one = read_type(text)
    pointer, parts = one.pointer, parts_of(plain_layout(one.form))
    if pointer is None or parts is None or pointer.space not in IN_MEMORY:
        return None
    width = access_bits(atom, pointer.bits)
    if width is None or width % pointer.bits != 0 or width < 8:
        return None
    wrong = _misplaced(one, parts, width // pointer.bits)
    if wrong is not None:
        return wrong
    if 8 * pointer.align < width:
        detail = (
            f"the pointer is aligned to only {pointer.align} bytes: at the address"
            f" {pointer.align} an access of {width // 8} bytes is not aligned"
        )
        return Decision(Verdict.FAULT, detail)
    for swizzle, bits in _swizzles(one, pointer.bits):
        if not swizzle.bits or bits << swizzle.base >= width:
            continue
        torn = torn_access(swizzle, width // bits, end * 8 // bits)
        unit = "bytes" if bits == 8 else "elements"
        moves = f"{swizzle} of {unit} moves blocks of {bits << swizzle.base} bits"
        if torn:
            return Decision(Verdict.FAULT, f"{moves}, and splits {width}-bit accesses: {torn}")
        return Decision(Verdict.UNKNOWN, f"{moves}, but no {width}-bit access is known to be split")
    return Decision(Verdict.HOLDS, f"accesses of {width} bits")


def _swizzles(one: Type, bits: int) -> Iterator[tuple[Swizzle, int]]:
    """The swizzles of a tensor, each with the width of its unit in bits.

    The unit is a byte or an element.
    """
    if one.pointer is not None and one.pointer.swizzle is not None:
        yield one.pointer.swizzle, 8
    if isinstance(one.form, ComposedLayout) and isinstance(one.form.outer, Swizzle):
        yield one.form.outer, bits


def _misplaced(  # noqa: PLR0911 - one return per case
    one: Type, parts: tuple[Any, Any], n: int
) -> Decision | None:
    """Return None if each access of n elements is contiguous and begins at a multiple of n.

    Otherwise return a decision: a fault, or unknown.
    """
    if n == 1:
        return None
    shape, stride = parts
    sizes, steps = entries(shape), entries(stride)
    inside = (sizes[0], steps[0]) if sizes and steps else (shape, stride)
    modes = list(zip(leaves(inside[0]), leaves(inside[1]), strict=True))
    run, place = 1, 0
    while place < len(modes) and run < n:
        size, step = modes[place]
        if size != 1:
            if step != run:
                return _apart(run, size, step, n)
            if not isinstance(size, int):
                return Decision(Verdict.UNKNOWN, f"the size {size.name} in mode 0 is not known")
            run *= size
        place += 1
    if run % n != 0:
        if run > n:
            return Decision(
                Verdict.UNKNOWN,
                f"{run} elements are adjacent, but an access has {n}, which does not divide {run}",
            )
        return Decision(Verdict.UNKNOWN, f"{run} elements are adjacent, but an access has {n}")
    known = {u.name: u.divisor for u in one.unknowns}
    rest = [*modes[place:], *_behind(shape, stride)]
    for size, step in rest:
        if size == 1 or divides(n, step, known):
            continue
        if isinstance(step, int):
            detail = (
                f"an access of {n} elements begins at the offset {step}, which is not a multiple of"
                f" {n}"
            )
            return Decision(Verdict.FAULT, detail)
        detail = f"the stride {written_form(step)} is not known to be a multiple of {n} elements"
        return Decision(Verdict.UNKNOWN, detail)
    return None


def _apart(run: int, size: Any, step: Any, n: int) -> Decision:
    if isinstance(step, int) and isinstance(size, int) and size > 1:
        detail = f"element {run} of an access of {n} is at the offset {step}, not at {run}"
        return Decision(Verdict.FAULT, detail)
    return Decision(Verdict.UNKNOWN, f"the stride {written_form(step)} of an access is not known")


def _behind(shape: Any, stride: Any) -> Iterator[tuple[Any, Any]]:
    """The sizes and strides of all modes but the first."""
    sizes, steps = entries(shape), entries(stride)
    if sizes is not None and steps is not None:
        yield from zip(leaves(sizes[1:]), leaves(steps[1:]), strict=True)


def swizzled_end(texts: Iterable[str], one: Type) -> int:
    """The size of the largest tensor with the same pointer properties as `one`, in bytes.

    The properties are the swizzle, the memory space and the element type.
    """
    most = 0
    for text in texts:
        other = read_type(text)
        layout = plain_layout(other.form)
        if other.pointer is None or one.pointer is None or not isinstance(layout, Layout):
            continue
        same = (other.pointer.swizzle, other.pointer.space, other.pointer.element)
        if same == (one.pointer.swizzle, one.pointer.space, one.pointer.element):
            most = max(most, layout.cosize * other.pointer.bits // 8)
    return most


def box_in_swizzle(atom: str, one: Type) -> Decision | None:
    """Decide whether the innermost side of a TMA box fits into the span of the swizzle."""
    swizzle = one.pointer.swizzle if one.pointer is not None else None
    if "tma_gbasis" not in atom or swizzle is None or not swizzle.bits:
        return None
    try:
        box, bits = read_box(atom)
    except LayoutError:
        return None
    inner, span = inner_bits(box, bits) // 8, 1 << (swizzle.bits + swizzle.base)
    detail = f"the inner side of the box has {inner} bytes, and {swizzle} spans {span} bytes"
    return Decision(Verdict.HOLDS if inner <= span else Verdict.FAULT, detail)


# Banks


@lru_cache(maxsize=1 << 12)
def conflicts(copy: str, text: str) -> Decision | None:
    """Decide whether a tiled copy accesses a tensor in shared memory without bank conflicts."""
    one = read_type(text)
    pointer = one.pointer
    layout = plain_layout(one.form)
    if pointer is None or pointer.space != "smem" or not copy.startswith(COPY):
        return None
    width = access_bits(copy, pointer.bits)
    if width is None or not isinstance(layout, Layout):
        return None
    try:
        smem = _in_elements(one, pointer.bits)
        tv = read_copy(copy).on(layout.shape)
        atom = atom_of(copy)
        if atom is not None and atom[0] in MATRICES:
            tv = rows_of_matrices(tv, atom[1])
        if atom is not None and atom[0] in PLAIN and copied_bits(atom[1]) is None:
            # The copy names no width, so the compiler chooses it. Assume the widest accesses.
            width = None
            answer = conflict_free(smem, tv, pointer.element, EFFORT)
        else:
            answer = conflict_free_at(smem, tv, pointer.element, width, EFFORT)
    except (LayoutError, UndecidedError) as error:
        return Decision(Verdict.UNKNOWN, str(error))
    at = "" if width is None else f", {width}"
    question = f"conflict_free({smem}, {tv}, {pointer.element}{at})"
    verdict = {Ruling.HOLDS: Verdict.HOLDS, Ruling.REFUTED: Verdict.COST}
    reason = answer.reason
    if pointer.swizzle is not None and pointer.align < pointer.swizzle.size:
        reason += f"; assuming that the pointer is a multiple of {pointer.swizzle.size} bytes"
    return Decision(verdict.get(answer.ruling, Verdict.UNKNOWN), reason, question)


def _in_elements(one: Type, bits: int) -> AnyLayout:
    """The layout with the pointer's swizzle applied. The swizzle is converted to units of elements.

    The pointer is assumed to be aligned.
    """
    assert one.pointer is not None
    swizzle = one.pointer.swizzle
    if swizzle is None or not swizzle.bits:
        return one.form
    return ComposedLayout(of_elements(swizzle, bits), 0, one.form)


def rows_of_matrices(tv: Layout, parameters: str) -> Layout:
    """The thread-value layout of the accesses of ldmatrix and stmatrix.

    In this layout, each of 8 threads accesses a row of 8 elements. `tv` says which thread holds
    which element: thread t of a matrix holds the elements 2*(t % 4) and 2*(t % 4) + 1 of row
    t // 4, or of column t // 4 if the matrix is transposed.
    """
    found = re.search(r"num_matrices\s*=\s*(\d+)", parameters)
    count = int(found[1]) if found is not None else 1
    threads, values = tv[0], tv[1]
    if threads.size % 32 != 0 or values.size % (2 * count) != 0:
        raise LayoutError("the threads and values do not form matrices of 8 rows")
    warps = composition(threads, Layout(threads.size // 32, 32))
    matrices = composition(values, Layout(count, 2))
    rest = composition(values, Layout(values.size // (2 * count), 2 * count))
    pair, quad = composition(values, Layout(2)), composition(threads, Layout(4))
    column = composition(threads, Layout(8, 4))
    if re.search(r"(?:^|,)\s*t\s*$", parameters) is not None:
        return make_layout(make_layout(pair, quad, matrices, warps), make_layout(column, rest))
    return make_layout(make_layout(column, matrices, warps), make_layout(pair, quad, rest))
