"""A sweep on a dask.distributed cluster survives the death of one of its two workers.

`make test` does not run this file, because it needs the extra `cluster`. Pass the file to pytest by
name.
"""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest
from distributed import Client

from verif.cli.main import main
from verif.deciding.selection import Reference
from verif.sweeps.checkpoint import opened
from verif.sweeps.executors import cluster, processes
from verif.sweeps.sweep import run
from verif.sweeps.tally import Sweep

CLAIM = Sweep(Reference("D6"), 6)


@pytest.fixture
def scheduler(tmp_path):
    """Yield the address of a local scheduler with two worker processes."""
    with started(tmp_path / "scheduler.json", 2) as address:
        yield address


@contextmanager
def started(file, workers):
    """Yield the address of a local scheduler. Start `workers` worker processes."""
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    theirs = [sys.executable, "-m", "distributed.cli.dask_worker", "--nthreads=1", "--no-nanny"]
    local = ["--host=127.0.0.1", "--no-dashboard", f"--scheduler-file={file}"]
    worker = [*theirs, "--no-dashboard", f"--scheduler-file={file}", "--host=127.0.0.1"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    running = [subprocess.Popen([*command, *local, "--port=0"], **quiet)]
    running += [subprocess.Popen(worker, **quiet) for _ in range(workers)]
    try:
        while not file.exists():
            assert running[0].poll() is None
        with Client(scheduler_file=str(file)) as client:
            if workers:
                client.wait_for_workers(workers, timeout=60)
            yield client.scheduler.address
    finally:
        for process in running:
            process.kill()
            process.wait()


def counts(swept):
    tally = swept.tally
    return tally.cases, tally.satisfied, tally.failed, tally.discarded, tally.least


def test_a_worker_is_killed_and_nothing_is_lost_or_counted_twice(scheduler, tmp_path):
    with processes(2) as executor, opened(CLAIM, tmp_path / "here") as checkpoint:
        here = run(CLAIM, executor, checkpoint, lambda far: None)
    with Client(scheduler) as client:
        victims = [worker["id"] for worker in client.scheduler_info(-1)["workers"].values()]
        assert len(victims) == 2
        pids = list(client.run(os.getpid).values())
        finished = []

        def kill_one(far):
            finished.append(far)
            if len(finished) == here.parts // 4:
                os.kill(pids[0], signal.SIGKILL)

        with cluster(scheduler) as executor, opened(CLAIM, tmp_path / "there") as checkpoint:
            there = run(CLAIM, executor, checkpoint, kill_one)
        assert list(client.run(os.getpid).values()) == pids[1:]
    assert len(finished) == here.parts == there.parts
    assert counts(there) == counts(here)
    assert here.tally.cases == 55_517


def test_the_sweep_command_uses_the_cluster(scheduler, tmp_path, capsys):
    arguments = ["--max-size", "4", "--checkpoints", str(tmp_path)]
    with pytest.raises(SystemExit) as exited:
        main(["sweep", "D6", *arguments, "--scheduler", scheduler])
    assert exited.value.code == 0
    assert "D6  holds on spec" in capsys.readouterr().out


def test_an_unreachable_scheduler_is_reported(tmp_path, capsys):
    arguments = ["--max-size", "4", "--checkpoints", str(tmp_path)]
    with pytest.raises(SystemExit) as exited:
        main(["sweep", "D6", *arguments, "--scheduler", "127.0.0.1:9"])
    assert exited.value.code == 2
    err = capsys.readouterr().err
    assert "waiting for 127.0.0.1:9" in err
    assert "layout-verif: " in err


def test_a_scheduler_without_workers_is_reported(tmp_path, capsys):
    with started(tmp_path / "scheduler.json", 0) as address, pytest.raises(SystemExit) as exited:
        main(["sweep", "D6", "--max-size", "4", "--scheduler", address])
    assert exited.value.code == 2
    assert f"start one by `dask worker {address} --nthreads 1`" in capsys.readouterr().err


def test_an_address_without_a_port_is_reported(capsys):
    with pytest.raises(SystemExit) as exited:
        main(["sweep", "D6", "--max-size", "4", "--scheduler", "localhost"])
    assert exited.value.code == 2
    assert "write tcp://HOST:8786" in capsys.readouterr().err
