"""A call as its users would write it: text that shows a deviation on one implementation alone."""

from __future__ import annotations

from typing import Any, Final

from spec.layout import Layout
from verif.oracle.truth import Arguments
from verif.upstream.cpp_text import call_text
from verif.upstream.implementation import Case


def reproduction(operation: str, arguments: Arguments, name: str, version: str) -> str:
    """Lines to paste: Python for what is imported, a file and its command for C++.

    >>> print(reproduction("size", (Layout(4),), "pycute", "4.2.0.0"))
    from pycute import *
    print(size(Layout(4, 1)))
    """
    call = operation, arguments
    if name == "cute-cpp":
        return CPP.format(version=version, call=call_text(*call))
    if name == "tensor-layouts":
        return _python(call, "from tensor_layouts import *", {"composition": "compose"})
    if name == "cute-dsl":
        return _python(call, "import cutlass.cute as cute", {}, "cute.", _DSL)
    if name == "pycute":
        return _python(call, "from pycute import *", {"filter_": "filter"})
    return _python(call, f"from {name} import *", {})


def _python(
    call: Case, imports: str, names: dict[str, str], prefix: str = "", layout: str = "Layout"
) -> str:
    operation, arguments = call
    texts = [_text(argument, layout) for argument in arguments]
    name = prefix + names.get(operation, operation)
    return f"{imports}\nprint({_call(operation, name, texts)})"


def _call(  # noqa: PLR0911 - a case a line
    operation: str, name: str, arguments: list[str]
) -> str:
    match operation, arguments:
        case "apply_swizzle", [x, *bits]:
            return f"Swizzle({', '.join(bits)})({x})"
        case "evaluate", [layout, crd]:
            return f"{layout}({crd})"
        case "rank", [layout]:
            return f"len({layout})"
        case "slice_", [crd, layout]:
            return f"slice_and_offset({crd}, {layout})[0]"
        case "crd2crd", [crd, source, target]:
            return f"crd2crd({crd}, {target}, {source})"
        case "make_layout", [only] if "Layout" not in only:
            return f"Layout({only})"
        case _:
            return f"{name}({', '.join(arguments)})"


_DSL: Final = "cute.make_layout"


def _text(value: Any, layout: str) -> str:
    if isinstance(value, Layout):
        stride = f"stride={value.stride}" if layout == _DSL else str(value.stride)
        return f"{layout}({value.shape}, {stride})"
    if isinstance(value, tuple):
        entries = [_text(entry, layout) for entry in value]
        return f"({entries[0]},)" if len(entries) == 1 else f"({', '.join(entries)})"
    return repr(value)


CPP: Final = """\
// g++ -std=c++17 -w -I cutlass/include -I cuda/include -I cuda/include/cccl case.cpp && ./a.out
// CUTLASS {version} and the headers of CUDA, version 13; no nvcc, no GPU
#include <cute/tensor.hpp>
int main() {{
  cute::print({call});
  cute::print("\\n");
}}"""
