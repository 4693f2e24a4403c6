"""The spec of XLA shapes agrees with XLA: parsing, printing, sizes and element positions."""

import random

import pytest

import verif.upstream.xla
from spec.xla import BITS, XlaShape, parse_xla_shape, physical_order, size_bytes
from tests.upstream.generated_xla import LARGE, SMALL, generated, spaced
from verif.upstream.in_process import MissingImplementationError, RejectedError
from verif.upstream.xla import Abort, Reading, Refusal, byte_counts, orders, readings, xla_version

LAYOUTS = 1000
MOVED = 600
COUNTED = 400


def test_the_xla_version_matches_the_documents():
    assert xla_version() == "jaxlib 0.10.2"


def test_spec_and_xla_read_and_print_layouts_alike():
    draw = random.Random(1)
    shapes = generated(LAYOUTS, 2, LARGE, [size for size in LARGE if size])
    texts = [spaced(str(shape), draw) for shape in shapes]
    for text, shape, theirs in zip(texts, shapes, readings(texts), strict=True):
        ours = parse_xla_shape(text)
        assert ours == shape
        assert theirs == Reading(
            str(shape), shape.dims, shape.minor_to_major, shape.tiles, shape.element_bits or 0
        ), text


def test_spec_and_xla_know_the_same_element_types():
    texts = [f"{element}[3,5]" for element in BITS]
    assert [reading.printed for reading in readings(texts)] == [
        str(parse_xla_shape(text)) for text in texts
    ]


def test_xla_places_elements_at_the_positions_of_the_formula():
    shapes = generated(MOVED, 3, SMALL, (None, 1, 2, 2, 3, 4, 5), most_positions=4000)
    shapes += (XlaShape.parse("bf16[16,256]{1,0:T(8,128)(2,1)}"),)
    combined = [shape for shape in shapes if any(None in tile for tile in shape.tiles)]
    repeated = [shape for shape in shapes if len(shape.tiles) > 1]
    assert len(combined) > 100
    assert len(repeated) > 100
    for shape, order in zip(shapes, orders(shapes), strict=True):
        assert order == physical_order(shape), shape


def test_a_different_tile_gives_a_different_order():
    (order,) = orders([XlaShape.parse("f32[4,6]{1,0:T(2,3)}")])
    assert order != physical_order(XlaShape.parse("f32[4,6]{1,0:T(3,2)}"))


def test_size_in_bytes_agrees_with_xla():
    # XLA counts bytes in floating point, which is exact only up to 2^24. So all sizes are small.
    shapes = generated(COUNTED, 4, (0, 1, 2, 3, 5, 9, 13), (), most_tiles=0)
    shapes += tuple(XlaShape(element, (3, 5)) for element in BITS)
    for shape, theirs in zip(shapes, byte_counts(shapes), strict=True):
        assert theirs == size_bytes(shape), shape


def test_an_xla_error_or_abort_does_not_stop_later_answers():
    found = readings(["f32[3", "f32[3]{0:T(-2)}", "token[4]", "(f32[3], s32[])", "f32[7]"])
    assert [type(answer) for answer in found] == [Refusal, Abort, Abort, Reading, Reading]
    assert "expects a list to end" in found[0].message
    assert found[1].message.startswith("SIGABRT: Tile dimension size")
    assert [answer.printed for answer in found[3:]] == ["(f32[3]{0}, s32[])", "f32[7]{0}"]


def test_a_shape_that_xla_cannot_run_is_rejected():
    with pytest.raises(RejectedError, match=r"^jaxlib 0\.10\.2 cannot run the HLO program"):
        orders([XlaShape("f32", (2**63,))])


def test_missing_xla_names_the_package_to_install(monkeypatch):
    monkeypatch.setattr(verif.upstream.xla, "DISTRIBUTIONS", ("jaxlib-that-is-nowhere",))
    xla_version.cache_clear()
    with pytest.raises(
        MissingImplementationError, match="jaxlib-that-is-nowhere is not installed: pip"
    ):
        readings(["f32[3]"])
    xla_version.cache_clear()
