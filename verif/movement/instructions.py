"""Copy instructions: their names, their widths, and the memories that they access."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from spec.memory.machine import NVIDIA
from spec.spelling import nearest
from verif.movement.errors import KernelFileError

INSTRUCTIONS: Final = (
    ("cp.async.16", "16 bytes (or 4, 8) per thread, from global to shared memory"),
    ("cp.async.16.zfill", "as `cp.async.16`, but writes zeros where the predicate is false"),
    (
        "ld.global.128",
        "128 bits (or 8 to 64) per thread; also `st.global`, `ld.shared`, `st.shared`",
    ),
    ("red.global.32", "32 bits (also 16, 64, 128) per thread, added to global memory by atomics"),
    ("ds_read_b128", "128 bits (or 32, 64) per lane of AMD's GPUs; also `ds_write_b128`"),
    (
        "ds_read_tr16_b64",
        "rows of 4 elements of 16 bits, transposed, on gfx950; also named `ds_read_b64_tr_b16`",
    ),
    (
        "global_load_dwordx4",
        "128 bits (64 with `x2`, 32 without `x`) per lane; also `buffer_load_dwordx4`, stores",
    ),
    ("ldmatrix.x4", "4 matrices (or 1, 2) of 8 rows of 128 bits from shared memory to registers"),
    ("ldmatrix.x4.trans", "as `ldmatrix.x4`, but transposed, for elements of 16 bits"),
    ("stmatrix.x4", "matrices from registers to shared memory; also `stmatrix.x4.trans`"),
    (
        "descriptor",
        "an operand of wgmma that stays in shared memory; the step moves nothing",
    ),
    ("resident", "an operand of mmad that stays in its buffer; the step moves nothing"),
    ("tma", "a tile between global and shared memory, clipped to the tensor and filled with zeros"),
)
"""A name for each kind of instruction, and what such an instruction moves."""

WIDEST: Final = 8 * NVIDIA.widest
"""The number of bits of the widest access of a thread, on every machine."""

STAYING: Final = ("descriptor", "resident")
"""Instructions that move nothing: the matrix instruction reads the operand from memory."""

_ASYNC: Final = re.compile(r"cp\.async\.(4|8|16)(\.zfill)?")
_ACCESS: Final = re.compile(
    r"(?:(?:ld|st)\.(?:global|shared)\.|red\.global\.(?!8$)|ds_(?:read|write)_b(?!8$|16$))"
    r"(8|16|32|64|128)"
)
_WITH_WIDTH: Final = re.compile(
    r"(?:(?:ld|st|red)\.(?:global|shared)\.|ds_(?:read|write)_b)(?P<bits>\d{1,9})"
    r"|cp\.async\.(?P<bytes>\d{1,9})(?:\.zfill)?"
)
_DWORDS: Final = re.compile(r"(?:global|buffer)_(?:load|store)_dword(?:x([24]))?")
_TRANSPOSING: Final = re.compile(r"ds_read_(?:tr\d+_b\d+|b\d+_tr_b\d+)")
_NUMBER: Final = re.compile(r"\d+")
_WRITTEN: Final = (
    *(f"cp.async.{size}{zfill}" for size in (4, 8, 16) for zfill in ("", ".zfill")),
    *(
        f"{move}.{space}.{bits}"
        for move in ("ld", "st")
        for space in ("global", "shared")
        for bits in (8, 16, 32, 64, 128)
    ),
    *(f"red.global.{bits}" for bits in (16, 32, 64, 128)),
    *(f"ds_{move}_b{bits}" for move in ("read", "write") for bits in (32, 64, 128)),
    *(f"{move}matrix.x{many}" for move in ("ld", "st") for many in (1, 2, 4)),
    *(f"{move}matrix.x{many}.trans" for move in ("ld", "st") for many in (1, 2, 4)),
)
"""The instruction names that a message may suggest for a misspelt name."""

_MATRICES: Final = re.compile(r"(?:ld|st)matrix\.x([124])(\.trans)?")


@dataclass(frozen=True)
class CopyInstruction:
    """An instruction that moves elements.

    `width` is the number of bits of one access of a thread, or None for a bulk copy. `matrices` is
    the number of 8 x 8 matrices of ldmatrix and stmatrix, or 0.
    """

    name: str
    width: int | None
    matrices: int = 0
    is_transposed: bool = False
    is_async: bool = False
    fills_zero: bool = False

    @property
    def stays(self) -> bool:
        """Whether the operand stays in its buffer, so that the step moves nothing."""
        return self.name in STAYING

    @property
    def space(self) -> str | None:
        """The memory that the name implies: `global`, `shared`, or None, as for `cp.async.16`."""
        if self.name.startswith("ds_"):
            return "shared"
        if self.name.startswith(("global_", "buffer_")):
            return "global"
        kind, _, rest = self.name.partition(".")
        return rest.partition(".")[0] if kind in ("ld", "st", "red") else None

    @property
    def exchanges(self) -> bool:
        """Whether each lane gives the address of a row, but gets elements of other lanes' rows."""
        return self.matrices > 0 or self.is_transposed

    @property
    def only_machine(self) -> str | None:
        """The only machine that has the instruction, or None if several machines have it."""
        return "gfx950" if self.exchanges and self.is_of_amd else None

    @property
    def is_of_nvidia(self) -> bool:
        """Whether the instruction is cp.async, tma, ldmatrix or stmatrix, or moves nothing.

        AMD's machines have none of these instructions.
        """
        return self.matrices > 0 or self.is_async or self.stays

    @property
    def is_of_amd(self) -> bool:
        """Whether only AMD's machines have the instruction."""
        return self.name.startswith(("ds_", "global_", "buffer_"))

    @property
    def adds(self) -> bool:
        """Whether the instruction adds to the elements in memory, by atomics."""
        return self.name.startswith("red.")

    @property
    def uses_async_proxy(self) -> bool:
        """Whether the instruction accesses shared memory by the async proxy (see `proxies`).

        A proxy fence orders such an access with accesses by other instructions.
        """
        return self.is_bulk or self.name == "descriptor"

    @property
    def is_bulk(self) -> bool:
        """Whether one thread starts a copy of the whole tile, clipped to the tensor."""
        return self.width is None


_NAMED: Final = {
    one.name: one
    for one in (
        *(CopyInstruction(name, 128) for name in STAYING),
        CopyInstruction("tma", None, is_async=True, fills_zero=True),
        CopyInstruction("ds_read_tr16_b64", 64, is_transposed=True),
        CopyInstruction("ds_read_b64_tr_b16", 64, is_transposed=True),
    )
}
"""The instructions whose names have no variable part, by name."""


def instruction(name: str, place: str) -> CopyInstruction:
    """Return an instruction by its name. Raises KernelFileError for an unknown name.

    >>> instruction("cp.async.16", "step").width, instruction("ldmatrix.x2.trans", "step").matrices
    (128, 2)
    """
    if read := _ASYNC.fullmatch(name):
        return CopyInstruction(
            name, 8 * int(read[1]), is_async=True, fills_zero=read[2] is not None
        )
    if read := _ACCESS.fullmatch(name):
        return CopyInstruction(name, int(read[1]))
    if read := _DWORDS.fullmatch(name):
        return CopyInstruction(name, 32 * int(read[1] or 1))
    if read := _MATRICES.fullmatch(name):
        return CopyInstruction(name, 128, int(read[1]), read[2] is not None)
    if name in _NAMED:
        return _NAMED[name]
    if _TRANSPOSING.fullmatch(name):
        raise KernelFileError(
            place,
            f"{name} is not modelled: transposing reads must have elements of 16 bits",
            "write ds_read_tr16_b64",
        )
    if read := _WITH_WIDTH.fullmatch(name):
        most = WIDEST if read["bits"] else WIDEST // 8
        if int(read["bits"] or read["bytes"]) > most:
            raise KernelFileError(
                place,
                f"{name!r} is too wide: a thread accesses at most {WIDEST} bits at a time",
                f"write the width {most}",
            )
    known = ", ".join(example for example, _ in INSTRUCTIONS)
    problem = f"{name!r} is not a copy instruction{_nearest(name)}"
    raise KernelFileError(place, problem, f"write one as {known}")


def _nearest(name: str) -> str:
    """Return a hint that names the most similar instruction with the same numbers, or "".

    >>> _nearest("cp.async.cg.16"), _nearest("ldmatrx.x2"), _nearest("ld.global")
    (' (did you mean cp.async.16?)', ' (did you mean ldmatrix.x2?)', '')
    """
    numbers = _NUMBER.findall(name)
    alike = [one for one in _WRITTEN if _NUMBER.findall(one) == numbers]
    near = nearest(name, alike)
    return f" (did you mean {near[0]}?)" if near else ""
