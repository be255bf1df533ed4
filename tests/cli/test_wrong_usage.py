"""Command lines that cannot be meant: exit code 2, what is wrong, and where the help is."""

from __future__ import annotations

import shlex

import pytest
from program import Terminal, run

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
HAND = "7H 9D 9H 9S TS"
PREFLOP = "'Kh Qs ?0 ?1 ?2 ?3 ?4 ; As Ac ?0 ?1 ?2 ?3 ?4'"
A_HAND = f"A hand is written as '{HAND}'."
EVALUATE = f"Did you mean `poker-table evaluate '{HAND}'`?"
COMPARE = f"Did you mean `poker-table compare '{HAND} ; {HAND}'`?"
NO_OPTION = "there is no option"
MORE = "expected nothing more after"
COMMAND_FIRST = "a command comes before its options: poker-table"
ADDRESS = "--address: expected an address such as https://votes.example.org/poker"
WITHIN = "--within: expected 0.001% to 50%"
HAS_NO_EFFECT = {
    "--delay": "only on a terminal does the next step wait",
    "--workers": "the chances after each card are counted in one process",
    "--seed": "all arrangements of the unknown cards are counted; --deals N deals at random",
}
LARGEST = 2**64 - 1
NO_NUMBERS = [
    "0", "1e", "e6", "1e-3", "1.5e6", "1_00", "1,00", "1,0000", ",100", "1__000", "1 000", "+9",
    "١", "1e99",  # refused at once
]  # fmt: skip

WRONG = [
    # no such option
    ("--versoin", f"{NO_OPTION} '--versoin'. Did you mean --version?"),
    ("--see 1", f"{NO_OPTION} '--see'. Did you mean --seed?"),
    ("-p 4", f"{NO_OPTION} '-p'. Did you mean --players?"),
    ("-d", f"{NO_OPTION} '-d'. Did you mean --delay or --deal?"),
    ("-q", f"{NO_OPTION} '-q'"),
    ("-V", f"{NO_OPTION} '-V'. Did you mean --version?"),
    ("--dark", f"{NO_OPTION} '--dark'"),
    ("three.txt -z", f"{NO_OPTION} '-z'"),
    ("--html", f"{NO_OPTION} '--html'. Did you mean --export FILE.html or --format html?"),
    ("--json=x", f"{NO_OPTION} '--json'. Did you mean --export FILE.json or --format json?"),
    ("compare --csv x", f"{NO_OPTION} '--csv'. Did you mean --export FILE.csv or --format csv?"),
    ("--output x.html", f"{NO_OPTION} '--output'. Did you mean --export?"),
    ("chances AsAc --flop 2c", f"{NO_OPTION} '--flop'. Did you mean --board?"),
    ("simulate --deals 9", f"{NO_OPTION} '--deals'. Did you mean DEALS, without a name before it?"),
    ("--plain", f"{NO_OPTION} '--plain'. Did you mean --format plain?"),
    ("--cards 7", f"{NO_OPTION} '--cards'. Did you mean --notation?"),
    ("decks show three.txt --play 3", f"{NO_OPTION} '--play'. Did you mean --players?"),
    ("--\x1b[2J", rf"{NO_OPTION} '--\x1b[2J'"),
    # too many words
    ("three.txt more -n", f"{MORE} 'three.txt', got 'more'"),
    ("three.txt wheel.txt", f"{MORE} 'three.txt', got 'wheel.txt'"),
    ("wheel.txt wheel.txt --step", f"{MORE} 'wheel.txt', got 'wheel.txt'"),
    ("three.txt --players 3 3", f"{MORE} '3', got '3'"),
    ("decks show three.txt 9", f"{MORE} 'three.txt', got '9'"),
    ("decks show three.txt \x1b", rf"{MORE} 'three.txt', got '\x1b'"),
    (f"{'9' * 5000} x", f"{MORE} '{'9' * 40}…', got 'x'"),
    ("practice three.txt", f"{MORE} 'poker-table practice', got 'three.txt'"),
    ("simulat 1000", f"{MORE} 'simulat', got '1000'. Did you mean the command simulate?"),
    ("step three.txt", f"{MORE} 'step', got 'three.txt'. Did you mean the option --step?"),
    ("three.txt explain", f"{MORE} 'three.txt', got 'explain'. Did you mean --explain?"),
    (f"evalute '{HAND}'", f"{MORE} 'evalute', got '{HAND}'. {EVALUATE}"),
    (HAND, f"{MORE} '7H', got '9D'. {EVALUATE}"),
    (f"explain '{HAND}'", f"{MORE} 'explain', got '{HAND}'. {EVALUATE}"),
    (f"three.txt '{HAND}'", f"{MORE} 'three.txt', got '{HAND}'. {EVALUATE}"),
    (f"'{HAND}' vs '{HAND}'", f"{MORE} '{HAND}', got 'vs'. {COMPARE}"),
    ("evaluate royal flush", f"expected hands or one file, got 'royal' and 'flush'. {A_HAND}"),
    ("compare a.txt b.txt", f"expected hands or one file, got 'a.txt' and 'b.txt'. {A_HAND}"),
    # too few
    ("compare", "expected hands, a file of hands, or - for standard input"),
    ("evaluate", "expected hands, a file of hands, or - for standard input"),
    ("chances", "expected hands, a deck, or --players"),
    ("decks make", "expected either hands, such as '3: pair of aces', or --most"),
    ("mutants", "expected one of: a file of tests, --decks FOLDER, --batch FOLDER, --example"),
    ("grade", "expected a program to run, such as ./PokerEval"),
    ("grade --batch . {deck}", "expected a program to run, such as ./PokerEval"),
    ("present -", "a deck cannot come from standard input, which a restarted class could not read"
     " again"),
    ("grade .", "expected a program to run, got a folder: --batch FOLDER marks it"),
    # the wrong order
    ("--seed 7 simulate", f"{COMMAND_FIRST} simulate --seed 7"),
    (f"--explain evaluate '{HAND}'", f"{COMMAND_FIRST} evaluate '{HAND}' --explain"),
    ("--explain compare", f"{COMMAND_FIRST} compare --explain"),
    *((f"grade {command}", "options after the program are passed to the program: put"
       f" {option} before the program, or, if the program takes it, put -- before the program")
      for command, option in [("python3 poker.py --report csv=x.csv", "--report"),
                              ("./Poker --exit-zero=1", "--exit-zero")]),
    # a value that an option does not have
    ("--players 11", "--players: expected 1 to 10, got '11'"),
    ("--players two", "--players: expected 1 to 10, got 'two'"),
    ("--seed -1", f"--seed: expected 0 to {LARGEST}, got '-1'"),
    (f"--seed {'1' * 99}", f"--seed: expected 0 to {LARGEST}, got '{'1' * 40}…'"),
    ("--seed=--", "--seed: expected a value, got '--'"),
    ("decks make '3: pair' --save=--", "--save: expected a value, got '--'"),
    ("--format xml", "--format: expected table, plain, words, json, html, svg, markdown or csv,"
     " got 'xml'"),
    ("--export a.pdf", "--export: expected a file name that ends in .txt, .json, .html, .svg, .md"
     " or .csv, got 'a.pdf'"),
    *((f"--step --delay {n}", f"--delay: expected 0 to 60 seconds, got '{n}'")
      for n in ("x", "nan", "61")),
    ("decks shuffle", "ACTION: expected list, show, copy or make, got 'shuffle'"),
    ("decks lsit", "ACTION: expected list, show, copy or make, got 'lsit'. Did you mean the action"
     " list?"),
    ("decks three", "ACTION: expected list, show, copy or make, got 'three'. Did you mean"
     " `poker-table decks show three`?"),
    ("decks make --most nothing", "--most: expected changes, upset or kicker, got 'nothing'"),
    *((f"simulate '{n}'", f"DEALS: expected 1 to {2**64}, got '{n}'") for n in NO_NUMBERS),
    (f"simulate 1{',000' * 9999}", f"DEALS: expected 1 to {2**64}, got '1{',000' * 9},00…'"),
    ("simulate --players 11", "--players: expected 1 to 10, got '11'"),
    ("simulate --workers 0", "--workers: expected 1 to 1024, got '0'"),
    ("simulate --engine slow", "--engine: expected auto, plain or fast, got 'slow'"),
    *((f"chances {PREFLOP} --within {n}", f"{WITHIN}, got '{n}'") for n in ("0", "a")),
    ("present --address votes.example", f"{ADDRESS}, got 'votes.example'"),
    ("present --address http://votes:x/", f"{ADDRESS}, got 'http://votes:x/'"),
    ("present --proxy nginx", "--proxy: expected an address such as 192.0.2.7 or 192.0.2.0/24, got"
     " 'nginx'"),
    ("present --port 65536", "--port: expected 1 to 65535, got '65536'"),
    ("grade --timeout 601 ./x", "--timeout: expected 1 to 600, got '601'"),
    ("grade --sandbox thick ./x", "--sandbox: expected auto, bwrap or none, got 'thick'"),
    ("grade --report pdf=x.pdf ./x", "--report: expected KIND=FILE, KIND one of json, junit,"
     " gradescope, markdown, csv, got 'pdf=x.pdf'"),
    ("grade python3 {file}", "expected {deck} in a command, got '{file}'"),
    ("grade --batch . python3", "with --batch, the command names a file that each submission has,"
     " such as python3 poker.py; without a command, the suffix of its files decides how it is run"),
    # options that do not go together
    ("three.txt --composed 3", "DECK cannot be combined with --composed: a deck file is dealt"
     " without shuffling"),
    ("--step --format csv", "--step cannot be combined with --format csv"),
    ("three.txt --delay 1", "--delay needs --step"),
    *((f"practice {form}", f"{form.replace('mine', '')} needs --results: a practice is a page, such"
       " as practice.html")
      for form in ("--format csv", "--format json", "--format plain", "--export mine.json")),
    ("three.txt --export a.md --format words", "--format words cannot be combined with"
     " --export .md: the file's suffix chooses the form (only --format words goes with a .txt"
     " file)"),
    ("decks show three.txt --force", "--force needs --export: it replaces a file"),
    ("three.txt --force", "--force needs --export or --save: it replaces a file"),
    ("three.txt --save a.txt --export ./a.txt",
     "one file cannot be written twice: './a.txt', 'a.txt'"),
    ("simulate 9 --save a.txt --export a.txt --force",
     "one file cannot be written twice: 'a.txt', 'a.txt'"),
    ("mutants tests.txt --report json=a --report junit=a",
     "one file cannot be written twice: 'a', 'a'"),
    ("mutants tests.txt --batch tests --into marked", "TESTS cannot be combined with --batch"),
    ("decks make '1: pair' --most upset", "--most cannot be combined with HAND: it chooses among"
     " whole deals"),
    ("decks make '1: pair' --of 3", "--of needs --most"),
    ("decks make --most upset --anyone", "--most cannot be combined with --anyone: it chooses among"
     " whole deals"),
    ("chances --after 5", "--after expects one deck"),
    ("grade --compile make ./x", "--compile needs --batch"),
    ("grade --batch . --needs x ./x", "--batch cannot be combined with --needs: it copies whole"
     " folders"),
    ("grade --batch . --compile make", "--compile needs PROGRAM: a command that runs what is"
     " compiled, such as ./PokerEval"),
    ("grade --batch . --languages languages.toml ./program",
     "--languages cannot be combined with PROGRAM: the file gives the commands to run"),
    # options without effect
    *((line, f"{option} has no effect: {HAS_NO_EFFECT[option]}") for line, option in [
        ("three.txt --step --delay 1 --format plain", "--delay"),
        ("three.txt --step --delay 1 --format words", "--delay"),
        ("chances three.txt --workers 1", "--workers"),
        (f"chances {PREFLOP} --seed 5", "--seed"),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "message"), [pytest.param(*row, id=row[0][:60]) for row in WRONG])
def test_what_is_wrong_is_said_in_a_line(line, message, monkeypatch):
    monkeypatch.setattr("sys.stdin", Terminal())
    code, out, err = run(*shlex.split(line), out=Terminal())
    first, *more = err.splitlines()
    assert (code, out, first) == (2, "", f"Error: {message}")
    assert all(each.endswith(" --help` shows examples and every option.") for each in more)
