"""Rules for the functions of `spec` that build, flatten or compare layouts, at any rank."""

from __future__ import annotations

from typing import Any

from spec.composition import carry_refusal, no_carry, regroup
from spec.errors import InadmissibleError
from spec.int_tuple import compatible
from spec.layout import Layout, make_layout
from spec.modes import Groups, Modes, in_one_tuple, joined, layout_of, modes_of, total
from verif.kernel.constructors import UnknownList, is_a, is_integer
from verif.kernel.errors import NotLiftableError
from verif.kernel.theory import reading
from verif.kernel.verbs import ensure
from verif.readings.any_rank import AnyRank, Nesting, UnknownShape
from verif.readings.grouped import Grouped
from verif.readings.groups import cuts, parted


@reading(modes_of, AnyRank)
def _modes_of(lifter: Any, layout: AnyRank) -> Any:
    return layout.listed


@reading(modes_of, Grouped)
def _modes_of_parts(lifter: Any, layout: Grouped) -> Any:
    return lifter.lift(joined)(tuple(map(lifter.lift(modes_of), layout.parts)))


@reading(layout_of, UnknownList)
def _layout_of(lifter: Any, modes: Any) -> AnyRank:
    lifter.owe_invariants("layout_of", ((modes, Modes),))
    return AnyRank(modes)


@reading(in_one_tuple, UnknownList)
def _in_one_tuple(lifter: Any, modes: Any) -> AnyRank:
    lifter.owe_invariants("in_one_tuple", ((modes, Modes),))
    if not modes:
        raise NotLiftableError("a layout of rank 0 is not supported here: add a mode")
    return AnyRank(modes, bare=False)


@reading(regroup)
def _regroup(lifter: Any, b: Any, groups: Any) -> Any:
    if not isinstance(b, AnyRank | Grouped) and not _is_any(groups):
        return NotImplemented
    lifter.owe_invariants("regroup", ((groups, Groups),))
    listed = lifter.lift(modes_of)(b)
    if type(listed) is tuple and not listed:
        raise NotLiftableError("a layout of rank 0 is not supported here: add a mode")
    # No group may be empty, because `regroup` would turn an empty group into a mode 1:0, which
    # `joined` does not add.
    ensure("for each terminal, a group of the same size", lifter.lift(cuts)(listed, groups))
    if isinstance(b, Grouped):
        return _regrouped_parts(lifter, b.parts, groups)
    modes = lifter.lift(joined)(groups)
    if isinstance(b, AnyRank):
        return AnyRank(modes, nesting=Nesting(b.shape, groups))
    if is_a(b.shape, tuple):
        raise NotLiftableError(
            "the shape of B must be an integer here, because there is no proof rule that nests the"
            " groups of several modes of B"
        )
    return AnyRank(modes)


def _is_any(groups: Any) -> bool:
    return type(groups) is not tuple or any(type(group) is not tuple for group in groups)  # pyright: ignore[reportUnknownVariableType]


def _regrouped_parts(lifter: Any, parts: tuple[Any, ...], groups: Any) -> Grouped:
    """Divide the groups among the parts, in order. Regroup each part by the groups that it gets."""
    regrouped: list[Any] = []
    for k, part in enumerate(parts[:-1]):
        mine = lifter.lift(modes_of)(part)
        others = lifter.lift(modes_of)(Grouped(parts[k + 1 :]))
        own, groups = lifter.lift(parted)(groups, mine, others)
        regrouped.append(lifter.lift(regroup)(part, own))
    return Grouped((*regrouped, lifter.lift(regroup)(parts[-1], groups)))


@reading(compatible, UnknownShape)
def _compatible(lifter: Any, a: Any, b: Any) -> Any:
    if type(b) is not UnknownShape:
        return NotImplemented
    if b.nesting is not None and a is b.nesting.shape:
        return lifter.lift(cuts)(a.modes or ((1, 0),), b.nesting.groups)
    if isinstance(a, UnknownShape) or is_a(a, tuple):
        raise NotLiftableError(
            "there is no proof rule for the compatibility of two shapes of any rank"
        )
    if not is_integer(a):
        raise NotLiftableError(
            "the first argument of `compatible` must be a shape, because the second is a shape of "
            "any rank"
        )
    return a == lifter.lift(total)(b.modes)


@reading(make_layout, AnyRank, Grouped)
def _make_layout(lifter: Any, *arguments: Any) -> Grouped:
    if not all(is_a(argument, Layout) for argument in arguments):
        raise NotLiftableError(
            "make_layout gets a layout of any rank and a value that is not a layout"
        )
    return Grouped(arguments)


@reading(carry_refusal)
def _carry_refusal(lifter: Any, modes: Any, pieces: Any) -> InadmissibleError:
    # The error's message is not modelled, because no claim depends on the message. But the error
    # may be raised only if a sum of steps of `pieces` carries out of one of `modes`.
    ensure("the pieces carry", not lifter.lift(no_carry)(modes, pieces))
    return InadmissibleError("A", "no carry")
