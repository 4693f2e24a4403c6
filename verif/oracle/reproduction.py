"""Reproductions: code that shows a deviation in one implementation, without this project."""

from __future__ import annotations

import re
from typing import Any, Final

from spec.layout import Layout
from verif.operations.dynamic import DYNAMIC
from verif.operations.names import IMPLEMENTATIONS, written_out
from verif.operations.operand import Arguments
from verif.operations.table import OPERATIONS
from verif.upstream import fly_text, mirrored, mojo_text, nvlabs
from verif.upstream.cpp_dynamic import MAKING
from verif.upstream.cpp_text import call_text
from verif.upstream.cute_dsl import RESPELLED
from verif.upstream.environments import needed, pinned_versions
from verif.upstream.mojo_text import CHECKED

CPP: Final = """\
# CUTLASS {version} with the headers of CUDA, and g++: no nvcc, no GPU
test -d headers || pip install --quiet --no-deps --target headers {packages}
cat > case.cpp << 'END'
#include <cute/tensor.hpp>
{before}int main() {{
  cute::print({call});
  cute::print("\\n");
}}
END
CUDA="-I headers/{cuda} -I headers/{cuda}/cccl"
g++ -std=c++17 -w -I {include} $CUDA case.cpp -o case && ./case"""
"""A shell script that fetches headers into the current folder, then compiles and runs a case."""

DSL: Final = """\
from cutlass.cute import {names}
@jit(preprocess=False)
def shown():
  print({call})
shown()"""
"""CuTe DSL: a compiled function that prints the constant result, without a GPU."""

FLY: Final = """\
from flydsl._mlir.ir import Context, InsertionPoint, Location, Module
from flydsl._mlir.dialects.fly import *
with Context(), Location.unknown(), InsertionPoint(Module.create().body):
  print({call}{type})"""
"""FlyDSL: print the type of a call. The type contains the result that the compiler computed."""

MOJO: Final = """\
# Mojo {version} with its layout package: no GPU
test -d mojo || {{ python3 -m venv mojo && mojo/bin/pip install --quiet --no-deps {packages}; }}
cat > case.mojo << 'END'
{text}END
mojo/bin/mojo run {checked} case.mojo"""
"""A shell script that installs Mojo in the current folder, then compiles and runs a case."""

CUTLASS: Final = "headers/cutlass_library/source/include"
CUDA: Final = "nvidia/cu13/include"


MODULES: Final = {
    "tensor-layouts": "tensor_layouts",
    "torch-pycute": "torch.distributed._pycute",
    "nvlabs": "pycute",
}
"""The modules to import from, if their names differ from the implementations' names."""

NOTES: Final = {
    "torch-pycute": "# Unlike in CuTe, the last mode is the fastest: modes are in reverse order.\n",
    "nvlabs": "# In a checkout of NVlabs/CuTe.\n",
}
"""For some implementations: a comment line that a reproduction has before the call."""

NUMBERS: Final = {"congruent", "depth", "rank", "weakly_congruent"}
"""The operations of FlyDSL whose results are Python values, rather than values of its compiler."""


def reproduction(operation: str, arguments: Arguments, implementation: str, version: str) -> str:
    """Return lines to paste: shell commands for C++ and Mojo, Python for other implementations.

    >>> print(reproduction("dice", ((1, None), Layout((2, 3))), "tensor-layouts", "0.3.2"))
    from tensor_layouts import *
    print(dice_modes((1, None), Layout((2, 3), (1, 2))))
    """
    if implementation == "cute-cpp":
        return _cpp(call_text(operation, arguments), version)
    if implementation == "mojo":
        return MOJO.format(
            version=version,
            packages=" ".join(needed("mojo", version)),
            text=mojo_text.shown(operation, arguments),
            checked=CHECKED,
        )
    if implementation == "flydsl":
        # The operations in `NUMBERS` return Python numbers and bools, which have no `type`.
        of_type = "" if operation in NUMBERS else ".type"
        return FLY.format(call=fly_text.call_text(operation, arguments), type=of_type)
    if implementation == "torch-pycute":
        arguments = mirrored.handed_over(operation, arguments)
    name = _name(operation, arguments, implementation)
    if implementation == "cute-dsl":
        name = RESPELLED.get((operation, len(arguments)), name)
        texts = [_text(argument, "make_layout({}, stride={})") for argument in arguments]
        call = _call(name, texts)
        called = {"jit", *re.findall(r"(?<![.\w])[a-z_]\w*(?=\()", call)} - {"range"}
        return DSL.format(names=", ".join(sorted(called)), call=call)
    texts = [_text(argument, "Layout({}, {})") for argument in arguments]
    module = MODULES.get(implementation, implementation)
    note = NOTES.get(implementation, "")
    return f"from {module} import *\n{note}print({_call(name, texts)})"


def _cpp(call: str, version: str) -> str:
    """Return commands that compile and run a call with a version of CUTLASS or with a checkout."""
    (cuda,) = pinned_versions("cuda-headers")
    packages, include = needed("cuda-headers", cuda), CUTLASS
    if "/" in version:
        include = f"{version}/include -I {version}"
    else:
        packages = f"nvidia-cutlass=={version}", *packages
    return CPP.format(
        version=version,
        packages=" ".join(packages),
        include=include,
        cuda=CUDA,
        before=MAKING if DYNAMIC in call else "",
        call=call,
    )


def language(implementation: str) -> str:
    """Return the language of a reproduction, for Markdown.

    >>> language("cute-cpp"), language("pycute")
    ('sh', 'python')
    """
    return "sh" if implementation in {"cute-cpp", "mojo"} else "python"


def _name(operation: str, arguments: Arguments, implementation: str) -> str:
    """Return the operation's name in the implementation.

    A user's module has pycute's names or the names of the spec.
    """
    if implementation == "nvlabs":
        return nvlabs.call_of(operation, arguments, Layout) or operation
    known = implementation if implementation in IMPLEMENTATIONS else "pycute"
    if operation == "make_layout" and known == "pycute" and not isinstance(arguments[0], Layout):
        return "Layout"
    if implementation == "torch-pycute" and operation in mirrored.LATER:
        return mirrored.LATER[operation]
    name = OPERATIONS[operation].upstream.of(known)
    return name if isinstance(name, str) else operation


def _call(name: str, texts: list[str]) -> str:
    return written_out(name).format(*texts, all=", ".join(texts), rest=", ".join(texts[1:]))


def _text(value: Any, layout: str) -> str:
    if isinstance(value, Layout):
        return layout.format(value.shape, value.stride)
    if isinstance(value, tuple):
        entries = [_text(entry, layout) for entry in value]
        return f"({entries[0]},)" if len(entries) == 1 else f"({', '.join(entries)})"
    return repr(value)
