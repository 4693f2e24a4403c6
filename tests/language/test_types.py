"""The type checker rejects ill-typed code with a clear message and accepts the project's code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest

import verif
from verif.language.check import Checker
from verif.language.compile import Program, project
from verif.language.form import (
    Expr,
    Field,
    Function,
    Global,
    Record,
    Ref,
    Refusal,
    RefusedError,
    Variable,
    walk,
)
from verif.language.modules import Modules
from verif.language.types import BOOL, INT, NEVER, UNKNOWN, show

ROOT = Path(verif.__path__[0]).parent

HEAD = """
from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from typing import Any, NamedTuple

from spec.basis import E
from spec.int_tuple import IntTuple, format_int_tuple
from spec.layout import Layout
from spec.modes import Modes, modes_of, total
from verif import assume, accepted, attempt, by, claim, ensure, ensure_equal, lemma, same, witness
from verif.kernel.theory import Lemma


@lemma
def sizes_are_positive(modes: Modes) -> Lemma:
    def shows() -> None:
        ensure("positive", total(modes) >= 1)

    def proof() -> None:
        if modes:
            sizes_are_positive(modes[1:])

    return shows, proof


def twice(n: int) -> int:
    return 2 * n


class Point(NamedTuple):
    x: int
    y: int


"""


@cache
def checker() -> Checker:
    """Return a type checker for the project and for the files that tests write."""
    return Checker(Program(Modules(project().modules.roots)))


def program() -> Program:
    return checker().program


def check(tmp_path: Path, body: str, parameters: str = "alg: Any, A: Layout, n: int") -> None:
    """Check a claim with this body. Raises RefusedError if it is ill-typed."""
    file = tmp_path / f"texts_{len(list(tmp_path.iterdir()))}.py"
    indented = "".join(f"    {line}\n" for line in dedent(body).strip().splitlines())
    file.write_text(f"{HEAD}def text({parameters}) -> None:\n{indented}", encoding="utf-8")
    texts = program()
    module = texts.modules.add(file)
    for name in ("sizes_are_positive", "twice", "text"):
        checker().check(texts.function(Ref(module.name, name)))


@pytest.mark.parametrize(
    "body",
    [
        'ensure("so", A.size >= 1 and not A.rank == 0)',
        'ensure("a condition of a list", bool(modes_of(A)))',
        "if modes_of(A)[1:] or n:\n    return",
        "R = attempt(alg.composition, A, A)\nassume('so', accepted(R))\nensure('so', R.size == n)",
        "by(sizes_are_positive, modes_of(A))",
        'by("V1", A, n)',
        "sizes = tuple(map(twice, (m[0] for m in modes_of(A))))\nensure('so', sizes[0] + 1 == n)",
        "largest = max((s for s, _ in modes_of(A)), default=0)\nwitness(n, largest, n, 0)",
        "for f in (alg.coalesce, alg.complement):\n    ensure_equal('so', f(A, n).size, n)",
        "for name, k in (('one', 1), ('two', 2)):\n    ensure(f'{name} is k', k <= 2)",
        "count = 0\nfor s, d in modes_of(A):\n    count += s * d\nensure('so', count >= 0)",
        "biggest = partial(max, n)\nensure('so', biggest(3) >= 3)",
        "x = n if n > 3 else None\nif x is not None:\n    ensure('so', x > 3)",
        "p = Point(n, 2)\nx, y = p\nensure('so', p.x + p[1] == x + y)",
        "t = alg.flatten(A.shape)\nensure('so', len(t) + sum(t) >= 0 and n in t)",
        "ensure_equal('the sum', reduce(lambda a, b: a + b, (1, n), 0), n + 1)",
        "same('modes', modes_of(A), modes_of(alg.coalesce(A)))",
        "table = {1: n, 2: A.size}\nensure('so', all(table[k] >= k for k in table))",
    ],
)
def test_well_typed_texts_pass(tmp_path: Path, body: str):
    check(tmp_path, body)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('ensure("a pair", (n, n))', "bool is needed here, not tuple[int, int]"),
        ('ensure("a number", n)', "bool is needed here, not int"),
        (
            'ensure("maybe", attempt(alg.compatible, A.shape, A.stride))',
            "bool is needed here, not bool | None",
        ),
        ('assume("a list or not", modes_of(A) and n > 1)', "bool is needed here"),
        ('ensure("not called", twice)', "a function is not a value"),
        ('ensure("a layout", not A)', "Layout is not a condition"),
        ("if (k for k in (1, 2)):\n    return", "an iterator"),
        ("if alg.size:\n    return", "a function is not a value"),
        ("f = (twice, n)\nensure('so', f == f)", "a function is not a value"),
        ("ensure('so', alg.coalesce == alg.size)", "a function is not a value"),
        ("ensure('so', {twice: 1}.get(twice, 2) == n)", "a function is not a value"),
        ("ensure('so', {twice: 1}[twice] == n)", "a function is not a value"),
        ("ensure('so', A.mode == A.mode)", "a function is not a value"),
        ("ensure('so', [alg].count(alg) == 1)", "`alg` is not a value"),
        ("ensure('so', len(n) == 3)", "a sequence is needed here, not int"),
        ("ensure('so', len('abc') == 3)", "a string is not a value"),
        ("raise ValueError(f'{n}'[0] and n)", "str has no entries"),
        ("ensure('so', format_int_tuple(n) == '')", "`format_int_tuple` returns text"),
        ("ensure('so', (n * E(0)).sum == '')", "Any has no field or method `.sum`"),
        ("ensure('so', A.sizes == n)", "Layout has no field or method `.sizes`"),
        ("ensure('so', modes_of(A).depth == n)", "has no field or method `.depth`"),
        ("ensure('so', alg.nothing(A) == n)", "`alg.nothing`"),
        (
            "ensure('so', alg.get(A, 0) == n)",
            "| tuple[IntTuple, ...] is needed here, not Layout",
        ),
        ("ensure('so', total(n) == n)", "tuple[tuple[int, int], ...] is needed here, not int"),
        (
            "ensure('so', total(((1, 2, 3),)) == n)",
            "tuple[int, int] is needed here, not tuple[int, int, int]",
        ),
        ("ensure('so', total(modes_of(A), n) == n)", "`total` takes 1 arguments, but 2 are given"),
        ("ensure('so', total() == n)", "`total` needs an argument `modes`"),
        ("ensure('so', twice(m=n) == n)", "cannot take an argument `m`"),
        ("ensure('so', attempt(twice, A) is None)", "int is needed here, not Layout"),
        (
            "ensure('so', sum(map(twice, (A,))) == n)",
            "-> F is needed here, not (int) -> int",
        ),
        ("ensure('so', n + A == n)", "`+` of int and Layout"),
        ("ensure('so', n + (n,) == n)", "`+` of int and tuple[int]"),
        ("ensure('so', n < (n, n))", "`<` of int and tuple[int, int]"),
        ("ensure('so', [n] == (n,))", "`==` compares list[int] and tuple[int]"),
        ("ensure_equal('so', A.size, None)", "ensure_equal compares int and None"),
        ("same('so', [n], (n,))", "same compares list[int] and tuple[int]"),
        ("ensure('so', n[0] == 1)", "int has no entries"),
        ("ensure('so', n(0) == 1)", "int cannot be called"),
        ("a, b = (n, n, n)\nensure('so', a == b)", "3 values cannot be bound to 2 names"),
        ("for k in n:\n    ensure('so', k > 1)", "a sequence is needed here, not int"),
        ("sizes_are_positive(modes_of(A))", "cite it: `by(sizes_are_positive, ..)`"),
        ("by(twice, n)", "`by` must cite a lemma or a claim"),
        ("by(sizes_are_positive, n)", "tuple[tuple[int, int], ...] is needed here, not int"),
        (
            "cited = sizes_are_positive\nby(cited, modes_of(A))",
            "sizes_are_positive` is not a value",
        ),
        (
            "x = n\nif isinstance(x, Layout):\n    return\nensure('so', x.size == 1)",
            "int has no field or method `.size`",
        ),
        (
            "x = A if n else None\nif x is None:\n    ensure('so', x.size == 1)",
            "None has no field or method",
        ),
    ],
)
def test_ill_typed_texts_are_refused(tmp_path: Path, body: str, message: str):
    with pytest.raises(RefusedError) as refused:
        check(tmp_path, body)
    assert message in str(refused.value)


def test_a_condition_that_is_declared_is_a_truth(tmp_path: Path):
    file = tmp_path / "texts.py"
    file.write_text(f"{HEAD}def size(A: Layout):\n    return A.size\n", encoding="utf-8")
    size = program().function(Ref(program().modules.add(file).name, "size"))
    checker().check(size)
    with pytest.raises(RefusedError, match="bool is needed here, not int"):
        checker().check(size, result=BOOL)


def test_a_module_is_checked_with_the_members_of_its_records(tmp_path: Path):
    file = tmp_path / "texts.py"
    member = "    def wrong(self) -> int:\n        return self.z\n"
    file.write_text(HEAD.replace("    y: int\n", f"    y: int\n\n{member}"), encoding="utf-8")
    with pytest.raises(RefusedError, match=r"Point has no field or method `\.z`"):
        checker().check_module(program().modules.add(file))


def test_strings_are_values_in_messages_alone(tmp_path: Path):
    raises = "if n:\n    raise ValueError(f'{format_int_tuple(A.shape)}')"
    check(tmp_path, raises)
    with pytest.raises(RefusedError, match="returns text"):
        check(tmp_path, f"{raises}\nensure('so', format_int_tuple(n) == '1')")


def test_a_refusal_names_the_line_and_says_what_to_do(tmp_path: Path):
    with pytest.raises(RefusedError) as refused:
        check(tmp_path, "m = n\nensure('so', twice)")
    assert refused.value.refusal == Refusal(
        str(tmp_path / "texts_0.py"),
        HEAD.count("\n") + 3,
        "a function is not a value",
        "call it, or pass it to a function that calls it",
    )


@pytest.mark.parametrize("parameters", ["alg: Any, A: Any, n: Any", "alg, A, n"])
def test_without_annotations_only_code_that_is_always_wrong_is_refused(
    tmp_path: Path, parameters: str
):
    check(tmp_path, "ensure('so', alg.get(A, 0) == A.shape[n] or total(A) > n)", parameters)
    with pytest.raises(RefusedError, match="no field or method"):
        check(tmp_path, "ensure('so', A.nothing == n)", parameters)
    with pytest.raises(RefusedError, match="no field or method"):
        check(tmp_path, "ensure('so', A.sum == 'a text')", parameters)


def test_types_that_are_known_better_than_by_annotations_are_used(tmp_path: Path):
    file = tmp_path / "texts.py"
    file.write_text(f"{HEAD}def text(alg: Any, A: Any) -> None:\n    alg.get(A, 0)\n")
    texts = program()
    text = texts.function(Ref(texts.modules.add(file).name, "text"))
    checker().check(text)
    layout = checker().types.read("Layout", checker().types.module(text.ref))
    with pytest.raises(RefusedError, match="not Layout"):
        checker().check(text, {"A": layout})


def test_annotations_are_read_through_imports_and_aliases():
    types = checker().types
    modes, layout = (types.program.modules.load(name) for name in ("spec.modes", "spec.layout"))
    assert modes is not None
    assert layout is not None
    found = {
        "Modes": (modes, "tuple[tuple[int, int], ...]"),
        "IntTuple": (layout, "int | tuple[IntTuple, ...]"),
        "Layout | None": (layout, "Layout | None"),
        "dict[str, list[bool]]": (layout, "dict[str, list[bool]]"),
        "Callable[[int], bool]": (layout, "(int) -> bool"),
        "Iterator['Layout']": (layout, "iterator[Layout]"),
        "tuple[()]": (layout, "tuple[()]"),
    }
    assert {source: show(types.read(source, module)) for source, (module, _) in found.items()} == {
        source: shown for source, (_, shown) in found.items()
    }


def test_a_type_fits_where_a_value_of_it_may_stand():
    types = checker().types
    module = types.program.modules.load("spec.layout")
    assert module is not None

    def fits(found: str, wanted: str) -> bool:
        return types.fits(types.read(found, module), types.read(wanted, module))

    assert fits("tuple[int, tuple[int, int]]", "IntTuple")
    assert not fits("Layout", "IntTuple")
    assert not fits("tuple[int, None]", "IntTuple")
    assert fits("Layout", "Iterator[Layout]")
    assert not fits("Iterator[int]", "tuple[int, ...]")
    assert fits("int | None", "int")
    assert not fits("bool | None", "bool")
    assert fits("Any", "Layout")
    assert not fits("str", "Any")
    assert not fits("Callable[[int], int]", "Any")
    assert not fits("Callable[[int], int]", "Callable[[int, int], int]")


def test_tests_of_types_narrow():
    types = checker().types
    module = types.program.modules.load("spec.layout")
    assert module is not None
    shape = types.read("IntTuple | None", module)
    assert types.narrowed(shape, ("int",), passes=True) == INT
    assert show(types.narrowed(shape, ("int", "none"), passes=False)) == "tuple[IntTuple, ...]"
    assert types.narrowed(UNKNOWN, ("bool",), passes=True) == BOOL
    assert types.narrowed(UNKNOWN, ("bool",), passes=False) == UNKNOWN
    assert types.narrowed(INT, ("tuple",), passes=True) == NEVER
    assert types.narrowed(INT, ("bool",), passes=True) == BOOL


def modules_below(package: str) -> Iterator[str]:
    """Yield the names of the modules of a package without importing them."""
    for file in sorted((ROOT / package).rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def reached(texts: Program) -> tuple[list[Function], set[Refusal]]:
    """Return the functions that claims and theory can call.

    Also return the reasons why other functions are not compiled.
    """
    pending: list[Ref] = []
    for name in (*modules_below("verif/claims"), *modules_below("verif/theory")):
        module = texts.modules.load(name)
        assert module is not None
        pending += [Ref(name, n) for n, e in module.names.items() if isinstance(e, ast.FunctionDef)]
    functions: list[Function] = []
    records: list[Record] = []
    refusals: set[Refusal] = set()
    fields = {"__init__", "__post_init__", "__call__", "__getitem__", "__iter__", "__len__"}
    seen: set[Ref] = set()
    while pending:
        ref = pending.pop()
        if ref in seen or ref.module == "builtins":
            continue
        seen.add(ref)
        try:
            found = texts.definition(ref)
        except RefusedError as refused:
            refusals.add(refused.refusal)
            continue
        if isinstance(found, Record):
            if not found.error:
                records.append(found)
                pending += [*found.bases, *(members_of(found, fields))]
            continue
        if isinstance(found, Function):
            functions.append(found)
        for e in expressions(found):
            if isinstance(e, Global):
                pending.append(e.ref)
            elif isinstance(e, Field):
                if isinstance(e.of, Variable) and e.of.name == "alg":
                    pending.append(Ref("spec", e.name))
                if e.name not in fields:
                    fields.add(e.name)
                    pending += [ref for each in records for ref in members_of(each, {e.name})]
    return functions, refusals


def members_of(record: Record, names: set[str]) -> list[Ref]:
    """Return the methods and properties of a record whose names are in `names`."""
    own = names & (record.methods | record.properties)
    return [Ref(record.ref.module, f"{record.ref.name}.{name}") for name in sorted(own)]


def expressions(found: Function | Expr | None) -> Iterator[Expr]:
    """Yield all expressions of a constant, or of the body and the defaults of a function."""
    if isinstance(found, Function):
        for each in (found.body, *(p.default for p in found.params)):
            if each is not None:
                yield from walk(each)
    elif found is not None:
        yield from walk(found)


def test_every_text_that_claims_and_theory_reach_is_well_typed():
    texts = program()
    functions, not_compiled = reached(texts)
    assert len(functions) > 1000
    refused: dict[str, str] = {}
    for function in functions:
        try:
            checker().check(function)
        except RefusedError as error:
            # If the compiler rejects a function of `spec`, the checker rejects its callers for the
            # same reason.
            if error.refusal not in not_compiled:
                refused[str(function.ref)] = str(error)
    assert refused == {}
