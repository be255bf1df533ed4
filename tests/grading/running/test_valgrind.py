"""Where a compiled program misuses memory, valgrind names the line."""

import shutil
import subprocess
from pathlib import Path

import pytest

from poker_table.grading.running.valgrind import memory_error

PROGRAM = """#include <cstdlib>
struct Hand { int type; };
int value(Hand *hand) {
  return hand->type > 3 ? 1 : 0;
}
int main(int count, char **words) {
  Hand *hand = new Hand;
  if (count > 2) hand->type = 0;
  return value(hand);
}
"""


@pytest.mark.skipif(
    not (shutil.which("g++") and shutil.which("valgrind")), reason="needs g++ and valgrind"
)
def test_the_line_that_reads_what_was_never_set_is_named(tmp_path: Path):
    (tmp_path / "Poker.cpp").write_text(PROGRAM)
    subprocess.run(["g++", "-g", "-o", "Poker", "Poker.cpp"], cwd=tmp_path, check=True)
    assert memory_error(str(tmp_path), ["./Poker"], {}, "none") == (
        "Conditional jump or move depends on uninitialised value(s)",
        "value(Hand*) (Poker.cpp:4)",
    )
    assert memory_error(str(tmp_path), ["./Poker", "1", "2"], {}, "none") is None


def test_an_interpreters_memory_is_not_searched(tmp_path: Path):
    assert memory_error(str(tmp_path), ["/usr/bin/python3", "poker.py"], {}, "none") is None
