"""Make mutants: all small changes of a source's operators, constants, conditions and statements.

A mutant has as many lines as the source, so that the other functions keep their line numbers.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from typing import Final

COMPARED: Final = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}

COMPUTED: Final = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "//"),
    ast.Pow: ("**", "*"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "|"),
}

CALLED: Final = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "sorted": "list",
    "reversed": "iter",
    "abs": "+",
}
"""Map the name of a called function to the text that replaces the name in a mutant."""

Change = tuple[int, int, str, str]
"""The start and end byte of the changed code, the new code, and the kind of change."""


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes `start` to `end` of a file, replaced by `new`.

    `within` is the name of the function or class that contains the change. `around` is the source
    of the module-level or class-level statement that contains the change. `was` is the first
    changed line before the change, and `now` is this line after the change. If several mutants of a
    file have the same function and lines, `nth` numbers these mutants.
    """

    file: str
    within: str
    around: str
    kind: str
    was: str
    now: str
    line: int
    start: int
    end: int
    new: str
    nth: int = 1

    @property
    def name(self) -> str:
        """The mutant's name, which stays the same if the line moves within its file."""
        return f"{self.file}: {self.within}: {self.change}"

    @property
    def change(self) -> str:
        """The first changed line, before and after the change.

        If several changes of a function have the same lines, all but the first get a number.
        """
        nth = f" ({self.nth})" if self.nth > 1 else ""
        return f"{self.was} -> {self.now}{nth}"

    @property
    def key(self) -> str:
        """Ten hexadecimal digits of a hash of the name and the enclosing statement."""
        return sha256(f"{self.name}\n{self.around}".encode()).hexdigest()[:10]

    @property
    def module(self) -> str:
        return self.file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")

    def applied(self, text: str) -> str:
        """Return the source of the file with the change."""
        data = text.encode()
        return (data[: self.start] + self.new.encode() + data[self.end :]).decode()


def mutants_of(file: str, text: str) -> tuple[Mutant, ...]:
    """Return the mutants of a file's source, in source order."""
    lines = _Lines(text)
    same_name: Counter[str] = Counter()
    found: list[Mutant] = []
    for place, node in _changeable(ast.parse(text), _Place("", None)):
        for start, end, new, kind in _changes(node, lines):
            mutant = lines.mutant(file, place, kind, start, end, new)
            same_name[mutant.name] += 1
            found.append(replace(mutant, nth=same_name[mutant.name]))
    return tuple(sorted(found, key=lambda mutant: (mutant.start, mutant.end)))


@dataclass(frozen=True)
class _Place:
    """The place of a syntax tree node in its module.

    `within` is the name of the function or class around the node. `around` is the module-level or
    class-level statement that contains the node.
    """

    within: str
    around: ast.stmt | None

    def of(self, child: ast.AST, parent: ast.AST) -> _Place:
        """Return the place of a child node, where `self` is the place of its parent."""
        name, around = self.within, self.around
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            name = f"{name}.{child.name}".lstrip(".")
        if isinstance(parent, ast.Module | ast.ClassDef) and isinstance(child, ast.stmt):
            around = child
        return _Place(name, around)


class _Lines:
    """A source and the byte at which each line starts, because `ast` counts columns in bytes."""

    def __init__(self, text: str) -> None:
        self.data = text.encode()
        self.starts = [0]
        for line in self.data.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Return the first byte of a node, and the byte after the last byte of the node."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin = self.starts[node.lineno - 1] + node.col_offset
        return begin, self.starts[node.end_lineno - 1] + node.end_col_offset

    def between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> tuple[int, int, str]:
        """Return the change that replaces the operator between two operands."""
        start, end = self.span(left)[1], self.span(right)[0]
        spelling = r"\s+".join(map(re.escape, old.split()))
        found = re.search(spelling.encode(), self.data[start:end])
        assert found is not None, old
        return start + found.start(), start + found.end(), new

    def text(self, node: ast.stmt) -> str:
        """Return the source of a statement without its decorators."""
        start, end = self.span(node)
        return self.data[start:end].decode()

    def mutant(self, file: str, place: _Place, kind: str, start: int, end: int, new: str) -> Mutant:
        # Newlines are added so that the mutant has as many lines as the source.
        new += "\n" * (self.data[start:end].count(b"\n") - new.count("\n"))
        number = self.data[:start].count(b"\n")
        changed = self.data[:start] + new.encode() + self.data[end:]
        was, now = (text.splitlines()[number].decode().strip() for text in (self.data, changed))
        assert place.around is not None
        within, around = place.within or "module", self.text(place.around)
        return Mutant(file, within, around, kind, was, now, number + 1, start, end, new)


def _changeable(node: ast.AST, place: _Place) -> Iterator[tuple[_Place, ast.AST]]:
    """Yield the nodes that may be changed, with their places.

    Annotations are not changed, because they do not run. Strings are not changed, because they are
    for people. Parts of f-strings are not changed, because `ast` gives no positions inside them.
    """
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns") or (field != "orelse" and _is_for_types(node)):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _is_for_others(child):
                continue
            inner = place.of(child, node)
            if not _is_for_types(child):
                yield inner, child
            yield from _changeable(child, inner)


def _is_for_types(node: ast.AST) -> bool:
    """Whether the node is an `if TYPE_CHECKING`."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _is_for_others(node: ast.AST) -> bool:
    """Whether the node is an f-string, a type alias or the list of exports."""
    match node:
        case ast.JoinedStr():
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case _:
            return False


def _changes(node: ast.AST, lines: _Lines) -> Iterator[Change]:
    """Yield the changes of a node itself, not of its children."""
    yield from _of_comparisons(node, lines)
    yield from _of_arithmetic(node, lines)
    yield from _of_values(node, lines)
    yield from _of_conditions(node, lines)
    yield from _of_statements(node, lines)


def _of_comparisons(node: ast.AST, lines: _Lines) -> Iterator[Change]:
    match node:
        case ast.Compare(first, operators, others):
            for left, operator, right in zip((first, *others), operators, others, strict=False):
                yield *lines.between(left, right, *COMPARED[type(operator)]), "comparison"
        case ast.BoolOp(operator, values):
            old, new = ("and", "or") if isinstance(operator, ast.And) else ("or", "and")
            for left, right in pairwise(values):
                yield *lines.between(left, right, old, new), "and, or"
        case ast.UnaryOp(ast.Not()):
            # If the operand is in parentheses, the mutant keeps the parentheses.
            start = lines.span(node)[0]
            yield start, start + len("not "), "", "not"
        case _:
            pass


def _of_arithmetic(node: ast.AST, lines: _Lines) -> Iterator[Change]:
    match node:
        case ast.BinOp(left, operator, right) if type(operator) in COMPUTED:
            yield *lines.between(left, right, *COMPUTED[type(operator)]), "arithmetic"
        case ast.AugAssign(target, operator, value) if type(operator) in COMPUTED:
            old, new = COMPUTED[type(operator)]
            yield *lines.between(target, value, f"{old}=", f"{new}="), "arithmetic"
        case ast.UnaryOp(ast.USub() | ast.Invert(), operand):
            yield lines.span(node)[0], lines.span(operand)[0], "", "arithmetic"
        case _:
            pass


def _of_values(node: ast.AST, lines: _Lines) -> Iterator[Change]:
    match node:
        case ast.Constant(bool(value)):
            yield *lines.span(node), str(not value), "constant"
        case ast.Constant(int(value)):
            yield *lines.span(node), str(value + 1), "constant"
            if value > 0:
                yield *lines.span(node), str(value - 1), "constant"
        case ast.Call(ast.Name(name)) if name in CALLED:
            yield *lines.span(node.func), CALLED[name], "call"
        case _:
            pass


def _of_conditions(node: ast.AST, lines: _Lines) -> Iterator[Change]:
    match node:
        case ast.If(test, body):
            yield from _forced(test, lines, "guard" if _leaves(body) else "condition")
        case ast.While(test):
            # The mutant `while True` is left out, because it would only loop for ever.
            yield from _forced(test, lines, "condition", ("False",))
        case ast.comprehension(ifs=tests):
            for test in tests:
                yield from _forced(test, lines, "condition")
        case ast.IfExp(test) | ast.match_case(guard=ast.expr() as test):
            yield from _forced(test, lines, "condition")
        case _:
            pass


def _forced(
    test: ast.expr, lines: _Lines, kind: str, truths: Sequence[str] = ("False", "True")
) -> Iterator[Change]:
    """Yield, for each value in `truths`, the change that replaces the condition by this value."""
    start, end = lines.span(test)
    several = "\n" * lines.data[start:end].count(b"\n")
    for truth in truths:
        # A condition over several lines needs parentheses.
        yield start, end, f"({truth}{several})" if several else truth, kind


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether a branch only returns, raises, continues or breaks."""
    return len(body) == 1 and isinstance(body[0], ast.Return | ast.Raise | ast.Continue | ast.Break)


def _of_statements(node: ast.AST, lines: _Lines) -> Iterator[Change]:
    """Yield the change that removes a statement, or that swaps `break` and `continue`.

    A statement that defines a name is kept.
    """
    match node:
        case ast.Expr(ast.Constant()):
            return
        case ast.Continue():
            new = "break"
        case ast.Break():
            new = "continue"
        case ast.Expr() | ast.Raise() | ast.Delete() | ast.Assert() | ast.AugAssign():
            new = "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            new = "pass"
        case _:
            return
    yield *lines.span(node), new, "statement"
