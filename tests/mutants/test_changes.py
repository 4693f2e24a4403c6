"""A source has exactly the listed mutants, and each mutant keeps the line numbers."""

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.mutants.changes import mutants_of
from tests.mutants.record import KINDS, PLACES
from tests.mutants.running import all_mutants
from tests.mutants.swapping import ROOT


def every():
    return [mutant for mutants in all_mutants().values() for mutant in mutants]


def changed(text):
    return {(m.kind, m.applied(text)) for m in mutants_of("some.py", text)}


def test_every_branch_of_a_mutated_file_has_mutants():
    without = [
        f"{file}:{node.test.lineno}"
        for file, mutants in all_mutants().items()
        for node in ast.walk(ast.parse((ROOT / file).read_text()))
        if isinstance(node, ast.If) and ast.unparse(node.test) != "TYPE_CHECKING"
        if not any(m.line == node.test.lineno and m.kind in ("guard", "condition") for m in mutants)
    ]
    assert without == []


@pytest.mark.parametrize("place", PLACES)
def test_every_place_has_mutants_of_every_kind(place):
    kinds = {m.kind for m in every() if m.file.startswith(f"{place}/")}
    assert kinds == set(KINDS)


def test_mutant_names_are_unique():
    ids = [mutant.name for mutant in every()]
    assert len(set(ids)) == len(ids)


@settings(max_examples=30)
@given(st.deferred(lambda: st.sampled_from(every())))
def test_a_mutant_changes_the_syntax_tree_but_not_the_line_count(mutant):
    text = (ROOT / mutant.file).read_text()
    other = mutant.applied(text)
    assert ast.dump(ast.parse(other)) != ast.dump(ast.parse(text))
    assert len(other.splitlines()) == len(text.splitlines())
    differing = [
        number
        for number, (one, two) in enumerate(
            zip(text.splitlines(), other.splitlines(), strict=True), 1
        )
        if one != two
    ]
    assert differing[0] == mutant.line


@pytest.mark.parametrize(
    ("text", "kind", "others"),
    [
        ("a < b", "comparison", {"a <= b"}),
        ("a < b <= c", "comparison", {"a <= b <= c", "a < b < c"}),
        ("a not  in b", "comparison", {"a in b"}),
        ("a is not b", "comparison", {"a is b"}),
        ("x = a and b and c", "and, or", {"x = a or b and c", "x = a and b or c"}),
        ("x = (a) + (b)", "arithmetic", {"x = (a) - (b)"}),
        ("x = -a", "arithmetic", {"x = a"}),
        ("x //= a", "arithmetic", {"x *= a"}),
        ("x = not a", "not", {"x = a"}),
        ("x = 0", "constant", {"x = 1"}),
        ("x = 7", "constant", {"x = 8", "x = 6"}),
        ("x = True", "constant", {"x = False"}),
        ("x = min(a)", "call", {"x = max(a)"}),
        ("x = a if b else c", "condition", {"x = a if True else c", "x = a if False else c"}),
        ("while a:\n    x = y", "condition", {"while False:\n    x = y"}),
        (
            "x = [a for a in b if c]",
            "condition",
            {"x = [a for a in b if True]", "x = [a for a in b if False]"},
        ),
        ("if a:\n    raise", "guard", {"if False:\n    raise", "if True:\n    raise"}),
        ("f(\n    a,\n)", "statement", {"pass\n\n"}),
        ("a.b = c", "statement", {"pass"}),
        ("a += b", "statement", {"pass"}),
        ("while a:\n    break", "statement", {"while a:\n    continue"}),
    ],
)
def test_the_changes_of_a_kind_are_exactly_the_listed_ones(text, kind, others):
    assert {other for of, other in changed(text) if of == kind} == others


def test_changing_a_multiline_condition_keeps_its_lines():
    text = "if f(\n    a\n) and b:\n    x = 1\n"
    assert ("condition", "if (False\n\n):\n    x = 1\n") in changed(text)


@pytest.mark.parametrize(
    "text",
    ['"""A docstring."""', "x: int | None", "def f(a: 3 | 4) -> 5: ...", 'x = f"{a + 1}"', "x = a"],
)
def test_code_that_is_not_run_is_not_changed(text):
    assert not changed(text)


def test_equal_changes_are_numbered():
    text = "def f():\n    g(1)\n    g(1)\n"
    assert [m.change for m in mutants_of("f.py", text) if m.kind == "statement"] == [
        "g(1) -> pass",
        "g(1) -> pass (2)",
    ]
