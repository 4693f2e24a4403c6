"""IntTuples and layouts of any nesting, and how the functions of `spec` see them.

An IntTuple is its profile and its terminals. Of one of any nesting the profile is a name and
the terminals are a list of unknown length: `flatten` gives the list, `unflatten` puts another
list of that length under the profile, two IntTuples are congruent if they have one profile.
A list of integers that stands alone is a flat tuple. Where the modes of a tuple are asked for,
it is a list of the terminals of each, and what is done mode by mode is done to the first mode,
and to the others. The texts of `spec` run on that; what goes into the nesting beyond it has no
reading here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NoReturn

from spec import PLAIN
from spec.checks import makes_layout
from spec.coordinates import coordinate_refusal, natural, require_coordinate
from spec.errors import CongruenceError, CoordinateError, ShapeError
from spec.int_tuple import congruent, flatten, product, product_each, require_shape, unflatten
from spec.layout import Layout
from spec.modes import Modes, modes_of, shapes_of, strides_of
from spec.nesting import nested_as
from verif.kernel.errors import NotLiftableError
from verif.kernel.theory import reading
from verif.readings.any_rank import AsModes, Lift
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


class AnyNesting:
    """A tuple of any nesting, its terminals a list of unknown length.

    `parts` are those of each mode, where they are known to be the parts of the list.
    """

    is_any_int_tuple: ClassVar = True
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, profile: object, terminals: Any, parts: Any = None) -> None:
        self.profile = profile
        self.terminals = terminals
        self.parts = parts

    @property
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        return tuple

    def _look_inside(self, *_: object) -> NoReturn:
        raise NotLiftableError("a text looks into the nesting of an IntTuple of any nesting")

    def __bool__(self) -> bool:
        if not self.terminals:
            raise NotLiftableError("a tuple without terminals may have tuples in it, or not")
        return True

    __eq__ = __getitem__ = __len__ = __iter__ = __contains__ = _look_inside
    __add__ = __radd__ = __mul__ = __rmul__ = __reversed__ = _look_inside
    __lt__ = __le__ = __gt__ = __ge__ = __ne__ = _look_inside


class AnyMode(AnyNesting):
    """A tuple of any nesting, or an integer: whoever asks which has no lifted reading."""

    @property
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        raise NotLiftableError("a text asks whether a mode of any nesting is an integer")


# `match` asks whether a type is a sequence, and takes another for what is no tuple.
Sequence.register(AnyNesting)  # pyright: ignore[reportAttributeAccessIssue]


class AnyNested(Layout):
    """A layout of any nesting: what `Layout` computes of shape and strides is computed of it."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, shape: AnyNesting, stride: AnyNesting, lift: Lift) -> None:
        for name, item in {"shape": shape, "stride": stride, "_lift": lift}.items():
            object.__setattr__(self, name, item)

    def __format__(self, spec: str) -> str:
        # What an error says is no part of any claim.
        return "a layout of any nesting"

    @property
    def size(self) -> int:
        return self._own(Layout.size.fget)()

    @property
    def flat_shape(self) -> Any:
        return self._own(Layout.flat_shape.fget)()

    @property
    def flat_stride(self) -> Any:
        return self._own(Layout.flat_stride.fget)()

    @property
    def flat_modes(self) -> Any:
        return self._own(Layout.flat_modes.fget)()

    @property
    def cosize(self) -> int:
        return self._own(Layout.cosize.fget)()

    def __call__(self, *coordinate: Any) -> int:
        return self._own(PLAIN[Layout.__call__])(*coordinate)

    def extended(self, x: int) -> int:
        return self._own(Layout.extended)(x)

    def mode(self, *path: int) -> Layout:
        if path:
            raise NotLiftableError("a mode of a layout of any nesting")
        return self

    def __eq__(self, other: object) -> bool:
        raise NotLiftableError("layouts of any nesting are compared by their values")

    def _own(self, method: Any) -> Callable[..., Any]:
        """The method of `Layout`, its text lifted."""
        lift: Lift = object.__getattribute__(self, "_lift")
        return lambda *arguments: lift(method)(self, *arguments)


def _any(*items: object) -> bool:
    return any(issubclass(type(item), AnyNesting) for item in items)


def _one_profile(*items: Any) -> bool:
    return all(_any(item) and item.profile is items[0].profile for item in items)


def _unknown(item: object) -> bool:
    """Whether it is an IntTuple of any nesting, or a tuple to a text and none to Python."""
    return _any(item) or (isinstance(item, tuple) and tuple not in type(item).__mro__)


def _modes_met(lifter: Any, crd: Any, shape: Any) -> bool:
    """Whether a coordinate has an integer for each mode of a shape that is known by its modes."""
    if not _any(shape) or shape.parts is None or _any(crd) or not isinstance(crd, tuple):
        return False
    if not _unknown(crd) and not all(isinstance(c, int) for c in crd):
        return False
    count = lifter.lift(len)
    if count(crd) != count(shape.parts):
        raise CongruenceError("a coordinate of another rank than its shape")
    return True


@reading(flatten)
def _flatten(lifter: Any) -> Callable[[Any], Any]:
    def lifted(t: Any) -> Any:
        if not _unknown(t):
            return lifter.body(flatten)(t)
        if _any(t):
            return t.terminals
        lifter.owe_invariants("flatten", ((t, Terminals),))
        return t

    return lifted


@reading(unflatten)
def _unflatten(lifter: Any) -> Callable[[Any, Any], Any]:
    def lifted(flat: Any, profile: Any) -> Any:
        if not _unknown(profile):
            return lifter.body(unflatten)(flat, profile)
        count = lifter.lift(len)
        if count(flat) != count(lifter.lift(flatten)(profile)):
            raise NotLiftableError("a list that may not fit a profile of any nesting")
        lifter.owe_invariants("unflatten", ((flat, Terminals),))
        return type(profile)(profile.profile, flat) if _any(profile) else flat

    return lifted


@reading(congruent)
def _congruent(lifter: Any) -> Callable[[Any, Any], bool]:
    def lifted(a: Any, b: Any) -> bool:
        if not _any(a, b):
            return lifter.body(congruent)(a, b)
        if not _one_profile(a, b):
            raise NotLiftableError("profiles that may be the same or not")
        return True

    return lifted


@reading(makes_layout)
def _makes_layout(lifter: Any) -> Callable[[Any, Any], bool]:
    def lifted(shape: Any, stride: Any) -> bool:
        if not _unknown(shape) and not _unknown(stride):
            return lifter.body(makes_layout)(shape, stride)
        if not lifter.lift(congruent)(shape, stride):
            return False
        return lifter.lift(at_least)(1, lifter.lift(flatten)(shape))

    return lifted


@reading(product)
def _product(lifter: Any) -> Callable[[Any], int]:
    def lifted(t: Any) -> int:
        if not _unknown(t):
            return lifter.body(product)(t)
        return lifter.lift(extent)(lifter.lift(flatten)(t))

    return lifted


@reading(product_each)
def _product_each(lifter: Any) -> Callable[[Any], Any]:
    def lifted(t: Any) -> Any:
        if not _any(t):
            return lifter.body(product_each)(t)
        if t.parts is None:
            raise NotLiftableError("the modes of a tuple that is known by its terminals")
        return lifter.lift(extents)(t.parts)

    return lifted


@reading(require_shape)
def _require_shape(lifter: Any) -> Callable[[Any], None]:
    def lifted(t: Any) -> None:
        if not _unknown(t):
            lifter.body(require_shape)(t)
        elif not lifter.lift(at_least)(1, lifter.lift(flatten)(t)):
            raise ShapeError("a shape of any nesting has an entry below 1")

    return lifted


@reading(require_coordinate)
def _require_coordinate(lifter: Any) -> Callable[[Any, Any], None]:
    def lifted(crd: Any, shape: Any) -> None:
        if _one_profile(crd, shape):
            if not lifter.lift(in_bounds)(crd.terminals, shape.terminals):
                raise CoordinateError("a coordinate of a shape of any nesting is out of range")
        elif _modes_met(lifter, crd, shape):
            lifter.lift(require_each)(crd, shape.parts)
        else:
            lifter.body(require_coordinate)(crd, shape)

    return lifted


@reading(coordinate_refusal)
def _coordinate_refusal(lifter: Any) -> Callable[[Any, Any], CoordinateError]:
    # What the error says is no part of any claim.
    return lambda crd, shape: CoordinateError("a coordinate of a shape is out of range")


@reading(natural)
def _natural(lifter: Any) -> Callable[[Any, Any], Any]:
    def lifted(crd: Any, shape: Any) -> Any:
        # The natural coordinate of an integer is that integer, at every terminal.
        if _one_profile(crd, shape):
            return crd
        if _modes_met(lifter, crd, shape):
            return AnyNesting(shape.profile, lifter.lift(natural_of_each)(crd, shape.parts))
        return lifter.body(natural)(crd, shape)

    return lifted


@reading(nested_as)
def _nested_as(lifter: Any) -> Callable[[Layout, Any], Layout]:
    def lifted(layout: Layout, modes: Modes) -> Layout:
        if type(layout) is AsModes:
            if lifter.lift(len)(modes) != lifter.lift(len)(lifter.lift(modes_of)(layout)):
                raise NotLiftableError("modes that may not fit a nesting that is not seen")
            lifter.owe_invariants("nested_as", ((modes, Modes),))
            return AsModes(modes, lifter.lift, given=True)
        if type(layout) is not AnyNested:
            return lifter.body(nested_as)(layout, modes)
        unflattened = lifter.lift(unflatten)
        shape = unflattened(lifter.lift(shapes_of)(modes), layout.shape)
        lifter.lift(require_shape)(shape)
        stride = unflattened(lifter.lift(strides_of)(modes), layout.shape)
        return AnyNested(shape, stride, lifter.lift)

    return lifted


@reading(some_mode)
def _some_mode(_: Any) -> Callable[[Any], AnyMode]:
    return lambda terminals: AnyMode(object(), terminals)
