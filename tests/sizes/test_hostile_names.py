"""Answers are right for every name of a size: generated claims do not capture names."""

import builtins
import keyword
import re

import pytest

from spec import LayoutError
from tests.sizes.machine import MACHINE
from verif.deciding.proving import CONCRETE
from verif.files.reader import read
from verif.language.form import Global, Variable, walk
from verif.questions.answer import Ruling
from verif.sizes.asked import asked
from verif.sizes.calculator import tabled
from verif.sizes.case import Case
from verif.sizes.file import text_of
from verif.sizes.names import read_sizes
from verif.sizes.sized import read_sized
from verif.sizes.stated import at_every_rank
from verif.sizes.statement import of_table
from verif.sizes.terms import variable_of
from verif.theory.sizes import counterexamples, digits, questions, results, swizzled, witnesses

pytestmark = pytest.mark.usefixtures("lemmas")

CAPTURED = "select(Sw<3,4,3> o 0 o (layout,64):(64,1), 1)"
"""An expression with a size named `layout`, which is also a variable of the generated claim."""

OF_CLAIMS = ["id", "title", "source", "expect", "exhibits", "bound", "accuses", "statement"]
"""The parameters of `claim` in a generated file, and the name of the claim's function."""

OF_TEXTS = [
    *(
        "layout",
        "alg",
        "spec",
        "A",
        "B",
        "S",
        "i",
        "j",
        "v",
        "w",
        "x",
        "n",
        "o",
        "h",
        "self",
        "result",
    ),
    *("subject_A", "subject_B", "claim", "ensure", "assume", "by", "attempt", "proving", "unfold"),
    *("Integers", "Layout", "ComposedLayout", "Tag", "found", "modes_of", "one_result", "exact"),
    *("floored", "given_0", "inner", "MACHINE", "print", "exec", "eval", "verif", "os", "size1"),
]
"""Names that generated claims may use, for example for variables, verbs, modules and builtins."""

REFUSED = [
    *("__import__", "__builtins__", "__class__", "_A", "_inner", "_spec", "_i", "_", "M.N", "M N"),
    *("size.1", "1M", "M-N", "\N{CYRILLIC CAPITAL LETTER EM}", "\N{GREEK CAPITAL LETTER MU}"),
    *("\N{MATHEMATICAL ITALIC CAPITAL M}", "\N{FULLWIDTH LATIN CAPITAL LETTER M}", "layout\u200b"),
    *("M\N{COMBINING ACUTE ACCENT}", "M\x00", "'M'", 'M"', "M)", "lambda: 0", "M\\", "#"),
    *("size", "composition", "injective", "f32", "Sw", "Swizzle", "and", "or", "not", "ceil"),
]
"""Invalid names: reserved words, and texts with a wrong character or without a leading letter."""

ALLOWED = sorted(
    {*OF_CLAIMS, *OF_TEXTS, *dir(builtins), *keyword.kwlist, *keyword.softkwlist}
    | {
        name
        for module in (counterexamples, digits, questions, results, swizzled, witnesses)
        for name in vars(module)
    }
)
"""Candidates: every builtin and keyword, and the names in modules that generated claims use."""


def is_free(name):
    """Whether the notation allows the name for a size."""
    try:
        read_sizes(name)
    except LayoutError:
        return False
    return True


FREE = [name for name in ALLOWED if is_free(name)]


def test_most_names_are_allowed():
    assert {*OF_CLAIMS, *OF_TEXTS} <= {*FREE}
    assert {"lambda", "None", "True", "tuple", "print", "class", "match"} <= {*FREE}
    taken = {*ALLOWED} - {*FREE}
    assert all(name.startswith("_") or not is_free(name) for name in taken)


@pytest.mark.parametrize("name", REFUSED)
def test_an_invalid_name_is_rejected_with_a_clear_message(name):
    with pytest.raises(LayoutError) as refused:
        asked("injective((M,4):(4,1))", f"M, {name}")
    words = str(refused.value)
    reasons = ("is not a name", "is a word of the notation", "expected", "unexpected character")
    assert any(reason in words for reason in reasons), words


def test_a_size_named_layout_is_not_captured():
    found = asked(f"equal({CAPTURED}, Sw<3,4,3> o 0 o 64:1)", "layout")
    assert found.ruling is Ruling.HOLDS
    wrong = asked(f"equal({CAPTURED}, Sw<3,4,3> o 0 o layout:1)", "layout")
    assert (wrong.ruling, wrong.at) == (Ruling.REFUTED, {"layout": 1})


@pytest.mark.parametrize("name", [*OF_CLAIMS, *OF_TEXTS, "lambda", "None", "tuple"])
def test_a_term_with_any_name_agrees_with_the_calculator(name):
    sizes = read_sizes(f"{name}; {name} <= 9; {name} != 5")
    for expression in (
        f"zipped_divide(({name},4):(4,{name}), (2,2))",
        f"select(Sw<3,4,3> o 0 o ({name},64):(64,1), 1)",
        f"composition(({name},6):(6,1), ({name},{name}/{name}):(1,{name}))",
    ):
        sized = read_sized(expression, sizes)
        term = sized.term_of(sized.expression, [{name: 4}])
        for number in range(1, 10):
            assert MACHINE.eval(term, {variable_of(name): number}) == sized.at({name: number})


def test_every_allowed_name_is_only_a_variable_of_the_statement():
    for name in FREE:
        sizes = read_sizes(f"{name}; q9 = 2*{name}; {name} >= 2")
        sized = read_sized(f"coalesce(({name},2):(2,1))", sizes)
        statement = of_table(sized, (Case(None, f"({name},2):(2,1)"),))
        assert statement.function.params[1].name == variable_of(name)
        terms = [*walk(statement.function.body)]
        variables = {term.name for term in terms if isinstance(term, Variable)}
        assert variables - {"_found"} == {variable_of(name)}
        modules = {term.ref.module for term in terms if isinstance(term, Global)}
        assert modules == {"spec.coalesce", "spec.layout", "verif.theory.sizes.results"}
        compile(text_of(statement), "statement.py", "exec")


SOME = ["layout", "lambda", "o", "source", "tuple", "None", "ensure", "modes_of", "Layout", "i"]


@pytest.mark.parametrize("name", SOME)
def test_a_true_question_holds_and_a_false_one_does_not(name):
    assert asked(f"injective(({name},4):(4,1))", name).ruling is Ruling.HOLDS
    found = asked(f"injective(({name},4):(3,1))", name)
    assert (found.ruling, found.at) == (Ruling.REFUTED, {name: 2})
    conditioned = asked(f"covers(({name},4):(4,1), 4*{name} - 3)", f"{name}; {name} % 2 == 0")
    assert conditioned.ruling is Ruling.HOLDS


@pytest.fixture(scope="module")
def plain():
    return tabled("zipped_divide((M,4):(4,1), (8,2))", "M")


@pytest.mark.parametrize("name", SOME)
def test_an_expression_has_the_same_cases_under_any_name(name, plain):
    table = tabled(f"zipped_divide(({name},4):(4,1), (8,2))", name)
    assert table.proof is not None
    renamed = [re.sub(rf"\b{name}\b", "M", case.result) for case in table.cases]
    assert renamed == [case.result for case in plain.cases]


@pytest.mark.parametrize("name", SOME)
def test_the_file_of_a_statement_is_a_valid_claims_file(name, tmp_path):
    found = asked(f"injective(({name},4):(4,1))", name)
    path = tmp_path / "statement.py"
    path.write_text(found.proof.text)
    claim = read(path).claims["statement"]
    assert claim.title == f"injective(({name},4):(4,1))"
    assert len(claim.exhibits) == 2
    theorem = at_every_rank(claim, CONCRETE)
    assert theorem.by == found.proof.theorem.by


def test_names_used_by_rules_are_not_allowed_for_sizes():
    """Rules' unknowns and generated variables begin with `_`. Names of sizes must not."""
    for name in ("_i", "_j", "_v", "_A", "_B", "_spec", "_found", "_inner"):
        assert not is_free(name)


@pytest.mark.parametrize("name", ["self", "alg", "args", "named", "path", "claim", "function"])
def test_a_question_proved_for_every_rank_takes_any_name(name):
    """The claim also runs in Python, which passes the claim's arguments by name."""
    found = asked(f"injective(({name},2):(1,{name}))", name)
    assert found.ruling is Ruling.HOLDS
