"""Divide a log into MLIR programs, HLO programs, and lines outside of programs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from verif.audit.brackets import STRING
from verif.audit.hlo.program import HEADER

Language = Literal["MLIR", "HLO", "log"]

_HLO: Final = re.compile(HEADER)
_MLIR: Final = re.compile(
    r"// -----|(?:builtin\.)?module\b.*\{\s*$|\"builtin\.module\"|(?:tt|func)\.func\b"
    r"|[#!][A-Za-z_][\w$.]*\s*="
)
_OF_PROGRAM: Final = re.compile(r"%\w|[!#][A-Za-z]|^\s*(?://|\})|\{\s*$|\]\{|<\"|\">")
"""Matches a line that can belong to a program, even if no bracket is open in front of it."""

_WITHOUT_BRACES: Final = re.compile(rf"{STRING}|/\*.*?\*/|//.*")
"""Matches strings and comments of one line."""


@dataclass(frozen=True)
class Section:
    """Lines of a text, numbered from 0, and the language of the program in these lines.

    For lines outside of programs, the language is `log`.
    """

    language: Language
    lines: tuple[int, ...]


def only(lines: Sequence[str], kept: Collection[int]) -> str:
    r"""Return the text with only the lines whose numbers are in `kept`. Other lines become empty.

    >>> only(["a", "b", "c"], {2})
    '\n\nc'
    """
    return "\n".join(line if k in kept else "" for k, line in enumerate(lines))


def sections(lines: Sequence[str]) -> tuple[Section, ...]:
    """Divide lines into programs, one section for each, and a last section for the log.

    A program ends where the next program begins. Lines outside of braces that do not look like a
    part of a program are lines of the log. Parts of a program without a beginning, such as
    operations without their module, are in no section.

    >>> for one in sections(["(4,2):(2,1)", "module {", "}", "HloModule m", "ENTRY e {", "}"]):
    ...     print(one.language, one.lines)
    MLIR (1, 2)
    HLO (3, 4, 5)
    log (0,)
    """
    programs, log = list[tuple[Language, list[int]]](), list[int]()
    for k, language, is_begin in _lines(lines):
        if is_begin:
            programs.append((language, []))
        of_line = log if language == "log" else programs[-1][1]
        of_line.append(k)
    found = (Section(language, tuple(numbers)) for language, numbers in programs)
    return (*found, Section("log", tuple(log)))


def _lines(lines: Sequence[str]) -> Iterator[tuple[int, Language, bool]]:
    """Yield the number and the language of each line, and whether a program begins there.

    A line that looks like a part of a program is omitted if no program begins above it.
    """
    language: Language = "log"
    depth, has_region = 0, False
    for k, line in enumerate(lines):
        begun = _begun(line)
        # The aliases in front of a module belong to the program of the module.
        is_begin = begun is not None and (begun != language or has_region)
        if begun is not None and is_begin:
            language, depth, has_region = begun, 0, False
        if depth == 0 and not is_begin and _OF_PROGRAM.search(line) is None:
            yield k, "log", False
            continue
        if language != "log":
            yield k, language, is_begin
        rest = _WITHOUT_BRACES.sub("", line)
        depth = max(0, depth + rest.count("{") - rest.count("}"))
        has_region = has_region or depth > 0


def _begun(line: str) -> Language | None:
    """Return the language of the program that begins at a line, or None.

    >>> _begun("HloModule m, is_scheduled=true"), _begun("  %0 = f32[8]{0} parameter(0)")
    ('HLO', None)
    """
    if _HLO.match(line):
        return "HLO"
    return "MLIR" if _MLIR.match(line) else None
