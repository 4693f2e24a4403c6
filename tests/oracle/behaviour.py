"""The behaviour of a copy of pycute: random calls of all its functions, with outcomes.

`python -m tests.oracle.behaviour FOLDER` imports the package in a folder and prints one line per
call. Every copy gets the same calls. Two copies behave alike in a call if they print the same line.
Arguments are chosen by the names of pycute's parameters, not by the table in `verif/operations`.
"""

import inspect
import random
import signal
import subprocess
import sys
from pathlib import Path

CALLS = 1_200
"""The number of calls of each function and method."""

SECONDS = 2
"""The time limit of a call, in seconds."""

HANGS = 3
"""A function is not called again after this many of its calls exceed the time limit."""

TOTAL = 120
"""The time limit of all calls together, in seconds."""

ERROR = "an error"

DEAD = "no answer"


class LateError(BaseException):
    """Raised in a call that takes too long."""


def behaviour(folder):
    """Return the lines `call -> outcome` of a copy, or [DEAD] if the process fails or hangs."""
    command = [sys.executable, "-m", "tests.oracle.behaviour", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TOTAL, check=False)
    except subprocess.TimeoutExpired:
        return [DEAD]
    return done.stdout.splitlines() if done.returncode == 0 else [DEAD]


def difference(one, other):
    """Return the first line of `other` that differs from the line in `one`, or None.

    Return DEAD if `one` and `other` have different numbers of lines.
    """
    if len(one) != len(other):
        return DEAD
    return next((there for here, there in zip(one, other, strict=True) if here != there), None)


class Draw:
    """Random arguments as Python source, by parameter name. Arguments of one call fit together."""

    def __init__(self, name):
        self.rng = random.Random(name)
        self.shape = self._shape(2)

    def argument(self, parameter):  # noqa: PLR0911, PLR0912 - a case a parameter
        """Return the source of a random argument for a parameter."""
        r = self.rng
        match parameter:
            case "_shape" | "shape" | "dst_shape" | "src_shape" | "trg" | "t" | "x":
                fresh = self._shape(2) if r.random() < 0.2 else self.shape
                return repr(fresh)
            case "a":
                return r.choice([repr(self.shape), repr(self.shape), repr(r.randint(-9, 40))])
            case "b" | "init":
                return repr(r.choice([self._like(self.shape, 1, 6), r.randint(1, 12)]))
            case "_stride" | "stride":
                return repr(self._strides())
            case "idx" | "crd":
                drawn = self._like(self.shape, 0, 6, r.random() < 0.3 and parameter == "crd")
                return repr(r.choice([drawn, r.randint(0, 60)]))
            case "layout" | "layoutA" | "layouts" | "other":
                self.shape = self._shape(2) if parameter != "other" else self.shape
                return self._layout() if r.random() < 0.9 else self._composed()
            case "layoutB" | "profile":
                if r.random() < 0.4:
                    return repr(self._like(self.shape, 1, 6, parameter == "layoutB"))
                return (
                    f"Layout({self._shape(1)!r}, {r.choice([1, 2, 3, 4, 6])})".replace(
                        "(), ", "1, "
                    )
                    if r.random() < 0.5
                    else self._small()
                )
            case "splitter":
                return r.choice(["logical_divide", "logical_product"])
            case "max_idx":
                return repr(r.randint(1, 60))
            case "bits" | "base":
                return repr(r.randint(0, 3))
            case "shift" | "s":
                return repr(r.randint(-4, 4))
            case "offset":
                return repr(r.randint(0, 300))
            case "i":
                return repr(r.randint(0, 3))
            case _:
                raise LookupError(parameter)

    def _shape(self, depth):
        r = self.rng
        if depth == 0 or r.random() < 0.3:
            return r.choice([1, 2, 2, 3, 4, 4, 5, 6, 8])
        return tuple(self._shape(depth - 1) for _ in range(r.randint(1, 3)))

    def _like(self, shape, least, most, holes=False):
        if isinstance(shape, tuple) and self.rng.random() < 0.9:
            return tuple(self._like(part, least, most, holes) for part in shape)
        if holes and self.rng.random() < 0.4:
            return None
        return self.rng.randint(least, most)

    def _strides(self):
        r = self.rng
        if r.random() < 0.4:
            return None
        return self._like(self.shape, 0, r.choice([1, 3, 24]))

    def _layout(self):
        r = self.rng
        if r.random() < 0.4:
            return f"Layout({self.shape!r})"
        return f"Layout({self.shape!r}, {self._like(self.shape, r.choice([0, 1, -4]), 24)!r})"

    def _small(self):
        modes = self.rng.randint(1, 2)
        shape = tuple(self.rng.choice([1, 2, 3, 4]) for _ in range(modes))
        return f"Layout({shape!r}, {tuple(self.rng.choice([0, 1, 2, 4, 6, 8]) for _ in shape)!r})"

    def _composed(self):
        bits, offset = self.rng.randint(0, 2), self.rng.randint(0, 9)
        return f"ComposedLayout(Swizzle({bits}, 0, {bits}), {offset}, {self._layout()})"


METHODS = {
    "Layout": "Layout({_shape}, {_stride})",
    "ComposedLayout": "ComposedLayout(Swizzle({bits}, {base}, 3), {offset}, {layout})",
    "Swizzle": "Swizzle({bits}, {base}, {shift})",
}
"""The classes, each with a template of an expression that creates an object."""

SPECIAL = {
    "Layout.__call__": ("{self}({crd})", "{self}({i}, {i})"),
    "Layout.__eq__": ("{self} == {other}",),
    "ComposedLayout.__call__": ("{self}({idx})",),
    "ComposedLayout.__eq__": ("{self} == {self}", "{self} == {other}"),
    "Swizzle.__call__": ("{self}({offset})",),
    "make_layout": ("make_layout({layouts}, {layouts})", "make_layout([{layouts}])"),
    "slice_": ("slice_({crd}, {trg})",),
    "is_layout": ("is_layout({layout})", "is_layout({shape})"),
    "is_int": ("is_int({x})", "is_int(True)", "is_int(1.5)", "is_int({layout})"),
    "has_none": ("has_none({crd})",),
}
"""Calls that do not follow from a signature.

They use operators, variadic functions, or arguments of other types.
"""


def forms(module):
    """Return templates of calls of each function and method, by name.

    Some templates leave out optional arguments.
    """
    found = {}
    for name, value in sorted(vars(module).items()):
        if inspect.isfunction(value) and value.__module__.startswith("pycute"):
            found[name] = SPECIAL.get(name) or _calls(name, value)
        elif inspect.isclass(value) and name in METHODS:
            for inner, method in sorted(vars(value).items()):
                full = f"{name}.{inner}"
                if inspect.isfunction(method):
                    found[full] = SPECIAL.get(full) or _calls(
                        "{self}." + inner, method, method=True
                    )
    return {
        name: tuple(
            text.replace("{self}", METHODS.get(name.partition(".")[0], "")) for text in some
        )
        for name, some in found.items()
    }


def _calls(name, function, *, method=False):
    parameters = [*inspect.signature(function).parameters.values()][method:]
    if name.endswith("__init__"):
        return ("repr(vars({self}))",)
    least = sum(one.default is inspect.Parameter.empty for one in parameters)
    return tuple(
        f"{name}({', '.join('{' + one.name + '}' for one in parameters[:n])})"
        for n in range(least, len(parameters) + 1)
    )


def _outcome(text, module):
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        return repr(eval(text, vars(module)))
    except LateError:
        return DEAD
    except Exception:
        return ERROR
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _late(*_):
    raise LateError


class _Drawn(dict):
    """A dict that draws a random argument whenever `format_map` looks up a parameter name."""

    def __init__(self, draw):
        super().__init__()
        self.draw = draw

    def __missing__(self, parameter):
        return self.draw.argument(parameter)


def main(folder):
    from verif.upstream.serve import LOADERS

    module = LOADERS["pycute-path"](str(Path(folder).resolve()))
    signal.signal(signal.SIGALRM, _late)
    sys.setrecursionlimit(300)
    for name, texts in forms(module).items():
        hangs = 0
        for number in range(CALLS):
            draw = Draw(f"{name} {number}")
            text = texts[number % len(texts)].format_map(_Drawn(draw))
            outcome = DEAD if hangs >= HANGS else _outcome(text, module)
            hangs += outcome == DEAD
            print(f"{text} -> {outcome}")


if __name__ == "__main__":
    main(sys.argv[1])
