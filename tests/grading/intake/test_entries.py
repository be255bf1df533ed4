"""Batches: plain folders, downloads from three platforms, any language, class lists."""

from __future__ import annotations

import csv
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from unicodedata import normalize

import pytest
from program import PYTHON, STUDENTS, run

from poker_table.files.errors import FileError
from poker_table.grading.errors import MarkerError
from poker_table.grading.intake.archives import unpacked
from poker_table.grading.intake.entries import Entry, entries_in, with_unique_names
from poker_table.grading.intake.languages import (
    LANGUAGES,
    commands_for,
    read_languages,
)
from poker_table.grading.intake.late import UNKNOWN_DELAY
from poker_table.grading.intake.rosters import COMMENT, MARK, Roster

ALONE = "left alone: it is no program, no folder and no archive"


def written(folder: Path, *files: str) -> Path:
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"# {name}")
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


def test_an_empty_batch(tmp_path):
    (tmp_path / "batch").mkdir()
    with pytest.raises(MarkerError) as caught:
        entries_in(str(tmp_path / "batch"), str(tmp_path), LANGUAGES)
    assert str(caught.value) == f"{tmp_path / 'batch'}: expected submissions, got an empty folder"


def test_programs_in_an_unknown_language(tmp_path):
    entries, alone = intake(written(tmp_path / "batch", "ann.hs", "ben.hs"), tmp_path)
    assert [entry.name for entry in entries] == ["ann.hs", "ben.hs"]
    assert alone == []


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
        assert [files_of(entry) for entry in entries] == [
            ["hand.py"],
            ["hand.h", "main.cpp"],
            ["o"],
        ]
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


def test_long_names_and_names_that_are_shown_alike(tmp_path):
    alike = written(tmp_path / "alike", "a\x1b.py", "a\\x1b.py")
    assert [entry.name for entry in intake(alike, tmp_path)[0]] == [r"a\x1b.py", r"a\\x1b.py"]
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
        assert [files_of(entry) for entry in entries] == [
            ["My_Hand.java", "Poker.java"],
            ["mine.py"],
        ]
        assert (Path(entries[1].path) / "mine.py").read_text().endswith("mine-2.py")
        assert alone[0] == f"notes.txt: {ALONE}"
        assert {line.partition(": ")[2] for line in alone[1:]} == {
            "left alone: a later try replaces it"
        }
        assert len(alone) == 3


def test_late_submissions_in_canvas(tmp_path):
    batch = written(tmp_path / "submissions", "leeann_LATE_340934_208490284_mine.py")
    ((entry,), _) = intake(batch, tmp_path)
    assert (entry.student, entry.late, entry.facts) == (
        "leeann",
        UNKNOWN_DELAY,
        {"student": "leeann", "late": "yes"},
    )


def test_names_that_only_resemble_canvas(tmp_path):
    entries, _ = intake(written(tmp_path / "b", "hw_1_2_a.py", "hw_1_3_a.py", "ann.py"), tmp_path)
    assert [entry.name for entry in entries] == ["ann.py", "hw_1_2_a.py", "hw_1_3_a.py"]


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
            (
                "submission_123457",
                "Bob O'Hara, Cy Ray",
                ("77", "bob@example.org", "78", "cy@example.org"),
            ),
        ]
        assert [files_of(entry) for entry in entries] == [["x.py"], ["mine.py"], ["a/main.c"]]
        assert alone == []


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


@pytest.mark.parametrize(
    ("files", "command", "compiler"),
    [
        ({"mine.py": ""}, ["python3", "mine.py"], ""),
        ({"a.py": "def main():", "b.py": "", "notes.md": ""}, ["python3", "a.py"], ""),
        ({"main.py": "", "b.py": "if __name__ == 1:"}, ["python3", "main.py"], ""),
        (
            {"src/my main.py": "", "__MACOSX/x.py": "", ".x.py": ""},
            ["python3", "src/my main.py"],
            "",
        ),
        ({"-2.py": ""}, ["python3", "./-2.py"], ""),
        ({"x.py": "", "own/pyvenv.cfg": "", "own/y.py": ""}, ["python3", "x.py"], ""),
        (
            {"a b.cpp": "", "main.cpp": "int main() {}", "h.h": "", "plot.py": ""},
            ["./submission.out"],
            "g++ -std=c++17 -O1 -g1 -o submission.out 'a b.cpp' main.cpp",
        ),
        ({"P.c": "int main(void)"}, ["./submission.out"], "gcc -O1 -g1 -o submission.out P.c -lm"),
        (
            {"p/Card.java": "", "p/Go.java": "package p;\nclass Go { static void main("},
            ["java", "p.Go"],
            "javac -d . p/Card.java p/Go.java",
        ),
    ],
)
def test_commands_that_compile_and_run(files, command, compiler, tmp_path):
    for name, text in files.items():
        (written(tmp_path / "ann", name) / name).write_text(text)
    assert commands_for(str(tmp_path / "ann"), LANGUAGES) == (command, compiler, ())


MAIN = "int main(int argc, char *argv[])\n{\n  return 0;\n}\n"


@pytest.mark.parametrize(
    ("files", "left_out"),
    [
        ({"Poker.cpp": MAIN, "Hand.cpp": "int f();"}, ()),
        ({"Poker.cpp": MAIN, "TestHand.cpp": MAIN, "Hand.cpp": ""}, ("TestHand.cpp",)),
        ({"main.cpp": MAIN, "try it.cpp": "auto main() -> int {}"}, ("try it.cpp",)),
        ({"main.c": MAIN, "old.c": "main()\n{"}, ("old.c",)),
        ({"P.cpp": MAIN, "Hand.cpp": f"#ifdef TRY\n# if 1\n# endif\n{MAIN}#endif"}, ()),
        ({"P.cpp": MAIN, "Hand.cpp": f'/*\n{MAIN}*/ // {{\nchar *c = "\\\n{MAIN}";'}, ()),
        ({"P.cpp": MAIN, "test.cpp": f"char c = '\"'; // /*\n{MAIN}"}, ("test.cpp",)),
        ({"P.cpp": MAIN, "Hand.cpp": "int main();\nint mains() {}\nint x = main() + f() {"}, ()),
        ({"P.cpp": MAIN, "test.py": "def main(): pass"}, None),
    ],
)
def test_a_file_with_a_second_main_is_left_out(files, left_out, tmp_path):
    for name, text in files.items():
        (written(tmp_path / "ann", name) / name).write_text(text)
    if left_out is None:
        with pytest.raises(MarkerError, match="expected a program in one language"):
            commands_for(str(tmp_path / "ann"), LANGUAGES)
        return
    commands = commands_for(str(tmp_path / "ann"), LANGUAGES)
    words = shlex.split(commands.compiler)
    assert commands.left_out == left_out
    assert {*files} - {*words} == {*left_out}


def test_of_two_programs_nobody_can_say_which_one_counts(tmp_path):
    for name in "a.cpp", "b.cpp":
        (written(tmp_path / "ann", name) / name).write_text(MAIN)
    with pytest.raises(MarkerError) as caught:
        commands_for(str(tmp_path / "ann"), LANGUAGES)
    assert str(caught.value) == "expected main in one file, got it in a.cpp, b.cpp"


@pytest.mark.parametrize("text", ["main(", "int ", "/*", '"\\', "'\\", "#if\n", "int\n", "//"])
def test_hostile_code_is_searched_for_main_in_no_time(text, tmp_path):
    """A pattern that starts over at every place would take an hour."""
    (tmp_path / "a.cpp").write_text(text * (2**20 // len(text)))
    assert commands_for(str(tmp_path), LANGUAGES).left_out == ()


def test_a_program_of_blank_lines_is_searched_quickly(tmp_path):
    """A regular expression that starts over on every line would take an hour."""
    (tmp_path / "A.java").write_text("\n" * 2**20)
    assert commands_for(str(tmp_path), LANGUAGES)[0] == ["java", "A"]


def test_a_single_file(tmp_path):
    for name, argument in ("ann.py", "ann.py"), ("-2.py", "./-2.py"):
        written(tmp_path, name)
        assert commands_for(str(tmp_path / name), LANGUAGES) == (["python3", argument], "", ())


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ([], "expected a program, got nothing"),
        (["notes.md"], "expected a program, got notes.md"),
        (["a.py", "b.py"], "expected one .py file, or one with main in it, got a.py, b.py"),
        (["a.c", "b.py"], "expected a program in one language, got a.c, b.py"),
    ],
)
def test_submissions_without_exactly_one_program(files, message, tmp_path):
    written(tmp_path / "ann", *files, ".x")
    with pytest.raises(MarkerError) as caught:
        commands_for(str(tmp_path / "ann"), LANGUAGES)
    assert str(caught.value) == message


@pytest.mark.parametrize("kind", ["pipe", "a link to nothing"])
def test_a_pipe_or_dangling_link_is_not_opened(kind, tmp_path):
    path = tmp_path / "ann.py"
    os.mkfifo(path) if kind == "pipe" else path.symlink_to("nothing")
    told = "from poker_table.grading.intake.languages import LANGUAGES, commands_for as c"
    words = [sys.executable, "-c", f"{told}; c({str(path)!r}, LANGUAGES)"]
    said = subprocess.run(words, capture_output=True, text=True, check=False, timeout=20).stderr
    assert said.endswith("MarkerError: expected a program, got nothing\n")


def test_a_link_to_a_folder_is_not_followed(tmp_path):
    written(tmp_path / "private", "marks.py")
    batch = written(tmp_path / "batch", "ann.py")
    (batch / "bob").symlink_to(tmp_path / "private")
    entries, messages = intake(batch, tmp_path)
    assert [entry.name for entry in entries] == ["ann.py"]
    assert messages == ["bob: left alone: it is a link to a folder"]


def test_a_language_defined_by_the_marker(tmp_path):
    file = tmp_path / "grade.toml"
    file.write_text(
        "[js]\nrun = 'node {file} --in {deck}'\n[py]\nrun='pypy {file}'\ncompile='x {file}'"
    )
    languages = read_languages(str(file))
    written(tmp_path, "ann's.js", "b.py")
    assert commands_for(str(tmp_path / "ann's.js"), languages) == (
        ["node", "ann's.js", "--in", "{deck}"],
        "",
        (),
    )
    assert commands_for(str(tmp_path / "b.py"), languages)[1] == "x b.py"
    assert languages[".c"] == LANGUAGES[".c"]


EXPECTED = "expected run = 'COMMAND', and compile = 'COMMAND' if it is compiled"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[js]\nrun = 1", f"[js]: {EXPECTED}"),
        ("[js]\ncompile = 'x'", f"[js]: {EXPECTED}"),
        ("[js]\nrun = 'x'\nfile = 'x'", f"[js]: {EXPECTED}"),
        ("js = 1", f"[js]: {EXPECTED}"),
        ('[js]\nrun = "node \'x"', "[js]: expected a command, got 'node 'x'"),
    ],
)
def test_invalid_languages(text, message, tmp_path):
    (tmp_path / "grade.toml").write_text(text)
    with pytest.raises(MarkerError) as caught:
        read_languages(str(tmp_path / "grade.toml"))
    assert str(caught.value) == f"{tmp_path / 'grade.toml'}: {message}"


NO_LIST = "expected a CSV file with a row for each student and a column such as Name, ID or Email"
SHORT = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\r\n"
    'Participant 657737,"Lee, ""Ann""",a@x.org,Submitted for grading,,25.00,Yes,-,-,\r\n'
    'Participant 657738,Bob de Vries,b@x.org,No submission,,25.00,Yes,-,-,"two\r\nlines"\r\n'
)
LONG = (
    "Identifier,Full name,ID number,Email address,Status,Group,Marker,Grade,Maximum grade,"
    "Marking workflow state,Grade can be changed,Last modified (submission),Online text,"
    "Last modified (grade),Feedback comments\n"
    'Participant 657737,Ann Lee,s1,a@x.org,Submitted,,,"",25.00,Not marked,Yes,-,,-,\n'
    "Participant 657738,Bob de Vries,s2,b@x.org,No submission,,,,25.00,Not marked,Yes,-,,-,"
)
CANVAS = (
    '\ufeff"Student",'
    "ID,SIS User ID,SIS Login ID,Section,Poker (12345),Current Score\r\n"
    ",,,,,Manual Posting,(read only)\r\n"
    "    Points Possible,,,,,25.00,\r\n"
    '"Lee, Ann",340934,s1,ann,CS 1,,\r\n"de Vries, Bob",340935,s2,bob,CS 1,,\r\n'
)
GRADESCOPE = "First Name,Last Name,SID,Email\nAnn,Lee,00123,ann@x.org\nBob,de Vries,7,bob@x.org\n"
SEMICOLONS = "Name;Grade\nAnn Lee;\nBob de Vries;\n"
MARKED = {
    SHORT: SHORT.replace("grading,,", "grading,22.5,"),
    LONG: LONG.replace('""', '"22.5"'),
    CANVAS: CANVAS.replace("ann,CS 1,,", "ann,CS 1,22.5,"),
    GRADESCOPE: "First Name,Last Name,SID,Email,Grade\nAnn,Lee,00123,ann@x.org,22.5\n"
    "Bob,de Vries,7,bob@x.org,\n",
    SEMICOLONS: "Name;Grade\nAnn Lee;22.5\nBob de Vries;\n",
}
ENTRIES = {
    SHORT: Entry("x", "x", "Ann Lee", ("Participant 657737",)),
    LONG: Entry("x", "x", "Anne", ("Participant 657737",)),
    CANVAS: Entry("x", "x", "leeann", ("340934",)),
    GRADESCOPE: Entry("x", "x", "Ann", ("00123",)),
    SEMICOLONS: Entry("lee_ann.zip", "x", "", ("lee_ann",)),
}


@pytest.mark.parametrize("text", MARKED, ids="moodle moodle2 canvas gradescope plain".split())
def test_a_class_list_is_filled_with_marks_and_otherwise_identical(text, tmp_path):
    (tmp_path / "names.csv").write_bytes(text.encode())
    entry, stranger = ENTRIES[text], Entry("eve.py", "eve.py", "", ("eve",))
    roster = Roster(str(tmp_path / "names.csv"), [entry, stranger])
    assert [*roster.name_of_row.values()] == [entry.name]
    told = f"eve.py: has no row of its own in {tmp_path / 'names.csv'}"
    assert roster.unlisted == [told]
    (bob,) = roster.missing
    assert sorted(bob.replace(",", "").split()) == ["Bob", "Vries", "de"]
    marks = {entry.name: "22.5", "eve.py": "1"}
    assert roster.filled({MARK: marks}) == MARKED[text].encode()
    if text is not GRADESCOPE:
        assert roster.filled({}) == text.encode()


def test_a_class_list_in_windows_encoding(tmp_path):
    data = "Name;Mark\r\nJos\xe9 Ruiz;\r\n".encode("latin-1")
    (tmp_path / "names.csv").write_bytes(data)
    entry = Entry("jos\xe9_ruiz.py", "x", "", ("jos\xe9_ruiz",))
    marked = Roster(str(tmp_path / "names.csv"), [entry]).filled({MARK: {entry.name: "3"}})
    assert marked == data.replace(b"Ruiz;", b"Ruiz;3")


def test_a_name_that_is_not_unique_matches_nobody(tmp_path):
    (tmp_path / "names.csv").write_text("Name,ID\nAnn Lee,1\nAnn Lee,2\nBob,3\n")

    def roster(*entries: Entry) -> Roster:
        return Roster(str(tmp_path / "names.csv"), entries)

    assert roster(Entry("Ann Lee", "x"), Entry("bob.py", "x"), Entry("Bob", "x")).name_of_row == {}
    assert roster(Entry("Ann Lee", "x", "", ("2",)), Entry("bob.py", "x")).name_of_row == {
        2: "Ann Lee",
        3: "bob.py",
    }
    assert roster(Entry("x", "x", "Ann Lee, Bob", ("1", "3"))).missing == ["Ann Lee"]
    twice = roster(Entry("3.py", "x", "", ("3",)), Entry("3.zip", "x", "", ("3",)))
    assert twice.missing == ["Ann Lee (1)", "Ann Lee (2)", "Bob"]
    assert [message.partition(":")[0] for message in twice.unlisted] == ["3.py", "3.zip"]


def matched(tmp_path: Path, text: str, *entries: Entry) -> dict[int, str]:
    (tmp_path / "names.csv").write_text(text, "utf-8")
    return Roster(str(tmp_path / "names.csv"), entries).name_of_row


def plain(*names: str) -> list[Entry]:
    return [Entry(f"{name}.py", "x", "", (name,)) for name in names]


def test_like_is_compared_with_like(tmp_path):
    logins = "Name,Username,Email\nAnn,ann,a@x.org\nBob,bob,ann@x.org\n"
    assert matched(tmp_path, logins, *plain("ann")) == {1: "ann.py"}
    assert matched(tmp_path, logins, *plain("ann@x.org")) == {2: "ann@x.org.py"}
    numbers = "Name,SID,Email\nAnn,4711,a@x.org\nBob,4712,b@x.org\n"
    named_like_a_number = Entry("s1", "x", "4711", ("4712", "b@x.org"))
    assert matched(tmp_path, numbers, named_like_a_number) == {2: "s1"}
    assert matched(tmp_path, "SID\n4711\n4712\n", named_like_a_number) == {2: "s1"}
    assert matched(tmp_path, "SID\n4711\n", named_like_a_number) == {}


def test_what_is_written_in_the_same_way_comes_first(tmp_path):
    assert matched(tmp_path, "ID\nab\n", *plain("Ab", "ab")) == {1: "ab.py"}
    assert matched(tmp_path, "ID\nab\n", *plain("Ab")) == {1: "Ab.py"}
    assert matched(tmp_path, "ID\nab\nAB\n", *plain("Ab", "AB")) == {2: "AB.py"}
    assert matched(tmp_path, "ID\nab\nAB\n", *plain("Ab")) == {}
    assert matched(tmp_path, "Name\nAnn Lee\n", *plain("lee_ann", "Lee Ann")) == {}  # names


def test_an_umlaut_is_one_letter_or_two(tmp_path):
    for form in "NFC", "NFD":
        for text in "Name\nZoë Ürün\n", "ID\nZoë Ürün\n":
            list_ = normalize(form, text)
            for other in "NFC", "NFD":
                (entry,) = plain(normalize(other, "zoë ürün"))
                assert matched(tmp_path, list_, entry) == {1: entry.name}


def test_a_name_that_macos_composes_is_the_same_submission():
    for form in "NFC", "NFD":
        (entry,) = with_unique_names(
            [Entry(normalize(form, "zoë.py"), "x", normalize(form, "Zoë"))]
        )
        assert (entry.name, entry.student) == ("zoë.py", "Zoë")
    both = with_unique_names([Entry(normalize(form, "zoë.py"), "x") for form in ("NFC", "NFD")])
    assert len({entry.name for entry in both}) == 2


def test_what_fits_several_rows_gets_none(tmp_path):
    twice = "Name,ID,Username\nAnn,1,7\nBob,7,2\nCy,3,3\n"
    assert matched(tmp_path, twice, *plain("7", "3")) == {3: "3.py"}
    assert matched(tmp_path, twice, Entry("x", "x", "Ann", ("7",))) == {}
    two = Entry("x", "x", "", ("1",)), Entry("y", "x", "", ("7",))
    assert matched(tmp_path, "Name,ID,Username\nAnn,1,7\n", *two) == {}


def test_moodles_worksheet_says_who_was_late(tmp_path):
    rows = "Participant 1,Submitted for grading - 1 day late\nParticipant 2,Submitted for grading"
    (tmp_path / "grades.csv").write_text(f"Identifier,Status\n{rows}\n")
    entries = [
        Entry(n, "x", "", (f"Participant {n}",), late=UNKNOWN_DELAY * (n == "3")) for n in "123"
    ]
    late = Roster(str(tmp_path / "grades.csv"), entries).entries
    assert [(entry.name, entry.late) for entry in late if entry.late] == [
        ("1", 86400),
        ("3", UNKNOWN_DELAY),
    ]
    assert late[0].facts == {"late": "1 day"}


def test_canvass_test_student_is_not_missing(tmp_path):
    (tmp_path / "grades.csv").write_text('Student,ID\n"Lee, Ann",1\n"Student, Test",999\n')
    assert Roster(str(tmp_path / "grades.csv"), []).missing == ["Lee, Ann"]


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (
            "",
            "",
            f"{NO_LIST}, got ''",
        ),
        (
            "a,b\n1,2\n",
            "",
            f"{NO_LIST}, got 'a,b'",
        ),
        (
            "Name,A (1),B (2)\nAnn,,\n",
            "",
            "which column is for the marks? --column 'A (1)' or 'B (2)'",
        ),
        ("Name,A (1)\nAnn,\n", "A", "--column: there is no column 'A'"),
    ],
)
def test_invalid_class_lists(text, column, message, tmp_path):
    (tmp_path / "names.csv").write_text(text)
    with pytest.raises(MarkerError) as caught:
        Roster(str(tmp_path / "names.csv"), [], column)
    assert str(caught.value) == f"{tmp_path / 'names.csv'}: {message}"


def test_a_pipe_is_no_class_list(tmp_path):
    os.mkfifo(tmp_path / "names.csv")
    with pytest.raises(FileError, match="expected a file, got a pipe or a device"):
        Roster(str(tmp_path / "names.csv"), [])


def test_the_requested_column(tmp_path):
    (tmp_path / "names.csv").write_text("Name,A (1),B (2)\nAnn,1,\n")
    roster = Roster(str(tmp_path / "names.csv"), [Entry("ann", "x")], "B (2)")
    marked = roster.filled({MARK: {"ann": "3"}})
    assert list(csv.reader(marked.decode().splitlines()))[1] == ["Ann", "1", "3"]


def test_a_comment_in_a_class_list_is_no_formula(tmp_path):
    (tmp_path / "names.csv").write_text("Name,Grade,Feedback comments\nAnn,,\n")
    roster = Roster(str(tmp_path / "names.csv"), [Entry("ann", "x")])
    marked = roster.filled({MARK: {"ann": "-3"}, COMMENT: {"ann": "It says ;=1+1"}})
    assert marked.splitlines()[1] == b"Ann,-3,It says ;'=1+1"


def test_students_with_the_same_name_get_numbers(tmp_path):
    names = (
        "Ann Lee_1_assignsubmission_file_",
        "Ann Lee_2_assignsubmission_file_",
        "ann.c",
        "ann.py",
    )
    for name in names:
        (tmp_path / "in" / name).mkdir(parents=True)
    entries, _ = intake(tmp_path / "in", tmp_path)
    assert [entry.display_name for entry in entries] == [
        "Ann Lee (Participant 1)", "Ann Lee (Participant 2)", "ann (ann.c)", "ann (ann.py)",
    ]  # fmt: skip


def test_an_archive_in_a_platforms_folder_is_unpacked(tmp_path):
    batch = tmp_path / "submissions"
    batch.mkdir()
    with zipfile.ZipFile(batch / "leeann_340934_208490284_Poker.zip", "w") as archive:
        archive.writestr("Poker/main.py", "")
    ((entry,), _) = intake(batch, tmp_path)
    with unpacked(entry.path) as where:
        assert commands_for(where, LANGUAGES) == (["python3", "main.py"], "", ())


def grade(*argv: str) -> tuple[int, str, str]:
    return run("grade", "--random", "0", "--sandbox", "none", *argv)


def test_from_a_download_to_the_class_list(tmp_path):
    """No program can be run; the page says why, and who is missing or late."""
    batch = written(tmp_path / "s", "leeann_LATE_340934_2000_a.py", "leeann_LATE_340934_2001_b.py")
    written(batch, "smithbob_340935_2002_work.zip", "xman_1_2003_a.c", "xman_1_2004_b.py", "R.txt")
    (tmp_path / "gradebook.csv").write_bytes(CANVAS.encode() + b'"Ray, Cy",340936,s3,c,CS 1,,')
    into = tmp_path / "results"
    command = "--batch", str(as_zip(batch)), "--into", str(into)
    code, out, err = grade(*command, "--roster", str(tmp_path / "gradebook.csv"))
    assert code == 3
    assert [" ".join(line.split()) for line in out.splitlines()[-4:]] == [
        "Lee, Ann error expected one .py file, or one with main in it, got a.py, b.py",
        "de Vries, Bob error work.zip: cannot be unpacked as a zip or tar: truncated header",
        "xman error expected a program in one language, got a.c, b.py",
        "Ray, Cy missing",
    ]
    notes = [
        f"R.txt: {ALONE}",
        f"xman_1 (xman): has no row of its own in {tmp_path / 'gradebook.csv'}",
    ]
    assert err.splitlines()[:3] == [*notes, "Ray, Cy: missing"]
    assert (into / "gradebook.csv").read_bytes() == (tmp_path / "gradebook.csv").read_bytes()
    rows = list(csv.DictReader((into / "marks.csv").read_text().splitlines()))
    assert [(row["outcome"], row["student"], row["late"]) for row in rows] == [
        ("error", "Lee, Ann", "yes"),
        ("error", "de Vries, Bob", ""),
        ("error", "xman", ""),
        ("missing", "", ""),
    ]
    assert "late: yes" in (into / "leeann_340934" / "feedback.md").read_text()
    page = (into / "class.html").read_text()
    assert all(told in page for told in ("Ray, Cy", "missing", "R.txt: left alone", ">late<"))


@pytest.mark.slow  # every deck, twice
@pytest.mark.parametrize("beside", ["rubric", "alone"])
def test_two_languages_in_one_batch(beside, tmp_path):
    batch = tmp_path / "batch"
    (batch / "ben").mkdir(parents=True)
    (batch / "ben" / "main.c").write_text('#include <stdio.h>\nint main() { puts("?"); }')
    with zipfile.ZipFile(batch / "ann.zip", "w") as archive:
        archive.write(STUDENTS / "right.py", "work/right.py")
    (tmp_path / "grade.toml").write_text(f"[py]\nrun = '{PYTHON} {{file}}'")
    (tmp_path / "points.toml").write_text("[points]\nmissing = 0\nrandom = 0\n")
    (tmp_path / "names.csv").write_text("Name,Grade\nAnn,\nBen,\n")
    how = "--languages", str(tmp_path / "grade.toml")
    if beside == "rubric":
        how = "--rubric", str(tmp_path / "points.toml")
    into = "--into", str(tmp_path / "results"), "--roster", str(tmp_path / "names.csv")
    code, out, _ = grade("--batch", str(batch), *how, *into)
    assert code == 1
    marks = {"rubric": ("22", "1 of 22"), "alone": ("25", "1 of 25")}[beside]
    assert [line.split()[1:5] for line in out.splitlines()[-2:]] == [
        ["passed", marks[0], "of", marks[0]],
        ["mistakes", *marks[1].split()],
    ]
    back = (tmp_path / "results" / "names.csv").read_text()
    assert back == f"Name,Grade\nAnn,{marks[0]}\nBen,1\n"


def test_the_name_of_a_result_file_is_no_roster():
    code, _, err = grade("--batch", "x", "--into", "r", "--roster", "a/marks.csv")
    message = "--roster: marks.csv is the name of a file that --into writes: rename yours"
    assert (code, err.splitlines()[0]) == (2, f"Error: {message}")
