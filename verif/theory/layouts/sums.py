"""Sums: one layout whose offsets are the sums of two layouts' offsets.

`added` cuts both layouts wherever a mode of one layout ends. So it cuts the first modes s:d and t:e
at the smaller of s and t. If s < t, the mode t:e becomes the two modes s:e and (t/s):(e*s). A
coordinate x < t of t:e then has the digit x mod s in s:e, and the digit x div s in (t/s):(e*s).
"""

from __future__ import annotations

from spec.compact import added
from spec.errors import InadmissibleError
from spec.modes import Modes, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import contract
from verif.kernel.verbs import assume, ensure, proving, witness
from verif.theory.layouts.modes import opened, value_at_zero_is_zero


def modes_of_both(a: Modes, b: Modes) -> int:
    """The recursion measure: the number of modes of both lists. It falls when a mode is used up."""
    return len(a) + len(b)


@contract(added, on=modes_of_both, rejects=InadmissibleError)
def added_modes_have_the_sums_of_the_offsets(a: Modes, b: Modes) -> Promise:
    """`added` keeps the common size of two lists, and adds their offsets at each coordinate."""
    opened(a, b)
    assume("one size", total(a) == total(b))
    if a and b:
        s, t = a[0][0], b[0][0]
        left, right = total(a[1:]), total(b[1:])
        if s < t:
            if t % s == 0:
                ensure("the same size is left", s * (left - t // s * right) == 0)
        elif s % t == 0:
            ensure("the same size is left", t * (right - s // t * left) == 0)

    def shows(result: Modes) -> None:
        ensure("the size", total(result) == total(a))

    def sums(result: Modes, x: int) -> None:
        assume("a coordinate", 0 <= x < total(a))
        if proving():
            value_at_zero_is_zero(a)
            value_at_zero_is_zero(b)
            if a and b:
                s, t = a[0][0], b[0][0]
                if s < t:
                    witness(x, t, x // s // (t // s), (x // s % (t // s)) * s + x % s)
                if t < s:
                    witness(x, s, x // t // (s // t), (x // t % (s // t)) * t + x % t)
        ensure("the sum", value(result, x) == value(a, x) + value(b, x))

    return Promise(shows, {value: sums})
