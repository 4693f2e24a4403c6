"""Relations of types: which types fit, which may be equal, and how tests narrow them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from verif.language.annotations import BY_NAME, Annotations
from verif.language.form import Ref
from verif.language.types import (
    ANYTHING,
    BOOL,
    FREE,
    INT,
    NEVER,
    UNKNOWN,
    Alias,
    Arrow,
    Basic,
    Fixed,
    Letter,
    Made,
    Sequence,
    Table,
    Type,
    Union,
    kind_fits,
    union,
)


class Types(Annotations):
    """The types of a program, and their relations."""

    def fits(self, found: Type, wanted: Type) -> bool:
        """Return whether a value of type `found` may be used where type `wanted` is expected.

        A union fits if one of its alternatives fits. If `wanted` is `bool`, all alternatives must
        fit. Functions, strings and `alg` fit only where the wanted type names them.
        """
        return self._fits(found, wanted, frozenset())

    def overlap(self, one: Type, other: Type) -> bool:
        """Return whether values of the two types may be equal."""
        return self.fits(one, other) or self.fits(other, one)

    def is_value(
        self, t: Type, *, strings: bool = False, above: frozenset[Type] = frozenset()
    ) -> bool:
        """Return whether values of the type contain neither a function nor `alg`.

        Strings are excluded, too, unless `strings` is set.
        """

        def each(parts: Iterable[Type]) -> bool:
            return all(self.is_value(part, strings=strings, above=above | {t}) for part in parts)

        match t:
            case Basic("str"):
                return strings
            case Basic("implementation") | Arrow():
                return False
            case Fixed(parts) | Union(parts):
                return each(parts)
            case Sequence(of):
                return each([of])
            case Table(key, value):
                return each((key, value))
            case Alias(ref) if t not in above:
                return each([self.aliases[ref]])
            case _:
                return True

    def _fits(self, found: Type, wanted: Type, assumed: frozenset[tuple[Type, Type]]) -> bool:
        if wanted in (found, ANYTHING) or (found, wanted) in assumed:
            return True
        if found in (UNKNOWN, NEVER) or isinstance(found, Letter):
            return True
        if wanted == UNKNOWN or isinstance(wanted, Letter):
            return wanted in FREE or self.is_value(found)
        if any(isinstance(t, Union | Alias) for t in (found, wanted)):
            within = assumed | {(found, wanted)}
            strict = wanted == BOOL
            fitting = 0
            for option in self.options(found):
                if any(self._fits(option, w, within) for w in self.options(wanted)):
                    fitting += 1
                elif strict or not self.is_value(option):
                    return False
            return fitting > 0

        def inside(*pairs: tuple[Type, Type]) -> bool:
            return all(self._fits(a, b, assumed) for a, b in pairs)

        match found, wanted:
            case Basic("bool"), Basic("int"):
                return True
            case Made(ref), Made(other):
                return other in self.ancestors(ref) or ref in self.ancestors(other)
            case Made(ref), Fixed() | Sequence():
                fields = self.as_tuple(found)
                if fields is not None:
                    return inside((fields, wanted))
                return wanted.kind == "iterator" and self.has(ref, "__iter__")
            case Made(ref), Arrow():
                return self.has(ref, "__call__")
            case (
                (Fixed(kind=kind) | Sequence(kind=kind)),
                (Fixed(kind=other) | Sequence(kind=other)),
            ) if not kind_fits(kind, other):
                return False
            case Fixed(a), Fixed(b):
                return len(a) == len(b) and inside(*zip(a, b, strict=True))
            case Fixed(items), Sequence(of):
                return inside(*((item, of) for item in items))
            case Sequence(of), Fixed(items):
                # The type does not give the length of the sequence: compare only element types.
                return inside(*((of, item) for item in items))
            case Sequence(of), Sequence(other):
                return inside((of, other))
            case Table(), Table():
                return inside((found.key, wanted.key), (found.value, wanted.value))
            case Table(key), Sequence(of, "iterator"):
                return inside((key, of))
            case Arrow(), Arrow():
                return self._function_fits(found, wanted)
            case _:
                return False

    def _function_fits(self, found: Arrow, wanted: Arrow) -> bool:
        if not self.fits(found.result, wanted.result):
            return False
        if found.slots is None or wanted.slots is None:
            return True
        places = [s for s in found.slots if not s.by_name and not s.several]
        rest = [s for s in found.slots if s.several]
        given = wanted.slots
        if sum(s.required for s in places) > len(given) or (len(given) > len(places) and not rest):
            return False
        places += rest * (len(given) - len(places))
        return all(self.fits(g.type, p.type) for g, p in zip(given, places, strict=False))

    # Tests of types.

    def narrowed(self, t: Type, tests: tuple[str | Ref, ...], *, passes: bool) -> Type:
        """Return the type that a value of type `t` has after an `isinstance` test.

        If `passes` is true, the value has one of the types in `tests`, otherwise none of them.
        """
        if t == UNKNOWN:
            return union(self._tested(test) for test in tests) if passes else t
        kept = reduce(
            lambda left, test: [part for o in left for part in self._split(o, test)[1]],
            tests,
            list(self.options(t)),
        )
        if not passes:
            return union(kept)
        return union(
            part for o in self.options(t) for test in tests for part in self._split(o, test)[0]
        )

    def _tested(self, test: str | Ref) -> Type:
        if isinstance(test, Ref):
            return Made(test)
        if test in ("tuple", "list"):
            return Sequence(UNKNOWN, test)
        return Table(UNKNOWN, UNKNOWN) if test == "dict" else BY_NAME.get(test, UNKNOWN)

    def _split(self, option: Type, test: str | Ref) -> tuple[list[Type], list[Type]]:
        """Return the parts of a type that pass an `isinstance` test, and the parts that fail it."""
        target = self._tested(test)
        if UNKNOWN in (target, option) or isinstance(option, Letter):
            return [target], [option]
        if self.fits(option, target):
            return [option], []
        match option, target:
            case Basic("int"), Basic("bool"):
                return [BOOL], [INT]
            case Sequence(of, "sequence" | "iterator"), Sequence(kind=kind):
                return [Sequence(of, kind)], [option]
            case Made(ref), Made(other) if ref in self.ancestors(other):
                return [target], [option]
            case _:
                return [], [option]
