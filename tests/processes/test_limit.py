"""A process ends at its limit of processor time. Other processes' time can be charged to it."""

import signal

from verif.processes.forked import answered
from verif.processes.limit import charge


def left():
    return signal.getitimer(signal.ITIMER_PROF)[0]


def charged(seconds):
    """Charge `seconds` to a process whose limit is 100 seconds. Return the remaining seconds."""

    def work():
        charge(seconds)
        return left()

    return answered(work, 100.0)


def test_a_charge_shortens_the_limit():
    found = charged(40.0)
    assert found is not None
    assert 50.0 < found <= 60.1


def test_many_short_charges_count_in_full():
    def work():
        for _ in range(10_000):
            charge(0.001)
        return left()

    found = answered(work, 100.0)
    assert found is not None
    assert found < 90.1


def test_a_process_ends_when_the_charges_use_up_its_limit():
    def work():
        charge(40.0)
        charge(40.0)
        charge(40.0)
        return 0

    assert answered(work, 100.0) is None


def test_a_process_without_a_limit_gets_none_from_a_charge():
    charge(1.0)
    assert left() == 0.0
