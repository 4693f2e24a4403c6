"""The forms of the calculator page, and the command line that answers each form.

A form is a mapping from field names to texts, as in a URL or in the body of a POST request. The
field `do` names the form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from spec.reading.expressions import unknowns_of
from verif.expression import OPERATIONS
from verif.questions import QUESTIONS

LONGEST: Final = 4096
"""The largest number of characters in a field."""

LONGEST_TEXT: Final = 4 * 2**20
"""The largest number of characters that a pasted text may have."""

PICTURE: Final = "picture.svg"
PICTURES: Final = "pictures"
"""The file for the picture of `draw`, and the folder for the pictures of `kernel`."""


@dataclass(frozen=True)
class Form:
    """A form: its title, its fields, and the field that must be filled in."""

    title: str
    fields: tuple[str, ...]
    needed: str
    file: str = ""
    """The file name that a pasted text gets, or "" if the form takes no pasted text."""


FORMS: Final = {
    "calculate": Form("Calculate", ("q", "for", "where", "machine"), "q"),
    "draw": Form(
        "Draw", ("layout", "other", "tv", "banks", "sectors", "by", "phase", "machine"), "layout"
    ),
    "find": Form("Find a swizzle", ("smem", "type", "store", "load", "machine"), "smem"),
    "audit": Form("Audit a text", ("text", "all"), "text", "pasted.txt"),
    # A kernel file in Python would run as a program, so only TOML is accepted.
    "kernel": Form("Decide a kernel", ("text", "all", "where", "output"), "text", "kernel.toml"),
    "operations": Form("Operations", ("word",), ""),
}


def form_of(fields: Mapping[str, str]) -> str:
    """Return the name of the form that these fields belong to; by default `calculate`."""
    name = fields.get("do", "")
    return name if name in FORMS else "calculate"


def is_asked(fields: Mapping[str, str]) -> bool:
    """Return whether the form's required field, if it has one, is filled in."""
    needed = FORMS[form_of(fields)].needed
    return not needed or bool(fields.get(needed, "").strip())


def is_question(text: str) -> bool:
    """Return whether a text begins with the name of a question of `check`."""
    head = re.match(r"\s*(\w*)", text)
    return head is not None and head[1] in QUESTIONS


def problem(fields: Mapping[str, str]) -> str:
    """Return an error message if a field is too long or missing, or else an empty string.

    >>> problem({"do": "find", "smem": "(8,8):(8,1)", "load": "(8,8):(1,8)"})
    'fill in the field Element type'
    """
    for name, text in fields.items():
        most = LONGEST_TEXT if name == "text" else LONGEST
        if len(text) > most:
            return f"at most {most} characters are allowed, not {len(text)}"
    if form_of(fields) == "find":
        filled = {name for name in FORMS["find"].fields if fields.get(name, "").strip()}
        if "type" not in filled:
            return "fill in the field Element type"
        if filled.isdisjoint(("store", "load")):
            return "fill in the field Stores or the field Loads"
    return ""


def command(fields: Mapping[str, str]) -> tuple[str, ...]:
    """Return the arguments of the `layout-verif` command that answers the form.

    The operands follow `--`, and the value of an option follows `=`, so that no text from a field
    is parsed as an option.

    >>> command({"q": "size((M,4):(4,1))", "for": "M"})
    ('eval', '--for=M', '--', 'size((M,4):(4,1))')
    >>> command({"do": "draw", "layout": "-o x", "tv": "(16,8)"})
    ('draw', '--output=picture.svg', '--tv=(16,8)', '--', '-o x')
    """
    name = form_of(fields)
    given = {key: fields[key].strip() for key in FORMS[name].fields if fields.get(key, "").strip()}

    def option(*keys: str) -> list[str]:
        return [f"--{key}={given[key]}" for key in keys if key in given]

    def flag(*keys: str) -> list[str]:
        return [f"--{key}" for key in keys if key in given]

    match name:
        case "draw":
            layouts = [given[key] for key in ("layout", "other") if key in given]
            options = option("tv", "banks", "sectors", "by", "phase", "machine")
            return ("draw", f"--output={PICTURE}", *options, "--", *layouts)
        case "find":
            accesses = [
                f"--{key}={line.strip()}"
                for key in ("store", "load")
                for line in given.get(key, "").split(";")
                if line.strip()
            ]
            return ("find", "swizzle", *option("smem", "type"), *accesses, *option("machine"))
        case "audit":
            return ("audit", *flag("all"), "--", FORMS[name].file)
        case "kernel":
            pictures = [f"--output={PICTURES}"] if "output" in given else []
            return ("kernel", *flag("all", "where"), *pictures, "--", FORMS[name].file)
        case "operations":
            return ("operations", *given.values())
        case _:
            verb = "check" if is_question(given.get("q", "")) else "eval"
            where = flag("where") if verb == "check" else []
            return (verb, *option("for", "machine"), *where, "--", given.get("q", ""))


def needs_command(fields: Mapping[str, str]) -> bool:
    """Return whether a command must answer the form, because `calculated` cannot.

    `calculated` can answer an expression or a question that has neither options nor unknown sizes.
    The page then also shows a picture and the properties of the result.
    """
    if form_of(fields) != "calculate" or any(
        fields.get(key, "").strip() for key in ("for", "machine", "where")
    ):
        return True
    return bool(unknowns_of(fields.get("q", ""), OPERATIONS.keys() | QUESTIONS.keys()))
