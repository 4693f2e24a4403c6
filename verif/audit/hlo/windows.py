"""Find the elements in a window, for convolutions and for reductions over windows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import prod
from typing import Final, NamedTuple

from verif.audit.hlo.affine import Affine, Index, Sizes, below, divided, unravelled
from verif.audit.hlo.graph import Node, UnmatchedError, View, array_of, operand
from verif.audit.hlo.heads import Inputs
from verif.audit.hlo.program import Instruction


class Window(NamedTuple):
    """The window of a convolution or a reduction along one dimension."""

    size: int
    stride: int
    low: int
    base: int
    """The base dilation: base - 1 places of padding lie between neighbouring elements."""
    dilation: int
    turned: bool

    def taken(self, out: Affine, at: Affine, bound: int, sizes: Sizes) -> Affine | None:
        """The operand's index for the index `out` of the result and the place `at` in the window.

        None if this place is on padding. Raises Refine.
        """
        if self.turned:
            at = at.times(-1).plus(self.size - 1)
        place = out.times(self.stride) + at.times(self.dilation).plus(-self.low)
        index, between = divided(place, self.base, sizes)
        if not below(between, 1, sizes) or below(index, 0, sizes):
            return None
        return index if below(index, bound, sizes) else None


_POSITIVE: Final = r"0*[1-9]\d*"
_KEYS: Final = ("size", "stride", "pad", "lhs_dilate", "rhs_dilate", "rhs_reversal")


def windows(i: Instruction, rank: int) -> tuple[Window, ...]:
    """The window of an instruction along each of `rank` dimensions. Raises UnmatchedError."""
    text = i.attributes.get("window", "")
    found = dict(re.findall(r"(\w+)=([\w\-]+)", text))
    if set(found) - set(_KEYS):
        raise UnmatchedError(f"the window of {i.name} could not be read")

    def each(key: str, default: str, pattern: str) -> list[str]:
        parts = found[key].split("x") if key in found else [default] * rank
        if len(parts) != rank or not all(re.fullmatch(pattern, part) for part in parts):
            raise UnmatchedError(f"the window of {i.name} could not be read")
        return parts

    columns = zip(
        each("size", "1", _POSITIVE),
        each("stride", "1", _POSITIVE),
        each("pad", "0_0", r"-?\d+_-?\d+"),
        each("lhs_dilate", "1", _POSITIVE),
        each("rhs_dilate", "1", _POSITIVE),
        each("rhs_reversal", "0", r"[01]"),
        strict=True,
    )
    return tuple(
        Window(int(n), int(s), int(pad.partition("_")[0]), int(b), int(d), turned == "1")
        for n, s, pad, b, d, turned in columns
    )


@dataclass(frozen=True)
class Windowed:
    """A convolution or a reduction over windows.

    Each element of the result is a sum. For each place in the window, the sum has one term for each
    of the `depth` input features.
    """

    node: Node
    windows: tuple[Window, ...]
    depth: int
    labels: tuple[str, str, str] | None

    @property
    def terms(self) -> int:
        """The number of terms, including terms on padding."""
        return prod(w.size for w in self.windows) * self.depth

    def only(self, index: Index, feature: Affine, sizes: Sizes) -> Inputs:
        """The inputs of the term for `feature` at the only window place that is not on padding.

        For TPUs, XLA writes a batched matrix product as a convolution whose window has only one
        place that is not on padding. Raises UnmatchedError for all other convolutions, and Refine
        to ask for smaller parts of the box of indices.
        """
        outer, bounds = self._spatial(index)
        number = 0
        for window, o, bound in zip(self.windows, outer, bounds, strict=True):
            inside = [
                at
                for at in range(window.size)
                if window.taken(o, Affine(at), bound, sizes) is not None
            ]
            if len(inside) != 1:
                raise UnmatchedError(
                    f"a window of {self.node.instruction.name} has several inputs, or none"
                )
            number = number * window.size + inside[0]
        return self.inputs(index, feature.plus(number * self.depth), sizes)

    def _spatial(self, index: Index) -> tuple[Index, tuple[int, ...]]:
        """The index along the dimensions of the window, and the operand's sizes along them."""
        dims = array_of(operand(self.node, 0)).shape.dims
        if self.labels is None:
            return index, dims
        ours, _, out = self.labels
        order = sorted(letter for letter in out if letter.isdigit())
        return (
            tuple(index[out.index(letter)] for letter in order),
            tuple(dims[ours.index(letter)] for letter in order),
        )

    def inputs(self, index: Index, number: Affine, sizes: Sizes) -> Inputs:
        """The inputs of one term of the sum. `number` is the row-major number of the term.

        A term on padding has no inputs, except the initial values of a reduction.
        """
        i = self.node.instruction
        *at, feature = unravelled(number, (*(w.size for w in self.windows), self.depth), sizes)
        if self.labels is None:
            count = len(i.operands) // 2
            sources = [operand(self.node, k) for k in range(count)]
            starts = tuple(View(operand(self.node, count + k), ()) for k in range(count))
            taken = self._taken(index, tuple(at), sizes)
            views = () if taken is None else tuple(View(one, taken) for one in sources)
            return Inputs("reduce-window", (*views, *starts))
        ours, theirs, out = self.labels
        left, right = operand(self.node, 0), operand(self.node, 1)
        order = sorted(letter for letter in out if letter.isdigit())
        taken = self._taken(index, tuple(at), sizes)
        if taken is None:
            return Inputs("convolution")
        of_left = dict(zip(order, taken, strict=True))
        of_right = dict(zip(order, at, strict=True))
        of_left |= {"b": index[out.index("b")], "f": feature}
        of_right |= {"o": index[out.index("f")], "i": feature}
        return Inputs(
            "convolution",
            (
                View(left, tuple(of_left[letter] for letter in ours)),
                View(right, tuple(of_right[letter] for letter in theirs)),
            ),
        )

    def _taken(self, index: Index, at: Index, sizes: Sizes) -> Index | None:
        outer, bounds = self._spatial(index)
        found: list[Affine] = []
        for window, o, e, bound in zip(self.windows, outer, at, bounds, strict=True):
            taken = window.taken(o, e, bound, sizes)
            if taken is None:
                return None
            found.append(taken)
        return tuple(found)


def windowed(node: Node) -> Windowed | None:
    """The node as a `Windowed`; None if its operation has no windows. Raises UnmatchedError."""
    i = node.instruction
    if i.opcode == "reduce-window":
        count = len(i.operands) // 2
        rank = len(array_of(operand(node, 0)).shape.dims)
        if not count or array_of(node).shape.rank != rank:
            raise UnmatchedError(f"{i.name} must have operands of the same rank as its result")
        return Windowed(node, windows(i, rank), 1, None)
    if i.opcode != "convolution":
        return None
    labels = re.fullmatch(r"(\w+)_(\w+)->(\w+)", i.attributes.get("dim_labels", ""))
    groups = {"feature_group_count", "batch_group_count"} & set(i.attributes)
    if labels is None or groups or len(i.operands) != 2:
        raise UnmatchedError(
            f"{i.name} must have two operands, no groups, and dim_labels that can be read"
        )
    ours, theirs, out = labels.groups()
    rank = len(ours) - 2
    letters = "".join(map(str, range(rank)))
    left, right = (array_of(operand(node, k)).shape.dims for k in range(2))
    if (
        any(sorted(one) != sorted(letters + ends) for one, ends in ((ours, "bf"), (out, "bf")))
        or sorted(theirs) != sorted(letters + "io")
        or (len(left), len(right)) != (rank + 2, rank + 2)
        or len(array_of(node).shape.dims) != rank + 2
        or left[ours.index("f")] != right[theirs.index("i")]
    ):
        raise UnmatchedError(f"the dimensions of {i.name} do not fit its operands")
    return Windowed(node, windows(i, rank), left[ours.index("f")], (ours, theirs, out))
