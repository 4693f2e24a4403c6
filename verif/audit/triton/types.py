"""Types of TTGIR: tensors in registers and buffers in memory, with their linear layouts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Final

from spec.errors import LayoutError
from spec.reading import Distributed, Encoding, ReadingError, Shared
from spec.reading.distributed import INNER, OUTER, is_sum, unswizzled
from spec.reading.scanner import Scanner
from spec.reading.triton import FAMILY, read_triton
from spec.swizzle import Swizzle
from verif.audit.brackets import split

_SIZED: Final = re.compile(
    r"(tensor|!(?:ttg|triton_gpu|tt)\.memdesc|)<((?:\d+x)*)(.*)>$", re.DOTALL
)
_ANGLES: Final = re.compile(r"->|[<>]")
_ALLOCATED: Final = re.compile(r"(\d+(?:x\d+)*)>$")
_ENCODED: Final = re.compile(r"#(?:ttg|triton_gpu|ttng|triton_nvidia_gpu)\.([a-z_]\w*)")
_POINTER: Final = re.compile(r"!tt\.ptr<([^<>,]+)(?:, \d+)?>$")


@dataclass(frozen=True)
class Sized:
    """A ranked type: its text, shape, element and encoding. `is_memory` is true for a buffer.

    `encoding` is the text of the encoding, or empty if the type has no encoding. `allocated` is the
    shape of the allocation that contains a buffer, and equal to `shape` for other types. `space` is
    the text of a buffer's memory space, or empty if the type prints none.
    """

    text: str
    is_memory: bool
    shape: tuple[int, ...]
    element: str
    encoding: str
    allocated: tuple[int, ...]
    space: str = ""
    is_mutable: bool = False

    @property
    def kind(self) -> str:
        """The name of the encoding, such as `blocked`."""
        return _name(self.encoding)

    @property
    def misplaced(self) -> str:
        """How the memory space contradicts the encoding, or '' if it does not."""
        named = "tensor_memory" if self.kind.startswith("tensor_memory") else "shared_memory"
        is_known = "tensor_memory" in self.kind or "shared" in self.kind
        if not is_known or _name(self.space) in ("", named):
            return ""
        return f"the encoding {self.kind} needs {named}, but the memory space is {self.space}"

    @property
    def elements(self) -> int:
        """The number of elements."""
        return prod(self.shape)


def _name(attribute: str) -> str:
    """The name of an encoding or of a memory space, or '' if the text is not one."""
    found = _ENCODED.match(attribute)
    return found[1] if found is not None else ""


@dataclass(frozen=True)
class Unread:
    """The reason why a layout cannot be read."""

    reason: str


@lru_cache(maxsize=4096)
def sized(text: str) -> Sized | None:
    """The ranked type of a text, or None for other types. The text may omit `!ttg.memdesc`.

    >>> kind = sized("!ttg.memdesc<2x8x4xf16, #ttg.x<{a = [1, 2]}>, #ttg.shared_memory, 2x8x8>")
    >>> kind.shape, kind.element, kind.encoding, kind.space, kind.allocated
    ((2, 8, 4), 'f16', '#ttg.x<{a = [1, 2]}>', '#ttg.shared_memory', (2, 8, 8))
    """
    found = _SIZED.match(text)
    parts = split(found[3]) if found is not None else ()
    if found is None or not parts or not _is_balanced(found[3]):
        return None
    if not found[1]:
        text = f"!ttg.memdesc{text}"
    shape = tuple(int(n) for n in found[2].split("x") if n)
    element, encoding, more = parts[0], parts[1] if len(parts) > 1 else "", parts[2:]
    is_memory = found[1] != "tensor"
    allocated = _ALLOCATED.search(text) if is_memory else None
    return Sized(
        text,
        is_memory,
        shape,
        element,
        encoding if encoding.startswith("#") else "",
        tuple(map(int, allocated[1].split("x"))) if allocated is not None else shape,
        next((part for part in more if part.startswith("#")), ""),
        "mutable" in more,
    )


def _is_balanced(text: str) -> bool:
    """Whether each closing bracket was opened. `A> * tensor<B` is unbalanced: it has two types."""
    depth = 0
    for found in _ANGLES.finditer(text):
        depth += 1 if found[0] == "<" else -1 if found[0] == ">" else 0
        if depth < 0:
            return False
    return True


@lru_cache(maxsize=4096)
def layout_of(kind: Sized) -> Distributed | Shared | Unread | None:
    """A type's linear layout, or why the layout is not read; None if the type has no encoding."""
    if not kind.encoding or kind.kind == "shared_memory":
        return None
    if not kind.shape:
        return Unread("a type of rank 0 has no layout")
    try:
        reading = read_triton(Scanner(kind.text, FAMILY))
    except (ReadingError, LayoutError) as error:
        return Unread(str(error).rpartition(": ")[2] if ": " in str(error) else str(error))
    form = reading.form
    if isinstance(form, (Distributed, Shared)):
        return form
    return Unread("the encoding has no layout")


@lru_cache(maxsize=4096)
def encoding_of(kind: Sized) -> Encoding | None:
    """The encoding of a type with its parameters, or None if the encoding cannot be read."""
    try:
        form = read_triton(Scanner(kind.encoding, FAMILY)).form
    except (ReadingError, LayoutError):
        return None
    return form if isinstance(form, Encoding) else None


def held(kind: Sized | None) -> Distributed | None:
    """The layout of a tensor in registers, or None."""
    found = layout_of(kind) if kind is not None and not kind.is_memory else None
    return found if isinstance(found, Distributed) else None


def held_in_older_releases(kind: Sized) -> Distributed | None:
    """The layout of a tensor in registers in Triton 3.6 and earlier releases, or None."""
    today, encoding = held(kind), encoding_of(kind)
    if today is None or encoding is None:
        return today
    found = encoding.with_idle_registers(kind.shape)
    return found if isinstance(found, Distributed) else None


def kept(kind: Sized | None) -> Shared | None:
    """The layout of a buffer in shared memory, or None. In Triton 2, a buffer is a tensor."""
    found = layout_of(kind) if kind is not None else None
    return found if isinstance(found, Shared) else None


def pointee(element: str) -> str | None:
    """The element type to which a pointer type points, or None for other element types."""
    found = _POINTER.match(element)
    return found[1] if found is not None else None


@lru_cache(maxsize=256)
def bits_of(element: str) -> int | None:
    """The size of an element in memory, in bits: 64 for a pointer, and 8 for `i1`.

    >>> bits_of("bf16"), bits_of("f8E5M2"), bits_of("i1"), bits_of("!tt.ptr<f32>")
    (16, 8, 8, 64)
    """
    if element.startswith("!tt.ptr"):
        return 64
    if element == "i1":
        return 8
    found = re.fullmatch(r"(?:bf|f|tf|i|ui|si)(\d+)\w*", element)
    return int(found[1]) if found is not None else None


@lru_cache(maxsize=1024)
def is_thread_value(layout: Distributed) -> bool:
    """Whether some layout of CuTe maps threads and registers to the same elements as `layout`."""
    return is_sum(layout.columns(*OUTER, *INNER))


@lru_cache(maxsize=1024)
def is_layout(kept: Shared) -> bool:
    """Whether some layout of CuTe maps elements to the same offsets as `kept`.

    The layout of CuTe may be plain, padded or swizzled.
    """
    try:
        columns = kept.matrix.columns
    except LayoutError:
        return False
    if kept.gaps or is_sum(columns):
        return is_sum(columns)
    swizzle = _guessed(columns)
    if swizzle is not None and is_sum([swizzle(column) for column in columns]):
        return True
    return unswizzled(columns) is not None


def _guessed(columns: Sequence[int]) -> Swizzle | None:
    """Guess the swizzle of a linear layout, or return None if no guess is possible.

    A swizzle XORs higher bits onto lower bits. In each column with two bits that are 1, the guessed
    swizzle clears the lower of the two bits.
    """
    pairs = [(c.bit_length() - 1, (c & -c).bit_length() - 1) for c in columns if c & (c - 1)]
    shifts = {high - low for high, low in pairs}
    lowest = min(low for _, low in pairs)
    bits = max(low for _, low in pairs) - lowest + 1
    shift = next(iter(shifts))
    return Swizzle(bits, lowest, shift) if len(shifts) == 1 and shift >= bits else None
