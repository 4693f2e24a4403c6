"""A small writer of SVG. Text is written as text, not as paths, and the bytes are reproducible.

The style follows the reader's dark mode; on paper it is light. All CSS rules apply inside the class
`lv` only, so that a picture does not change the rest of its page.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from spec.pictures.colours import COLOURS

STYLE: Final = (
    ".lv{color:#1f2328}.lv .p{fill:#fff}.lv text{fill:currentColor}"
    ".lv .k text{fill:#000}.lv .g text{fill-opacity:.65}.lv .n{fill:none}"
    ".lv .l{fill:none;stroke:currentColor}.lv .o{stroke:#767676;stroke-width:.6}"
    ".lv .fault{stroke:#d40000}.lv .conflict{stroke:#c000a0}"
    ".lv .differs{stroke:#005fd4}.lv .point{stroke:#8a5a00}"
    "@media screen and (prefers-color-scheme:dark){.lv{color:#e6edf3}.lv .p{fill:#0d1117}}"
)
FONTS: Final = (
    "ui-monospace,Menlo,Consolas,DejaVu Sans Mono,Liberation Mono,Noto Sans Mono,monospace"
)
"""Monospaced fonts of common systems. Only browsers know generic names such as `monospace`."""

HATCH: Final = (
    '<pattern id="lv-hatch" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path d="M0 6L6 0" stroke="#767676" stroke-width="1.2"/></pattern>'
)

CHARACTER: Final = 6.7
"""The assumed width in pixels of a character in a cell. No font of `FONTS` is wider."""

TITLE_CHARACTER: Final = 7.9
"""The assumed width in pixels of a character in a title."""


def document(width: float, height: float, label: str, body: Sequence[str]) -> str:
    """A whole SVG file. It declares only the colours and patterns that the body uses.

    >>> document(9, 9, "<", ["<path/>"]).count("&lt;")
    1
    """
    text = "\n".join(body)
    fills = "".join(
        f".lv .c{n}{{fill:{colour}}}" for n, colour in enumerate(COLOURS) if f'"c{n}"' in text
    )
    hatch = HATCH if "lv-hatch" in text else ""
    w, h = number(width), number(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="lv" width="{w}" height="{h}"'
        f' viewBox="0 0 {w} {h}" role="img" aria-label="{escape(label)}"'
        f' font-family="{FONTS}" font-size="11"'
        f' text-anchor="middle"><style>{STYLE}{fills}</style>{hatch}\n'
        f'<path class="p" d="M0 0h{w}v{h}h-{w}z"/>\n{text}\n</svg>\n'
    )


def number(x: float) -> str:
    """A coordinate rounded to a tenth of a pixel, in as few characters as possible.

    >>> number(3.0), number(3.14)
    ('3', '3.1')
    """
    return f"{x:.1f}".removesuffix(".0")


def rectangle(x: float, y: float, width: float, height: float) -> str:
    """The path data of a rectangle.

    >>> rectangle(1, 2, 3, 4)
    'M1 2h3v4h-3z'
    """
    w = number(width)
    return f"M{number(x)} {number(y)}h{w}v{number(height)}h-{w}z"


def box(style: str, path: str, hover: str) -> str:
    """A filled path. Its text `hover` appears if the pointer is on the path."""
    return f'<path class="{style}" d="{path}"><title>{escape(hover, quote=False)}</title></path>'


def lines(style: str, paths: Iterable[str], **attributes: str) -> list[str]:
    """One SVG element that draws all paths; empty if there are no paths."""
    path = "".join(paths)
    given = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return [f'<path class="{style}" d="{path}"{given}/>'] if path else []


def text(x: float, y: float, words: str, **attributes: str) -> str:
    """A text at a place."""
    given = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<text x="{number(x)}" y="{number(y)}"{given}>{escape(words, quote=False)}</text>'


def group(drawn: Sequence[str], **attributes: str) -> list[str]:
    """A group with attributes; empty if nothing is drawn."""
    given = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{value}"' for name, value in attributes.items()
    )
    return [f"<g{given}>", *drawn, "</g>"] if drawn else []
