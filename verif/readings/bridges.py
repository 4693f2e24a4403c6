"""Layouts of any rank, as the functions of `spec` that build, flatten or compare see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spec.composition import carry_refusal, regroup
from spec.errors import InadmissibleError
from spec.int_tuple import compatible
from spec.layout import Layout, make_layout
from spec.modes import Groups, Modes, in_one_tuple, joined, layout_of, modes_of, total
from spec.taking import is_integer
from verif.kernel.errors import NotLiftableError
from verif.kernel.theory import reading
from verif.kernel.verbs import ensure
from verif.readings.any_rank import AnyRank, Nesting, UnknownShape
from verif.readings.grouped import Grouped
from verif.readings.groups import cuts, parted


@reading(modes_of)
def _modes_of(lifter: Any) -> Callable[[Layout], Any]:
    def lifted(layout: Layout) -> Any:
        if isinstance(layout, AnyRank):
            return layout.listed
        if isinstance(layout, Grouped):
            return lifter.lift(joined)(tuple(map(lifted, layout.parts)))
        return lifter.body(modes_of)(layout)

    return lifted


@reading(layout_of)
def _layout_of(lifter: Any) -> Callable[[Any], Layout]:
    def lifted(modes: Modes) -> Layout:
        if type(modes) is tuple:
            return lifter.body(layout_of)(modes)
        lifter.owe_invariants("layout_of", ((modes, Modes),))
        return AnyRank(modes, lifter.lift)

    return lifted


@reading(in_one_tuple)
def _in_one_tuple(lifter: Any) -> Callable[[Any], Layout]:
    def lifted(modes: Modes) -> Layout:
        if type(modes) is tuple:
            return lifter.body(in_one_tuple)(modes)
        lifter.owe_invariants("in_one_tuple", ((modes, Modes),))
        if not modes:
            raise NotLiftableError("a layout of rank 0 has no mode, and none of any rank is it")
        return AnyRank(modes, lifter.lift, given=True)

    return lifted


@reading(regroup)
def _regroup(lifter: Any) -> Callable[[Layout, Groups], Layout]:
    flattened = lifter.lift(modes_of)

    def unknown(groups: Any) -> bool:
        return type(groups) is not tuple or any(type(group) is not tuple for group in groups)

    def lifted(b: Layout, groups: Groups) -> Layout:
        if not isinstance(b, AnyRank | Grouped) and not unknown(groups):
            return lifter.body(regroup)(b, groups)
        lifter.owe_invariants("regroup", ((groups, Groups),))
        listed = flattened(b)
        if type(listed) is tuple and not listed:
            raise NotLiftableError("a layout of rank 0 has no mode, and none of any rank is it")
        # Of a group without modes it makes 1:0, which the joined groups do not have.
        ensure("a group for each terminal, of its size", lifter.lift(cuts)(listed, groups))
        if isinstance(b, Grouped):
            return _regrouped_parts(lifter, b.parts, groups)
        modes = lifter.lift(joined)(groups)
        if isinstance(b, AnyRank):
            return AnyRank(modes, lifter.lift, nesting=Nesting(b.shape, groups))
        if isinstance(b.shape, tuple):
            raise NotLiftableError("the nesting of several modes of B has no lifted reading")
        return AnyRank(modes, lifter.lift)

    return lifted


def _regrouped_parts(lifter: Any, parts: tuple[Layout, ...], groups: Any) -> Layout:
    """Each part with the groups that are its own, from the left."""
    regrouped: list[Layout] = []
    for k, part in enumerate(parts[:-1]):
        mine = lifter.lift(modes_of)(part)
        others = lifter.lift(modes_of)(Grouped(parts[k + 1 :], lifter.lift))
        own, groups = lifter.lift(parted)(groups, mine, others)
        regrouped.append(lifter.lift(regroup)(part, own))
    return Grouped((*regrouped, lifter.lift(regroup)(parts[-1], groups)), lifter.lift)


@reading(compatible)
def _compatible(lifter: Any) -> Callable[[Any, Any], bool]:
    def lifted(a: Any, b: Any) -> bool:
        if type(b) is not UnknownShape:
            return lifter.body(compatible)(a, b)
        if b.nesting is not None and a is b.nesting.shape:
            return lifter.lift(cuts)(a.modes or ((1, 0),), b.nesting.groups)
        if isinstance(a, tuple):
            raise NotLiftableError("compatibility of two shapes of any rank has no lifted reading")
        if not is_integer(a):
            raise NotLiftableError("what is no shape beside one of any rank")
        return a == lifter.lift(total)(b.modes)

    return lifted


@reading(make_layout)
def _make_layout(lifter: Any) -> Callable[..., Layout]:
    def lifted(*arguments: Any) -> Layout:
        if any(isinstance(argument, AnyRank | Grouped) for argument in arguments):
            if not all(issubclass(type(argument), Layout) for argument in arguments):
                raise NotLiftableError("a layout of any rank is put beside what is none")
            return Grouped(arguments, lifter.lift)
        return lifter.body(make_layout)(*arguments)

    return lifted


@reading(carry_refusal)
def _carry_refusal(lifter: Any) -> Callable[[Any, Any], InadmissibleError]:
    # Which mode the error names is no part of any claim.
    return lambda modes, pieces: InadmissibleError("of A", "no carry", 0, 0)
