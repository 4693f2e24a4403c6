"""The left-distributivity post's condition (1) of one mode: it suffices for composition.

With p_k the product of A's first k shapes and no end to the last: n:w *runs* in A if w starts and
n*w ends in step with A's modes, p_(j-1) | w | p_j and p_(k-1) | n*w | p_k for some j <= k.
"""

from __future__ import annotations

from spec.coalesce import coalesce_extended, push
from spec.modes import Mode, Modes
from verif.kernel.claim import assume, ensure, proving, unfold, witness
from verif.kernel.theory import Lemma, definition, lemma
from verif.theory.composition.divisibility import divides
from verif.theory.layouts.modes import at_least_one_mode


@definition(on="modes")
def ends(modes: Modes, e: int) -> bool:
    """Whether e is a product of the first shapes and a divisor of the next; any in the last."""
    (s, _), rest = modes[0], modes[1:]
    if not rest or s % e == 0:
        return True
    return e % s == 0 and ends(rest, e // s)


@definition(on="modes")
def runs(modes: Modes, n: int, w: int) -> bool:
    """Whether w is a product of the first shapes and a divisor of the next, and n*w as well."""
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return True
    if w % s == 0:
        return runs(rest, n, w // s)
    return ends(modes, n * w) and s % w == 0


@lemma
def any_mode(modes: Modes) -> Lemma:
    """1 ends in step with any modes."""
    at_least_one_mode(modes)

    def shows() -> None:
        ensure("1 ends", ends(modes, 1))

    def proof() -> None:
        """1 divides every mode."""
        modes[0]

    return shows, proof


@lemma
def ending_divides(modes: Modes, e: int) -> Lemma:
    """A compact mode that ends in step with A's modes meets the divisibility conditions."""
    assume("at least one mode", bool(modes))
    assume("at least one step", e >= 1)
    assume("e ends", ends(modes, e))

    def shows() -> None:
        ensure("the divisibility conditions", divides(modes, e, 1))

    def proof() -> None:
        """Induction on A's modes."""
        (s, _), rest = modes[0], modes[1:]
        if rest and s % e != 0:
            ending_divides(rest, e // s)
        elif rest and s == 1:
            any_mode(rest)
            ending_divides(rest, 1)

    return shows, proof


@lemma
def running_divides(modes: Modes, n: int, w: int) -> Lemma:
    """A mode that runs in A meets the divisibility conditions."""
    assume("at least one mode", bool(modes))
    assume("at least one step", n >= 1)
    assume("no step back", w >= 0)
    assume("n:w runs", runs(modes, n, w))

    def shows() -> None:
        ensure("the divisibility conditions", divides(modes, n, w))

    def proof() -> None:
        """Induction on A's modes."""
        (s, _), rest = modes[0], modes[1:]
        if rest:
            if w % s == 0:
                running_divides(rest, n, w // s)
            elif s % (n * w) != 0:
                ensure("n is a multiple", n == s // w * (n * w // s))
                ending_divides(rest, n * w // s)

    return shows, proof


@lemma
def pushed_ends(mode: Mode, modes: Modes, e: int) -> Lemma:
    """What ends in step with modes ends so once the first is pushed onto the others."""
    assume("there is a last mode", bool(modes))
    if proving():
        # What is said of the modes is to be said of the first and the others.
        modes[0]
    assume("at least one step", e >= 1)
    assume("e ends", ends((mode,) + modes, e))

    def shows() -> None:
        ensure("e ends", ends(push(mode, modes), e))

    def proof() -> None:
        """By the cases of `push`."""
        unfold(push, mode, modes)

    return shows, proof


@lemma
def pushed_runs(mode: Mode, modes: Modes, n: int, w: int) -> Lemma:
    """What runs in modes runs so once the first is pushed onto the others."""
    assume("there is a last mode", bool(modes))
    if proving():
        # What is said of the modes is to be said of the first and the others.
        modes[0]
    assume("at least one step", n >= 1)
    assume("no step back", w >= 0)
    assume("n:w runs", runs((mode,) + modes, n, w))

    def shows() -> None:
        ensure("n:w runs", runs(push(mode, modes), n, w))

    def proof() -> None:
        """By the cases of `push`; where it merges, what was divided twice is divided once."""
        (s, d), (t, e) = mode, modes[0]
        if s != 1 and e == s * d and modes[1:]:
            if w % s == 0:
                v = w // s
                witness(w, s * t, v // t, s * (v % t))
                if v % t != 0:
                    witness(s * t, w, t // v, s * (t % v))
                    witness(s * t, n * w, t // (n * v), s * (t % (n * v)))
                    witness(n * w, s * t, n * v // t, s * (n * v % t))
            else:
                q, r = n * w // s, n * w % s
                ensure("w stays inside the mode", w < s)
                witness(n * w, s * t, q // t, r + s * (q % t))
                if r == 0:
                    witness(s * t, n * w, t // q, s * (t % q))
        unfold(push, mode, modes)

    return shows, proof


@lemma
def coalesced_ends(modes: Modes, e: int) -> Lemma:
    """What ends in step with A's modes ends so in coalesced A."""
    assume("at least one mode", bool(modes))
    assume("at least one step", e >= 1)
    assume("e ends", ends(modes, e))

    def shows() -> None:
        ensure("e ends", ends(coalesce_extended(modes), e))

    def proof() -> None:
        """Induction on A's modes."""
        head, rest = modes[0], modes[1:]
        if rest:
            if head[0] % e != 0:
                coalesced_ends(rest, e // head[0])
            pushed_ends(head, coalesce_extended(rest), e)
        unfold(coalesce_extended, modes)

    return shows, proof


@lemma
def coalesced_runs(modes: Modes, n: int, w: int) -> Lemma:
    """What runs in A runs in coalesced A."""
    assume("at least one mode", bool(modes))
    assume("at least one step", n >= 1)
    assume("no step back", w >= 0)
    assume("n:w runs", runs(modes, n, w))

    def shows() -> None:
        ensure("n:w runs", runs(coalesce_extended(modes), n, w))

    def proof() -> None:
        """Induction on A's modes."""
        head, rest = modes[0], modes[1:]
        if rest:
            s = head[0]
            if w % s == 0:
                coalesced_runs(rest, n, w // s)
            elif s % (n * w) != 0:
                coalesced_ends(rest, n * w // s)
            pushed_runs(head, coalesce_extended(rest), n, w)
        unfold(coalesce_extended, modes)

    return shows, proof
