"""Triton's encodings in TTGIR and in Gluon: `tensor<64x64xf16, #ttg.blocked<{..}>>`.

    type      = ( "tensor" | "!ttg.memdesc" ) "<" sizes element "," encoding { "," rest } ">"
    encoding  = "#" name [ "<" body { "," body } ">" ] | constructor
    body      = "{" pairs "}" | "[" gaps "]" | pairs
    pairs     = [ name "=" value { "," name "=" value } ]
    value     = digits | "true" | "false" | "[" list(value) "]" | encoding
    gaps      = digits ":+" digits { "," digits ":+" digits }

This is the output of Triton 3.1 to 3.9, and of Triton 2 in part. An alias,
`#blocked = #ttg.blocked<{..}>`, may have its own line. `constructor` is a call in Gluon, such as
`BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0])`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from spec.errors import LayoutError
from spec.int_tuple import format_int_tuple
from spec.reading.distributed import Distributed, Shared
from spec.reading.elements import read_element, width_of
from spec.reading.reading import Reading
from spec.reading.scanner import Scanner
from spec.reading.trees import entries
from spec.reading.triton_layouts import Encoding
from spec.reading.triton_names import GLUON, GROUPS, PARAMETERS, known_in_gluon, name_of_keyword

FAMILY: Final = "Triton layout"

_PREFIX: Final = r"(?:(?:gl|ttgl|gluon|tl|language)\.)*"
STARTS_GLUON: Final = rf"{_PREFIX}({'|'.join(GLUON)})\s*\("
_DIALECT: Final = r"#(?:ttg|triton_gpu|ttng|triton_nvidia_gpu)\.([a-z_]\w*)\b"
_ALIAS: Final = r"#([A-Za-z_]\w*)\b(?!\.)"
_TYPE: Final = r"(tensor|!?(?:ttg\.|triton_gpu\.|tt\.)?memdesc)\s*<\s*((?:\d+\s*x\s*)+)"
STARTS_TRITON: Final = rf"{_TYPE}|{_DIALECT}|#[A-Za-z_]\w*\s*=\s*#|{STARTS_GLUON}"

_MOST_DIMENSIONS: Final = 16

_OF_TENSOR_MEMORY: Final[Mapping[str, str]] = dict.fromkeys(
    ("tensor_memory_encoding", "tensor_memory_scales_encoding"), "layout of tensor memory"
)
"""Maps the name of each encoding of tensor memory to the `kind` of its `Reading`."""


def read_triton(
    scanner: Scanner,
    shape: tuple[int, ...] | None = None,
    known: Mapping[str, Encoding] | None = None,
) -> Reading:
    """Read the type or the encoding at the scanner's position.

    `shape` is the tensor's shape, if the text is only an encoding. `known` has the aliases that are
    defined earlier in a longer text. The result contains the aliases that this text defines.

    >>> text = "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], order = [1, 0]"
    >>> text += ", warpsPerCTA = [1, 1]}>"
    >>> reading = read_triton(Scanner(f"tensor<4x16xf16, {text}>", FAMILY))
    >>> reading.element, print(reading.value.thread_value)
    ((8,4),2):((8,1),4)
    ('f16', None)
    """
    start = scanner.spaced()
    aliases = dict(known or {})
    encoding: Encoding | None = None
    while (alias := scanner.match(r"#([A-Za-z_]\w*)\s*=\s*(?=#)")) is not None:
        encoding = aliases[alias[1]] = _read_encoding(scanner, aliases)
    defined = {name: one for name, one in aliases.items() if one is not (known or {}).get(name)}
    found = scanner.match(_TYPE)
    if found is not None:
        reading = _read_type(scanner, start, found, aliases)
        return replace(reading, parts={"aliases": defined})
    if encoding is None or scanner.at(_DIALECT):
        encoding = _read_encoding(scanner, aliases)
    if shape is None and encoding.kind == "linear" and "shape" in encoding.parameters:
        shape = encoding.numbers("shape")
    if shape is None:
        note = (
            "the layout depends on the tensor's shape: pass a shape, or write tensor<64x64xf16, ..>"
        )
        return Reading(
            "encoding",
            FAMILY,
            encoding,
            *scanner.since(start),
            notes=(note,),
            parts={"aliases": defined},
        )
    return replace(_reading(scanner, start, encoding, shape, None), parts={"aliases": defined})


def _read_type(
    scanner: Scanner, start: int, found: re.Match[str], aliases: dict[str, Encoding]
) -> Reading:
    shape = tuple(scanner.whole(n) for n in re.finditer(r"\d+", found[2]))
    if len(shape) > _MOST_DIMENSIONS:
        scanner.fail(f"at most {_MOST_DIMENSIONS} dimensions are supported")
    if scanner.match(r"!tt\.ptr\s*<"):
        # The elements of the tensor are pointers.
        read_element(scanner)
        scanner.match(r",\s*\d+")
        scanner.expect(">")
        element = "s64"
    else:
        element, _ = read_element(scanner)
    scanner.expect(",")
    encoding = _read_encoding(scanner, aliases)
    allocated = shape
    while scanner.accept(","):
        sizes = scanner.match(r"\d+(?:\s*x\s*\d+)*")
        if sizes is not None:
            allocated = tuple(scanner.whole(n) for n in re.finditer(r"\d+", sizes[0]))
        elif scanner.match(r"#[\w.]+|mutable\b") is None:
            scanner.fail("expected the memory space of a memdesc", "#ttg.shared_memory, mutable")
    scanner.expect(">")
    encoding = _with_column_stride(encoding, element)
    rank = _rank(encoding)
    # Triton 2 writes the type of a buffer in shared memory as a tensor.
    if (found[1] != "tensor" or encoding.kind == "shared") and rank is not None:
        # For an array of buffers, the encoding describes only the last dimensions of the array. A
        # slice has the layout of the whole allocation.
        shape, allocated = shape[-rank:], allocated[-rank:]
    return _reading(scanner, start, encoding, allocated, element, shape)


def _with_column_stride(encoding: Encoding, element: str) -> Encoding:
    """Replace the older parameter `unpacked` of a tensor memory encoding by `colStride`.

    An encoding without `unpacked` is returned unchanged. An unpacked element takes a whole column
    of tensor memory, which has 32 bits.
    """
    if encoding.kind != "tensor_memory_encoding" or "unpacked" not in encoding.parameters:
        return encoding
    parameters = dict(encoding.parameters)
    stride = max(1, 32 // width_of(element)) if parameters.pop("unpacked") else 1
    return replace(encoding, parameters={"colStride": stride, **parameters})


def _reading(
    scanner: Scanner,
    start: int,
    encoding: Encoding,
    shape: tuple[int, ...],
    element: str | None,
    part: tuple[int, ...] | None = None,
) -> Reading:
    try:
        form = encoding.on(shape)
        if isinstance(form, Shared) and part is not None and part != shape:
            form = replace(form, part=part)
    except LayoutError as error:
        scanner.fail(str(error), position=start)
    of = f"{encoding} on {format_int_tuple(shape)}"
    notes = [f"{of}: dimension 0 is mode 0"]
    if isinstance(form, Distributed) and form.replication > 1:
        notes.append(f"each element is held {form.replication} times")
    if encoding.kind == "blocked" and form != encoding.with_idle_registers(shape):
        notes.append(
            "registers that only repeat elements are left out, as in Triton 3.9; Triton 3.6 and"
            " earlier releases keep these registers"
        )
    is_shared = isinstance(form, Shared)
    if isinstance(form, Shared) and form.shape != shape:
        notes.append(
            "this is the layout in one thread block of the cluster; the block holds"
            f" {format_int_tuple(form.shape)} of the tensor"
        )
    if encoding.kind in _OF_TENSOR_MEMORY:
        notes.append("a thread is a row of tensor memory, and a value is a column")
    if isinstance(form, Shared) and form.part is not None:
        notes.append(f"a slice of {format_int_tuple(form.part)}, taken at the origin")
    return Reading(
        "layout of shared memory"
        if is_shared
        else _OF_TENSOR_MEMORY.get(encoding.kind, "linear layout"),
        FAMILY,
        form,
        *scanner.since(start),
        element,
        width_of(element) if element else None,
        "elements" if is_shared else "none",
        tuple(notes),
    )


def _rank(encoding: Encoding) -> int | None:
    if "order" in encoding.parameters:
        return len(encoding.numbers("order"))
    if encoding.points("offset"):
        return len(encoding.points("offset")[0])
    if encoding.kind in _OF_TENSOR_MEMORY:
        return 2
    if encoding.kind != "nvmma_shared":
        return None
    # Triton prints the rank only if the encoding does not list the blocks of a cluster.
    found = encoding.parameters
    if isinstance(found.get("CTALayout"), dict):
        found = encoding.group("CTALayout").parameters
    points = entries(found.get("CGALayout")) or (found.get("CTAOrder"),)
    blocks = entries(points[0])
    if blocks:
        return len(blocks)
    return encoding.integer("rank", 2)


def _read_encoding(scanner: Scanner, aliases: dict[str, Encoding]) -> Encoding:
    with scanner.nested():
        gluon = scanner.match(STARTS_GLUON)
        if gluon is not None:
            return _read_gluon(scanner, gluon[1], aliases)
        found = scanner.match(_DIALECT)
        if found is not None:
            return Encoding(found[1], _read_body(scanner, aliases, found[1]))
        start = scanner.spaced()
        alias = scanner.match(_ALIAS)
        if alias is None:
            scanner.fail("expected an encoding", "#ttg.blocked<{..}> or BlockedLayout(..)")
        if alias[1] not in aliases:
            scanner.fail(
                f"the alias #{alias[1]} is not defined in the text",
                f"a line #{alias[1]} = #ttg... before the first use of #{alias[1]}",
                start,
            )
        return aliases[alias[1]]


def _read_body(scanner: Scanner, aliases: dict[str, Encoding], kind: str) -> dict[str, Any]:
    found, known = dict[str, Any](), PARAMETERS.get(kind)

    def pair() -> tuple[str, Any]:
        return _read_pair(scanner, aliases, f"#ttg.{kind}", known)

    if not scanner.accept("<"):
        return found
    if scanner.accept("["):
        found["intervals"] = scanner.sequence(lambda: _read_gap(scanner), "]")
        scanner.accept(",")
    while not scanner.accept(">"):
        if scanner.accept("{"):
            found.update(scanner.sequence(pair, "}"))
        else:
            name, value = pair()
            found[name] = value
        if not scanner.accept(",") and not scanner.at(">"):
            scanner.fail("expected ',' or '>'")
    return found


def _read_gap(scanner: Scanner) -> tuple[int, int]:
    interval = scanner.integer("a gap, as 64:+4")
    scanner.expect(":+")
    return _gap(scanner, interval, scanner.integer("a gap, as 64:+4"))


def _gap(scanner: Scanner, interval: int, pad: int) -> tuple[int, int]:
    if interval < 1 or interval & (interval - 1) or pad < 0:
        scanner.fail("the interval must be a power of two, and the gap must be 0 or more", "64:+4")
    return interval, pad


def _read_pair(
    scanner: Scanner, aliases: dict[str, Encoding], of: str, known: Sequence[str] | None
) -> tuple[str, Any]:
    """Read the name and the value of a parameter.

    `known` has the supported names of parameters. If it is None, every name is accepted. In error
    messages, `of` is the name of the encoding or group that has the parameter.
    """
    place = scanner.spaced()
    name = scanner.word()
    _require_known(scanner, name, of, known, place)
    scanner.expect("=")
    return name, _read_value(scanner, aliases, name)


def _require_known(
    scanner: Scanner, name: str, of: str, known: Sequence[str] | None, place: int
) -> None:
    if known is not None and name not in known:
        scanner.fail(
            f"the parameter {name} of {of} is not supported, and it may change the layout",
            f"one of the supported parameters: {', '.join(known)}",
            place,
        )


def _read_value(scanner: Scanner, aliases: dict[str, Encoding], name: str = "") -> Any:
    """The value of the parameter `name`."""
    if name == "elementType":
        return read_element(scanner)[0]
    for opening, closing in (("[", "]"), ("(", ")")):
        if scanner.accept(opening):
            return scanner.sequence(lambda: _read_value(scanner, aliases), closing)
    word = scanner.match(r"(?:true|false|True|False|None)\b")
    if word is not None:
        return {"t": True, "f": False}.get(word[0][0].lower())
    if scanner.at("#") or scanner.at(STARTS_GLUON):
        return _read_encoding(scanner, aliases)
    if scanner.accept("{"):
        # Older releases of Triton write the blocks of a cluster in braces.
        return dict(
            scanner.sequence(lambda: _read_pair(scanner, aliases, name, GROUPS.get(name)), "}")
        )
    return scanner.integer("a number, a list, true, false or an encoding")


def _read_gluon(scanner: Scanner, name: str, aliases: dict[str, Encoding]) -> Encoding:
    kind, *names = GLUON[name]
    known, found = known_in_gluon(name), dict[str, Any]()

    def argument() -> None:
        place = scanner.spaced()
        keyword = scanner.match(r"([a-z_]\w*)\s*=(?!=)")
        if keyword is not None:
            of = name_of_keyword(keyword[1], kind)
            if of not in known:
                _require_known(scanner, keyword[1], name, known, place)
            found[of] = _read_value(scanner, aliases, of)
        elif len(found) < len(names):
            found[names[len(found)]] = _read_value(scanner, aliases)
        else:
            scanner.fail(f"{name} has {len(names)} arguments", position=place)

    scanner.sequence(argument, ")")
    found = {name: value for name, value in found.items() if value is not None}
    if kind == "padded_shared":
        found["intervals"] = _gaps(scanner, found.get("intervals"))
    return Encoding(kind, _as_in_ttgir(kind, found))


def _as_in_ttgir(kind: str, found: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a constructor of Gluon, in the form that they have in TTGIR."""
    if kind == "amd_wmma" and found.keys() & {"register", "warp"}:
        return found | {"ctaLayout": {name: found.get(name, ()) for name in ("register", "warp")}}
    if kind == "nvidia_mma" and isinstance(found.get("version"), tuple) and found["version"]:
        return found | {"versionMajor": found["version"][0]}
    if kind.startswith("tensor_memory"):
        found |= dict(zip(("blockM", "blockN"), entries(found.get("block")) or (), strict=False))
        split = entries(found.get("CTASplit")) or ()
        found |= dict(zip(("CTASplitM", "CTASplitN"), split, strict=False))
        if isinstance(found.get("colStride"), bool):
            # In Triton 3.5, the second argument is `unpacked`.
            found["unpacked"] = found.pop("colStride")
    return found


def _gaps(scanner: Scanner, intervals: Any) -> tuple[tuple[int, int], ...]:
    pairs = [entries(one) or () for one in entries(intervals) or ()]
    if not all(len(one) == 2 for one in pairs):
        scanner.fail(
            "each gap of PaddedSharedLayout must be a pair of an interval and a padding",
            "[[64, 4]]",
        )
    return tuple(_gap(scanner, *one) for one in pairs)
