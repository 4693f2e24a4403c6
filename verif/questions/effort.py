"""The effort for a question that no theorem decides."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """The size up to which layouts are enumerated, and Z3's time limit for larger ones."""

    elements: int = 1 << 16
    seconds: float = 10.0
