"""Verdicts on programs that only move elements agree with an interpreter."""

from itertools import product
from math import prod
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from spec.xla import XlaShape, linear_index
from tests.audit.hlo import computation, module
from verif.audit.hlo import compare
from verif.audit.statement import Verdict

Dims = tuple[int, ...]


def everywhere(dims: Dims):
    return list(product(*map(range, dims)))


class Program:
    """The lines of an HLO program.

    `values` maps the name of each array to three things: its dimensions, a dictionary from its
    indices to labels, and the order of its dimensions in memory.
    """

    def __init__(self, parameters):
        self.lines, self.others, self.values = [], [], {}
        for k, dims in enumerate(parameters):
            labels = {index: (k, index) for index in everywhere(dims)}
            self.add(f"parameter({k})", dims, labels)

    def add(self, text, dims, labels, layout=None):
        name = f"v{len(self.values)}"
        order = tuple(reversed(range(len(dims)))) if layout is None else layout
        shape = f"f32[{','.join(map(str, dims))}]{{{','.join(map(str, order))}}}"
        self.lines.append(f"%{name} = {shape} {text}")
        self.values[name] = (dims, labels, order)
        return name

    def text(self):
        *lines, last = self.lines
        return module("\n".join((*lines, f"ROOT {last}")), *self.others)

    def copy(self, name, layout=None):
        dims, labels, _ = self.values[name]
        return self.add(f"copy(%{name})", dims, labels, layout)

    def transpose(self, name, order, layout=None):
        dims, labels, _ = self.values[name]
        new = tuple(dims[k] for k in order)
        back = {tuple(index[k] for k in order): label for index, label in labels.items()}
        text = f"transpose(%{name}), dimensions={{{','.join(map(str, order))}}}"
        return self.add(text, new, back, layout)

    def reshape(self, name, dims):
        old, labels, _ = self.values[name]
        row_major = [labels[index] for index in everywhere(old)]
        return self.add(
            f"reshape(%{name})", dims, dict(zip(everywhere(dims), row_major, strict=True))
        )

    def bitcast(self, name, dims, layout):
        """Append a bitcast: each element stays at its position in memory, which `spec` computes."""
        old, labels, order = self.values[name]
        a, b = XlaShape("f32", old, order), XlaShape("f32", dims, layout)
        lies = {linear_index(a, index): label for index, label in labels.items()}
        new = {index: lies[linear_index(b, index)] for index in everywhere(dims)}
        return self.add(f"bitcast(%{name})", dims, new, layout)

    def slice(self, name, ranges):
        _, labels, _ = self.values[name]
        new = tuple(-(-(b - a) // s) for a, b, s in ranges)
        taken = {
            index: labels[tuple(a + e * s for e, (a, _, s) in zip(index, ranges, strict=True))]
            for index in everywhere(new)
        }
        text = ", ".join(f"[{a}:{b}:{s}]" if s > 1 else f"[{a}:{b}]" for a, b, s in ranges)
        return self.add(f"slice(%{name}), slice={{{text}}}", new, taken)

    def reverse(self, name, along):
        dims, labels, _ = self.values[name]
        new = {
            index: labels[
                tuple(
                    d - 1 - e if k in along else e
                    for k, (e, d) in enumerate(zip(index, dims, strict=True))
                )
            ]
            for index in labels
        }
        text = f"reverse(%{name}), dimensions={{{','.join(map(str, along))}}}"
        return self.add(text, dims, new)

    def constant(self, value):
        return self.add(f"constant({value})", (), {(): value})

    def pad(self, name, widths, value):
        dims, labels, _ = self.values[name]
        filler = self.constant(value)
        new = tuple(
            a + d + max(0, d - 1) * g + b for d, (a, b, g) in zip(dims, widths, strict=True)
        )
        padded = dict.fromkeys(everywhere(new), value)
        for index, label in labels.items():
            there = tuple(a + e * (g + 1) for e, (a, _, g) in zip(index, widths, strict=True))
            if there in padded:
                padded[there] = label
        text = "x".join(f"{a}_{b}_{g}" if g else f"{a}_{b}" for a, b, g in widths)
        return self.add(f"pad(%{name}, %{filler}), padding={text}", new, padded)

    def concatenate(self, names, along):
        parts = [self.values[name] for name in names]
        joined, at = {}, 0
        for dims, labels, _ in parts:
            for index, label in labels.items():
                joined[*index[:along], index[along] + at, *index[along + 1 :]] = label
            at += dims[along]
        dims = parts[0][0]
        new = (*dims[:along], at, *dims[along + 1 :])
        text = ", ".join(f"%{name}" for name in names)
        return self.add(f"concatenate({text}), dimensions={{{along}}}", new, joined)

    def maximum(self, one, other):
        """Append the maximum of two operands. At each index, one operand must be -inf."""
        dims, labels, _ = self.values[one]
        others = self.values[other][1]
        new = {i: others[i] if labels[i] == "-inf" else labels[i] for i in labels}
        return self.add(f"maximum(%{one}, %{other})", dims, new)

    def broadcast(self, name, dims, to):
        _, labels, _ = self.values[name]
        new = {index: labels[tuple(index[k] for k in to)] for index in everywhere(dims)}
        text = f"broadcast(%{name}), dimensions={{{','.join(map(str, to))}}}"
        return self.add(text, dims, new)

    def starts(self, numbers):
        names = [f"s{len(self.lines)}_{k}" for k in range(len(numbers))]
        self.lines += [f"%{n} = s32[] constant({x})" for n, x in zip(names, numbers, strict=True)]
        return ", ".join(f"%{name}" for name in names)

    def window(self, name, starts, sizes):
        dims, labels, _ = self.values[name]
        first = tuple(min(max(s, 0), d - n) for s, d, n in zip(starts, dims, sizes, strict=True))
        new = {i: labels[tuple(map(sum, zip(first, i, strict=True)))] for i in everywhere(sizes)}
        operands = ", ".join(filter(None, (f"%{name}", self.starts(starts))))
        text = f"dynamic-slice({operands}), dynamic_slice_sizes={{{','.join(map(str, sizes))}}}"
        return self.add(text, sizes, new)

    def update(self, name, small, starts):
        dims, labels, _ = self.values[name]
        sizes, others, _ = self.values[small]
        first = tuple(min(max(s, 0), d - n) for s, d, n in zip(starts, dims, sizes, strict=True))
        new = dict(labels)
        new |= {tuple(map(sum, zip(first, i, strict=True))): label for i, label in others.items()}
        operands = ", ".join(filter(None, (f"%{name}, %{small}", self.starts(starts))))
        return self.add(f"dynamic-update-slice({operands})", dims, new)

    def fused(self, name, order):
        """Append a transpose inside a fusion with two results."""
        dims, labels, layout = self.values[name]
        new = tuple(dims[k] for k in order)
        inside = f"f{len(self.others)}"
        shapes = [
            f"f32[{','.join(map(str, d))}]{{{','.join(map(str, at))}}}"
            for d, at in ((dims, layout), (new, tuple(reversed(range(len(new))))))
        ]
        permutation = ",".join(map(str, order))
        self.others.append(
            computation(
                inside,
                f"""%p = {shapes[0]} parameter(0)
                %t = {shapes[1]} transpose(%p), dimensions={{{permutation}}}
                ROOT %r = ({shapes[0]}, {shapes[1]}) tuple(%p, %t)""",
            )
        )
        call = f"u{len(self.lines)}"
        self.lines.append(
            f"%{call} = ({shapes[0]}, {shapes[1]}) fusion(%{name}), kind=kLoop, calls=%{inside}"
        )
        moved = {tuple(index[k] for k in order): label for index, label in labels.items()}
        return self.add(f"get-tuple-element(%{call}), index=1", new, moved)


def factors(n: int):
    return [(d, n // d) for d in range(1, n + 1) if n % d == 0]


@st.composite
def steps(draw: st.DrawFn):
    """Draw an operation, a seed for its arguments, and a number that selects its form in HLO."""
    return draw(st.sampled_from(sorted(WAYS))), draw(st.integers(0, 10**6)), draw(st.integers(0, 2))


def transposed(program: Program, name: str, rnd: Random, way: int) -> str:
    dims, _, _ = program.values[name]
    order = list(range(len(dims)))
    rnd.shuffle(order)
    if way == 0:
        return program.transpose(name, order)
    if way == 1 and dims:
        return program.fused(name, order)
    # Write the transpose as a copy and a bitcast. The copy already has the memory order of the
    # transposed array.
    name = program.copy(name, tuple(reversed(order)))
    new = tuple(dims[k] for k in order)
    return program.bitcast(name, new, tuple(reversed(range(len(dims)))))


def reshaped(program: Program, name: str, rnd: Random, way: int) -> str:
    new = rnd.choice(factors(prod(program.values[name][0])))
    if way == 0:
        return program.reshape(name, new)
    return program.bitcast(program.copy(name), new, (1, 0))


def sliced(program: Program, name: str, rnd: Random, way: int) -> str:
    dims, _, _ = program.values[name]
    ranges = []
    for d in dims:
        a = rnd.randrange(d)
        ranges.append((a, rnd.randint(a + 1, d), rnd.choice((1, 1, 2, 3))))
    if way == 0:
        return program.slice(name, ranges)
    sizes = tuple(b - a for a, b, _ in ranges)
    if way == 1:
        pairs = zip(dims, ranges, strict=True)
        name = program.pad(name, [(-a, b - d, 0) for d, (a, b, _) in pairs], "7")
    else:
        name = program.window(name, tuple(a for a, _, _ in ranges), sizes)
    pairs = zip(sizes, ranges, strict=True)
    return program.slice(name, [(0, d, s) for d, (_, _, s) in pairs])


def padded(program: Program, name: str, rnd: Random, way: int) -> str:
    dims, _, _ = program.values[name]
    widths = [
        (max(rnd.randint(-1, 2), 1 - d), rnd.randint(0, 2), rnd.choice((0, 0, 1))) for d in dims
    ]
    if way == 0:
        return program.pad(name, widths, "0")
    name = program.pad(name, [(0, 0, g) for _, _, g in widths], "0")
    return program.pad(name, [(a, b, 0) for a, b, _ in widths], "0")


def repeated(program: Program, name: str, rnd: Random, way: int) -> str:
    dims, _, _ = program.values[name]
    rank, times = len(dims), rnd.choice((1, 2, 3))
    if way == 0:
        return program.broadcast(name, (times, *dims), tuple(range(1, rank + 1)))
    name = program.broadcast(name, (*dims, times), tuple(range(rank)))
    return program.transpose(name, (rank, *range(rank)))


def reversed_(program: Program, name: str, rnd: Random, way: int) -> str:
    along = [k for k in range(len(program.values[name][0])) if rnd.random() < 0.6]
    if way == 0:
        return program.reverse(name, along)
    for k in along:
        name = program.reverse(name, [k])
    return name


def joined(program: Program, name: str, rnd: Random, way: int) -> str:
    dims, _, _ = program.values[name]
    if not dims:
        return name
    along = rnd.randrange(len(dims))
    other = program.reverse(name, [along])
    if way == 0:
        return program.concatenate((name, other), along)
    low = [(0, d if k == along else 0, 0) for k, d in enumerate(dims)]
    high = [(b, a, 0) for a, b, _ in low]
    return program.maximum(program.pad(name, low, "-inf"), program.pad(other, high, "-inf"))


def updated(program: Program, name: str, rnd: Random, way: int) -> str:
    dims, _, _ = program.values[name]
    if not dims:
        return name
    along = rnd.randrange(len(dims))
    size = rnd.randint(1, dims[along])
    sizes = tuple(size if k == along else d for k, d in enumerate(dims))
    first = tuple(rnd.randint(-1, dims[along]) if k == along else 0 for k in range(len(dims)))
    small = program.reverse(program.window(name, first, sizes), [along])
    if way == 0:
        return program.update(name, small, first)
    start = min(max(first[along], 0), dims[along] - size)
    parts = [
        program.slice(name, [(*end, 1) if k == along else (0, d, 1) for k, d in enumerate(dims)])
        for end in ((0, start), (start + size, dims[along]))
        if end[0] < end[1]
    ]
    parts.insert(1 if start else 0, small)
    return program.concatenate(parts, along)


WAYS = {
    "broadcast": repeated,
    "join": joined,
    "pad": padded,
    "reshape": reshaped,
    "reverse": reversed_,
    "slice": sliced,
    "transpose": transposed,
    "update": updated,
}
"""For each operation, a function that writes it in HLO; the argument `way` selects a form."""


def run(dims, chosen, *, ways: bool):
    program = Program([dims])
    name = "v0"
    for kind, seed, way in chosen:
        if prod(program.values[name][0]) > 300 and kind in {"pad", "broadcast", "join"}:
            continue
        name = WAYS[kind](program, name, Random(seed), way if ways else 0)
    return program, program.copy(name)


def statements(before: Program, after: Program):
    return list(compare(before.text(), after.text()))


dimensions = st.lists(st.integers(1, 6), max_size=3).map(tuple)


@settings(max_examples=150)
@given(dimensions, st.lists(steps(), min_size=1, max_size=5))
def test_two_ways_to_write_a_program_have_the_same_elements(dims, chosen):
    before, name = run(dims, chosen, ways=False)
    after, other = run(dims, chosen, ways=True)
    assert before.values[name][:2] == after.values[other][:2]
    (one,) = statements(before, after)
    assert one.verdict is Verdict.HOLDS, (one.detail, before.text(), after.text())


@settings(max_examples=150)
@given(dimensions, st.lists(steps(), max_size=4), steps(), steps(), st.lists(steps(), max_size=2))
def test_programs_agree_exactly_where_their_elements_do(dims, first, one, other, last):
    before, name = run(dims, [*first, one, *last], ways=False)
    after, second = run(dims, [*first, other, *last], ways=True)
    ours, theirs = before.values[name], after.values[second]
    (statement,) = statements(before, after)
    if ours[0] != theirs[0]:
        same_size = prod(ours[0]) == prod(theirs[0])
        assert statement.verdict is (Verdict.UNKNOWN if same_size else Verdict.FAULT)
    else:
        same = ours[1] == theirs[1]
        assert statement.verdict is (Verdict.HOLDS if same else Verdict.FAULT), statement
        assert same or "in the program, but" in statement.detail
