"""Every question whose layouts can be drawn has a picture, and no question ends in an error."""

import shlex

import pytest

from verif.questions import QUESTIONS
from verif.questions.pictures import command, picture

SWIZZLED = "Sw<1,0,1> o 0 o (2,4):(4,1)"
TV = "(2,4):(1,2)"

DRAWN = {
    "aligned": f"aligned({SWIZZLED}, 2)",
    "bijective_onto": f"bijective_onto({SWIZZLED}, 8)",
    "bitcast": "bitcast(f32[2,4], f32[4,2]{1,0:T(2,2)})",
    "coalesced": f"coalesced({SWIZZLED}, {TV}, f16)",
    "compatible": "compatible((2,4):(4,1), (2,4):(1,2))",
    "composable": "composable((2,4):(4,1), 4:2)",
    "conflict_free": f"conflict_free({SWIZZLED}, {TV}, f32, 32)",
    "covers": "covers((2,4):(4,1), 8)",
    "covers_once": f"covers_once({TV}, (2,4), 1)",
    "disjoint": "disjoint((2,4):(4,1), 2:8)",
    "distributes": "distributes((2,4):(4,1), 2:1)",
    "equal": f"equal({SWIZZLED}, (2,4):(4,1))",
    "fits_int32": "fits_int32((2,4):(4,1))",
    "injective": "injective(f32[2,4]{1,0:T(2,2)})",
    "same_bytes": "same_bytes(f32[2,4], f32[2,4]{1,0})",
    "tma_box": "tma_box((8,16):(16,1), (4,8), f32, 32)",
    "vectorizes": "vectorizes((2,4):(4,1), (2,4):(4,1), (2,4):(4,1), f32, 64)",
}
"""A small question of each kind."""

NOT_DRAWN = {"admits_exactly"}
"""The only question that `draw` cannot show. It is about predicates."""


def test_there_is_a_question_of_each_kind():
    assert DRAWN.keys() | NOT_DRAWN == QUESTIONS.keys()


@pytest.mark.parametrize("name", DRAWN)
def test_a_small_question_is_drawn(name):
    assert "+---" in picture(DRAWN[name])


@pytest.mark.parametrize("name", DRAWN)
def test_the_command_of_a_question_draws_its_picture(run, tmp_path, name):
    assert run(*shlex.split(command(DRAWN[name]))[1:]).status == 0
    assert (tmp_path / "picture.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("disjoint((2,4):(4,1), 2:3)", ["(2,4):(4,1)", "2:3"]),
        ("same_bytes(f32[2,4], f32[2,4]{0,1})", ["f32[2,4]{1,0}", "f32[2,4]{0,1}"]),
        ("vectorizes(8:1, (4,2):(2,1), (1,8):(0,1), s4, 8)", ["8:1", "(4,2):(2,1)"]),
    ],
)
def test_the_command_draws_both_layouts_of_a_question_about_two(run, question, shown):
    words = shlex.split(command(question))
    assert words[-2 - len(shown) : -2] == shown
    assert run(*words[1:]).status == 0


def test_bank_conflicts_are_drawn_for_their_machine(run, tmp_path):
    """gfx950 has 64 banks, twice as many as sm_90."""
    question = "conflict_free((8,8):(8,1), (8,8):(1,8), f32, 32, {})"
    assert picture(question.format("gfx950")) != picture(question.format("sm_90"))
    assert run(*shlex.split(command(question.format("gfx950")))[1:]).status == 0
    assert (tmp_path / "picture.svg").read_text().startswith("<svg")


def test_a_tile_is_drawn_with_its_offsets():
    assert "| 10 |" in picture("fits_int32(<(2,4):(4,1), 3>)")
    assert "*" in picture("equal(<(2,4):(4,1), 3>, <(2,4):(4,1), 4>)")


def test_arrays_that_differ_are_marked():
    assert "*" in picture("equal(f32[2,4], f32[2,4]{0,1})")


@pytest.mark.parametrize(
    "question",
    [
        "equal(f32[2,3,4], f32[2,3,4])",
        "bitcast(f32[2,3,4], f32[24])",
        "fits_int32((65536,65536):(65536,1))",
        "covers_once((2,4):(1,8), (2,4))",
        "injective((?,4):(4,1))",
        "admits_exactly((5,6), (2,4), (m,k) -> m < 5 and k < 6)",
        "injective(",
        "no question",
        "",
    ],
)
def test_a_value_that_cannot_be_drawn_has_no_picture(question):
    assert picture(question) is None
