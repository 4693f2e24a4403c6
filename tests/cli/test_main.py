"""The command line: exact output, exit codes, and a one-line error for bad input."""

import re
import subprocess
import sys
from importlib.metadata import version

import pytest

from spec.explained import EXPLAINED
from verif.claims.catalogue import catalogue
from verif.cli.main import main
from verif.deciding.selection import selected
from verif.pages.record import decoded
from verif.upstream.in_process import MissingImplementationError

TRUE = """
@claim("TRUE", "a layout has a coordinate", source="here", expect=proved(), A=Layouts(flat(1)))
def true(alg, A):
    ensure("the size is positive", A.size >= 1)
"""

FALSE = """
@claim(
    "FALSE", "every layout is the identity", source="here", expect=REFUTED,
    A=Layouts(flat(1)), i=Index("A"),
)
def false(alg, A, i):
    ensure_equal("the offset", A(i), i)
"""

VACUOUS = """
@claim("VACUOUS", "nothing is said", source="here", A=Layouts(flat(1)))
def vacuous(alg, A):
    assume("there is no such layout", A.size < 1)
    ensure("anything", A.size == 7)
"""

ENDLESS = """
@claim(
    "ENDLESS", "no answer comes", source="here", expect=unknown("it goes on"),
    A=Layouts(flat(1)),
)
def endless(alg, A):
    ensure("it is positive", power(60) >= 1)


def power(n: int) -> int:
    return 1 if n == 0 else power(n - 1) + power(n - 1)
"""


def without_times(text):
    return re.sub(r" *(\d+\.\d s|time) +", " TIME ", text)


def test_version_is_printed(run):
    shown = run("--version")
    assert (shown.status, shown.out) == (0, f"layout-verif {version('layout-verif')}\n")


def test_eval_prints_the_result(run):
    shown = run("eval", "composition((6,2):(8,2), (4,3):(3,1))")
    assert (shown.status, shown.out, shown.err) == (0, "((2,2),3):((24,2),8)\n", "")
    assert run("eval", "complement(4:2, 24)").out == "(2,3):(1,8)\n"


@pytest.mark.parametrize(
    ("expression", "ours", "theirs"),
    [
        ("idx2crd((1,5), (3,(2,3)))", "(1,(1,2))", "(1,(1,0))"),
        (
            "composition((6,4):(1,8), 3:4)",
            (
                "rejected: mode 3:4 of B: its size (3) must be a multiple of its number of steps "
                "within a mode of A (2)"
            ),
            "rejected: AssertionError",
        ),
        (
            "table(1:0)",
            "1:0\n      0 \n    +---+\n 0  | 0 |\n    +---+",
            "not called: this implementation has no table",
        ),
    ],
)
def test_eval_with_pycute_prints_both_results(run, expression, ours, theirs):
    shown = run("eval", expression, "--with", "pycute")
    spec = f"spec {version('layout-verif')}:"
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == f"{spec:15} {ours}\npycute 4.2.0.0: {theirs}\n"


def test_claims_lists_the_catalogue(run):
    shown = run("claims")
    lines = shown.out.splitlines()
    assert (shown.status, shown.err) == (0, "")
    assert [line.split()[0] for line in lines] == [claim.id for claim in catalogue()]
    assert all(c.title in line for line, c in zip(lines, catalogue(), strict=True))


def test_claims_of_a_file_are_listed(run, claims_file):
    assert run("claims", claims_file(TRUE, FALSE, VACUOUS, ENDLESS)).out == (
        "TRUE     PROVED   a layout has a coordinate  (ranks all, integers all)\n"
        "FALSE    REFUTED  every layout is the identity\n"
        "VACUOUS  PROVED   nothing is said\n"
        "ENDLESS  UNKNOWN  no answer comes\n"
    )


def test_claims_of_a_file_are_decided(run, claims_file, tmp_path):
    path = claims_file(TRUE, FALSE, VACUOUS)
    shown = run("prove", path, "--jobs", "1", "--json", str(tmp_path / "out.json"))
    assert shown.status == 1
    assert without_times(shown.out) == without_times(
        "   id       verdict  scope                                         time   claim\n"
        "   TRUE     PROVED   ranks all, integers all, A flat of rank >= 1  0.0 s  "
        "a layout has a coordinate\n"
        "   FALSE    REFUTED                                                0.0 s  "
        "every layout is the identity\n"
        "      A = (2):(0) at 1: the offset (0 != 1); "
        f"replayed on spec {version('layout-verif')}, pycute 4.2.0.0\n"
        "!  VACUOUS  VACUOUS                                                0.0 s  "
        "nothing is said\n"
        "      every rank: all its conclusions are in impossible cases\n"
        "      profiles: all its conclusions are in impossible cases\n"
        "      no arguments satisfy its hypotheses in 130 cases, 0 satisfied: "
        "sum of shapes <= 10, of strides <= 6; A of (*)\n"
        "      expected PROVED\n"
        "      next: look for contradictory hypotheses; if there are none, add an ensure(...) in a "
        "case that the hypotheses allow (layout-verif help unknown dead-conclusions)\n"
        "\n"
        "3 claims: 1 proved, 1 refuted, 1 vacuous, 1 NOT as expected\n"
    )
    first, *verdicts = shown.err.splitlines()
    assert first == "deciding 3 claims and the lemmas that they cite"
    assert sorted(verdicts) == ["FALSE: REFUTED", "TRUE: PROVED", "VACUOUS: VACUOUS"]
    record = decoded((tmp_path / "out.json").read_bytes())
    assert [claim.id for claim in record.claims] == ["TRUE", "FALSE", "VACUOUS"]
    assert not (tmp_path / "reports").exists()


def test_an_expected_refutation_exits_with_0(run, claims_file):
    shown = run("prove", claims_file(FALSE))
    assert (shown.status, shown.out.splitlines()[-1]) == (0, "1 claim: 1 refuted, all as expected")


def test_prove_without_names_writes_the_reports(run, claims_file, tmp_path, monkeypatch):
    path = claims_file(FALSE)
    monkeypatch.setattr("verif.cli.deciding.selected_with_lemmas", lambda _: (selected([path]), ()))
    before = {path.name for path in tmp_path.iterdir()}
    shown = run("prove")
    assert (shown.status, shown.out.splitlines()[-1]) == (
        *(0, "reports: layout-verif-reports/index.html"),
    )
    folder = tmp_path / "layout-verif-reports"
    record = decoded((folder / "prove.json").read_bytes())
    assert [claim.id for claim in record.claims] == ["FALSE"]
    assert '<a href="#FALSE">' in (folder / "index.html").read_text()
    # Apart from the reports, the command creates no files: no findings, no Hypothesis folder.
    assert {path.name for path in tmp_path.iterdir()} == before | {folder.name}
    assert {path.name for path in folder.iterdir()} == {"index.html", "prove.json", "site"}


def test_prove_without_names_counts_the_claims_of_a_missing_implementation(
    run, claims_file, monkeypatch
):
    def missing():
        raise MissingImplementationError("NVIDIA's pycute is not installed: pip install it")

    monkeypatch.setattr("verif.upstream.named.pycute", missing)
    chosen = selected(["D1", "Q6n", claims_file(FALSE)])
    monkeypatch.setattr("verif.cli.deciding.selected_with_lemmas", lambda _: (chosen, ()))
    lines = run("prove").out.splitlines()
    counts = lines.index("1 claim: 1 refuted, all as expected")
    assert lines[counts + 1] == (
        "2 more claims skipped (D1, Q6n): NVIDIA's pycute is not installed: pip install it"
    )


def test_reports_of_a_selection_are_written_to_out(run, claims_file, tmp_path):
    path = claims_file(TRUE, FALSE)
    assert run("prove", f"{path}:TRUE", "--out", "there/deep").status == 0
    assert (tmp_path / "there" / "deep" / "site" / "TRUE.html").is_file()
    assert run("prove", f"{path}:FALSE", "--out", "there/deep").status == 0
    pages = {path.name for path in (tmp_path / "there" / "deep" / "site").iterdir()}
    assert pages == {"FALSE.html", "graph.html"}


def test_pages_of_other_claims_are_not_removed(run, claims_file, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "mine.html").write_text("mine")
    (site / "TRUE.html").write_text("mine too")
    path = claims_file(TRUE, FALSE, ENDLESS)
    assert run("prove", f"{path}:FALSE", "--out", ".").status == 0
    assert (site / "mine.html").read_text() == "mine"
    shown = run("prove", f"{path}:TRUE", "--out", ".")
    assert (shown.status, shown.err.splitlines()[-1]) == (
        *(2, "layout-verif: site/TRUE.html: not a page of layout-verif, so it is not replaced"),
    )
    assert (site / "TRUE.html").read_text() == "mine too"
    (tmp_path / "index.html").write_text("mine")
    shown = run("prove", f"{path}:ENDLESS", "--out", ".")
    assert (shown.status, shown.out) == (2, "")
    assert (tmp_path / "index.html").read_text() == "mine"


def test_an_expected_unknown_passes_and_is_counted(run, claims_file):
    shown = run("prove", claims_file(ENDLESS), "--timeout", "0.5")
    assert shown.status == 0
    assert shown.out.splitlines()[2:] == [
        "      no verdict within 0.5 s",
        "      expected, for it goes on",
        "",
        "1 claim: 1 unknown, all as expected",
    ]


def test_an_unexpected_timeout_fails(run, claims_file):
    listed = 'expect=unknown("it goes on")'
    assert listed in ENDLESS
    shown = run(
        "prove", claims_file(ENDLESS.replace(listed, "expect=proved()")), "--timeout", "0.5"
    )
    assert shown.status == 3


def test_a_claim_is_selected_by_id(run):
    assert run("prove", "C7", "C7").out.splitlines()[-1] == "1 claim: 1 refuted, all as expected"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["eval", "size((4,8)"], "expected ',' or ')' at position 10 of 'size((4,8)'"),
        (["eval", "(4,8):(1)"], "stride (1) does not fit shape (4,8)"),
        (
            ["eval", "size(flip(8:1))"],
            (
                "unknown operation 'flip' at position 5 of 'size(flip(8:1))'; see `layout-verif"
                " operations`"
            ),
        ),
        (
            ["eval", "composition(4:1)"],
            "composition takes 2 arguments, not 1: write composition(layout, tiler)",
        ),
        (["eval", "covers(4:1, 4)"], "covers is a question: write `layout-verif check`"),
        (
            ["eval", "size(covers(4:1, 4))"],
            (
                "unknown operation 'covers' at position 5 of 'size(covers(4:1, 4))'; covers is a"
                " question of `layout-verif check`"
            ),
        ),
        (
            ["eval", "size(A)"],
            (
                "unknown name 'A' at position 5 of 'size(A)'; write its value, or, for all sizes,"
                " use `check` or `eval` with --for A"
            ),
        ),
        (
            ["eval", "zN(f16, n, k)"],
            (
                "unknown name 'n' at position 8 of 'zN(f16, n, k)'; write its value, or, for all"
                " sizes, use `check` or `eval` with --for n"
            ),
        ),
        (
            ["check", "bitcast(zN(f16,32,40), f16[32,40])"],
            (
                "argument 1 of bitcast must be an XLA shape, not ((16,2),(16,3)):((16,256),(1,512))"
                ":(32,40); as_xla_shape(A, f16) is the XLA shape of a TLA layout A of f16"
            ),
        ),
        (
            ["eval", "physical_shape(zN(f16,32,40))"],
            (
                "argument 1 of physical_shape must be an XLA shape, not ((16,2),(16,3)):((16,256),"
                "(1,512)):(32,40); as_xla_shape(A, f16) is the XLA shape of a TLA layout A of f16"
            ),
        ),
        (
            ["eval", "nChw16c"],
            (
                "unknown element type 'nChw16c', such as f16, bf16, f32 or s8 at position 0 of"
                " 'nChw16c'; `layout-verif help blocked-formats` shows this format as a layout"
            ),
        ),
        (
            ["check", "admits_exactly(8, 4, m < 8)"],
            (
                "unknown name 'm' at position 21 of 'admits_exactly(8, 4, m < 8)'; write the"
                " coordinates before a predicate, as in m -> m < 8"
            ),
        ),
        (
            ["eval", "6,2:8,2"],
            (
                "expected the end of the text; write a tuple in parentheses, as in (4,8) at"
                " position 1 of '6,2:8,2'"
            ),
        ),
        (
            ["check", "injective (8,8):(8,1)"],
            (
                "expected the end of the text; write an argument as in size((4,8):(8,1)) at"
                " position 15 of 'injective (8,8):(8,1)'"
            ),
        ),
        (
            ["eval", "4:1(2)"],
            (
                "expected the end of the text; an offset is evaluate(A, coordinate) at position 3"
                " of '4:1(2)'"
            ),
        ),
        (
            ["eval", "(8,8):(8,1)[3]"],
            (
                "expected the end of the text; an offset is evaluate(A, coordinate) at position 11"
                " of '(8,8):(8,1)[3]'"
            ),
        ),
        (
            ["eval", "padding(f32[3]{0})"],
            (
                "unknown operation 'padding' at position 0 of 'padding(f32[3]{0})'; `layout-verif"
                " operations padding` lists some"
            ),
        ),
        (
            ["eval", "FRACTAL_NZ(4, 4)"],
            (
                "unknown operation 'FRACTAL_NZ' at position 0 of 'FRACTAL_NZ(4, 4)'; `layout-verif"
                " help blocked-formats` shows this format as a layout"
            ),
        ),
        (
            ["eval", "injectiv(4:1)"],
            (
                "unknown operation 'injectiv' at position 0 of 'injectiv(4:1)' (did you mean"
                " injective? It is a question of `layout-verif check`)"
            ),
        ),
        (
            ["eval", "NZ(4, 4)"],
            (
                "unknown operation 'NZ' at position 0 of 'NZ(4, 4)'; `layout-verif help"
                " blocked-formats` shows this format as a layout"
            ),
        ),
        (
            ["find", "swizzle"],
            (
                "Missing option '--smem': the command needs --smem and --type. See `layout-verif"
                " find swizzle --help`."
            ),
        ),
        (
            ["swizzle"],
            (
                "No such command 'swizzle': write `layout-verif find swizzle`. See `layout-verif"
                " --help`."
            ),
        ),
        (
            ["kernel", "--as", "c++", "k.toml"],
            "Invalid value for '--as': 'c++' is not one of 'cute', 'dsl'.",
        ),
        (
            ["eval", "size<0>(4:1)"],
            (
                "write all arguments of size in parentheses: size(A, 0) at position 4 of"
                " 'size<0>(4:1)'"
            ),
        ),
        (
            ["eval", "zN(half, 32)"],
            (
                "zN takes 3 arguments, not 2: write zN(element type, number of rows, number of"
                " columns)"
            ),
        ),
        (
            ["eval", "{1,0:T(8,128)}"],
            (
                "XLA, line 1, column 1: expected an array before the XLA layout,"
                " found '{1,0:T(8,128)}'; write both, as f32[16,256]{1,0:T(8,128)}"
            ),
        ),
        (
            ["find", "padding"],
            "No such command 'padding': choose one of swizzle. See `layout-verif find --help`.",
        ),
        (
            ["explain", "covers(4:1, 4)"],
            "covers is a question: `layout-verif check` prints the reason",
        ),
        (
            ["explain", "coalesce(4:1, (1))"],
            "explain supports coalesce only with 1 argument, not with 2",
        ),
        (
            ["explain", "(_8,_64):(_64,_1)"],
            (
                "(_8,_64):(_64,_1) is a value, not a call: explain shows the steps of a call, such"
                " as complement(4:2, 24)"
            ),
        ),
        (
            ["explain", "zN(f16, 3, 4)"],
            f"explain supports only {', '.join(EXPLAINED)}, not zN",
        ),
        (
            ["explain", "complement(4:1)"],
            "explain supports complement only with 2 arguments, not with 1",
        ),
        (
            ["eval", "composition(4:1)", "--with", "pycute"],
            "composition takes 2 arguments, not 1: write composition(layout, tiler)",
        ),
        (
            ["eval", "complement((2,2):(2,3), 24)"],
            (
                "mode 2:3 of the complemented layout: its stride (3) must be at least the extent "
                "of the modes sorted before it (4)"
            ),
        ),
        (
            ["eval", "8:1", "--with", "cutlass"],
            (
                "unknown implementation 'cutlass' (write module:cutlass for a module): choose one "
                "of pycute, cute-cpp, cute-dsl, tensor-layouts, flydsl, mojo (each also with "
                "@VERSION), torch-pycute, pycute@PATH, cute-cpp@PATH, torch-pycute@PATH, "
                "nvlabs@PATH or module:NAME"
            ),
        ),
        (["eval"], "Missing argument 'EXPR'. See `layout-verif eval --help`."),
        (
            ["--install-completion"],
            (
                "No such option: --install-completion: write `layout-verif completion bash`, or zsh"
                " or fish. See `layout-verif --help`."
            ),
        ),
        (["eval", "-h"], "No such option: -h. See `layout-verif eval --help`."),
        (
            ["eval", "4:1", "completion"],
            "Got unexpected extra argument(s) (completion). See `layout-verif eval --help`.",
        ),
        (
            ["check", "injective", "(8,8):(8,1)"],
            ("Got unexpected extra argument(s) ((8,8):(8,1)). See `layout-verif check --help`."),
        ),
        (
            ["check", "--for", "M", "M <= 5", "fits_int32((M,4):(4,1))"],
            (
                "Got unexpected extra argument(s) (fits_int32((M,4):(4,1))); write conditions in"
                " --for after the names, as in --for 'M; M <= 5'. See `layout-verif check --help`."
            ),
        ),
        (["kernel", "."], ".: Is a directory; name a file in it"),
        (
            ["eval", "zN(30, 40, f16)"],
            (
                "argument 1 of zN must be an element type, not 30: write zN(element type, number of"
                " rows, number of columns)"
            ),
        ),
        (["eval", "zN(30, 40, 8)"], "argument 1 of zN must be an element type, not 30"),
        (
            ["eval", "linear_index(zN(f16, 30, 40))"],
            (
                "linear_index takes 2 arguments, not 1: write linear_index(XLA shape, tuple of"
                " integers); for an offset in a layout, write evaluate(layout, coordinate)"
            ),
        ),
        (
            ["eval", "evaluate(4:1)"],
            (
                "evaluate takes 2 arguments, not 1: write evaluate(layout or array or swizzle,"
                " coordinate)"
            ),
        ),
        (
            ["eval", "size_bytes(zN(f16, 32, 48))"],
            (
                "((16,2),(16,3)):((16,256),(1,512)):(32,48) has no element type: add one as the"
                " last argument, such as f16"
            ),
        ),
        (
            ["eval", "float32[8,128]"],
            (
                "'float32' is not an element type of XLA arrays at position 0 of 'float32[8,128]';"
                " write f32[8,128]"
            ),
        ),
        (
            ["eval", "NC1HWC0(1, 2, 3, 4)"],
            (
                "unknown operation 'NC1HWC0' at position 0 of 'NC1HWC0(1, 2, 3, 4)'; `layout-verif"
                " help blocked-formats` shows this format as a layout"
            ),
        ),
        (
            ["find", "swizzle", "--loads", "x"],
            "No such option: --loads (Possible options: --load)",
        ),
        (["proof"], "No such command 'proof'. Did you mean 'prove'?"),
        (
            ["prove", "Z9"],
            (
                "unknown claim or lemma 'Z9': run `layout-verif claims` or `lemmas`, "
                "or write FILE.py:NAME for one in a file"
            ),
        ),
        (["prove", "missing.py"], "missing.py: no such file"),
        (["claims", "missing.py"], "missing.py: no such file"),
        (
            ["prove", "C7", "--json", "no/such/out.json"],
            "no/such/out.json: No such file or directory",
        ),
        (["prove", "C7", "--json", "."], ".: not a regular file"),
        (
            ["prove", "C7", "--json", "-"],
            "-: name a file; standard output is not possible here",
        ),
        (
            ["prove", "--jobs", "0"],
            "Invalid value for '--jobs': 0 is not in the range x>=1.",
        ),
    ],
)
def test_bad_input_is_reported_in_one_line(run, arguments, problem):
    shown = run(*arguments)
    assert (shown.status, shown.out, shown.err) == (2, "", f"layout-verif: {problem}\n")


@pytest.mark.parametrize("command", ["eval size(4:1)", "--help"])
def test_closed_standard_output_is_reported(monkeypatch, capsys, command):
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(SystemExit) as exited:
        main(command.split())
    said = "layout-verif: standard output is closed: redirect it to a file, or to /dev/null\n"
    assert (exited.value.code, capsys.readouterr().err) == (2, said)


@pytest.mark.parametrize(
    "arguments",
    [
        ("audit", "/dev/zero"),
        ("audit", "--baseline", "/dev/zero", "empty.txt"),
        ("kernel", "/dev/zero"),
        ("check", "--file", "/dev/zero"),
        ("explain", "/dev/zero:1"),
    ],
)
def test_an_endless_file_is_too_large(run, monkeypatch, arguments):
    monkeypatch.setattr("verif.inputs.LARGEST", 2**22)
    shown = run(*arguments)
    said = "layout-verif: /dev/zero: larger than the limit of 4 MiB\n"
    assert (shown.status, shown.out, shown.err) == (2, "", said)


@pytest.mark.parametrize("file", ["-", "out.json"])
def test_a_file_after_json_is_answered_with_where_json_is_printed(run, file):
    shown = run("check", "--json", file, "injective(4:1)")
    assert shown.status == 2
    assert shown.err == (
        "layout-verif: Got unexpected extra argument(s) (injective(4:1)); --json takes no file: it "
        "prints on standard output. See `layout-verif check --help`.\n"
    )


def test_a_missing_pycute_names_a_version_that_needs_no_installation(run, monkeypatch):
    def missing():
        raise MissingImplementationError("NVIDIA's pycute is not installed: pip install it")

    monkeypatch.setattr("verif.upstream.pycute.pycute", missing)
    shown = run("eval", "--with", "pycute", "size(4:1)")
    assert shown.status == 2
    assert shown.err == (
        "layout-verif: NVIDIA's pycute is not installed: pip install it; "
        "or write pycute@4.2.0.0, which is downloaded once\n"
    )


@pytest.mark.parametrize("arguments", [(), ("find",), ("upstream",)], ids=" ".join)
def test_a_missing_subcommand_prints_help(run, arguments):
    shown = run(*arguments)
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == run(*arguments, "--help").out
    assert "\nCommands:\n" in shown.out


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x = 1\n", "no.py: declares no claim; write @claim(..) above a function"),
        ("\nx = (\n", "{0}/no.py:2: the file is not Python: '(' was never closed"),
        ("\0", "{0}/no.py: the file is not Python: source code string cannot contain null bytes"),
        (
            "\nprint(1)\n",
            (
                "{0}/no.py:2: `print(1)` must not be at the top level; a file may contain "
                "only imports, functions, claims, lemmas and constants"
            ),
        ),
        ("x = 1 // 0\n", "{0}/no.py:1: integer division or modulo by zero"),
    ],
)
def test_an_invalid_claims_file_is_rejected_in_one_line(run, tmp_path, text, problem):
    (tmp_path / "no.py").write_text(text)
    # A rejected file is rejected again on the second run.
    for _ in range(2):
        shown = run("prove", "no.py")
        told = f"layout-verif: {problem.format(tmp_path)}\n"
        assert (shown.status, shown.out, shown.err) == (2, "", told)


def test_an_unwritable_path_is_rejected_before_any_work(run, claims_file, tmp_path):
    (tmp_path / "folder").write_text("a file where the folder should be")
    shown = run("prove", claims_file(ENDLESS), "--json", "folder/out.json")
    problem = "folder/out.json: Not a directory"
    assert (shown.status, shown.out, shown.err) == (2, "", f"layout-verif: {problem}\n")


def test_the_installed_command_runs():
    command = [
        sys.executable,
        "-c",
        "from verif.cli.main import main; main()",
        "eval",
        "size((4,8):1)",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    problem = "layout-verif: stride 1 does not fit shape (4,8)\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", problem)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("injective", "4:2"),
            'injective is a question: write `layout-verif check "injective(..)"`',
        ),
        (("coalesce(4:2)",), 'coalesce is an operation: write `layout-verif eval "coalesce(..)"`'),
        (("a.kernel.toml",), "a.kernel.toml is a file: write `layout-verif kernel a.kernel.toml`"),
    ],
)
def test_a_word_in_place_of_a_command_says_which_command_takes_it(run, arguments, told):
    shown = run(*arguments)
    assert (shown.status, shown.out, shown.err) == (2, "", f"layout-verif: {told}\n")


@pytest.mark.parametrize("name", ["claims.py", "kernel.ttgir"])
def test_a_file_in_place_of_a_command_says_which_command_takes_it(run, tmp_path, name):
    (tmp_path / name).write_text("")
    command = "prove" if name == "claims.py" else "audit"
    shown = run(name)
    assert shown.err == f"layout-verif: {name} is a file: write `layout-verif {command} {name}`\n"


@pytest.mark.parametrize(
    ("expression", "layout"),
    [("[6,2]:[8,2]", "(6,2):(8,2)"), ("coalesce([6,[2,2]]:[1,[6,12]])", "(6,(2,2)):(1,(6,12))")],
)
def test_a_layout_in_brackets_is_shown_in_parentheses(run, expression, layout):
    shown = run("eval", expression)
    assert shown.status == 2
    assert shown.err.endswith(f"; a CuTe layout has parentheses: {layout}\n")
