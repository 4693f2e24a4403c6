"""The page: forms, examples, and the result of a form."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from verif.calculator.calculated import Calculated
from verif.calculator.form import FORMS, LONGEST, form_of
from verif.operations.table import OPERATIONS
from verif.pages.rendering import rendered
from verif.questions import QUESTIONS

SCRIPT: Final = (Path(__file__).parents[1] / "pages/templates/calculator.js").read_text()
DIGEST: Final = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
"""The digest by which the content security policy allows the page's only script."""

LONGEST_LINK: Final = 8000
"""The maximum length of a link. A link contains the whole question, including a pasted text."""

KERNEL: Final = """\
# A transpose through shared memory: B(n,m) = A(m,n). The tile s has no swizzle.
sizes   = "M, N; M % 64 == 0; N % 64 == 0; M <= 30000; N <= 30000"
element = "f32"
threads = 256
tile    = { m = 64, n = 64 }

[gmem]
A = "(M,N):(N,1)"
B = "(N,M):(M,1)"

[smem]
s = "(64,64):(64,1)"

[[step]]
copy = "A -> s"
by = "tiled_copy((16,16):(16,1), (1,4))"

[[step]]
barrier = true

[[step]]
copy = "s -> B"
by = "tiled_copy((16,16):(16,1), (1,4))"
"""
TRITON: Final = """\
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], \
order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, \
ttg.target = "cuda:90"} {
  tt.func @copy(%a: tensor<64x32x!tt.ptr<f32>, #blocked>) {
    %0 = tt.load %a : tensor<64x32x!tt.ptr<f32>, #blocked>
    tt.return
  }
}
"""

EXAMPLES: Final[dict[str, tuple[dict[str, str], ...]]] = {
    "calculate": (
        {"q": "(4,(2,2)):(2,(1,8))"},
        {"q": "composition((6,2):(8,2), (4,3):(3,1))"},
        {"q": "Sw<3,0,3> o 0 o (8,8):(8,1)"},
        {"q": "linear_index(bf16[16,256]{1,0:T(8,128)(2,1)}, (9,130))"},
        {"q": "injective((4,8):(1,3))"},
        {"q": "covers_once(((4,8),(2,2)):((32,1),(16,8)), (16,8))"},
        {"q": "size((M,4):(4,1))", "for": "M"},
        {"q": "fits_int32((M,4096):(4096,1))", "for": "M; M <= 600000"},
    ),
    "draw": (
        {"layout": "(4,(2,2)):(2,(1,8))"},
        {"layout": "(8,8):(8,1)", "other": "Sw<3,0,3> o 0 o (8,8):(8,1)"},
        {"layout": "((4,8),(2,2)):((32,1),(16,8))", "tv": "(16,8)"},
        {"layout": "(32,32):(32,1)", "banks": "f32", "by": "(32,32):(1,32)"},
        {"layout": "(32,32):(32,1)", "sectors": "f32", "by": "(32,32):(1,32)"},
        {"layout": "SM80_16x8x16_F32F16F16F32_TN"},
    ),
    "find": (
        {"smem": "(32,32):(32,1)", "type": "f32", "load": "(32,32):(1,32)"},
        {"smem": "(64,32):(32,1)", "type": "f32", "load": "(64,32):(1,64)", "machine": "gfx942"},
    ),
    "audit": ({"text": TRITON, "all": "1"},),
    "kernel": ({"text": KERNEL, "all": "1"},),
    "operations": ({"word": "divide"}, {"word": "bitcast"}, {"word": "swizzle"}),
}
"""The examples of each form. An example has texts for fields of the form."""

_LINE: Final = re.compile(r"(.*:\d+: )(holds|cost|fault|unknown|not read)( \(known\))?(: .*)")
_CLASSES: Final = {
    "holds": "proved",
    "cost": "refuted",
    "fault": "amiss",
    "not read": "unknown",
}


def address(fields: Mapping[str, str], name: str = "") -> str:
    """Return the URL of a filled form, relative to the page.

    >>> address({"q": "4:2", "for": ""})
    '?q=4%3A2'
    >>> address({"layout": "4:2"}, "draw")
    '?do=draw&layout=4%3A2'
    """
    given = {key: text for key, text in fields.items() if text and key != "do"}
    name = name or form_of(fields)
    return "?" + urlencode(given if name == "calculate" else {"do": name, **given})


def page(fields: Mapping[str, str], result: Calculated | None, *, is_static: bool = False) -> str:
    """Return the page with a form that is filled with the texts in `fields`.

    If `fields` has a text for `fill`, the form shows this text as an expression that is not
    calculated yet. If `is_static`, the page needs no server: its script sends the form to a worker
    of the browser.
    """
    name = form_of(fields)
    link = address(fields)
    return rendered(
        "calculator.html.jinja",
        title=fields.get("q") or ("" if name == "calculate" else FORMS[name].title),
        fields={key: fields.get(key, "") for key in FORMS[name].fields}
        | {"q": fields.get("q") or fields.get("fill", "")},
        name=name,
        forms=FORMS,
        result=result,
        lines=tuple(_lines(result.printed)) if result else (),
        examples=[(_example(one), address(one, name)) for one in EXAMPLES[name]],
        names=sorted({*OPERATIONS, *QUESTIONS}),
        link=link if len(link) <= LONGEST_LINK else "",
        address=address,
        longest=LONGEST,
        script=SCRIPT,
        is_static=is_static,
    )


def _example(fields: Mapping[str, str]) -> str:
    """Return the text of a link to an example: the text of the first field, then the options."""
    asked, *options = fields.items()
    if asked[0] == "text":
        return "a short text"
    return "  ".join((asked[1], *(f"{key} {text}" for key, text in options)))


def _lines(printed: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield each line in four parts: the start, the verdict, the verdict's CSS class, the rest."""
    for line in printed.splitlines():
        found = _LINE.fullmatch(line)
        if found is None:
            yield line, "", "", ""
        else:
            yield found[1], found[2], _CLASSES.get(found[2], found[2]), (found[3] or "") + found[4]
