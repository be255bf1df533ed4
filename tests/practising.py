"""Simulated students who practise with practice.js itself, in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import poker_table
from poker_table.practice.page import practice_data
from poker_table.practice.questions import question_pool

ONE_IN_TEN, AT_RANDOM = "one in ten", "at random"
PACKAGE = Path(poker_table.__file__).parent
SCRIPTS = PACKAGE / "lesson" / "drawing.js", PACKAGE / "practice" / "practice.js"
STUDENTS = Path(__file__).with_name("practice") / "students.js"
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="no node: nobody practises with practice.js")


@cache
def pool_data(seed: int) -> dict[str, Any]:
    """Return the data of the page for a seed, as the script reads it."""
    return json.loads(json.dumps(practice_data(seed, question_pool(seed))))


def practised(students: Sequence[dict[str, Any]], seeds: Sequence[int] = (1,)) -> list[Any]:
    """Return the state after the practice of each student; students.js says what a student is."""
    given = json.dumps({"pools": [pool_data(seed) for seed in seeds], "students": [*students]})
    command = [str(NODE), str(STUDENTS), *map(str, SCRIPTS)]
    done = subprocess.run(command, input=given, text=True, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)
