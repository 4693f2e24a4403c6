"""The calculator's page in a browser, without a server: Pyodide runs `shown` in a worker."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from verif.calculator.form import is_asked
from verif.calculator.page import page
from verif.cli.answering import answered
from verif.cli.output import NOT_INSTALLED
from verif.questions import Effort

ADVICE: Final = "Install layout-verif, and run the command below."


def shown(text: str) -> str:
    """Return the page for the fields of a form, which are given as JSON.

    >>> 'class="lines">6</pre>' in shown('{"q": "size((2,3):(1,2))"}')
    True
    """
    fields: Mapping[str, str] = json.loads(text)
    result = answered(fields, Effort()) if is_asked(fields) else None
    if result is not None and result.error.endswith(NOT_INSTALLED):
        result = replace(result, error=f"{result.error}. {ADVICE}")
    return page(fields, result, is_static=True)
