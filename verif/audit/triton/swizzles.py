"""The best swizzle or padding for all accesses to one allocation of shared memory.

The search follows a buffer from its allocation through views (`memdesc_index`, `memdesc_subslice`,
`memdesc_trans`) and through the arguments and results of loops and branches. Allocations whose
buffers can become the same value form one group.

The candidates for a group are encodings of the same kind. `swizzled_shared` is tried with all
`vec`, `perPhase` and `maxPhase`, and `nvmma_shared` with all widths. `padded_shared` is tried with
the paddings up to 128 bytes (one word of each bank), in steps of 16 bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, Final

from spec.errors import LayoutError
from spec.reading import Distributed, Encoding, Shared
from verif.audit.mlir import Operation, Value
from verif.audit.statement import Statement, Verdict
from verif.audit.triton.accesses import access, cost, least, width_of
from verif.audit.triton.memory import Used, by_matrix, is_direct, is_uncounted, machine_of, used
from verif.audit.triton.program import Context, Identity, Program, identity
from verif.audit.triton.types import Sized, bits_of, encoding_of, held, kept, sized

MOST_PADDED: Final = 1 << 18
"""The largest number of offsets that are enumerated for the paddings of one group."""

_CLASSES: Final = {
    "swizzled_shared": "swizzled_shared of this order",
    "nvmma_shared": "nvmma_shared of this order",
    "padded_shared": "padding of 0 to 128 bytes, in steps of 16, at the same intervals",
}
"""For each kind of encoding, a noun phrase for the encodings that are tried in its place."""

_VIEWS: Final = frozenset({"ttg.memdesc_index", "ttg.memdesc_subslice"})
_HARMLESS: Final = frozenset({"ttg.local_dealloc"})


@dataclass(frozen=True)
class _View:
    """A view of an allocation: dimension k of the view is dimension order[k] of the allocation."""

    root: Identity
    order: tuple[int, ...]


@dataclass
class _Group:
    """Allocations whose buffers can become the same value, by a branch or a loop.

    `uses` has the uses of these buffers, except the uses by the operations in `others`.
    """

    allocations: list[int] = field(default_factory=list[int])
    uses: list[tuple[Used, tuple[int, ...]]] = field(
        default_factory=list[tuple[Used, tuple[int, ...]]]
    )
    others: set[str] = field(default_factory=set[str])
    """The names of operations that use the memory, but whose accesses are not counted."""


class _Buffers:
    """Find the allocations, views and uses of all buffers of a program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._views: dict[Identity, _View] = {}
        self._above: dict[Identity, Identity] = {}
        self._uses: list[tuple[Identity, Used, tuple[int, ...]]] = []
        self._others: list[tuple[Identity, str]] = []
        self._allocations: list[int] = []
        for place, op in enumerate(program.operations):
            self._follow(place, op)

    def groups(self) -> Iterator[_Group]:
        """Yield the groups of allocations, each with the uses of its buffers."""
        found = dict[Identity, _Group]()
        for place in self._allocations:
            group = found.setdefault(self._top((place, None, 0)), _Group())
            group.allocations.append(place)
        for root, use, order in self._uses:
            if (group := found.get(self._top(root))) is not None:
                group.uses.append((use, order))
        for root, name in self._others:
            if (group := found.get(self._top(root))) is not None:
                group.others.add(name)
        yield from found.values()

    def _top(self, root: Identity) -> Identity:
        while (above := self._above.get(root)) is not None:
            further = self._above.get(above)
            if further is not None:
                self._above[root] = further
            root = above
        return root

    def _view(self, value: Value) -> _View | None:
        return self._views.get(identity(value))

    def _join(self, name: str, one: _View | None, other: _View | None) -> None:
        """Put the allocations of two views into one group, because one value may be either view."""
        if one is None or other is None:
            for view in (one, other):
                if view is not None:
                    self._others.append((view.root, name))
            return
        if one.order != other.order:
            self._others.append((one.root, name))
        a, b = self._top(one.root), self._top(other.root)
        if a != b:
            self._above[a] = b

    def _follow(self, place: int, op: Operation) -> None:
        if op.name == "ttg.local_alloc" and op.result_types:
            layout = kept(sized(op.result_types[0]))
            if layout is not None:
                order = tuple(range(len(layout.shape)))
                self._views[place, None, 0] = _View((place, None, 0), order)
                self._allocations.append(place)
        if op.name == "scf.yield" and op.parent is not None:
            self._yield(op, op.parent)
        elif (use := used(op, self._program)) is not None:
            self._use(place, op, use)
        elif any(identity(value) in self._views for value in op.values):
            self._derive(place, op)

    def _use(self, place: int, op: Operation, use: Used) -> None:
        view = self._views.get((place, None, 0)) if op.name == "ttg.local_alloc" else None
        # buffer_load_to_local names its shared memory in the last operand, after masks and strides.
        last = op.name == "amdg.buffer_load_to_local"
        at = len(op.values) - 1 if last else 0 if op.name == "ttg.local_load" else 1
        if view is None and at < len(op.values):
            view = self._view(op.values[at])
        if view is not None:
            self._uses.append((view.root, use, view.order))

    def _derive(self, place: int, op: Operation) -> None:
        """Follow an operation that returns views of buffers, or uses buffers in other ways."""
        views = [self._view(value) for value in op.values]
        if op.name == "scf.for":
            for k, view in enumerate(views[3:]):
                if view is not None:
                    self._views[None, place, 1 + k] = self._views[place, None, k] = view
        elif op.name in _VIEWS and views[0] is not None:
            self._views[place, None, 0] = views[0]
        elif op.name == "ttg.memdesc_trans" and (view := views[0]) is not None:
            numbers = _order(op)
            more = len(numbers) - len(view.order)
            inner = [d - more for d in numbers[more:]] if more >= 0 else []
            if sorted(inner) == list(range(len(view.order))):
                order = tuple(view.order[d] for d in inner)
                self._views[place, None, 0] = _View(view.root, order)
            else:
                self._others.append((view.root, op.name))
        elif op.name not in _HARMLESS:
            self._others += [(view.root, op.name) for view in views if view is not None]

    def _yield(self, op: Operation, parent: int) -> None:
        owner = self._program.operations[parent]
        for k, value in enumerate(op.values):
            view = self._view(value)
            result: Identity = (parent, None, k)
            if view is None and result not in self._views:
                continue
            if owner.name == "scf.if" and result not in self._views and view is not None:
                self._views[result] = view
            elif owner.name in ("scf.for", "scf.if"):
                self._join(owner.name, view, self._views.get(result))
            elif view is not None:
                self._others.append((view.root, owner.name))


def _order(op: Operation) -> tuple[int, ...]:
    _, _, rest = op.attributes.partition("order = array<i32:")
    digits = rest.partition(">")[0].replace(" ", "").split(",")
    return tuple(int(one) for one in digits if one.isdigit())


def best_encodings(program: Program) -> Iterator[Statement]:
    """Yield a statement on the best encoding of each group of allocations that share an encoding.

    The kind of the encoding must be in `_CLASSES`.
    """
    for group in _Buffers(program).groups():
        place = group.allocations[0]
        op, context = program.operations[place], program.contexts[place]
        kinds = {sized(program.operations[one].result_types[0]) for one in group.allocations}
        kind = next(iter(kinds))
        if kind is None or len({(one.encoding, one.element) for one in kinds if one}) > 1:
            continue
        decided = _decide(kind, group, context)
        if decided is not None:
            claim, verdict, detail = decided
            yield Statement(op.line, op.name, claim, verdict, detail)


def _decide(kind: Sized, group: _Group, context: Context) -> tuple[str, Verdict, str] | None:
    layout, bits = kept(kind), bits_of(kind.element)
    if layout is None or bits is None or kind.kind not in _CLASSES or context.assumption:
        return None
    counted, others = Counter[tuple[Distributed, tuple[int, ...], str, int]](), set(group.others)
    for use, order in group.uses:
        tensor, memory = held(use.tensor), kept(use.memory)
        if tensor is None or memory is None:
            others.add(use.op.name)
            continue
        part = memory.part if memory.part is not None else memory.shape
        if len(order) != len(part) or len(tensor.shape) != len(part):
            others.add(use.op.name)
            continue
        back = tuple(order.index(d) for d in range(len(order)))
        inside = tuple(part[d] for d in back)
        if any(a > b for a, b in zip(inside, layout.shape, strict=True)):
            others.add(use.op.name)
            continue
        counted[_permuted(tensor, back), inside, use.op.name, use.most] += 1
    accesses = tuple(sorted(counted.items(), key=repr))
    if not accesses:
        return None
    found = _best(kind, layout, bits, accesses, context)
    if found is None:
        return None
    what = "counted accesses" if others else "accesses"
    claim = f"no {_CLASSES[kind.kind]} needs fewer wavefronts for the {what} of the buffer"
    also = f"; not counted: other uses, by {', '.join(sorted(others))}" if others else ""
    count = sum(counted.values())
    about = (
        f"{found.now} wavefronts for {count} access{'es' if count > 1 else ''}, if each operation"
        f" runs once; all {found.tried} {found.what} were tried, and the best needs {found.least}"
    )
    if found.bound < found.least:
        about += f" (the data needs {found.bound} or more)"
    if found.least == found.now:
        return claim, Verdict.HOLDS, about + also
    verdict = Verdict.UNKNOWN if others else Verdict.COST
    return claim, verdict, f"{about} with {found.name}{also}"


@dataclass(frozen=True)
class _Found:
    """The best encoding that a search found.

    `now` and `least` are the wavefronts with the current and with the best encoding. `name` is the
    best encoding. `tried` is the number of candidates, and `what` describes them. Every injective
    layout needs at least `bound` wavefronts.
    """

    now: int
    least: int
    name: str
    tried: int
    what: str
    bound: int


_Counted = tuple[tuple[tuple[Distributed, tuple[int, ...], str, int], int], ...]


@lru_cache(maxsize=512)
def _best(
    kind: Sized, layout: Shared, bits: int, accesses: _Counted, context: Context
) -> _Found | None:
    encoding = encoding_of(kind)
    if encoding is None:
        return None
    now = _total(layout, bits, accesses, context)
    candidates = dict[Shared, str]()
    for name, candidate in _class_of(encoding, layout, bits):
        candidates.setdefault(candidate, name)
    candidates.setdefault(layout, "the current one")
    if now is None or len(candidates) < 2:
        return None
    if layout.gaps and len(candidates) * prod(layout.shape) * len(accesses) > MOST_PADDED:
        return None
    totals = {one: _total(one, bits, accesses, context) for one in candidates}
    known = {one: total for one, total in totals.items() if total is not None}
    best = min(known, key=lambda one: (*known[one], one.gaps, candidates[one]))
    what = f"{encoding.kind} encodings of this order"
    bound = sum(
        least(found, context.machine) * count
        for (tensor, part, _, _), count in accesses
        if (found := access(tensor, replace(layout, part=part), bits)) is not None
    )
    return _Found(now[0], known[best][0], candidates[best], len(candidates), what, bound)


def _total(
    layout: Shared, bits: int, accesses: _Counted, context: Context
) -> tuple[int, int] | None:
    """The number of wavefronts of all accesses, and the number of requests.

    If a matrix instruction (ldmatrix, stmatrix or ds_read_tr) can make an access, the wavefronts of
    this instruction are counted, and each of its phases counts as one request.
    """
    wavefronts, requests = 0, 0
    for (tensor, part, op, most), count in accesses:
        machine = machine_of(op, context)
        one = access(tensor, replace(layout, part=part), bits)
        if one is None:
            return None
        width = width_of(one, machine, most)
        if is_direct(op, context) or is_uncounted(one, op, context):
            return None
        instruction = by_matrix(one, op, context)
        plain = cost(one, machine, width) if instruction is None else None
        if instruction is not None:
            wavefronts += count * instruction.wavefronts
            requests += count * instruction.phases
        elif plain is not None:
            wavefronts += count * plain.wavefronts
            requests += count * plain.requests
        else:
            return None
    return wavefronts, requests


def _permuted(tensor: Distributed, order: tuple[int, ...]) -> Distributed:
    bases = tuple(
        (name, tuple(tuple(point[d] for d in order) for point in points))
        for name, points in tensor.bases
    )
    return Distributed(bases, tuple(tensor.shape[d] for d in order))


def _class_of(encoding: Encoding, layout: Shared, bits: int) -> Iterator[tuple[str, Shared]]:
    """Yield the parameters (as text) and the layout of each encoding to try."""
    shape = layout.shape
    if encoding.kind == "swizzled_shared" and len(shape) > 1:
        columns, rows = encoding.order(len(shape))[:2]
        for vec, most, per in product(
            _powers(shape[columns]), _powers(shape[columns]), _powers(shape[rows])
        ):
            if vec * most <= shape[columns] and (most == 1) <= (vec == 1 and per == 1):
                name = f"vec = {vec}, perPhase = {per}, maxPhase = {most}"
                yield from _made(encoding, shape, name, vec=vec, perPhase=per, maxPhase=most)
    elif encoding.kind == "nvmma_shared" and len(shape) > 1:
        inner = shape[-2] if encoding.parameters.get("transposed") else shape[-1]
        for width in (0, 32, 64, 128):
            if width * 8 <= inner * bits:
                name = f"swizzlingByteWidth = {width}"
                yield from _made(encoding, shape, name, swizzlingByteWidth=width)
    elif encoding.kind == "padded_shared" and layout.gaps:
        steps = range(0, 32 * 32 + 1, 128)
        for pads in product(steps, repeat=len(layout.gaps)):
            if all(pad % bits == 0 for pad in pads):
                gaps = tuple(
                    (interval, pad // bits)
                    for (interval, _), pad in zip(layout.gaps, pads, strict=True)
                )
                name = ", ".join(f"{interval}:+{pad}" for interval, pad in gaps)
                yield name, replace(layout, gaps=gaps)


def _made(
    encoding: Encoding, shape: tuple[int, ...], name: str, **changed: Any
) -> Iterator[tuple[str, Shared]]:
    # `shape` is the part of one block, so drop the parameters that split a shape among blocks.
    parameters: Mapping[str, Any] = {
        key: value
        for key, value in encoding.parameters.items()
        if not key.startswith(("CGA", "CTA"))
    }
    try:
        made = Encoding(encoding.kind, {**parameters, **changed}).on(shape)
    except LayoutError:
        return
    if isinstance(made, Shared):
        yield name, made


def _powers(size: int) -> tuple[int, ...]:
    return tuple(1 << k for k in range(size.bit_length()))
