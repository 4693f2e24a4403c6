"""Refusals, which a text may handle, and errors of the engine, which it may not."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from verif.kernel.contract import Contract
from verif.symbolic.values import current_path


@contextmanager
def unhandled() -> Generator[None]:
    """Let no text that handles an error from in here say that its path was run."""
    path = current_path()
    try:
        yield
    except Exception as error:
        path.broken = path.broken or error
        raise


def refused(error: Exception, contract: Contract) -> bool:
    """Whether it is the error by which the contract refuses, and none that is narrower.

    A call refuses by that error, and a handler of a narrower one would not see it.
    """
    return getattr(type(error), "__refusal__", type(error)) is contract.rejects


def refusal(contract: Contract) -> Exception:
    """An error of the type that the text may handle; what it says is no part of a contract."""
    assert contract.rejects is not None
    own = {
        "__init__": Exception.__init__,
        "__str__": Exception.__str__,
        "__refusal__": contract.rejects,
    }
    return type("Refused", (contract.rejects,), own)(f"{contract.id} refuses")
