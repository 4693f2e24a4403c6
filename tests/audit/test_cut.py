"""An audit says that a text is cut off, and does not count the text as a success."""

import re

import pytest

from tests.audit.test_audit import SAMPLES
from verif.audit import mlir
from verif.audit.audit import audited
from verif.audit.cut import COMPLETE
from verif.audit.statement import Verdict
from verif.cli.main import main

LOCATED = (
    '#loc = loc("k.py":1:0)\n'
    "module {\n"
    '  %0 = cute.size(%a) : (!cute.layout<"4:1">) -> !cute.int_tuple<"4"> loc(#loc)\n'
    "} loc(#loc)\n"
    "{-#\n  external_resources: {\n  }\n#-}\n"
)

TEXTS = {
    "located": LOCATED,
    **{name: SAMPLES[name] for name in ("TTGIR", "CuTe IR", "Mosaic", "HLO")},
}
"""Complete texts of the families for which an audit can see that a text is cut off."""


def cuts(text):
    return [one for one in audited(text).statements if one.claim == COMPLETE]


def faults(audit):
    return {(s.line, s.detail) for s in audit.statements if s.verdict is Verdict.FAULT}


@pytest.mark.parametrize("name", TEXTS)
def test_a_complete_text_is_not_cut_off(name):
    assert not cuts(TEXTS[name])


@pytest.mark.parametrize("name", [name for name in TEXTS if name != "located"])
def test_a_text_that_is_cut_anywhere_is_cut_off_or_refused(name):
    """Audit every prefix of the text. The audit rejects a prefix whose format is unclear."""
    text = TEXTS[name].rstrip()
    whole = faults(audited(TEXTS[name]))
    for end in range(1, len(text)):
        try:
            found = audited(text[:end])
        except ValueError as error:
            assert "no layout was found" in str(error)
            continue
        assert faults(found) <= whole
        (one,) = (s for s in found.statements if s.claim == COMPLETE)
        assert one.verdict is Verdict.NOT_READ
        # The statement names the last line, or the last line that is not blank.
        last = [len(some.splitlines()) for some in (text[:end], text[:end].rstrip())]
        assert one.line in last
        if name == "TTGIR":
            assert one.detail == "the text ends before all brackets and regions are closed"
        else:
            assert re.search("^the text ends inside of|ends before its ENTRY comp", one.detail)


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("a.b {\n  c.d\n}", ""),
        ("%0 = a.b %1", ""),
        ("a.b {\n  c.d\n", "the text ends inside of the operation a.b, which begins in line 1"),
        ("a.b {\n  c.d(%0\n", "the text ends inside of the operation c.d, which begins in line 2"),
        ("module {\n}", ""),
        ("module attributes {c = 1} {\n}", ""),
        (
            "module attributes {c = 1}",
            "the text ends inside of the operation module, which begins in line 1",
        ),
        (
            "\nmodule attributes",
            "the text ends inside of the operation module, which begins in line 2",
        ),
        ("func.func private @f(i32)", ""),
        (
            "func.func @f(%0: i32)",
            "the text ends inside of the operation func.func, which begins in line 1",
        ),
        ("a.b\n#c =", "the text ends inside of the alias #c, which begins in line 2"),
        ("#c = #d<1>", "the text ends before the first operation"),
        ('a.b loc("x":1', "the text ends inside of the location of line 1"),
        (LOCATED[:112], ""),
        ("a.b\n#loc = loc(unknown)\n", ""),
        (chr(34) + "builtin.module" + chr(34) + "() ({\n}) : () -> ()", ""),
        (LOCATED[:112] + "loc(#loc)\n{-#\n", "the text ends inside of the resources of line 5"),
        ("a.b\n{-# x", "the text ends inside of the resources of line 2"),
    ],
)
def test_the_reader_says_inside_of_what_a_text_ends(text, cut):
    assert mlir.read(text).cut == cut


def test_a_module_of_hlo_ends_with_its_entry():
    header = "HloModule m\n\n"
    inside = "%f (x: f32[8]) -> f32[8] {\n  ROOT %x = f32[8]{0} parameter(0)\n"
    (one,) = cuts(header + inside)
    assert "inside of the computation f, which begins in line 3" in one.detail
    (one,) = cuts(f"{header}{inside}}}\n")
    assert "before its ENTRY computation" in one.detail
    assert not cuts(f"{header}{inside}}}\n\nENTRY {inside.replace('%f', '%g')}}}\n")
    assert not cuts("  %x = f32[8]{0} parameter(0)\n")


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("share", [1, 2 / 3])
def test_a_text_that_is_cut_off_is_bad_input(name, share, tmp_path, capsys):
    file = tmp_path / "x"
    text = TEXTS[name].rstrip()
    file.write_text(text[: int(len(text) * share)])
    with pytest.raises(SystemExit) as left:
        main(["audit", str(file)])
    assert (left.value.code == 2) == (share < 1)
    assert (COMPLETE in capsys.readouterr().out) == (share < 1)
