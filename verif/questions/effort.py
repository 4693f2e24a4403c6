"""How much work a question may take if no theorem decides it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """The largest size that is enumerated, and the seconds that Z3 gets for larger ones."""

    elements: int = 1 << 16
    seconds: float = 10.0
