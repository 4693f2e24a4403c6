"""An unreadable claims file is rejected, and the error names the line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from verif.files.reader import read
from verif.kernel.errors import ClaimError

HEAD = "from verif import Integers, Layouts, claim, ensure\n"
CLAIM = """@claim("X1", "t", source="me", A=Layouts())
def c(alg, A):
    ensure("s", A.size >= 1)
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + CLAIM.replace("Layouts()", "Integers(1 // 0)"), r"file\.py:2: .*by zero"),
        (HEAD + CLAIM.replace("Layouts()", "Index('B')"), r"file\.py:2: `Index`"),
        (HEAD + CLAIM.replace("Layouts()", "Layouts(nope=1)"), r"file\.py:2: .*nope"),
        (HEAD + CLAIM.replace("Layouts()", "Integers(1 << (1 << 62))"), r"file\.py:2: a number"),
        (
            HEAD
            + "def f(n: int) -> int:\n    return f(n)\n"
            + CLAIM.replace("Layouts()", "Integers(f(1))"),
            r"file\.py:4: the code makes more than 100000 calls and loop iterations",
        ),
        (
            HEAD
            + "def f(n: int) -> int:\n    return f(n) + 1\n"
            + CLAIM.replace("Layouts()", "Integers(f(1))"),
            r"nested too deeply",
        ),
        (
            HEAD + CLAIM.replace("Layouts()", "Integers(sum(range(10**12)))"),
            "more than 100000 calls and loop iterations",
        ),
        (HEAD + CLAIM.replace("Layouts()", "Integers(3 ** 10**12)"), "a number has more than"),
        (HEAD + '@claim("X0", "t", source="me", A=Layouts())\n' + CLAIM, r"file\.py:\d+: `c`"),
        (HEAD + "T = U\nU = T\n" + CLAIM, r"file\.py:2: `U` is needed here .*; define it above"),
        (HEAD + "\nT = T\n" + CLAIM, r"file\.py:3: `T` is needed here"),
        (HEAD + "N = 1 // 0\n" + CLAIM, r"file\.py:2: .*by zero"),
        (HEAD + "N = 1 + N\n" + CLAIM.replace("Layouts()", "Integers(N)"), r"file\.py:2: `N` is"),
        (HEAD + "import verif.readings\n" + CLAIM, r"file\.py:2: verif cannot be imported here"),
        (HEAD + "N = pow(3, 10**12)\n" + CLAIM, "a number has more than"),
        (HEAD + "N = (0,) * 10**10\n" + CLAIM, "a sequence has more than"),
        (
            HEAD
            + "from itertools import product\nN = len(tuple(product(range(500), repeat=2)))\n"
            + CLAIM,
            "more than 100000 calls and loop iterations",
        ),
        (
            HEAD
            + "from itertools import product\nN = dict(product(range(500), range(500)))\n"
            + CLAIM,
            "more than 100000 calls and loop iterations",
        ),
        (
            HEAD
            + "from itertools import repeat\n"
            + CLAIM.replace("A=L", "bound=(len(tuple(repeat(1))), 1), A=L"),
            "more than 100000 calls and loop iterations",
        ),
        (
            HEAD + "from functools import partial, reduce\n"
            "def f(n: int) -> int:\n"
            "    again = partial(map, abs)\n"
            "    return len(tuple(reduce(lambda found, k: again(found), range(n), (1, 2))))\n"
            "N = f(20_000)\n" + CLAIM,
            "nested too deeply",
        ),
        (
            HEAD + CLAIM.replace("A.size", "size(A)"),
            r"4: `size` is not a name of the language; write `from spec import size` at the top",
        ),
        (
            HEAD + CLAIM.replace("    ensure", "    assume('a', A.size > 1)\n    ensure"),
            r"4: `assume` is not a name of the language; write `from verif import assume` at",
        ),
        (
            HEAD + CLAIM.replace('source="me"', 'source="me", expect=REFUTED'),
            "verif import REFUTED",
        ),
        (
            HEAD + CLAIM.replace('source="me"', 'source="me", expect="REFUTED"'),
            r"2: X1: expect must be proved\(\), REFUTED or unknown\(.*, not 'REFUTED'$",
        ),
        (HEAD + CLAIM.replace("A.size", "modes_of(A)"), "write `from spec.modes import modes_of`"),
        (
            HEAD + CLAIM.replace("Layouts()", "Layout()"),
            r"2: .*; write `from spec import Layout` at the top \(did you mean Layouts\?\)",
        ),
        (HEAD + CLAIM.replace("A.size", "evaluate(A)"), r"name of the language( \(did|$)"),
        (
            HEAD + CLAIM.replace("    ensure", "    print(A)\n    ensure"),
            r"4: `print` .* language; a claim has no output: `layout-verif eval` prints a value$",
        ),
        (HEAD + CLAIM.replace("A.size", "round(A.size)"), r"4: `round` .* the language$"),
        (
            HEAD + CLAIM.replace("A.size", "len(set((A,)))"),
            "`set` is not a name of the language; write a tuple, and compare by `in`$",
        ),
        (HEAD + CLAIM.replace("A.size", "esnure(A)"), r"language \(did you mean ensure\?\)"),
        (
            HEAD + CLAIM.replace('"s", ', ""),
            r"4: `ensure` needs an argument `condition`; write a label first, as in ensure\(",
        ),
        (
            HEAD + CLAIM.replace("(alg, A)", "(A)"),
            r"X1: after its first parameter, the claim must take \(A\), .*; it takes \(\)",
        ),
        (
            HEAD + CLAIM.replace("A.size", "alg.coalesc(A)"),
            r"4: `alg.coalesc`; .*`layout-verif operations` lists \(did you mean coalesce",
        ),
        (
            HEAD + CLAIM.replace("A.size", "A.cosizes"),
            r"field or method `.cosizes` \(did you mean cosize",
        ),
        (HEAD + CLAIM.replace("A.size", "[A].sort"), r"field or method `.sort`[^(]*$"),
        (
            HEAD + CLAIM.replace("A.size", "[A].indx"),
            r"field or method `.indx` \(did you mean index\?\)",
        ),
        (
            HEAD + CLAIM.replace("    ensure", "    while A:\n        ensure"),
            r"4: claims cannot use a `while` loop: `while A:`; write a function that calls itself",
        ),
        (HEAD + "x = " + "-" * 50_000 + "1\n" + CLAIM, "file.py: the file is nested too deeply"),
        (
            HEAD + "x = " + "+".join(["1"] * 20_000) + "\n" + CLAIM,
            "file.py: the file is nested too deeply",
        ),
        (
            HEAD + "from typing import NamedTuple\n"
            "class P(NamedTuple):\n    a: int = 1\n    b: int\n" + CLAIM,
            r"file\.py:5: `b` needs a default",
        ),
        (
            HEAD + "from typing import NamedTuple\nclass P(NamedTuple):\n    _a: int\n" + CLAIM,
            r"file\.py:4: `_a` is a field of a named tuple, so it must begin with a letter",
        ),
        (
            HEAD + "from typing import NamedTuple\n"
            "class P(NamedTuple):\n    int: int = 1\n    b: int = 2\n" + CLAIM,
            r"file\.py:5: `int` names a member of the class",
        ),
        (
            HEAD + "def f(x, x):\n    return x\n" + CLAIM,
            r"file\.py:2: the file is not Python: duplicate",
        ),
        (
            HEAD + "def f(t):\n    *x = t\n    return x\n" + CLAIM,
            r"file\.py:3: the file is not Python: star",
        ),
        (
            HEAD + "def f():\n    def g(a: T):\n        return a\n    return g(1)\n" + CLAIM,
            r"file\.py:3: the annotation `T` is not a type",
        ),
        (
            HEAD + "def f(n):\n    return {" + "n: 1, " * 16 + "}\n" + CLAIM,
            r"file\.py:3: a dict display of more than 15 entries .*; write `dict\(\.\.\)`",
        ),
        (HEAD + "from file import d\n" + CLAIM, r"file\.py:2: .* imports this file; move"),
    ],
)
def test_a_forbidden_statement_is_rejected_with_its_line(tmp_path, text, words):
    path = tmp_path / "file.py"
    path.write_text(text)
    with pytest.raises(ClaimError, match=words):
        read(path)


def doubling(first, step, count=60):
    """Return source that defines the names T0, T1, T2 and so on.

    T0 is `first`. Each later name is `step`, with `{0}` replaced by the previous name.
    """
    return f"T0 = {first}\n" + "".join(f"T{k + 1} = {step.format(f'T{k}')}\n" for k in range(count))


TUPLES = doubling("(1, 1)", "({0}, {0})")
TYPES = doubling("tuple[int, int]", "tuple[{0}, {0}]")
IMPORTED = "from itertools import combinations, permutations, product\nfrom math import lcm\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "N = len(tuple(permutations(range(400))))\n",
            "more than 100000 calls and loop iterations",
        ),
        ("N = len(tuple(permutations((1,), 10**9)))\n", "a sequence has more than"),
        ("N = len(tuple(combinations((1,), 10**9)))\n", "a sequence has more than"),
        ("N = len(tuple(product((1,), repeat=10**9)))\n", "a sequence has more than"),
        (
            "N = len(tuple(product(*((1, 2),) * 50_000)))\n",
            "more than 100000 calls and loop iterations",
        ),
        ("N = lcm(*(2**16000 + k for k in range(5000)))\n", "a number has more than"),
        ("N = pow(3, 2**16000 - 1, 2**16000)\n", "more than 100000 calls and loop iterations"),
        ("N = len(tuple((0,) * 90_000 for k in range(90_000)))\n", "more than 100000 calls"),
        (TUPLES, r"file\.py:\d+: a value of more than 100000 parts"),
        (TUPLES + "N = 1 if T60 == T60 else 2\n", "a value of more than 100000 parts"),
        (
            doubling("(1, 1)", "({0}, {0})", 14)
            + CLAIM.replace("Layouts()", "Integers(len((T14,) * 10))"),
            "a value of more than 100000 parts",
        ),
        (TYPES + "def f(x: T60) -> int:\n    return 1\n", "an annotation has more than 1000 parts"),
        (
            "from dataclasses import dataclass\n"
            + TYPES
            + "@dataclass(frozen=True)\nclass R:\n    a: T60\n",
            "an annotation has more than 1000 parts",
        ),
        (
            doubling("int | tuple", "{0} | {0}", 60)
            + "def f(x: object) -> bool:\n    return isinstance(x, T60)\n",
            r"file\.py:\d+: ",
        ),
    ],
)
def test_a_text_that_grows_without_bound_is_rejected_soon(tmp_path, text, words):
    path = tmp_path / "file.py"
    path.write_text(HEAD + IMPORTED + text)
    with pytest.raises(ClaimError, match=words):
        read(path)


RUNNING_SUM = """def f(n: int) -> int:
    return sum(accumulate(iterable=(n, n)))
"""


def test_a_function_whose_types_double_is_read_soon(tmp_path):
    lines = "    t = (t, t)\n    u = (u, u)\n" * 60
    path = tmp_path / "file.py"
    path.write_text(f"{HEAD}def f(t, u) -> bool:\n{lines}    return t == u\n{CLAIM}")
    assert "c" in read(path).claims


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "import spec.nothing\n",
            r"2: `import spec\.nothing` is not supported; write `from",
        ),
        (
            "import spec.modes\n",
            r"2: `import spec\.modes` is not supported; write `from",
        ),
        (
            f"from itertools import accumulate\n\n{RUNNING_SUM}",
            r"file\.py:5: `accumulate` cannot take an argument `iterable` here",
        ),
        (
            "from verif import unfold\n\ndef double(n: int) -> int:\n    return n + n\n\n"
            + CLAIM.replace("    ensure", "    unfold(double, A.size)\n    ensure"),
            r"file\.py:9: `unfold` needs a contract, but `double` has none; leave out",
        ),
    ],
)
def test_a_name_that_means_nothing_is_rejected_with_its_line(tmp_path, text, words):
    path = tmp_path / "file.py"
    path.write_text(HEAD + text)
    with pytest.raises(ClaimError, match=words):
        read(path)


LENGTH = "def length(modes: tuple[int, ...]) -> int:\n    return len(modes)\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            CLAIM + 'definition(c, on="A")\n',
            r"file\.py:6: the claim X1 cannot be a definition; write",
        ),
        ('definition(c, on="A")\n' + CLAIM, r"file\.py:3: `c` is needed here"),
        (
            "@definition(on='n')\n@definition(on='n')\ndef f(n: int) -> int:\n    return n\n",
            r"file\.py:5: `f` is declared twice; write a separate function",
        ),
        (CLAIM + "definition(3, on='A')\n", r"file\.py:6: a definition must be a function, not 3;"),
        (CLAIM + "definition(lambda x: x, on='x')\n", r"file\.py:6: .* a name, not a lambda;"),
        (
            CLAIM + LENGTH + "definition(length, on='N')\n",
            r"file\.py:8: `length` does not have .* 'N'",
        ),
        (CLAIM + LENGTH + "definition(length)\n", r"file\.py:8: the definition of `length` needs"),
    ],
)
def test_a_definition_must_be_a_function_with_its_list(tmp_path, text, words):
    path = tmp_path / "file.py"
    path.write_text(HEAD + "from verif import definition\n" + text)
    with pytest.raises(ClaimError, match=words):
        read(path)


def test_names_of_math_are_imported(tmp_path):
    path = tmp_path / "file.py"
    path.write_text("from math import gcd\n" + HEAD + CLAIM.replace("A.size", "gcd(A.size, 8)"))
    assert list(read(path).claims) == ["c"]


def test_a_constant_may_bind_the_name_of_another(tmp_path):
    path = tmp_path / "file.py"
    path.write_text(HEAD + "N = tuple(N for N in (1, 2))\n" + CLAIM)
    assert list(read(path).claims) == ["c"]


NAMED = """from typing import NamedTuple
from collections.abc import Iterable as It
class IteratorOfNumbers(NamedTuple):
    x: int
    def join(self, items: tuple[int, ...]) -> int:
        return sum(items) + sum(items)
def made() -> IteratorOfNumbers:
    return IteratorOfNumbers(1)
def numbers() -> It[int]:
    return (1, 2)
"""


def test_an_iterator_is_recognized_by_the_meaning_of_its_annotation(tmp_path):
    path = tmp_path / "file.py"
    path.write_text(HEAD + NAMED + CLAIM.replace("A.size", "made().x"))
    assert list(read(path).claims) == ["c"]
    path = tmp_path / "other.py"
    path.write_text(HEAD + NAMED + CLAIM.replace("A.size", "sum(numbers())"))
    with pytest.raises(ClaimError, match=r"other\.py:14: `numbers` returns an iterator"):
        read(path)


def test_a_method_called_join_takes_no_iterator(tmp_path):
    path = tmp_path / "file.py"
    path.write_text(HEAD + NAMED + CLAIM.replace("A.size", "made().join(x for x in (1, 2))"))
    with pytest.raises(ClaimError, match=r"file\.py:14: .* is an iterator, which can be used only"):
        read(path)


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda path: None, ": no such file"),
        (lambda path: path.symlink_to("missing.py"), ": no such file"),
        (lambda path: path.symlink_to(path.name), ": Too many levels of symbolic links"),
        (lambda path: path.mkdir(), " is a folder: name a file in it"),
        (os.mkfifo, " is not a regular file: write the claims to a file"),
        (
            lambda path: path.symlink_to("/dev/zero"),
            " is not a regular file: write the claims to a file",
        ),
    ],
    ids=["missing", "dangling link", "loop", "folder", "pipe", "device"],
)
def test_a_path_that_does_not_lead_to_a_file_is_rejected_with_the_reason(tmp_path, make, problem):
    path = tmp_path / "claims_of_mine.py"
    make(path)
    with pytest.raises(ClaimError) as refused:
        read(path)
    assert str(refused.value) == f"{path}{problem}"


def test_files_that_import_each_other_are_refused(tmp_path):
    one, other = tmp_path / "ring_one.py", tmp_path / "ring_other.py"
    one.write_text("from ring_other import g\ndef f(n: int) -> int:\n    return g(n)\n")
    other.write_text("from ring_one import f\ndef g(n: int) -> int:\n    return f(n)\n")
    with pytest.raises(ClaimError, match=r"ring_other\.py:1: ring_one imports this file"):
        read(one)


def test_a_file_with_a_syntax_error_is_rejected_each_time(tmp_path):
    path = tmp_path / "not_python.py"
    path.write_text(HEAD + "def f(:\n")
    for _ in range(2):
        with pytest.raises(ClaimError, match=r"not_python\.py:2: the file is not Python"):
            read(path)


def test_an_import_refers_to_the_file_in_the_same_folder(tmp_path):
    for folder, number in (("one", 1), ("other", 2)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "numbers_beside.py").write_text(f"N = {number}\n")
        user = HEAD + "from numbers_beside import N\n" + CLAIM.replace("Layouts()", "Integers(N)")
        (tmp_path / folder / "user.py").write_text(user.replace("A.size", "A"))
    lows = [
        read(tmp_path / folder / "user.py").claims["c"].domains["A"].low
        for folder in ("one", "other")
    ]
    assert lows == [1, 2]


def test_workers_do_not_run_modules_beside_a_claims_file(tmp_path):
    ran = tmp_path / "ran"
    for name in ("spec", "math", "ast"):
        (tmp_path / f"{name}.py").write_text(f"open({str(ran)!r}, 'w')\n")
    (tmp_path / "mine.py").write_text(HEAD + CLAIM)
    command = [str(Path(sys.executable).with_name("layout-verif")), "prove", "mine.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, ran.exists()) == (0, False), done.stderr


def test_a_constant_whose_parts_are_shared_is_rejected_in_time(tmp_path):
    # If shared parts are counted each time that they occur, the value has 2**60 parts.
    constant = "X = reduce(lambda t, _: (t, t), range(60), ())\n"
    (tmp_path / "user.py").write_text(HEAD + "from functools import reduce\n" + constant + CLAIM)
    with pytest.raises(ClaimError, match="a value of more than 100000 parts"):
        read(tmp_path / "user.py")
