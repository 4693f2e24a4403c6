"""NVlabs' pycute is recognised, and calls for it are written. The tests need no checkout."""

import pytest

from spec import Layout
from tests.oracle.checkouts import PYCUTE
from verif.oracle.deviation import call_of
from verif.oracle.reproduction import reproduction
from verif.upstream.implementation import implementation
from verif.upstream.in_process import AbsentError, MissingImplementationError
from verif.upstream.nvlabs import DIGITS, digest


def test_cutlass_pycute_is_not_mistaken_for_nvlabs_pycute():
    real = implementation(f"nvlabs@{PYCUTE}")
    with pytest.raises(
        AbsentError, match="not NVlabs' pycute: it has no blocked_product, compatible"
    ):
        real.apply("size", (Layout(4),))


def test_nvlabs_requires_a_folder_that_contains_it(tmp_path):
    with pytest.raises(MissingImplementationError, match="nvlabs needs a folder: nvlabs@PATH"):
        implementation("nvlabs")
    with pytest.raises(AbsentError, match="does not contain nvlabs"):
        implementation(f"nvlabs@{tmp_path}")


def test_the_version_changes_with_the_modules(tmp_path):
    (tmp_path / "layout.py").write_text("a")
    (tmp_path / "shape.py").write_text("b")
    before = digest(tmp_path)
    (tmp_path / "util").mkdir()
    (tmp_path / "util" / "draw.py").write_text("c")
    assert digest(tmp_path) == before == implementation(f"nvlabs@{tmp_path}").version
    (tmp_path / "layout.py").write_text("ab")
    (tmp_path / "shape.py").write_text("")
    assert len(digest(tmp_path)) == DIGITS
    assert digest(tmp_path) != before


@pytest.mark.parametrize(
    ("case", "call"),
    [
        ("make_layout(2:1, 3:2)", "make_layout([Layout(2, 1), Layout(3, 2)])"),
        ("make_layout((2,3))", "Layout((2, 3))"),
        ("crd2idx((1,2), (3,4), (5,6))", "Layout((3, 4), (5, 6))((1, 2))"),
        ("cosize((2,3):(1,2))", "coshape(Layout((2, 3), (1, 2)), mode=[])"),
        ("size((2,3):(1,2), 1)", "size(Layout((2, 3), (1, 2)), mode=[1])"),
        ("upcast(4:2, 2)", "recast(Layout(4, 2), 2)"),
    ],
)
def test_a_reproduction_calls_nvlabs_pycute(case, call):
    shown = reproduction(*call_of(case), "nvlabs", "")
    first, note, last = shown.splitlines()
    assert (first, last) == ("from pycute import *", f"print({call})")
    assert note.endswith("a checkout of NVlabs/CuTe.")
