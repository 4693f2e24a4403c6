"""Commands accept layouts as compilers print them, and report conversions."""

import pytest

from verif.calculator.calculated import calculated
from verif.questions import Effort
from verif.testing import assert_conflict_free, assert_equal, assert_injective

SWIZZLED = "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)"
COPY = "make_tiled_copy_tv(atom, (16,8):(8,1), (1,8))"


def test_eval_prints_the_value_on_one_stream_and_notes_on_the_other(run):
    assert run("eval", SWIZZLED) == (
        0,
        "Sw<3,3,3> o 0 o (8,64):(64,1)\n",
        "note: Sw<3,4,3> counts bytes; in elements of 16 bits it is Sw<3,3,3>\n",
    )


def test_check_shows_the_conversion_in_its_answer(run):
    status, out, _ = run("check", f"conflict_free({SWIZZLED}, (8,(8,8)):(1,(8,64)), half_t)")
    assert status == 0
    assert out.startswith("holds ")
    assert out.endswith("(Sw<3,4,3> counts bytes; in elements of 16 bits it is Sw<3,3,3>)\n")


def test_a_pointer_swizzle_is_converted_to_elements(run):
    rows = "(8,(8,8)):(1,(8,64))"
    assert run("eval", f"wavefronts({SWIZZLED}, {rows}, half)")[1] == "8\n"
    assert run("eval", f"wavefronts(Sw<3,4,3> o 0 o (8,64):(64,1), {rows}, half)")[1] == "16\n"


def test_an_unknown_number_turns_a_question_into_one_for_all_sizes(run):
    status, out, err = run("check", "fits_int32(gmem_ptr[16b](0x0) o (?{div=8},32768):(32768,_1))")
    assert status == 1
    assert "at N1=65544, the least sizes" in out
    assert err == "note: ? is N1, N1 % 8 == 0\n"
    status, out, _ = run(
        *("check", "--for", "N1; N1 <= 4096"),
        "fits_int32(gmem_ptr[16b](0x0) o (?,32768):(32768,_1))",
    )
    assert (status, out.split()[0]) == (0, "holds")


def test_draw_and_find_accept_compiler_texts(run):
    status, out, _ = run("draw", '!cute.layout<"(2,4):(4,1)">')
    assert (status, "| 3 |" in out) == (0, True)
    status, out, _ = run(
        *("find", "swizzle", "--smem", "Layout<Shape<_64,_64>,Stride<_64,_1>>"),
        *("--type", "half_t", "--load", COPY),
    )
    assert (status, "best    " in out) == (0, True)
    status, out, _ = run("draw", "--tv", "(16,64)", COPY)
    assert status == 0


def test_an_unreadable_text_is_reported_with_its_position(run):
    status, out, err = run("eval", 'size(!cute.layout<"(4,8:(8,1)">)')
    assert (status, out) == (2, "")
    assert err.startswith("layout-verif: CuTe IR, line 1, column ")
    assert err.count("\n") == 1


def test_the_served_page_accepts_compiler_texts():
    found = calculated("Layout<Shape<_8,_64>,Stride<_64,_1>>", Effort())
    assert found.printed == "(8,64):(64,1)"
    assert found.drawings
    assert "counts bytes" in calculated(SWIZZLED, Effort()).notes[0]
    assert calculated(f"injective({SWIZZLED})", Effort()).notes


def test_assertions_accept_compiler_texts():
    from spec import read

    assert_injective("Layout<Shape<_8,_64>,Stride<_64,_1>>")
    assert_equal(read(SWIZZLED), "Sw<3,3,3> o 0 o (8,64):(64,1)")
    assert_conflict_free("Sw<3,3,3> o 0 o (64,64):(64,1)", COPY, "f16")
    with pytest.raises(AssertionError, match="is refuted"):
        assert_equal(read(SWIZZLED), "Sw<3,4,3> o 0 o (8,64):(64,1)")
