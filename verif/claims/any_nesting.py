"""IntTuples and layouts of any nesting, and how the functions of `spec` see them.

An IntTuple is its profile and its terminals. Of one of any nesting the profile is a name and
the terminals are a list of unknown length: `flatten` gives the list, `unflatten` puts another
list of that length under the profile, two IntTuples are congruent if they have one profile.
The texts of `spec` run on that; what goes into the nesting beyond it has no reading here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from spec.coordinates import natural, require_coordinate
from spec.errors import CoordinateError, ShapeError
from spec.int_tuple import congruent, flatten, product, require_shape, unflatten
from spec.layout import Layout
from verif.claims.any_rank import Lift
from verif.claims.theory.coordinates import at_least, extent, in_bounds
from verif.kernel.errors import NotLiftableError


class AnyNesting:
    """A tuple of any nesting, its terminals a list of unknown length."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, profile: object, terminals: Any) -> None:
        self.profile = profile
        self.terminals = terminals

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


# `match` asks whether a type is a sequence, and takes another for what is no tuple.
Sequence.register(AnyNesting)  # pyright: ignore[reportAttributeAccessIssue]


class AnyNested(Layout):
    """A layout of any nesting: what `Layout` computes of shape and strides is computed of it."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, shape: AnyNesting, stride: AnyNesting, lift: Lift) -> None:
        for name, item in {"shape": shape, "stride": stride, "_lift": lift}.items():
            object.__setattr__(self, name, item)

    @property
    def size(self) -> int:
        return self._own(Layout.size.fget)()

    @property
    def cosize(self) -> int:
        return self._own(Layout.cosize.fget)()

    def __call__(self, *coordinate: Any) -> int:
        return self._own(Layout.__call__)(*coordinate)

    def extended(self, x: int) -> int:
        return self._own(Layout.extended)(x)

    def mode(self, *path: int) -> Layout:
        if path:
            raise NotLiftableError("a mode of a layout of any nesting")
        return self

    def __eq__(self, other: object) -> bool:
        raise NotLiftableError("layouts of any nesting are compared by their values")

    def _own(self, method: Any) -> Callable[..., Any]:
        """What `Layout` does, its text lifted."""
        lift: Lift = object.__getattribute__(self, "_lift")
        return lambda *arguments: lift(method)(self, *arguments)


def _any(*items: object) -> bool:
    return any(type(item) is AnyNesting for item in items)


def _one_profile(*items: Any) -> bool:
    return all(type(item) is AnyNesting and item.profile is items[0].profile for item in items)


def _flatten(lifter: Any) -> Callable[[Any], Any]:
    return lambda t: t.terminals if _any(t) else lifter.body(flatten)(t)


def _unflatten(lifter: Any) -> Callable[[Any, Any], Any]:
    def lifted(flat: Any, profile: Any) -> Any:
        if not _any(profile):
            return lifter.body(unflatten)(flat, profile)
        if lifter.lift(len)(flat) != lifter.lift(len)(profile.terminals):
            raise NotLiftableError("a list that may not fit a profile of any nesting")
        return AnyNesting(profile.profile, flat)

    return lifted


def _congruent(lifter: Any) -> Callable[[Any, Any], bool]:
    def lifted(a: Any, b: Any) -> bool:
        if not _any(a, b):
            return lifter.body(congruent)(a, b)
        if not _one_profile(a, b):
            raise NotLiftableError("profiles that may be the same or not")
        return True

    return lifted


def _product(lifter: Any) -> Callable[[Any], int]:
    return lambda t: lifter.lift(extent)(t.terminals) if _any(t) else lifter.body(product)(t)


def _require_shape(lifter: Any) -> Callable[[Any], None]:
    def lifted(t: Any) -> None:
        if not _any(t):
            lifter.body(require_shape)(t)
        elif not lifter.lift(at_least)(1, t.terminals):
            raise ShapeError("a shape of any nesting has an entry below 1")

    return lifted


def _require_coordinate(lifter: Any) -> Callable[[Any, Any], None]:
    def lifted(crd: Any, shape: Any) -> None:
        if not _any(crd, shape):
            lifter.body(require_coordinate)(crd, shape)
        elif _one_profile(crd, shape):
            if not lifter.lift(in_bounds)(crd.terminals, shape.terminals):
                raise CoordinateError("a coordinate of a shape of any nesting is out of range")
        elif isinstance(crd, tuple):
            raise NotLiftableError("a coordinate that may fit a shape of any nesting, or not")
        elif not 0 <= crd < lifter.lift(product)(shape):
            raise CoordinateError("a coordinate of a shape of any nesting is out of range")

    return lifted


def _natural(lifter: Any) -> Callable[[Any, Any], Any]:
    # The natural coordinate of an integer is that integer, at every terminal.
    return lambda crd, shape: crd if _one_profile(crd, shape) else lifter.body(natural)(crd, shape)


NESTED = {
    flatten: _flatten,
    unflatten: _unflatten,
    congruent: _congruent,
    product: _product,
    require_shape: _require_shape,
    require_coordinate: _require_coordinate,
    natural: _natural,
}
