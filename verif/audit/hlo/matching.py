"""Prove that two programs compute an element by the same operations on the same elements.

A goal is a pair of elements, one of each program, whose indices are affine in common variables.
Both elements are followed back through operations that only move them, to the first node that does
not only move elements: the *head*. The two heads must be equal inputs at equal indices, equal
constants, or the same operation. If the heads are the same operation, pairs of their operands
become goals. If the heads are sums, a new variable numbers the terms. A goal about the state of a
loop holds if it holds before the loop and the body preserves it.

Goals are cached with their variables renamed in order of occurrence, so the same pair of elements
is compared only once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Final, NamedTuple

from spec.int_tuple import format_int_tuple
from verif.audit.hlo.affine import (
    Affine,
    Box,
    Index,
    Refine,
    Sizes,
    TooManyBoxesError,
    index_over,
    over_boxes,
    ravelled,
    unravelled,
    variable,
    whole,
)
from verif.audit.hlo.gathers import gathered
from verif.audit.hlo.graph import (
    Node,
    UnmatchedError,
    View,
    array_of,
    converted,
    entered,
    operand,
    resolved,
)
from verif.audit.hlo.heads import (
    COMMUTATIVE,
    Inputs,
    Sum,
    attributes,
    inputs,
    is_impure,
    regions,
    sum_of,
)
from verif.audit.hlo.literals import Literal, is_input, literal
from verif.audit.hlo.loops import carried, counter, first_turn, is_unwritten, row_written
from verif.audit.hlo.rewrites import rewritten
from verif.audit.hlo.rounding import COARSE, Rounded, binary, unit_of
from verif.audit.hlo.scatters import scattered
from verif.audit.hlo.values import constant
from verif.audit.hlo.windows import Windowed, windowed

MOST_BOXES: Final = 1 << 14
"""The largest number of parts into which the indices of one pair of values are divided."""

MOST_GOALS: Final = 1 << 15
"""The largest number of pairs of values that are compared."""


class Goal(NamedTuple):
    """Two elements that must be the same for all values of the variables.

    If `number` is given, both elements are sums, and their terms with this number must be the same.
    """

    before: View
    after: View
    sizes: Sizes
    number: Affine | None = None


@dataclass(frozen=True)
class Difference:
    """Why two elements differ, and values of the goal's variables at which they differ."""

    reason: str
    point: Mapping[int, int]


Alternatives = tuple[tuple[Goal, ...], ...]
"""Tuples of goals. One tuple whose goals all hold is enough."""


@dataclass
class Matching:
    """The decided goals, and the number of boxes into which the indices of elements were divided.

    With `rounding_apart`, differences in rounding are ignored: a conversion between floating-point
    types counts as a copy, and a division as a multiplication by the reciprocal. `unit` is then the
    largest relative difference that rounding makes in one operation.
    """

    rounding_apart: bool = False
    unit: float = COARSE
    decided: dict[object, Difference | None] = field(
        default_factory=dict[object, "Difference | None"]
    )
    boxes: int = 0
    computes: bool = False
    """Whether a compared operation computes values, and does not only move elements."""
    _failed_loop: Difference | None = None

    def difference(self, goal: Goal) -> Difference | None:
        """A difference between two elements, or None if they are the same."""
        stack = [self._decide(goal)]
        answer: Difference | None = None
        begun = True
        while stack:
            try:
                asked = next(stack[-1]) if begun else stack[-1].send(answer)
            except StopIteration as done:
                answer, begun = done.value, False
                stack.pop()
            else:
                stack.append(self._decide(asked))
                begun = True
        # Goals inside a loop were decided under the assumption that the goal about the loop holds.
        # If the goal about the loop failed, report it, because the other answers may be wrong.
        return answer or self._failed_loop

    def _decide(self, goal: Goal) -> Generator[Goal, Difference | None, Difference | None]:
        """Decide a goal. Yield each goal on which the answer depends, and receive its answer."""
        goal, names = _renamed(goal)
        key = (goal.before, goal.after, tuple(goal.sizes.items()), goal.number)
        if key not in self.decided:
            if len(self.decided) >= MOST_GOALS:
                return Difference(f"there are more than {MOST_GOALS} pairs to compare", {})
            is_loop = goal.before.node.instruction.opcode == "while"
            if is_loop:
                self.decided[key] = None
            found = yield from self._decided(goal)
            self.decided[key] = found
            if is_loop and found is not None:
                self._failed_loop = self._failed_loop or Difference(found.reason, {})
        answer = self.decided[key]
        if answer is None:
            return None
        back = {old: answer.point[new] for old, new in names.items() if new in answer.point}
        return Difference(answer.reason, back)

    def _decided(self, goal: Goal) -> Generator[Goal, Difference | None, Difference | None]:
        try:
            parts = list(
                over_boxes(whole(goal.sizes), MOST_BOXES, lambda box: self._compared(goal, box))
            )
        except TooManyBoxesError:
            return Difference(f"the indices fall into more than {MOST_BOXES} boxes", {})
        self.boxes += len(parts)
        for box, found in parts:
            if isinstance(found, Difference):
                return _at(box, found)
        for box, alternatives in parts:
            assert not isinstance(alternatives, Difference)
            failed = yield from _one_of(alternatives)
            if failed is not None:
                return _at(box, failed)
        return None

    def _compared(self, goal: Goal, box: Box) -> Alternatives | Difference:
        """Reduce a goal on a box to alternative lists of goals. Raises Refine.

        If the two elements differ, return a Difference.
        """
        sizes = box.sizes
        b, a = (on_box(box, view) for view in (goal.before, goal.after))
        try:
            if goal.number is not None:
                return _terms(b, a, goal.number.replaced(box.values), sizes)
            b, a = (self._head(view, sizes) for view in (b, a))
            begun = _same_beginnings(b, a, sizes)
            if begun is not None:
                return begun
            if is_input(b) and is_input(a):
                return self._same_inputs(b, a, sizes)
            return self._same_operations(b, a, sizes)
        except UnmatchedError as error:
            return Difference(str(error), {})

    def _head(self, view: View, sizes: Sizes) -> View:
        """Follow an element back to its head: the first node that does not only move elements.

        A `select` whose condition is constant counts as an operation that moves elements.
        """
        while True:
            view = resolved(view, sizes)
            source = _rounded(view, sizes) if self.rounding_apart else None
            if source is None and view.node.instruction.opcode == "select":
                chosen, *branches = inputs(view, sizes).views
                which = constant(chosen, sizes)
                source = None if which is None else branches[0 if which.value else 1]
            if source is None:
                return view
            view = source

    def _same_inputs(self, b: View, a: View, sizes: Sizes) -> Alternatives | Difference:
        """Compare two parameters, constants or iotas at their indices. Raises Refine."""
        if "parameter" in {view.node.instruction.opcode for view in (b, a)}:
            ours, theirs = (carried(view) for view in (b, a))
            if ours is not None and theirs is not None:
                for one in (ours, theirs):
                    if is_unwritten(operand(one.node, 0, one.node.path)):
                        raise UnmatchedError(f"{_said(one)} may be read before it is written")
                return _same_index(ours, theirs)
            same = ours is theirs and _parameter(b) == _parameter(a) and self._same_type(b, a)
            apart = _first_apart(b.at, a.at) if same else {}
            point = {v: (apart or {}).get(v, 0) for v in sizes}
        else:
            values = literal(b, sizes), literal(a, sizes)
            if None in values:
                raise UnmatchedError("a constant is not printed in full")
            apart = None if self._equal(b, a, values) else {}
            point = dict.fromkeys(sizes, 0)
        if apart is None:
            return ((),)
        texts = [shown(view, point) for view in (b, a)]
        if texts[0] == texts[1]:
            texts = [f"{t} in {array_of(v.node)}" for t, v in zip(texts, (b, a), strict=True)]
        reason = f"the program takes {texts[0]}, but the compiled program takes {texts[1]}"
        return Difference(reason, point)

    def _equal(
        self,
        b: View,
        a: View,
        values: tuple[Literal | None, Literal | None],
        error: float = 0.0,
    ) -> bool:
        """Whether two values are equal; `error` bounds the rounding of floating-point numbers."""
        one, other = values
        if not self._same_type(b, a):
            return False
        rounded = self.rounding_apart and _is_float(array_of(b.node).shape.element)
        if rounded and isinstance(one, float) and isinstance(other, float):
            units = (unit_of(array_of(view.node).shape.element) for view in (b, a))
            return abs(one - other) <= max(self.unit, *units) * max(abs(one), abs(other)) + error
        return one == other

    def _same_type(self, b: View, a: View) -> bool:
        one, other = (array_of(view.node).shape.element for view in (b, a))
        return one == other or (self.rounding_apart and _is_float(one) and _is_float(other))

    def _same_operations(self, b: View, a: View, sizes: Sizes) -> Alternatives | Difference:
        self.computes = True
        apart = f"the program has {_said(b)}, but the compiled program has {_said(a)}"
        if self.rounding_apart:
            rounded = self._folded(b, a, sizes) or self._reciprocal(b, a, sizes)
            if rounded is not None:
                return rounded
        i, j = b.node.instruction, a.node.instruction
        if is_input(b) or is_input(a) or not self._same_type(b, a):
            raise UnmatchedError(apart)
        if is_impure(i) or is_impure(j):
            raise UnmatchedError(f"{_said(b)} depends on more than its operands")
        alternatives = rewritten(b, a, sizes, self._head)
        if alternatives:
            return tuple(
                tuple(Goal(ours, theirs, sizes) for ours, theirs in pairs) for pairs in alternatives
            )
        if i.opcode == j.opcode and i.opcode in _STRUCTURED:
            return _STRUCTURED[i.opcode](b, a, sizes)
        ours, theirs = _products(b, a)
        if ours is not None and theirs is not None:
            count = ours.depth if isinstance(ours, Windowed) else ours.terms
            if count != (theirs.depth if isinstance(theirs, Windowed) else theirs.terms):
                raise UnmatchedError(apart)
            if not count:
                raise UnmatchedError(f"{_said(b)} adds nothing")
            _require_same_attributes(b, a, "sum", is_sum=True)
            number = max(sizes, default=-1) + 1
            return ((Goal(b, a, {**sizes, number: count}, variable(number, count)),),)
        ours, theirs = inputs(b, sizes), inputs(a, sizes)
        if ours.operation != theirs.operation:
            raise UnmatchedError(apart)
        _require_same_attributes(b, a, ours.operation, is_sum=False)
        if ours.arrays or theirs.arrays or not ours.views:
            return _same_arrays(b, a, ours, theirs)
        return _pairs(ours, theirs, sizes, commutes=ours.operation in COMMUTATIVE)

    def _folded(self, b: View, a: View, sizes: Sizes) -> Alternatives | None:
        """An empty tuple of goals if both elements are constants that are equal up to rounding.

        Return None in all other cases.
        """
        one, other = (constant(view, sizes, self.unit) for view in (b, a))
        if one is None or other is None:
            return None
        values, error = (one.value, other.value), one.error + other.error
        return ((),) if self._equal(b, a, values, error) else None

    def _reciprocal(self, b: View, a: View, sizes: Sizes) -> Alternatives | None:
        """The goals that show x / y = x * z. Here z is 1 / y: a constant or a division."""
        opcodes = [view.node.instruction.opcode for view in (b, a)]
        # Integers have no reciprocals.
        floats = all(_is_float(array_of(view.node).shape.element) for view in (b, a))
        if sorted(opcodes) != ["divide", "multiply"] or not floats:
            return None
        turned = opcodes[0] == "multiply"
        quotient, product = (a, b) if turned else (b, a)
        x, y = inputs(quotient, sizes).views

        def goal(one: View, other: View) -> Goal:
            return Goal(other, one, sizes) if turned else Goal(one, other, sizes)

        found: list[tuple[Goal, ...]] = []
        factors = inputs(product, sizes).views
        for factor, z in zip(factors, factors[::-1], strict=True):
            divisor_value, factor_value = (constant(view, sizes, self.unit) for view in (y, z))
            unit = max(self.unit, unit_of(array_of(z.node).shape.element))
            if _are_reciprocals(divisor_value, factor_value, unit):
                return ((goal(x, factor),),)
            head = self._head(z, sizes)
            if head.node.instruction.opcode == "divide":
                one, divisor = inputs(head, sizes).views
                numerator = constant(one, sizes)
                if numerator is not None and numerator.value == 1:
                    found.append((goal(x, factor), goal(y, divisor)))
        return tuple(found) or None


def _one_of(alternatives: Alternatives) -> Generator[Goal, Difference | None, Difference | None]:
    """Request the goals of each alternative in order, until all goals of one alternative hold.

    Then return None. If no alternative holds, return the first difference.
    """
    first: Difference | None = None
    for goals in alternatives:
        failed: Difference | None = None
        for one in goals:
            failed = yield one
            if failed is not None:
                break
        if failed is None:
            return None
        first = first or failed
    return first


def _are_reciprocals(one: Rounded | None, other: Rounded | None, unit: float) -> bool:
    """Whether the product of two constants is 1 up to rounding."""
    if one is None or other is None:
        return False
    product = binary("multiply", one, other, unit)
    return abs(product.value - 1) <= product.error


def _is_float(element: str) -> bool:
    return element.startswith(("f", "bf"))


def _rounded(view: View, sizes: Sizes) -> View | None:
    """The operand of a conversion between floating-point types, or None."""
    node = view.node
    if node.instruction.opcode in {"convert", "reduce-precision"}:
        source = View(operand(node, 0), view.at)
    else:
        source = converted(view, sizes)
    if source is None or not all(_is_float(array_of(n).shape.element) for n in (source.node, node)):
        return None
    return source


def _require_same_attributes(b: View, a: View, operation: str, *, is_sum: bool) -> None:
    i, j = b.node.instruction, a.node.instruction
    if len(i.operands) != len(j.operands) and b.node.path != a.node.path:
        raise UnmatchedError(f"{_said(b)} and {_said(a)} have different numbers of operands")
    if b.node.path != a.node.path:
        raise UnmatchedError(f"{_said(b)} and {_said(a)} are different results of an operation")
    ours, theirs = (attributes(one, operation, is_sum=is_sum) for one in (i, j))
    _require_equal(b, a, ours, theirs)


def _require_equal(b: View, a: View, ours: Mapping[str, str], theirs: Mapping[str, str]) -> None:
    """Raises UnmatchedError, which names an attribute that differs, if the attributes differ."""
    for key in sorted({*ours, *theirs}):
        if ours.get(key) != theirs.get(key):
            has = [
                f"{key}={one[key][:40]}" if key in one else f"no {key}" for one in (ours, theirs)
            ]
            raise UnmatchedError(f"{_said(b)} has {has[0]}, but {_said(a)} has {has[1]}")


def _pairs(ours: Inputs, theirs: Inputs, sizes: Sizes, *, commutes: bool) -> Alternatives:
    """Goals that pair the operands in order. If `commutes`, the reverse order is an alternative."""
    if len(ours.views) != len(theirs.views):
        raise UnmatchedError(
            f"{ours.operation} has different numbers of operands in the two programs"
        )
    pairs = zip(ours.views, theirs.views, strict=True)
    straight = tuple(Goal(b, a, sizes) for b, a in pairs)
    if not commutes:
        return (straight,)
    crossed = zip(ours.views, theirs.views[::-1], strict=True)
    return straight, tuple(Goal(b, a, sizes) for b, a in crossed)


def _products(b: View, a: View) -> tuple[Sum | Windowed | None, Sum | Windowed | None]:
    """Return both sides as sums if their terms can be compared, otherwise (None, None).

    The terms can be compared if the sums are of the same kind, or if one side is a dot product and
    the other side a convolution.
    """
    ours, theirs = sum_of(b.node), sum_of(a.node)
    if ours is not None and theirs is not None:
        return (ours, theirs) if ours.operation == theirs.operation else (None, None)
    if ours is not None and ours.operation == "dot" and _is_convolution(a):
        return ours, windowed(a.node)
    if theirs is not None and theirs.operation == "dot" and _is_convolution(b):
        return windowed(b.node), theirs
    return None, None


def _is_convolution(view: View) -> bool:
    return view.node.instruction.opcode == "convolution"


def _terms(b: View, a: View, number: Affine, sizes: Sizes) -> Alternatives:
    """Goals stating that both sums have the same term at index `number`."""
    ours, theirs = (
        one.only(view.at, number, sizes)
        if isinstance(one, Windowed)
        else one.inputs(view.at, number, sizes)
        for one, view in zip(_products(b, a), (b, a), strict=True)
        if one is not None
    )
    if ours.applied is None or theirs.applied is None:
        return _pairs(ours, theirs, sizes, commutes=True)
    (pairs,) = _pairs(ours, theirs, sizes, commutes=False)
    return ((*pairs, *_same_regions(b, a)),)


def _same_regions(b: View, a: View) -> tuple[Goal, ...]:
    """Goals stating that two operations apply the same computations."""
    found = [
        view.node.frame.module.computations.get(view.node.instruction.called("to_apply"))
        for view in (b, a)
    ]
    if found[0] is None or found[1] is None:
        if found[0] is found[1]:
            return ()
        raise UnmatchedError(f"{_said(b)} and {_said(a)} apply different computations")
    ours, theirs = regions(b.node.frame, found[0]), regions(a.node.frame, found[1])
    if len(ours) != len(theirs):
        raise UnmatchedError(f"{_said(b)} and {_said(a)} apply different computations")
    return tuple(Goal(one, other, {}) for one, other in zip(ours, theirs, strict=True))


def _whole(b: Node, a: Node) -> tuple[Goal, ...]:
    """The goal stating that two values are the same array, or () for arrays without elements."""
    one, other = array_of(b), array_of(a)
    if one.shape.dims != other.shape.dims or one.is_dynamic or other.is_dynamic:
        raise UnmatchedError(
            f"{b.instruction.name} is {one} in the program, but {a.instruction.name} is {other}"
            " when compiled"
        )
    return () if 0 in one.shape.dims else (result_goal(b, a),)


def result_goal(before: Node, after: Node) -> Goal:
    """The goal stating that two values of the same dimensions are the same array."""
    dims = array_of(after).shape.dims
    index = index_over(dims)
    return Goal(View(before, index), View(after, index), dict(enumerate(dims)))


def _same_index(b: View, a: View) -> Alternatives:
    """The goal stating that two values are the same array.

    Raises UnmatchedError if the elements have different indices.
    """
    if b.at != a.at:
        raise UnmatchedError(f"{_said(b)} and {_said(a)} are taken at different indices")
    return (_whole(b.node, a.node),)


def _same_arrays(b: View, a: View, ours: Inputs, theirs: Inputs) -> Alternatives:
    """The goals for an operation that is not interpreted: equal operands and equal indices."""
    if array_of(b.node).shape.dims != array_of(a.node).shape.dims or b.at != a.at:
        raise UnmatchedError(f"{_said(b)} and {_said(a)} are taken at different indices")
    if bool(ours.views) != bool(theirs.views):
        unknown = a if ours.views else b
        raise UnmatchedError(f"it is not known which elements {_said(unknown)} takes")
    if len(ours.arrays) != len(theirs.arrays):
        raise UnmatchedError(f"{_said(b)} and {_said(a)} have different numbers of operands")
    if _is_private(b) or _is_private(a):
        raise UnmatchedError(f"the implementation of {_said(b)} is not compared")
    pairs = zip(ours.arrays, theirs.arrays, strict=True)
    goals = tuple(goal for one, other in pairs for goal in _whole(one, other))
    return ((*goals, *_same_regions(b, a)),)


def _is_whole(view: View, sizes: Sizes) -> bool:
    """Whether the index runs over the whole array, with a separate variable for each dimension."""
    found: list[int] = []
    for e, d in zip(view.at, array_of(view.node).shape.dims, strict=True):
        if d > 1:
            if e.constant or len(e.terms) != 1 or e.terms[0][1] != 1:
                return False
            found.append(e.terms[0][0])
            if sizes[found[-1]] != d:
                return False
    return len(set(found)) == len(found)


def _same_loops(b: View, a: View, sizes: Sizes) -> Alternatives:
    """The goals for two loops: equal initial states, equal iterations, and equal conditions."""
    if not _is_whole(b, sizes) or b.at != a.at:
        # The body may move elements, so the goal must be about the whole array.
        return _same_index(b, a)
    goals: tuple[Goal, ...] = ()
    parts = [("body", True), ("condition", False)]
    if not is_unwritten(operand(a.node, 0, a.node.path)):
        goals = _whole(operand(b.node, 0, b.node.path), operand(a.node, 0, a.node.path))
    elif (rows := _rows_written(b.node, a.node)) is not None:
        goals = rows
        parts = parts[1:]
    else:
        count = counter(a.node._replace(path=()))
        if count is None or count.first >= count.end:
            raise UnmatchedError(f"{_said(a)} may end with an uninitialized array")
    for key, is_value in parts:
        ours, theirs = (
            entered(
                view.node if is_value else view.node._replace(path=()),
                view.node.instruction.called(key),
                None,
            )
            for view in (b, a)
        )
        goals += _whole(ours, theirs)
    return (goals,)


def _rows_written(b: Node, a: Node) -> tuple[Goal, ...] | None:
    """Goals stating that both loops write the same rows; None unless both loops write all rows."""
    ours, theirs = row_written(b), row_written(a)
    if ours is None or theirs is None:
        return None
    return tuple(goal for pair in zip(ours, theirs, strict=True) for goal in _whole(*pair))


def _same_beginnings(b: View, a: View, sizes: Sizes) -> Alternatives | None:
    """The goals for a value that the compiled loop computes only in the first iteration.

    In later iterations, the compiled loop reads the value from its state. The original loop reads
    the value from its state in every iteration. Return None for all other values.
    """
    ours, turn = carried(b), first_turn(a, sizes)
    theirs = carried(turn[1]) if turn is not None else None
    if ours is None or turn is None or theirs is None:
        return None
    begin = View(operand(ours.node, 0, ours.node.path), ours.at)
    (loops,) = _same_index(ours, theirs)
    return ((Goal(begin, turn[0], sizes), *loops),)


def _same_branches(b: View, a: View, sizes: Sizes) -> Alternatives:
    """Goals stating that two conditionals have the same condition and the same branches."""
    names = [_branches(view) for view in (b, a)]
    if len(names[0]) != len(names[1]) or not names[0]:
        raise UnmatchedError(f"the branches of {_said(b)} and {_said(a)} cannot be paired")
    goals = [Goal(View(operand(b.node, 0), ()), View(operand(a.node, 0), ()), {})]
    for k, pair in enumerate(zip(*names, strict=True)):
        ours, theirs = (
            View(entered(view.node, name, (operand(view.node, k + 1),)), view.at)
            for view, name in zip((b, a), pair, strict=True)
        )
        goals.append(Goal(ours, theirs, sizes))
    return (tuple(goals),)


def _same_gathers(b: View, a: View, sizes: Sizes) -> Alternatives:
    """Goals stating that two gathers read the same array at the same starts."""
    ours, theirs = gathered(b), gathered(a)
    if ours is None or theirs is None:
        raise UnmatchedError(f"{_said(b)} or {_said(a)} is a gather with batch dimensions")
    if (ours.slices, ours.offsets) != (theirs.slices, theirs.offsets):
        raise UnmatchedError(f"{_said(b)} and {_said(a)} take different slices")
    goals = list(_whole(ours.source, theirs.source))
    for one, other in zip(ours.starts, theirs.starts, strict=True):
        if one is not None and other is not None:
            goals.append(Goal(one, other, sizes))
        elif one is not other:
            raise UnmatchedError(
                f"{_said(b)} and {_said(a)} have start indices for different dimensions"
            )
    return (tuple(goals),)


def _same_scatters(b: View, a: View, _: Sizes) -> Alternatives:
    """Goals stating that two scatters write the same windows at the same starts.

    The compiled scatter may number the windows by fewer dimensions, and may keep dimensions of
    size 1 that the original scatter leaves out.
    """
    ours, theirs = scattered(b.node), scattered(a.node)
    if ours is None or theirs is None:
        raise UnmatchedError(f"{_said(b)} or {_said(a)} is a scatter with batch dimensions")
    if b.node.path != a.node.path or b.at != a.at or len(ours.sources) != len(theirs.sources):
        raise UnmatchedError(f"{_said(b)} and {_said(a)} are not taken at the same places")
    parts = [attributes(view.node.instruction, "scatter", is_sum=False) for view in (b, a)]
    kept = [{k: v for k, v in one.items() if k not in _OF_SCATTERS} for one in parts]
    # A promise that the program does not make must not be used by the compiled program.
    kept[0] = {k: v for k, v in kept[0].items() if k not in _PROMISES or k in kept[1]}
    _require_equal(b, a, *kept)
    numbers = _numbered_alike(ours.counts, theirs.counts)
    if ours.window != theirs.window or {*ours.along} != {*theirs.along} or numbers is None:
        raise UnmatchedError(f"{_said(b)} and {_said(a)} write different windows")
    dims, (one, other) = numbers
    goals = [
        goal for pair in zip(ours.sources, theirs.sources, strict=True) for goal in _whole(*pair)
    ]
    sizes = dict(enumerate((*dims, *ours.window)))
    inside = tuple(variable(len(dims) + d, size) for d, size in enumerate(ours.window))
    pairs = [
        (ours.update(k, one, inside), theirs.update(k, other, inside))
        for k in range(len(ours.updates))
    ]
    for d in range(len(ours.window)):
        begin, start = ours.start(d, one), theirs.start(d, other)
        if begin is not None and start is not None:
            pairs.append((begin, start))
    if 0 not in sizes.values():
        goals += [Goal(before, after, sizes) for before, after in pairs]
    return ((*goals, *_same_regions(b, a)),)


def _numbered_alike(
    ours: tuple[int, ...], theirs: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[Index, Index]] | None:
    """Dimensions that number the same elements as two lists of dimensions, and both indices.

    The elements have the same row-major number in both lists. Return None if no list divides the
    dimensions of the other list.
    """
    if prod(ours) != prod(theirs):
        return None
    for dims in (ours, theirs):
        index, sizes = index_over(dims), dict(enumerate(dims))
        number = ravelled(index, dims)
        try:
            return dims, (unravelled(number, ours, sizes), unravelled(number, theirs, sizes))
        except Refine:
            continue
    return None


_OF_SCATTERS: Final = frozenset(
    {
        "index_vector_dim",
        "inserted_window_dims",
        "scatter_dims_to_operand_dims",
        "update_window_dims",
    }
)
_PROMISES: Final = frozenset({"indices_are_sorted", "unique_indices"})


_STRUCTURED: Final[Mapping[str, Callable[[View, View, Sizes], Alternatives]]] = {
    "conditional": _same_branches,
    "gather": _same_gathers,
    "scatter": _same_scatters,
    "while": _same_loops,
}
"""Operations whose operands are compared in a special way."""


def _branches(view: View) -> list[str]:
    i = view.node.instruction
    if "branch_computations" in i.attributes:
        names = i.attributes["branch_computations"].strip("{}").split(",")
        return [name.strip().lstrip("%") for name in names]
    return [i.called(key) for key in ("true_computation", "false_computation")]


def _is_private(view: View) -> bool:
    """Whether a result depends on more than its operands, attributes and applied computation."""
    i, computations = view.node.instruction, view.node.frame.module.computations
    named = (
        name
        for key, value in i.attributes.items()
        if key != "to_apply"
        for name in re.findall(r"[\w.\-]+", value)
    )
    return (
        any(name in computations for name in named)
        or "AllocateBuffer" in i.attributes.get("custom_call_target", "")
        or i.attributes.get("custom_call_has_side_effect") == "true"
    )


def _parameter(view: View) -> object:
    i = view.node.instruction
    array = array_of(view.node).shape
    return i.opcode, i.operands_text.strip(), view.node.path, array.dims


def _first_apart(one: Index, other: Index) -> dict[int, int] | None:
    """Values of the variables at which two indices differ, or None."""
    for e, f in zip(one, other, strict=True):
        d = e.minus(f)
        if d.constant:
            return {}
        if d.terms:
            return {d.terms[0][0]: 1}
    return None


def shown(view: View, point: Mapping[int, int]) -> str:
    """The name of an input's element at a point, such as `parameter 0 (3,4)`."""
    i = view.node.instruction
    index = tuple(e.at(point) for e in view.at)
    at = f" {format_int_tuple(index)}" if index else ""
    if i.opcode == "constant":
        return f"the constant {i.operands_text.strip()[:40]}{at}"
    if i.opcode == "iota":
        return f"the iota {i.name}{at}"
    path = "".join(f".{k}" for k in view.node.path)
    return f"parameter {i.operands_text.strip()}{path}{at}"


def _said(view: View) -> str:
    i = view.node.instruction
    return shown(view, {}) if is_input(view) else f"{i.opcode} {i.name} (line {i.line})"


def on_box(box: Box, view: View) -> View:
    """The element, with its index written in the variables of one part of the box."""
    return View(view.node, tuple(e.replaced(box.values) for e in view.at))


def _at(box: Box, found: Difference) -> Difference:
    """The difference, with its point written in the variables of the whole box."""
    point = {v: e.at(found.point) for v, e in box.values.items()}
    return Difference(found.reason, point)


def _renamed(goal: Goal) -> tuple[Goal, Mapping[int, int]]:
    """The goal with its variables renumbered in order of occurrence, and the new numbers."""
    names: dict[int, int] = {}
    for e in (*goal.before.at, *goal.after.at, *((goal.number,) if goal.number else ())):
        for v, _ in e.terms:
            names.setdefault(v, len(names))

    def new(e: Affine) -> Affine:
        return Affine(e.constant, tuple(sorted((names[v], c) for v, c in e.terms)))

    def view(old: View) -> View:
        return View(old.node, tuple(map(new, old.at)))

    sizes = {names[v]: goal.sizes[v] for v in names}
    number = None if goal.number is None else new(goal.number)
    return Goal(view(goal.before), view(goal.after), sizes, number), names
