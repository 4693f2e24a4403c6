"""A function that counts, its contract, and theories of a few contracts."""

from spec.modes import Modes, total
from verif.kernel.claim import ensure
from verif.kernel.contract import Contract, Theory
from verif.readings.modes import MODES


def steps(modes: Modes) -> int:
    if not modes:
        return 0
    return 1 + steps(modes[1:])


def calls_steps(modes: Modes) -> int:
    return steps(modes)


def counted(result: int, modes: Modes) -> None:
    ensure("as many steps as modes", result == len(modes))


COUNT = Contract("COUNT", "steps are counted", steps, ensures=counted)


def theory(*contracts, observations=None, automatic=()):
    return Theory(
        kinds={Modes: MODES},
        observations={total: "modes"} if observations is None else observations,
        contracts=contracts,
        automatic=automatic,
        packages=("spec", "verif.claims", "verif.readings", "verif.theory", __package__),
    )
