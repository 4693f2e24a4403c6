"""Tuples of unknown length: made by a reading, used by the engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class OfUnknownLength(ABC):
    """A tuple of layouts, made by a reading, with an unknown length."""

    @property
    @abstractmethod
    def length(self) -> Any:
        """The number of its layouts."""
