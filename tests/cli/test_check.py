"""The commands `check` and `draw`: exact output, exit codes, files and standard input."""

import json
import sys

import pytest

from spec import Layout, table
from spec.pictures.offsets import svg
from verif.questions import QUESTIONS as QUESTION_NAMES

ANSWERS = """
0 holds    injective((4,8):(8,1)): no two coordinates have the same offset: \
the strides are independent on this shape
1 refuted  injective((2,2):(1,1)): A(1) = A(2) = 1
0 holds    bijective_onto((4,6):(6,1), 24): every offset 0 .. 23 occurs exactly once
1 refuted  bijective_onto((4,6):(6,2), 24): A(23) = 28, outside 0 .. 23
1 refuted  bijective_onto((4,6):(6,1), 25): size(A) = 24, not 25
1 refuted  bijective_onto((2,3):(2,1), 6): 5 is not an offset of A
0 holds    covers((4,8):(1,2), 10): every offset 0 .. 17 occurs
1 refuted  covers((4,8):(1,5), 24): 4 is not an offset of A
0 holds    equal((4,8), 32:1): both coalesce to the same layout
1 refuted  equal((4,8):(1,5), 32): A(4) = 5, B(4) = 4
1 refuted  equal(4, 5): size(A) = 4, size(B) = 5
0 holds    compatible(24, (4,6)): \
each integer of A's shape is the size of the corresponding part of B's shape
1 refuted  compatible((4,6), (4,(2,2)):(1,(4,8))): \
at mode (1) of the shapes, A has 6 and B has (2,2)
1 refuted  compatible((4,6), 24): at mode () of the shapes, A has (4,6) and B has 24
0 holds    disjoint(4:2, (2,3):(1,8)): the only common offset is 0: \
the strides of A and B are independent on these shapes
0 holds    disjoint(4:2, 4:-1): the only common offset is 0: \
all other offsets of A and of B have opposite signs
1 refuted  disjoint(8:3, 8:5): A(5) = B(3) = 15
0 holds    distributes((6,2):(8,2), (4,3):(3,1)): \
A o B is a layout, and the steps of B add up without a carry between modes of A
0 holds    distributes((4,2):(1,9), 4:3): at most one mode of B has an offset other than 0
1 refuted  distributes((36,18):(1,72), (9,4):(4,9)): \
A(B(16)) = 73, but composing mode by mode gives 37
0 holds    fits_int32(8:-1): the offsets go from -7 to 0
1 refuted  fits_int32((65536,65536)): A(4294967295) = 4294967295 does not fit in int32
"""


INDEPENDENT = "no two coordinates have the same offset: the strides are independent on this shape"


@pytest.mark.parametrize("line", ANSWERS.strip().splitlines())
def test_check_prints_known_answers(run, line):
    status, text = line.split(" ", maxsplit=1)
    question = text.split(maxsplit=1)[1].rsplit("): ", maxsplit=1)[0] + ")"
    if ": at " in text:
        question = text.split(maxsplit=1)[1].split(": at ")[0]
    shown = run("check", question)
    assert (shown.status, shown.out, shown.err) == (int(status), text + "\n", "")


def test_check_evaluates_nested_operations(run):
    composed = "equal(composition((6,2):(8,2), (4,3):(3,1)), ((2,2),3):((24,2),8))"
    shown = run("check", composed)
    assert shown.status == 0
    assert shown.out == f"holds    {composed}: both coalesce to the same layout\n"


HARD = "injective((1000003,1000033,1000037):(1000033000037,1000003000111,1000036000099))"

QUESTIONS = """
# Comments and blank lines are no questions.

injective(4:1)  # holds
  equal(4:1, 4:2)
"""


def test_check_reads_questions_from_a_file(run, tmp_path):
    (tmp_path / "questions.txt").write_text(QUESTIONS)
    shown = run("check", "--file", "questions.txt")
    assert (shown.status, shown.err) == (1, "")
    assert shown.out == (
        f"holds    injective(4:1): {INDEPENDENT}\nrefuted  equal(4:1, 4:2): A(1) = 1, B(1) = 2\n"
    )


def test_check_reads_standard_input(run):
    shown = run("check", "-", stdin=b"injective(4:1)\n")
    assert shown.status == 0
    assert shown.out == f"holds    injective(4:1): {INDEPENDENT}\n"


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (["injective(4:1)"], 0),
        (["injective(4:1)", "injective(4:0)"], 1),
        (["injective(4:0)", HARD], 3),
        (["injective(", HARD, "injective(4:0)"], 2),
    ],
)
def test_the_exit_code_is_the_worst_of_all_lines(run, lines, status):
    shown = run("check", "-", "--timeout", "0.1", stdin="\n".join(lines).encode())
    assert shown.status == status
    assert len(shown.out.splitlines()) + len(shown.err.splitlines()) == len(lines)


def test_closed_standard_input_is_reported(monkeypatch, answer):
    monkeypatch.setattr("sys.stdin", None)
    said = "layout-verif: standard input: closed; name a file instead\n"
    assert answer("check -") == (2, said)


def test_other_lines_are_answered_after_a_bad_line(run):
    shown = run("check", "-", stdin=b"injective(\ninjective(4:1)\nsize(4:1)\n")
    assert shown.status == 2
    assert shown.out.startswith("holds    injective(4:1)")
    assert shown.err == (
        "layout-verif: -:1: expected an integer at position 10 of 'injective('\n"
        "layout-verif: -:3: size is an operation, not a question (use eval): "
        f"expected one of {', '.join(QUESTION_NAMES)} "
        "at position 0 of 'size(4:1)'\n"
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(4,8):(1,4)", "(4,8):(1,4)"),
        ("Sw<3,4,3> o 0 o (8,64):(64,1)", "Sw<3,4,3> o 0 o (8,64):(64,1)"),
        ("f32[8,128]{1,0} bitcast(f32[1024]{0} %p)", "f32[8,128]{1,0}"),
    ],
)
def test_a_value_gets_a_question_to_ask_about_it(run, text, value):
    shown = run("check", text)
    assert shown.status == 2
    assert f"a value, not a question: write, for example, injective({value}): " in shown.err
    assert run("check", f"injective({value})").status == 0


def test_an_operation_is_not_taken_for_a_mistyped_question(run):
    shown = run("check", "complement((2,4):(1,2))")
    assert shown.status == 2
    assert "complement is an operation, not a question (use eval)" in shown.err
    assert "did you mean" not in shown.err


JSON = """\
{
  "kind": "answers",
  "schema_version": 2,
  "questions": [
    {
      "expression": "injective(4:1)",
      "answer": "holds",
      "witness": null,
      "reason": "REASON",
      "names": null,
      "at": null,
      "least": null,
      "theorem": null
    },
    {
      "expression": "disjoint(8:3, 8:5)",
      "answer": "refuted",
      "witness": {
        "coordinates": [
          5,
          3
        ],
        "values": [
          15
        ]
      },
      "reason": "A(5) = B(3) = 15",
      "names": null,
      "at": null,
      "least": null,
      "theorem": null
    }
  ],
  "errors": []
}
""".replace(
    "REASON",
    "no two coordinates have the same offset: the strides are independent on this shape",
)


def test_check_writes_json(run):
    shown = run("check", "-", "--json", stdin=b"injective(4:1)\ndisjoint(8:3, 8:5)\n")
    assert (shown.status, shown.out, shown.err) == (1, JSON, "")


def test_an_unknown_answer_in_json_has_no_witness(run):
    shown = run("check", HARD, "--json", "--timeout", "0.1")
    (question,) = json.loads(shown.out)["questions"]
    assert (shown.status, question["answer"], question["witness"]) == (3, "unknown", None)


TAKES_NAMES = "for all sizes, use `check` or `eval` with --for M"

MOST_MODES = "all layouts together may have up to 1,024 modes and parentheses"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["check"], "give exactly one of EXPR, - and --file FILE"),
        (["check", "injective(4:1)", "--file", "x"], "give exactly one of EXPR, - and --file FILE"),
        (["check", "--file", "missing"], "missing: No such file or directory"),
        (["check", "--file", "."], ".: Is a directory; name a file in it"),
        (["check", "-"], "- has no question: write one per line"),
        (["check", "--file", "binary"], "binary is not UTF-8: see byte 1"),
        (
            ["check", "injective((M,4):(4,1))"],
            f"expected an integer at position 11 of {'injective((M,4):(4,1))'!r}; {TAKES_NAMES}",
        ),
        (["check", "injective(4:1"], "expected ',' or ')' at position 13 of 'injective(4:1'"),
        (
            ["check", "injective(4:1, 4:1)"],
            "injective takes 1 argument, not 2: write injective(layout)",
        ),
        (["check", "covers(4:1, 4:1)"], "argument 2 of covers must be an integer, not 4:1"),
        (
            ["check", "injective(injective(4:1))"],
            "a question cannot be an argument at position 10 of 'injective(injective(4:1))'",
        ),
        (
            ["check", "injective(covers(4:1, 4))"],
            (
                "unknown operation 'covers' at position 10 of 'injective(covers(4:1, 4))'; covers"
                " is a question of `layout-verif check`"
            ),
        ),
        (
            ["check", "distributes(4:1, 2:-1)"],
            "mode 2:-1 of B: its stride (-1) must not be negative",
        ),
        (["check", "distributes(():(), 2:1)"], "A must have at least one mode, but ():() has none"),
        (
            ["check", f"injective(({'2,' * 3000}))"],
            "the arguments of injective have too many modes",
        ),
        (
            ["draw", "(2,2,2)"],
            (
                "only rank 1 or 2 can be drawn, but (2,2,2):(1,2,4) has rank 3; group its modes, as"
                " in ((2,2),2)"
            ),
        ),
        (["draw", "():()"], "only rank 1 or 2 can be drawn, but ():() has rank 0"),
        (
            ["draw", "(257,256)"],
            "at most 65536 cells can be drawn, but (257,256):(1,257) has 65792",
        ),
        (
            ["draw", "4:1", "(2,2,2)"],
            (
                "only rank 1 or 2 can be drawn, but (2,2,2):(1,2,4) has rank 3; group its modes, as"
                " in ((2,2),2)"
            ),
        ),
        (["draw", "size(4:1)", "size("], "expected an integer at position 5 of 'size('"),
        (
            ["draw", "k/gemm.kernel.toml"],
            (
                "k/gemm.kernel.toml is the name of a file, not an expression; `layout-verif kernel"
                " k/gemm.kernel.toml` decides a kernel file, and `layout-verif kernel -o DIR"
                " k/gemm.kernel.toml` draws its steps"
            ),
        ),
        (["draw", "<4:1>"], "argument 1 of draw must be a layout, not <4:1>"),
        (
            ["draw", "4:1", "-o", "a.pdf"],
            "a.pdf: pictures are SVG or PNG; name the file a.svg or a.png",
        ),
        (["draw", "4:1", "-o", "no/such.svg"], "no/such.svg: No such file or directory"),
        (["draw", "4:1", "--by", "4:1"], "--by needs --banks or --sectors"),
        (["draw", "4:1", "--banks", "f16", "--phase", "1"], "--phase needs --by"),
        (
            ["draw", "4:1", "--tv", "4", "--banks", "f16"],
            "give only one of --tv (threads and values), --banks and --sectors",
        ),
        (
            ["draw", "--tv", "4:1"],
            (
                "Missing argument 'LAYOUT': --tv takes the shape of the tile, as in draw --tv"
                " '(16,8)' LAYOUT. See `layout-verif draw --help`."
            ),
        ),
        (
            ["draw", "--banks", "4:1"],
            (
                "Missing argument 'LAYOUT': --banks takes the element type, as in draw --banks f16"
                " LAYOUT. See `layout-verif draw --help`."
            ),
        ),
        (
            ["draw", "4:1", "--tv", "4:1"],
            (
                "--tv must be the shape of a tile, not 4:1; LAYOUT is the thread-value layout: draw"
                " --tv '(16,8)' LAYOUT"
            ),
        ),
        (
            ["draw", "4:1", "--banks", "f99"],
            "unknown element type 'f99', such as f16, bf16, f32 or s8 at position 0 of 'f99'",
        ),
        (
            ["check", "conflict_free(4:1, (4,1):(1,0), f16, sm_90)"],
            (
                "argument 4 of conflict_free must be an integer, not a machine; write _ before the"
                " machine for the widest access"
            ),
        ),
        (
            ["eval", "wavefronts(4:1, (4,1):(1,0), f16, gfx942)"],
            (
                "argument 4 of wavefronts must be an integer, not a machine; write _ before the"
                " machine for the widest access"
            ),
        ),
        (
            ["check", "conflict_free(4:1, (4,1):(1,0), f16, _, h100)"],
            (
                "unknown element type 'h100', such as f16, bf16, f32 or s8 at position 40 of"
                " '...ree(4:1, (4,1):(1,0), f16, _, h100)'; a machine is named by its architecture,"
                " such as sm_90 or gfx942"
            ),
        ),
        (
            ["draw", "SM80_16x8x16"],
            (
                "unknown element type 'SM80_16x8x16', such as f16, bf16, f32 or s8 at position 0 of"
                " 'SM80_16x8x16'; write the whole name of an MMA atom, such as"
                " SM80_16x8x16_F32F16F16F32_TN"
            ),
        ),
        (
            ["eval", "crd2idx((3,4), (8,8):(8,1))"],
            (
                "argument 2 of crd2idx must be an IntTuple, not (8,8):(8,1); for an offset in a"
                " layout, write evaluate(layout, coordinate)"
            ),
        ),
        (
            ["eval", "S<3,3,3> o (0,0) o (8,64):(64,1)"],
            (
                "CuTe DSL print, line 1, column 1: a coordinate as an offset is not supported:"
                " write the integer, found 'S<3,3,3> o (0,0) o (8,64...'"
            ),
        ),
        (
            ["eval", "%0 = cute.make_layout(%a, %b)"],
            (
                "unexpected character '%' at position 0 of '%0 = cute.make_layout(%a, %b)';"
                " `layout-verif audit FILE` reads the operations of compilers"
            ),
        ),
        (
            ["eval", "swizzle<3,3,3> o 0 o (8,8):(8,1)"],
            (
                "unknown name 'swizzle' (did you mean Swizzle?) at position 0 of 'swizzle<3,3,3> o"
                " 0 o (8,8):(8,...'"
            ),
        ),
        (
            ["eval", "(M):(1)", "--for", "M; M < 600k"],
            ("a number has no unit (write 600_000, not 600K) at position 7 of 'M < 600k'"),
        ),
        (
            ["draw", "4:1", "--banks", "f16", "--by", "4:1@x"],
            "expected a power of two after @ in '4:1@x': the bits of an access, such as @128",
        ),
        (
            ["draw", f"coalesce(({'2,' * 3000}))"],
            f"coalesce: too many modes or parentheses; {MOST_MODES}",
        ),
    ],
)
def test_bad_input_is_reported_in_one_line(run, tmp_path, arguments, problem):
    (tmp_path / "binary").write_bytes(b"a\xff")
    shown = run(*arguments)
    assert (shown.status, shown.out, shown.err) == (2, "", f"layout-verif: {problem}\n")


def test_draw_prints_the_table(run):
    shown = run("draw", "composition((6,2):(8,2), (4,3):(3,1))")
    assert shown.out == table(Layout.parse("((2,2),3):((24,2),8)")) + "\n"


def test_draw_prints_two_layouts_side_by_side(run):
    shown = run("draw", "(2,2)", "(2,3):(3,1)")
    assert shown.status == 0
    assert shown.out == (
        "(2,2):(1,2)      (2,3):(3,1)\n"
        "      0   1            0   1   2\n"
        "    +---+---+        +---+---+---+\n"
        " 0  | 0 | 2*|     0  | 0 | 1*| 2*|\n"
        "    +---+---+        +---+---+---+\n"
        " 1  | 1*| 3*|     1  | 3*| 4*| 5*|\n"
        "    +---+---+        +---+---+---+\n"
    )


def test_draw_writes_an_svg_file(run, tmp_path):
    shown = run("draw", "(2,2)", "(2,2):(2,1)", "-o", "out.svg")
    assert (shown.status, shown.out, shown.err) == (0, "", "")
    drawn = svg(Layout((2, 2)), Layout((2, 2), (2, 1)))
    assert (tmp_path / "out.svg").read_text() == drawn


def test_draw_writes_a_png_file(run, tmp_path):
    pytest.importorskip("resvg_py")
    assert run("draw", "(2,2)", "-o", "out.png").status == 0
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_png_without_its_library_is_refused(run, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    drawn = run("draw", "(2,2)", "-o", "out.png")
    assert drawn.status == 2
    assert "pip install resvg-py" in drawn.err
    assert not (tmp_path / "out.png").exists()


def test_a_refuted_question_is_shown_on_a_terminal(run, monkeypatch):
    question = "covers_once((2,1):(1,2), (2,2))"
    assert "+---" not in run("check", question).out
    monkeypatch.setattr("verif.cli.asking.terminal_width", lambda: 40)
    shown = run("check", question).out
    assert "| T0 V0 |      *|" in shown
    assert max(map(len, shown.splitlines()[1:])) <= 40


def test_a_question_that_holds_has_no_picture(run, monkeypatch):
    monkeypatch.setattr("verif.cli.asking.terminal_width", lambda: 80)
    assert run("check", "injective(4:1)").out.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (("--banks", "f32", "--by", "(8,1):(1,8)@32"), "T1 b8*"),
        (("--banks", "f32", "--by", "(8,1):(1,8)@32", "--phase", "0"), "phase 0 of 1"),
        (("--sectors", "f32", "--by", "(8,1):(1,8)@32"), "8 sectors, 1 needed; request 0 of 1"),
        (("--banks", "f32", "--by", "(8,8):(1,8)", "--machine", "gfx950"), "conflict-free"),
        (("--sectors", "f32"), "| 7 | 7 |"),
    ],
)
def test_draw_shows_memory(run, options, shown):
    drawn = run("draw", *options, "(8,8):(8,1)")
    assert drawn.status == 0
    assert shown in drawn.out


def test_draw_shows_the_matrix_of_a_linear_layout(run):
    assert "columns (1, 2, 4)" in run("draw", "linear_layout(8:1)").out


def test_a_large_table_of_accesses_is_shown_in_part(run):
    drawn = run("draw", "--banks", "f16", "--by", "(32,8):(1,64)", "(64,64):(64,1)").out
    assert "rows 0-15 and columns 0-63 of 64 x 64" in drawn


def test_a_swizzled_layout_is_drawn_beside_another(run):
    drawn = run("draw", "Sw<1,0,1> o 0 o (2,2):(2,1)", "(2,2):(2,1)")
    assert (
        drawn.out
        == """\
Sw<1,0,1> o 0 o (2,2):(2,1)    (2,2):(2,1)
      0   1                          0   1
    +---+---+                      +---+---+
 0  | 0 | 1 |                   0  | 0 | 1 |
    +---+---+                      +---+---+
 1  | 3*| 2*|                   1  | 2*| 3*|
    +---+---+                      +---+---+
"""
    )


def test_a_question_about_an_invalid_swizzle_is_rejected(run):
    asked = run("check", "injective(Sw<2,0,1> o 0 o 8:1)")
    assert asked.status == 2
    assert asked.err.endswith("at position 10 of 'injective(Sw<2,0,1> o 0 o 8:1)'\n")
