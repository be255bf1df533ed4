"""What makes submissions, and supervisors of a test's own."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from poker_table.grading.running import supervisor_pool
from poker_table.grading.running.submission import Submission, submission_from_folder


@pytest.fixture(autouse=True)
def _supervisors_of_its_own(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let no test use a supervisor that another one has started: it may start them otherwise."""
    monkeypatch.setattr(supervisor_pool, "_idle", [])
    yield
    supervisor_pool.end_idle()


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
