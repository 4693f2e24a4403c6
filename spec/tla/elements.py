"""The element types of CATLASS by their widths, under the names that XLA gives them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Element:
    """An element type: its name, its width, and how many of them a row of a matrix comes in.

    `granule` is 2 for the 4-bit floats, which CATLASS has in pairs, float4_e2m1x2_t.
    """

    name: str
    bits: int
    granule: int = 1

    def __str__(self) -> str:
        return self.name


ELEMENTS: Final[Mapping[str, Element]] = {
    element.name: element
    for element in (
        Element("s4", 4),
        Element("f4e2m1fn", 4, granule=2),
        Element("f4e1m2fn", 4, granule=2),
        Element("s8", 8),
        Element("u8", 8),
        Element("f8e4m3fn", 8),
        Element("f8e5m2", 8),
        Element("f8e8m0fnu", 8),
        Element("s16", 16),
        Element("u16", 16),
        Element("f16", 16),
        Element("bf16", 16),
        Element("s32", 32),
        Element("u32", 32),
        Element("f32", 32),
        Element("s64", 64),
        Element("u64", 64),
    )
}
"""The element types by name: `half` is f16, `bfloat16_t` bf16, `int8_t` s8, `AscendC::int4b_t` s4."""
