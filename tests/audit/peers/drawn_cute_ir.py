"""Draw operations of CuTe IR, with the types of their operands."""

import random

OPERANDS = {
    "coalesce": ("layout",),
    "composition": ("layout", "small layout tile"),
    "complement": ("layout", "size"),
    "logical_divide": ("layout", "small tile"),
    "zipped_divide": ("layout", "tile"),
    "tiled_divide": ("layout", "tile"),
    "flat_divide": ("layout", "tile"),
    "logical_product": ("layout", "small"),
    "blocked_product": ("layout", "layout"),
    "raked_product": ("layout", "layout"),
    "right_inverse": ("layout",),
    "left_inverse": ("layout",),
    "filter_zeros": ("layout",),
}
"""The operations, with the possible kinds of each operand."""

OTHER = '!cute.layout<"7:77">'
"""A type that is never the result of a drawn operation."""


def _tree(rnd, depth=2):
    if depth and rnd.random() < 0.4:
        return tuple(_tree(rnd, depth - 1) for _ in range(rnd.randint(1, 3)))
    return rnd.choice((1, 2, 2, 3, 4, 4, 6, 8))


def _text(tree):
    return f"({','.join(map(_text, tree))})" if isinstance(tree, tuple) else str(tree)


def _strides(rnd, shape, step, is_free):
    """Return strides for the shape, and the stride for the mode that comes next.

    The first stride is `step`. If `is_free`, all strides are random.
    """
    if isinstance(shape, tuple):
        found = []
        for part in shape:
            stride, step = _strides(rnd, part, step, is_free)
            found.append(stride)
        return tuple(found), step
    if is_free:
        return rnd.choice((0, 1, 1, 2, 3, 4, 6, 8, 12, 24)), step
    return step, step * shape * rnd.choice((1, 1, 1, 2))


def _turned(tree):
    return tuple(map(_turned, reversed(tree))) if isinstance(tree, tuple) else tree


def layout(rnd):
    shape, is_free = _tree(rnd), rnd.random() < 0.25
    stride, _ = _strides(rnd, shape, 1, is_free)
    if not is_free and rnd.random() < 0.4:
        # Draw a layout whose last mode has the least stride.
        stride = _turned(_strides(rnd, _turned(shape), 1, False)[0])
    return f'!cute.layout<"{_text(shape)}:{_text(stride)}">'


def operand(rnd, kind):
    if kind == "layout":
        return layout(rnd)
    if kind == "small":
        sizes, strides = (2, 3, 4, 6, 8), (1, 1, 2, 3, 4, 6, 8)
        return f'!cute.layout<"{rnd.choice(sizes)}:{rnd.choice(strides)}">'
    if kind == "tile":
        modes = (f"{rnd.choice((1, 2, 4))}:1" for _ in range(rnd.randint(1, 2)))
        return f'!cute.tile<"[{";".join(modes)}]">'
    return f'!cute.shape<"{rnd.choice((16, 24, 64, 96, 256))}">'


def drawn(each, seed=1):
    """Return random cases of every operation; `each` is the number of cases per operation.

    A case has the name of the operation and the types of its operands.
    """
    cases = []
    for op, kinds in OPERANDS.items():
        rnd = random.Random(f"{op} {seed}")
        for _ in range(each):
            types = [operand(rnd, rnd.choice(kind.split())) for kind in kinds]
            cases.append({"op": op, "types": types})
    return cases


def line_of(case, result):
    """Return the text of an operation in MLIR's generic form."""
    names = ", ".join(f"%{k}" for k in range(len(case["types"])))
    return f'%r = "cute.{case["op"]}"({names}) : ({", ".join(case["types"])}) -> {result}'
