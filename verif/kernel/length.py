"""Tuples of which it is not known how many they have: made by a reading, asked by the engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class OfUnknownLength(ABC):
    """A tuple of layouts that a reading makes; how many it has is an unknown."""

    @property
    @abstractmethod
    def length(self) -> Any:
        """The number of what it has."""
