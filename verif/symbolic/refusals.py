"""Refusals, which code may handle, and errors of the engine, which it must not handle."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from verif.kernel.contract import Contract
from verif.symbolic.values import current_path


@contextmanager
def unhandled() -> Generator[None]:
    """Record any error in the `with` block: the path fails even if the code catches the error."""
    path = current_path()
    try:
        yield
    except Exception as error:
        path.broken = path.broken or error
        raise


def refused(error: Exception, contract: Contract) -> bool:
    """Return whether the error's type is exactly the type that the contract names.

    A narrower type does not count. On unknowns, a call raises the contract's type, which a handler
    of the narrower type would not catch.
    """
    return class_of(error) is contract.rejects


def class_of(error: Exception) -> type:
    """Return the error's class, or for a refusal by contract, the class that the contract names."""
    return getattr(type(error), "__refusal__", type(error))


def refusal(contract: Contract) -> Exception:
    """Return the error of a rejected call, which code may handle. Its message is not specified."""
    assert contract.rejects is not None
    own = {
        "__init__": Exception.__init__,
        "__str__": Exception.__str__,
        "__refusal__": contract.rejects,
    }
    return type("Refused", (contract.rejects,), own)(f"{contract.id} refuses")
