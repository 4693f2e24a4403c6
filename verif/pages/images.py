"""Image files: pictures as SVG, or as PNG by the optional library resvg-py."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from spec.errors import LayoutError
from spec.pictures.svg import FONTS, document, text
from verif.pages.files import require_writable, write_whole

SHARPNESS: Final = 2
"""The factor by which a PNG is larger than its SVG, so that it is sharp in print and on phones."""


def write_image(path: Path, svg: str) -> None:
    """Write a picture as PNG if the file's name ends in .png, otherwise as SVG.

    A name without an ending is allowed. Raises LayoutError for an ending other than .svg and .png,
    and for PNG if a library or the fonts are missing.
    """
    require_image(path)
    require_writable(path)
    write_whole(path, png(svg) if path.suffix == ".png" else svg.encode())


def require_image(path: Path) -> None:
    """Raise LayoutError if the file has an ending other than .svg or .png."""
    if path.suffix not in (".svg", ".png", ""):
        raise LayoutError(
            f"{path}: pictures are SVG or PNG; name the file {path.stem}.svg or {path.stem}.png"
        )


def png(svg: str) -> bytes:
    """Convert an SVG picture to PNG, in the picture's light colours."""
    try:
        # Import late, because resvg-py is optional.
        import resvg_py
    except ImportError:
        raise LayoutError(
            "PNG needs resvg-py: pip install resvg-py, or name the file .svg"
        ) from None
    empty, letter = (document(20, 20, "", [words]) for words in ("", text(9, 16, "8")))
    if resvg_py.svg_to_bytes(svg_string=empty) == resvg_py.svg_to_bytes(svg_string=letter):
        raise LayoutError(f"PNG needs one of the fonts {FONTS}; install one, or name the file .svg")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=SHARPNESS))
