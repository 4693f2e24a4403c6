"""A claims file is rejected if Python cannot import it or reads it differently from the prover."""

import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

import verif
from verif.files.reader import read
from verif.kernel.errors import ClaimError

HEAD = """from dataclasses import dataclass
from typing import Final, NamedTuple
from verif import Integers, Layouts, claim, definition, ensure, lemma
"""

CLAIM = """
@claim("X1", "t", source="me", n=Integers(0))
def c(alg, n):
    ensure("s", n >= 0)
"""

EARLY = {
    "default": "def f(n: int = K) -> int:\n    return n\nK = 3\n",
    "default by name": "def f(*, n: int = K) -> int:\n    return n\nK = 3\n",
    "default of a method": (
        "class P(NamedTuple):\n    x: int\n    def f(self, n: int = K) -> int:\n        return n\n"
        "K = 3\n"
    ),
    "default of a lambda": "f = lambda n=K: n\nK = 3\n",
    "default of a field": "class P(NamedTuple):\n    x: int = K\nK = 3\n",
    "constant": "N = K + 1\nK = 3\n",
    "constant of itself": "N = N\n",
    "pair": "N, K = 3, N\n",
    "base": "class P(Base):\n    x: int\nBase = NamedTuple\n",
    "decorator": '@mine(on="n")\ndef f(n: int) -> int:\n    return n\nmine = definition\n',
    "import": "def f(n: int = gcd) -> int:\n    return n\nfrom math import gcd\n",
    "argument of a declaration": CLAIM.replace("Integers(0)", "Integers(LOW)") + "LOW = 0\n",
    "called function": "def f(n: int) -> int:\n    return n + K\nN = f(1)\nK = 3\n",
    "function that is called by another": (
        "def f(n: int) -> int:\n    return g(n)\nN = f(1)\ndef g(n: int) -> int:\n    return n\n"
    ),
    "passed function": (
        "def f(n: int) -> int:\n    return n + K\nN = tuple(map(f, (1, 2)))\nK = 3\n"
    ),
    "called lambda": "N = (lambda n: n + K)(1)\nK = 3\n",
    "called constant": "f = lambda n: n + K\nN = f(1)\nK = 3\n",
    "property": (
        "class P(NamedTuple):\n    x: int\n    @property\n    def y(self) -> int:\n"
        "        return self.x + K\nQ = P(1)\nN = Q.y\nK = 3\n"
    ),
    "checks of a record": (
        "@dataclass(frozen=True)\nclass P:\n    x: int\n    def __post_init__(self) -> None:\n"
        "        if self.x < K:\n            raise ValueError\nQ = P(4)\nK = 3\n"
    ),
}

ANNOTATED = {
    "annotation": "def f(x: P) -> int:\n    return x.y\nclass P(NamedTuple):\n    y: int\n",
    "result": "def f() -> P:\n    return P(1)\nclass P(NamedTuple):\n    y: int\n",
    "annotation of a field": "class Q(NamedTuple):\n    x: Q\n",
    "annotation of a constant": "N: P = 3\nclass P(NamedTuple):\n    y: int\n",
    "annotation of a method": (
        "class P(NamedTuple):\n    x: int\n    def f(self) -> P:\n        return self\n"
    ),
    "local annotation": (
        "def f(n: int) -> int:\n    def g(x: P) -> int:\n        return n\n    return n\nN = f(1)\n"
        "class P(NamedTuple):\n    y: int\n"
    ),
}

UNDEFINED = {
    "import of the library": "from math import nothing\n",
    "import of the project": "from spec.modes import nothing\n",
    "annotation of a field": "class P(NamedTuple):\n    x: Nowhere\n",
    "field of a class that has no parts": "class P(NamedTuple):\n    x: int[3] = 1\n",
    "annotation of a constant": "N: Nowhere = 3\n",
    "joined string": 'def f(x: int | "int") -> int:\n    return 1\n',
    "constant": "N = 1 // 0\n",
    "join with a named string": 'A = "int"\ndef f(n: A | None) -> int:\n    return 1\n',
    "type without a base": 'from typing import NewType\nN = NewType("N")\n',
    "import of a module that does not exist": "from verif.nothing import a\n",
    "list": "L = [1]\n@dataclass(frozen=True)\nclass P:\n    x: list[int] = L\n",
    "table": "L = {1: 2}\n@dataclass(frozen=True)\nclass P:\n    x: dict[int, int] = L\n",
}


def imported(text: str) -> dict[str, object]:
    """Run the source text in CPython, and return its globals."""
    module = ModuleType("imported_in_order")
    sys.modules[module.__name__] = module
    try:
        exec(compile(text, "file.py", "exec", dont_inherit=True), vars(module))
    finally:
        del sys.modules[module.__name__]
    return vars(module)


@pytest.mark.parametrize("text", EARLY.values(), ids=EARLY)
def test_a_name_that_is_needed_above_its_definition_is_rejected(tmp_path, text):
    text = HEAD + text + ("" if "@claim" in text else CLAIM)
    with pytest.raises(NameError):
        imported(text)
    path = tmp_path / "file.py"
    path.write_text(text)
    with pytest.raises(ClaimError, match=r"file\.py:\d+: `\w+` is needed here"):
        read(path)


@pytest.mark.parametrize("text", UNDEFINED.values(), ids=UNDEFINED)
def test_code_that_python_cannot_evaluate_at_import_is_rejected(tmp_path, text):
    with pytest.raises((NameError, TypeError, ArithmeticError, ValueError, ImportError)):
        imported(HEAD + text + CLAIM)
    path = tmp_path / "file.py"
    path.write_text(HEAD + text + CLAIM)
    with pytest.raises(ClaimError, match=r"file\.py:\d+: "):
        read(path)


@pytest.mark.parametrize("text", ANNOTATED.values(), ids=ANNOTATED)
def test_an_annotation_with_a_name_defined_below_is_rejected(tmp_path, text):
    if sys.version_info < (3, 14):
        with pytest.raises(NameError):
            imported(HEAD + text + CLAIM)
    path = tmp_path / "file.py"
    path.write_text(HEAD + text + CLAIM)
    with pytest.raises(ClaimError, match=r"file\.py:\d+: `P`|`Q` is needed here"):
        read(path)


SHADOWED = {
    "default": "def f(n: int, of=max) -> int:\n    return of((n, 3))\nN = f(1)\n",
    "called function": "def f(n: int) -> int:\n    return max((n, 3))\nN = f(1)\n",
}


@pytest.mark.parametrize("text", SHADOWED.values(), ids=SHADOWED)
def test_a_name_that_is_a_builtin_at_import_and_redefined_below_is_rejected(tmp_path, text):
    text = HEAD + text + "def max(of: tuple[int, int]) -> int:\n    return 7\n" + CLAIM
    assert imported(text)["N"] == 3
    path = tmp_path / "file.py"
    path.write_text(text)
    with pytest.raises(ClaimError, match="`max` is needed here"):
        read(path)


ALLOWED = {
    "recursion": "def f(n: int) -> int:\n    return g(n)\ndef g(n: int) -> int:\n    return f(n)\n",
    "lambda": "f = lambda n: n + K\nK = 3\n",
    "alias of a function": "def f(n: int) -> int:\n    return n + K\ng = f\nK = 3\n",
    "quoted annotation": 'class Q(NamedTuple):\n    x: "Q | None" = None\n',
    "final": "N: Final = 3\nK: Final[int] = N\n",
    "tuple in a named tuple": "L = [1]\nclass P(NamedTuple):\n    x: list[int] = L\n",
    "condition of a lemma": (
        "from spec.modes import Modes, total\nfrom verif import Lemma\n"
        "@lemma(whenever=total, where=lambda modes: total(modes) > K)\n"
        "def l(modes: Modes) -> Lemma:\n"
        '    """A size is a size."""\n'
        "    def shows() -> None:\n        ensure('s', total(modes) == total(modes))\n"
        "    return shows, lambda: None\nK = 3\n"
    ),
}


@pytest.mark.parametrize("text", ALLOWED.values(), ids=ALLOWED)
def test_a_name_that_is_needed_after_import_may_be_defined_below(tmp_path, text):
    assert imported(HEAD + text + CLAIM)
    path = tmp_path / "file.py"
    path.write_text(HEAD + text + CLAIM)
    assert read(path).claims


def test_lazy_annotations_may_use_names_that_are_defined_below(tmp_path):
    text = "from __future__ import annotations\n" + HEAD
    text += "class Q(NamedTuple):\n    x: Q | None = None\n" + CLAIM
    assert imported(text)
    path = tmp_path / "file.py"
    path.write_text(text)
    assert read(path).claims


def test_a_file_that_hides_a_module_of_python_is_rejected(tmp_path):
    (tmp_path / "operator.py").write_text("from _operator import add as mul\n")
    path = tmp_path / "file.py"
    path.write_text(HEAD + "from operator import mul\n" + CLAIM)
    with pytest.raises(ClaimError, match=r"file\.py:4: a file beside this one hides the module op"):
        read(path)


def test_a_file_beside_a_copy_of_the_project_is_read(tmp_path):
    """A user may save a claims file in the clone from which layout-verif was installed."""
    copy = tmp_path / "verif"
    shutil.copytree(Path(verif.__file__).parent, copy, ignore=shutil.ignore_patterns("*.pyc"))
    path = tmp_path / "file.py"
    path.write_text(HEAD + CLAIM)
    assert read(path).claims
    (copy / "another.py").touch()
    other = tmp_path / "other.py"
    other.write_text(HEAD + CLAIM)
    message = r"the folder verif beside this file differs from the module verif and hides it; move"
    with pytest.raises(ClaimError, match=message):
        read(other)


def test_a_folder_that_hides_a_module_of_python_is_rejected(tmp_path):
    (tmp_path / "json").mkdir()
    (tmp_path / "json" / "__init__.py").touch()
    path = tmp_path / "file.py"
    path.write_text(HEAD + "from json import dumps\n" + CLAIM)
    message = r"the folder json beside this file .*; move this file to another folder$"
    with pytest.raises(ClaimError, match=message):
        read(path)
