"""Lists of unknown length, and observations: functions that recurse over these lists.

Code splits a list into head and tail by `if not modes`, `modes[0]` or `modes[1:]`. Before the
split, an observation such as `value(modes, x)` is an uninterpreted function. After the split, the
observation's own code is evaluated on head and tail.
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
"""How often code may split one list. A recursion beyond this limit is reported as endless."""


@dataclass(frozen=True)
class _Seen:
    """An observation of a list. `text()` runs the code of `function` and returns its value."""

    observed: Polynomial
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    text: Callable[[], Any]


@stands_for(tuple, (1,))
class SymList(UnknownList):
    """A list of unknown length: unsplit, known to be empty, or split into head and tail."""

    called: ClassVar[str] = "a list of unknown length"

    def __init__(self, name: str, kind: Kind, depth: int = 0) -> None:
        if depth > MOST_OPENED:
            raise NotLiftableError(
                f"a recursion over the list {name} does not end, because the length of the list "
                'is unknown; mark the recursive function `@definition(on="LIST")`, where LIST is '
                "the name of its list parameter"
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
        """Return the list with this head and tail. Equal arguments give the same list object."""
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
        # Test for emptiness without splitting the list. Code that only tests whether a mode is the
        # last one must not split the tail.
        if self.node is None:
            empty = not self.length >= 1
            current_path().split(self, empty=empty)
            if empty:
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
                raise IndexError("an empty list has no first element")
            return self._opened()[0]
        raise NotLiftableError(f"index {index} of a list of unknown length is not supported")

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
        """Record an observation. When the list is split, equate the observation with `text()`.

        Return False if the observation was recorded before.
        """
        path = current_path()
        polynomial = path.normal(observed.polynomial)
        if any(path.normal(seen.observed) == polynomial for seen in self._seen):
            return False
        self._seen.append(_Seen(polynomial, function, arguments, text))
        return True

    def become(self, other: Any) -> None:
        """Become an alias of another list, and move the recorded observations to that list."""
        self.alias = other
        self._unfold()
        if type(other) is SymList:
            other.obey(self.laws)

    def obey(self, laws: Sequence[tuple[Callable[..., Any], Law]]) -> None:
        """Add laws, and apply them to the observations recorded so far."""
        noted = tuple(self._seen)
        self.laws += laws
        for seen in noted:
            for observation, law in laws:
                if observation is seen.function:
                    law(*seen.arguments)

    def _opened(self) -> tuple[Any, Any]:
        """Return head and tail of a nonempty list. Split an unsplit list into new unknowns."""
        if not self.node:
            path = current_path()
            head = element_of(self.holds, self.symbol)
            tail = SymList(self.holds.name, self.holds, self.opened + 1)
            path.introduce((head, tail), lambda real: (real(self)[0], real(self)[1:]))
            path.opened(self, head, tail)
            path.assume(literal_of(self.length == tail.length + 1))
            self.node = (head, tail)
            self._unfold()
        return self.node

    def _unfold(self) -> None:
        """Equate each recorded observation with the value that its own code computes."""
        for seen in self._seen:
            try:
                found = seen.text()
            except LookupError:
                # The observation is undefined for an empty list, so there is no equation to add.
                continue
            current_path().assume(Literal("=", seen.observed - polynomial_of(found)))


def element_of(kind: Kind, name: str) -> Any:
    """Make an unknown element of a list, and add its kind's invariant to the facts."""
    if kind.of is not None:
        return SymList(kind.of.name, kind.of)
    path = current_path()
    element = kind.make(*(SymInt.unknown(path.fresh(f"{field}_{name}")) for field in kind.fields))
    for condition in kind.invariant(element).values():
        path.assume(literal_of(condition))
    return element


def length_of(sequence: Any) -> Any:
    """Return the length of a list, known or unknown."""
    sequence = resolved(sequence)
    return sequence.length if isinstance(sequence, UnknownList) else len(sequence)


def resolved(item: Any) -> Any:
    """Follow the aliases of a list to the list itself. Return any other item unchanged."""
    while type(item) is SymList and item.alias is not None:
        item = item.alias
    return item


def equal(left: Any, right: Any) -> bool:
    """Return whether two elements, or two integers, have equal normal forms."""
    left, right = resolved(left), resolved(right)
    if SymList in (type(left), type(right)):
        return left is right
    if isinstance(left, tuple) and isinstance(right, tuple):
        # Code can distinguish two types of tuples, even if the tuples have the same integers.
        alike = type(left) is type(right) and len(left) == len(right)
        return alike and all(map(equal, left, right))
    if type(left) not in _INTEGERS or type(right) not in _INTEGERS:
        return left is right
    return current_path().normal(polynomial_of(left) - polynomial_of(right)).value == 0


def differences(left: Any, right: Any) -> Iterator[Literal]:
    """Yield equations that together state that two elements of the same kind are equal."""
    if type(left) in _INTEGERS and type(right) in _INTEGERS:
        yield Literal("=", polynomial_of(left) - polynomial_of(right))
        return
    if not _is_tuple(left) or type(left) is not type(right) or len(left) != len(right):
        current_path().fail(TypeError(f"{left!r} and {right!r} are not elements of the same kind"))
    for one, other in zip(left, right, strict=True):
        yield from differences(one, other)


def owe_same(path: Path, label: str, left: Any, right: Any) -> None:
    """Require a proof that two lists have equal elements.

    An unsplit list can be proved equal only to itself.
    """
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
    """Add the fact that two lists are equal, and merge them."""
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
    """Return whether an element of a list is itself a list, rather than a tuple of integers."""
    element = resolved(element)
    return type(element) is SymList or (
        type(element) is tuple and not any(type(part) in _INTEGERS for part in element)
    )


_INTEGERS = (int, SymInt)
