"""C++ for calls with dynamic integers. The result becomes a type, as in calls with static integers.

A call whose arguments are constant expressions is a constant expression too. The compiler evaluates
the call and turns each integer of the result into a static constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from verif.operations.dynamic import DYNAMIC

_NAMESPACE, _, _NAME = DYNAMIC.partition("::")

MAKING: Final = f"""\
namespace {_NAMESPACE} {{
template <class T> constexpr auto {_NAME}(T const& t) {{
  if constexpr (cute::is_layout<T>::value) {{
    return cute::make_layout({_NAME}(t.shape()), {_NAME}(t.stride()));
  }} else if constexpr (cute::is_tuple<T>::value) {{
    return cute::transform(t, [](auto const& entry) {{ return {_NAME}(entry); }});
  }} else {{
    return static_cast<int>(t);
  }}
}}
}}
"""
"""C++ that converts a value of static integers to dynamic integers."""

EVALUATING: Final = f"""\
namespace {_NAMESPACE} {{
struct Whole {{
  template <class T> constexpr auto operator()(T const& t) const {{ return t; }}
}};
template <class Part, int I> struct Entry {{
  template <class T> constexpr auto operator()(T const& t) const {{
    return cute::get<I>(Part{{}}(t));
  }}
}};
template <class Part> struct Shape {{
  template <class T> constexpr auto operator()(T const& t) const {{ return Part{{}}(t).shape(); }}
}};
template <class Part> struct Stride {{
  template <class T> constexpr auto operator()(T const& t) const {{ return Part{{}}(t).stride(); }}
}};
template <class Call, class Part> constexpr auto known();
template <class Call, class Part, int... I>
constexpr auto entries(cute::integer_sequence<int, I...>) {{
  return cute::make_tuple(known<Call, Entry<Part, I>>()...);
}}
template <class Call, class Part> constexpr auto known() {{
  using T = decltype(Part{{}}(Call::value()));
  if constexpr (cute::is_layout<T>::value) {{
    return cute::Layout<decltype(known<Call, Shape<Part>>()),
                        decltype(known<Call, Stride<Part>>())>{{}};
  }} else if constexpr (cute::is_tuple<T>::value) {{
    return entries<Call, Part>(cute::make_int_sequence<cute::tuple_size<T>::value>{{}});
  }} else {{
    return cute::C<static_cast<int>(Part{{}}(Call::value()))>{{}};
  }}
}}
}}
"""
"""C++ that makes a call and converts its result to a value of static integers."""


def preceding(lines: Sequence[str], first: int) -> tuple[str, ...]:
    """Return the C++ that must precede these lines, or nothing if no line has dynamic integers.

    `first` is the line number of the first line.

    >>> preceding(["Result<decltype(cute::size(cute::C<4>{}))> x7;"], 2)
    ()
    """
    if not any(DYNAMIC in line for line in lines):
        return ()
    return MAKING, EVALUATING, f'#line {first} "unit.cpp"'


def declaration(call: str, position: int) -> str:
    """Return C++ that makes the compiler print the result's type and the position in an error.

    >>> declaration("cute::size(cute::C<4>{})", 7)
    'Result<decltype(cute::size(cute::C<4>{}))> x7;'
    """
    if DYNAMIC not in call:
        return f"Result<decltype({call})> x{position};"
    computed = f"{_NAMESPACE}::known<Call{position}, {_NAMESPACE}::Whole>()"
    return (
        f"struct Call{position} {{ static constexpr auto value() {{ return {call}; }} }}; "
        f"Result<decltype({computed})> x{position};"
    )
