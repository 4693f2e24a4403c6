"""What a user's file changes of the project is seen, whatever it is."""

from __future__ import annotations

import _thread
import builtins
import gc
import re
import sys
import threading
import types
from dataclasses import dataclass

import pytest

import spec
from spec import plain
from spec.xla.tpu import PACKED
from verif.claims.catalogue import claims_in
from verif.deciding import judges
from verif.kernel import judge as judge_module
from verif.kernel.errors import AlteredError, ClaimError
from verif.kernel.intact import (
    altered,
    process,
    require_intact,
    require_same_process,
    seal,
    state,
)
from verif.kernel.judge import Judge, Theorem
from verif.kernel.verdict import Outcome
from verif.symbolic.terms import Polynomial
from verif.theory import THEORY


@pytest.fixture(scope="module")
def before():
    # As before a file of claims is run: what it may import is imported.
    seal("none")
    return state()


def test_nothing_is_altered_by_nothing(before):
    assert altered(before) is None


def other():
    """Another code."""


@pytest.mark.parametrize(
    ("owner", "name", "value", "seen"),
    [
        (spec, "composition", lambda A, B: A, "spec.composition"),
        (spec, "evil", 1, "spec.evil"),
        (judge_module, "evil", 1, "verif.kernel.judge.evil"),
        (judges, "OBLIGATION_SECONDS", 0.0, "verif.deciding.judges.OBLIGATION_SECONDS"),
        (Judge, "ask", lambda self, obligation: None, "verif.kernel.judge.Judge.ask"),
        (Outcome, "worse", 1, "verif.kernel.verdict.Outcome.worse"),
        (plain.coalesce, "__code__", plain.complement.__code__, None),
        (plain.coalesce, "__defaults__", (1,), None),
        (spec.coalesce.__closure__[0], "cell_contents", plain.complement, None),
        (judges.judge.__wrapped__, "__code__", other.__code__, None),
        (
            *(Theorem.seconds.fget, "__code__", other.__code__),
            "verif.kernel.judge.Theorem.seconds.code",
        ),
        (*(vars(spec.Layout)["flat_modes"].func, "__code__", other.__code__), None),
        (
            *(Polynomial.of, "__code__", other.__code__),
            "verif.symbolic.terms.Polynomial.of.code",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_altered_is_seen(before, monkeypatch, owner, name, value, seen):
    monkeypatch.setattr(owner, name, value, raising=False)
    found = altered(before)
    assert found is not None
    assert seen in (None, found)


class Named:
    """A key of a module's names whose text is another name there."""

    def __str__(self):
        return "composition"


def test_what_a_second_key_of_the_same_text_hides_is_seen(before, monkeypatch):
    monkeypatch.setitem(vars(plain), Named(), plain.composition)
    monkeypatch.setattr(plain, "composition", lambda A, B: A)
    assert altered(before) is not None


def test_a_second_key_of_the_same_text_is_seen(before, monkeypatch):
    monkeypatch.setitem(vars(plain), Named(), plain.composition)
    assert altered(before) == "spec.plain.composition"


def test_another_reading_is_seen(before, monkeypatch):
    monkeypatch.setitem(THEORY.readings, spec.flatten, lambda lifter: None)
    assert altered(before) is not None


def test_an_environment_of_solvers_is_seen(before, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    assert altered(before) == "environment.PYTHONPATH"


def test_a_new_variable_of_the_environment_is_seen(before, monkeypatch):
    monkeypatch.setenv("PYTHONEVIL", "1")
    assert altered(before) == "environment.PYTHONEVIL"


def test_a_thread_that_is_started_is_seen_and_one_that_ends_is_none_of_a_file_s(before):
    ends = threading.Event()
    thread = threading.Thread(target=ends.wait, name="evil")
    thread.start()
    with_it = state()
    found = altered(before)
    ends.set()
    thread.join()
    assert found == "threads.evil"
    assert altered(with_it) is None


def test_a_thread_that_python_s_own_module_does_not_know_is_seen(before):
    begun, ends = threading.Event(), threading.Event()
    _thread.start_new_thread(lambda: (begun.set(), ends.wait()), ())
    begun.wait()
    found = altered(before)
    ends.set()
    assert re.fullmatch(r"threads\.thread \d+", found or "")


def test_what_is_called_as_memory_is_collected_is_a_place_of_the_process(monkeypatch):
    before = process()
    monkeypatch.setattr(gc, "callbacks", [*gc.callbacks, print])
    with pytest.raises(AlteredError, match=r"gc\.callbacks is not what it was"):
        require_same_process(before)


def test_another_interpreter_and_a_trace_are_seen(monkeypatch):
    kept = state()
    monkeypatch.setattr(sys, "executable", "/elsewhere/python")
    assert altered(kept) == "process.executable"
    monkeypatch.undo()
    traced = sys.gettrace()
    sys.settrace(lambda *_: None)
    found = altered(kept)
    sys.settrace(traced)
    assert found == "process.trace"


def test_a_module_that_is_imported_later_stands_under_its_own_name(monkeypatch):
    kept = state()
    monkeypatch.setattr(spec, "later", types.ModuleType("spec.later"), raising=False)
    assert altered(kept) is None
    monkeypatch.setattr(spec, "later", types.ModuleType("other"))
    assert altered(kept) == "spec.later"


def test_what_python_notes_itself_is_no_change(monkeypatch):
    kept = state()
    monkeypatch.setattr(builtins, "_", 1, raising=False)
    monkeypatch.setattr(plain, "__warningregistry__", {}, raising=False)
    assert altered(kept) is None


def test_of_what_is_no_user_s_file_nothing_is_asked_and_of_one_that_changed_nothing():
    require_intact("never sealed")
    seal("sealed now")
    require_intact("sealed now")


def test_another_default_by_name_is_seen(monkeypatch):
    made = types.ModuleType("verif.made")
    exec("def text(*, k=1): ...", vars(made))
    monkeypatch.setitem(sys.modules, "verif.made", made)
    kept = state()
    made.text.__kwdefaults__ = {"k": 2}
    assert altered(kept) == "verif.made.text.named defaults"


def test_another_value_of_an_object_is_seen(monkeypatch):
    made = types.ModuleType("verif.made")
    made.kept = Kept([], {})
    monkeypatch.setitem(sys.modules, "verif.made", made)
    kept = state()
    made.kept.listed = []
    assert altered(kept) == "verif.made.kept.listed"


def test_another_value_of_a_table_is_seen(before, monkeypatch):
    monkeypatch.setitem(PACKED, 1, "packed")
    assert altered(before) == "spec.xla.tpu.PACKED.value 2"


def test_another_key_of_a_table_is_seen(before, monkeypatch):
    monkeypatch.delitem(PACKED, 1)
    monkeypatch.setitem(PACKED, 2, "1-bit")
    assert altered(before) == "spec.xla.tpu.PACKED.key 2"


@dataclass
class Kept:
    """What an object of the project may keep."""

    listed: list[object]
    named: dict[str, object]


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        (lambda kept: kept.listed.append(1), "verif.made.kept.listed 0"),
        (lambda kept: kept.named.update(a=1), "verif.made.kept.named 0"),
    ],
)
def test_what_an_object_keeps_is_seen(monkeypatch, change, seen):
    made = types.ModuleType("verif.made")
    made.kept = Kept([], {})
    monkeypatch.setitem(sys.modules, "verif.made", made)
    kept = state()
    change(made.kept)
    assert altered(kept) == seen


FILE = """
import spec, sys, types
from verif import Integers, claim, ensure

{change}

@claim("EVIL", "every integer is small", source="", i=Integers())
def every_integer_is_small(alg, i):
    ensure("small", i <= 1000)
"""


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("spec.composition = lambda A, B: A", r"spec\.composition"),
        ("sys.modules['spec.evil'] = types.ModuleType('spec.evil')", r"spec\.evil"),
    ],
)
def test_a_file_that_changes_the_project_is_refused(tmp_path, monkeypatch, change, named):
    monkeypatch.setattr(spec, "composition", spec.composition)
    monkeypatch.setitem(sys.modules, "spec.evil", None)
    monkeypatch.delitem(sys.modules, "spec.evil")
    path = tmp_path / "evil.py"
    path.write_text(FILE.format(change=change))
    with pytest.raises(ClaimError, match=f"{named} is not what it was"):
        claims_in(path)
