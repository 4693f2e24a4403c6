"""Claims decided by a real cluster of dask.distributed.

Not in `make test`: it needs the extra `cluster`. pytest takes its file by name only.
"""

import json
import socket
import subprocess
import sys

import msgspec
import pytest
from distributed import Client

from tests.sweeps.on_a_cluster import scheduler  # noqa: F401 - a fixture
from verif.cli.main import main
from verif.deciding.selection import Reference
from verif.kernel.verdict import Outcome
from verif.records.apart import Sent
from verif.records.elsewhere import send
from verif.records.entry import read


def prove(*arguments):
    with pytest.raises(SystemExit) as exited:
        main(["prove", *arguments])
    return exited.value.code


def test_by_the_command(scheduler, tmp_path, monkeypatch, capsys):  # noqa: F811
    monkeypatch.delenv("CI")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    report = tmp_path / "out.json"
    for _ in range(2):
        assert prove("D1", "G6", "--json", str(report), "--scheduler", scheduler) == 0
        told = capsys.readouterr().out
        assert told.splitlines()[-1] == (
            "2 claims: 1 proved, 1 refuted, all as expected; "
            f"2 the word of machines, {socket.gethostname()}"
        )
        assert told.count(f" s, on {socket.gethostname()} ") == 2
    claims = json.loads(report.read_text())["claims"]
    assert [(one["kept"], one["machine"]) for one in claims] == [(None, socket.gethostname())] * 2


def test_a_worker_with_a_nanny_decides_as_well(scheduler):  # noqa: F811
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--nthreads=1", scheduler]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([*worker, "--no-dashboard", "--name=watched"], **quiet) as process:
        try:
            with Client(scheduler) as client:
                client.wait_for_workers(3, timeout=60)
                sent = client.submit(send, Reference("G6"), 240.0, workers=["watched"]).result()
        finally:
            process.terminate()
    entry = read(msgspec.json.decode(sent, type=Sent).entry)
    assert entry.verdict.outcome is Outcome.PROVED


def test_no_scheduler_answers(capsys):
    assert prove("G6", "--scheduler", "127.0.0.1:9") == 2
    assert "127.0.0.1:9" in capsys.readouterr().err
