"""A theory: the definitions, contracts and lemmas that some modules have registered."""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from itertools import chain
from typing import Any, ParamSpec, TypeVar, overload

from verif.kernel.claim import Claim
from verif.kernel.contract import Automatic, Contract, Kind, Promise, Text
from verif.kernel.errors import TheoryError
from verif.kernel.text import imported, original
from verif.language.compile import project
from verif.language.form import Builtin, Call, Function, Global, Ref, Refusal, RefusedError, walk

P = ParamSpec("P")
T = TypeVar("T", bound=Text)

Steps = Callable[[], None]

Lemma = tuple[Steps, Steps]
"""The parts of a lemma's block: its conclusions and its proof."""

Observed = tuple[Text, ...]

Rule = Callable[..., Any]
"""A rule takes the lifter and a call's arguments. It returns the call's value or NotImplemented."""


@dataclass(frozen=True)
class Reading:
    """A rule that computes calls of `function` in proofs, instead of the function's body.

    The rule applies if an argument is an instance of one of the classes `constructors`. A rule
    without constructors applies to any arguments. If each applicable rule returns NotImplemented,
    the body of the function is evaluated.
    """

    function: Text
    constructors: tuple[type, ...]
    rule: Rule

    def takes(self, arguments: tuple[object, ...]) -> bool:
        """Whether the rule applies to these arguments."""
        return not self.constructors or any(isinstance(a, self.constructors) for a in arguments)


@dataclass(frozen=True)
class Definition:
    """A function defined by recursion over the list that is its parameter `on`."""

    function: Text
    on: str


@dataclass(frozen=True)
class Theory:
    """The foundations of proofs for every rank.

    - `kinds` has the kinds of lists, by the annotation that denotes them.
    - `observations` has the functions defined by recursion over a list, with the parameter on which
      they recur. For an unknown list, the functions' values are known only from contracts.
    - `contracts` has the contracts in order. The proof of a contract may cite earlier contracts.
    - `automatic` has the lemmas that are cited for each call of an observation.
    - `readings` has the rules for calls of each function, in the order in which they are tried.
    - `packages` are the packages whose functions proofs evaluate on unknown arguments.
    - `claims` has the claims that may be cited, by id.
    """

    kinds: Mapping[object, Kind]
    observations: Mapping[Text, str]
    contracts: tuple[Contract, ...]
    automatic: tuple[Automatic, ...] = ()
    readings: Mapping[Text, tuple[Reading, ...]] = field(
        default_factory=dict[Text, tuple[Reading, ...]]
    )
    packages: tuple[str, ...] = ()
    claims: Mapping[str, Claim] = field(default_factory=dict[str, Claim])

    def __post_init__(self) -> None:
        # Symbols and reports use the ids of contracts and the names of observations, so all these
        # ids and names must differ.
        observed = [o.__name__ for o in self.observations]
        names = [c.id for c in self.contracts] + observed
        odd = [name for name in observed if not name.isidentifier()]
        if odd:
            raise TheoryError(f"not valid Python names: {', '.join(odd)}")
        twice = sorted(name for name, count in Counter(names).items() if count > 1)
        if twice:
            raise TheoryError(f"names used twice, here or in the theory: {', '.join(twice)}")

    @cached_property
    def contract_of(self) -> Mapping[Text, Contract]:
        """The contract of each function that has one."""
        return {contract.function: contract for contract in self.contracts}

    def before(self, contract: Contract) -> Theory:
        """The part of this theory that the proof of `contract` may use."""
        earlier = self.contracts[: self.contracts.index(contract)]
        proved = {c.function for c in earlier}
        automatic = tuple(a for a in self.automatic if a.lemma in proved)
        return replace(self, contracts=earlier, automatic=automatic)

    def within(self, module: str) -> Theory:
        """This theory, extended by the registrations of another module.

        Proofs may also evaluate the module's functions, and cite its claims by their ids. Kinds and
        readings are trusted, so the module must not add any. Raises TheoryError if it does.
        """
        own = registered(module)
        known = (*self.kinds.values(), *chain(*self.readings.values()))
        if any(mine not in known for mine in (*own.kinds.values(), *chain(*own.readings.values()))):
            raise TheoryError(
                f"{module} must not register kinds or readings: they would be unproved"
            )
        claims = claims_of(module).values()
        return Theory(
            self.kinds,
            {**self.observations, **own.observations},
            tuple(dict.fromkeys(self.contracts + own.contracts)),
            tuple(dict.fromkeys(self.automatic + own.automatic)),
            self.readings,
            (*self.packages, module),
            {**self.claims, **{claim.id: claim for claim in claims}},
        )

    def named(self, name: str) -> Claim | Contract:
        """The claim or lemma with this name.

        Raises TheoryError if the name is unknown. The message suggests similar names.
        """
        lemmas = {contract.id: contract for contract in self.contracts if contract.is_lemma}
        found = self.claims.get(name) or lemmas.get(name)
        if found is None:
            like = get_close_matches(name, (*self.claims, *lemmas))
            near = f" (did you mean {', '.join(like)}?)" if like else ""
            raise TheoryError(f"unknown lemma or claim {name!r}{near}")
        return found


@dataclass(frozen=True)
class _Kinded:
    """A registration: lists with this annotation have this kind."""

    annotation: object
    kind: Kind


_Entry = Contract | Automatic | Definition | _Kinded | Reading

_registered: dict[tuple[str, str], _Entry] = {}
"""All registrations in order, by module and name."""


def registered(*packages: str) -> Theory:
    """The theory that the modules of these packages have registered, in order of registration."""

    def within(module: str) -> bool:
        return any(module == p or module.startswith(f"{p}.") for p in packages)

    found = [entry for (module, _), entry in _registered.items() if within(module)]
    return Theory(
        kinds={e.annotation: e.kind for e in found if isinstance(e, _Kinded)},
        observations={e.function: e.on for e in found if isinstance(e, Definition)},
        contracts=tuple(e for e in found if isinstance(e, Contract)),
        automatic=tuple(e for e in found if isinstance(e, Automatic)),
        readings=_by_function(e for e in found if isinstance(e, Reading)),
        packages=packages,
    )


def _by_function(readings: Iterable[Reading]) -> dict[Text, tuple[Reading, ...]]:
    found: dict[Text, tuple[Reading, ...]] = {}
    for each in readings:
        # The rules of a class are registered before the rules of its subclasses. The rules of the
        # subclasses must be tried first, so insert each rule before the rules registered earlier.
        found[each.function] = (each, *found.get(each.function, ()))
    return found


_declared: dict[str, Mapping[str, Claim]] = {}
"""The claims of each file that was read, by module and name."""


def declare(module: str, claims: Mapping[str, Claim]) -> None:
    """Remember the claims of a file that was read, so that they can be cited."""
    _declared[module] = claims


def claims_of(module: str) -> Mapping[str, Claim]:
    """The claims of a module, in order, keyed by their Python names."""
    if module in _declared:
        return _declared[module]
    names = vars(sys.modules[module]) if module in sys.modules else {}
    return {name: item for name, item in names.items() if isinstance(item, Claim)}


def contracts_in(module: str) -> tuple[Contract, ...]:
    """The contracts and lemmas that the module registers."""
    return tuple(e for (m, _), e in _registered.items() if m == module and type(e) is Contract)


def is_lemma(text: Text) -> bool:
    """Whether the function is a lemma of any module."""
    found = _contract_with(text)
    return found is not None and found.is_lemma


def _contract_with(block: Text) -> Contract | None:
    found = (e for e in _registered.values() if type(e) is Contract and e.block is block)
    return next(found, None)


def require_unfoldable(text: Function) -> None:
    """Refuse `unfold` of a function without a contract.

    A call of such a function already uses the function's code.
    """
    for each in walk(text.body):
        match each:
            case Call(of=Builtin(name="unfold"), args=(Global(ref=ref), *_)):
                if not has_contract(ref):
                    what = f"`unfold` needs a contract, but `{ref.last}` has none"
                    advice = "leave out `unfold`: without a contract, a call already uses the code"
                    raise RefusedError(Refusal(text.file, each.line, what, advice))
            case _:
                pass


def has_contract(ref: Ref) -> bool:
    """Whether a contract or lemma is registered for the function."""
    module = project().modules.load(ref.module)
    outside = module is not None and not module.of_project
    text: Any = module.texts.get(ref.name) if module and outside else original(imported(ref))
    return any(type(e) is Contract and e.function is text for e in _registered.values())


def _caller() -> str:
    """The name of the module that called the caller of this function.

    For example, `kind` uses it to find the module that registers a kind of lists.
    """
    # `inspect.stack` would look for the file of every caller, which doubles the start-up time.
    frame = inspect.currentframe()
    for _ in range(2):
        frame = frame and frame.f_back
    assert frame is not None
    return frame.f_globals["__name__"]


def kind(annotation: object, of: Kind) -> Kind:
    """Register `of` as the kind of the lists that `annotation` denotes."""
    _registered[_caller(), f"kind {annotation}"] = _Kinded(annotation, of)
    return of


def reading(function: Any, *constructors: type) -> Callable[[Rule], Rule]:
    """Register the decorated function as a rule for calls of `function`; see `Reading`.

    `function` may also be a property.
    """
    module = _caller()
    text = original(getattr(function, "fget", function))
    of = ", ".join(each.__name__ for each in constructors)

    def register(rule: Rule) -> Rule:
        name = f"reading {text.__qualname__} of {of}"
        _registered[module, name] = Reading(text, constructors, rule)
        return rule

    return register


def definition(*functions: Text, on: str) -> Callable[[T], T]:
    """Register the given or the decorated functions as recursive over the list `on`.

    On an unknown list, the value of such a function is known only from contracts. If the list is
    split into a head and a tail, the body of the function relates the function's value on the list
    to its value on the tail.
    """
    module = _caller()

    def decorate(function: T) -> T:
        define(module, function, on=on)
        return function

    for function in functions:
        define(module, function, on=on)
    return decorate


def define(module: str, function: Text, *, on: str) -> None:
    """Register `function`, recursive over the list `on`, as a definition of `module`."""
    _registered[module, f"definition {function.__qualname__}"] = Definition(function, on)


def contract(
    function: Text,
    *,
    on: str | Text | None = None,
    opens: bool = False,
    rejects: type[Exception] | None = None,
) -> Callable[[Callable[P, Promise]], Callable[P, Promise]]:
    """Register the decorated block as the contract of `function`; see `Contract` for the options.

    The block has the function's parameters. The name of the block is the contract's id, and the
    docstring of the block is the statement.
    Raises TheoryError if `opens` is set and `on` is not the name of a list parameter.
    """
    if opens and not isinstance(on, str):
        raise TheoryError(
            "opens=True needs on=.., the name of the list that the function recurs on"
        )

    def promise(block: Callable[P, Promise]) -> Callable[P, Promise]:
        _register(Contract(block.__name__, _statement(block), function, block, on, opens, rejects))
        return block

    return promise


@overload
def lemma(block: Callable[P, Lemma], /) -> Callable[P, Lemma]: ...


@overload
def lemma(
    *, on: str | Text | None = None, whenever: Text | Observed = (), where: Text | None = None
) -> Callable[[Callable[P, Lemma]], Callable[P, Lemma]]: ...


def lemma(
    block: Text | None = None,
    /,
    *,
    on: str | Text | None = None,
    whenever: Text | Observed = (),
    where: Text | None = None,
) -> Any:
    """Register the decorated block as a lemma.

    The block has the assumptions, the conclusions and the proof of the lemma. The proof may be
    by induction on the measure `on` (see `Contract`).

    The name of the block is the lemma's id, and the docstring of the block is the statement. Code
    cites a lemma by calling it. The lemma is also cited automatically for each call of an
    observation in `whenever`, if the condition `where` is known to hold.
    """

    def state(block: Text) -> Text:
        _register(Contract(block.__name__, _statement(block), block, block, on))
        for seen in whenever if isinstance(whenever, tuple) else (whenever,):
            cited = Automatic(seen, block, where)
            _registered[block.__module__, f"{block.__name__} whenever {seen.__name__}"] = cited
        return block

    return state if block is None else state(block)


def _register(contract: Contract) -> None:
    _registered[contract.block.__module__, contract.id] = contract


def _statement(block: Text) -> str:
    """The first paragraph of the block's docstring, without its full stop."""
    first, _, _ = (block.__doc__ or "").partition("\n\n")
    statement = " ".join(first.split()).removesuffix(".")
    if not statement:
        raise TheoryError(f"{block.__name__} needs a docstring: it is the statement of the lemma")
    if not statement.isprintable():
        raise TheoryError(f"{block.__name__}: the statement {statement!r} must be one line")
    return statement
