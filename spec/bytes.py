"""Bytes of arrays, with checked arguments: the last byte, and how far padding expands an array."""

from typing import Final

from spec.bridges import bytes as plain
from spec.kinds import by_annotations

expansion = by_annotations(plain.expansion)
last_byte = by_annotations(plain.last_byte)

CHECKED: Final = (expansion, last_byte)
"""The functions that check their arguments."""
