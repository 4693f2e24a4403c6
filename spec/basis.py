"""Strides that are coordinates: sums of multiples of CuTe's basis elements.

`E(0)` is the coordinate (1,0,..), `E(1)` is (0,1,0,..), and `E(1, 0)` is (0,(1,0,..),0,..), the
first entry of mode 1. Paths are written from the innermost index outwards, as CuTe prints them:
`1@0`, `1@1`, `1@0@1`. Coordinates form a module over the integers: they can be added, and
multiplied by integers, but not ordered.
"""

from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias, cast

from spec.errors import LayoutError, StrideError, numeral

Path: TypeAlias = tuple[int, ...]
"""The index path to an entry of a coordinate, outermost index first."""

Terms: TypeAlias = tuple[tuple[Path, int], ...]
"""The terms of a sum: the path of a basis element, and the multiple of this element."""

Entries: TypeAlias = int | tuple["Entries", ...]


@dataclass(frozen=True, eq=False)
class ArithmeticTuple:
    """A coordinate as a sum of multiples of basis elements. All entries without a term are 0.

    Pre-conditions: no term's path is a prefix of another term's path.

    >>> x = 2 * E(0) + 3 * E(1, 0)
    >>> print(x, x.entries, x.sum)
    (2,(3)) (2, (3,)) 2@0+3@0@1
    >>> print(5 * E(0, 1), E(0) == E(0) + 0 * E(1))
    5@1@0 True
    >>> E(0) < E(1)
    Traceback (most recent call last):
    spec.errors.StrideError: 1@0 is a coordinate, and coordinates have no order: strides must be \
integers here

    Source: CuTe arithmetic_tuple.hpp, ScaledBasis and ArithmeticTuple; 0z_tma_tensors.md.
    """

    terms: Terms
    """Pairs (path of a basis element, multiple of this element). The multiple may be 0."""

    @property
    def entries(self) -> Entries:
        """The coordinate as a tuple, without the entries after the last term."""
        return _nested(dict(self.terms))

    @property
    def sum(self) -> str:
        """The coordinate in the notation of strides: the nonzero multiples of basis elements."""
        return "+".join(map(_multiple, self._nonzero)) or "0"

    def __str__(self) -> str:
        return _multiple(self.terms[0]) if len(self.terms) == 1 else _text(self.entries)

    __repr__ = __str__

    def __add__(self, other: object) -> "ArithmeticTuple":
        if isinstance(other, int):
            other = ArithmeticTuple((((), other),))
        if not isinstance(other, ArithmeticTuple):
            raise StrideError(f"{self} and {other!r} cannot be added")
        return ArithmeticTuple(_apart(_summed(self.terms + other.terms)))

    __radd__ = __add__

    def __mul__(self, factor: object) -> "ArithmeticTuple":
        if not isinstance(factor, int):
            raise StrideError(f"{self} can only be multiplied by an integer, not {factor!r}")
        return ArithmeticTuple(tuple((path, factor * n) for path, n in self.terms))

    __rmul__ = __mul__

    def __neg__(self) -> "ArithmeticTuple":
        return self * -1

    def __sub__(self, other: object) -> "ArithmeticTuple":
        # Do not negate an operand of the wrong type, so that the error message of `+` shows the
        # operand as it was given.
        return self + other if not isinstance(other, int | ArithmeticTuple) else self + -other

    def __rsub__(self, other: int) -> "ArithmeticTuple":
        return -self + other

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return not self._nonzero and other == 0
        return isinstance(other, ArithmeticTuple) and self._nonzero == other._nonzero

    def __hash__(self) -> int:
        # The zero coordinate equals the integer 0, so its hash must be 0. All terms of the zero
        # coordinate have n = 0, so the sum below is 0.
        return sum(n * _weight(path) for path, n in self.terms)

    def __bool__(self) -> bool:
        return bool(self._nonzero)

    @property
    def _nonzero(self) -> Terms:
        return tuple((path, n) for path, n in self.terms if n != 0)

    def _unordered(self, *_: object) -> NoReturn:
        raise StrideError(
            f"{self} is a coordinate, and coordinates have no order: strides must be integers here"
        )

    # Define all other operators of integers, too, so that they raise an error with an explanation.
    __lt__ = __le__ = __gt__ = __ge__ = __abs__ = __index__ = __int__ = _unordered
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _unordered
    __and__ = __rand__ = __xor__ = __rxor__ = __or__ = __ror__ = _unordered
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __truediv__ = __pow__ = _unordered


def E(*path: int) -> Any:  # noqa: N802 - CuTe's name
    """The basis element at a path: its entry at the path is 1. Without a path, the integer 1.

    Pre-conditions: path >= 0.

    >>> E(0), E(1), E(0, 1), E(1, 0), E()
    (1@0, 1@1, 1@1@0, 1@0@1, 1)

    Source: CuTe arithmetic_tuple.hpp; 0z_tma_tensors.md, Basis elements.
    """
    # The static type is Any, because a coordinate may replace any integer of a stride.
    for place in path:
        if place < 0:
            raise LayoutError(
                f"an index of a basis element must be 0 or more, not {numeral(place)}"
            )
    return ArithmeticTuple(((path, 1),)) if path else 1


def has_coordinates(t: object) -> bool:
    """Whether `t` is a coordinate, or a tuple that contains a coordinate.

    >>> has_coordinates((E(0), (E(1), 0))), has_coordinates((1, 4))
    (True, False)
    """
    if isinstance(t, tuple):
        return any(map(has_coordinates, cast("tuple[object, ...]", t)))
    return isinstance(t, ArithmeticTuple)


def require_one_module(t: object) -> None:
    """Raise StrideError unless the strides of a layout can be added to each other.

    They can be added only if all are integers, or if each is a coordinate or 0.

    >>> require_one_module((E(0), 3))
    Traceback (most recent call last):
    spec.errors.StrideError: 3 and 1@0 cannot be strides of the same layout: they cannot be added
    """
    of: dict[Path, object] = {}
    for stride in _leaves(t):
        for path, n in stride.terms if isinstance(stride, ArithmeticTuple) else (((), stride),):
            if n != 0:
                of.setdefault(path, stride)
    for path, stride in of.items():
        for depth in range(len(path)):
            if path[:depth] in of:
                raise StrideError(
                    f"{_leaf(of[path[:depth]])} and {_leaf(stride)} cannot be strides of the same"
                    " layout: they cannot be added"
                )


def _leaves(t: object) -> "tuple[int | ArithmeticTuple, ...]":
    if isinstance(t, tuple):
        return tuple(leaf for part in cast("tuple[object, ...]", t) for leaf in _leaves(part))
    if isinstance(t, bool) or not isinstance(t, int | ArithmeticTuple):
        raise LayoutError(f"a stride must be an integer or a coordinate, not {t!r}")
    return (t,)


def _leaf(stride: object) -> str:
    return stride.sum if isinstance(stride, ArithmeticTuple) else str(stride)


def _summed(terms: Terms) -> Terms:
    """Add the terms that have the same path; the result is sorted by path.

    >>> _summed((((1,), 2), ((0,), 3), ((1,), 4)))
    (((0,), 3), ((1,), 6))
    """
    first = [p for k, (p, _) in enumerate(terms) if p not in [q for q, _ in terms[:k]]]
    return tuple((path, sum(n for p, n in terms if p == path)) for path in sorted(first))


def _apart(terms: Terms) -> Terms:
    """Drop each zero term that contains another term or is inside a nonzero term.

    Term s contains term t if the path of t is longer and begins with the path of s.

    Raises StrideError if a nonzero term is inside another nonzero term.
    """
    return tuple((path, n) for path, n in terms if not _is_idle(path, n, terms))


def _is_idle(path: Path, n: int, terms: Terms) -> bool:
    """Whether a term can be dropped.

    A zero term can be dropped if it contains another term, or if it is inside a nonzero term.

    Raises StrideError if the term is nonzero and is inside a nonzero term.
    """
    if any(_is_inside(other, path) for other, _ in terms) and n == 0:
        return True
    for around, m in terms:
        if _is_inside(path, around) and m != 0:
            if n != 0:
                raise StrideError(
                    f"{ArithmeticTuple(((around, m),))} and {ArithmeticTuple(((path, n),))}"
                    " cannot be added: one is inside the other"
                )
            return True
    return False


def _is_inside(path: Path, around: Path) -> bool:
    return len(path) > len(around) and path[: len(around)] == around


def _weight(path: Path) -> int:
    return 1 + path[0] + 1009 * _weight(path[1:]) if path else 1


def _multiple(term: tuple[Path, int]) -> str:
    path, n = term
    return "@".join((numeral(n), *map(str, reversed(path))))


def _nested(terms: dict[Path, int]) -> Entries:
    if () in terms:
        return terms[()]
    inside: dict[int, dict[Path, int]] = {}
    for path, n in terms.items():
        inside.setdefault(path[0], {})[path[1:]] = n
    reached = 1 + max(inside, default=-1)
    return tuple(_nested(inside[k]) if k in inside else 0 for k in range(reached))


def _text(entries: Entries) -> str:
    if isinstance(entries, tuple):
        return f"({','.join(map(_text, entries))})"
    return numeral(entries)
