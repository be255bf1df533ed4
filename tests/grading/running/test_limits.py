"""What a run may use, and what is kept of it."""

from program import PYTHON

from poker_table.grading.running.runner import Ending, Limits, run_copy
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
