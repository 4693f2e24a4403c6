"""The names of the parameters of Triton's encodings, in TTGIR and in Gluon.

The reader refuses a name that is not in these tables, because the parameter may change the layout.
"""

from collections.abc import Mapping
from typing import Final

_CLUSTER: Final = ("CGALayout", "CTAsPerCGA", "CTASplitNum", "CTAOrder", "CTALayout")
"""The names for the blocks of a cluster, in all releases of Triton."""

_SWIZZLED: Final = ("vec", "perPhase", "maxPhase", "order", *_CLUSTER)
_MATRIX: Final = ("version", "versionMajor", "versionMinor", "warpsPerCTA", "instrShape", *_CLUSTER)

PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    "amd_mfma": (*_MATRIX, "isTransposed", "tilesPerWarp", "elementBitWidth", "elementType"),
    "amd_rotating_shared": _SWIZZLED,
    "amd_wmma": (*_MATRIX, "isTranspose", "tilesPerWarp", "ctaLayout"),
    "blocked": ("sizePerThread", "threadsPerWarp", "warpsPerCTA", "order", *_CLUSTER),
    "dot_op": ("opIdx", "parent", "kWidth"),
    "linear": ("register", "lane", "warp", "block"),
    "nvidia_mma": _MATRIX,
    "nvmma_shared": (
        *("swizzlingByteWidth", "transposed", "elementBitWidth", "fp4Padded", "rank"),
        *_CLUSTER,
    ),
    "padded_shared": ("intervals", "order", "shape", "offset", "block", *_CLUSTER),
    "shared": (*_SWIZZLED, "hasLeadingOffset"),
    "shared_linear": ("offset", "block", "alignment"),
    "slice": ("dim", "parent"),
    "swizzled_shared": _SWIZZLED,
    "tensor_memory_encoding": (
        *("blockM", "blockN", "colStride", "unpacked", "CTASplitM", "CTASplitN", "twoCTAs"),
        *("fp4Padded", "CGALayout"),
    ),
    "tensor_memory_scales_encoding": ("CTASplitM", "CTASplitN", "CGALayout"),
}
"""For each kind of encoding: the names of its parameters in TTGIR, in all releases of Triton."""

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "CTALayout": ("CTAsPerCGA", "CTASplitNum", "CTAOrder"),
    "ctaLayout": ("register", "warp"),
}
"""For each parameter that is a group of parameters in braces: the names in this group."""

GLUON: Final[Mapping[str, tuple[str, ...]]] = {
    "BlockedLayout": (
        "blocked",
        *("sizePerThread", "threadsPerWarp", "warpsPerCTA", "order", "CGALayout"),
    ),
    "SliceLayout": ("slice", "dim", "parent"),
    "DotOperandLayout": ("dot_op", "opIdx", "parent", "kWidth"),
    "NVMMADistributedLayout": (
        "nvidia_mma",
        *("version", "warpsPerCTA", "instrShape", "CGALayout"),
    ),
    "NVMMASharedLayout": (
        "nvmma_shared",
        *("swizzlingByteWidth", "elementBitWidth", "rank", "transposed", "fp4Padded", "CGALayout"),
    ),
    "SwizzledSharedLayout": (
        "swizzled_shared",
        *("vec", "perPhase", "maxPhase", "order", "CGALayout"),
    ),
    "DistributedLinearLayout": ("linear", "register", "lane", "warp", "block", "shape"),
    "SharedLinearLayout": ("shared_linear", "offset", "block", "alignment"),
    "PaddedSharedLayout": ("padded_shared", "intervals", "offset", "CGALayout", "shape"),
    "TensorMemoryLayout": (
        "tensor_memory_encoding",
        *("block", "colStride", "CGALayout", "twoCTAs", "fp4Padded"),
    ),
    "TensorMemoryScalesLayout": ("tensor_memory_scales_encoding", "CGALayout"),
    "AMDWMMALayout": (
        "amd_wmma",
        *("version", "isTranspose", "warp", "register", "instrShape", "CGALayout", "rank"),
    ),
    "AMDMFMALayout": (
        "amd_mfma",
        *("version", "instrShape", "isTransposed", "warpsPerCTA", "elementBitWidth"),
        *("tilesPerWarp", "CGALayout"),
    ),
}
"""For each constructor of Gluon: its encoding's name in TTGIR, followed by its parameters."""

_KEYWORDS: Final = {
    "size_per_thread": "sizePerThread",
    "threads_per_warp": "threadsPerWarp",
    "warps_per_cta": "warpsPerCTA",
    "cga_layout": "CGALayout",
    "ctas_per_cga": "CTAsPerCGA",
    "cta_split_num": "CTASplitNum",
    "cta_order": "CTAOrder",
    "operand_index": "opIdx",
    "k_width": "kWidth",
    "instr_shape": "instrShape",
    "swizzle_byte_width": "swizzlingByteWidth",
    "element_bitwidth": "elementBitWidth",
    "elem_type": "elementType",
    "fp4_padded": "fp4Padded",
    "per_phase": "perPhase",
    "max_phase": "maxPhase",
    "reg_bases": "register",
    "lane_bases": "lane",
    "warp_bases": "warp",
    "block_bases": "block",
    "offset_bases": "offset",
    "interval_padding_pairs": "intervals",
    "tiles_per_warp": "tilesPerWarp",
    "col_stride": "colStride",
    "two_ctas": "twoCTAs",
}
_KEYWORDS_OF: Final[Mapping[str, Mapping[str, str]]] = {
    "amd_mfma": {"transposed": "isTransposed"},
    "amd_wmma": {"transposed": "isTranspose"},
    "tensor_memory_encoding": {"cta_split_num": "CTASplit"},
    "tensor_memory_scales_encoding": {"cta_split_num": "CTASplit"},
}
"""The keywords that have another meaning in one kind of encoding."""


def name_of_keyword(keyword: str, kind: str) -> str:
    """The name in TTGIR of the parameter that is a keyword argument in Gluon.

    >>> name_of_keyword("transposed", "amd_wmma"), name_of_keyword("transposed", "nvmma_shared")
    ('isTranspose', 'transposed')
    """
    return _KEYWORDS_OF.get(kind, {}).get(keyword) or _KEYWORDS.get(keyword, keyword)


def known_in_gluon(constructor: str) -> tuple[str, ...]:
    """The names of all parameters that a constructor of Gluon has in some release of Triton."""
    kind, *names = GLUON[constructor]
    older = ("CTASplit",) if "CTASplitM" in PARAMETERS[kind] else ()
    return tuple(dict.fromkeys((*names, *PARAMETERS[kind], *older)))
