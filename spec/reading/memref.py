"""MLIR's memrefs: `memref<128x64xf16, strided<[64, 1], offset: 4096>, 3>`.

    type    = "memref<" { size "x" } element [ "," strided ] [ "," space ] ">"
    size    = digits | "?"
    strided = "strided<[" list(number) "]" [ "," "offset:" number ] ">"
    number  = [ "-" ] digits | "?"

Sizes and strides count elements. Without `strided`, the array is row-major. An array with an offset
is read as a tile, which is a layout and its offset. `space` is a number or an attribute.
"""

from functools import partial
from itertools import accumulate
from typing import Any, Final

from spec.layout import Layout
from spec.named import Name, multiplied
from spec.reading.elements import read_element, width_of
from spec.reading.reading import Reading, made
from spec.reading.scanner import Scanner

FAMILY: Final = "MLIR"

STARTS_MEMREF: Final = r"memref\s*<"

_SIZE: Final = r"(\d+|\?)\s*x"


def read_memref(scanner: Scanner) -> Reading:
    """Read the type at the scanner's position.

    >>> print(read_memref(Scanner("memref<4x?x8xf16>", FAMILY)))
    (4,N1,8):(8*N1,8,1)  (tensor; MLIR; offsets in elements of f16)
    >>> print(read_memref(Scanner("memref<4x8xf32, strided<[16, 1], offset: 3>, 3>", FAMILY)))
    <(4,8):(16,1),3>  (tensor; MLIR; offsets in elements of f32)
    """
    start = scanner.spaced()
    if scanner.match(STARTS_MEMREF) is None:
        scanner.fail("expected a memref", "memref<4x8xf32>")
    shape: list[Any] = []
    while scanner.at(_SIZE):
        shape.append(_number(scanner, "a size"))
        scanner.expect("x")
    if scanner.at(r"\*"):
        scanner.fail("a memref without a rank has no layout", "its sizes")
    element, note = read_element(scanner)
    stride, offset = tuple(_row_major(shape)), 0
    parts: dict[str, Any] = {}
    while scanner.accept(","):
        if scanner.match(r"strided\s*<"):
            stride, offset = _strided(scanner, len(shape))
        elif scanner.at(r"#tpu\.tiled"):
            scanner.fail(
                "tiles of Mosaic are not supported", "the array, as f32[16,256]{1,0:T(8,128)}"
            )
        elif scanner.at(r"affine_map\b|#map"):
            scanner.fail("an affine map is not supported", "the strides, as strided<[8, 1]>")
        else:
            parts["space"] = _space(scanner)
    scanner.expect(">")
    form = scanner.made(start, Layout, tuple(shape), stride) if shape else Layout(1, 0)
    if offset != 0:
        form = form, offset
    return Reading(
        "tensor",
        FAMILY,
        form,
        *scanner.since(start),
        element=element,
        bits=width_of(element),
        unit="elements",
        notes=(note,) if note else (),
        unknowns=tuple(one for one in scanner.unknowns.found if one.position >= start),
        parts=parts,
    )


def _strided(scanner: Scanner, rank: int) -> tuple[tuple[Any, ...], Any]:
    """Read the strides and the offset, after `strided<`."""
    scanner.expect("[")
    place = scanner.spaced()
    stride = scanner.sequence(partial(_number, scanner, "a stride"), "]")
    if len(stride) != rank:
        scanner.fail(f"expected a stride for each of the {rank} sizes", position=place)
    offset = 0
    if scanner.accept(","):
        scanner.expect("offset")
        scanner.expect(":")
        offset = _number(scanner, "an offset")
    scanner.expect(">")
    return stride, offset


def _number(scanner: Scanner, what: str) -> Any:
    """Read an integer, or return the name of a number that is known only at run time."""
    start = scanner.spaced()
    if scanner.accept("?"):
        return Name(scanner.unknowns.new(start).name)
    found = scanner.match(r"-?\d+")
    if found is None:
        scanner.fail(f"expected {what}, such as 8, or ?")
    return scanner.whole(found, 0)


def _row_major(shape: list[Any]) -> list[Any]:
    """The strides of a compact array whose last mode is contiguous.

    >>> _row_major([4, 2, 8])
    [16, 8, 1]
    """
    found = accumulate(reversed(shape[1:]), _product, initial=1)
    return list(found)[: len(shape)][::-1]


def _product(x: Any, y: Any) -> Any:
    return y if x == 1 else made(multiplied, x, y)


def _space(scanner: Scanner) -> str:
    """Read the memory space, a number or an attribute, up to the end of the type."""
    found = scanner.match(r"(?:[^<>\[\]{}(),]|<[^<>]*>)+")
    if found is None:
        scanner.fail("expected a memory space", "3 or #gpu.address_space<workgroup>")
    return found[0].strip()
