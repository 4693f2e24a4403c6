"""Assertions accept layouts of any library, and a failure shows the counterexample."""

import shlex
from dataclasses import dataclass

import pytest

import verif.questions.answer
import verif.testing
import verif.testing.arguments
from spec import local_tile
from spec.errors import LayoutError, NotationError
from spec.layout import Layout
from verif import Layouts, claim, ensure
from verif.questions import QUESTIONS
from verif.questions.answer import holds, refuted, unknown
from verif.testing import (
    assert_admits_exactly,
    assert_claim,
    assert_coalesced,
    assert_compatible,
    assert_conflict_free,
    assert_covers_once,
    assert_disjoint,
    assert_equal,
    assert_fits_int32,
    assert_injective,
    assert_tma_box,
    assert_vectorizes,
)

ROWS = "((16,2),(8,4,4)):((1,512),(64,16,1024))"
"""The rows that 32 threads pass to ldmatrix."""

REFUTED = """\
injective((2,3):(1,1)) is refuted: A(1) = A(2) = 1

(2,3):(1,1)
      0   1   2 \n\
    +---+---+---+
 0  | 0 | 1 | 2 |
    +---+---+---+
 1  | 1 | 2 | 3 |
    +---+---+---+

layout-verif check "injective((2,3):(1,1))"\
"""


@dataclass
class Foreign:
    """A layout of another library."""

    shape: object
    stride: object


class Static:
    """An integer of another library that is known at compile time."""

    def __index__(self):
        return 4


class Dynamic:
    """An integer that is known only at run time."""

    def __repr__(self):
        return "?"


def test_there_is_an_assertion_for_each_question():
    others = {"assert_claim", "assert_kernel"}
    assert {f"assert_{name}" for name in QUESTIONS} | others == {*verif.testing.__all__}
    assert all(callable(getattr(verif.testing, name)) for name in verif.testing.__all__)


def test_a_failure_has_the_witness_the_table_and_the_command():
    with pytest.raises(AssertionError) as failed:
        assert_injective("(2,3):(1,1)")
    assert str(failed.value) == REFUTED


@pytest.mark.parametrize(
    ("fails", "shown"),
    [
        (lambda: assert_covers_once("(4,8):(1,4)", (8, 8)), "T0 V0"),
        (lambda: assert_conflict_free("(64,64):(64,1)", ROWS, "f16", 128), "T7 b0-3*"),
        (lambda: assert_coalesced("(8,8):(8,1)", "(8,1):(1,8)", "f32", 32), "T7 s7"),
    ],
)
def test_a_failure_has_the_picture_of_its_question_within_the_terminal(fails, shown, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    with pytest.raises(AssertionError) as failed:
        fails()
    _, picture, command = str(failed.value).split("\n\n")
    assert shown in picture
    assert max(map(len, picture.splitlines())) <= 60
    assert command.startswith("layout-verif check ")


def test_a_failure_names_the_command_that_draws_a_long_picture(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    with pytest.raises(AssertionError) as failed:
        assert_conflict_free("(32,32):(32,1)", "(32,32):(1,32)", "f32")
    _, commands = str(failed.value).split("\n\n")
    checking, drawing = commands.split("\n")
    assert checking.startswith("layout-verif check ")
    assert drawing.startswith("layout-verif draw --banks f32 ")


@pytest.mark.parametrize(
    ("sides", "drawn"),
    [
        (("(64,64):(64,1)", "(64,64):(66,1)"), ["(64,64):(66,1)"]),
        (("(64,64):(66,1)", "(64,64):(64,1)"), ["(64,64):(66,1)"]),
        (("(64,64):(64,1)", "(64,64):(1,64)"), ["(64,64):(1,64)"]),
        (("(64,64):(66,1)", "(64,64):(67,1)"), ["(64,64):(66,1)"]),
    ],
)
def test_a_copy_that_cannot_vectorize_is_drawn_on_the_side_at_fault(sides, drawn):
    with pytest.raises(AssertionError) as failed:
        assert_vectorizes(*sides, "((8,16),(8,4)):((512,1),(64,16))", "f16", 128)
    *_, command = str(failed.value).splitlines()
    words = shlex.split(command)
    assert words[:5] == ["layout-verif", "draw", "--banks", "f16", "--by"]
    assert words[6:-2] == drawn


def test_a_name_in_a_text_is_explained():
    with pytest.raises(NotationError, match="expected an integer") as failed:
        assert_injective("(M,4):(4,1)")
    (note,) = failed.value.__notes__
    assert note == 'for all sizes, write assert verif.check("injective((M,4):(4,1))", "M")'
    assert verif.check("injective((M,4):(4,1))", "M").holds


def test_a_large_layout_has_no_table():
    with pytest.raises(AssertionError) as failed:
        assert_fits_int32(Layout((1 << 16, 1 << 16), (1, 1 << 16)))
    assert str(failed.value).count("\n") == 2


@pytest.mark.parametrize(
    "given",
    [
        "(4,8):(1,4)",
        "coalesce((2,2,8):(1,2,4), (1,1))",
        Layout((4, 8), (1, 4)),
        Foreign((4, 8), (1, 4)),
        Foreign([Static(), 8], (1, Static())),
        Foreign((4, 8), None),
    ],
)
def test_layouts_of_any_library_are_accepted(given):
    assert_equal(given, "(4,8):(1,4)")


def test_a_tile_of_spec_is_accepted():
    first, second = (local_tile(Layout((8, 8), (8, 1)), (4, 4), (0, j)) for j in (0, 1))
    assert_disjoint(first, second)
    with pytest.raises(AssertionError, match=r"is refuted: A\(0\) = B\(0\) = 4"):
        assert_disjoint(second, second)


def test_a_real_pycute_layout_is_accepted():
    pycute = pytest.importorskip("pycute")
    assert_equal(pycute.Layout((4, 8), (8, 1)), "(4,8):(8,1)")
    with pytest.raises(AssertionError, match=r"injective\(\(4,8\):\(1,3\)\) is refuted"):
        assert_injective(pycute.Layout((4, 8), (1, 3)))


def test_memory_assertions_agree_with_the_calculator():
    assert_covers_once("(32,4):(1,32)", (32, 4))
    assert_conflict_free("Sw<3,3,3> o (64,64):(64,1)", ROWS, "f16", 128)
    with pytest.raises(AssertionError, match="is refuted: "):
        assert_conflict_free("(64,64):(64,1)", ROWS, "f16", 128)
    assert_vectorizes(
        "(64,64):(64,1)", "(64,64):(72,1)", "((8,16),(8,4)):((512,1),(64,16))", "f16", 128
    )


def test_a_box_of_tma_is_an_argument():
    assert_tma_box("(4096,512):(512,1)", (128, 64), "f16", 128)
    with pytest.raises(AssertionError, match="TMA does not accept the tensor map: swizzle span"):
        assert_tma_box("(4096,512):(512,1)", (128, 128), "f16", 128)


def test_a_predicate_is_an_argument():
    assert_admits_exactly((100, 64), (128, 32), "(m,k) -> m < 100 and k < 64")
    refuted = r"\(m,k\) -> m < 100\) is refuted: element \(0,60\) is admitted"
    with pytest.raises(AssertionError, match=refuted):
        assert_admits_exactly((100, 60), (128, 32), "(m,k) -> m < 100")


def test_shapes_are_accepted_where_they_make_sense():
    assert_compatible((4, 6), (4, (2, 3)))


@pytest.mark.parametrize("given", [None, 1.5, True, (4, None), Foreign((Dynamic(), 8), (1, 4))])
def test_a_value_that_is_not_a_layout_is_named(given):
    with pytest.raises(LayoutError, match="expected a layout or an integer"):
        assert_injective(given)


@claim("SIZE", "sizes are positive", source="here", A=Layouts())
def size_is_positive(alg, A):
    ensure("size", A.size >= 1)


@claim("LARGE", "sizes are large", source="here", A=Layouts())
def size_is_large(alg, A):
    ensure("size", A.size >= 2)


def test_a_claim_that_is_proved_is_asserted():
    assert_claim(size_is_positive)


def test_a_refuted_claim_fails_with_its_report():
    with pytest.raises(AssertionError) as failed:
        assert_claim(size_is_large)
    first, *following, command = str(failed.value).splitlines()
    assert first == "LARGE is REFUTED, but PROVED was expected: A = (1):(0): not true: size"
    assert following[0] == "  search: fails at case 1"
    assert command == f"layout-verif prove {__file__}:LARGE"


def test_an_unknown_answer_has_no_truth_value():
    assert holds("it is")
    assert not refuted("A({}) = 1", (3,), ())
    with pytest.raises(ValueError, match="neither yes nor no: too large"):
        bool(unknown("too large"))
