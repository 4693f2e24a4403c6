"""C++ mutants are exactly the listed ones; comments, strings and template heads do not change."""

from tests.oracle.changes_of_cpp import mutants_of

TEXT = """\
// a + b
template <int A = (1 + 2)>
auto
sum(int a, int b)
{
  static_assert(a <= b, "a + b");
  if constexpr (is_tuple<T>::value) {
    return append(get<0>(a), Int<0>{});
  }
  return min(a, b) + 1;  // a - b
}
"""


def test_only_code_is_changed_and_each_change_names_its_function():
    found = mutants_of("some.hpp", TEXT)
    assert {mutant.within for mutant in found} == {"sum"}
    assert [(mutant.was, mutant.now) for mutant in found] == [
        ('static_assert(a <= b, "a + b");', ";"),
        ('static_assert(a <= b, "a + b");', 'static_assert(a < b, "a + b");'),
        ("if constexpr (is_tuple<T>::value) {", "if constexpr (not is_tuple<T>::value) {"),
        ("return append(get<0>(a), Int<0>{});", "return prepend(get<0>(a), Int<0>{});"),
        ("return append(get<0>(a), Int<0>{});", "return append(get<1>(a), Int<0>{});"),
        ("return append(get<0>(a), Int<0>{});", "return append(get<0>(a), Int<1>{});"),
        ("return min(a, b) + 1;  // a - b", "return max(a, b) + 1;  // a - b"),
        ("return min(a, b) + 1;  // a - b", "return min(a, b) - 1;  // a - b"),
    ]


def test_a_change_keeps_the_line_numbers():
    for mutant in mutants_of("some.hpp", TEXT):
        now = mutant.applied(TEXT).splitlines()
        changed = [k for k, line in enumerate(TEXT.splitlines(), 1) if line != now[k - 1]]
        assert changed == [mutant.line]
