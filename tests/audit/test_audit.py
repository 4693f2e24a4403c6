"""An audit recognizes the format of a text, such as HLO, and no text crashes an audit."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec.errors import LayoutError
from spec.reading.errors import ReadingError
from verif.audit import audit as audits
from verif.audit.audit import FAMILIES, audited, compared
from verif.audit.family import Family
from verif.audit.lines import Lines
from verif.audit.statement import Statement, Verdict

SAMPLES = {
    "TTGIR": (
        "#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], "
        "order = [1, 0]}>\n"
        "#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 2], "
        "order = [0, 1]}>\n"
        'module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:90"} {\n'
        "  tt.func public @f(%0: tensor<16x32xf32, #a>) {\n"
        "    %1 = ttg.convert_layout %0 : tensor<16x32xf32, #a> -> tensor<16x32xf32, #b>\n"
        "    tt.return\n  }\n}\n"
    ),
    "CuTe IR": (
        "module {\n"
        '  %s = cute.make_shape() : () -> !cute.shape<"(4,8)">\n'
        '  %0 = cute.make_layout(%s) : !cute.layout<"(4,8):(1,4)">\n'
        "  %1 = cute.coalesce(%0) : "
        '(!cute.layout<"(4,8):(1,4)">) -> !cute.layout<"32:1">\n'
        '  %2 = cute.size(%0) : (!cute.layout<"(4,8):(1,4)">) -> !cute.int_tuple<"32">\n'
        "}\n"
    ),
    "HLO": (
        "HloModule m, entry_computation_layout={(f32[8,128]{1,0})->f32[1024]{0:T(1024)}}\n\n"
        "ENTRY %main (x: f32[8,128]) -> f32[1024] {\n"
        "  %x = f32[8,128]{1,0} parameter(0)\n"
        "  %b = f32[1024]{0} bitcast(%x)\n"
        "  ROOT %c = f32[1024]{0:T(1024)} copy(%b)\n"
        "}\n"
    ),
    "Mosaic": (
        "func.func @f(%arg0: memref<32x300xbf16, #tpu.tiled<(8,128)(2,1),[3,1]>>) {\n"
        '  %0 = tpu.vector_load %arg0 {in_layout = [#tpu.vpad<"none">], out_layout = '
        '[#tpu.vpad<"16,{0,0},(8,128)">]} : memref<32x300xbf16>, vector<32x300xbf16>\n'
        '  %1 = tpu.relayout %0 {in_layout = [#tpu.vpad<"16,{0,0},(8,128)">], out_layout = '
        '[#tpu.vpad<"16,{0,*},(8,128),-1">]} : vector<32xbf16> -> vector<32xbf16>\n'
        "}\n"
    ),
    "CK": (
        "a: tile_distribution_encoding<sequence<2>, tuple<sequence<2, 2, 16>, sequence<4, 8>>, "
        "tuple<sequence<1>, sequence<1, 2>>, tuple<sequence<0>, sequence<2, 0>>, "
        "sequence<1, 2>, sequence<1, 1>>\n"
    ),
    "TileLang": (
        "a: Layout((4, 8) -> (4, 8), transform: (_i, _j) -> (_i, T.bitwise_xor(_j, _i % 8)))\n"
        "b: Fragment((4, 8) -> (2,), replicate: 1, thread: 16, forward_thread: _i * 4 + _j // 2, "
        "forward_index: (_j % 2,), thread_range: I.Range(0, 16))\n"
    ),
    "CuTe prints": (
        "a: Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)\n"
        "copy: TiledCopy\n  Tiler_MN: (_4,_8)\n  TiledLayout_TV: ((_4,_4),_2):((_1,_8),_4)\n"
        "b: (128,_64):(_64,_1)\n"
        "  type cute::Layout<cute::tuple<int, cute::C<64> >, cute::tuple<cute::C<64>, "
        "cute::C<1> > >\n"
    ),
}
"""A text of each family."""

PIECES = st.sampled_from(
    ["", "(", ")", "<", ">", ",", ":", "_", "0", "1", "-1", "9999999999", "?", "x", "{", "\n", "%"]
)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_text_is_recognized_and_decided(name):
    found = audited(SAMPLES[name])
    assert found.family == name
    assert found.counts()[Verdict.HOLDS] > 0
    assert not found.counts()[Verdict.NOT_READ]
    assert [one.line for one in found.statements] == sorted(one.line for one in found.statements)
    last = SAMPLES[name].count("\n")
    assert all(1 <= one.line <= last for one in found.statements)


@pytest.mark.parametrize("name", SAMPLES)
@given(st.data())
def test_a_changed_text_ends_in_verdicts_or_in_a_message(name, data):
    text = SAMPLES[name]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 4)))
        text = text[:start] + data.draw(PIECES) + text[end:]
    try:
        found = audited(text)
    except LayoutError as error:
        assert "no layout was found" in str(error)
    else:
        assert all(1 <= one.line <= text.count("\n") + 1 for one in found.statements)


@given(st.text())
def test_any_text_ends_in_verdicts_or_in_a_message(text):
    try:
        audited(text)
    except LayoutError as error:
        assert str(error)


@pytest.fixture
def family(monkeypatch):
    """Return a function that replaces all formats by one format: texts that begin with "mark"."""

    def make(audit, compare=None):
        one = Family("marked", lambda text: text.startswith("mark"), audit, compare)
        monkeypatch.setattr(audits, "FAMILIES", (one,))

    return make


HOLDS = Statement(9, "x", "it holds", Verdict.HOLDS)


def test_an_error_of_a_reader_is_one_statement_with_its_line(family):
    def audit(text):
        yield HOLDS
        raise ReadingError(text.split("\n", 1)[1], 4, "expected a number")

    family(audit)
    first, second = audited("mark\n8:1\n x").statements
    assert second == HOLDS
    assert (first.line, first.verdict) == (3, Verdict.NOT_READ)
    assert "expected a number" in first.detail


@pytest.mark.parametrize("error", [LayoutError("no place"), ReadingError("other", 2, "no place")])
def test_an_error_without_a_place_is_at_the_first_line(family, error):
    def audit(_):
        raise error
        yield

    family(audit)
    (one,) = audited("mark").statements
    assert (one.line, one.verdict) == (1, Verdict.NOT_READ)


def test_too_many_parentheses_are_not_read(family):
    def audit(text):
        yield from audit(text)

    family(audit)
    (one,) = audited("mark").statements
    assert (one.verdict, "recursion limit" in one.detail) == (Verdict.NOT_READ, True)


def test_programs_are_compared_by_their_family(family):
    after = replace(HOLDS, line=2, claim="each element is where the program puts it")
    family(lambda _: iter([HOLDS]), lambda before, _: iter([replace(after, detail=before)]))
    found = compared("mark before", "mark after")
    assert found.statements == (replace(after, detail="mark before"), HOLDS)
    with pytest.raises(LayoutError, match="no layout was found; audit reads marked"):
        compared("before", "mark after")


def test_texts_of_different_families_are_not_compared():
    with pytest.raises(LayoutError, match="cannot compare CK with Mosaic: both texts must be HLO"):
        compared(SAMPLES["CK"], SAMPLES["Mosaic"])


def test_every_family_has_its_own_name():
    names = [one.name for one in FAMILIES]
    assert len(set(names)) == len(names)
    assert SAMPLES.keys() == set(names)


@pytest.mark.parametrize(("first", "second"), [*permutations(SAMPLES, 2)])
def test_each_part_of_a_log_is_audited_as_if_it_were_alone(first, second):
    text = f"{SAMPLES[first]}{SAMPLES[second]}"
    lines = SAMPLES[first].count("\n")
    below = (replace(one, line=one.line + lines) for one in audited(SAMPLES[second]).statements)
    found = audited(text)
    assert found.statements == (*audited(SAMPLES[first]).statements, *below)
    assert set(found.family.split(", ")) == {first, second}


@given(st.text("a\n"))
def test_lines_are_counted_by_line_feeds(text):
    lines = Lines(text)
    for position in range(len(text) + 1):
        assert lines.at(position) == text.count("\n", 0, position) + 1
        assert lines.end(position) == len(text[:position]) + len(text[position:].split("\n")[0])
