"""The error of a kernel file: where it is, what was found, and what to do."""

from __future__ import annotations

from spec.errors import LayoutError


class KernelFileError(LayoutError):
    """An invalid kernel file. The message names the table and the key.

    >>> str(KernelFileError("smem.sA", "(128,32) has no layout", "write its strides"))
    'smem.sA: (128,32) has no layout; write its strides'
    """

    def __init__(self, place: str, found: str, advice: str = "") -> None:
        self.place = place
        super().__init__(f"{place}: {found}" + (f"; {advice}" if advice else ""))
