"""The files that every generated proof imports, and the tactics that each proof redefines."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from verif.certify.definition import Printed
from verif.certify.gallina import INT, ListOf, Product
from verif.certify.generated.propositions import invariant, kinds, of_kind
from verif.certify.printing import STEP
from verif.certify.program import Program
from verif.kernel.contract import Contract
from verif.kernel.text import hints_of, types_of
from verif.kernel.theory import Theory

TACTICS: Final = ("Prelude", "Ladder", "Hints", "Auto")
"""The files of tactics that all proofs use, in an order in which imports come first."""

PRINTED: Final = ("Printed", "Steps")
"""The files with the printed functions that claims use."""

FUEL: Final = "_f (fuel : nat)"
"""A string that occurs in a function's printed text exactly if the function takes fuel."""


def definitions(theory: Theory, printed: Sequence[Printed], before: int) -> str:
    """Return the text of `Definitions.v`: functions, invariants of list elements, and tactics.

    `before` is the number of functions that are already in `Printed.v`. These functions come first
    in `printed`, and are left out.
    """
    new = printed[before:]
    found = kinds(theory)
    lines = [
        f"Require Export {' '.join((*TACTICS, *(PRINTED if before else ())))}.",
        *(() if before else (STEP,)),
        *(each.text for each in new),
        *(each.steps for each in new if each.steps),
    ]
    for kind in found:
        of = Product((INT,) * len(kind.fields)) if len(kind.fields) > 1 else INT
        said = " /\\ ".join(invariant(kind))
        lines.append(f"Definition ok_{kind.name} (e : {of}) : Prop := {said}.")
    arms = "".join(f"\n  | |- ok_{k.name} _ => unfold ok_{k.name}" for k in found)
    lines.append(f"Ltac kinds ::= lazymatch goal with{arms} end.")
    arms = "".join(f"\n  | H : ok_{k.name} _ |- _ => unfold ok_{k.name} in H" for k in found)
    lines.append(f"Ltac kinds_everywhere ::= repeat match goal with{arms} end.")
    lines.append("Ltac ladder ::= certify within 3.")
    lines += _arguments(theory, printed)
    return "\n\n".join(lines) + "\n"


def _arguments(theory: Theory, printed: Iterable[Printed]) -> list[str]:
    """Return commands by which `cbn` unfolds a function only if no undecided `match` remains."""
    found: list[str] = []
    for each in printed:
        if _looks(each):
            found += [
                f"Arguments {name} : simpl nomatch."
                for name in (each.name, f"{each.name}_ok")
                if f"Fixpoint {name} " in each.text
            ]
        elif each.function in theory.observations and not each.recursive:
            found.append(f"Arguments {each.name} : simpl nomatch.")
    return found


def _looks(printed: Printed) -> bool:
    """Return whether the function recurses on a list and tests whether the list's tail is empty."""
    structural = printed.recursive and FUEL not in printed.text
    return structural and bool(re.search(r":: \w+ => \(match \w+ with", printed.text))


@dataclass(frozen=True)
class Returning:
    """The theorem that a definition returns a value for all arguments that satisfy `needs`.

    `needs` are propositions about the parameters. They exclude errors of the definition: an empty
    list, a list that is shorter than another list, or a division by zero.
    """

    printed: Printed
    needs: tuple[str, ...]
    called: tuple[Returning, ...]
    """The theorems about the called definitions. The proof of this theorem uses these theorems."""


def returning(theory: Theory, definitions: Iterable[Printed]) -> tuple[Returning, ...]:
    """Return, for each definition, the theorem that it returns a value. Callees come first."""
    found: dict[str, Returning] = {}
    for each in definitions:
        names = set(re.findall(r"\w+_ok\b", each.text))
        called = tuple(one for name, one in found.items() if f"{name}_ok" in names)
        found[each.name] = Returning(each, tuple(_needs(theory, each, called)), called)
    return tuple(found.values())


def _needs(theory: Theory, printed: Printed, called: Iterable[Returning]) -> Iterator[str]:
    subject = _subject(theory, printed)
    text = printed.text.partition(f" {printed.name}_ok ")[2]
    failing = re.findall(r"\(match (\w+) with\n  \| \[\] => false", text)
    found: dict[str, None] = {}
    for _, v, of in printed.parameters:
        if v == subject and v in failing:
            found[f"nonempty {v} = true"] = None
        elif v in failing:
            found[f"(length {subject} <= length {v})%nat"] = None
        elif of == INT and f"negb ({v} =? 0)" in text:
            found[f"{v} <> 0"] = None
    for one in called:
        # If a definition passes its own parameters to a callee, the callee's needs for these
        # parameters are also needs of the definition.
        names = [v for _, v, _ in one.printed.parameters]
        for given in re.findall(rf"\({one.printed.name}_ok((?: \w+)+)", text):
            own = dict(zip(names, given.split(), strict=False))
            for need in one.needs:
                said = _about(need, names, own, [v for _, v, _ in printed.parameters])
                found |= {said: None} if said else {}
    yield from found


def _about(
    need: str, names: Sequence[str], given: Mapping[str, str], parameters: Sequence[str]
) -> str:
    """Replace the called definition's parameters in `need` by the arguments of a call.

    Return "" if one of these arguments is not a parameter of the calling definition. `names` are
    the parameters of the called definition, and `given` maps them to the arguments. `parameters`
    are the parameters of the calling definition.
    """
    words = [given.get(w, "") if w in names else w for w in re.findall(r"\w+|\W+", need)]
    own = [given.get(w) in parameters for w in re.findall(r"\w+", need) if w in names]
    return "".join(words) if all(own) else ""


def _subject(theory: Theory, printed: Printed) -> str:
    """Return the name of the list parameter on which a definition recurses."""
    on = theory.observations[printed.function]
    return next(v for n, v, _ in printed.parameters if n == on)


def _inducted(theory: Theory, printed: Printed, steps: str) -> str:
    """Return the parameter for the induction: the list that is `[]` in lemma `NAME_ok_nil`."""
    at = _empty_at(f"{printed.name}_ok", steps)
    return _subject(theory, printed) if at is None else printed.parameters[at][1]


def _empty_at(name: str, steps: str) -> int | None:
    """Return the index of the argument that is `[]` in the equation `NAME_nil`, if there is one."""
    (said,) = re.findall(rf"Lemma {name}_nil [^:]*: {name} (.*?) = ", steps) or [""]
    return said.split().index("[]") if said else None


def returns(theory: Theory, theorem: Returning, steps: str) -> tuple[str, str]:
    """Return the statement and the proof of the theorem that a definition returns a value.

    `steps` contains the step lemmas, which are the equations of functions for `[]` and `x :: l`.
    """
    printed = theorem.printed
    name = printed.name
    subject = _inducted(theory, printed, steps)
    hints = hints_of(printed.function)
    binders = " ".join(f"({v} : {t})" for _, v, t in printed.parameters)
    given = [of_kind(theory, v, hints[n]) for n, v, _ in printed.parameters]
    given += theorem.needs
    variables = [v for _, v, _ in printed.parameters]
    others = [v for v in variables if v != subject]
    premises = "".join(f"{each} -> " for each in given if each != "True")
    revert = f" revert {' '.join(others)}." if others else ""
    said = f"forall {binders}, {premises}{name}_ok {' '.join(variables)} = true"
    once = f"; try {_step(f'{name}_ok')}" if f"Lemma {name}_ok_cons " in steps else ""
    return said, (
        f"Ltac texts ::= cbn [{name}_ok]{once}.\n"
        f"{_defined(one.printed for one in theorem.called)}\n"
        f"Theorem {name}_returns : {said}.\n"
        f"Proof. intros {' '.join(variables)}.{revert} returns {subject}. Qed."
    )


def enough_fuel(printed: Printed) -> tuple[str, str]:
    """Return a statement and its proof: with enough fuel, `NAME_f` has the value of `NAME`.

    `NAME_f` takes the fuel as an argument, and `NAME` calls it with a certain amount of fuel. This
    amount is enough. If `NAME` returns, more fuel is enough, too.
    """
    name = printed.name
    binders = " ".join(f"({v} : {t})" for _, v, t in printed.parameters)
    given = " ".join(v for _, v, _ in printed.parameters)
    (fuel,) = re.findall(rf"  {name}_f \(S (.*)\) {given}\.", printed.text)

    def same(more: str, of: str) -> str:
        found = f"{name}_f {of} {given}"
        return f"{name}_ok_f {more} {given} = true /\\ {name}_f {more} {given} = {found}"

    more = "fuel'"  # No parameter has this name, because it is not a name in Python.
    returned = f"{name}_ok_f fuel {given} = true"
    enough = f"({name}_ok {given} = true /\\ (S {fuel} <= {more})%nat) \\/ {more} = S {fuel}"
    equal = (
        f"{name}_ok_f {more} {given} = {name}_ok {given}"
        f" /\\ {name}_f {more} {given} = {name} {given}"
    )
    said = f"forall ({more} : nat) {binders}, {enough} -> {equal}"
    return said, (
        f"Lemma more : forall (fuel {more} : nat) {binders},\n"
        f"  (fuel <= {more})%nat -> {returned} -> {same(more, 'fuel')}.\n"
        "Proof.\n"
        f"  induction fuel as [|fuel IH]; intros [|{more}] {given} L H;"
        " try discriminate H; try lia.\n"
        f"  apply le_S_n in L. assert (K : forall {binders}, {returned} -> {same(more, 'fuel')})\n"
        f"    by (intros; now apply IH).\n"
        f"  clear IH L. cbn [{name}_ok_f {name}_f] in H |- *. more_fuel K.\n"
        "Qed.\n"
        f"Theorem {name}_fueled : {said}.\n"
        f"Proof. intros {more} {given} [[H L]| ->]; [rewrite H; exact (more _ {more} {given} L H)"
        " | split; reflexivity]. Qed."
    )


def with_fuel(printed: Iterable[Printed]) -> tuple[Printed, ...]:
    """Return the printed functions that take fuel."""
    return tuple(each for each in printed if FUEL in each.text)


def partial_definitions(theory: Theory, printed: Iterable[Printed]) -> tuple[Printed, ...]:
    """Return the printed definitions that may fail to return on some lists."""
    return tuple(
        each
        for each in printed
        if each.partial and each.function in theory.observations and FUEL not in each.text
    )


def tactics(
    theory: Theory,
    program: Program,
    contract: Contract | None,
    said: str,
    returning: Collection[str],
    read: Collection[Callable[..., Any]] = (),
    readings: str = "readings",
) -> tuple[str, tuple[str, ...]]:
    """Return the tactics of one proof, and the files that the tactics use.

    `returning` names the files that the tactics may use. For the proof of a claim, `contract` is
    None. `said` is a text that contains the statement to prove, the script of the proof, and all
    cited statements. The tactic with the name `readings` replaces calls of the functions in `read`.
    If the script unfolds a function by `once_NAME`, the tactics also compute the calls in the
    function's code.
    """
    earlier = theory if contract is None else theory.before(contract)
    opaque = {*(each.function for each in earlier.contracts if not each.opens), *read}
    run_once = {each.function for each in program.functions if f"once_{each.name})" in said}
    found = reached(program.functions, said, opaque.difference(run_once))
    used = [each for each in found if not _is_own(each, contract)]
    free = [each for each in used if each.function not in opaque]
    run = [
        name
        for each in free
        for name in _names(each)
        if (each.recursive and f"Fixpoint {name} " in each.text and FUEL not in each.text)
        or (each.function in theory.observations and not each.recursive and name == each.name)
    ]
    helpers = [
        name
        for each in free
        if not each.recursive and each.function not in theory.observations
        for name in _names(each)
    ]
    own = [e for e in program.functions if _is_own(e, contract)][-1:]
    steps = program.steps()
    stepped = [name for each in own for name in _stepped(each, steps)]
    unfolded = [n for each in own if not each.recursive for n in _names(each)]
    mine = [
        n
        for each in own
        if each.recursive and FUEL not in each.text and not stepped
        for n in _names(each)
    ]
    known = [each for each in used if f"R_{each.name}" in returning]
    fueled = [each for each in (*own, *used) if f"F_{each.name}" in returning]

    def once(place: str = "") -> str:
        unfolding = (
            *(_step(name, place) for name in stepped),
            *(_burnt(each, place) for each in own if FUEL in each.text),
        )
        return "; ".join(f"try {each}" for each in unfolding) or "idtac"

    unfold = "".join(f"try unfold {name}; " for name in (*unfolded, *helpers))
    looked = [arm for each in free if _looks(each) for arm in _looked(each, steps)]
    if contract is None:
        replaced = opaque.difference(read)
        looked += [
            arm
            for each in reached(program.functions, said, read)
            if each.function in replaced
            for arm in _known(each, steps)
        ]
    goal = [*_refueled(fueled, "rewritten", "returning_call"), *looked]
    more = _repeated(goal)
    opened = _repeated(goal, [*_refueled(fueled, "hypotheses_rewritten", "fueled_call"), *looked])
    unfold_all = [f"try unfold {name} in *" for name in helpers]
    # Unfold the helpers again after `cbn`, because calls of helpers may remain.
    everywhere = "; ".join((*unfold_all, f"cbn [{' '.join((*run, 'length'))}] in *", *unfold_all))
    unfolded = [
        f"Ltac once_{each.name} := {_once(each, steps)}."
        for each in used
        if f"once_{each.name})" in said
    ]
    lines = [
        *unfolded,
        f"Ltac own_once ::= {once()}.",
        f"Ltac own_once_in H ::= {once('in H')}.",
        *_run(
            f"{unfold}cbn [{' '.join((*run, *mine)) or 'id'}]{more}",
            f"{everywhere}{opened}",
            readings if contract is None else "",
        ),
        _abstracted(theory, used),
        _defined(known),
    ]
    files = (*(f"R_{each.name}" for each in known), *(f"F_{each.name}" for each in fueled))
    return "\n".join(lines), files


def _run(goal: str, everywhere: str, readings: str) -> list[str]:
    """Return tactics that compute calls: one for the goal, one for the goal and all hypotheses."""
    if not readings:
        return [f"Ltac texts ::= {goal}.", f"Ltac texts_everywhere ::= {everywhere}."]
    return [
        f"Ltac lists ::= {goal}.",
        f"Ltac texts ::= lists; {readings}.",
        f"Ltac texts_everywhere ::= {everywhere}; {readings}.",
    ]


def _stepped(printed: Printed, steps: str) -> list[str]:
    """Return which of the names `NAME` and `NAME_ok` have a lemma `.._cons` in `steps`."""
    return [name for name in _names(printed) if f"Lemma {name}_cons " in steps]


def _step(name: str, place: str = "") -> str:
    """Return the tactic that unfolds a call on a list of the form `[]` or `x :: l`."""
    return f"first [rewrite {name}_cons {place} | rewrite {name}_nil {place}]"


def _once(printed: Printed, steps: str) -> str:
    """Return the tactic that unfolds a call of the function."""
    if printed.name in _stepped(printed, steps):
        return _step(printed.name)
    if FUEL in printed.text:
        return _burnt(printed)
    return f"unfold {printed.name}" if not printed.recursive else f"cbn [{printed.name}]"


def _burnt(printed: Printed, place: str = "") -> str:
    """Return the tactic that unfolds a call of a function that takes fuel.

    Recursive calls in the unfolded code get less fuel.
    """
    name = printed.name
    return f"(unfold {name}, {name}_ok {place}; cbn [{name}_f {name}_ok_f] {place})"


def _refueled(fueled: Iterable[Printed], rewrite: str, enough: str) -> list[tuple[str, str]]:
    """Return tactics that replace each call of `NAME_f`, which takes fuel, by a call of `NAME`.

    `enough` names the tactic that shows that the fuel is enough. `rewrite` names the tactic that
    then rewrites the call.
    """
    arms: list[tuple[str, str]] = []
    for each in fueled:
        given = " ".join(f"?v{k}" for k, _ in enumerate(each.parameters))
        proof = f"({each.name}_fueled k {given.replace('?', '')} ltac:({enough}))"
        arms += [
            (f"{each.name}_ok_f ?k {given}", f"{rewrite} (proj1 {proof})"),
            (f"{each.name}_f ?k {given}", f"{rewrite} (proj2 {proof})"),
        ]
    return arms


def _looked(printed: Printed, steps: str) -> list[tuple[str, str]]:
    """Return tactics that unfold calls on lists of one entry, and of two or more entries."""
    arms: list[tuple[str, str]] = []
    for name in _stepped(printed, steps):
        at = _empty_at(name, steps)
        for known in ("(?p :: [])", "(?p :: ?q :: ?l)"):
            given = (known if k == at else f"?v{k}" for k, _ in enumerate(printed.parameters))
            call = f"{name} {' '.join(given)}"
            own = f"ltac:(fun _ => rewrite {name}_cons)"
            arms.append((call, f"looked ({call.replace('?', '')}) {own}"))
    return arms


def _known(printed: Printed, steps: str) -> list[tuple[str, str]]:
    """Return tactics that compute calls on lists of known length by running the function."""
    given = [f"v{k}" for k, _ in enumerate(printed.parameters)]
    types = [of for _, _, of in printed.parameters]
    lists = [v for v, of in zip(given, types, strict=True) if isinstance(of, ListOf)]
    if not lists or FUEL in printed.text:
        return []
    arms: list[tuple[str, str]] = []
    for name in _names(printed):
        call = f"{name} {' '.join(given)}"
        own = _step(name) if name in _stepped(printed, steps) else f"(unfold {name}; cbn beta iota)"
        known = "; ".join(f"whole {v}" for v in lists)
        pattern = f"{name} {' '.join(f'?{v}' for v in given)}"
        arms.append((pattern, f"{known}; computed_call ({call}) ltac:(fun _ => {own})"))
    return arms


def _repeated(goal: Iterable[tuple[str, str]], everywhere: Iterable[tuple[str, str]] = ()) -> str:
    """Return a tactic that handles calls until no call matches a pattern.

    Each argument consists of pairs: the pattern of a call, and the tactic for this call. The pairs
    in `goal` are for calls in the goal, and the pairs in `everywhere` for calls in a hypothesis.
    """
    found = [(f"|- context [{call}]", tactic) for call, tactic in goal]
    found += [(f"_ : context [{call}] |- _", tactic) for call, tactic in everywhere]
    said = "".join(f"\n  | {where} => {tactic}" for where, tactic in found)
    return f"; repeat match goal with{said} end" if said else ""


def reached(
    printed: Sequence[Printed], said: str, opaque: Collection[Callable[..., Any]]
) -> tuple[Printed, ...]:
    """Return the functions that a text mentions, directly or through other functions.

    The code of opaque functions is not searched.
    """
    by_name = {name: each for each in printed for name in (each.name, f"{each.name}_ok")}
    found: dict[str, Printed] = {}
    pending = [said]
    while pending:
        for word in re.findall(r"\w+", pending.pop()):
            each = by_name.get(word)
            if each is not None and each.name not in found:
                found[each.name] = each
                if each.function not in opaque:
                    pending.append(each.text.partition("*)")[2])
    return tuple(each for each in printed if each.name in found)


def _is_own(printed: Printed, contract: Contract | None) -> bool:
    return contract is not None and printed.function is contract.function


def _names(printed: Printed) -> list[str]:
    return [
        name
        for name in (printed.name, f"{printed.name}_ok")
        if re.search(rf"^(Fixpoint|Definition) {name} ", printed.text, re.MULTILINE)
    ]


def _abstracted(theory: Theory, used: Iterable[Printed]) -> str:
    """Return the tactic that replaces calls by new variables.

    The tactic replaces only calls of functions that take lists and return integers.
    """
    arms: list[str] = []
    for each in used:
        if each.function not in theory.observations or types_of(each.function)["return"] is bool:
            continue
        last = max(k for k, (_, _, of) in enumerate(each.parameters) if isinstance(of, ListOf))
        holes = " ".join(f"?v{k}" for k in range(last + 1))
        term = f"{each.name} {holes}"
        named = f'let f := fresh "f" in set (f := {term.replace("?", "")}) in *; clearbody f'
        arms += [
            f"\n  | _ : context [{term}] |- _ => {named}",
            f"\n  | |- context [{term}] => {named}",
        ]
    said = f"repeat match goal with{''.join(arms)} end" if arms else "idtac"
    return f"Ltac abstracted ::= {said}."


def _defined(known: Iterable[Printed]) -> str:
    arms = [
        f"\n  | |- {each.name}_ok {' '.join('_' for _ in each.parameters)} = true =>"
        f" apply {each.name}_returns; solved"
        for each in known
    ]
    said = f"lazymatch goal with{''.join(arms)} end" if arms else "fail"
    return f"Ltac defined ::= {said}."
