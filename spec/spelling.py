"""Suggestions for unknown names, for messages."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

ELEMENTS: Final = {
    "bool": "pred",
    **{
        f"{sign}int{bits}{end}": f"{kind}{bits}"
        for sign, kind in (("", "s"), ("u", "u"))
        for bits in (8, 16, 32, 64)
        for end in ("", "_t")
    },
    "int4b_t": "s4",
    "uint4b_t": "u4",
    **dict.fromkeys(("half", "half_t", "float16"), "f16"),
    **dict.fromkeys(("bfloat16", "bfloat16_t"), "bf16"),
    **dict.fromkeys(("float", "float32"), "f32"),
    **dict.fromkeys(("double", "float64"), "f64"),
    "float_e4m3_t": "f8e4m3fn",
    "float_e5m2_t": "f8e5m2",
    "complex64": "c64",
    "complex128": "c128",
}
"""Element types as C++, CUTLASS and NumPy spell them, with their names in the notation."""


def suggested(name: str, known: Iterable[str]) -> str:
    """A suggestion of similar known names, to be added to a message, or an empty text.

    >>> suggested("composit", ("compose", "composition", "size")), suggested("Z9", ("D6",))
    (' (did you mean composition, compose?)', '')
    >>> suggested("d6a", ("D6", "D6a", "Q1"))
    ' (did you mean D6a, D6?)'
    """
    folded = {one.casefold(): one for one in known}
    near = [folded[one] for one in get_close_matches(name.casefold(), folded)]
    return f" (did you mean {', '.join(near)}?)" if near else ""


def unknown(name: str, known: Iterable[str]) -> str:
    """What is wrong with a name that is not an operation, with the name to write instead.

    >>> unknown("half_t", ()), unknown("siz", ("size",))
    ("unknown element type 'half_t', write f16", "unknown operation 'siz' (did you mean size?)")
    """
    if name in ELEMENTS:
        return f"unknown element type {name!r}, write {ELEMENTS[name]}"
    return f"unknown operation {name!r}{suggested(name, known)}"
