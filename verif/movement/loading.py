"""Load a kernel file: TOML, or Python that assigns the same records to the variable `kernel`."""

from __future__ import annotations

import re
import runpy
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from spec.spelling import suggested
from verif.inputs import content_of
from verif.movement.description import Buffer, Kernel, Mma, Step, Tensor
from verif.movement.errors import KernelFileError
from verif.movement.lines import lines_of

VARIABLE: Final = "kernel"
"""The name of the variable that holds the record in a Python file."""


@dataclass(frozen=True)
class Source:
    """A kernel with its name, such as the path of its file.

    `steps` has the line of each step in the file, and `keys` maps keys of the file to their lines.
    For any other key, `line_of` returns `line`. If the kernel is not from a file, `steps` and
    `keys` are empty.
    """

    name: str
    kernel: Kernel
    steps: tuple[int, ...] = ()
    keys: dict[str, int] = field(default_factory=dict[str, int])
    line: int = 1

    def line_of_step(self, number: int) -> int:
        """Return the line of step `number`, counted from 0, or `number` + 1 if it is not known."""
        return self.steps[number] if number < len(self.steps) else number + 1

    def line_of(self, *names: str) -> int:
        """Return the line of the first of `names` that `keys` contains, or else `line`."""
        return next((self.keys[name] for name in names if name in self.keys), self.line)


def load(path: Path | str) -> Source:
    """Load a kernel file. Raises OSError, or KernelFileError if the file is invalid."""
    path = Path(path)
    if path.suffix == ".py":
        return _of_python(path)
    text = content_of(path)
    try:
        return loads(text.decode("utf-8-sig"), str(path))
    except UnicodeDecodeError as error:
        raise KernelFileError(
            str(path), f"the file is not UTF-8 text: see byte {error.start}"
        ) from None


def loads(text: str, name: str = "kernel.toml") -> Source:
    """Read the text of a kernel file in TOML.

    >>> loads("sizes = 'M'")
    Traceback (most recent call last):
    verif.movement.errors.KernelFileError: kernel.toml: the key `threads` is missing; \
`layout-verif help kernel-file` lists the keys
    """
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KernelFileError(name, f"the file is not TOML: {error}") from None
    try:
        kernel = msgspec.convert(found, Kernel)
    except msgspec.ValidationError as error:
        raise KernelFileError(name, _said(str(error), _lines(text)[0]), KEYS) from None
    steps, keys = _lines(text)
    return Source(name, kernel, steps, keys)


KEYS: Final = "`layout-verif help kernel-file` lists the keys"

_TYPES: Final = {
    "object": "a table",
    "array": "a list of tables",
    "str": "a text",
    "int": "an integer",
    "float": "a number with a point",
    "bool": "true or false",
}
"""For each type that msgspec's messages name, the words that this project uses for TOML."""


def _said(problem: str, steps: Sequence[int] = ()) -> str:
    """Return msgspec's message in the words of TOML, with the path of the key.

    >>> _said("Object contains unknown field `cpy` - at `$.step[0]`", [12])
    'unknown key `cpy` (did you mean copy?) in step 1 (line 12)'
    >>> _said("Expected `str | null`, got `bool` - at `$.step[1].end`", [12, 16])
    'expected a text, not true or false, in `end` of step 2 (line 16)'
    >>> _said("Expected `object`, got `str` - at `$.tile`")
    'expected a table, not a text, in tile'
    >>> _said("Invalid enum value 'long' - at `$.gmem[...].index`")
    "expected int32 or int64, not 'long', in gmem.*.index"
    """
    problem = re.sub(r" - at `\$\.?([^`]*)`", r" in \1", problem).replace("[...]", ".*")
    problem = re.sub(
        r" in step\[(\d+)\](?:\.(\w+))?",
        lambda found: f" in {in_step(int(found[1]), found[2], steps)}",
        problem,
    )
    problem = re.sub(
        r"Object contains unknown field `([^`]*)`(?! in)",
        lambda found: f"unknown key `{found[1]}`; the file has the keys {', '.join(_top())}",
        problem,
    )
    problem = re.sub(
        r"Object contains unknown field `([^`]*)`",
        lambda found: f"unknown key `{found[1]}`{_instead(found[1])}",
        problem,
    )
    problem = re.sub(
        r"Invalid enum value ('.*?') in (.*?(\w+)`?(?: of .*)?)$",
        lambda found: f"expected {_one_of(found[3])}, not {found[1]}, in {found[2]}",
        problem,
    )
    problem = re.sub(r"Object missing required field (`[^`]*`)", r"the key \1 is missing", problem)
    return re.sub(
        r"Expected `(\w+)(?: \| null)?`, got `(\w+)`( in )?",
        lambda found: (
            f"expected {_type(found[1])}, not {_type(found[2])}{',' if found[3] else ''}"
            f"{found[3] or ''}"
        ),
        problem,
    )


_SYNONYMS: Final = {
    **dict.fromkeys(("type", "dtype"), "element"),
    **dict.fromkeys(("sync", "syncthreads"), "barrier"),
}
"""Words that are not keys of a kernel file, each with the key that is probably meant."""


def _instead(key: str) -> str:
    """Return the key that is probably meant, to append to a message.

    >>> _instead("dtype"), _instead("cpy")
    (' (did you mean element?)', ' (did you mean copy?)')
    """
    meant = _SYNONYMS.get(key)
    return f" (did you mean {meant}?)" if meant else suggested(key, _keys())


def in_step(number: int, key: str | None, steps: Sequence[int]) -> str:
    """Say where a key is: in which step, and on which line. `number` counts steps from 0."""
    line = f" (line {steps[number]})" if number < len(steps) else ""
    return f"{f'`{key}` of ' if key else ''}step {number + 1}{line}"


def _one_of(key: str) -> str:
    """Return the values that a key may have, as messages list them.

    >>> _one_of("index"), _one_of("fill")
    ('int32 or int64', 'zero')
    """
    records = (Tensor, Step)
    fields = [field for record in records for field in msgspec.structs.fields(record)]
    return " or ".join(
        text for field in fields if field.encode_name == key for text in _literals(field.type)
    )


def _literals(kind: Any) -> Iterator[str]:
    """Yield the strings in each `Literal` of a type annotation."""
    for part in get_args(kind):
        if get_origin(kind) is Literal:
            yield part
        else:
            yield from _literals(part)


def _type(name: str) -> str:
    """Return words for a type that msgspec names, with an article if needed.

    >>> _type("int"), _type("bool")
    ('an integer', 'true or false')
    """
    return _TYPES.get(name, f"a {name}")


def _top() -> tuple[str, ...]:
    """Return the top-level keys of a kernel file."""
    return tuple(field.encode_name for field in msgspec.structs.fields(Kernel))


def _keys() -> set[str]:
    """Return every key of a kernel file and of its tables."""
    records = (Kernel, Tensor, Buffer, Mma, Step)
    return {field.encode_name for record in records for field in msgspec.structs.fields(record)}


def _of_python(path: Path) -> Source:
    """Run a Python kernel file, and return its kernel.

    The line of a step, tensor or buffer is the line on which its record is made.
    """
    try:
        with lines_of(str(path)) as lines:
            kernel = runpy.run_path(str(path)).get(VARIABLE)
    except OSError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the file is arbitrary code
        raise KernelFileError(
            str(path), f"the file raises {type(error).__name__}: {error}", "run it with Python"
        ) from None
    if not isinstance(kernel, Kernel):
        raise KernelFileError(
            str(path),
            f"{VARIABLE} is {type(kernel).__name__}",
            f"assign a verif.movement.description.Kernel to {VARIABLE}",
        )
    try:
        checked = msgspec.convert(msgspec.to_builtins(kernel), Kernel)
    except msgspec.ValidationError as error:
        raise KernelFileError(str(path), _said(str(error)), KEYS) from None
    whole = lines.line_of(kernel)
    steps = tuple(lines.line_of(step, whole) for step in kernel.step)
    tables = {"gmem": kernel.gmem, "smem": kernel.smem}
    keys = {
        f"{table}.{name}": lines.line_of(tensor, whole)
        for table, tensors in tables.items()
        for name, tensor in tensors.items()
    }
    mma = kernel.mma[0] if isinstance(kernel.mma, list) and kernel.mma else kernel.mma
    return Source(str(path), checked, steps, {**keys, "mma": lines.line_of(mma, whole)}, whole)


_TABLE: Final = re.compile(r"\s*\[\[?\s*([\w.\"' -]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(r"\s*([\w-]+)\s*=")


def _lines(text: str) -> tuple[tuple[int, ...], dict[str, int]]:
    """Return the lines of the [[step]] headers, and the line of each table and each `table.key`.

    If a multi-line string looks like a table, line numbers are wrong, but verdicts are right.
    """
    steps: list[int] = []
    keys: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := _TABLE.match(line):
            table = header[1]
            if table == "step":
                steps.append(number)
            keys.setdefault(table, number)
        elif key := _KEY.match(line):
            keys.setdefault(f"{table}.{key[1]}" if table else key[1], number)
    return tuple(steps), keys
