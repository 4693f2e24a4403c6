"""Programs that a compiler easily misreads.

Each program is a whole file. The compiler may reject it. Otherwise, for small `n`, the evaluation
of `f(n)` must agree with CPython or stop without a value.
"""

from typing import Final

HOSTILE: Final = {
    "lambdas_of_a_loop": """
def f(n):
    return sum(g() for g in [lambda: k for k in range(n)])
""",
    "functions_of_a_later_clause": """
def f(n):
    return tuple(g() for g in [g for k in range(n) for g in (lambda: k,)])
""",
    "a_closure_of_a_variable_that_changes": """
def f(n):
    x = n
    def g():
        return x
    x = n + 1
    return g()
""",
    "an_alias_of_a_list": """
def f(n):
    found = [n]
    other = found
    found += [n + 1]
    return len(other)
""",
    "a_list_that_is_appended_to": """
def f(n):
    found = [n]
    other = (found, 1)
    found.append(2)
    return len(other[0])
""",
    "a_list_that_a_call_changes": """
def adds(items):
    items += [1]
    return items
def f(n):
    items = [n]
    adds(items)
    return len(items)
""",
    "a_handler_sees_what_the_body_bound": """
def f(n):
    x = 1
    try:
        x = 2
        (a, b) = (n,)
    except ValueError:
        return x
    return a + b
""",
    "a_loop_variable_after_the_loop": """
def f(n):
    x = -1
    for x in range(n):
        pass
    return x
""",
    "a_loop_variable_after_a_break": """
def f(n):
    x = -1
    for x in range(n + 3):
        if x == 2:
            break
    return x
""",
    "a_name_bound_by_a_pattern_that_fails": """
def f(n):
    x = 0
    match (n, 1):
        case (x, y) if y == 2:
            return -1
        case _:
            return x
""",
    "the_first_sequence_at_once": """
def f(n):
    try:
        g = (x for x in range(0, n, 0))
    except ValueError:
        return 1
    return 2 if g is None else 3
""",
    "the_first_sequence_is_evaluated_at_once": """
def f(n):
    try:
        return tuple(x for x in range(0, n, 0) for y in (1 // 0,))
    except ValueError:
        return 1
""",
    "a_chained_comparison": """
def f(n):
    return 0 < n < 5 < n * n
""",
    "a_builtin_that_is_shadowed": """
def f(n):
    len = n + 1
    return len
""",
    "several_names": """
def f(n):
    (a, b), *c = ((n, 2), 3, 4)
    return a + b + len(c)
""",
    "a_while_with_continue": """
def f(n):
    total, k = 0, 0
    while k < 10:
        k += 1
        if k % 2:
            continue
        total += k
    return total, k
""",
    "nested_loops": """
def f(n):
    found = ()
    for i in range(n):
        for j in range(i):
            if j == 2:
                continue
            found += ((i, j),)
        last = i
    return found, n
""",
    "a_generator_that_is_used_twice": """
def f(n):
    g = (x for x in range(n))
    return sum(g) + sum(g)
""",
    "a_generator_that_two_share": """
def f(n):
    return tuple(tuple(g) for g in repeat((x for x in range(n)), 2))
from itertools import repeat
""",
    "a_generator_as_a_first_value": """
from functools import reduce
def f(n):
    c = 1
    g = reduce(lambda a, b: a, (), (x + c for x in range(n)))
    c = 5
    return tuple(g)
""",
    "a_generator_that_max_returns": """
def f(n):
    c = 1
    g = max((x + c for x in range(n)), (x for x in range(n)), key=lambda s: 0)
    c = 5
    return tuple(g)
""",
    "a_generator_sees_what_the_loop_changes": """
def f(n):
    c = 0
    total = 0
    for x in (y + c for y in range(n)):
        c = c + 1
        total += x
    return total
""",
    "a_generator_inside_zip_sees_what_the_loop_changes": """
def f(n):
    c = 0
    total = 0
    for x, y in zip(range(n), (y * c for y in range(n))):
        c += 1
        total += y
    return total
""",
    "two_names_swapped": """
def f(n):
    a, b = n, 1
    a, b = b, a
    return a, b
""",
    "an_early_return": """
def f(n):
    for i in range(n):
        if i == 3:
            return i
    return -1
""",
    "an_early_return_before_an_error": """
def f(n):
    for i in (6 // (4 - k) for k in range(n + 1)):
        if i == 2:
            return i
    return -1
""",
    "a_branch_that_rebinds": """
def f(n):
    x = n
    if n > 2:
        x = x + 1
        if n > 3:
            return x
    else:
        x = 0
    return x * 2
""",
    "the_value_of_or": """
def f(n):
    return n or (n + 1) or 5
""",
    "a_parameter_that_is_rebound": """
def f(n):
    def g(n):
        n = n + 1
        return n
    return g(n) + n
""",
    "a_comprehension_that_shadows": """
def f(n):
    k = 7
    found = [k for k in range(n)]
    return k, found
""",
    "a_comprehension_hides_a_name_before_it_binds_it": """
def f(n):
    z = (1, 2)
    return tuple(z for x in range(n) for y in z for z in (x, y))
""",
    "a_condition_before_the_name_is_bound": """
def f(n):
    y = 1
    return tuple(y for x in range(n) if y for y in (x,))
""",
    "an_underscore_is_a_name": """
def f(_):
    return tuple(_ for _ in (1, 2))
""",
    "an_underscore_that_is_bound_again": """
def f(_):
    _ = 5
    return _
""",
    "an_underscore_of_the_module": """
_ = 7
def f(n):
    for _ in range(n):
        return _
    return [_ for _ in (1, 2)]
""",
    "a_default_of_the_outside": """
def f(n):
    k = n
    def g(a=k):
        return a
    return g()
""",
    "a_default_that_fails_where_the_function_is_made": """
def f(n):
    def g(a=(1 // n, 2)):
        return a
    return 5
""",
    "a_default_that_is_not_negated": """
def f(n):
    s = 'a'
    g = lambda a=-s: a
    return 5
""",
    "a_default_that_is_the_next_function": """
def f(n):
    def g(a=h):
        return 1
    def h():
        return 2
    return g()
""",
    "a_default_that_is_the_function": """
def f(n):
    def g(a=g):
        return 1
    return g()
""",
    "negative_floors": """
def f(n):
    return -n // 2, -n % 3, (-n) ** 2, -n ** 2
""",
    "mutual_recursion": """
def f(n):
    def even(k):
        return True if k == 0 else odd(k - 1)
    def odd(k):
        return False if k == 0 else even(k - 1)
    return even(n)
""",
    "too_many_values_before_an_error": """
def f(n):
    try:
        a, b = (1 // (3 - k) for k in range(5))
    except ValueError:
        return 1
    return a
""",
    "two_values_of_an_endless_sequence": """
from itertools import repeat
def f(n):
    try:
        a, b = repeat(n)
    except ValueError:
        return 1
    return a
""",
    "a_type_that_is_a_parameter": """
def g(x, tuple=int):
    return isinstance(x, tuple)
def f(n):
    return g(n), g((n,))
""",
    "a_record_that_is_a_parameter": """
from typing import NamedTuple
class P(NamedTuple):
    a: int
def g(x, P=int):
    return isinstance(x, P)
def f(n):
    return g(n), g(P(n))
""",
    "an_error_that_is_a_parameter": """
def g(ValueError, n):
    try:
        (a, b) = (n,)
    except ValueError:
        return 1
    return a
def f(n):
    return g(KeyError, n)
""",
    "none_is_no_type": """
def f(n):
    return isinstance((n,), (int, None))
""",
    "none_alone_is_no_type": """
def f(n):
    return isinstance(None, None)
""",
    "a_tuple_beside_a_bar": """
def f(n):
    return isinstance(n, int | (bool, tuple))
""",
    "a_cast_is_evaluated": """
from typing import cast
def f(n):
    return cast(1 // n, 3)
""",
    "a_cast_has_two_arguments": """
from typing import cast
def f(n):
    return cast(int, n, more=1)
""",
    "a_dataclass_without_equality": """
from dataclasses import dataclass
@dataclass(frozen=True, eq=False)
class P:
    a: int
def f(n):
    return P(n) == P(n)
""",
    "a_dataclass_with_an_order": """
from dataclasses import dataclass
@dataclass(frozen=True, order=True)
class P:
    a: int
def f(n):
    return P(n) < P(n + 1)
""",
    "a_dataclass_of_keywords": """
from dataclasses import dataclass
@dataclass(frozen=True, kw_only=True)
class P:
    a: int
def f(n):
    return P(n).a
""",
    "a_dataclass_of_ones_own": """
def dataclass(frozen):
    return lambda cls: lambda *a: 3
@dataclass(frozen=True)
class P:
    a: int
def f(n):
    return P(n) == 3
""",
    "a_named_tuple_of_ones_own": """
from typing import NamedTuple as N
class NamedTuple(N):
    b: int
class P(NamedTuple):
    a: int
def f(n):
    return len(P(n))
""",
    "a_new_type_of_ones_own": """
def NewType(name, of):
    return lambda x: x + 1
F = NewType('F', int)
def f(n):
    return F(n)
""",
    "a_default_of_a_field_in_the_class": """
from dataclasses import dataclass
a = 5
@dataclass(frozen=True)
class P:
    a: int = 1
    b: int = a
def f(n):
    return P().b
""",
    "a_default_of_a_method_in_the_class": """
from dataclasses import dataclass
a = 5
@dataclass(frozen=True)
class P:
    a: int = 1
    def m(self, k=a):
        return k
def f(n):
    return P().m()
""",
    "a_field_that_is_a_method": """
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
    a: int
    def a(self):
        return 7
def f(n):
    return P(n).a
""",
    "a_method_that_is_defined_twice": """
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
    a: int
    def m(self):
        return 1
    def m(self):
        return 2
def f(n):
    return P(n).m()
""",
    "a_named_tuple_has_no_post_init": """
from typing import NamedTuple
class P(NamedTuple):
    a: int
    def __post_init__(self):
        raise ValueError
def f(n):
    return P(n).a
""",
    "a_class_variable_by_another_name": """
from __future__ import annotations
from dataclasses import dataclass
from typing import ClassVar as V
@dataclass(frozen=True)
class P:
    a: int
    b: V[int] = 3
def f(n):
    return P(n, 4).a
""",
    "a_variable_of_the_constructor": """
from __future__ import annotations
from dataclasses import dataclass, InitVar
@dataclass(frozen=True)
class P:
    a: int
    b: InitVar[int] = 3
def f(n):
    return P(n, 4) == P(n, 5)
""",
    "a_private_name_in_a_class": """
from dataclasses import dataclass
def __g(x):
    return x
@dataclass(frozen=True)
class P:
    a: int
    def m(self):
        return __g(self.a)
def f(n):
    return P(n).m()
""",
    "a_field_called_record": """
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
    record: int
def f(n):
    return P(record=n).record
""",
    "an_argument_called_self": """
from functools import partial
def g(self):
    return self
def f(n):
    return partial(g, self=n)()
""",
    "a_method_with_an_argument_called_self": """
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
    a: int
    def m(me, self):
        return me.a + self
def f(n):
    return P(n).m(self=1)
""",
    "methods_in_tuples": """
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
    a: int
    def m(self):
        return 1
def f(n):
    p = P(n)
    return (p.m,) == (p.m,), [p.m, p.m].count(p.m)
""",
    "an_argument_by_position_alone": """
def g(a, /):
    return a
def f(n):
    return g(a=n)
""",
    "an_argument_given_twice": """
def g(a, b=2):
    return a
def f(n):
    return g(n, a=n)
""",
    "a_length_by_name": """
def f(n):
    return len(value=(n,))
""",
    "no_truth": """
def f(n):
    return bool()
""",
    "a_string_in_a_string": """
def f(n):
    return 'ab' in 'cab', '' in 'a', 'x' not in 'ab'
""",
    "a_list_in_a_table": """
def f(n):
    return [n] in {n: 1}
""",
    "a_tuple_in_a_range": """
def f(n):
    return (n,) in range(3), True in range(2), n in range(0, 9, 2)
""",
    "a_key_without_a_hash_before_a_failing_table": """
def table(n):
    if n < 4:
        raise ValueError
    return {n: n}

def f(n):
    try:
        return {[n]: 1, **table(n)}
    except ValueError:
        return 1
""",
    "a_failing_table_before_a_key_without_a_hash": """
def table(n):
    if n < 4:
        raise ValueError
    return {n: n}

def f(n):
    try:
        return {**table(n), [n]: 1}
    except ValueError:
        return 1
""",
    "the_last_entry_of_a_key_in_a_display_with_tables": """
def f(n):
    return tuple({n: 1, 2: 2, **{3: 3, n + 1: 4}, 3: 5, **{2: 6}}.items())
""",
    "keys_that_are_no_keys": """
def f(n):
    try:
        return {[x]: (1, 2)[x] for x in (0, 5)}
    except ValueError:
        return 1
""",
    "stars_before_a_name": """
def g(*a, k=1):
    return a, k
def f(n):
    return g(k=n, *(1, 2)), g(*(), *range(n))
""",
    "the_order_of_errors": """
def f(n):
    try:
        return ((n // 0) + (1, 2)[5])
    except ValueError:
        return 1
""",
    "a_loop_that_rebinds_its_sequence": """
def f(n):
    t = (1, 2, 3)
    for x in t:
        t = t + (x,)
    return t
""",
    "a_name_that_is_bound_in_one_branch": """
def f(n):
    if n > 2:
        y = 1
    return y
""",
    "a_name_that_is_bound_in_a_loop": """
def f(n):
    for x in range(n):
        y = x
    return y
""",
    "a_constant_that_a_later_one_names": """
A = 3
B = A + 1
def f(n, k=B):
    return k + n
""",
    "a_local_name_hides_a_global_one_everywhere": """
x = 3
def f(n):
    y = x
    x = 4
    return y
""",
    "an_iterator_of_a_function_used_twice": """
from collections.abc import Iterator
def g(n) -> Iterator[int]:
    return (x for x in range(n))
def f(n):
    h = g(n)
    return sum(h), sum(h)
""",
    "iterators_of_map": """
from collections.abc import Iterator
def g(n) -> Iterator[int]:
    return (x for x in range(n))
def f(n):
    return tuple((sum(h), sum(h)) for h in map(g, range(n)))
""",
    "a_loop_over_a_function_that_holds_its_start": """
from functools import partial
from operator import add
def f(n):
    c, total = 1, 0
    for x in map(partial(add, c), range(n)):
        c = c + x
        total += x
    return total
""",
    "a_local_function_that_hides_a_global_one": """
def g():
    return 1
def f(n):
    def g():
        return 2
    return g()
""",
    "tables_of_truths_and_numbers": """
def f(n):
    return {True: 1, 1: n, 0: 3, False: 4}, {**{1: n}, 1: 2}
""",
    "a_function_in_a_field": """
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
    g: object
    def m(self):
        return self.g(2)
def f(n):
    return P(lambda x: x + n).m(), P(abs).g(-3)
""",
    "what_is_returned_in_a_loop_is_tried": """
def f(n):
    for i in range(n):
        try:
            return (1, 2).index(i)
        except ValueError:
            if i > 3:
                return i
    return -1
""",
    "a_name_that_is_only_declared": """
def f(n):
    x = n
    def inner(a):
        if a > 0:
            x: int
        else:
            x: int
        return x
    return inner(n)
""",
    "a_property_that_python_asks_for_as_a_record_is_made": """
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
    x: int
    @property
    def __post_init__(self):
        raise ValueError("no")
def f(n):
    try:
        p = P(n)
    except ValueError:
        return -1
    return p.x
""",
    "a_property_of_a_class": """
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
    x: int
    @property
    def y(self):
        return self.x
def f(n):
    return P.y(P(n))
""",
    "a_table_of_a_record_with_keys": """
from typing import NamedTuple
class P(NamedTuple):
    x: tuple[int, int]
    def keys(self):
        return (0,)
def f(n):
    return dict(P((n, 1)))[0]
""",
    "a_record_with_items_as_a_table": """
from typing import NamedTuple
class P(NamedTuple):
    x: int
    def items(self):
        return ((1, self.x),)
def table(p):
    return {**p}
def f(n):
    return table(P(n))[1]
""",
    "a_list_among_keys": """
def f(n):
    return [n] in {n: 1}.keys()
""",
    "keys_and_items": """
def f(n):
    table = {n: 1, 2: 3}
    return n in table.keys(), (2, 3) in table.items(), 3 in table.values()
""",
    "a_cast_to_what_is_not_there": """
from typing import cast
def f(n):
    return cast(nothing, n)
""",
    "two_nones_as_a_type": """
def f(n):
    return isinstance(None, None | None)
""",
    "a_parameter_of_a_builtin_by_a_name_that_it_has_not": """
def f(n):
    return sum(items=(n, 1))
""",
    "a_function_of_accumulate_by_name": """
from itertools import accumulate
def f(n):
    return tuple(accumulate((1, n), function=lambda x, y: x * y))
""",
    "a_constant_that_is_used_up": """
def pairs():
    found = zip((1, 2), (3, 4))
    return found
PAIRS = pairs()
def f(n):
    return len(tuple(PAIRS)) + len(tuple(PAIRS))
""",
    "a_default_that_is_a_function": """
from dataclasses import dataclass
from typing import Any
@dataclass(frozen=True)
class P:
    g: Any = lambda: 0
def f(n):
    return (P(),).index(P())
""",
    "a_field_in_parentheses": """
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
    (x): int = 5
def f(n):
    return P(n).x
""",
    "a_name_that_a_class_changes": """
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
    x: int
    def y(self, __z=1):
        return self.x
def f(n):
    return P(n).y(__z=2)
""",
    "accumulating_with_a_first_value": """
from itertools import accumulate
from operator import mul
def f(n):
    return tuple(accumulate((1, n, 2), mul, initial=3)), tuple(accumulate((n, 1)))
""",
    "a_variable_of_a_comprehension_in_a_local_function": """
def f(n):
    x = n
    x = x + 1
    def g(t):
        return tuple(x + 1 for x in t if x)
    return g((n, x))
""",
    "a_comprehension_of_a_name_that_changes": """
def f(n):
    x = (n, 1)
    x = (*x, 2)
    def g():
        return tuple(x for x in x)
    return g()
""",
    "a_parameter_of_a_lambda_in_a_comprehension": """
def f(n):
    return tuple((lambda x: x + 1)(x) for x in (n, 1)), [(lambda y=x: y)() for x in (n,)]
""",
    "a_comprehension_inside_a_comprehension": """
def f(n):
    x = (n, 2)
    x = (*x, 3)
    def g(t):
        return [[x + y for x in (y,)] for y in t]
    return g(x)
""",
    "a_default_of_a_name_that_changes": """
def f(n):
    x = n
    def g(a=x):
        return a
    x = n + 1
    return g(), x
""",
    "a_method_called_property": """
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
    a: int
    def property(self):
        return 5
    @property
    def x(self):
        return 7
def f(n):
    return P(n).x
""",
}
