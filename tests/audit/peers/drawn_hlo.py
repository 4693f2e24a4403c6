"""Draw HLO: formats of arrays, single instructions, and programs that move elements."""

import random

ELEMENTS = ("f32", "bf16", "s8", "pred", "s4", "f8e4m3fn")


def _numbers(numbers):
    return ",".join(map(str, numbers))


def format_of(rnd):
    """Return a random shape: sizes, order, and maybe tiles, padding, element bits, memory space."""
    dims = [rnd.choice((1, 3, 8, 100, 128)) for _ in range(rnd.randint(1, 4))]
    order = rnd.sample(range(len(dims)), len(dims))
    element, parts = rnd.choice(ELEMENTS), ""
    if rnd.random() < 0.6:
        parts += f"T({_numbers(rnd.choice(((8, 128), (128,), (2, 128), (1024,))))})"
        parts += rnd.choice(("", "(2,1)", "(4,1)"))
    if rnd.random() < 0.2:
        parts += f"L({rnd.choice((128, 1024))})"
    if rnd.random() < 0.2:
        parts += "E(4)" if element == "s4" else "E(32)"
    if rnd.random() < 0.3:
        parts += f"S({rnd.choice((1, 5))})"
    return f"{element}[{_numbers(dims)}]{{{_numbers(order)}{':' if parts else ''}{parts}}}"


def broken(rnd, text):
    """Return the shape with a wrong order: a dimension is added, repeated or left out."""
    start, end = text.index("{") + 1, len(text) - 1
    end = text.index(":") if ":" in text else end
    order = text[start:end].split(",")
    changed = rnd.choice(([*order, str(len(order))], [order[0], *order], order[1:]))
    return f"{text[:start]}{_numbers(changed)}{text[end:]}"


def module_of(shape):
    return f"HloModule m\n\nENTRY %main {{\n  ROOT %p = {shape} parameter(0)\n}}\n"


def _transpose(rnd, dims):
    order = rnd.sample(range(len(dims)), len(dims))
    return [dims[k] for k in order], f"dimensions={{{_numbers(order)}}}"


def _reshape(rnd, dims):
    dims = [*dims]
    if len(dims) > 1 and rnd.random() < 0.5:
        k = rnd.randrange(len(dims) - 1)
        return [*dims[:k], dims[k] * dims[k + 1], *dims[k + 2 :]], ""
    k = rnd.randrange(len(dims))
    part = rnd.choice([n for n in range(1, dims[k] + 1) if dims[k] % n == 0])
    return [*dims[:k], part, dims[k] // part, *dims[k + 1 :]], ""


def _slice(rnd, dims):
    starts = [rnd.randrange(size) for size in dims]
    steps = [rnd.choice((1, 1, 2)) for _ in dims]
    bounds = zip(starts, dims, steps, strict=True)
    text = ", ".join(f"[{a}:{b}:{c}]" for a, b, c in bounds)
    sizes = [-(-(b - a) // c) for a, b, c in zip(starts, dims, steps, strict=True)]
    return sizes, f"slice={{{text}}}"


def _broadcast(rnd, dims):
    found = [*dims]
    more = rnd.sample(range(len(dims) + 1), 1)[0]
    found.insert(more, rnd.choice((2, 5)))
    places = [k for k in range(len(found)) if k != more]
    return found, f"dimensions={{{_numbers(places)}}}"


def _reverse(rnd, dims):
    return [*dims], f"dimensions={{{rnd.randrange(len(dims))}}}"


MOVES = {
    "transpose": _transpose,
    "reshape": _reshape,
    "slice": _slice,
    "broadcast": _broadcast,
    "reverse": _reverse,
}


def instruction(rnd, is_changed):
    """Return a module with one instruction, whose result has a wrong dimension if `is_changed`."""
    dims = [rnd.choice((1, 2, 3, 4, 8, 16)) for _ in range(rnd.randint(1, 4))]
    name = rnd.choice(tuple(MOVES))
    if name == "broadcast":
        # A broadcast may repeat a dimension of size 1 in StableHLO, but not in HLO.
        dims = [max(2, size) for size in dims]
    result, attributes = MOVES[name](rnd, dims)
    if is_changed:
        k = rnd.randrange(len(result))
        result[k] += rnd.choice((1, 2))
    more = f", {attributes}" if attributes else ""
    return (
        f"HloModule m\n\nENTRY %main {{\n  %x = f32[{_numbers(dims)}] parameter(0)\n"
        f"  ROOT %r = f32[{_numbers(result)}] {name}(%x){more}\n}}\n"
    )


def program(rnd, results=8):
    """Return random arrays, each with a list of transposes and reshapes to apply to the array."""
    found = []
    for _ in range(results):
        dims = first = [rnd.choice((2, 4, 8, 16, 128)) for _ in range(rnd.randint(2, 4))]
        steps = []
        for _ in range(rnd.randint(1, 3)):
            if rnd.random() < 0.5:
                order = rnd.sample(range(len(dims)), len(dims))
                dims = [dims[k] for k in order]
                steps.append(["transpose", order])
            else:
                dims = _reshape(rnd, dims)[0]
                steps.append(["reshape", dims])
        found.append(
            {"dims": first, "element": rnd.choice(("float32", "bfloat16")), "steps": steps}
        )
    return found


def cases(formats, instructions, programs, seed=1):
    """Return random cases for the script `of_xla`, grouped by kind."""
    rnd = random.Random(seed)
    shapes = [format_of(rnd) for _ in range(formats)]
    wrong = [broken(rnd, text) for text in shapes]
    right, changed = (
        [instruction(rnd, is_changed) for _ in range(instructions)] for is_changed in (False, True)
    )
    drawn = [program(rnd) for _ in range(programs)]
    return {
        "shapes": [{"text": module_of(text), "shape": text} for text in shapes],
        "broken": [{"text": module_of(text), "shape": text} for text in wrong],
        "right": [{"text": text, "verify": True} for text in right],
        "changed": [{"text": text, "verify": True} for text in changed],
        "programs": [
            {"program": one, "target": target} for one in drawn for target in ("cpu", "v5e")
        ],
    }
