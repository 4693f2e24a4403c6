"""Functions in the language of proofs are printed as Python code that runs fast in CPython."""

from __future__ import annotations

import textwrap

import pytest

from tests.language.comparing import compiled
from verif.language.compile import project
from verif.language.form import (
    Builtin,
    Call,
    Constant,
    Function,
    Global,
    If,
    LetRec,
    Parameter,
    Primitive,
    Ref,
    Variable,
)
from verif.language.python import printed

PROGRAM = Ref("program", "f")


def _text(source, folder):
    program = compiled(textwrap.dedent(source), folder)
    return printed(program, [program.function(PROGRAM)])


def _run(source, folder):
    made = _text(source, folder)
    return made.run()[made.names[PROGRAM]]


def test_a_loop_is_printed_as_a_loop(tmp_path):
    made = _text(
        """
        def f(n):
            total = 0
            for k in range(n):
                if k % 2:
                    continue
                total += k
            return total
        """,
        tmp_path,
    )
    assert made.text == textwrap.dedent(
        """\
        from __future__ import annotations
        from operator import iadd

        def f(n):
            total = 0
            total_1 = total
            for k in range(n):
                if k % 2:
                    continue
                total_2 = iadd(total_1, k)
                total_1 = total_2
            return total_1
        """
    )


def test_a_loop_over_many_elements_needs_no_depth(tmp_path):
    f = _run(
        """
        def f(n):
            total, last = 0, None
            for k in range(n):
                if k % 3 == 0:
                    total += k
                    if total > 10**9:
                        return -1
                else:
                    last = k
                total += 1
            return total, last
        """,
        tmp_path,
    )
    assert f(100_000) == -1
    assert f(10_000) == (sum(range(0, 10_000, 3)) + 10_000, 9998)


def test_a_chain_in_a_comprehension_is_a_function_of_the_bound_names(tmp_path):
    f = _run(
        """
        def f(n):
            return tuple(x for x in range(n) if 0 < x * x % 7 < 5)
        """,
        tmp_path,
    )
    assert f(9) == tuple(x for x in range(9) if 0 < x * x % 7 < 5)


def test_definitions_of_the_project_are_imported():
    size = project().function(Ref("spec.identity", "make_identity_layout"))
    made = printed(project(), [size])
    assert "\ndef make_identity_layout(" in made.text
    assert "\nfrom spec." in made.text
    assert made.text.count("\ndef ") == 1


def test_a_function_that_is_built_of_forms_is_printed():
    n = Variable(1, "n")
    less = Primitive(1, "-", (n, Constant(1, 1)))
    ref = Ref("terms", "f")
    body = Call(1, Global(1, ref), (less,))
    halved = Function(ref, (Parameter("n"),), body, "terms", 1)
    made = printed(project(), [halved])
    assert made.text.endswith("def f(n):\n    return f(n - 1)\n")


def test_a_parameter_keeps_its_name_beside_a_builtin_of_that_name(tmp_path):
    f = _run(
        """
        def f(len):
            return g(max=len)
        def g(max):
            return sum((max, 1))
        """,
        tmp_path,
    )
    assert f(4) == 5


def test_a_recursion_that_is_not_a_loop_is_printed_as_a_function():
    left, n = Variable(1, "left"), Variable(1, "n")

    def of(name, *args):
        return Call(1, Builtin(1, name), args)

    # The recursive call is an operand of a sum, so it is not a tail call.
    again = Call(1, Variable(1, "loop"), (of("rest", left),))
    body = If(1, of("some", left), Primitive(1, "+", (of("first", left), again)), Constant(1, 0))
    loop = Function(Ref("terms", "loop"), (Parameter("left"),), body, "terms", 1, made=True)
    start = Call(1, Variable(1, "loop"), (of("through", of("range", n)),))
    made = Function(Ref("terms", "f"), (Parameter("n"),), LetRec(1, (loop,), start), "terms", 1)
    text = printed(project(), [made])
    assert text.run()["f"](5) == 10


def test_a_bound_loop_that_ends_early_is_a_function(tmp_path):
    f = _run(
        """
        def f(n):
            def g(m):
                for k in range(m):
                    if k * k > n:
                        return k
                return -1
            return tuple(g(m) for m in (n, 2 * n + 2))
        """,
        tmp_path,
    )
    assert f(3) == (2, 2)


def test_an_unused_value_is_not_a_name_that_a_block_binds(tmp_path):
    f = _run(
        """
        def f(n):
            try:
                k, _ = n, range(n)[3]
            except ValueError:
                k = 0
            if n > 5:
                _, m = n, 1
            else:
                m, _ = 2, n
            return k, m
        """,
        tmp_path,
    )
    assert (f(4), f(6)) == ((4, 2), (6, 1))


@pytest.mark.parametrize("change", ["b += [n]", "b *= n", "b = b + [n]", "(c,) = (b,); c += [n]"])
def test_an_augmented_assignment_changes_a_list_as_in_cpython(change, tmp_path):
    source = textwrap.dedent(f"""
        def f(n):
            a = [1]
            b = a
            {change.replace("; ", chr(10) + " " * 12)}
            return len(a)
        """)
    names = {}
    exec(source, names)
    assert [_run(source, tmp_path)(n) for n in (0, 1, 3)] == [names["f"](n) for n in (0, 1, 3)]
