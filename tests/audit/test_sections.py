"""A log is divided into programs and other lines."""

import time

from verif.audit.audit import audited
from verif.audit.sections import sections
from verif.audit.statement import Verdict

ALIASES = '#a = loc("f.py":1:1)\n!m = !cute.memref<f16, gmem, "(8,4):(4,1)">'
PRINT = "(_8,_4):(_4,_1)"


def languages(text):
    """Return a list with the language of each line, or `-` for a line outside all sections."""
    lines = text.split("\n")
    of_line = {k: one.language for one in sections(lines) for k in one.lines}
    return [of_line.get(k, "-") for k in range(len(lines))]


def test_aliases_belong_to_the_module_below():
    (first, second, _) = sections(f"{ALIASES}\nmodule {{\n}}\n{ALIASES}\nmodule {{\n}}".split("\n"))
    assert (first.lines, second.lines) == ((0, 1, 2, 3), (4, 5, 6, 7))


def test_a_print_between_programs_is_a_line_of_the_log():
    text = (
        f"module {{\n  {PRINT}\n}}\n{PRINT}\n%0 = tt.return\nHloModule m\n{PRINT}\nENTRY %e {{\n}}"
    )
    assert languages(text) == [
        *("MLIR", "MLIR", "MLIR", "log", "MLIR"),
        *("HLO", "log", "HLO", "HLO"),
    ]


def test_braces_in_strings_and_comments_do_not_open_a_region():
    assert languages('module {\n%0 = f() {a = "{"} // {\n}\n(4,2):(2,1)')[-1] == "log"


def test_a_program_that_is_cut_off_ends_at_the_next_program():
    assert languages("module {\n  %0 = f()\nHloModule m\nENTRY %e {\n}")[2:] == ["HLO"] * 3


def test_operations_without_a_module_are_not_lines_of_the_log():
    operation = '%0 = cute.make_layout(%s) : !cute.layout<"(4,8):(1,4)">'
    assert languages(f"{operation}\n{PRINT}") == ["-", "log"]
    found = audited(f"{operation}\n_65536:_65536\n")
    assert found.family == "CuTe IR, CuTe prints"
    assert [one.line for one in found.statements if one.verdict is Verdict.FAULT] == [2]


def test_the_time_grows_with_the_length_of_a_log():
    text = f"module {{\n}}\n{PRINT}\n" * 20_000
    begin = time.process_time()
    assert audited(f"{text}HloModule m\nENTRY %e {{\n}}").family == "HLO, CuTe prints"
    assert time.process_time() - begin < 60
