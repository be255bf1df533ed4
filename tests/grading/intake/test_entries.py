"""Batches: plain folders, downloads from three platforms, any language, class lists."""

import shutil
import zipfile
from errno import ENOSPC
from pathlib import Path
from unicodedata import normalize

import pytest
from program import error_of, put

from poker_table.grading.errors import MarkerError
from poker_table.grading.intake.archives import unpacked
from poker_table.grading.intake.entries import Entry, entries_in, with_unique_names
from poker_table.grading.intake.languages import LANGUAGES, commands_for

ALONE = "left alone: it is no program, no folder and no archive"


def written(folder: Path, *files: str, text: str = "") -> Path:
    for name in files:
        put(folder / name, text or f"# {name}")
    return folder


def as_zip(folder: Path) -> Path:
    return Path(shutil.make_archive(str(folder), "zip", folder.parent, folder.name))


def intake(batch: Path, tmp_path: Path) -> tuple[list[Entry], list[str]]:
    unpacked = tmp_path / f"unpacked-{batch.name}"
    unpacked.mkdir()
    return entries_in(str(batch), str(unpacked), {*LANGUAGES, ".js"})


def files_of(entry: Entry) -> list[str]:
    path = Path(entry.path)
    return sorted(str(p.relative_to(path)) for p in path.rglob("*") if p.is_file())


def test_a_plain_folder(tmp_path):
    batch = written(tmp_path / "batch", "ann.py", "ben.CPP", "cy.zip", "dan/x", "eve.js", ".hidden")
    written(batch, "README.txt", "roster.csv", "Poker\n.pdf", "__MACOSX/x.py", "PokerEval")
    entries, alone = intake(batch, tmp_path)
    assert [(entry.name, entry.path) for entry in entries] == [
        (name, str(batch / name)) for name in ("ann.py", "ben.CPP", "cy.zip", "dan", "eve.js")
    ]
    strays = "Poker\\n.pdf", "PokerEval", "README.txt", "__MACOSX", "roster.csv"
    assert alone == [f"{name}: {ALONE}" for name in strays]


def test_a_folders_name_has_no_suffix_and_an_archives_may_have_two(tmp_path):
    names = {
        "ann.smith/a.py": "ann.smith", "bob@uni.edu/b.py": "bob@uni.edu", "cy.tar.gz": "cy",
        "dan.lee.ZIP": "dan.lee", "eve.x.py": "eve.x",
    }  # fmt: skip
    entries, _ = intake(written(tmp_path / "batch", *names), tmp_path)
    assert [entry.display_name for entry in entries] == [*names.values()]
    assert [entry.known_as for entry in entries] == [(name,) for name in names.values()]


def test_an_empty_batch(tmp_path):
    written(tmp_path / "batch", ".hidden")
    said = error_of(MarkerError, entries_in, str(tmp_path / "batch"), str(tmp_path), LANGUAGES)
    assert said == f"{tmp_path / 'batch'}: expected submissions, got an empty folder"


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (["ann.hs", "ben.hs"], ["ann.hs", "ben.hs"]),  # an unknown language
        # names that only resemble those of Canvas, and two that are shown alike
        (["hw_1_2_a.py", "hw_1_3_a.py", "ann.py"], ["ann.py", "hw_1_2_a.py", "hw_1_3_a.py"]),
        (["a\x1b.py", "a\\x1b.py"], [r"a\x1b.py", r"a\\x1b.py"]),
    ],
)
def test_names_of_programs(files, names, tmp_path):
    entries, alone = intake(written(tmp_path / "batch", *files), tmp_path)
    assert ([entry.name for entry in entries], alone) == (names, [])


def test_a_download_that_cannot_be_unpacked(tmp_path):
    with pytest.raises(MarkerError, match=r"^batch\.zip: cannot be unpacked as a zip or tar: "):
        intake(written(tmp_path, "batch.zip") / "batch.zip", tmp_path)


MOODLE = "Ann Lee_657737_assignsubmission_", "Bob de Vries_657738_assignsubmission_"


@pytest.mark.parametrize("end", ["file_", "file"])
@pytest.mark.parametrize("top", ["CS-Poker-1234", "."])
def test_moodles_download(end, top, tmp_path):
    ann, bob = (name + end for name in MOODLE)
    batch = written(tmp_path / "m" / top, f"{ann}/hand.py", f"{bob}/main.cpp", f"{bob}/hand.h")
    written(batch, f"{MOODLE[0]}onlinetext_/onlinetext.html", "Cy_7_assignsubmission_onlinetext_/o")
    for source in batch, as_zip(batch):
        entries, alone = intake(source, tmp_path)
        assert [(e.name, e.student, e.known_as) for e in entries] == [
            (ann, "Ann Lee", ("Participant 657737",)),
            (bob, "Bob de Vries", ("Participant 657738",)),
            ("Cy_7_assignsubmission_onlinetext_", "Cy", ("Participant 7",)),
        ]
        files = [files_of(entry) for entry in entries]
        assert files == [["hand.py"], ["hand.h", "main.cpp"], ["o"]]
        assert alone == [f"{MOODLE[0]}onlinetext_: left alone: typed in beside files"]


def test_moodles_download_of_one_student_or_without_folders(tmp_path):
    one = written(tmp_path / "one", f"{MOODLE[0]}file_/mine.py")
    ((entry,), _) = intake(as_zip(one / f"{MOODLE[0]}file_"), tmp_path)
    assert (entry.student, files_of(entry)) == ("Ann Lee", ["mine.py"])
    flat = written(tmp_path / "flat", *(f"{MOODLE[0]}file_{name}" for name in ("a_1.py", "b.py")))
    ((entry,), _) = intake(flat, tmp_path)
    assert (entry.name, entry.student) == (f"{MOODLE[0]}file_", "Ann Lee")
    assert files_of(entry) == ["a_1.py", "b.py"]


def test_a_file_name_cannot_impersonate_another_student(tmp_path):
    ann, bob = (f"{name}file_" for name in MOODLE)
    flat = written(tmp_path / "flat", f"{ann}x_657738_assignsubmission_file_m.py", f"{bob}m.py")
    entries, alone = intake(flat, tmp_path)
    assert ([entry.student for entry in entries], alone) == (["Ann Lee", "Bob de Vries"], [])


def test_a_students_name_cannot_impersonate_another_student(tmp_path):
    names = "Eve_7_assignsubmission_file__8_assignsubmission_file_", "Bob_7_assignsubmission_file_"
    entries, _ = intake(written(tmp_path / "in", *(f"{name}/m.py" for name in names)), tmp_path)
    assert [entry.known_as for entry in entries] == [("Participant 7",), ("Participant 8",)]


def test_a_long_name(tmp_path):
    long = written(tmp_path / "long", "\x1b" * 200 + "_7_assignsubmission_file_m.py")
    ((entry,), _) = intake(long, tmp_path)
    assert files_of(entry) == ["m.py"]


def test_canvas_download(tmp_path):
    batch = written(
        tmp_path / "submissions",
        "leeann_340934_208490284_Poker.java",
        "leeann_340934_208490285_My_Hand.java",
        "smithbob_LATE_340935_208490286_mine.py",
        "smithbob_340935_208490290_mine-2.py",
        "smithbob_340935_208490288_mine-1.py",
        "notes.txt",
    )
    for source in batch, as_zip(batch):
        entries, alone = intake(source, tmp_path)
        assert [(e.name, e.student, e.known_as, e.late) for e in entries] == [
            ("leeann_340934", "leeann", ("340934",), 0),
            ("smithbob_340935", "smithbob", ("340935",), 0),
        ]
        files = [files_of(entry) for entry in entries]
        assert files == [["My_Hand.java", "Poker.java"], ["mine.py"]]
        assert (Path(entries[1].path) / "mine.py").read_text().endswith("mine-2.py")
        assert alone[0] == f"notes.txt: {ALONE}"
        told = [line.partition(": ")[2] for line in alone[1:]]
        assert told == ["left alone: a later try replaces it"] * 2


@pytest.mark.parametrize("platform", ["{0}_{1}_4{1}_", "{0}_{1}_assignsubmission_file_"])
def test_headers_and_data_go_with_the_programs_of_their_student(platform, tmp_path):
    ann, bob, cy = (platform.format(name, n) for n, name in enumerate(("ann", "bob", "cy")))
    files = f"{ann}main.cpp", f"{ann}hand.h", f"{ann}Makefile", f"{bob}a.zip", f"{bob}b.pdf"
    strays = [f"{bob}b.pdf", f"{cy}notes.txt", "d.txt"]
    entries, alone = intake(written(tmp_path / "b", *files, *strays), tmp_path)
    assert [files_of(entry) for entry in entries] == [["Makefile", "hand.h", "main.cpp"], ["a.zip"]]
    assert alone == [f"{name}: {ALONE}" for name in strays]


def test_a_line_break_in_one_file_name_costs_nobody_the_others_numbers(tmp_path):
    batch = written(tmp_path / "b", "leeann_34_1_a.py", "eve_35_2_a\nb.py")
    assert [entry.known_as for entry in intake(batch, tmp_path)[0]] == [("35",), ("34",)]


def test_without_room_for_a_students_files_no_part_of_them_is_marked(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("poker_table.grading.intake.entries.copy_file", full)
    said = error_of(MarkerError, intake, written(tmp_path / "b", "a_3_1_a.py"), tmp_path)
    assert said.endswith("students/3: No space left on device")


METADATA = """\
---
submission_123456:
  :submitters:
  - :name: Ann Lee
    :sid: '00123'
    :email: ann@example.org
  :created_at: 2026-11-20 10:00:00.000000000 Z
  :score: 0.0
  :history:
  - :id: 1
    :name: nobody
submission_123457:
  :submitters:
  - :name: 'Bob O''Hara'
    :sid: "77"
    :email: bob@example.org
  - :name: Cy Ray
    :sid: 78
    :email: cy@example.org
  :score:
"""


def test_gradescopes_export(tmp_path):
    batch = tmp_path / "g" / "assignment_9100_export"
    written(batch, "submission_123456/mine.py", "submission_123457/a/main.c", "submission_1/x.py")
    (batch / "submission_metadata.yml").write_text(METADATA)
    for source in batch, as_zip(batch):
        entries, alone = intake(source, tmp_path)
        assert [(e.name, e.student, e.known_as) for e in entries] == [
            ("submission_1", "", ("submission_1",)),
            ("submission_123456", "Ann Lee", ("00123", "ann@example.org")),
            ("submission_123457", "Bob O'Hara, Cy Ray",
             ("77", "bob@example.org", "78", "cy@example.org")),
        ]  # fmt: skip
        assert [files_of(entry) for entry in entries] == [["x.py"], ["mine.py"], ["a/main.c"]]
        assert alone == []


def test_a_name_of_several_lines_is_nobody_elses_number(tmp_path):
    batch = written(tmp_path / "export", "submission_123456/mine.py")
    name = "|-\n      Ann\n      :sid: 77\n      :email: bob@example.org"
    (batch / "submission_metadata.yml").write_text(METADATA.replace("Ann Lee", name))
    ((entry,), _) = intake(batch, tmp_path)
    assert entry.known_as == ("00123", "ann@example.org")


@pytest.mark.parametrize(
    "text", [METADATA.removesuffix("\n  :score:\n"), METADATA.replace("\n", "\r\n")]
)
def test_line_endings_of_gradescopes_metadata(text, tmp_path):
    batch = tmp_path / "export"
    written(batch, "submission_123456/mine.py", "submission_123457/a/main.c")
    (batch / "submission_metadata.yml").write_bytes(text.encode())
    entries, _ = intake(batch, tmp_path)
    assert [entry.student for entry in entries] == ["Ann Lee", "Bob O'Hara, Cy Ray"]
    assert [len(entry.known_as) for entry in entries] == [2, 4]


def test_a_name_that_macos_composes_is_the_same_submission():
    for form in "NFC", "NFD":
        (entry,) = with_unique_names(
            [Entry(normalize(form, "zoë.py"), "x", normalize(form, "Zoë"))]
        )
        assert (entry.name, entry.student) == ("zoë.py", "Zoë")
    both = with_unique_names([Entry(normalize(form, "zoë.py"), "x") for form in ("NFC", "NFD")])
    assert len({entry.name for entry in both}) == 2


def test_students_with_the_same_name_get_numbers(tmp_path):
    moodle = (f"Ann Lee_{number}_assignsubmission_file_" for number in (1, 2))
    for name in moodle:
        (tmp_path / "in" / name).mkdir(parents=True)
    written(tmp_path / "in", "ann.c", "ann.py")
    (tmp_path / "in" / "Ann Lee (Participant 1)_3_assignsubmission_file_").mkdir()
    (tmp_path / "in" / "B\x1b_4_assignsubmission_file_").mkdir()
    entries, _ = intake(tmp_path / "in", tmp_path)
    assert [entry.display_name for entry in entries] == [
        r"Ann Lee (Participant 1) (Participant 3)",
        "Ann Lee (Participant 1)", "Ann Lee (Participant 2)", r"B\x1b",
        "ann (ann.c)", "ann (ann.py)",
    ]  # fmt: skip


def test_an_archive_in_a_platforms_folder_is_unpacked(tmp_path):
    batch = tmp_path / "submissions"
    batch.mkdir()
    with zipfile.ZipFile(batch / "leeann_340934_208490284_Poker.zip", "w") as archive:
        archive.writestr("Poker/main.py", "")
    ((entry,), _) = intake(batch, tmp_path)
    with unpacked(entry.path) as where:
        assert commands_for(where, LANGUAGES) == (["python3", "main.py"], "", ())
