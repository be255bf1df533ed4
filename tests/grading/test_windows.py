"""Programs of a course on Windows: what keeps them from compiling is said, and the docs help."""

import shutil
from pathlib import Path

import pytest
from program import TESTS, put, run

PROGRAM = """#include "StdAfx.h"
#include <Windows.h>
int _tmain(int argc, _TCHAR* argv[]) {
    SetConsoleTextAttribute(GetStdHandle(STD_OUTPUT_HANDLE), 12);
    Sleep(1);
    puts("Player 1");
    return 0;
}
"""


@pytest.mark.skipif(not shutil.which("g++"), reason="there is no g++")
def test_windows_headers_are_explained_and_the_docs_supply_them(tmp_path: Path):
    put(tmp_path / "in" / "ann.cpp", PROGRAM)
    put(tmp_path / "in" / "ben.cpp", "void main() {}")
    words = "grade", "--batch", str(tmp_path / "in"), "--sandbox", "none", "--random", "0"
    out = run(*words)[1]
    missing = "fatal error: StdAfx.h: No such file or directory: only Windows has that header"
    assert f"{missing}: docs/class.md has a compile that supplies it" in out
    assert "only Windows's compiler accepts void main: it must be int main" in out
    docs = (TESTS.parent / "docs" / "class.md").read_text()
    (toml,) = (text for text in docs.split("```") if "StdAfx" in text)
    (tmp_path / "grade.toml").write_text(toml.removeprefix("toml\n"))
    out = run(*words, "--languages", str(tmp_path / "grade.toml"))[1]
    assert "fatal error" not in out
    assert "ann.cpp  not compiled" not in out
    assert "must be int main" in out
