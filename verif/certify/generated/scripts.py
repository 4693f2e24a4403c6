"""Print proof scripts from records. A record has the case splits and other steps of a proof."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from verif.certify.generated.propositions import Proposition
from verif.certify.generated.record import Record, Steps
from verif.certify.generated.steps import (
    Assumed,
    Case,
    Cited,
    Digits,
    EqualBits,
    Euclid,
    Given,
    Halved,
    Impossible,
    Law,
    Natural,
    Shown,
    Split,
    Step,
    Unfolded,
)
from verif.kernel.obligation import Obligation

Cores = Mapping[Obligation, tuple[int, ...]]
"""For each obligation: the indices of the facts that its proof needs."""

Laws = Mapping[str, tuple[str, ...]]
"""For each contract, by id: the observations that have a law, in the order of the laws."""

BITWISE: Final = ("Z.lxor",)
"""The bit operations for which the tactic `bitwise` proves equations."""

IMPOSSIBLE: Final = "impossible."


def script(
    name: str,
    said: Proposition,
    record: Record,
    cores: Cores,
    laws: Laws,
    functions: Set[str],
) -> str:
    """Return a contract's theorem with its proof, which is an induction on the measure.

    An equation between bit operations on variables needs no induction, because both sides have the
    same bits. `functions` has the names of all printed functions.
    """
    variables = [variable for variable, _ in said.variables]
    lines = [f"Theorem {name} : {said.statement}.", "Proof."]
    if compares_bits(said):
        return "\n".join((*lines, "  intros. bitwise.", "Qed."))
    whole = f"({', '.join(variables)})" if variables[1:] else variables[0]
    types = " * ".join(of for _, of in said.variables)
    if variables[1:]:
        goal = f"forall t : {types}, let '{whole} := t in\n  {said.text}"
        lines.append(
            f"  enough (G : {goal})\n    by (intros {' '.join(variables)}; exact (G {whole}))."
        )
        lines.append(f"  apply (by_measure (fun '({whole} : {types}) => {said.measure})).")
    else:
        lines.append(
            f"  apply (by_measure (fun ({whole} : {types}) => {said.measure})"
            f" (fun ({whole} : {types}) => {said.text}))."
        )
    pattern, *others = record.arguments
    for other in others:
        pattern = f"[{pattern} {other}]"
    lines.append(f"  intros {pattern} IH. cbn beta iota zeta in IH |- *. entered.")
    for part in record.parts:
        last = part is record.parts[-1]
        printed = Script(cores, laws, functions | names_in(" ".join(record.arguments)))
        printed.tree(part.paths, 0, 2)
        if last:
            lines += printed.lines
        else:
            lines += ["  split.", "  {", *printed.lines, "  }"]
    return "\n".join((*lines, "Qed."))


def compares_bits(said: Proposition) -> bool:
    """Return whether the conclusion is an equation between bit operations on the variables."""
    left, is_equation, right = said.text.rpartition("->")[2].partition(" = ")
    words = {*re.findall(r"[^\s()]+", left + right)}
    operations = words.intersection(BITWISE)
    variables = {name for name, _ in said.variables}
    return bool(is_equation and operations) and words <= variables | operations


@dataclass
class Script:
    """The script of one part of a proof. Paths share their steps up to the first difference."""

    cores: Cores
    laws: Laws
    known: Set[str]
    """The names of functions, and of unknowns that have a name before the first step."""
    lines: list[str] = field(default_factory=list[str])
    instances: int = 0

    def say(self, depth: int, text: str) -> None:
        self.lines.append("  " * depth + text)

    def tree(
        self,
        paths: Sequence[Steps],
        at: int,
        depth: int,
        done: frozenset[Step] = frozenset(),
        named: Set[str] = frozenset(),
    ) -> None:
        """Print the steps of the paths from index `at` on.

        `done` has the steps before index `at`. `named` has the names that these steps introduce.
        """
        first = paths[0]
        while at < len(first):
            step = first[at]
            at += 1
            match step:
                case Impossible():
                    self.say(depth, IMPOSSIBLE)
                    return
                case Split():
                    self.say(depth, f"destruct {step.whole} as [|{step.head} {step.tail}].")
                    self._branch(paths, at, depth, done, named)
                    return
                case Case():
                    self.say(depth, f"assert ({step.holds} \\/ {step.fails}) as [?|?] by either.")
                    self._branch(paths, at, depth, done, named)
                    return
                case _ if step in done or _has_names(step, done):
                    pass
                case _:
                    self._step(step, depth, named)
            done |= {step}
            named |= _named_by(step)
        self.say(depth, "solved.")

    def _branch(
        self,
        paths: Sequence[Steps],
        at: int,
        depth: int,
        done: frozenset[Step],
        named: Set[str],
    ) -> None:
        """Print both cases of the split before index `at`.

        A case that no path takes is impossible, and the tactic `impossible` proves this.
        """
        for side in (True, False):
            mine = [path for path in paths if _side(path[at - 1]) is side]
            self.say(depth, "{ taken.")
            if mine:
                self.tree(mine, at, depth + 1, done, named | _named_by(mine[0][at - 1]))
            else:
                self.say(depth + 1, IMPOSSIBLE)
            self.say(depth, "}")

    def _step(self, step: Step, depth: int, named: Set[str]) -> None:
        match step:
            case Shown():
                self._show(step, depth, named)
            case Euclid():
                x, y, q, r = step.dividend, step.divisor, step.quotient, step.remainder
                self.say(depth, f"named_division {x} {y} {_bare(q)} {_bare(r)}.")
            case Digits():
                x, y, q, r = step.dividend, step.divisor, step.quotient, step.remainder
                self.say(depth, f"division {x} {y} {q} {r}.")
            case Halved():
                self.say(depth, f"halving {step.dividend} {step.quotient} {step.remainder}.")
            case Natural() | EqualBits():
                tactic = "bits_bounded" if isinstance(step, Natural) else "same_bits"
                self.say(depth, f"try assert ({step.proposition}) by {tactic}.")
            case Cited():
                self._cite(step, depth)
            case Unfolded():
                self._unfold(step, depth)
            case Law() if step.arguments:
                self.instances += 1
                said = f"L{step.number}_{step.observation} {' '.join(step.arguments)}"
                own = f"M{self.instances}"
                self.say(depth, f"pose proof ({said}) as {own}. use {own}. taken.")
            case Law():
                self.say(depth, "taken.")
            case Assumed():
                self.say(depth, "assumed.")
            case Given():
                self.say(depth, f"intros {' '.join(step.patterns)}. premises. entered.")
            case _:
                raise AssertionError(step)

    def _unfold(self, step: Unfolded, depth: int) -> None:
        own = f"ltac:(fun _ => once_{step.function})"
        self.say(depth, f"unfolded {step.call} {step.value} {own}.")
        if step.named:
            self.say(depth, f"unfolded_name {step.named} E_{step.named} {step.value}.")
        self.say(depth, "taken.")

    def _show(self, step: Shown, depth: int, named: Set[str]) -> None:
        """Print a fact, unless the fact mentions an unknown that has no name yet."""
        fact = self._fact(step)
        if names_in(fact) - named <= self.known:
            self.say(depth, fact)

    def _fact(self, step: Shown) -> str:
        core = self.cores.get(step.obligation, ())
        facts = [step.facts[k] for k in core]
        if step.proposition in facts:
            return f"fact ({step.proposition}) ltac:(fun _ => fail)."
        names = [f"c{k}" for k, _ in enumerate(facts)]
        known = "".join(
            f"assert ({fact}) as {name} by quick; " for fact, name in zip(facts, names, strict=True)
        )
        kept = f"{known}clear - {' '.join(names)}; hard" if facts else "hard"
        return f"fact ({step.proposition}) ltac:(fun _ => {kept})."

    def _cite(self, step: Cited, depth: int) -> None:
        own, given = f"C{step.number}", step.arguments
        if not step.number:
            self.instances += 1
            own = f"A{self.instances}"
        if step.hypothesis:
            said = f"({', '.join(given)})"
            self.say(depth, f"pose proof (IH {said}) as {own}. cbn beta iota in {own}.")
        else:
            self.say(depth, f"pose proof ({step.contract} {' '.join(given)}) as {own}.")
        self.say(depth, f"use {own}.")
        laws = self.laws.get(step.contract, ()) if step.call else ()
        if laws:
            parts = " & ".join((own, *(f"L{step.number}_{law}" for law in laws)))
            self.say(depth, f"destruct {own} as ({parts}).")
        if step.named:
            name = f"result_{step.number}" if step.named.startswith("[") else step.named
            self.say(depth, f"called {step.call} {name} E_{name}.")
            if name != step.named:
                self.say(depth, f"destruct {name} as {step.named}.")
        self.say(depth, "taken.")


def _side(step: Step) -> bool:
    match step:
        case Split(empty=empty):
            return empty
        case Case(taken=taken):
            return taken
        case _:
            raise AssertionError(step)


def _has_names(step: Step, done: frozenset[Step]) -> bool:
    """Return whether an earlier step names the quotient and the remainder of this step."""
    if not isinstance(step, Digits):
        return False
    parts = (step.quotient, step.remainder)
    named = (one for one in done if isinstance(one, Euclid | Halved))
    return any((one.quotient, one.remainder) == parts for one in named)


def _named_by(step: Step) -> Set[str]:
    """Return the names of unknowns that a step introduces."""
    match step:
        case Split(head=head, tail=tail, empty=False):
            return names_in(f"{head} {tail}")
        case Euclid(quotient=quotient, remainder=remainder):
            return names_in(f"{quotient} {remainder}")
        case Cited(named=named):
            return names_in(named)
        case Given(patterns=patterns):
            return names_in(" ".join(patterns))
        case _:
            return frozenset()


def names_in(text: str) -> Set[str]:
    """Return the names in a text that end with a number, as all names of unknowns do."""
    return frozenset(re.findall(r"\b[A-Za-z]\w*_\d+\b", text))


def _bare(term: str) -> str:
    return term.strip("()")
