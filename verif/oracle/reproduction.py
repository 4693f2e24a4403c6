"""A call as its users would write it: text that shows a deviation on one implementation alone."""

from __future__ import annotations

from typing import Any, Final

from spec.layout import Layout
from verif.oracle.deviation import Deviation
from verif.upstream.cpp_text import call_text


def reproduction(d: Deviation, name: str, version: str) -> str:
    """Lines to paste: Python for what is imported, a file and its command for C++."""
    if name == "cute-cpp":
        return _cpp(d, version)
    if name == "tensor-layouts":
        return _python(d, "from tensor_layouts import *", {"composition": "compose"})
    if name == "cute-dsl":
        return _python(d, "import cutlass.cute as cute", {}, "cute.", _DSL)
    if name == "pycute":
        return _python(d, "from pycute import *", {"filter_": "filter"})
    return _python(d, f"from {name} import *", {})


def _python(
    d: Deviation, imports: str, names: dict[str, str], prefix: str = "", layout: str = "Layout"
) -> str:
    arguments = [_text(argument, layout) for argument in d.arguments]
    name = prefix + names.get(d.operation, d.operation)
    return f"{imports}\nprint({_call(d.operation, name, arguments)})"


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
// g++ -std=c++17 -I cutlass/include case.cpp && ./a.out   (CUTLASS {version}; no nvcc, no GPU)
#include <cute/tensor.hpp>
int main() {{
  cute::print({call});
  cute::print("\\n");
}}"""


def _cpp(d: Deviation, version: str) -> str:
    return CPP.format(version=version, call=call_text(d.operation, d.arguments))
