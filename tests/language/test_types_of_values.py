"""The types of expressions agree with the values that Python computes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.language.test_types import checker
from verif.language.form import Ref
from verif.language.types import Basic, Fixed, Made, Sequence, Type, show

HEAD = """
from functools import reduce
from itertools import (
    accumulate, chain, combinations, islice, pairwise, permutations, product, repeat, starmap,
    takewhile, zip_longest,
)
from math import gcd, isqrt, lcm, prod
from typing import NamedTuple

from spec.layout import Layout
from spec.modes import modes_of


class Point(NamedTuple):
    x: int
    y: int


"""

EXPRESSIONS = (
    *("3 + True", "7 // 2 * -1", "(1, 2) + (3,)", "[1] + [2]", "(1, 2) * 2", "1 < 2 and not 3"),
    *("(1, 2) < (1, 3)", "1 in (1, 2)", "6 & 3", "True ^ False", "None if 1 > 2 else 3"),
    *(
        "(1, 2, 3)[1:]",
        "(1, (2, 3))[1]",
        "[1, 2][-1]",
        "{1: (2,)}[1]",
        "{1: 2}.get(3)",
        "3 or (1,)",
    ),
    *("len((1, 2))", "abs(-3)", "sum((True, 2))", "divmod(7, 2)", "pow(2, 5, 7)", "int(True)"),
    *("bool((1,))", "all((True, False))", "any(x > 1 for x in (1, 2))", "range(3)", "max(1, 2)"),
    *("max((1, 2), key=lambda x: -x)", "min((), default=None)", "sorted((3, 1))", "gcd(4, 6)"),
    *("tuple(zip((1, 2), ((3,), (4,))))", "tuple(enumerate(((1,),)))", "lcm(4, 6)", "isqrt(17)"),
    *("tuple(map(lambda x: (x, x), (1, 2)))", "tuple(map(lambda x, y: x < y, (1,), (2,)))"),
    *("list(x + 1 for x in (1, 2) if x > 1)", "[(x, y) for x in (1,) for y in (2, 3)]"),
    *("tuple(reversed((1, 2)))", "tuple(filter(lambda x: x > 1, (1, 2)))", "prod((2, 3))"),
    *(
        "tuple(accumulate((1, 2)))",
        "tuple(accumulate((1, 2), func=lambda x, y: x))",
        "tuple(chain((1,), (2, 3)))",
        "tuple(pairwise((1, 2, 3)))",
    ),
    *("tuple(product((1, 2), (True,)))", "tuple(repeat((1,), 2))", "tuple(islice((1, 2), 0, 1))"),
    *("reduce(lambda x, y: x + y, (1, 2), 0)", "tuple(starmap(lambda x, y: x, ((1, 2),)))"),
    *("tuple(takewhile(lambda x: x > 1, (2, 1)))", "tuple(permutations((1, 2)))"),
    *("tuple(combinations((1, 2, 3), 2))", "tuple(zip_longest((1,), (2, 3)))", "(lambda x: x)(3)"),
    *("(3).bit_length()", "(1, 2).index(2)", "tuple({1: (2,)}.items())", "tuple(Point(1, 2))"),
    *(
        "Point(1, 2)",
        "Point(1, 2).x",
        "Point(1, 2)[1]",
        "Layout(4, 2).shape",
        "Layout(4, 2).mode(0)",
    ),
    *("modes_of(Layout((2, 3)))", "tuple(Layout((2, 3)))", "Layout((2, 3))[0]", "Layout(8)(3)"),
)

BASIC: dict[str, type] = {"int": int, "bool": bool, "None": type(None), "Any": object}
KINDS: dict[str, Any] = {"tuple": tuple, "list": list, "sequence": (tuple, list, range)}


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_the_value_of_an_expression_belongs_to_its_type(tmp_path: Path, expression: str):
    text = f"{HEAD}VALUE = {expression}\n"
    file = tmp_path / "texts.py"
    file.write_text(text, encoding="utf-8")
    module = checker().program.modules.add(file)
    found = checker().meaning(Ref(module.name, "VALUE"))
    names: dict[str, Any] = {"__name__": "texts"}
    exec(compile(text, "texts.py", "exec"), names)
    assert belongs(names["VALUE"], found), (names["VALUE"], show(found))


def belongs(value: Any, t: Type) -> bool:
    """Whether a Python value belongs to a type."""
    match t:
        case Basic(name):
            return isinstance(value, BASIC[name])
        case Fixed(items, kind):
            fits = isinstance(value, KINDS[kind]) and len(value) == len(items)
            return fits and all(map(belongs, value, items))
        case Sequence(of, kind):
            return isinstance(value, KINDS[kind]) and all(belongs(each, of) for each in value)
        case Made(ref):
            return type(value).__name__ == ref.last
        case _:
            return any(belongs(value, option) for option in checker().types.options(t))
