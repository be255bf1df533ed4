"""`grade --sandbox none` where there is only POSIX: `without_linux` hides what only Linux has."""

import os
import subprocess
import sys

import pytest
from program import PYTHON, STUDENTS, TESTS

from poker_table.grading.errors import MarkerError
from poker_table.grading.running import sandbox, supervisor_pool
from poker_table.grading.running.runner import Ending, Limits, run_copy

HIDING = TESTS / "without_linux"
START = f"import sys; exec(open({str(HIDING / 'sitecustomize.py')!r}).read()); "


@pytest.fixture
def ran(tmp_path, monkeypatch):
    """A function that runs a Python program without Linux."""
    monkeypatch.setattr(supervisor_pool, "_SUPERVISE", START + supervisor_pool._SUPERVISE)
    return lambda program, seconds=60: run_copy(
        str(tmp_path), [PYTHON, "-c", program], {}, "none", Limits(seconds)
    )


def test_a_program_gets_the_same_marks(unmeasured):
    grade = "grade --sandbox none --random 1 --seed 1".split()
    command = *grade, PYTHON, str(STUDENTS / "wheel.py")
    result = subprocess.run(
        [sys.executable, "-m", "poker_table", *command],
        env=unmeasured | {"PYTHONPATH": str(HIDING)},
        capture_output=True,
        text=True,
    )
    assert (result.returncode, result.stderr) == (1, "")
    assert "wheel.py: 22.5 of 25 points\n" in result.stdout
    assert "sandbox: none" in result.stdout


def test_endings(ran):
    assert ran("print(7)")[:4] == ("7\n", "", 0, None)
    assert ran("import os; os.kill(os.getpid(), 11)").failure == Ending("signal", "SIGSEGV")
    assert ran("while True: print('x' * 999)").failure == Ending("output", 1)
    assert ran("import time; time.sleep(600)", seconds=1).failure == Ending("time", 1)


def test_what_a_program_leaves_is_killed(ran, tmp_path):
    os.mkfifo(tmp_path / "left")
    left = os.open(tmp_path / "left", os.O_RDONLY | os.O_NONBLOCK)
    child = "import time\n    time.sleep(60)\n    file.write('left')\n    file.flush()"
    path = str(tmp_path / "left")
    assert ran(f"import os\nfile = open({path!r}, 'w')\nif os.fork() == 0:\n    {child}").out == ""
    os.set_blocking(left, True)
    assert os.read(left, 9) == b""  # its end: nobody can write any more
    os.close(left)


LEAVES = """
import os
begun, begin = os.pipe()
if os.fork() == 0:
    os.setsid()
    os.write(1, b"left")
    os.close(begin)
    open({!r}).read()
else:
    os.close(begin)
    os.read(begun, 1)
"""


def test_a_process_that_leaves_the_group_is_not_waited_for(ran, tmp_path):
    os.mkfifo(tmp_path / "end")
    end = os.open(tmp_path / "end", os.O_RDWR)  # the process ends when this is closed
    assert ran(LEAVES.format(str(tmp_path / "end")))[:4] == ("left", "", 0, None)
    os.close(end)


@pytest.mark.parametrize(
    ("system", "way"),
    [
        ("nt", "`wsl --install` installs it on Windows, and the README's two commands work there"),
        ("posix", "to check your own program on this system, add --sandbox none"),
    ],
)
def test_other_levels_are_for_linux(system, way, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(sandbox.sys, "platform", "another")
        patch.setattr(sandbox.os, "name", system)
        with pytest.raises(MarkerError) as caught:
            sandbox.level_in_force("auto")
    assert str(caught.value) == f"grade needs Linux: {way}"
