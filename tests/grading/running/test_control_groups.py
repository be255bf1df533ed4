"""Where systemd gives a run a control group, the kernel limits it; elsewhere nothing fails."""

import os
import sys

import pytest
from program import PYTHON, needs_linux, put, run_in

from poker_table.grading.running import supervisor_pool
from poker_table.grading.running.runner import MIB, Ending, Limits

pytestmark = needs_linux


@pytest.fixture
def control_group() -> None:
    """Skip the test where there is none."""
    if not supervisor_pool._in_control_group():
        pytest.skip("systemd gives no control group here (version 2)")


@pytest.fixture
def systemd_run(tmp_path, monkeypatch):
    """A function that puts a program in the place of systemd-run."""
    start = supervisor_pool._start_supervisor

    def replace(text: str) -> None:
        put(tmp_path / "systemd-run", f"#!/bin/sh\n{text}\n", 0o755)
        monkeypatch.setattr(
            supervisor_pool,
            "_start_supervisor",
            lambda words: start(words and (str(tmp_path / words[0]), *words[1:])),
        )

    monkeypatch.setattr(supervisor_pool, "SYSTEMD", str(tmp_path))
    supervisor_pool._in_control_group.cache_clear()
    yield replace
    supervisor_pool._in_control_group.cache_clear()


def test_without_control_groups_programs_run_as_before(systemd_run, tmp_path):
    systemd_run("exit 1")  # there is no systemd, or none that this user may ask
    assert supervisor_pool._in_control_group() == ()
    assert run_in(tmp_path, "echo", "it runs").out == "it runs\n"


def test_where_systemd_does_not_run_it_is_not_asked(systemd_run, tmp_path, monkeypatch):
    systemd_run(f"touch {tmp_path}/asked")
    monkeypatch.setattr(supervisor_pool, "SYSTEMD", str(tmp_path / "none"))
    assert supervisor_pool._in_control_group() == ()
    assert not (tmp_path / "asked").exists()


def test_a_group_that_cannot_limit_a_run_is_not_used(systemd_run, tmp_path):
    if os.path.exists("/sys/fs/cgroup/cgroup.controllers"):
        pytest.skip("control groups of version 2 are the only ones here")
    systemd_run(f'while [ "$1" != {sys.executable} ]; do shift; done; exec "$@"')
    assert supervisor_pool._in_control_group() == ()
    assert run_in(tmp_path, "echo", "it runs").out == "it runs\n"


def test_without_the_program_that_gives_them_too(systemd_run, tmp_path):
    systemd_run("")
    (tmp_path / "systemd-run").unlink()
    assert supervisor_pool._in_control_group() == ()


LOOK = """
with open("/proc/self/cgroup") as file:
    group = "/sys/fs/cgroup" + file.read().strip()[3:]
for name in "memory.max", "memory.oom.group", "pids.max", "cgroup.procs":
    with open(f"{group}/{name}") as file:
        print(*file.read().split())
"""


def test_a_run_has_a_group_of_its_own(control_group, tmp_path):
    program = f"import os{LOOK}print(os.getpid(), group, sep='\\n')"
    run = run_in(tmp_path, PYTHON, "-c", program)
    *limits, inside, pid, group = run.out.splitlines()
    assert limits == [str(Limits().memory + Limits().disk), "1", "512"]
    assert inside == pid
    assert not os.path.exists(group)


PIPES = """
import fcntl, os, time
for _ in range(60):
    read_end, write_end = os.pipe()
    fcntl.fcntl(write_end, 1031, 2**20)  # its size
    os.write(write_end, bytes(2**20))
time.sleep(600)
"""


def test_what_no_process_has_counts_as_memory(control_group, tmp_path):
    run = run_in(tmp_path, PYTHON, "-c", PIPES, time=20, memory=32 * MIB, disk=0)
    assert (run.stopped_by, run.by_clock) == (Ending("memory", 32), False)
