"""Tests of `layout-verif certify`, which needs Debian's coq to check theorems."""

import re
import shutil
from pathlib import Path

OWN = Path(__file__).parents[1] / "certify" / "own.py"


def test_claims_are_certified_or_the_reason_is_printed(run, monkeypatch, tmp_path, rocq_files):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    shutil.copytree(rocq_files, tmp_path / "layout-verif" / "certify")
    shown = run("certify", f"{OWN}:FIRST", f"{OWN}:WRONG", "Q4")
    first, wrong, other = shown.out.splitlines()
    theorem = tmp_path / "layout-verif" / "certify" / "T_FIRST.v"
    assert first.startswith("FIRST: certified. Rocq ")
    assert first.endswith(
        f" and proofs of the 2 lemmas that it uses: a layout maps 0 to 0 ({theorem})"
    )
    assert "Theorem T_FIRST : forall (A : layout)," in theorem.read_text()
    assert wrong == "WRONG: not certified: the verdict of `prove` is REFUTED"
    assert re.fullmatch(
        r"Q4: not certified: there are no readings in Rocq of .*\. It remains proved by the"
        r" engine, for ranks all, integers all, A, T of rank >= 1, k >= 0, strides of T >= 0",
        other,
    )
    assert shown.status == 3


def test_missing_rocq_is_one_line(run, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    shown = run("certify", f"{OWN}:FIRST")
    assert (shown.status, shown.out) == (3, "")
    assert shown.err == (
        "layout-verif: not certified: coqc is missing: it is in Debian's coq (apt-get install"
        " coq)\n"
    )


def test_certify_needs_a_name(run):
    shown = run("certify")
    assert shown.status == 2
