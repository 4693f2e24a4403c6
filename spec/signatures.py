"""The signatures of exported functions: the arguments that each accepts, and what it returns.

An exported function accepts more types of arguments than the function that it wraps: it converts
some arguments, and for others it calls a second function. So an exported function has several
signatures. They follow from the annotations of the wrapped function and of the second function, and
from the kinds of the parameters.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import Parameter, Signature, signature
from types import UnionType
from typing import Any, Final, Union, cast, get_args, get_origin, get_overloads

from spec.composed import ComposedLayout
from spec.composition import Tiler
from spec.int_tuple import IntTuple, SliceTuple
from spec.layout import Layout
from spec.taking import F, Instead, Kind

_ALIASES: Final = {"IntTuple": IntTuple, "SliceTuple": SliceTuple, "Tiler": Tiler}
"""The recursive types, which are shown by their names."""


def signatures(
    text: Callable[..., Any], kinds: Sequence[Kind], instead: Instead | None = None
) -> tuple[Signature, ...]:
    """Return the signatures of the exported version of a function.

    >>> from spec import exports, plain
    >>> row = exports.EXPORTS["coalesce"]
    >>> for found in signatures(row.text, row.kinds, row.instead):
    ...     print(spelled(found.parameters["layout"].annotation), spelled(found.return_annotation))
    Layout | TlaLayout | XlaShape | IntTuple Layout
    ComposedLayout ComposedLayout
    """
    plain = tuple(_converting(found, kinds) for found in _declared(text))
    if instead is None:
        return plain
    if getattr(instead.function, "__wrapped__", None) is text:
        first = instead.at[0]
        others = tuple({str(one): one for one in (_inside(s, first) for s in plain)}.values())
    else:
        others = tuple(
            _instead_of(text, kinds, instead, found) for found in _declared(instead.function)
        )
    found = (*plain, *others)
    if len(found) == 2 and plain[0].return_annotation == others[0].return_annotation:
        return (_merged(plain[0], found),)
    return found


def with_signature(
    function: F, text: Callable[..., Any], kinds: Sequence[Kind], instead: Instead | None = None
) -> F:
    """Return the function with one signature for `help` that covers all accepted arguments.

    >>> import spec
    >>> print(signature(spec.upcast))
    (layout: Layout | TlaLayout | XlaShape | IntTuple | ComposedLayout | Swizzle, n: int) -> \
Layout | ComposedLayout | Swizzle
    """
    cast(Any, function).__signature__ = _Late.of(partial(_of_everything, text, kinds, instead))
    return function


class _Late(Signature):
    """A signature that is computed when it is first used, because few signatures are used."""

    compute: Callable[[], Signature]

    @classmethod
    def of(cls, compute: Callable[[], Signature]) -> Signature:
        """Return a signature that calls `compute` when one of its fields is first used."""
        made = cls.__new__(cls)
        made.compute = compute
        return made

    def __getattr__(self, name: str) -> Any:
        # Python calls this method only for a field that has no value yet.
        if "compute" not in vars(self):
            raise AttributeError(name)
        found = self.compute()
        self.__init__([*found.parameters.values()], return_annotation=found.return_annotation)
        return object.__getattribute__(self, name)


def _of_everything(
    text: Callable[..., Any], kinds: Sequence[Kind], instead: Instead | None
) -> Signature:
    """The signature that covers all arguments, with annotations that `help` can show."""
    merged = _merged(signature(text), signatures(text, kinds, instead))
    parameters = [
        one.replace(annotation=_Shown(one.annotation)) for one in merged.parameters.values()
    ]
    return merged.replace(parameters=parameters, return_annotation=_Shown(merged.return_annotation))


@dataclass(frozen=True)
class _Shown:
    """An annotation that is spelled out only when shown, without quotes and module names."""

    annotation: Any

    def __repr__(self) -> str:
        return spelled(self.annotation)


def _merged(shape: Signature, found: Sequence[Signature]) -> Signature:
    """The signature `shape`, with annotations that cover all the signatures in `found`."""
    parameters = [_accepting(one, found) for one in shape.parameters.values()]
    returned = _union(one.return_annotation for one in found)
    return shape.replace(parameters=parameters, return_annotation=returned)


def _accepting(parameter: Parameter, found: Sequence[Signature]) -> Parameter:
    """The parameter, with the union of its annotations in all the signatures."""
    same = [one.parameters[parameter.name] for one in found if parameter.name in one.parameters]
    return parameter.replace(annotation=_union(one.annotation for one in same or [parameter]))


def _declared(function: Callable[..., Any]) -> list[Signature]:
    """The signatures of the function's overloads, or of the function if it has no overloads."""
    return [signature(one) for one in get_overloads(function) or (function,)]


def _converting(found: Signature, kinds: Sequence[Kind]) -> Signature:
    """The signature, with annotations that include the types of values that are converted."""
    parameters = [*found.parameters.values()]
    several = len(parameters) > len(kinds)
    return found.replace(
        parameters=[
            one.replace(annotation=_converted(one.annotation, kinds[0 if several else k]))
            for k, one in enumerate(parameters)
        ]
    )


def _converted(annotation: Any, kind: Kind) -> Any:
    """The annotation, extended by the type of the values that `kind` converts.

    If `kind` converts no values to a type of this annotation, the annotation is unchanged.
    """
    names = [getattr(member, "__name__", "") for member in _members(annotation)]
    if kind.converts is None or kind.converts[0] not in names:
        return annotation
    return _union((annotation, kind.converts[1]))


def _inside(found: Signature, first: str) -> Signature:
    """The signature for a composed layout: the operation is applied to the layout inside."""
    parts = get_origin(found.return_annotation) is tuple and Layout in get_args(
        found.return_annotation
    )
    return found.replace(
        parameters=[
            one.replace(annotation=ComposedLayout) if one.name == first else one
            for one in found.parameters.values()
        ],
        return_annotation=tuple[ComposedLayout, int] if parts else ComposedLayout,
    )


def _instead_of(
    text: Callable[..., Any], kinds: Sequence[Kind], instead: Instead, found: Signature
) -> Signature:
    """The signature of the function `text` for calls that a second function handles instead.

    The signature of the second function is `found`. The second function may have fewer parameters
    than `text`. A call goes to the second function if `instead.accepts` is true for the argument of
    at least one parameter in `instead.at`. The arguments of all other parameters are converted.
    """
    given, others = [*signature(text).parameters.values()], [*found.parameters.values()]
    if given[0].kind is Parameter.VAR_POSITIONAL:
        only = [one.replace(kind=Parameter.POSITIONAL_ONLY) for one in others]
        return found.replace(parameters=only)
    parameters = [
        one.replace(
            annotation=_converted(
                other.annotation if one.name in instead.at else one.annotation, kind
            )
        )
        for one, other, kind in zip(given, others, kinds, strict=False)
    ]
    return found.replace(parameters=parameters)


def _union(annotations: Iterable[Any]) -> Any:
    first, *others = annotations
    for other in others:
        first = first | other
    return first


def _members(annotation: Any) -> tuple[Any, ...]:
    """The members of a union; for any other annotation, only the annotation itself."""
    return get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)


def spelled(annotation: Any) -> str:
    """The annotation as Python text without module names; a recursive type is spelled by its name.

    >>> spelled(tuple[Layout, int]), spelled(Layout | IntTuple | None)
    ('tuple[Layout, int]', 'Layout | IntTuple | None')
    """
    found = [*dict.fromkeys(_spelled(_members(annotation)))]
    return " | ".join(sorted(found, key="None".__eq__))


def _spelled(members: tuple[Any, ...]) -> Iterator[str]:
    named: dict[Any, str] = {}
    for name, alias in _ALIASES.items():
        if {*_members(alias)} <= {*members}:
            named |= dict.fromkeys(_members(alias), name)
    for member in members:
        yield named.get(member) or _spelled_one(member)


def _spelled_one(member: Any) -> str:
    if isinstance(member, str):
        return member
    if member is type(None) or member is None:
        return "None"
    if member is Ellipsis:
        return "..."
    if get_origin(member) is not None:
        inside = ", ".join(map(spelled, get_args(member)))
        return f"{get_origin(member).__name__}[{inside}]"
    return cast(str, member.__name__)
