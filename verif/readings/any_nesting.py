"""IntTuples of any nesting, and the rules for functions of `spec` on them.

An IntTuple consists of its profile and its terminals. In a proof for any nesting, the profile is
only a name, and the terminals are a list of unknown length. `flatten` returns the list, and
`unflatten` joins the profile with another list of the same length. Two IntTuples are congruent if
they have the same profile. A list of integers without a profile is a flat tuple. The terminals of a
tuple can also be known for each mode separately. Then a rule handles the first mode, and calls
itself on the other modes.

A layout of any nesting is a `Layout` with such tuples as shape and strides. The code of `Layout`
computes the size and the offsets. There is no rule for code that inspects the nesting further.
"""

from __future__ import annotations

from typing import Any, ClassVar

from spec.checks import makes_layout
from spec.coordinates import coordinate_refusal, natural, require_coordinate
from spec.errors import CongruenceError, CoordinateError, ShapeError
from spec.int_tuple import congruent, flatten, product, product_each, require_shape, unflatten
from spec.layout import Layout
from spec.modes import Modes, modes_of
from spec.nesting import nested_as
from verif.kernel.constructors import Unknown, UnknownList, is_a, stands_for
from verif.kernel.errors import NotLiftableError
from verif.kernel.theory import reading
from verif.readings.any_rank import AsModes
from verif.readings.terminals import (
    Terminals,
    at_least,
    extent,
    extents,
    in_bounds,
    natural_of_each,
    require_each,
    some_mode,
)


@stands_for(tuple, (1,))
class Nested(Unknown):
    """A tuple of any nesting, given by a name for its profile and the list of its terminals.

    `parts` are the terminals of each mode, if they are known.
    """

    called: ClassVar[str] = "the nesting of an IntTuple of any nesting"

    def __init__(self, profile: object, terminals: Any, parts: Any = None) -> None:
        self.profile = profile
        self.terminals = terminals
        self.parts = parts

    def __bool__(self) -> bool:
        if not self.terminals:
            raise NotLiftableError(
                "it is unknown whether a tuple without terminals contains tuples"
            )
        return True


@stands_for(None, (1,))
class NestedMode(Nested):
    """A mode that is a tuple of any nesting or an integer.

    Code that asks whether the mode is a tuple or an integer gets an error.
    """

    called: ClassVar[str] = "a mode of any nesting"


def layout_of_any_nesting(shape: Nested, stride: Nested) -> Layout:
    """Construct a layout without checking the shape and strides, which are assumed to be valid."""
    made = object.__new__(Layout)
    object.__setattr__(made, "shape", shape)
    object.__setattr__(made, "stride", stride)
    return made


def _one_profile(a: Any, b: Any) -> bool:
    return isinstance(a, Nested) and isinstance(b, Nested) and a.profile is b.profile


def _modes_met(lifter: Any, crd: Any, shape: Any) -> bool:
    """Whether the coordinate is flat, and the terminals of the shape are known mode by mode.

    Raises CongruenceError if the ranks differ.
    """
    if not isinstance(shape, Nested) or shape.parts is None or isinstance(crd, Nested):
        return False
    if not (isinstance(crd, UnknownList) or _is_flat(crd)):
        return False
    count = lifter.lift(len)
    if count(crd) != count(shape.parts):
        raise CongruenceError("the rank of a coordinate differs from the rank of its shape")
    return True


def _is_flat(crd: Any) -> bool:
    return isinstance(crd, tuple) and all(is_a(c, int) for c in crd)  # pyright: ignore[reportUnknownVariableType]


def _is_shape(shape: Any) -> bool:
    return is_a(shape, int) or (isinstance(shape, tuple) and all(map(_is_shape, shape)))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


@reading(flatten, Nested)
def _terminals(lifter: Any, t: Nested) -> Any:
    return t.terminals


@reading(flatten, UnknownList)
def _flat(lifter: Any, t: Any) -> Any:
    lifter.owe_invariants("flatten", ((t, Terminals),))
    return t


@reading(unflatten, Nested, UnknownList)
def _unflatten(lifter: Any, flat: Any, profile: Any) -> Any:
    if not isinstance(profile, Nested | UnknownList):
        return NotImplemented
    count = lifter.lift(len)
    if count(flat) != count(lifter.lift(flatten)(profile)):
        raise NotLiftableError(
            "it is unknown whether the list has an entry for each terminal of the profile"
        )
    lifter.owe_invariants("unflatten", ((flat, Terminals),))
    return type(profile)(profile.profile, flat) if isinstance(profile, Nested) else flat


@reading(congruent, Nested)
def _congruent(lifter: Any, a: Any, b: Any) -> bool:
    if not _one_profile(a, b):
        raise NotLiftableError("it is unknown whether two profiles are equal")
    return True


@reading(makes_layout, Nested, UnknownList)
def _makes_layout(lifter: Any, shape: Any, stride: Any) -> bool:
    if not lifter.lift(congruent)(shape, stride):
        return False
    return lifter.lift(at_least)(1, lifter.lift(flatten)(shape))


@reading(product, Nested, UnknownList)
def _product(lifter: Any, t: Any) -> int:
    return lifter.lift(extent)(lifter.lift(flatten)(t))


@reading(product_each, Nested)
def _product_each(lifter: Any, t: Nested) -> Any:
    if t.parts is None:
        raise NotLiftableError(
            "the modes of a tuple are unknown: its terminals are known, but its nesting is not"
        )
    return lifter.lift(extents)(t.parts)


@reading(require_shape, Nested, UnknownList)
def _require_shape(lifter: Any, t: Any) -> None:
    if not lifter.lift(at_least)(1, lifter.lift(flatten)(t)):
        raise ShapeError("a shape of unknown nesting has an entry below 1")


@reading(require_coordinate, Nested)
def _require_coordinate(lifter: Any, crd: Any, shape: Any) -> Any:
    if _one_profile(crd, shape):
        if not lifter.lift(in_bounds)(crd.terminals, shape.terminals):
            raise CoordinateError("a coordinate of a shape of unknown nesting is out of range")
        return None
    if _modes_met(lifter, crd, shape):
        return lifter.lift(require_each)(crd, shape.parts)
    return NotImplemented


@reading(coordinate_refusal)
def _coordinate_refusal(lifter: Any, crd: Any, shape: Any) -> CoordinateError:
    # Claims do not depend on error messages, so this message does not show the coordinate or shape.
    if not (is_a(crd, int) and (isinstance(shape, UnknownList | Nested) or _is_shape(shape))):
        return NotImplemented
    return CoordinateError("a coordinate of a shape is out of range")


@reading(natural, Nested)
def _natural(lifter: Any, crd: Any, shape: Any) -> Any:
    # A coordinate with the profile of the shape is already a natural coordinate.
    if _one_profile(crd, shape):
        return crd
    if _modes_met(lifter, crd, shape):
        return Nested(shape.profile, lifter.lift(natural_of_each)(crd, shape.parts))
    return NotImplemented


@reading(nested_as, AsModes)
def _nested_as(lifter: Any, layout: Any, modes: Any) -> Any:
    if type(layout) is not AsModes:
        return NotImplemented
    if lifter.lift(len)(modes) != lifter.lift(len)(lifter.lift(modes_of)(layout)):
        raise NotLiftableError("the nesting is unknown, so the number of modes must not change")
    lifter.owe_invariants("nested_as", ((modes, Modes),))
    return AsModes(modes)


@reading(some_mode)
def _some_mode(lifter: Any, terminals: Any) -> NestedMode:
    return NestedMode(object(), terminals)
