"""Show the witnesses for arrays as indices (i,j) instead of 1-D coordinates.

The 1-D coordinates of layouts are column-major, but XLA counts row-major. An index (i,j) means the
same element in either order.
"""

from __future__ import annotations

from collections.abc import Sequence

from spec.bridges.positions import Positions
from spec.coordinates import idx2crd
from spec.int_tuple import SliceTuple, flatten, format_int_tuple
from spec.tla.layout import TlaLayout
from spec.xla.shape import XlaShape
from verif.questions.answer import Answer, Witness


def by_index(answer: Answer, arguments: Sequence[object], *, in_each: bool) -> Answer:
    """Return the answer with an index (i,j) in place of each 1-D coordinate of an XLA or TLA array.

    If `in_each` is set, coordinate k of the witness belongs to argument k. Otherwise, all
    coordinates belong to the first argument.
    """
    witness = answer.witness
    if witness is None or not any(isinstance(one, XlaShape | TlaLayout) for one in arguments):
        return answer
    coordinates = tuple(
        _index(i, arguments[k if in_each else 0]) for k, i in enumerate(witness.coordinates)
    )
    if coordinates == witness.coordinates:
        return answer
    places = (format_int_tuple(i) if isinstance(i, tuple) else f"({i})" for i in coordinates)
    values = map(format_int_tuple, witness.values)
    reason = witness.text.replace("({})", "{}").format(*places, *values)
    return Answer(answer.ruling, reason, Witness(coordinates, witness.values, witness.text))


def _index(i: SliceTuple, array: object) -> SliceTuple:
    if not isinstance(array, XlaShape | TlaLayout) or not isinstance(i, int):
        return i
    return flatten(idx2crd(i, Positions(array).shape))
