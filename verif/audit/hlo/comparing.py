"""Compare each result of a program with the compiled program's result, element by element."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Final

from spec.int_tuple import format_int_tuple
from verif.audit.hlo.affine import Box, Sizes, TooManyBoxesError, constants, over_boxes, whole
from verif.audit.hlo.graph import Frame, Node, UnmatchedError, View, array_of, resolved
from verif.audit.hlo.literals import is_input, literal
from verif.audit.hlo.matching import (
    Difference,
    Goal,
    Matching,
    on_box,
    result_goal,
    shown,
)
from verif.audit.hlo.program import Computation, Module, modules
from verif.audit.hlo.rounding import COARSE, unit_of_result
from verif.audit.hlo.shapes import Array, Shape, UnreadError, leaves
from verif.audit.hlo.sources import Budget, Family, at_point, families
from verif.audit.hlo.values import apart
from verif.audit.statement import Statement, Verdict

MOVED: Final = "each element of {} is the one that the program asks for"
ELEMENTS: Final = (
    "each element of {} is computed from the same elements of the parameters as in the program"
)
OPERATIONS: Final = "{} is computed by the operations of the program"
ROUNDED: Final = "{} is computed by the operations of the program, up to rounding"

MOST_BOXES: Final = 1 << 12
"""The largest number of parts into which `_elements` divides the indices of a result."""


_EXCHANGED: Final = (
    "the program before optimization says is_scheduled=true, but the compiled one does not:"
    " exchange the two files"
)


def compare(before: str, after: str) -> Iterator[Statement]:
    """Decide whether the compiled program returns the elements that the original program asks for.

    `before` is the module before optimization, and `after` is the module that XLA compiled from it.
    """
    claim = MOVED.format("the result")
    try:
        ours, theirs = (_module(text) for text in (before, after))
    except UnreadError as error:
        yield Statement(1, "ENTRY", claim, Verdict.NOT_READ, str(error))
        return
    assert ours.entry is not None
    assert theirs.entry is not None
    line = theirs.entry.line
    if ours.is_scheduled and not theirs.is_scheduled:
        yield Statement(line, "ENTRY", claim, Verdict.NOT_READ, _EXCHANGED)
        return
    try:
        unlike = _unlike_parameters(ours.entry, theirs.entry)
        pairs = list(_results(ours, theirs))
    except UnreadError as error:
        yield Statement(line, "ENTRY", claim, Verdict.NOT_READ, str(error))
        return
    except UnmatchedError as error:
        yield Statement(line, "ENTRY", claim, Verdict.UNKNOWN, str(error))
        return
    if unlike:
        yield Statement(line, "ENTRY", claim, Verdict.UNKNOWN, unlike)
        return
    unit = cache(partial(_unit, ours, theirs))
    for name, b, a in pairs:
        yield from _result(name, b, a, unit)


def _module(text: str) -> Module:
    """The only module of a text. Raises UnreadError if some line is not understood."""
    found = list(modules(text))
    if len(found) != 1 or found[0].entry is None:
        raise UnreadError(
            "a text must contain exactly one module, and the module must have an ENTRY;"
            f" modules in this text: {len(found)}"
        )
    for line, reason in found[0].unread:
        raise UnreadError(f"line {line} is not understood: {reason}")
    return found[0]


def _unlike_parameters(before: Computation, after: Computation) -> str:
    """Say why two programs do not have the same parameters, or return an empty text."""
    if set(before.parameters) != set(after.parameters):
        counts = len(before.parameters), len(after.parameters)
        return (
            f"the program has {counts[0]} parameters, but the compiled program has {counts[1]}: do"
            " both texts belong to one program?"
        )
    for k, i in before.parameters.items():
        ours, theirs = i.shape, after.parameters[k].shape
        if _logical(ours) != _logical(theirs):
            return (
                f"parameter {k} is {i.shape_text} in the program, {after.parameters[k].shape_text}"
            )
    return ""


def _logical(shape: Shape) -> object:
    return [
        (
            path,
            (leaf.shape.element, leaf.shape.dims, leaf.dynamic)
            if isinstance(leaf, Array)
            else leaf,
        )
        for path, leaf in leaves(shape)
    ]


def _results(before: Module, after: Module) -> Iterator[tuple[str, Node, Node]]:
    """Yield the name of each array of the result, and the array's value in both programs."""
    roots: list[Node] = []
    for module in (before, after):
        assert module.entry is not None
        root = module.entry.root
        if root is None:
            raise UnmatchedError("the ENTRY computation is empty")
        roots.append(Node(Frame(module, module.entry), root))
    found = [
        [path for path, leaf in leaves(root.instruction.shape) if isinstance(leaf, Array)]
        for root in roots
    ]
    if len(found[0]) != len(found[1]):
        raise UnmatchedError(
            f"the program has {len(found[0])} results, but the compiled program has {len(found[1])}"
        )
    for k, (one, other) in enumerate(zip(*found, strict=True)):
        name = "the result" if len(found[1]) == 1 else f"result {k}"
        yield name, roots[0]._replace(path=one), roots[1]._replace(path=other)


def _result(name: str, before: Node, after: Node, unit: Callable[[], float]) -> Iterator[Statement]:
    """The statements about one array of the result.

    `unit` returns the relative rounding error that `_unit` finds for both programs.
    """
    i = after.instruction

    def statement(claim: str, verdict: Verdict, detail: str) -> Statement:
        return Statement(i.line, i.opcode, claim.format(name), verdict, detail)

    b, a = array_of(before), array_of(after)
    if (b.shape.dims, b.shape.element, b.dynamic) != (a.shape.dims, a.shape.element, a.dynamic):
        verdict = Verdict.FAULT if _are_of_other_sizes(before, after) else Verdict.UNKNOWN
        yield statement(MOVED, verdict, f"{name} is {b} in the program, but {a} when compiled")
        return
    if a.is_dynamic:
        yield statement(MOVED, Verdict.UNKNOWN, f"a dimension of {name} is dynamic")
        return
    if not a.elements:
        yield statement(MOVED, Verdict.HOLDS, "there are no elements")
        return
    goal = result_goal(before, after)
    matching = Matching()
    difference = matching.difference(goal)
    if difference is None:
        detail = f"{a.elements} elements; {_count(matching.boxes, 'box', 'boxes')}"
        yield statement(ELEMENTS if matching.computes else MOVED, Verdict.HOLDS, detail)
        if matching.computes:
            detail = _count(len(matching.decided), "pair of values", "pairs of values")
            yield statement(OPERATIONS, Verdict.HOLDS, detail)
        return
    moved = _replayed(goal, difference)
    if moved is not None:
        yield statement(MOVED, Verdict.FAULT, moved)
        return
    matching = Matching(rounding_apart=True, unit=unit())
    rounded = matching.difference(goal)
    if rounded is None:
        detail = f"{a.elements} elements; {_count(matching.boxes, 'box', 'boxes')}"
        yield statement(ELEMENTS, Verdict.HOLDS, detail)
        detail = _count(len(matching.decided), "pair of values", "pairs of values")
        detail = f"{detail}; difference in rounding: {difference.reason}"
        yield statement(ROUNDED, Verdict.HOLDS, detail)
        return
    verdict, reason, witness = _elements(goal)
    values = _values(goal, [_index(goal, difference), witness, _index(goal, rounded)], unit())
    if values and verdict is Verdict.UNKNOWN:
        verdict, reason = Verdict.FAULT, f"{values}; {reason}"
    yield statement(ELEMENTS, verdict, reason)
    wrong = Verdict.FAULT if values else Verdict.UNKNOWN
    yield statement(OPERATIONS, wrong, "; ".join(filter(None, (values, rounded.reason))))


def _are_of_other_sizes(before: Node, after: Node) -> bool:
    """Whether two results certainly have different numbers of elements."""
    arrays = array_of(before), array_of(after)
    # After partitioning, each device has only a part of a result.
    is_known = not any(one.is_dynamic for one in arrays) and not any(
        node.frame.module.may_be_partitioned for node in (before, after)
    )
    return is_known and arrays[0].elements != arrays[1].elements


def _unit(*programs: Module) -> float:
    """The largest relative rounding error of a type in the programs, but at most bf16's error.

    Types narrower than bf16, such as 8-bit scales, say nothing about the rounding of other values.
    """
    units = [
        unit_of_result(i, one.shape.element)
        for program in programs
        for computation in program.computations.values()
        for i in computation.instructions.values()
        for one in i.arrays
    ]
    return min(max(units, default=0.0), COARSE)


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many} compared"


def _index(goal: Goal, difference: Difference) -> tuple[int, ...]:
    return tuple(e.at(difference.point) for e in goal.after.at)


def _shown(index: tuple[int, ...]) -> str:
    return f"element {format_int_tuple(index)}"


def _replayed(goal: Goal, difference: Difference) -> str | None:
    """State which elements the two programs copy to the index at which their results differ.

    None if a program does not copy an element to this index, or if the two elements may be equal.
    """
    index = _index(goal, difference)
    try:
        heads = [resolved(View(v.node, constants(index)), {}) for v in (goal.before, goal.after)]
    except UnmatchedError:
        return None
    if not all(map(is_input, heads)):
        return None
    texts = [shown(head, {}) for head in heads]
    parameters = [head.node.instruction.opcode == "parameter" for head in heads]
    values = [literal(head, {}) for head, known in zip(heads, parameters, strict=True) if not known]
    if texts[0] == texts[1] or None in values or (len(values) == 2 and values[0] == values[1]):
        return None
    return f"{_shown(index)} is {texts[0]} in the program, but {texts[1]} when compiled"


def _elements(goal: Goal) -> tuple[Verdict, str, tuple[int, ...] | None]:
    """Decide whether each element of a result uses the same parameter elements in both programs.

    Return the verdict, the reason, and the index of an element that uses other elements, or None.
    """
    budget = Budget()

    def collected(box: Box) -> tuple[frozenset[Family], frozenset[Family]]:
        ours, theirs = (
            families(on_box(box, v), box.sizes, budget) for v in (goal.before, goal.after)
        )
        return ours, theirs

    try:
        parts = list(over_boxes(whole(goal.sizes), MOST_BOXES, collected))
    except UnmatchedError as error:
        return Verdict.UNKNOWN, str(error), None
    except TooManyBoxesError:
        return Verdict.UNKNOWN, f"the indices fall into more than {MOST_BOXES} boxes", None
    if not any(ours or theirs for _, (ours, theirs) in parts):
        return Verdict.UNKNOWN, "no element of a parameter is used", None
    for box, (ours, theirs) in parts:
        if ours != theirs:
            return Verdict.UNKNOWN, *_apart(box, ours, theirs)
    chosen = "; where data chooses an element, all choices are included" if budget.chosen else ""
    count = _count(len(parts), "box", "boxes")
    return Verdict.HOLDS, f"the same elements of the parameters; {count}{chosen}", None


def _apart(
    box: Box, ours: frozenset[Family], theirs: frozenset[Family]
) -> tuple[str, tuple[int, ...]]:
    """State which elements the two programs take at a point of a box, if they differ there.

    Also return the index of the result at this point.
    """
    # If two affine indices are equal at all of these points, they are equal everywhere.
    points = [{}, *({v: 1} for v, size in box.sizes.items() if size > 1)]
    for point in points:
        one, other = at_point(ours, point), at_point(theirs, point)
        if one != other:
            index = _index_at(box, point)
            return (
                f"{_shown(index)} takes {_listed(one - other)} in the program, but"
                f" {_listed(other - one)} when compiled"
            ), index
    index = _index_at(box, {})
    return (
        f"the programs take the elements for {_shown(index)} and its neighbours in two"
        " ways that no rule compares"
    ), index


def _index_at(box: Box, point: Sizes) -> tuple[int, ...]:
    return tuple(box.values[k].at(point) for k in sorted(box.values))


def _listed(found: frozenset[Family]) -> str:
    """Show at most three families of elements, each as a parameter with a range of indices.

    A family is a set of elements of one parameter.
    """
    texts: list[str] = []
    for family in sorted(found, key=lambda f: (f.parameter, [e.constant for e in f.first]))[:3]:
        number, path, _ = family.parameter
        reach = [
            sum(step[k] * (n - 1) for step, n in family.runs) for k in range(len(family.first))
        ]
        index = ",".join(
            f"{e.constant}..{e.constant + more}" if more else str(e.constant)
            for e, more in zip(family.first, reach, strict=True)
        )
        texts.append(f"parameter {number}{''.join(f'.{k}' for k in path)} ({index})")
    return ", ".join(texts) + (" .." if len(found) > 3 else "") or "no others"


def _values(goal: Goal, indices: Sequence[tuple[int, ...] | None], unit: float) -> str:
    """State the values of an element that differs, or return ''.

    The elements at `indices` are evaluated. Another element is evaluated as well, because the
    programs may agree at an index whose numbers are equal, such as the diagonal of a matrix.
    """
    dims = array_of(goal.after.node).shape.dims
    uneven = tuple(min(d - 1, len(dims) - 1 - k) for k, d in enumerate(dims))
    for index in dict.fromkeys(index for index in (*indices, uneven) if index is not None):
        before, after = (View(v.node, constants(index)) for v in (goal.before, goal.after))
        values = apart(before, after, unit)
        if values is not None:
            one, other = _distinct(*values)
            return (
                f"{_shown(index)} is {one} in the program but {other} when compiled, for random"
                " inputs"
            )
    return ""


def _distinct(one: float, other: float) -> tuple[str, str]:
    """Two numbers, with more digits if they would otherwise look the same."""
    short = f"{one:.3g}", f"{other:.3g}"
    return short if short[0] != short[1] else (f"{one:.17g}", f"{other:.17g}")
