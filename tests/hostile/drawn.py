"""Random hostile inputs: almost valid expressions, XLA shapes and claims files."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from verif.operations.table import SPELLED
from verif.questions.question import QUESTIONS

NUMBERS: Final = (0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 24, 36, 64, 128, 1000)
HUGE: Final = (2**31, 2**32 - 1, 2**63, 2**64, 10**30, 10**400)

ODD: Final = (
    *("", " ", "\t", "\n", "\r\n", "\0", "\x1b[31m", "-", "--", "--help", "_", "*", "'", '"', "\\"),
    *(
        "(",
        ")",
        "((",
        "))",
        ":",
        "::",
        ",",
        ",,",
        "o",
        "^",
        "{",
        "}",
        "[",
        "]",
        "%s",
        "{0}",
        "<",
        "@",
    ),
    *(
        "١٢",
        "²",
        "½",
        "\uff08",
        "\uff09",
        "\uff1a",
        "\u202e",
        "\ud800",
        "😀",
        "é",
        "1e9",
        "0x10",
        "1_000",
        "+1",
    ),
    *("nan", "None", "True", "__import__('os')", "${HOME}", "../..", "/dev/zero", "Sw<3,0,3>"),
)

XLA_CALLS: Final = (
    *("{}", "as_layout({})", "as_xla_shape({})", "linear_index({}, {})", "physical_shape({})"),
    *("padded_shape({})", "physical_order({})", "size_bytes({})", "size({})", "tpu_format({})"),
)

TYPES: Final = ("f32", "s8", "bf16", "pred", "u4", "f8e4m3fn", "token", "x32", "")


def _number(draw: Random) -> str:
    if draw.random() < 0.03:
        return str(draw.choice(HUGE))
    sign = "-" if draw.random() < 0.05 else ""
    return f"{sign}{draw.choice(NUMBERS)}"


def _int_tuple(draw: Random, depth: int = 3) -> str:
    if depth == 0 or draw.random() < 0.5:
        return _number(draw)
    parts = (_int_tuple(draw, depth - 1) for _ in range(draw.randrange(4)))
    return f"({','.join(parts)})"


def _layout(draw: Random) -> str:
    shape = _int_tuple(draw)
    if draw.random() < 0.15:
        return f"Sw<{_number(draw)},{_number(draw)},{_number(draw)}> o {shape}:{_int_tuple(draw)}"
    # Usually the stride is congruent to the shape, because other strides are rejected early.
    stride = "".join(_number(draw) if part.isdigit() else part for part in _split(shape))
    return f"{shape}:{stride if draw.random() < 0.8 else _int_tuple(draw)}"


def _split(text: str) -> list[str]:
    for mark in "(),-":
        text = text.replace(mark, f" {mark} ")
    return text.split()


def _calls(names: tuple[str, ...]) -> Callable[[Random, int], str]:
    def drawn(draw: Random, depth: int = 2) -> str:
        if depth == 0 or draw.random() < 0.2:
            return draw.choice((_layout, _int_tuple, _layout))(draw)
        arguments = (drawn(draw, depth - 1) for _ in range(draw.choice((0, 1, 1, 2, 2, 3))))
        return f"{draw.choice(names)}({', '.join(arguments)})"

    return drawn


OPERATIONS: Final = tuple(SPELLED)


def expression(draw: Random) -> str:
    """Return an almost valid expression for `eval`."""
    return spoilt(draw, _calls(OPERATIONS)(draw, draw.randrange(4)))


def question(draw: Random) -> str:
    """Return an almost valid question for `check`."""
    arguments = (
        _calls(OPERATIONS)(draw, draw.choice((0, 0, 0, 1))) for _ in range(draw.randrange(1, 3))
    )
    return spoilt(draw, f"{draw.choice(tuple(QUESTIONS))}({', '.join(arguments)})")


def xla_shape(draw: Random) -> str:
    """Return an almost valid XLA shape with its layout."""

    def numbers(most: int) -> str:
        return ",".join(_number(draw) for _ in range(draw.randrange(most)))

    order = ",".join(map(str, draw.sample(range(4), draw.randrange(5))))
    tiles = "".join(f"({numbers(4)})" for _ in range(draw.randrange(3)))
    rest = draw.choice(("", "", f"E({_number(draw)})", f"S({_number(draw)})", "D(D,C)", "M(1024)"))
    tiled = f":T{tiles}{rest}" if tiles or rest else ""
    layout = f"{{{order}{tiled}}}" if draw.random() < 0.8 else ""
    return spoilt(draw, f"{draw.choice(TYPES)}[{numbers(5)}]{layout}")


def xla_expression(draw: Random) -> str:
    """Return an almost valid expression of an XLA shape."""
    return draw.choice(XLA_CALLS).format(xla_shape(draw), _int_tuple(draw))


def spoilt(draw: Random, text: str) -> str:
    """Return the text, often damaged: cut, repeated, nested, or with odd characters inserted."""
    fate = draw.random()
    if fate < 0.55:
        return text
    at = draw.randrange(len(text) + 1)
    if fate < 0.8:
        return text[:at] + draw.choice(ODD) + text[at:]
    if fate < 0.9:
        return text[:at] + text[at + draw.randrange(1, 4) :]
    if fate < 0.96:
        return text[:at]
    if fate < 0.98:
        return f"{'(' * 2000}{text}{')' * 2000}"
    return text * draw.choice((2, 50))


ATOMS: Final = (
    *("A", "B", "i", "x", "A.size", "A.shape", "A.stride", "A.rank", "A(i)", "B(i)", "None"),
    *("0", "1", "-1", "2**70", "True", "()", "[]", "{}", "A[0]", "(i, x)", "[i]", "range(i)"),
)
DENIED: Final = (
    *("alg", "'a'", "1.5", "A.modes", "alg.composition", "{i: x}", "{i}", "len", "type", "print"),
    *("open", "open('left', 'w')", "f'{i}'", "...", "y", "__name__", "A.__class__"),
)
"""Expressions that the language rejects, or accepts only in some places."""

FORMS: Final = (
    *("{} + {}", "{} - {}", "{} * {}", "{} // {}", "{} % {}", "{} ** {}", "{} << {}", "{} & {}"),
    *("{} == {}", "{} <= {}", "{} is {}", "{} in {}", "{} and {}", "not {} or {}", "({}, {})"),
    *("{}({})", "{}[{}]", "{} if {} else 0", "alg.coalesce({}, {})", "alg.composition({}, {})"),
    *("alg.coalesce({})", "alg.size({})", "len({})", "{} == {}", "{} < {}", "{} != {}"),
    *("max({}, {})", "sum([{}, {}])", "sorted(({}, {}))", "divmod({}, {})", "attempt({}, {})"),
    *("(lambda y: {})({})", "[{} for y in {}]", "(y := {}) + {}", "by({}, {})", "{} @ {}"),
)
LINES: Final = (
    *("ensure('c', {})", "assume('h', {})", "ensure_equal('e', {}, {})", "y = {}", "if {}: return"),
    *("for y in {}: ensure('c', y == {})", "def g(z={}): return z == {}", "return"),
    "try:\n        {}\n    except ValueError: return",
)
REFUSED: Final = (
    *("while {}: pass", "del i", "raise ValueError", "assert {}", "global A", "import os"),
    *("yield {}", "with {}: pass", "class C: pass", "match {}:\n        case {}: pass"),
    *("open('left', 'w')", "A.shape = {}", "y.append({})"),
)
TOP_LEVEL: Final = (
    *("N = 3", "def h(n: int) -> int:\n    return n + 1", "N: int = 2 ** 64", "M = N = 3"),
    *("import os", "from os import system", "print('read')", "while True: pass", "N, M = 1, 2"),
    *("open('left', 'w')", "N = open('left', 'w')", "__import__('os').system('touch left')"),
    *("class C:\n    open('left', 'w')", "@open\ndef left(): ...", "if True:\n    N = 1"),
    *("def h(n=open('left', 'w')): ...", "def h(n: open('left', 'w')): ...", "raise SystemExit"),
    *("from left import *", "from . import left", "class N(NamedTuple):\n    n: int", "N = [*N]"),
)
"""Statements at the top level, which Python would run if it imported the file."""

DOMAINS: Final = (
    *(
        "Layouts()",
        "Layouts(strides='positive')",
        "Integers()",
        "Integers(-3)",
        "Index('A')",
    ),
    *(
        "Among(('a', 'b'))",
        "Shapes(profiles=((0,),))",
        "Layouts(profiles=((0,(0,0)),))",
        "Index('x')",
    ),
    *("3", "None", "Layouts", "Integers('a')", "Layouts(profiles=())", "Integers(5, -3)"),
)
PLAIN: Final = {"A": "Layouts()", "B": "Layouts()", "i": "Index('A')", "x": "Integers()"}
"""A valid domain for each parameter; for example, `i` is an index of the layout `A`."""

HEAD: Final = """from __future__ import annotations
from verif import Index, Integers, Layouts, Shapes, assume, attempt, by, claim, ensure
from verif import ensure_equal
from verif.readings.numbers import Among
"""


def claims_file(draw: Random) -> str:
    """Return an almost valid claims file."""
    names = ("A", "B", "i", "x")[: draw.randrange(1, 5)]
    atoms = [each for each in ATOMS if {*re.findall(r"\b[ABix]\b", each)} <= {*names}]

    def filled(form: str, depth: int) -> str:
        parts = form.split("{}")
        texts = [
            _seldom(draw, DENIED, atoms)
            if depth == 0
            else filled(draw.choice((*FORMS, "{}")), depth - 1)
            for _ in parts[1:]
        ]
        return "".join(a + b for a, b in zip(parts, (*texts, ""), strict=True)) if texts else form

    domains = "".join(f", {name}={_seldom(draw, DOMAINS, (PLAIN[name],))}" for name in names)
    lines = [
        filled(_seldom(draw, REFUSED, LINES), draw.randrange(3))
        for _ in range(draw.randrange(1, 4))
    ]
    body = "\n    ".join((*lines, "ensure('last', True)"))
    parameters = ", ".join(("alg", *names))
    statement = draw.choice(TOP_LEVEL) if draw.random() < 0.2 else ""
    text = (
        f"{HEAD}{statement}\n@claim('X', 't', source=''{domains})\n"
        f"def text({parameters}):\n    {body}\n"
    )
    return spoilt(draw, text) if draw.random() < 0.2 else text


def _seldom(draw: Random, odd: Sequence[str], usual: Sequence[str]) -> str:
    return draw.choice(odd if draw.random() < 0.05 else usual)
