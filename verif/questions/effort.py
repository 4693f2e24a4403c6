"""The effort that a question may take once no theorem decides it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """The size up to which layouts are enumerated, and the seconds that Z3 gets for larger ones."""

    elements: int = 1 << 16
    seconds: float = 10.0
