"""A function that counts modes, its contract, and theories of a few contracts."""

from spec.modes import Modes, total
from verif.kernel.contract import Contract, Promise
from verif.kernel.theory import Theory
from verif.kernel.verbs import ensure
from verif.readings.modes import MODES


def steps(modes: Modes) -> int:
    if not modes:
        return 0
    return 1 + steps(modes[1:])


def calls_steps(modes: Modes) -> int:
    return steps(modes)


def counted(modes: Modes) -> Promise:
    return Promise(lambda result: ensure("as many steps as modes", result == len(modes)))


def anything(*_: object) -> Promise:
    return Promise(lambda *_: ensure("anything", False))


def nothing(*_: object) -> Promise:
    return Promise()


COUNT = Contract("COUNT", "steps are counted", steps, counted)


def theory(*contracts, observations=None, automatic=()):
    return Theory(
        kinds={Modes: MODES},
        observations={total: "modes"} if observations is None else observations,
        contracts=contracts,
        automatic=automatic,
        packages=("spec", "verif.claims", "verif.readings", "verif.theory", __package__),
    )
