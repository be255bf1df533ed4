"""What a run may use, and what is kept of it."""

import sys

import pytest
from program import PYTHON

from poker_table.grading.running.runner import MIB, Ending, Limits, run_copy
from poker_table.grading.running.supervise import MAX_ERR

LONG = Limits(seconds=60)


def ran(program, folder, limits=LONG):
    return run_copy(str(folder), [PYTHON, "-c", program], {}, "none", limits)


def test_of_a_long_error_output_the_beginning_and_the_end_are_kept(tmp_path):
    half = MAX_ERR // 2
    run = ran("import sys; sys.stderr.write('a' * 30000 + 'b' * 30000)", tmp_path)
    assert (run.err, run.exit_code) == ("a" * half + "b" * half, 0)
    run = ran(f"import sys; sys.stderr.write('a' * {half} + 'b' * {half})", tmp_path)
    assert run.err == "a" * half + "b" * half


def test_an_endless_error_output_is_stopped(tmp_path):
    run = ran("import sys\nwhile True: sys.stderr.write('a' * 999)", tmp_path)
    assert (run.stopped_by, len(run.err)) == (Ending("output", 1), MAX_ERR)


TOUCH = """
import mmap, time
pages = mmap.mmap(-1, 2**36, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)  # no reserve
for start in range(0, 2**36, 2**21):
    pages[start]
time.sleep(600)
"""


def test_page_tables_count_as_memory(tmp_path):
    """A byte read in each 2 MiB needs a page of tables, and no memory that another sum has."""
    if sys.maxsize < 2**36:
        pytest.skip("a process of 32 bits has no room for such a mapping")
    run = ran(TOUCH, tmp_path, LONG._replace(memory=64 * MIB))
    assert run.stopped_by == Ending("memory", 64)


def test_threads_are_counted(tmp_path):
    start = "import threading, time\nfor _ in range({}): threading.Thread(target={}).start()"
    run = ran(start.format(20, "lambda: time.sleep(600)"), tmp_path, LONG._replace(threads=10))
    assert run.stopped_by == Ending("threads", 10)
    assert not ran(start.format(9, "lambda: 0"), tmp_path, LONG._replace(threads=10)).stopped_by
