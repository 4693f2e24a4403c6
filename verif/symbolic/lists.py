"""Lists of unknown length, and what is observed of them.

A list is taken apart where a text asks for it: `if not modes`, `modes[0]`, `modes[1:]`.
Until then an observation of it (`value(modes, x)`) is an uninterpreted function; from then
on it is what the observation's own text makes of head and tail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from verif.kernel.constructors import UnknownList, stands_for
from verif.kernel.contract import Kind
from verif.kernel.errors import NotLiftableError
from verif.symbolic.path import NEVER, Path
from verif.symbolic.terms import Literal, Polynomial
from verif.symbolic.values import SymInt, current_path, literal_of, polynomial_of

Law = Callable[..., None]

MOST_OPENED = 8
"""The depth to which a text may look into a list before it is said to take it apart without end."""


@dataclass(frozen=True)
class _Seen:
    """An observation of a list: its unknown value, what was observed, what it is by the text."""

    observed: Polynomial
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    text: Callable[[], Any]


@stands_for(tuple, (1,))
class SymList(UnknownList):
    """A list of any length: nothing is known of its elements, or head and tail are."""

    called: ClassVar[str] = "a list of unknown length"

    def __init__(self, name: str, kind: Kind, depth: int = 0) -> None:
        if depth > MOST_OPENED:
            raise NotLiftableError(
                f"a recursion over the list {name} does not end; mark the recursive function "
                f'`@definition(on="LIST")`, with the name of its list, so that proofs can use it'
            )
        self.opened = depth
        self.symbol = current_path().fresh(name)
        self.holds = kind
        self.length = SymInt.unknown(f"length_{self.symbol}")
        self.node: tuple[()] | tuple[Any, Any] | None = None
        self.alias: Any = None
        self.laws: list[tuple[Callable[..., Any], Law]] = []
        self._seen: list[_Seen] = []
        current_path().assume(literal_of(self.length >= 0))

    @staticmethod
    def cons(head: Any, tail: SymList) -> SymList:
        """The list of a known head and a tail of unknown length; the same one for the same."""
        path = current_path()
        for known in path.lists:
            if known.node[1] is tail and equal(known.node[0], head):
                built = known
                break
        else:
            built = SymList(tail.holds.name, tail.holds)
            path.assume(literal_of(built.length == tail.length + 1))
            built.node = (head, tail)
            path.lists.append(built)
        path.introduce(built, lambda real: (real(head), *real(tail)))
        return built

    def __bool__(self) -> bool:
        if self.alias is not None:
            return bool(self.alias)
        # Emptiness is decided without taking the list apart: a text that asks whether a
        # rest is the last mode must not unfold the rest for it.
        if self.node is None and not self.length >= 1:
            self.node = ()
            self._unfold()
        return self.node != ()

    def __getitem__(self, index: object) -> Any:
        if self.alias is not None:
            return self.alias[index]
        if index == slice(1, None):
            return self._opened()[1] if self else ()
        if type(index) is int and index == 0:
            if not self:
                raise IndexError("the first element of an empty list")
            return self._opened()[0]
        raise NotLiftableError(f"[{index}] of a list of unknown length is not known")

    def __radd__(self, front: Any) -> Any:
        if type(front) is not tuple:
            return NotImplemented
        built = resolved(self)
        if type(built) is tuple:
            return front + built
        for element in reversed(front):
            built = SymList.cons(element, built)
        return built

    def see(
        self,
        observed: SymInt,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        text: Callable[[], Any],
    ) -> bool:
        """Note an observation, to be tied to `text` when more is known of the list.

        False if it was noted before.
        """
        path = current_path()
        polynomial = path.normal(observed.polynomial)
        if any(path.normal(seen.observed) == polynomial for seen in self._seen):
            return False
        self._seen.append(_Seen(polynomial, function, arguments, text))
        return True

    def become(self, other: Any) -> None:
        """Be the other list from now on; what was observed of this one is observed of it."""
        self.alias = other
        self._unfold()
        if type(other) is SymList:
            other.obey(self.laws)

    def obey(self, laws: Sequence[tuple[Callable[..., Any], Law]]) -> None:
        """Take more laws; they speak of what was observed before, too."""
        noted = tuple(self._seen)
        self.laws += laws
        for seen in noted:
            for observation, law in laws:
                if observation is seen.function:
                    law(*seen.arguments)

    def _opened(self) -> tuple[Any, Any]:
        """Head and tail of a list that is not empty, unknown ones where they were not known."""
        if not self.node:
            path = current_path()
            head = element_of(self.holds, self.symbol)
            tail = SymList(self.holds.name, self.holds, self.opened + 1)
            path.introduce((head, tail), lambda real: (real(self)[0], real(self)[1:]))
            path.assume(literal_of(self.length == tail.length + 1))
            self.node = (head, tail)
            self._unfold()
        return self.node

    def _unfold(self) -> None:
        """Tie what was observed of the list before to what it is now."""
        for seen in self._seen:
            try:
                found = seen.text()
            except LookupError:
                # An observation that an empty list has none of says nothing of it.
                continue
            current_path().assume(Literal("=", seen.observed - polynomial_of(found)))


def element_of(kind: Kind, name: str) -> Any:
    """An unknown element of a list: what its kind says always holds of it."""
    if kind.of is not None:
        return SymList(kind.of.name, kind.of)
    path = current_path()
    element = kind.make(*(SymInt.unknown(path.fresh(f"{field}_{name}")) for field in kind.fields))
    for condition in kind.invariant(element).values():
        path.assume(literal_of(condition))
    return element


def length_of(sequence: Any) -> Any:
    """The length of a list, known or not."""
    sequence = resolved(sequence)
    return sequence.length if isinstance(sequence, UnknownList) else len(sequence)


def resolved(item: Any) -> Any:
    """The list that a list was found to be; anything else as it is."""
    while type(item) is SymList and item.alias is not None:
        item = item.alias
    return item


def equal(left: Any, right: Any) -> bool:
    """Whether two elements, or two integers, are known to be equal as they stand."""
    left, right = resolved(left), resolved(right)
    if SymList in (type(left), type(right)):
        return left is right
    if isinstance(left, tuple) and isinstance(right, tuple):
        # A text tells a named tuple from another one of these integers.
        alike = type(left) is type(right) and len(left) == len(right)
        return alike and all(map(equal, left, right))
    if type(left) not in _INTEGERS or type(right) not in _INTEGERS:
        return left is right
    return current_path().normal(polynomial_of(left) - polynomial_of(right)).value == 0


def differences(left: Any, right: Any) -> Iterator[Literal]:
    """The equations between the integers of two elements of one kind."""
    if type(left) in _INTEGERS and type(right) in _INTEGERS:
        yield Literal("=", polynomial_of(left) - polynomial_of(right))
        return
    if not _is_tuple(left) or type(left) is not type(right) or len(left) != len(right):
        current_path().fail(TypeError(f"{left!r} and {right!r} are not elements of the same kind"))
    for one, other in zip(left, right, strict=True):
        yield from differences(one, other)


def owe_same(path: Path, label: str, left: Any, right: Any) -> None:
    """Owe that two lists have the same elements, as far as both are known; then they are one."""
    left, right = resolved(left), resolved(right)
    if left is right:
        path.goals += 1
        return
    if not all(type(part) is SymList or _is_tuple(part) for part in (left, right)):
        path.fail(TypeError(f"{left!r} and {right!r} are not both lists of modes"))
    path.ensure(f"{label}: length", literal_of(length_of(left) == length_of(right)))
    opaque = any(type(part) is SymList and part.node is None for part in (left, right))
    if opaque:
        path.ensure(f"{label}: the same list", NEVER)
    elif left and right:
        if _is_list(left[0]) or _is_list(right[0]):
            owe_same(path, f"{label}: element", left[0], right[0])
        else:
            for equation in differences(left[0], right[0]):
                path.ensure(f"{label}: element", equation)
        owe_same(path, label, left[1:], right[1:])


def identify(left: Any, right: Any) -> None:
    """Take two lists to be one."""
    left, right = resolved(left), resolved(right)
    if left is right:
        return
    if type(left) is not SymList or (left.node is not None and type(right) is SymList):
        left, right = right, left
    current_path().assume(literal_of(length_of(left) == length_of(right)))
    if type(left) is SymList and left.node is None:
        left.become(right)
    elif left:
        if _is_list(left[0]) or _is_list(right[0]):
            identify(left[0], right[0])
        else:
            for equation in differences(left[0], right[0]):
                current_path().assume(equation)
        identify(left[1:], right[1:])


def _is_tuple(element: object) -> bool:
    return issubclass(type(element), tuple)


def _is_list(element: Any) -> bool:
    """Whether an element of a list is a list itself, and not integers."""
    element = resolved(element)
    return type(element) is SymList or (
        type(element) is tuple and not any(type(part) in _INTEGERS for part in element)
    )


_INTEGERS = (int, SymInt)
