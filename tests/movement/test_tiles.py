"""Tiles of global tensors whose modes have sizes with names, such as the channels of a convolution.

Expected offsets come from the layout at numbers, one mode after the other.
"""

import itertools

import numpy as np
import pytest

from spec.errors import LayoutError
from verif.audit.statement import Verdict
from verif.movement.decide import decide
from verif.movement.loading import loads
from verif.movement.tiles import global_tile
from verif.movement.widths import offset_at, tile_offset

COPY = """
sizes   = "P, {sizes}; P <= 8192; {conditions}"
element = "f16"
threads = 128
tile    = {{ p = "32 of P", k = "{tile} of {size}" }}
[gmem]
A = {{ layout = "(P,{shape}):({row},{stride})", coordinates = "p, k", index = "int64" }}
O = {{ layout = "(P,{size}):({size},1)", coordinates = "p, k", index = "int64" }}
[[step]]
load        = "A -> r"
by          = "tiled_copy((32,4):(4,1), (1,8))"
predicate   = "p < P"
[[step]]
store       = "r -> O"
predicate   = "p < P"
"""

CHANNELS = {
    "sizes": "C",
    "conditions": "C <= 512; C % 32 == 0",
    "tile": 32,
    "size": "3*C",
    "shape": "(C,3)",
    "row": "C",
    "stride": "(1,C)",
}
"""The implicit GEMM of a convolution with three taps along one dimension."""

IMPLICIT = [
    pytest.param(CHANNELS, {"C": (32, 96)}, id="(C,3)"),
    pytest.param(
        {
            **CHANNELS,
            "sizes": "C, R, S, W",
            "conditions": "C <= 64; R <= 7; S <= 7; W <= 64; C % 64 == 0",
            "size": "C*R*S",
            "shape": "(C,R,S)",
            "stride": "(1,C,C*W)",
        },
        {"C": (64,), "R": (1, 3), "S": (1, 2), "W": (9,)},
        id="(C,R,S)",
    ),
    pytest.param(
        {
            **CHANNELS,
            "sizes": "c",
            "conditions": "c <= 16",
            "size": "96*c",
            "shape": "(32,c,3)",
            "row": "32*c",
            "stride": "(1,32,32*c)",
        },
        {"c": (1, 3)},
        id="the tile is a whole mode",
    ),
    pytest.param(
        {
            **CHANNELS,
            "sizes": "c",
            "conditions": "c <= 16; c % 2 == 0",
            "size": "48*c",
            "shape": "(16,c,3)",
            "row": "32*c",
            "stride": "(1,16,16*c)",
        },
        {"c": (2, 6)},
        id="the tile is a mode and a divisor",
    ),
]


def decided(given):
    return decide(loads(COPY.format(**given)))


def places(kernel):
    """The tensor A of a kernel, cut in tiles."""
    return global_tile(next(one for one in kernel.tensors if one.name == "A"))


def offset(number, sizes, strides):
    """The offset of a coordinate along modes; the last mode may overflow."""
    total = 0
    for size, stride in zip(sizes[:-1], strides[:-1], strict=True):
        number, low = divmod(number, size)
        total += low * stride
    return total + number * strides[-1]


def along(text, values):
    """A mode or a tuple of modes, at numbers."""
    return np.atleast_1d(np.array(eval(text, {}, values))).tolist()


@pytest.mark.parametrize(("given", "choices"), IMPLICIT)
def test_a_tile_may_end_inside_a_size_with_names_that_it_divides(given, choices):
    found = decided(given)
    assert set(found.counts()) == {Verdict.HOLDS}
    tile = places(found.kernel)
    for numbers in itertools.product(*choices.values()):
        values = {"P": 40, **dict(zip(choices, numbers, strict=True))}
        sizes, strides = along(given["shape"], values), along(given["stride"], values)
        (row,) = along(given["row"], values)
        for p, k in itertools.product((0, 1), range(min(6, np.prod(sizes) // given["tile"]))):
            start = tile_offset(tile, (p, k), values)
            for x, y in itertools.product((0, 5), range(0, given["tile"], 3)):
                there = (32 * p + x) * row + offset(given["tile"] * k + y, sizes, strides)
                assert start + offset_at(tile, x + 32 * y, values) == there


def test_the_accesses_of_a_tile_inside_a_size_with_names_are_checked():
    """The second tap starts at offset C + 4, which is not a multiple of 8."""
    shifted = {**CHANNELS, "stride": "(1,C+4)", "conditions": "C <= 512; C % 32 == 0; C >= 64"}
    text = COPY.format(**shifted).replace(
        'predicate   = "p < P"', 'instruction = "ld.global.128"\npredicate   = "p < P"', 1
    )
    faults = decide(loads(text)).at(Verdict.FAULT)
    assert len(faults) == 1
    # Tile 2 along k begins with the second tap: at C = 64, its offset is 68.
    assert "tile (0,2) has the offset 68 in A, but 8 does not divide 68" in faults[0].detail


HEADS = """
sizes   = "N, H, G; {conditions}N*H <= 2**20"
element = "f16"
threads = 128
tile    = {{ n = 64, d = 64, h = 1 }}
[gmem]
K = {{ layout = "(N,64,(G,H/G)):(64*(H/G),1,(0,64))", coordinates = "n, d, h", index = "int64" }}
O = {{ layout = "(N,64,H):(64*H,1,64)", coordinates = "n, d, h", index = "int64" }}
[[step]]
load        = "K -> r"
by          = "tiled_copy((16,8):(8,1), (1,8))"
predicate   = "n < N"
[[step]]
store       = "r -> O"
predicate   = "n < N"
"""


def test_a_tile_of_one_head_fits_a_group_with_a_name():
    found = decide(loads(HEADS.format(conditions="H % G == 0; ")))
    assert set(found.counts()) == {Verdict.HOLDS}
    tile = global_tile(found.kernel.tensors[0])
    values = {"N": 64, "H": 12, "G": 4}
    # Four heads of O share one head of K, which has 64 elements.
    assert [tile_offset(tile, (0, 0, h), values) for h in range(12)] == [
        64 * (h // 4) for h in range(12)
    ]


def test_a_group_that_does_not_divide_the_heads_is_a_fault():
    found = decide(loads(HEADS.format(conditions="")))
    assert any("layout of K" in one.claim for one in found.at(Verdict.FAULT))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"conditions": "C <= 512; C > 64"},
            (
                r"gmem\.A: a tile of 32 may end inside a mode: 32 does not divide the size of mode"
                r" 0 of k in \(P,\(C,3\)\):\(C,\(1,C\)\) at P=1, C=65; choose a tile that divides"
                r" the mode or consists of whole modes, or add a condition to `sizes`, such as"
                r" C % 32 == 0"
            ),
        ),
        ({"shape": "(C/2,6)"}, r"32 does not divide the size of mode 0 of k .* at P=1, C=32; "),
        (
            {"shape": "(24,C/8)", "stride": "(1,24)"},
            r"a tile of 32 ends inside mode 0 of k in .*: 32 does not divide 24; choose",
        ),
    ],
)
def test_a_tile_that_may_end_inside_a_mode_is_refused(change, message):
    with pytest.raises(LayoutError, match=message):
        decided({**CHANNELS, **change})
