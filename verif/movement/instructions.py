"""Copy instructions: their widths, and how they name the elements of shared memory."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from verif.movement.errors import KernelFileError

_FORMS: Final = (
    (r"cp\.async\.(4|8|16)(\.zfill)?", "cp.async.16", "copy"),
    (r"(ld|st)\.(global|shared)\.(8|16|32|64|128)", "ld.global.128", "either"),
    (r"(ld|st)matrix\.x([124])(\.trans)?", "ldmatrix.x4.trans", "either"),
    (r"tma", "tma", "copy"),
)
"""The names of instructions, an example of each, and the verbs of the steps that execute them."""


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
    def is_bulk(self) -> bool:
        """Whether one thread starts a copy of the whole tile, which clips it to the tensor."""
        return self.width is None


def instruction(name: str, place: str) -> CopyInstruction:
    """Return an instruction by its name. Raises KernelFileError for an unknown name.

    >>> instruction("cp.async.16", "step").width, instruction("ldmatrix.x2.trans", "step").matrices
    (128, 2)
    """
    if read := re.fullmatch(_FORMS[0][0], name):
        return CopyInstruction(
            name, 8 * int(read[1]), is_async=True, fills_zero=read[2] is not None
        )
    if read := re.fullmatch(_FORMS[1][0], name):
        return CopyInstruction(name, int(read[3]))
    if read := re.fullmatch(_FORMS[2][0], name):
        return CopyInstruction(name, 128, int(read[2]), read[3] is not None)
    if name == "tma":
        return CopyInstruction(name, None, is_async=True, fills_zero=True)
    known = ", ".join(example for _, example, _ in _FORMS)
    raise KernelFileError(place, f"{name!r} is not a copy instruction", f"write one as {known}")
