"""Notebooks show a picture of every value that has one."""

import re

import pytest

from spec import ComposedLayout, Layout, LinearLayout, Swizzle, TlaLayout, XlaShape
from spec.atoms import copy_atom, make_tiled_copy_A, mma_atom, tiled_mma
from spec.bridges.positions import positions
from spec.pictures.offsets import svg
from spec.pictures.values import drawing_of
from verif import check

MMA = mma_atom("SM80_16x8x16_F32F16F16F32_TN")

VALUES = (
    *(Layout((4, 8)), ComposedLayout.parse("Sw<1,0,1> o 0 o (4,8):(8,1)"), Swizzle(2, 1, 3)),
    *(LinearLayout((1, 3)), XlaShape.parse("f32[4,8]"), XlaShape.parse("f32[3,5]{1,0:T(2,2)}")),
    *(TlaLayout((4, 8), (8, 1)), MMA, MMA.a, tiled_mma(MMA, (2, 2))),
    make_tiled_copy_A(copy_atom("ldmatrix.x4", "f16"), MMA),
)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_every_value_has_a_picture(value):
    assert re.match(r"<svg .*</svg>\n$", value._repr_svg_(), re.DOTALL)


def test_an_array_is_shown_as_its_layout():
    assert XlaShape.parse("f32[4,8]")._repr_svg_() == svg(Layout((4, 8), (8, 1)))


def test_positions_are_shown_as_their_array():
    array = XlaShape.parse("f32[3,5]{1,0:T(2,2)}")
    assert drawing_of(positions(array)) == array._repr_svg_()


def test_an_instruction_has_a_panel_for_each_operand():
    assert all(str(one.layout) in MMA._repr_svg_() for one in (MMA.a, MMA.b, MMA.c))


@pytest.mark.parametrize(
    "value", [XlaShape.parse("f32[2,3,4]"), XlaShape.parse("f32[0]"), Layout((1024, 1024))], ids=str
)
def test_values_without_a_picture_are_shown_as_text(value):
    assert value._repr_svg_() is None


@pytest.mark.parametrize(
    ("question", "answer", "picture"),
    [
        (("injective((4,8):(1,3))",), "refuted: A(3) = A(4) = 3", "(4,8):(1,3)"),
        (("covers_once((2,1):(1,2), (2,2))",), "refuted: no (thread, value) takes", "T1 V0"),
        (("fits_int32((M,4):(4,1))", "M; M <= 536870913"), "refuted: fits_int32", None),
        (("injective((M,4):(3,1))", "M"), "refuted: injective((M,4):(3,1)) at M=2", "(2,4):(3,1)"),
        (("injective((M,4):(4,1))", "M"), "holds: injective((M,4):(4,1)) for all M", None),
    ],
)
def test_an_answer_is_shown_with_the_picture_of_its_question(question, answer, picture):
    shown = check(*question)._repr_html_()
    assert shown.startswith(f"<p>{answer}")
    assert (picture is None) == ("<svg" not in shown)
    assert picture is None or picture in shown
