"""Class lists: which row is whose, who was late, and what is written into them."""

import os
import zipfile
from pathlib import Path
from unicodedata import normalize

import pytest
from grading.intake.test_entries import ALONE, as_zip, written
from program import PYTHON, STUDENTS, error_of, rows_of, run

from poker_table.files.text import FileError
from poker_table.grading.errors import MarkerError
from poker_table.grading.intake.entries import Entry
from poker_table.grading.intake.late import UNKNOWN_DELAY, delay_in, delay_in_words
from poker_table.grading.intake.rosters import COMMENT, MARK, Roster

NO_LIST = (
    "expected a CSV file in UTF-8 (a spreadsheet saves one) with a row for each student and a"
    " column such as Name, ID or Email"
)
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
SURNAMES = "First name,Surname,Grade\nAnn,Lee,\nBob,de Vries,\n"  # Moodle 3
SEMICOLONS = "Name;Grade\nAnn Lee;\nBob de Vries;\n"
MARKED = {
    SHORT: SHORT.replace("grading,,", "grading,22.5,"),
    LONG: LONG.replace('""', '"22.5"'),
    CANVAS: CANVAS.replace("ann,CS 1,,", "ann,CS 1,22.5,"),
    GRADESCOPE: "First Name,Last Name,SID,Email,Grade\nAnn,Lee,00123,ann@x.org,22.5\n"
    "Bob,de Vries,7,bob@x.org,\n",
    SURNAMES: SURNAMES.replace("Lee,", "Lee,22.5"),
    SEMICOLONS: "Name;Grade\nAnn Lee;22.5\nBob de Vries;\n",
}
ENTRIES = {
    SHORT: Entry("x", "x", "Ann Lee", ("Participant 657737",)),
    LONG: Entry("x", "x", "Anne", ("Participant 657737",)),
    CANVAS: Entry("x", "x", "leeann", ("340934",)),
    GRADESCOPE: Entry("x", "x", "Ann", ("00123",)),
    SURNAMES: Entry("x", "x", "Ann Lee", ("Participant 1",)),
    SEMICOLONS: Entry("lee_ann.zip", "x", "", ("lee_ann",)),
}


@pytest.mark.parametrize("text", MARKED, ids="moodle moodle2 canvas gradescope old plain".split())
def test_a_class_list_is_filled_with_marks_and_otherwise_identical(text, tmp_path):
    (tmp_path / "names.csv").write_bytes(text.encode())
    entry, stranger = ENTRIES[text], Entry("eve.py", "eve.py", "", ("eve",))
    roster = Roster(str(tmp_path / "names.csv"), [entry, stranger])
    assert [*roster.name_of_row.values()] == [entry.name]
    told = (
        f"eve.py: has no row of its own in {tmp_path / 'names.csv'}: write its mark there yourself"
    )
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
    rows = roster(Entry("Ann Lee", "x", "", ("2",)), Entry("bob.py", "x")).name_of_row
    assert rows == {2: "Ann Lee", 3: "bob.py"}
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
            missing = Roster(str(tmp_path / "names.csv"), []).missing
            assert missing == [normalize("NFC", "Zoë Ürün")]  # as marks.toml has it


def test_what_fits_several_rows_gets_none(tmp_path):
    twice = "Name,ID,Username\nAnn,1,7\nBob,7,2\nCy,3,3\n"
    assert matched(tmp_path, twice, *plain("7", "3")) == {3: "3.py"}
    assert matched(tmp_path, twice, Entry("x", "x", "Ann", ("7",))) == {}
    two = Entry("x", "x", "", ("1",)), Entry("y", "x", "", ("7",))
    assert matched(tmp_path, "Name,ID,Username\nAnn,1,7\n", *two) == {}


@pytest.mark.parametrize(
    ("status", "seconds", "words"),
    [
        ("Submitted for grading - 1 day 3 hours late", 97200, "1 day 3 hours"),
        ("Submitted 2 days early, was 1 DAY, 1 min late", 86460, "1 day 1 min"),
        ("late", UNKNOWN_DELAY, "yes"),
        ("Submitted for grading - 9999999999 days late", UNKNOWN_DELAY, "yes"),
        ("1 day " * 11_000, 0, ""),  # no bound on time, but it takes a minute if it is slow
        ("1" * 65_000, 0, ""),
        ("chocolate", 0, ""),
        ("Submitted - 1 year 20 days late", 33264000, "1 year 2 weeks 6 days"),
        ("Submitted - 2 weeks late", 1209600, "2 weeks"),
    ],
)
def test_the_delay_of_a_status(status, seconds, words):
    assert delay_in(status) == seconds
    assert delay_in_words(seconds) == words


def test_moodles_worksheet_says_who_was_late(tmp_path):
    rows = "Participant 1,Submitted for grading - 1 day late\nParticipant 2,Submitted for grading"
    (tmp_path / "grades.csv").write_text(f"Identifier,Status\n{rows}\n")
    entries = [
        Entry(n, "x", "", (f"Participant {n}",), late=UNKNOWN_DELAY * (n == "3")) for n in "123"
    ]
    late = Roster(str(tmp_path / "grades.csv"), entries).entries
    found = [(entry.name, entry.late) for entry in late if entry.late]
    assert found == [("1", 86400), ("3", UNKNOWN_DELAY)]


def test_canvass_test_student_is_not_missing(tmp_path):
    (tmp_path / "grades.csv").write_text('Student,ID\n"Lee, Ann",1\n"Student, Test",999\n')
    assert Roster(str(tmp_path / "grades.csv"), []).missing == ["Lee, Ann"]


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", "", f"{NO_LIST}, got ''"),
        ("a,b\n1,2\n", "", f"{NO_LIST}, got 'a,b'"),
        ("Name,A (1),B (2)\nAnn,,\n", "",
         "which column is for the marks? --column 'A (1)' or 'B (2)'"),
        ("Name,A (1)\nAnn,\n", "A", "--column: there is no column 'A', only Name, A (1)"),
    ],
)  # fmt: skip
def test_invalid_class_lists(text, column, message, tmp_path):
    (tmp_path / "names.csv").write_text(text)
    said = error_of(MarkerError, Roster, str(tmp_path / "names.csv"), [], column)
    assert said == f"{tmp_path / 'names.csv'}: {message}"


def test_a_pipe_is_no_class_list(tmp_path):
    os.mkfifo(tmp_path / "names.csv")
    with pytest.raises(FileError, match="expected a file, got a pipe or a device"):
        Roster(str(tmp_path / "names.csv"), [])


@pytest.mark.parametrize(
    ("header", "column", "filled", "row"),
    [
        ("Name,A (1),B (2)", "B (2)", {MARK: "3"}, "ann,1,3"),
        # no cell is a formula
        ("Name,Grade,Feedback comments", "", {MARK: "-3", COMMENT: "It says ;=1+1"},
         "ann,-3,It says ;'=1+1"),
        ("Name,Grade,Feedback comments", "Feedback comments", {MARK: "3", COMMENT: "No"},
         "ann,1,3"),
    ],
)  # fmt: skip
def test_the_requested_column_and_a_comment(header, column, filled, row, tmp_path):
    (tmp_path / "names.csv").write_text(f"{header}\nann,1,\n")
    roster = Roster(str(tmp_path / "names.csv"), [Entry("ann", "x")], column)
    cells = {kind: {"ann": text} for kind, text in filled.items()}
    assert roster.filled(cells).decode().splitlines()[1] == row


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
    unlisted = f"xman_1 (xman): has no row of its own in {tmp_path / 'gradebook.csv'}"
    notes = [f"R.txt: {ALONE}", f"{unlisted}: write its mark there yourself"]
    assert err.splitlines()[:3] == [*notes, "Ray, Cy: missing"]
    assert (into / "gradebook.csv").read_bytes() == (tmp_path / "gradebook.csv").read_bytes()
    rows = rows_of(into / "marks.csv")
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
def test_two_languages_in_one_batch(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("batch/ben").mkdir(parents=True)
    Path("batch/ben/main.c").write_text('#include <stdio.h>\nint main() { puts("?"); }')
    with zipfile.ZipFile("batch/ann.zip", "w") as archive:
        archive.write(STUDENTS / "right.py", "work/right.py")
    Path("grade.toml").write_text(f"[py]\nrun = '{PYTHON} {{file}}'")
    Path("points.toml").write_text("[points]\nmissing = 0\nrandom = 0\n")
    Path("names.csv").write_text("Name,Grade\nAnn,\nBen,\n")
    options = "--languages grade.toml --rubric points.toml --into results --roster names.csv"
    code, out, _ = grade("--batch", "batch", *options.split())
    assert code == 1
    assert [line.split()[1:5] for line in out.splitlines()[-2:]] == [
        ["passed", "22", "of", "22"],
        ["mistakes", "1", "of", "22"],
    ]
    assert Path("results/names.csv").read_text() == "Name,Grade\nAnn,22\nBen,1\n"


def test_the_name_of_a_result_file_is_no_roster():
    code, _, err = grade("--batch", "x", "--into", "r", "--roster", "a/marks.csv")
    message = "--roster: marks.csv is the name of a file that --into writes: rename yours"
    assert (code, err.splitlines()[0]) == (2, f"Error: {message}")
