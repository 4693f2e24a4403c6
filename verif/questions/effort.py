"""What a question may cost, once no theorem decides it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """Layouts of up to `elements` are enumerated; for larger ones Z3 gets `seconds`."""

    elements: int = 1 << 16
    seconds: float = 10.0
