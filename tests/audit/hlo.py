"""Hypothesis strategies and HLO texts for the tests of the audit of HLO."""

from math import prod

from hypothesis import strategies as st

from spec.xla import XlaShape

SIDES = st.sampled_from((1, 2, 3, 4, 8))


@st.composite
def tiles(draw: st.DrawFn) -> tuple[int | None, ...]:
    major = draw(st.lists(st.one_of(SIDES, st.none()), max_size=2))
    return (*major, draw(SIDES))


@st.composite
def shapes(draw: st.DrawFn, most: int = 400) -> XlaShape:
    """Draw small arrays with up to three tiles. Tiles may combine dimensions and cause padding."""
    dims = draw(
        st.lists(st.integers(1, 9), max_size=4).map(tuple).filter(lambda d: prod(d) <= most)
    )
    order = draw(st.permutations(range(len(dims))).map(tuple))
    return XlaShape("f32", dims, order, tuple(draw(st.lists(tiles(), max_size=3))))


def module(entry: str, *others: str, scheduled: bool = True) -> str:
    """Return the text of a module, given the lines of its entry and its other computations."""
    header = "HloModule m" + (", is_scheduled=true" if scheduled else "")
    lines = "\n".join(f"  {line.strip()}" for line in entry.strip().splitlines())
    return "\n\n".join((header, *others, f"ENTRY %main {{\n{lines}\n}}")) + "\n"


def computation(name: str, text: str) -> str:
    """A computation's text."""
    lines = "\n".join(f"  {line.strip()}" for line in text.strip().splitlines())
    return f"%{name} {{\n{lines}\n}}"


SUM = computation(
    "sum",
    """%a = f32[] parameter(0)
    %b = f32[] parameter(1)
    ROOT %s = f32[] add(%a, %b)""",
)
X = "%x = f32[6,4]{1,0} parameter(0)\n"
