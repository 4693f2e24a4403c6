"""Make mutants of C++ source: small changes of operators, constants, conditions and names.

Mutants are found without a parser, by the style of the headers. An operator has a blank before and
after it, but a bracket of a template does not. The name of a function begins a line.
"""

import re
from collections import Counter
from dataclasses import replace
from itertools import chain

from tests.mutants.changes import Mutant

OPERATORS = {
    " == ": " != ",
    " != ": " == ",
    " <= ": " < ",
    " >= ": " > ",
    " < ": " <= ",
    " && ": " || ",
    " || ": " && ",
    " and ": " or ",
    " or ": " and ",
    " + ": " - ",
    " - ": " + ",
    " * ": " + ",
    " / ": " * ",
    " % ": " / ",
    " ^ ": " | ",
    " & ": " | ",
    " | ": " & ",
}

NAMES = {
    "append": "prepend",
    "prepend": "append",
    "min": "max",
    "max": "min",
    "ceil_div": "shape_div",
    "shiftl": "shiftr",
    "shiftr": "shiftl",
    "any_of": "all_of",
    "all_of": "any_of",
    "coalesce": "flatten",
    "filter": "coalesce",
    "size": "cosize",
    "cosize": "size",
}
"""For each function, the function that a mutant calls instead."""

CONSTANTS = {"Int<0>{}": "Int<1>{}", "Int<1>{}": "Int<2>{}", "_0{}": "_1{}", "_1{}": "_0{}"}

_TOKENS = re.compile(
    r"(?P<operator> (?:[=!<>]=|&&|\|\||and|or|[<+*/%^&|-]) )"
    rf"|(?P<name>\b(?:{'|'.join(NAMES)})(?=\())"
    rf"|(?P<constant>{'|'.join(map(re.escape, CONSTANTS))})"
    r"|(?P<place>\bget<(?P<number>[0-9])>)"
    r"|(?P<condition>\bif constexpr \()"
    r"|(?P<sign>(?<=[(,] )-(?=\w))"
)

_FOR_OTHERS = re.compile(
    r"//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*|\"[^\"\n]*\"|^[ \t]*template[ \t]*<[^\n]*"
    r"|^(?:CUTE_HOST std::ostream|CUTE_HOST_DEVICE void print).*?^}",
    re.DOTALL | re.MULTILINE,
)
"""Text that is not mutated: comments, strings, directives, template heads, print functions."""

_FUNCTION = re.compile(r"^(?:struct |class )?(\w+)(?=\(|$| )", re.MULTILINE)
_CHECK = re.compile(r"^[ \t]*(CUTE_STATIC_ASSERT_V|static_assert)\([^;\n]*\);", re.MULTILINE)


def mutants_of(file, text):
    """Return the mutants of a file's source, in source order."""
    code = _FOR_OTHERS.sub(lambda other: re.sub(r"[^\n]", "\0", other[0]), text)
    lines = text.splitlines()
    same_name = Counter()
    found = []
    for start, end, new, kind in sorted(chain(_of_tokens(code), _of_checks(code, text))):
        number = text.count("\n", 0, start)
        changed = (text[:start] + new + text[end:]).splitlines()
        was, now = lines[number].strip(), changed[number].strip()
        within = (_FUNCTION.findall(code, 0, start) or ["module"])[-1]
        mutant = Mutant(file, within, "", kind, was, now, number + 1, start, end, new)
        same_name[mutant.name] += 1
        found.append(replace(mutant, nth=same_name[mutant.name]))
    return tuple(found)


def _of_tokens(code):
    for token in _TOKENS.finditer(code):
        start, end = token.span()
        match token.lastgroup, token[0]:
            case "operator", old:
                yield start, end, OPERATORS[old], "operator"
            case "name", old:
                yield start, end, NAMES[old], "call"
            case "constant", old:
                yield start, end, CONSTANTS[old], "constant"
            case "condition", _:
                yield end, end, "not ", "condition"
            case "sign", _:
                yield start, end, "", "operator"
            case _:
                number = int(token["number"])
                yield start, end, f"get<{number - 1 if number else 1}>", "constant"


def _of_checks(code, text):
    """Yield, for each static assertion, the change that removes this assertion."""
    for check in _CHECK.finditer(code):
        start = check.start(1)
        assert text[start] in "Cs"
        yield start, check.end(), ";", "check"
