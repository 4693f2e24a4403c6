"""Modes that run in step with A: condition (1) of the post on left distributivity, for one mode.

The post is one of the source documents (docs/reference/documents.md). Let p_k be the product of A's
first k shapes. A number e *ends* in step with A if p_(k-1) | e | p_k for some k: p_(k-1) divides e,
and e divides p_k. For the last k, p_(k-1) | e is enough, because A's last mode is extended without
end. A mode n:w *runs* in A if both w and n*w end in step with A: p_(j-1) | w | p_j and
p_(k-1) | n*w | p_k for some j <= k.

Plan: merging modes of A only removes boundaries, so a number between two adjacent boundaries stays
between adjacent boundaries. Hence a mode that runs in A also runs in coalesced A. Composition walks
through A's modes, and requires a divisibility condition in each mode. If n:w runs in A, each of
these conditions holds. So condition (1) is sufficient for composition. This is the main theorem.
"""

from __future__ import annotations

from spec.coalesce import coalesce_extended, push
from spec.modes import Mode, Modes
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, ensure, proving, unfold, witness
from verif.theory.composition.divisibility import divides
from verif.theory.composition.one_mode import a_mode_and_steps
from verif.theory.layouts.modes import at_least_one_mode


@definition(on="modes")
def ends(modes: Modes, e: int) -> bool:
    """Whether e is the product of A's first k shapes times a divisor of the next shape, for some k.

    If the next shape is the last, any factor is allowed instead of a divisor, because A's last mode
    is extended without end.
    """
    (s, _), rest = modes[0], modes[1:]
    if not rest or s % e == 0:
        return True
    return e % s == 0 and ends(rest, e // s)


@definition(on="modes")
def runs(modes: Modes, n: int, w: int) -> bool:
    """Whether the mode n:w runs in A: both w and n*w end in step with A."""
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return True
    if w % s == 0:
        return runs(rest, n, w // s)
    return ends(modes, n * w) and s % w == 0


@lemma
def pushing_keeps_ends(mode: Mode, modes: Modes, e: int) -> Lemma:
    """If `ends((mode, *modes), e)` holds, `ends(push(mode, modes), e)` holds."""
    assume("there is a last mode", bool(modes))
    if proving():
        # Split the hypothesis about the modes into one hypothesis about the first mode and one
        # hypothesis about the other modes.
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
def pushing_keeps_runs(mode: Mode, modes: Modes, n: int, w: int) -> Lemma:
    """If `runs((mode, *modes), n, w)` holds, `runs(push(mode, modes), n, w)` holds."""
    assume("there is a last mode", bool(modes))
    if proving():
        # Split the hypothesis about the modes into one hypothesis about the first mode and one
        # hypothesis about the other modes.
        modes[0]
    assume("at least one step", n >= 1)
    assume("no step back", w >= 0)
    assume("n:w runs", runs((mode,) + modes, n, w))

    def shows() -> None:
        ensure("n:w runs", runs(push(mode, modes), n, w))

    def proof() -> None:
        """By the cases of `push`: if modes merge, two divisions become one division."""
        (s, d), (t, e) = mode, modes[0]
        if s != 1 and e == s * d and modes[1:]:
            # A digit of the merged mode, below s*t, combines a digit below s with a digit below t.
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
def coalescing_keeps_ends(modes: Modes, e: int) -> Lemma:
    """If `ends(modes, e)` holds, `ends(coalesce_extended(modes), e)` holds."""
    at_least_one_mode(modes)
    assume("at least one step", e >= 1)
    assume("e ends", ends(modes, e))

    def shows() -> None:
        ensure("e ends", ends(coalesce_extended(modes), e))

    def proof() -> None:
        """Induction on A's modes."""
        head, rest = modes[0], modes[1:]
        if rest:
            if head[0] % e != 0:
                coalescing_keeps_ends(rest, e // head[0])
            pushing_keeps_ends(head, coalesce_extended(rest), e)
        unfold(coalesce_extended, modes)

    return shows, proof


@lemma
def coalescing_keeps_runs(modes: Modes, n: int, w: int) -> Lemma:
    """If `runs` holds for n:w and the modes of A, it also holds for n:w and coalesced A."""
    a_mode_and_steps(modes, n, w)
    assume("n:w runs", runs(modes, n, w))

    def shows() -> None:
        ensure("n:w runs", runs(coalesce_extended(modes), n, w))

    def proof() -> None:
        """Induction on A's modes."""
        head, rest = modes[0], modes[1:]
        if rest:
            s = head[0]
            if w % s == 0:
                coalescing_keeps_runs(rest, n, w // s)
            elif s % (n * w) != 0:
                coalescing_keeps_ends(rest, n * w // s)
            pushing_keeps_runs(head, coalesce_extended(rest), n, w)
        unfold(coalesce_extended, modes)

    return shows, proof


@lemma
def one_ends_in_step(modes: Modes) -> Lemma:
    """`ends(modes, 1)` holds for any modes."""
    at_least_one_mode(modes)

    def shows() -> None:
        ensure("1 ends", ends(modes, 1))

    def proof() -> None:
        """1 divides the first shape."""
        modes[0]

    return shows, proof


@lemma
def a_mode_that_ends_in_step_is_divisible(modes: Modes, e: int) -> Lemma:
    """If `ends(modes, e)` holds, the mode e:1 meets the divisibility conditions."""
    at_least_one_mode(modes)
    assume("at least one step", e >= 1)
    assume("e ends", ends(modes, e))

    def shows() -> None:
        ensure("the divisibility conditions", divides(modes, e, 1))

    def proof() -> None:
        """Induction on A's modes."""
        (s, _), rest = modes[0], modes[1:]
        if rest and s % e != 0:
            a_mode_that_ends_in_step_is_divisible(rest, e // s)
        elif rest and s == 1:
            one_ends_in_step(rest)
            a_mode_that_ends_in_step_is_divisible(rest, 1)

    return shows, proof


@lemma
def a_mode_that_runs_is_divisible(modes: Modes, n: int, w: int) -> Lemma:
    """If `runs` holds for n:w and the modes of A, n:w meets the divisibility conditions."""
    a_mode_and_steps(modes, n, w)
    assume("n:w runs", runs(modes, n, w))

    def shows() -> None:
        ensure("the divisibility conditions", divides(modes, n, w))

    def proof() -> None:
        """Induction on A's modes."""
        (s, _), rest = modes[0], modes[1:]
        if rest:
            if w % s == 0:
                a_mode_that_runs_is_divisible(rest, n, w // s)
            elif s % (n * w) != 0:
                # The steps end in a later mode. So n is a multiple of s/w, the number of steps that
                # fill this mode.
                ensure("n is a multiple", n == s // w * (n * w // s))
                a_mode_that_ends_in_step_is_divisible(rest, n * w // s)

    return shows, proof
