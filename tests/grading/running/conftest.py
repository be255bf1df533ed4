"""What makes submissions."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from poker_table.grading.running.submission import Submission, submission_from_folder


@pytest.fixture
def submitted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Submission]:
    """Return what makes a submission of a file with this text, or of a folder of files."""
    monkeypatch.chdir(tmp_path)

    def submit(
        command: Sequence[str], files: str | dict[str, str], compiler: str = "", name: str = "ann"
    ) -> Submission:
        whole = (
            {name: files} if isinstance(files, str) else {f"{name}/{f}": files[f] for f in files}
        )
        for path, text in whole.items():
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(text)
        copies = tmp_path / f"copies of {name}"
        copies.mkdir()
        return submission_from_folder(str(tmp_path / name), command, compiler, str(copies), "none")

    return submit
