"""Rules that contracts must satisfy, so that a call's arguments match the proof's unknowns."""

from __future__ import annotations

from typing import Any

from verif.kernel.contract import Contract
from verif.kernel.errors import OutsideFragmentError
from verif.kernel.text import form_of_text, types_of
from verif.language.form import Function, RefusedError


def require_contract(contract: Contract) -> None:
    """Raise OutsideFragmentError unless the contract follows these rules.

    All parameters must be positional and typed. The block must have the parameters of the function
    in the same order, perhaps under other names, or a parameter `*arguments`. A measure `on` must
    be the name of a parameter, or a function. If `opens` is true, `on` must name a list. If given,
    `rejects` must be `ValueError` or a subclass that `spec` or `verif` defines.
    """
    if type(contract) is not Contract:
        raise OutsideFragmentError(f"{contract!r} is not a contract: create it with `contract`")
    function, block = _form(contract, contract.function), _form(contract, contract.block)
    named = isinstance(contract.on, str)
    names = [each.name for each in function.params]
    if contract.on is not None and not isinstance(contract.on, str):
        _form(contract, contract.on)
    elif named and contract.on not in names:
        raise OutsideFragmentError(
            f"{contract.id}: on={contract.on!r} must name one of the parameters {', '.join(names)}"
        )
    if contract.opens and not named:
        raise OutsideFragmentError(f"{contract.id}: opens=True needs on=, the name of a list")
    if contract.rejects is not None and not _is_refusal(contract.rejects):
        raise OutsideFragmentError(
            f"{contract.id}: rejects= must be ValueError or an error class of spec,"
            f" not {contract.rejects.__name__}"
        )
    for form in (function, block):
        # A parameter `*arguments` is allowed in the contract's block, but not in the contract's
        # function, which fixes the number of arguments.
        odd = [
            each.name
            for each in form.params
            if each.by_name or each.default is not None or (each.several and form is function)
        ]
        if odd:
            raise OutsideFragmentError(
                f"{contract.id}: the parameter `{odd[0]}` of {form.ref.last} is keyword-only, has"
                " a default or is a *tuple; a contract needs plain positional parameters"
            )
    _require_same_order(contract, function, block)
    types = types_of(contract.function)
    for name in names if contract.is_lemma else (*names, "return"):
        if types.get(name, Any) is Any:
            what = "its result" if name == "return" else f"the parameter {name}"
            raise OutsideFragmentError(f"{contract.id}: {what} needs a type")


def _require_same_order(contract: Contract, function: Function, block: Function) -> None:
    """Raise OutsideFragmentError if the block's parameters do not match the function's."""
    names, own = ([each.name for each in form.params] for form in (function, block))
    fewer = any(each.several for each in block.params)
    moved = any(mine in names and mine != its for mine, its in zip(own, names, strict=False))
    if moved or (not fewer and len(own) != len(names)):
        raise OutsideFragmentError(
            f"{contract.id}: the block takes {', '.join(own) or 'nothing'}, but must take the"
            f" parameters of {function.ref.last} in the same order: {', '.join(names) or 'none'}"
        )


def _form(contract: Contract, text: Any) -> Function:
    try:
        return form_of_text(text)
    except RefusedError as error:
        raise OutsideFragmentError(f"{contract.id}: {error}") from None


def _is_refusal(error: type[Exception]) -> bool:
    return error is ValueError or (
        error.__module__.partition(".")[0] in ("spec", "verif") and issubclass(error, ValueError)
    )
