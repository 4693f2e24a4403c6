"""Numbers in CuTe's texts: static, dynamic and unknown numbers, and coordinates such as `1@0`.

    number   = term { "+" term }
    term     = leaf { "@" digits }
    leaf     = [ "_" ] [ "-" ] digits [ suffix ] | "?" [ "{" facts "}" ] | constant | "_" | "*"
             | [ "-" ] digits "E" digits { "E" digits }
    suffix   = "u" | "l" | "ul" | "ll" | "ull" | "lu" | "llu" (also in capital letters)
    constant = ( "Int" | "C" ) "<" digits ">" | "E" "<" list(digits) ">"
    facts    = { "div=" digits | "i8" | "i16" | "i32" | "i64" }

`_` and `*` are read as None. `?` is a number that is known only at run time.
"""

from operator import add
from typing import Any, cast

from spec.basis import E
from spec.named import Name
from spec.reading.scanner import Scanner

NUMBER = r"_?(-?(?:0x[0-9a-fA-F]+|\d+))(?:[uU][lL]{0,2}|[lL]{1,2}[uU]?)?(?![\w.])"
"""A pattern for a number with digits that is not part of an identifier.

In C++, a suffix such as `u` or `UL` is a part of the number.
"""

WRITE = "a number, as 8, _8, Int<8>, ? or 1@0"


def starts_number(scanner: Scanner) -> bool:
    """Whether a number starts at the scanner's position."""
    return scanner.at(NUMBER + r"|\?|-?\d+E\d|(?:Int|C|E)\s*<|cute::C\s*<|_(?!\w)|\*") is not None


def read_number(scanner: Scanner) -> Any:
    """Read the number at this position: an integer, a name, None for `_`, or a coordinate.

    >>> read_number(Scanner("_8", "")), read_number(Scanner("?{div=8}", "")), read_number(
    ...     Scanner("_", "")
    ... )
    (8, Name(name='N1'), None)
    >>> print(read_number(Scanner("1@1@0", "")), read_number(Scanner("E<0,1>{}", "")))
    1@1@0 1@1@0
    """
    start = scanner.spaced()
    value = _read_term(scanner)
    while scanner.at(r"\+\s*_?\d"):
        scanner.expect("+")
        value = scanner.made(start, add, value, _read_term(scanner))
    return value


def _read_term(scanner: Scanner) -> Any:
    start = scanner.spaced()
    value = _read_leaf(scanner)
    path: list[int] = []
    while scanner.accept("@"):
        path.insert(0, scanner.integer("the number of a mode behind @"))
    if not path:
        return value
    if not isinstance(value, int):
        scanner.fail("a coordinate stride with an unknown factor is not supported", position=start)
    return scanner.made(start, scaled, value, tuple(path))


def scaled(n: int, path: tuple[int, ...]) -> Any:
    """The coordinate whose entry at the mode `path` is n, and whose other entries are 0.

    >>> print(scaled(8, (1,)))
    8@1
    """
    return n * cast("int", E(*path))


def _read_leaf(scanner: Scanner) -> Any:
    start = scanner.spaced()
    if scanner.accept("?"):
        return _read_unknown(scanner, start)
    if scanner.match(r"(?:cute::)?(?:Int|C)\s*<"):
        value = scanner.integer("the size, as in Int<8>")
        scanner.expect(">")
        scanner.match(r"\{\s*\}")
        return value
    if scanner.match(r"E\s*<"):
        path = scanner.sequence(scanner.integer, ">")
        scanner.match(r"\{\s*\}")
        return scanner.made(start, lambda: E(*path))
    if scanner.at(r"[_\-]?\d|_-\d"):
        return _read_digits(scanner, start)
    if scanner.match(r"_(?!\w)|\*"):
        return None
    if scanner.at(r"x(?!\w)"):
        scanner.fail(
            "expected a number (compilers print x for a number that they cannot calculate)"
        )
    return scanner.fail("expected a number", WRITE)


def _read_digits(scanner: Scanner, start: int) -> Any:
    fly = scanner.match(r"(-?\d+)((?:E\d{1,3})+)(?![\w.])")
    if fly is not None:
        # FlyDSL prints a coordinate with the outermost mode first.
        path = tuple(int(mode) for mode in fly[2].split("E")[1:])
        return scanner.made(start, scaled, scanner.whole(fly, 1), path)
    found = scanner.match(NUMBER)
    if found is None:
        scanner.fail("expected a number", WRITE, start)
    return int(found[1], 16) if "x" in found[1] else scanner.whole(found, 1)


def _read_unknown(scanner: Scanner, start: int) -> Name:
    divisor, bits = 1, 32
    if scanner.accept("{"):
        while not scanner.accept("}"):
            fact = scanner.match(r"(?:div\s*=\s*(\d+)|i(8|16|32|64))\s*,?")
            if fact is None:
                scanner.fail(
                    "expected the divisor or the width in bits of the unknown number",
                    "?{div=8} or ?{i64 div=8}",
                )
            if fact[1]:
                divisor = max(scanner.whole(fact, 1), 1)
            else:
                bits = int(fact[2])
    return Name(scanner.unknowns.new(start, divisor, bits).name)
