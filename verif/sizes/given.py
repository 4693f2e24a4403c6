"""Compile a user's Python functions to the language of proofs.

A function is refused if it uses local variables of a surrounding function, if it calls `assume` or
`ensure`, or if it uses syntax that the language does not have.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, Final

from verif.kernel.errors import OutsideFragmentError
from verif.kernel.living import Living, form_of_living
from verif.language.builtins import VERBS
from verif.language.compile import project
from verif.language.form import Builtin, Function, Global, Ref, RefusedError, walk
from verif.sizes.terms import Given

SAYING: Final = VERBS - {"attempt", "accepted"}
"""The verbs that state something in a proof, such as `assume` and `ensure`."""


def given(function: Callable[..., Any]) -> Given:
    """Return a user's function with its compiled form. Raises OutsideFragmentError."""
    if type(function) is not FunctionType:
        raise OutsideFragmentError(
            f"{function!r} is not a Python function with source code: pass a function of the sizes,"
            ' a text such as "(M,8):(8,1)", or an integer'
        )
    try:
        living = form_of_living(project(), function)
    except RefusedError as error:
        raise OutsideFragmentError(str(error)) from None
    _require_open(living)
    _require_silent(living.form)
    return Given(function, living.form)


def _require_open(living: Living) -> None:
    """Raise OutsideFragmentError if a function uses local variables of a surrounding function."""
    for state in living.read:
        if held := ", ".join(state.code.co_freevars):
            where = f"{state.code.co_filename}:{state.code.co_firstlineno}"
            name = state.code.co_name
            raise OutsideFragmentError(
                f"{where}: {name} is a closure over {held}: use a number or a global"
            )


def _require_silent(form: Function) -> None:
    """Raise OutsideFragmentError if a function uses a verb of proofs, such as `assume`.

    With `assume`, a function would be tested for fewer sizes than the user named.
    """
    pending, seen = [form], set[Ref]()
    while pending:
        one = pending.pop()
        for part in walk(one.body):
            if isinstance(part, Builtin) and part.name in SAYING:
                _refuse(one, part.name)
            if isinstance(part, Global) and part.ref not in seen:
                seen.add(part.ref)
                if not project().modules.is_of_project(part.ref.module):
                    found = project().definition(part.ref)
                    pending += [found] if isinstance(found, Function) else []
                elif part.ref.module.partition(".")[0] == "verif":
                    _refuse(one, part.ref.last)


def _refuse(function: Function, name: str) -> None:
    where = f"{function.file}:{function.line}"
    raise OutsideFragmentError(f"{where}: a function of sizes must not use {name}")
