"""Two hundred layouts of five kinds, to be tested for injectivity.

The layouts are committed in questions.txt with islpy's answers; `python -m benchmarks.asked`
generates the file again.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from spec import Layout, flatten

FILE: Final = Path(__file__).with_name("questions.txt")
EACH: Final = 40
STEPS: Final = (*(5, 6, 7, 9, 10, 11, 13, 15, 16, 17), *(19, 23, 25, 27, 29, 31))
GAPS: Final = (11, 10**9 + 7, 10**11, 1 << 32, 1 << 40)
FIRST: Final = {
    "coprime": "(12,18,20,30):(15,10,6,7)",
    "large gaps": "(1000003,999983,64):(7,11,100000000000)",
}
"""The first layouts of the kinds `coprime` and `large gaps`, two hard cases from a long search."""


class Asked(NamedTuple):
    """A layout, its kind (such as `coprime`), and whether the layout is injective."""

    kind: str
    layout: Layout
    is_injective: bool


Draw = Callable[[random.Random], Layout]


def _ordered(rng: random.Random, shape: list[int]) -> list[int]:
    """Return strides that place the modes in random order, with padding after some of the modes."""
    strides, step = [0] * len(shape), 1
    for k in rng.sample(range(len(shape)), len(shape)):
        strides[k] = step
        step *= shape[k] * rng.choice((1, 1, 2))
    return strides


def _layout(shape: list[int], strides: list[int]) -> Layout:
    return Layout(tuple(shape), tuple(strides))


def _structural(rng: random.Random) -> Layout:
    shape = [1 << rng.randint(1, 6) for _ in range(rng.randint(2, 5))]
    return _layout(shape, _ordered(rng, shape))


def _dense(rng: random.Random) -> Layout:
    shape = [rng.randint(3, 20) for _ in range(rng.randint(2, 4))]
    return _layout(shape, [rng.randint(1, 24) for _ in shape])


def _coprime(rng: random.Random) -> Layout:
    shape = [rng.randint(5, 40) for _ in range(rng.randint(2, 4))]
    return _layout(shape, [rng.choice(STEPS) for _ in shape])


def _far_apart(rng: random.Random) -> Layout:
    shape = [rng.choice((64, 128, 999, 1000, 999983, 1000003)) for _ in range(rng.randint(2, 3))]
    return _layout(shape, [rng.choice((1, 7, 11, 13)), *(rng.choice(GAPS) for _ in shape[1:])])


def _of_eight_modes(rng: random.Random) -> Layout:
    shape = [1 << rng.randint(5, 8) for _ in range(8)]
    strides = _ordered(rng, shape)
    strides[rng.randrange(8)] += rng.choice((0, 0, 1, 3))
    return _layout(shape, strides)


KINDS: Final[dict[str, Draw]] = {
    "structural": _structural,
    "dense": _dense,
    "coprime": _coprime,
    "large gaps": _far_apart,
    "8 modes at 2^60": _of_eight_modes,
}


def drawn() -> list[tuple[str, Layout]]:
    """Return the layouts, which are the same in every run."""
    found = list[tuple[str, Layout]]()
    for kind, draw in KINDS.items():
        rng = random.Random(f"injective: {kind}")
        first = [Layout.parse(FIRST[kind])] if kind in FIRST else []
        found += [(kind, layout) for layout in (*first, *(draw(rng) for _ in range(EACH)))][:EACH]
    return found


def committed() -> list[Asked]:
    """Return the layouts of questions.txt, with islpy's answers."""
    fields = (line.split("\t") for line in FILE.read_text().splitlines())
    return [Asked(kind, Layout.parse(text), answer == "yes") for kind, text, answer in fields]


def as_relation(layout: Layout) -> str:
    """Return the layout as an isl relation."""
    modes = list(zip(flatten(layout.shape), flatten(layout.stride), strict=True))
    names = [f"c{k}" for k in range(len(modes))]
    total = " + ".join(f"{d}*{name}" for name, (_, d) in zip(names, modes, strict=True))
    within = " and ".join(f"0 <= {name} < {s}" for name, (s, _) in zip(names, modes, strict=True))
    return f"{{ [{', '.join(names)}] -> [{total}] : {within} }}"


def main() -> None:
    """Write the layouts, with islpy's answers."""
    import islpy

    lines = [
        f"{kind}\t{layout}\t{'yes' if islpy.Map(as_relation(layout)).is_injective() else 'no'}\n"
        for kind, layout in drawn()
    ]
    FILE.write_text("".join(lines))


if __name__ == "__main__":
    main()
