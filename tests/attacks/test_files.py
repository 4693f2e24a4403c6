"""Claims files that attack the prover by file names, imports or top-level statements."""

import pytest

from verif.claims.catalogue import claims_in
from verif.deciding.decide import decide
from verif.files.reader import read
from verif.kernel.errors import ClaimError
from verif.kernel.verdict import Outcome
from verif.language.compile import project
from verif.symbolic.machine import OnUnknowns

IMPORTS = """
from verif import Integers, claim, ensure
"""

CLAIM = """

@claim("SMALL", "every number is small", source="attack", n=Integers())
def is_small(alg, n):
    ensure("small", small(n))
"""

TRUE = """

def small(n: int) -> bool:
    return True
"""

FALSE = """

def small(n: int) -> bool:
    return n < 10**6
"""


def outcome_of(path):
    (found,) = claims_in(path).values()
    return decide(found, 10).outcome


def indented(text):
    return "".join(f"    {line}\n" for line in text.strip().splitlines())


@pytest.mark.parametrize(
    "hidden",
    [
        f"\nTYPE_CHECKING = True\n\nif TYPE_CHECKING:\n{indented(FALSE)}",
        f"\ndef overload(text):\n    return text\n\n\n@overload{FALSE[1:]}",
    ],
)
def test_a_second_definition_of_a_name_is_not_ignored(tmp_path, hidden):
    path = tmp_path / "hidden.py"
    path.write_text(IMPORTS + TRUE + hidden + CLAIM)
    with pytest.raises(ClaimError, match=r"at the top level|defined twice"):
        claims_in(path)


def test_a_text_of_another_file_is_evaluated_as_a_text(tmp_path):
    asks = "\n\ndef small(n: int) -> bool:\n    return not (isinstance(n, int) and n > 10**6)\n"
    (tmp_path / "asks_for_the_type.py").write_text(asks)
    path = tmp_path / "takes_from_another.py"
    path.write_text(f"from asks_for_the_type import small{IMPORTS}{CLAIM}")
    assert outcome_of(path) is Outcome.REFUTED


def test_a_file_imports_from_the_files_beside_it(tmp_path):
    for folder, text in {"true": TRUE, "false": FALSE}.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "of_one_name.py").write_text(text)
    assert not read(tmp_path / "true" / "of_one_name.py").claims
    path = tmp_path / "false" / "imports_of_one_name.py"
    path.write_text(f"from of_one_name import small{IMPORTS}{CLAIM}")
    assert outcome_of(path) is Outcome.REFUTED


@pytest.mark.parametrize("name", ["spec.swizzle", "verif.kernel.verbs", "math", "spec.mine"])
def test_no_file_has_the_name_of_a_module_of_the_project_or_of_the_library(tmp_path, name):
    path = tmp_path / f"{name}.py"
    path.write_text(IMPORTS + TRUE + CLAIM)
    assert claims_in(path)
    found = project().modules.load(name)
    assert found is None or found.of_project


FRAMES = """
from typing import NamedTuple
from verif import Integers, claim, ensure


class Names(NamedTuple):
    gi_frame: int
    f_builtins: int
    write_text: int
    taking: int
    sys: int


def ident(x):
    return x


def some():
    it = (x for x in (1,))
    return it
"""

IN_A_DECLARATION = """

LOW = some().gi_frame.f_builtins["open"]({ran!r}, "w")


@claim("RUNS", "a declaration opens a file", source="", n=Integers(0 if LOW else 1))
def runs(alg, n):
    ensure("natural", n >= 0)
"""

IN_A_TEXT = """

@claim("RUNS", "a text opens a file", source="", n=Integers())
def runs(alg, n):
    opened = ident(some().gi_frame.f_builtins[ident("open")])(ident({ran!r}), ident("w"))
    ensure("natural", n >= 0)
"""

BY_THE_IMPLEMENTATION = """

@claim("RUNS", "a text takes a module of the implementation", source="", n=Integers())
def runs(alg, n):
    ident(alg).taking.sys
    ensure("natural", n >= 0)
"""


@pytest.mark.parametrize("how", [IN_A_DECLARATION, IN_A_TEXT, BY_THE_IMPLEMENTATION])
def test_no_claim_reaches_the_objects_of_the_interpreter(tmp_path, how):
    ran = tmp_path / "ran"
    path = tmp_path / "runs.py"
    path.write_text(FRAMES + how.format(ran=str(ran)))
    try:
        outcome = outcome_of(path)
    except ClaimError:
        outcome = Outcome.ERROR
    assert (outcome, ran.exists()) == (Outcome.ERROR, False)


SHIFTED = """
from {name} import shift
from verif import Integers, claim, ensure


@claim("SHIFT", "a shift by nothing", source="", n=Integers())
def shifts(alg, n):
    ensure("same", n + shift() == n)
"""

NOTHING = "def shift() -> int:\n    return 0\n"
ONE = "def shift() -> int:\n    return 1\n"


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("helper", {"helper.py": NOTHING, "helper/__init__.py": ONE}),
        ("helper", {"helper.py": NOTHING, "helper.abi3.so": ""}),
        ("pkg.mod", {"pkg/__init__.py": "", "pkg/mod.py": NOTHING, "pkg/mod/__init__.py": ONE}),
        (
            "pkg.mod",
            {"pkg/__init__.py": "import pkg.mod\npkg.mod.shift = lambda: 1", "pkg/mod.py": NOTHING},
        ),
        (
            "pkg.mod",
            {
                "pkg/mod.py": f"from deep import zero\n{NOTHING.replace('0', 'zero()')}",
                "pkg/deep.py": "def zero() -> int:\n    return 0\n",
                "deep.py": "def zero() -> int:\n    return 1\n",
            },
        ),
    ],
)
def test_a_file_that_python_does_not_import_is_not_read(tmp_path, name, files):
    for place, text in files.items():
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(text)
    path = tmp_path / "shifts.py"
    path.write_text(SHIFTED.format(name=name))
    with pytest.raises(ClaimError, match=rf"shifts\.py:2: {name} cannot be imported here"):
        claims_in(path)


def test_a_file_behind_a_link_is_not_read(tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "linked.py").write_text(f"from deep import N\n{NOTHING}")
    (tmp_path / "linked.py").symlink_to(tmp_path / "other" / "linked.py")
    path = tmp_path / "links.py"
    path.write_text(SHIFTED.format(name="linked"))
    said = r"links\.py:2: linked cannot be imported here; linked\.py is a symbolic link, which"
    with pytest.raises(ClaimError, match=said):
        claims_in(path)


def test_a_file_that_is_named_by_a_link_does_not_import_files_beside_it(tmp_path):
    (tmp_path / "beside_target.py").write_text(NOTHING)
    target, link = tmp_path / "target_of_link.py", tmp_path / "link_to_target.py"
    target.write_text(SHIFTED.format(name="beside_target"))
    link.symlink_to(target)
    said = rf"beside_target cannot .*; a symbolic link led to this file, .*: name {target} itself$"
    with pytest.raises(ClaimError, match=said):
        claims_in(link)


def test_a_missing_import_of_a_file_that_is_named_by_a_link_is_not_blamed_on_the_link(tmp_path):
    target, link = tmp_path / "without_beside.py", tmp_path / "link_without_beside.py"
    target.write_text(SHIFTED.format(name="nowhere"))
    link.symlink_to(target)
    with pytest.raises(ClaimError, match=r"nowhere cannot .*; a file of claims imports from"):
        claims_in(link)


@pytest.mark.parametrize(
    "hidden",
    [
        '\n__builtins__ = {"max": min}\n',
        "\nfrom math import gcd as __builtins__\n",
        "\ndef __builtins__() -> int:\n    return 1\n",
    ],
)
def test_a_name_with_a_special_meaning_in_python_cannot_be_defined(tmp_path, hidden):
    path = tmp_path / "hidden_builtins.py"
    path.write_text(IMPORTS + hidden + TRUE + CLAIM)
    with pytest.raises(ClaimError, match="`__builtins__` has a special meaning"):
        claims_in(path)


ENDLESS = """
def loop(n: int) -> int:
    return loop(n)


@claim("ENDLESS", "t", source="", n=Integers())
def endless(alg, n):
    ensure("small or large", n >= 0)
    if n > 10**6:
        ensure("so", {condition})
"""


@pytest.mark.parametrize(
    ("condition", "reason"),
    [
        ("loop(n) == 0", "more than 10000 calls and loop iterations"),
        ("n in range(10**12)", "more than 10000 calls and loop iterations"),
        ("10 ** (10**9) > n", "a number has more than"),
        ("len((0,) * 10**10) > n", "a sequence has more than"),
    ],
)
def test_a_proof_that_would_not_end_is_unknown(tmp_path, monkeypatch, condition, reason):
    monkeypatch.setattr(OnUnknowns, "most", 10_000)
    path = tmp_path / "endless.py"
    path.write_text(IMPORTS + ENDLESS.format(condition=condition))
    (found,) = claims_in(path).values()
    verdict = decide(found, 10)
    assert verdict.outcome is Outcome.UNKNOWN
    assert reason in verdict.reason


def test_a_function_that_another_file_passes_on_still_checks_its_arguments(tmp_path):
    (tmp_path / "passes_on.py").write_text("from spec import product\n")
    path = tmp_path / "takes_on.py"
    condition = "product((n > 0, 2)) == 2"
    path.write_text(
        f"from passes_on import product\n{IMPORTS}{ENDLESS.format(condition=condition)}"
    )
    assert outcome_of(path) is Outcome.UNKNOWN


UNFOLDED = """
from typing import NamedTuple
from spec.modes import Modes, modes_of
from verif import Layouts, Promise, contract, unfold


class Pair(NamedTuple):
    x: int
    y: int


def f(modes: Modes) -> {result}:
    return {base} if not modes else f(modes[1:])


@contract(f)
def f_is_equal_to_itself(modes: Modes) -> Promise:
    \"\"\"It is equal to itself.\"\"\"

    def shows(result: {result}) -> None:
        ensure("itself", result == result)

    return Promise(shows)


@claim("UNFOLD", "t", source="", A=Layouts())
def unfolds(alg, A):
    unfold(f, modes_of(A))
    ensure("a size", A.size >= 1)
"""


@pytest.mark.parametrize(
    ("result", "base"),
    [("int", "1"), ("bool", "True"), ("Pair", "Pair(1, 2)"), ("tuple[int, ...]", "(1,)")],
)
def test_unfolding_a_function_of_the_file_gives_a_verdict(tmp_path, result, base):
    path = tmp_path / "unfolds.py"
    path.write_text(IMPORTS + UNFOLDED.format(result=result, base=base))
    assert outcome_of(path) is Outcome.PROVED


def test_a_name_that_a_file_beside_does_not_define_is_not_imported(tmp_path):
    (tmp_path / "defines_little.py").write_text("N = 1\n")
    path = tmp_path / "imports_much.py"
    path.write_text(f"from defines_little import M\n{IMPORTS}{TRUE}{CLAIM}")
    with pytest.raises(ClaimError, match=r"imports_much\.py:1: defines_little does not define `M`"):
        claims_in(path)


DEFINITION = '''
from spec.modes import Modes, modes_of, total
from verif import Layouts, Lemma, by, claim, definition, ensure, lemma


@definition(on="modes")
def tallied(modes: Modes) -> int:
    """The number of coordinates, exactly or limited."""
    return {tallied}


@lemma
def tallied_is_known(modes: Modes) -> Lemma:
    """The number is known."""

    def shows() -> None:
        ensure("known", {known})

    def proof() -> None:
        """By cases."""
        if modes:
            ensure("a size", total(modes[1:]) >= 1)

    return shows, proof


@claim("{id}", "true", source="attack", A=Layouts())
def of_layouts(alg, A):
    modes = modes_of(A)
    by(tallied_is_known, modes)
    ensure("known", {known})
'''

SMALL = """
from exact import of_layouts as exactly
from limited import of_layouts as limited
from verif import Layouts, by, claim, ensure


@claim("SMALL", "every layout has at most 10**9 coordinates", source="attack", A=Layouts())
def is_small(alg, A):
    by(exactly, A)
    by(limited, A)
    ensure("small", A.size <= 10**9)
"""


def test_definitions_of_two_files_are_not_one_because_of_their_name(tmp_path):
    exact = {"tallied": "total(modes)", "known": "tallied(modes) == total(modes)"}
    limited = {
        "tallied": "total(modes) if total(modes) < 10**9 else 10**9",
        "known": "tallied(modes) <= 10**9",
    }
    (tmp_path / "exact.py").write_text(DEFINITION.format(id="EXACT", **exact))
    (tmp_path / "limited.py").write_text(DEFINITION.format(id="LIMITED", **limited))
    path = tmp_path / "small.py"
    path.write_text(SMALL)
    (found,) = claims_in(path).values()
    verdict = decide(found, 10)
    assert verdict.outcome is Outcome.ERROR
    assert "two definitions have the same name" in verdict.reason
