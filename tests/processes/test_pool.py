"""If a process of a pool dies or is late, its children end, and the other processes go on."""

import os
import sys
import time
from pathlib import Path

from tests.processes.test_child import WORKER, assert_ends_with, wait_for_end
from verif.processes.child import Child
from verif.processes.pool import Died, Late, Pool

RECEIVED = []


def work(message):
    match message:
        case ("tell", value):
            RECEIVED.append(value)
        case "die":
            os._exit(3)
        case "hang":
            time.sleep(600)
        case ("die with a child", folder):
            child = Child((sys.executable, "-P", f"{folder}/worker.py"), memory=2**30)
            (pid,) = child.ask([["pid"]], 60.0)
            Path(folder, "pid").write_text(str(pid))
            child.ask([["orphan"]], 60.0)
        case _:
            pass
    return RECEIVED if message == "received" else message


def test_each_message_has_an_answer():
    with Pool(work, 2) as pool:
        answers = dict(pool.answers([1, "die", 2, 3], 300.0))
    assert answers == {1: 1, "die": Died(3), 2: 2, 3: 3}


def test_each_message_is_announced_when_a_process_gets_it():
    begun = []
    with Pool(work, 1) as pool:
        for message, _ in pool.answers([1, 2, 3], 300.0, begun.append):
            assert begun[-1] == message
    assert begun == [1, 2, 3]


def test_a_late_worker_is_killed_and_replaced():
    with Pool(work, 1) as pool:
        assert list(pool.answers(["hang"], 0.1)) == [("hang", Late(0.1))]
        assert list(pool.answers([1, 2], 300.0)) == [(1, 1), (2, 2)]


def test_messages_reach_all_workers_including_later_ones():
    with Pool(work, 1) as pool:
        pool.tell(("tell", "a"))
        assert list(pool.answers(["received"], 300.0)) == [("received", ["a"])]
        pool.tell(("tell", "b"))
        messages = list(pool.answers(["received", "die"], 300.0))
        assert messages == [("received", ["a", "b"]), ("die", Died(3))]
        assert list(pool.answers(["received"], 300.0)) == [("received", ["a", "b"])]


def test_the_child_of_a_worker_ends_with_it(tmp_path):
    (tmp_path / "worker.py").write_text(WORKER)
    with Pool(work, 1) as pool:
        message = "die with a child", str(tmp_path)
        assert list(pool.answers([message], 300.0)) == [(message, Died(-9))]
        assert wait_for_end(int((tmp_path / "pid").read_text()))


def test_a_worker_ends_with_its_parent(tmp_path):
    (tmp_path / "asked.py").write_text(
        "import os, time\n"
        "def work(message):\n"
        "    print(os.getpid(), flush=True)\n"
        "    time.sleep(600)\n"
    )
    asker = (
        "from asked import work; from verif.processes.pool import Pool\n"
        "with Pool(work, 1) as pool:\n"
        "    list(pool.answers(['pid'], 300.0))\n"
    )
    assert_ends_with(asker, tmp_path)
