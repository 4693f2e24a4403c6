"""Check that operands have the types of their definitions, and that an operation's types agree."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from spec.reading import Encoding
from verif.audit.mlir import Operation
from verif.audit.statement import Statement, Verdict
from verif.audit.triton.program import Program, is_elementwise, uses
from verif.audit.triton.types import Sized, bits_of, encoding_of, layout_of, sized


def of_uses(program: Program) -> Iterator[Statement]:
    """Yield a fault for each operand whose type differs from the type of its definition.

    If there is no fault, yield one statement that holds.
    """
    claim = "each operand has the type with which its value is defined"
    count, faults, first = 0, 0, None
    for op in program.operations:
        for value, text in uses(op, program):
            defined = program.type_of(value)
            # Some formats print only the parameters of a type, as in `<..>`. Skip these texts.
            if not defined or (text.startswith("<") and not text[1:2].isdigit()):
                continue
            count += 1
            first = first or op
            if defined != text and not _agree(defined, text):
                faults += 1
                one, other = _shortened(defined, text)
                detail = f"{value.name} is defined as {one}, and used as {other}"
                yield Statement(op.line, op.name, claim, Verdict.FAULT, detail)
        disagreement = _disagreement(op) or _splat(op)
        if disagreement:
            same = "the types of the operands and results fit each other"
            yield Statement(op.line, op.name, same, Verdict.FAULT, disagreement)
        unused = _unused(op, program)
        if unused:
            faults += 1
            detail = f"{_short(unused)} is printed, but no operand has this type"
            yield Statement(op.line, op.name, claim, Verdict.FAULT, detail)
    if first is not None and not faults:
        detail = f"{count} operands were compared with their definitions"
        yield Statement(first.line, first.name, claim, Verdict.HOLDS, detail)


@lru_cache(maxsize=4096)
def _agree(one: str, other: str) -> bool:
    """Whether two texts denote the same type."""
    a, b = sized(one), sized(other)
    if a is None or b is None:
        return _spaceless(one) == _spaceless(other)
    if (a.is_memory, a.shape, a.element) != (b.is_memory, b.shape, b.element):
        return False
    if (a.is_mutable, _spaceless(a.space)) != (b.is_mutable, _spaceless(b.space)):
        return False
    if a.is_memory and a.allocated[-len(a.shape) :] != b.allocated[-len(b.shape) :]:
        return False
    return _spaceless(a.encoding) == _spaceless(b.encoding) or _same_layout(a, b)


def _same_layout(a: Sized, b: Sized) -> bool:
    one, other = layout_of(a), layout_of(b)
    if one is None or one != other:
        return False
    return _consistent(encoding_of(a), encoding_of(b))


def _consistent(a: object, b: object) -> bool:
    """Whether two encodings agree in all parameters that both print; a text may omit defaults."""
    if not (isinstance(a, Encoding) and isinstance(b, Encoding)):
        return a == b
    both = a.parameters.keys() & b.parameters.keys()
    return a.kind == b.kind and all(
        _consistent(a.parameters[name], b.parameters[name]) for name in both
    )


def _spaceless(text: str) -> str:
    return "".join(text.split())


def _disagreement(op: Operation) -> str:
    """How the shapes and layouts of an elementwise operation differ, or ''."""
    if not is_elementwise(op):
        return ""
    texts = (*op.operand_types, *op.result_types)
    if len(texts) < 2:
        return ""
    kinds = [kind for text in texts if (kind := sized(text)) is not None]
    for kind in kinds[1:]:
        if kind.shape != kinds[0].shape or not (
            _spaceless(kind.encoding) == _spaceless(kinds[0].encoding)
            or _same_layout(kind, kinds[0])
        ):
            return f"{_short(kinds[0].text)} beside {_short(kind.text)}"
    return _not_narrower(op, kinds)


def _not_narrower(op: Operation, kinds: list[Sized]) -> str:
    """Name the types of a truncation that does not narrow, or of an extension that does not widen.

    Return '' if the operation is right, or is neither a truncation nor an extension.
    """
    is_narrowing = op.name.startswith("arith.trunc")
    if len(kinds) != 2 or not (is_narrowing or op.name.startswith("arith.ext")):
        return ""
    before, after = (1 if one.element == "i1" else bits_of(one.element) for one in kinds)
    if before is None or after is None or (after < before if is_narrowing else before < after):
        return ""
    return f"{kinds[0].element} becomes {kinds[1].element}"


def _splat(op: Operation) -> str:
    """How the element type of a splat's result differs from the type of its operand, or ''."""
    kind = sized(op.result_types[0]) if op.name == "tt.splat" and op.result_types else None
    if kind is None or len(op.operand_types) != 1 or op.operand_types[0] == kind.element:
        return ""
    return f"{op.operand_types[0]} is repeated as {kind.element}"


def _unused(op: Operation, program: Program) -> str:
    """A buffer or tensor type that the operation prints but that no operand has, or ''.

    Operations on barriers and tensor memory print the types of only some operands.
    """
    if op.results or not op.name.startswith("ttng."):
        return ""
    known = [program.type_of(value) for value in op.values]
    if not all(known):
        return ""
    for text in (*op.operand_types, *op.result_types):
        if sized(text) is not None and not any(one == text or _agree(one, text) for one in known):
            return text
    return ""


def _shortened(one: str, other: str) -> tuple[str, str]:
    """Return two types, each truncated if it is long and the difference stays visible."""
    short = _short(one), _short(other)
    return short if short[0] != short[1] else (one, other)


def _short(text: str) -> str:
    """Return the text of a type, truncated if it is long.

    >>> _short("tensor<4xf32, #ttg.slice<{dim = 0}>>")
    'tensor<4xf32, #ttg.slice<{dim = 0}>>'
    """
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}.."


_LONGEST = 160
