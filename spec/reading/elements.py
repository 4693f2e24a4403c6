"""Element types as CUDA, CUTLASS, CuTe DSL, Triton, MLIR, NumPy and PyTorch spell them.

Each spelling denotes an element type of spec/xla/shape.py, where the widths of the types are.
"""

from typing import Final

from spec.reading.scanner import Scanner
from spec.xla.shape import BITS

_SPELLINGS: Final = {
    "f64": "double float64 fp64",
    "f32": "float float32 fp32",
    "f16": "half half_t __half float16 float16_t fp16",
    "bf16": "bfloat16 bfloat16_t __nv_bfloat16 nv_bfloat16 __hip_bfloat16 hip_bfloat16",
    "f8e4m3fn": (
        "e4m3 e4m3fn float_e4m3_t float8_e4m3_t float8e4m3fn float8_e4m3fn __nv_fp8_e4m3 fp8e4nv"
        " fp8e4m3fn float8e4m3 float8_e4m3"
    ),
    "f8e5m2": "e5m2 float_e5m2_t float8_e5m2_t float8e5m2 float8_e5m2 __nv_fp8_e5m2 fp8e5 fp8e5m2",
    "f8e4m3fnuz": "float8_e4m3fnuz float8e4m3fnuz fp8e4b8 e4m3fnuz",
    "f8e5m2fnuz": "float8_e5m2fnuz float8e5m2fnuz fp8e5b16 e5m2fnuz",
    "f8e4m3b11fnuz": "float8_e4m3b11fnuz fp8e4b15",
    "f8e8m0fnu": "ue8m0 float_ue8m0_t float8_e8m0fnu float8e8m0fnu e8m0",
    "f6e2m3fn": "e2m3 float_e2m3_t float6e2m3fn float6_e2m3fn",
    "f6e3m2fn": "e3m2 float_e3m2_t float6e3m2fn float6_e3m2fn",
    "f4e2m1fn": "e2m1 float_e2m1_t float4e2m1fn float4_e2m1fn",
    "s64": "i64 int64 int64_t long",
    "s32": "i32 int32 int32_t int",
    "s16": "i16 int16 int16_t short",
    "s8": "i8 int8 int8_t char",
    "s4": "i4 int4 int4_t int4b_t",
    "s2": "i2 int2 int2_t int2b_t",
    "u64": "ui64 uint64 uint64_t size_t",
    "u32": "ui32 uint32 uint32_t unsigned uint",
    "u16": "ui16 uint16 uint16_t ushort",
    "u8": "ui8 uint8 uint8_t uchar byte",
    "u4": "ui4 uint4 uint4b_t",
    "u2": "ui2 uint2 uint2b_t",
    "u1": "ui1 uint1 uint1b_t b1",
    "c64": "complex64 cuComplex",
    "c128": "complex128 cuDoubleComplex",
}

ELEMENTS: Final = {
    **{name: name for name in BITS},
    **{
        spelling.casefold(): element
        for element, spellings in _SPELLINGS.items()
        for spelling in spellings.split()
    },
}
"""Maps each spelling, in lower case, to its element type. The CuTe DSL writes `Float16`."""

STORED: Final = {
    "tf32": ("f32", "tf32 takes 32 bits in memory, so it is read as f32"),
    "tfloat32": ("f32", "tf32 takes 32 bits in memory, so it is read as f32"),
    "tfloat32_t": ("f32", "tf32 takes 32 bits in memory, so it is read as f32"),
    "bool": ("u8", "a bool takes 8 bits in memory, so it is read as u8"),
    "boolean": ("u8", "a bool takes 8 bits in memory, so it is read as u8"),
    "i1": ("u8", "i1 takes 8 bits in memory, so it is read as u8"),
    "int1": ("u8", "int1 takes 8 bits in memory, so it is read as u8"),
    "void": ("u8", "a void pointer is read as a pointer to bytes"),
}
"""Maps a spelling of a type to a pair: the type that memory stores, and a note for the user."""

NAME: Final = (
    r"(?:(?:cutlass|cute|cuda|AscendC|torch|jnp|np|numpy|tl|gl|ttgl|ml_dtypes|std)(?:::|\.))*"
)
"""A pattern for the namespaces in front of an element type."""

SPELLED: Final = (
    NAME
    + r"(?:unsigned (?:long long|long|int|short|char)|signed char|long long|[A-Za-z_]\w*)"
    + r"(?![\w(\[<])"
)
"""A pattern for an element type of one or more words."""

_WORDS: Final = {
    "unsigned long long": "u64",
    "unsigned long": "u64",
    "unsigned int": "u32",
    "unsigned short": "u16",
    "unsigned char": "u8",
    "signed char": "s8",
    "long long": "s64",
}


def element_of(spelling: str) -> tuple[str, str] | None:
    """The element type of a spelling, and a note on how this type is stored.

    Return None if the spelling is not an element type.

    >>> element_of("cutlass::half_t"), element_of("float8_e4m3fn"), element_of("swizzle")
    (('f16', ''), ('f8e4m3fn', ''), None)
    >>> element_of("tf32")
    ('f32', 'tf32 takes 32 bits in memory, so it is read as f32')
    """
    name = spelling.replace("::", ".").rsplit(".", 1)[-1].strip()
    if name in _WORDS:
        return _WORDS[name], ""
    folded = name.casefold()
    if folded in STORED:
        return STORED[folded]
    found = ELEMENTS.get(folded)
    return None if found is None else (found, "")


def read_element(scanner: Scanner) -> tuple[str, str]:
    """The element type at the scanner's position, and a note on how this type is stored.

    >>> read_element(Scanner("__half)", ""))
    ('f16', '')
    """
    start = scanner.spaced()
    found = scanner.match(SPELLED)
    element = None if found is None else element_of(found[0])
    if element is None:
        scanner.fail(
            "expected an element type", "f16, bf16, f32, s8 or another element type", position=start
        )
    return element


def width_of(element: str) -> int:
    """The number of bits of an element in memory.

    >>> width_of("bf16"), width_of("s4")
    (16, 4)
    """
    return 8 if element == "pred" else BITS[element]
