"""What a run may use, and what is kept of it."""

import os
import subprocess
import threading

import pytest
from program import PYTHON, needs_linux

from poker_table.grading.running import supervise
from poker_table.grading.running.runner import MIB, Ending, Limits, run_copy
from poker_table.grading.running.supervise import MAX_ERR, exceeded_time

LONG = Limits(time=60)


def ran(program, folder, limits=LONG):
    return run_copy(str(folder), [PYTHON, "-c", program], {}, "none", limits)


def test_of_a_long_error_output_the_beginning_and_the_end_are_kept(tmp_path):
    half = MAX_ERR // 2
    run = ran("import sys; sys.stderr.write('a' * 30000 + 'b' * 30000)", tmp_path)
    assert (run.err, run.exit_code) == ("a" * half + "b" * half, 0)
    run = ran(f"import sys; sys.stderr.write('a' * {half} + 'b' * {half})", tmp_path)
    assert run.err == "a" * half + "b" * half


@pytest.mark.parametrize(("stream", "kept"), [("stderr", MAX_ERR), ("stdout", MIB)])
def test_an_endless_output_is_stopped(stream, kept, tmp_path):
    run = ran(f"import sys\nwhile True: sys.{stream}.write('a' * 999)", tmp_path)
    assert (run.stopped_by, len(run.out + run.err)) == (Ending("output", 1), kept)


TOUCH = """
import mmap, time
pages = mmap.mmap(-1, 2**36, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)  # no reserve
for start in range(0, 2**36, 2**21):
    pages[start]
time.sleep(600)
"""


@needs_linux
def test_page_tables_count_as_memory(tmp_path):
    """A byte read in each 2 MiB needs a page of tables, and no memory that another sum has."""
    if os.sysconf("SC_PAGE_SIZE") != 4096:
        pytest.skip("a table of larger pages is for more than 2 MiB")
    run = ran(TOUCH, tmp_path, LONG._replace(memory=64 * MIB))
    if run.exit_code == 1:
        pytest.skip(f"there is no room for such a mapping: {run.err}")
    assert run.stopped_by == Ending("memory", 64)


@needs_linux
def test_threads_are_counted(tmp_path):
    start = "import threading, time\nfor _ in range({}): threading.Thread(target={}).start()"
    run = ran(start.format(20, "lambda: time.sleep(600)"), tmp_path, LONG._replace(threads=10))
    assert run.stopped_by == Ending("threads", 10)
    assert not ran(start.format(9, "lambda: 0"), tmp_path, LONG._replace(threads=10)).stopped_by


def test_the_clock_stops_what_only_sleeps(tmp_path):
    run = ran("import time; time.sleep(600)", tmp_path, Limits(time=1))
    assert (run.stopped_by, run.by_clock) == (Ending("time", 1), True)


@needs_linux
@pytest.mark.slow  # on a machine that gives it little time it may take long
@pytest.mark.parametrize("start", ["", "import os; os.fork(); os.fork()\n"])
def test_processor_seconds_count_whatever_else_runs(start, tmp_path):
    run = ran(f"{start}while True: pass", tmp_path, Limits(time=3))
    assert (run.stopped_by, run.by_clock) == (Ending("time", 3), False)


@pytest.mark.parametrize(
    ("used", "elapsed", "waited", "ending"),
    [
        (0, 5.9, 0, ""), (0, 6, 0, "clock"), (4.9, 5, 0, ""), (5, 5, 0, "time"), (5, 2, 9, "time"),
        (4, 49, 44, ""), (4, 50, 45, "clock"), (0, 50, 9999, "clock"),
    ],
)  # fmt: skip
def test_waiting_for_a_processor_costs_no_time(used, elapsed, waited, ending):
    assert exceeded_time(5, used, elapsed, waited) == ending


@needs_linux
@pytest.mark.parametrize("listed", [True, False])
def test_every_descendant_is_found(listed, monkeypatch):
    """Children of any thread, and theirs, with and without the kernel's list of children."""
    monkeypatch.setattr(supervise, "HAS_CHILDREN", listed and supervise.HAS_CHILDREN)
    code = "import subprocess; subprocess.run(['/bin/sh', '-c', 'echo $$ $PPID; read end; exit'])"
    both_ways, family = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}, list[int]()
    may_end = threading.Event()

    def start() -> None:
        with subprocess.Popen([PYTHON, "-c", code], **both_ways) as program:
            family.extend(map(int, program.stdout.readline().split()))
            is_started.set()
            may_end.wait()

    is_started = threading.Event()
    thread = threading.Thread(target=start)
    thread.start()
    is_started.wait()
    found = supervise.descendants()
    may_end.set()
    thread.join()
    shell, python = family
    assert [int(found[pid][supervise.PARENT]) for pid in family] == [python, os.getpid()]
    assert not {shell, python} & supervise.descendants().keys()
