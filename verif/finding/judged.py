"""Findings about published kernels and atoms. Each upstream project has one data file.

A test runs each command that a finding lists, and compares the output with the data file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

FOLDER: Final = Path(__file__).parent / "findings"
"""The folder with one file for each upstream project."""

SWIZZLES: Final = Path(__file__).parent / "published-swizzles.toml"


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `layout-verif` command and its output."""

    command: str
    prints: str


class Judged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One fault: what is wrong, where it is, and what upstream's documentation says about it.

    `script` is code that reproduces the fault without `layout-verif`. `output` is the part of the
    script's output that shows the fault.
    """

    id: str
    title: str
    wrong: str
    source: str
    says: str
    seen: tuple[Seen, ...]
    reported: tuple[str, ...] = ()
    script: str = ""
    output: str = ""


class Documented(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A difference that upstream documents, so it is not a fault. `quotation` is the evidence."""

    title: str
    seen: Seen
    quotation: str
    source: str


class Upstream(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The findings in one upstream project, and what was examined there."""

    name: str
    judged: str
    faults: tuple[Judged, ...]
    heading: str = "Kernels and atoms"
    documented: tuple[Documented, ...] = ()


class Kernel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A published swizzle, the accesses of its kernel, and the best swizzle of the same tile."""

    name: str
    source: str
    element: str
    smem: str
    swizzle: str
    store: str
    load: str
    wavefronts: int
    best: str
    least: int

    @property
    def worse(self) -> bool:
        """Whether the best swizzle needs fewer wavefronts than the published swizzle."""
        return self.wavefronts > self.least


class _Kernels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kernel: tuple[Kernel, ...]


def judged() -> tuple[Upstream, ...]:
    """Return the findings by upstream project. Raises msgspec.ValidationError for malformed files.

    >>> [one.name for one in judged()]
    ['CATLASS', 'CuTe DSL 4.8.1', 'CUTLASS 4.2.0', 'tensor-layouts 0.3.2', 'Triton 3.9.0']
    """
    return tuple(
        msgspec.toml.decode(path.read_bytes(), type=Upstream)
        for path in sorted(FOLDER.glob("*.toml"))
    )


def judged_swizzles() -> tuple[Kernel, ...]:
    """Return the published swizzles that were compared with the best swizzle of their tile.

    >>> sum(one.worse for one in judged_swizzles())
    1
    """
    return msgspec.toml.decode(SWIZZLES.read_bytes(), type=_Kernels).kernel
