"""Read MLIR text without knowing its dialects: aliases, operations, and the types of values.

An operation begins a line, such as `%0 = tt.trans %1 ..` or `"tt.trans"(%1) ..`, and continues
until a line begins another operation, an alias or a block, or ends a region. MLIR's parser needs
the dialect of each custom format. This reader needs only the names of values, brackets, and the
separators `:`, `->` and `to` outside of brackets, because all dialects use them in the same way.
The reader drops locations and comments. A text may stop anywhere, and may have other lines around
the IR. The time to read a text is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from verif.audit.brackets import CLOSES, STRING, close, split

MOST_EXPANDED: Final = 1 << 14
"""The largest length of a type's text with expanded aliases. Longer types keep some aliases."""

MOST_NESTED: Final = 64
"""The greatest depth to which nested aliases are expanded."""

_WITH_CARRY: Final = "arith.addui_extended"
"""The one operation of MLIR's arith whose custom format lists the types of its results only."""


@dataclass(frozen=True)
class Value:
    """An operand, with the type and position of its definition.

    `type` is empty if the text has no definition of the value, or if the definition has no result
    type, as in `%1 = arith.addi %0, %0 : i32`. `source` is the number of the operation that defines
    the value, and `result` is the position of the value among the results of that operation.

    An argument of a region has no source. Then `owner` is the number of the operation that has the
    region, and `result` is the position among the arguments of all regions of that operation.
    """

    name: str
    type: str = ""
    source: int | None = None
    result: int = 0
    owner: int | None = None


@dataclass(frozen=True)
class Operation:
    """An operation. Aliases in types are expanded; `attributes` is the text without the types.

    `operand_types` and `result_types` are the types that the operation prints. An operation may
    print fewer types than it has operands and results. The types of the operands of
    `arith.addui_extended` are added, because its custom format prints only the types of results.
    `values` are the operands with their definitions, `arguments` are the arguments of the regions
    of the operation, and `parent` is the number of the enclosing operation.
    """

    line: int
    name: str
    results: tuple[str, ...]
    operands: tuple[str, ...]
    attributes: str
    operand_types: tuple[str, ...]
    result_types: tuple[str, ...]
    values: tuple[Value, ...] = ()
    arguments: tuple[str, ...] = ()
    parent: int | None = None


@dataclass(frozen=True)
class Module:
    """The aliases and the operations of a text, in the order in which they begin.

    If the text is cut off, `cut` names the construct in which the text ends; otherwise `cut` is
    empty. `end` is the last line.
    """

    aliases: Mapping[str, str]
    operations: tuple[Operation, ...]
    cut: str = ""
    end: int = 1

    @property
    def complete(self) -> bool:
        """Whether the text ends outside of all operations and regions."""
        return not self.cut


def read(text: str, first: int = 1) -> Module:
    r"""Read a text whose first line has the number `first`.

    >>> module = read('#a = #ttg.blocked<{order = [0]}>\n%0 = tt.trans %1 : tensor<8xf32, #a>')
    >>> module.operations[0].operand_types
    ('tensor<8xf32, #ttg.blocked<{order = [0]}>>',)
    """
    return _Reader(text, first).module()


def read_all(text: str) -> Iterator[Module]:
    r"""Read the parts of a text, separated by lines `// -----`. Each part has its own aliases.

    >>> len(list(read_all("tt.return\n// -----\ntt.return")))
    2
    """
    first, start = 1, 0
    for found in (*_DIVIDER.finditer(text), None):
        end = found.start() if found is not None else len(text)
        part = text[start:end]
        if part.strip():
            yield read(part, first)
        first += part.count("\n")
        start = end


_DIVIDER: Final = re.compile(r"^// -----", re.MULTILINE)
_SPACE: Final = r"(?:\s|//[^\n]*)*"
_NAME: Final = r"%(?:[\w$.]|-(?!>))+"
_TOKEN: Final = re.compile(
    rf"(\s*)(//[^\n]*|{STRING}|\{{-#|->|=>|[<>=]=|<[\w \t!#.,*?]*>|[()\[\]{{}}<>:,=]"
    rf"|{_NAME}(?:[#:]\d+)?|[^\s\"()\[\]{{}}<>:,=%/-]+|.)"
)
_RESULTS: Final = re.compile(rf"({_NAME}(?::\d+)?(?:\s*,\s*{_NAME}(?::\d+)?)*)\s*=(?!=)\s*")
_ALIAS: Final = re.compile(r"([#!][A-Za-z_][\w$.]*)\s*=(?!=)")
_DOTTED: Final = re.compile(r"[A-Za-z_][\w$]*(?:\.[\w$]+)+$")
_BARE: Final = frozenset({"call", "func", "module", "return"})
"""Names of operations that are printed without their dialect."""
_WITH_REGION: Final = frozenset({"builtin.module", "module"})
"""Operations that always have a region."""

_IN_BRACE: Final = re.compile(
    rf"({_SPACE})(?:([%^]|{STRING}[ \t]*\()|([A-Za-z_][\w$.]*)[ \t]*([=,:}}])?)?"
)
_REFERENCE: Final = re.compile(rf"{STRING}|[#!][A-Za-z_][\w$.]*")


@dataclass
class _Statement:
    """An operation, an alias or the head of a block, while it is read.

    `marks` has the separators and regions outside of brackets, with the number of tokens before
    each. `begin` is the position in the text after the name. `seen` is the number of tokens before
    the latest region. `bound` has the names that the head of the statement defines for its regions.
    `arguments` has all arguments of these regions.
    """

    kind: str
    name: str
    line: int
    begin: int = 0
    number: int = -1
    parent: int | None = None
    results: tuple[str, ...] = ()
    tokens: list[str] = field(default_factory=list[str])
    brackets: list[str] = field(default_factory=list[str])
    marks: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    seen: int = 0
    bound: set[str] = field(default_factory=set[str])
    arguments: list[str] = field(default_factory=list[str])

    def text(self, start: int = 0, end: int | None = None) -> str:
        return "".join(self.tokens[start:end]).strip()

    def last(self, kind: str, after: int = -1) -> int | None:
        """The token number of the last separator of a kind, such as `->`, or None.

        Only separators after token `after` count.
        """
        return next((n for k, n in reversed(self.marks) if k == kind and n > after), None)

    def types(self) -> tuple[int, int, tuple[str, ...], tuple[str, ...]]:
        """Return four results: where the types begin and end, and the types before and after `->`.

        The first two results are token numbers.
        """
        colon, arrow = self.last(":"), self.last("->")
        if arrow is None and colon is not None:
            arrow = self.last("to", colon)
        if colon is None and arrow is None:
            return len(self.tokens), len(self.tokens), (), ()
        start = min(n for n in (colon, arrow) if n is not None)
        last = max(n for n in (colon, arrow) if n is not None)
        ends = (n for k, n in self.marks if k in ("{", "attributes") and n > last)
        end = min(ends, default=len(self.tokens))
        if arrow is None:
            return start, end, self._listed(start, end), ()
        if colon is None:
            return start, end, (), self._listed(start, end)
        if arrow > colon:
            return start, end, self._listed(colon, arrow), self._listed(arrow, end)
        # In `scf.for .. -> (T) : i32 {`, the last type is the type of the counter.
        return start, end, self._listed(colon, end), self._listed(arrow, colon)

    def _listed(self, start: int, end: int) -> tuple[str, ...]:
        found = split(self.text(start + 1, end))
        if len(found) == 1 and found[0].startswith("(") and found[0].endswith(")"):
            return split(found[0][1:-1])
        return found


class _Definition(NamedTuple):
    """The definition of a name. The name stands for an argument or for results of an operation.

    `types` has the type of each value of this name, and `first` is the position of the first of
    these values. `Value` explains `source` and `owner`.
    """

    types: tuple[str, ...]
    source: int | None
    first: int
    owner: int | None


class _Read(NamedTuple):
    """An operation before the aliases in its types are expanded."""

    statement: _Statement
    head: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    values: list[tuple[str, str, int | None, int, int | None]]


class _Reader:
    """Read one text, token by token."""

    def __init__(self, text: str, first: int) -> None:
        self._text = text
        self._position = 0
        self._line = first
        self._statement: _Statement | None = None
        self._owners: list[_Statement] = []
        self._known: dict[str, list[_Definition]] = {}
        self._defined: list[list[str]] = [[]]
        """The names that each open region defines."""
        self._aliases: dict[str, str] = {}
        self._expansions: dict[str, str] = {}
        self._operations: list[_Read | None] = []
        self._fresh = True
        self._skipping = ""
        """The construct that is being skipped, such as "the location of line 3", or empty."""

    def module(self) -> Module:
        """Read the text to its end."""
        self._read()
        cut, end = self._inside(), self._line
        if cut and self._ends_in_last_operation():
            # The type of an operation that is cut off must not be compared with complete types.
            self._statement = None
        while self._owners:
            self._end_region()
        self._finish()
        operations = tuple(self._expanded(op) for op in self._operations if op is not None)
        if not cut and self._aliases and not operations:
            cut = "the text ends before the first operation"
        return Module(self._aliases, operations, cut, end)

    def _ends_in_last_operation(self) -> bool:
        statement = self._statement
        if statement is None or statement.number < len(self._operations) - 1:
            return False
        return bool(statement.brackets) or not self._text.endswith("\n")

    def _inside(self) -> str:
        """Name the construct in which the text ends; empty if the text is complete."""
        statement = self._statement
        # If nothing follows the name of an alias or of an operation with results, the text is cut
        # off: an alias needs a value, and the operation needs operands, attributes or types.
        is_begun = statement is not None and (statement.kind == "alias" or statement.results)
        if statement is not None and (
            statement.brackets
            or (is_begun and not self._text[statement.begin :].strip())
            or (_needs_region(statement) and not _has_region(statement))
        ):
            return _ends_inside(statement)
        if self._skipping:
            return f"the text ends inside of {self._skipping}"
        return _ends_inside(self._owners[-1]) if self._owners else ""

    def _tokens(self) -> Iterator[tuple[str, str]]:
        """The tokens, each with the space before it, without comments, locations and resources."""
        text, match, end = self._text, _TOKEN.match, len(self._text)
        skipped = 0
        while (found := match(text, self._position)) is not None:
            space, token = found[1], found[2]
            self._position = found.end()
            if space and (lines := space.count("\n")):
                self._line += lines
                self._fresh = True
            if token == "{-#":
                closed = text.find("#-}", self._position)
                self._skipping = "" if closed >= 0 else f"the resources of line {self._line}"
                closed = end if closed < 0 else closed + 3
                self._line += text.count("\n", self._position, closed)
                self._position = closed
            elif skipped:
                skipped += (token == "(") - (token == ")")
                self._skipping = self._skipping if skipped else ""
            elif token == "loc" and text.startswith("(", self._position):
                self._position += 1
                skipped = 1
                self._skipping = f"the location of line {self._line}"
            elif not token.startswith("//"):
                yield space, token

    def _read(self) -> None:
        for space, token in self._tokens():
            statement = self._statement
            # If the only open bracket is `<`, it may be a less-than sign, and a new statement may
            # begin here.
            if self._fresh and (statement is None or statement.brackets in ([], ["<"])):
                self._fresh = False
                if self._start(token):
                    continue
            self._fresh = False
            if token == "{" and self._begins_region():
                self._begin_region()
            elif token == "}" and self._ends_region():
                self._end_region()
            elif statement is not None:
                self._take(statement, space, token)

    def _start(self, token: str) -> bool:
        """Begin a statement at a line's first token. Return whether a statement begins there."""
        text, position = self._text, self._position
        start, results = position - len(token), tuple[str, ...]()
        if token[0] in "#!" and (alias := _ALIAS.match(text, start)) is not None:
            self._begin("alias", alias[1], alias.end())
            return True
        if token[0] == "^" and self._owners:
            self._begin("block", token, position)
            return True
        if token[0] == "%":
            found = _RESULTS.match(text, start)
            named = _TOKEN.match(text, found.end()) if found is not None else None
            if found is None or named is None:
                return False
            results = tuple(one.strip() for one in found[1].split(","))
            token, position = named[2], named.end()
        elif token[0] == '"':
            if not text.startswith("(", position):
                return False
        elif token not in _BARE and _DOTTED.match(token) is None:
            return False
        self._begin("operation", token.strip('"'), position, results)
        return True

    def _begin(self, kind: str, name: str, position: int, results: tuple[str, ...] = ()) -> None:
        self._finish()
        self._position = position
        self._statement = _Statement(kind, name, self._line, position, results=results)
        if kind == "operation":
            self._statement.number = len(self._operations)
            self._statement.parent = self._owners[-1].number if self._owners else None
            self._operations.append(None)

    def _take(self, statement: _Statement, space: str, token: str) -> None:
        """Add a token to a statement."""
        outside = not statement.brackets
        if outside and token in (":", "->", "to", "attributes"):
            if statement.kind == "block" and token == ":":
                self._define_arguments(statement)
                self._statement, self._fresh = None, True
                return
            statement.marks.append((token, len(statement.tokens)))
        statement.tokens.append(f" {token}" if space else token)
        if token in "([{<":
            statement.brackets.append(token)
        elif token in CLOSES:
            close(statement.brackets, token)

    def _begins_region(self) -> bool:
        """Whether an opening brace opens a region, and not a dictionary of attributes."""
        statement = self._statement
        if statement is None or statement.kind != "operation":
            return False
        if statement.brackets and statement.brackets[-1] in "<[{":
            return False
        found = _IN_BRACE.match(self._text, self._position)
        assert found is not None
        space, begins, word, after = found.groups()
        if begins:
            return True
        if word is None:
            return "\n" in space and self._text.startswith("}", found.end())
        if after in ("=", ",", ":") or (after == "}" and "\n" not in space):
            return False
        return word in _BARE or "." in word

    def _begin_region(self) -> None:
        statement = self._statement
        assert statement is not None
        if not statement.brackets:
            statement.marks.append(("{", len(statement.tokens)))
        self._owners.append(statement)
        self._defined.append([])
        self._define_arguments(statement)
        self._statement, self._fresh = None, True

    def _ends_region(self) -> bool:
        """Whether a closing brace ends the enclosing region, and does not belong to a statement."""
        if not self._owners:
            return False
        brackets = self._statement.brackets if self._statement is not None else []
        while brackets and brackets[-1] == "<":
            brackets.pop()
        return not brackets or brackets[-1] != "{"

    def _end_region(self) -> None:
        self._finish()
        for name in self._defined.pop():
            self._known[name].pop()
        self._statement = self._owners.pop()

    def _define_arguments(self, statement: _Statement) -> None:
        """Define the new region's arguments: `%a: T` or `%a = %b` in the head of `statement`."""
        tokens = statement.tokens[statement.seen :]
        statement.seen = len(statement.tokens)
        pairs = list[tuple[str, str]]()
        for k, token in enumerate(tokens[:-2]):
            name, then, other = token.strip(), tokens[k + 1].strip(), tokens[k + 2].strip()
            if name.startswith("%") and then == ":":
                self._define_argument(statement, name, _first_type(tokens, k + 2))
            elif name.startswith("%") and then == "=" and other.startswith("%"):
                pairs.append((name, other))
        if not pairs or statement.kind != "operation":
            return
        # In `scf.for %i = %0 to %1 iter_args(%a = %b) -> (T)`, T is the type of %a, not of %i.
        types = statement.types()[3]
        found = [self._defined_as(initial)[0] for _, initial in pairs]
        found = [*found[: max(0, len(found) - len(types))], *types[-len(found) :]]
        for (name, _), kind in zip(pairs, found, strict=False):
            self._define_argument(statement, name, kind)

    def _define_argument(self, statement: _Statement, name: str, kind: str) -> None:
        statement.bound.add(name)
        owner = self._owners[-1] if self._owners else statement
        self._define(name, _Definition((kind,), None, len(owner.arguments), owner.number))
        owner.arguments.append(name)

    def _define(self, name: str, definition: _Definition) -> None:
        self._known.setdefault(name, []).append(definition)
        self._defined[-1].append(name)

    def _defined_as(self, name: str) -> tuple[str, int | None, int, int | None]:
        """The fields of `Value` for a name, with aliases in the type not yet expanded."""
        base, _, number = name.partition("#")
        known = self._known.get(base)
        if not known:
            return "", None, 0, None
        types, source, start, owner = known[-1]
        k = int(number) if 0 < len(number) < 9 else 0
        return types[k] if k < len(types) else "", source, start + k, owner

    def _finish(self) -> None:
        """Complete the statement, if there is one, and define its results."""
        statement, self._statement = self._statement, None
        if statement is None:
            return
        if statement.kind == "alias":
            if meant := statement.text():
                self._aliases.setdefault(statement.name, meant)
            return
        if statement.kind != "operation":
            return
        start, end, before, after = statement.types()
        names = tuple(
            token.strip()
            for token in (*statement.tokens[:start], *statement.tokens[end:])
            if token.lstrip().startswith("%") and token.strip() not in statement.bound
        )
        if statement.results and not names and not after:
            # Without operands, the type can only belong to the result.
            before, after = (), before
        if statement.name == _WITH_CARRY and len(before) == 2 and not after:
            # The first result is the sum, which has the type of the operands. The second result is
            # the carry.
            before, after = (before[0],) * len(names), before
        head = f"{statement.text(0, start)} {statement.text(end)}".strip()
        values = [(name, *self._defined_as(name)) for name in names]
        self._operations[statement.number] = _Read(statement, head, before, after, values)
        place = 0
        for result in statement.results:
            name, _, count = result.partition(":")
            size = int(count) if 0 < len(count) < 9 else 1
            types = after[place : place + size]
            self._define(name, _Definition(types, statement.number, place, None))
            place += size

    def _expanded(self, read: _Read) -> Operation:
        """The operation, with the aliases in its types expanded."""
        statement, expand = read.statement, self._expand
        return Operation(
            statement.line,
            statement.name,
            statement.results,
            tuple(value[0] for value in read.values),
            read.head,
            tuple(map(expand, read.before)),
            tuple(map(expand, read.after)),
            tuple(
                Value(name, expand(kind) if kind else kind, source, result, owner)
                for name, kind, source, result, owner in read.values
            ),
            tuple(statement.arguments),
            statement.parent,
        )

    def _expand(self, text: str, inside: tuple[str, ...] = ()) -> str:
        if not self._aliases or ("#" not in text and "!" not in text):
            return text
        if text not in self._expansions:
            self._expansions[text] = self._expand_anew(text, inside)
        return self._expansions[text]

    def _expand_anew(self, text: str, inside: tuple[str, ...]) -> str:
        length = len(text)

        def expand(found: re.Match[str]) -> str:
            nonlocal length
            name = found[0]
            if name not in self._aliases or name in inside or len(inside) >= MOST_NESTED:
                return name
            meant = self._expand(self._aliases[name], (*inside, name))
            length += len(meant)
            return meant if length <= MOST_EXPANDED else name

        return _REFERENCE.sub(expand, text)


def _needs_region(statement: _Statement) -> bool:
    """Whether the operation must have a region, as modules and public functions must."""
    if statement.name == "func.func":
        return statement.text(0, 1) not in ("private", "nested")
    return statement.name in _WITH_REGION


def _has_region(statement: _Statement) -> bool:
    """Whether a region of the operation has begun, even if no token of the region was read yet."""
    return bool(statement.seen) or statement.last("{") is not None


def _ends_inside(statement: _Statement) -> str:
    kind = "alias" if statement.kind == "alias" else "operation"
    begin = f"which begins in line {statement.line}"
    return f"the text ends inside of the {kind} {statement.name}, {begin}"


def _first_type(tokens: Sequence[str], start: int) -> str:
    """The type that begins at a token.

    The type ends before a `%`, or before a `,`, `)`, `=` or `{` outside the type's own brackets.
    """
    brackets = list[str]()
    for end in range(start, len(tokens)):
        token = tokens[end].strip()
        if token.startswith("%") or (not brackets and token in (",", ")", "=", "{")):
            return "".join(tokens[start:end]).strip()
        if token in ("(", "[", "{", "<"):
            brackets.append(token)
        elif token in CLOSES:
            close(brackets, token)
    return "".join(tokens[start:]).strip()
