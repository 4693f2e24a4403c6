"""Values and outcomes as JSON, for messages to and from an implementation's process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from spec.basis import ArithmeticTuple
from spec.errors import MalformedError
from spec.layout import Layout
from verif.operations.operation import Function
from verif.upstream.adapted import one_line
from verif.upstream.in_process import CrashedError, RejectedError
from verif.upstream.outcome import CallOutcome, Crashed, Malformed, Rejected

LONG: Final = 1024
"""The number of bits above which an integer is sent in hexadecimal.

Python refuses to convert very long integers from or to decimal.
"""

_KINDS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "layout": lambda modes: Layout(*decoded(modes)),
    "integer": lambda digits: int(digits, 16),
    "coordinate": lambda terms: ArithmeticTuple(decoded(terms)),
    "rejected": Rejected,
    "crashed": Crashed,
    "malformed": Malformed,
}


def encoded(value: Any) -> Any:
    """Encode an operand or outcome for JSON. Any other value is encoded as malformed.

    >>> encoded((Layout(4, 2), (None, 3)))
    [{'layout': [4, 2]}, [None, 3]]
    >>> encoded(Rejected("no")), encoded(1.5)
    ({'rejected': 'no'}, {'malformed': '1.5'})
    """
    match value:
        case Layout():
            return {"layout": [encoded(value.shape), encoded(value.stride)]}
        case ArithmeticTuple():
            return {"coordinate": encoded(value.terms)}
        case tuple():
            return [encoded(part) for part in cast("tuple[Any, ...]", value)]
        case int() if value.bit_length() > LONG:
            return {"integer": hex(value)}
        case int() | None:
            return value
        case _:
            return dict((_kind_and_text(value),))


def _kind_and_text(value: Any) -> tuple[str, str]:
    match value:
        case Rejected():
            return "rejected", value.message
        case Crashed():
            return "crashed", value.how
        case Malformed():
            return "malformed", value.text
        case _:
            return "malformed", one_line(repr(value))


def decoded(value: Any) -> Any:
    """Decode what `encoded` returned.

    >>> decoded([{"layout": [4, 2]}, [None, 3]])
    (Layout.parse('4:2'), (None, 3))
    """
    if isinstance(value, list):
        return tuple(map(decoded, cast("list[Any]", value)))
    if isinstance(value, dict):
        ((kind, content),) = cast("dict[str, Any]", value).items()
        return _KINDS[kind](content)
    return value


def outcome(value: Any) -> CallOutcome:
    """Return a result as an outcome. A value of an unknown type, even inside a tuple, is malformed.

    >>> print(outcome((Layout(4, 2), None)))
    malformed: (Layout.parse('4:2'), None)
    """
    if isinstance(value, Rejected | Crashed | Malformed) or _is_value(value):
        return value
    return Malformed(repr(value))


def _is_value(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_value, cast("tuple[Any, ...]", value)))
    return isinstance(value, Layout | ArithmeticTuple | int)


def outcome_of(operation: Function, arguments: tuple[Any, ...]) -> Any:
    """Call the operation and return its encoded outcome."""
    try:
        return encoded(operation(*arguments))
    except CrashedError as crash:
        return encoded(Crashed(str(crash)))
    except RejectedError as refusal:
        return encoded(Rejected(str(refusal)))
    except MalformedError as malformed:
        return encoded(Malformed(str(malformed)))
