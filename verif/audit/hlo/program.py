"""A reader of HLO's text: modules, computations and instructions.

    module      = "HloModule" name { "," attribute } computation ..
    computation = [ "ENTRY" ] [ "%" ] name [ "(" .. ")" "->" shape ] "{" instruction .. "}"
    instruction = [ "ROOT" ] [ "%" ] name "=" shape opcode "(" operands ")" { "," attribute }
    operand     = [ shape ] [ "%" ] name
    attribute   = key "=" value

An instruction may have several lines. A pasted text may have instructions without a computation.
Each string, comment or bracket is skipped as a whole, so names in strings are ignored. Each
computation has a separate scope of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from typing import Final

from verif.audit.brackets import split
from verif.audit.hlo.shapes import (
    Array,
    Shape,
    UnreadError,
    arrays_of,
    closing,
    read_shape,
    without_comments,
)

_STARTS: Final = frozenset(
    {
        "all-gather-start",
        "all-reduce-start",
        "async-start",
        "collective-permute-start",
        "copy-start",
    }
)
"""XLA's own operations whose names end in `-start`."""

PASSING: Final = frozenset({"add-dependency", "domain", "opt-barrier", "optimization-barrier"})
"""Operations whose result is their first operand. They move no byte."""


@dataclass(frozen=True, eq=False)
class Instruction:
    """One instruction as text. Its shape, operands and attributes are parsed on demand."""

    line: int
    name: str
    is_root: bool
    shape_text: str
    opcode: str
    operands_text: str
    attributes_text: str

    @cached_property
    def shape(self) -> Shape:
        """The shape of the result. Raises UnreadError if `shape_text` is not understood."""
        return read_shape(self.shape_text)

    @property
    def arrays(self) -> tuple[Array, ...]:
        """The arrays of the result; empty if `shape_text` is not understood."""
        try:
            return arrays_of(self.shape)
        except UnreadError:
            return ()

    @cached_property
    def started(self) -> Instruction | None:
        """The operation that `fusion-start` and the like start, or None for all other operations.

        `((A), B, C) fusion-start(..), ..` is a short form of `async-start` with a computation that
        contains only the instruction `B fusion(..), ..`.
        """
        opcode = self.opcode.removesuffix("-start")
        if opcode == self.opcode or self.opcode in _STARTS:
            return None
        text = without_comments(self.shape_text).strip()
        parts = split(text[1:-1]) if text.startswith("(") else ()
        # An empty text is not a shape, so reading the shape raises an UnreadError.
        return replace(self, opcode=opcode, shape_text=parts[1] if len(parts) > 1 else "")

    @cached_property
    def operands(self) -> tuple[str, ...]:
        """The names of the operands, or the number of a parameter, or the value of a constant."""
        if self.opcode == "constant":
            return (self.operands_text.strip(),)
        parts = split(self.operands_text)
        return tuple(without_comments(p).split()[-1].lstrip("%") for p in parts if p)

    @cached_property
    def operand_shapes(self) -> tuple[str, ...]:
        """The shape that older XLA prints before each operand's name; "" if no shape is printed."""
        parts = [without_comments(p).strip() for p in split(self.operands_text)]
        return tuple(p[: p.rfind(" ")].strip() if " " in p else "" for p in parts)

    @cached_property
    def attributes(self) -> dict[str, str]:
        """The values of the attributes, as written."""
        parts = (part.partition("=") for part in split(self.attributes_text) if part)
        return {key.strip(): value.strip() for key, _, value in parts}

    def integers(self, key: str) -> tuple[int, ...]:
        """The integers of an attribute such as `dimensions={1,0}`; empty without the attribute."""
        return tuple(map(int, re.findall(r"-?\d+", self.attributes.get(key, ""))))

    def called(self, key: str) -> str:
        """The name of the computation that an attribute names."""
        return self.attributes.get(key, "").lstrip("%")


@dataclass(eq=False)
class Computation:
    """A computation: its instructions by name, in order."""

    name: str
    line: int
    is_entry: bool = False
    instructions: dict[str, Instruction] = field(default_factory=dict[str, Instruction])

    @cached_property
    def root(self) -> Instruction | None:
        """The instruction marked ROOT, or the last instruction if none is marked."""
        marked = (i for i in self.instructions.values() if i.is_root)
        return next(marked, next(reversed(self.instructions.values()), None))

    @cached_property
    def parameters(self) -> dict[int, Instruction]:
        """The parameters by number."""
        return {
            int(i.operands_text): i
            for i in self.instructions.values()
            if i.opcode == "parameter" and i.operands_text.strip().isdigit()
        }

    def add(self, i: Instruction) -> str:
        """Add an instruction, or return why it cannot be added."""
        if i.name in self.instructions:
            return f"the name {i.name} is taken"
        if i.is_root and any(other.is_root for other in self.instructions.values()):
            return f"{self.name} has two roots"
        self.instructions[i.name] = i
        return ""

    def operand_shape(self, i: Instruction, k: int) -> Shape:
        """The shape of an operand, from its instruction or from the text before the operand.

        Raises UnreadError if neither gives a shape, or if there is no such operand.
        """
        if k >= len(i.operands):
            raise UnreadError(f"{i.opcode} has {len(i.operands)} operands")
        source = self.instructions.get(i.operands[k])
        if source is not None:
            return source.shape
        if i.operand_shapes[k]:
            return read_shape(i.operand_shapes[k])
        raise UnreadError(f"the shape of the operand {i.operands[k]} is not in the text")


@dataclass(eq=False)
class Module:
    """A module: its computations by name, its entry, and the lines that were not understood.

    If the module is cut off, `cut` says where the text ends. `end` is the last line.
    """

    line: int = 1
    header: str = ""
    computations: dict[str, Computation] = field(default_factory=dict[str, Computation])
    unread: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    cut: str = ""
    end: int = 1

    def begin(self, computation: Computation) -> None:
        """Add a computation. A repeated name or a second entry is recorded as not understood."""
        if computation.name in self.computations:
            self.unread.append((computation.line, f"the name {computation.name} is taken"))
        if computation.is_entry and self.entry is not None:
            self.unread.append((computation.line, "there are two ENTRY computations"))
        self.computations[computation.name] = computation

    @property
    def entry(self) -> Computation | None:
        """The entry computation."""
        return next((c for c in self.computations.values() if c.is_entry), None)

    @cached_property
    def is_scheduled(self) -> bool:
        """Whether the module was compiled. If so, its layouts describe memory."""
        return "is_scheduled=true" in self.header

    @cached_property
    def may_be_partitioned(self) -> bool:
        """Whether the program may be divided among devices.

        XLA prints the number of partitions unless it is 1. Before partitioning, attributes name
        the sharding of arrays.
        """
        return re.search(r"\bnum_partitions=(?!1\b)", self.header) is not None or any(
            "sharding" in i.attributes_text.lower()
            for computation in self.computations.values()
            for i in computation.instructions.values()
        )

    def _begun(self) -> Iterator[Instruction]:
        """All instructions. An instruction such as `fusion-start` is replaced by what it starts."""
        for computation in self.computations.values():
            for i in computation.instructions.values():
                yield i.started or i

    @cached_property
    def fused(self) -> frozenset[str]:
        """The computations inside fusions, whose arrays need not be in memory."""
        found = set[str]()
        waiting = [i.called("calls") for i in self._begun() if i.opcode == "fusion"]
        while waiting:
            name = waiting.pop()
            if name in found or name not in self.computations:
                continue
            found.add(name)
            inside = self.computations[name].instructions.values()
            waiting += [called for i in inside for called in called_by(i)]
        return frozenset(found)

    @cached_property
    def applied(self) -> frozenset[str]:
        """The computations that combine two elements, such as the computation of a reduction."""
        return frozenset(
            i.called("to_apply")
            for i in self._begun()
            if i.opcode != "call" and "to_apply" in i.attributes_text
        )

    @cached_property
    def entry_layout(self) -> tuple[tuple[Shape, ...], Shape] | None:
        """The shapes of parameters and result in `entry_computation_layout`."""
        at = self.header.find("entry_computation_layout={")
        if at < 0:
            return None
        start = at + len("entry_computation_layout=")
        text = self.header[start + 1 : closing(self.header, start) - 1]
        end = closing(text, 0)
        arrow = text.find("->", max(end, 0))
        if end < 0 or arrow < 0:
            return None
        try:
            parameters = read_shape(text[:end])
            return (parameters if isinstance(parameters, tuple) else ()), read_shape(
                text[arrow + 2 :]
            )
        except UnreadError:
            return None


_CALLS: Final = ("calls", "to_apply", "body", "condition", "called_computations")


def called_by(i: Instruction) -> tuple[str, ...]:
    """The computations that an instruction names."""
    if "=" not in i.attributes_text:
        return ()
    values = (i.attributes.get(key, "") for key in _CALLS)
    return tuple(name for value in values for name in re.findall(r"[\w.\-]+", value))


_SHAPE: Final = r"(?:b\()?(?:pred|[suf]\d\w*|bf16|c\d+|token|opaque)\["
HEADER: Final = r"[ \t]*HloModule[ \t]+[\w.\-]+[ \t]*(?:,|$)"
"""A pattern for the beginning of a module, which may be indented."""

_EVENT: Final = re.compile(
    rf"^(?:(?={HEADER}|HloModule\b)[ \t]*(?P<module>HloModule\b[^\n]*)"
    r"|(?P<indent>[ \t]*)(?P<end>\}[ \t]*(?:,[^\n]*)?$)"
    r"|[ \t]*(?P<root>ROOT[ \t]+)?(?P<percent>%)?(?P<name>[\w.\-]+)[ \t]*=[ \t]*"
    # Without a percent sign, only a shape distinguishes an instruction from other text.
    rf"(?(percent)(?=\S)|(?=\(\)|[(\s]*(?:/\*[^*]*\*/\s*)?{_SHAPE}))"
    # Inside a computation, `NAME = TEXT OPCODE(` is an instruction, even if TEXT is not understood
    # as a shape.
    r"|[ \t]*(?:ROOT[ \t]+)?(?P<unknown>[\w.\-]+)[ \t]+=[ \t]+"
    r"(?=[^\s\"{][^\n]*[ \t][a-z][a-z0-9\-]*\()"
    r"|(?P<margin>[ \t]*)(?P<entry>ENTRY[ \t]+)?%?(?P<header>[\w.\-]+)[ \t]*"
    r"(?:\([^\n]*->[^\n]*)?\{[ \t]*$)",
    re.MULTILINE,
)
_OPCODE: Final = re.compile(r"\s*([a-z][a-z0-9\-]*)\(")
_SIMPLE_SHAPE: Final = re.compile(r"[a-z][a-z0-9]*\[[^\]]*\](?:\{[^{}]*\})?(?=\s)")


def modules(text: str) -> Iterator[Module]:
    """The modules of a text. Instructions outside all modules form one more module."""
    text = _blanked(text)
    module, computation = Module(), Computation("", 1)
    open_: Computation | None = None
    events = list(_events(text))
    line, seen = 1, 0
    for event, following in zip_longest(events, events[1:]):
        line += text.count("\n", seen, event.start())
        seen = event.start()
        if event["module"] is not None:
            yield from _ended(module, open_, line)
            open_ = None
            module, computation = Module(line, event["module"]), Computation("", line)
        elif event["header"] is not None:
            computation = Computation(event["header"], line, event["entry"] is not None)
            open_ = computation
            module.begin(computation)
        elif event["unknown"] is not None:
            module.unread.append((line, f"the shape of {event['unknown']} is not understood"))
        elif event["name"] is None:
            open_ = None
            computation = module.computations.get("", Computation("", line))
        else:
            # Reading stops where the next instruction begins, so each character is read once.
            limit = len(text) if following is None else following.start()
            read = _instruction(text, event, line, limit)
            reason = read if isinstance(read, str) else computation.add(read)
            if reason:
                module.unread.append((line, reason))
            else:
                module.computations.setdefault(computation.name, computation)
    yield from _ended(module, open_, text.rstrip().count("\n") + 1)


def _events(text: str) -> Iterator[re.Match[str]]:
    """Yield where modules, computations and instructions begin, and where computations end.

    In an indented text, the bracket that closes a computation is indented like the first line of
    the computation. A bracket that closes a constant of several lines has another indentation.
    """
    margin: str | None = None
    for event in _EVENT.finditer(text):
        if event["module"] is not None:
            margin = None
        elif event["header"] is not None:
            margin = event["margin"]
        elif event["end"] is not None:
            if event["indent"] not in ("", margin):
                continue
            margin = None
        elif event["unknown"] is not None and margin is None:
            continue
        yield event


def _ended(module: Module, open_: Computation | None, end: int) -> Iterator[Module]:
    """Record where the module's text ends, and yield the module unless it is empty.

    If the text ends inside a computation, `open_` is this computation, and the module is cut off.
    """
    module.end = end
    if open_ is not None:
        begin = f"which begins in line {open_.line}"
        module.cut = f"the text ends inside of the computation {open_.name}, {begin}"
    elif module.header and module.entry is None:
        module.cut = (
            f"the module that begins in line {module.line} ends before its ENTRY computation"
        )
    if module.computations or module.unread or module.cut:
        yield module


_COMMENT: Final = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|//[^\n]*|/\*.*?\*/", re.DOTALL)


def _blanked(text: str) -> str:
    """Replace `//` comments and multi-line comments by spaces. Line breaks stay."""
    if "//" not in text and re.search(r"/\*[^*\n]*\n", text) is None:
        return text

    def blank(found: re.Match[str]) -> str:
        part = found[0]
        if part[0] == '"' or (part[1] == "*" and "\n" not in part):
            return part
        return re.sub(r"[^\n]", " ", part)

    return _COMMENT.sub(blank, text)


def _instruction(text: str, event: re.Match[str], line: int, limit: int) -> Instruction | str:
    """The instruction that begins at `event`, or the reason why it was not read."""
    start = event.end()
    simple = _SIMPLE_SHAPE.match(text, start, limit)
    shape_end = simple.end() if simple is not None else closing(text, start, limit)
    if shape_end < 0:
        return "the shape of the result does not end"
    opcode = _OPCODE.match(text, shape_end, limit)
    if opcode is None:
        return "no operation follows the shape"
    operands_end = closing(text, opcode.end() - 1, limit)
    if operands_end < 0:
        return f"the operands of {opcode[1]} do not end"
    attributes = text[operands_end : _end_of_line(text, operands_end, limit)]
    return Instruction(
        line,
        event["name"],
        event["root"] is not None,
        text[start:shape_end],
        opcode[1],
        text[opcode.end() : operands_end - 1],
        attributes.strip().removeprefix(",").strip(),
    )


_OPEN: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|[(){}\[\]\n]")


def _end_of_line(text: str, start: int, limit: int) -> int:
    """The first newline at or after `start` that is outside brackets and strings, or `limit`."""
    depth = 0
    for step in _OPEN.finditer(text, start, limit):
        sign = step[0]
        if sign == "\n" and depth <= 0:
            return step.start()
        depth += (sign in "({[") - (sign in ")}]")
    return limit
