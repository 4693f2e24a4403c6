"""Findings about published kernels and atoms: data, with one file per upstream project.

A test runs each command again and compares its output.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

FOLDER: Final = Path(__file__).parent / "findings"
"""The folder with one file per upstream project."""

SWIZZLES: Final = Path(__file__).parent / "published-swizzles.toml"


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command of layout-verif, and what it prints."""

    command: str
    prints: str


class Judged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finding by its cause: what is wrong, where, and what upstream's documentation says."""

    id: str
    title: str
    wrong: str
    source: str
    says: str
    seen: tuple[Seen, ...]
    reported: tuple[str, ...] = ()


class Documented(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A difference that upstream documents, with the quotation: not a fault."""

    title: str
    seen: Seen
    quotation: str
    source: str


class Upstream(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The examined part of an upstream project, and what was found."""

    name: str
    judged: str
    faults: tuple[Judged, ...]
    documented: tuple[Documented, ...] = ()


class Kernel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A published swizzle with its accesses, and the best swizzle of its tile."""

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
        """Whether another swizzle needs fewer wavefronts."""
        return self.wavefronts > self.least


class _Kernels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kernel: tuple[Kernel, ...]


def judged(folder: Path = FOLDER) -> tuple[Upstream, ...]:
    """The findings by upstream project. msgspec.ValidationError says what a file lacks.

    >>> [one.name for one in judged()]
    ['CATLASS', 'CUTLASS 4.2.0', 'tensor-layouts 0.3.2']
    """
    return tuple(
        msgspec.toml.decode(path.read_bytes(), type=Upstream)
        for path in sorted(folder.glob("*.toml"))
    )


def judged_swizzles() -> tuple[Kernel, ...]:
    """The published swizzles that were examined.

    >>> sum(one.worse for one in judged_swizzles())
    1
    """
    return msgspec.toml.decode(SWIZZLES.read_bytes(), type=_Kernels).kernel
