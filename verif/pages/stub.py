"""The stubs of `spec` and `spec.atoms`: signatures of functions for editors and type checkers.

A function that checks its arguments accepts more types of arguments than the function that it
wraps. The stub has an overload for each signature. The docstring is in the first overload.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import Parameter, Signature, cleandoc
from pathlib import Path
from textwrap import indent
from typing import Any, Final

import spec
from spec import PLAIN, atoms, plain
from spec.exports import EXPORTS
from spec.kinds import kinds_of
from spec.signatures import signatures, spelled
from verif.pages.files import write_whole
from verif.pages.rendering import rendered

STUB: Final = Path("spec/__init__.pyi")
ATOMS: Final = Path("spec/atoms/__init__.pyi")


def atoms_stub() -> str:
    """Return the text of the stub of `spec.atoms`."""
    functions = {one.__name__: PLAIN[one] for one in atoms.CHECKED}
    return rendered(
        "atoms.pyi.jinja",
        doc=cleandoc(atoms.__doc__ or ""),
        functions=[
            _function(name, text, signatures(text, kinds_of(text)))
            for name, text in sorted(functions.items())
        ],
        names=atoms.__all__,
    )


def stub() -> str:
    """Return the text of the stub of `spec`."""
    return rendered(
        "stub.pyi.jinja",
        doc=cleandoc(spec.__doc__ or ""),
        imported=[name for name in plain.__all__ if name not in EXPORTS],
        functions=[
            _function(name, row.text, signatures(row.text, row.kinds, row.instead))
            for name, row in EXPORTS.items()
        ],
        aliases=[
            (name, value.__name__)
            for name, value in sorted(vars(spec).items())
            if name not in EXPORTS and value in spec.EXPORTED.values()
        ],
        names=spec.__all__,
    )


def _function(name: str, text: Callable[..., Any], found: Sequence[Signature]) -> str:
    """Return the signatures of an exported function, the first with the docstring."""
    overload = "@overload\n" if len(found) > 1 else ""
    first, *others = (
        f"{overload}def {name}({_parameters(one)}) -> {spelled(one.return_annotation)}:"
        for one in found
    )
    doc = f'"""{cleandoc(text.__doc__ or "")}\n"""'.replace("\\", "\\\\")
    return "".join((f"{first}\n{indent(doc, '    ')}\n", *(f"\n{other} ..." for other in others)))


def _parameters(found: Signature) -> str:
    parameters = [*found.parameters.values()]
    end = ["/"] if parameters[-1].kind is Parameter.POSITIONAL_ONLY else []
    lines = (f"    {one},\n" for one in [*map(_parameter, parameters), *end])
    return "\n" + "".join(lines)


def _parameter(parameter: Parameter) -> str:
    star = "*" if parameter.kind is Parameter.VAR_POSITIONAL else ""
    text = f"{star}{parameter.name}: {spelled(parameter.annotation)}"
    return text if parameter.default is Parameter.empty else f"{text} = {_default(parameter)}"


def _default(parameter: Parameter) -> str:
    """Return the default as text: a number, None, a name in `spec`, or else an ellipsis."""
    value = parameter.default
    if value is None or isinstance(value, int):
        return repr(value)
    return next((name for name, known in vars(plain).items() if known is value), "...")


if __name__ == "__main__":
    write_whole(STUB, stub().encode())
    write_whole(ATOMS, atoms_stub().encode())
