"""The entry point of the audit: find the family of a text, such as HLO, and audit the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from spec.errors import LayoutError
from spec.reading.errors import ReadingError
from verif.audit import ck, cute_ir, hlo, mosaic, prints, tilelang, triton
from verif.audit.family import Family
from verif.audit.sections import Language, only, sections
from verif.audit.statement import Statement, Verdict

FAMILIES: Final = (
    Family("TTGIR", triton.recognizes, triton.audit, language="MLIR"),
    Family("CuTe IR", cute_ir.recognizes, cute_ir.audit, language="MLIR"),
    Family("Mosaic", mosaic.recognizes, mosaic.audit, language="MLIR"),
    Family("HLO", hlo.recognizes, hlo.audit, hlo.compare, "HLO"),
    Family("CK", ck.recognizes, ck.audit),
    Family("TileLang", tilelang.recognizes, tilelang.audit),
    Family("CuTe prints", prints.recognizes, prints.audit),
)
"""The families in the order in which they are tried. The least specific family is the last."""

READING: Final = "reading"
"""The value of `operation` in the statement that a text could not be read."""


_ESCAPE: Final = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
"""Matches a control sequence of a terminal, such as a colour."""


@dataclass(frozen=True)
class Audit:
    """The name of a text's family, such as `HLO`, and the text's statements sorted by line.

    If parts of the text belong to several families, `family` lists the names of these families.
    """

    family: str
    statements: tuple[Statement, ...]

    def counts(self) -> Counter[Verdict]:
        """Return the number of statements of each verdict."""
        return Counter(one.verdict for one in self.statements)


def family_of(text: str) -> Family:
    """Return the family of a text. Raises LayoutError if the text belongs to no family."""
    for family in FAMILIES:
        if family.recognizes(text):
            return family
    names = ", ".join(family.name for family in FAMILIES)
    raise LayoutError(
        f"no layout was found; audit reads {names}"
        " (`layout-verif help audit` says how compilers write these texts)"
    )


def audited(text: str) -> Audit:
    """Audit a text. Raises LayoutError if the text belongs to no family.

    >>> audited("tile: (65536,65536):(65536,1)").statements[0].detail
    'A(4294967295) = 4294967295 does not fit in int32'
    """
    parts = _by_family(_ESCAPE.sub("", text))
    found = (one for family, part in parts.items() for one in _audited(family, part))
    return Audit(", ".join(family.name for family in parts), _by_line(found))


def _audited(family: Family, text: str) -> Iterator[Statement]:
    return _caught(text, lambda: family.audit(text))


def _by_family(text: str) -> dict[Family, str]:
    """Return, for each family of texts (such as HLO), the text with only the lines that it audits.

    All other lines are empty, so line numbers stay the same. Lines that no other family recognizes
    belong to the family of the whole text.
    """
    whole, lines = family_of(text), text.split("\n")
    found, theirs = dict[Family, set[int]](), set[int]()
    for section in sections(lines):
        part = "\n".join(lines[k] for k in section.lines)
        for family in _others(whole, section.language, part):
            found.setdefault(family, set()).update(section.lines)
            # Log lines that another family audits stay in the text for the HLO audit, because they
            # may contain XLA's memory reports. They are removed from the text for the MLIR audit,
            # because the MLIR reader does not skip other text.
            if section.language != "log" or whole.language == "MLIR":
                theirs.update(section.lines)
    kept = {whole: set(range(len(lines))) - theirs, **found}
    return {family: only(lines, numbers) for family, numbers in kept.items()}


def _others(whole: Family, language: Language, part: str) -> tuple[Family, ...]:
    """Return the families other than `whole` that audit a section of a text.

    A program is audited by one family. Log lines, which are outside of programs, may be audited by
    several families.
    """
    recognized = (one for one in FAMILIES if one.language == language and one.recognizes(part))
    if language == "log":
        return tuple(one for one in recognized if one is not whole)
    first = next(recognized, whole)
    return () if first is whole else (first,)


def compared(before: str, text: str) -> Audit:
    """Audit the compiled program `text`, and compare it with `before`, the original program.

    Raises LayoutError if the texts belong to different families, or to a family without `compare`.
    """
    text, before = (_ESCAPE.sub("", one) for one in (text, before))
    family, first = family_of(text), family_of(before)
    compare = family.compare
    if compare is None or first is not family:
        names = " or both ".join(one.name for one in FAMILIES if one.compare is not None)
        raise LayoutError(
            f"cannot compare {first.name} with {family.name}: both texts must be {names}"
        )
    found = (*_audited(family, text), *_caught(text, lambda: compare(before, text)))
    return Audit(family.name, _by_line(found))


def _by_line(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    return tuple(sorted(statements, key=lambda one: one.line))


def _caught(text: str, audit: Callable[[], Iterator[Statement]]) -> Iterator[Statement]:
    """Yield the statements of an audit.

    If the audit raises an error, add a last statement with the verdict `not read`.
    """
    try:
        yield from audit()
    except LayoutError as error:
        yield Statement(
            _line_of(text, error),
            READING,
            "the text is read",
            Verdict.NOT_READ,
            str(error),
        )
    except RecursionError:
        detail = "too many parentheses for Python's recursion limit"
        yield Statement(1, READING, "the text is read", Verdict.NOT_READ, detail)


def _line_of(text: str, error: LayoutError) -> int:
    """Return the line of an error in the text, or 1 if the error has no position."""
    if not isinstance(error, ReadingError):
        return 1
    start = text.find(error.text)
    return 1 if start < 0 else text.count("\n", 0, start + error.position) + 1
