"""A text whose annotations are put off: they never run, whatever stands there."""

from __future__ import annotations

from typing import Any


def late(x: Any) -> Any:
    def inside(y: f"{x}") -> f"{x}":
        return y

    return inside(x)
